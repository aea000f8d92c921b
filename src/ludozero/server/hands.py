"""What a seat sees and may do, as the bytes that are sent: what is public is made once for everybody."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, TypeAlias, cast
from weakref import WeakKeyDictionary

import numpy as np
import orjson

from ludozero.fast import offers as offering
from ludozero.fast.bind import bound
from ludozero.games import rules
from ludozero.games.shape import Floats, Ints, Record, blank
from ludozero.table.table import Table
from ludozero.table.views import own_dict, public_dict

Looks: TypeAlias = Callable[[Record, Any], None]
Offers: TypeAlias = Callable[[Record, Record, int, Ints, Floats, Floats], int]
LAST: WeakKeyDictionary[Table, tuple[Any, bytes]] = WeakKeyDictionary()


@dataclass(slots=True)
class Desk:
    """Room to look at one game's tables; all of them share it, one after another."""

    view: Record
    views: Any  # a spectator's and those of as many seats as there can be
    out: Ints
    row: Floats
    told: Floats
    offers: Offers
    looks: Looks


@cache
def desk(game: str) -> Desk:
    """Interpreted until machine code is put in (kernels.py)."""
    known = rules(game)
    interpreted = bound(offering, {"rules": known})  # type: ignore[dict-item]
    views = np.zeros(1 + max(known.SEATS), known.VIEW)
    return Desk(
        blank(known.VIEW),
        views,
        np.zeros(known.MOVES_ROOM, np.int32),
        np.zeros(known.WEIGH_ROOM, np.float64),
        np.zeros((known.MOVES_ROOM, 1 + len(known.WEIGHS)), np.float64),
        cast("Offers", interpreted.offers),
        cast("Looks", interpreted.looks),
    )


@cache
def spelled(game: str) -> Callable[[int], str]:
    """A move's text, remembered."""
    return cache(rules(game).spell)


def views_of(table: Table) -> Any:
    """The views of a spectator and of all seats, in this order. The next look writes over them."""
    place = desk(table.game)
    count = table.seats + 1
    views = place.views[:count]
    place.looks(table.state, views)
    return views


def public_view(table: Table, views: Any) -> bytes:
    """What all views of this table have in common, as a JSON object."""
    told = public_dict(table.game, table.rules, views[0])
    told["standing"] = table.standing
    told["waiting"] = table.waiting
    told["options"] = table.options
    told["last"] = None if table.last is None else orjson.Fragment(last_told(table))
    return orjson.dumps(told)


def last_told(table: Table) -> bytes:
    """The last finished deal; it is told until the next one is finished."""
    kept = LAST.get(table)
    if kept is None or kept[0] is not table.last:
        kept = LAST[table] = table.last, orjson.dumps(table.last)
    return kept[1]


def own_view(table: Table, v: Any) -> bytes:
    """What a view has besides, as a JSON object."""
    return orjson.dumps(own_dict(table.rules, v))


def hand(table: Table, seat: int | None, turn: int | None, public: bytes, own: bytes, may_move: bool) -> bytes:
    """A seat's view, and its legal moves with what each weighs, as a JSON object."""
    moves = offered(table, seat) if seat is not None and may_move else []
    view = orjson.Fragment(public[:-1] + b"," + own[1:])
    return orjson.dumps({"seat": seat, "turn": turn, "view": view, "moves": moves})


def offered(table: Table, seat: int) -> list[list[Any]]:
    """Every legal move as [text, weights …], sorted by text."""
    place = desk(table.game)
    count = place.offers(table.state, place.view, seat, place.out, place.row, place.told)
    told = place.told[: abs(count)]
    rows: list[list[Any]] = (told if count < 0 else told.astype(np.int64)).tolist()
    spell = spelled(table.game)
    for row in rows:
        row[0] = spell(int(row[0]))
    rows.sort(key=itemgetter(0))
    return rows
