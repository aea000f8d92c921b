"""Greedy at Zatre: the card and the place that pay most points now, bonuses included."""

from ludozero.bots.rng import Stream, below
from ludozero.games.rows import ABSENT
from ludozero.games.shape import Floats, Ints, Record
from ludozero.games.sheet import SUPER, bonus, made_by, made_of, pay
from ludozero.games.squares import LIMIT, PAIR_OF, column_of, lines, row_of, site


def choose(v: Record, s: Record, rng: Stream, out: Ints, scratch: Floats) -> int:
    """Ties are drawn. A place is measured once for all the cards that could lie there."""
    o = v.open
    seat = int(v.seat)
    hand = v.hand
    best = ABSENT
    most = -1
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
                points = worth(o, seat, pair << 15 | place, a + b + along, a + first, b + second)
                if points >= most:
                    ties = ties + 1 if points == most else 1
                    most = points
                    if ties == 1 or below(rng, ties) == 0:
                        best = pair << 15 | place
    return best


def worth(o: Record, seat: int, m: int, along: int, first: int, second: int) -> int:
    """All the points a card makes with its three lines."""
    made = made_by(o, m) if o.down == 1 else made_of(along, first, second)
    paid = pay(made)
    return paid + bonus(o, seat, made) + SUPER * made[3] if paid > 0 else 0
