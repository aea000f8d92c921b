"""200 random games of every kind and number of seats, by all the laws, and there and back through their records."""

import numpy as np
import pytest

from ludozero.games import GAMES, rules
from tests.laws import goes_round, play_by_the_laws
from tests.tabletop import tables

TABLES = [(game, seats) for game in GAMES for seats in rules(game).SEATS]
FEW, MANY = 3, 200


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_many_games_obey_the_laws(game: str, seats: int) -> None:
    by_the_laws(game, seats, range(FEW, MANY))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_few_games_obey_the_laws(game: str, seats: int) -> None:
    by_the_laws(game, seats, range(FEW))


def by_the_laws(game: str, seats: int, games: range) -> None:
    rng = np.random.default_rng([7, seats, GAMES.index(game)])
    for table in tables(game, seats, len(games), games.start):
        assert play_by_the_laws(table, rng) > 0
        goes_round(table)
