"""Sets of up to 64 cards as one word. Every constant is a np.uint64: mixed with int64, Numba would go to float."""

import numpy as np

NONE = np.uint64(0)
ONE = np.uint64(1)


def bit(card: int) -> np.uint64:
    """The set of one card."""
    return ONE << np.uint64(card)


def ones(word: np.uint64) -> int:
    """How many cards the set holds. LLVM knows this loop and makes one instruction of it."""
    count = 0
    while word != NONE:
        word &= word - ONE
        count += 1
    return count


def lowest(word: np.uint64) -> int:
    """The smallest card of a set that is not empty."""
    return ones((word & (~word + ONE)) - ONE)


def nth(word: np.uint64, k: int) -> int:
    """The k-th card of the set, counting from 0, smallest first."""
    for _ in range(k):
        word &= word - ONE
    return lowest(word)
