"""Greedy at Zero Hero: the affordable pair that adds most points now, else as many tokens as allowed."""

from ludozero.bots.rng import Stream, below
from ludozero.games.hero import BUY, PAIRS, WEIGH_ROOM, weigh
from ludozero.games.shape import Floats, Ints, Record
from ludozero.games.symbols import (
    DECLINE,
    GIVE,
    PEEK,
    PLUS,
    SHIFT,
    STEAL,
    TOKEN,
    effects,
    kind_of,
    nth_effect,
    other_of,
)

CHANGE = 3  # of what `weigh` tells


def choose(v: Record, s: Record, rng: Stream, out: Ints, scratch: Floats) -> int:
    """Ties are drawn."""
    if v.open.bought >= 0:
        return effect(v, rng, scratch)
    m = pair(v, rng, scratch)
    return m if m >= 0 else tokens(v, rng)


def pair(v: Record, rng: Stream, scratch: Floats) -> int:
    """The pair that adds most points; -1 if none adds any, unless there is nothing else to do."""
    o = v.open
    price = o.price
    purse = int(o.purse[v.seat])
    best = -1
    most = 1.0 if price.max() > 0 else -100.0
    ties = 0
    for n in range(PAIRS):
        if price[n] <= purse:
            weigh(v, BUY + n, scratch[:WEIGH_ROOM])
            adds = scratch[CHANGE]
            if adds > most or (adds == most and best < 0):
                best = BUY + n
                most = adds
                ties = 1
            elif adds == most:
                ties += 1
                if below(rng, ties) == 0:
                    best = BUY + n
    return best


def tokens(v: Record, rng: Stream) -> int:
    """As many as allowed: two from a pile of five or more, else one."""
    price = v.open.price
    best = -1
    most = 0
    ties = 0
    for n in range(PAIRS):
        count = 2 if price[n] >= 5 else int(price[n] > 0)
        if count > most:
            ties = 0
        if count > 0 and count >= most:
            most = count
            ties += 1
            if below(rng, ties) == 0:
                best = 2 * n + count - 1
    return best


def effect(v: Record, rng: Stream, scratch: Floats) -> int:
    """Of what symbols offer, what adds most points now; tokens and cards before cards given and taken."""
    o = v.open
    seat = int(v.seat)
    if o.due[PLUS] > 0:
        return TOKEN
    if o.due[PEEK] > 0 and o.due[SHIFT] == 0:
        return TOKEN + 1
    best = DECLINE
    most = 0.0
    ties = 0
    for k in range(3, effects(o, seat)):
        m = nth_effect(o, seat, k)
        held = o.held[seat] if m < STEAL else o.held[other_of(m)]
        if held[kind_of(m)] > 0 and m >= GIVE:
            weigh(v, m, scratch[:WEIGH_ROOM])
            adds = scratch[CHANGE]
            if adds > most:
                best = m
                most = adds
                ties = 1
            elif adds == most and best != DECLINE:
                ties += 1
                if below(rng, ties) == 0:
                    best = m
    return best
