"""The rooms and the only doors between them (docs/architecture.md)."""

import ast
from pathlib import Path

import pytest

import ludozero
from ludozero.games import GAMES, rules

HOUSE = Path(ludozero.__file__).parent
ROOMS = {"games", "words", "table", "bots", "fast", "lab", "server", "cli"}
DOORS = {
    "games": set(),
    "words": set(),
    "table": {"games", "words"},
    "bots": {"games", "table"},
    "fast": {"games", "bots"},
    "lab": ROOMS - {"server", "cli"},
    "server": ROOMS - {"lab", "cli"},
    "cli": ROOMS,
}
GUESTS = {"games": {"numpy"}, "words": set(), "table": {"numpy"}, "bots": {"numpy"}}  # libraries the inner rooms know
SERVES = ("fastapi", "starlette", "uvicorn", "pydantic", "sqlalchemy", "alembic", "psycopg", "orjson")
ONLY = {
    "numba": "fast",
    "llvmlite": "fast",
    "typer": "cli",
    "rich": "cli",
    "pyspiel": "lab",
    **dict.fromkeys(SERVES, "server"),
}
STANDARD = __import__("sys").stdlib_module_names
MODULES = sorted(HOUSE.rglob("*.py"))


def room_of(path: Path) -> str:
    """The room a module is in; the front door belongs to none."""
    first = path.relative_to(HOUSE).parts[0]
    return first.removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Every module this one imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HOUSE)))
def test_doors(path: Path) -> None:
    room = room_of(path)
    if room in ("__init__", "__main__"):
        return
    assert room in DOORS, f"a room without doors: {room}"
    for name in imported(path):
        top, *rest = name.split(".")
        if top == "ludozero":
            assert rest[0] == room or rest[0] in DOORS[room] or rest[0] not in ROOMS, f"{path}: {name}"
        else:
            assert top in STANDARD or top in GUESTS.get(room, {top}), f"{room} does not know {top}"
            assert ONLY.get(top.partition("_")[0], room) == room, f"only {ONLY.get(top)} knows {top}"


@pytest.mark.parametrize("game", GAMES)
def test_games_are_plain(game: str) -> None:
    """No classes, no decorators; no field of a record hides behind a NumPy method; a module fits its rules page."""
    path = HOUSE / "games" / f"{game}.py"
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        assert not isinstance(node, ast.ClassDef)
        assert not (isinstance(node, ast.FunctionDef) and node.decorator_list)
        assert not isinstance(node, (ast.Yield, ast.YieldFrom, ast.AsyncFunctionDef))
    import numpy as np

    known = rules(game)
    for dtype in (known.OPEN, known.STATE, known.VIEW):
        assert not set(dtype.names or ()) & set(dir(np.void))
        assert dtype.isalignedstruct
        holes = dtype.itemsize - sum(dtype[name].itemsize for name in dtype.names or ())
        assert holes == 0, "padding must be explicit: bytes are equality"


def test_a_planted_import_is_caught(tmp_path: Path) -> None:
    planted = tmp_path / "x.py"
    planted.write_text("def f():\n    from ludozero.table.table import Table\n    import numba.core\n")
    assert imported(planted) == {"ludozero.table.table.Table", "numba.core"}
