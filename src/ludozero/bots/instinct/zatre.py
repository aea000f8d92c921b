"""Instinct at Zatre: points now, and what the cells that a turn fills do for rows still to be filled."""

import math

from ludozero.bots.greedy.zatre import choose as simple  # noqa: F401
from ludozero.bots.instinct import weights
from ludozero.bots.margin import hope, standings
from ludozero.bots.policy import WEIGHTS_AT
from ludozero.bots.rng import Stream, below
from ludozero.games.rows import ABSENT
from ludozero.games.shape import Floats, Ints, Record
from ludozero.games.sheet import SUPER, TURNS, Made, made_by, made_of, pay
from ludozero.games.squares import LIMIT, PAIR_OF, column_of, lines, row_of, site
from ludozero.games.zatre import FINISHED

HORIZON = 5  # moves of a playout: what lies further off is judged by the sheets
PLAIN = 0  # sixteenths of the others who play greedily
WIDTH = 16  # moves worth trying
# What a turn is worth besides its points: parts of the bonus of a row with one cell filled, with two; in how many turns
# a row begun is filled; what a line adds that ends with a sum of 0 to 12; what a half spent adds, by its pips.
WEIGHTS = weights("zatre")
SPREAD = 2.0  # points, of a turn
LINES = WEIGHTS_AT + 3
SPENT = LINES + LIMIT + 1


def choose(v: Record, s: Record, rng: Stream, out: Ints, scratch: Floats) -> int:
    """The card and the place that add most; a place is measured once for all the cards that could lie there."""
    o = v.open
    hand = v.hand
    prepare(o, int(v.seat), scratch)
    best = ABSENT
    most = -1000.0
    ties = 0
    for n in range(1, int(o.rim[0]) + 1):
        for turn in range(3):
            place = site(o, n, turn)
            if place < 0 or (o.rim[0] == 1 and (column_of(place) != 0 or row_of(place) != 0)):
                continue
            along, first, second = lines(o, place)  # of a card without pips
            for card in range(8):
                face = int(hand[card >> 1])
                if face < 0 or (card > 1 and hand[(card >> 1) - 1] == face):
                    continue
                pair = int(PAIR_OF[2 * face + (card & 1)])
                if pair < 0:
                    continue
                a, b = pair >> 3, pair & 7
                if a + b + along > LIMIT or a + first > LIMIT or b + second > LIMIT:
                    continue
                m = pair << 15 | place
                made = made_by(o, m) if o.down == 1 else made_of(a + b + along, a + first, b + second)
                value = adds(made, scratch) + leaves(a, b, along, first, second, scratch)
                if value >= most:
                    ties = ties + 1 if value == most else 1
                    most = value
                    if ties == 1 or below(rng, ties) == 0:
                        best = m
    return best


def prepare(o: Record, seat: int, scratch: Floats) -> None:
    """For each set of columns a turn may score in, what the cells it fills add: bonuses, and rows begun."""
    marks = o.marks[seat]
    turns = turns_left(o, seat)
    before = prospect(o, int(marks[0]), int(marks[1]), int(marks[2]), turns, scratch)
    for filled in range(8):
        tens, elevens = int(marks[0]) + (filled & 1), int(marks[1]) + (filled >> 1 & 1)
        scratch[filled] = prospect(o, tens, elevens, int(marks[2]) + (filled >> 2), turns, scratch) - before


def adds(made: Made, scratch: Floats) -> float:
    """What a turn adds, once `prepare` has looked at the sheet."""
    filled = int(made[0] > 0) + 2 * int(made[1] > 0) + 4 * int(made[2] > 0)
    return pay(made) + SUPER * made[3] + float(scratch[filled])


def leaves(a: int, b: int, along: int, first: int, second: int, scratch: Floats) -> float:
    """What the lines a card leaves to others and the card itself are worth, given the sums it meets."""
    left = scratch[LINES + a + b + along] + scratch[LINES + a + first] + scratch[LINES + b + second]
    return float(left + scratch[SPENT + a] + scratch[SPENT + b])


def prospect(o: Record, tens: int, elevens: int, twelves: int, turns: float, scratch: Floats) -> float:
    """The bonuses of rows filled, and parts of those of rows begun as far as there is time to fill them."""
    ladder = o.ladder
    soon = min(1.0, turns / float(scratch[WEIGHTS_AT + 2]))
    total = 0.0
    for row in range(min(TURNS, max(tens, elevens, twelves))):
        cells = int(tens > row) + int(elevens > row) + int(twelves > row)
        total += ladder[row] * (1.0 if cells == 3 else float(scratch[WEIGHTS_AT - 1 + cells]) * soon)
    return total


def turns_left(o: Record, seat: int) -> float:
    """The turns a seat has left in the game, this one not counted."""
    rounds = int(o.seats) - int(o.deal)
    return rounds * TURNS / int(o.seats) + (25 - int(o.down)) / int(o.seats)


def rate(v: Record, m: int, scratch: Floats) -> float:
    """How good a move looks before it is tried."""
    prepare(v.open, int(v.seat), scratch)
    a, b = m >> 18, m >> 15 & 7
    along, first, second = lines(v.open, m)
    return adds(made_by(v.open, m), scratch) + leaves(a, b, along - a - b, first - a, second - b, scratch)


def believe(v: Record, s: Record, pack: Ints, rng: Stream, scratch: Floats) -> bool:
    """Nothing is read into how the others play."""
    return True


def worth(s: Record, seat: int, points: Ints, scratch: Floats) -> float:
    """The share of the victory to hope for, rows begun included."""
    o = s.open
    seats = int(o.seats)
    standings(s, points, scratch)
    turns = 0.0
    if o.phase != FINISHED:
        turns = turns_left(o, seat)
        for other in range(seats):
            marks = o.marks[other]
            tens, elevens, twelves = int(marks[0]), int(marks[1]), int(marks[2])
            full = min(tens, elevens, twelves)
            left = turns_left(o, other)
            scratch[other] += prospect(o, tens, elevens, twelves, left, scratch)
            scratch[other] -= prospect(o, full, full, full, left, scratch)
    ahead = 0.0
    for other in range(seats):
        ahead += scratch[seat] - scratch[other]
    return hope(scratch, seats, seat, SPREAD * math.sqrt(turns)) + 0.002 * ahead
