"""The two requests that come all the time - moves and events - and a look at a table: plain routes, nothing between."""

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

import orjson
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ludozero.server import VERSION, rows
from ludozero.server.acts import Answer, Denied, moves
from ludozero.server.answers import answer, refusal
from ludozero.server.house import House, address
from ludozero.server.sitting import Sitting
from ludozero.server.store import StoreAway
from ludozero.server.streams import seen_before
from ludozero.table.errors import Refused

MOST_MOVES = 64


def away(problem: StoreAway) -> Response:
    """Nothing was done."""
    return refusal(Denied(problem.code))


class Hot:
    """Bound to one house."""

    def __init__(self, house: House, took: Callable[[float], None]) -> None:
        self.house = house
        self.routes = [
            Route("/api/tables/{table}/moves", Moves(house, took), methods=["POST"]),
            Route("/api/tables/{table}", self.table, methods=["GET"]),
            Route("/api/events", Events(house), methods=["GET"]),
        ]

    async def table(self, request: Request) -> Response:
        """A table as the one who asks may see it, with the log since a line."""
        try:
            guest = await self.house.who(request.scope)
            name = guest.id if guest else None
            since = request.query_params.get("since", "0")
            if not (since.isascii() and since.isdigit() and len(since) < 10):
                raise Denied("bad-request", field="since")
            live = await self.house.hall.seen(request.path_params["table"], name)
            async with live.lock:
                event = live.event(name, int(since))
            return Response(event, media_type="application/json", headers={"cache-control": "no-store"})
        except Refused as why:
            return refusal(why)
        except StoreAway as problem:
            return away(problem)


class Shortcut:
    """What comes all the time passes by the layers that everything else goes through."""

    def __init__(self, app: ASGIApp, routes: list[Route]) -> None:
        self.app = app
        self.routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        for route in self.routes:
            match, found = route.matches(scope)
            if match is Match.FULL:
                scope.update(found)
                await route.app(scope, receive, send)
                return
        await self.app(scope, receive, send)


class Moves:
    """One move or several of one seat, all or nothing."""

    def __init__(self, house: House, took: Callable[[float], None]) -> None:
        self.house = house
        self.took = took  # is told the seconds of every move that was made

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = perf_counter()
        try:
            guest = await self.house.known(scope)
            turn, texts, seat = read(await body_of(receive), kind_of(scope))

            def act(s: Sitting, now: float) -> Answer:
                return moves(s, guest.id, now, turn=turn, texts=texts, seat=seat)

            table = scope["path_params"]["table"]
            await self.house.hall.seen(table, guest.id)
            done = await self.house.hall.act(table, act)
            self.took(perf_counter() - began)
            response = answer(done)
        except Refused as why:
            response = refusal(why)
        except StoreAway as problem:
            response = away(problem)
        await response(scope, receive, send)


async def body_of(receive: Receive) -> bytes:
    """All of a request's body."""
    parts = []
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(parts)


def kind_of(scope: Scope) -> bytes:
    """What the body is said to be."""
    return next((value for name, value in scope["headers"] if name == b"content-type"), b"")


def read(body: bytes, kind: bytes) -> tuple[int, list[str], int | None]:
    """The body of a move request; what is wrong with it is named."""
    if not kind.startswith(b"application/json"):
        raise Denied("wrong-type")
    try:
        asked = orjson.loads(body)
    except ValueError:
        raise Denied("not-json") from None
    if not isinstance(asked, dict) or not {"turn", "moves"} <= set(asked) <= {"turn", "moves", "seat"}:
        raise Denied("bad-request", field="turn, moves")
    turn, texts, seat = asked["turn"], asked["moves"], asked.get("seat")
    if type(turn) is not int or turn < 0:
        raise Denied("bad-request", field="turn")
    if seat is not None and (type(seat) is not int or not 0 <= seat < 8):
        raise Denied("bad-request", field="seat")
    if not isinstance(texts, list) or not 0 < len(texts) <= MOST_MOVES or not all(type(t) is str for t in texts):
        raise Denied("bad-request", field="moves")
    return turn, texts, seat


class Events:
    """The stream of a browser: all its tables, those it watches, the lobby."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        house = self.house
        request = Request(scope, receive)
        try:
            if scope["method"] != "GET":  # a stream without a body would never end
                raise Denied("no-such-verb")
            guest = await house.who(scope)
            name, where = (guest.id if guest else None), address(scope)
            watched = self.watched(request.query_params.get("watch", ""))
            if house.closing:
                raise Denied("closing")
            self.room(name, where)
            seen = seen_before(request.headers.get("last-event-id", ""))
            tables = partial(self.tables, name, watched)
            await house.streams.serve(name, where, tables, seen, VERSION, receive, send)
        except Refused as why:
            await refusal(why)(scope, receive, send)
            return
        except StoreAway as problem:
            await away(problem)(scope, receive, send)
            return

    def watched(self, told: str) -> list[str]:
        """What a stream is asked to tell of besides."""
        limit = self.house.settings.watched
        watched = [number for number in told.split(",") if number]
        if len(watched) > limit:
            raise Denied("too-many", what="watch", limit=limit)
        return watched

    async def tables(self, guest: str | None, watched: list[str]) -> list[str]:
        """The tables of a new stream."""
        wanted: dict[str, Any] = {}
        if guest is not None:
            limit = self.house.settings.tables
            mine = await self.house.store.read(
                lambda connection: rows.under_way(connection, guest, limit, self.since())
            )
            wanted.update(dict.fromkeys(mine))
        wanted.update(dict.fromkeys(watched))
        return list(wanted)

    def since(self) -> int:
        """Tables that ended within the last hour are still told of."""
        return self.house.luck.stamp() - 3_600_000

    def room(self, guest: str | None, where: str) -> None:
        """The oldest stream makes room for a guest's new one; strangers are turned away when there are many."""
        streams, settings = self.house.streams, self.house.settings
        if guest is None:
            if streams.strangers.get(where, 0) >= settings.strangers_streams:
                raise Denied("too-many", what="streams", limit=settings.strangers_streams)
            return
        open_now = streams.by_guest.get(guest, {})
        if len(open_now) >= settings.streams:
            next(iter(open_now)).close("too-many-streams", 60)
