"""Zatre's score sheet: the lines a turn makes, what they pay, where it is written (docs/rules/zatre.md).

What a turn makes is four numbers: its lines of 10, of 11, of 12, and its super bonuses.
"""

from collections.abc import Sequence
from typing import TypeAlias

from ludozero.games.shape import Ints, Lines, Record
from ludozero.games.squares import column_of, lines, pips_on, row_of

PAY = (1, 3, 5)  # ZA-8
MOST = 4  # lines of one kind in a turn: an opening of two cards side by side has no more in all
SUPER = 6  # ZA-11
TURNS = 24  # ZA-3: a seat's in a whole game, and so the rows a sheet can need
LADDERS = ((3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 8, 9), (3, 3, 4, 4, 4, 5, 5, 5, 3, 3, 7, 8, 9))  # ZA-10
RISING, LITERAL = 0, 1

Made: TypeAlias = tuple[int, int, int, int]


def made_by(o: Record, m: int) -> Made:
    """ZA-8: what the turn makes if it ends with this card. The opening's second card counts both."""
    along, first, second = lines(o, m)
    if o.down == 1:
        return opening(int(o.laid[0]), m, along, first, second)
    return made_of(along, first, second)


def made_of(along: int, first: int, second: int) -> Made:
    """What a card's three lines make. ZA-11: super are a 10, an 11 and a 12, or three 12s."""
    tens = int(along == 10) + int(first == 10) + int(second == 10)
    elevens = int(along == 11) + int(first == 11) + int(second == 11)
    twelves = int(along == 12) + int(first == 12) + int(second == 12)
    return tens, elevens, twelves, int(twelves == 3 or (tens == 1 and elevens == 1 and twelves == 1))


def opening(one: int, two: int, along: int, first: int, second: int) -> Made:
    """ZA-8, ZA-11: the three lines of the second card, and the first card's own unless that has become one of them.

    No other line reaches 10, and only side by side has the first card three that do.
    """
    tens, elevens, twelves, supers = made_of(along, first, second)
    column, row, south = column_of(one), row_of(one), one & 1
    east = 1 - south
    own = pips_on(one, column, row) + pips_on(one, column + east, row + south)
    if pips_on(two, column - east, row - south) < 0 and pips_on(two, column + 2 * east, row + 2 * south) < 0:
        tens += int(own == 10)
        elevens += int(own == 11)
        twelves += int(own == 12)
    if two & 1 == south and abs(column_of(two) - column) == south and abs(row_of(two) - row) == east:
        supers |= made_of(own, first, second)[3]
    return tens, elevens, twelves, supers


def pay(made: Made) -> int:
    """ZA-8: 1, 3 and 5 points a line."""
    return PAY[0] * made[0] + PAY[1] * made[1] + PAY[2] * made[2]


def bonus(o: Record, seat: int, made: Made) -> int:
    """ZA-10: what the row pays that the turn fills."""
    marks = o.marks[seat]
    before = after = TURNS
    for column in range(3):
        before = min(before, int(marks[column]))
        after = min(after, int(marks[column]) + int(made[column] > 0))
    return int(o.ladder[before]) if after > before else 0


def enter(o: Record, seat: int, made: Made) -> None:
    """ZA-9: a turn that scored in a column fills its next cell. ZA-14: all its points count."""
    points = pay(made)
    if points == 0:
        return
    points += bonus(o, seat, made) + SUPER * made[3]
    cells, marks = o.cells[seat], o.marks[seat]
    for column in range(3):
        if made[column] > 0:
            cells[column][marks[column]] = PAY[column] * made[column]
    for column in range(4):
        marks[column] += int(made[column] > 0)
    o.total[seat] += points
    o.gain[seat] += points


def sheet_lines(rows: Sequence[tuple[int | None, int | None, int | None]], supers: int, ladder: Sequence[int]) -> Lines:
    """A sheet's points, row by row, and its super bonuses; a ValueError for one that nobody can have."""
    if len(rows) > TURNS:
        raise ValueError("too-many-rows", {"count": len(rows), "most": TURNS})
    if not 0 <= supers <= TURNS:
        raise ValueError("too-many-supers", {"count": supers, "most": TURNS})
    out: Lines = []
    above: tuple[int | None, ...] = (0, 0, 0)
    for number, row in enumerate(rows, 1):
        for column, cell in enumerate(row):
            paid = range(PAY[column], MOST * PAY[column] + 1, PAY[column])
            if cell is not None and cell not in paid:
                args = {"column": column + 10, "paid": ", ".join(map(str, paid)), "cell": cell}
                raise ValueError("no-such-cell", args)
            if cell is not None and above[column] is None:
                raise ValueError("gap-in-column", {"column": column + 10, "row": number})
        extra = ladder[number - 1] if None not in row and number <= len(ladder) else 0
        points = sum(cell or 0 for cell in row) + extra
        if points:
            out.append(("row", {"row": number, "bonus": extra, "points": points}))
        above = row
    if supers:
        out.append(("super", {"count": supers, "points": SUPER * supers}))
    return out


def round_lines(cells: Ints, marks: Ints, began: Ints, ladder: Ints) -> Lines:
    """What one seat's sheet gained in a round, column by column, with the rows filled and the super bonuses."""
    out: Lines = []
    for column in range(3):
        new = cells[column][began[column] : marks[column]].tolist()
        if new:
            out.append(("column", {"column": column + 10, "count": len(new), "points": sum(new)}))
    for row in range(int(began[:3].min()), int(marks[:3].min())):
        if ladder[row]:
            out.append(("bonus", {"row": row + 1, "points": int(ladder[row])}))
    supers = int(marks[3]) - int(began[3])
    if supers:
        out.append(("super", {"count": supers, "points": SUPER * supers}))
    return out
