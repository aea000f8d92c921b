"""Bots that try their moves out: many tries, the better half of the moves tried further, until the budget is spent."""

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ludozero.bots.rng import Stream, seeds
from ludozero.games.shape import Floats, Ints, Record, Rules

SLICE = 0.0015  # seconds between two looks at the clock
SLICES = 4  # between two sums
AT_FIRST = 4  # tries of one call as long as nobody knows how long they take
AT_MOST = 512
AT_ONCE = 1 << 14  # tries between two sums, whatever the budget: what they take of memory
FEW = 12  # tries on average, less of which say nothing about a move
POINTS = 8

Candidates: TypeAlias = Callable[..., int]
CANDIDATES = (  # what `candidates` takes, as in fast/compile.py
    *("VIEW", "STATE[]", "uint64[]", "int16[]", "int16[]", "int32[]", "float64[]", "float64[]"),
)
Tries: TypeAlias = Callable[..., None]
Clock: TypeAlias = Callable[[], float]  # seconds; `time.thread_time` where a busy machine is not to count
TRIES = (  # what `tries` takes, as in fast/compile.py
    *("VIEW", "STATE[]", "VIEW[]", "uint64[]", "int32[]", "int16[]", "int16[]", "int32[]"),
    *("int64[]", "float64[]", "float64[]"),
)


@dataclass(frozen=True)
class Budget:
    """How long to think about a move: for so many seconds, or so many tries, which makes it the same on any machine."""

    seconds: float | None = None
    tries: int | None = None

    def part(self, share: float) -> "Budget":
        """So much of the time; tries are few enough to stay."""
        return self if self.seconds is None else Budget(seconds=share * self.seconds)


@dataclass
class Opinion:
    """A move that was tried: how it went on average, and how often it was tried."""

    move: int
    value: float
    tries: int


class Desk:
    """Room for the tries of one thread."""

    def __init__(self, known: Rules, pack: Ints, notes: Floats) -> None:
        self.worlds = np.zeros(2, known.STATE)
        self.views = np.zeros(1, known.VIEW)
        self.order = np.zeros(len(pack), np.int16)
        self.out = np.zeros(known.MOVES_ROOM, np.int32)
        self.points = np.zeros(POINTS, np.int64)
        self.scratch = notes.copy()


class Thinker:
    """Sequential halving: every move is tried equally often, then the better half further, until one is left.

    With `paired`, the n-th tries of all moves are about the same guess and the same luck: their differences say more.
    """

    def __init__(
        self,
        known: Rules,
        pack: Ints,
        seed: int,
        budget: Budget,
        candidates: Candidates,
        tries: Tries,
        notes: Floats,
        *,
        paired: bool = False,
        threads: int = 1,
        clock: Clock = time.perf_counter,
    ) -> None:
        self.pack = pack
        self.seed = seed
        self.budget = budget
        self.candidates = candidates
        self.tries = tries
        self.paired = paired
        self.clock = clock
        self.moves = np.zeros(known.MOVES_ROOM, np.int32)
        self.ratings = np.zeros(known.MOVES_ROOM, np.float64)
        self.desks = [Desk(known, pack, notes) for _ in range(threads)]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.now = 0.0  # when it last looked at the clock
        self.pace = 0.0  # seconds that a try took lately
        self.tried = 0  # tries of the last decision

    def decide(self, v: Record) -> int:
        """The move that came out best."""
        return self.opinions(v)[0].move

    def opinions(self, v: Record) -> list[Opinion]:
        """All moves that were tried, the best first."""
        began = self.now = self.clock()
        luck = seeds(self.seed, 1, int(v.open.turn[v.seat]))
        moves = self.listed(v, luck)
        if self.budget.tries is not None:
            moves = moves[: max(2, self.budget.tries // FEW)]
        trial = Trial(len(moves))
        stages = math.ceil(math.log2(len(moves))) if len(moves) > 1 else 0
        for stage in range(1, stages + 1):
            if self.budget.tries is not None:
                rounds = max(1, (self.budget.tries * stage // stages - trial.done) // len(trial.alive))
                most = max(1, AT_ONCE // len(trial.alive))
                for first in range(0, rounds, most):
                    self.stage(v, luck, moves, trial, min(most, rounds - first), None)
            else:
                until = began + float(self.budget.seconds or 0) * stage / stages
                rounds = max(int(self.now < until), self.rounds(len(trial.alive), until))
                while rounds:
                    self.stage(v, luck, moves, trial, rounds, until)
                    rounds = self.rounds(len(trial.alive), until)
            trial.halve()
        self.tried = trial.done
        return [Opinion(int(moves[i]), float(trial.means[i]), int(trial.counts[i])) for i in trial.ranked()]

    def listed(self, v: Record, luck: Stream) -> Ints:
        """The legal moves, or those of them that look best."""
        desk = self.desks[0]
        count = self.candidates(
            v, desk.worlds, luck.copy(), self.pack, desk.order, self.moves, self.ratings, desk.scratch
        )
        return self.moves[:count].copy()

    def stage(self, v: Record, luck: Stream, moves: Ints, trial: "Trial", rounds: int, until: float | None) -> None:
        """So many rounds of one try for each move still in it, or fewer if the time is up."""
        width = len(trial.alive)
        if self.paired:
            streams = np.repeat(seeds(int(luck[0]), rounds, trial.rounds), width)
        else:
            streams = seeds(int(luck[0]), rounds * width, trial.done)
        trial.add(self.outcomes(v, streams, np.tile(moves[trial.alive], rounds), until), rounds)

    def outcomes(self, v: Record, streams: Stream, moves: Ints, until: float | None) -> Floats:
        """What came of the tries, as many as there was time for. All threads take their part of every slice of time."""
        values = np.empty(len(moves))
        done = 0
        while done < len(moves):
            load = self.load()
            parts = [slice(at, at + load) for at in range(done, min(done + load * len(self.desks), len(moves)), load)]

            def some(desk: Desk, part: slice) -> None:
                self.tries(
                    v, desk.worlds, desk.views, streams[part].copy(), moves[part], self.pack, desk.order, desk.out,
                    desk.points, desk.scratch, values[part],
                )  # fmt: skip

            if self.pool is None:
                some(self.desks[0], parts[0])
            else:
                list(self.pool.map(some, self.desks, parts))
            began, self.now = self.now, self.clock()
            done = min(parts[-1].stop, len(moves))
            pace = (self.now - began) / min(load, len(moves) - parts[0].start)
            self.pace = pace if self.pace == 0 else 0.3 * self.pace + 0.7 * pace
            if until is not None and self.now >= until:
                break
        return values[:done]

    def load(self) -> int:
        """Tries of one thread between two looks at the clock."""
        return AT_FIRST if self.pace == 0 else max(1, min(AT_MOST, int(SLICE / self.pace)))

    def rounds(self, width: int, until: float) -> int:
        """Rounds between two sums, as many as there is time for; none when less than half a one is left."""
        time_for = (until - self.now) / self.pace if self.pace else AT_FIRST
        return max(0, round(min(SLICES * self.load(), time_for) * len(self.desks) / width))


class Trial:
    """How the moves have done so far, and which are still in it."""

    def __init__(self, width: int) -> None:
        self.sums = np.zeros(width)
        self.counts = np.zeros(width, np.int64)
        self.alive = np.arange(width)
        self.outs: list[int] = []  # those that are not, the last one out first
        self.rounds = 0

    @property
    def done(self) -> int:
        """Tries of all moves together."""
        return int(self.counts.sum())

    @property
    def means(self) -> Floats:
        """The mean of each move's tries; a move nobody tried comes last."""
        untried = np.full(len(self.sums), -np.inf)
        means: Floats = np.divide(self.sums, self.counts, out=untried, where=self.counts > 0)
        return means

    def add(self, values: Floats, rounds: int) -> None:
        """Takes in what came of some tries, one after the other, so that no grouping changes a digit."""
        width = len(self.alive)
        whole, rest = divmod(len(values), width)
        rows = np.vstack((self.sums[self.alive], values[: whole * width].reshape(whole, width)))
        self.sums[self.alive] = np.add.accumulate(rows)[-1]
        self.counts[self.alive] += whole
        self.sums[self.alive[:rest]] += values[whole * width :]
        self.counts[self.alive[:rest]] += 1
        self.rounds += rounds

    def halve(self) -> None:
        """The worse half is out."""
        order = self.alive[np.argsort(-self.means[self.alive], kind="stable")]
        keep = (len(order) + 1) // 2
        self.alive = np.sort(order[:keep])
        self.outs = [*map(int, order[keep:]), *self.outs]

    def ranked(self) -> list[int]:
        """All moves, the one that stayed longest first."""
        return [*map(int, self.alive), *self.outs]
