"""Copies of functions over other names."""

from types import FunctionType, ModuleType
from typing import Any, cast

import numpy as np
import pytest

from ludozero.bots.rng import seeds
from ludozero.fast import bulk
from ludozero.fast.bind import bound, copies
from ludozero.games import bits, rules, zero
from tests.tabletop import pack_of

PACK = pack_of("zero")


def test_bulk_alone_is_about_no_game() -> None:
    with pytest.raises(AttributeError):
        bulk.playout(None, seeds(1, 1), PACK, PACK, PACK, 1)


def test_bound_to_a_game_without_touching_the_module() -> None:
    before = dict(vars(bulk))
    about_zero = bound(bulk, {"rules": zero})
    about_other = bound(bulk, {"rules": ModuleType("ludozero.games.other")})
    assert about_zero.playout.__code__ is bulk.playout.__code__
    assert about_zero.playout.__globals__["rules"] is zero
    assert about_other.playout.__globals__["rules"] is not zero
    assert vars(bulk) == before
    assert bulk.rules is None


def test_every_function_of_the_house_is_made_again_and_only_once() -> None:
    made: list[FunctionType] = []

    def make(function: FunctionType) -> Any:
        made.append(function)
        return function

    done: dict[str, ModuleType] = {}
    copy = copies(zero, make, {}, done)
    codes = [function.__code__ for function in made]
    assert len(codes) == len(set(codes))
    assert {zero.play.__code__, bits.ones.__code__} <= set(codes)
    assert copy.play.__globals__["nth"] is done["ludozero.games.bits"].nth is not bits.nth
    assert copy.CROSS is zero.CROSS
    assert copies(zero, make, {}, done) is copy


class Odd:
    """A game of one seat with many candidates, few of them legal."""

    legal = (3, 500, 7777)

    def __init__(self, candidates: int) -> None:
        self.candidates = candidates
        self.listed = 0

    def span(self, s: Any, seat: int) -> int:
        return self.candidates

    def pick(self, s: Any, seat: int, k: int) -> int:
        return k

    def check(self, s: Any, seat: int, m: int) -> int:
        return 0 if m in self.legal else 1

    def moves(self, s: Any, seat: int, out: Any) -> int:
        self.listed += 1
        out[:3] = self.legal
        return 3


@pytest.mark.parametrize(("candidates", "lists"), [(10_000, True), (7778, True), (9, False)])
def test_any_move_is_uniform_drawn_or_listed(candidates: int, lists: bool) -> None:
    odd = Odd(candidates)
    if not lists:
        odd.legal = (3, 5, 7)
    stand_in = ModuleType("ludozero.games.odd")
    for verb in ("span", "pick", "check", "moves"):
        setattr(stand_in, verb, getattr(odd, verb))
    about = bound(bulk, {"rules": stand_in})
    rng, out, many = seeds(4, 1), np.zeros(8, np.int32), 1500
    counted = dict.fromkeys(odd.legal, 0)
    for _ in range(many):
        counted[about.any_move(None, 0, rng, out)] += 1
    assert (odd.listed > many / 2) == lists
    assert all(abs(count - many / 3) < 4 * (many * 2 / 9) ** 0.5 for count in counted.values())


def test_playout_stops_at_the_limit_and_goes_on_from_there() -> None:
    known = rules("zero")
    about = bound(bulk, {"rules": cast(ModuleType, known)})
    pack, cards, out = pack_of("zero"), np.zeros(56, np.int16), np.zeros(known.MOVES_ROOM, np.int32)
    states = np.zeros(2, known.STATE)
    for s, parts in zip(states, ((10, 90), (100,)), strict=True):
        known.start(s, 3, np.zeros(2, np.int32))
        rng = seeds(9, 1)
        for part in parts:
            assert about.playout(s, rng, pack, cards, out, part) == part
        assert s.open.turn.sum() == 100
    assert states[0].tobytes() == states[1].tobytes()
