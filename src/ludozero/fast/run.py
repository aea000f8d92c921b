"""Whole games by the million on the CPU. Each has its own stream of random numbers: the same games on any machine."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludozero.bots.rng import Stream
from ludozero.fast.compile import playouts
from ludozero.games import rules
from ludozero.games.shape import Ints, blank

CHUNK = 64  # games a thread plays before it asks for more


@dataclass(frozen=True)
class Setting:
    """What is the same for all the games: `options` as the rules take them, `pack` as faces."""

    game: str
    seats: int
    options: Ints
    pack: Ints
    limit: int


def run(setting: Setting, streams: Stream, threads: int = 1, states: Any = None) -> tuple[Ints, Ints]:
    """Plays a game for each stream: its moves (negative if the limit cut it short) and its points by seat.

    With `states`, one for each game, the last state of each is left there.
    """
    known = rules(setting.game)
    play = playouts(setting.game)
    streams = streams.copy()
    made = np.zeros(len(streams), np.int64)
    points = np.zeros((len(streams), setting.seats), np.int64)
    nothing = blank(known.STATE)

    def some(first: int) -> None:
        part = slice(first, first + CHUNK)
        ends = np.zeros(1, known.STATE) if states is None else states[part]
        cards = np.zeros(len(setting.pack), np.int16)
        out = np.zeros(known.MOVES_ROOM, np.int32)
        fixed = (setting.seats, setting.options, setting.pack)
        play(ends, nothing, streams[part], *fixed, cards, out, setting.limit, made[part], points[part])

    firsts = range(0, len(streams), CHUNK)
    if threads == 1:
        for first in firsts:
            some(first)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(some, firsts))
    return made, points
