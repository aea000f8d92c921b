"""What happens at tables besides the game: several browsers, lost lines, sleeping phones, one device for two."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from scripts.fifth_game import add_game

from ludozero.table.setup import read_pack
from tests.browser.conftest import NAME, Visit
from tests.browser.player import (
    POST,
    across,
    at_turn,
    made,
    once,
    plainly,
    play_to_the_end,
    points_are_explained,
    reaches,
    tap_plainly,
    told,
)
from tests.server.served import Caller, Json, Served

pytestmark = pytest.mark.slow
HEARD = """
globalThis.heard = [];
const parse = JSON.parse;
JSON.parse = (text, ...more) => { if (!text.includes('"games"')) heard.push(text); return parse(text, ...more); };
const read = Response.prototype.json;
Response.prototype.json = async function () {
  const text = await this.text();
  if (!text.includes('"games"') && !this.url.includes("/words/")) heard.push(text);
  return parse(text);
};
"""


def at(page: Page) -> int:
    return int(page.locator(".frame").get_attribute("data-at") or 0)


def own_clock(context: BrowserContext) -> None:
    """The page's clock can be put forward."""
    context.clock.install()


def test_four_browsers_at_one_table(visit: Visit) -> None:
    """Friends come by the link; one loses the network, one loads the page again; everybody sees the same."""
    host = visit("/new/hero")
    plainly(host)
    host.get_by_role("button", name="Set up the table").click()
    link = host.locator(".share input").input_value()
    pages = [host]
    for name in ("Max", "Zoë", "Ben"):
        page = visit("/", before=own_clock)
        plainly(page)
        page.goto(link)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Sit here").first.click()
        page.get_by_text("The host starts the game").wait_for()
        pages.append(page)
    host.get_by_role("button", name="Start the game").click()
    for page in pages:
        page.wait_for_selector(".frame")
    table = host.url.rsplit("/", 1)[1].partition("#")[0]
    seat = {told(page, table)["yours"]["seats"][0]: page for page in pages}

    def mover() -> Page:
        return seat[told(host, table)["hands"][0]["view"]["waiting"][0]]

    cut = next(page for page in pages[1:] if page is not mover())
    cut.context.set_offline(True)
    cut.locator(".status.cut").wait_for()
    while mover() is not cut:
        at_turn(mover())
        once(mover(), tap_plainly)
    cut.clock.fast_forward(10_000)  # it has tried again meanwhile, and will wait for seconds before it tries once more
    cut.context.set_offline(False)
    reaches(cut, at(host))
    again = pages[2]
    again.reload()
    reaches(again, at(host))
    for _ in range(4):
        page = mover()
        at_turn(page)
        once(page, tap_plainly)
        for other in pages:
            reaches(other, at(page))
    logs = [page.locator("aside.log ol").inner_text().split("\n")[1:4] for page in pages]
    assert len({len(log) for log in logs}) == 1


def test_nothing_hidden_reaches_a_page(visit: Visit, house: Served) -> None:
    """Neither the traffic nor the document nor what the page has parsed knows another hand."""
    page = visit("/rules/zero")
    page.context.add_init_script(HEARD)
    page.reload()
    plainly(page)
    table = made(page, "zero", 3, bots=1, start=False)
    max_ = house.caller("Max")
    key = told(page, table)["yours"]["key"]
    max_.at(table, "sit", {"key": key})
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".frame")
    view = max_.look(table)["hands"][0]["view"]
    mine = told(page, table)["hands"][0]["view"]
    hidden = set(view["hand"]) - set(mine["pot"])
    assert len(hidden) >= 5
    heard = "\n".join(page.evaluate("heard"))
    for face in mine["hand"]:
        assert json.dumps(face) in heard
    document = page.locator("main").inner_html()
    for face in hidden - set(mine["hand"]):
        assert json.dumps(face) not in heard, face
        assert name_of(face) not in document, face


@pytest.mark.parametrize("game", ["soler", "zatre"])
def test_a_hand_is_told_to_its_owner_only(visit: Visit, house: Served, game: str) -> None:
    """Where a card has doubles, a hand as a whole tells whose it is."""
    page = visit(before=lambda context: context.add_init_script(HEARD))
    table, friend = across(page, house, game)
    hands = {as_sent(view["hand"]) for view in some_moves(page, table, friend)}
    heard = "\n".join(page.evaluate("heard"))
    assert as_sent(told(page, table)["hands"][0]["view"]["hand"]) in heard
    for hand in hands:
        assert hand not in heard


def test_a_hidden_card_is_told_to_its_owner_only(visit: Visit, house: Served) -> None:
    """HE-4, at a table where there is only one such card as the other player hides."""
    pack = read_pack("hero", None)["cards"]
    page = visit(before=lambda context: context.add_init_script(HEARD))
    while True:
        table, friend = across(page, house, "hero")
        (face,) = friend.look(table)["hands"][0]["view"]["hidden"]
        if pack.count(face) == 1:
            break
    assert all(view["hidden"] == [face] for view in some_moves(page, table, friend))
    heard = "\n".join(page.evaluate("heard"))
    assert json.dumps(told(page, table)["hands"][0]["view"]["hidden"][0]) in heard
    assert json.dumps(face) not in heard


def some_moves(page: Page, table: str, friend: Caller) -> list[Json]:
    """What the friend sees before each of six moves; the page then knows of the last."""
    views = []
    for _ in range(6):
        hand = friend.look(table)["hands"][0]
        views.append(hand["view"])
        mine = told(page, table)["hands"][0]
        if mine["moves"]:
            page.evaluate(POST, [f"/api/tables/{table}/moves", {"turn": mine["turn"], "moves": [mine["moves"][0][0]]}])
        else:
            friend.at(table, "moves", {"turn": hand["turn"], "moves": [hand["moves"][0][0]]})
    reaches(page, told(page, table)["at"])
    return views


def as_sent(hand: list[str]) -> str:
    """A hand within a view."""
    return '"hand":' + json.dumps(hand, separators=(",", ":"))


def test_two_tabs_back_button_and_another_language(visit: Visit) -> None:
    page = visit()
    plainly(page)
    table = made(page, "hero", 2)
    other = page.context.new_page()
    other.goto(page.url)
    at_turn(page)
    once(page, tap_plainly)
    reaches(other, at(page))
    at_turn(other)
    once(other, tap_plainly)
    reaches(page, at(other))

    page.get_by_role("link", name="Home").click()
    page.get_by_role("link").filter(has_text="Zero Hero").first.wait_for()
    page.go_back()
    page.wait_for_selector(".frame")
    assert table in page.url

    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("de")
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    at_turn(page)
    expect(page.get_by_role("status")).to_have_text("Du bist dran")
    once(page, tap_plainly)
    other.close()


def test_a_phone_that_slept_catches_up(visit: Visit, house: Served) -> None:
    """Frozen for a minute: the page trusts no line that was silent for so long, and opens another."""
    page = visit(width=360, height=740, has_touch=True, before=own_clock)
    plainly(page)
    table, friend = across(page, house, "hero")
    if friend.look(table)["hands"][0]["moves"]:
        friend.at(table, "moves", {"turn": 0, "moves": ["take 1"]})
    at_turn(page)
    once(page, lambda page: page.locator(".moves .buttons button").last.tap())
    phone = page.context.new_cdp_session(page)
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    hand = friend.look(table)["hands"][0]
    after = friend.at(table, "moves", {"turn": hand["turn"], "moves": [hand["moves"][-1][0]]})["at"]
    with page.expect_request("**/api/events?*"):
        phone.send("Page.setWebLifecycleState", {"state": "active"})
        page.clock.fast_forward(60_000)
    reaches(page, after)
    at_turn(page)


def test_a_house_network_without_a_secure_context(visit: Visit, house: Served) -> None:
    """No WebCrypto, no clipboard, no service worker: a whole game, its shuffle checked, its link copied."""
    page = visit(base=house.url.replace("127.0.0.1", NAME))
    assert page.evaluate("isSecureContext") is False
    plainly(page)
    made(page, "zero", 2, options={"pot": "auto"})
    play_to_the_end(page, lambda page: page.get_by_role("button", name="knock").first.click())
    points_are_explained(page)
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Copy the link").click()
    page.get_by_role("button", name="Copied").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Watch it again").click()
    page.get_by_role("button", name="Step", exact=False).first.wait_for()
    page.get_by_role("button", name="Next step").click()


def test_one_device_for_two_never_shows_the_wrong_hand(visit: Visit) -> None:
    page = visit("/new/zero")
    plainly(page)
    page.get_by_label("Several on this device").check()
    page.get_by_label("How many people").select_option("2")
    page.get_by_label("Name 1").fill("Léa")
    page.get_by_label("Name 2").fill("Max")
    page.get_by_label("Seats").first.select_option("3")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/t/*")
    table = page.url.rsplit("/", 1)[1]
    for _ in range(6):
        page.locator(".cover button").wait_for()
        assert page.locator(".plain").count() == 0
        hands = {hand["seat"]: hand["view"]["hand"] for hand in told(page, table)["hands"]}
        names = [seat["name"] for seat in told(page, table)["seats"]]
        who = page.locator(".cover button").inner_text().removeprefix("I am ").partition(":")[0]
        page.locator(".cover button").click()
        page.locator(".plain").wait_for()
        shown = page.locator("section.panel", has=page.get_by_role("heading", name="your hand")).locator("svg").count()
        assert shown == len(hands[names.index(who)]) == 9
        labels = page.locator("section.panel", has=page.get_by_role("heading", name="your hand")).locator("svg")
        other = next(hand for seat, hand in hands.items() if names[seat] != who)
        said = {labels.nth(i).get_attribute("aria-label") for i in range(shown)}
        assert not said & {name_of(face) for face in set(other)}
        once(page, tap_plainly)


def name_of(face: str) -> str:
    colours = dict(zip("RYGBVSK", "red yellow green blue violet grey black".split(), strict=True))
    return f"{colours[face[0]]} {face[1]}"


def test_a_fifth_game_is_played_at_the_plain_table(browser: Browser, built: None, tmp_path: Path) -> None:
    """docs/add-a-game.md: a new game needs nothing of the page."""
    add_game(tmp_path)
    page_of_ours = Path(__file__).resolve().parents[2] / "src" / "ludozero" / "server" / "page"
    program = f"""
import sys, pathlib
from tests.server.served import Served, settings_for, sqlite
with Served(settings_for(sqlite(pathlib.Path({str(tmp_path)!r})), page=pathlib.Path({str(page_of_ours)!r}))) as house:
    print(house.url, flush=True)
    sys.stdin.read()
"""
    command = [sys.executable, "-c", program]
    env = {"PYTHONPATH": f"{tmp_path / 'src'}:{tmp_path}", "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env, cwd=tmp_path
    ) as house:
        assert house.stdout is not None
        page = browser.new_page(locale="en")
        page.goto(house.stdout.readline().strip())
        page.get_by_role("heading", name="Low").wait_for()
        made(page, "low", 2)
        assert play_to_the_end(page, tap_plainly) == 3
        assert page.locator(".ended > li").count() == 2
        page.close()
        house.communicate()
