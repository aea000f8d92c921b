"""The tables of Solèr's Zero and of Zatre: whole games by pointer, by keys, by touch on a phone, and what they show."""

from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.moves import Do, by_key, click, mover, tap
from tests.browser.player import made, play_to_the_end

pytestmark = pytest.mark.slow
PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("game", ["soler", "zatre"])
@pytest.mark.parametrize("do", [click, by_key, tap])
def test_a_whole_game(visit: Visit, game: str, do: Do) -> None:
    page = visit(**(PHONE if do is tap else {}))
    made(page, game, 2)
    assert play_to_the_end(page, mover(game, do)) > 3
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
