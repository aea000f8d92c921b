"""Bots that are programs of their own, playing here: what they answer is looked at, and somebody stands in for them."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludozero.bots.minder import Fault, Legal, Minder
from ludozero.bots.program import RESTARTS, STARTING, Program
from ludozero.games.shape import Ints, Record
from ludozero.table.setup import read_options
from ludozero.table.views import view_dict


class Outside:
    """A bot that is a program. A move it fails to give is a stand-in's and noted in `faults`; nothing else suffers."""

    def __init__(
        self,
        command: Sequence[str],
        game: str,
        pack: Ints,
        seed: int,
        *,
        seconds: float | None = None,
        options: Mapping[str, Any] | None = None,
        starting: float = STARTING,
        restarts: int = RESTARTS,
    ) -> None:
        self.game = game
        self.minder = Minder(game, pack, seed)
        known = self.minder.known
        told = {
            "game": game,
            "rules": known.RULES,
            "options": read_options(game, options or {}),
            "pack": [known.FACES[face] for face in pack],
        }
        self.program = Program(command, told, seconds=seconds, starting=starting, restarts=restarts)

    @property
    def name(self) -> str:
        return self.program.name

    @property
    def faults(self) -> list[Fault]:
        """The moves it lost."""
        return self.minder.faults

    def decide(self, v: Record) -> int:
        return self.minder.decide(v, lambda legal: self._choose(v, legal))

    def close(self) -> None:
        """Ends the program."""
        self.program.close()

    def __enter__(self) -> "Outside":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _choose(self, v: Record, legal: Legal) -> int:
        """The move it answers with."""
        view = view_dict(self.game, self.minder.known, v)
        return legal[self.program.choose(view, list(legal), lambda: self.minder.weigh(v, legal))]
