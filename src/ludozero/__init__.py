"""Ludozero: four zero card games to play, to understand and to study. The names below are its stable contract."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludozero.table.errors import BadRecord, BadTable, IllegalMove
    from ludozero.table.record import load, replay, save, verify
    from ludozero.table.table import Table

__all__ = ["BadRecord", "BadTable", "IllegalMove", "Table", "load", "replay", "save", "verify"]
ROOMS = {
    "errors": ("BadRecord", "BadTable", "IllegalMove"),
    "record": ("load", "replay", "save", "verify"),
    "table": ("Table",),
}


def __getattr__(name: str) -> Any:
    """Each name is fetched when it is first asked for: `ludozero --help` needs no NumPy."""
    for room, names in ROOMS.items():
        if name in names:
            return getattr(import_module(f"ludozero.table.{room}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
