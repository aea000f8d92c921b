"""How fast this machine plays: every game beside OpenSpiel's hearts, in one run, because only ratios travel."""

import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ludozero import Table
from ludozero.games import GAMES
from ludozero.lab.simulate import simulate

SEATS = 4  # all the games, and hearts, can be played by four
ROUNDS = 3  # the best counts: whatever else the machine does can only slow it down
FEW = 200  # games to learn how long one takes
SECONDS = 1.0  # of each round
LIBRARIES = ("ludozero", "numpy", "numba", "llvmlite", "open-spiel")
NO_HEARTS = "OpenSpiel is not installed: pip install ludozero[bench] brings it, and this comparison with it."
READY = """
import sys, time
from ludozero.fast.compile import prepared
for game in sys.argv[1:]:
    begun = time.perf_counter()
    prepared(game)
    print(game, time.perf_counter() - begun)
"""


def bench(seconds: float = SECONDS) -> dict[str, Any]:
    """Moves per second of uniform random play on one core, compiled and interpreted, and what compiling takes."""
    hearts = hearts_moves_per_second(seconds)
    games: dict[str, Any] = {}
    for game in GAMES:
        compiled = game_moves_per_second(game, seconds)
        games[game] = {
            "moves_per_second": round(compiled),
            "times_hearts": round(compiled / hearts, 2) if hearts else None,
            "table_moves_per_second": round(table_moves_per_second(game, seconds)),
        }
    return {
        "machine": machine_name(),
        "cores": os.cpu_count(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": {"python": platform.python_version(), **versions()},
        "seats": SEATS,
        "hearts_moves_per_second": round(hearts) if hearts else NO_HEARTS,
        "games": games,
        **compiling(),
    }


def best(rate: Callable[[], float]) -> float:
    """The best of some rounds."""
    return max(rate() for _ in range(ROUNDS))


def game_moves_per_second(game: str, seconds: float) -> float:
    """Compiled play of a game on one core; compiling does not count."""
    tried = simulate(game, SEATS, FEW, threads=1)
    games = max(FEW, int(FEW * seconds * tried["moves_per_second"] / tried["moves"]))
    return best(lambda: float(simulate(game, SEATS, games, threads=1)["moves_per_second"]))


def hearts_moves_per_second(seconds: float) -> float | None:
    """OpenSpiel's hearts between its own uniform bots, all in C++: what players decide counts, chance does not."""
    try:
        import pyspiel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    hearts = pyspiel.load_game("hearts")
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(hearts.num_players())]

    def rate() -> float:
        decisions, played, spent = 0, 0, 0.0
        while spent < seconds:
            states = [hearts.new_initial_state() for _ in range(100)]
            begun = time.perf_counter()
            for seed, state in enumerate(states, played):
                pyspiel.evaluate_bots(state, bots, seed)
            spent += time.perf_counter() - begun
            played += len(states)
            decisions += sum(item.player >= 0 for state in states for item in state.full_history())
        return decisions / spent

    return best(rate)


def table_moves_per_second(game: str, seconds: float) -> float:
    """Interpreted play at a table, with texts, log and everything else it keeps."""
    chance = random.Random(7)
    moves, seed, begun = 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        table = Table(game, SEATS, seed=seed)
        seed += 1
        while not table.over and time.perf_counter() - begun < seconds:
            seat = table.waiting[0]
            table.play(seat, chance.choice(table.moves(seat)))
            moves += 1
    return moves / spent


def compiling() -> dict[str, Any]:
    """Seconds until all games are ready to be played in a new process: with an empty cache, and with a filled one."""
    with tempfile.TemporaryDirectory() as folder:
        cold, cold_seconds = ready(folder)
        _, warm_seconds = ready(folder)
    return {"cold_start_seconds": cold_seconds, "warm_start_seconds": warm_seconds, "compile_seconds": cold}


def ready(folder: str) -> tuple[dict[str, float], float]:
    """One process that makes every game ready: its seconds for each game, and all its seconds."""
    path = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", READY, *GAMES],
        env={**os.environ, "LUDOZERO_CACHE": folder, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    spent = time.perf_counter() - begun
    lines = (line.split() for line in done.stdout.splitlines())
    return {game: round(float(seconds), 2) for game, seconds in lines}, round(spent, 2)


def machine_name() -> str:
    """The processor's name, as far as it tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def versions() -> dict[str, str]:
    """Of the libraries that matter here; those that are missing are left out."""
    found = {}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
