"""Whether bots keep to their time on a busy machine, how much memory they take, and how long they are compiled."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from multiprocessing import get_context
from multiprocessing.synchronize import Event

import numpy as np

from ludozero.fast.players import player
from ludozero.games import GAMES, rules
from ludozero.lab.rollouts import positions
from ludozero.table.setup import faces_of, read_pack
from scripts.soak.plan import HOME, Found, Plan, Row

SEATS = {"zero": 4, "hero": 3, "soler": 3, "zatre": 2}
MOVES = 500  # of each game
SECONDS = 0.1
SETTLED = 50  # moves after which memory should not grow
COLD = """
import sys, time
from ludozero.fast.players import warm
begun, spent = time.perf_counter(), time.process_time()
warm(sys.argv[1], "expert")
print(time.perf_counter() - begun, time.process_time() - spent)
"""


def clock(_: Plan) -> Found:
    """`expert` asked for 2,000 moves in 100 ms each by the clock on the wall, while a process for each core does
    nothing but compute: how much longer it took, in milliseconds. `MiB` is all the memory of its process, `MiB more`
    how much of it came after the first 50 moves. `cold` are seconds until all the machine code of a game's `expert` is
    made from nothing, before the machine was busy; in brackets those of the processor.
    """
    cold = {game: compiled_cold(game) for game in GAMES}
    rows: list[Row] = []
    every: list[float] = []
    context = get_context("spawn")
    stop = context.Event()
    busy = [context.Process(target=compute, args=(stop,), daemon=True) for _ in range(os.cpu_count() or 1)]
    for process in busy:
        process.start()
    try:
        for game in GAMES:
            with context.Pool(1) as pool:
                overruns, before, after = pool.apply(asked, (game,))
            every += overruns
            rows.append(row_of(game, overruns) | {"MiB": after, "MiB more": after - before, "cold, s": cold[game]})
            print(f"  {game}", flush=True)
    finally:
        stop.set()
        for process in busy:
            process.join()
    return [*rows, row_of("all", every)], []


def row_of(game: str, overruns: list[float]) -> Row:
    """Milliseconds beyond the time given."""
    mid, high, worst = (float(value) for value in np.percentile(overruns, (50, 99, 100)))
    return {
        "game": game,
        "moves": len(overruns),
        "median, ms": round(mid, 1),
        "99 % under, ms": round(high, 1),
        "most, ms": round(worst, 1),
    }


def asked(game: str) -> tuple[list[float], int, int]:
    """Milliseconds that each move took too long, and the process's memory in MiB soon and in the end."""
    pack = faces_of(rules(game), game, read_pack(game, None)["cards"])
    bot = player(f"expert:{SECONDS}s", game, pack, 1)
    overruns = []
    before = 0
    for at, v in enumerate(positions(game, SEATS[game], MOVES)):
        begun = time.perf_counter()
        bot.decide(v)
        overruns.append(1000 * (time.perf_counter() - begun - SECONDS))
        if at == SETTLED:
            before = memory()
    return overruns, before, memory()


def memory() -> int:
    """The most memory this process has had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1 << 20 if sys.platform == "darwin" else 1 << 10)


def compute(stop: Event) -> None:
    """Keeps a core busy."""
    while not stop.is_set():
        sum(range(100_000))


def compiled_cold(game: str) -> str:
    """Seconds of the clock, and of the processor."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "LUDOZERO_CACHE": folder, "PYTHONPATH": str(HOME / "src")}
        done = subprocess.run(
            [sys.executable, "-c", COLD, game], env=env, stdout=subprocess.PIPE, text=True, check=True
        )
    wall, processor = map(float, done.stdout.split())
    return f"{wall:.1f} ({processor:.1f})"
