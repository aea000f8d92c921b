"""What the server says, as schemas: for /openapi.json, for programs, and for the tests that hold us to it."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from ludozero.games import GAMES, rules
from ludozero.server.asks import Absence, Seating, Visibility
from ludozero.table.views import view_schema

Phase = Literal["setup", "playing", "over"]
Kind = Literal["person", "bot", "open"]
Verb = Literal[
    "sit", "nonce", "leave", "back", "link", "seat", "host", "setup", "start", "close",
    "moves", "undo", "go", "pause", "end", "rematch", "again",
]  # fmt: skip


class Told(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Refusal(Told):
    """Every answer of 400 and more; the sentence is `why.CODE` in the catalogue `room`, else in `common`."""

    code: str
    clause: str
    args: dict[str, JsonValue]
    room: str


class GuestTold(Told):
    name: str
    kind: Literal["person", "bot"]


class MeTold(Told):
    guest: GuestTold | None
    tables: int


class TokenTold(Told):
    guest: GuestTold
    token: str


class SeatTold(Told):
    name: str
    kind: Kind
    level: str | None
    here: bool
    away: bool
    left: bool
    ready: bool
    agrees: Literal["deal", "game"] | None


class CardSeatTold(Told):
    name: str
    kind: Kind
    level: str | None


class Yours(Told):
    seats: list[int]
    host: bool
    key: str | None


class Hand(Told):
    seat: int | None
    turn: int | None
    view: dict[str, JsonValue] = Field(description="as the schema of the game's views says")
    moves: list[list[str | float]] = Field(description="[text, weights …], sorted by text")


class Line(BaseModel):
    """A line of the log: of the game (as in records) or, with `what`, of the house."""

    model_config = ConfigDict(extra="allow")
    at: int


class Ending(Told):
    whole: bool
    agreed: list[int]


class Setup(Told):
    seats: int
    options: dict[str, str | int]
    clock: int | None
    absence: Absence
    visibility: Visibility
    seating: Seating


class Result(Told):
    deals: list[list[int]]
    scores: list[int]
    winners: list[int]
    reason: Literal["finished", "agreed", "closed", "abandoned", "rules-changed"]


class TableTold(Told):
    """A table as one guest, or a spectator, may know it: `GET /api/tables/{table}` and the event `table`."""

    table: str
    at: int
    game: str
    phase: Phase
    known: bool
    seats: list[SeatTold]
    yours: Yours
    can: list[Verb]
    hands: list[Hand]
    log: list[Line]
    since: int
    clocks: list[float | None]
    go_in: float | None
    paused: int | None
    ending: Ending | None
    thinking: list[int]
    setup: Setup
    commitment: str
    next: str | None
    result: Result | None


class CardTold(Told):
    table: str
    game: str
    phase: Phase
    seats: list[CardSeatTold]
    options: dict[str, str | int]
    clock: int | None
    at: int
    your_turn: bool


class LobbyTold(Told):
    mine: list[CardTold]
    open: list[CardTold]


class MadeTold(Told):
    table: str
    at: int
    commitment: str
    key: str


class Done(Told):
    at: int


class Sat(Done):
    seat: int
    commitment: str


class Played(Done):
    seat: int
    played: list[str]


class Linked(Done):
    key: str


class Moved(Done):
    table: str
    seat: int


class Another(Done):
    table: str


class Scored(Told):
    game: str
    points: int
    lines: list[dict[str, JsonValue]]


def event_schema() -> dict[str, Any]:
    """The JSON schema of the event `table`, its views being those of the games."""
    schema = TableTold.model_json_schema()
    views = {f"View_{game}": view_schema(game, rules(game)) for game in GAMES}
    for view in views.values():
        view.pop("$schema")
    schema["$defs"] |= views
    schema["$defs"]["Hand"]["properties"]["view"] = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in views]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def said(model: type[BaseModel], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """What a route answers, for the description."""
    return {status: {"model": model}}
