"""Zatre's hidden cards: what is known of those aside, and where the others may be (docs/rules/zatre.md, ZA-12).

A card known to be aside is in `sunk` until it is seen again; who draws from there may hold it. `reach` says whose hands
that can be, and `pooled` how many cards of a hand can have come from there. The latest cards, behind all others, reach
the fewest hands.
"""

from ludozero.games.bags import count_from
from ludozero.games.rows import ABSENT, filled, remove, tuck
from ludozero.games.shape import Ints, Record

CARDS = 50
HALF = 25  # ZA-2: in play, and as many aside
SUNK = HALF + 4 * 3  # they cannot be more: those aside, and all hands


def bury(o: Record, seat: int, held: int) -> None:
    """ZA-12: the hand a stuck seat has shown is known to be aside. Any card there may be in the hand it draws."""
    shown, sunk, reach = o.shown[seat], o.sunk, o.reach
    known = filled(sunk)
    for i in range(held):
        sunk[known + i] = shown[i]
    for i in range(known + held):
        reach[i] |= 1 << seat
    shown[:] = ABSENT
    o.pooled[seat] = held


def unearth(o: Record, seat: int, face: int) -> None:
    """A card of this hand is seen: of the cards known to be aside or in this hand, the latest such one may be it."""
    sunk, reach = o.sunk, o.reach
    i = filled(sunk) - 1
    while i >= 0 and (sunk[i] != face or reach[i] >> seat & 1 == 0):
        i -= 1
    if i >= 0:
        remove(sunk, i)
        remove(reach, i)
        reach[SUNK - 1] = 0


def place_sunk(v: Record, s: Record, die: int) -> int:
    """Places the cards known to be aside or in a hand drawn from there, each such place being equally likely.

    The latest come first, whose places are the fewest. If the viewer may hold one and has an equal card, this is it.
    """
    o = s.open
    hand, aside, rest, pooled, sunk, reach = s.hand, s.aside, o.unlaid, o.pooled, o.sunk, o.reach
    viewer = int(v.seat)
    own = int(pooled[viewer]) if viewer >= 0 else 0
    matched = 0
    free = HALF
    for n in range(filled(sunk) - 1, -1, -1):
        face, mask = int(sunk[n]), int(reach[n])
        if own > 0 and mask >> viewer & 1:
            slot = 0
            while slot < 4 and (matched >> slot & 1 or v.hand[slot] != face):
                slot += 1
            if slot < 4:
                matched |= 1 << slot
                own -= 1
                continue
        spots = free
        for seat in range(4):
            if mask >> seat & 1:
                spots += max(0, int(pooled[seat]) - filled(hand[seat]))
        die = throw(die)
        spot = among(die, spots) - free
        if spot < 0:
            free -= 1
            aside[free] = face
        else:
            seat = -1
            while spot >= 0:
                seat += 1
                if mask >> seat & 1:
                    spot -= max(0, int(pooled[seat]) - filled(hand[seat]))
            tuck(hand[seat], filled(hand[seat]), face)
        rest[face] -= 1
    return die


def next_unseen(order: Ints, top: int, rest: Ints, die: int) -> tuple[int, int]:
    """The place after the next card of the order that is still to be placed, and the die.

    If some copies still to come lie in the open, the die tells which: each is as likely as the others.
    """
    while True:
        face = int(order[top])
        unseen = int(rest[face])
        top += 1
        if unseen > 0:
            copies = count_from(order, top - 1, CARDS)
            if unseen < copies:
                die = throw(die)
            if unseen == copies or among(die, copies) < unseen:
                rest[face] -= 1
                return top, die


def mix(row: Ints, die: int) -> int:
    """A row in any order, all equally likely."""
    for last in range(len(row) - 1, 0, -1):
        die = throw(die)
        i = among(die, last + 1)
        face = row[last]
        row[last] = row[i]
        row[i] = face
    return die


def throw(die: int) -> int:
    """The die thrown again, 63 bits: more than one throw holds. A congruential generator; its high bits are good."""
    return die * 6364136223846793005 + 1442695040888963407 & 0x7FFFFFFFFFFFFFFF


def among(die: int, count: int) -> int:
    """A number below `count` by a throw."""
    return (die >> 31) % count
