"""Every screen that is photographed for docs/screens.md: what it is, where it is found, what is tapped there first."""

from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Page
from tests.browser.player import made


@dataclass(frozen=True)
class Screen:
    """An address of the page with its gallery, or a way to get somewhere from the first page."""

    name: str
    title: str
    address: str = "/"
    act: Callable[[Page], object] = lambda _: None
    kept: dict[str, str] = field(default_factory=dict)  # what the browser remembers from before


@dataclass(frozen=True)
class Chapter:
    """Screens that belong together."""

    title: str
    screens: tuple[Screen, ...]


def exchange(page: Page) -> None:
    """Zero: the first card of the hand that can be exchanged for a better one, and that one."""
    better = page.locator(".pot .pick:has(.badge.good)")
    for card in page.locator(".shelf .pick").all():
        card.dispatch_event("click")  # it may lie under others
        if better.count():
            better.first.click()
            return
        card.dispatch_event("click")


def dearest(page: Page) -> None:
    """Zero Hero: the pair that can be bought and brings most."""
    page.locator(".cards.lit:has(.change.good)").first.click()


def look(page: Page) -> None:
    """Zatre: the place that pays most, looked at but not laid."""
    places = page.locator(".place")
    pays = [int(text) if text.isdigit() else 0 for text in map(str.strip, places.all_text_contents())]
    places.nth(pays.index(max(pays))).dispatch_event("click")


def room(page: Page) -> None:
    """Friends are awaited."""
    made(page, "soler", 4, 0, start=False)
    page.wait_for_selector(".share svg path")


def cover(page: Page) -> None:
    """Two on one device."""
    made(page, "zero", 3, 1, sit=2, names=["Léa", "Tom"])
    page.wait_for_selector(".cover button")


def why(page: Page) -> None:
    """What cannot be bought is tapped."""
    made(page, "hero", 3)
    page.wait_for_selector(".status.mine")
    page.locator(".pair .cards").first.click()
    page.locator(".buy:visible").first.click()
    page.wait_for_selector(".refusal")


def menu(page: Page) -> None:
    page.locator(".frame > header button").last.click()
    page.wait_for_selector("dialog[open] select")


def written(page: Page) -> None:
    """A score pad in use."""
    for number, points in enumerate((14, 9, 21, 11, 0, 17, 8)):
        page.locator("td button").nth(number).click()
        page.locator("dialog[open] input[type=number]").last.fill(str(points))
        page.locator("dialog[open] form button").last.click()
        page.wait_for_selector("dialog[open]", state="detached")


def counted(page: Page) -> None:
    """A hand of real cards is counted."""
    page.locator("td button").first.click()
    cards = page.locator("dialog[open] .faces button")
    for number in (0, 1, 2, 9, 17, 25, 33, 41, 49):
        cards.nth(number).click()


def later(page: Page) -> None:
    """The middle of a game that is watched again."""
    scrubber = page.locator("input[type=range]")
    scrubber.fill(str(int(scrubber.get_attribute("max") or 0) * 2 // 3))


GUIDED = {"guide": "gallery"}
PLAIN = {"plain": "yes"}
CHAPTERS = (
    Chapter(
        "Sitting down",
        (
            Screen("home", "Home: four games, one tap to play"),
            Screen("new", "A new table", "/new/zatre"),
            Screen("room", "Waiting for friends: a link and a QR code", act=room),
            Screen("cover", "Two on one device: the hand is covered until the next one looks", act=cover),
        ),
    ),
    Chapter(
        "Learning",
        (
            Screen("learn", "A first game, guided", "/gallery/zero-turn", kept=GUIDED),
            Screen("rules", "Rules with pictures, each clause with its address", "/rules/zero"),
            Screen("why", "Why not? The reason, and the clause", act=why),
        ),
    ),
    Chapter(
        "Zero",
        (
            Screen("zero-turn", "An exchange and what it comes to", "/gallery/zero-knocked", exchange),
            Screen("zero-lap", "The last lap, five at the table", "/gallery/zero-many-lap"),
            Screen("zero-scored", "Between deals: open hands, points line by line", "/gallery/zero-scored"),
            Screen("zero-over", "The end", "/gallery/zero-over"),
        ),
    ),
    Chapter(
        "Zero Hero",
        (
            Screen("hero-turn", "Prices, and what each pair would bring", "/gallery/hero-choice", dearest),
            Screen("hero-symbols", "Symbols act", "/gallery/hero-turn-decline-draw-give-steal"),
            Screen("hero-final", "The final pile", "/gallery/hero-final"),
            Screen("hero-over", "The end", "/gallery/hero-over"),
        ),
    ),
    Chapter(
        "Solèr's Zero",
        (
            Screen("soler-lay", "Laying a card", "/gallery/soler-turn-lay"),
            Screen("soler-bid", "Announcing the sum: the odds, given what one knows", "/gallery/soler-turn-bid"),
            Screen("soler-right", "The cards are turned up, and somebody was right", "/gallery/soler-after-right"),
            Screen("soler-sets", "Making sets safe", "/gallery/soler-sets"),
            Screen("soler-over", "The end", "/gallery/soler-over"),
        ),
    ),
    Chapter(
        "Zatre",
        (
            Screen("zatre-turn", "A place that glows, and what it pays", "/gallery/zatre-12", look),
            Screen("zatre-late", "The last cards", "/gallery/zatre-20", look),
            Screen("zatre-scored", "Between deals", "/gallery/zatre-scored"),
            Screen("zatre-over", "The end", "/gallery/zatre-over"),
        ),
    ),
    Chapter(
        "Around the table",
        (
            Screen("plain", "The plain table: any game as words and buttons", "/gallery/zero-middle", kept=PLAIN),
            Screen("menu", "Settings, and what the table allows", "/gallery/zero-middle", menu),
            Screen("replay", "Watching a game again", "/replay/{finished}", later),
            Screen("pad", "The score pad for real cards", "/pad/zero", written),
            Screen("pad-count", "It counts a hand", "/pad/zero", counted),
        ),
    ),
)
SCREENS = tuple(screen for chapter in CHAPTERS for screen in chapter.screens)
