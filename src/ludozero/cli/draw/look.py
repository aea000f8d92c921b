"""What a drawing is made from, and the cards all drawings share."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from ludozero.cli.draw.paint import PAINT, SIGNS
from ludozero.cli.session import Choice
from ludozero.cli.speech import Speech

CARD = re.compile(r"\b([A-Z])\d[+!?~]?(?!\w)")


@dataclass(frozen=True)
class Look:
    """A view, the person's choices and the one picked, and how much room there is."""

    view: Mapping[str, Any]
    speech: Speech
    choices: Sequence[Choice] = field(default=())
    picked: Choice | None = None
    width: int = 80
    height: int = 24

    @property
    def me(self) -> int:
        return self.speech.person

    @property
    def seats(self) -> list[int]:
        """All seats, the person's first, then clockwise."""
        count: int = self.view["seats"]
        return [(self.me + i) % count for i in range(count)]

    @property
    def mover(self) -> int | None:
        """Who is to move, if it is one seat only."""
        waiting = self.view["waiting"]
        return waiting[0] if len(waiting) == 1 else None

    def name(self, seat: int) -> str:
        """A seat's name, with a mark if it is to move."""
        return ("▸" if seat in self.view["waiting"] else " ") + self.speech.who(seat)


@dataclass(frozen=True)
class Drawing:
    """How a game looks: its table, what stands beside a move, which moves belong together; how wide their list is."""

    draw: Callable[[Look], list[Text]]
    note: Callable[[Choice, Look], str]
    group: Callable[[str], str]
    side: int = 30
    colours: str = ""  # the letters its cards begin with, if these are colours


def spaced(parts: Sequence[list[Text]], height: int) -> list[Text]:
    """Parts one below the other, with empty lines between them where there is room."""
    parts = [part for part in parts if part]
    gap, over = divmod(height - sum(map(len, parts)), max(1, len(parts) - 1))
    lines: list[Text] = []
    for i, part in enumerate(parts):
        if i:
            lines += [Text()] * max(0, min(2, gap + (i <= over)))
        lines += part
    return lines


def loose(lines: list[Text], room: int) -> list[Text]:
    """The lines of a table further apart, if there is that much room."""
    return [part for line in lines for part in (Text(), line)][1:] if room >= 2 * len(lines) - 1 else lines


def tile(card: str, before: str = " ", after: str = " ") -> Text:
    """A coloured card, five columns wide: sign, letter, value."""
    return Text(f"{before}{SIGNS[card[0]]}{card}{after}", PAINT[card[0]])


def small(card: str) -> Text:
    """A card where there is little room: letter and value in its colour."""
    return Text(card, PAINT[card[0]])


def painted(text: Text, colours: str) -> Text:
    """The same with every card that is named in its colour."""
    for card in CARD.finditer(text.plain):
        if card[1] in colours:
            text.stylize(PAINT[card[1]], *card.span())
    return text


def joined(parts: Sequence[Text | str], gap: str = " ") -> Text:
    """Texts in a line, each keeping its own style."""
    return Text(gap).join(part if isinstance(part, Text) else Text(part) for part in parts)


def fit(text: str, width: int) -> str:
    """Exactly so wide, cut with a dot if it is too long."""
    return text.ljust(width) if len(text) <= width else text[: width - 1] + "…"


def rows_of(head: Text, parts: Sequence[Text], width: int) -> list[Text]:
    """As many parts beside the head as fit, the others below them."""
    room = max(1, (width - len(head)) // (max((len(part) for part in parts), default=1)))
    lines = [parts[i : i + room] for i in range(0, len(parts), room)] or [[]]
    return [joined([head if not i else " " * len(head), *line], "") for i, line in enumerate(lines)]


def column(text: Text | str, width: int, right: bool = False) -> Text:
    """A cell of a table."""
    cell = joined([text])  # of no style of its own: what is added stays blank
    if len(cell) > width:
        cell.truncate(width, overflow="ellipsis")
    elif right:
        cell.pad_left(width - len(cell))
    else:
        cell.pad_right(width - len(cell))
    return cell


def wrapped(text: Text, width: int) -> list[Text]:
    """A long line in several, the later ones set in."""
    found: list[Text] = []
    while len(text) > width:
        at = text.plain.rfind(" ", 3, width + 1)
        at = at if at > 0 else width
        found.append(text[:at])
        rest = text[at:]
        text = Text("  ") + (rest[1:] if rest.plain.startswith(" ") else rest)
    return [*found, text]
