"""The event of a table: everything one guest, or a spectator, is told of it (docs/protocol.md)."""

from collections.abc import Callable, Collection
from typing import Any, TypeAlias

import orjson

from ludozero.server.acts import can
from ludozero.server.hands import hand, own_view, public_view, views_of
from ludozero.server.sitting import Sitting, settings

Here: TypeAlias = Callable[[str], bool]  # whether a guest's page is open
KEPT_LINES = 50  # of the log, for who does not say what was seen last


class Kept:
    """What stays the same from move to move, as bytes; made anew when somebody comes or goes or something is agreed."""

    def __init__(self) -> None:
        self.noted = -1
        self.head = b""
        self.seats: bytes | None = None

    def look(self, s: Sitting) -> None:
        """Forgets what is out of date."""
        if self.noted != s.noted:
            self.noted = s.noted
            self.seats = None
            told = {
                "table": s.id,
                "game": s.game,
                "phase": s.phase,
                "known": "nonces" in s.head,
                "paused": s.paused,
                "ending": ending(s),
                "setup": settings(s.head),
                "commitment": s.head["commitment"],
                "next": s.next,
                "result": s.result,
            }
            self.head = orjson.dumps(told)[:-1]


class News:
    """What can be told of a table as it stands now; thrown away when something happens."""

    def __init__(self, s: Sitting, key: str, thinking: Collection[int], kept: Kept) -> None:
        self.s = s
        self.key = key
        self.thinking = thinking
        self.kept = kept
        self._public = b""
        self._own: list[bytes] = []  # by seat
        self._hands: dict[int | None, bytes] = {}

    def event(self, guest: str | None, since: int | None, here: Here, now: float) -> bytes:
        """The event for a guest who has seen the log up to `since`."""
        s = self.s
        self.kept.look(s)
        if self.kept.seats is None:
            self.kept.seats = orjson.dumps(self.seats(here))
        own = s.seats_of(guest) if guest else []
        host = guest is not None and s.host == guest
        first = max(0, s.at - KEPT_LINES) if since is None or since > s.at else since
        timed = s.head["clock"] is not None
        told = {
            "at": s.at,
            "yours": {"seats": own, "host": host, "key": self.key if own or host else None},
            "can": can(s, guest, own),
            "hands": [orjson.Fragment(self.hand(seat)) for seat in own or (None,)] if s.table else [],
            "log": s.heard(own, first),
            "since": first,
            "clocks": [whole(s.clock_left(seat, now)) if timed else None for seat in range(s.seats)],
            "go_in": whole(s.go_left(now)),
            "thinking": sorted(self.thinking),
        }
        return b"".join((self.kept.head, b',"seats":', self.kept.seats, b",", orjson.dumps(told)[1:]))

    def hand(self, seat: int | None) -> bytes:
        """A seat's part, made when it is first asked for."""
        made = self._hands.get(seat)
        if made is None:
            table = self.s.table
            assert table is not None
            if not self._public:
                views = views_of(table)
                self._public = public_view(table, views)
                self._own = [own_view(table, v) for v in views[1:]]
            own = own_view(table, views_of(table)[0]) if seat is None else self._own[seat]
            turn = None if seat is None else self.s.turns[seat]
            made = self._hands[seat] = hand(table, seat, turn, self._public, own, seat in self.s.waiting)
        return made

    def seats(self, here: Here) -> list[dict[str, Any]]:
        """Who sits where, as everybody may know."""
        return [
            {
                "name": chair.name,
                "kind": chair.kind,
                "level": chair.level,
                "here": chair.kind == "bot" or (chair.person and here(chair.guest)),
                "away": chair.away,
                "left": chair.left,
                "ready": chair.ready,
                "agrees": chair.agrees,
            }
            for chair in self.s.chairs
        ]


def whole(seconds: float | None) -> float | None:
    """Seconds to a tenth."""
    return None if seconds is None else round(seconds, 1)


def ending(s: Sitting) -> dict[str, Any] | None:
    """The end that somebody proposes, if somebody does."""
    agreed = [seat for seat, chair in enumerate(s.chairs) if chair.agrees]
    return {"whole": s.chairs[agreed[0]].agrees == "game", "agreed": agreed} if agreed else None


def card(s: Sitting, guest: str | None) -> dict[str, Any]:
    """A table in a list."""
    own = s.seats_of(guest) if guest else []
    return {
        "table": s.id,
        "game": s.game,
        "phase": s.phase,
        "seats": [{"name": chair.name, "kind": chair.kind, "level": chair.level} for chair in s.chairs],
        "options": s.head["options"],
        "clock": s.head["clock"],
        "at": s.at,
        "your_turn": any(seat in own for seat in s.waiting),
    }
