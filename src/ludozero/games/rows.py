"""Short rows of cards: kept rising, -1 behind the last."""

from ludozero.games.shape import Floats, Ints

ABSENT = -1


def copy(source: Ints, target: Ints | Floats, count: int) -> None:
    """Number by number: a slice assigned to a slice asks CUDA for memory that it has not."""
    for i in range(count):
        target[i] = source[i]


def tuck(row: Ints, count: int, face: int) -> None:
    """One more face into a row of `count`, kept rising."""
    at = count
    while at > 0 and row[at - 1] > face:
        row[at] = row[at - 1]
        at -= 1
    row[at] = face


def pluck(row: Ints, face: int) -> None:
    """One such face out of a row that has it; those behind it move up."""
    at = 0
    while row[at] != face:
        at += 1
    remove(row, at)


def remove(row: Ints, at: int) -> None:
    """What stands there goes; what is behind it moves up."""
    last = len(row) - 1
    while at < last:
        row[at] = row[at + 1]
        at += 1
    row[last] = ABSENT


def filled(row: Ints) -> int:
    """How many cards the row has."""
    count = 0
    while count < len(row) and row[count] >= 0:
        count += 1
    return count
