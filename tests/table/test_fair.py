"""Deals that everyone can check."""

import hashlib
import hmac
from collections import Counter
from itertools import islice

from ludozero import Table
from ludozero.table import fair


def test_the_shuffle_as_the_docs_describe_it() -> None:
    """Written again from docs/fair-deals.md, in other words: the published algorithm is the one in use."""
    secret, label, nonces = b"\x07" * 32, "deal 2", ["abc", "", "Z_-9"]
    numbers: list[int] = []
    for block in range(12):
        digest = hmac.new(secret, f"deal 2/abc,,Z_-9/{block}".encode(), hashlib.sha256).digest()
        numbers += [int(digest.hex()[8 * i : 8 * i + 8], 16) for i in range(8)]
    places = list(range(56))
    for last in reversed(range(1, 56)):
        fair_share = 2**32 // (last + 1) * (last + 1)
        number = numbers.pop(0)
        while number >= fair_share:
            number = numbers.pop(0)
        chosen = number % (last + 1)
        places[last], places[chosen] = places[chosen], places[last]
    assert fair.shuffled(56, secret, label, nonces) == places


def test_a_pinned_shuffle() -> None:
    assert fair.commitment(b"seed 7") == hashlib.sha256(b"seed 7").hexdigest()
    assert fair.public_secret(7) == b"seed 7"
    assert fair.shuffled(10, b"seed 7", "deal 1") == PINNED


PINNED = [2, 6, 9, 7, 0, 1, 3, 8, 5, 4]


def test_every_label_and_every_nonce_moves_only_its_own_shuffle() -> None:
    orders = {
        tuple(fair.shuffled(50, secret, label, nonces))
        for secret in (b"a", b"b")
        for label in ("deal 1", "deal 2", "aside 1.1", "aside 2.1")
        for nonces in ([], ["x"], ["x", ""], ["", "x"])
    }
    assert len(orders) == 2 * 4 * 4


def test_all_orders_are_equally_likely() -> None:
    counts = Counter(tuple(fair.shuffled(4, str(i).encode(), "deal 1")) for i in range(12_000))
    assert len(counts) == 24
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 60  # 23 degrees of freedom: one in 40,000


def test_numbers_that_would_favour_the_small_ones_are_drawn_again() -> None:
    limit = 2**32 - 2**32 % 3
    assert fair.below(iter([limit, 2**32 - 1, 5]), 3) == 2
    assert fair.below(iter([limit - 1]), 3) == 2
    assert len(list(islice(fair.words(b"", "", []), 17))) == 17


def test_a_seat_that_gave_a_nonce_changed_the_deal() -> None:
    first = Table("zero", 3, secret=b"s" * 32, nonces=["mine", "", ""])
    other = Table("zero", 3, secret=b"s" * 32, nonces=["yours", "", ""])
    assert first.view(0)["hand"] != other.view(0)["hand"]
    assert first.record()["shuffle"]["commitment"] == other.record()["shuffle"]["commitment"]
