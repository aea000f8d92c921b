"""Whole games in a real browser: from the first page to the points, by pointer, by keyboard alone, by touch."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.player import home_alone, made, plainly, play_to_the_end, points_are_explained, tap_plainly

pytestmark = pytest.mark.slow


def test_one_tap_from_the_first_page(visit: Visit) -> None:
    page = visit()
    plainly(page)
    home_alone(page, "zero")
    assert play_to_the_end(page, knock) >= 4
    points_are_explained(page)


def knock(page: Page) -> None:
    page.get_by_role("button", name="knock").first.click()


@pytest.mark.parametrize("game", ["hero", "zatre"])
def test_a_whole_game_at_the_plain_table(visit: Visit, game: str) -> None:
    page = visit()
    plainly(page)
    made(page, game, 2)
    assert play_to_the_end(page, tap_plainly) > 10
    points_are_explained(page)


def test_solers_zero_at_the_plain_table_ends_by_consent(visit: Visit) -> None:
    page = visit()
    plainly(page)
    made(page, "soler", 2)
    assert play_to_the_end(page, tap_plainly) > 5
    points_are_explained(page)


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    """Tab, arrows and Enter; what is said is read from roles and names only."""
    page = visit()
    plainly(page)
    page.keyboard.press("Tab")
    for _ in range(40):
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == "Play Zero against bots":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    page.get_by_role("status").filter(has_text="Your turn").wait_for()
    assert play_to_the_end(page, knock_by_keys) >= 4
    assert "knock" in page.get_by_role("complementary", name="Log").inner_text()


def knock_by_keys(page: Page) -> None:
    for _ in range(60):
        if "knock" in page.evaluate("document.activeElement.closest('button')?.textContent ?? ''"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError("knocking cannot be reached by keyboard")
