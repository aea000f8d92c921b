"""A game in progress as an adapter needs it: cheap to copy, kept as bytes, moved on by compiled rules (step.py)."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from ludozero.bots.rng import Stream
from ludozero.fast.compile import compiled
from ludozero.games import rules
from ludozero.games.shape import Ints, Rules
from ludozero.lab.envs import step
from ludozero.lab.envs.step import DUE, OVER, REFUSED, SCORED, Records

CHANCE, TERMINAL = -1, -4  # who is to act, where no seat is

VERBS = {
    "begin": ("STATE[]", "int64", "int32[]"),
    "ask": ("STATE[]", "int16[]", "int16[]"),
    "hand_out": ("STATE[]", "int16[]", "int32[]"),
    "act": ("STATE[]", "int64", "int64", "int32[]"),
    "stop": ("STATE[]",),
    "count": ("STATE[]", "int64[]"),
    "glance": ("STATE[]", "int64", "VIEW[]"),
    "dream": ("VIEW[]", "int16[]", "uint64[]", "STATE[]", "int32[]"),
}


@cache
def verbs(game: str) -> SimpleNamespace:
    """The verbs of step.py, compiled about this game."""
    return SimpleNamespace(**{name: compiled(game, getattr(step, name), *kinds) for name, kinds in VERBS.items()})


@dataclass(frozen=True)
class Setup:
    """What is the same in all positions of a game. It travels between processes by what it was made from."""

    game: str
    seats: int
    options: tuple[int, ...]  # as the rules take them
    pack: tuple[int, ...]  # as faces
    one_deal: bool
    max_moves: int
    moves: int  # all moves are numbers below this; 0 if that is not known, or too many
    known: Rules = field(init=False, repr=False, compare=False)
    verbs: SimpleNamespace = field(init=False, repr=False, compare=False)
    faces: Ints = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", rules(self.game))
        object.__setattr__(self, "verbs", verbs(self.game))
        object.__setattr__(self, "faces", np.array(self.pack, np.int16))

    def __reduce__(self) -> tuple[Any, ...]:
        return setup_of, (self.game, self.seats, self.options, self.pack, self.one_deal, self.max_moves, self.moves)

    def begin(self) -> "Position":
        """A game about to begin: the first card is due."""
        states = rows(self.known.STATE)
        self.verbs.begin(states, self.seats, np.array(self.options, np.int32))
        at = Position(self, states)
        at.settle(DUE)
        return at

    def view(self) -> Records:
        """A row of one view, to be filled."""
        return rows(self.known.VIEW)

    def dream(self, views: Records, rng: Stream, made: int = 0) -> "Position":
        """One of the positions that look like this to the viewer, all of them equally likely."""
        at = Position(self, rows(self.known.STATE), made)
        at.settle(self.verbs.dream(views, self.faces.copy(), rng, at.states, at.moves))
        return at


@cache
def setup_of(
    game: str, seats: int, options: tuple[int, ...], pack: tuple[int, ...], one_deal: bool, max_moves: int, moves: int
) -> Setup:
    """One setup for all positions that are alike in this."""
    return Setup(game, seats, options, pack, one_deal, max_moves, moves)


def rows(dtype: np.dtype[Any]) -> Records:
    """A row of one record of zeros."""
    return np.zeros(dtype.itemsize, np.uint8).view(dtype)


class Position:
    """A state, who is to act and what they may do. `left` are the cards of the pack still to be drawn by chance."""

    __slots__ = ("count", "drawn", "left", "made", "moves", "player", "setup", "sights", "states")

    def __init__(self, setup: Setup, states: Records, made: int = 0) -> None:
        self.setup = setup
        self.states = states
        self.made = made  # moves, by all seats
        self.player = TERMINAL
        self.count = 0  # legal moves; `moves` begins with them
        self.moves = np.empty(setup.known.MOVES_ROOM, np.int32)
        self.left: list[int] = []
        self.drawn: list[int] = []
        self.sights: dict[int, str] = {}  # what each seat sees, once it was asked for

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self.copy()

    def copy(self) -> "Position":
        """The same position, to go on from. Bytes are copied: NumPy would copy a record field by field."""
        same = Position(self.setup, self.states.view(np.uint8).copy().view(self.states.dtype), self.made)
        same.player = self.player
        same.count = self.count
        same.moves[: self.count] = self.moves[: self.count]
        same.left = self.left.copy()
        same.drawn = self.drawn.copy()
        same.sights = self.sights.copy()
        return same

    def __reduce__(self) -> tuple[Any, ...]:
        moves = self.moves[: self.count].tolist()
        return restored, (self.setup, self.states.tobytes(), self.made, self.player, moves, self.left, self.drawn)

    # What happens

    def draw(self, face: int) -> None:
        """Chance: the next card from the top. With the last one they are dealt."""
        if face not in self.left:
            raise ValueError(f"{face} is no card that is still to be drawn.")
        self.left.remove(face)
        self.drawn.append(face)
        if not self.left:
            order = np.array(self.drawn, np.int16)
            self.drawn = []
            self.settle(self.setup.verbs.hand_out(self.states, order, self.moves))

    def play(self, m: int) -> None:
        """The player's move. After `max_moves` the deal is scored as it stands, and the game is over."""
        code = self.setup.verbs.act(self.states, self.player, m, self.moves)
        if code == REFUSED:
            raise ValueError(f"{m} is no legal move of seat {self.player}.")
        self.made += 1
        if self.made >= self.setup.max_moves:
            if code not in (SCORED, OVER):
                self.setup.verbs.stop(self.states)
            code = OVER
        self.settle(code)

    def settle(self, code: int) -> None:
        """Notes who acts next. A deal that needs no order is dealt at once."""
        setup = self.setup
        self.sights = {}
        while code < 0:
            self.count = 0
            self.player = TERMINAL
            if code == OVER or (code == SCORED and setup.one_deal):
                return
            cards = np.empty(len(setup.pack), np.int16)
            due = setup.verbs.ask(self.states, setup.faces, cards)
            if due:
                self.player = CHANCE
                self.left = sorted(cards[:due].tolist())
                return
            code = setup.verbs.hand_out(self.states, cards[:0], self.moves)
        self.player = code & 31
        self.count = code >> 5

    # What there is to know

    def chances(self) -> list[tuple[int, float]]:
        """Each face that may be drawn next, rising, and how likely it is."""
        return [(face, copies / len(self.left)) for face, copies in Counter(self.left).items()]

    def actions(self) -> list[int]:
        """The player's moves, or the faces that chance may draw, rising: numbers of moves, or places in `moves`."""
        if self.player == CHANCE:
            return sorted(set(self.left))
        if self.setup.moves == 0:
            return list(range(self.count))
        actions: list[int] = self.moves[: self.count].tolist()
        actions.sort()
        return actions

    def move_of(self, action: int) -> int:
        """The move that an action of the player stands for."""
        if self.setup.moves:
            return action
        if not 0 <= action < self.count:
            raise ValueError(f"{action} is none of the {self.count} legal moves.")
        return int(self.moves[action])

    def ahead(self) -> list[float]:
        """How far each seat is ahead of the mean of the others; behind it, where the lowest points win."""
        seats = self.setup.seats
        points = self.points()
        unit = (-1 if self.setup.known.LOWEST_WINS else 1) / (seats - 1)
        return [unit * (seats * own - sum(points)) for own in points]

    def points(self) -> list[int]:
        """Every seat's points so far."""
        points = np.zeros(self.setup.seats, np.int64)
        self.setup.verbs.count(self.states, points)
        told: list[int] = points.tolist()
        return told

    def view(self, seat: int) -> Records:
        """What a seat (-1: a spectator) sees, as a row of one."""
        views = self.setup.view()
        self.setup.verbs.glance(self.states, seat, views)
        return views

    def sight(self, seat: int) -> str:
        """The bytes of what a seat sees, in hexadecimal digits."""
        if seat not in self.sights:
            self.sights[seat] = self.view(seat).tobytes().hex()
        return self.sights[seat]


def restored(
    setup: Setup, state: bytes, made: int, player: int, moves: list[int], left: list[int], drawn: list[int]
) -> Position:
    """A position from what `Position.__reduce__` told of it."""
    at = Position(setup, rows(setup.known.STATE), made)
    at.states.view(np.uint8)[:] = np.frombuffer(state, np.uint8)
    at.player = player
    at.count = len(moves)
    at.moves[: at.count] = moves
    at.left, at.drawn = list(left), list(drawn)
    return at
