"""Who asks too much is slowed down, and nobody else: at a house whose time is told by the test."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludozero.server.luck import LETTERS, Luck
from ludozero.server.settings import Settings
from tests.server.served import settings_for, sqlite
from tests.server.wire import Wire, Wired, refusal, running

BURST, FAR = 30, "198.51.100.7"
LIMITS = {"per_second": 2.0, "burst": BURST, "strangers_per_second": 1.0, "strangers_burst": 20, "new_guests": 50}
FREE = {  # made once and sent as it is; and what only the keeper may ask
    *("/api/games", "/api/games/{game}/schema", "/api/schema/{what}", "/words/{lang}.json", "/api/house"),
    *("/api/admin/tables", "/api/admin/tables/{table}", "/api/admin/tables/{table}/close", "/api/admin/backup"),
}
TOO_FAST = (429, "too-fast")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[Wired, asyncio.Runner]]:
    with running(settings_for(sqlite(tmp_path), **LIMITS, proxies=["192.0.2.1", "192.0.2.2"])) as both:
        yield both


async def guest(wired: Wired, address: str = "203.0.113.1") -> Wire:
    wire = wired.wire(address)
    await wire.json("POST", "/api/me", {"name": "x"})
    return wire


async def statuses(wire: Wire, count: int, path: str = "/api/me", **headers: str) -> list[bytes]:
    return [(await wire.ask("GET", path, **headers))[9:12] for _ in range(count)]


def test_a_flood_slows_the_guest_it_comes_from_and_nobody_at_the_same_address(
    room: tuple[Wired, asyncio.Runner],
) -> None:
    wired, runner = room

    async def flood() -> None:
        lea, tom = await guest(wired), await guest(wired)
        table = (await lea.json("POST", "/api/tables", {"game": "zero", "seats": 3, "sit": 3, "start": True}))["table"]
        assert await statuses(lea, BURST - 1) == [b"200"] * (BURST - 1)
        assert await statuses(lea, 50) == [b"429"] * 50
        answer = await lea.ask("GET", "/api/me")
        assert refusal(answer) == TOO_FAST
        assert b"\r\nretry-after: 1\r\n" in answer
        wired.clock.time += 0.4
        assert await statuses(lea, 1) == [b"429"]
        wired.clock.time += 0.6
        assert await statuses(lea, 3) == [b"200", b"200", b"429"]
        assert await statuses(tom, BURST, f"/api/tables/{table}") == [b"200"] * BURST
        assert await statuses(wired.wire(), 5) == [b"200"] * 5

    runner.run(flood())


def test_others_are_answered_while_a_flood_is_on(room: tuple[Wired, asyncio.Runner]) -> None:
    """All at once, on many lines: what somebody else asks is granted, whether it comes first or last."""
    wired, runner = room

    async def flood() -> list[tuple[bytes, bytes]]:
        lea, tom = await guest(wired), await guest(wired)
        asks = []
        for number in range(300):
            who = lea if number % 15 else tom
            line = wired.wire()
            line.headers = who.headers
            asks.append(line.ask("GET", "/api/lobby"))
        answers = await asyncio.gather(*asks)
        return [(b"lea" if number % 15 else b"tom", answer[9:12]) for number, answer in enumerate(answers)]

    answers = runner.run(flood())
    assert answers.count((b"tom", b"200")) == 20
    assert answers.count((b"lea", b"200")) == BURST
    assert answers.count((b"lea", b"429")) == 280 - BURST


def test_everything_that_is_work_counts(room: tuple[Wired, asyncio.Runner]) -> None:
    """Whoever has asked enough is refused whatever it is; but not what is made once and only sent."""
    wired, runner = room
    document = wired.app.openapi()

    async def flood(show: bool) -> set[str]:
        lea = await guest(wired) if show else wired.wire()
        while (await lea.ask("GET", "/api/me"))[9:12] != b"429":
            pass
        free = set()
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                body: Any = {} if "requestBody" in operation else None
                here = path.replace("{table}", "x" * 12).replace("{game}", "zero").replace("{lang}", "fr")
                here = here.replace("{what}", "event")
                if path.endswith("/moves"):
                    body = {"turn": 0, "moves": ["knock"]}
                answer = await lea.ask(method.upper(), here, body)
                if answer[9:12] != b"429":
                    free.add(path)
        return free

    assert runner.run(flood(True)) == FREE | {"/api/tokens"}  # this one is counted by address
    assert runner.run(flood(False)) == FREE | {"/api/tokens"}


def test_what_is_much_work_counts_for_more(room: tuple[Wired, asyncio.Runner]) -> None:
    wired, runner = room

    async def flood() -> tuple[list[bytes], list[bytes]]:
        lea = await guest(wired)
        table = (await lea.json("POST", "/api/tables", {"game": "zero", "seats": 3, "sit": 3, "start": True}))["table"]
        await lea.json("POST", f"/api/tables/{table}/end", {})
        wired.clock.time += 1000
        watched = await statuses(lea, 5, f"/api/tables/{table}/moments")
        wired.clock.time += 1000
        return watched, await statuses(lea, 2, "/api/me/export")

    watched, exported = runner.run(flood())
    assert watched == [b"200"] * 3 + [b"429"] * 2
    assert exported == [b"429"] * 2  # more than this house lets anybody ask at once


def test_wrong_secrets_slow_strangers_at_that_address_alone(room: tuple[Wired, asyncio.Runner]) -> None:
    wired, runner = room

    async def flood() -> None:
        lea = await guest(wired)
        thief = wired.wire()
        number = lea.headers["cookie"].partition("=")[2].partition(".")[0]
        tries = [
            (await thief.ask("GET", "/api/me", authorization=f"Bearer {number}.{wired.clock.word(40)}"))[9:12]
            for _ in range(60)
        ]
        assert tries.count(b"401") <= 20
        assert tries[-30:] == [b"429"] * 30
        assert await thief.refused("GET", "/api/me") == TOO_FAST
        assert await statuses(lea, 5) == [b"200"] * 5
        assert await statuses(wired.wire(FAR), 5) == [b"200"] * 5

    runner.run(flood())


def test_a_network_of_ipv6_is_one_household(room: tuple[Wired, asyncio.Runner]) -> None:
    wired, runner = room

    async def flood() -> None:
        for network, other in (("2001:db8:1:2:", "2001:db8:1:3::1"), ("2001:db8::", "2001:db8:0:1::1")):
            for number in range(40):
                last = await statuses(wired.wire(f"{network}{number:x}:1:{number:x}:1"), 1)
            assert last == [b"429"]
            assert await statuses(wired.wire(other), 1) == [b"200"]
        for number in range(40):
            last = await statuses(wired.wire("203.0.113.77" if number % 2 else "::ffff:203.0.113.77"), 1)
        assert last == [b"429"]

    runner.run(flood())


def test_whoever_is_no_proxy_cannot_say_where_a_request_comes_from(room: tuple[Wired, asyncio.Runner]) -> None:
    wired, runner = room

    async def flood() -> None:
        thief = wired.wire()
        for number in range(40):
            last = await statuses(thief, 1, x_forwarded_for=f"198.51.100.{number}")
        assert last == [b"429"]
        proxied = wired.wire("192.0.2.1")
        for number in range(40):  # what the client says comes first, what the proxy says comes last
            last = await statuses(proxied, 1, x_forwarded_for=f"198.51.100.{number}, {FAR}")
        assert last == [b"429"]
        assert await statuses(proxied, 1, x_forwarded_for="198.51.100.1") == [b"200"]
        assert await statuses(proxied, 1, x_forwarded_for=f"{FAR}, 192.0.2.2") == [b"429"]
        lines = f"198.51.100.1\r\nx-forwarded-for: {FAR}"
        assert await statuses(proxied, 1, x_forwarded_for=lines) == [b"429"]
        assert await statuses(wired.wire("::ffff:192.0.2.1"), 1, x_forwarded_for=f"::ffff:{FAR}") == [b"429"]
        assert await statuses(wired.wire("192.0.2.2"), 1) == [b"200"]

    runner.run(flood())


def test_newcomers_of_one_address_come_one_after_another(tmp_path: Path) -> None:
    with running(settings_for(sqlite(tmp_path), new_guests=3)) as (wired, runner):

        async def flood() -> None:
            for path in ("/api/me", "/api/tokens", "/api/me"):
                await wired.wire().json("POST", path, {"name": "x"})
            for path in ("/api/me", "/api/tokens"):
                assert await wired.wire().refused("POST", path, {"name": "x"}) == TOO_FAST
            await guest(wired, FAR)
            wired.clock.time += 2
            await guest(wired)

        runner.run(flood())


def test_nobody_has_tables_without_end(tmp_path: Path) -> None:
    with running(settings_for(sqlite(tmp_path), tables=2)) as (wired, runner):

        async def more() -> None:
            lea = await guest(wired)
            table = (await lea.json("POST", "/api/tables", {"game": "zero", "seats": 3, "sit": 3, "start": True}))[
                "table"
            ]
            await lea.json("POST", f"/api/tables/{table}/end", {})
            for _ in range(2):
                await lea.json("POST", f"/api/tables/{table}/again", {})
            for verb in ("again", "rematch"):
                assert await lea.refused("POST", f"/api/tables/{table}/{verb}", {}) == (429, "too-many")
            assert await lea.refused("POST", "/api/tables", {"game": "zero", "seats": 3}) == (429, "too-many")

        runner.run(more())


# Secrets


def test_nothing_can_be_guessed() -> None:
    luck = Luck()
    assert isinstance(luck.dice, random.SystemRandom)
    assert len(LETTERS) ** 12 > 2**59
    assert len({luck.word(12) for _ in range(1000)}) == 1000
    assert Settings().admin_key == ""


def test_secrets_are_compared_in_a_time_that_tells_nothing(
    room: tuple[Wired, asyncio.Runner], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guest's, a table's and the keeper's all go the same way."""
    import hmac

    wired, runner = room
    wired.house.settings.admin_key = "k" * 32
    compared: list[tuple[Any, Any]] = []
    honest = hmac.compare_digest

    def watched(one: Any, other: Any) -> bool:
        compared.append((one, other))
        return honest(one, other)

    monkeypatch.setattr(hmac, "compare_digest", watched)

    async def ask() -> None:
        lea = await guest(wired)
        made = await lea.json("POST", "/api/tables", {"game": "zero", "seats": 3})
        tom = await guest(wired)
        before = len(compared)
        for token in (lea.headers["cookie"].partition("=")[2][:-1] + "x", "x" * 12 + ".y"):
            assert (await wired.wire().refused("GET", "/api/me", authorization=f"Bearer {token}"))[0] == 401
        assert [len(one) for pair in compared[before:] for one in pair] == [64] * 4
        assert await tom.refused("POST", f"/api/tables/{made['table']}/sit", {"key": "x"}) == (403, "bad-key")
        assert compared[-1] == (b"x", made["key"].encode())
        assert (await tom.refused("GET", "/api/admin/tables", authorization="Bearer x"))[0] == 403
        assert compared[-1] == (b"x", b"k" * 32)

    runner.run(ask())
