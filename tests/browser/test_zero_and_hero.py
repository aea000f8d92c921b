"""The tables drawn for Zero and Zero Hero: whole games by pointer and by keys, what is told beforehand."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.moves import click, hero, number
from tests.browser.player import at_turn, home_alone, play_to_the_end, points_are_explained

pytestmark = pytest.mark.slow

MOST_STEPS = 120


def lay_and_take(page: Page) -> int:
    """Chooses a hand card and the pot card that leaves the fewest points; what that is said to come to."""
    page.locator(".shelf li:first-child button").first.click()
    expect(page.locator(".pot button.lit")).to_have_count(page.locator(".pot button").count())
    badges = page.locator(".pot .badge").all_inner_texts()
    assert len(badges) == page.locator(".pot button").count()
    best = min(range(len(badges)), key=lambda i: int(badges[i]) if badges[i].isdigit() else 0)
    page.locator(".pot button").nth(best).click()
    after = page.locator("p.points .then b")
    expect(after).to_have_text(badges[best])
    return int(badges[best]) if badges[best].isdigit() else 0


def test_zero_by_pointer(visit: Visit) -> None:
    page = visit()
    home_alone(page, "zero")
    seen: set[str] = set()

    def move(page: Page) -> None:
        phase = page.locator(".knocks").get_attribute("class") or ""
        if phase not in seen:  # nobody has knocked, somebody has, the last lap
            seen.add(phase)
            told = lay_and_take(page)
            page.locator(".pot button[aria-pressed=true]").click()  # the second tap plays
            expect(page.locator(".do .exchange")).to_have_count(0)
            if page.locator("p.points b").count():  # no Zero: the deal goes on
                assert number(page.locator("p.points")) == told
        else:
            page.locator(".knock").click()

    assert play_to_the_end(page, move) >= 3
    assert len(seen) >= 2
    points_are_explained(page)


def test_what_is_no_move_is_refused_with_its_clause(visit: Visit) -> None:
    page = visit()
    home_alone(page, "hero")
    assert at_turn(page) == "yours"
    page.locator(".take.off").first.click()
    expect(page.locator("[role=alert]")).to_contain_text("HE-7")
    expect(page.locator(".take.off").first).to_be_focused()


def test_a_tap_leaves_the_focus_at_the_table(visit: Visit) -> None:
    """What was tapped is gone: the focus is with a button of the table, and Tab goes on from there."""
    page = visit()
    home_alone(page, "zero")
    assert at_turn(page) == "yours"
    page.locator(".shelf li:first-child button").first.click()
    page.locator(".pot button").first.click()
    page.locator(".do .exchange").click()
    expect(page.locator(".do .exchange")).to_have_count(0)
    expect(page.locator("main button:focus")).to_have_count(1)


def test_hero_by_pointer(visit: Visit) -> None:
    page = visit()
    home_alone(page, "hero")
    bought = 0

    def move(page: Page) -> None:
        nonlocal bought
        pair = page.locator(".cards.lit:has(.change.good)").first
        if page.locator(".symbols").count() or not pair.count():
            hero(page, click)
            return
        pair.click()
        expect(page.locator(".own .then")).to_contain_text(pair.locator(".change").inner_text())
        page.locator(".pair.on .buy").click()
        bought += 1

    assert play_to_the_end(page, move) >= 3
    assert bought
    points_are_explained(page)


def test_hero_on_a_phone_by_touch(visit: Visit) -> None:
    page = visit(width=360, height=740, has_touch=True, is_mobile=True)
    home_alone(page, "hero")
    assert at_turn(page) == "yours"
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    expect(page.locator(".actions:visible")).to_have_count(0)
    page.locator(".pair .cards").nth(1).tap()
    expect(page.locator(".actions:visible")).to_have_count(1)
    tokens = number(page.locator(".own .coins"))
    page.locator(".actions:visible .take").first.tap()
    expect(page.locator(".own .coins")).to_have_text(str(tokens + 1))


def tab_to(page: Page, wanted: str) -> None:
    """Walks with Tab until the focus is on what is wanted."""
    for _ in range(MOST_STEPS):
        if focused(page, wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


def focused(page: Page, wanted: str) -> bool:
    return bool(page.evaluate("wanted => document.activeElement.matches(wanted)", wanted))


def keys_only(page: Page, game: str, move: Callable[[Page], None]) -> int:
    """A whole game without a pointer; the focus is never lost when something changes at the table."""
    tab_to(page, f".game.{game} button.main")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    for moves in range(400):
        match at_turn(page):
            case "over":
                return moves
            case "go":
                tab_to(page, ".over button.main")
                page.keyboard.press("Enter")
                page.wait_for_function("() => !document.querySelector('.over button.main .left')")
            case _:
                page.locator(".own").wait_for()
                at = page.locator(".frame").get_attribute("data-at")
                move(page)
                page.wait_for_function("at => document.querySelector('.frame').dataset.at !== at", arg=at)
                page.wait_for_function("() => document.activeElement !== document.body")
    raise AssertionError("the game does not end")


def test_zero_by_keyboard_alone(visit: Visit) -> None:
    page = visit()
    exchanges = 0

    def move(page: Page) -> None:
        nonlocal exchanges
        if exchanges < 3:
            exchanges += 1
            tab_to(page, ".shelf li:first-child button")
            page.keyboard.press("Enter")
            expect(page.locator(".shelf button[aria-pressed=true]")).to_be_focused()
            page.keyboard.press("ArrowUp")
            assert focused(page, ".pot button")
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
        else:
            tab_to(page, ".zero button")
            page.keyboard.press("End")
            assert focused(page, ".knock")
            page.keyboard.press("Enter")

    assert keys_only(page, "zero", move) > 3
    points_are_explained(page)


def test_hero_by_keyboard_alone(visit: Visit) -> None:
    page = visit()

    def move(page: Page) -> None:
        if page.locator(".symbols").count():
            tab_to(page, ".symbols button")
            if page.locator(".first button").count():
                page.keyboard.press("Home")
            else:
                page.keyboard.press("End")  # to move nothing
            page.keyboard.press("Enter")
            return
        wanted = ".pairs .buy.lit" if page.locator(".buy.lit").count() else ".pairs .take:not(.off)"
        tab_to(page, wanted)
        page.keyboard.press("Enter")

    assert keys_only(page, "hero", move) > 3
    points_are_explained(page)
