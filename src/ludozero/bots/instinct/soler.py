"""Instinct at Solèr's Zero: lays zeros, bids about what it can expect, and judges hands by what lies in them."""

import math

import numpy as np

from ludozero.bots.greedy.soler import any_card, largest
from ludozero.bots.margin import margin, share
from ludozero.bots.rng import Stream, below
from ludozero.games.odds import chance_right
from ludozero.games.sets import SIZE, ZERO
from ludozero.games.shape import Floats, Ints, Record
from ludozero.games.soler import BIDDING, BIDS, DONE, FINISHED, LAYING, NOUGHT, SAFES, SCORED, check_bid

HORIZON = 20  # moves of a playout: what lies further off is judged by the hands
WIDTH = 10  # moves worth trying
HELD = np.array([0.3, 0.3, 0.4, 0.9, 0.4, 0.4, 0.4])  # safe cards a card in hand will become, by its face
EXPECTED = 1.4  # the value of a card somebody else lays, as far as bids go
LOOSE = 1.5  # how far bids lie from what the bidder's own card and that would say
BLIND = 0.04  # how likely a bid is that says nothing


def choose(v: Record, s: Record, rng: Stream, out: Ints, scratch: Floats) -> int:
    """One of three kinds of decision."""
    phase = v.open.phase
    if phase == LAYING:
        return ZERO if v.hand[ZERO] > 0 and below(rng, 3) > 0 else any_card(v.hand, rng)
    return near(v, rng) if phase == BIDDING else largest(v.hand)


def near(v: Record, rng: Stream) -> int:
    """A free bid near what the own card and the others' cards may come to."""
    o = v.open
    others = int(o.seats) - 1
    aim = NOUGHT + int(v.laid) - ZERO + below(rng, 2 * others + 1)
    for step in range(40):
        m = aim + (step + 1) // 2 * (1 if step % 2 else -1)
        if check_bid(o, m) == 0:
            return m
    return aim


def rate(v: Record, m: int, scratch: Floats) -> float:
    """How good a move looks before it is tried."""
    if BIDS <= m < SAFES:
        return chance_right(v, m - NOUGHT, scratch)
    return float(SIZE[m - SAFES]) if SAFES <= m < DONE else 0.5


def believe(v: Record, s: Record, rng: Stream, scratch: Floats) -> bool:
    """Bids tell of cards: whoever bids has more likely laid a card from which that bid follows."""
    o = v.open
    if o.phase != BIDDING:
        return True
    others = int(o.seats) - 1
    chance = 1.0
    for seat in range(int(o.seats)):
        if seat != v.seat and o.bid[seat] >= 0:
            off = (int(o.bid[seat]) - NOUGHT - (int(s.laid[seat]) - ZERO) - EXPECTED * others) / LOOSE
            chance *= (math.exp(-0.5 * off * off) + BLIND) / (1 + BLIND)
    return below(rng, 1 << 20) < chance * (1 << 20)


def worth(s: Record, seat: int, points: Ints) -> float:
    """Safe cards ahead, and what the hands will become; in the end the share of the victory, too."""
    o = s.open
    ahead = margin(s, seat, points)
    if o.phase == FINISHED:
        return 0.05 * ahead + share(s, seat, points)
    if o.phase == SCORED:
        return 0.05 * ahead
    seats = int(o.seats)
    for other in range(seats):
        hand, safe = s.hand[other], o.safe[other]
        value = 0.0
        for face in range(7):
            value += float(HELD[face]) * int(hand[face]) + int(safe[face])
        if s.laid[other] >= 0:
            value += float(HELD[s.laid[other]])
        ahead += value if other == seat else -value / (seats - 1)
    return 0.05 * ahead
