"""What a seat sees and may do, as the bytes that are sent: what is public is made once for everybody."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias, cast

import numpy as np
import orjson

from ludozero.fast import offers as offering
from ludozero.fast.bind import bound
from ludozero.games import rules
from ludozero.games.shape import Floats, Ints, Record, blank
from ludozero.table.table import Table
from ludozero.table.views import own_dict, public_dict

Offers: TypeAlias = Callable[[Record, Record, int, Ints, Floats, Floats], int]


@dataclass(slots=True)
class Desk:
    """Room to look at one game's tables; all of them share it, one after another."""

    view: Record
    out: Ints
    row: Floats
    weights: Floats
    offers: Offers


@cache
def desk(game: str) -> Desk:
    """Interpreted until machine code is put in (kernels.py)."""
    known = rules(game)
    plain = bound(offering, {"rules": known}).offers  # type: ignore[dict-item]
    return Desk(
        blank(known.VIEW),
        np.zeros(known.MOVES_ROOM, np.int32),
        np.zeros(known.WEIGH_ROOM, np.float64),
        np.zeros((known.MOVES_ROOM, len(known.WEIGHS)), np.float64),
        cast("Offers", plain),
    )


@cache
def spelled(game: str) -> Callable[[int], str]:
    """A move's text, remembered."""
    return cache(rules(game).spell)


def public_view(table: Table) -> bytes:
    """What all views of this table have in common, as a JSON object."""
    told = public_dict(table.game, table.rules, table.seen(None))
    told["standing"] = table.standing
    told["waiting"] = table.waiting
    told["options"] = table.options
    told["last"] = table.last
    return orjson.dumps(told)


def hand(table: Table, seat: int | None, turn: int | None, public: bytes, may_move: bool) -> bytes:
    """A seat's view, and its legal moves with what each weighs, as a JSON object."""
    moves: list[Any] = []
    if seat is not None and may_move:
        moves = offered(table, seat)  # leaves the seat's view on the desk
    own = orjson.dumps(own_dict(table.rules, table.seen(seat)))
    view = orjson.Fragment(public[:-1] + b"," + own[1:])
    return orjson.dumps({"seat": seat, "turn": turn, "view": view, "moves": moves})


def offered(table: Table, seat: int) -> list[list[Any]]:
    """Every legal move as [text, weights …], sorted by text."""
    place = desk(table.game)
    count = place.offers(table.state, place.view, seat, place.out, place.row, place.weights)
    spell = spelled(table.game)
    weights = place.weights[:count]
    whole = weights.astype(np.int64)
    rows = (whole if (whole == weights).all() else weights).tolist()
    return sorted([spell(m), *row] for m, row in zip(place.out[:count].tolist(), rows, strict=True))
