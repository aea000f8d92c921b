"""What the search believes of hands at Zero."""

import numpy as np
import pytest

from ludozero.bots.instinct.kept import improve, kept, turns
from ludozero.bots.rng import seeds
from ludozero.fast.compile import prepared
from ludozero.fast.players import player
from ludozero.games import zero
from ludozero.games.shape import Ints, Record, blank
from tests.answers import guesses
from tests.tabletop import copied, pack_of, seen

PACKS = {"all cards": pack_of("zero"), "32 cards": pack_of("zero")[5:37]}


def after(pack: Ints, acts: int) -> Record:
    """A round of three after so many turns of quick play."""
    known = prepared("zero")
    rng = np.random.default_rng(1)
    bot = player("instinct", "zero", pack, 1)
    while True:
        s = blank(zero.STATE)
        known.start(s, 3, np.array([0, 0], np.int32))
        known.deal(s, rng.permutation(pack))
        for _ in range(acts):
            if known.over(s) == 0:
                known.play(s, int(s.open.mover), bot.decide(seen(known, s, int(s.open.mover))))
        if known.over(s) == 0:
            return s


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS)
def test_a_better_world_still_looks_the_same(pack: Ints) -> None:
    known = prepared("zero")
    s = after(pack, 7)
    for seat in range(3):
        v = seen(known, s, seat)
        changed = 0
        for at, world in enumerate(guesses(known, v, pack, 20)):
            before = copied(known, world)
            improve(v, world, pack, seeds(at, 1))
            changed += world.tobytes() != before.tobytes()
            assert seen(known, world, seat).tobytes() == v.tobytes()
            cards = [int(world.open.pot), *(int(hand) for hand in world.hand[:3])]
            assert [one.bit_count() for one in cards] == [5, 9, 9, 9]
            assert (cards[0] | cards[1] | cards[2] | cards[3]).bit_count() == 32
            assert sum(cards) & ~sum(1 << int(card) for card in pack) == 0
        assert changed == 20


@pytest.mark.parametrize(("acts", "had"), [(0, [0, 0, 0]), (2, [0, 1, 1]), (7, [2, 3, 2])])
def test_hands_get_better_with_turns_and_not_before(acts: int, had: list[int]) -> None:
    known = prepared("zero")
    pack = PACKS["all cards"]
    for viewer in range(3):
        v = seen(known, after(pack, acts), viewer)
        assert [turns(v.open, seat) for seat in range(3)] == had
        gain = np.zeros(3)
        for at, world in enumerate(guesses(known, v, pack, 40)):
            before = copied(known, world)
            improve(v, world, pack, seeds(at, 1))
            gain += [kept(world.hand[seat], 1) - kept(before.hand[seat], 1) for seat in range(3)]
        others = [seat for seat in range(3) if seat != viewer]
        assert gain[viewer] == 0
        assert all(gain[seat] > 20 for seat in others if had[seat])
        assert any(had) or not gain.any()
