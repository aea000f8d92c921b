"""Whatever is sent, the answer is a clear one: odd names, endless heads, bodies that are none, endless requests."""

import asyncio
import gc
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludozero.server import patience
from ludozero.server.acts import Denied, move_seat
from ludozero.server.sitting import Sitting
from tests.server.served import settings_for, sqlite
from tests.server.wire import Wire, Wired, refusal, running, whole

KEY = "k" * 32
DEEP = b"[" * 60_000
NINES = b"9" * 30


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Wired, asyncio.Runner]]:
    with running(settings_for(sqlite(tmp_path_factory.mktemp("room")), admin_key=KEY)) as both:
        yield both


@pytest.fixture
def wired(room: tuple[Wired, asyncio.Runner]) -> Wired:
    return room[0]


@pytest.fixture
def runner(room: tuple[Wired, asyncio.Runner]) -> asyncio.Runner:
    return room[1]


async def guest(wired: Wired, name: str = "Léa") -> Wire:
    wire = wired.wire()
    await wire.json("POST", "/api/me", {"name": name})
    return wire


@pytest.mark.parametrize(
    "path", ["/a%00.js", "/" + "a" * 300 + ".js", "/%ff%fe.js", "/%zz.js", "/..%2f..%2fetc/passwd.x", "/words/%00.json"]
)
def test_a_file_that_cannot_be(wired: Wired, runner: asyncio.Runner, path: str) -> None:
    assert runner.run(wired.wire().refused("GET", path)) == (404, "no-such-page")


@pytest.mark.parametrize(
    ("path", "body", "wanted"),
    [
        ("/api/me", DEEP, (400, "not-json")),
        ("/api/me", b'{"name":' * 8000, (400, "not-json")),
        ("/api/me", b'{"name": "\xff"}', (400, "not-json")),
        ("/api/me", b'{"name": "\\ud800"}', (400, "bad-request")),
        ("/api/me", b'{"\\ud800": 1}', (400, "bad-request")),
        ("/api/links", b'{"key": "\\ud800"}', (400, "bad-request")),
        ("/api/tables", b'{"game": "zero", "seats": %s}' % (b"9" * 5000), (400, "not-json")),
        ("/api/tables", b'{"game": "zero", "seats": %s}' % NINES, (422, "bad-seats")),
        ("/api/tables", b'{"game": "zero", "seats": NaN}', (400, "bad-request")),
        ("/api/tables", b'{"game": "soler", "seats": 3, "options": {"deals": %s}}' % NINES, (422, "bad-option")),
        ("/api/score/zatre", b'{"rows": [[%s, 1, 1]]}' % NINES, (400, "bad-request")),
        ("/api/tables/abcdefghjkmn/moves", DEEP, (400, "not-json")),
        ("/api/tables/abcdefghjkmn/moves", b'{"turn": %s, "moves": ["x"]}' % NINES, (400, "bad-request")),
    ],
)
def test_a_body_that_is_none(
    wired: Wired, runner: asyncio.Runner, path: str, body: bytes, wanted: tuple[int, str]
) -> None:
    async def sent() -> tuple[int, str]:
        return await (await guest(wired)).refused("POST", path, body)

    assert runner.run(sent()) == wanted


def test_a_body_in_pieces_is_no_longer_than_another(wired: Wired, runner: asyncio.Runner) -> None:
    async def sent(path: str) -> tuple[int, str]:
        wire = await guest(wired)
        begin = len(wire.written)
        head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncookie: {wire.headers['cookie']}\r\n"
        head += "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
        wire.raw(head.encode() + b"11170\r\n" + b" " * 70_000 + b"\r\n0\r\n\r\n")
        return refusal(await wire.until(whole, begin))

    for path in ("/api/me", "/api/tables/abcdefghjkmn/moves"):
        assert runner.run(sent(path)) == (413, "too-large")


@pytest.mark.parametrize(
    "query", ["seat=99999999999999999999", "seat=-2", "since=99999999999999999999", "since=-1", "since=%ff", "seat=1e3"]
)
def test_numbers_that_are_none(wired: Wired, runner: asyncio.Runner, query: str) -> None:
    async def sent() -> tuple[int, str]:
        lea = await guest(wired)
        ask = {"game": "zero", "seats": 3, "sit": 3, "start": True}
        table = (await lea.json("POST", "/api/tables", ask))["table"]
        await lea.json("POST", f"/api/tables/{table}/end", {})
        assert (await lea.json("GET", f"/api/tables/{table}/moments?since=999999999"))["views"] == []
        return await lea.refused("GET", f"/api/tables/{table}/moments?{query}")

    assert runner.run(sent()) == (400, "bad-request")


@pytest.mark.parametrize(
    ("headers", "wanted"),
    [
        ({"origin": "http://["}, (403, "bad-origin")),
        ({"origin": "http://localhost.evil.example"}, (403, "bad-origin")),
        ({"origin": "http://evil.example/localhost"}, (403, "bad-origin")),
        ({"origin": "http://evil.example", "authorization": "Basic eDp5"}, (403, "bad-origin")),
        ({"origin": "http://evil.example", "authorization": "Bearer x"}, (401, "unknown-guest")),
        ({"content-length": "9" * 19}, (413, "too-large")),
        ({"host": "evil.example"}, (421, "bad-host")),
        ({"host": "localhost@evil.example"}, (421, "bad-host")),
        ({"host": "localhost\r\nhost: evil.example"}, (421, "bad-host")),
        ({"host": "evil.example\r\nhost: localhost"}, (421, "bad-host")),
    ],
)
def test_whose_request_it_is(
    wired: Wired, runner: asyncio.Runner, headers: dict[str, str], wanted: tuple[int, str]
) -> None:
    assert runner.run(wired.wire().refused("POST", "/api/me", {"name": "x"}, **headers)) == wanted


def test_a_verb_that_is_none_says_which_there_are(wired: Wired, runner: asyncio.Runner) -> None:
    answer = runner.run(wired.wire().ask("PUT", "/api/me"))
    assert refusal(answer) == (405, "no-such-verb")
    assert b"\r\nallow: " in answer


def test_nobody_waits_for_a_stream_without_a_body(wired: Wired, runner: asyncio.Runner) -> None:
    async def sent() -> bytes:
        wire = wired.wire()
        wire.send("HEAD", "/api/events")
        return await wire.until(lambda came: came.endswith(b"\r\n\r\n"))

    assert runner.run(sent()).startswith(b"HTTP/1.1 405")


@pytest.mark.parametrize(
    "head",
    [
        b"content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"content-length: 2\r\ncontent-length: 3\r\n\r\n{}x",
        b"content-length: +2\r\n\r\n{}",
        b"transfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"content-length : 2\r\n\r\n{}",
        b"x: y\n z: w\r\n\r\n",
    ],
)
def test_what_two_readers_would_not_read_alike_is_not_read(wired: Wired, runner: asyncio.Runner, head: bytes) -> None:
    async def sent() -> Wire:
        wire = wired.wire()
        wire.raw(b"POST /api/me HTTP/1.1\r\nhost: localhost\r\n" + head)
        await wire.until(whole)
        return wire

    wire = runner.run(sent())
    assert wire.written[0].startswith(b"HTTP/1.1 400")
    assert wire.closed


def test_a_head_without_end_is_cut_off(wired: Wired, runner: asyncio.Runner) -> None:
    async def sent(piece: bytes) -> int:
        wire = wired.wire()
        wire.raw(b"GET / HTTP/1.1\r\nhost: localhost\r\n")
        for count in range(1000):
            if wire.closed:
                return count
            wire.raw(piece)
        return 1000

    assert runner.run(sent(b"x: " + b"y" * 1000 + b"\r\n")) < 40
    assert runner.run(sent(b"y" * 1000)) < 40


@pytest.mark.parametrize(
    "begin",
    [
        b"",
        b"GET / HTT",
        b"GET / HTTP/1.1\r\nhost: localhost\r\n",
        b"POST /api/me HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
        b"POST /api/tables/abcdefghjkmn/moves HTTP/1.1\r\nhost: localhost\r\n%scontent-length: 9\r\n\r\n{",
    ],
)
def test_a_request_that_never_ends_is_not_waited_for(
    wired: Wired,
    runner: asyncio.Runner,
    begin: bytes,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(patience, "WHOLE", 0.0)

    async def sent() -> bool:
        lea, wire = await guest(wired), wired.wire()
        wire.raw(begin.replace(b"%s", f"cookie: {lea.headers['cookie']}\r\n".encode()))
        await wire.until(lambda came: False)
        await wire.hang_up()
        return not caplog.records

    assert runner.run(sent())


def test_a_stream_is_not_cut_off(wired: Wired, runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "WHOLE", 0.0)

    async def sent() -> bool:
        lea, ear = await guest(wired), wired.wire()
        ear.headers = lea.headers
        await ear.listen("/api/events")
        for _ in range(3):
            await lea.json("POST", "/api/tables", {"game": "zero", "seats": 3})
        await wired.settled()
        closed = ear.closed
        await ear.hang_up()
        return closed

    assert not runner.run(sent())


def test_a_stream_with_a_body_without_end_ends(
    wired: Wired, runner: asyncio.Runner, caplog: pytest.LogCaptureFixture
) -> None:
    async def sent() -> None:
        ear = wired.wire()
        ear.raw(b"GET /api/events HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n")
        await ear.until(lambda came: b"event: hello" in came)
        ear.raw(b"11170\r\n" + b" " * 70_000 + b"\r\n")
        await ear.until(lambda came: False)

    runner.run(sent())
    gc.collect()
    assert wired.house.streams.open == set()
    assert not [record for record in caplog.records if record.exc_info]


# What is not there for everybody


def test_a_private_table_is_not_there_for_others(wired: Wired, runner: asyncio.Runner) -> None:
    """Whatever is asked of it, the answer is that of a table that never was."""
    verbs: dict[str, Any] = {
        "moves": {"turn": 0, "moves": ["knock"]},
        "sit": {},
        "leave": {},
        "link": {},
        "undo": {},
        "end": {},
        "pause": {"on": True},
        "go": {"deal": 1},
        "close": {},
        "rematch": {},
        "again": {},
    }

    async def sent() -> None:
        lea, eve = await guest(wired), await guest(wired, "Eve")
        ask = {"game": "zero", "seats": 3, "sit": 3, "start": True, "visibility": "private"}
        private = (await lea.json("POST", "/api/tables", ask))["table"]
        for wire in (eve, wired.wire()):
            for path in ("", "?since=0", "/record", "/moments"):
                answers = [await wire.ask("GET", f"/api/tables/{table}{path}") for table in (private, "x" * 12)]
                assert answers[0] == answers[1]
            for verb, body in verbs.items():
                answers = [await wire.ask("POST", f"/api/tables/{table}/{verb}", body) for table in (private, "x" * 12)]
                assert answers[0] == answers[1]
        assert (await eve.json("GET", "/api/lobby"))["mine"] == []

    runner.run(sent())


def test_figures_are_for_the_machines_that_were_named(tmp_path: Path) -> None:
    with running(settings_for(sqlite(tmp_path), metrics_from=["127.0.0.1", "2001:db8::5"])) as (wired, runner):
        for machine in ("127.0.0.1", "::ffff:127.0.0.1", "2001:db8:0::5"):
            assert b"ludozero_tables" in runner.run(wired.wire(machine).ask("GET", "/metrics"))
        for machine in ("203.0.113.1", "2001:db8::6", "::1"):
            assert runner.run(wired.wire(machine).refused("GET", "/metrics")) == (404, "no-such-page")


def test_no_script_but_our_files_runs_and_nobody_frames_the_page(wired: Wired, runner: asyncio.Runner) -> None:
    answer = runner.run(wired.wire().ask("GET", "/"))
    policy = next(line for line in answer.split(b"\r\n") if line.startswith(b"content-security-policy: "))
    told = dict(part.strip().partition(" ")[::2] for part in policy.decode().partition(": ")[2].split(";"))
    for name in ("default-src", "script-src", "connect-src"):
        assert told[name] == "'self'"
    for name in ("object-src", "base-uri", "form-action", "frame-ancestors"):
        assert told[name] == "'none'"
    for script in re.findall(rb"<script[^>]*>[^<]*", answer):
        assert b" src=" in script
        assert script.endswith(b">")
    assert not re.search(rb"<[^>]* on\w+=", answer)


def test_the_keeper_has_a_key(wired: Wired, runner: asyncio.Runner) -> None:
    asks = [("GET", "tables"), ("POST", "tables/abcdefghjkmn/close"), ("DELETE", "tables/abcdefghjkmn")]
    asks += [("POST", "backup")]

    async def sent() -> None:
        lea = await guest(wired)
        for method, path in asks:
            for token in ("", "x", KEY[:-1], KEY + "k", lea.headers["cookie"].partition("=")[2], "\xff"):
                shown = {"authorization": f"Bearer {token}"} if token else {}
                assert await lea.refused(method, f"/api/admin/{path}", **shown) == (403, "bad-key")
        allowed = await wired.wire().ask("GET", "/api/admin/tables", authorization=f"Bearer {KEY}")
        assert allowed.startswith(b"HTTP/1.1 200")

    runner.run(sent())


def test_without_a_key_there_is_no_keeper(tmp_path: Path) -> None:
    with running(settings_for(sqlite(tmp_path))) as (wired, runner):
        for shown in ({}, {"authorization": "Bearer "}, {"authorization": "Bearer x"}):
            assert runner.run(wired.wire().refused("GET", "/api/admin/tables", **shown)) == (404, "no-such-page")


def test_a_link_is_good_once_even_for_two_at_the_same_time(wired: Wired, runner: asyncio.Runner) -> None:
    async def sent() -> list[bytes]:
        lea, *others = [await guest(wired, name) for name in ("Léa", "phone", "tablet")]
        made = await lea.json("POST", "/api/tables", {"game": "zero", "seats": 3, "sit": 2})
        key = (await lea.json("POST", f"/api/tables/{made['table']}/link", {"seat": 1}))["key"]
        answers = await asyncio.gather(*(other.ask("POST", "/api/links", {"key": key}) for other in others))
        assert (await lea.json("GET", f"/api/tables/{made['table']}"))["yours"]["seats"] == [0]
        assert b'"link":' not in await lea.ask("GET", f"/api/tables/{made['table']}")
        return answers

    answers = runner.run(sent())
    assert sorted(answer[9:12] for answer in answers) == [b"200", b"403"]


def test_a_link_that_was_followed_leads_nowhere() -> None:
    s = Sitting("x" * 12, {"seats": 2, "game": "zero", "rules": 0}, b"")
    for seat in range(2):
        s.happen({"what": "sat", "seat": seat, "guest": "lea", "name": "", "nonce": ""}, 0)
    assert move_seat(s, "lea", "tom", 0, seat=1, link="a") == {"seat": 1}
    with pytest.raises(Denied, match="not valid"):
        move_seat(s, "lea", "eve", 0, seat=1, link="a")
    assert move_seat(s, "lea", "eve", 0, seat=0, link="b") == {"seat": 0}
