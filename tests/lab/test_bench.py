"""The benchmark tells what it should; how fast is for it to say, not for a test to demand."""

import json
import sys
from collections.abc import Callable
from typing import Any

import pyspiel
import pytest

from ludozero.lab import bench as room
from ludozero.lab.bench import bench


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "GAMES", ("zero",))
    monkeypatch.setattr(room, "ROUNDS", 2)


def test_all_of_it_in_one_run() -> None:
    found = bench(0.05)
    assert json.loads(json.dumps(found)) == found
    zero = found["games"]["zero"]
    assert zero["times_hearts"] == round(zero["moves_per_second"] / found["hearts_moves_per_second"], 2)
    assert zero["moves_per_second"] > zero["table_moves_per_second"] > 0
    assert found["warm_start_seconds"] > 0
    assert found["cold_start_seconds"] > 0
    assert found["compile_seconds"]["zero"] > 0
    assert found["machine"]
    assert found["date"].endswith("+00:00")
    assert {"python", "numpy", "numba", "llvmlite"} <= set(found["versions"])


def test_hearts_counts_decisions_not_deals() -> None:
    hearts = pyspiel.load_game("hearts")
    state = hearts.new_initial_state()
    pyspiel.evaluate_bots(state, [pyspiel.make_uniform_random_bot(player, 1) for player in range(4)], 7)
    decisions = sum(item.player >= 0 for item in state.full_history())
    assert decisions in (52, 64), "thirteen tricks, and in most deals three cards passed by each"


def test_without_openspiel_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    nothing: Callable[..., dict[str, Any]] = dict
    monkeypatch.setattr(room, "compiling", nothing)
    found = bench(0.01)
    assert found["hearts_moves_per_second"] == room.NO_HEARTS
    assert found["games"]["zero"]["times_hearts"] is None
    assert found["games"]["zero"]["moves_per_second"] > 0
