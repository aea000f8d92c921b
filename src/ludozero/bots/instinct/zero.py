"""Instinct at Zero: what a hand will be worth at the end of the round, by its longest colours and values."""

import math

import numpy as np

from ludozero.bots.greedy.zero import choose as simple  # noqa: F401
from ludozero.bots.instinct import weights
from ludozero.bots.instinct.kept import improve
from ludozero.bots.margin import hope, margin, standings
from ludozero.bots.policy import WEIGHTS_AT
from ludozero.bots.rng import Stream, below
from ludozero.games.bits import NONE, ONE, bit, lowest, ones
from ludozero.games.shape import Floats, Ints, Record
from ludozero.games.zero import BYTE, CARDS, COLUMN_OF, FINISHED, KNOCK, ROW_OF, points

HORIZON = 1000  # a round of such play is over long before
WIDTH = 24  # moves worth trying
PLAIN = 16

# Points at the end of the round. By knocks so far, 25 numbers: by the cards of the longest colour (2 to 5) and of the
# longest value (likewise); what a point in hand adds; what a second colour of 3 and of 4 adds, and a second value; what
# cards of the pot add that fit the longest colour, the longest value; what knocking now adds; the last is not used.
WEIGHTS = weights("zero")
PART = 25
SPREAD = 4.0  # points, of a round


def choose(v: Record, s: Record, rng: Stream, out: Ints, scratch: Floats) -> int:
    """The exchange whose hand promises the fewest points, or a knock if the hand as it is promises no more."""
    o = v.open
    hand: np.uint64 = v.hand
    last = o.closer >= 0
    knocks = int(o.knocks)
    weights = scratch[WEIGHTS_AT:]
    best = KNOCK
    least = stay(hand, o, weights)
    ties = 0
    mine = hand
    while mine != NONE:
        lay = lowest(mine)
        mine &= mine - ONE
        pot: np.uint64 = o.pot
        while pot != NONE:
            take = lowest(pot)
            pot &= pot - ONE
            after = hand & ~bit(lay) | bit(take)
            promised = 1.0 * points(after) if last else promise(after, o.pot & ~bit(take), knocks, weights)
            if promised < least:
                least = promised
                best = lay * CARDS + take
                ties = 1
            elif promised == least and ties > 0:
                ties += 1
                if below(rng, ties) == 0:
                    best = lay * CARDS + take
    return best


def stay(hand: np.uint64, o: Record, weights: Floats) -> float:
    """What a hand promises whose owner knocks."""
    if o.closer >= 0:
        return 1.0 * points(hand)
    if o.knocks == 1:
        return points(hand) + float(weights[PART + 23])
    return promise(hand, o.pot, 1, weights) + float(weights[23])


def promise(hand: np.uint64, pot: np.uint64, knocks: int, weights: Floats) -> float:
    """The points this hand is likely to end with, 0 for a Zero."""
    now = points(hand)
    if now == 0:
        return -20.0
    colour = second_colour = value = second_value = 0
    longest = widest = 0
    for row in range(7):
        count = ones(hand >> np.uint64(8 * row) & BYTE)
        second_colour = max(second_colour, min(colour, count))
        if count > colour:
            colour = count
            longest = row
    for column in range(8):
        count = ones(hand & COLUMN_OF[column])
        second_value = max(second_value, min(value, count))
        if count > value:
            value = count
            widest = column
    w = weights[PART * knocks : PART * knocks + PART]
    total = float(w[4 * min(max(colour, 2), 5) + min(max(value, 2), 5) - 10]) + float(w[16]) * now
    if second_colour >= 3:
        total += float(w[17 if second_colour == 3 else 18])
    if second_value >= 3:
        total += float(w[19 if second_value == 3 else 20])
    if colour < 5:
        total += float(w[21]) * ones(pot & ROW_OF[8 * longest])
    if value < 5:
        total += float(w[22]) * ones(pot & COLUMN_OF[widest])
    return total


def rate(v: Record, m: int, scratch: Floats) -> float:
    """How good a move looks; more is better."""
    o = v.open
    hand: np.uint64 = v.hand
    if m == KNOCK:
        return 100.0
    after = hand & ~bit(m // CARDS) | bit(m % CARDS)
    if o.closer >= 0:
        return -1.0 * points(after)
    return -promise(after, o.pot & ~bit(m % CARDS), int(o.knocks), scratch[WEIGHTS_AT:])


def believe(v: Record, s: Record, pack: Ints, rng: Stream, scratch: Floats) -> bool:
    """Every guess, once its hands are as good as those of people who play."""
    improve(v, s, pack, rng)
    return True


def worth(s: Record, seat: int, points: Ints, scratch: Floats) -> float:
    """The share of the victory to hope for, and a little for points."""
    o = s.open
    to_come = 0 if o.phase == FINISHED else int(o.seats) - int(o.deal)
    standings(s, points, scratch)
    return hope(scratch, int(o.seats), seat, SPREAD * math.sqrt(to_come)) + 0.002 * margin(s, seat, points)
