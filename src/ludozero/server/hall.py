"""All tables this process has in memory: found, made, rebuilt from the log, written to, dropped when idle."""

import asyncio
import re
from collections.abc import Callable

from sqlalchemy import Connection

from ludozero.games import rules
from ludozero.server import rows
from ludozero.server.acts import Answer, Denied, shut
from ludozero.server.kernels import Kernels
from ludozero.server.live import Live
from ludozero.server.luck import Luck
from ludozero.server.news import Here
from ludozero.server.sitting import Head, Sitting
from ludozero.server.store import Overtaken, Store
from ludozero.table import fair
from ludozero.table.errors import Refused

Act = Callable[[Sitting, float], Answer]
NUMBER = re.compile("[0-9a-z]{12}")
TRIES = 5  # when other processes keep writing first
DAY = 86_400_000  # milliseconds
BATCH = 100
IDLE = 120.0  # seconds after which a table nobody looks at is dropped


class Hall:
    """Where the tables stand."""

    def __init__(self, store: Store, luck: Luck, kernels: Kernels) -> None:
        self.store = store
        self.luck = luck
        self.kernels = kernels
        self.lives: dict[str, Live] = {}
        self.after: list[Callable[[Live], None]] = []  # who wants to know when something has happened at a table
        self.here: Here = set().__contains__  # nobody, until somebody keeps count
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self.acts = 0

    # Finding

    async def find(self, number: str) -> Live:
        """A table, in memory or from the store."""
        live = self.lives.get(number)
        if live is None or live.broken:
            if not NUMBER.fullmatch(number):
                raise Denied("no-such-table")
            live = await self._load(number)
        live.used = self.luck.now()
        return live

    async def seen(self, number: str, guest: str | None) -> Live:
        """A table as this guest may see it: one that may not be seen is as if it were not."""
        live = await self.find(number)
        if not live.may_look(guest):
            raise Denied("no-such-table")
        return live

    async def _load(self, number: str) -> Live:
        """However many ask, it is read once."""
        task = self._loading.get(number)
        if task is None:
            task = self._loading[number] = asyncio.ensure_future(self._read(number))
            task.add_done_callback(lambda _: self._loading.pop(number, None))
        return await asyncio.shield(task)

    async def _read(self, number: str) -> Live:
        live = self.lives.get(number)
        if live is None:
            sitting, key = await self.store.read(lambda connection: self.rebuilt(connection, number))
            live = self.lives[number] = Live(sitting, key, self.luck, self.here)
            live.ours = False
            if sitting.foreign and sitting.phase == "playing":
                async with live.lock:
                    try:
                        await self._act(live, close_foreign)
                    except Overtaken:
                        await self._mend(live)
            self.follow_up(live)
            return live
        async with live.lock:
            if live.broken:
                await self._mend(live)
        return live

    async def _mend(self, live: Live) -> None:
        """The log tells what holds."""
        live.broken = True  # until it is read
        live.sitting, _ = await self.store.read(lambda connection: self.rebuilt(connection, live.id))
        live.broken = False
        live.anew()
        live.tell()
        self.follow_up(live)

    def rebuilt(self, connection: Connection, number: str) -> tuple[Sitting, str]:
        """One fold over the log; time in which nobody served the table does not count."""
        known = rows.found(connection, number)
        if known is None:
            raise Denied("no-such-table")
        now = self.luck.now()
        sitting = Sitting(number, known.head, known.secret)
        for entry in rows.lines(connection, number):
            sitting.happen(entry, now)
            self.kernels.lend(sitting)
        return sitting, known.key

    # Making

    async def make(self, guest: str, head: Head, begin: Act, secret: bytes | None = None) -> Live:
        """A new table, with all that happens at once: the maker sits down, bots are invited, it starts."""
        number, key = self.luck.word(12), self.luck.word(16)
        secret = secret or self.luck.secret()
        head = {**head, "rules": rules(head["game"]).RULES, "commitment": fair.commitment(secret)}
        now = self.luck.now()
        sitting = Sitting(number, head, secret)
        sitting.happen({"what": "made", "guest": guest}, now)
        begin(sitting, now)
        commit = rows.written(sitting, 0, self.luck.stamp())
        commit.also.insert(0, rows.made(sitting, head, key, self.luck.stamp()))
        await self.store.commit(commit)
        live = self.lives[number] = Live(sitting, key, self.luck, self.here)
        self.follow_up(live)
        return live

    # Acting

    async def act(self, number: str, act: Act) -> Answer:
        """Something happens at a table, or is refused whole. It is on the disk before anybody sees it."""
        for _ in range(TRIES):
            live = await self.find(number)
            async with live.lock:
                if live.dropped or live.broken:
                    continue
                try:
                    return await self._act(live, act)
                except Overtaken:
                    await self._mend(live)
                except Refused:
                    if live.broken or not (self.store.shared and await self._catch_up(live)):
                        raise
        raise Denied("table-moved")

    async def _act(self, live: Live, act: Act) -> Answer:
        s = live.sitting
        before = s.at
        try:
            answer = act(s, self.luck.now())
            if s.at > before:
                self.kernels.lend(s)
                await self.store.commit(rows.written(s, before, self.luck.stamp()))
                live.ours = True
                self.acts += 1
        except BaseException:
            live.broken = s.at > before or len(s.game_at) != (len(s.table.log) if s.table else 0)
            raise
        if s.at > before:
            live.tell()
            self.follow_up(live)
        return {"at": s.at, **answer}

    def follow_up(self, live: Live) -> None:
        """What comes of it: bots think, streams find their tables."""
        for listener in self.after:
            listener(live)

    # Other processes

    async def heard(self, number: str, at: int) -> None:
        """Another process has written up to this line."""
        live = self.lives.get(number)
        if live is None or live.sitting.at >= at:
            return
        async with live.lock:
            if not live.broken and live.sitting.at < at:
                await self._catch_up(live)

    async def _catch_up(self, live: Live) -> bool:
        """Reads what other processes have written; False if that is nothing. What is refused may be right then."""
        try:
            entries = await self.store.read(lambda connection: rows.lines(connection, live.id, live.sitting.at))
            now = self.luck.now()
            for entry in entries:
                live.sitting.happen(entry, now)
                self.kernels.lend(live.sitting)
        except BaseException:
            live.broken = True
            raise
        if entries:
            live.ours = False
            live.tell()
            self.follow_up(live)
        return bool(entries)

    def doubt(self, number: str) -> None:
        """Another process has changed lines of this table's log: it is read again."""
        if number in self.lives:
            self.lives[number].broken = True

    def vanished(self, number: str) -> None:
        """Another process has forgotten this table."""
        live = self.lives.pop(number, None)
        if live is not None:
            live.dropped = True
            for stream in list(live.streams):
                stream.part(live)
                stream.note("gone", {"table": number})

    def anything_missed(self) -> None:
        """News from other processes may have been lost: every table is read again when it is next needed."""
        for live in self.lives.values():
            live.broken = True

    async def close_abandoned(self, kept_days: float, trim_days: float) -> None:
        """Tables that nobody came back to are closed; those over for long are forgotten, if the house wants that."""
        now = self.luck.stamp()
        numbers = await self.store.read(lambda c: rows.abandoned(c, now - int(kept_days * DAY), BATCH))
        for number in numbers:
            await self.act(number, abandon)
        if trim_days:
            numbers = await self.store.read(lambda c: rows.long_over(c, now - int(trim_days * DAY), BATCH))
            for number in numbers:
                await self.forget(number)

    async def forget(self, number: str) -> None:
        """A table and its log are deleted."""
        live = await self.find(number)
        async with live.lock:
            await self.store.commit(rows.gone(number))
            self.vanished(number)

    # Housekeeping

    def sweep(self) -> list[Live]:
        """Drops what nobody needs; returns the tables at which time has run out."""
        now = self.luck.now()
        due = []
        for live in list(self.lives.values()):
            s = live.sitting
            if not live.streams and now - live.used > IDLE and not live.lock.locked() and not live.thinking:
                live.dropped = True
                del self.lives[live.id]
            elif s.phase == "playing" and s.paused is None and run_out(s, now):
                due.append(live)
        return due


def run_out(s: Sitting, now: float) -> bool:
    """Whether a clock has run out, or a finished deal was looked at long enough."""
    left = s.go_left(now)
    if left is not None and left <= 0:
        return True
    return s.head["clock"] is not None and any(
        s.clock_left(seat, now) == 0 and seat not in s.late for seat in s.waiting
    )


def abandon(s: Sitting, now: float) -> Answer:
    """Nobody came back."""
    if s.phase != "over":
        shut(s, "abandoned", now)
    return {}


def close_foreign(s: Sitting, now: float) -> Answer:
    """An unfinished table of older rules is closed with its standing."""
    shut(s, "rules-changed", now)
    return {}
