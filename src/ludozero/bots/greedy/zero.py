"""Greedy at Zero: the exchange that leaves the fewest points in hand; a knock when none lowers them."""

import numpy as np

from ludozero.bots.rng import Stream, below
from ludozero.games.bits import NONE, ONE, bit, lowest
from ludozero.games.shape import Floats, Ints, Record
from ludozero.games.zero import CARDS, KNOCK, points


def choose(v: Record, s: Record, rng: Stream, out: Ints, scratch: Floats) -> int:
    """Ties are drawn."""
    hand: np.uint64 = v.hand
    fewest = points(hand)
    best = KNOCK
    ties = 0
    mine = hand
    while mine != NONE:
        lay = lowest(mine)
        mine &= mine - ONE
        pot: np.uint64 = v.open.pot
        while pot != NONE:
            take = lowest(pot)
            pot &= pot - ONE
            left = points(hand & ~bit(lay) | bit(take))
            if left > fewest or (left == fewest and best == KNOCK):
                continue
            ties = ties + 1 if left == fewest else 1
            fewest = left
            if ties == 1 or below(rng, ties) == 0:
                best = lay * CARDS + take
    return best
