"""How a house is set up: by a file, by environment (LUDOZERO_…), by whoever starts it (docs/operations.md)."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from ludozero.table.errors import quoted

PAGE = Path(__file__).with_name("page")
LOCAL = ("localhost", "127.0.0.1", "[::1]")


@dataclass(slots=True)
class Settings:
    """Every field can stand in the file, or be set as LUDOZERO_NAME; a list is written with commas there."""

    store: str = "sqlite://"  # a database's URL
    hosts: list[str] = field(default_factory=lambda: list(LOCAL))  # names it answers to, without port; * for any
    proxies: list[str] = field(default_factory=list)  # addresses whose X-Forwarded-For and -Proto are believed
    admin_key: str = ""  # without one there is no admin surface
    metrics_from: list[str] = field(default_factory=lambda: ["127.0.0.1", "::1"])  # addresses that may read figures
    machine_code: bool = True  # otherwise all is interpreted
    page: Path = PAGE  # the built page
    backups: Path = Path("backups")  # where the keeper's copies of the store go
    per_second: float = 40.0  # requests of one guest, in the long run
    burst: float = 120.0  # of these, at once
    strangers_per_second: float = 20.0  # of one address
    strangers_burst: float = 200.0  # of these, at once
    new_guests: float = 60.0  # of one address, at once; one more every two seconds
    streams: int = 8  # open at once, of one guest
    strangers_streams: int = 50  # open at once, of one address
    tables: int = 200  # a guest may have under way
    watched: int = 20  # tables on one stream besides one's own
    body: int = 65_536  # bytes of a request
    kept_days: float = 30.0  # after which an unfinished table is closed as abandoned
    trim_days: float = 0.0  # after which a table that is over is forgotten; 0: never


def settled(file: Path | None = None, environment: Mapping[str, str] = os.environ, **usual: Any) -> Settings:
    """The settings: what is usual, then what the file says, then what the environment says."""
    made = replace(Settings(), **usual)
    told = read_file(file) if file else {}
    known = {one.name for one in fields(Settings)}
    for name, value in told.items():
        if name not in known:
            raise ValueError(f"{file}: there is no setting “{quoted(name)}”; there are {', '.join(sorted(known))}.")
        setattr(made, name, fitting(name, value, getattr(made, name)))
    for name in known:
        text = environment.get(f"LUDOZERO_{name.upper()}")
        if text is not None:
            setattr(made, name, read(name, text, getattr(made, name)))
    return made


def read_file(file: Path) -> dict[str, Any]:
    """The settings of a TOML file."""
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as problem:
        raise ValueError(f"The settings in {file} cannot be read: {problem}") from None


def fitting(name: str, value: Any, like: Any) -> Any:
    """A value of the file as what the default is."""
    if isinstance(like, Path) and isinstance(value, str):
        return Path(value)
    if isinstance(like, float) and type(value) is int:
        return float(value)
    if type(value) is not type(like) or (isinstance(like, list) and not all(isinstance(one, str) for one in value)):
        raise ValueError(f"The setting “{name}” should be like {like!r}, not {quoted(str(value))}.")
    return value


def read(name: str, text: str, like: Any) -> Any:
    """A setting's text as what the default is."""
    match like:
        case bool():
            return text.lower() in ("1", "true", "yes", "on")
        case list():
            return [part.strip() for part in text.split(",") if part.strip()]
        case int() | float() | Path():
            try:
                return type(like)(text)
            except ValueError:
                raise ValueError(f"LUDOZERO_{name.upper()} should be like {like}, not “{quoted(text)}”.") from None
    return text
