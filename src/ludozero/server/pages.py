"""What does not belong to a table: the catalogue, sentences, the score pad, the page itself."""

import gzip
import mimetypes
import platform
from functools import lru_cache
from pathlib import Path
from typing import Literal

from fastapi import APIRouter, Depends, Request, Response
from starlette.responses import FileResponse, HTMLResponse

from ludozero.games import GAMES
from ludozero.server import VERSION, asks, catalogue, shapes
from ludozero.server.acts import Denied
from ludozero.server.answers import answer
from ludozero.server.house import House, machine
from ludozero.server.openapi import page as described
from ludozero.server.shapes import said
from ludozero.table.score import scored
from ludozero.words import LANGUAGES, say


async def counted(request: Request) -> None:
    """What takes the house some work is not done for anybody without end."""
    here: House = request.app.state.house
    await here.counted(request.scope)


router = APIRouter(tags=["catalogue"])
WORK = [Depends(counted)]
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


SHRINKS = (".html", ".js", ".css", ".svg", ".json", ".webmanifest")
PRIVATE = ("t/", "replay/")  # no search engine shall list them


def told(request: Request, body: bytes, keep: str = ASK_AGAIN, kind: str = "application/json", **more: str) -> Response:
    """What changes seldom and is asked for often: shrunk once, if the asker can read that."""
    headers = {"cache-control": keep, "vary": "accept-encoding", **more}
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = shrunk(body), "gzip"
    return Response(body, media_type=kind, headers=headers)


@lru_cache(maxsize=256)
def shrunk(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


@lru_cache(maxsize=256)
def read(path: Path, changed: int) -> bytes:  # noqa: ARG001
    """A file of the page, read again only when it has changed."""
    return path.read_bytes()


def language(request: Request) -> str:
    """The first of the browser's languages that we speak."""
    wishes = [wish.strip()[:2].lower() for wish in request.headers.get("accept-language", "").split(",")]
    return next((wish for wish in wishes if wish in LANGUAGES), "en")


@router.get("/api/games")
async def games(request: Request) -> Response:
    """The games, their options, the levels of the bots."""
    return told(request, catalogue.games_told())


@router.get("/api/games/{game}/schema")
async def schema(request: Request, game: str) -> Response:
    """The JSON schema of a game's views."""
    if game not in GAMES:
        raise Denied("no-such-page")
    return told(request, catalogue.schema_told(game))


@router.get("/api/schema/{what}")
async def json_schema(request: Request, what: Literal["event", "record"]) -> Response:
    """The JSON schema of events, or of records."""
    return told(request, catalogue.event_schema_told() if what == "event" else catalogue.record_schema_told())


@router.get("/docs", include_in_schema=False, dependencies=WORK)
async def docs(request: Request) -> Response:
    """The interface for programs, to read."""
    return HTMLResponse(described(request.app), headers={"cache-control": ASK_AGAIN})


@router.get("/words/{lang}.json")
async def words(request: Request, lang: str, v: str = "") -> Response:
    """All sentences of a language."""
    if lang not in LANGUAGES:
        raise Denied("no-such-page")
    return told(request, catalogue.words_told(lang), FOREVER if v == catalogue.words_hash() else ASK_AGAIN)


@router.get("/api/house")
async def house(request: Request) -> Response:
    """The house itself: its version, whether its machine code is there, how friends come in."""
    here: House = request.app.state.house
    mine, door = at_home(request), here.door
    return answer(
        {
            "version": VERSION,
            "words": catalogue.words_hash(),
            "machine_code": here.kernels.state,
            "lan": door is not None and door.is_open,
            "mine": mine,
            "addresses": door.urls if door else [],
            "system": platform.system().lower() if mine else None,
        }
    )


@router.post("/api/house/lan", dependencies=WORK)
async def let_in(request: Request, ask: asks.LanAsk) -> Response:
    """Opens the house to the other devices around it, or shuts the door again; only from the machine it runs on."""
    door = request.app.state.house.door
    if door is None or not at_home(request):
        raise Denied("not-here")
    await (door.open() if ask.open else door.shut())
    return await house(request)


def at_home(request: Request) -> bool:
    """Whether this was asked from the machine the house runs on. A house for the public has nobody at home."""
    here: House = request.app.state.house
    return here.door is not None and machine(request.scope) in ("127.0.0.1", "::1")


@router.post("/api/score/{game}", responses=said(shapes.Scored), dependencies=WORK)
async def score(game: str, ask: asks.ScoreAsk) -> Response:
    """The score pad: points and how they come about."""
    if game not in GAMES:
        raise Denied("no-such-page")
    rows = [(row[0], row[1], row[2]) for row in ask.rows]
    return answer(scored(game, rows if game == "zatre" else ask.cards, ask.most_zeros, ask.supers))


@router.get("/healthz", dependencies=WORK)
async def healthz(request: Request) -> Response:
    """Whether this process can serve: its store answers."""
    here: House = request.app.state.house
    from sqlalchemy import text

    await here.store.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
    return answer({"ok": not here.closing, "machine_code": here.kernels.state}, 503 if here.closing else 200)


@router.get("/{path:path}", include_in_schema=False)
async def page(request: Request, path: str) -> Response:
    """The built page; every address without a dot is its index."""
    here: House = request.app.state.house
    root = here.settings.page.resolve()
    if path.startswith("api/"):
        raise Denied("no-such-page")
    index = root / "index.html"
    try:
        wanted = (root / path).resolve() if "." in path.rpartition("/")[2] else index
        there = wanted.is_relative_to(root) and wanted.is_file()
    except (OSError, ValueError):  # no file could have such a name
        raise Denied("no-such-page") from None
    if not there:
        if wanted == index:
            return Response(unbuilt(request), media_type="text/plain; charset=utf-8")
        raise Denied("no-such-page")
    keep = FOREVER if wanted.is_relative_to(Path(root / "assets")) else ASK_AGAIN
    if wanted.suffix not in SHRINKS:
        return FileResponse(wanted, headers={"cache-control": keep})
    kind = mimetypes.guess_type(wanted.name)[0] or "application/manifest+json"
    body = read(wanted, wanted.stat().st_mtime_ns)
    return told(request, body, keep, kind, **(beside(request, path) if wanted.name == "index.html" else {}))


def beside(request: Request, path: str) -> dict[str, str]:
    """What goes with the page: what it will ask for at once, and whether search engines shall know it."""
    ahead = (f"/words/{language(request)}.json", "/api/games")
    links = ", ".join(f"<{each}>; rel=preload; as=fetch; crossorigin" for each in ahead)
    return {"link": links, **({"x-robots-tag": "noindex"} if path.startswith(PRIVATE) else {})}


def unbuilt(request: Request) -> str:
    """What is said where the page was not built."""
    return say("server", "talk.no-page", lang=language(request)) + "\n"
