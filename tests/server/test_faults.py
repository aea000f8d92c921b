"""What can go wrong around a house: a full disk, no database, clocks set anew, callers and lines that break off."""

import json
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import event

from ludozero import verify
from ludozero.server import house as houses
from ludozero.server import luck
from ludozero.words import LANGUAGES, say
from tests.server.postgres import Postgres, database
from tests.server.processes import Process
from tests.server.served import Caller, Json, Served, Told, moving, settings_for, sqlite, told, until
from tests.server.test_tables import company, first_move, play_on


def sentences(code: str) -> set[str]:
    """What people read."""
    return {say("server", f"why.{code}", lang=lang) for lang in LANGUAGES}


# A full disk


@contextmanager
def full(house: Served) -> Iterator[None]:
    """The database file may not grow any more."""

    def bound(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {room}")

    room = 1  # SQLite takes what is used already for this
    event.listen(house.house.store.engine, "checkout", bound)
    try:
        yield
    finally:
        room = 2**30


def test_a_full_disk_is_said_and_what_was_played_is_there(house: Served, caplog: pytest.LogCaptureFixture) -> None:
    callers, table = company(house, 2, "soler")
    with callers[1].events() as events:
        with full(house):
            while True:
                before = [caller.look(table) for caller in callers]
                ask, mover = offer(callers, before)
                answer = mover.http.post(f"/api/tables/{table}/moves", json=ask)
                if answer.status_code != 200:
                    break
            assert (answer.status_code, answer.json()["code"]) == (503, "store-full")
            assert [caller.look(table) for caller in callers] == before
            assert callers[0].refused(f"/api/tables/{table}/pause", {"on": True}) == (503, "store-full")
        assert mover.at(table, "moves", ask)["played"] == ask["moves"]
        until(events, lambda event: event["at"] > before[0]["at"])
    assert [record.getMessage() for record in caplog.records if record.name == "ludozero"] == [
        "the store cannot be written",
        "the store can be written again",
    ]
    assert len(sentences("store-full")) == len(LANGUAGES)
    ends_well(callers, table)


def offer(callers: list[Caller], shown: list[Json]) -> tuple[Json, Caller]:
    """The first move on the list of who may move, and who that is."""
    for caller, seen in zip(callers, shown, strict=True):
        for hand in moving(seen):
            return {"turn": hand["turn"], "moves": [hand["moves"][0][0]]}, caller
    raise AssertionError("nobody may move")


def ends_well(callers: list[Caller], table: str) -> None:
    """The game goes on, ends, and its record is sound."""
    play_on(callers, table, 1)
    for caller in callers:
        caller.at(table, "end", {"whole": True, "agree": True})
    shown = callers[0].look(table)
    assert verify(callers[0].get(f"/api/tables/{table}/record"), shown["commitment"]) == "as promised"


# A database that goes away


@pytest.mark.slow
def test_a_database_goes_and_comes_back(postgres_server: Postgres) -> None:
    url = database(postgres_server.url)
    with Served(settings_for(url)) as house, Served(settings_for(url)) as other:
        callers, table = company(house, 2, "hero")
        ask, mover = offer(callers, [caller.look(table) for caller in callers])
        far = other.caller(None)
        far.http.cookies = next(caller for caller in callers if caller is not mover).http.cookies
        with far.events() as events:
            at = until(events, lambda event: event["table"] == table)["at"]
            postgres_server.stop()
            try:
                assert mover.refused(f"/api/tables/{table}/moves", ask) == (503, "store-away")
                assert mover.refused("/api/lobby", method="GET") == (503, "store-away")
                assert mover.refused("/healthz", method="GET") == (503, "store-away")
                assert mover.http.get("/api/games").status_code == 200
            finally:
                postgres_server.start()
            assert mover.at(table, "moves", ask)["played"] == ask["moves"]
            line = until(events, lambda event: event["at"] > at)["log"][0]  # the processes hear of each other again
            assert (line["at"], line["move"]) == (at + 1, ask["moves"][0])
        ends_well(callers, table)


# Clocks


def test_a_clock_that_is_set_anew_closes_and_forgets_nothing(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    callers, table = company(house, clock=600)
    others, done = company(house)
    for caller in others:
        caller.at(done, "end", {"whole": True, "agree": True})
    hall = house.house.hall
    for years in (10, -10):
        leap = int(years * 365.25 * 86400 * 1e9)
        real = time.time_ns()
        set_anew = SimpleNamespace(monotonic=time.monotonic, time_ns=lambda: real + leap)  # noqa: B023
        monkeypatch.setattr(luck, "time", set_anew)
        play_on(callers, table, 1)
        house.call(hall.close_abandoned(30, 30))
        shown = callers[0].look(table)
        assert shown["phase"] == "playing"
        assert max(left for left in shown["clocks"] if left) > 590
        assert others[0].look(done)["result"]["reason"] == "agreed"
        assert [card["table"] for card in others[0].get("/api/lobby")["mine"]] == [done]


def test_time_in_which_the_house_slept_is_given_back(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(house.house.luck.__class__, "now", lambda self: now)
    (_, tom), _ = company(house, clock=60, absence="bot")
    with tom.events() as events:
        until(events, lambda event: event["clocks"][0] == 60)
        now += 20
        monkeypatch.setattr(houses, "NAP", 0.0)  # to the house every second is a nap
        event = until(events, lambda event: event["clocks"][0] > 40)
        assert event["clocks"][0] < 60


def test_a_house_that_slept_for_hours_takes_up_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Served(settings_for(sqlite(tmp_path))) as house:
        now = 1000.0
        monkeypatch.setattr(house.house.luck.__class__, "now", lambda self: now)
        (lea, tom), table = company(house, clock=60, absence="bot")
        with tom.events() as events:
            until(events, lambda event: event["table"] == table)
            now += 20

            async def sleep() -> None:
                nonlocal now
                now += 30_000
                house.house.slept(30_000)
                await house.house.sweep(now)

            house.call(sleep())
            until(events, lambda event: event["clocks"][0] == 40)
        assert not any(seat["away"] for seat in lea.look(table)["seats"])
        first_move(lea, table)


# Callers who go away


def raw(caller: Caller, method: str, path: str, body: Json | None = None) -> bytes:
    """A request as it goes over the line."""
    text = b"" if body is None else json.dumps(body).encode()
    (host,) = [caller.http.base_url.netloc.decode()]
    cookies = "; ".join(f"{name}={value}" for name, value in caller.http.cookies.items())
    head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookies}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n" if text else "\r\n"
    return head.encode() + text


@contextmanager
def line_to(house: Served) -> Iterator[socket.socket]:
    with socket.create_connection(house.socket.getsockname()) as line:
        line.settimeout(30)
        yield line


def test_who_goes_away_in_the_middle_of_a_request_hurts_nobody(house: Served, caplog: pytest.LogCaptureFixture) -> None:
    (lea, tom), table = company(house)
    ask, mover = offer([lea, tom], [lea.look(table), tom.look(table)])
    request = raw(mover, "POST", f"/api/tables/{table}/moves", ask)
    dice = Random(3)
    with tom.events() as events:
        at = until(events, lambda event: event["table"] == table)["at"]
        for part in [len(request) - 1, request.index(b"\r\n\r\n") + 4, *dice.sample(range(len(request)), 20)]:
            with line_to(house) as line:
                line.sendall(request[:part])
        assert tom.look(table)["at"] == at
        with line_to(house) as line:
            line.sendall(request)  # whoever sent it goes without waiting for an answer
        event = until(events, lambda event: event["at"] > at)
        assert event["log"][0]["move"] == ask["moves"][0]
    assert mover.at(table, "moves", ask)["played"] == ask["moves"]
    assert [line["at"] for line in tom.look(table)["log"] if "move" in line] == [at + 1]
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


@pytest.mark.slow
def test_the_log_of_a_house_is_json_whatever_comes_in(tmp_path: Path) -> None:
    with Process(tmp_path) as house:
        house.open()
        host, _, port = house.netloc.partition(":")
        with socket.create_connection((host, int(port))) as line:
            line.sendall(b"no such thing\r\n\r\n")
            assert b"400" in line.recv(1000)
        assert house.close() == -signal.SIGTERM
    assert all({"time", "level", "what"} <= set(json.loads(line)) for line in house.lines)
    assert any(json.loads(line)["level"] == "warning" for line in house.lines)


# Lines that are cut


class Known:
    """What a page knows: of each table how it stands, and its log; and what it heard last."""

    def __init__(self, text: bytes = b"") -> None:
        self.tables: dict[str, Json] = {}
        self.lines: dict[str, dict[int, Json]] = {}
        self.last = ""
        for news in told(iter(text.decode(errors="replace").split("\n"))):  # what is not complete says nothing
            self.take(news)

    def take(self, news: Told) -> None:
        self.last = news.number or self.last
        if news.kind == "table":
            table = news.data["table"]
            self.tables[table] = {name: told for name, told in news.data.items() if name not in ("log", "since")}
            for line in news.data["log"]:
                assert self.lines.setdefault(table, {}).setdefault(line["at"], line) == line

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and (self.tables, self.lines) == (other.tables, other.lines)


def since(caller: Caller, last: str, table: str, at: int) -> list[Told]:
    """What a new stream tells who has heard so much, until that line."""
    heard = []
    with caller.events(last) as events:
        for news in events:
            heard.append(news)
            if news.kind == "table" and news.data["table"] == table and news.data["at"] >= at:
                break
    return heard


def begun(house: Served, caller: Caller, count: int) -> bytes:
    """The first bytes that come over the line of a new stream; fewer if no more come."""
    with line_to(house) as line:
        line.sendall(raw(caller, "GET", "/api/events"))
        text = b""
        while len(text) < count and not (b"event: table" in text and text.endswith(b"}\n\n\r\n")):
            text += line.recv(count - len(text))
        return text


def unpacked(text: bytes) -> bytes:
    """What has arrived of an answer that is sent in chunks."""
    _, _, rest = text.partition(b"\r\n\r\n")
    body = b""
    while b"\r\n" in rest:
        size, _, rest = rest.partition(b"\r\n")
        body += rest[: int(size, 16)]
        rest = rest[int(size, 16) + 2 :]
    return body


def test_a_stream_cut_at_any_byte_goes_on_where_it_was(house: Served) -> None:
    callers, table = company(house, 2, "hero")
    tom = callers[1]
    uncut = Known()
    with tom.events() as events:
        whole = b""  # as it comes over a line that is never cut
        while uncut.tables.get(table, {"at": 0})["at"] < 14:
            news = next(events)
            uncut.take(news)
            number = f"id: {news.number}\n" if news.number else ""
            whole += f"{number}event: {news.kind}\ndata: {json.dumps(news.data)}\n\n".encode()
            if news.kind == "table":
                play_on(callers, table, 1)
        at = tom.look(table)["at"]
        while uncut.tables[table]["at"] < at:
            uncut.take(next(events))
        ends = [place for place in range(len(whole)) if whole[:place].endswith(b"\n\n")]
        places = {max(0, end + off) for end in ends for off in (-2, -1, 0, 1, 9)}
        places |= set(Random(5).sample(range(len(whole)), 150))
        resumed: dict[str, list[Told]] = {}
        for place in places:
            known = Known(whole[:place])
            if known.last not in resumed:
                resumed[known.last] = since(tom, known.last, table, at)
            for news in resumed[known.last]:
                known.take(news)
            assert known == uncut
        assert len(resumed) > 8


def test_lines_that_break_off_while_others_play(house: Served) -> None:
    callers, table = company(house, 2, "hero")
    tom, dice = callers[1], Random(8)
    play_on(callers, table, 3)
    with tom.events() as events:
        until(events, lambda event: event["table"] == table)
        length = len(begun(house, tom, 100_000))
        for place in [*dice.sample(range(length), 12), 2 * length]:
            known = Known(unpacked(begun(house, tom, place)))
            play_on(callers, table, 1)
            shown = tom.look(table)
            for news in since(tom, known.last, table, shown["at"]):
                known.take(news)
            lines = known.lines[table]
            assert [lines[at] for at in sorted(lines)] == shown["log"]
            assert known.tables[table] == {name: told for name, told in shown.items() if name not in ("log", "since")}
