"""How a house is set up: by environment (LUDOZERO_…) or by whoever starts it. docs/operations.md lists all of it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

PAGE = Path(__file__).with_name("page")
LOCAL = ("localhost", "127.0.0.1", "[::1]")


@dataclass(slots=True)
class Settings:
    """Every field can be set as LUDOZERO_NAME; a list is written with commas."""

    store: str = "sqlite://"  # a database's URL
    hosts: list[str] = field(default_factory=lambda: list(LOCAL))  # names it answers to, without port; * for any
    proxies: list[str] = field(default_factory=list)  # addresses whose X-Forwarded-For and -Proto are believed
    admin_key: str = ""  # without one there is no admin surface
    metrics_from: list[str] = field(default_factory=lambda: ["127.0.0.1", "::1"])
    machine_code: bool = True  # otherwise all is interpreted
    page: Path = PAGE  # the built page
    per_second: float = 40.0  # requests of one guest, in the long run
    burst: float = 120.0
    strangers_per_second: float = 20.0  # of one address
    strangers_burst: float = 200.0
    new_guests: float = 60.0  # of one address, at once; one more every two seconds
    streams: int = 8  # of one guest
    strangers_streams: int = 50  # of one address
    tables: int = 200  # a guest may have under way
    watched: int = 20  # tables on one stream besides one's own
    body: int = 65_536  # bytes of a request
    kept_days: float = 30.0  # after which an unfinished table is closed as abandoned
    trim_days: float = 0.0  # after which a table that is over is forgotten; 0: never


def from_environment(environment: Mapping[str, str] = os.environ, usual_store: str = "") -> Settings:
    """The settings as the environment has them."""
    made = Settings()
    made.store = usual_store or made.store
    for one in fields(Settings):
        text = environment.get(f"LUDOZERO_{one.name.upper()}")
        if text is not None:
            setattr(made, one.name, read(text, getattr(made, one.name)))
    return made


def read(text: str, like: Any) -> Any:
    """A setting's text as what the default is."""
    match like:
        case bool():
            return text.lower() in ("1", "true", "yes", "on")
        case list():
            return [part.strip() for part in text.split(",") if part.strip()]
        case int() | float() | Path():
            return type(like)(text)
    return text
