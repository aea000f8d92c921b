"""Deals that everyone can check (docs/fair-deals.md): one shuffle, keyed by a secret that was promised beforehand."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence


def commitment(secret: bytes) -> str:
    """What is published before anybody sits down: it fixes the secret without telling it."""
    return hashlib.sha256(secret).hexdigest()


def public_secret(seed: int) -> bytes:
    """The secret of a table with a seed: everybody knows it, and the rest is the same."""
    return f"seed {seed}".encode()


def words(secret: bytes, label: str, nonces: Sequence[str]) -> Iterator[int]:
    """32-bit numbers: the blocks HMAC-SHA256(secret, label / nonces / block number), cut in eight, big end first."""
    message = f"{label}/{','.join(nonces)}/".encode()
    block = 0
    while True:
        digest = hmac.digest(secret, message + str(block).encode(), "sha256")
        for i in range(0, 32, 4):
            yield int.from_bytes(digest[i : i + 4], "big")
        block += 1


def below(source: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, all equally likely: what would favour the small ones is drawn again."""
    limit = (1 << 32) - (1 << 32) % n
    for word in source:
        if word < limit:
            return word % n
    raise AssertionError("the source never ends")


def shuffled(count: int, secret: bytes, label: str, nonces: Sequence[str] = ()) -> list[int]:
    """Fisher-Yates from the last place to the second; every shuffle has its own label, so none moves another."""
    source = words(secret, label, nonces)
    order = list(range(count))
    for i in range(count - 1, 0, -1):
        j = below(source, i + 1)
        order[i], order[j] = order[j], order[i]
    return order
