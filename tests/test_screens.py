"""The pictures of the screens: all there, shown, and no heavier than a page may be."""

from itertools import product

import pytest
from scripts.screens import SCREENS, Screen
from scripts.screenshots import PAGE, SCHEMES, SIZES, TARGET, page_of_screens, picture

MOST = 6_000_000  # bytes, of all pictures together


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_every_screen_has_its_pictures(screen: Screen) -> None:
    for size, scheme in product(SIZES, SCHEMES):
        assert (TARGET / picture(screen.name, size, scheme)).stat().st_size > 1000


def test_no_picture_is_left_over_and_all_are_light() -> None:
    wanted = {picture(screen.name, size, scheme) for screen in SCREENS for size, scheme in product(SIZES, SCHEMES)}
    there = {path.name for path in TARGET.iterdir()}
    assert there == wanted | {f"window-{scheme}.webp" for scheme in SCHEMES}
    assert sum(path.stat().st_size for path in TARGET.iterdir()) < MOST


def test_the_page_shows_them() -> None:
    assert PAGE.read_text("utf-8") == page_of_screens()
