"""Thinking: the better move is found, the same for a seed on any number of threads, in bounded memory and in time."""

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ludozero import Table
from ludozero.bots.rng import below
from ludozero.bots.thinker import AT_ONCE, Budget, Opinion, Thinker
from ludozero.fast.players import player
from ludozero.games import GAMES, rules
from ludozero.lab.rollouts import positions
from tests.tabletop import pack_of

WORTH = np.array([3, 1, 4, 1, 5, 9, 2, 6])  # of moves 0 to 7, in sixteenths
BEST = 5
V = Table("zero", 3, seed=1).seen(1)


def candidates(v: Any, worlds: Any, rng: Any, pack: Any, order: Any, moves: Any, *rest: Any) -> int:
    moves[: len(WORTH)] = range(len(WORTH))
    return len(WORTH)


def tries(v: Any, worlds: Any, views: Any, streams: Any, moves: Any, *rest: Any) -> None:
    """Slot machines: each pays as often as its move is worth."""
    for i, m in enumerate(moves):
        rest[-1][i] = below(streams[i : i + 1], 16) < WORTH[m]


def all_alike(*told: Any) -> None:
    told[-1][:] = 1.0


def thinker(budget: Budget, tries: Callable[..., None] = tries, **more: Any) -> Thinker:
    return Thinker(rules("zero"), pack_of("zero"), 7, budget, candidates, tries, np.zeros(9), **more)


@pytest.mark.parametrize("paired", [True, False])
def test_the_machine_that_pays_most_is_found_and_tried_most(paired: bool) -> None:
    opinions = thinker(Budget(tries=2000), paired=paired).opinions(V)
    assert sorted(opinion.move for opinion in opinions) == list(range(8))
    assert opinions[0].move == BEST
    assert opinions[0].tries == max(opinion.tries for opinion in opinions)
    assert sum(opinion.tries for opinion in opinions) == pytest.approx(2000, abs=8)
    assert opinions[0].value == pytest.approx(WORTH[BEST] / 16, abs=0.1)


@pytest.mark.parametrize("paired", [True, False])
def test_sums_do_not_depend_on_how_tries_are_cut(paired: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = thinker(Budget(tries=1500), paired=paired).opinions(V)
    monkeypatch.setattr("ludozero.bots.thinker.AT_ONCE", 100)
    assert thinker(Budget(tries=1500), paired=paired).opinions(V) == whole
    assert thinker(Budget(tries=1500), paired=paired, threads=3).opinions(V) == whole


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["flat", "search"])
def test_the_same_opinions_on_any_number_of_threads(game: str, name: str) -> None:
    def thought(threads: int) -> list[list[Opinion]]:
        bot = player(f"{name}:150sims", game, pack_of(game), 3, threads=threads)
        assert isinstance(bot, Thinker)
        return [bot.opinions(v) for v in views]

    views = list(positions(game, 3, 4))
    once = thought(1)
    assert thought(2) == once
    assert thought(5) == once
    assert once != [player(f"{name}:150sims", game, pack_of(game), 4).opinions(v) for v in views]  # type: ignore[attr-defined]


def test_memory_does_not_grow_with_the_budget() -> None:
    def most(tries: int) -> int:
        bot = thinker(Budget(tries=tries), all_alike, paired=True)
        tracemalloc.start()
        bot.decide(V)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    most(100)
    assert most(32 * AT_ONCE) < 1.5 * most(4 * AT_ONCE)


def test_it_looks_at_the_clock_and_ends_with_its_time() -> None:
    """By a clock that goes on by as much as the tries take."""
    spent = 0.0
    longest = 0

    def ticking(*told: Any) -> None:
        nonlocal spent, longest
        longest = max(longest, len(told[3]))
        spent += 0.0001 * len(told[3])
        told[-1][:] = 1.0

    thinker(Budget(seconds=0.1), ticking, clock=lambda: spent).decide(V)
    assert 0.1 - 0.0001 <= spent < 0.1 + 0.002
    assert 0.0001 * longest <= 0.002


def test_one_move_needs_no_thought() -> None:
    def single(*told: Any) -> int:
        told[5][0] = 3
        return 1

    bot = thinker(Budget(seconds=1000.0), all_alike)
    bot.candidates = single
    assert bot.decide(V) == 3
