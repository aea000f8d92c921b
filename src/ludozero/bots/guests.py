"""Bots brought along, by name: `cmd=COMMAND`, `py=MODULE:FACTORY`, or the name of an entry point."""

import shlex
import shutil
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from inspect import signature
from time import monotonic
from typing import Any, Protocol, TypeAlias

import numpy as np

from ludozero.bots.minder import GRACE, Fault, Foul, Legal, Minder
from ludozero.bots.outside import Outside
from ludozero.bots.program import LONGEST_DETAIL, LONGEST_NAME
from ludozero.bots.uniform import Bot
from ludozero.games.shape import Ints, Record
from ludozero.table.errors import quoted

GROUP = "ludozero.bots"
COMMAND, PYTHON = "cmd=", "py="
Factory: TypeAlias = Callable[..., Bot]  # (game, pack, seed), and by name `seconds` if it wants to know


class Guest(Bot, Protocol):
    """A bot that may fail: its lost moves are noted, and it must be closed."""

    @property
    def name(self) -> str: ...
    @property
    def faults(self) -> list[Fault]: ...
    def close(self) -> None: ...


class Minded:
    """A bot in this process. What it raises and what is no legal move is a fault; only a hang cannot be helped."""

    def __init__(
        self, bot: Bot, game: str, pack: Ints, seed: int, *, name: str = "", seconds: float | None = None
    ) -> None:
        self.bot = bot
        self.name = quoted(name or type(bot).__name__, LONGEST_NAME)
        self.seconds = seconds
        self.minder = Minder(game, pack, seed)

    @property
    def faults(self) -> list[Fault]:
        """The moves it lost."""
        return self.minder.faults

    def decide(self, v: Record) -> int:
        return self.minder.decide(v, lambda legal: self._choose(v, legal))

    def close(self) -> None:
        """Nothing to end here."""

    def __enter__(self) -> "Minded":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _choose(self, v: Record, legal: Legal) -> int:
        views = np.zeros(1, self.minder.known.VIEW)
        views[0] = v  # its own to write on
        begun = monotonic()
        try:
            m: object = self.bot.decide(views[0])
        except (Exception, SystemExit) as error:
            raise Foul("crashed", quoted(f"{type(error).__name__}: {error}", LONGEST_DETAIL)) from error
        if self.seconds is not None and monotonic() > begun + self.seconds + GRACE:
            raise Foul("late", f"no answer within {self.seconds:g} s")
        if isinstance(m, bool) or not isinstance(m, (int, np.integer)):
            raise Foul("rubbish", f"{type(m).__name__} instead of a number")
        if int(m) not in legal.values():
            raise Foul("illegal", quoted(int(m), LONGEST_DETAIL))
        return int(m)


def is_guest(name: str) -> bool:
    """Whether a name is that of a bot brought along. Those of the house come first: ask for them before."""
    return name.startswith((COMMAND, PYTHON)) or name in entry_points(group=GROUP).names


def guest(
    name: str,
    game: str,
    pack: Ints,
    seed: int,
    seconds: float | None = None,
    options: Mapping[str, Any] | None = None,
) -> Guest:
    """A bot brought along; ValueError, in one sentence, if there is none of this name. Close it after use."""
    if name.startswith(COMMAND):
        return Outside(command_of(name), game, pack, seed, seconds=seconds, options=options)
    factory = factory_of(name.removeprefix(PYTHON))
    try:
        limits = {"seconds": seconds} if "seconds" in signature(factory).parameters else {}
        bot = factory(game, pack.copy(), seed, **limits)
    except (Exception, SystemExit) as error:
        raise ValueError(f"The bot “{quoted(name)}” cannot be made: {type(error).__name__}: {error}") from error
    return Minded(bot, game, pack, seed, name=name.removeprefix(PYTHON), seconds=seconds)


def command_of(name: str) -> list[str]:
    """The words of a command, cut as a shell would; no shell is run."""
    try:
        words = shlex.split(name.removeprefix(COMMAND))
    except ValueError as error:
        raise ValueError(f"The command in “{quoted(name)}” cannot be read: {error}.") from None
    if not words or not shutil.which(words[0]):
        raise ValueError(f"There is no program to run in “{quoted(name)}”; it should be like cmd=python3 bot.py.")
    return words


def factory_of(name: str) -> Factory:
    """What makes the bots of a name: MODULE:FACTORY, or an entry point."""
    module, colon, path = name.partition(":")
    try:
        if colon:
            found: Any = import_module(module)
            for part in path.split("."):
                found = getattr(found, part)
        else:
            (point,) = entry_points(group=GROUP, name=name)
            found = point.load()
    except (Exception, SystemExit) as error:
        raise ValueError(
            f"The bot “{quoted(name)}” is neither MODULE:FACTORY nor an entry point of {GROUP}: "
            f"{type(error).__name__}: {error}"
        ) from error
    if not callable(found):
        raise ValueError(f"“{quoted(name)}” is no factory: it cannot be called.")
    factory: Factory = found
    return factory
