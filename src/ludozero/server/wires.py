"""News from other processes on the same PostgreSQL: they say which table they wrote to, by LISTEN and NOTIFY."""

import asyncio
import logging
from contextlib import suppress

from ludozero.server.guests import Guests
from ludozero.server.hall import Hall
from ludozero.server.store import CHANNEL, Store, StoreAway
from ludozero.table.errors import Refused

LOG = logging.getLogger("ludozero")
PATIENCE = 1.0  # seconds before the line is tried again


class Wires:
    """One connection that only listens. With SQLite there is nobody to listen to."""

    def __init__(self, store: Store, hall: Hall, guests: Guests) -> None:
        self.store = store
        self.hall = hall
        self.guests = guests
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
        if kind == "guest":
            self.guests.changed(rest[0])
        elif kind == "table":
            task = asyncio.ensure_future(self._follow(rest[0], int(rest[1])))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _follow(self, number: str, at: int) -> None:
        with suppress(Refused, StoreAway):  # the table is read again when it is next needed
            await self.hall.heard(number, at)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
