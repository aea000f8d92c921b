"""A bot that does at once what its policy says."""

from collections.abc import Callable
from typing import TypeAlias, cast

import numpy as np

from ludozero.bots.playout import Records, imagine
from ludozero.bots.policy import Policy
from ludozero.bots.rng import Stream, seeds
from ludozero.games.shape import Floats, Ints, Record, Rules

rules: Rules = cast("Rules", None)
policy: Policy = cast("Policy", None)
Chosen: TypeAlias = Callable[..., int]
CHOSEN = "VIEW", "STATE[]", "uint64[]", "int16[]", "int16[]", "int32[]", "float64[]"  # as in fast/compile.py


def chosen(v: Record, worlds: Records, rng: Stream, pack: Ints, order: Ints, out: Ints, scratch: Floats) -> int:
    """What the policy says, once a world is imagined that it can ask."""
    imagine(v, pack, order, rng, worlds[0])
    return policy.choose(v, worlds[0], rng, out, scratch)


class Reflex:
    """View to move."""

    def __init__(self, known: Rules, pack: Ints, seed: int, chosen: Chosen, notes: Floats) -> None:
        self.chosen = chosen
        self.pack = pack
        self.rng = seeds(seed, 1)
        self.worlds = np.zeros(1, known.STATE)
        self.order = np.zeros(len(pack), np.int16)
        self.out = np.zeros(known.MOVES_ROOM, np.int32)
        self.scratch = notes.copy()

    def decide(self, v: Record) -> int:
        return int(self.chosen(v, self.worlds, self.rng, self.pack, self.order, self.out, self.scratch))
