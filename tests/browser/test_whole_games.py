"""Whole games in a real browser: by pointer, by keyboard alone, by touch on a phone."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.player import (
    home_alone,
    plainly,
    play_to_the_end,
    points_are_explained,
    tap_the_last_button,
)

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", ["zero", "hero", "zatre"])
def test_a_whole_game_at_the_plain_table(visit: Visit, game: str) -> None:
    page = visit()
    plainly(page)
    home_alone(page, game)
    assert play_to_the_end(page, tap_the_last_button) > 3
    points_are_explained(page)
