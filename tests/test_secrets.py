"""Leaks are found: each is planted in the rules, and every law it breaks must say so."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pytest

from ludozero import Table
from ludozero.games import GAMES, rules
from ludozero.games.bits import NONE, lowest
from ludozero.games.shape import Record
from tests.laws import guessed_worlds_look_the_same, refusals_stay, secrets_stay
from tests.leaks import look, positions
from tests.tabletop import copied, state_of

Law: TypeAlias = Callable[[Table, np.random.Generator], Any]
MOVES = {"zero": "R1>R2", "hero": "buy 1", "soler": "lay 3", "zatre": "66@0,0E"}


def zero_card(s: Record, seat: int) -> int:
    hidden = s.hand[seat] & ~s.open.known[seat]
    return lowest(hidden) if hidden != NONE else -1


def soler_card(s: Record, seat: int) -> int:
    return int(s.hand[seat].argmax())


CARD: dict[str, Callable[[Record, int], int]] = {
    "zero": zero_card,
    "hero": lambda s, seat: int(s.hidden[seat, 0]),
    "soler": soler_card,
    "zatre": lambda s, seat: int(s.hand[seat, 0]),
}


def secret_of(game: str, s: Record, viewer: int) -> int:
    """A hidden card of somebody else, while a deal is on."""
    if rules(game).over(s) or not s.open.deal:
        return -1
    return CARD[game](s, 1 if viewer == 0 else 0)


def leak_see(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One card of somebody else, in a byte of the view that nobody uses with so few seats."""
    known = rules(game)
    honest = known.see

    def see(s: Record, seat: int, v: Record) -> None:
        honest(s, seat, v)
        v.open.turn[-1] = secret_of(game, s, seat)

    monkeypatch.setattr(known, "see", see)


def leak_check(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refused is refused for another reason if a card of somebody else is odd."""
    known = rules(game)
    honest = known.check

    def check(s: Record, seat: int, m: int) -> int:
        reason = honest(s, seat, m)
        return 1 + reason % 2 if reason and secret_of(game, s, seat) % 2 else reason

    monkeypatch.setattr(known, "check", check)


def leak_explain(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence of a refusal speaks of a card of somebody else."""
    known = rules(game)
    see, explain = known.see, known.explain
    truths: dict[int, Record] = {}

    def remember(s: Record, seat: int, v: Record) -> None:
        see(s, seat, v)
        truths[id(v)] = copied(known, s)

    def tell(v: Record, m: int, reason: int) -> dict[str, Any]:
        return explain(v, m, reason) | {"mover": secret_of(game, truths[id(v)], int(v.seat))}

    monkeypatch.setattr(known, "see", remember)
    monkeypatch.setattr(known, "explain", tell)


def stay(table: Table, rng: np.random.Generator) -> None:
    for seat in range(table.seats):
        secrets_stay(table.game, state_of(table), seat, rng)


def guessed(table: Table, rng: np.random.Generator) -> None:
    for seat in range(table.seats):
        guessed_worlds_look_the_same(table.game, state_of(table), seat, rng)


def refused(table: Table, rng: np.random.Generator) -> None:
    for seat in range(table.seats):
        refusals_stay(table, seat, [MOVES[table.game]], rng)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("leak", "law"),
    [
        (leak_see, stay),
        (leak_see, guessed),
        (leak_check, stay),
        (leak_check, guessed),
        (leak_check, refused),
        (leak_explain, stay),
        (leak_explain, guessed),
        (leak_explain, refused),
    ],
)
def test_a_leak_is_found(
    game: str, leak: Callable[[str, pytest.MonkeyPatch], None], law: Law, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = rules(game).SEATS[0]
    for planted in (False, True):
        if planted:
            leak(game, monkeypatch)
        rng = np.random.default_rng(5)
        found = 0
        for number, table in enumerate(positions(game, seats, rng, 0)):
            try:
                law(table, rng)
            except AssertionError:
                found += 1
            if number == 30:
                break
        assert (found > 0) == planted


@pytest.mark.parametrize("game", GAMES)
def test_no_leak_is_found(game: str) -> None:
    """A look at as many positions as a test has time for; `make soak` takes 100,000."""
    for seats in rules(game).SEATS:
        looked = look(game, seats, 40)
        assert looked.positions == 40
        assert looked.refusals > 40
        assert looked.breaths > 40
        assert looked.shuffled > 20
        assert len(looked.phases) > 2
