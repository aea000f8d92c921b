"""Instinct at Solèr's Zero: lays zeros, bids about what it can expect, and judges hands by what lies in them."""

import math

import numpy as np

from ludozero.bots.greedy.soler import choose as simple  # noqa: F401
from ludozero.bots.greedy.soler import largest
from ludozero.bots.instinct import weights
from ludozero.bots.margin import margin, share
from ludozero.bots.policy import WEIGHTS_AT
from ludozero.bots.rng import Stream, below
from ludozero.games.odds import chance_right
from ludozero.games.sets import CARDS, COPIES, SIZE, ZERO
from ludozero.games.shape import Floats, Ints, Record
from ludozero.games.soler import BIDDING, BIDS, DONE, FINISHED, LAYING, NOUGHT, SAFES, SCORED, check_bid

HORIZON = 20  # moves of a playout: what lies further off is judged by the hands
PLAIN = 12  # sixteenths of the others who play greedily
WIDTH = 10  # moves worth trying
HELD = np.array([0.3, 0.3, 0.4, 0.9, 0.4, 0.4, 0.4])  # safe cards a card in hand will become, by its face
LOOSE = 1.5  # how far bids lie from what the bidder's own card and those expected say
MEAN = 60 / 55  # of the pack
GLADX = 0.0
BLIND = 0.04  # how likely a bid is that says nothing

# How gladly a card is laid (a logarithm), by its face; how far bids stray; how much of a bid tells of the laid card.
WEIGHTS = weights("soler")
GLADLY = WEIGHTS_AT
STRAY = GLADLY + 7
TELLS = STRAY + 1


def choose(v: Record, s: Record, rng: Stream, out: Ints, scratch: Floats) -> int:
    """One of three kinds of decision."""
    phase = v.open.phase
    if phase == LAYING:
        return some_card(v.hand, rng, scratch)
    return near(v, rng, scratch) if phase == BIDDING else largest(v.hand)


def some_card(hand: Ints, rng: Stream, scratch: Floats) -> int:
    """Any card of the hand, some more gladly than others."""
    mass = 0.0
    for face in range(7):
        scratch[face] = hand[face] * math.exp(scratch[GLADLY + face])
        mass += scratch[face]
    mass *= below(rng, 1 << 20) / (1 << 20)
    last = -1
    for face in range(7):
        if hand[face] > 0:
            last = face
            mass -= scratch[face]
            if mass < 0:
                break
    return last


def near(v: Record, rng: Stream, scratch: Floats) -> int:
    """A free bid near what the own card and the others' cards may come to."""
    o = v.open
    aim: float = foretold(v, scratch) + int(v.laid) - ZERO
    aim += scratch[STRAY] * (below(rng, 256) + below(rng, 256) - 255) / 256
    first = NOUGHT + math.floor(aim + 0.5)
    side = 1 if NOUGHT + aim > first else -1
    for step in range(40):
        m = first + (step + 1) // 2 * (side if step % 2 else -side)
        if check_bid(o, m) == 0:
            return m
    return first


def foretold(v: Record, scratch: Floats) -> float:
    """What the others' cards can be expected to come to, by what is known of their hands and by what they have bid."""
    o = v.open
    public = 0.0
    mine = 0.0
    for seat in range(int(o.seats)):
        value: float = expected(o.known[seat], int(o.held[seat]) + 1, scratch)
        public += value
        if seat == v.seat:
            mine = value
    others = public - mine
    for seat in range(int(o.seats)):
        if seat != v.seat and o.bid[seat] >= 0:
            others += scratch[TELLS] * (int(o.bid[seat]) - NOUGHT - public)
    return others


def expected(known: Ints, cards: int, scratch: Floats) -> float:
    """The value of the card that comes from a hand, of which so much is known."""
    mass = value = 0.0
    unknown = cards
    for face in range(7):
        gladly = math.exp(scratch[GLADLY + face])
        mass += known[face] * gladly
        value += known[face] * gladly * (face - ZERO)
        unknown -= int(known[face])
    for face in range(7):
        gladly = math.exp(scratch[GLADLY + face]) * unknown * COPIES[face] / CARDS
        mass += gladly
        value += gladly * (face - ZERO)
    return value / mass


def rate(v: Record, m: int, scratch: Floats) -> float:
    """How good a move looks before it is tried."""
    if BIDS <= m < SAFES:
        return chance_right(v, m - NOUGHT, scratch)
    return float(SIZE[m - SAFES]) if SAFES <= m < DONE else 0.5


def believe(v: Record, s: Record, pack: Ints, rng: Stream, scratch: Floats) -> bool:
    """Bids tell of cards: whoever bids has more likely laid a card from which that bid follows."""
    o = v.open
    if o.phase != BIDDING:
        return True
    public = 0.0
    for seat in range(int(o.seats)):
        scratch[seat] = average(o.known[seat], int(o.held[seat]) + 1)
        public += scratch[seat]
    chance = 1.0
    for seat in range(int(o.seats)):
        if seat != v.seat:
            if o.bid[seat] >= 0:
                off = int(o.bid[seat]) - NOUGHT - (int(s.laid[seat]) - ZERO) - (public - scratch[seat])
                chance *= (math.exp(-0.5 * (off / LOOSE) ** 2) + BLIND) / (1 + BLIND)
            if GLADX > 0:
                chance *= math.exp(GLADX * min(0.0, scratch[GLADLY + int(s.laid[seat])] - scratch[GLADLY + ZERO]))
    return below(rng, 1 << 20) < chance * (1 << 20)


def average(known: Ints, cards: int) -> float:
    """The value of any card of a hand of which so much is known."""
    value = 0.0
    unknown = cards
    for face in range(7):
        value += int(known[face]) * (face - ZERO)
        unknown -= int(known[face])
    return (value + unknown * MEAN) / cards


def worth(s: Record, seat: int, points: Ints, scratch: Floats) -> float:
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
