"""Zatre's table: the board with the picked card in its place, the sheet, the hand."""

import re

from rich.text import Text

from ludozero.cli.draw.look import Look, column, joined
from ludozero.cli.draw.paint import FAINT, MARKED, STRONG, TINTS
from ludozero.cli.session import Choice

MOVE = re.compile(r"(\d)(\d)@(-?\d+),(-?\d+)([ES])")
GHOST, EMPTY = MARKED, FAINT
SHEET = 17
LINES = (10, 11, 12)
ROWS = 13  # of a sheet, that pay a bonus
REACH = 2  # squares by which a card can reach beyond those laid
Square = tuple[int, int]
Cells = dict[Square, tuple[str, str, str]]  # pip, which half of its card, style


def draw(look: Look) -> list[Text]:
    """The board on the left, the person's sheet beside it, below the hand and the others."""
    below = [hand(look), *[other(look, seat) for seat in look.seats[1:]]]
    high = max(3, look.height - len(below))
    left = board(look, look.width - SHEET, high)
    right = sheet(look, look.me, high)
    rows = max(len(left), len(right))
    left += [Text()] * (rows - len(left))
    right += [Text()] * (rows - len(right))
    side = [joined([column(a, look.width - SHEET), b], "") for a, b in zip(left, right, strict=True)]
    return side[:high] + below


# The board


def squares(moves: list[str], style: str | None = None) -> Cells:
    """The squares cards cover; neighbours differ in tint, halves in their mark."""
    found: Cells = {}
    for number, move in enumerate(moves):
        first, second, x, y, way = read(move)
        tint = style or TINTS[number % len(TINTS)]
        found[x, y] = (first, "left" if way == "E" else "top", tint)
        found[(x + 1, y) if way == "E" else (x, y + 1)] = (second, "right" if way == "E" else "bottom", tint)
    return found


def read(move: str) -> tuple[str, str, int, int, str]:
    """A move's text in parts."""
    match = MOVE.fullmatch(move)
    assert match
    return match[1], match[2], int(match[3]), int(match[4]), match[5]


def board(look: Look, width: int, high: int) -> list[Text]:
    """The cards in the middle of all the room there is, or as much of them as fits around the picked one."""
    laid = squares(look.view["laid"])
    ghost = squares([look.picked.text], GHOST) if look.picked else {}
    cells, near = laid | ghost, next(iter(ghost or laid), (0, 0))
    xs, ys = ([place[axis] for place in laid] or [0] for axis in (0, 1))
    wide = 3 if (max(xs) - min(xs) + 1 + 2 * REACH) * 3 <= width - 4 else 2
    columns = window(min(xs), max(xs), near[0], (width - 4) // wide)
    rows = window(min(ys), max(ys), near[1], high - 1)
    lines = [joined([Text(f"{y:>3} ", FAINT), *[square(cells.get((x, y)), wide) for x in columns]], "") for y in rows]
    return [Text("    " + numbers(columns, wide), FAINT), *lines]


def window(low: int, high: int, near: int, room: int) -> range:
    """So many places in a row: all from low to high with a card's reach beyond, else those around a near one."""
    low, high = low - REACH, high + REACH
    spare = room - (high - low + 1)
    start = low - spare // 2 if spare >= 0 else max(low, min(near - room // 2, high - room + 1))
    return range(start, start + room)


def numbers(columns: range, wide: int) -> str:
    """The number of every other column, above its pips."""
    return "".join(f"{x:>{wide - 1}}".ljust(2 * wide) for x in columns[::2])[: wide * len(columns)]


MARKS = {
    3: {"left": ("[", "─"), "right": ("─", "]"), "top": ("┌", "┐"), "bottom": ("└", "┘")},
    2: {"left": ("", "─"), "right": ("", " "), "top": ("", "╷"), "bottom": ("", "╵")},
}


def square(cell: tuple[str, str, str] | None, wide: int) -> Text:
    """One square: its pips, and marks that say where the other half lies."""
    if cell is None:
        return Text(" · "[-wide:], EMPTY)
    pip, half, style = cell
    before, after = MARKS[wide][half]
    return Text(before + pip + after, style)


# Beside and below it


def sheet(look: Look, seat: int, high: int) -> list[Text]:
    """Three columns and the bonus of each row; the rows that matter now if not all fit."""
    view = look.view
    cells, filled, ladder = view["cells"][seat], view["marks"][seat], view["ladder"]
    head = Text("    10 11 12   +", STRONG)
    room = high - 2
    last = max(ROWS, max(filled[:3]) + 1)
    start = max(0, min(min(filled[:3]) - 1, last - room))
    lines = [head]
    for row in range(start, min(start + room, last, len(ladder))):
        full = all(filled[k] > row for k in range(3))
        text = f"{row + 1:>3}" + "".join(f"{cells[k][row] if filled[k] > row else '·':>3}" for k in range(3))
        bonus = f"{ladder[row]:>4}" if ladder[row] else "    "
        lines.append(joined([text, Text(bonus, STRONG if full else FAINT)], ""))
    total = f"{view['total'][seat]} {look.speech.word('head.points')}"
    stars = f" ★{filled[3]}" if filled[3] else ""
    return [*lines, Text(f"  = {total}{stars}", STRONG)]


def hand(look: Look) -> Text:
    """The person's cards; the picked one is marked."""
    picked = "".join(sorted(look.picked.text[:2])) if look.picked else ""
    tiles = [Text(f"[{card[0]}─{card[1]}]", GHOST if card == picked else TINTS[0]) for card in look.view["hand"]]
    return joined([Text(look.speech.word("screen.hand"), STRONG), *tiles])


def other(look: Look, seat: int) -> Text:
    """Another player in a line: points, cells filled, cards."""
    view, word = look.view, look.speech.word
    filled = view["marks"][seat]
    counts = " ".join(f"{count}×{line}" for count, line in zip(filled, LINES, strict=False))
    stars = f" ★{filled[3]}" if filled[3] else ""
    held = word("screen.held", held=view["held"][seat], left=view["left"][seat])
    return Text(f"{look.name(seat):<10}{view['total'][seat]:>4}  {counts}{stars}  {held}")


def group(text: str) -> str:
    """Both ways round of a card are one card."""
    return "".join(sorted(text[:2]))


def note(choice: Choice, _: Look) -> str:
    """The points in all, and the lines they come from."""
    weights = choice.weights
    names = zip(("tens", "elevens", "twelves"), LINES, strict=True)
    made = [str(line) for name, line in names for _ in range(int(weights[name]))]
    extra = "+" * bool(weights["bonus"]) + "★" * bool(weights["super"])
    return f"{weights['points']:3g} {' '.join(made)}{extra}" if weights["points"] else "  ·"
