"""Compiled games in bulk: no card is lost in any of them, and some of them are played again, interpreted."""

from dataclasses import dataclass
from types import ModuleType
from typing import Any, cast

import numpy as np

from ludozero.bots.rng import Stream, seeds
from ludozero.fast import bulk
from ludozero.fast.bind import bound
from ludozero.fast.run import Setting, run
from ludozero.games import rules
from ludozero.games.shape import Ints, blank
from ludozero.table.setup import option_numbers, read_options
from tests.census import in_place
from tests.tabletop import option_sets, pack_of

BLOCK = 100  # games of the same options and limit
WHOLE = 100_000


@dataclass
class Played:
    """What was played and compared."""

    games: int = 0
    cut: int = 0  # stopped in the midst of the game
    moves: int = 0
    twins: int = 0


def interpreted(setting: Setting, streams: Stream) -> tuple[Any, Ints, Ints]:
    """What `run` plays, by the plain rules: the last states, moves made, and points."""
    known = rules(setting.game)
    play = bound(bulk, {"rules": cast(ModuleType, known)}).playouts
    states = np.zeros(len(streams), known.STATE).view(np.recarray)
    made, points = np.zeros(len(streams), np.int64), np.zeros((len(streams), setting.seats), np.int64)
    cards, out = np.zeros(len(setting.pack), np.int16), np.zeros(known.MOVES_ROOM, np.int32)
    fixed = (setting.seats, setting.options, setting.pack, cards, out, setting.limit)
    play(states, blank(known.STATE), streams.copy(), *fixed, made, points)
    return states, made, points


def twins(game: str, seats: int, games: int, every: int, seed: int = 0, threads: int = 1) -> Played:
    """So many games of all options, half of them stopped somewhere on the way; each `every`-th has a twin."""
    known, pack, chance = rules(game), pack_of(game), np.random.default_rng([seed, seats])
    sets = [option_numbers(game, read_options(game, options)) for options in option_sets(game, seats)]
    done, usual = Played(), 0
    for number, first in enumerate(range(0, games, BLOCK)):
        limit = int(chance.integers(1, usual)) if number and chance.random() < 0.5 else WHOLE
        setting = Setting(game, seats, sets[number % len(sets)], pack, limit)
        streams = seeds(seed, min(BLOCK, games - first), first)
        states = np.zeros(len(streams), known.STATE).view(np.recarray)
        made, points = run(setting, streams, threads, states)
        usual = usual or int(made.mean())
        lost = first + np.flatnonzero(~in_place(game, states, pack))
        assert not len(lost), f"{game}, {seats} seats, seed {seed}, limit {limit}: cards are lost in games {lost}"
        some = slice(-first % every, None, every)
        for fast, plain in zip(
            (states[some], made[some], points[some]), interpreted(setting, streams[some]), strict=True
        ):
            for place, (one, other) in enumerate(zip(fast, plain, strict=True)):
                told = f"{game}, {seats} seats, seed {seed}, limit {limit}: game {first + some.start + place * every}"
                assert one.tobytes() == other.tobytes(), told
        done.games += len(made)
        done.cut += int((made < 0).sum())
        done.moves += int(abs(made).sum())
        done.twins += len(made[some])
    return done
