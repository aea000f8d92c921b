"""Clocks, absence and abandoned tables, at a house whose time is told by the test."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ludozero import verify
from ludozero.games import zero
from ludozero.server.house import AWAY_AFTER
from ludozero.server.luck import Luck
from ludozero.server.sitting import GO_AFTER
from tests.server.served import Served, moving, settings_for, sqlite, until
from tests.server.test_tables import company, first_move, over

DAY = 86_400.0


@dataclass(slots=True)
class Told(Luck):
    """Time passes only when the test says so."""

    time: float = 1000.0

    def now(self) -> float:
        return self.time

    def stamp(self) -> int:
        return int(self.time * 1000)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def house(tmp_path: Path, told: Told) -> Iterator[Served]:
    with Served(settings_for(sqlite(tmp_path)), told) as served:
        yield served


def pass_time(house: Served, told: Told, seconds: float) -> None:
    """Time passes, then the house looks around."""
    told.time += seconds
    house.call(house.house.sweep(told.time))


def test_a_clock_runs_out_and_the_log_says_so_once(house: Served, told: Told) -> None:
    (lea, tom), table = company(house, clock=30)
    assert tom.look(table)["clocks"] == [30.0, None]
    pass_time(house, told, 20)
    assert tom.look(table)["clocks"] == [10.0, None]
    pass_time(house, told, 11)
    pass_time(house, told, 100)
    event = tom.look(table)
    assert [line for line in event["log"] if "timeout" in line] == [{"at": event["at"], "timeout": 0}]
    assert (event["clocks"], event["seats"][0]["away"]) == ([0.0, None], False)
    while moving(lea.look(table)):
        first_move(lea, table)
    assert tom.look(table)["clocks"] == [None, 30.0]


def test_a_pause_stops_the_clock(house: Served, told: Told) -> None:
    (lea, tom), table = company(house, clock=30)
    told.time += 10
    tom.at(table, "pause", {"on": True})
    pass_time(house, told, 100)
    assert tom.look(table)["clocks"] == [20.0, None]
    tom.at(table, "pause", {"on": False})
    told.time += 5
    assert lea.look(table)["clocks"] == [15.0, None]


def test_a_bot_stands_in_until_the_person_is_back(house: Served, told: Told) -> None:
    (lea, tom), table = company(house, clock=30, absence="bot")
    with tom.events() as events:
        pass_time(house, told, 31)
        event = until(events, moving)
        assert event["seats"][0]["away"]
        by = [line for line in tom.look(table)["log"] if "by" in line]
        assert by
        assert {line["seat"] for line in by} == {0}
        first_move(tom, table)
        lea.at(table, "back")
        event = until(events, lambda event: not event["seats"][0]["away"])
    over([lea, tom], table)
    record = lea.get(f"/api/tables/{table}/record")
    assert any("timeout" in entry for entry in record["log"])
    assert any("by" in entry for entry in record["log"])
    assert verify(record, event["commitment"]) == "as promised"


def test_who_is_gone_for_long_is_away_only_where_the_table_says_so(house: Served, told: Told) -> None:
    (_, tom), table = company(house, absence="bot")
    (_, eva), patient = company(house, absence="wait")
    with tom.events() as events, eva.events() as others:
        until(events, lambda event: event["table"] == table)
        until(others, lambda event: event["table"] == patient)
        pass_time(house, told, AWAY_AFTER - 5)
        assert not tom.look(table)["seats"][0]["away"]
        pass_time(house, told, 10)
        until(events, moving)
        assert tom.look(table)["seats"][0]["away"]
        assert not eva.look(patient)["seats"][0]["away"]


def test_the_next_deal_comes_by_itself(house: Served, told: Told) -> None:
    callers, table = company(house, 3, "zero")
    for caller in callers:
        caller.at(table, "end", {"whole": False, "agree": True})
    pass_time(house, told, GO_AFTER - 5)
    event = callers[0].look(table)
    assert (event["go_in"], event["hands"][0]["view"]["deal"]) == (5.0, 1)
    pass_time(house, told, 6)
    assert callers[0].look(table)["hands"][0]["view"]["deal"] == 2


def test_tables_nobody_comes_back_to_are_closed_and_in_time_forgotten(house: Served, told: Told) -> None:
    (lea, _), table = company(house)
    waiting = lea.make("zero", 3)["table"]
    hall = house.house.hall
    told.time += 29 * DAY
    first_move(lea, table)
    told.time += 2 * DAY
    house.call(hall.close_abandoned(30, 0))
    assert lea.look(table)["phase"] == "playing"
    assert lea.look(waiting)["result"]["reason"] == "abandoned"
    told.time += 40 * DAY
    house.call(hall.close_abandoned(30, 0))
    result = lea.look(table)["result"]
    assert (result["reason"], result["winners"]) == ("abandoned", [])
    record = lea.get(f"/api/tables/{table}/record")
    assert record["shuffle"]["secret"]
    assert verify(record, lea.look(table)["commitment"]) == "as promised"
    told.time += 100 * DAY
    house.call(hall.close_abandoned(30, 90))
    assert lea.refused(f"/api/tables/{table}", method="GET") == (404, "no-such-table")
    assert lea.get("/api/lobby")["mine"] == []


def test_tables_of_older_rules_keep_their_results(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    callers, done = company(house, 3, "zero")
    over(callers, done)
    others, open_ = company(house, 3, "zero")
    for caller in others:
        caller.at(open_, "end", {"whole": False, "agree": True})
    before = [others[0].look(table) for table in (done, open_)]

    async def drop() -> None:
        house.house.hall.lives.clear()

    house.call(drop())
    monkeypatch.setattr(zero, "RULES", zero.RULES + 1)
    event = others[0].look(done)
    assert (event["result"], event["hands"], event["log"]) == (before[0]["result"], [], before[0]["log"])
    event = others[0].look(open_)
    assert event["result"]["reason"] == "rules-changed"
    assert event["result"]["scores"] == before[1]["hands"][0]["view"]["total"]
    assert others[0].refused(f"/api/tables/{open_}/moves", {"turn": 0, "moves": ["knock"]}) == (409, "wrong-phase")
    assert others[0].refused(f"/api/tables/{open_}/record", method="GET") == (409, "rules-changed")
