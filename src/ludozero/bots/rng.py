"""The simulators' random numbers: a generator for verbs of the dialect, the same numbers on all three machines.

MWC64X: one word of state, one product of 32 by 32 bits: never an overflow, which NumPy warns of and a GPU does not;
it passes BigCrush, and at 2^63 numbers a stream two games in a million share a stretch of it once in a thousand runs.
Nothing here is secret: real tables are shuffled elsewhere.
"""

import numpy as np
import numpy.typing as npt

from ludozero.games.shape import Ints

Stream = npt.NDArray[np.uint64]  # one word, changed by every draw

FACTOR = np.uint64(4294883355)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
ONE, THIRTY_ONE = np.uint64(1), np.uint64(31)
STATES = np.uint64(4294883355 * 2**32 - 2)  # from 1 on; 0 and the one after the last only repeat themselves
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def word(rng: Stream) -> np.uint64:
    """The next 32 random bits."""
    state: np.uint64 = rng[0]
    low, high = state & LOW, state >> HALF
    rng[0] = FACTOR * low + high
    return low ^ high


def below(rng: Stream, count: int) -> int:
    """A number below `count`, each equally likely: the few draws that would favour the first ones are repeated."""
    n = np.uint64(count)
    product = word(rng) * n
    if product & LOW < n:
        least = (LOW - n + ONE) % n
        while product & LOW < least:
            product = word(rng) * n
    return int(np.int64(product >> HALF))  # int() alone would stay unsigned when compiled


def die(rng: Stream) -> int:
    """63 random bits, as `guess` asks for them."""
    high = word(rng)
    return int(np.int64(high << THIRTY_ONE | word(rng) >> ONE))


def shuffle(rng: Stream, cards: Ints, count: int) -> None:
    """The first `count` cards in any order, each equally likely (Fisher and Yates)."""
    for last in range(count - 1, 0, -1):
        k = below(rng, last + 1)
        card = cards[last]
        cards[last] = cards[k]
        cards[k] = card


def seeds(seed: int, count: int, first: int = 0) -> Stream:
    """The streams of games `first`, `first + 1` …, far apart whatever the seed (SplitMix64). Not for compiled code."""
    places = np.arange(first + 1, first + count + 1, dtype=np.uint64)
    return mixed(mixed(np.array([seed % 2**64], np.uint64)) + places * GOLDEN) % STATES + ONE


def mixed(z: Stream) -> Stream:
    """SplitMix64's way from a counter to a random word."""
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return z ^ z >> np.uint64(31)
