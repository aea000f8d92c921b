"""What a part of the long runs is told, and what it finds."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

Row: TypeAlias = dict[str, Any]
Found: TypeAlias = tuple[list[Row], list[str]]  # a table, and what is to be said below it

HOME = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Plan:
    """How much, with how many processes, for how long, and where pieces of it are kept."""

    workers: int = 2
    scale: float = 1.0  # of the sizes that the arena's parts have where there are many cores
    only: tuple[str, ...] = ()  # pairings
    minutes: float = 0.0  # of a run of matches: no game is begun that would take longer; 0: no limit
    pieces: Path = HOME / "build" / "soak"
