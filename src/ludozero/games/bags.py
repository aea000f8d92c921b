"""Bags: cards as the count of each face, where equal cards are one. What can be made, left out and expected of them."""

from collections.abc import Iterable, Sequence

import numpy as np

from ludozero.games.shape import Floats, Ints

# Ways to choose k of n equal cards.
CHOOSE = np.zeros((14, 14), np.int64)
CHOOSE[:, 0] = 1
for n in range(1, 14):
    CHOOSE[n, 1:] = CHOOSE[n - 1, 1:] + CHOOSE[n - 1, :-1]


def nth_card(bag: Ints, k: int) -> int:
    """The k-th card of a bag, counting from 0, lowest first."""
    face = 0
    while k >= bag[face]:
        k -= int(bag[face])
        face += 1
    return face


def left_out(order: Ints, face: int, copies: int, count: int, rank: int) -> int:
    """The places of `count` of a face's copies in an order, as a mask; `rank` numbers the choices.

    Always the first copies would not do: what is left of `aab` without an `a` would be `ba` in two cases of three.
    """
    mask = 0
    i = 0
    while count > 0:
        if order[i] == face:
            copies -= 1
            ways = int(CHOOSE[copies, count - 1])
            if rank < ways:
                mask |= 1 << i
                count -= 1
            else:
                rank -= ways
        i += 1
    return mask


# Chances of sums: a table's row t is for t cards not known, its entry x for a sum of x, counted in faces. Both of
# these work in place: an entry is made of entries below and before it. Neither looks beyond `most` and `aim`.
WIDE = 25


def add_lay(known: Ints, cards: int, most: int, aim: int, spread: Floats) -> None:
    """One more card laid, any of a hand's. An unknown one counts in t, a known one in x."""
    unknown = cards
    for face in range(len(known)):
        unknown -= int(known[face])
    for t in range(most, -1, -1):
        for x in range(aim, -1, -1):
            mass = spread[(t - 1) * WIDE + x] * unknown if t > 0 else 0.0
            for face in range(min(len(known), x + 1)):
                mass += spread[t * WIDE + x - face] * known[face]
            spread[t * WIDE + x] = mass / cards


def add_face(face: int, count: int, most: int, aim: int, ways: Floats) -> None:
    """In how many ways t cards sum to x, now that they may be up to `count` cards of this face as well."""
    for t in range(most, 0, -1):
        for x in range(aim, -1, -1):
            for n in range(1, min(t, count) + 1):
                if n * face <= x:
                    ways[t * WIDE + x] += CHOOSE[count, n] * ways[(t - n) * WIDE + x - n * face]


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
