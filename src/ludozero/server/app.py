"""The application: one house, its routes, the gate before them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ludozero.server import VERSION, keeper, pages, people, tables, verbs
from ludozero.server.acts import Denied
from ludozero.server.answers import refusal
from ludozero.server.gate import Gate
from ludozero.server.hot import Hot, Shortcut
from ludozero.server.house import House
from ludozero.server.luck import Luck
from ludozero.server.openapi import REFUSED, describe
from ludozero.server.settings import Settings, settled
from ludozero.server.store import StoreAway
from ludozero.table.errors import Refused

UNKNOWN = {400: "not-json", 404: "no-such-page"}


def make_app(settings: Settings | None = None, luck: Luck | None = None) -> FastAPI:
    """The server as an ASGI application; the house opens with its lifespan."""
    house = House(settings or settled(), luck)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:  # noqa: ARG001
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="Ludozero",
        version=VERSION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # else each request looks for who listens
    )
    app.openapi = partial(describe, app)  # type: ignore[method-assign]
    app.state.house = house
    app.state.figures = figures = keeper.Figures(house)
    hot = Hot(house, figures.moves.observe).routes
    app.router.routes[:0] = hot
    for router in (people.router, tables.router, verbs.router, keeper.admin, keeper.router, pages.router):
        app.include_router(router, responses=REFUSED)
    app.add_middleware(Shortcut, routes=hot)
    app.add_middleware(Gate, settings=house.settings, hosts=house.hosts)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(StoreAway, away)
    app.add_exception_handler(RequestValidationError, unfit)
    app.add_exception_handler(HTTPException, unknown)
    return app


async def refused(request: Request, why: Exception) -> Response:  # noqa: ARG001
    assert isinstance(why, Refused)
    return refusal(why)


async def away(request: Request, why: Exception) -> Response:  # noqa: ARG001
    assert isinstance(why, StoreAway)
    return refusal(Denied(why.code))


async def unfit(request: Request, why: Exception) -> Response:  # noqa: ARG001
    """The first field that is not as it should be; never what was sent."""
    assert isinstance(why, RequestValidationError)
    problem: dict[str, Any] = why.errors()[0]
    if problem["type"] == "json_invalid":
        return refusal(Denied("not-json"))
    place = [str(part) for part in problem["loc"] if part not in ("body", "query", "path")]
    return refusal(Denied("bad-request", field=".".join(place)[:60]))


async def unknown(request: Request, why: Exception) -> Response:  # noqa: ARG001
    """No such page, no such thing to do with it, or a body that cannot even be looked at."""
    assert isinstance(why, HTTPException)
    response = refusal(Denied(UNKNOWN.get(why.status_code, "no-such-verb")))
    response.headers.update(why.headers or {})
    return response
