"""Pages to read between deals, at the end and for help: as many lines as it takes, scrolled where they do not fit."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from ludozero.cli.draw import soler
from ludozero.cli.draw.look import Look, column, joined, rows_of, small, wrapped
from ludozero.cli.draw.paint import FAINT, MARKED, PAINT, SIGNS, STRONG, TINTS
from ludozero.games.collection import COLOURS as HERO
from ludozero.words import catalogue

COLUMN = 38  # a seat's account is at least so wide
NAME, CELL = 10, 9  # columns of a name, and of a deal's points


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
        head = Text(f" {self.title}{more}".ljust(width), MARKED)
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
    shown = [joined([card, " "], "") for card in cards(look.view["game"], open_hand(ended, seat))]
    found += rows_of(Text(), shown, wide + 1) if shown else []
    return found + [part for line in lines for part in wrapped(Text(line), wide)]


def open_hand(ended: Mapping[str, Any], seat: int) -> list[str]:
    """What a seat has shown, where the game's view says so."""
    held = [card for name in ("held", "safe", "shown") for card in part(ended, name, seat)]
    return [str(card) for card in held]


def part(ended: Mapping[str, Any], name: str, seat: int) -> list[Any]:
    rows = ended.get(name)
    return rows[seat] if isinstance(rows, list) and len(rows) > seat and isinstance(rows[seat], list) else []


def cards(game: str, faces: Sequence[str]) -> list[Text]:
    """Cards as the game draws them, small."""
    match game:
        case "zero":
            return [small(card) for card in faces]
        case "hero":
            return [small(card) for card in sorted(faces, key=lambda card: (HERO.index(card[0]), card))]
        case "soler":
            return [soler.card(card) for card in faces]
        case "zatre":
            return [Text(f"[{card[0]}─{card[1]}]", TINTS[0]) for card in faces]
    return [Text(card) for card in faces]


def standings(look: Look, deals: Sequence[Mapping[str, Any]]) -> list[Text]:
    """A row a seat: the points of each deal, of the last ones if not all fit, and of all together."""
    word, shown = look.speech.word, deals[-max(1, (look.width - NAME) // CELL - 1) :]
    heads = [*[word("talk.deal", deal=ended["deal"]) for ended in shown], word("screen.total")]
    lines = [joined([" " * NAME, *[column(Text(head, FAINT), CELL, right=True) for head in heads]], "")]
    for seat in look.seats:
        points = [Text(str(ended["gain"][seat])) for ended in shown]
        total = Text(str(deals[-1]["total"][seat]), STRONG)
        cells = [column(cell, CELL, right=True) for cell in [*points, total]]
        lines.append(joined([column(Text(look.speech.who(seat), STRONG), NAME), *cells], ""))
    return lines


def ending(look: Look, deals: Sequence[Mapping[str, Any]], winners: str) -> list[Text]:
    """The final table: who has won, then every deal line by line, the last first."""
    lines = [Text(f" {winners} ", MARKED), Text(), *standings(look, deals), Text()]
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
    gap = "\N{NO-BREAK SPACE}"  # a name is not torn
    colours = [Text(gap.join(["", SIGNS[c], c, word(f"colour.{c}"), ""]), PAINT[c]) for c in named(look, "colour.")]
    symbols = [Text(f"{sign}{gap}{word(f'symbol.{sign}').replace(' ', gap)}") for sign in named(look, "symbol.")]
    for title, parts in (("help.colours", colours), ("help.symbols", symbols)):
        if parts:
            lines += [Text(), Text(word(title), STRONG), *wrapped(joined(parts, "  "), look.width)]
    return lines + weights(look) + options(look)


def named(look: Look, kind: str) -> list[str]:
    """What the game's catalogue has words for, of a kind."""
    return [key.removeprefix(kind) for key in catalogue(look.view["game"])["en"] if key.startswith(kind)]


def weights(look: Look) -> list[Text]:
    """What a move's figures mean."""
    names = list(look.choices[0].weights) if look.choices else []
    said = Text(" · ".join(look.speech.word(f"weigh.{name}") for name in names))
    return [Text(), Text(look.speech.word("help.weights"), STRONG), *wrapped(said, look.width)] if names else []


def options(look: Look) -> list[Text]:
    """The options of this table, in words where the game has them."""
    speech, lines = look.speech, []
    for name, value in look.view["options"].items():
        key = f"option.{name}.{value}"
        said = speech.word(key) if speech.knows(key) else str(value)
        lines += wrapped(Text(f"{speech.word(f'option.{name}')}: {said}"), look.width)
    return [Text(), Text(speech.word("help.options"), STRONG), *lines] if lines else []
