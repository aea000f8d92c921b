"""Many games of uniform random play, to learn how long a game lasts and what a seat is worth."""

import math
import os
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ludozero.bots.rng import seeds
from ludozero.fast.run import Setting, run
from ludozero.games.shape import Ints
from ludozero.table.setup import Pack, faces_of, game_rules, option_numbers, read_options, read_pack

QUIET = {"soler": {"quiet": 40}}  # SO-14: uniform play would hardly ever end otherwise
MAX_MOVES = 100_000
BLOCK = {"cpu": 1 << 14, "gpu": 1 << 20}  # games between two reports of progress


def simulate(
    game: str,
    seats: int,
    games: int = 1000,
    *,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    threads: int | None = None,
    device: str = "cpu",
    max_moves: int = MAX_MOVES,
    pack: Pack | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Plays so many games of one kind. The same seed gives the same games, on however many threads and either device.

    A game is cut short after `max_moves` and counts as truncated; means and deviations, by seat, are over the others.
    Without `threads` every core is used. `progress` is told now and then how many games are done.
    """
    setting = setting_of(game, seats, options, max_moves, pack)
    for what, number in (("games", games), ("max_moves", max_moves), ("threads", 1 if threads is None else threads)):
        if number < 1:
            raise ValueError(f"{what} must be at least 1, not {number}.")
    play = machine(device)
    threads = (threads or cores()) if device == "cpu" else 1

    begun = time.perf_counter()
    play(setting, seeds(seed, 1))
    compiled = time.perf_counter()
    sums = Sums(seats)
    for first in range(0, games, BLOCK[device]):
        streams = seeds(seed, min(BLOCK[device], games - first), first)
        sums.add(*play(setting, streams, threads))
        if progress is not None:
            progress(first + len(streams))
    seconds = time.perf_counter() - compiled

    return {
        "game": game,
        "seats": seats,
        "options": options_of(game, options),
        "pack": read_pack(game, pack)["name"],
        "seed": seed,
        "device": device,
        "threads": threads,
        "max_moves": max_moves,
        "games": games,
        "truncated": games - sums.finished,
        "moves": sums.moves,
        "compile_seconds": round(compiled - begun, 3),
        "seconds": round(seconds, 3),
        "moves_per_second": round(sums.moves / seconds),
        "mean": sums.mean(),
        "deviation": sums.deviation(),
    }


def setting_of(
    game: str, seats: int, options: Mapping[str, Any] | None = None, limit: int = MAX_MOVES, pack: Pack | None = None
) -> Setting:
    """A game as simulations play it, from what users write; whatever cannot be is told before anything is played."""
    known = game_rules(game, seats)
    numbers = option_numbers(game, options_of(game, options))
    return Setting(game, seats, numbers, faces_of(known, game, read_pack(game, pack)["cards"]), limit)


def options_of(game: str, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """All the options, those not chosen at what suits simulations."""
    return read_options(game, {**QUIET.get(game, {}), **(options or {})})


class Sums:
    """Whole numbers added up, so that neither order nor grouping can change a digit."""

    def __init__(self, seats: int) -> None:
        self.moves = self.finished = 0
        self.points = [0] * seats
        self.squares = [0] * seats

    def add(self, made: Ints, points: Ints) -> None:
        """Takes in some games: their moves (negative: truncated) and their points by seat."""
        ended = points[made > 0]
        self.moves += int(np.abs(made).sum())
        self.finished += len(ended)
        for seat in range(len(self.points)):
            self.points[seat] += int(ended[:, seat].sum())
            self.squares[seat] += int((ended[:, seat] ** 2).sum())

    def mean(self) -> list[float | None]:
        """The mean of each seat's points."""
        return [points / self.finished if self.finished else None for points in self.points]

    def deviation(self) -> list[float | None]:
        """The standard deviation of each seat's points, as estimated from these games."""
        n = self.finished
        if n < 2:
            return [None] * len(self.points)
        pairs = zip(self.points, self.squares, strict=True)
        return [math.sqrt((n * squares - points**2) / (n * (n - 1))) for points, squares in pairs]


def machine(device: str) -> Any:
    """What plays the games."""
    if device == "cpu":
        return run
    if device != "gpu":
        raise ValueError(f"device is cpu or gpu, not {device!r}.")
    try:
        from ludozero.fast import gpu
    except ImportError:
        raise ValueError('device="gpu" needs the extra ludozero[gpu]; device="cpu" plays the same games.') from None
    return gpu.run


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
