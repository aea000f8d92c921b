# mypy: disable-error-code="no-untyped-call, attr-defined"
"""Whole games by the million on an NVIDIA GPU, a thread for each: the same source, the same games, the same bytes.

All that knows of GPUs is in this file; nothing else needs it. `python -m ludozero.fast.gpu` compiles every game's
kernel for an H200, having one or not, and prints what a thread would take there.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import numba
import numpy as np
from numba import cuda

from ludozero.bots.rng import Stream, seeds
from ludozero.fast import bulk
from ludozero.fast.bind import bound, copies
from ludozero.fast.compile import kind_of, wide
from ludozero.fast.run import Setting
from ludozero.fast.run import run as run_on_cpu
from ludozero.games import GAMES, rules
from ludozero.games.shape import Ints

BLOCK = 128  # threads
HOPPER = (9, 0)
SIMULATED = bool(numba.config.ENABLE_CUDASIM)


class NoGpu(ValueError):  # noqa: N818 - it is what is said
    """There is no GPU that could be used."""

    def __init__(self) -> None:
        super().__init__("No NVIDIA GPU with its driver is to be found here; the CPU plays the same games.")


def run(setting: Setting, streams: Stream, threads: int = 1, states: Any = None) -> tuple[Ints, Ints]:  # noqa: ARG001
    """What `run.run` does, on the GPU."""
    if not cuda.is_available():
        raise NoGpu
    count, (word, words) = len(streams), memory_of(setting.game)
    made = cuda.device_array(count, np.int64)
    points = cuda.device_array((count, setting.seats), np.int64)
    keep = states is not None
    ends = cuda.device_array((count if keep else 1, words), word)
    fixed = (setting.seats, cuda.to_device(setting.options), cuda.to_device(setting.pack), setting.limit)
    block = min(BLOCK, count)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*Grid size")  # few games leave it idle; that is no mistake
        launched = cuda.jit(kernel(setting.game)) if SIMULATED else compiled(setting.game)
        launched[-(-count // block), block](cuda.to_device(streams), *fixed, made, points, ends, keep)
    if keep:
        states.view(word).reshape(count, words)[:] = ends.copy_to_host()
    return made.copy_to_host(), points.copy_to_host()


@cache
def compiled(game: str) -> Any:
    """The kernel of a game, ready to be launched."""
    return cuda.jit(arguments(game))(kernel(game))


def arguments(game: str) -> tuple[Any, ...]:
    """What the kernel takes, as Numba names it."""
    kinds = "uint64[]", "int64", "int32[]", "int16[]", "int64", "int64[]", "int64[,]", f"{memory_of(game)[0]}[,]"
    return *(kind_of(game, kind) for kind in kinds), kind_of(game, "boolean")


def memory_of(game: str) -> tuple[np.dtype[Any], int]:
    """A state as words: of the largest kind that fills it exactly, and so is aligned as its fields must be."""
    room: int = rules(game).STATE.itemsize
    word = next(word for word in (8, 4, 2, 1) if room % word == 0)
    return np.dtype(f"uint{8 * word}"), room // word


@cache
def kernel(game: str) -> Any:
    """One game per thread: `bulk.playouts` with the state and all scratch in the thread's own memory."""
    known = rules(game)
    made: dict[str, ModuleType] = {}
    if SIMULATED:
        verbs: Any = known
        play = bound(bulk, {"rules": cast(ModuleType, known)})
    else:
        verbs = copies(cast(ModuleType, known), device, {}, made)
        play = copies(bulk, device, {"rules": verbs}, made)
    start, over, score, playout = verbs.start, verbs.over, verbs.score, play.playout
    state = known.STATE
    word, words = memory_of(game)
    cards_room = max(map(len, known.PACKS.values()))
    moves_room = known.MOVES_ROOM

    def playouts(
        streams: Stream, seats: int, options: Ints, pack: Ints, limit: int,
        made: Ints, points: Ints, ends: Ints, keep: bool,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i >= len(streams):
            return
        memory = cuda.local.array(words, word)
        cards = cuda.local.array(cards_room, np.int16)
        out = cuda.local.array(moves_room, np.int32)
        rng = cuda.local.array(1, np.uint64)
        for k in range(words):
            memory[k] = 0
        rng[0] = streams[i]
        s = memory.view(state)[0]
        start(s, seats, options)
        count = playout(s, rng, pack, cards, out, limit)
        made[i] = count if over(s) == 2 else -count
        score(s, points[i])
        if keep:
            for k in range(words):
                ends[i, k] = memory[k]

    return playouts


def device(function: FunctionType) -> Any:
    """A function only kernels call, in one version as on the CPU."""
    made = cuda.jit(function, device=True)
    template = made.get_call_template

    def one_version(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return template(tuple(map(wide, args)), kws)

    made.get_call_template = one_version
    return made


# Proofs


def twins(game: str, games: int = 10_000, seats: int = 0, options: Ints | None = None, limit: int = 20_000) -> int:
    """Plays the same games on both machines and tells how many ended in different bytes: 0, or something is wrong."""
    known = rules(game)
    seats = seats or known.SEATS[-1]
    faces = [known.FACES.index(card) for card in next(iter(known.PACKS.values()))]
    if options is None:
        first = [values[0] if isinstance(values, range) else 0 for values in known.OPTIONS.values()]
        options = np.array(first or [0], np.int32)
    setting = Setting(game, seats, options, np.array(faces, np.int16), limit)
    here, there = np.zeros(games, known.STATE), np.zeros(games, known.STATE)
    streams = seeds(7, games)
    results = run_on_cpu(setting, streams, states=here), run(setting, streams, states=there)
    same = (here.view(np.uint8) == there.view(np.uint8)).reshape(games, -1).all(axis=1)
    same &= (results[0][0] == results[1][0]) & (results[0][1] == results[1][1]).all(axis=1)
    return int(games - same.sum())


def occupancy(game: str) -> dict[str, Any]:
    """What a thread of the kernel takes on an H200, told by NVIDIA's assembler; no GPU is needed for that."""
    begun = time.perf_counter()
    hopper = SimpleNamespace(compute_capability=HOPPER)
    with patch("numba.cuda.dispatcher.get_current_device", lambda: hopper):
        ptx, _ = cuda.compile_ptx(kernel(game), arguments(game), cc=HOPPER)
    told: dict[str, Any] = {"compile_seconds": round(time.perf_counter() - begun, 2), "ptx_bytes": len(ptx)}
    told["table_bytes"] = sum(map(int, re.findall(r"^\.const .*?\.b8 \S+\[(\d+)\]", ptx, re.MULTILINE)))  # of 65536
    assembler = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")
    if assembler is None:
        return told
    release = re.search(r"release (\d+)\.(\d+)", subprocess.run([assembler, "--version"], **TEXT).stdout)
    if release:  # the compiler may be newer than the assembler, and write a newer number than it needs
        ptx = re.sub(r"\.version \S+", f".version {int(release[1]) - 4}.{release[2]}", ptx, count=1)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.ptx"
        source.write_text(ptx)
        command = [assembler, "-v", "--gpu-name", "sm_90", str(source), "-o", str(source.with_suffix(".cubin"))]
        said = subprocess.run(command, **TEXT).stderr
    for name, pattern in MEASURES.items():
        found = re.findall(pattern, said)
        told[name] = int(found[-1]) if found else None
    return told


TEXT: dict[str, Any] = {"capture_output": True, "text": True, "check": False}
MEASURES = {
    "registers": r"Used (\d+) registers",
    "stack_bytes": r"(\d+) bytes cumulative stack size",
    "spill_store_bytes": r"(\d+) bytes spill stores",
    "spill_load_bytes": r"(\d+) bytes spill loads",
}

if __name__ == "__main__":
    json.dump({game: occupancy(game) for game in sys.argv[1:] or GAMES}, sys.stdout, indent=1)
    print()
