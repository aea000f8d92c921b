"""Bots by name, with everything they need compiled: `uniform`, `greedy`, `flat:200sims`, `expert:100ms` …"""

import re
import time
from functools import cache
from types import ModuleType
from typing import Any, cast

import numpy as np

from ludozero.bots import flat, reflex, search
from ludozero.bots.policy import notes, policy
from ludozero.bots.reflex import CHOSEN, Reflex
from ludozero.bots.thinker import CANDIDATES, TRIES, Budget, Clock, Thinker
from ludozero.bots.uniform import Bot, Uniform
from ludozero.fast.bind import bound
from ludozero.fast.compile import compiled, kernels
from ludozero.fast.patient import Patient, warming
from ludozero.games import rules
from ludozero.games.shape import Ints

SPEC = re.compile(r"([a-z]+)(?::(?:(\d{1,9})sims|(\d{1,6}(?:\.\d+)?)(ms|s)))?")
BOTS = ("uniform", "greedy", "instinct", "flat", "search")
USUAL = Budget(seconds=0.1)
LEVELS = {"beginner": "greedy", "club": "instinct", "expert": "search", "master": "search:1s"}  # for people
LEVELS_AT = {"soler": {"club": "search:60sims"}}  # games where a level is another bot: there instinct loses to greedy


def player(
    spec: str,
    game: str,
    pack: Ints,
    seed: int,
    threads: int = 1,
    clock: Clock = time.perf_counter,
    share: float = 1.0,
) -> Bot:
    """A bot, NAME[:BUDGET]; it takes only that share of its time."""
    name, budget = read_spec(meant(spec, game))
    known = rules(game)
    if name == "uniform":
        return Uniform(kernels(game), pack, seed)
    if name in ("greedy", "instinct"):
        return Reflex(known, pack, seed, made(game, reflex.chosen, CHOSEN, name), notes(name, game))
    think, kind = (flat, "greedy") if name == "flat" else (search, "instinct")
    listed = made(game, think.candidates, CANDIDATES, kind)
    tries = made(game, think.tries, TRIES, kind)
    paired = think is search
    return Thinker(
        known,
        pack,
        seed,
        budget.part(share),
        listed,
        tries,
        notes(kind, game),
        paired=paired,
        threads=threads,
        clock=clock,
    )


def patient_player(
    spec: str,
    game: str,
    pack: Ints,
    seed: int,
    threads: int = 1,
    clock: Clock = time.perf_counter,
    share: float = 1.0,
) -> Patient:
    """The same, but it lets a simple one answer until its machine code is there."""
    name, _ = read_spec(meant(spec, game))

    def simple() -> Bot:
        policies = {"rules": cast(ModuleType, rules(game)), "policy": policy("greedy", game)}
        return Reflex(rules(game), pack, seed, bound(reflex, policies).chosen, notes("greedy", game))

    return Patient(
        cache(simple), warming(game, name, warm), lambda: player(spec, game, pack, seed, threads, clock, share)
    )


def warm(game: str, name: str) -> None:
    """Makes, or loads, all the machine code that a bot needs."""
    player(name, game, np.zeros(0, np.int16), 0)


def meant(spec: str, game: str) -> str:
    """The bot that a level is at this game, or else what was asked for."""
    return LEVELS_AT.get(game, {}).get(spec, spec)


def read_spec(spec: str) -> tuple[str, Budget]:
    """`NAME`, `NAME:200sims`, `NAME:100ms`, `NAME:2s`; a level is a bot, with a budget unless one is given."""
    found = SPEC.fullmatch(spec)
    if not found:
        raise ValueError(f"“{spec}” is no bot.")
    name, sims, time, unit = found.groups()
    usual = USUAL
    if name in LEVELS:
        name, usual = read_spec(LEVELS[name])
    if name not in BOTS:
        raise ValueError(f"No bot is called {name}.")
    if sims:
        return name, Budget(tries=int(sims))
    return name, Budget(seconds=float(time) * (0.001 if unit == "ms" else 1)) if time else usual


@cache
def made(game: str, function: Any, kinds: tuple[str, ...], kind: str) -> Any:
    """A function of the bots compiled about a game and a kind of policy."""
    return compiled(game, function, *kinds, policy=policy(kind, game))
