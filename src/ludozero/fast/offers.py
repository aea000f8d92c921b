"""What everybody sees, and a seat's moves with all it could compute of each: verbs about the game they are bound to."""

from typing import Any, TypeAlias, cast

import numpy as np

from ludozero.games.shape import Floats, Ints, Record, Rules

rules: Rules = cast("Rules", None)  # the game, once they are bound
Records: TypeAlias = Any  # an array of them
LOOKS = ("STATE", "VIEW[]")  # what `looks` and `offers` take, as in compile.py
OFFERS = ("STATE", "VIEW", "int64", "int32[]", "float64[]", "float64[,]")


def looks(s: Record, views: Records) -> None:
    """The view of a spectator, then those of all seats."""
    for i in range(len(views)):
        rules.see(s, i - 1, views[i])


def offers(s: Record, v: Record, seat: int, out: Ints, row: Floats, told: Floats) -> int:
    """Fills `told` with a row for each move: itself, then its weights. Tells how many; below 0 if not all are whole."""
    rules.see(s, seat, v)
    count = rules.moves(s, seat, out)
    width = told.shape[1]
    whole = True
    for k in range(count):
        rules.weigh(v, out[k], row)
        told[k, 0] = out[k]
        for i in range(1, width):
            told[k, i] = row[i - 1]
            whole = whole and row[i - 1] == np.floor(row[i - 1])
    return count if whole else -count
