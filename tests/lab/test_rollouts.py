"""What a rollout is made of."""

import pytest

from ludozero.games import GAMES
from ludozero.lab import rollouts as room
from ludozero.lab.rollouts import positions, rollouts


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_different_ones_with_a_choice(game: str) -> None:
    views = list(positions(game, 3, 10))
    assert len({view.tobytes() for view in views}) == 10
    assert [view.tobytes() for view in views] == [view.tobytes() for view in positions(game, 3, 10)]


def test_the_steps_of_a_rollout_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "POSITIONS", 3)
    monkeypatch.setattr(room, "TIMES", 200)
    found = rollouts("hero", 3, "flat:50sims")
    assert found["rollouts_per_second"] > 0
    assert 1 < found["moves"] < 200
    assert found["running"] > found["choosing"] / 10 > 0
    assert found["guessing"] > found["copying"] > 0
