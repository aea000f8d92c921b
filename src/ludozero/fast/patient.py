"""Bots that answer at once: simply, until the machine code of the bot that was asked for is there.

Compiling takes seconds and holds Python's lock. So another process does it and leaves the code in the cache, from where
this one loads it; only where nothing can be kept does a thread of this one compile.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from threading import Lock, Thread

from ludozero.bots.uniform import Bot
from ludozero.games.shape import Record

WARM = """
import sys
from ludozero.fast.apart import end_with_parent
end_with_parent()
from ludozero.fast.players import warm
warm(*sys.argv[1:])
"""
LOCK = Lock()
WARMING: dict[tuple[str, str], "Future[None]"] = {}  # by game and bot


class Patient:
    """The bot asked for once it is `ready`; before, one that needs nothing compiled."""

    def __init__(self, simple: Callable[[], Bot], warming: "Future[None]", make: Callable[[], Bot]) -> None:
        self.simple = simple
        self.warming = warming
        self.make = make
        self.bot: Bot | None = None

    @property
    def tried(self) -> int:
        """How many tries the last decision took; none where nothing is tried."""
        return int(getattr(self.bot, "tried", 0))

    @property
    def ready(self) -> bool:
        """Whether it is the bot asked for that answers."""
        return self.warming.done()

    def decide(self, v: Record) -> int:
        if not self.ready:
            return self.simple().decide(v)
        if self.bot is None:
            self.warming.result()
            self.bot = self.make()
        return self.bot.decide(v)


def warming(game: str, name: str, warm: Callable[[str, str], None]) -> "Future[None]":
    """Done when the machine code of a bot is in this process; it is made but once."""
    with LOCK:
        key = game, name
        if key not in WARMING:
            WARMING[key] = Future()
            Thread(target=warm_up, args=(game, name, warm, WARMING[key]), daemon=True).start()
        return WARMING[key]


def warm_up(game: str, name: str, warm: Callable[[str, str], None], done: "Future[None]") -> None:
    """Another process fills the cache, then this one loads from it."""
    try:
        paths = os.pathsep.join(filter(None, sys.path))
        quiet = subprocess.DEVNULL
        with subprocess.Popen(
            (sys.executable, "-c", WARM, game, name),
            env={**os.environ, "PYTHONPATH": paths},
            stdin=subprocess.PIPE, stdout=quiet, stderr=quiet,
        ) as process:  # fmt: skip
            process.wait()  # with its input open
        warm(game, name)
        done.set_result(None)
    except Exception as fault:
        done.set_exception(fault)
