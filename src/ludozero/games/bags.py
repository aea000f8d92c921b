"""Bags: cards as the count of each face, where equal cards are one; and orders without the cards of a bag.

Leaving out the first copies met would not do: what is left of `aab` without an `a` would be `ba` in two cases of three.
"""

import numpy as np

from ludozero.games.shape import Ints

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
    """The places of `count` of a face's copies in an order, as a mask; `rank` numbers the choices."""
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


def without(order: Ints, cards: int, bag: Ints, die: int, rest: Ints) -> int:
    """What is left of an order without a bag's cards, and how many they are; the bag is empty then.

    For a pack that is not known to the rules. Each copy still to come is as likely to be left out as the others.
    """
    left = 0
    for i in range(cards):
        face = int(order[i])
        known = int(bag[face])
        if known > 0:
            copies = count_from(order, i, cards)
            chance = die % copies
            die //= copies
            if chance < known:
                die = die * known + chance
                bag[face] -= 1
                continue
            die = die * (copies - known) + chance - known
        rest[left] = face
        left += 1
    return left


def count_from(order: Ints, first: int, cards: int) -> int:
    """How often the face at this place still comes, itself included."""
    count = 0
    for i in range(first, cards):
        if order[i] == order[first]:
            count += 1
    return count
