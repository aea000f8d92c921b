"""The house killed hundreds of times while people play, and one of two killed while the other goes on."""

import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np
from tests.server.postgres import database, postgres
from tests.server.processes import Process
from tests.server.siege import MOST, Moments, Player, besieged, ended, move_on, nothing_lost, seated, sound

from scripts.soak.plan import Found, Plan, Row

KILLS = 200  # on each kind of store
SIEGE = 20  # of them, with the same people
CHANGES = 20  # from one of two processes to the other


def kills(plan: Plan) -> Found:
    """`ludozero serve` killed with SIGKILL while eight people play the four games, one of them against a bot: when a
    move has just been sent, or was just answered, or an event has come; which of these, and after how many, is drawn.
    When it is open again everybody asks the same once more, and plays on. In the end all of it is compared
    (`tests/server/siege.py`): every move that was acknowledged is in the log, once, and no other; no event contradicts
    the log; every table can be rebuilt from it; every record is as promised. A tenth of the kills is with machine code,
    the rest interpreted. `two processes`: the players of each table at either of two on one PostgreSQL, of which now
    one, now the other is killed and opened again.
    """
    with postgres() as server, tempfile.TemporaryDirectory() as folder:
        rows = [
            all_sieges("SQLite", Path(folder), [""] * (KILLS // SIEGE), plan.minutes / 2),
            all_sieges(
                "PostgreSQL", Path(folder), [database(server.url) for _ in range(KILLS // SIEGE)], plan.minutes / 2
            ),
        ]
        counts, seconds = changes(Path(folder), database(server.url))
        rows.append(row("two processes", counts))
    median, worst = np.median(seconds), max(seconds)
    return rows, [
        "Nothing was lost, nothing doubled: the run would have ended there.",
        f"Two processes: after {median:.1f} s (median), at most {worst:.1f} s, all players of the one that was killed "
        "had made two moves through the other; where a bot sat with them, it had moved in between.",
    ]


def row(store: str, counts: Counter[str]) -> Row:
    """What happened."""
    names = {"kills": "kills", "acknowledged": "moves acknowledged", "seen": "events seen", "tables": "tables"}
    return {"store": store, **{told: counts[name] for name, told in names.items()}}


def all_sieges(kind: str, folder: Path, stores: list[str], minutes: float) -> Row:
    """One after another, each with a store of its own; none is begun after so many minutes, if that is not 0."""
    counts: Counter[str] = Counter()
    begun = time.monotonic()
    for number, store in enumerate(stores):
        if minutes and time.monotonic() - begun > 60 * minutes:
            break
        code = "no" if number else "yes"
        with Process(folder / f"{kind}{number}", store, machine_code=code) as house:
            story = besieged(house, SIEGE, seed=number)
            counts += story.counts
            counts += Counter(kills=house.life - 1, tables=len(story.records))
        print(f"\r  {kind}: {counts['kills']} kills", end="", flush=True)
    print()
    return row(kind, counts)


def changes(folder: Path, store: str) -> tuple[Counter[str], list[float]]:
    """What happened, and how long it took each time until everybody had moved on."""
    moments = Moments()
    seconds: list[float] = []
    with Process(folder / "one", store) as one, Process(folder / "other", store) as other:
        one.open()
        other.open()
        players = seated([one, other], moments, seed=1)
        try:
            for number in range(CHANGES):
                doors = (one, other) if number % 2 == 0 else (other, one)
                seconds.append(changed(players, moments, *doors, first=not number))
        finally:
            ended(players, [one, other])
        one.open()
        moments.counts["tables"] = len(nothing_lost(one, players))
        moments.counts["kills"] = CHANGES
    return moments.counts, seconds


def changed(players: list[Player], moments: Moments, door: Process, other: Process, *, first: bool) -> float:
    """Seconds from the death of a process until everybody who was there has moved on; then it is opened again."""
    killed: list[float] = []

    def kill() -> None:
        killed.append(time.perf_counter())
        door.kill()

    moments.choose("acknowledged", MOST, kill)
    there = [player for player in players if player.doors[0] is door]
    for player in players if first else ():
        player.start()
    door.dead()
    move_on(there, other)
    taken = time.perf_counter() - killed[0]
    sound(players)
    door.open()
    return taken
