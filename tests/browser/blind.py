"""Somebody who sees nothing: knows the page by the roles and names it tells, and acts on what has a name, by keys."""

import json
import re
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from ludozero.games import rules
from ludozero.words import knows, say
from tests.browser.player import Json

LINE = re.compile(r"(?P<indent> *)- (?P<rest>.*)")
HEAD = re.compile(r'(?P<role>[\w-]+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<states>(?: \[[^\]]*\])*)(?::(?P<text> .*)?)?')
DUE = re.compile(r"Your turn|Deal \d+ is over\.|The game is over\.")
BOTS = ("Anna", "Bruno", "Clara", "David", "Emma")  # as the page calls them, seat by seat
UNSAID = ("made", "sat", "bot", "freed", "setup", "go")  # goes without saying


class Thing(NamedTuple):
    """Something the page tells of: what it is, what it is called, and in what it lies."""

    role: str
    name: str
    states: str
    text: str
    within: tuple[str, ...]


def things(page: Page) -> list[Thing]:
    """All there is, in reading order."""
    found: list[Thing] = []
    inside: list[tuple[int, str]] = []
    for line in page.locator("body").aria_snapshot().splitlines():
        match = LINE.fullmatch(line)
        if match is None or match["rest"].startswith("/"):
            continue
        depth, rest = len(match["indent"]), match["rest"]
        if rest.startswith("'"):
            quoted, _, after = rest[1:].replace("''", "\0").partition("'")
            rest = quoted.replace("\0", "'") + after.replace("\0", "''")
        head = HEAD.fullmatch(rest)
        assert head, line
        text = (head["text"] or "").strip()
        if text.startswith('"'):
            text = json.loads(text)
        name = json.loads(f'"{head["name"] or ""}"')
        inside = [(each, what) for each, what in inside if each < depth]
        found.append(Thing(head["role"], name, head["states"], text, tuple(what for _, what in inside)))
        inside.append((depth, name or head["role"]))
    return found


class Blind:
    """What is heard of the page, and what is done to it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def there(self, role: str, within: str = "") -> list[Thing]:
        """What has this role, in whatever has that name."""
        return [each for each in things(self.page) if each.role == role and (not within or within in each.within)]

    def names(self, role: str, within: str = "") -> list[str]:
        return [each.name for each in self.there(role, within)]

    def heard(self) -> list[str]:
        """The log, as it is said line by line."""
        return [each.text for each in self.there("listitem", "log")]

    def told(self) -> str:
        """All that is told in plain words."""
        return "\n".join(each.text for each in things(self.page) if each.text)

    def whose(self) -> str:
        """What the status says."""
        return next(each.text for each in things(self.page) if each.role == "status")

    def press(self, role: Any, name: str | re.Pattern[str], key: str = "Enter", group: str = "") -> None:
        """Goes to what is called like this, in a group if one is named, and presses a key there."""
        place = self.page.get_by_role("group", name=group, exact=True) if group else self.page
        place.get_by_role(role, name=name, exact=isinstance(name, str)).first.press(key)

    def wait(self) -> str:
        """Waits until something is to be done; the status."""
        expect(self.page.get_by_role("status")).to_have_text(DUE)
        return self.whose()


def face_name(game: str, face: str) -> str:
    """A card as it is said."""
    if knows(game, f"card.{face}"):
        return say(game, f"card.{face}")
    if not knows(game, f"colour.{face[0]}"):
        return face
    name = f"{say(game, f'colour.{face[0]}')} {face[1]}"
    return f"{name}, {say(game, f'symbol.{face[2]}')}" if face[2:] else name


def who_is(event: Json, seat: int) -> str:
    """A seat as the page's guest hears it."""
    mine = event["hands"][0]["seat"]
    if seat == mine:
        return say("web", "seat.you")
    return event["seats"][seat]["name"] or BOTS[seat]


def sentence(event: Json, line: Json) -> str:
    """What a line of the house's log has to be heard as; nothing for what goes without saying."""
    game = event["game"]
    if "what" in line:
        return "" if line["what"] in UNSAID else say("server", f"log.{line['what']}", line)
    if "deal" in line:
        kind, number = line["deal"].split()
        return say("web", "log.deal" if kind == "deal" else "log.aside", {"number": number})
    match = re.fullmatch(rules(game).PARTS, line["move"])
    parts = {name: part for name, part in match.groupdict().items() if part is not None} if match else {}
    key = ".".join(["do", *([parts.pop("act")] if "act" in parts else []), *parts])
    args = {name: part_name(event, name, part) for name, part in parts.items()}
    return say("web", "log.move", {"who": who_is(event, line["seat"]), "move": say(game, key, args)})


def part_name(event: Json, name: str, part: str) -> str:
    """A part of a move as it is said."""
    game = event["game"]
    if name == "seat":
        return who_is(event, int(part))
    if knows(game, f"part.{name}.{part}"):
        return say(game, f"part.{name}.{part}")
    faces: Any = rules(game).FACES
    return ", ".join(face_name(game, each) if each in faces else each for each in part.split())
