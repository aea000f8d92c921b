"""The log on SQLite and PostgreSQL: what was told is there after a restart; what is not written was not told."""

import threading
from functools import partial

import pytest
from sqlalchemy.exc import OperationalError

from ludozero import verify
from ludozero.server.store import Store
from tests.server.postgres import database
from tests.server.served import Caller, Json, Served, moving, settings_for, until
from tests.server.test_tables import company, first_move, play_on


def test_a_table_goes_on_after_a_restart(store_url: str) -> None:
    with Served(settings_for(store_url)) as house:
        (lea, tom), table = company(house, 2, "soler")
        play_on([lea, tom], table, 9)
        before = [caller.look(table) for caller in (lea, tom)]
        cookies = [caller.http.cookies for caller in (lea, tom)]
    with Served(settings_for(store_url)) as house:
        lea, tom = house.caller(None), house.caller(None)
        for caller, cookie in zip((lea, tom), cookies, strict=True):
            caller.http.cookies = cookie
        assert [caller.look(table) for caller in (lea, tom)] == before
        play_on([lea, tom], table, 5)
        for caller in (lea, tom):
            caller.at(table, "end", {"whole": True, "agree": True})
        assert verify(lea.get(f"/api/tables/{table}/record"), before[0]["commitment"]) == "as promised"


def test_idle_tables_are_dropped_and_come_back_from_the_log(house: Served) -> None:
    (lea, tom), table = company(house, 2, "zatre")
    play_on([lea, tom], table, 6)
    before = lea.look(table)

    async def drop() -> None:
        del house.house.hall.lives[table]

    house.call(drop())
    assert lea.look(table) == before
    play_on([lea, tom], table, 2)


def test_what_cannot_be_written_does_not_happen(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    (lea, tom), table = company(house)
    before = tom.look(table)
    with tom.events() as events:
        until(events, lambda event: event["table"] == table)
        write = Store._write

        def full(self: Store, commits: object) -> None:
            raise OperationalError("INSERT", {}, Exception("database or disk is full"))

        monkeypatch.setattr(Store, "_write", full)
        ask = {"turn": 0, "moves": [moving(lea.look(table))[0]["moves"][0][0]]}
        assert lea.refused(f"/api/tables/{table}/moves", ask) == (503, "store-away")
        after = tom.look(table)
        assert [after[part] for part in ("at", "hands", "log")] == [before[part] for part in ("at", "hands", "log")]
        assert lea.refused(f"/api/tables/{table}/leave") == (503, "store-away")
        monkeypatch.setattr(Store, "_write", write)
        lea.at(table, "moves", ask)
        event = until(events, lambda event: event["log"])
        assert [line["at"] for line in event["log"]] == [before["at"] + 1]


def test_nobody_sees_what_is_not_written_yet(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    (lea, tom), table = company(house)
    hand = moving(lea.look(table))[0]
    write, held, written = Store._write, threading.Event(), threading.Event()

    def slow(self: Store, commits: object) -> None:
        held.set()
        assert written.wait(30)
        write(self, commits)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "_write", slow)
    with tom.events() as events:
        until(events, lambda event: event["table"] == table)
        ask = {"turn": 0, "moves": [hand["moves"][0][0]]}
        mover = threading.Thread(target=lea.at, args=(table, "moves", ask))
        mover.start()
        assert held.wait(30)
        looks = threading.Thread(target=tom.look, args=(table,))
        looks.start()
        looks.join(0.2)
        assert looks.is_alive()  # it waits until the move is written
        written.set()
        mover.join(30)
        looks.join(30)
        assert until(events, lambda event: event["log"])["log"][-1]["seat"] == 0


def test_two_processes_serve_one_table(postgres_url: str) -> None:
    url = database(postgres_url)
    with Served(settings_for(url)) as here, Served(settings_for(url)) as there:
        lea, tom = here.caller("Léa"), there.caller("Tom")
        made = lea.make("hero", 2, seating="as-is")
        table = made["table"]
        with lea.events() as near, tom.events() as far:
            until(near, lambda event: event["table"] == table)
            tom.at(table, "sit", {"key": made["key"]})
            until(near, lambda event: event["seats"][1]["kind"] == "person")
            lea.at(table, "start")
            until(far, lambda event: event["phase"] == "playing")
            for _ in range(12):
                mover, watching = (lea, far) if moving(lea.look(table)) else (tom, near)
                done = first_move(mover, table)
                until(watching, partial(reached, at=done["at"]))
            views = [caller.look(table)["hands"][0]["view"] for caller in (lea, tom)]
            assert views[0]["held"] == views[1]["held"]


def reached(event: Json, at: int) -> bool:
    return bool(event["at"] >= at)


def test_only_one_of_two_processes_can_write_a_turn(postgres_url: str) -> None:
    url = database(postgres_url)
    with Served(settings_for(url)) as here, Served(settings_for(url)) as there:
        (lea, _), table = company(here)
        twin = Caller(there.url, None)
        there.callers.append(twin)
        twin.http.cookies = lea.http.cookies
        twin.look(table)
        hand = moving(lea.look(table))[0]
        gate = threading.Barrier(2)
        codes: list[int] = []

        def move(caller: Caller, text: str) -> None:
            gate.wait(30)
            answer = caller.http.post(f"/api/tables/{table}/moves", json={"turn": 0, "moves": [text]})
            codes.append(answer.status_code)

        movers = [
            threading.Thread(target=move, args=(caller, hand["moves"][i][0])) for i, caller in enumerate((lea, twin))
        ]
        for mover in movers:
            mover.start()
        for mover in movers:
            mover.join(30)
        assert sorted(codes) == [200, 409]
        played = [line for line in lea.look(table)["log"] if "move" in line]
        assert len(played) == 1
        assert twin.look(table)["log"] == lea.look(table)["log"]
