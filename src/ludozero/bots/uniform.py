"""Bots: from what a seat knows to a move. The uniform one plays any legal move, each as likely as the others."""

from typing import Protocol

import numpy as np

from ludozero.bots.rng import Stream, below, die, seeds, shuffle
from ludozero.games.shape import Ints, Record, Rules, blank


class Bot(Protocol):
    """View to move; there is nothing else a bot could be handed."""

    def decide(self, v: Record) -> int: ...


def imagine(known: Rules, v: Record, pack: Ints, rng: Stream, world: Record) -> None:
    """Fills `world` with one that looks the same to the viewer, all of them equally likely."""
    order = pack.copy()
    shuffle(rng, order, len(order))
    while not known.guess(v, order, die(rng), world):
        shuffle(rng, order, len(order))


class Uniform:
    """Its legal moves are those of any world it can imagine: they are the same in all."""

    def __init__(self, known: Rules, pack: Ints, seed: int) -> None:
        self.known = known
        self.pack = pack
        self.rng = seeds(seed, 1)
        self.world = blank(known.STATE)
        self.moves = np.zeros(known.MOVES_ROOM, np.int32)

    def decide(self, v: Record) -> int:
        imagine(self.known, v, self.pack, self.rng, self.world)
        count = self.known.moves(self.world, int(v.seat), self.moves)
        return int(self.moves[below(self.rng, count)])
