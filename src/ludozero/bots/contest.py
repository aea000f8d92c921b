"""Whole games of one set of weights against another: verbs of the dialect about whatever game they are bound to."""

from typing import Any, cast

from ludozero.bots.margin import margin, share
from ludozero.bots.playout import Records
from ludozero.bots.rng import Stream, shuffle
from ludozero.games.shape import Floats, Ints, Record, Rules

rules: Rules = cast("Rules", None)
policy: Any = None  # a module of instinct
CONTESTS = (
    *("STATE[]", "STATE", "VIEW[]", "uint64[]", "uint64[]", "int64", "int32[]", "int16[]", "int16[]", "int32[]"),
    *("float64[]", "float64[]", "boolean", "int64", "int64[]", "float64[]", "float64[]"),
)


def contests(
    states: Records, blank: Record, views: Records, luck: Stream, streams: Stream, seats: int, options: Ints,
    pack: Ints, order: Ints, out: Ints, ours: Floats, theirs: Floats, plain: bool, most: int, points: Ints,
    shares: Floats, aheads: Floats,
) -> None:  # fmt: skip
    """A game for each stream, one seat going by our numbers, the others by theirs or, `plain`, greedily.

    `luck` deals, so that two sets of weights can be tried on the same deals. A game too long has no winner.
    """
    for i in range(len(streams)):
        states[0] = blank
        s, v = states[0], views[0]
        rng, dealing = streams[i : i + 1], luck[i : i + 1]
        us = i % seats
        rules.start(s, seats, options)
        made = 0
        while rules.over(s) != 2 and made < most:
            mask = rules.waiting(s)
            if mask == 0:
                count = rules.needs(s, pack, order)
                shuffle(dealing, order, count)
                rules.deal(s, order[:count])
                continue
            seat = 0
            while mask >> seat & 1 == 0:
                seat += 1
            rules.see(s, seat, v)
            if seat == us:
                m = policy.choose(v, s, rng, out, ours)
            elif plain:
                m = policy.simple(v, s, rng, out, theirs)
            else:
                m = policy.choose(v, s, rng, out, theirs)
            rules.play(s, seat, m)
            made += 1
        shares[i] = share(s, us, points) if rules.over(s) == 2 else 0.0
        aheads[i] = margin(s, us, points)
