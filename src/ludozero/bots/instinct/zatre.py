"""Instinct at Zatre: points now, and what the cells that a turn fills do for rows still to be filled."""

import numpy as np

from ludozero.bots.margin import margin, share
from ludozero.bots.rng import Stream, below
from ludozero.games.rows import ABSENT
from ludozero.games.shape import Floats, Ints, Record
from ludozero.games.sheet import SUPER, TURNS, Made, made_by, made_of, pay
from ludozero.games.squares import LIMIT, PAIR_OF, column_of, lines, row_of, site
from ludozero.games.zatre import FINISHED

HORIZON = 5  # moves of a playout: what lies further off is judged by the sheets
WIDTH = 16  # moves worth trying
PART = np.array([0.0, 0.3, 0.65, 1.0])  # of a row's bonus that so many of its cells are worth
SOON = 5.0  # turns in which a row begun is likely to be filled


def choose(v: Record, s: Record, rng: Stream, out: Ints, scratch: Floats) -> int:
    """The card and the place that add most; a place is measured once for all the cards that could lie there."""
    o = v.open
    hand = v.hand
    prepare(o, int(v.seat), scratch)
    best = ABSENT
    most = -1.0
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
                value = adds(made, scratch)
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
    before = prospect(o, int(marks[0]), int(marks[1]), int(marks[2]), turns)
    for filled in range(8):
        after = prospect(
            o, int(marks[0]) + (filled & 1), int(marks[1]) + (filled >> 1 & 1), int(marks[2]) + (filled >> 2), turns
        )
        scratch[filled] = after - before


def adds(made: Made, scratch: Floats) -> float:
    """What a turn adds, once `prepare` has looked at the sheet."""
    filled = int(made[0] > 0) + 2 * int(made[1] > 0) + 4 * int(made[2] > 0)
    return pay(made) + SUPER * made[3] + float(scratch[filled])


def prospect(o: Record, tens: int, elevens: int, twelves: int, turns: float) -> float:
    """The bonuses of rows filled, and parts of those of rows begun as far as there is time to fill them."""
    ladder = o.ladder
    total = 0.0
    for row in range(min(TURNS, max(tens, elevens, twelves))):
        cells = int(tens > row) + int(elevens > row) + int(twelves > row)
        total += ladder[row] * (PART[cells] if cells == 3 else PART[cells] * min(1.0, turns / SOON))
    return total


def turns_left(o: Record, seat: int) -> float:
    """The turns a seat has left in the game, this one not counted."""
    rounds = int(o.seats) - int(o.deal)
    return rounds * TURNS / int(o.seats) + (25 - int(o.down)) / int(o.seats)


def rate(v: Record, m: int, scratch: Floats) -> float:
    """How good a move looks before it is tried."""
    prepare(v.open, int(v.seat), scratch)
    return adds(made_by(v.open, m), scratch)


def believe(v: Record, s: Record, rng: Stream, scratch: Floats) -> bool:
    """Nothing is read into how the others play."""
    return True


def worth(s: Record, seat: int, points: Ints) -> float:
    """Points ahead, rows begun included; in the end the share of the victory, too."""
    o = s.open
    ahead = margin(s, seat, points)
    if o.phase == FINISHED:
        return 0.05 * ahead + share(s, seat, points)
    seats = int(o.seats)
    for other in range(seats):
        marks = o.marks[other]
        turns = turns_left(o, other)
        full = min(int(marks[0]), int(marks[1]), int(marks[2]))
        begun = prospect(o, int(marks[0]), int(marks[1]), int(marks[2]), turns) - prospect(o, full, full, full, turns)
        ahead += begun if other == seat else -begun / (seats - 1)
    return 0.05 * ahead
