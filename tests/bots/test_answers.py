"""`expert` finds the best move where it is known; and what is known is right. `make soak` asks a thousand times."""

from functools import cache

import numpy as np
import pytest

from ludozero.bots.uniform import Uniform
from ludozero.fast.compile import prepared
from ludozero.fast.players import player
from ludozero.games import rules, zero
from tests.answers import GAME_OF, KINDS, Answer, answers, counted, guesses, points_of

FEW = 5
MISSES = 1  # in all


@cache
def few(kind: str) -> list[Answer]:
    """Some positions of a kind."""
    return list(answers(kind, FEW))


def test_expert_finds_the_best_move() -> None:
    missed = []
    for kind in KINDS:
        for at, answer in enumerate(few(kind)):
            m = player("expert:4000sims", GAME_OF[kind], answer.pack, at).decide(answer.v)
            assert m in answer.loss
            if m not in answer.best:
                missed.append((kind, at, rules(GAME_OF[kind]).spell(m)))
    assert len(missed) <= MISSES, missed


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "soler" not in kind])  # there half of the moves are best
def test_it_takes_more_than_luck(kind: str) -> None:
    found = 0
    for at, answer in enumerate(few(kind)):
        bot = Uniform(prepared(GAME_OF[kind]), answer.pack, at)
        found += bot.decide(answer.v) in answer.best
    assert found < FEW


# Zero's hands


def test_hands_are_counted_by_three_ways_alike() -> None:
    rng = np.random.default_rng(1)
    hands = [sorted(rng.permutation(zero.CARDS)[:9].tolist()) for _ in range(300)]
    for colour in range(7):  # hands with fives
        rest = [card for card in range(zero.CARDS) if card // 8 != colour]
        hands += [[*range(8 * colour, 8 * colour + 5), *rng.permutation(rest)[:4].tolist()] for _ in range(20)]
        value = [8 * other + colour for other in range(5)]
        rest = [card for card in range(zero.CARDS) if card not in value]
        hands += [[*value, *rng.permutation(rest)[:4].tolist()] for _ in range(20)]
    words = np.array([sum(1 << card for card in hand) for hand in hands], np.uint64)
    mine = [counted(hand) for hand in hands]
    assert points_of(words).tolist() == mine == [zero.points(word) for word in words]


def test_what_may_be_expected_is_what_happens_on_average() -> None:
    """Every move of a last lap, against a thousand guesses in which the last player does what is best."""
    known = prepared("zero")
    (answer,) = answers("last lap of zero, 32 cards", 1, 40)
    v = answer.v
    mover = int(v.seat)
    last, closer = (mover + 1) % 3, int(v.open.closer)
    best = min(answer.loss, key=lambda m: answer.loss[m])
    other = max(answer.loss, key=lambda m: answer.loss[m])
    gaps = []
    out = np.zeros(known.MOVES_ROOM, np.int32)
    weights = np.zeros(known.WEIGH_ROOM, np.float64)
    view = np.zeros(1, known.VIEW)[0]
    for world in guesses(known, v, answer.pack, 1000):
        ahead = []
        for m in (best, other):
            s = np.zeros(1, known.STATE)
            s[0] = world
            known.play(s[0], mover, m)
            if not known.over(s[0]):
                known.see(s[0], last, view)
                fewest = []
                for reply in out[: known.moves(s[0], last, out)]:
                    known.weigh(view, reply, weights)
                    fewest.append(weights[0])
                known.play(s[0], last, int(out[int(np.argmin(fewest))]))
            gain = s[0].open.gain
            ahead.append((gain[last] + gain[closer]) / 2 - gain[mover])
        gaps.append(ahead[0] - ahead[1])
    error = np.std(gaps) / np.sqrt(len(gaps))
    assert abs(np.mean(gaps) - answer.loss[other]) < max(4 * error, 1e-9)
