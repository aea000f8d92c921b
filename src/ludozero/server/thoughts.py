"""Where bots think: a thread for each core, of lower priority than what serves people.

Whoever has to answer first thinks first. When more think than there are threads, each has its part of the time: they
think shorter rather than queue.
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
LOW = 5  # how much nicer than the rest of the process the threads are

Work = Callable[[float], int]  # from the part of its time that it has to a move


@dataclass(order=True, slots=True)
class Thought:
    until: float  # when it should be done
    number: int
    work: Work = field(compare=False)
    done: "Future[int]" = field(compare=False)


class Thoughts:
    """All of this process."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or os.cpu_count() or 1
        self._due: PriorityQueue[Thought] = PriorityQueue()
        self._numbers = count()
        self._crew: list[threading.Thread] = []

    def ask(self, seconds: float, work: Work) -> "Future[int]":
        """The move, when it is found: it should take no longer than this."""
        if not self._crew:
            self._crew = [threading.Thread(target=self._think, name="bot", daemon=True) for _ in range(self.threads)]
            for thread in self._crew:
                thread.start()
        thought = Thought(time.monotonic() + seconds, next(self._numbers), work, Future())
        self._due.put(thought)
        return thought.done

    def close(self) -> None:
        """What has not been begun is not thought about any more."""
        for _ in self._crew:
            self._due.put(Thought(0.0, next(self._numbers), stop, Future()))

    def _think(self) -> None:
        step_back()
        while (thought := self._due.get()).work is not stop:
            if thought.done.set_running_or_notify_cancel():
                try:
                    thought.done.set_result(thought.work(min(1.0, self.threads / self._due.unfinished_tasks)))
                except BaseException as fault:
                    thought.done.set_exception(fault)
            self._due.task_done()


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
    lag = share * LAG
    worked, passed = time.thread_time(), time.perf_counter()
    return lambda: max(time.thread_time() - worked, time.perf_counter() - passed - lag)
