"""Somebody who plays with the page as it is shown: taps, keys, and reads what is said."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.served import Caller, Served

Json = dict[str, Any]
MOST_TAPS = 400
SHORT: dict[str, Json] = {"soler": {"deals": 1, "quiet": 4}}  # options that keep a whole game short
FOR_TWO: dict[str, Json] = {"zero": {"pot": "auto"}}


def home_alone(page: Page, game: str) -> None:
    """One tap from the first page to a game against bots."""
    page.locator(f".game.{game} button.main").click()
    page.wait_for_url("**/t/*")


def made(page: Page, game: str, seats: int, bots: int | None = None, **more: Any) -> str:
    """A table of the page's own guest against beginners: its id. The quick way for tests of other things."""
    bots = seats - 1 if bots is None else bots
    ask = {"game": game, "seats": seats, "bots": ["beginner"] * bots, "start": True, "seating": "as-is"}
    ask |= {"options": SHORT.get(game, {}) | (FOR_TWO.get(game, {}) if seats == 2 else {}), **more}
    page.evaluate(POST, ["/api/me", {"name": "Léa"}])
    table = page.evaluate(POST, ["/api/tables", ask])["table"]
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + f"/t/{table}")
    page.wait_for_selector(".frame, .columns")
    return str(table)


POST = """async ([path, body]) => {
  const headers = {"content-type": "application/json"};
  const answer = await fetch(path, {method: "POST", body: JSON.stringify(body), headers});
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}"""


def told(page: Page, table: str) -> Json:
    """What the house tells this page's guest of a table."""
    event: Json = page.evaluate("async path => (await fetch(path)).json()", f"/api/tables/{table}")
    return event


def plainly(page: Page) -> None:
    """The plain table, from now on."""
    page.evaluate("localStorage.setItem('ludozero.plain', 'yes')")
    page.reload()


def at_turn(page: Page) -> str:
    """Waits until something is to be done here: `yours`, `go` or `over`."""
    done = page.wait_for_function(
        """() => {
          const text = document.querySelector("[role=status]")?.textContent ?? "";
          if (document.querySelector(".status.mine") && !document.querySelector("[data-busy=true]")) return "yours";
          if (document.querySelector(".over button.main .left")) return "go";
          return document.querySelector(".over .ended") && document.querySelector("[data-phase=over]") ? "over" : null;
        }"""
    )
    return str(done.json_value())


def play_to_the_end(page: Page, move: Callable[[Page], None]) -> int:
    """Plays until the game is over; how many moves it took."""
    for moves in range(MOST_TAPS):
        match at_turn(page):
            case "over":
                return moves
            case "go":
                page.locator(".over button.main").click()
                page.wait_for_function("() => !document.querySelector('.over button.main .left')")
            case _:
                once(page, move)
    raise AssertionError("the game does not end")


def once(page: Page, move: Callable[[Page], None]) -> None:
    """One move, and what follows from it."""
    at = page.locator(".frame").get_attribute("data-at")
    move(page)
    page.wait_for_function("at => document.querySelector('.frame').dataset.at !== at", arg=at)


def tap_plainly(page: Page) -> None:
    """At the plain table: what is worth most; that is the first button."""
    page.locator(".moves .buttons button").first.click()


def points_are_explained(page: Page) -> None:
    """After the end: who has won, everybody's points line by line, the shuffle as promised."""
    assert page.locator(".ended > li").count() >= 2
    assert page.locator(".ended .lines li").count() >= 1
    page.locator(".over details summary").click()
    expect(page.locator(".over details .kept")).to_contain_text("promised before the game")


def across(page: Page, house: Served, game: str, **more: Any) -> tuple[str, Caller]:
    """A table of the page's guest and of Max, who has no page: nothing happens unless a test wants it."""
    table = made(page, game, 2, bots=0, start=False, **more)
    friend = house.caller("Max")
    friend.at(table, "sit", {"key": told(page, table)["yours"]["key"]})
    page.evaluate(POST, [f"/api/tables/{table}/start", {}])
    page.wait_for_selector(".frame")
    return table, friend


def reaches(page: Page, wanted: int) -> None:
    """The page shows what stands in this line of the log, or later."""
    page.wait_for_function("at => Number(document.querySelector('.frame')?.dataset.at) >= at", arg=wanted)
