"""Tables as a whole: making them, listing them, playing again, taking their record home."""

import asyncio
from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from ludozero.server import acts, asks, rows, shapes
from ludozero.server.acts import Answer, Denied
from ludozero.server.answers import answer
from ludozero.server.house import House
from ludozero.server.live import Live
from ludozero.server.people import Anybody, Known, clean
from ludozero.server.shapes import said
from ludozero.server.sitting import Chair, Head, Sitting
from ludozero.server.streams import listed
from ludozero.table.errors import IllegalMove
from ludozero.table.record import moments as views
from ludozero.table.setup import game_rules, read_options, read_pack

router = APIRouter(prefix="/api", tags=["tables"])


@router.post("/tables", status_code=201, responses=said(shapes.MadeTold, 201))
async def make(request: Request, ask: asks.TableAsk, guest: Known) -> Response:
    """A new table; you are its host."""
    house: House = request.app.state.house
    game_rules(ask.game, ask.seats)
    if ask.sit + len(ask.bots) > ask.seats:
        raise Denied("no-open-seat")
    await one_more(house, guest.id)
    head: Head = {
        "game": ask.game,
        "seats": ask.seats,
        "options": read_options(ask.game, ask.options),
        "pack": read_pack(ask.game, ask.pack.model_dump() if ask.pack else None),
        "clock": ask.clock,
        "absence": ask.absence,
        "visibility": ask.visibility,
        "seating": ask.seating,
    }

    def begin(s: Sitting, now: float) -> Answer:
        for seat in range(ask.sit):
            name = clean(ask.names[seat]) if seat < len(ask.names) else guest.name
            s.happen({"what": "sat", "seat": seat, "guest": guest.id, "name": name, "nonce": ""}, now)
        for seat, level in enumerate(ask.bots, ask.sit):
            s.happen({"what": "bot", "seat": seat, "level": level}, now)
        acts.playable(s)
        if ask.start:
            acts.start(s, guest.id, now, house.luck.order)
        return {}

    live = await house.hall.make(guest.id, head, begin)
    return answer(made(live), 201)


async def one_more(house: House, guest: str) -> None:
    """Nobody has tables without end under way."""
    limit = house.settings.tables
    mine = await house.store.read(lambda c: len(rows.under_way(c, guest, limit + 1, 1 << 60)))
    if mine >= limit:
        raise Denied("too-many", what="tables", limit=limit)


def made(live: Live) -> dict[str, Any]:
    """A new table, as its maker is told."""
    s = live.sitting
    return {"table": s.id, "at": live.told, "commitment": s.head["commitment"], "key": live.key}


@router.get("/lobby", responses=said(shapes.LobbyTold))
async def lobby(request: Request, guest: Anybody) -> Response:
    """Your tables, and those that anybody may join."""
    house: House = request.app.state.house
    return answer(await listed(house.hall, guest.id if guest else None))


@router.get("/tables/{table}/record")
async def record(request: Request, table: str, guest: Anybody, anonymous: bool = True) -> Response:
    """The record of a game that is over; names are left out unless asked for by somebody who sat there."""
    house: House = request.app.state.house
    live = await house.hall.seen(table, guest.id if guest else None)
    async with live.lock:
        s = live.sitting
        told = finished_record(s)
        if anonymous or guest is None or guest.id not in s.guests():
            told["seats"] = [{"name": "", "kind": player["kind"]} for player in told["seats"]]
    response = answer(told)
    response.headers["content-disposition"] = f'attachment; filename="{s.game}-{table}.json"'
    return response


def finished_record(s: Sitting) -> dict[str, Any]:
    """The record of a table that is over."""
    if s.phase != "over":
        raise Denied("still-running")
    if s.foreign or s.table is None:
        raise Denied("rules-changed")
    return s.table.record()


MOMENTS = 200  # in one answer
REPLAY = 9  # requests of the usual kind that one is as much work as


@router.get("/tables/{table}/moments")
async def moments(
    request: Request,
    table: str,
    guest: Anybody,
    seat: Annotated[int, Query(ge=-1, le=7)] = -1,
    since: Annotated[int, Query(ge=0, le=999_999_999)] = 0,
) -> Response:
    """A game that is over, watched again: what a seat or a spectator saw after every line of its record."""
    house: House = request.app.state.house
    house.costs(request.scope, guest, REPLAY)
    live = await house.hall.seen(table, guest.id if guest else None)
    async with live.lock:
        told = finished_record(live.sitting)
    if not -1 <= seat < len(told["seats"]):
        raise IllegalMove("no-such-seat", args={"seat": seat, "last": len(told["seats"]) - 1})

    def look() -> list[dict[str, Any]]:
        return list(islice(views(told, None if seat < 0 else seat), since, since + MOMENTS))

    async with house.replaying:
        seen = await asyncio.to_thread(look)
    return answer({"since": since, "views": seen, "count": len(told["log"])})


@router.post("/tables/{table}/rematch", responses=said(shapes.Another))
async def rematch(request: Request, table: str, ask: asks.Nothing, guest: Known) -> Response:  # noqa: ARG001
    """A new table with the same people and bots, ready to start; whoever asks first makes it."""
    house: House = request.app.state.house
    live = await house.hall.seen(table, guest.id)
    old = finished(live, guest.id)
    if old.next is None:
        await one_more(house, guest.id)
        chairs = list(old.chairs)
        head = {key: value for key, value in old.head.items() if key not in ("nonces", "decks")}

        def begin(s: Sitting, now: float) -> Answer:
            seat_all(s, chairs, now)
            return {}

        new = await house.hall.make(guest.id, head, begin)

        def link(s: Sitting, now: float) -> Answer:
            if s.next is None:
                s.happen({"what": "next", "table": new.id}, now)
            return {"table": s.next}

        told = await house.hall.act(table, link)
        if told["table"] != new.id:  # somebody was faster
            await house.hall.act(new.id, lambda s, now: acts.close(s, s.host, now))
        return answer(told)
    return answer({"at": live.told, "table": old.next})


@router.post("/tables/{table}/again", responses=said(shapes.Another))
async def again(request: Request, table: str, ask: asks.AgainAsk, guest: Known) -> Response:
    """The same deals once more, everybody moved on by so many seats; they are known, and the record says so."""
    house: House = request.app.state.house
    live = await house.hall.seen(table, guest.id)
    old = finished(live, guest.id)
    if old.foreign or old.table is None:
        raise Denied("rules-changed")
    await one_more(house, guest.id)
    nonces = [chair.nonce for chair in old.chairs]
    head = old.head | {"nonces": old.head.get("nonces") or nonces, "seating": "as-is"}
    chairs = [old.chairs[(seat - ask.turn_by) % old.seats] for seat in range(old.seats)]

    def begin(s: Sitting, now: float) -> Answer:
        seat_all(s, chairs, now)
        acts.start(s, guest.id, now, house.luck.order)
        return {}

    new = await house.hall.make(guest.id, head, begin, secret=old.secret)
    return answer({"at": live.told, "table": new.id})


def finished(live: Live, guest: str) -> Sitting:
    """A table that is over and at which this guest sat."""
    s = live.sitting
    if s.phase != "over":
        raise Denied("wrong-phase", phase=s.phase)
    if not any(chair.guest == guest for chair in s.chairs):
        raise Denied("not-seated")
    return s


def seat_all(s: Sitting, chairs: list[Chair], now: float) -> None:
    """The same company; where somebody has left for good a bot sits down."""
    for seat, chair in enumerate(chairs):
        if chair.person:
            s.happen({"what": "sat", "seat": seat, "guest": chair.guest, "name": chair.name, "nonce": ""}, now)
        else:
            s.happen({"what": "bot", "seat": seat, "level": chair.level or acts.STAND_IN}, now)
