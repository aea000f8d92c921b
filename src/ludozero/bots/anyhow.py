"""Any legal move, each as likely as the others: the policy of games that have none of their own (see policy.py)."""

from typing import cast

from ludozero.bots.margin import margin
from ludozero.bots.rng import Stream, below
from ludozero.games.shape import Floats, Ints, Record, Rules

rules: Rules = cast("Rules", None)  # the game, once they are bound
PATIENCE = 64
HORIZON = 1 << 30  # moves of a playout
WIDTH = 0  # moves worth trying: all


def choose(v: Record, s: Record, rng: Stream, out: Ints, scratch: Floats) -> int:
    """A legal move of the viewer; those of the world are the viewer's own."""
    return any_move(s, int(v.seat), rng, out)


def any_move(s: Record, seat: int, rng: Stream, out: Ints) -> int:
    """A legal move, all equally likely: candidates are drawn until one passes, or else all are listed."""
    count = rules.span(s, seat)
    for _ in range(PATIENCE):
        m = rules.pick(s, seat, below(rng, count))
        if rules.check(s, seat, m) == 0:
            return m
    return int(out[below(rng, rules.moves(s, seat, out))])


def rate(v: Record, m: int, scratch: Floats) -> float:
    """How good a move looks before it is tried: nobody knows."""
    return 0.0


def believe(v: Record, s: Record, pack: Ints, rng: Stream, scratch: Floats) -> bool:
    """Whether the way the others have played makes a guess likely enough."""
    return True


def worth(s: Record, seat: int, points: Ints) -> float:
    """What a position is worth to a seat: how far it is ahead."""
    return margin(s, seat, points)
