"""200 random games of every kind and number of seats, by all the laws, and there and back through their records."""

import numpy as np
import pytest

from ludozero import replay, save, verify
from ludozero.games import GAMES, rules
from ludozero.table.record import load
from tests.laws import play_by_the_laws
from tests.tabletop import tables

TABLES = [(game, seats) for game in GAMES for seats in rules(game).SEATS]
GAMES_EACH = 200


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_random_games_obey_the_laws(game: str, seats: int) -> None:
    rng = np.random.default_rng([7, seats, GAMES.index(game)])
    for table in tables(game, seats, GAMES_EACH):
        assert play_by_the_laws(table, rng) > 0
        text = save(table)
        record = load(text)
        again = replay(record)
        assert save(again) == text
        assert again.truth() == table.truth()
        assert verify(record) == "consistent"
