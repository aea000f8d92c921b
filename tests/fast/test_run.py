"""Whole games on the CPU: the same whatever the threads, and the same as interpreted ones."""

from types import ModuleType
from typing import cast

import numpy as np
import pytest

from ludozero.bots.rng import seeds
from ludozero.fast import bulk
from ludozero.fast.bind import bound
from ludozero.fast.run import CHUNK, Setting, run
from ludozero.games import GAMES, rules
from ludozero.games.shape import blank
from ludozero.table.setup import option_numbers, read_options
from tests.tabletop import option_sets, pack_of


def setting(game: str, limit: int = 100_000, number: int = 0) -> Setting:
    seats = rules(game).SEATS[-1]
    options = option_numbers(game, read_options(game, option_sets(game, seats)[number]))
    return Setting(game, seats, options, pack_of(game), limit)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_games_on_any_number_of_threads(game: str) -> None:
    count = 2 * CHUNK + 5
    streams = seeds(1, count)
    before = streams.copy()
    ends = np.zeros((2, count), rules(game).STATE)
    made, points = run(setting(game), streams, 1, ends[0])
    again, same_points = run(setting(game), streams, 3, ends[1])
    assert made.tolist() == again.tolist()
    assert points.tolist() == same_points.tolist()
    assert ends[0].tobytes() == ends[1].tobytes()
    assert streams.tolist() == before.tolist(), "the streams stay the caller's"
    assert made.tolist() == run(setting(game), streams[:7])[0].tolist() + run(setting(game), streams[7:])[0].tolist()
    for s, moves, gained in zip(ends[0], made, points, strict=True):
        assert rules(game).over(s) == 2
        assert s.open.turn.sum() == moves
        assert s.open.total[: len(gained)].tolist() == gained.tolist()
    assert len(set(made.tolist())) > 1 or game == "zatre"


@pytest.mark.parametrize("game", GAMES)
def test_the_same_games_interpreted(game: str) -> None:
    limit, known = 400, rules(game)
    chosen = setting(game, limit)
    about = bound(bulk, {"rules": cast(ModuleType, known)})
    streams, count = seeds(2, 3), 3
    fast, plain = np.zeros(count, known.STATE), np.zeros(count, known.STATE)
    made, points = np.zeros(count, np.int64), np.zeros((count, chosen.seats), np.int64)
    results = run(chosen, streams, states=fast)
    cards, out = np.zeros(len(chosen.pack), np.int16), np.zeros(known.MOVES_ROOM, np.int32)
    fixed = (chosen.seats, chosen.options, chosen.pack, cards, out, limit)
    about.playouts(plain, blank(known.STATE), streams.copy(), *fixed, made, points)
    assert made.tolist() == results[0].tolist()
    assert points.tolist() == results[1].tolist()
    assert plain.tobytes() == fast.tobytes()


def test_a_game_cut_short_tells_so() -> None:
    whole, _ = run(setting("zero"), seeds(3, 20))
    longest = int(whole.max())
    made, _ = run(setting("zero", longest - 1), seeds(3, 20))
    assert made.min() == -(longest - 1)
    assert [moves for moves in made.tolist() if moves > 0] == [moves for moves in whole.tolist() if moves < longest]
    exact, _ = run(setting("zero", longest), seeds(3, 20))
    assert exact.tolist() == whole.tolist(), "the last move allowed may end the game"


def test_options_are_played() -> None:
    quiet = [run(setting("soler", number=number), seeds(4, 20))[0].sum() for number in (0, 1)]
    assert quiet[0] > quiet[1]
