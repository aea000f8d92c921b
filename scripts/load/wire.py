"""HTTP with as little work as can be: whoever calls shares the machine with the house that is measured."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeAlias

import orjson

Answered: TypeAlias = Callable[[int, bytes], None]  # the status (0: cut off) and the body
Heard: TypeAlias = Callable[[bytes, int], None]  # what came, and where in it the data of a table event begins
HEAD_END = b"\r\n\r\n"
LENGTH = b"content-length: "
TABLE = b"\nevent: table\ndata: "
CHUNK_END = b"\n\n\r\n"  # of the last event in a chunk


def request(method: str, path: str, token: str, body: bytes | None = None) -> bytes:
    """A request as it is sent."""
    shown = f"authorization: Bearer {token}\r\n" if token else ""
    if body is None:
        return f"{method} {path} HTTP/1.1\r\nhost: localhost\r\n{shown}\r\n".encode()
    return opening(method, path, token) + b"%d\r\n\r\n%s" % (len(body), body)


def opening(method: str, path: str, token: str) -> bytes:
    """All of a request but the length of its body and the body."""
    shown = f"authorization: Bearer {token}\r\n" if token else ""
    head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\n{shown}content-type: application/json\r\ncontent-length: "
    return head.encode()


class Line(asyncio.Protocol):
    """A connection on which one thing after another is asked."""

    def __init__(self, lines: "Lines") -> None:
        self.lines = lines
        self.came = b""
        self.answered: Answered | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.lines.open.add(self)

    def data_received(self, data: bytes) -> None:
        self.came = data = self.came + data if self.came else data
        end = data.find(HEAD_END)
        if end < 0:
            return
        at = data.find(LENGTH, 0, end) + len(LENGTH)
        if len(data) < end + 4 + int(data[at : data.find(b"\r", at)]):
            return
        self.came = b""
        self.done(int(data[9:12]), data[end + 4 :])

    def done(self, status: int, body: bytes) -> None:
        answered, self.answered = self.answered, None
        if status:
            self.lines.free.append(self)
        if answered:
            answered(status, body)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.lines.open.discard(self)
        if self in self.lines.free:
            self.lines.free.remove(self)
        self.done(0, b"")


class Lines:
    """As many connections as are needed at once."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.open: set[Line] = set()
        self.free: list[Line] = []
        self.coming: set[asyncio.Task[None]] = set()

    def ask(self, wanted: bytes, answered: Answered) -> None:
        """Sends this and tells what is answered."""
        if self.free:
            line = self.free.pop()
            line.answered = answered
            line.transport.write(wanted)
        else:
            task = asyncio.ensure_future(self.more(wanted, answered))
            self.coming.add(task)
            task.add_done_callback(self.coming.discard)

    async def more(self, wanted: bytes, answered: Answered) -> None:
        """One connection more."""
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: Line(self), "127.0.0.1", self.port)
        line.answered = answered
        line.transport.write(wanted)

    async def call(self, path: str, token: str, body: Any) -> Any:
        """What is answered to this POST."""
        return orjson.loads(await self.text(request("POST", path, token, orjson.dumps(body))))

    async def text(self, wanted: bytes) -> bytes:
        """The body of the answer; what is refused is an error."""
        done: asyncio.Future[tuple[int, bytes]] = asyncio.get_running_loop().create_future()
        self.ask(wanted, lambda status, text: done.set_result((status, text)))
        status, text = await done
        if status not in (200, 201):
            raise RuntimeError(f"{wanted.split(b' HTTP')[0].decode()}: {status} {text[:200]!r}")
        return text

    async def close(self) -> None:
        """All hang up."""
        for task in self.coming:
            task.cancel()
        for line in self.open:
            line.answered = None
            line.transport.close()
        await asyncio.sleep(0)  # sockets are closed a moment later


class Ear(asyncio.Protocol):
    """An open event stream."""

    def __init__(self, token: str, heard: Heard) -> None:
        self.token = token
        self.heard = heard
        self.came = b""
        self.events = 0
        self.bytes = 0
        self.up: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(request("GET", "/api/events", self.token))

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        self.came = data = self.came + data if self.came else data
        if not data.endswith(CHUNK_END):
            return
        self.came = b""
        if not self.up.done():
            self.up.set_result(None)
        at = data.find(TABLE)
        while at >= 0:
            self.events += 1
            self.heard(data, at + len(TABLE))
            at = data.find(TABLE, at + len(TABLE))

    def close(self) -> None:
        self.transport.close()


async def listen(port: int, token: str, heard: Heard) -> Ear:
    """Opens a stream; returns once it has said hello."""
    loop = asyncio.get_running_loop()
    _, ear = await loop.create_connection(lambda: Ear(token, heard), "127.0.0.1", port)
    await ear.up
    return ear
