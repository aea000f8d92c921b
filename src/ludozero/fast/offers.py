"""A seat's legal moves with all it could compute of each: a verb of the dialect about the game it is bound to."""

from typing import cast

from ludozero.games.shape import Floats, Ints, Record, Rules

rules: Rules = cast("Rules", None)  # the game, once they are bound
OFFERS = ("STATE", "VIEW", "int64", "int32[]", "float64[]", "float64[,]")  # what `offers` takes, as in compile.py


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
