"""Bots at the table: they think in threads outside the event loop and move through the same door as everybody."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from ludozero.bots.uniform import Bot
from ludozero.fast.players import read_spec
from ludozero.games.shape import Ints
from ludozero.server.acts import Answer, bot_moves
from ludozero.server.hall import Act, Hall
from ludozero.server.live import Live
from ludozero.server.sitting import Sitting
from ludozero.server.store import StoreAway
from ludozero.server.thoughts import Thoughts
from ludozero.table.errors import Refused

Invite = Callable[[str, str, Ints, int, float], Bot]  # level, game, pack, seed, the part of its time that it has
GRACE = 1.5  # seconds in which the process that wrote last has the first word
LOG = logging.getLogger("ludozero.bots")


class Bots:
    """Whoever is waited for and is no person thinks here."""

    def __init__(self, hall: Hall, invite: Invite) -> None:
        self.hall = hall
        self.invite = invite
        self.thoughts = Thoughts()
        self._tasks: set[asyncio.Task[None]] = set()
        hall.after.append(self.look)

    def look(self, live: Live) -> None:
        """Something has happened at this table: who has to think?"""
        for seat, level in live.sitting.bots_due():
            if seat not in live.thinking:
                live.thinking.add(seat)
                task = asyncio.ensure_future(self.think(live, seat, level))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def think(self, live: Live, seat: int, level: str) -> None:
        """One decision. If the table has moved on meanwhile, it is thrown away and looked at anew."""
        told: dict[str, Any] = {"table": live.id, "seat": seat, "game": live.sitting.game, "bot": level}
        asked = self.hall.luck.now()
        try:
            try:
                act = await self.decided(live, seat, level, told)
            finally:
                live.thinking.discard(seat)  # before it moves: it may be its turn again at once
            if act is not None:
                await self.hall.act(live.id, act)
                LOG.debug("thought", extra={"told": {**told, "seconds": self.hall.luck.now() - asked}})
                self.look(live)
        except (Refused, StoreAway):
            pass  # the next look will tell

    async def decided(self, live: Live, seat: int, level: str, told: dict[str, Any]) -> Act | None:
        """What the bot does, if it is its turn; how long it worked for that, and how much it tried, is told."""
        if not live.ours:
            await asyncio.sleep(GRACE)
        async with live.lock:
            s = live.sitting
            if live.broken or live.dropped or s.table is None or (seat, level) not in s.bots_due():
                return None
            decision = s.turns[seat], s.undos
            view = s.table.seen(seat).copy()
            known, faces, game = s.table.rules, s.table.faces, s.game
        seed = self.hall.luck.dice.getrandbits(32)

        def work(share: float) -> int:
            began = time.thread_time()
            bot = self.invite(level, game, faces, seed, share)
            move = bot.decide(view)
            told.update(tried=getattr(bot, "tried", 0), worked=time.thread_time() - began)
            return move

        move = await asyncio.wrap_future(self.thoughts.ask(read_spec(level)[1].seconds or 0.0, work))

        def act(s: Sitting, now: float) -> Answer:
            if (s.turns[seat], s.undos) == decision and (seat, level) in s.bots_due():
                bot_moves(s, seat, known.spell(move), now)
            return {}

        return act

    async def close(self) -> None:
        """Thoughts are cut short; the log knows of none."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thoughts.close()
