"""The simulators' random numbers: the numbers themselves, their fairness, the same interpreted and compiled."""

from collections import Counter
from itertools import islice, permutations

import numpy as np
import pytest

from ludozero.bots import rng
from ludozero.fast.compile import compiled

FACTOR = 4294883355


def stream(state: int) -> rng.Stream:
    return np.array([state], np.uint64)


def expected(state: int, count: int) -> list[int]:
    """MWC64X as its author states it, in plain integers."""
    words = []
    for _ in range(count):
        low, high = state % 2**32, state >> 32
        words.append(low ^ high)
        state = low * FACTOR + high
    return words


@pytest.mark.parametrize("state", [1, 2**32, 0x0123456789ABCDEF, int(rng.STATES)])
def test_words_are_those_of_mwc64x(state: int) -> None:
    one = stream(state)
    assert [int(rng.word(one)) for _ in range(1000)] == expected(state, 1000)


def test_seeds_are_states_that_do_not_repeat_themselves() -> None:
    states = rng.seeds(3, 1000)
    assert len(set(states.tolist())) == 1000
    assert all(1 <= state <= FACTOR * 2**32 - 2 for state in states.tolist())
    for state in (0, FACTOR * 2**32 - 1):
        assert set(expected(state, 100)) == {expected(state, 1)[0]}, "these are the two that would"


def test_seeds_do_not_depend_on_how_many_are_asked_for() -> None:
    whole = rng.seeds(5, 100)
    assert rng.seeds(5, 40, 60).tolist() == whole[60:].tolist()
    assert not set(rng.seeds(6, 100).tolist()) & set(whole.tolist())
    assert rng.seeds(-1, 3).tolist() == rng.seeds(2**64 - 1, 3).tolist()


def test_below_repeats_the_draws_that_would_favour_some() -> None:
    count = 3 * 2**30  # of the 2^32 words a quarter is one too many
    one, many = stream(99), 20000
    drawn = [rng.below(one, count) for _ in range(many)]
    kept = [word * count >> 32 for word in expected(99, 2 * many) if word * count % 2**32 >= 2**32 % count]
    assert drawn == kept[:many]
    thirds = Counter(k // 2**30 for k in drawn)
    assert all(abs(thirds[third] - many / 3) < 4 * (many * 2 / 9) ** 0.5 for third in range(3))


@pytest.mark.parametrize("count", [1, 2, 7, 56, 2**31, 2**32 - 1])
def test_below_stays_below(count: int) -> None:
    one = stream(5)
    drawn = [rng.below(one, count) for _ in range(500)]
    assert min(drawn) >= 0
    assert max(drawn) < count
    assert all(isinstance(k, int) for k in drawn)
    if count == 7:
        assert set(drawn) == set(range(7))


def test_die_has_63_bits() -> None:
    one = stream(11)
    throws = [rng.die(one) for _ in range(2000)]
    assert all(0 <= throw < 2**63 for throw in throws)
    for place in range(63):
        assert 800 < sum(throw >> place & 1 for throw in throws) < 1200


def test_shuffle_makes_every_order_equally_likely() -> None:
    one, many = stream(8), 24000
    counted: Counter[tuple[int, ...]] = Counter()
    for _ in range(many):
        cards = np.arange(6, dtype=np.int16)
        rng.shuffle(one, cards, 4)
        assert cards[4:].tolist() == [4, 5]
        counted[tuple(cards[:4].tolist())] += 1
    assert set(counted) == set(permutations(range(4)))
    chi = sum((count - many / 24) ** 2 / (many / 24) for count in counted.values())
    assert chi < 49.7, "one in a thousand for 23 degrees of freedom"


def test_the_same_numbers_compiled() -> None:
    below = compiled("zero", rng.below, "uint64[]", "int64")
    die = compiled("zero", rng.die, "uint64[]")
    shuffle = compiled("zero", rng.shuffle, "uint64[]", "int16[]", "int64")
    plain, fast = stream(77), stream(77)
    for count in [*islice(range(1, 10**6, 9973), 100), 3 * 2**30]:
        assert rng.below(plain, count) == below(fast, count)
        assert rng.die(plain) == die(fast)
        cards, same = np.arange(56, dtype=np.int16), np.arange(56, dtype=np.int16)
        rng.shuffle(plain, cards, 50)
        shuffle(fast, same, 50)
        assert cards.tolist() == same.tolist()
    assert plain.tobytes() == fast.tobytes()
    assert isinstance(below(fast, 5), int), "a signed number, fit for arithmetic with others"
