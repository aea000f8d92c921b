"""What an adapter asks of a game, each in one call: verbs of the dialect about whatever game they are bound to.

States and views come as rows of one: a row is handed to compiled code ten times faster than a record.
"""

from typing import Any, TypeAlias, cast

from ludozero.bots.rng import Stream, die, shuffle
from ludozero.games.shape import Ints, Record, Rules

Records: TypeAlias = Any  # a row of them

rules: Rules = cast("Rules", None)  # the game, once they are bound

DUE, SCORED, OVER, REFUSED = -1, -2, -3, -4  # cards are due, the deal is scored, the game is over, no such move


def begin(states: Records, seats: int, options: Ints) -> None:
    """A game about to begin."""
    rules.start(states[0], seats, options)


def ask(states: Records, pack: Ints, cards: Ints) -> int:
    """How many cards the table must order now; they are written to `cards`."""
    return rules.needs(states[0], pack, cards)


def hand_out(states: Records, order: Ints, out: Ints) -> int:
    """Deals, and looks."""
    s = states[0]
    rules.deal(s, order)
    return look(s, out)


def act(states: Records, seat: int, m: int, out: Ints) -> int:
    """Plays a move that is legal, and looks."""
    s = states[0]
    if rules.check(s, seat, m) != 0:
        return REFUSED
    rules.play(s, seat, m)
    return look(s, out)


def look(s: Record, out: Ints) -> int:
    """Who moves next, the lowest of those who may, and how many moves are in `out`: seat + 32 * moves; or why nobody.

    They act at once: nobody learns who was first.
    """
    mask = rules.waiting(s)
    if mask == 0:
        return DUE - rules.over(s)
    seat = 0
    while mask >> seat & 1 == 0:
        seat += 1
    return rules.moves(s, seat, out) << 5 | seat


def stop(states: Records) -> None:
    """The deal is scored as it stands, and the game is over."""
    rules.finish(states[0], True)


def count(states: Records, points: Ints) -> None:
    """Every seat's points so far."""
    rules.score(states[0], points)


def glance(states: Records, seat: int, views: Records) -> None:
    """What a seat sees."""
    rules.see(states[0], seat, views[0])


def dream(views: Records, order: Ints, rng: Stream, states: Records, out: Ints) -> int:
    """A world the viewer cannot tell from the true one, all of them equally likely, and a look at it."""
    s = states[0]
    shuffle(rng, order, len(order))
    while not rules.guess(views[0], order, die(rng), s):
        shuffle(rng, order, len(order))
    return look(s, out)
