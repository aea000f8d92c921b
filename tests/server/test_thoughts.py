"""Who thinks when, and for how long."""

from collections.abc import Callable, Iterator
from threading import Event
from types import SimpleNamespace
from typing import cast

import pytest

from ludozero.bots.thinker import Budget, Thinker
from ludozero.fast.patient import Patient
from ludozero.server.house import House
from ludozero.server.settings import Settings
from ludozero.server.thoughts import Thoughts
from tests.server.served import PATIENCE
from tests.tabletop import pack_of


@pytest.fixture
def thoughts() -> Iterator[Thoughts]:
    made = Thoughts(1)
    yield made
    made.close()


def test_who_has_to_answer_first_thinks_first_and_each_for_its_part(thoughts: Thoughts) -> None:
    begun, go = Event(), Event()
    order: list[tuple[int, float]] = []

    def long(share: float) -> int:
        begun.set()
        go.wait(PATIENCE)
        return round(share)

    def short(number: int) -> Callable[[float], int]:
        def work(share: float) -> int:
            order.append((number, share))
            return number

        return work

    first = thoughts.ask(1.0, long)
    assert begun.wait(PATIENCE)
    others = [thoughts.ask(seconds, short(number)) for number, seconds in enumerate((3600.0, 60.0, 600.0))]
    gone = thoughts.ask(1.0, short(9))
    assert gone.cancel()
    go.set()
    assert first.result(PATIENCE) == 1  # alone when it began: all of its time
    assert [other.result(PATIENCE) for other in others] == [0, 1, 2]
    assert order == [(1, 1 / 3), (2, 1 / 2), (0, 1.0)]


def test_a_thought_that_fails_is_told_and_the_next_is_thought(thoughts: Thoughts) -> None:
    def fails(share: float) -> int:
        raise LookupError

    with pytest.raises(LookupError):
        thoughts.ask(1.0, fails).result(PATIENCE)
    assert thoughts.ask(1.0, lambda share: 7).result(PATIENCE) == 7


def test_a_level_is_the_same_bot_at_a_table() -> None:
    """Whatever part of its time it has: club at Solèr's Zero counts its tries."""
    house = cast(House, SimpleNamespace(settings=Settings()))
    bot = cast(Patient, House.invite(house, "club", "soler", pack_of("soler"), 0, 0.5)).make()
    assert isinstance(bot, Thinker)
    assert bot.budget == Budget(tries=60)
