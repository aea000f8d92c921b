"""How states and views are laid out: one aligned record, largest fields first, no hidden padding."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

Record: TypeAlias = Any  # a np.void: its dtype knows the fields, the type checker does not
Ints: TypeAlias = npt.NDArray[np.integer[Any]]
Floats: TypeAlias = npt.NDArray[np.float64]
Lines: TypeAlias = list[tuple[str, dict[str, Any]]]
Field: TypeAlias = tuple[Any, ...]  # (name, type) or (name, type, how many)


def record(*fields: Field) -> np.dtype[Any]:
    """A record of the given fields. What aligning would hide is written out as `spare`: then bytes are equality."""
    ordered = sorted(fields, key=lambda field: -alignment(np.dtype(field[1])))
    largest = alignment(np.dtype(ordered[0][1]))
    spare = -np.dtype(ordered).itemsize % largest
    if spare:
        ordered.append(("spare", np.int8, spare))
    return named(np.dtype(ordered, align=True))


def named(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same, its fields being attributes. Those of a np.record are far slower: it looks for others first."""

    def attribute(kind: np.dtype[Any], at: int) -> property:
        return property(lambda one: one.getfield(kind, at), lambda one, value: one.setfield(value, kind, at))

    fields = {name: attribute(*place[:2]) for name, place in (dtype.fields or {}).items()}
    return np.dtype((type("Record", (np.void,), {"__slots__": (), **fields}), dtype))


def alignment(dtype: np.dtype[Any]) -> int:
    """What a type must be aligned to. NumPy says 1 of those named here; it is as much as their fields need."""
    if dtype.names is None:
        return dtype.base.alignment
    return max(alignment(dtype[name]) for name in dtype.names)


def blank(dtype: np.dtype[Any]) -> Record:
    """One record of zeros."""
    return np.zeros(1, dtype)[0]


class Rules(Protocol):
    """What a game's module offers: constants, the verbs, and the texts. docs/architecture.md says what each means."""

    RULES: int
    SEATS: range
    LOWEST_WINS: bool
    FACES: tuple[str, ...]
    PACKS: dict[str, tuple[str, ...]]
    PACK_OPEN: bool  # whether the owner of a real box may correct the pack
    OPTIONS: dict[str, tuple[str, ...] | range]
    OPTIONS_AT: dict[int, dict[str, tuple[str, ...]]]  # the values that so many seats leave, if not all
    REASONS: tuple[tuple[str, str], ...]
    OPEN: np.dtype[Any]
    STATE: np.dtype[Any]
    VIEW: np.dtype[Any]
    SHOWN: dict[str, str]
    MOVES_ROOM: int
    PARTS: str  # what the texts of moves are made of: a regular expression with named groups
    FACE_DOWN: tuple[str, ...]  # first words of moves whose rest only the mover knows
    WEIGHS: tuple[str, ...]
    WEIGH_ROOM: int

    def __hash__(self) -> int: ...
    def start(self, s: Record, seats: int, options: Ints, /) -> None: ...
    def needs(self, s: Record, pack: Ints, cards: Ints, /) -> int: ...
    def deal(self, s: Record, order: Ints, /) -> None: ...
    def waiting(self, s: Record, /) -> int: ...
    def over(self, s: Record, /) -> int: ...
    def check(self, s: Record, seat: int, m: int, /) -> int: ...
    def span(self, s: Record, seat: int, /) -> int: ...
    def pick(self, s: Record, seat: int, k: int, /) -> int: ...
    def moves(self, s: Record, seat: int, out: Ints, /) -> int: ...
    def play(self, s: Record, seat: int, m: int, /) -> None: ...
    def finish(self, s: Record, whole: bool, /) -> None: ...
    def score(self, s: Record, out: Ints, /) -> None: ...
    def see(self, s: Record, seat: int, v: Record, /) -> None: ...
    def guess(self, v: Record, order: Ints, die: int, s: Record, /) -> bool: ...
    def weigh(self, v: Record, m: int, out: Floats, /) -> None: ...
    def spell(self, m: int, /) -> str: ...
    def read(self, text: str, /) -> Sequence[int]: ...
    def explain(self, v: Record, m: int, reason: int, /) -> dict[str, Any]: ...
    def tally(self, v: Record, seat: int, /) -> Lines: ...
