"""What the playouts and the search announce and a game provides: how to play it, from what a seat can see.

A policy is a module of the dialect. Where a game has none of its own, `anyhow` plays any legal move.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Protocol, TypeAlias

import numpy as np

from ludozero.bots.rng import Stream
from ludozero.games.shape import Floats, Ints, Record

SCRATCH = 1024  # numbers a policy may write down
WEIGHTS_AT = 512  # where it finds those it goes by
CHOICE = "VIEW", "STATE", "uint64[]", "int32[]", "float64[]"  # what `choose` takes, as in fast/compile.py
Kind: TypeAlias = str  # of policies: a folder of this room


class Policy(Protocol):
    """`s` is a world that looks the same to the viewer, there to be asked what is legal and for nothing else."""

    def choose(self, v: Record, s: Record, rng: Stream, out: Ints, scratch: Floats, /) -> int: ...


def policy(kind: Kind, game: str) -> ModuleType:
    """The policy of a kind for a game."""
    name = f"ludozero.bots.{kind}.{game}"
    return import_module(name if find_spec(name) else "ludozero.bots.anyhow")


def notes(kind: Kind, game: str) -> Floats:
    """Room for what a policy writes down, with the numbers it goes by."""
    scratch = np.zeros(SCRATCH)
    weights = getattr(policy(kind, game), "WEIGHTS", np.zeros(0))
    scratch[WEIGHTS_AT : WEIGHTS_AT + len(weights)] = weights
    return scratch
