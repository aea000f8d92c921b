"""Matches of the arena, planned before the first game, kept in pieces, told when they are there."""

import json
import math
import os
import time
from collections import defaultdict, deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias

from ludozero.lab.arena import Match, Played, Side, play_game, ready
from ludozero.lab.deals import Deal, drawn
from ludozero.lab.simulate import options_of
from ludozero.lab.tally import Tally
from scripts.soak.plan import Found, Plan, Row

SEED = 2026  # the same deals for all matches of a game with so many seats
SEATS = {"zero": 4, "hero": 3, "soler": 3, "zatre": 2}
LENGTH = {"zero": 16, "hero": 20, "soler": 190, "zatre": 25}  # moves of a seat in a game, about
SLOW = {"zero": 0.3, "hero": 0.1, "soler": 0.35, "zatre": 0.2}  # seconds of 200 simulations by OpenSpiel
FEWEST = 3  # deals
LONG = 2.0  # minutes of a deal, by estimate
CAUTION = 1.5  # times the estimate that a game may take
Job: TypeAlias = "tuple[Pairing, int, Deal, int]"


@dataclass(frozen=True)
class Pairing:
    """A match: on how many deals, where there are cores enough, and the win share that was hoped for."""

    name: str
    game: str
    seats: int
    a: str
    b: str
    deals: int
    hoped: str
    pot: str = ""  # Zero's option, where two play

    def match(self) -> Match:
        """As the arena plays it."""
        options = options_of(self.game, {"pot": self.pot} if self.pot else None)
        return Match(self.game, self.seats, self.a, self.b, options, SEED)

    def planned(self, plan: Plan) -> int:
        """How many deals are played: a share of all, fixed beforehand; none if even a few would take too long."""
        deals = math.ceil(self.deals * plan.scale)
        return deals if deals >= FEWEST else FEWEST if self.minutes() < LONG else 0

    def minutes(self) -> float:
        """About what a deal takes of a core."""
        moves = LENGTH[self.game] * self.seats
        return moves * (seconds_of(self.a, self.game) + (self.seats - 1) * seconds_of(self.b, self.game)) / 60


def seconds_of(spec: str, game: str) -> float:
    """Seconds a move, as far as the name tells."""
    name, _, budget = spec.partition(":")
    if budget.endswith("sims"):
        return SLOW[game] if name == "ismcts" else 0.004
    if name in ("uniform", "greedy", "instinct", "beginner", "club"):
        return 0.0001
    return float(budget.removesuffix("s").removesuffix("m")) * (0.001 if budget.endswith("ms") else 1)


def pairings(part: str) -> list[Pairing]:
    """All matches of a part. Solèr's games are ten times as long as the others: there are fewer of them."""
    found = []
    for game, seats in SEATS.items():
        long = 0.3 if game == "soler" else 1.0
        wins = {"zero": "55 %", "hero": "55 %", "soler": "50 %", "zatre": "75 %"}[game]
        rows = [
            ("greedy", "expert:100ms", "greedy", 400 * long, f"at least {wins}"),
            ("flat", "expert:100ms", "flat:100ms", 400 * long, "ahead"),
            ("brief-greedy", "expert:10ms", "greedy", 400 * long, f"at least {wins}"),
            ("brief-flat", "expert:10ms", "flat:10ms", 400 * long, "ahead"),
            ("second", "expert:1s", "greedy", 60 * long, "as at 100 ms"),
            ("club", "club", "beginner", 2000 * long, "ahead"),
            ("expert", "expert:100ms", "club", 240 * long, "ahead"),
            ("master", "master:1s", "expert:100ms", 48 * long, "ahead"),
        ]
        if part == "ismcts":
            rows, long = [], long / 2 if game == "soler" else 1.0
            for players in (2, 3):
                rows.append((f"ismcts{players}", "expert:200sims", "ismcts:200sims", 200 * long, "ahead"))
                rows.append((f"ismcts{players}-time", "expert:100ms", "ismcts:100ms", 60 * long, "ahead"))
        for name, a, b, games, hoped in rows:
            players = int(name[6]) if part == "ismcts" else seats
            pot = "auto" if game == "zero" and players == 2 else ""
            deals = math.ceil(games / players)
            found.append(Pairing(f"{game}:{name}", game, players, a, b, deals, hoped, pot))
    return found


def chosen(part: str, plan: Plan) -> list[Pairing]:
    """The matches asked for, by their names, or by the beginnings or ends of these."""
    every = pairings(part)
    if not plan.only:
        return every
    return [one for one in every if {one.name, *one.name.split(":")} & set(plan.only)]


def planned(part: str, plan: Plan) -> list[str]:
    """What each match takes, about."""
    lines = ["match | A | B | deals | games | core-minutes", "---|---|---|--:|--:|--:"]
    total = 0.0
    for one in chosen(part, plan):
        deals = one.planned(plan)
        total += one.minutes() * deals
        lines.append(f"{one.name} | {one.a} | {one.b} | {deals} | {deals * one.seats} | {one.minutes() * deals:.1f}")
    return [*lines, f"in all: {total:.0f} core-minutes"]


def arena(plan: Plan) -> Found:
    """A in one seat, B in all the others, every deal from every seat; how many deals was fixed beforehand. Thinking is
    measured in processor time, one thread a bot. `share` is A's share of the victories in per cent with its 95 %
    interval, `fair` what equal bots would have; `ahead` are points ahead of the mean of the others in a game.
    """
    return matched("arena", plan)


def ismcts(plan: Plan) -> Found:
    """The same against OpenSpiel's Python ISMCTS, whose resampling is our `guess`, with random rollouts of the deal:
    with equal numbers of simulations, and in equal time.
    """
    return matched("ismcts", plan)


def matched(part: str, plan: Plan) -> Found:
    """Plays what is missing, and tells what all pieces together say."""
    asked = chosen(part, plan)
    plan.pieces.mkdir(parents=True, exist_ok=True)
    there = pieces(plan.pieces)
    due = [job for one in asked for job in missing(one, plan, there[one.name])]
    due.sort(key=lambda job: (job[1] / job[0].planned(plan), -job[0].minutes()))
    play(part, due, plan)
    there = pieces(plan.pieces)
    left = ", ".join(one.name for one in asked if not one.planned(plan))
    thought = sum(side.seconds for games in there.values() for game in games.values() for side in game.sides.values())
    notes = [f"Pieces of several runs add up to this: {thought / 60:.1f} minutes of a core's thinking."]
    if left:
        notes.append(f"Left out, as too long for so few cores: {left}.")
    return [row_of(one, list(there[one.name].values())) for one in pairings(part) if there[one.name]], notes


def missing(one: Pairing, plan: Plan, there: dict[tuple[int, int], Played]) -> Iterator[Job]:
    """The games of a match that nobody has played yet."""
    for number, deal in enumerate(drawn(SEED, one.planned(plan))):
        for seat in range(one.seats):
            if (number, seat) not in there:
                yield one, number, deal, seat


def play(part: str, due: list[Job], plan: Plan) -> None:
    """Plays games in several processes, and writes each down as soon as it is over."""
    if not due:
        return
    begun = time.monotonic()
    context = get_context("spawn")
    by_game: dict[str, list[Match]] = defaultdict(list)
    for one in dict.fromkeys(job[0] for job in due):
        by_game[one.game].append(one.match())
    with ProcessPoolExecutor(min(plan.workers, len(by_game)), context) as pool:
        list(pool.map(compile_all, by_game.values()))
    print(f"  ready after {time.monotonic() - begun:.0f} s", flush=True)
    path = plan.pieces / f"{part}-{os.getpid()}-{int(time.time())}.jsonl"
    with ProcessPoolExecutor(plan.workers, context) as pool, path.open("w", encoding="utf-8") as out:
        running: dict[Future[Played], Pairing] = {}
        done = 0
        rest = deque(due)
        while True:
            while rest and len(running) < plan.workers:
                one, number, deal, seat = rest.popleft()
                spent = (time.monotonic() - begun) / 60
                if not plan.minutes or spent + CAUTION * one.minutes() / one.seats < plan.minutes:
                    running[pool.submit(play_game, one.match(), number, deal, seat)] = one
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                one = running.pop(future)
                told = asdict(future.result())
                del told["record"]
                out.write(json.dumps({"match": one.name, "a": one.a, "b": one.b} | told) + "\n")
                out.flush()
                done += 1
            print(f"\r  {done} of {len(due)} games, {(time.monotonic() - begun) / 60:.1f} min", end="", flush=True)
    print()


def compile_all(matches: list[Match]) -> None:
    """Compiles, in a process of its own, what the matches of a game need, so that the others only load it."""
    for match in matches:
        ready(match)


def pieces(folder: Path) -> dict[str, dict[tuple[int, int], Played]]:
    """All games played so far, by match, deal and seat; a line that a run could not finish is none."""
    there: dict[str, dict[tuple[int, int], Played]] = defaultdict(dict)
    known = {one.name: one for part in ("arena", "ismcts") for one in pairings(part)}
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            try:
                told: dict[str, Any] = json.loads(line)
            except ValueError:
                continue
            one = known.get(told.pop("match"))
            if one and (told.pop("a"), told.pop("b")) == (one.a, one.b):
                sides = {name: Side(**side) for name, side in told.pop("sides").items()}
                there[one.name][told["deal"], told["seat"]] = Played(**told, sides=sides, record={})
    return there


def row_of(one: Pairing, games: list[Played]) -> Row:
    """A match as a row of the report."""
    tally = Tally(one.seats, one.a, one.b)
    for game in games:
        tally.add(game)
    told = tally.told()
    low, high = told["win_share_ci95"]
    worst, best = told["points_difference_ci95"]
    return {
        "match": one.name,
        "seats": one.seats,
        "A": one.a,
        "B": one.b,
        "games": told["deals"] * one.seats,
        "share": percent(told["win_share"]),
        "95 %": f"{percent(low)} to {percent(high)}",
        "fair": percent(told["fair_share"]),
        "hoped": one.hoped,
        "ahead": told["points_difference"],
        "95 % ": f"{worst} to {best}",
        "points a round": " : ".join(str(told["points_per_round"][side]) for side in "ab"),
        "ms a move": " : ".join(f"{1000 * told['seconds_per_move'][side]:.1f}" for side in "ab"),
        "truncated": told["truncated"],
    }


def percent(share: float | None) -> str:
    """A share in per cent."""
    return "" if share is None else f"{100 * share:.1f}"
