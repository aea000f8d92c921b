"""One server process, from the first socket to the last event."""

import asyncio
import gc
import socket
import sys
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from typing import Any

import uvicorn

from ludozero.server.app import make_app
from ludozero.server.door import Door
from ludozero.server.house import House
from ludozero.server.patience import Patience
from ludozero.server.settings import Settings

YOUNG = 20_000  # new objects between two small collections of garbage
VERY_RARELY = 1_000_000
SWITCH = 0.0005  # seconds after which a thread busy in Python lets the event loop on
LAST_WORDS = 10  # seconds that requests under way are given when the house closes


def serve(
    settings: Settings,
    sockets: list[socket.socket],
    *,
    home: bool = False,
    lan: bool = False,
    opened: Callable[[House], None] = lambda _: None,
) -> None:
    """Serves on these sockets until it is told to stop; `opened` is called once it answers.

    At `home` whoever sits at this machine may let other devices of the house in; with `lan` they are at once.
    """
    tame()
    sys.setswitchinterval(SWITCH)
    app = make_app(settings)
    house: House = app.state.house
    server = Server(configured(app), house, opened)
    if home:
        house.door = Door(house, sockets[0].getsockname()[1], lambda: SideServer(configured(app, lifespan="off")))

    async def until_told() -> None:
        if lan and house.door is not None:
            server.first = house.door.open
        try:
            await server.serve(sockets)
        finally:
            if house.door is not None:
                await house.door.shut()

    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
        runner.run(until_told())


def configured(app: object, lifespan: str = "on") -> uvicorn.Config:
    """How uvicorn serves the house."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        http=Patience,
        lifespan=lifespan,  # type: ignore[arg-type]
        log_config=None,  # its lines go where ours go
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,  # the gate decides whose word is taken
        backlog=2048,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=LAST_WORDS,
    )


class Server(uvicorn.Server):
    """Tells when it is open, and says goodbye on every stream before it closes: they never end by themselves."""

    def __init__(self, config: uvicorn.Config, house: House, opened: Callable[[House], None]) -> None:
        super().__init__(config)
        self.house = house
        self.opened = opened
        self.first: Callable[[], Coroutine[Any, Any, None]] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and not self.should_exit:
            if self.first is not None:
                await self.first()
            self.opened(self.house)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.house.farewell()
        await super().shutdown(sockets)


class SideServer(uvicorn.Server):
    """The same house at another door; signals are for the front one."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    def leave(self) -> None:
        """Ends soon; who is still connected is cut off."""
        self.should_exit = True
        self.config.timeout_graceful_shutdown = 1


def tame() -> None:
    """The garbage collector: what lives long is put aside, young garbage goes in small portions, all of it hardly ever.

    A full collection walks everything and holds up every table for it: up to a quarter of a second was seen.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 50, VERY_RARELY)
