"""What can be proved of the GPU without one: its kernels compile and fit, and its games are the CPU's.

With one: `twins` plays ten thousand games of each kind on both (scripts/gpu_run.py).
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ludozero
from ludozero.bots.rng import seeds
from ludozero.fast.run import run
from ludozero.games import GAMES, rules
from tests.fast.test_run import setting

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="numba-cuda is made for Linux")
TABLES = 1 << 16  # bytes of constant memory
LOCAL = 1 << 19  # bytes a thread may have for itself
SIMULATED = """
import sys
from ludozero.fast import gpu
assert gpu.SIMULATED
for game in sys.argv[1:]:
    for seats in {gpu.rules(game).SEATS[0], gpu.rules(game).SEATS[-1]}:
        print(game, seats, gpu.twins(game, 5, seats, limit=300))
"""


@pytest.fixture
def gpu() -> Any:
    return importlib.import_module("ludozero.fast.gpu")


@pytest.mark.parametrize("game", GAMES)
def test_kernels_compile_and_fit(game: str, gpu: Any) -> None:
    told = gpu.occupancy(game)
    assert told["ptx_bytes"] > 10_000
    assert told["table_bytes"] < TABLES
    if shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin"):
        assert 16 < told["registers"] <= 255
        assert rules(game).STATE.itemsize < told["stack_bytes"] < LOCAL


def test_the_same_games_on_a_simulated_gpu() -> None:
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(Path(ludozero.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", SIMULATED, *GAMES], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 2 * len(GAMES)
    assert all(line.endswith(" 0") for line in lines), lines


def test_twins_would_notice(gpu: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def off(chosen: Any, streams: Any, threads: int = 1, states: Any = None) -> Any:
        made, points = run(chosen, streams, threads, states)
        states[3].open.gain[0] += 1
        points[5] += 1
        return made, points

    monkeypatch.setattr(gpu, "run", off)
    assert gpu.twins("zero", 20) == 2


def test_without_a_gpu_one_sentence(gpu: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu.cuda, "is_available", lambda: False)
    with pytest.raises(gpu.NoGpu, match=r"No NVIDIA GPU .*\.$"):
        gpu.run(setting("zero"), seeds(1, 5))
