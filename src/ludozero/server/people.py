"""Who you are here: a name, a secret, nothing else; and how to be forgotten."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends, Request, Response
from sqlalchemy import Connection, Executable, select, update

from ludozero.server import rows, schema, shapes
from ludozero.server.acts import leave
from ludozero.server.answers import answer
from ludozero.server.asks import NameAsk, TokenAsk
from ludozero.server.guests import Guest, cookie
from ludozero.server.house import House, address
from ludozero.server.shapes import said
from ludozero.server.store import Commit

MOST = 10_000
EXPORT = 39  # requests of the usual kind that one is as much work as


async def known(request: Request) -> Guest:
    """The guest who asks; strangers are refused."""
    house: House = request.app.state.house
    return await house.known(request.scope)


async def anybody(request: Request) -> Guest | None:
    """The guest who asks, or None."""
    house: House = request.app.state.house
    return await house.who(request.scope)


Known = Annotated[Guest, Depends(known)]
Anybody = Annotated[Guest | None, Depends(anybody)]
router = APIRouter(prefix="/api", tags=["guests"])


def told(guest: Guest | None) -> dict[str, Any]:
    """A guest as the guest is told."""
    return {"guest": {"name": guest.name, "kind": guest.kind} if guest else None}


def clean(name: str) -> str:
    """A name in one line, without what cannot be seen."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())


@router.get("/me", responses=said(shapes.MeTold))
async def me(request: Request, guest: Anybody) -> Response:
    """Who the server takes you for."""
    house: House = request.app.state.house
    tables = await house.store.read(lambda c: len(rows.under_way(c, guest.id, MOST, MOST**4))) if guest else 0
    return answer({**told(guest), "tables": tables})


@router.post("/me", responses=said(shapes.MeTold))
async def call_me(request: Request, ask: NameAsk, guest: Anybody) -> Response:
    """A stranger becomes a guest; a guest gets another name."""
    house: House = request.app.state.house
    if guest is not None:
        return answer({**told(await house.guests.rename(guest, clean(ask.name))), "tables": 0})
    house.newcomers.take(address(request.scope))
    guest, token = await house.guests.make(clean(ask.name), "person")
    response = answer({**told(guest), "tables": 0})
    response.headers["set-cookie"] = cookie(token, request.scope["scheme"] == "https")
    return response


@router.post("/tokens", status_code=201, responses=said(shapes.TokenTold, 201))
async def new_token(request: Request, ask: TokenAsk) -> Response:
    """A new guest for a script or a remote bot."""
    house: House = request.app.state.house
    house.newcomers.take(address(request.scope))
    guest, token = await house.guests.make(clean(ask.name), ask.kind)
    return answer({**told(guest), "token": token}, 201)


@router.get("/me/export")
async def export(request: Request, guest: Known) -> Response:
    """All that is kept about you."""
    house: House = request.app.state.house
    house.costs(request.scope, guest, EXPORT)
    tables = await house.store.read(lambda connection: rows.places_of(connection, guest.id, MOST))
    kept = []
    for number in tables:
        live = await house.hall.find(number)
        async with live.lock:
            own = live.sitting.seats_of(guest.id)
            lines = [line for line in live.sitting.heard(own) if line.get("seat") in own]
            kept.append({"table": number, "game": live.sitting.game, "seats": own, "log": lines})
    return answer({**told(guest), "tables": kept})


@router.delete("/me")
async def forget_me(request: Request, guest: Known) -> Response:
    """Name and secret are erased everywhere; the seats stand empty."""
    house: House = request.app.state.house
    tables = await house.store.read(lambda connection: rows.places_of(connection, guest.id, MOST))
    for number in tables:
        live = await house.hall.find(number)
        if live.sitting.phase != "over" and live.sitting.seats_of(guest.id):
            await house.hall.act(number, lambda s, now: leave(s, guest.id, now, seat=None))
        async with live.lock:
            changes = await house.store.read(partial(nameless, number=number, guest=guest.id))
            await house.store.commit(Commit(number, also=changes, topic=f"anew {number}"))
            live.broken = True
    await house.guests.forget(guest)
    response = answer({})
    response.headers["set-cookie"] = cookie("", request.scope["scheme"] == "https")
    return response


def nameless(connection: Connection, number: str, guest: str) -> list[tuple[Executable, Mapping[str, Any]]]:
    """The lines of a log that hold a guest's name or id, without them: the one exception to append-only."""
    t = schema.journal.c
    changes: list[tuple[Executable, Mapping[str, Any]]] = []
    for at, text in connection.execute(select(t.at, t.entry).where(t.table_id == number)):
        entry = orjson.loads(text)
        if entry.get("guest") == guest:
            entry["guest"] = ""
            if "name" in entry:
                entry["name"] = ""
            change = update(schema.journal).where(t.table_id == number, t.at == at)
            changes.append((change.values(entry=orjson.dumps(entry).decode()), {}))
    return changes
