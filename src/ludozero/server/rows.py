"""What the store is asked and told about tables: plain SQL, the same for both databases."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, delete, insert, select, text, update
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.elements import TextClause

from ludozero.server import schema
from ludozero.server.sitting import Entry, Sitting
from ludozero.server.store import Commit, Line

PLACE: TextClause = text(
    "INSERT INTO places (guest, table_id, since) VALUES (:guest, :table_id, :since) ON CONFLICT DO NOTHING"
)


class Known(NamedTuple):
    """A table's row."""

    id: str
    head: dict[str, Any]
    secret: bytes
    key: str


def found(connection: Connection, number: str) -> Known | None:
    """A table as it was made; None if there is none."""
    t = schema.tables.c
    row = connection.execute(select(t.head, t.secret, t.key).where(t.id == number)).first()
    return Known(number, orjson.loads(row.head), bytes(row.secret), row.key) if row else None


def lines(connection: Connection, number: str, since: int = 0) -> list[Entry]:
    """A table's log after line `since`."""
    t = schema.journal.c
    rows = connection.execute(select(t.entry).where(t.table_id == number, t.at > since).order_by(t.at))
    return [orjson.loads(entry) for (entry,) in rows]


def places_of(connection: Connection, guest: str, limit: int) -> list[str]:
    """The tables a guest has to do with, the latest first."""
    t = schema.places.c
    rows = connection.execute(select(t.table_id).where(t.guest == guest).order_by(t.since.desc()).limit(limit))
    return [number for (number,) in rows]


def under_way(connection: Connection, guest: str, limit: int, since: int) -> list[str]:
    """The tables a guest has to do with that are not over, or only since a date."""
    t, p = schema.tables.c, schema.places.c
    going = (t.phase != "over") | (t.touched > since)
    wanted = select(t.id).join(schema.places, p.table_id == t.id).where(p.guest == guest, going)
    return [number for (number,) in connection.execute(wanted.order_by(t.touched.desc()).limit(limit))]


def open_tables(connection: Connection, limit: int) -> list[str]:
    """Tables that anybody may join, those last touched first."""
    t = schema.tables.c
    wanted = select(t.id).where(t.phase == "setup", t.visibility == "open").order_by(t.touched.desc()).limit(limit)
    return [number for (number,) in connection.execute(wanted)]


def abandoned(connection: Connection, before: int, limit: int) -> list[str]:
    """Tables that are not over and at which nothing has happened since a date."""
    t, j = schema.tables.c, schema.journal.c
    since = select(j.at).where(j.table_id == t.id, j.stamp >= before).exists()
    wanted = select(t.id).where(t.phase != "over", t.touched < before, ~since).limit(limit)
    return [number for (number,) in connection.execute(wanted)]


def long_over(connection: Connection, before: int, limit: int) -> list[str]:
    """Tables that have been over since before a date."""
    t = schema.tables.c
    wanted = select(t.id).where(t.phase == "over", t.touched < before).limit(limit)
    return [number for (number,) in connection.execute(wanted)]


def all_tables(connection: Connection, limit: int) -> list[dict[str, Any]]:
    """Every table there is, those last touched first."""
    t = schema.tables.c
    wanted = select(t.id, t.game, t.phase, t.visibility, t.made, t.touched).order_by(t.touched.desc()).limit(limit)
    names = ("table", "game", "phase", "visibility", "made", "touched")
    return [dict(zip(names, row, strict=True)) for row in connection.execute(wanted)]


def gone(number: str) -> Commit:
    """Everything about a table is deleted."""
    owners = (schema.journal.c.table_id, schema.places.c.table_id, schema.links.c.table_id, schema.tables.c.id)
    return Commit(number, also=[(delete(c.table).where(c == number), {}) for c in owners], topic=f"gone {number}")


def made(s: Sitting, head: Mapping[str, Any], key: str, stamp: int) -> tuple[UpdateBase, dict[str, Any]]:
    """The row of a new table."""
    row = {
        "id": s.id,
        "game": s.game,
        "head": orjson.dumps(head).decode(),
        "secret": s.secret,
        "key": key,
        "phase": s.phase,
        "visibility": s.head["visibility"],
        "made": stamp,
        "touched": stamp,
    }
    return insert(schema.tables), row


def written(s: Sitting, before: int, stamp: int) -> Commit:
    """What is to be written of a table since line `before`."""
    commit = Commit(s.id, fresh(s, before, stamp), topic=f"table {s.id} {s.at}")
    notable = False
    for entry in s.log[before:]:
        if "guest" in entry:
            commit.also.append((PLACE, {"guest": entry["guest"], "table_id": s.id, "since": stamp}))
        notable |= "what" in entry
    if notable:
        row = {"phase": s.phase, "visibility": s.head["visibility"], "touched": stamp}
        commit.also.append((update(schema.tables).where(schema.tables.c.id == s.id), row))
    return commit


def fresh(s: Sitting, before: int, stamp: int) -> list[Line]:
    """The lines after `before` as rows of the journal; a move's turn makes a second one impossible."""
    moved = [0] * s.seats
    for entry in s.log[before:]:
        if "move" in entry:
            moved[entry["seat"]] += 1
    rows: list[Line] = []
    for at, entry in enumerate(s.log[before:], before + 1):
        seat = turn = None
        if "move" in entry:
            seat = entry["seat"]
            turn = s.turns[seat] - moved[seat]
            moved[seat] -= 1
        text = orjson.dumps(entry).decode()
        rows.append({"table_id": s.id, "at": at, "seat": seat, "turn": turn, "stamp": stamp, "entry": text})
    return rows
