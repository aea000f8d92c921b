"""News from other processes on the same PostgreSQL: they say which table they wrote to, by LISTEN and NOTIFY."""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from ludozero.server.guests import Guests
from ludozero.server.hall import Hall
from ludozero.server.presence import Presence
from ludozero.server.store import CHANNEL, Commit, Store, StoreAway
from ludozero.table.errors import Refused

LOG = logging.getLogger("ludozero")
PATIENCE = 1.0  # seconds before the line is tried again


class Wires:
    """One connection that only listens. With SQLite there is nobody to listen to."""

    def __init__(self, store: Store, hall: Hall, guests: Guests, presence: Presence) -> None:
        self.store = store
        self.hall = hall
        self.guests = guests
        self.presence = presence
        self._tasks: set[asyncio.Task[None]] = set()

    async def listen(self) -> None:
        """For as long as the house is open."""
        if not self.store.shared:
            return
        import psycopg

        url = self.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(url, autocommit=True) as line:
                    await line.execute(f"LISTEN {CHANNEL}")
                    self.hall.anything_missed()
                    self.say("new")
                    self.introduce()
                    async for news in line.notifies():
                        self.heard(news.payload)
            except psycopg.Error:
                LOG.warning("the line to the other processes is down")
            await asyncio.sleep(PATIENCE)

    def heard(self, news: str) -> None:
        """`PROCESS table ID AT` or `PROCESS guest ID`."""
        process, kind, *rest = news.split()
        if process == self.store.name:
            return
        self.presence.alive(process)
        if kind == "guest":
            self.guests.changed(rest[0])
        elif kind in ("came", "went"):
            self.presence.heard(process, kind, rest[0])
        elif kind == "new":
            self.introduce()
        elif kind == "anew":
            self.hall.doubt(rest[0])
        elif kind == "gone":
            self.hall.vanished(rest[0])
        elif kind == "table":
            self._start(self._follow(rest[0], int(rest[1])))

    def say(self, news: str) -> None:
        """To the other processes; what gets lost is said again by and by."""
        if self.store.shared:
            self._start(self._say(news))

    def introduce(self) -> None:
        """Who has a page open here."""
        for guest in self.presence.streams.by_guest:
            self.say(f"came {guest}")

    async def _say(self, news: str) -> None:
        with suppress(StoreAway):
            await self.store.commit(Commit("", topic=news))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, number: str, at: int) -> None:
        with suppress(Refused, StoreAway):  # the table is read again when it is next needed
            await self.hall.heard(number, at)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
