"""What is sent of a table, made with as few steps as can be, is what the table itself tells."""

import random
from collections.abc import Iterator

import orjson
import pytest

from ludozero.games import GAMES, rules
from ludozero.server import kernels
from ludozero.server.hands import desk, hand, offered, own_view, public_view, views_of
from ludozero.table.table import Table

MOVES = 40


@pytest.fixture(params=["interpreted", "compiled"], autouse=True)
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """Both ways to look."""
    if request.param == "compiled":
        monkeypatch.setattr(desk(game), "offers", kernels.offers(game))
        monkeypatch.setattr(desk(game), "looks", kernels.looks(game))


def played(game: str, seats: int) -> Iterator[Table]:
    """A game after every move, all moves at random."""
    table = Table(game, seats, seed=seats)
    dice = random.Random(seats)
    while not table.over and len(table.log) < MOVES:
        yield table
        seat = dice.choice(table.waiting)
        table.play(seat, dice.choice(table.moves(seat)))


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_that_are_offered_are_the_tables_with_their_weights(game: str) -> None:
    broken = 0
    for table in played(game, max(rules(game).SEATS)):
        for seat in table.waiting:
            told = offered(table, seat)
            assert told == [[text, *weights.values()] for text, weights in table.weigh(seat).items()]
            whole = all(float(weight).is_integer() for _, *weights in told for weight in weights)
            assert all(type(weight) is (int if whole else float) for _, *weights in told for weight in weights)
            broken += not whole
    assert (broken > 0) == (game == "soler"), "only there a weight is a chance"


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_is_the_tables_view(game: str) -> None:
    for table in played(game, min(rules(game).SEATS) + 1):
        views = views_of(table)
        public, own = public_view(table, views), [own_view(table, v) for v in views]
        for seat in (None, *range(table.seats)):
            told = orjson.loads(hand(table, seat, 7, public, own[0 if seat is None else seat + 1], False))
            assert told == {"seat": seat, "turn": 7, "view": orjson.loads(orjson.dumps(table.view(seat))), "moves": []}
