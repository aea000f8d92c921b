"""10,000 compiled games of every kind and number of seats: no card is lost, and each 50th is its interpreted twin."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import pytest

from ludozero.fast.run import run
from ludozero.games import GAMES, rules
from tests import twins as room
from tests.twins import BLOCK, twins

TABLES = [(game, seats) for game in GAMES for seats in rules(game).SEATS]
MANY, EVERY = 10_000, 50


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_compiled_games(game: str, seats: int) -> None:
    done = twins(game, seats, MANY, EVERY)
    assert done.games == MANY
    assert done.twins == MANY // EVERY
    assert MANY // 4 < done.cut < MANY * 3 // 4, "half of the games are stopped, most of these before their end"


def planted(monkeypatch: pytest.MonkeyPatch, plant: Callable[[Any], None]) -> None:
    """Compiled games from now on end a little different."""

    def wrong(*args: Any) -> Any:
        ended = run(*args)
        plant(args[3])
        return ended

    monkeypatch.setattr(room, "run", wrong)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_byte_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the one game of a block that has a twin, and where no card is counted."""

    def plant(states: Any) -> None:
        states.open.turn[EVERY, 0] ^= 1

    planted(monkeypatch, plant)
    with pytest.raises(AssertionError, match=f"game {EVERY}$"):
        twins(game, rules(game).SEATS[0], BLOCK, EVERY)
    twins(game, rules(game).SEATS[0], EVERY + 1, EVERY + 1)


NINE = 0x1FF
LOST = [
    ("zero", "hand", (7, 4), 1),  # nobody sits there
    ("zero", "hand", 7, [NINE, NINE, 0, 0, 0]),
    ("hero", "hidden", (7, 0, 0), -1),
    ("hero", "open.held", (7, 0, 0), 9),
    ("hero", "open.supply", 7, -1),
    ("soler", "hand", (7, 1, 3), 9),
    ("soler", "open.safe", (7, 0, 3), 9),
    ("zatre", "aside", (7, 0), -1),
    ("zatre", "open.unlaid", (7, 0), 9),
]


@pytest.mark.parametrize(("game", "field", "place", "value"), LOST)
def test_a_lost_card_is_found(game: str, field: str, place: Any, value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def plant(states: Any) -> None:
        attrgetter(field)(states)[place] = value

    planted(monkeypatch, plant)
    with pytest.raises(AssertionError, match=r"cards are lost in games \[7\]"):
        twins(game, rules(game).SEATS[0], 20, EVERY)
