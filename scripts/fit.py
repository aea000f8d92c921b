"""Fits the numbers a game's instinct goes by, by playing: `python -m scripts.fit zero --seats 4 --minutes 5`.

An evolution strategy: opposite steps away from the numbers so far are tried on the same deals, against greedy seats and
against the numbers as they are in the module, and every number moves the way that won more.
"""

import argparse
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from ludozero.bots import contest
from ludozero.bots.instinct import FITTED, weights
from ludozero.bots.policy import WEIGHTS_AT, notes, policy
from ludozero.bots.rng import seeds
from ludozero.fast.compile import compiled
from ludozero.games import GAMES, rules
from ludozero.games.shape import Floats, blank
from ludozero.lab.simulate import setting_of

MOST = 2000  # moves of a game


class Field:
    """Where numbers are tried."""

    def __init__(self, game: str, seats: int, threads: int, enemies: tuple[bool, ...]) -> None:
        self.enemies = enemies  # greedy or not
        self.known = rules(game)
        self.setting = setting_of(game, seats, {"pot": "auto"} if (game, seats) == ("zero", 2) else None, MOST, None)
        self.play = compiled(game, contest.contests, *contest.CONTESTS, policy=policy("instinct", game))
        self.theirs = notes("instinct", game)
        self.pool = ThreadPoolExecutor(threads)

    def merit(self, ours: Floats, plain: bool, games: int, seed: int) -> tuple[Floats, Floats]:
        """The share won of each game, and the points ahead."""
        known, setting = self.known, self.setting
        deals = np.repeat(seeds(seed, games // setting.seats + 1), setting.seats)[:games]
        shares, aheads = np.zeros(games), np.zeros(games)
        self.play(
            np.zeros(1, known.STATE), blank(known.STATE), np.zeros(1, known.VIEW), deals, seeds(seed + 1, games),
            setting.seats, setting.options, setting.pack, setting.pack.copy(), np.zeros(known.MOVES_ROOM, np.int32),
            ours, self.theirs.copy(), plain, MOST, np.zeros(8, np.int64), shares, aheads,
        )  # fmt: skip
        return shares, aheads


def fit(
    field: Field, start: Floats, count: int, minutes: float, games: int, pairs: int, rate: float, seed: int
) -> Floats:
    """Better numbers than those."""
    steps = np.zeros(len(start))
    steps[WEIGHTS_AT : WEIGHTS_AT + count] = 0.1 * np.abs(start[WEIGHTS_AT : WEIGHTS_AT + count]) + 0.1
    rng = np.random.default_rng(seed)
    at = np.zeros(len(start))
    trail: list[Floats] = []
    begun, number = time.time(), 0
    while (gone := (time.time() - begun) / 60 / minutes) < 1:
        number += 1
        noise = rng.normal(size=(pairs, len(start))) * (steps > 0)
        spots = start + steps * (at + np.stack((noise, -noise), 1))
        jobs = [(spot, plain) for spot in spots.reshape(-1, len(start)) for plain in field.enemies]

        def won(job: tuple[Floats, bool], number: int = number) -> float:
            shares, aheads = field.merit(*job, games, seed * 10**6 + number)
            return float(shares.mean() / 0.45 + aheads.mean() / aheads.std())

        wins = np.array(list(field.pool.map(won, jobs))).reshape(pairs, 2, len(field.enemies)).sum(2)
        gains = wins[:, 0] - wins[:, 1]
        at = at + rate * (1 - 0.7 * gone) * (gains[:, None] * noise).mean(0) / gains.std()
        trail.append(at)
        if number % 20 == 0:
            print(number, "merit of all that was tried:", wins.mean().round(3), flush=True)
    return np.asarray(start + steps * np.mean(trail[-(len(trail) // 4 + 1) :], axis=0))


def tell(field: Field, weights: Floats, when: str) -> None:
    """How the weights fare in games of their own."""
    for plain in (True, False):
        parts = list(field.pool.map(lambda k, plain=plain: field.merit(weights, plain, 1200, 77 + 2 * k), range(8)))
        share, ahead = (np.concatenate(what).mean() for what in zip(*parts, strict=True))
        against = "greedy" if plain else "those they began as"
        print(f"{when}, against {against}: share {share:.3f}, ahead {ahead:.2f}", flush=True)


def main() -> None:
    """Tells how the numbers fared before and after, and writes them down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--games", type=int, default=300, help="for each try")
    parser.add_argument("--pairs", type=int, default=16, help="of opposite steps")
    parser.add_argument("--rate", type=float, default=0.5, help="of moving uphill, at first")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--greedy", action="store_true", help="against greedy seats only")
    parser.add_argument("--out", type=Path, default=FITTED)
    chosen = parser.parse_args()
    field = Field(chosen.game, chosen.seats, chosen.threads, (True,) if chosen.greedy else (True, False))
    start, count = field.theirs.copy(), len(weights(chosen.game))
    tell(field, start, "before")
    end = fit(field, start, count, chosen.minutes, chosen.games, chosen.pairs, chosen.rate, chosen.seed)
    tell(field, end, "after")
    known = json.loads(chosen.out.read_text("utf-8")) if chosen.out.exists() else {}
    known[chosen.game] = [float(f"{weight:.3g}") for weight in end[WEIGHTS_AT : WEIGHTS_AT + count]]
    lines = (f'  "{game}": {json.dumps(numbers)}' for game, numbers in sorted(known.items()))
    chosen.out.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
