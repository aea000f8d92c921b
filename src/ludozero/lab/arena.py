"""Which of two bots plays better: the same deals from every seat, so that luck counts for both alike.

A sits in one seat and B in all the others; every deal is played once with A in each seat. A deal's figure is the mean
over its games, so games of one deal never count as independent (tally.py).
"""

import json
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ludozero.bots.rng import seeds
from ludozero.fast.compile import kernels
from ludozero.lab.contenders import contender
from ludozero.lab.deals import Deal, drawn, load_deals, save_deals
from ludozero.lab.simulate import options_of
from ludozero.lab.tally import Tally
from ludozero.table.errors import quoted
from ludozero.table.setup import game_rules
from ludozero.table.table import Table

MAX_MOVES = 5_000  # of a game; sensible ones are far shorter
WAITING = 4  # games that each process finds waiting
LONGEST_NAME = 60


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
class Side:
    """How one of the two thought in a game, all its seats together."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    faults: dict[str, int] = field(default_factory=dict)  # lost moves, by the code of why


@dataclass
class Played:
    """One game."""

    deal: int
    seat: int  # A's
    share: float  # of the victory, A's
    ahead: float  # A's points above the mean of the others, more is better
    points: list[int]
    rounds: int
    truncated: bool
    sides: dict[str, Side]
    faults: list[dict[str, Any]]  # every lost move: whose, when and why
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
    threads: int = 1,
    max_moves: int = MAX_MOVES,
    decks: Path | None = None,
    save_decks: Path | None = None,
    lines: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Any]:
    """Plays the deals from every seat and tells how A did.

    With `decks` these are the first `deals` of a file, with `save_decks` they are written to one. `lines` is a file for
    a line of JSON about each game. With `sprt` it stops as soon as it is clear whether A wins a fair share or more.
    """
    game_rules(game, seats)
    for what, number in (("deals", deals), ("processes", processes), ("threads", threads), ("max_moves", max_moves)):
        if number < 1:
            raise ValueError(f"{what} must be at least 1, not {number}.")
    match = Match(game, seats, a, b, options_of(game, options), seed, max_moves, threads)
    chosen = load_deals(decks, game, seats, match.options)[:deals] if decks else drawn(seed, deals)
    if save_decks:
        save_deals(save_decks, game, seats, match.options, chosen)
    ready(match)
    tally = Tally(seats, a, b)
    with ExitStack() as stack:
        out = stack.enter_context(lines.open("w", encoding="utf-8")) if lines else None
        games = stack.enter_context(closing(play_all(match, jobs(match, chosen), processes)))
        for done, one in enumerate(games, 1):
            tally.add(one)
            if out:
                out.write(line(match, one) + "\n")
            if progress:
                progress(done)
            if sprt and tally.verdict():
                break
    return {"game": game, "seats": seats, "options": match.options, "a": a, "b": b, "seed": seed} | tally.told(sprt)


def ready(match: Match) -> None:
    """Both bots are there, and what they need is compiled and kept; whatever cannot be is told now."""
    table = Table(match.game, match.seats, seed=0, options=match.options)
    for spec in (match.a, match.b):
        contender(spec, match.game, table.faces, 0, threads=match.threads, options=match.options).close()


def jobs(match: Match, chosen: Sequence[Deal]) -> Iterator[tuple[int, Deal, int]]:
    """The games of a match: the number of the deal, its cards, A's seat."""
    return ((number, deal, seat) for number, deal in enumerate(chosen) for seat in range(match.seats))


def play_all(match: Match, due: Iterable[tuple[int, Deal, int]], processes: int) -> Generator[Played]:
    """The games in their order, several at a time."""
    if processes == 1:
        for job in due:
            yield play_game(match, *job)
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"))
    running: deque[Future[Played]] = deque()
    try:
        for job in due:
            running.append(pool.submit(play_game, match, *job))
            if len(running) >= WAITING * processes:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def play_game(match: Match, number: int, deal: Deal, a_seat: int) -> Played:
    """One game, every bot handed its view and nothing else."""
    known = kernels(match.game)
    names = [match.a if seat == a_seat else match.b for seat in range(match.seats)]
    table = Table(
        match.game,
        match.seats,
        **deal.shuffle(),
        options=match.options,
        players=[{"name": quoted(name, LONGEST_NAME), "kind": "bot"} for name in names],
        rules=known,
    )
    luck = seeds(match.seed, match.seats, number * match.seats)
    sides = {"a": Side(), "b": Side()}
    with ExitStack() as stack:
        bots = [
            stack.enter_context(
                closing(
                    contender(
                        name,
                        match.game,
                        table.faces,
                        int(luck[seat]),
                        threads=match.threads,
                        options=match.options,
                    )
                )
            )
            for seat, name in enumerate(names)
        ]
        moves = 0
        while not table.over and moves < match.max_moves:
            seat = table.waiting[0]
            one = bots[seat]
            v = table.seen(seat)
            begun = one.clock()
            m = one.bot.decide(v)
            spent = one.clock() - begun
            side = sides["a" if seat == a_seat else "b"]
            side.moves += 1
            side.seconds += spent
            side.longest = max(side.longest, spent)
            table.play(seat, known.spell(m))
            moves += 1
    faults = [
        {"seat": seat, "name": getattr(one.guest, "name", ""), **fault._asdict()}
        for seat, one in enumerate(bots)
        for fault in one.faults
    ]
    for fault in faults:
        lost = sides["a" if fault["seat"] == a_seat else "b"].faults
        lost[fault["code"]] = lost.get(fault["code"], 0) + 1
    points = table.scores
    sign = -1 if known.LOWEST_WINS else 1
    return Played(
        deal=number,
        seat=a_seat,
        share=(a_seat in table.winners) / max(1, len(table.winners)),
        ahead=sign * (points[a_seat] - (sum(points) - points[a_seat]) / (match.seats - 1)),
        points=points,
        rounds=len(table.deals),
        truncated=not table.over,
        sides=sides,
        faults=faults,
        record=table.record(),
    )


def line(match: Match, one: Played) -> str:
    """A game as a line of JSON; its record can be replayed and verified."""
    return json.dumps({"a": match.a, "b": match.b, "luck": match.seed} | asdict(one), ensure_ascii=False)
