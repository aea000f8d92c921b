"""axe on every page, and in every phase of every game: see `flawless`."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludozero.games import GAMES
from tests.browser.axe import flawless
from tests.browser.conftest import Visit
from tests.browser.player import POST, Json, across, made, plainly, reaches, told
from tests.server.served import Caller, Served

pytestmark = pytest.mark.slow
MOST_GAMES = 9  # until all phases have been seen; one or two will do
LONGER = {"soler": {"options": {"deals": 1, "quiet": 9}}}
PHASES = {  # what has to be seen of each game, besides what is common to all
    "zero": {"mine 0", "theirs 0", "mine 1", "theirs 1", "mine 2", "theirs 2"},
    "hero": {"mine take", "theirs", "mine decline give steal", "mine draw token", "mine take, final pile"},
    "soler": {"lay", "lay theirs", "bid", "bid theirs", "safe", "safe theirs", "lay right", "lay nobody"},
    "zatre": {"mine 0", "mine 1", "theirs few", "mine few", "mine many", "theirs many"},
}


def test_pages_around_the_game(visit: Visit, house: Served) -> None:
    page = visit()
    expect(page.locator(".game .card").first).to_be_visible()
    flawless(page)
    for path in ("/nowhere", "/t/nosuchtable", "/replay/nosuchtable"):
        page.goto(house.url + path)
        page.locator("main a, main .button").first.wait_for()
        flawless(page)
    made(page, "zero", 2)
    house.caller("Max").make("hero", 3, visibility="open")
    page.goto(house.url)
    expect(page.locator("main section")).to_have_count(2)  # my tables, open tables
    flawless(page)


@pytest.mark.parametrize("game", GAMES)
def test_pages_of_a_game(visit: Visit, house: Served, game: str) -> None:
    """Rules, score pad, a new table, the room before the game as its host and as a guest, the guided game."""
    page = visit(f"/rules/{game}")
    page.locator(".clauses section").first.wait_for()
    flawless(page)

    page.goto(f"{house.url}/pad/{game}")
    page.locator("td button").first.click()
    page.locator("dialog[open] form").wait_for()
    page.locator("dialog[open] button:not(.round)").first.click()
    if game in ("hero", "zatre"):  # there, one card or one line counts already
        expect(page.locator("dialog[open] ul li").last).to_contain_text("point")
    flawless(page)
    page.keyboard.press("Escape")
    flawless(page)

    page.goto(f"{house.url}/new/{game}")
    for kind in ("link", "here", "bots"):
        page.locator(f"input[value={kind}]").check()
        flawless(page)

    page.locator("input[value=link]").check()
    page.locator("section button.main").click()
    expect(page.locator(".share svg[role=img]")).to_be_visible()
    flawless(page)
    guest = visit(page.url.removeprefix(house.url))
    guest.locator("li button.main").first.wait_for()
    flawless(guest)
    guest.context.close()

    page.goto(f"{house.url}/learn/{game}")
    page.locator(".guide").wait_for()
    flawless(page)


def phase_of(game: str, event: Json) -> str:
    """The name of what the page shows now."""
    hand = event["hands"][0]
    view, moves = hand["view"], [text for text, *_ in hand["moves"]]
    whose = "mine" if moves else "theirs"
    if view["standing"] != "playing":
        return str(view["standing"])
    if game == "zero":
        return f"{whose} {2 if view['closer'] is not None else view['knocks']}"
    if game == "zatre":
        laid = len(view["laid"])
        return f"{whose} {laid if laid < 2 else 'few' if laid < 13 else 'many'}"
    if game == "hero":
        acts = sorted({text.split()[0] for text in moves} - {"buy"})
        return " ".join([whose, *acts]) + (", final pile" if view["left"] <= 10 and acts == ["take"] else "")
    bids, outcome = [int(bid.split()[1]) for bid in view["bid"] if bid], ""
    if len(view["lays"]) == view["seats"]:
        phase = "bid"
    elif view["reveal"][0] is not None and len(view["waiting"]) == 1 and not view["lays"]:
        phase = "safe"
    else:
        phase = "lay"
        if view["reveal"][0] is not None:
            outcome = (
                " right" if sum(map(int, view["reveal"])) in bids else " zero" if "0" in view["reveal"] else " nobody"
            )
    return phase + (outcome or (" theirs" if not moves else ""))


def chooser(game: str) -> Callable[[Json, bool], str]:
    """How both play, so that a game comes to all its phases."""
    turns = count()

    def choose(hand: Json, mine: bool) -> str:
        moves = hand["moves"]
        texts: list[str] = [text for text, *_ in moves]
        if game == "zero":
            first = mine == (hand["view"]["deal"] == 1)  # who knocks first
            if hand["view"]["closer"] is None and next(turns) % 8 >= (3 if first else 5):
                return "knock"
            return str(min((each for each in moves if each[0] != "knock"), key=lambda each: each[1])[0])
        if game == "hero":
            if "decline" in texts:
                return next(text for text in texts if text != "decline")
            pairs = ["".join(faces) for faces in hand["view"]["pairs"]]
            buys = [text for text in texts if text.startswith("buy")]
            buys.sort(key=lambda text: -("+" in pairs[int(text[-1]) - 1]) - ("?" in pairs[int(text[-1]) - 1]))
            return (buys or [text for text in texts if "x2" in text] or texts)[0]
        return str(max(moves, key=lambda each: max(each[1:]))[0])

    return choose


def through(page: Page, friend: Caller, table: str, look: Callable[[str], Any]) -> None:
    """A whole game, both played by one chooser, looked at after every move."""
    game = told(page, table)["game"]
    choose = chooser(game)
    while True:
        event = told(page, table)
        reaches(page, event["at"])
        look(phase_of(game, event))
        hand = event["hands"][0]
        if event["phase"] == "over":
            return
        if hand["view"]["standing"] == "scored":
            page.evaluate(POST, [f"/api/tables/{table}/go", {"deal": hand["view"]["deal"]}])
            friend.at(table, "go", {"deal": hand["view"]["deal"]})
        elif hand["moves"]:
            move = {"turn": hand["turn"], "moves": [choose(hand, True)]}
            page.evaluate(POST, [f"/api/tables/{table}/moves", move])
        else:
            theirs = friend.look(table)["hands"][0]
            friend.at(table, "moves", {"turn": theirs["turn"], "moves": [choose(theirs, False)]})


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_of_a_game(visit: Visit, house: Served, game: str) -> None:
    page = visit()
    seen: set[str] = set()

    def look(phase: str) -> None:
        if phase not in seen:
            seen.add(phase)
            flawless(page)
            chosen(page, game, phase)

    for _ in range(MOST_GAMES):
        table, friend = across(page, house, game, **LONGER.get(game, {}))
        through(page, friend, table, look)
        if seen >= PHASES[game] | {"over"}:
            break
    assert seen >= PHASES[game]
    page.get_by_role("button", name="Look at the table").click()
    flawless(page)
    page.get_by_role("button", name="Look at the points").click()
    page.locator(".over details summary").click()
    page.get_by_role("button", name="Share").click()
    flawless(page)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Watch it again").click()
    page.get_by_role("button", name="Next step").click()
    flawless(page)


def chosen(page: Page, game: str, phase: str) -> None:
    """What is shown while something is chosen, where a phase has that; then nothing is chosen any more."""
    match game, phase:
        case "zero", "mine 0" | "mine 2":
            hand, pot = page.locator(".shelf li:first-child button").first, page.locator(".pot button").first
            hand.click()
            flawless(page)
            pot.click()
            flawless(page)
            hand.click()
        case "hero", "mine take" | "mine take, final pile":
            page.locator(".pair .cards").first.click()
            flawless(page)
        case "hero", "mine decline give steal":
            page.locator(".offer:visible").first.click()
            flawless(page)
        case "soler", "bid":
            page.get_by_role("button", name="All sums").click()
            flawless(page)
        case "soler", "safe":
            page.locator(".hand button").first.click()
            flawless(page)
        case "zatre", "mine 1" | "mine many":
            page.locator(".places").focus()
            page.keyboard.press("Home")
            page.keyboard.press("r")
            page.keyboard.press("Home")
            flawless(page)
            page.locator("summary").click()
            page.locator(".tabs button").last.click()
            flawless(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_plain_table(visit: Visit, house: Served, game: str) -> None:
    page = visit()
    plainly(page)
    table, friend = across(page, house, game)
    kinds: set[str] = set()

    def once_each(phase: str) -> None:
        if phase.split()[0] not in kinds:
            kinds.add(phase.split()[0])
            flawless(page)

    through(page, friend, table, once_each)
    assert len(kinds) >= 3


def test_what_any_table_can_show(visit: Visit, house: Served) -> None:
    """The menu, a move to confirm, a refusal, the log on a phone, a pause, a proposal, a lost line, a covered hand."""
    page = visit()
    table, friend = across(page, house, "hero", clock=60)
    for _ in range(2):
        hand = friend.look(table)["hands"][0]
        if hand["moves"]:
            friend.at(table, "moves", {"turn": hand["turn"], "moves": [hand["moves"][0][0]]})
    page.locator(".status.mine").wait_for()

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Go on with another device").click()
    page.locator("dialog[open] .share svg[role=img]").wait_for()
    page.get_by_label("Confirm every move").check()
    flawless(page)
    page.keyboard.press("Escape")
    page.locator(".take:not(.off)").first.click()
    page.get_by_role("region", name="Play this move?").wait_for()
    flawless(page)
    page.get_by_role("button", name="No", exact=True).click()
    page.locator(".take.off").first.click()
    page.get_by_role("alert").wait_for()
    flawless(page)
    page.keyboard.press("Escape")

    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="Log").click()
    flawless(page)
    page.keyboard.press("Escape")
    friend.at(table, "end", {"whole": True, "agree": True})
    page.get_by_role("region", name="End by consent?").wait_for()
    flawless(page)
    friend.at(table, "pause", {"on": True})
    page.get_by_role("status").filter(has_text="paused").wait_for()
    flawless(page)
    page.context.set_offline(True)
    page.locator(".status.cut").wait_for()
    flawless(page)
    page.context.set_offline(False)

    page.goto(f"{house.url}/new/zero")
    page.locator("input[value=here]").check()
    page.locator("section button.main").click()
    page.locator(".cover").wait_for()
    flawless(page)
