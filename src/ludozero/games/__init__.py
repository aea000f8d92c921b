"""The rules, and nothing but the rules: every game is one plain module, listed here and nowhere else."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from ludozero.games.shape import Rules

GAMES = ("zero", "hero", "soler", "zatre")


@cache
def rules(game: str) -> "Rules":
    """The module of a game."""
    return cast("Rules", import_module(f"ludozero.games.{game}"))
