"""Zero's hands after some turns: whoever has chosen cards holds better ones than the deal gives.

Guesses take hidden cards to be dealt. Here they change places (Metropolis' way) until hands are as likely as
they were in games of `greedy`, `flat` and `instinct`, by their points and their longest colour and value.
"""

import math

import numpy as np

from ludozero.bots.rng import Stream, below
from ludozero.games.bits import NONE, bit, nth, ones
from ludozero.games.shape import Ints, Record
from ludozero.games.zero import BYTE, COLUMN_OF, points, was_zero

SWAPS = 20  # tried for each seat
# By a seat's turns in this round, what makes a hand likelier (logarithms): a card more of its longest colour, of its
# longest value; a point less.
COLOUR = np.array([0.0, 0.6, 0.6, 0.6])
VALUE = np.array([0.0, 0.45, 0.8, 0.9])
LOW = np.array([0.0, 0.15, 0.2, 0.2])


def improve(v: Record, s: Record, pack: Ints, rng: Stream) -> None:
    """Makes the others' hands as good as they will be by now. The world looks to the viewer as it did."""
    o = v.open
    seats = int(o.seats)
    unseen = hidden_from(v, pack)
    for k in range(SWAPS * seats):
        seat = k % seats
        mine = s.hand[seat] & ~o.known[seat]
        others = unseen & ~mine
        if seat != v.seat and mine != NONE and others != NONE and turns(o, seat) > 0:
            given = bit(nth(mine, below(rng, ones(mine))))
            taken = bit(nth(others, below(rng, ones(others))))
            swap(o, s.hand, seat, given, taken, rng)


def hidden_from(v: Record, pack: Ints) -> np.uint64:
    """The cards of which the viewer does not know where they are."""
    unseen: np.uint64 = NONE
    for card in pack:
        unseen |= bit(card)
    unseen &= ~(v.open.pot | v.hand)
    for seat in range(int(v.open.seats)):
        unseen &= ~v.open.known[seat]
    return unseen


def swap(o: Record, hand: Ints, seat: int, given: np.uint64, taken: np.uint64, rng: Stream) -> None:
    """A card of this seat for one of another's, or of those that were not dealt, if luck finds that likely enough."""
    partner = -1
    for other in range(int(o.seats)):
        if hand[other] & taken != NONE:
            partner = other
    mine = hand[seat] & ~given | taken
    change = kept(mine, turns(o, seat)) - kept(hand[seat], turns(o, seat))
    if was_zero(o.barred[seat], mine & ~o.known[seat]):
        return
    theirs = NONE
    if partner >= 0:
        theirs = hand[partner] & ~taken | given
        change += kept(theirs, turns(o, partner)) - kept(hand[partner], turns(o, partner))
        if was_zero(o.barred[partner], theirs & ~o.known[partner]):
            return
    if change >= 0 or below(rng, 1 << 20) < math.exp(change) * (1 << 20):
        hand[seat] = mine
        if partner >= 0:
            hand[partner] = theirs


def turns(o: Record, seat: int) -> int:
    """How many turns a seat has had in this round, as far as the tables go."""
    after = (seat - int(o.dealer) - 1) % int(o.seats)  # the seat that starts
    return min((int(o.acts) - after + int(o.seats) - 1) // int(o.seats), len(LOW) - 1)


def kept(hand: np.uint64, had: int) -> float:
    """How much likelier a hand is than a dealt one, after so many turns (a logarithm)."""
    colour = value = 0
    for row in range(7):
        colour = max(colour, ones(hand >> np.uint64(8 * row) & BYTE))
    for column in range(8):
        value = max(value, ones(hand & COLUMN_OF[column]))
    return float(COLOUR[had] * colour + VALUE[had] * value - LOW[had] * points(hand))
