"""The tables of Solèr's Zero and of Zatre: whole games by pointer, by keys, by touch on a phone, and what they show."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.moves import Do, by_key, click, mover, tap
from tests.browser.player import at_turn, made, play_to_the_end

pytestmark = pytest.mark.slow
PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("game", ["soler", "zatre"])
@pytest.mark.parametrize("do", [click, by_key, tap])
def test_a_whole_game(visit: Visit, game: str, do: Do) -> None:
    page = visit(**(PHONE if do is tap else {}))
    made(page, game, 2)
    assert play_to_the_end(page, mover(game, do)) > 3
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


def test_a_card_is_dragged_to_its_place(visit: Visit) -> None:
    """It hangs at the pointer until it is let go where it can lie."""
    page = visit()
    made(page, "zatre", 2)
    assert at_turn(page) == "yours"
    at = page.locator(".frame").get_attribute("data-at")
    hand, place = (page.locator(where).first.bounding_box() for where in (".hand .card", ".places [role=option]"))
    assert hand
    assert place
    page.mouse.move(hand["x"] + hand["width"] / 2, hand["y"] + hand["height"] / 2)
    page.mouse.down()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.move(x, y, steps=4)
    card = page.locator(".flying").bounding_box()
    assert card
    assert abs(card["x"] + card["width"] / 2 - x) < 2
    assert abs(card["y"] + card["height"] / 2 - y) < 2
    page.mouse.up()
    page.wait_for_function("at => document.querySelector('.frame').dataset.at !== at", arg=at)
    expect(page.locator(".flying")).to_have_count(0)
