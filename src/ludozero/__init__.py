"""Ludozero: four zero card games to play, to understand and to study. The names below are its stable contract."""

from ludozero.table.errors import BadRecord, BadTable, IllegalMove
from ludozero.table.record import load, replay, save, verify
from ludozero.table.table import Table

__all__ = ["BadRecord", "BadTable", "IllegalMove", "Table", "load", "replay", "save", "verify"]
