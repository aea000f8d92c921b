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
from ludozero.bots.rng import seeds
from ludozero.fast.run import run
from ludozero.games import GAMES
from ludozero.lab.simulate import setting_of

SEATS = 4  # all the games, and hearts, can be played by four
ROUNDS = 5  # the best counts: whatever else the machine does can only slow it down
SECONDS = 0.5  # of each round and game
GAMES_AT_ONCE = 200
LIBRARIES = ("ludozero", "numpy", "numba", "llvmlite", "open-spiel")
NO_HEARTS = "OpenSpiel is not installed: pip install ludozero[bench] brings it, and this comparison with it."
READY = """
import sys, time
from ludozero.fast.compile import prepared
for game in sys.argv[1:]:
    begun = time.process_time()
    prepared(game)
    print(game, time.process_time() - begun)
"""


def bench(seconds: float = SECONDS) -> dict[str, Any]:
    """Moves per second of uniform random play on one core, compiled and interpreted, and what compiling takes.

    Time is the processor's, so that other programs count little; each round measures every game, then the next begins.
    """
    rates = {game: game_rate(game) for game in GAMES} | hearts_rate()
    rounds = [{name: rate(seconds) for name, rate in rates.items()} for _ in range(ROUNDS)]
    best = {name: round(max(one[name] for one in rounds)) for name in rates}
    hearts = best.get("hearts")
    return {
        "machine": machine_name(),
        "cores": os.cpu_count(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": {"python": platform.python_version(), **versions()},
        "seats": SEATS,
        "hearts_moves_per_second": hearts or NO_HEARTS,
        "games": {
            game: {
                "moves_per_second": best[game],
                "times_hearts": round(best[game] / hearts, 2) if hearts else None,
                "table_moves_per_second": round(table_moves_per_second(game, seconds)),
            }
            for game in GAMES
        },
        **compiling(),
    }


Rate = Callable[[float], float]  # moves per second, measured for so many seconds


def game_rate(game: str) -> Rate:
    """Compiled play of a game, which compiling is no part of."""
    setting = setting_of(game, SEATS)
    run(setting, seeds(0, 1))

    def rate(seconds: float) -> float:
        moves, first, begun = 0, 0, time.thread_time()
        while (spent := time.thread_time() - begun) < seconds:
            made, _ = run(setting, seeds(0, GAMES_AT_ONCE, first))
            moves += int(abs(made).sum())
            first += GAMES_AT_ONCE
        return moves / spent

    return rate


def hearts_rate() -> dict[str, Rate]:
    """OpenSpiel's hearts between its own uniform bots, all in C++: what players decide counts, chance does not."""
    try:
        import pyspiel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return {}
    hearts = pyspiel.load_game("hearts")
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(hearts.num_players())]

    def rate(seconds: float) -> float:
        decisions, seed, spent = 0, 0, 0.0
        while spent < seconds:
            states = [hearts.new_initial_state() for _ in range(GAMES_AT_ONCE)]
            begun = time.thread_time()
            for state in states:
                pyspiel.evaluate_bots(state, bots, seed)
                seed += 1
            spent += time.thread_time() - begun
            decisions += sum(item.player >= 0 for state in states for item in state.full_history())
        return decisions / spent

    return {"hearts": rate}


def table_moves_per_second(game: str, seconds: float) -> float:
    """Interpreted play at a table: the mover's view, its moves as text, the move, the log."""
    chance = random.Random(7)
    moves, seed, begun = 0, 0, time.thread_time()
    while (spent := time.thread_time() - begun) < seconds:
        table = Table(game, SEATS, seed=seed)
        seed += 1
        while not table.over and time.thread_time() - begun < seconds:
            seat = table.waiting[0]
            table.view(seat)
            table.play(seat, chance.choice(table.moves(seat)))
            moves += 1
    return moves / spent


def compiling() -> dict[str, Any]:
    """Seconds until all games are ready to be played in a new process, with an empty cache and with a filled one.

    And what each game has of the former, in seconds of the processor.
    """
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
