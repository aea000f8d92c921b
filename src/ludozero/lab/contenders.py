"""Whoever can be sat down in the arena, by name: bots of the house, OpenSpiel's search, and guests."""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludozero.bots.guests import COMMAND, PYTHON, Guest, guest, is_guest
from ludozero.bots.minder import Fault
from ludozero.bots.thinker import Clock
from ludozero.bots.uniform import Bot
from ludozero.fast.compile import prepared
from ludozero.fast.players import USUAL, player
from ludozero.games.shape import Ints

PEER = "ismcts"
BUDGET = re.compile(r"(.+?)(?::(?:(\d{1,9})sims|(\d{1,6}(?:\.\d+)?)(ms|s)))?")


@dataclass(frozen=True)
class Contender:
    """A bot, and the clock its thinking is measured by: processor time where it all happens in this thread."""

    bot: Bot
    clock: Clock
    guest: Guest | None = None

    @property
    def faults(self) -> list[Fault]:
        """The moves a guest lost."""
        return self.guest.faults if self.guest else []

    def close(self) -> None:
        """Ends a guest's program."""
        if self.guest:
            self.guest.close()


def contender(
    spec: str, game: str, pack: Ints, seed: int, *, threads: int = 1, options: Mapping[str, Any] | None = None
) -> Contender:
    """NAME[:BUDGET], `ismcts[:BUDGET]`, or a guest, `cmd=…`, `py=…`, an entry point, with its seconds a move."""
    ready(game)
    name, simulations, seconds = read_budget(spec)
    if name.startswith((COMMAND, PYTHON)):
        return brought(spec, game, pack, seed, options)
    clock = time.thread_time if threads == 1 else time.perf_counter
    if name == PEER:
        if simulations is None and seconds is None:
            seconds = USUAL.seconds
        return Contender(peer(game, pack, seed, simulations, seconds), time.thread_time)
    try:
        return Contender(player(spec, game, pack, seed, threads, clock), clock)
    except ValueError:
        if not is_guest(name):
            raise
    return brought(spec, game, pack, seed, options)


def brought(spec: str, game: str, pack: Ints, seed: int, options: Mapping[str, Any] | None) -> Contender:
    """A guest; the clock on the wall measures it, as much of it happens elsewhere."""
    name, simulations, seconds = read_budget(spec)
    if simulations is not None:
        raise ValueError(f"A guest is given seconds, not simulations: write “{name}:100ms”.")
    bot = guest(name, game, pack, seed, seconds, options)
    return Contender(bot, time.perf_counter, bot)


def peer(game: str, pack: Ints, seed: int, simulations: int | None, seconds: float | None) -> Bot:
    """OpenSpiel's ISMCTS, where OpenSpiel is installed."""
    try:
        from ludozero.lab.envs.openspiel import Ismcts
    except ImportError as error:
        raise ValueError(str(error)) from None
    return Ismcts(game, pack, seed, simulations, seconds, time.thread_time)


def read_budget(spec: str) -> tuple[str, int | None, float | None]:
    """A name with its simulations or its seconds, if any are given."""
    found = BUDGET.fullmatch(spec)
    if not found:
        raise ValueError(f"“{spec}” is no bot: write NAME, NAME:200sims or NAME:100ms.")
    name, simulations, time_, unit = found.groups()
    if simulations:
        return name, int(simulations), None
    return name, None, float(time_) * (0.001 if unit == "ms" else 1) if time_ else None


@cache
def ready(game: str) -> None:
    """All verbs of a game are there before anybody's clock runs."""
    prepared(game)
