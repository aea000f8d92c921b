"""Which of two bots plays better: the same deals from every seat, so that luck counts for both alike.

A sits in one seat and B in all the others; every deal is played once with A in each seat. A deal's figure is the mean
over its games, so games of one deal never count as independent.
"""

import json
import math
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ludozero.bots.rng import seeds
from ludozero.bots.uniform import Bot
from ludozero.fast.compile import kernels
from ludozero.fast.players import player
from ludozero.games.shape import Rules
from ludozero.lab.simulate import MAX_MOVES, options_of
from ludozero.table.setup import game_rules
from ludozero.table.table import Table

SURE = 1.96  # standard errors to each side of a mean: 95 % of cases
LEAD = 0.05  # win share above the fair one that --sprt asks about
ERROR = 0.05  # how often --sprt may be wrong either way


@dataclass(frozen=True)
class Match:
    """Who plays what against whom."""

    game: str
    seats: int
    a: str
    b: str
    options: dict[str, Any]
    seed: int = 0
    max_moves: int = MAX_MOVES
    threads: int = 1  # of each bot


@dataclass
class Played:
    """One game: A's seat, how it ended, and how long each side thought in all."""

    deal: int
    seat: int
    share: float  # of the victory
    ahead: float  # A's points above the mean of the others, more is better
    points: list[int]
    moves: int
    thought: dict[str, list[float]]  # by side: moves, seconds, the longest
    truncated: bool
    record: dict[str, Any] = field(repr=False)


def arena(
    game: str,
    seats: int,
    a: str,
    b: str,
    deals: int = 100,
    *,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    sprt: bool = False,
    processes: int = 1,
    max_moves: int = MAX_MOVES,
    threads: int = 1,
    dealt: list[int] | None = None,
    lines: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Plays the deals from every seat and tells how A did. `dealt` are seeds of deals that others have played.

    With `sprt` it stops as soon as it is clear whether A wins a fair share or 5 points more.
    """
    game_rules(game, seats)
    match = Match(game, seats, a, b, options_of(game, options), seed, max_moves, threads)
    for spec in (a, b):
        player(spec, game, Table(game, seats, seed=0).faces, 0)  # compiled before the clock runs
    chosen = dealt if dealt is not None else [seed_of(seed, number) for number in range(deals)]
    tally = Tally(match)
    out = lines.open("w", encoding="utf-8") if lines else None
    for done, games in enumerate(dealt_out(match, chosen, processes), 1):
        tally.add(games)
        for one in games if out else []:
            out.write(json.dumps(line(match, one), ensure_ascii=False) + "\n")  # type: ignore[union-attr]
        if progress:
            progress(done)
        if sprt and tally.decided():
            break
    if out:
        out.close()
    return tally.told()


def seed_of(seed: int, deal: int) -> int:
    """The public seed of a deal: `ludozero.Table(game, seats, seed=…)` deals the same."""
    return int(seeds(seed, 1, deal)[0]) % 2**53  # whole in every JSON reader


def dealt_out(match: Match, chosen: list[int], processes: int) -> Iterator[list[Played]]:
    """The games of each deal, deal by deal."""
    if processes == 1:
        yield from (play_deal(match, number) for number in chosen)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        futures = [pool.submit(play_deal, match, number) for number in chosen]
        try:
            yield from (future.result() for future in futures)
        finally:
            for future in futures:
                future.cancel()


def play_deal(match: Match, deal: int) -> list[Played]:
    """One deal with A in every seat."""
    return [play_game(match, deal, seat) for seat in range(match.seats)]


def play_game(match: Match, deal: int, a_seat: int) -> Played:
    """One game, every bot handed its view and nothing else."""
    known: Rules = kernels(match.game)
    names = [match.a if seat == a_seat else match.b for seat in range(match.seats)]
    players = [{"name": name, "kind": "bot"} for name in names]
    table = Table(
        match.game,
        match.seats,
        seed=deal,
        options=match.options,
        players=players,
        rules=known,
    )
    luck = seeds(match.seed ^ deal, match.seats)
    bots: list[Bot] = [
        player(name, match.game, table.faces, int(luck[seat]), match.threads) for seat, name in enumerate(names)
    ]
    thought = {"a": [0.0, 0.0, 0.0], "b": [0.0, 0.0, 0.0]}
    moves = 0
    while not table.over and moves < match.max_moves:
        seat = table.waiting[0]
        v = table.seen(seat)
        begun = time.perf_counter()
        m = bots[seat].decide(v)
        spent = time.perf_counter() - begun
        side = thought["a" if seat == a_seat else "b"]
        side[:] = side[0] + 1, side[1] + spent, max(side[2], spent)
        table.play(seat, known.spell(m))
        moves += 1
    for bot in bots:
        getattr(bot, "close", lambda: None)()
    points = table.scores
    sign = -1 if known.LOWEST_WINS else 1
    ahead = sign * (points[a_seat] - (sum(points) - points[a_seat]) / (match.seats - 1))
    share = (a_seat in table.winners) / max(1, len(table.winners))
    return Played(deal, a_seat, share, ahead, points, moves, thought, not table.over, table.record())


def line(match: Match, one: Played) -> dict[str, Any]:
    """A game as a line of JSON: its record can be replayed and verified."""
    return {
        "deal": one.deal, "a": match.a, "b": match.b, "seat": one.seat, "win_share": one.share,
        "points_difference": one.ahead, "points": one.points, "moves": one.moves, "truncated": one.truncated,
        "thought": one.thought, "record": one.record,
    }  # fmt: skip


class Tally:
    """The deals so far."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.games: list[Played] = []
        self.shares: list[float] = []  # a mean for each deal
        self.aheads: list[float] = []

    def add(self, games: list[Played]) -> None:
        """Takes in the games of a deal."""
        self.games += games
        self.shares.append(sum(one.share for one in games) / len(games))
        self.aheads.append(sum(one.ahead for one in games) / len(games))

    def decided(self) -> bool:
        """Wald's test of a fair share against LEAD more, with the variance as seen: whether it is clear by now."""
        n = len(self.shares)
        mean, spread = estimate(self.shares)
        if n < 8 or not spread:
            return False
        fair = 1 / self.match.seats
        ratio = LEAD * (mean - fair - LEAD / 2) / (spread / SURE) ** 2
        return abs(ratio) > math.log((1 - ERROR) / ERROR)

    def told(self) -> dict[str, Any]:
        """All of it, JSON-able."""
        match = self.match
        share, share_spread = estimate(self.shares)
        ahead, ahead_spread = estimate(self.aheads)
        return {
            "game": match.game,
            "seats": match.seats,
            "options": match.options,
            "a": match.a,
            "b": match.b,
            "seed": match.seed,
            "deals": len(self.shares),
            "games": len(self.games),
            "truncated": sum(one.truncated for one in self.games),
            "fair_share": round(1 / match.seats, 4),
            "win_share": round(share, 4),
            "win_share_ci95": [round(share - share_spread, 4), round(share + share_spread, 4)],
            "points_difference": round(ahead, 3),
            "points_difference_ci95": [round(ahead - ahead_spread, 3), round(ahead + ahead_spread, 3)],
            "points": {side: round(self.points(side), 3) for side in "ab"},
            "moves": sum(one.moves for one in self.games),
            "seconds_per_move": {side: self.seconds(side) for side in "ab"},
            "longest_seconds": {side: round(max(one.thought[side][2] for one in self.games), 4) for side in "ab"},
        }

    def points(self, side: str) -> float:
        """Points in a game, on average."""
        of = [
            points
            for one in self.games
            for seat, points in enumerate(one.points)
            if (seat == one.seat) == (side == "a")
        ]
        return sum(of) / len(of)

    def seconds(self, side: str) -> float:
        """Seconds a move, on average."""
        moves = sum(one.thought[side][0] for one in self.games)
        return round(sum(one.thought[side][1] for one in self.games) / max(1.0, moves), 6)


def estimate(values: list[float]) -> tuple[float, float]:
    """The mean, and how far to each side of it the 95 % interval goes."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, math.inf
    return mean, SURE * math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)
