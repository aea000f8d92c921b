"""Whole games at random, one after another: verbs of the dialect about whatever game they are bound to (bind.py)."""

from typing import Any, TypeAlias, cast

from ludozero.bots.anyhow import any_move
from ludozero.bots.rng import Stream, shuffle
from ludozero.games.shape import Ints, Record, Rules

Records: TypeAlias = Any  # an array of them

rules: Rules = cast("Rules", None)  # the game, once they are bound


def playout(s: Record, rng: Stream, pack: Ints, cards: Ints, out: Ints, limit: int) -> int:
    """Plays on to the end of the game or for `limit` moves, every legal move equally likely; tells how many it made.

    Of several seats that may move the lowest does: they act at once, nobody learns who was first.
    """
    made = 0
    while made < limit:
        mask = rules.waiting(s)
        if mask != 0:
            seat = 0
            while mask >> seat & 1 == 0:
                seat += 1
            rules.play(s, seat, any_move(s, seat, rng, out))
            made += 1
        elif rules.over(s) == 2:
            break
        else:
            count = rules.needs(s, pack, cards)
            shuffle(rng, cards, count)
            rules.deal(s, cards[:count])
    return made


def playouts(
    states: Records, blank: Record, streams: Stream, seats: int, options: Ints, pack: Ints, cards: Ints, out: Ints,
    limit: int, made: Ints, points: Ints,
) -> None:  # fmt: skip
    """A game for each stream: how many moves it took, negative if `limit` cut it short, and every seat's points.

    Each game ends in a state of its own, or in the last one if there are fewer states. `cards` and `out` are scratch.
    """
    for i in range(len(streams)):
        at = min(i, len(states) - 1)
        states[at] = blank
        s = states[at]
        rules.start(s, seats, options)
        count = playout(s, streams[i : i + 1], pack, cards, out, limit)
        made[i] = count if rules.over(s) == 2 else -count
        rules.score(s, points[i])
