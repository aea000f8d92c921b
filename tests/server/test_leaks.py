"""Nothing leaks: to the byte, nobody is sent anything else because a card lies otherwise where that one cannot know.

Two houses play the same game by the same moves; ids, secrets, the commitment and the time are the same in both.
Somebody at the table, somebody who looks on and a stranger keep every byte, and ask for everything there is to ask.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import prometheus_client.metrics
import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludozero.games import GAMES, rules
from ludozero.server import hot
from ludozero.server.house import House
from ludozero.server.live import Live
from ludozero.server.streams import Stream
from tests.server.served import settings_for, sqlite
from tests.server.wire import Wire, Wired, Wrap
from tests.server.worlds import Step, World, Worlds, secret_steps, two_worlds

STRANGER, SPECTATOR = "203.0.113.200", "203.0.113.100"
WRONG = {"key": "x" * 16}


@dataclass
class Ear:
    """Somebody who keeps all that is sent, and what it was sent for."""

    name: str
    asks: Wire
    hears: Wire
    heard: list[tuple[str, list[bytes]]] = field(default_factory=list)
    kept: int = 0

    async def ask(self, method: str, path: str, body: Any = None) -> None:
        begin = len(self.asks.written)
        await self.asks.ask(method, path, body)
        self.heard.append((f"{method} {path} {body}", self.asks.written[begin:]))

    def listen(self, why: str) -> None:
        """What the stream has said since."""
        self.heard.append((why, self.hears.written[self.kept :]))
        self.kept = len(self.hears.written)


Told = list[dict[str, list[tuple[str, list[bytes]]]]]  # after each step, by name


class Sneak:
    """Asks for everything, some of it after each step."""

    def __init__(self, house: Wired, table: str, game: str) -> None:
        self.house = house
        self.table = table
        at = f"/api/tables/{table}"
        looks = [("GET", path) for path in (f"{at}/record", f"{at}/moments?seat=1", f"{at}/moments", "/api/lobby")]
        looks += [("GET", path) for path in ("/api/me", "/api/me/export", "/metrics", "/healthz", "/api/house")]
        looks += [("GET", f"/api/games/{game}/schema"), ("GET", "/"), ("GET", "/api/admin/tables")]
        verbs: dict[str, Any] = {
            "undo": {},
            "sit": WRONG,
            "seat": {"seat": 7, "kind": "bot"},
            "host": {"seat": 7},
            "setup": {"clock": 5},
            "start": {},
            "close": {},
            "back": {},
            "nonce": {"nonce": "x"},
            "go": {"deal": 99},
            "rematch": {},
            "again": {},
            "link": {},
        }
        self.wishes: list[tuple[str, str, Any]] = [(*look, None) for look in looks]
        self.wishes += [("POST", f"{at}/{verb}", body) for verb, body in verbs.items()]
        self.wishes += [("POST", "/api/links", WRONG), ("GET", "/openapi.json", None), ("GET", "/docs", None)]
        self.next = 0

    async def ask(self, ear: Ear, at: int, tries: list[list[str]], turn: int) -> None:
        """A look, moves that are refused, one's own and another's, and the next things on the list."""
        path = f"/api/tables/{self.table}"
        await ear.ask("GET", f"{path}?since={at // 2}")
        for texts in tries:
            await ear.ask("POST", f"{path}/moves", {"turn": turn, "moves": texts})
        for _ in range(2):
            method, wish, body = self.wishes[self.next % len(self.wishes)]
            self.next += 1
            await ear.ask(method, wish, body)

    async def listen_anew(self, ear: Ear, at: int) -> None:
        """The events once more, from a line on."""
        again = self.house.wire()
        again.headers = ear.asks.headers
        came = await again.listen(f"/api/events?watch={self.table}", last_event_id=f"{self.table}.{at}")
        await again.until(lambda came: b"event: table" in came)
        ear.heard.append((f"Last-Event-ID {at} {len(came)}", again.written))
        await again.hang_up()


async def told(worlds: Worlds, world: World, folder: Path, wrap: Wrap | None) -> Told:
    """All that was sent, step by step."""
    metrics = [f"203.0.113.{last}" for last in (*range(1, 9), 100, 200)]
    wired = Wired(settings_for(sqlite(folder), metrics_from=metrics), wrap=wrap)
    async with wired.open():
        people = [wired.wire(f"203.0.113.{seat + 1}") for seat in range(worlds.seats)]
        table = await seated(worlds, wired, people)
        wired.house.hall.lives[table].sitting.head["decks"] = world.decks
        ears = [
            await ear(wired, "spectator", wired.wire(SPECTATOR), table),
            await ear(wired, "stranger", wired.wire(STRANGER), table),
        ]
        if worlds.seat >= 0:
            ears.insert(0, await ear(wired, "seat", people[worlds.seat], table))
        sneak = Sneak(wired, table, worlds.game)
        turns = [0] * worlds.seats
        history: Told = []
        for number, step in enumerate(world.script):
            at = await made(worlds, people, table, step, turns, number)
            wired.clock.time += 1
            await wired.settled()
            for one in ears:
                one.heard = []
                one.listen("the stream")
                tries = worlds.tries[number] if one.name == "seat" and number < len(worlds.tries) else [["dance"]]
                await sneak.ask(one, at, tries, turns[worlds.seat] if worlds.seat >= 0 else 0)
                if number % 5 == 0:
                    await sneak.listen_anew(one, at - number % 7)
            await wired.settled()
            history.append({one.name: one.heard for one in ears})
        for one in ears:
            await one.hears.hang_up()
    return history


async def ear(wired: Wired, name: str, wire: Wire, table: str) -> Ear:
    """Somebody begins to listen."""
    if name == "spectator":
        await wire.json("POST", "/api/me", {"name": name})
    hears = wired.wire(STRANGER if name == "stranger" else SPECTATOR)
    hears.headers = wire.headers
    await hears.listen(f"/api/events?watch={table}")
    await wired.settled()
    return Ear(name, wire, hears)


async def seated(worlds: Worlds, wired: Wired, people: list[Wire]) -> str:
    """Everybody sits down, at a table that is set up but not yet begun."""
    ask = {"game": worlds.game, "seats": worlds.seats, "options": worlds.options, "seating": "as-is", "clock": 600}
    for seat, person in enumerate(people):
        await person.json("POST", "/api/me", {"name": f"caller {seat}"})
    made = await people[0].json("POST", "/api/tables", ask)
    for person in people[1:]:
        await person.json("POST", f"/api/tables/{made['table']}/sit", {"key": made["key"]})
    return str(made["table"])


async def made(worlds: Worlds, people: list[Wire], table: str, step: Step, turns: list[int], number: int) -> int:
    """The step is made, by all whom it takes; the latest line of the log."""
    path = f"/api/tables/{table}"
    if step.what == "move":
        turn = turns[step.seat]
        turns[step.seat] += 1
        return await at(people[step.seat], f"{path}/moves", {"turn": turn, "moves": [step.text]})
    if number == 0:
        return await at(people[0], f"{path}/start", {})
    latest = 0
    deal = (await people[0].json("GET", path))["hands"][0]["view"]["deal"]
    for person in people:
        if step.what == "go":
            latest = await at(person, f"{path}/go", {"deal": deal})
        else:
            latest = await at(person, f"{path}/end", {"whole": step.what == "game"})
    return latest


async def at(person: Wire, path: str, body: Any) -> int:
    return int((await person.json("POST", path, body))["at"])


def compared(worlds: Worlds, folder: Path, wrap: Wrap | None = None) -> tuple[Told, Told]:
    """What is told in one world and in the other."""
    both = []
    for name, world in (("one", worlds.one), ("other", worlds.other)):
        (folder / name).mkdir()
        both.append(asyncio.run(told(worlds, world, folder / name, wrap)))
    return both[0], both[1]


def differences(one: Told, other: Told) -> Iterator[tuple[int, str, str, list[bytes], list[bytes]]]:
    """Step, who, what was asked, and what came in each world, where it is not the same."""
    for step, (here, there) in enumerate(zip(one, other, strict=True)):
        assert set(here) == set(there)
        for name in here:
            for (asked, came), (asked_too, came_too) in zip(here[name], there[name], strict=True):
                if came != came_too or asked != asked_too:
                    yield step, name, asked, came, came_too


@pytest.fixture(autouse=True)
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """No clock ticks but the one that is told; the house looks around only when it is asked to."""

    async def never(self: House) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(House, "each_second", never)
    monkeypatch.setattr(hot, "perf_counter", lambda: 0.0)
    monkeypatch.setattr(prometheus_client.metrics, "time", SimpleNamespace(time=lambda: 0.0))


def company() -> Iterator[Any]:
    """Every game: all of it for somebody at a small table and for who only looks on; the first deal of a large one."""
    for game in GAMES:
        few, many = rules(game).SEATS[0], rules(game).SEATS[-1]
        yield pytest.param(game, few, 0, -1, id=f"{game}-{few}-seat")
        yield pytest.param(game, few + 1, -1, -1, id=f"{game}-{few + 1}-spectator")
        yield pytest.param(game, many, many - 1, 0, id=f"{game}-{many}-seat")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "seat", "deck"), list(company()))
def test_no_byte_tells_what_nobody_may_know(game: str, seats: int, seat: int, deck: int, tmp_path: Path) -> None:
    worlds = two_worlds(game, seats, seat, 3, deck)
    assert secret_steps(worlds) > 5
    one, other = compared(worlds, tmp_path)
    assert len(one) == worlds.until + 1
    found = list(differences(one, other))
    assert [difference for difference in found if difference[0] < worlds.until] == []
    if game != "zatre":  # there the cards are all laid in the end
        assert {name for _, name, *_ in found} == set(one[0])


# Leaks are found


def card_of_another(live: Live) -> int:
    """A card that only the second seat knows of, as a number; 0 when none is dealt."""
    table = live.sitting.table
    return int(table.state.hidden[1][0]) + 1 if table is not None and table.state.open.deal and not table.over else 0


def the_card(house: House) -> int:
    """That card, of the only table there is."""
    return sum(card_of_another(live) for live in house.hall.lives.values())


def wrapped(change: Callable[[House, Message], Iterator[Message]]) -> Wrap:
    """The house with something between it and the line."""

    def wrap(app: ASGIApp, house: House) -> ASGIApp:
        async def leaky(scope: Scope, receive: Receive, send: Send) -> None:
            async def dressed(message: Message) -> None:
                for part in change(house, message):
                    await send(part)

            await app(scope, receive, dressed)

        return leaky

    return wrap


def in_a_header(house: House, message: Message) -> Iterator[Message]:
    """An opponent's card in a header."""
    if message["type"] == "http.response.start":
        message["headers"] = [*message["headers"], (b"x-mood", b"%d" % the_card(house))]
    yield message


def in_the_chunks(house: House, message: Message) -> Iterator[Message]:
    """The same bytes, but what is streamed comes in two chunks, cut where an opponent's card says."""
    if message.get("more_body"):
        cut = len(message["body"]) - the_card(house) // 2
        yield {**message, "body": message["body"][:cut]}
        message = {**message, "body": message["body"][cut:]}
    yield message


def in_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many spaces after an event as an opponent's card says."""
    honest = Live.event

    def padded(self: Live, guest: str | None, since: int | None) -> bytes:
        return honest(self, guest, since) + b" " * card_of_another(self)

    monkeypatch.setattr(Live, "event", padded)


def in_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """An event's id that says a little more."""
    honest = Stream.tell

    def numbered(self: Stream, live: Live) -> bytes:
        return honest(self, live).replace(b"\nevent", b",%d\nevent" % card_of_another(live), 1)

    monkeypatch.setattr(Stream, "tell", numbered)


@pytest.mark.parametrize("leak", [None, in_a_header, in_the_chunks, in_the_size, in_the_number])
def test_a_leak_is_found(leak: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = two_worlds("hero", 2, 0, 3)
    for world in (worlds.one, worlds.other):
        del world.script[8:]
    wrap = wrapped(leak) if leak in (in_a_header, in_the_chunks) else None
    if leak is not None and wrap is None:
        leak(monkeypatch)
    found = {name for _, name, *_ in differences(*compared(worlds, tmp_path, wrap))}
    assert found == ({"seat", "spectator", "stranger"} if leak else set())
