"""Two houses on one PostgreSQL: players of one table at different ones, requests that go to any of them."""

from pathlib import Path

import pytest

from ludozero.server.hall import Hall
from tests.server.postgres import database
from tests.server.processes import Process
from tests.server.served import Served, moving, settings_for
from tests.server.siege import MOST, PARTIES, Moments, ended, move_on, nothing_lost, seated
from tests.server.test_tables import company


@pytest.mark.slow
def test_the_players_of_a_dead_process_go_on_through_the_other(postgres_url: str, tmp_path: Path) -> None:
    store = database(postgres_url)
    with Process(tmp_path / "one", store) as one, Process(tmp_path / "other", store) as other:
        one.open()
        other.open()
        moments = Moments()
        players = seated([one, other], moments, seed=11)
        moved = [player for player in players if player.doors[0] is one]
        assert 0 < len(moved) < len(players)
        try:
            moments.choose("acknowledged", MOST, one.kill)
            for player in players:
                player.start()
            one.dead()
            move_on(moved, other)
        finally:
            ended(players, [one, other])
        other.open()
        assert len(nothing_lost(other, players)) >= len(PARTIES)


def test_a_move_may_come_to_a_process_before_the_news_it_answers(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = database(postgres_url)
    with Served(settings_for(store)) as here, Served(settings_for(store)) as there:
        (lea, tom), table = company(here)
        far = (there.caller(None), there.caller(None))
        for near, twin in zip((lea, tom), far, strict=True):
            twin.http.cookies = near.http.cookies
            twin.look(table)

        async def deaf(self: Hall, number: str, at: int) -> None:
            pass

        monkeypatch.setattr(Hall, "heard", deaf)
        houses, fresh = [(lea, tom), far], 0
        for _ in range(6):
            hands = [moving(caller.look(table)) for caller in houses[fresh]]
            (hand,) = [hand for own in hands for hand in own]
            fresh = 1 - fresh  # the other one knows nothing yet
            ask = {"turn": hand["turn"], "moves": [hand["moves"][0][0]]}
            assert houses[fresh][hand["seat"]].at(table, "moves", ask)["played"] == ask["moves"]
        log = houses[fresh][0].look(table)["log"]
        assert [line["at"] for line in log if "move" in line] == list(range(log[-1]["at"] - 5, log[-1]["at"] + 1))
