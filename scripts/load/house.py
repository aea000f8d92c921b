"""A house to be measured: `ludozero serve` in a process of its own, with a database of its own; and what it uses."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import httpx

from ludozero.server.place import Place

PATIENCE = 600.0  # seconds for machine code to be there
TICK = 1 / os.sysconf("SC_CLK_TCK")
LIMITS = ("PER_SECOND", "BURST", "STRANGERS_PER_SECOND", "STRANGERS_BURST", "NEW_GUESTS")


@dataclass(frozen=True)
class Use:
    """What the processor has done so far, in seconds."""

    when: float
    loop: float  # the house's event loop
    store: float  # its other threads
    bots: float  # those of lower priority
    callers: float  # this process

    def since(self, before: "Use") -> dict[str, float]:
        """Shares of one core."""
        span = self.when - before.when
        names = ("loop", "store", "bots", "callers")
        return {name: (getattr(self, name) - getattr(before, name)) / span for name in names}


class House:
    """Open as long as the block lasts. `wait` milliseconds are added to every commit; `watched`: bots tell."""

    def __init__(self, folder: Path, *, wait: float = 0.0, shares: bool = False, watched: bool = False) -> None:
        self.folder = folder
        self.log = folder / "house.log"
        self.shares = folder / "shares.json" if shares else None
        program = ["scripts.load.watched", str(wait), str(self.shares or "")]
        plain = not (wait or shares or watched)
        command = [sys.executable, "-m", *(["ludozero"] if plain else program), "serve", "--port", "0"]
        limits = {f"LUDOZERO_{name}": "1e9" for name in LIMITS}
        self.process = subprocess.Popen(
            command,
            env={**os.environ, **limits, "LUDOZERO_DATA": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self.log.open("w"),
        )

    def __enter__(self) -> "House":
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            url = Place(self.folder).found()
            if url and httpx.get(f"{url}/api/house", trust_env=False).json()["machine_code"] == "ready":
                self.port = int(url.rpartition(":")[2])
                return self
            time.sleep(0.1)
        self.__exit__(None, None, None)
        raise RuntimeError(f"the house does not open: {self.log.read_text()}")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def spent(self) -> dict[str, float]:
        """Seconds of the event loop by kind since this was asked before."""
        assert self.shares is not None
        self.shares.unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)
        while not (self.shares.exists() and (told := self.shares.read_text())):
            time.sleep(0.01)
        kinds: dict[str, float] = json.loads(told)
        return kinds

    @property
    def memory(self) -> int:
        """Bytes it has in memory."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def used(self) -> Use:
        """What the processor has done up to now."""
        spent = {"loop": 0.0, "store": 0.0, "bots": 0.0}
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            told = (task / "stat").read_text().rpartition(")")[2].split()
            nicer = int(told[16]) > os.getpriority(os.PRIO_PROCESS, self.process.pid)
            kind = "bots" if nicer else "loop" if int(task.name) == self.process.pid else "store"
            spent[kind] += (int(told[11]) + int(told[12])) * TICK
        return Use(time.perf_counter(), **spent, callers=time.process_time())
