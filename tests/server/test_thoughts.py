"""Who thinks when, and for how long."""

from collections import Counter
from collections.abc import Callable, Iterator
from threading import Event
from types import SimpleNamespace
from typing import cast

import pytest

from ludozero.bots.thinker import Budget, Thinker
from ludozero.bots.uniform import Bot, Uniform
from ludozero.fast.patient import Patient
from ludozero.games import rules
from ludozero.games.shape import Ints, Record
from ludozero.server import thoughts as thoughts_room
from ludozero.server.house import House
from ludozero.server.settings import Settings
from ludozero.server.thoughts import LEAST_LAG, SLOWEST, Pace, Thoughts, own_time
from tests.server.served import PATIENCE, Served, until
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


def test_what_thoughts_take_beyond_their_time_is_made_up_for() -> None:
    pace = Pace()
    assert pace.part == 1
    for _ in range(500):
        pace.note(given=0.02, took=0.04)
    assert pace.part == pytest.approx(0.5, abs=0.01)
    pace.note(given=0.0, took=1e9)
    assert pace.part == SLOWEST
    pace.note(given=1e12, took=0.0)
    assert pace.part == 1


def test_where_there_is_no_crowd_nothing_is_made_up_for(thoughts: Thoughts) -> None:
    thoughts.pace.note(given=0.0, took=1.0)  # of one second given before, in two
    begun, go, parts = Event(), Event(), list[float]()

    def work(share: float) -> int:
        parts.append(share)
        begun.set()
        go.wait(PATIENCE)
        return 0

    first = thoughts.ask(0.0, work)
    assert begun.wait(PATIENCE)
    others = [thoughts.ask(0.0, work) for _ in range(2)]
    go.set()
    for one in (first, *others):
        one.result(PATIENCE)
    assert parts == [1.0, pytest.approx(0.25, abs=0.01), 1.0]


def test_a_short_thought_waits_for_the_processor_too(monkeypatch: pytest.MonkeyPatch) -> None:
    worked, passed = [0.0], [0.0]
    clocks = SimpleNamespace(thread_time=lambda: worked[0], perf_counter=lambda: passed[0])
    monkeypatch.setattr(thoughts_room, "time", clocks)
    clock = own_time(0.02)
    worked[0], passed[0] = 0.001, LEAST_LAG
    assert clock() == 0.001
    passed[0] = LEAST_LAG + 0.002
    assert clock() == pytest.approx(0.002)


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


def test_no_decision_is_thought_of_twice(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """At Solèr's Zero all lay at once: things happen at the table while each of them thinks."""
    thought: Counter[tuple[int, int]] = Counter()  # by seat and turn

    def invite(level: str, game: str, pack: Ints, seed: int, share: float) -> Bot:
        bot = Uniform(rules(game), pack, seed)

        def decide(v: Record) -> int:
            thought[int(v.seat), int(v.open.turn[v.seat])] += 1
            return bot.decide(v)

        return cast(Bot, SimpleNamespace(decide=decide))

    monkeypatch.setattr(house.house.bots, "invite", invite)
    caller = house.caller()
    with caller.events() as events:
        made = caller.make("soler", 4, sit=0, bots=["club"] * 4, options={"deals": 1}, start=True)["table"]
        until(events, lambda event: event["table"] == made and event["phase"] == "over")
    assert len(thought) > 8
    assert set(thought.values()) == {1}
