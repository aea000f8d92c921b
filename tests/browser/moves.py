"""One move at the table drawn for each game: by pointer, by key, or by a finger."""

import re
from collections.abc import Callable
from itertools import count
from typing import TypeAlias

from playwright.sync_api import Locator, Page, expect

Do: TypeAlias = Callable[[Locator], None]
Move: TypeAlias = Callable[[Page], None]
EXCHANGES = 3  # in Zero, before knocking


def click(what: Locator) -> None:
    what.click()


def tap(what: Locator) -> None:
    what.tap()


def by_key(what: Locator) -> None:
    what.focus()
    what.press("Enter")


def mover(game: str, do: Do = click) -> Move:
    """Somebody who plays this game like this."""
    if game != "zero":
        return lambda page: PLAY[game](page, do)
    turns = count(1)
    return lambda page: zero(page, do, next(turns) % (EXCHANGES + 1) == 0)


def zero(page: Page, do: Do, knock: bool) -> None:
    """Exchanges the first card of the hand for the pot card that leaves the fewest points; now and then knocks."""
    if knock:
        do(page.locator(".knock"))
        return
    do(page.locator(".shelf li:first-child button").first)
    badges = page.locator(".pot .badge").all_inner_texts()
    best = min(range(len(badges)), key=lambda i: int(badges[i]) if badges[i].isdigit() else 0)
    do(page.locator(".pot button").nth(best))
    do(page.locator(".do .exchange"))


def hero(page: Page, do: Do) -> None:
    """Buys what brings points, else takes a token; answers symbols."""
    if page.locator(".symbols").count():
        if page.locator(".first button").count():
            do(page.locator(".first button").first)
        else:
            do(page.locator(".offer:visible").first)
            do(page.locator(".do .main").first)
        return
    good = page.locator(".cards.lit:has(.change.good)")
    do(good.first if good.count() else page.locator(".pair:has(.take:not(.off)) .cards").first)
    do(page.locator(".pair.on .buy" if good.count() else ".pair.on .take:not(.off)").first)


def soler(page: Page, do: Do) -> None:
    """Lays the first card, announces what is likeliest, makes safe what can be."""
    due = page.locator(".bar.best, .sets > button, .pick.lit").first
    due.wait_for()
    if page.locator(".bar.best").count():
        assert "%" in (page.locator(".bar.best").get_attribute("aria-label") or "")
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


PLAY = {"hero": hero, "soler": soler, "zatre": zatre}


def number(place: Locator) -> int:
    """The last number that is written there."""
    return int(re.findall(r"\d+", place.inner_text())[-1])
