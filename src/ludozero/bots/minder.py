"""Minding bots that nobody here wrote: what they may play, who plays for them when they fail, and a note of it."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from ludozero.bots.rng import seeds
from ludozero.bots.uniform import Uniform, imagine
from ludozero.games import rules
from ludozero.games.shape import Ints, Record, blank

CODES = ("crashed", "late", "rubbish", "illegal")  # `fault.CODE` in words/common.json
GRACE = 0.25  # seconds beyond the budget: for the way there and back, and for a busy machine

Legal: TypeAlias = dict[str, int]  # the legal moves by their text, sorted


class Fault(NamedTuple):
    """A lost move: how many moves the seat had made before (the view's `turn`), why, and what there is to tell."""

    turn: int
    code: str
    detail: str


class Foul(Exception):  # noqa: N818 - it is what the bot did
    """A bot has failed to give a legal move."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


class Minder:
    """Stands beside a bot: knows what is legal, and moves in its place as a `Uniform` of the same seed would."""

    def __init__(self, game: str, pack: Ints, seed: int) -> None:
        self.known = rules(game)
        self.pack = pack
        self.stand_in = Uniform(self.known, pack, seed)
        self.rng = seeds(seed, 1, 1)  # not the stand-in's: its moves must not depend on how often one looked
        self.world = blank(self.known.STATE)
        self.moves = np.zeros(self.known.MOVES_ROOM, np.int32)
        self.weights = np.zeros(self.known.WEIGH_ROOM, np.float64)
        self.faults: list[Fault] = []

    def decide(self, v: Record, ask: Callable[[Legal], int]) -> int:
        """What the bot answers, or the stand-in if that is a foul."""
        try:
            return ask(self.legal(v))
        except Foul as foul:
            self.faults.append(Fault(int(v.open.turn[v.seat]), foul.code, foul.detail))
            return self.stand_in.decide(v)

    def legal(self, v: Record) -> Legal:
        """The legal moves of any world the viewer can imagine: they are the same in all."""
        imagine(self.known, v, self.pack, self.rng, self.world)
        count = self.known.moves(self.world, int(v.seat), self.moves)
        return dict(sorted((self.known.spell(int(m)), int(m)) for m in self.moves[:count]))

    def weigh(self, v: Record, legal: Legal) -> dict[str, dict[str, float]]:
        """What the mover could compute of each move, as `Table.weigh` tells it."""
        weighed = {}
        for text, m in legal.items():
            self.known.weigh(v, m, self.weights)
            weighed[text] = {name: float(self.weights[i]) for i, name in enumerate(self.known.WEIGHS)}
        return weighed
