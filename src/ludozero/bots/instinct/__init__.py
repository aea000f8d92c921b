"""How the searching bots imagine that everybody plays: quick, sensible, and fitted to what wins.

A module of the dialect for each game, a policy (bots/policy.py) and more: what a position is worth, where to stop, and
which guesses to believe. The numbers they go by are in weights.json, as `python -m scripts.fit GAME` left them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np

from ludozero.games.shape import Floats

FITTED = Path(__file__).with_name("weights.json")


@cache
def fitted() -> dict[str, Any]:
    """All the numbers, by game."""
    return cast(dict[str, Any], json.loads(FITTED.read_text("utf-8")))


def weights(game: str) -> Floats:
    """The numbers that a game's instinct goes by."""
    return np.array(fitted()[game], np.float64)
