"""What there is to play, to say and to look up: made once, sent as it is."""

import json
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import orjson

from ludozero import table, words
from ludozero.fast.players import LEVELS, read_spec
from ludozero.games import GAMES, rules
from ludozero.server.asks import NAME
from ludozero.server.shapes import event_schema
from ludozero.table.views import view_schema
from ludozero.words import LANGUAGES, catalogue

USUAL = "club"


def game_told(game: str) -> dict[str, Any]:
    """A game as a page needs it to offer it and to read its views and moves."""
    known = rules(game)
    name, cards = next(iter(known.PACKS.items()))
    options = []
    for option, values in known.OPTIONS.items():
        if isinstance(values, range):
            told: Any = {"from": values[0], "to": values[-1]}
        else:
            told = list(values)
        options.append({"option": option, "values": told, "default": values[0]})
    return {
        "game": game,
        "rules": known.RULES,
        "seats": list(known.SEATS),
        "lowest_wins": known.LOWEST_WINS,
        "options": options,
        "pack": {"name": name, "cards": list(cards), "open": known.PACK_OPEN},
        "faces": list(known.FACES),
        "weighs": list(known.WEIGHS),
        "parts": known.PARTS.replace("(?P<", "(?<"),  # as JavaScript writes it
        "shown": {path.removeprefix("open."): kind for path, kind in known.SHOWN.items()},
    }


@cache
def games_told() -> bytes:
    """Everything a page asks for first."""
    levels = [
        {"level": level, "seconds": read_spec(level)[1].seconds if "search" in spec else 0, "usual": level == USUAL}
        for level, spec in LEVELS.items()
    ]
    return orjson.dumps(
        {
            "games": [game_told(game) for game in GAMES],
            "levels": levels,
            "languages": list(LANGUAGES),
            "limits": {"name": NAME},
        }
    )


@cache
def words_told(lang: str) -> bytes:
    """All sentences of a language, by room and key."""
    rooms = sorted(file.name.removesuffix(".json") for file in files(words).iterdir() if file.name.endswith(".json"))
    return orjson.dumps({room: catalogue(room)[lang] for room in rooms})


@cache
def words_hash() -> str:
    """Names the sentences of this version."""
    return sha256(b"".join(map(words_told, LANGUAGES))).hexdigest()[:12]


@cache
def event_schema_told() -> bytes:
    """The JSON schema of the event `table`."""
    return orjson.dumps(event_schema())


@cache
def record_schema_told() -> bytes:
    """The JSON schema of records."""
    return files(table).joinpath("record.schema.json").read_bytes()


@cache
def schema_told(game: str) -> bytes:
    """The JSON schema of a game's views."""
    return json.dumps(view_schema(game, rules(game)), ensure_ascii=False).encode()
