"""Deals played on by a policy: verbs of the dialect about whatever game and policy they are bound to."""

from typing import Any, TypeAlias, cast

from ludozero.bots.policy import Policy
from ludozero.bots.rng import Stream, die, shuffle
from ludozero.games.shape import Floats, Ints, Record, Rules

Records: TypeAlias = Any  # an array of them

rules: Rules = cast("Rules", None)  # the game, once they are bound
policy: Policy = cast("Policy", None)  # and how it is played


def imagine(v: Record, pack: Ints, order: Ints, rng: Stream, world: Record) -> None:
    """Fills `world` with one that looks the same to the viewer, all of them equally likely."""
    for i in range(len(pack)):
        order[i] = pack[i]
    shuffle(rng, order, len(order))
    while not rules.guess(v, order, die(rng), world):
        shuffle(rng, order, len(order))


def play_on(s: Record, v: Record, rng: Stream, pack: Ints, order: Ints, out: Ints, scratch: Floats, most: int) -> int:
    """Plays until the deal is over, or for so many moves; tells how many it made. Every mover sees what it may."""
    made = 0
    while made < most:
        mask = rules.waiting(s)
        if mask != 0:
            seat = 0
            while mask >> seat & 1 == 0:
                seat += 1
            rules.see(s, seat, v)
            rules.play(s, seat, policy.choose(v, s, rng, out, scratch))
            made += 1
        elif rules.over(s) != 0:
            break
        else:
            count = rules.needs(s, pack, order)
            shuffle(rng, order, count)
            rules.deal(s, order[:count])
    return made
