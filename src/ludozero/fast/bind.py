"""A module's functions once more, for another machine or about another game, without touching the module.

A function is code plus the names it looks up. Its copy is the same code over other names: there every function of
the house is replaced by its own copy, made ready by `make` (compiled, say), and what a module only announces - `rules`,
`policy` - is the game it is about, and how that is played.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

HOUSE = "ludozero."
Make = Callable[[FunctionType], Any]
About = Mapping[str, ModuleType]  # what `rules`, `policy` stand for


def copies(module: ModuleType, make: Make, about: About, made: dict[str, ModuleType]) -> ModuleType:
    """The module with all its functions replaced. `made` holds what is copied already, by the module's name."""
    if module.__name__ in made:
        return made[module.__name__]
    copy = made[module.__name__] = ModuleType(module.__name__, module.__doc__)
    names = vars(copy)
    names.update(vars(module))
    for name, value, home in neighbours(module, about):
        if home is module and isinstance(value, FunctionType):
            names[name] = make(copied(value, names))
        else:
            there = copies(home, make, about, made)
            names[name] = getattr(there, value.__name__) if isinstance(value, FunctionType) else there
    return copy


def neighbours(module: ModuleType, about: About) -> Iterator[tuple[str, Any, ModuleType]]:
    """The functions and modules of the house that a module has names for, each with the module it lives in."""
    for name, value in sorted(vars(module).items()):
        if isinstance(value, FunctionType) and value.__module__.startswith(HOUSE):
            yield name, value, sys.modules[value.__module__]
        elif isinstance(value, ModuleType) and value.__name__.startswith(HOUSE):
            yield name, value, value
    for name in vars(module).get("__annotations__", {}):
        if name in about:
            yield name, about[name], about[name]


def copied(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """The same code over other names."""
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    copy.__doc__ = function.__doc__
    return copy


def bound(module: ModuleType, about: About) -> ModuleType:
    """The module's functions about this game and policy, interpreted."""
    made = {about["rules"].__name__: about["rules"]}
    return copies(module, lambda function: function, about, made)
