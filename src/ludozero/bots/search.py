"""The search: guesses that the play so far makes likely, played on by instinct, and judged by what that is worth."""

from typing import Any, cast

import numpy as np

from ludozero.bots.playout import Records, imagine
from ludozero.bots.rng import Stream, below, shuffle
from ludozero.games.shape import Floats, Ints, Record, Rules

rules: Rules = cast("Rules", None)
policy: Any = None  # a module of instinct
DOUBT = 12  # guesses that are not believed before one is taken as it is


def tries(
    v: Record, worlds: Records, views: Records, streams: Stream, moves: Ints, pack: Ints, order: Ints, out: Ints,
    points: Ints, scratch: Floats, values: Floats,
) -> None:  # fmt: skip
    """For each stream a guess, the move that goes with it, and what the viewer's position is worth in the end.

    Equal streams next to each other are about the same guess: it is made once.
    """
    seat = int(v.seat)
    before = after = np.uint64(0)
    plain = 0
    for i in range(len(streams)):
        rng = streams[i : i + 1]
        if i > 0 and rng[0] == before:
            rng[0] = after
        else:
            before = rng[0]
            for _ in range(DOUBT):
                imagine(v, pack, order, rng, worlds[1])
                if policy.believe(v, worlds[1], pack, rng, scratch):
                    break
            plain = 0
            for other in range(int(v.open.seats)):
                if other != seat and below(rng, 16) < policy.PLAIN:
                    plain |= 1 << other
            after = rng[0]
        worlds[0] = worlds[1]
        s = worlds[0]
        rules.play(s, seat, moves[i])
        go_on(s, views[0], rng, pack, order, out, scratch, plain)
        values[i] = policy.worth(s, seat, points, scratch)


def go_on(s: Record, v: Record, rng: Stream, pack: Ints, order: Ints, out: Ints, scratch: Floats, plain: int) -> None:
    """Plays until the deal is over, or as far as the policy looks ahead; the seats of `plain` play greedily."""
    for _ in range(policy.HORIZON):
        mask = rules.waiting(s)
        if mask != 0:
            seat = 0
            while mask >> seat & 1 == 0:
                seat += 1
            rules.see(s, seat, v)
            if plain >> seat & 1:
                rules.play(s, seat, policy.simple(v, s, rng, out, scratch))
            else:
                rules.play(s, seat, policy.choose(v, s, rng, out, scratch))
        elif rules.over(s) != 0:
            return
        else:
            count = rules.needs(s, pack, order)
            shuffle(rng, order, count)
            rules.deal(s, order[:count])


def candidates(
    v: Record, worlds: Records, rng: Stream, pack: Ints, order: Ints, moves: Ints, ratings: Floats, scratch: Floats
) -> int:
    """The moves worth trying, those that look best first; the legal ones are the same in every world."""
    imagine(v, pack, order, rng, worlds[0])
    count = rules.moves(worlds[0], int(v.seat), moves)
    if policy.WIDTH == 0 or count <= 2:
        return count
    for i in range(count):
        m = int(moves[i])
        rating = policy.rate(v, m, scratch)
        at = min(i, int(policy.WIDTH))
        while at > 0 and ratings[at - 1] < rating:
            ratings[at] = ratings[at - 1]
            moves[at] = moves[at - 1]
            at -= 1
        ratings[at] = rating
        moves[at] = m
    return min(count, int(policy.WIDTH))
