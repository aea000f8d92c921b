"""How soon a house answers, and whether it ever keeps anybody waiting while machine code comes in."""

import json
import tempfile
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

import numpy as np
from tests.server.processes import Process
from tests.server.siege import Moments, ended, seated

from scripts.soak.plan import Found, Plan, Row

STARTS = 3
PAUSE = 0.002  # seconds between two questions of the watch
AFTER = 3.0  # seconds that are watched once the machine code is there


def startup(_: Plan) -> Found:
    """`ludozero serve` as a process of its own. `answered` are seconds from its start to its first answer. Then eight
    people play the four games, one against a bot, as fast as they can, interpreted, until the machine code is there,
    while somebody else asks for something that costs nothing, again and again: `longest` is the longest that took, in
    milliseconds, the event loop's worst stall. `never started`: with nothing kept from before, all of it is compiled,
    by another process; `warm`: it is only loaded.
    """
    with tempfile.TemporaryDirectory() as folder:
        names = ["never started", *(f"warm {number + 1}" for number in range(STARTS))]
        return [watched(name, Path(folder)) for name in names], []


def watched(name: str, folder: Path) -> Row:
    """A house from its start until all is machine code, and a little longer."""
    begun = time.perf_counter()
    with Process(folder / name, machine_code="yes", cache=str(folder / "cache")) as house:
        house.open()
        moments = Moments()
        watch = Watch(house, moments)
        answered = time.perf_counter() - begun
        players = seated([house], moments, seed=2)
        try:
            for player in players:
                player.start()
            watch.start()
            watch.join()
        finally:
            ended(players, [house])
    asked = np.array(watch.took)
    return {
        "start": name,
        "answered, s": round(answered, 2),
        "says": watch.state,
        "ready after, s": round(watch.ready - begun, 1),
        "moves until then": watch.moves,
        "asked": len(asked),
        "99 % under, ms": round(1000 * float(np.percentile(asked, 99)), 1),
        "longest, ms": round(1000 * float(asked.max()), 1),
    }


class Watch(Thread):
    """Asks the house how it is until its machine code is there, and a little longer; remembers how long each took."""

    def __init__(self, house: Process, moments: Moments) -> None:
        super().__init__(daemon=True)
        self.line = HTTPConnection(house.netloc, timeout=60)
        self.moments = moments
        self.took: list[float] = []
        self.ready = 0.0
        self.moves = 0
        self.state = self.ask()

    def ask(self) -> str:
        """`warming` or `ready`."""
        begun = time.perf_counter()
        self.line.request("GET", "/api/house")
        told: dict[str, str] = json.loads(self.line.getresponse().read())
        self.took.append(time.perf_counter() - begun)
        return told["machine_code"]

    def run(self) -> None:
        with closing(self.line):
            while not self.ready or time.perf_counter() < self.ready + AFTER:
                if self.ask() == "ready" and not self.ready:
                    self.ready = time.perf_counter()
                    self.moves = self.moments.counts["acknowledged"]
                time.sleep(PAUSE)
