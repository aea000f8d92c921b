"""The append-only log on SQLite or PostgreSQL. One thread writes: whatever waits for it shares its transaction."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from sqlite3 import SQLITE_FULL
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Executable, create_engine, event, insert, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from ludozero.server import schema
from ludozero.server.acts import Denied
from ludozero.server.migrations import migrate

T = TypeVar("T")
Line = dict[str, Any]  # a row of the journal
MOST = 512  # commits that share a transaction
READERS = 2
CHANNEL = "ludozero"
DISK_FULL = "53100"  # as PostgreSQL calls it
LOG = logging.getLogger("ludozero")


class StoreAway(Exception):  # noqa: N818 - it is where the store is
    """The store cannot be reached: nothing was promised to anybody."""

    code = "store-away"


class StoreFull(StoreAway):
    """The store has no room left."""

    code = "store-full"


class Overtaken(Exception):  # noqa: N818
    """Somebody else wrote this line first."""


@dataclass(slots=True)
class Commit:
    """What becomes true at once: lines of a table's log, and what else is to be written with them."""

    table: str
    lines: list[Line] = field(default_factory=list)
    also: list[tuple[Executable, Mapping[str, Any]]] = field(default_factory=list)
    topic: str = ""  # what other processes are told


@dataclass(slots=True)
class Waiting:
    commit: Commit
    done: asyncio.Future[None]


class Store:
    """Opened once by a process. Only `commit` writes."""

    def __init__(self, url: str, name: str = "") -> None:
        self.url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        self.name = name  # this process, among those that share a store
        self.engine = engine(self.url)
        self.shared = self.engine.dialect.name == "postgresql"
        compiled = insert(schema.journal).compile(dialect=self.engine.dialect)
        self._insert = str(compiled)  # made once: it is what is written all the time
        self._places = compiled.positiontup  # its values in their order, or None if they go by name
        self.commits = 0
        self.transactions = 0
        self.failing = False  # the latest transaction came to nothing
        self._due: SimpleQueue[Waiting | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writer = Thread(target=self._write_all, name="writer", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Brings the store up to date and starts to write."""
        with self.engine.begin() as connection:
            migrate(connection)
        self._loop = loop
        self._writer.start()

    def close(self) -> None:
        """Everything that was handed in is written first."""
        if self._writer.is_alive():
            self._due.put(None)
            self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    async def commit(self, commit: Commit) -> None:
        """Returns once it is on the disk. `Overtaken` or `StoreAway`: look at the log again, it tells what holds."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._due.put(Waiting(commit, done))
        await done

    async def read(self, question: Callable[[Connection], T]) -> T:
        """Asks in a thread of its own."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.ask, question)

    def ask(self, question: Callable[[Connection], T]) -> T:
        """Asks here and now."""
        try:
            with self.engine.connect() as connection:
                return question(connection)
        except SQLAlchemyError as problem:
            raise trouble(problem) from problem

    async def copy_to(self, file: Path) -> None:
        """A copy of the database as it is at one moment, while it is being written to."""
        if self.shared:
            raise Denied("no-copy")
        file.parent.mkdir(parents=True, exist_ok=True)

        def copy(connection: Connection) -> None:
            alone = connection.execution_options(isolation_level="AUTOCOMMIT")
            alone.exec_driver_sql("VACUUM INTO ?", (str(file),))

        await self.read(copy)

    # The writer

    def _write_all(self) -> None:
        going = True
        while going:
            batch = [self._due.get()]
            while len(batch) < MOST and not self._due.empty():
                batch.append(self._due.get())
            going = None not in batch
            waiting = [one for one in batch if one is not None]
            if waiting:
                ends = self._write_batch(waiting)
                assert self._loop is not None
                self._loop.call_soon_threadsafe(settle, ends)

    def _write_batch(self, batch: list[Waiting]) -> list[tuple[Waiting, Exception | None]]:
        """All in one transaction; if one of them does not fit, each in its own."""
        try:
            self._write([one.commit for one in batch])
        except IntegrityError:
            if len(batch) == 1:
                return [(batch[0], Overtaken())]
            return [end for one in batch for end in self._write_batch([one])]
        except SQLAlchemyError as problem:
            away = trouble(problem)
            if not self.failing:
                LOG.error("the store cannot be written", extra={"told": {"why": away.code, "error": str(away)}})
            self.failing = True
            return [(one, away) for one in batch]
        if self.failing:
            LOG.warning("the store can be written again")
        self.failing = False
        return [(one, None) for one in batch]

    def _write(self, commits: list[Commit]) -> None:
        lines = [line for commit in commits for line in commit.lines]
        with self.engine.begin() as connection:
            if lines:
                self._write_lines(connection, lines)
            for commit in commits:
                for statement, values in commit.also:
                    connection.execute(statement, values)
            topics = [f"{self.name} {commit.topic}" for commit in commits if commit.topic]
            if self.shared and topics:
                connection.execute(NOTIFY, {"channel": CHANNEL, "topics": topics})
        self.transactions += 1
        self.commits += len(commits)

    def _write_lines(self, connection: Connection, lines: list[Line]) -> None:
        """In SQLite all by one statement: for every statement the event loop has to let Python's lock go."""
        if self._places is None:
            connection.exec_driver_sql(self._insert, lines)
            return
        begin, values, line = self._insert.partition(" VALUES ")
        for part in (lines[i : i + MOST] for i in range(0, len(lines), MOST)):
            told = tuple(one[name] for one in part for name in self._places)
            connection.exec_driver_sql(begin + values + ", ".join([line] * len(part)), told)


NOTIFY = text("SELECT pg_notify(:channel, topic) FROM unnest(CAST(:topics AS text[])) AS topic")


def trouble(problem: SQLAlchemyError) -> StoreAway:
    """What is wrong with the store; its own words are for who keeps the house."""
    cause = getattr(problem, "orig", None)
    full = getattr(cause, "sqlite_errorcode", 0) == SQLITE_FULL or getattr(cause, "sqlstate", "") == DISK_FULL
    return (StoreFull if full else StoreAway)(str(cause or problem.__class__.__name__))


def settle(ends: list[tuple[Waiting, Exception | None]]) -> None:
    """Tells who waits, on the event loop."""
    for one, problem in ends:
        if one.done.done():  # whoever asked has gone
            continue
        if problem is None:
            one.done.set_result(None)
        else:
            one.done.set_exception(problem)


def engine(url: str) -> Engine:
    """SQLite with a log of its own that is on the disk before a commit returns; or PostgreSQL."""
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True, pool_size=READERS + 1)
    made = create_engine(url, connect_args={"check_same_thread": False, "timeout": 10})

    @event.listens_for(made, "connect")
    def settle_in(connection: Any, record: Any) -> None:  # noqa: ARG001
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "cache_size=-16000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return made
