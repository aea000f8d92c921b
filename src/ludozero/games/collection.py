"""A collection of Zero Hero: how many cards of each kind lie in it, and what it is worth (HE-17).

A card there has spent its symbol: its kind is colour * 5 + value. A hidden card is still a face, kind * 5 + symbol.
"""

from collections.abc import Sequence

from ludozero.games.rows import ABSENT
from ludozero.games.shape import Floats, Ints, Lines

COLOURS = "ROYGTBV"
KINDS = tuple(f"{colour}{value}" for colour in COLOURS for value in range(5))


def variety(row: Ints) -> int:
    """How many different kinds a collection has."""
    count = 0
    for copies in row:
        if copies > 0:
            count += 1
    return count


def nth_kind(row: Ints, k: int) -> int:
    """The k-th kind of a collection, counting from 0."""
    for kind in range(len(KINDS)):
        if row[kind] > 0:
            if k == 0:
                return kind
            k -= 1
    return ABSENT


def points(row: Ints | Floats, hidden: Ints) -> int:
    """HE-17, but for the most zeros: one card of a colour is its value, three the product of the two highest."""
    total = 0
    at = 0
    for colour in range(7):
        cards = 0
        high = 0
        next_high = 0
        for value in range(5):
            copies = int(row[5 * colour + value])
            if copies > 0:
                next_high = value if copies > 1 else high
                high = value
                cards += copies
        while at < len(hidden) and hidden[at] >= 0 and hidden[at] < 25 * (colour + 1):
            value = int(hidden[at]) // 5 % 5
            next_high = max(next_high, min(high, value))
            high = max(high, value)
            cards += 1
            at += 1
        if cards == 1:
            total += high
        elif cards == 3:
            total += high * next_high
    return total


def zeros(row: Ints | Floats, hidden: Ints) -> int:
    """How many zeros are there."""
    count = 0
    for colour in range(7):
        count += int(row[5 * colour])
    for face in hidden:
        if face >= 0 and face // 5 % 5 == 0:
            count += 1
    return count


def lines_of(row: Sequence[int], most_zeros: bool) -> Lines:
    """The points line by line, of a collection's counts by kind."""
    lines: Lines = [("most-zeros", {"count": sum(row[::5]), "points": 5})] if most_zeros else []
    for colour, letter in enumerate(COLOURS):
        values = [value for value in range(5) for _ in range(row[5 * colour + value])]
        if len(values) == 1:
            lines.append(("single", {"colour": letter, "value": values[0], "points": values[0]}))
        elif len(values) == 3:
            _, low, high = values
            lines.append(("trio", {"colour": letter, "high": high, "low": low, "points": high * low}))
        elif values:
            lines.append(("other", {"colour": letter, "count": len(values), "points": 0}))
    return lines
