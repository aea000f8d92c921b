"""One table in memory: acts come in one after another, are on the disk before anybody sees them, then are told."""

import asyncio
from typing import TYPE_CHECKING

from ludozero.server.luck import Luck
from ludozero.server.news import Here, Kept, News
from ludozero.server.sitting import Sitting

if TYPE_CHECKING:
    from ludozero.server.streams import Stream


FRESH = 0.5  # seconds


class Live:
    """What the process remembers of a table; nothing that could not be rebuilt from its log."""

    def __init__(self, sitting: Sitting, key: str, luck: Luck, here: Here) -> None:
        self.id = sitting.id
        self.sitting = sitting
        self.key = key
        self.luck = luck
        self.here = here
        self.lock = asyncio.Lock()
        self.streams: set[Stream] = set()
        self.broken = False  # memory and log may differ: it is read again before anything else
        self.dropped = False
        self.ours = True  # whether the latest line was written by this process
        self.used = self.since = luck.now()
        self.told = sitting.at  # the latest line that anybody may see
        self.thinking: set[int] = set()
        self.invited = -1  # what the sitting had noted when its people were last looked for
        self.kept = Kept()
        self.changed()

    def changed(self) -> None:
        """All that was made to be told is out of date."""
        self.news = News(self.sitting, self.key, self.thinking, self.kept)
        self.told = self.sitting.at
        self._made = 0.0
        self._events: dict[tuple[str | None, int | None], bytes] = {}

    def stale(self) -> None:
        """What was made to be sent no longer says how things are, though nothing has happened in the game."""
        self.kept.seats = None
        self._events.clear()

    def event(self, guest: str | None, since: int | None) -> bytes:
        """What this guest is told of the table as it stands; the same question again costs nothing."""
        asker = guest if guest in self.sitting.guests() else None
        now = self.luck.now()
        if now - self._made > FRESH:  # seconds left are told in it
            self._events.clear()
        event = self._events.get((asker, since))
        if event is None:
            self._made = self._made if self._events else now
            event = self._events[asker, since] = self.news.event(asker, since, self.here, now)
        return event

    def may_look(self, guest: str | None) -> bool:
        """Private tables are there only for who sits at them."""
        return self.sitting.head["visibility"] != "private" or guest in self.sitting.guests()

    def anew(self) -> None:
        """The sitting is another one: nothing made of the old one holds."""
        self.kept = Kept()
        self.invited = -1

    def tell(self) -> None:
        """Everybody who looks on hears of it."""
        self.changed()
        self._mark()

    def remind(self) -> None:
        """Everybody who looks on is told once more how things are."""
        self.stale()
        self._mark()

    def _mark(self) -> None:
        for stream in self.streams:
            stream.mark(self)
