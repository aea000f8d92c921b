"""Where bots think: a thread for each core, of lower priority than what serves people.

Whoever has to answer first thinks first. When more think than there are threads, each has its part of the time: they
think shorter rather than queue. Thoughts take longer than they were given, by what the threads wait for the processor
and for Python's lock: that, too, is made up for by giving less.
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import count
from queue import PriorityQueue

from ludozero.bots.thinker import Clock

LAG = 0.1  # seconds that a whole thought may take longer on a busy machine
LEAST_LAG = 0.01  # for the shortest: about two turns of others at the processor, or it would come to nothing
FADE = 0.98  # of what was known about the pace of thoughts, what counts after the next one
SLOWEST = 0.25  # part of the usual pace
LOW = 5  # how much nicer than the rest of the process the threads are

Work = Callable[[float], int]  # from the part of its time that it has to a move


@dataclass(order=True, slots=True)
class Thought:
    until: float  # when it should be done
    number: int
    seconds: float = field(compare=False)
    work: Work = field(compare=False)
    done: "Future[int]" = field(compare=False)


class Pace:
    """How much of the time that thoughts lately took was given to them."""

    def __init__(self) -> None:
        self.given = self.took = 1.0  # seconds, what is long ago counting less

    def note(self, given: float, took: float) -> None:
        """A thought has ended. Two threads at once may lose one: it is a mean of many."""
        self.given = FADE * self.given + given
        self.took = FADE * self.took + took

    @property
    def part(self) -> float:
        """At most all of it: some thoughts need not take what they are given."""
        return max(SLOWEST, min(1.0, self.given / self.took))


class Thoughts:
    """All of this process."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or os.cpu_count() or 1
        self.pace = Pace()
        self._due: PriorityQueue[Thought] = PriorityQueue()
        self._numbers = count()
        self._crew: list[threading.Thread] = []

    def ask(self, seconds: float, work: Work) -> "Future[int]":
        """The move, when it is found: it should take no longer than this."""
        if not self._crew:
            self._crew = [threading.Thread(target=self._think, name="bot", daemon=True) for _ in range(self.threads)]
            for thread in self._crew:
                thread.start()
        thought = Thought(time.monotonic() + seconds, next(self._numbers), seconds, work, Future())
        self._due.put(thought)
        return thought.done

    def close(self) -> None:
        """What has not been begun is not thought about any more."""
        for _ in self._crew:
            self._due.put(Thought(0.0, next(self._numbers), 0.0, stop, Future()))

    def _think(self) -> None:
        step_back()
        while (thought := self._due.get()).work is not stop:
            if thought.done.set_running_or_notify_cancel():
                share, began = self._share(), time.perf_counter()
                try:
                    thought.done.set_result(thought.work(share))
                except BaseException as fault:
                    thought.done.set_exception(fault)
                if thought.seconds:
                    self.pace.note(share * thought.seconds, time.perf_counter() - began)
            self._due.task_done()

    def _share(self) -> float:
        """The part of its time that a thought has with which all that wait will be in time."""
        crowd = self._due.unfinished_tasks
        return 1.0 if crowd <= self.threads else self.threads / crowd * self.pace.part


def stop(share: float) -> int:  # noqa: ARG001
    """No thought: a thread ends with it."""
    return 0


def step_back() -> None:
    """This thread does what others leave it time for."""
    if sys.platform == "linux":
        me = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, me, os.getpriority(os.PRIO_PROCESS, me) + LOW)


def own_time(share: float) -> Clock:
    """The time this thread was at work; on a busy machine it lags behind the clock on the wall, but not by much."""
    lag = max(LEAST_LAG, share * LAG)
    worked, passed = time.thread_time(), time.perf_counter()
    return lambda: max(time.thread_time() - worked, time.perf_counter() - passed - lag)
