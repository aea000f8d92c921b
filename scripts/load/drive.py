"""Two ways to drive a company: everybody moves as soon as it is their turn, or so many moves a second are due."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from itertools import pairwise
from time import perf_counter

import numpy as np

from scripts.load.company import Company, Player
from scripts.load.house import House

STEP = 0.5  # seconds between two looks
SETTLING = 3.0  # seconds before the first
TRANSACTIONS = "ludozero_transactions_total"


@dataclass
class Found:
    """What came of a drive."""

    settled: float  # seconds before
    seconds: float = 0.0
    streams: int = 0
    tables: int = 0  # made so far
    moves: int = 0
    events: int = 0
    bytes: int = 0
    transactions: int = 0
    times: list[float] = field(default_factory=list)  # seconds until the last of the others had heard
    answers: list[float] = field(default_factory=list)  # until the mover had the answer
    use: dict[str, float] = field(default_factory=dict)
    rates: list[float] = field(default_factory=list)  # moves a second, step by step
    troubles: dict[str, int] = field(default_factory=dict)
    late: int = 0  # moves that were due before anybody could make them

    @property
    def rate(self) -> float:
        return self.moves / self.seconds

    def percentile(self, share: float) -> float:
        """Milliseconds in which this share of the moves had arrived, in percent."""
        return float(np.percentile(self.times, share)) * 1000 if self.times else float("nan")


async def closed(house: House, company: Company, seconds: float) -> Found:
    """Whoever may move does, at once."""
    company.ready = company.move
    for player in list(company.pending):
        company.move(player)
    try:
        return await watched(house, company, seconds)
    finally:
        company.ready = lambda _: None


async def opened(house: House, company: Company, rate: float, seconds: float) -> Found:
    """So many moves a second fall due at random, whatever became of those before; time counts from when one was due."""
    ready = deque(company.pending)
    company.luck.shuffle(ready)
    company.ready = ready.append
    late = 0

    def free() -> Player | None:
        """Somebody at whose table no move is on its way."""
        for _ in range(len(ready)):
            player = ready.popleft()
            if player.group.began is None and player in company.pending:
                return player
            if player in company.pending:
                ready.append(player)
        return None

    async def due() -> None:
        nonlocal late
        at = perf_counter()
        while True:
            at += company.luck.expovariate(rate)
            if (wait := at - perf_counter()) > 0:
                await asyncio.sleep(wait)
            while (player := free()) is None:
                late += 1
                await asyncio.sleep(0.001)
            player.group.send_off(player, at)
            company.move(player)

    driving = asyncio.ensure_future(due())
    try:
        found = await watched(house, company, seconds)
    finally:
        driving.cancel()
        company.ready = lambda _: None
    found.late = late
    return found


async def watched(house: House, company: Company, seconds: float) -> Found:
    """Looks on for a while, once it has settled."""
    found = Found(min(SETTLING, seconds / 4))
    await asyncio.sleep(found.settled)
    figures = await company.figures()
    events, size = company.heard_so_far()
    moves, before = company.moves, house.used()
    company.arrived, company.answered = found.times.append, found.answers.append
    steps = [(before.when, moves)]
    while steps[-1][0] < before.when + seconds:
        await asyncio.sleep(STEP)
        steps.append((perf_counter(), company.moves))
    after = house.used()
    found.seconds, found.moves, found.use = after.when - before.when, company.moves - moves, after.since(before)
    company.arrived = company.answered = lambda _: None
    found.streams, found.tables = len(company.players()), company.made
    more_events, more_size = company.heard_so_far()
    found.events, found.bytes = more_events - events, more_size - size
    found.transactions = int((await company.figures())[TRANSACTIONS] - figures[TRANSACTIONS])
    found.rates = [(b - a) / (then - now) for (now, a), (then, b) in pairwise(steps)]
    found.troubles = dict(company.troubles)
    return found
