"""How far a seat is ahead: a verb of the dialect about whatever game it is bound to."""

from typing import cast

from ludozero.games.shape import Ints, Record, Rules

rules: Rules = cast("Rules", None)  # the game, once they are bound


def margin(s: Record, seat: int, points: Ints) -> float:
    """How far a seat is ahead of the mean of the others, by points so far; more is better."""
    rules.score(s, points)
    seats = int(s.open.seats)
    others = 0.0
    for other in range(seats):
        if other != seat:
            others += points[other]
    ahead = points[seat] - others / (seats - 1)
    return -ahead if rules.LOWEST_WINS else ahead
