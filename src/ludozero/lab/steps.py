"""The steps of a rollout, each done many times over: a verb of the dialect about whatever game and policy."""

from typing import Any, cast

from ludozero.bots.playout import Records, imagine, play_on
from ludozero.bots.rng import Stream
from ludozero.games.shape import Floats, Ints, Record, Rules

rules: Rules = cast("Rules", None)
policy: Any = None
KINDS = (
    *("int64", "int64", "VIEW", "STATE[]", "VIEW[]", "uint64[]", "int16[]", "int16[]", "int32[]", "float64[]"),
    "int64",
)
STEPS = ("copying", "guessing", "seeing", "choosing", "moving", "running")
COPYING, GUESSING, SEEING, CHOOSING, MOVING, RUNNING = range(6)
MOST = 2000  # moves of a deal played on


def repeat(
    step: int, times: int, v: Record, worlds: Records, views: Records, rng: Stream, pack: Ints, order: Ints, out: Ints,
    scratch: Floats, m: int,
) -> int:  # fmt: skip
    """Does a step so often, from the first world; tells how often, or for a deal played on how many moves it made.

    A world is copied before it is moved in or played on.
    """
    done = 0
    for _ in range(times):
        made = 1
        if step == GUESSING:
            imagine(v, pack, order, rng, worlds[1])
        elif step == SEEING:
            rules.see(worlds[0], int(v.seat), views[0])
        elif step == CHOOSING:
            out[0] = policy.choose(v, worlds[0], rng, out, scratch)
        else:
            worlds[1] = worlds[0]
            if step == MOVING:
                rules.play(worlds[1], int(v.seat), m)
            elif step == RUNNING:
                made = play_on(worlds[1], views[0], rng, pack, order, out, scratch, MOST)
        done += made
    return done
