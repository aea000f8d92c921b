"""The flat yardstick: uniform guesses, greedy playouts of the deal, sequential halving over the legal moves.

Written once and not improved, to measure others by.
"""

from typing import cast

from ludozero.bots.margin import margin
from ludozero.bots.playout import Records, imagine, play_on
from ludozero.bots.policy import Policy
from ludozero.bots.rng import Stream
from ludozero.games.shape import Floats, Ints, Record, Rules

rules: Rules = cast("Rules", None)
policy: Policy = cast("Policy", None)
LIMIT = 2000  # moves of a playout: greedy seats may well go on for ever


def candidates(
    v: Record, worlds: Records, rng: Stream, pack: Ints, order: Ints, moves: Ints, ratings: Floats, scratch: Floats
) -> int:
    """All legal moves; they are the same in every world the viewer can imagine."""
    imagine(v, pack, order, rng, worlds[0])
    return rules.moves(worlds[0], int(v.seat), moves)


def tries(
    v: Record, worlds: Records, views: Records, streams: Stream, moves: Ints, pack: Ints, order: Ints, out: Ints,
    points: Ints, scratch: Floats, values: Floats,
) -> None:  # fmt: skip
    """For each stream a guess, the move that goes with it, and the deal played on: how far ahead the viewer ends."""
    seat = int(v.seat)
    s = worlds[0]
    for i in range(len(streams)):
        rng = streams[i : i + 1]
        imagine(v, pack, order, rng, s)
        rules.play(s, seat, moves[i])
        play_on(s, views[0], rng, pack, order, out, scratch, LIMIT)
        values[i] = margin(s, seat, points)
