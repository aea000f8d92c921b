"""What the page may cost: JavaScript, hosts asked, what is animated; and nothing on it jumps."""

import gzip
import re
from pathlib import Path

import pytest
from playwright.sync_api import Response, expect

from ludozero.games import GAMES
from tests.browser.conftest import Visit
from tests.browser.moves import mover
from tests.browser.player import home_alone, made, play_to_the_end

pytestmark = pytest.mark.slow

HOME_SCRIPTS = 70_000  # bytes of JavaScript, gzipped
TABLE_SCRIPTS = 40_000
CHEAP = {"transform", "opacity"}  # what can move without laying out or painting anew
SIZES = {"phone": (360, 740), "desk": (1280, 800)}
ASSETS = Path(__file__).resolve().parents[2] / "src" / "ludozero" / "server" / "page" / "assets"

WATCHED = """
globalThis.jumps = [];
globalThis.animated = {};
const told = ({ sources }) => sources.map(({ node, previousRect: a, currentRect: b }) => {
    const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
    return `${node?.nodeName} in ${element?.closest("[class]")?.getAttribute("class")}: ${place(a)} > ${place(b)}`;
});
new PerformanceObserver((list) => jumps.push(...list.getEntries().flatMap(told)))
  .observe({ type: "layout-shift", buffered: true });
const note = (property, where) => (animated[property] ??= where);
const run = ({ propertyName, target }) => note(propertyName, target.outerHTML.slice(0, 200));
addEventListener("transitionrun", run, true);
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, ...more) {
  for (const property of frames.flatMap(Object.keys)) note(property, "a script");
  return animate.call(this, frames, ...more);
};
"""


@pytest.mark.parametrize("game", GAMES)
def test_scripts_are_small(visit: Visit, game: str) -> None:
    """What somebody new is sent for the first page, and then for a table."""
    sent: dict[str, int] = {}

    def came(response: Response) -> None:
        if response.request.resource_type == "script":
            sent[response.url] = len(gzip.compress(response.body(), 9))

    page = visit(before=lambda context: context.on("response", came))
    expect(page.locator(".game .card").first).to_be_visible()
    home = sum(sent.values())
    home_alone(page, game)
    expect(page.locator(f"main .{game}")).to_be_visible()
    assert 0 < home <= HOME_SCRIPTS
    assert 0 < sum(sent.values()) - home <= TABLE_SCRIPTS


def test_only_what_is_cheap_is_animated(built: None) -> None:
    """As the built style sheets have it."""
    found: dict[str, str] = {}
    for sheet in ASSETS.glob("*.css"):
        text = sheet.read_text("utf-8")
        for name, frames in re.findall(r"@keyframes ([\w-]+)\{((?:[^{}]+\{[^{}]*\})+)\}", text):
            for body in re.findall(r"\{([^{}]*)\}", frames):
                found |= {each.partition(":")[0]: name for each in body.split(";") if each}
        for value in re.findall(r"transition(?:-property)?:([^;}]+)", text):
            found |= {re.split("[ !]", each)[0]: sheet.name for each in re.sub(r"\([^()]*\)", "", value).split(",")}
    found.pop("none")  # where motion is not wanted
    assert {name: where for name, where in found.items() if name not in CHEAP} == {}
    assert set(found) == CHEAP


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_jumps_in_a_whole_game(visit: Visit, game: str, size: str) -> None:
    """Cards fly, by transform alone; nothing else changes its place, whatever happens."""
    width, height = SIZES[size]
    page = visit(
        width=width, height=height, reduced_motion="no-preference", before=lambda to: to.add_init_script(WATCHED)
    )
    made(page, game, 3 if game != "soler" else 2)
    assert play_to_the_end(page, mover(game)) > 3
    assert "\n".join(page.evaluate("jumps")) == ""
    animated = page.evaluate("animated")
    assert {name: where for name, where in animated.items() if name not in CHEAP} == {}
