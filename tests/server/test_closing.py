"""A house closes, is copied, is put back, is renewed - while games run."""

import json
import shutil
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from ludozero import verify
from ludozero.bots.uniform import Uniform
from ludozero.games import rules
from ludozero.games.shape import Ints, Record
from ludozero.server.house import House
from ludozero.server.store import Store
from tests.server.postgres import Postgres, database
from tests.server.processes import Process, command
from tests.server.served import PATIENCE, Caller, Json, Served, moving, settings_for, until
from tests.server.siege import MOST, PARTIES, Memory, Moments, besieged, concluded, ended, seated
from tests.server.test_tables import company

RESTARTS = 2


def test_what_has_arrived_is_finished_and_streams_are_told_to_come_back(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, held, written = Store._write, Event(), Event()

    def slow(self: Store, commits: Any) -> None:
        held.set()
        assert written.wait(PATIENCE)
        write(self, commits)

    done: list[Json] = []
    with Served(settings_for(store_url)) as house:
        (lea, tom), table = company(house)
        ask: Json = {"turn": 0, "moves": [moving(lea.look(table))[0]["moves"][0][0]]}
        with tom.events() as events:
            until(events, lambda event: event["table"] == table)
            monkeypatch.setattr(Store, "_write", slow)
            mover = Thread(target=lambda: done.append(lea.at(table, "moves", ask)))
            mover.start()
            assert held.wait(PATIENCE)
            house.server.should_exit = True
            bye = next(told for told in events if told.kind == "bye")
            assert bye.data == {"code": "closing", "seconds": 1}
        written.set()
        mover.join(PATIENCE)
        assert done[0]["played"] == ask["moves"]
        cookies = tom.http.cookies
    with Served(settings_for(store_url)) as house:
        again = house.caller(None)
        again.http.cookies = cookies
        assert again.look(table)["log"][-1]["move"] == ask["moves"][0]


def test_a_thought_that_is_cut_off_is_thought_again(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, ended = Event(), Event()

    class Slow(Uniform):
        def decide(self, v: Record) -> int:
            thinking.set()
            assert ended.wait(PATIENCE)
            return super().decide(v)

    def slow(self: House, level: str, game: str, pack: Ints, seed: int, share: float) -> Uniform:
        return Slow(rules(game), pack, seed)

    monkeypatch.setattr(House, "invite", slow)
    with Served(settings_for(store_url)) as house:
        lea = house.caller()
        table = lea.make("hero", 2, sit=0, bots=["club", "club"], start=True)["table"]
        assert thinking.wait(PATIENCE)
        before = lea.look(table)
        seat: int = before["thinking"][0]
        cookies = lea.http.cookies
    monkeypatch.undo()
    with Served(settings_for(store_url)) as house:
        again = house.caller(None)
        again.http.cookies = cookies
        with again.events(watch=table) as events:
            until(events, lambda event: event["at"] > before["at"])
            ended.set()  # the old thought comes to its end; nobody hears of it
            until(events, lambda event: event["phase"] == "over")
        log = again.look(table)["log"]
        assert log[: before["at"]] == before["log"]
        assert (log[before["at"]]["seat"], "move" in log[before["at"]]) == (seat, True)
        assert verify(again.get(f"/api/tables/{table}/record"), before["commitment"]) == "as promised"


@pytest.mark.slow
def test_a_house_is_renewed_while_people_play(tmp_path: Path) -> None:
    with Process(tmp_path) as house:
        story = besieged(house, RESTARTS, seed=3, kill=house.shut)
    assert len(story.records) >= len(PARTIES)
    assert not [line for line in house.lines if json.loads(line)["level"] == "error"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_copy_made_while_people_play_is_put_back(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """As docs/operations.md says: what was played until then is all there, and can be played on."""
    server: Postgres | None = request.getfixturevalue("postgres_server") if kind == "postgres" else None
    with Process(tmp_path / "house", database(server.url) if server else "") as house:
        house.open()
        moments, half, whole = Moments(), Event(), Event()
        players = seated([house], moments, seed=5)
        tables = [player.table for player in players]
        moments.choose("acknowledged", MOST, half.set)
        try:
            for player in players:
                player.start()
            assert half.wait(PATIENCE)
            known = [newest(player.memory, table) for player, table in zip(players, tables, strict=True)]
            copy = copied(house, server, tmp_path / "copy.sql")
            moments.choose("acknowledged", MOST, whole.set)
            assert whole.wait(PATIENCE)
        finally:
            ended(players, [house])
    with put_back(copy, server, tmp_path / "new") as house:
        house.open()
        callers: dict[str, list[Caller]] = {}
        for player, table, at in zip(players, tables, known, strict=True):
            callers.setdefault(table, []).append(Caller(house.url, token=player.token))
            shown = callers[table][-1].look(table)
            assert shown["at"] >= at
            lines = player.memory.lines[table]
            assert all(lines.get(line["at"], line) == line for line in shown["log"])
        for table, people in callers.items():
            concluded(table, people, people[0].look(table))
            for caller in people:
                caller.http.close()


def newest(memory: Memory, table: str) -> int:
    """The last line that is known of a table."""
    return max(memory.lines[table])


def copied(house: Process, server: Postgres | None, file: Path) -> Path:
    """A copy of the store, which is in use."""
    if server is None:
        return Path(command(house, "admin", "backup").stdout.strip())
    server.dump(house.store, file)
    return file


def put_back(copy: Path, server: Postgres | None, folder: Path) -> Process:
    """A house with this copy as its store."""
    if server is None:
        folder.mkdir()
        shutil.copy(copy, folder / "ludozero.db")
        return Process(folder)
    store = database(server.url)
    server.load(store, copy)
    return Process(folder, store)
