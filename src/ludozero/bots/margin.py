"""How a seat stands by points so far: verbs of the dialect about whatever game they are bound to."""

import math
from typing import cast

from ludozero.games.shape import Floats, Ints, Record, Rules

rules: Rules = cast("Rules", None)  # the game, once they are bound


def margin(s: Record, seat: int, points: Ints) -> float:
    """How far a seat is ahead of the mean of the others; more is better."""
    rules.score(s, points)
    seats = int(s.open.seats)
    others = 0.0
    for other in range(seats):
        if other != seat:
            others += points[other]
    ahead = float(points[seat]) - others / (seats - 1)
    return -ahead if rules.LOWEST_WINS else ahead


def share(s: Record, seat: int, points: Ints) -> float:
    """The share of the victory if the game ended so."""
    rules.score(s, points)
    sharing = 0
    for other in range(int(s.open.seats)):
        ahead = points[other] - points[seat]
        if (-ahead if rules.LOWEST_WINS else ahead) > 0:
            return 0.0
        sharing += int(ahead == 0)
    return 1.0 / sharing


def standings(s: Record, points: Ints, row: Floats) -> None:
    """Every seat's points, more being better."""
    rules.score(s, points)
    for seat in range(int(s.open.seats)):
        row[seat] = -points[seat] if rules.LOWEST_WINS else points[seat]


def hope(row: Floats, seats: int, seat: int, spread: float) -> float:
    """The share of the victory to hope for, if these points will yet go up and down by about `spread`."""
    others = 0.0
    for other in range(seats):
        ahead = float(row[other] - row[seat])
        if spread > 0:
            others += math.exp(ahead / spread)
        elif ahead > 0:
            return 0.0
        elif ahead == 0:
            others += 1.0
    return 1.0 / others
