"""Pages to read between deals, at the end and for help: as many lines as it takes, scrolled where they do not fit."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from ludozero.cli.draw import soler, zatre
from ludozero.cli.draw.look import FAINT, PAINT, SIGNS, STRONG, Look, column, joined, small, wrapped
from ludozero.words import catalogue

COLUMN = 38  # a seat's account is at least so wide


class Page:
    """Lines under a title, and how far they are scrolled."""

    def __init__(self, title: str, keys: str, lines: Sequence[Text]) -> None:
        self.title = title
        self.keys = keys
        self.lines = lines
        self.top = 0
        self.room = 20

    def frame(self, width: int, height: int) -> list[Text]:
        """The page as it is scrolled now."""
        self.room = max(1, height - 3)
        self.top = max(0, min(self.top, len(self.lines) - self.room))
        shown = list(self.lines[self.top : self.top + self.room])
        shown += [Text()] * (self.room - len(shown))
        more = f"  {self.top + 1}–{self.top + self.room}/{len(self.lines)}" if len(self.lines) > self.room else ""
        head = Text(f" {self.title}{more}".ljust(width), "bold reverse")
        return [head, *shown, Text("─" * width, FAINT), Text(self.keys, FAINT)]

    def press(self, key: str) -> bool:
        """Scrolls; False if the key does something else."""
        steps = {"up": -1, "down": 1, "next": self.room, "n": self.room, "before": -self.room, "p": -self.room}
        if key not in steps:
            return False
        self.top = max(0, self.top + steps[key])
        return True


def account(ended: Mapping[str, Any], look: Look) -> list[Text]:
    """A finished deal: every seat's cards and points, line by line, side by side where there is room."""
    count = max(1, min(look.view["seats"], look.width // COLUMN))
    wide = look.width // count
    blocks = [seat_account(ended, look, seat, wide - 2) for seat in look.seats]
    lines: list[Text] = []
    for start in range(0, len(blocks), count):
        row = blocks[start : start + count]
        deep = max(map(len, row))
        sides = zip(*(grown(block, deep) for block in row), strict=True)
        lines += [joined([column(line, wide - 2) for line in side], "  ") for side in sides]
        lines.append(Text())
    return lines


def grown(lines: list[Text], deep: int) -> list[Text]:
    """Empty lines below, to stand beside a longer account."""
    return lines + [Text()] * (deep - len(lines))


def seat_account(ended: Mapping[str, Any], look: Look, seat: int, wide: int) -> list[Text]:
    """One seat's account."""
    head, *lines = look.speech.gains(ended, seat)
    total = look.speech.word("screen.total")
    found = [Text(f"{head} ({total} {ended['total'][seat]})", STRONG)]
    found += wrapped(cards(look.view["game"], open_hand(ended, seat)), wide) if open_hand(ended, seat) else []
    return found + [part for line in lines for part in wrapped(Text(line), wide)]


def open_hand(ended: Mapping[str, Any], seat: int) -> list[str]:
    """What a seat has shown, where the game's view says so."""
    held = [card for name in ("held", "safe", "shown") for card in part(ended, name, seat)]
    return [str(card) for card in held]


def part(ended: Mapping[str, Any], name: str, seat: int) -> list[Any]:
    rows = ended.get(name)
    return rows[seat] if isinstance(rows, list) and len(rows) > seat and isinstance(rows[seat], list) else []


def cards(game: str, faces: Sequence[str]) -> Text:
    """Cards in a row as the game draws them, small."""
    match game:
        case "zero" | "hero":
            return joined([small(card) for card in faces])
        case "soler":
            return joined([soler.card(card) for card in faces], "")
        case "zatre":
            return joined([Text(f"[{card[0]}─{card[1]}]", zatre.TINTS[0]) for card in faces])
    return Text(" ".join(faces))


def ending(look: Look, deals: Sequence[Mapping[str, Any]], finale: Sequence[str]) -> list[Text]:
    """The final table: who has won, then every deal line by line, the last first."""
    lines = [Text(finale[-1], "bold reverse"), *[Text(line) for line in finale[1:-1]], Text()]
    for ended in reversed(deals):
        lines.append(Text(look.speech.word("talk.deal-over", deal=ended["deal"]), STRONG))
        lines += account(ended, look)
    return lines


def guide(look: Look) -> list[Text]:
    """What the keys do, what the colours are called, what was agreed."""
    word = look.speech.word
    example = look.choices[0].text if look.choices else ""
    lines = [*wrapped(Text(word("tagline")), look.width), Text()]
    for name in ("arrows", "sides", "enter", "type", "pages", "hint", "undo", "quit"):
        lines += wrapped(Text(word(f"help.{name}", example=example)), look.width)
    colours = [key.partition(".")[2] for key in catalogue(look.view["game"])["en"] if key.startswith("colour.")]
    if colours:
        gap = "\N{NO-BREAK SPACE}"  # a name is not torn
        named = [Text(gap.join(["", SIGNS[c], c, word(f"colour.{c}"), ""]), PAINT[c]) for c in colours]
        lines += [Text(), Text(word("help.colours"), STRONG), *wrapped(joined(named, "  "), look.width)]
    lines += weights(look) + options(look)
    return lines


def weights(look: Look) -> list[Text]:
    """What a move's figures mean."""
    names = list(look.choices[0].weights) if look.choices else []
    return [Text(), *wrapped(Text(" · ".join(look.speech.word(f"weigh.{name}") for name in names)), look.width)]


def options(look: Look) -> list[Text]:
    """The options of this table, in words where the game has them."""
    speech, lines = look.speech, []
    for name, value in look.view["options"].items():
        key = f"option.{name}.{value}"
        said = speech.word(key) if speech.knows(key) else str(value)
        lines += wrapped(Text(f"{speech.word(f'option.{name}')}: {said}"), look.width)
    return [Text(), Text(speech.word("help.options"), STRONG), *lines] if lines else []
