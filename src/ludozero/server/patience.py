"""A connection that keeps nobody waiting: a request comes whole within its time, and its head has an end."""

import asyncio
from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

WHOLE = 30.0  # seconds for a request, and for the first one to begin
HEAD = 32_768  # bytes of a request's head


class Patience(HttpToolsProtocol):
    """What uvicorn makes of a connection, with an end to patience."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._head = 0  # bytes of a head that is not complete yet
        self._due: TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._waited()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if self._head > HEAD and not self.transport.is_closing():
            self.send_400_response("The head of this request has no end.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._head = 0

    def on_body(self, body: bytes) -> None:
        self._head = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._head = 0
        self._waited()

    def _wait(self) -> None:
        """From now on the request is waited for."""
        self._waited()
        self._due = self.loop.call_later(WHOLE, self.timeout_keep_alive_handler)

    def _waited(self) -> None:
        """It is there."""
        if self._due is not None:
            self._due.cancel()
            self._due = None
