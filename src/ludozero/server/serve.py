"""One server process, from the first socket to the last event."""

import asyncio
import gc
import socket
import sys

import uvicorn

from ludozero.server.app import make_app
from ludozero.server.settings import Settings

YOUNG = 20_000  # new objects between two small collections of garbage
VERY_RARELY = 1_000_000
SWITCH = 0.0005  # seconds after which a thread busy in Python lets the event loop on
LAST_WORDS = 10  # seconds that requests under way are given when the house closes


def serve(settings: Settings, sockets: list[socket.socket]) -> None:
    """Serves on these sockets until it is told to stop."""
    tame()
    sys.setswitchinterval(SWITCH)
    config = uvicorn.Config(
        make_app(settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,  # the gate decides whose word is taken
        backlog=2048,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=LAST_WORDS,
    )
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(uvicorn.Server(config).serve(sockets))


def tame() -> None:
    """The garbage collector: what lives long is put aside, young garbage goes in small portions, all of it hardly ever.

    A full collection walks everything and holds up every table for it: up to a quarter of a second was seen.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 50, VERY_RARELY)
