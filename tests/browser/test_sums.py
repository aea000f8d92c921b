"""The tables of Solèr's Zero and of Zatre: whole games by pointer, by keys, by touch on a phone, and what they show."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.player import play_to_the_end

pytestmark = pytest.mark.slow
PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
QUICK = {"soler": {"deals": 1, "quiet": 4}, "zatre": {}}
MAKE = """async ([game, seats, options]) => {
  const headers = {"content-type": "application/json"};
  const post = (url, body) => fetch(url, {method: "POST", headers, body: JSON.stringify(body)});
  await post("/api/me", {name: "Léa"});
  const table = {game, seats, options, bots: Array(seats - 1).fill("beginner"), start: true, seating: "as-is"};
  const answer = await post("/api/tables", table);
  return (await answer.json()).table;
}"""
Do = Callable[[Locator], None]


def sit_down(page: Page, game: str, seats: int = 2) -> None:
    """A short game against bots."""
    table = page.evaluate(MAKE, [game, seats, QUICK[game]])
    page.goto(urljoin(page.url, f"/t/{table}"))
    page.locator(f".{game}").wait_for()


def click(what: Locator) -> None:
    what.click()


def tap(what: Locator) -> None:
    what.tap()


def by_key(what: Locator) -> None:
    what.focus()
    what.press("Enter")


def soler(page: Page, do: Do) -> None:
    """Lays the first card, announces what is likeliest, makes safe what can be."""
    due = page.locator(".bar.best, .sets > button, .pick.lit").first
    due.wait_for()
    if page.locator(".bar.best").count():
        chance = page.locator(".bar.best").get_attribute("aria-label") or ""
        assert "%" in chance
    do(due)


def zatre(page: Page, do: Do) -> None:
    """Lays the chosen card at the first place; a finger has a look first."""
    place = page.locator(".places [role=option]").first
    place.wait_for(state="attached")
    if do is by_key:
        page.locator(".places").focus()
        page.keyboard.press("Home")
        expect(page.locator(".ghost")).to_be_visible()
        page.keyboard.press("Enter")
        return
    do(place)
    if do is tap:
        expect(page.locator(".play .bar b")).to_contain_text("point")
        do(page.locator(".play .lay"))


PLAY = {"soler": soler, "zatre": zatre}


@pytest.mark.parametrize("game", ["soler", "zatre"])
@pytest.mark.parametrize("do", [click, by_key, tap])
def test_a_whole_game(visit: Visit, game: str, do: Do) -> None:
    page = visit(**(PHONE if do is tap else {}))
    sit_down(page, game)
    assert play_to_the_end(page, lambda at: PLAY[game](at, do)) > 3
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
