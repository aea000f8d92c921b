"""Tables where bots play among themselves, and somebody who looks on; and what they tell of their thoughts."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from ludozero.fast.players import read_spec, warm
from ludozero.games import GAMES
from scripts.load.company import Company
from scripts.load.wire import listen
from scripts.soak.plan import Row

ENOUGH = 5  # decisions of a bot that its mean is looked at
LEVELS = ("expert", "expert", "master")


class BotTable:
    """Three bots. Who looks on makes the next table when this one is over."""

    def __init__(self, company: Company, game: str) -> None:
        self.company = company
        self.game = game
        self.mark = b"-"

    async def begin(self) -> None:
        self.host = await self.company.guest()
        await self.make()
        self.host.ear = await listen(self.company.port, self.host.token, self.heard)

    async def make(self) -> None:
        ask = {"game": self.game, "seats": len(LEVELS), "sit": 0, "bots": LEVELS, "start": True}
        made = await self.company.lines.call("/api/tables", self.host.token, ask)
        self.mark = f'{{"table":"{made["table"]}"'.encode()

    def heard(self, data: bytes, start: int) -> None:
        if data.startswith(self.mark, start) and data.find(b'"phase":"over"', start, start + 120) >= 0:
            self.mark = b"-"
            self.company.background(self.make())


async def bot_tables(company: Company, count: int) -> list[BotTable]:
    """So many tables, of all games."""
    tables = [BotTable(company, GAMES[i % len(GAMES)]) for i in range(count)]
    for table in tables:
        await table.begin()
    return tables


def made_ready() -> None:
    """The machine code of the bots is kept on the disk: on a cold cache it takes minutes to make."""
    print("machine code of the bots ...", flush=True)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        list(pool.map(warm, GAMES, repeat("search")))


async def warmed_up(log: Path) -> None:
    """Returns once the bots of all levels and games search, with machine code."""
    wanted = {(level, game) for level in LEVELS for game in GAMES}
    while not wanted <= {(one["bot"], one["game"]) for one in thoughts(log, 0) if one["tried"]}:
        await asyncio.sleep(2)


def thoughts(log: Path, since: int) -> Iterator[dict[str, Any]]:
    """What the house's log tells of decisions, from a byte on."""
    with log.open("rb") as lines:
        lines.seek(since)
        for line in lines:
            if b'"thought"' in line and line.endswith(b"\n"):
                yield json.loads(line)


def answers(told: Iterable[dict[str, Any]]) -> list[Row]:
    """By level and game: how long answers took beyond the level's time, and how evenly time and tries were spread."""
    took: dict[tuple[str, str], list[float]] = defaultdict(list)
    choices: dict[tuple[str, str], dict[tuple[str, int], list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    for one in told:
        kind = one["bot"], one["game"]
        took[kind].append(1000 * (one["seconds"] - (read_spec(one["bot"])[1].seconds or 0)))
        if one["tried"]:
            choices[kind][one["table"], one["seat"]].append(one)
    rows: list[Row] = []
    for (level, game), late in sorted(took.items()):
        bots = [bot for bot in choices[level, game].values() if len(bot) >= ENOUGH]
        rows.append(
            {
                "level": level,
                "game": game,
                "answers": len(late),
                "99 %, ms over": round(float(np.percentile(late, 99))),
                "most, ms over": round(max(late)),
                "bots": len(bots),
                **spread("ms", [float(np.median([1000 * one["worked"] for one in bot])) for bot in bots]),
                **spread("tries", [float(np.median([one["tried"] for one in bot])) for bot in bots]),
            }
        )
    return rows


def spread(what: str, medians: list[float]) -> Row:
    """The median of all bots, and the bots with the least and the most as parts of it."""
    if not medians:
        return {f"{what}, median": "-", f"{what}, least": "-", f"{what}, most": "-"}
    middle = float(np.median(medians))
    return {
        f"{what}, median": f"{middle:.1f}" if middle < 10 else round(middle),
        f"{what}, least": f"{min(medians) / middle:.2f}",
        f"{what}, most": f"{max(medians) / middle:.2f}",
    }
