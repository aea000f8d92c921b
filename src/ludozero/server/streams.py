"""Server-sent events: one stream tells a browser of all its tables. It keeps no queue, only what was told last."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import orjson
from starlette.types import Receive, Send

from ludozero.server import rows
from ludozero.server.acts import Denied
from ludozero.server.hall import Hall
from ludozero.server.live import Live
from ludozero.server.news import card
from ludozero.server.store import StoreAway

BEAT = 15.0  # seconds between two signs of life
LISTED = 50
LOBBY = "lobby"
LONGEST_ID = 12  # tables named in an event's id
SEEN = re.compile(r"([0-9a-z]{12})\.([0-9]{1,9})")
HELLO = b"retry: 1000\nevent: hello\ndata: %s\n\n"
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would keep events back
]


def seen_before(told: str) -> dict[str, int]:
    """What a `Last-Event-ID` says was seen; whatever is no such thing says nothing."""
    found = [SEEN.fullmatch(part) for part in told[:1000].split(",")]
    return {match[1]: int(match[2]) for match in found if match}


class Stream:
    """One open connection. Whatever happens while it is busy is told together, once."""

    def __init__(self, guest: str | None, seen: dict[str, int]) -> None:
        self.guest = guest
        self.seen = seen  # by table, what the page said it had
        self.told: dict[str, int] = {}  # by table, what it was told; the latest last
        self.lives: set[Live] = set()
        self.due: dict[Live, None] = {}
        self.notes: list[bytes] = []  # what is told besides, in its order
        self.beat = False
        self.closing: bytes | None = None
        self._wake: asyncio.Future[None] | None = None

    # From outside

    def mark(self, live: Live) -> None:
        """Something has happened at this table."""
        self.due[live] = None
        self.wake()

    def note(self, kind: str, data: Any) -> None:
        """Something that is in no log."""
        self.notes.append(b"event: %s\ndata: %s\n\n" % (kind.encode(), orjson.dumps(data)))
        self.wake()

    def wake(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def close(self, code: str, seconds: float) -> None:
        """The last thing that is told."""
        self.closing = b"event: bye\ndata: %s\n\n" % orjson.dumps({"code": code, "seconds": seconds})
        self.wake()

    # The tables it tells of

    def join(self, live: Live) -> None:
        self.lives.add(live)
        live.streams.add(self)
        self.mark(live)

    def part(self, live: Live) -> None:
        self.lives.discard(live)
        self.due.pop(live, None)
        self.told.pop(live.id, None)
        live.streams.discard(self)

    def part_all(self) -> None:
        for live in list(self.lives):
            self.part(live)

    # Telling

    async def run(self, receive: Receive, send: Send, hello: bytes) -> None:
        """Tells until the other side goes away or the stream is closed."""
        gone = asyncio.ensure_future(until_gone(receive))
        gone.add_done_callback(lambda _: self.wake())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await send({"type": "http.response.body", "body": hello, "more_body": True})
            while not gone.done():
                news = await self.news()
                if news:
                    await send({"type": "http.response.body", "body": news, "more_body": True})
                if self.closing is not None:
                    await send({"type": "http.response.body", "body": self.closing, "more_body": False})
                    return
                if not (self.due or self.notes or self.beat):
                    self._wake = asyncio.get_running_loop().create_future()
                    if not gone.done() and self.closing is None:
                        await self._wake
        finally:
            gone.cancel()
            await asyncio.gather(gone, return_exceptions=True)  # it may have gone with too long a body

    async def news(self) -> bytes:
        """All that is due, as it is sent."""
        parts = self.notes
        self.notes = []
        if self.beat:
            self.beat = False
            parts.append(b": still here\n\n")
        while self.due:
            live = next(iter(self.due))
            async with live.lock:  # what is being written is not to be seen yet
                if self.due.pop(live, live) is None and live in self.lives and not live.broken:
                    parts.append(self.tell(live))
        return b"".join(parts)

    def tell(self, live: Live) -> bytes:
        """The event of a table, from where this stream last heard of it."""
        since = self.told.pop(live.id, None)
        if since is None:
            since = self.seen.pop(live.id, None)
        event = live.event(self.guest, since)
        self.told[live.id] = live.told
        latest = list(self.told.items())[-LONGEST_ID:]
        number = ",".join(f"{table}.{at}" for table, at in latest)
        return b"id: %s\nevent: table\ndata: %s\n\n" % (number.encode(), event)


async def until_gone(receive: Receive) -> None:
    """Until the other side has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass


class Streams:
    """All open streams of this process."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.open: set[Stream] = set()
        self.by_guest: dict[str, dict[Stream, None]] = {}  # the oldest first
        self.strangers: dict[str, int] = {}  # streams by address
        self.coming: list[Callable[[Stream, bool], None]] = []  # who wants to know that a guest's page opened or closed
        self.in_lobby: set[Stream] = set()
        self.lobby_due = False
        hall.after.append(self.invite)

    def invite(self, live: Live) -> None:
        """Who has come to sit at a table hears of it on the stream that is open already; who may not any more, too."""
        if live.invited == live.sitting.noted:
            return
        live.invited = live.sitting.noted
        self.lobby_due |= live.sitting.head["visibility"] == "open"
        here = live.sitting.guests()
        for guest in here:
            for stream in self.by_guest.get(guest, ()):
                if stream not in live.streams:
                    stream.join(live)
        if live.sitting.head["visibility"] == "private":
            for stream in [stream for stream in live.streams if stream.guest not in here]:
                stream.part(live)
                stream.note("gone", {"table": live.id})

    async def serve(
        self,
        guest: str | None,
        address: str,
        tables: Callable[[], Awaitable[list[str]]],
        seen: dict[str, int],
        version: str,
        receive: Receive,
        send: Send,
    ) -> None:
        """One stream, from its first word to its last."""
        stream = Stream(guest, seen)
        self.enter(stream, address)
        try:
            for number in await tables():
                if number == LOBBY:
                    self.in_lobby.add(stream)
                    stream.note(LOBBY, await listed(self.hall, guest))
                else:
                    await self.look_on(stream, number)
            if guest and len(self.by_guest[guest]) == 1:
                self.announce(stream, True)
            await stream.run(receive, send, HELLO % orjson.dumps({"version": version}))
        finally:
            self.go(stream, address)

    def enter(self, stream: Stream, address: str) -> None:
        """From now on it is counted, and hears of every table its guest comes to."""
        self.open.add(stream)
        if stream.guest:
            self.by_guest.setdefault(stream.guest, {})[stream] = None
        else:
            self.strangers[address] = self.strangers.get(address, 0) + 1

    def go(self, stream: Stream, address: str) -> None:
        """It is closed."""
        self.open.discard(stream)
        self.in_lobby.discard(stream)
        for live in stream.lives:
            live.used = self.hall.luck.now()
        if stream.guest:
            del self.by_guest[stream.guest][stream]
            if not self.by_guest[stream.guest]:
                del self.by_guest[stream.guest]
                self.announce(stream, False)
        else:
            self.strangers[address] -= 1
            if not self.strangers[address]:
                del self.strangers[address]
        stream.part_all()

    def announce(self, stream: Stream, here: bool) -> None:
        for listener in self.coming:
            listener(stream, here)

    async def tell_lobby(self) -> None:
        """Who looks at the lobby hears what has changed there."""
        if self.lobby_due:
            self.lobby_due = False
            for stream in list(self.in_lobby):
                stream.note(LOBBY, await listed(self.hall, stream.guest))

    async def look_on(self, stream: Stream, number: str) -> None:
        """A table that is not there, or not for this guest, is said to be gone."""
        try:
            stream.join(await self.hall.seen(number, stream.guest))
        except Denied:
            stream.note("gone", {"table": number})
        except StoreAway as problem:
            stream.close(problem.code, 2)

    def beat(self) -> None:
        """A sign of life on every stream."""
        for stream in self.open:
            stream.beat = True
            stream.wake()

    def close(self, code: str, seconds: float) -> None:
        """The house closes."""
        for stream in self.open:
            stream.close(code, seconds)


async def listed(hall: Hall, guest: str | None) -> dict[str, Any]:
    """The lobby: a guest's tables, and those that anybody may join."""
    mine: list[Any] = []
    if guest is not None:
        hour = hall.luck.stamp() - 3_600_000
        numbers = await hall.store.read(lambda connection: rows.under_way(connection, guest, LISTED, hour))
        mine = [await hall.find(number) for number in numbers]
    numbers = await hall.store.read(lambda connection: rows.open_tables(connection, LISTED))
    free = [await hall.find(number) for number in numbers]
    told: dict[str, Any] = {}
    for name, lives in (("mine", mine), ("open", free)):
        told[name] = []
        for live in lives:
            async with live.lock:
                told[name].append(card(live.sitting, guest))
    return told
