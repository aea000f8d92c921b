"""A stream taken up again from anywhere, or from nowhere: all that was missed, and nothing of anybody else."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import jsonschema
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludozero.games import GAMES
from ludozero.server.news import KEPT_LINES
from tests.server.served import Told, moving, settings_for, sqlite, told
from tests.server.wire import Wire, Wired, refusal, running

WATCHED = 6
TRIES = settings(max_examples=150, deadline=None, database=None, derandomize=True)


@dataclass
class Room:
    """Tables with a past, somebody who sits at some of them, and somebody else's that nobody may see."""

    wired: Wired
    runner: asyncio.Runner
    lea: Wire
    tables: list[str]
    private: str
    schema: jsonschema.Draft202012Validator

    def listen(self, who: Wire | None, path: str, last: str | None) -> tuple[bytes, list[Told]]:
        """A stream from its first byte on, until it has said what it has to say."""

        async def heard() -> tuple[bytes, list[Told]]:
            ear = self.wired.wire()
            ear.headers = dict(who.headers) if who else {}
            head = {} if last is None else {"last_event_id": last}
            ear.send("GET", path, None, **head)
            came = await ear.until(lambda came: b"event: hello" in came or b"\r\n\r\n{" in came)
            await self.wired.settled()
            came = b"".join(ear.written)
            await ear.hang_up()
            return came, events(came)

        return self.runner.run(heard())


def events(came: bytes) -> list[Told]:
    """What a stream has said, out of its chunks."""
    head, _, rest = came.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        return []
    body = b""
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        body += rest[: int(size, 16)]
        rest = rest[int(size, 16) + 2 :]
    return list(told(iter(body.decode().split("\n"))))


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    more: dict[str, Any] = {"watched": WATCHED, "strangers_streams": 2}
    with running(settings_for(sqlite(tmp_path_factory.mktemp("room")), **more)) as (wired, runner):

        async def begin() -> Room:
            lea, eve = wired.wire(), wired.wire()
            tables = []
            for wire, name in ((lea, "Léa"), (eve, "Eve")):
                await wire.json("POST", "/api/me", {"name": name})
            for game in GAMES:
                ask = {"game": game, "seats": 3, "sit": 3, "start": True}
                tables.append((await lea.json("POST", "/api/tables", ask))["table"])
            for _ in range(KEPT_LINES + 10):
                event = await lea.json("GET", f"/api/tables/{tables[2]}")
                hand = moving(event)[0]
                move = {"turn": hand["turn"], "moves": [hand["moves"][0][0]], "seat": hand["seat"]}
                await lea.json("POST", f"/api/tables/{tables[2]}/moves", move)
            secret = {"game": "zero", "seats": 3, "sit": 3, "start": True, "visibility": "private"}
            private = (await eve.json("POST", "/api/tables", secret))["table"]
            schema = jsonschema.Draft202012Validator(await lea.json("GET", "/api/schema/event"))
            return Room(wired, runner, lea, tables, private, schema)

        yield runner.run(begin())


def odd(letters: str = "") -> st.SearchStrategy[str]:
    """Anything that a header or an address can hold."""
    return st.text(st.characters(min_codepoint=33, max_codepoint=255, exclude_characters="\x7f"), max_size=30) | (
        st.text(st.sampled_from(letters + ".,0123456789abcxyz"), max_size=60)
    )


def numbers() -> st.SearchStrategy[str]:
    return st.integers(-5, 200).map(str) | st.integers().map(str) | st.sampled_from(["007", "٣", "1e3", "+1", ""])


@TRIES
@given(data=st.data())
def test_a_stream_goes_on_from_whatever_was_seen(room: Room, data: st.DataObject) -> None:
    """One event for each table tells all of its log since the line that was seen; since an unknown one, the latest."""
    parts = data.draw(
        st.lists(
            st.tuples(st.sampled_from([*room.tables, room.private, "x" * 12]), numbers()).map(".".join) | odd(),
            max_size=8,
        )
    )
    last = ",".join(parts)
    came, heard = room.listen(room.lea, "/api/events", last)
    assert came.startswith(b"HTTP/1.1 200"), came
    found = {event.data["table"]: event for event in heard if event.kind == "table"}
    assert list(found) == [event.data["table"] for event in heard if event.kind == "table"]
    assert set(found) == set(room.tables)
    for table, event in found.items():
        at = event.data["at"]
        said = [part.partition(".")[2] for part in last[:1000].split(",") if part.startswith(f"{table}.")]
        numbered = [int(number) for number in said if number.isascii() and number.isdigit() and len(number) < 10]
        since = numbered[-1] if numbered and numbered[-1] <= at else max(0, at - KEPT_LINES)
        assert event.data["since"] == since
        assert [line["at"] for line in event.data["log"]] == list(range(since + 1, at + 1))
        assert f"{table}.{at}" in event.number.split(",")
    assert room.private not in came.decode()


@TRIES
@given(data=st.data())
def test_one_watches_only_what_one_may(room: Room, data: st.DataObject) -> None:
    """What is not there, or not for this one, is gone; everything that comes obeys the schema."""
    names = st.sampled_from([*room.tables, room.private, "lobby", "x" * 12, ""])
    watched = data.draw(st.lists(names | odd().map(quoted), max_size=WATCHED + 2))
    who = data.draw(st.sampled_from([room.lea, None]))
    came, heard = room.listen(who, f"/api/events?watch={','.join(watched)}", data.draw(st.none() | odd()))
    if not heard:
        assert refusal(came) == (429, "too-many")
        assert len([name for name in ",".join(watched).replace("%2C", ",").split(",") if name]) > WATCHED
        return
    seats = [event.data["yours"]["seats"] for event in heard if event.kind == "table"]
    assert seats == [[0, 1, 2] if who else []] * len(seats)
    for event in heard:
        if event.kind == "table":
            room.schema.validate(event.data)
            assert event.data["table"] in room.tables
        else:
            assert event.kind in ("hello", "here", "lobby", "gone")
    gone = {event.data["table"] for event in heard if event.kind == "gone"}
    assert gone.isdisjoint(room.tables)
    assert gone >= {name for name in watched if name in (room.private, "x" * 12)}


def quoted(text: str) -> str:
    """As it stands in an address."""
    return "".join(f"%{byte:02X}" for byte in text.encode())


@TRIES
@given(since=numbers() | odd(), data=st.data())
def test_a_look_from_any_line(room: Room, since: str, data: st.DataObject) -> None:
    """`since` is a number, or refused."""
    table = data.draw(st.sampled_from(room.tables))
    answer = room.runner.run(room.wired.wire().ask("GET", f"/api/tables/{table}?since={quoted(since)}"))
    if since.isascii() and since.isdigit() and len(since) < 10:
        event = orjson.loads(answer.partition(b"\r\n\r\n")[2])
        wanted = int(since) if int(since) <= event["at"] else max(0, event["at"] - KEPT_LINES)
        assert (event["since"], len(event["log"])) == (wanted, event["at"] - wanted)
    else:
        assert refusal(answer) == (400, "bad-request")


def test_an_id_with_more_than_anybody_needs_is_read_as_far_as_it_goes(room: Room) -> None:
    """Twelve tables are named in an id; a thousand letters of one are read."""
    table = room.tables[2]
    for last, since in ((f"{table}.5", 5), ("," * 990 + f"{table}.5", None), (f"{table}.5," + "x" * 9000, 5)):
        _, heard = room.listen(room.lea, "/api/events", last)
        event = next(event.data for event in heard if event.kind == "table" and event.data["table"] == table)
        assert event["since"] == (max(0, event["at"] - KEPT_LINES) if since is None else since)
