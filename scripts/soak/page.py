"""How long a move keeps the page's main thread, on a processor made four times slower."""

import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, sync_playwright
from tests.browser.moves import mover
from tests.browser.player import at_turn, made, once
from tests.server.served import Served, settings_for, sqlite

from ludozero.games import GAMES
from scripts.chromium import chromium
from scripts.page_build import build
from scripts.soak.plan import Found, Plan, Row

SLOWER = 4
MOVES = 14  # in Zatre that is a round
LONG = 50.0  # milliseconds
CALM = 0.4  # seconds after the last event, for what flies
SIZES = {"phone": (360, 740), "desk": (1280, 800)}
SEATS = {"zero": 4, "hero": 3, "soler": 3, "zatre": 2}
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "toplevel"]


def page(_: Plan) -> Found:
    """The first deal of a game of each kind against bots, 14 moves of it at most, in a window as large as a phone's and
    as a desk's, on a processor that Chromium slows down to a quarter: what a tap asks for, the events of all that
    follows it, what flies. `longest` is the longest task on the page's main thread in milliseconds, as Chromium's trace
    has it, `usual` the median of the longest one of each tap, `over 50` after how many taps there was one longer than
    50 ms: there should be none. `busy` is the processor's time of the longest, which other programs do not lengthen. In
    Zatre, the board grows to 25 cards.
    """
    build()
    rows: list[Row] = []
    found = chromium()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.path, args=found.flags, env=found.env)
        with Served(settings_for(sqlite(Path(folder)))) as house:
            for game in GAMES:
                for size in SIZES:
                    rows.append(row_of(browser, house, game, size))
                    print(f"  {rows[-1]}", flush=True)
        browser.close()
    return rows, []


def row_of(browser: Browser, house: Served, game: str, size: str) -> Row:
    """One game, and how long its tasks were."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en")
    shown = context.new_page()
    shown.goto(house.url)
    table = made(shown, game, SEATS[game])
    shown.locator(f"main .{game}").wait_for()
    context.new_cdp_session(shown).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    browser.start_tracing(page=shown, categories=TRACED)
    tap = Tap(shown, house, table)
    move = mover(game, tap)
    for _ in range(MOVES):
        if at_turn(shown) != "yours":
            break
        once(shown, move)
    longest = list(tasks(json.loads(browser.stop_tracing())["traceEvents"]))
    context.close()
    walls = [wall for wall, _ in longest]
    return {
        "game": game,
        "window": size,
        "taps": len(longest),
        "usual": round(statistics.median(walls), 1),
        "longest": round(max(walls), 1),
        "over 50": sum(each > LONG for each in walls),
        "busy": round(max(busy for _, busy in longest), 1),
    }


class Tap:
    """A pointer that taps and lets the page be until nothing happens any more; between two marks in the trace."""

    def __init__(self, page: Page, house: Served, table: str) -> None:
        self.page = page
        self.url = f"{house.url}/api/tables/{table}"

    def __call__(self, what: Locator) -> None:
        what.scroll_into_view_if_needed()
        box = what.bounding_box()
        assert box is not None
        self.page.evaluate("performance.mark('tap')")
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.settle()
        self.page.evaluate("performance.mark('done')")

    def settle(self) -> None:
        """The house is asked, not the page."""
        at = -1
        while True:
            time.sleep(CALM)
            event: dict[str, Any] = self.page.context.request.get(self.url).json()
            hand = event["hands"][0]
            idle = hand["moves"] or hand["view"]["standing"] != "playing"
            if idle and event["at"] == at:
                return
            at = event["at"]


def tasks(trace: list[dict[str, Any]]) -> Iterator[tuple[float, float]]:
    """The longest tasks of the page's main thread from each tap until it was done, in milliseconds: by the clock on the
    wall, and in time of the processor.
    """
    marks = sorted((each for each in trace if each["name"] in ("tap", "done")), key=lambda each: float(each["ts"]))
    home = {(each["pid"], each["tid"]) for each in marks}
    run = [each for each in trace if each["name"].endswith("RunTask") and (each["pid"], each["tid"]) in home]
    for begin, end in zip(marks[::2], marks[1::2], strict=True):
        assert (begin["name"], end["name"]) == ("tap", "done")
        there = [each for each in run if "tdur" in each and begin["ts"] < each["ts"] < end["ts"]]
        yield max(each["dur"] for each in there) / 1000, max(each["tdur"] for each in there) / 1000
