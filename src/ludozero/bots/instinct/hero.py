"""Instinct at Zero Hero: what each colour of a collection will be worth in the end, by its cards and the time left."""

import numpy as np

from ludozero.bots.greedy.hero import choose as simple  # noqa: F401
from ludozero.bots.instinct import weights
from ludozero.bots.margin import margin, share
from ludozero.bots.policy import WEIGHTS_AT
from ludozero.bots.rng import Stream
from ludozero.games.collection import KINDS
from ludozero.games.hero import BUY
from ludozero.games.rows import copy
from ludozero.games.shape import Floats, Ints, Record
from ludozero.games.symbols import (
    DECLINE,
    GIVE,
    PLUS,
    SHIFT,
    STEAL,
    TOKEN,
    effects,
    kind_of,
    nth_effect,
    other_of,
)

HORIZON = 1000  # a game of such play is over before
PLAIN = 0  # sixteenths of the others who play greedily
WIDTH = 16  # moves worth trying
STEP = 12  # cards of the pile in a phase, of which there are four
RANK = np.array([0, 0, 1, 2, 3], np.int8)  # of a value among the four there are

# What a colour adds to the points at the end, by the time left (the last phase first) and its cards: none; one of
# 0 2 3 4; two, by the higher and the lower; three, by the two highest; four or more. Then a 0 more; a token more, by
# the time left; each symbol bought, besides what it is worth anyway; what counts of what others lose or gain by a card.
WEIGHTS = weights("hero")
WORTH, PHASES = WEIGHTS_AT, 4
NOUGHT = WORTH + 38 * PHASES
COIN = NOUGHT + 1
SYMBOL = COIN + PHASES
OTHERS = SYMBOL + 5


def choose(v: Record, s: Record, rng: Stream, out: Ints, scratch: Floats) -> int:
    """The move that adds most to what the collection and the tokens will be worth."""
    o = v.open
    if o.bought < 0:
        best = -1
        most = -1000.0
        for m in range(TOKEN):
            if possible(o, int(o.purse[v.seat]), m):
                value = rate(v, m, scratch)
                if value > most:
                    best = m
                    most = value
        return best
    if o.due[PLUS] > 0:
        return TOKEN
    if o.due[SHIFT] == 0:
        return TOKEN + 1
    best = DECLINE
    most = 0.0
    for k in range(3, effects(o, int(v.seat))):
        m = nth_effect(o, int(v.seat), k)
        owner = int(v.seat) if m < STEAL else other_of(m)
        if o.held[owner][kind_of(m)] > 0:
            value = rate(v, m, scratch)
            if value > most:
                best = m
                most = value
    return best


def possible(o: Record, purse: int, m: int) -> bool:
    """HE-7, HE-8: whether this can be taken or bought."""
    if m >= BUY:
        return bool(o.price[m - BUY] <= purse)
    return bool(o.price[m // 2] >= 5) if m % 2 == 1 else bool(o.price[m // 2] > 0)


def rate(v: Record, m: int, scratch: Floats) -> float:
    """What a move adds."""
    o = v.open
    seat = int(v.seat)
    now = min(int(o.left) // STEP, PHASES - 1)
    if m < BUY:
        return float(scratch[COIN + now]) * (m % 2 + 1)
    row = scratch[: len(KINDS)]
    if m < TOKEN:
        copy(o.held[seat], row, len(KINDS))
        cards = o.pairs[m - BUY]
        value = -float(scratch[COIN + now]) * int(o.price[m - BUY])
        for place in range(2):
            face = int(cards[place])
            value += float(scratch[SYMBOL + face % 5]) + shift(scratch, v.hidden, now, face // 5, 1)
        return value
    if m < GIVE:
        return 0.0
    copy(o.held[seat], row, len(KINDS))
    value = shift(scratch, v.hidden, now, kind_of(m), 1 if m >= STEAL else -1)
    copy(o.held[other_of(m)], row, len(KINDS))
    return value - float(scratch[OTHERS]) * shift(scratch, v.hidden[:0], now, kind_of(m), -1 if m >= STEAL else 1)


def shift(scratch: Floats, hidden: Ints, now: int, kind: int, count: int) -> float:
    """A card more or less in the row at the head of `scratch`: what that adds to its worth."""
    worth = scratch[WORTH + 38 * now :]
    before = prospect(scratch, hidden, kind // 5)
    scratch[kind] += count
    change = worth[prospect(scratch, hidden, kind // 5)] - worth[before]
    return float(change) + (float(scratch[NOUGHT]) * count if kind % 5 == 0 else 0.0)


def prospect(row: Floats, hidden: Ints, colour: int) -> int:
    """The cards of a colour, as the tables count them."""
    cards = high = second = 0
    at = 0
    while at < len(hidden) and hidden[at] >= 0 and hidden[at] < 25 * colour:
        at += 1
    for value in range(5):
        copies = int(row[5 * colour + value])
        while at < len(hidden) and hidden[at] >= 0 and hidden[at] // 5 == 5 * colour + value:
            copies += 1
            at += 1
        if copies > 0:
            second = value if copies > 1 else high
            high = value
            cards += copies
    if cards <= 1:
        return cards + int(RANK[high])
    if cards > 3:
        return 37
    return (5 if cards == 2 else 21) + 4 * int(RANK[high]) + int(RANK[second])


def believe(v: Record, s: Record, pack: Ints, rng: Stream, scratch: Floats) -> bool:
    """Nothing is read into how the others play."""
    return True


def worth(s: Record, seat: int, points: Ints, scratch: Floats) -> float:
    """The share of the victory, and a little for points."""
    return share(s, seat, points) + 0.03 * margin(s, seat, points)
