"""What `make load` finds out, part by part: each opens a house of its own, and closes it."""

import asyncio
import gc
import os
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

import numpy as np
import uvloop

from scripts.load.bots import answers, bot_tables, made_ready, thoughts, warmed_up
from scripts.load.company import Company
from scripts.load.drive import Found as Driven
from scripts.load.drive import closed, opened
from scripts.load.house import House
from scripts.load.plot import plot
from scripts.load.report import picture, plot_file
from scripts.soak.plan import HOME, Found, Row

T = TypeVar("T")
BUSY = 10  # tables of bots beside people
BOT_TABLES = 50
CALM = 100  # moves a second of people beside them
RATES = (400, 800)  # moves a second
WAIT = 10.0  # milliseconds that every commit takes longer
KINDS = ("rules", "moves and weights", "the table's log", "JSON", "store")


@dataclass(frozen=True)
class Plan:
    """How much, for how long."""

    tables: int = 1000
    seconds: float = 30.0
    minutes: float = 3.0  # of clients coming and going


@contextmanager
def opened_house(**how: Any) -> Iterator[House]:
    """A house on this disk; a memory file system would flatter it."""
    (HOME / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=HOME / "build") as folder, House(Path(folder), **how) as house:
        yield house


def run(house: House, work: Callable[[House, Company], Coroutine[Any, Any, T]]) -> T:
    """Does the callers' work; their garbage waits until they have gone."""

    async def all_of_it() -> T:
        company = Company(house.port)
        gc.collect()
        gc.freeze()
        gc.disable()
        try:
            return await work(house, company)
        finally:
            await company.close()

    try:
        return uvloop.run(all_of_it())
    finally:
        gc.unfreeze()
        gc.enable()


def use_of(driven: Driven) -> Row:
    """Shares of one core, in percent."""
    return {f"{name}, %": round(100 * share) for name, share in driven.use.items()}


def throughput(plan: Plan) -> Found:
    """Everybody moves as soon as they may. `loop` is the house's event loop, `store` its other threads, `callers` the
    process that makes all the moves and hears all the events: percents of one core.
    """

    async def work(house: House, company: Company) -> Driven:
        await company.come(plan.tables)
        return await closed(house, company, plan.seconds)

    with opened_house() as house:
        driven = run(house, work)
    points = [(i / 2, rate) for i, rate in enumerate(driven.rates)]
    plot(plot_file("throughput"), "Committed moves per second", "seconds", "moves/s", {"all tables": points})
    row = {
        "tables": plan.tables,
        "streams": driven.streams,
        "moves/s": round(driven.rate),
        "events/s": round(driven.events / driven.seconds),
        "kB an event": round(driven.bytes / driven.events / 1000, 1),
        "moves a transaction": round(driven.moves / max(1, driven.transactions), 1),
        "answered in, median ms": round(float(np.median(driven.answers)) * 1000),
        **use_of(driven),
        "µs of loop a move": round(1e6 * driven.use["loop"] / driven.rate),
    }
    return [row], [picture("throughput", "Moves per second"), *troubles(driven)]


def latency(plan: Plan) -> Found:
    """Moves fall due at random, so many a second, whatever became of those before. `slow disk`: every commit takes
    10 ms longer. `bots`: beside them ten tables of three bots that search all the time.
    """
    rows: list[Row] = []
    lines: dict[str, list[tuple[float, float]]] = {}
    notes: list[str] = []

    async def work(house: House, company: Company, kind: str, with_bots: bool) -> None:
        await company.come(plan.tables)
        await rows_of(house, company, kind)
        if with_bots:
            await bot_tables(company, BUSY)
            await warmed_up(house.log)
            await rows_of(house, company, "bots")

    async def rows_of(house: House, company: Company, kind: str) -> None:
        for rate in RATES:
            driven = await opened(house, company, rate, plan.seconds)
            rows.append({"": kind, "offered": rate} | latency_row(driven))
            lines[f"{rate}/s {kind}"] = [(share, driven.percentile(share)) for share in SHARES]
            notes.extend(troubles(driven))
            await asyncio.sleep(1)

    made_ready()
    with opened_house(watched=True) as house:
        run(house, lambda house, company: work(house, company, "", True))
    with opened_house(wait=WAIT) as house:
        run(house, lambda house, company: work(house, company, "slow disk", False))
    shifted = {name: [(nines(share), ms) for share, ms in points] for name, points in lines.items()}
    about = "From due to heard by all others"
    plot(plot_file("latency"), about, "nines of the moves (2: 99 %)", "ms", shifted, log_up=True)
    return rows, [picture("latency", about), *notes]


SHARES = [50, 60, 70, 80, 85, 90, 93, 95, 97, 98, 99, 99.3, 99.5, 99.7, 99.8, 99.9]


def nines(share: float) -> float:
    """99 % are two, 99.9 % three."""
    return float(-np.log10(1 - share / 100))


def latency_row(driven: Driven) -> Row:
    """Milliseconds."""
    ms = {name: round(driven.percentile(share), 1) for name, share in (("median", 50), ("99 %", 99), ("99.9 %", 99.9))}
    most = round(driven.percentile(100), 1)
    return {"moves/s": round(driven.rate), **ms, "most": most, **use_of(driven)}


def shares(plan: Plan) -> Found:
    """What the event loop is busy with at 800 moves a second, with clocks around it that cost a little themselves.
    `rules`: machine code and the table that calls it. `moves and weights`: every legal move of who is to move with all
    it weighs, as lists. `JSON`: the views and events as bytes. `store`: what the loop does for it; its thread is apart.
    `transport`: all the rest - HTTP, sockets, tasks, guests.
    """

    async def work(house: House, company: Company) -> tuple[Driven, dict[str, float]]:
        await company.come(plan.tables)
        await asyncio.sleep(1)
        house.spent()
        driven = await opened(house, company, RATES[-1], plan.seconds)
        return driven, house.spent()

    with opened_house(shares=True) as house:
        driven, spent = run(house, work)
    whole = driven.use["loop"] * driven.seconds
    span = driven.seconds / (driven.seconds + driven.settled)
    parts = {kind: spent.get(kind, 0.0) * span for kind in KINDS}
    parts["transport"] = whole - sum(parts.values())
    parts["store's thread"] = driven.use["store"] * driven.seconds
    told = {kind: f"{100 * part / whole:.0f} %" for kind, part in parts.items()}
    micro = {kind: f"{1e6 * part / driven.moves:.0f}" for kind, part in parts.items()}
    return [{"": "of the loop's time"} | told, {"": "µs a move"} | micro], troubles(driven)


GONE = 0.02  # of the tables, that end and are replaced in a second
QUIET = 150.0  # seconds after which tables that nobody looks at are dropped; only then it can stop growing


def growth(plan: Plan) -> Found:
    """The house's memory while in each second the people of two tables in a hundred leave, and others come, make
    tables, listen and play; 200 moves a second in all. What is kept of a table is dropped two minutes after its last
    page was closed: only then can memory stay what it is.
    """
    sizes: list[tuple[float, float]] = []

    async def work(house: House, company: Company) -> Driven:
        count = plan.tables // 4
        await company.come(count)
        began = perf_counter()

        async def change() -> None:
            while True:
                await asyncio.sleep(1)
                sizes.append((perf_counter() - began, house.memory / 2**20))
                for group in company.luck.sample(company.groups, max(1, int(count * GONE))):
                    company.leave(group)
                    company.background(company.table(group.game, len(group.players)))

        changing = asyncio.ensure_future(change())
        try:
            return await opened(house, company, RATES[0] / 2, 60 * plan.minutes)
        finally:
            changing.cancel()

    with opened_house() as house:
        driven = run(house, work)
    plot(plot_file("growth"), "Memory of the house", "seconds", "MiB", {"resident": sizes})
    settled = [(at, size) for at, size in sizes if at > min(QUIET, 30 * plan.minutes)]
    slope = float(np.polyfit([at for at, _ in settled], [size for _, size in settled], 1)[0])
    row = {
        "minutes": plan.minutes,
        "moves/s": round(driven.rate),
        "tables made": driven.tables,
        "MiB at first": round(sizes[0][1]),
        "most": round(max(size for _, size in sizes)),
        "at last": round(sizes[-1][1]),
        "MiB a minute, once settled": round(60 * slope, 2),
    }
    return [row], [picture("growth", "Memory of the house"), *troubles(driven)]


def bots(plan: Plan) -> Found:
    """Fifty tables of three bots, two `expert` (0.1 s) and a `master` (1 s), of all games, while people at 50 tables
    make 100 moves a second. `ms over`: beyond the level's time, from a bot's turn until its move was committed.
    `ms, median`: what a bot's thread worked for a decision, where it had a choice: of all bots of a level and game, the
    median of each bot's decisions; `least` and `most` are the bots with the least and the most, as parts of it. The
    same of `tries`: at the end of a deal they cost next to nothing, and in half a minute some bots see no other part of
    one. So it is the time that tells whether it is evenly shared.
    """

    async def work(house: House, company: Company) -> tuple[Driven, list[Row]]:
        await company.come(BOT_TABLES)
        await bot_tables(company, BOT_TABLES)
        await warmed_up(house.log)
        since = house.log.stat().st_size
        driven = await opened(house, company, CALM, plan.seconds)
        return driven, answers(thoughts(house.log, since))

    made_ready()
    with opened_house(watched=True) as house:
        driven, rows = run(house, work)
    cores = os.cpu_count() or 1
    notes = [
        f"The bots' threads had {100 * driven.use['bots'] / cores:.0f} % of {cores} cores; the event loop "
        f"{100 * driven.use['loop']:.0f} % of one, the store {100 * driven.use['store']:.0f} %, those who call "
        f"{100 * driven.use['callers']:.0f} %. People's moves, at {driven.rate:.0f} a second, were with the others in "
        f"{driven.percentile(50):.1f} ms (median), {driven.percentile(99):.1f} ms (99 %), "
        f"{driven.percentile(100):.1f} ms (most)."
    ]
    return rows, [*notes, *troubles(driven)]


def memory(plan: Plan) -> Found:
    """What an open stream costs: the house's memory with its tables at play and nobody listening, and with a stream for
    every person, when it has become quiet.
    """

    async def work(house: House, company: Company) -> Row:
        await company.come(plan.tables, listening=False)
        await asyncio.sleep(3)
        before = house.memory
        await company.all_listen()
        await asyncio.sleep(3)
        streams = len(company.players())
        more = house.memory - before
        return {
            "tables": plan.tables,
            "MiB before": round(before / 2**20),
            "streams": streams,
            "MiB more": round(more / 2**20, 1),
            "kB a stream": round(more / streams / 1000, 1),
        }

    with opened_house() as house:
        return [run(house, work)], []


def troubles(driven: Driven) -> list[str]:
    """What was refused, if anything was."""
    return [f"Refused: {driven.troubles}."] if driven.troubles else []
