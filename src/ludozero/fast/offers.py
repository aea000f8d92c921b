"""What everybody sees, and a seat's moves with all it could compute of each: verbs about the game they are bound to."""

from typing import Any, TypeAlias, cast

from ludozero.games.shape import Floats, Ints, Record, Rules

rules: Rules = cast("Rules", None)  # the game, once they are bound
Records: TypeAlias = Any  # an array of them
LOOKS = ("STATE", "VIEW[]")  # what `looks` and `offers` take, as in compile.py
OFFERS = ("STATE", "VIEW", "int64", "int32[]", "float64[]", "float64[,]")


def looks(s: Record, views: Records) -> None:
    """The view of a spectator, then those of all seats."""
    for i in range(len(views)):
        rules.see(s, i - 1, views[i])


def offers(s: Record, v: Record, seat: int, out: Ints, row: Floats, weights: Floats) -> int:
    """Fills `out` with the moves and `weights` with a row for each, as wide as `weights` is; tells how many."""
    rules.see(s, seat, v)
    count = rules.moves(s, seat, out)
    width = weights.shape[1]
    for k in range(count):
        rules.weigh(v, out[k], row)
        for i in range(width):
            weights[k, i] = row[i]
    return count
