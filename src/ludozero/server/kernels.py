"""Machine code for the tables: compiled by another process, loaded piece by piece; before, they are interpreted."""

import asyncio
import sys
from functools import cache, partial
from typing import Any

from ludozero.games import GAMES
from ludozero.games.shape import Rules
from ludozero.server.hands import desk
from ludozero.server.sitting import Sitting

BREATH = 0.005  # seconds between two pieces, in which the event loop does its work


class Kernels:
    """Which games have their machine code, and who lends it to their tables."""

    def __init__(self) -> None:
        self.ready: dict[str, Rules] = {}

    @property
    def state(self) -> str:
        """`warming` or `ready`."""
        return "ready" if len(self.ready) == len(GAMES) else "warming"

    def lend(self, s: Sitting) -> None:
        """The table's rules run as fast as they can."""
        if s.table is not None and s.game in self.ready:
            s.table.rules = self.ready[s.game]

    async def warm(self) -> None:
        """Compiles what is not kept on the disk yet, then loads it, without ever holding up the event loop for long."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "ludozero.server.warm", stdin=asyncio.subprocess.PIPE
        )
        try:
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
        for game in GAMES:
            for piece in pieces(game):
                await asyncio.get_running_loop().run_in_executor(None, piece)
                await asyncio.sleep(BREATH)
            self.ready[game] = loaded(game)


def pieces(game: str) -> list[Any]:
    """What there is to load of a game, one verb at a time."""
    from ludozero.fast.compile import VERBS, kernels

    made = kernels(game)
    verbs = [partial(getattr, made, verb) for verb in VERBS]
    return [*verbs, partial(offers, game), partial(looks, game)]


@cache
def offers(game: str) -> Any:
    """`offers` about this game, compiled."""
    from ludozero.fast import offers as offering
    from ludozero.fast.compile import compiled

    return compiled(game, offering.offers, *offering.OFFERS)


@cache
def looks(game: str) -> Any:
    """`looks` about this game, compiled."""
    from ludozero.fast import offers as offering
    from ludozero.fast.compile import compiled

    return compiled(game, offering.looks, *offering.LOOKS)


def loaded(game: str) -> Rules:
    """Every piece is there: the desk, too, works with machine code from now on."""
    from ludozero.fast.compile import kernels

    desk(game).offers, desk(game).looks = offers(game), looks(game)
    return kernels(game)
