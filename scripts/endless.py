"""For pytest, with `-p scripts.endless`, where rules are changed on purpose.

A test that computes for so long will never end, and fails. What was remembered before a change is forgotten.
"""

import functools
import gc
import signal
from collections.abc import Generator
from types import FrameType

import pytest

SECONDS = 20  # of computing; no quick test needs a quarter of it


def give_up(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001 - as `signal` calls it
    """Ends the test."""
    pytest.fail(f"no end after {SECONDS} seconds")


def pytest_sessionstart() -> None:
    """mutmut runs the tests once before it forks for each change: what they came to would hide it."""
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper) and found.__module__.startswith("ludozero."):
            found.cache_clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    """Around every test."""
    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
