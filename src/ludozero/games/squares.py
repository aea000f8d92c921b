"""A table of dominoes in squares: where the next one may lie, and what its lines sum to (docs/rules/zatre.md).

The squares share a ring of 2048 places: one column east is one place on, one row south is 63. Squares that share a
place are 64 steps apart or more; 25 cards that touch reach 49 steps, their neighbours 51. On the ring a laid half is
-1 - pips, an empty square beside one the number of its entry in the rim, any other square 0. A rim entry is column,
row, the sums of the runs that a half laid there would join in its row and in its column, and one of its covered sides.
Entry 0 is the number of entries, and the two sums, 0, of all squares that are not in the rim.
"""

import numpy as np

from ludozero.games.shape import Ints, Record

RING = 2048
SOUTH = 63
RIM = 102  # n connected squares have at most 2 n + 2 neighbours
LIMIT = 12  # ZA-7

# A move: the pips of the west or north half, those of the other half, row, column, and 1 for south. The first two are
# its pair, the others its place. Sides are numbered clockwise from east, 0, to north, 3.
MOVES = 7 * 8 << 15
MIDDLE = 64  # columns and rows run from -64 to 63

APART, OCCUPIED, BEYOND = range(1, 4)

# Cards by the pips of their halves, the lower one first.
FACES = tuple(f"{low}{high}" for low in range(7) for high in range(low, 7))
LOW = np.array([int(face[0]) for face in FACES], np.int8)
HIGH = np.array([int(face[1]) for face in FACES], np.int8)
FACE_OF = np.array(
    [FACES.index(f"{min(a, b)}{max(a, b)}") if b < 7 else -1 for a in range(7) for b in range(8)], np.int8
)
# Both ways round, face by face; a double has only one, and -1.
PAIR_OF = np.stack((8 * LOW + HIGH, np.where(LOW < HIGH, 8 * HIGH + LOW, -1)), 1).ravel().astype(np.int8)


def at(column: int, row: int) -> int:
    """A square's place on the ring."""
    return column + SOUTH * row & RING - 1


def place_of(column: int, row: int, south: int) -> int:
    """The place of a card whose first half is here."""
    return (row + MIDDLE << 7 | column + MIDDLE) << 1 | south


def column_of(m: int) -> int:
    """The column of a card's first half."""
    return (m >> 1 & 127) - MIDDLE


def row_of(m: int) -> int:
    """The row of a card's first half."""
    return (m >> 8 & 127) - MIDDLE


def clear(ring: Ints, rim: Ints) -> None:
    """ZA-5: an empty table, whose only place to begin is the square 0,0."""
    ring[:] = 0
    rim[:] = 0
    ring[0] = 1
    rim[0] = 1
    rim[9] = 3  # so that a card lies east or south


def site(o: Record, n: int, turn: int) -> int:
    """The place of a card with one half on the n-th square of the rim, the other on one of its three other sides.

    -1 if that is covered, or if it is in the rim too and from there the same card lies east or south.
    """
    ring, rim = o.ring, o.rim
    side = int(rim[5 * n + 4]) + 1 + turn
    south, back = side & 1, side >> 1 & 1
    east, forth = 1 - south, 1 - back
    column, row = int(rim[5 * n]) - east * back, int(rim[5 * n + 1]) - south * back
    other = int(ring[at(column + east * forth, row + south * forth)])
    return place_of(column, row, south) if (other >= 0) & (other * back <= 0) else -1


def lines(o: Record, m: int) -> tuple[int, int, int]:
    """ZA-6: the three lines the card would lie in: its own, and those across its first and its second half."""
    ring, rim = o.ring, o.rim
    column, row, south = column_of(m), row_of(m), m & 1
    a, b = m >> 18, m >> 15 & 7
    first = 5 * int(ring[at(column, row)]) + 2
    second = 5 * int(ring[at(column + 1 - south, row + south)]) + 2
    across = 1 - south
    along = int(rim[first + south]) + int(rim[second + south])
    return a + b + along, a + int(rim[first + across]), b + int(rim[second + across])


def fault(o: Record, m: int) -> int:
    """What keeps a card from lying there (ZA-4, ZA-5, ZA-7); 0 if nothing does."""
    ring, rim = o.ring, o.rim
    column, row, south = column_of(m), row_of(m), m & 1
    column_2, row_2 = column + 1 - south, row + south
    first, second = int(ring[at(column, row)]), int(ring[at(column_2, row_2)])
    if not (beside(rim, first, row) | beside(rim, second, row_2)):
        covered = (first < 0 and laid(ring, rim, column, row)) or (second < 0 and laid(ring, rim, column_2, row_2))
        return OCCUPIED if covered else APART
    if first < 0 or second < 0:
        return OCCUPIED
    along, across_first, across_second = lines(o, m)
    return BEYOND if max(along, across_first, across_second) > LIMIT else 0


def beside(rim: Ints, n: int, row: int) -> bool:
    """Whether this place of the ring is in the rim, and for a square of this row: in a row no two share a place."""
    return bool((n > 0) & (rim[5 * max(n, 0) + 1] == row))


def laid(ring: Ints, rim: Ints, column: int, row: int) -> bool:
    """Whether what is laid at this place of the ring is laid here: east of it comes the rim."""
    while ring[at(column, row)] < 0:
        column += 1
    return beside(rim, int(ring[at(column, row)]), row)


def room(o: Record, faces: Ints) -> bool:
    """Whether one of these cards (-1 is none) can be laid at all, either way round. What lies newest is tried first."""
    for n in range(int(o.rim[0]), 0, -1):
        for turn in range(3):
            place = site(o, n, turn)
            if place >= 0:
                along, first, second = lines(o, place)  # of a 0/0
                for face in faces:
                    if face >= 0:
                        a, b = int(LOW[face]), int(HIGH[face])
                        if a + b + along <= LIMIT and (
                            (a + first <= LIMIT and b + second <= LIMIT) or (b + first <= LIMIT and a + second <= LIMIT)
                        ):
                            return True
    return False


def lay(o: Record, m: int) -> None:
    """The card is laid: its squares leave the rim, the squares at the ends of its three lines are in it."""
    ring, rim = o.ring, o.rim
    along, first, second = lines(o, m)
    column, row, south = column_of(m), row_of(m), m & 1
    east = 1 - south
    cover(ring, rim, at(column, row), m >> 18)
    cover(ring, rim, at(column + east, row + south), m >> 15 & 7)
    extend(ring, rim, column, row, -east, -south, along)
    extend(ring, rim, column, row, south, east, first)
    extend(ring, rim, column, row, -south, -east, first)
    column += east
    row += south
    extend(ring, rim, column, row, east, south, along)
    extend(ring, rim, column, row, south, east, second)
    extend(ring, rim, column, row, -south, -east, second)


def cover(ring: Ints, rim: Ints, place: int, pips: int) -> None:
    """A half on a square. The last entry of the rim takes the number that becomes free."""
    n = 5 * int(ring[place])
    ring[place] = -1 - pips
    if n > 0:
        last = 5 * int(rim[0])
        rim[0] -= 1
        if n != last:
            ring[at(int(rim[last]), int(rim[last + 1]))] = n // 5
        for i in range(5):
            rim[n + i] = rim[last + i]
            rim[last + i] = 0


def extend(ring: Ints, rim: Ints, column: int, row: int, east: int, south: int, line: int) -> None:
    """The square at that end of a line learns what the line sums to now."""
    step = east + SOUTH * south
    place = at(column + east, row + south)
    beyond = 0
    passed = 1
    while ring[place] < 0:
        beyond -= 1 + int(ring[place])
        place = place + step & RING - 1
        passed += 1
    n = int(ring[place])
    fresh = int(n == 0)
    rim[0] += fresh
    n += fresh * int(rim[0])
    ring[place] = n
    rim[5 * n] = column + passed * east
    rim[5 * n + 1] = row + passed * south
    rim[5 * n + 2 + south * south] += line - beyond
    rim[5 * n + 4] = 1 + east + south + south * south


def pips_on(m: int, column: int, row: int) -> int:
    """The pips a card has on a square; -1 if it does not cover it."""
    east, south = column - column_of(m), row - row_of(m)
    if east == 0 and south == 0:
        return m >> 18
    return m >> 15 & 7 if south == m & 1 and east == 1 - south else -1
