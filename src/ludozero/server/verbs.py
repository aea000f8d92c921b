"""What is done at a table but now and then: sitting down, leaving, all that the host may."""

from hashlib import sha256
from typing import Any

from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection, delete, insert, select

from ludozero.server import acts, asks, schema, shapes
from ludozero.server.acts import Denied
from ludozero.server.answers import answer
from ludozero.server.hall import Act
from ludozero.server.house import House
from ludozero.server.people import Known, clean
from ludozero.server.shapes import said
from ludozero.server.sitting import Sitting
from ludozero.server.store import Commit

router = APIRouter(prefix="/api", tags=["at a table"])
DAY = 86_400_000


async def done(request: Request, table: str, guest: str, act: Act) -> Response:
    """An act at a table this guest may see, and its answer."""
    house: House = request.app.state.house
    await house.hall.seen(table, guest)
    return answer(await house.hall.act(table, act))


@router.post("/tables/{table}/sit", responses=said(shapes.Sat))
async def sit(request: Request, table: str, ask: asks.SitAsk, guest: Known) -> Response:
    """Takes an open seat, or takes back the one you left."""
    house: House = request.app.state.house
    live = await house.hall.find(table)
    key = acts.same(ask.key, live.key)
    if not key and not live.may_look(guest.id):
        raise Denied("no-such-table")
    name = guest.name if ask.name is None else clean(ask.name)

    def act(s: Sitting, now: float) -> acts.Answer:
        seated = acts.sit(s, guest.id, now, seat=ask.seat, name=name, nonce=ask.nonce, reserved=not key)
        return {**seated, "commitment": s.head["commitment"]}

    return answer(await house.hall.act(table, act))


@router.post("/tables/{table}/nonce", responses=said(shapes.Sat))
async def nonce(request: Request, table: str, ask: asks.NonceAsk, guest: Known) -> Response:
    """Your own contribution to the shuffles, before the start."""
    return await done(
        request, table, guest.id, lambda s, now: acts.add_nonce(s, guest.id, now, seat=ask.seat, nonce=ask.nonce)
    )


@router.post("/tables/{table}/leave", responses=said(shapes.Done))
async def leave(request: Request, table: str, ask: asks.SeatAsk, guest: Known) -> Response:
    """Gives up one seat or all of yours."""
    return await done(request, table, guest.id, lambda s, now: acts.leave(s, guest.id, now, seat=ask.seat))


@router.post("/tables/{table}/back", responses=said(shapes.Done))
async def back(request: Request, table: str, ask: asks.SeatAsk, guest: Known) -> Response:
    """Takes over from the bot that stood in."""
    return await done(request, table, guest.id, lambda s, now: acts.back(s, guest.id, now, seat=ask.seat))


@router.post("/tables/{table}/seat", responses=said(shapes.Done))
async def seat(request: Request, table: str, ask: asks.PutAsk, guest: Known) -> Response:
    """The host puts a bot on a seat, or frees it."""
    return await done(
        request,
        table,
        guest.id,
        lambda s, now: acts.put(s, guest.id, now, seat=ask.seat, kind=ask.kind, level=ask.level),
    )


@router.post("/tables/{table}/setup", responses=said(shapes.Done))
async def setup(request: Request, table: str, ask: asks.SetupAsk, guest: Known) -> Response:
    """The host changes what is to be played."""
    return await done(request, table, guest.id, lambda s, now: acts.setup(s, guest.id, now, changes=ask.changes()))


@router.post("/tables/{table}/start", responses=said(shapes.Done))
async def start(request: Request, table: str, ask: asks.Nothing, guest: Known) -> Response:  # noqa: ARG001
    """The host starts; the seats are drawn."""
    house: House = request.app.state.house
    return await done(request, table, guest.id, lambda s, now: acts.start(s, guest.id, now, house.luck.order))


@router.post("/tables/{table}/undo", responses=said(shapes.Done))
async def undo(request: Request, table: str, ask: asks.SeatAsk, guest: Known) -> Response:
    """Back to your last decision, where all other seats are bots."""
    return await done(request, table, guest.id, lambda s, now: acts.undo(s, guest.id, now, seat=ask.seat))


@router.post("/tables/{table}/go", responses=said(shapes.Done))
async def go(request: Request, table: str, ask: asks.GoAsk, guest: Known) -> Response:
    """You have looked at the finished deal."""
    return await done(request, table, guest.id, lambda s, now: acts.go_on(s, guest.id, now, deal=ask.deal))


@router.post("/tables/{table}/pause", responses=said(shapes.Done))
async def pause(request: Request, table: str, ask: asks.PauseAsk, guest: Known) -> Response:
    """Stops the game and its clocks, or lets it go on."""
    return await done(request, table, guest.id, lambda s, now: acts.pause(s, guest.id, now, on=ask.on))


@router.post("/tables/{table}/end", responses=said(shapes.Done))
async def end(request: Request, table: str, ask: asks.EndAsk, guest: Known) -> Response:
    """Proposes to end the game or the deal as it stands, agrees, or declines."""
    return await done(
        request, table, guest.id, lambda s, now: acts.end(s, guest.id, now, whole=ask.whole, agree=ask.agree)
    )


@router.post("/tables/{table}/host", responses=said(shapes.Done))
async def host(request: Request, table: str, ask: asks.HostAsk, guest: Known) -> Response:
    """The host hands the table over."""
    return await done(request, table, guest.id, lambda s, now: acts.hand_over(s, guest.id, now, seat=ask.seat))


@router.post("/tables/{table}/close", responses=said(shapes.Done))
async def close(request: Request, table: str, ask: asks.Nothing, guest: Known) -> Response:  # noqa: ARG001
    """The host ends a table at which no other person sits."""
    return await done(request, table, guest.id, lambda s, now: acts.close(s, guest.id, now))


# A seat's way to another device


@router.post("/tables/{table}/link", responses=said(shapes.Linked))
async def link(request: Request, table: str, ask: asks.SeatAsk, guest: Known) -> Response:
    """A key that moves your seat to the device that posts it: good once, for a day."""
    house: House = request.app.state.house
    live = await house.hall.seen(table, guest.id)
    chosen = acts.acting(live.sitting, guest.id, ask.seat)
    key = house.luck.word(24)
    now = house.luck.stamp()
    row = {
        "key": sha256(key.encode()).hexdigest(),
        "table_id": table,
        "seat": chosen,
        "guest": guest.id,
        "until": now + DAY,
    }
    stale = delete(schema.links).where(schema.links.c.until < now)
    await house.store.commit(Commit(table, also=[(stale, {}), (insert(schema.links), row)]))
    return answer({"at": live.told, "key": key})


@router.post("/links", responses=said(shapes.Moved))
async def follow_link(request: Request, ask: asks.KeyAsk, guest: Known) -> Response:
    """The seat is yours now."""
    house: House = request.app.state.house
    digest = sha256(ask.key.encode()).hexdigest()
    found = await house.store.read(lambda connection: linked(connection, digest))
    if found is None or found["until"] < house.luck.stamp():
        raise Denied("bad-key")
    number = found["table_id"]

    def act(s: Sitting, now: float) -> acts.Answer:
        return acts.move_seat(s, found["guest"], guest.id, now, seat=found["seat"], link=digest[:16])

    done = await house.hall.act(number, act)
    gone = delete(schema.links).where(schema.links.c.key == digest)
    await house.store.commit(Commit(number, also=[(gone, {})]))
    return answer({"table": number, **done})


def linked(connection: Connection, digest: str) -> dict[str, Any] | None:
    """What a personal link leads to."""
    row = connection.execute(select(schema.links).where(schema.links.c.key == digest)).mappings().first()
    return dict(row) if row else None
