"""A bot plays the same, whatever the cards are that it cannot know of."""

import numpy as np
import pytest

from ludozero import Table
from ludozero.bots.uniform import Uniform
from ludozero.fast.compile import kernels
from ludozero.fast.players import player
from ludozero.games import GAMES
from ludozero.lab.simulate import options_of
from tests.secrets import shuffled_secrets
from tests.tabletop import copied, put, state_of

BOTS = ("uniform", "beginner", "club", "flat:30sims", "expert:60sims")
EVERY = 9  # moves between two looks


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_no_move(game: str) -> None:
    rng = np.random.default_rng(5)
    known = kernels(game)
    table = Table(game, 3, seed=11, options=options_of(game, None), rules=known)
    walker = Uniform(known, table.faces, 1)
    moved = looks = 0
    while not table.over and looks < 12:
        seat = table.waiting[0]
        if len(table.log) % EVERY == 0:
            looks += 1
            truth = copied(known, state_of(table))
            chosen = [player(name, game, table.faces, looks).decide(table.seen(seat)) for name in BOTS]
            other = copied(known, truth)
            shuffled_secrets(game, other, seat, rng)
            moved += other.tobytes() != truth.tobytes()
            put(table, other)
            assert [player(name, game, table.faces, looks).decide(table.seen(seat)) for name in BOTS] == chosen
            put(table, truth)
        table.play(seat, known.spell(walker.decide(table.seen(seat))))
    assert moved > looks / 2
