"""Instinct at Zero: what a hand will be worth at the end of the round, by its longest colours and values."""

import numpy as np

from ludozero.bots.margin import margin, share
from ludozero.bots.rng import Stream, below
from ludozero.games.bits import NONE, ONE, bit, lowest, ones
from ludozero.games.shape import Floats, Ints, Record
from ludozero.games.zero import BYTE, CARDS, COLUMN_OF, FINISHED, KNOCK, points

HORIZON = 1000  # a round of such play is over long before
WIDTH = 24  # moves worth trying

# Points at the end of the round, as such play ends it: by knocks so far, the cards of the longest colour (2 to 5) and
# of the longest value (likewise); what a point in hand adds; what a second colour and value of 3 and of 4 add.
LONGEST = np.array(
    [
        [[7.1, 5.0, 3.7, 2.5], [6.5, 4.6, 3.4, 2.4], [5.7, 3.0, 2.4, 1.8], [2.9, 2.2, 1.5, -2.0]],
        [[4.0, 2.7, 1.4, 1.2], [4.0, 2.6, 1.2, 0.5], [2.7, 1.4, -0.7, -1.2], [0.8, 1.0, 0.1, -4.0]],
    ]
)
POINT = np.array([0.301, 0.666])
SECOND = np.array([[0.15, 0.2, 0.58, 0.18], [0.06, -1.46, 0.1, -0.45]])
STAY = 0.0  # points that the second knock costs besides


def choose(v: Record, s: Record, rng: Stream, out: Ints, scratch: Floats) -> int:
    """The exchange whose hand promises the fewest points, or a knock if the hand as it is promises no more."""
    o = v.open
    hand: np.uint64 = v.hand
    last = o.closer >= 0
    knocks = int(o.knocks)
    best = KNOCK
    least = 1.0 * points(hand) if last else promise(hand, knocks)
    if knocks == 1:
        least = min(least, points(hand) + STAY)
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
            promised = 1.0 * points(after) if last else promise(after, knocks)
            if promised < least:
                least = promised
                best = lay * CARDS + take
                ties = 1
            elif promised == least and ties > 0:
                ties += 1
                if below(rng, ties) == 0:
                    best = lay * CARDS + take
    return best


def promise(hand: np.uint64, knocks: int) -> float:
    """The points this hand is likely to end with, 0 for a Zero."""
    now = points(hand)
    if now == 0:
        return -20.0
    colour = second_colour = value = second_value = 0
    for row in range(7):
        count = ones(hand >> np.uint64(8 * row) & BYTE)
        second_colour = max(second_colour, min(colour, count))
        colour = max(colour, count)
    for column in range(8):
        count = ones(hand & COLUMN_OF[column])
        second_value = max(second_value, min(value, count))
        value = max(value, count)
    total = LONGEST[knocks, min(max(colour, 2), 5) - 2, min(max(value, 2), 5) - 2] + POINT[knocks] * now
    if second_colour >= 3:
        total += SECOND[knocks, 0 if second_colour == 3 else 1]
    if second_value >= 3:
        total += SECOND[knocks, 2 if second_value == 3 else 3]
    return float(total)


def rate(v: Record, m: int, scratch: Floats) -> float:
    """How good a move looks; more is better."""
    o = v.open
    hand: np.uint64 = v.hand
    if m != KNOCK:
        hand = hand & ~bit(m // CARDS) | bit(m % CARDS)
    if o.closer >= 0:
        return -points(hand)
    if m == KNOCK:
        return 100.0
    return -promise(hand, int(o.knocks))


def believe(v: Record, s: Record, rng: Stream, scratch: Floats) -> bool:
    """Nothing is read into how the others play."""
    return True


def worth(s: Record, seat: int, points: Ints) -> float:
    """Points ahead, and in the end the share of the victory."""
    ahead = 0.02 * margin(s, seat, points)
    return ahead + share(s, seat, points) if s.open.phase == FINISHED else ahead
