"""The cards of Solèr's Zero, and the sets they can be made safe in (SO-1, SO-10). A face is a value + 3."""

from collections.abc import Iterable, Sequence

import numpy as np

FACES = ("-3", "-2", "-1", "0", "1", "2", "3")
ZERO = FACES.index("0")
COPIES = np.array([1, 2, 6, 12, 8, 13, 13], np.int8)
CARDS = int(COPIES.sum())


def parts(values: Iterable[int]) -> set[int]:
    """The sums of all parts of these cards, the empty one left out."""
    sums: set[int] = set()
    for value in values:
        sums |= {value} | {part + value for part in sums}
    return sums


def irreducible(copies: Sequence[int], zero: int, aims: set[int]) -> list[tuple[int, ...]]:
    """The sets of faces that sum to one of the aims while no part of theirs does; a face's value is face - zero.

    Grown card by card out of sets no part of which reaches an aim.
    """
    found: list[tuple[int, ...]] = []
    growing: list[tuple[int, ...]] = [()]
    while growing:
        cards = growing.pop()
        for face in range(cards[-1] if cards else 0, len(copies)):
            wider = (*cards, face)
            if wider.count(face) > copies[face]:
                continue
            values = [card - zero for card in wider]
            if not parts(values) & aims:
                growing.append(wider)
            elif sum(values) in aims and not any(parts(values[:i] + values[i + 1 :]) & aims for i in range(len(cards))):
                found.append(wider)
    return sorted(found)


def split(bag: Sequence[int], sets: Sequence[tuple[int, ...]]) -> list[int] | None:
    """Numbers of sets that together are this bag, always the same ones; None if there are no such."""
    dead: set[tuple[int, ...]] = set()

    def covered(left: tuple[int, ...]) -> list[int] | None:
        """Each set is the first that fits with the lowest card not yet in one."""
        if not any(left):
            return []
        if left in dead:
            return None
        lowest = next(face for face, count in enumerate(left) if count)
        for number, cards in enumerate(sets):
            if cards[0] == lowest and all(left[face] >= cards.count(face) for face in cards):
                others = covered(tuple(count - cards.count(face) for face, count in enumerate(left)))
                if others is not None:
                    return [number, *others]
        dead.add(left)
        return None

    return covered(tuple(bag))


# The sets with a sum of 0 or 10 no part of which has one.
SETS = irreducible(COPIES.tolist(), ZERO, {0, 10})
SET = np.array([[cards.count(face) for face in range(7)] for cards in SETS], np.int8)
SIZE = np.array([len(cards) for cards in SETS], np.int8)


def parted(cards: Sequence[int]) -> list[int]:
    """The numbers of sets that these cards are, one after another; none if they are none."""
    bag = [cards.count(face) for face in range(7)]
    if (sum(cards) - ZERO * len(cards)) % 10 or any(bag[face] > COPIES[face] for face in range(7)):
        return []
    return split(bag, SETS) or []


def cards_text(cards: Sequence[int]) -> str:
    """Cards as they are written in a move."""
    return " ".join(FACES[face] for face in cards)
