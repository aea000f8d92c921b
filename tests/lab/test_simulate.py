"""Many games and what they come to."""

import builtins
import statistics
from typing import Any

import numpy as np
import pytest

from ludozero.bots.rng import seeds
from ludozero.fast.run import Setting, run
from ludozero.games import GAMES
from ludozero.lab import simulate as room
from ludozero.lab.simulate import simulate
from ludozero.table.errors import BadTable
from ludozero.table.setup import read_pack
from tests.tabletop import pack_of

CLOCK = {"seconds", "compile_seconds", "moves_per_second", "threads"}


def facts(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in CLOCK}


@pytest.mark.parametrize("game", GAMES)
def test_deterministic_for_a_seed_whatever_the_threads(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    once = simulate(game, 3, 300, seed=5, threads=1)
    monkeypatch.setitem(room.BLOCK, "cpu", 70)
    assert facts(simulate(game, 3, 300, seed=5, threads=4)) == facts(once)
    assert facts(simulate(game, 3, 300, seed=6, threads=1)) != facts(once)
    assert once["games"] == 300
    assert once["truncated"] == 0
    assert once["moves_per_second"] > 0


def test_means_and_deviations_are_those_of_the_games() -> None:
    found = simulate("zero", 4, 200, seed=3, threads=1)
    setting = Setting("zero", 4, np.zeros(2, np.int32), pack_of("zero"), 10**6)
    made, points = run(setting, seeds(3, 200))
    assert found["moves"] == made.sum()
    for seat in range(4):
        assert found["mean"][seat] == pytest.approx(statistics.mean(points[:, seat].tolist()))
        assert found["deviation"][seat] == pytest.approx(statistics.stdev(points[:, seat].tolist()))


def test_a_truncated_game_is_counted_as_such_and_nowhere_else() -> None:
    whole = simulate("zero", 3, 100, seed=1, threads=1)
    short = simulate("zero", 3, 100, seed=1, threads=1, max_moves=whole["moves"] // 100)
    assert 0 < short["truncated"] < 100
    assert short["moves"] < whole["moves"]
    assert short["mean"] != whole["mean"]
    none = simulate("zero", 3, 100, seed=1, threads=1, max_moves=5)
    assert none["truncated"] == 100
    assert none["moves"] == 500
    assert none["mean"] == none["deviation"] == [None, None, None]
    assert simulate("zero", 3, 1, threads=1)["deviation"] == [None, None, None]


def test_SO_14_quiet_games_end_unless_asked_otherwise() -> None:
    assert simulate("soler", 3, 10)["options"]["quiet"] == 40
    brief = simulate("soler", 3, 50, options={"quiet": 5}, threads=1)
    endless = simulate("soler", 2, 50, options={"quiet": 0}, threads=1, max_moves=2000)
    assert brief["options"]["quiet"] == 5
    assert brief["moves"] < simulate("soler", 3, 50, threads=1)["moves"]
    assert endless["truncated"] > 10


def test_options_and_a_corrected_pack_are_played_with() -> None:
    auto = simulate("zero", 3, 50, options={"pot": "auto"}, threads=1)
    assert auto["options"] == {"sheet": "modern", "pot": "auto"}
    assert auto["mean"] != simulate("zero", 3, 50, threads=1)["mean"]
    cards = ["R0!" if card == "R0+" else card for card in read_pack("hero", None)["cards"]]
    own = simulate("hero", 3, 50, pack={"name": "mine", "cards": cards}, threads=1)
    assert own["pack"] == "mine"
    assert own["moves"] != simulate("hero", 3, 50, threads=1)["moves"]


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(room.BLOCK, "cpu", 40)
    heard: list[int] = []
    simulate("zero", 3, 100, threads=1, progress=heard.append)
    assert heard == [40, 80, 100]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"games": 0}, "games must be at least 1, not 0."),
        ({"max_moves": 0}, "max_moves must be at least 1, not 0."),
        ({"threads": -2}, "threads must be at least 1, not -2."),
        ({"device": "tpu"}, "device is cpu or gpu, not 'tpu'."),
    ],
)
def test_what_cannot_be_is_one_sentence(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=r"at least|device") as wrong:
        simulate("zero", 3, **{"games": 5, **asked})
    assert str(wrong.value) == sentence


def test_what_no_table_could_be_set_up_with() -> None:
    for asked in ({"seats": 9}, {"options": {"pot": "huge"}}, {"pack": {"name": "x", "cards": ["R1"]}}):
        with pytest.raises(BadTable):
            simulate("zero", **{"seats": 3, "games": 5, **asked})  # type: ignore[arg-type]


def test_without_the_extra_for_gpus_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = builtins.__import__

    def without(name: str, names: Any = None, local: Any = None, wanted: Any = (), level: int = 0) -> Any:
        if name == "ludozero.fast" and "gpu" in (wanted or ()):
            raise ImportError(name)
        return whole(name, names, local, wanted, level)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ValueError, match=r'device="gpu" needs the extra ludozero\[gpu\]; .*\.$'):
        simulate("zero", 3, 5, device="gpu")
