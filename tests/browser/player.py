"""Somebody who plays with the page as it is shown: taps, keys, and reads what is said."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

MOST_TAPS = 400


def home_alone(page: Page, game: str) -> None:
    """One tap from the first page to a game against bots."""
    page.locator(f".game.{game} button.main").click()
    page.wait_for_url("**/t/*")


def plainly(page: Page) -> None:
    """The plain table, from now on."""
    page.evaluate("localStorage.setItem('ludozero.plain', 'yes')")
    page.reload()


def status(page: Page) -> str:
    return page.locator("[role=status]").inner_text()


def at_turn(page: Page) -> str:
    """Waits until something is to be done here: `yours`, `go` or `over`."""
    done = page.wait_for_function(
        """() => {
          const text = document.querySelector("[role=status]")?.textContent ?? "";
          if (text === "Your turn" && !document.querySelector("[data-busy=true]")) return "yours";
          if (document.querySelector(".over button.main .left")) return "go";
          return text === "The game is over." ? "over" : null;
        }"""
    )
    return str(done.json_value())


def play_to_the_end(page: Page, move: Callable[[Page], None]) -> int:
    """Plays until the game is over; how many moves it took."""
    for taps in range(MOST_TAPS):
        match at_turn(page):
            case "over":
                return taps
            case "go":
                page.locator(".over button.main").click()
                page.wait_for_function("() => !document.querySelector('.over button.main .left')")
            case _:
                at = page.locator(".frame").get_attribute("data-at")
                move(page)
                page.wait_for_function("at => document.querySelector('.frame').dataset.at !== at", arg=at)
    raise AssertionError("the game does not end")


def tap_the_last_button(page: Page) -> None:
    """At the plain table: the last move of the list (in Zero, to knock)."""
    page.locator(".moves .buttons button").last.click()


def points_are_explained(page: Page) -> None:
    """After the end: who has won, everybody's points line by line, the shuffle as promised."""
    expect(page.locator(".over h2").first).to_contain_text("")
    assert page.locator(".ended > li").count() >= 2
    page.locator(".over details summary").click()
    expect(page.locator(".over details .kept")).to_contain_text("promised before the game")
