"""A house without a network: what it writes to a connection is kept, byte by byte and write by write."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import orjson
from starlette.types import ASGIApp
from uvicorn.server import ServerState

from ludozero.server.app import make_app
from ludozero.server.gate import OUT
from ludozero.server.house import House
from ludozero.server.serve import configured
from ludozero.server.settings import Settings
from tests.server.served import PATIENCE
from tests.server.test_clocks import Told

HOST = "localhost"
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n")
Wrap = Callable[[ASGIApp, House], ASGIApp]


class Wired:
    """A house whose ids, secrets and time are told by a number, with what uvicorn puts before it."""

    def __init__(self, settings: Settings, seed: int = 5, wrap: Wrap | None = None) -> None:
        self.clock = Told(dice=random.Random(seed))
        self.app = make_app(settings, self.clock)
        self.house: House = self.app.state.house
        self.config = configured(wrap(self.app, self.house) if wrap else self.app)
        self.state = ServerState()

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Wired"]:
        self.loop = asyncio.get_running_loop()
        async with self.app.router.lifespan_context(self.app):
            yield self

    def wire(self, address: str = "203.0.113.1") -> "Wire":
        """A new connection from somewhere."""
        return Wire(self, address)

    async def settled(self) -> None:
        """All streams have told what is due."""
        while any(stream.due or stream.notes or stream.beat for stream in self.house.streams.open):
            await asyncio.sleep(0)
        await asyncio.sleep(0)


class Wire(asyncio.Transport):
    """A connection, seen from both ends."""

    def __init__(self, house: Wired, address: str) -> None:
        super().__init__({"peername": (address, 40000), "sockname": ("127.0.0.1", 80)})
        self.headers: dict[str, str] = {}
        self.written: list[bytes] = []
        self.news = asyncio.Event()
        self.closed = False
        served: Any = house.config.http
        self.protocol = served(config=house.config, server_state=house.state, app_state={}, _loop=house.loop)
        self.protocol.connection_made(self)

    # The house's end

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))
        self.news.set()

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.news.set()
            self.protocol.loop.call_soon(self.protocol.connection_lost, None)

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    # The other end

    def raw(self, data: bytes) -> None:
        """Just these bytes."""
        self.protocol.data_received(data)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> None:
        """A request."""
        content = b"" if body is None else body if isinstance(body, bytes) else orjson.dumps(body)
        told = {"host": HOST, **self.headers}
        if body is not None:
            told |= {"content-type": "application/json", "content-length": str(len(content))}
        told |= {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
        self.raw("\r\n".join(lines).encode() + b"\r\n\r\n" + content)

    async def until(self, done: Callable[[bytes], bool], begin: int = 0) -> bytes:
        """What was written since, once it is all there."""
        async with asyncio.timeout(PATIENCE):
            while not done(came := b"".join(self.written[begin:])) and not self.closed:
                self.news.clear()
                await self.news.wait()
        return came

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> bytes:
        """A request and all of its answer."""
        begin = len(self.written)
        self.send(method, path, body, **headers)
        return await self.until(whole, begin)

    async def refused(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        """The status and the code of a refusal."""
        return refusal(await self.ask(method, path, body, **headers))

    async def json(self, method: str, path: str, body: Any = None) -> Any:
        """A request that is granted, and what is told."""
        answer = await self.ask(method, path, body)
        assert answer.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")), answer
        if cookie := re.search(rb"\r\nset-cookie: (ludozero=[^;]*)", answer):
            self.headers["cookie"] = cookie[1].decode()
        return orjson.loads(answer.partition(b"\r\n\r\n")[2])

    async def listen(self, path: str, **headers: str) -> bytes:
        """A stream, up to its first words."""
        begin = len(self.written)
        self.send("GET", path, **headers)
        return await self.until(lambda came: b"event: hello" in came, begin)

    async def hang_up(self) -> None:
        """The other side goes away; the house notices."""
        self.close()
        for _ in range(5):
            await asyncio.sleep(0)


def refusal(answer: bytes) -> tuple[int, str]:
    """The status and the code that were told."""
    head, _, body = answer.partition(b"\r\n\r\n")
    told = orjson.loads(body)
    assert set(told) == {"code", "clause", "args", "room"}, answer
    assert all(b"\r\n" + name + b": " + value + b"\r\n" in head + b"\r\n" for name, value in OUT), "undressed"
    return int(head[9:12]), told["code"]


def whole(came: bytes) -> bool:
    """Whether this is an answer from its first byte to its last."""
    head, _, body = came.partition(b"\r\n\r\n")
    length = LENGTH.search(head + b"\r\n")
    return bool(length and len(body) >= int(length[1]))


@contextmanager
def running(settings: Settings) -> Iterator[tuple[Wired, asyncio.Runner]]:
    """A house that is open, and what runs things in it."""
    with asyncio.Runner() as runner:
        wired = Wired(settings)
        house = wired.open()
        runner.run(house.__aenter__())
        yield wired, runner
        runner.run(house.__aexit__(None, None, None))
