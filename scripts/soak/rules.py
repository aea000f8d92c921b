"""The rules by the thousand: laws, compiled games by the million, secrets; mutants; speed."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict

import numpy as np
from tests.laws import goes_round, play_by_the_laws
from tests.leaks import look
from tests.tabletop import tables
from tests.twins import twins

from ludozero.games import GAMES, rules
from ludozero.lab.bench import bench
from scripts import mutants
from scripts.soak.plan import Found, Plan, Row
from scripts.soak.report import shown

# Work in several processes


def shares(total: int, piece: int) -> Iterator[tuple[str, int, int, int]]:
    """Game, seats, begin and size of pieces of work: so much for each game, spread over the numbers of seats."""
    for game in GAMES:
        among = rules(game).SEATS
        for place, seats in enumerate(among):
            share = total // len(among) + (place < total % len(among))
            for first in range(0, share, piece):
                yield game, seats, first, min(piece, share - first)


def spread(work: Callable[..., Row], jobs: Iterable[tuple[str, int, int, int]], workers: int) -> list[Row]:
    """The pieces of work, done in any order; what they came to is added up by game and seats."""
    rows: dict[tuple[str, int], Row] = {}
    with ProcessPoolExecutor(workers) as pool:
        futures = {pool.submit(work, *job): job for job in jobs}
        for done, future in enumerate(as_completed(futures), 1):
            game, seats, *_ = futures[future]
            row = rows.setdefault((game, seats), {"game": game, "seats": seats})
            for name, value in future.result().items():
                row[name] = value | row.get(name, set()) if isinstance(value, set) else value + row.get(name, 0)
            print(f"\r  {done} of {len(futures)}", end="", flush=True)
    print()
    return [rows[key] for key in sorted(rows, key=lambda key: (GAMES.index(key[0]), key[1]))]


def in_all(rows: list[Row]) -> Row:
    """The sum of all rows."""
    numbers = [name for name, value in rows[0].items() if isinstance(value, int) and name != "seats"]
    return {"game": "all", "seats": ""} | {name: sum(row[name] for row in rows) for name in numbers}


# The parts


LAWS = 5_000  # games of each
SINCE = 1_000  # the first seed: those before are played by the tests


def some_laws(game: str, seats: int, first: int, count: int) -> Row:
    """A piece of the games, each by its own seed."""
    rng = np.random.default_rng([first, seats, GAMES.index(game)])
    moves = 0
    for table in tables(game, seats, count, SINCE + first):
        moves += play_by_the_laws(table, rng)
        goes_round(table)
    return {"games": count, "moves": moves}


def laws(plan: Plan) -> Found:
    """Random games at the table, interpreted: all the laws in every phase and now and then (`tests/laws.py`), every
    card counted after every move, and there and back through the record.
    """
    rows = spread(some_laws, shares(LAWS, 25), plan.workers)
    return [*rows, in_all(rows)], []


MILLION = 1_000_000  # games of each
EVERY = 5_000


def some_of_a_million(game: str, seats: int, first: int, count: int) -> Row:
    """A piece of the games, by a seed of its own."""
    return asdict(twins(game, seats, count, EVERY, seed=SINCE + first))


def million(plan: Plan) -> Found:
    """Compiled games, half of them stopped on the way: in the state each ends in, every card is in exactly one place
    (`tests/census.py`). Each 5,000th was played again by the interpreted rules, to the same bytes.
    """
    rows = spread(some_of_a_million, shares(MILLION, 4 * EVERY), plan.workers)
    return [*rows, in_all(rows)], []


POSITIONS = 25_000  # of each


def some_secrets(game: str, seats: int, first: int, count: int) -> Row:
    """A piece of the positions, of games whose seeds no other piece comes to: there are fewer games than positions."""
    return asdict(look(game, seats, count, SINCE + first))


def secret(plan: Plan) -> Found:
    """Positions in which, for each seat and a spectator, all that the viewer cannot know was dealt out anew, once by
    hand and once by `guess`: not a byte of the view, no legal move and no word of a refusal changed. `shuffled` says
    in how many positions this really made another state, `moved` for how many viewers; the others know all there is.
    """
    rows = spread(some_secrets, shares(POSITIONS, 250), plan.workers)
    total = in_all(rows)
    for row in rows:
        row["phases"] = len(row["phases"])
    return [*rows, total | {"phases": ""}], []


SAMPLE = 500


def mutated(plan: Plan) -> Found:
    """Small changes made to the rules and the table by mutmut, one at a time: how many of them the quick interpreted
    tests notice. A sample of all of them, by a fixed seed. Those nobody noticed are listed.
    """
    return mutants.sampled(SAMPLE, plan.workers)


def benched(_: Plan) -> Found:
    """Uniform random play on one core, in moves per second, beside the hearts of OpenSpiel, in C++, in the same run."""
    found = bench()
    rows = [
        {"game": game, "seats": found["seats"], **figures, "compile_seconds": found["compile_seconds"][game]}
        for game, figures in found["games"].items()
    ]
    return rows, [
        f"Hearts of OpenSpiel {found['versions'].get('open-spiel', '')}: {shown(found['hearts_moves_per_second'])}"
        " moves per second.",
        f"All games ready in a new process: {found['cold_start_seconds']} s with nothing compiled before, "
        f"{found['warm_start_seconds']} s with everything.",
    ]
