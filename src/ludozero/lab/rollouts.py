"""How many rollouts a second a bot makes on one core, and which of their steps take the time."""

import time
from collections.abc import Iterator

import numpy as np

from ludozero.bots.policy import policy
from ludozero.bots.rng import seeds
from ludozero.bots.thinker import Thinker
from ludozero.fast.compile import compiled, prepared
from ludozero.fast.players import player
from ludozero.games.shape import Floats, Ints, Record, Rules
from ludozero.lab import steps
from ludozero.lab.simulate import options_of
from ludozero.table.table import Table

POSITIONS = 24
TIMES = 2000  # of a step, and a twentieth as often of a whole deal played on
KIND = {"flat": "greedy", "search": "instinct", "expert": "instinct"}  # the policies of their rollouts


def positions(game: str, seats: int, count: int, seed: int = 0) -> Iterator[Record]:
    """Views of whoever is to move with several moves to choose from, evenly spread over games of simple bots."""
    known = prepared(game)
    every = 7
    made = given = 0
    while given < count:
        table = Table(game, seats, seed=seed, options=options_of(game, None), rules=known)
        bot = player("greedy", game, table.faces, seed)
        seed += 1
        while not table.over and given < count:
            seat = table.waiting[0]
            v = table.seen(seat)
            made += 1
            if made % every == 0 and len(table.moves(seat)) > 1:
                given += 1
                kept = np.zeros(1, known.VIEW)
                kept[0] = v
                yield kept[0]
            table.play(seat, known.spell(bot.decide(v)))


class Desk:
    """Room for the steps."""

    def __init__(self, known: Rules, pack: Ints, notes: Floats) -> None:
        self.worlds = np.zeros(2, known.STATE)
        self.views = np.zeros(1, known.VIEW)
        self.order = np.zeros(len(pack), np.int16)
        self.out = np.zeros(known.MOVES_ROOM, np.int32)
        self.scratch = notes.copy()


def rollouts(game: str, seats: int, spec: str) -> dict[str, float]:
    """Rollouts a second of one thread, moves of one, and the microseconds of its steps; a deal is played to its end."""
    about = policy(KIND[spec.partition(":")[0]], game)
    pack = Table(game, seats, seed=0).faces
    bot = player(spec, game, pack, 1, clock=time.thread_time)
    assert isinstance(bot, Thinker)
    views = list(positions(game, seats, POSITIONS))
    bot.decide(views[0])
    tried = spent = 0.0
    for v in views:
        begun = time.thread_time()
        tried += sum(opinion.tries for opinion in bot.opinions(v))
        spent += time.thread_time() - begun
    told = {"rollouts_per_second": tried / spent}
    do = compiled(game, steps.repeat, *steps.KINDS, policy=about)
    desk = Desk(prepared(game), pack, bot.desks[0].scratch)
    for step, name in enumerate(steps.STEPS):
        times = TIMES // 20 if step == steps.RUNNING else TIMES
        total = done = 0.0
        for v in views:
            fixed = (v, desk.worlds, desk.views, seeds(3, 1), pack, desk.order, desk.out, desk.scratch)
            do(steps.GUESSING, 1, *fixed, 0)
            desk.worlds[0] = desk.worlds[1]
            do(steps.CHOOSING, 1, *fixed, 0)
            begun = time.thread_time()
            done += do(step, times, *fixed, int(desk.out[0]))
            total += time.thread_time() - begun
        told[name] = 1e6 * total / done
        if step == steps.RUNNING:
            told["moves"] = done / (len(views) * times)
    told["moving"] -= told["copying"]
    return told
