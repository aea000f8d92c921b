"""Greedy at Solèr's Zero: lays at random, bids the likeliest sum still free, makes safe all that can be."""

from ludozero.bots.rng import Stream, below
from ludozero.games.odds import chances
from ludozero.games.sets import SET, SIZE
from ludozero.games.shape import Floats, Ints, Record
from ludozero.games.soler import BIDDING, BIDS, DONE, LAYING, NOUGHT, SAFES, check_bid


def choose(v: Record, s: Record, rng: Stream, out: Ints, scratch: Floats) -> int:
    """One of three kinds of decision."""
    phase = v.open.phase
    if phase == LAYING:
        return any_card(v.hand, rng)
    return likeliest(v, rng, scratch) if phase == BIDDING else largest(v.hand)


def any_card(hand: Ints, rng: Stream) -> int:
    """Each card of the hand equally likely."""
    cards = 0
    for face in range(BIDS):
        cards += int(hand[face])
    k = below(rng, cards)
    face = 0
    while k >= hand[face]:
        k -= int(hand[face])
        face += 1
    return face


def likeliest(v: Record, rng: Stream, scratch: Floats) -> int:
    """The free bid that is right most often, as far as the viewer can tell; ties are drawn."""
    chances(v, scratch)
    reach = 3 * int(v.open.seats)
    best = -1
    most = -1.0
    ties = 0
    for m in range(NOUGHT - reach, NOUGHT + reach + 1):
        if check_bid(v.open, m) == 0:
            chance = scratch[m - BIDS]
            if chance > most:
                best = m
                most = chance
                ties = 1
            elif chance == most:
                ties += 1
                if below(rng, ties) == 0:
                    best = m
    return best


def largest(hand: Ints) -> int:
    """The largest set the hand holds; none left, that was all."""
    best = DONE
    most = 0
    for number in range(len(SIZE)):
        if SIZE[number] > most:
            holds = True
            for face in range(BIDS):
                if hand[face] < SET[number, face]:
                    holds = False
                    break
            if holds:
                best = SAFES + number
                most = int(SIZE[number])
    return best
