"""Bots by name, with everything they need compiled: `uniform`, `greedy`, `flat:200sims`, `expert:100ms` …"""

import re
import time
from functools import cache
from typing import Any

from ludozero.bots import flat, reflex, search
from ludozero.bots.policy import policy
from ludozero.bots.thinker import TRIES, Budget, Clock, Thinker
from ludozero.bots.uniform import Bot, Uniform
from ludozero.fast.compile import compiled, kernels
from ludozero.games.shape import Ints

SPEC = re.compile(r"([a-z]+)(?::(?:(\d{1,9})sims|(\d{1,6}(?:\.\d+)?)(ms|s)))?")
USUAL = Budget(seconds=0.1)


def player(spec: str, game: str, pack: Ints, seed: int, threads: int = 1, clock: Clock = time.perf_counter) -> Bot:
    """A bot, NAME[:BUDGET]."""
    name, budget = read_spec(spec)
    known = kernels(game)
    match name:
        case "uniform":
            return Uniform(known, pack, seed)
        case "greedy":
            return reflex.Reflex(known, pack, seed, made(game, reflex.chosen, reflex.CHOSEN, name))
        case "flat":
            think = made(game, flat.tries, TRIES, "greedy")
            return Thinker(known, pack, seed, budget, think, threads=threads, clock=clock)
        case "instinct":
            return reflex.Reflex(known, pack, seed, made(game, reflex.chosen, reflex.CHOSEN, name))
        case "search" | "xa" | "xb" | "xc" | "xd" | "xe" | "xf":
            kind = "instinct" if name == "search" else name
            rate = made(game, search.rates, search.RATES, kind)
            think = made(game, search.tries, TRIES, kind)
            width = policy(kind, game).WIDTH
            return Thinker(
                known,
                pack,
                seed,
                budget,
                think,
                rate=rate if width else None,
                width=width,
                paired=True,
                threads=threads,
                clock=clock,
            )
    raise ValueError(f"no bot is called {name}")


def read_spec(spec: str) -> tuple[str, Budget]:
    """`NAME`, `NAME:200sims`, `NAME:100ms`, `NAME:2s`."""
    found = SPEC.fullmatch(spec)
    if not found:
        raise ValueError(f"“{spec}” is no bot.")
    name, sims, time, unit = found.groups()
    if sims:
        return name, Budget(tries=int(sims))
    return name, Budget(seconds=float(time) * (0.001 if unit == "ms" else 1)) if time else USUAL


@cache
def made(game: str, function: Any, kinds: tuple[str, ...], kind: str) -> Any:
    """A function of the bots compiled about a game and a kind of policy."""
    return compiled(game, function, *kinds, policy=policy(kind, game))
