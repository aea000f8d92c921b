"""Low, clause by clause, and by the laws of every game."""

from collections import Counter

import numpy as np
import pytest
from tests import laws, secrets
from tests.tabletop import deck_of, play_all, tables

from ludozero import IllegalMove, Table
from ludozero.games import rules

HANDS = ("1 2 6", "1 3 3", "2 2 5")


def low_census(s: secrets.Record) -> Counter[str]:
    """Hands and what was laid; the rest is nowhere written down."""
    faces = rules("low").FACES
    seats = range(int(s.open.seats))
    held = Counter(face for seat in seats for face, n in zip(faces, s.hand[seat], strict=True) for _ in range(n))
    laid = Counter(faces[card] for seat in seats for card in s.open.laid[seat] if card >= 0)
    assert (held + laid).total() == 3 * len(seats)
    pack = Counter(rules("low").PACKS["low"])
    assert held + laid <= pack
    return pack


def low_shuffled(s: secrets.Record, seat: int, rng: np.random.Generator) -> None:
    """Other hands and the unused cards, in any order."""
    seats = [other for other in range(int(s.open.seats)) if other != seat]
    known = Counter(card for row in s.open.laid for card in row if card >= 0)
    if seat >= 0:
        known += Counter({face: int(n) for face, n in enumerate(s.hand[seat])})
    loose = rng.permutation([face for face in range(6) for _ in range(3 - known[face])]).tolist()
    for other in seats:
        count = int(s.hand[other].sum())
        s.hand[other] = 0
        for _ in range(count):
            s.hand[other, loose.pop()] += 1


secrets.CENSUS["low"] = low_census
secrets.SHUFFLED["low"] = low_shuffled


def dealt() -> Table:
    return Table("low", 3, decks=[deck_of("low", *HANDS)])


def test_LO_1_three_cards_each() -> None:
    assert [dealt().view(seat)["hand"] for seat in range(3)] == [hand.split() for hand in HANDS]


def test_LO_2_clockwise_from_seat_0_a_card_one_holds() -> None:
    table = dealt()
    assert table.waiting == (0,)
    with pytest.raises(IllegalMove) as wrong:
        table.play(0, "lay 5")
    assert (wrong.value.code, wrong.value.clause) == ("not-in-hand", "LO-2")
    with pytest.raises(IllegalMove) as wrong:
        table.play(1, "lay 1")
    assert wrong.value.code == "not-your-turn"


def test_LO_3_and_4_the_lowest_without_a_match_wins_the_lap() -> None:
    table = dealt()
    play_all(table, ["lay 1", "lay 1", "lay 2"])
    assert table.view(None)["gain"] == [0, 0, 1]
    play_all(table, ["lay 2", "lay 3", "lay 2", "lay 6", "lay 3", "lay 5"])
    assert (table.scores, table.winners) == ([0, 2, 1], [1])
    assert table.last is not None
    assert [len(lines) for lines in table.last["lines"]] == [0, 2, 1]


def test_guess_deals_what_is_hidden_equally_often() -> None:
    """Seat 1 lays all it has but one card: any of the fourteen unknown ones, counted by labelled cards."""
    table = Table("low", 2, decks=[deck_of("low", "1 2 6", "1 3 3")])
    play_all(table, ["lay 1", "lay 1", "lay 2", "lay 3"])
    known = rules("low")
    v = table.seen(0)
    world = laws.garbage(known.STATE, np.random.default_rng(1))
    rng = np.random.default_rng(2)
    pack = np.repeat(np.arange(6, dtype=np.int16), 3)
    drawn: Counter[int] = Counter()
    while drawn.total() < 13_000:
        assert known.guess(v, rng.permutation(pack), int(rng.integers(1 << 62)), world)
        drawn[int(world.hand[1].argmax())] += 1
    expected = {0: 1, 1: 2, 2: 2, 3: 3, 4: 3, 5: 2}
    assert sum((drawn[face] - 1000 * n) ** 2 / (1000 * n) for face, n in expected.items()) < 25


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_laws(seats: int) -> None:
    rng = np.random.default_rng(seats)
    for table in tables("low", seats, 30):
        laws.play_by_the_laws(table, rng, every=2)
