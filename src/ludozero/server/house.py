"""The house: everything that runs in one server process, how it opens, what it does each second, how it closes."""

import asyncio
import logging
from functools import partial
from ipaddress import IPv6Network
from typing import cast

from starlette.requests import HTTPConnection
from starlette.types import Scope

from ludozero.bots.uniform import Bot, Uniform
from ludozero.fast.players import patient_player
from ludozero.games import rules
from ludozero.games.shape import Ints
from ludozero.server.acts import Answer, Denied, away, expire
from ludozero.server.bots import Bots
from ludozero.server.door import Door
from ludozero.server.guests import Guest, Guests
from ludozero.server.hall import Hall
from ludozero.server.kernels import Kernels
from ludozero.server.limits import Limit
from ludozero.server.live import Live
from ludozero.server.luck import Luck
from ludozero.server.presence import Presence
from ludozero.server.settings import Settings
from ludozero.server.sitting import Sitting
from ludozero.server.store import Store, StoreAway
from ludozero.server.streams import BEAT, Streams
from ludozero.server.thoughts import own_time
from ludozero.server.wires import Wires
from ludozero.table.errors import Refused

AWAY_AFTER = 45.0  # seconds without an open page
GRACE = 3.0  # seconds in which the process that wrote last has the first word
HOUR = 3600.0
NAP = 5.0  # seconds without a look around after which the house was asleep: its machine stood still
LOG = logging.getLogger("ludozero")


class House:
    """One of these per process."""

    def __init__(self, settings: Settings, luck: Luck | None = None) -> None:
        self.settings = settings
        self.luck = luck or Luck()
        self.store = Store(settings.store, self.luck.word(8))
        self.kernels = Kernels()
        self.hall = Hall(self.store, self.luck, self.kernels)
        self.guests = Guests(self.store, self.luck)
        self.streams = Streams(self.hall)
        self.bots = Bots(self.hall, self.invite)
        self.presence = Presence(self.streams, self.luck.now)
        self.hall.here = self.presence.here
        self.wires = Wires(self.store, self.hall, self.guests, self.presence)
        self.presence.say = self.wires.say
        self.hosts = set(settings.hosts)
        now = self.luck.now
        self.each_guest = Limit(settings.per_second, settings.burst, now)
        self.each_address = Limit(settings.strangers_per_second, settings.strangers_burst, now)
        self.newcomers = Limit(0.5, settings.new_guests, now)
        self.replaying = asyncio.Lock()  # games are watched again one at a time: it is all work and no waiting
        self.closing = False
        self.door: Door | None = None  # to the other devices of a home
        self._tasks: list[asyncio.Task[None]] = []

    # Who asks

    async def who(self, scope: Scope) -> Guest | None:
        """The guest, slowed down if that one asks too much; strangers share their address's patience."""
        try:
            guest = await self.guests.who(scope)
        except Refused:
            self.each_address.take(address(scope))
            raise
        if guest is None:
            self.each_address.take(address(scope))
        else:
            self.each_guest.take(guest.id)
        return guest

    def costs(self, scope: Scope, guest: Guest | None, more: float) -> None:
        """What was asked for is more work than other things."""
        if guest is None:
            self.each_address.take(address(scope), more)
        else:
            self.each_guest.take(guest.id, more)

    async def counted(self, scope: Scope) -> None:
        """For what anybody may ask, whoever it is: it counts all the same."""
        try:
            await self.who(scope)
        except Denied as why:
            if why.code != "unknown-guest":
                raise

    async def known(self, scope: Scope) -> Guest:
        """The guest who asks; a stranger is told to become one."""
        guest = await self.who(scope)
        return guest if guest is not None else await self.guests.known(scope)

    def invite(self, level: str, game: str, pack: Ints, seed: int, share: float) -> Bot:
        """A bot of a level, with this part of its time; it plays simply until its machine code is there."""
        if not self.settings.machine_code:
            return Uniform(rules(game), pack, seed)
        return cast(Bot, patient_player(level, game, pack, seed, clock=own_time(share), share=share))

    # Opening and closing

    async def open(self) -> None:
        """Ready to serve when this returns; machine code comes later."""
        self.store.open(asyncio.get_running_loop())
        self._tasks = [asyncio.ensure_future(self.each_second()), asyncio.ensure_future(self.wires.listen())]
        if self.settings.machine_code:
            self._tasks.append(asyncio.ensure_future(self.kernels.warm()))

    def farewell(self) -> None:
        """Streams are told to come back; there will be no new ones."""
        self.closing = True
        self.streams.close("closing", 1)

    async def close(self) -> None:
        """What is being written is finished."""
        self.farewell()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        self.wires.close()
        await asyncio.get_running_loop().run_in_executor(None, self.store.close)

    # Each second

    async def each_second(self) -> None:
        """The sweep, and now and then a sign of life and the housekeeping."""
        beaten = kept = self.luck.now()
        clock = asyncio.get_running_loop().time
        looked = clock()
        while True:
            await asyncio.sleep(1)
            now = self.luck.now()
            gap, looked = clock() - looked, clock()
            try:
                if gap > NAP:
                    self.slept(gap)
                await self.sweep(now)
                if now - beaten >= BEAT:
                    beaten = now
                    self.streams.beat()
                    self.wires.say("alive")
                    self.presence.bury()
                if now - kept >= HOUR:
                    kept = now
                    await self.hall.close_abandoned(self.settings.kept_days, self.settings.trim_days)
            except (Refused, StoreAway):
                pass  # the next second will do
            except Exception:
                LOG.exception("the sweep failed")

    def slept(self, seconds: float) -> None:
        """Nobody was served for so long: no clock runs out by that, nobody has been away for that."""
        LOG.warning("the house was asleep", extra={"told": {"seconds": round(seconds)}})
        now = self.luck.now()
        self.presence.given_back(seconds, now)
        for live in self.hall.lives.values():
            live.since = min(now, live.since + seconds)
            live.sitting.given_back(seconds, now)
            live.remind()

    async def sweep(self, now: float) -> None:
        """Clocks that have run out, people who have gone, tables to be read again, bots that were forgotten."""
        for live in self.hall.sweep():
            if live.ours or now - live.used > GRACE:
                await self.hall.act(live.id, expired)
        for live in list(self.hall.lives.values()):
            if live.broken and live.streams:
                await self.hall.find(live.id)
            for seat in self.missing(live):
                await self.hall.act(live.id, partial(gone, seat=seat))
            self.bots.look(live)
        await self.streams.tell_lobby()

    def missing(self, live: Live) -> list[int]:
        """Seats that are waited for, whose owner went while others stayed, where the table lets a bot play on."""
        s = live.sitting
        if s.head["absence"] != "bot" or not s.waiting:
            return []
        people = s.persons()
        if not any(self.presence.here(s.chairs[seat].guest) for seat in people):
            return []
        waited = [seat for seat in people if seat in s.waiting]
        since = live.since
        return [seat for seat in waited if self.presence.gone_for(s.chairs[seat].guest, since) > AWAY_AFTER]


def expired(s: Sitting, now: float) -> Answer:
    """Time has run out at this table."""
    expire(s, now)
    return {}


def gone(s: Sitting, now: float, *, seat: int) -> Answer:
    """Somebody does not answer any more."""
    away(s, seat, now)
    return {}


def machine(scope: Scope) -> str:
    """The address a request comes from."""
    client = HTTPConnection(scope).client
    return client.host if client else ""


def address(scope: Scope) -> str:
    """The same; but of IPv6 the network, which is what one household has."""
    host = machine(scope)
    try:
        return str(IPv6Network((host, 64), strict=False)) if ":" in host else host
    except ValueError:
        return host
