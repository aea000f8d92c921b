"""Ernst Solèr's Zero, clause by clause (docs/rules/soler.md)."""

from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

import numpy as np
import pytest

from ludozero import IllegalMove, Table
from ludozero.games import bags, rules, soler
from ludozero.games.hands import clear
from ludozero.games.sets import CARDS, SET, SETS, ZERO, irreducible
from ludozero.games.sets import COPIES as IN_PACK
from ludozero.games.shape import Record, blank
from ludozero.words import LANGUAGES, knows
from tests.tabletop import copied, deck_of, listed, pack_of, play_all, random_move, seen, state_of

RULES = rules("soler")
VALUES = range(-3, 4)
COPIES = dict(zip(VALUES, (1, 2, 6, 12, 8, 13, 13), strict=True))
HANDS = ["0 1 2 3 -1", "0 0 2 2 3", "1 1 3 3 -2"]
PILE = "-3 3 2 1 0 -1"


def dealt(*hands: str, pile: str = PILE, decks: int = 5, **options: int) -> Table:
    return Table("soler", len(hands), decks=[deck_of("soler", *hands, pile)] * decks, options=options)


def refused(table: Table, seat: int, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as wrong:
        table.play(seat, text)
    assert "{" not in str(wrong.value)
    return wrong.value.code, wrong.value.clause


def sight(table: Table, seat: int | None) -> Record:
    return seen(RULES, state_of(table), -1 if seat is None else seat)


def lay_all(table: Table, *cards: int) -> None:
    for seat, card in enumerate(cards):
        table.play(seat, f"lay {card}")


def bag(text: str) -> list[int]:
    return [text.split().count(face) for face in RULES.FACES]


def late(*hands: str, known: tuple[str, ...] = (), deck: str = "", under: str = "", quiet: int = 0) -> Record:
    """A situation late in a deal: these cards are still in play, all others are safe before seat 0, who starts."""
    s = blank(soler.STATE)
    o = s.open
    soler.start(s, len(hands), np.array([0, 0, quiet], np.int32))
    soler.deal(s, pack_of("soler"))
    clear(s)
    o.safe[0] = IN_PACK
    for seat, hand in enumerate(hands):
        s.hand[seat] = bag(hand)
        o.held[seat] = len(hand.split())
        o.safe[0] -= s.hand[seat]
    for seat, cards in enumerate(known):
        o.known[seat] = bag(cards)
    for place, cards in ((s.deck, " ".join(reversed(deck.split()))), (o.under, under)):
        for i, card in enumerate(cards.split()):
            place[i] = RULES.FACES.index(card)
        o.safe[0] -= np.array(bag(cards), np.int8)
    o.unseen = len(deck.split())
    o.sunk = len(under.split())
    o.calm = 1
    assert o.safe.min() >= 0
    return s


def do(s: Record, *moves: str) -> None:
    """Moves such as `0 lay -1`, each legal."""
    for move in moves:
        seat, _, text = move.partition(" ")
        (m,) = soler.read(text)
        assert soler.check(s, int(seat), m) == 0, move
        soler.play(s, int(seat), m)


def cards(counts: Any) -> str:
    return " ".join(face for face, count in zip(RULES.FACES, counts, strict=True) for _ in range(count))


def test_SO_1_pack() -> None:
    pack = soler.PACKS["soler"]
    assert Counter(map(int, pack)) == COPIES
    assert len(pack) == CARDS == 55
    assert sum(map(int, pack)) == 60
    pinned = sha256(" ".join(pack).encode() + SET.tobytes() + IN_PACK.tobytes()).hexdigest()
    assert pinned[:16] == "07c63c884681b611"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_SO_2_five_cards_each_the_rest_is_the_pile(seats: int) -> None:
    deck = deck_of("soler", *HANDS, "3 3 3 2 2 2 1 1 1 0 0 0")
    table = Table("soler", seats, decks=[deck] * seats)
    for seat in range(seats):
        hand = deck.split()[5 * seat : 5 * seat + 5]  # blocks, seat 0 first
        assert table.view(seat)["hand"] == sorted(hand, key=int)
    s = state_of(table)
    pile = [RULES.FACES[face] for face in s.deck[::-1] if face >= 0]
    assert pile == deck.split()[5 * seats :]
    assert table.view(None)["unseen"] == 55 - 5 * seats
    assert table.view(None)["under"] == []
    assert table.view(None)["hand"] == []


def test_SO_3_everybody_lays_in_any_order_and_only_that_is_seen() -> None:
    table = dealt(*HANDS)
    assert set(table.waiting) == {0, 1, 2}
    table.play(1, "lay 2")
    assert set(table.waiting) == {0, 2}
    assert refused(table, 1, "lay 3") == ("already-laid", "SO-3")
    assert refused(table, 0, "lay -2") == ("not-in-hand", "SO-3")
    assert refused(table, 0, "bid 2") == ("lay-now", "SO-3")
    other = dealt(*HANDS)
    other.play(1, "lay 3")
    for seat in (None, 0, 2):
        assert table.view(seat) == other.view(seat)
        assert sight(table, seat).tobytes() == sight(other, seat).tobytes()
        assert table.view(seat)["lays"] == [1]
        assert table.view(seat)["held"] == [5, 4, 5]
    assert [table.heard(seat)[-1]["move"] for seat in (None, 0, 1, 2)] == ["lay", "lay", "lay 2", "lay"]
    assert table.view(1)["laid"] == "2"
    assert table.view(1)["hand"] == ["0", "0", "2", "3"]
    assert table.view(0)["laid"] is None
    table.play(2, "lay 1")
    assert refused(table, 1, "bid 2") == ("already-laid", "SO-3")
    table.play(0, "lay 0")
    assert set(table.waiting) == {0}


def test_SO_4_bids_go_round_from_the_starter_and_differ() -> None:
    table = dealt(*HANDS)
    lay_all(table, 0, 2, 1)
    assert refused(table, 1, "bid 2") == ("not-your-turn", "SO-4")
    assert refused(table, 0, "lay 1") == ("bid-now", "SO-4")
    table.play(0, "bid 8")
    assert set(table.waiting) == {1}
    assert refused(table, 1, "bid 8") == ("bid-taken", "SO-4")
    assert soler.explain(sight(table, 1), soler.NOUGHT + 8, soler.BID_TAKEN) == {"bid": 8, "by": 0}
    assert len(table.moves(1)) == 18
    table.play(1, "bid 7")
    assert table.view(None)["bid"] == ["bid 8", "bid 7", None]
    assert set(table.waiting) == {2}
    assert table.view(None)["reveal"] == [None] * 3
    table.play(2, "bid 6")
    assert table.view(None)["reveal"] == ["0", "2", "1"]


def test_SO_4_the_dealer_starts_and_the_deal_goes_left() -> None:
    table = dealt(*HANDS, quiet=1)
    for deal in range(3):
        assert table.view(None)["dealer"] == table.view(None)["starter"] == deal
        assert len(table.deals) == deal
        lay_all(table, 0, 0, 1)
        assert table.waiting == (deal,)
        play_all(table, ["bid 9", "bid 8", "bid 7"])
    assert table.over


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_SO_5_bids_reach_from_least_to_most(seats: int) -> None:
    table = Table("soler", seats, seed=5)
    for seat in range(seats):
        table.play(seat, table.moves(seat)[0])
    assert {text.partition(" ")[2] for text in table.moves(0)} == {str(n) for n in range(-3 * seats, 3 * seats + 1)}
    beyond = 3 * seats + 1
    if seats < 5:
        assert refused(table, 0, f"bid {beyond}") == refused(table, 0, f"bid {-beyond}") == ("bid-beyond", "SO-5")
        told = soler.explain(sight(table, 0), soler.NOUGHT + beyond, soler.BID_BEYOND)
        assert told == {"bid": beyond, "low": 1 - beyond, "high": beyond - 1}
    assert soler.span(state_of(table), 0) == 6 * seats + 1, "no candidate but the bids of the clause"
    assert soler.read("bid 16") == soler.read("bid -16") == ()


def test_SO_6_who_is_right_collects_and_starts_the_next_turn() -> None:
    table = dealt(*HANDS)
    lay_all(table, -1, 2, 3)
    play_all(table, ["bid 1", "bid 4", "bid 5"])
    assert set(table.waiting) == {1}
    view = table.view(None)
    assert view["known"] == [[], ["-1", "2", "3"], []]
    assert view["held"] == [4, 7, 4]
    assert view["heir"] == 1
    assert table.view(1)["hand"] == ["-1", "0", "0", "2", "2", "3", "3"]
    table.play(1, "done")
    assert table.view(None)["starter"] == 1
    assert set(table.waiting) == {0, 1, 2}
    lay_all(table, 0, 2, 1)
    assert set(table.waiting) == {1}


def test_SO_6_a_right_bid_goes_before_a_lone_zero() -> None:
    table = dealt(*HANDS)
    lay_all(table, 0, 2, 3)
    play_all(table, ["bid 1", "bid 4", "bid 5"])
    assert set(table.waiting) == {2}


def test_SO_7_nobody_right_the_cards_go_under_the_pile_from_the_starters_on() -> None:
    table = dealt(*HANDS)
    lay_all(table, -1, 2, 3)
    play_all(table, ["bid 1", "bid 5", "bid 4", "done"])  # seat 2 is right and starts the next turn
    lay_all(table, 1, 2, 3)
    play_all(table, ["bid 9", "bid 8", "bid 7"])
    assert table.view(None)["under"] == ["3", "1", "2"]
    assert table.view(None)["starter"] == 2
    assert table.view(None)["unseen"] == 40
    lay_all(table, 2, 3, 1)
    play_all(table, ["bid 9", "bid 8", "bid 7"])
    assert table.view(None)["under"] == ["3", "1", "2", "1", "2", "3"]


def test_SO_8_a_lone_zero_collects_and_the_same_player_starts_again() -> None:
    table = dealt(*HANDS)
    lay_all(table, 1, 0, 3)
    play_all(table, ["bid 1", "bid 5", "bid 6"])
    assert set(table.waiting) == {1}
    assert table.view(1)["hand"] == ["0", "0", "1", "2", "2", "3", "3"]
    assert table.view(None)["known"][1] == ["0", "1", "3"]
    table.play(1, "done")
    assert table.view(None)["starter"] == 0
    assert table.view(None)["under"] == []


def test_SO_9_several_zeros_are_taken_back() -> None:
    table = dealt(*HANDS)
    lay_all(table, 0, 0, 3)
    play_all(table, ["bid 1", "bid 5", "bid 6"])
    assert set(table.waiting) == {0, 1, 2}
    view = table.view(None)
    assert view["under"] == ["3"]
    assert view["held"] == [5, 5, 4]
    assert view["known"] == [["0"], ["0"], []]
    assert view["starter"] == 0
    lay_all(table, 0, 0, 3)  # the 0 known to be there is the one laid, as far as anybody can tell
    play_all(table, ["bid 1", "bid 5", "bid 6"])
    assert table.view(None)["known"] == [["0"], ["0"], []]


def test_SO_10_the_irreducible_sets() -> None:
    """Counted another way: among all sets of up to nine cards, those of sum 0 or 10 that hold no smaller one."""
    found: list[Counter[int]] = []
    for size in range(1, 10):
        for values in combinations_with_replacement(VALUES, size):
            made = Counter(values)
            if sum(values) in (0, 10) and made <= Counter(COPIES) and not any(other <= made for other in found):
                found.append(made)
    table = {tuple(face - 3 for face in faces) for faces in SETS}
    assert table == {tuple(sorted(made.elements())) for made in found}
    assert len(table) == len(SETS) == 29
    assert irreducible(IN_PACK.tolist(), ZERO, {0, 10}) == list(SETS)
    for values in table:
        assert sum(values) in (0, 10)
        assert Counter(values) <= Counter(COPIES)
        for size in range(1, len(values)):
            assert not any(sum(part) in (0, 10) for part in combinations(values, size))


@pytest.mark.parametrize("total", [0, 10])
def test_SO_10_every_set_is_made_of_irreducible_ones(total: int) -> None:
    """Any cards summing to 0 or 10 hold an irreducible set: nothing is lost by laying piece by piece."""
    rng = np.random.default_rng(10)
    pack = [int(card) for card in soler.PACKS["soler"]]
    sets = [Counter(face - 3 for face in faces) for faces in SETS]
    checked = 0
    while checked < 300:
        values = Counter(rng.choice(pack, int(rng.integers(1, 12)), replace=False).tolist())
        if sum(values.elements()) == total:
            checked += 1
            assert any(found <= values for found in sets)


def test_SO_10_the_example_of_the_sheet() -> None:
    s = late("-1 2 2 3 3", "0 0 -2", deck="1 1 1")
    do(s, "0 lay 3", "1 lay -2", "0 bid 1", "1 bid 2")
    assert soler.waiting(s) == 0b01
    s = late("-1 2 2 3 0", "0 -2 1", deck="1 1 1")
    do(s, "0 lay 0", "1 lay -2", "0 bid -2", "1 bid 2")
    assert cards(s.hand[0]) == "-2 -1 0 2 2 3"
    before = s.open.safe[0].copy()
    do(s, "0 safe -2 -1 3")
    assert cards(s.open.safe[0] - before) == "-2 -1 3"
    assert cards(s.hand[0]) == "0 2 2"
    assert cards(s.open.known[0]) == "0"  # of the cards collected, the -2 has left


def test_SO_10_several_sets_one_after_another_and_then_done() -> None:
    table = dealt("0 0 1 2 -2", "-1 2 3 3 3")
    lay_all(table, 1, -1)
    play_all(table, ["bid 0", "bid 1"])
    assert set(table.moves(0)) == {"safe 0", "safe -2 2", "safe -1 1", "done"}
    assert refused(table, 1, "done") == ("not-your-turn", "SO-4")
    assert refused(table, 0, "lay 0") == refused(table, 0, "bid 0") == ("safe-or-done", "SO-10")
    assert refused(table, 0, "safe -3 3") == ("set-not-in-hand", "SO-10")
    told = soler.explain(sight(table, 0), soler.read("safe -2 -2 1 3")[0], soler.SET_NOT_IN_HAND)
    assert told == {"cards": "-2 -2 1 3", "missing": "-2 3"}
    table.play(0, "safe 1 -1")
    table.play(0, "safe 0")
    assert table.view(None)["safe"] == [["-1", "0", "1"], []]
    assert table.view(None)["held"] == [3, 4]
    assert table.play(0, "safe 2 0 -2") == ["safe -2 2", "safe 0"]
    assert table.moves(0) == ["done"]
    table.play(0, "done")
    assert table.view(None)["held"] == [3, 4]


def test_SO_10_only_after_collecting_and_always_asked() -> None:
    table = dealt("0 0 1 2 -2", "1 2 3 3 3")
    assert refused(table, 0, "safe 0") == ("not-collected", "SO-10")
    lay_all(table, 2, 2)
    assert refused(table, 0, "safe 0") == ("not-collected", "SO-10")
    play_all(table, ["bid 1", "bid 4"])
    assert set(table.waiting) == {1}
    assert table.moves(1) == ["done", "safe 1 3 3 3", "safe 2 2 3 3"]
    s = late("3 3 3", "2 3 3", deck="1 1 1")
    do(s, "0 lay 3", "1 lay 3", "0 bid 6", "1 bid 2")
    assert [soler.spell(m) for m in listed(RULES, s, 0)] == ["done"]  # asked with nothing to lay


def test_SO_10_cards_drawn_in_the_turn_come_too_late() -> None:
    s = late("0 1 2", "1 2 3", deck="0 0 0 0")
    do(s, "0 lay 1", "1 lay 1", "0 bid 2", "1 bid 3", "0 safe 0")
    assert soler.check(s, 0, soler.read("safe 0")[0]) == soler.SET_NOT_IN_HAND
    do(s, "0 done")
    assert cards(s.hand[0]) == "1 1 2"
    assert soler.check(s, 0, soler.read("safe 0")[0]) == soler.NOT_COLLECTED


def test_SO_11_drawing_up_to_three_from_the_starter_of_the_turn_on() -> None:
    s = late("1 2 2", "0 0 3", "1 2 3", deck="-1 -2 -3 3 3")
    do(s, "0 lay 1", "1 lay 3", "2 lay 3", "0 bid 3", "1 bid 7", "2 bid 4", "1 safe 0", "1 safe 0", "1 done")
    assert s.open.starter == 1  # who was right starts now, but seat 0 had started and drew first
    assert [cards(s.hand[seat]) for seat in range(3)] == ["-1 2 2", "1 3 3", "-2 1 2"]
    s = late("1 2 2", "0 0 3", "1 2 3", deck="-1 -2 -3 3 3")
    s.open.starter = 2
    s.open.heir = 2
    do(s, "0 lay 1", "1 lay 3", "2 lay 3", "2 bid 3", "0 bid 7", "1 bid 4", "0 done")
    assert [cards(s.hand[seat]) for seat in range(3)] == ["1 2 2 3 3", "-2 0 0", "-1 1 2"]
    assert s.open.unseen == 3


def test_SO_11_each_draws_all_that_is_due_before_the_next() -> None:
    s = late("0 0 0 1", "2 2 2", deck="-1 -2 -3 3 3")
    do(s, "0 lay 0", "1 lay 2", "0 bid 3", "1 bid 4")  # the lone 0 collects
    do(s, *["0 safe 0"] * 3, "0 done")
    assert [cards(s.hand[seat]) for seat in range(2)] == ["-1 1 2", "-2 2 2"]
    s = late("0 0 0", "2 2 2", deck="-1 -2 -3 3 3")
    do(s, "0 lay 0", "1 lay 2", "0 bid 3", "1 bid 4", *["0 safe 0"] * 3, "0 done")
    assert [cards(s.hand[seat]) for seat in range(2)] == ["-2 -1 2", "-3 2 2"]


def test_SO_11_drawn_cards_are_known_if_they_had_been_put_under_the_pile() -> None:
    s = late("1 2 2", "1 2 3", deck="-1", under="3 -2")
    do(s, "0 lay 1", "1 lay 1", "0 bid 3", "1 bid 4")
    assert [cards(s.hand[seat]) for seat in range(2)] == ["-1 2 2", "2 3 3"]
    assert [cards(s.open.known[seat]) for seat in range(2)] == ["", "3"]
    assert cards(np.bincount(s.open.under[:3], minlength=7)) == "-2 1 1"
    assert s.open.under.tolist()[:4] == [1, 4, 4, -1]
    assert s.open.unseen == 0
    assert s.open.sunk == 3
    assert (s.deck == -1).all()
    do(s, "1 lay 3")
    assert cards(s.open.known[1]) == "3"  # perhaps laid: nobody can tell
    do(s, "0 lay 2", "0 bid 0", "1 bid 1")
    assert [cards(s.open.known[seat]) for seat in range(2)] == ["-2", "1"]
    assert s.open.under.tolist()[:4] == [4, 5, 6, -1]


def test_SO_11_with_an_empty_pile_the_deal_goes_on_with_fewer_cards() -> None:
    s = late("0 2 2", "1 3")
    do(s, "0 lay 0", "1 lay 1", "0 bid 3", "1 bid 1", "1 done")
    assert soler.over(s) == 0
    assert s.open.held[:2].tolist() == [2, 3]
    do(s, "1 lay 0", "0 lay 2", "1 bid -1", "0 bid 2", "0 safe 0", "0 done")
    assert soler.over(s) == 0
    assert s.open.held[:2].tolist() == [2, 2]


def test_SO_12_the_deal_ends_with_no_card_to_draw_and_an_empty_hand() -> None:
    s = late("2 2", "0")
    do(s, "0 lay 2", "1 lay 0", "0 bid 2", "1 bid 1", "0 done")
    assert soler.over(s) == 1  # seat 1 has none left
    assert cards(s.open.known[0]) == "0 2 2"
    assert s.open.gain[:2].tolist() == [52, 0]
    s = late("2 2", "1")
    do(s, "0 lay 2", "1 lay 1", "0 bid 2", "1 bid 1")
    assert soler.over(s) == 1  # both cards went under the pile, and the starter drew both
    assert [cards(s.hand[seat]) for seat in range(2)] == ["1 2 2", ""]


def test_SO_12_drawing_comes_before_the_end() -> None:
    s = late("2 2 2", "0", deck="1")
    do(s, "0 lay 2", "1 lay 0", "0 bid 2", "1 bid 1", "0 done")
    assert soler.over(s) == 0
    assert [cards(s.hand[seat]) for seat in range(2)] == ["0 2 2 2", "1"]


def test_SO_13_points_and_the_number_of_deals() -> None:
    table = dealt("0 0 1 2 -2", "-1 2 3 3 3", quiet=2)
    lay_all(table, 1, -1)
    play_all(table, ["bid 0", "bid 1"])
    table.play(0, "safe 0 0 2 -2")
    table.play(0, "done")
    for _ in range(2):
        for seat in range(2):
            table.play(seat, table.moves(seat)[-1])
        for bid in ("bid -6", "bid -5"):
            table.play(table.waiting[0], bid)
    assert table.deals == [[4, 0]]
    assert table.scores == [4, 0]
    assert table.last is not None
    assert table.last["lines"][0] == [["safe", {"count": 4, "points": 4}], ["hand", {"count": 3, "points": 0}]]
    assert [len(hand) for hand in table.last["known"]] == table.last["held"] == [3, 3]
    assert table.view(None)["deals"] == 2
    table.agree(whole=False)
    assert table.over
    assert table.winners == [0]
    with pytest.raises(IllegalMove):
        table.play(0, "lay 0")


@pytest.mark.parametrize(("options", "deals"), [({}, 3), ({"deals": 1}, 1), ({"deals": 4}, 4)])
def test_SO_13_option_deals(options: dict[str, int], deals: int) -> None:
    table = Table("soler", 3, seed=3, options=options)
    while not table.over:
        table.agree(whole=False)
        assert len(table.deals) <= deals
    assert len(table.deals) == deals


def test_SO_13_option_target_is_checked_after_each_deal_and_replaces_their_number() -> None:
    s = late("0 3", "0 2")
    s.open.target, s.open.deals = 52, 0
    s.open.total[1] = 7
    do(s, "0 lay 3", "1 lay 2", "0 bid 1", "1 bid 5")
    soler.finish(s, False)
    assert s.open.gain[:2].tolist() == [51, 0]
    assert soler.over(s) == 1
    out = np.zeros(2, np.int64)
    soler.score(s, out)
    assert out.tolist() == [51, 7]
    soler.deal(s, pack_of("soler"))
    assert s.open.deal == 2
    assert s.open.gain.tolist() == [0] * 5
    s.open.safe[1, 3] = 45
    soler.finish(s, False)
    assert soler.over(s) == 2  # 52 reached, by the other player
    start = blank(soler.STATE)
    soler.start(start, 4, np.array([2, 100, 0], np.int32))
    assert (start.open.deals, start.open.target) == (0, 100)


def test_SO_14_option_quiet_ends_a_deal_in_which_nothing_is_made_safe() -> None:
    zeros = deck_of("soler", "0 0 0 0 0", "0 0 0 0 0")
    table = Table("soler", 2, decks=[zeros] * 2, options={"quiet": 3})
    for turn in range(3):
        assert len(table.deals) == 0
        assert table.view(None)["calm"] == turn + 1
        lay_all(table, 0, 0)
        play_all(table, ["bid 1", "bid 2"])
    assert table.deals == [[0, 0]]
    endless = Table("soler", 2, decks=[zeros] * 2)
    for _ in range(200):
        lay_all(endless, 0, 0)
        play_all(endless, ["bid 1", "bid 2"])
    assert endless.deals == []
    assert endless.view(None)["calm"] == 201


def test_SO_14_a_safe_card_begins_the_count_anew() -> None:
    table = Table("soler", 2, decks=[deck_of("soler", "0 0 0 0 0", "0 0 0 0 1")] * 2, options={"quiet": 2})
    lay_all(table, 0, 0)
    play_all(table, ["bid 1", "bid 2"])
    assert table.view(None)["calm"] == 2
    lay_all(table, 0, 1)
    play_all(table, ["bid 1", "bid 2", "safe 0"])
    assert table.view(None)["calm"] == 0
    table.play(0, "done")
    assert table.view(None)["calm"] == 1
    lay_all(table, 0, 0)
    play_all(table, ["bid 1", "bid 2"])
    assert table.deals == []
    lay_all(table, 0, 0)
    play_all(table, ["bid 1", "bid 2"])
    assert table.deals == [[1, 0]]


def test_a_deal_ended_by_consent_gives_hidden_cards_back() -> None:
    table = dealt(*HANDS)
    table.play(1, "lay 2")
    table.agree(whole=True)
    assert table.last is not None
    assert table.last["known"][1] == ["0", "0", "2", "2", "3"]
    assert table.last["held"] == [5, 5, 5]
    assert table.last["lays"] == []
    assert (table.winners, table.scores) == ([0, 1, 2], [0, 0, 0])


def test_turns_count_decisions() -> None:
    table = dealt("0 0 1 2 -2", "-1 2 3 3 3")
    lay_all(table, 1, -1)
    play_all(table, ["bid 0", "bid 1", "safe 0", "safe -2 2", "done"])
    assert [table.view(seat)["turn"] for seat in range(2)] == [5, 2]


# Always a move


def sound(s: Record) -> None:
    """Every count agrees with every other, nothing stale is left, and whoever is waited for can move."""
    o = s.open
    seats = int(o.seats)
    placed = s.hand.sum(0) + o.safe.sum(0)
    for row in (s.laid, s.deck, o.under):
        placed = placed + np.bincount(row[row >= 0], minlength=7)
    assert placed.tolist() == IN_PACK.tolist()
    assert o.held.tolist() == s.hand.sum(1).tolist()
    assert not s.hand[seats:].any()
    for row, count in ((s.deck, o.unseen), (o.under, o.sunk)):
        assert (row[:count] >= 0).all()
        assert (row[count:] == -1).all()
    for seat in range(seats):
        with_laid = s.hand[seat] + np.array([s.laid[seat] == face for face in range(7)])
        assert (o.known[seat] <= with_laid).all()
        assert bool(listed(RULES, s, seat)) == bool(soler.waiting(s) >> seat & 1)
    if o.phase == soler.LAYING and not o.lays:
        assert min(o.held[:seats]) >= (3 if o.unseen + o.sunk else 1)
    assert soler.waiting(s) or soler.over(s)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_there_is_always_a_legal_move(seats: int) -> None:
    rng = np.random.default_rng(seats)
    for _ in range(25):  # late situations with few cards and a small pile or none, and whole deals
        counts = rng.integers(1, 4, seats + 2)
        loose = iter(rng.permutation(soler.PACKS["soler"]).tolist())
        heaps = [" ".join(next(loose) for _ in range(count)) for count in counts]
        pile = rng.random() < 0.5
        if pile:
            heaps = [" ".join([heap, *(next(loose) for _ in range(3 - len(heap.split())))]) for heap in heaps]
        s = late(*heaps[:seats], deck=heaps[-1] if pile else "", under=heaps[-2] if pile else "", quiet=40)
        moves = 0
        while not soler.over(s) and moves < 150:
            sound(s)
            mask = soler.waiting(s)
            seat = int(rng.choice([seat for seat in range(seats) if mask >> seat & 1]))
            soler.play(s, seat, random_move(RULES, s, seat, rng))
            moves += 1
        sound(s)


def test_counts() -> None:
    """Sequences of n moves, all of those waited for taking turns in every way; counted by hand too."""

    def count(s: Record, depth: int) -> int:
        if depth == 0 or soler.over(s):
            return 1
        leaves = 0
        for seat in range(int(s.open.seats)):
            for m in listed(RULES, s, seat):
                world = copied(RULES, s)
                soler.play(world, seat, m)
                leaves += count(world, depth - 1)
        return leaves

    two = state_of(dealt("0 0 0 1 1", "2 2 2 2 2"))
    assert [count(two, depth) for depth in range(1, 5)] == [2 + 1, 2 * 2, 4 * 13, 4 * 13 * 12]
    # 0 and 2 laid: seat 0 collects, as the lone 0 or by its bid, and has `safe 0` and `done`; or seat 1, with one more.
    # 1 and 2: the bid that is right has 2 answers again, else 0 or 1 is laid, or a 2. All in both orders of laying.
    assert count(two, 5) == 2 * ((132 + 12) * 2 + 12 * 3 + (12 + 12) * 2 + 132 * 3)
    three = state_of(dealt(*HANDS))  # 5, 3 and 3 kinds of cards
    by_hand = [5 + 3 + 3, 2 * (15 + 15 + 9), 6 * 45, 6 * 45 * 19]
    assert [count(three, depth) for depth in range(1, 5)] == by_hand


# What guess draws, and what weigh knows of it


def worlds(s: Record, viewer: int) -> Counter[bytes]:
    """All worlds the viewer thinks possible: labelled cards over hidden places, each lay any card of its hand."""
    seats = int(s.open.seats)
    v = seen(RULES, s, viewer)
    loose: list[int] = []
    hidden = []
    for seat in range(seats):
        whole = s.hand[seat].copy()
        if s.laid[seat] >= 0:
            whole[s.laid[seat]] += 1
        own = [face for face in range(7) for _ in range(int(whole[face] - s.open.known[seat, face]))]
        hidden.append(0 if seat == viewer else len(own))
        loose += [] if seat == viewer else own
    loose += s.deck[: s.open.unseen].tolist()
    found: Counter[bytes] = Counter()
    for faces in permutations(loose):
        due = iter(faces)
        hands = []
        for seat in range(seats):
            known = [face for face in range(7) for _ in range(int(s.open.known[seat, face]))]
            hands.append(known + [next(due) for _ in range(hidden[seat])])
        deck = list(due)
        laying = [seat != viewer and bool(s.open.lays >> seat & 1) for seat in range(seats)]
        choices = [range(len(hands[seat])) if laying[seat] else [0] for seat in range(seats)]
        for lays in product(*choices):
            world = copied(RULES, s)
            world.deck[: len(deck)] = deck
            for seat in range(seats):
                if seat != viewer:
                    world.hand[seat] = [hands[seat].count(face) for face in range(7)]
                    if laying[seat]:
                        world.laid[seat] = hands[seat][lays[seat]]
                        world.hand[seat, world.laid[seat]] -= 1
            if seen(RULES, world, viewer).tobytes() == v.tobytes():
                found[world.tobytes()] += 1
    return found


@pytest.mark.parametrize("viewer", [0, 2, -1])
@pytest.mark.parametrize("under", ["", "3 -1 3"])
def test_guess_draws_every_possible_world_as_often_as_it_should_and_no_other(viewer: int, under: str) -> None:
    s = late("2 1", "3 3 -1", "0 3", known=("2 1" if viewer else "", "3", "0"), deck="2 2", under=under)
    do(s, "1 lay 3", "2 lay 0")
    possible = worlds(s, viewer)
    assert len(possible) > 12
    v = seen(RULES, s, viewer)
    rng = np.random.default_rng(viewer + 1)
    guessed: Counter[bytes] = Counter()
    world = blank(soler.STATE)
    pack = pack_of("soler")
    samples = 3000
    for _ in range(samples):
        assert soler.guess(v, rng.permutation(pack), int(rng.integers(1 << 62)), world)
        guessed[world.tobytes()] += 1
    assert set(guessed) <= set(possible)
    share = samples / possible.total()
    chi_square = sum((guessed[key] - share * count) ** 2 / (share * count) for key, count in possible.items())
    freedom = len(possible) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("copies", [1, 2, 6, 13])
def test_left_out_numbers_every_choice_of_copies_once(copies: int) -> None:
    order = np.random.default_rng(copies).permutation(np.array([3] * copies + [0, 1, 2], np.int16))
    places = np.flatnonzero(order == 3).tolist()
    for count in range(copies + 1):
        ways = int(bags.CHOOSE[copies, count])
        masks = {bags.left_out(order, 3, copies, count, rank) for rank in range(ways)}
        assert masks == {sum(1 << place for place in choice) for choice in combinations(places, count)}


def chances(v: Record) -> Counter[int]:
    """How likely each sum is, card by card, in fractions."""
    o = v.open
    seats = int(o.seats)
    others = [seat for seat in range(seats) if seat != v.seat]
    loose = IN_PACK - o.safe.sum(0) - v.hand - np.bincount(o.under[: o.sunk], minlength=7)
    loose[v.laid] -= 1
    for seat in others:
        loose = loose - o.known[seat]
    found: Counter[int] = Counter()

    def lay(i: int, total: int, chance: Fraction, left: tuple[int, ...]) -> None:
        if i == len(others):
            found[total] += chance  # type: ignore[assignment]
            return
        known = o.known[others[i]].tolist()
        held = int(o.held[others[i]]) + 1
        for face in range(7):
            if known[face]:
                lay(i + 1, total + face - 3, chance * Fraction(known[face], held), left)
            if left[face] and held > sum(known):
                unknown = Fraction(held - sum(known), held) * Fraction(left[face], sum(left))
                lay(i + 1, total + face - 3, chance * unknown, (*left[:face], left[face] - 1, *left[face + 1 :]))

    lay(0, int(v.laid) - 3, Fraction(1), tuple(int(count) for count in loose))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_weigh_tells_the_exact_chance_of_every_sum(seats: int) -> None:
    rng = np.random.default_rng(seats)
    table = Table("soler", seats, seed=6, options={"quiet": 40})
    s = state_of(table)
    out = np.zeros(soler.WEIGH_ROOM)
    checked = 0
    while checked < 3:
        if s.open.phase == soler.BIDDING and rng.random() < 0.1:
            seat = table.waiting[0]
            v = seen(RULES, s, seat)
            exact = chances(v)
            assert exact.total() == 1
            for bid in range(-3 * seats, 3 * seats + 1):
                soler.weigh(v, soler.NOUGHT + bid, out)
                assert out[0] == pytest.approx(float(exact[bid]), abs=1e-14)
            assert out[1:3].tolist() == [0, s.open.held[seat]]
            checked += s.open.known.any()
        seat = int(rng.choice(table.waiting))
        table.play(seat, soler.spell(random_move(RULES, s, seat, rng)))


def test_weigh_agrees_with_the_worlds_that_guess_draws() -> None:
    s = late("0 1", "3 3 -1", "0 3", known=("", "3", "0"), deck="2 2")
    v = seen(RULES, s, 0)
    out = np.zeros(soler.WEIGH_ROOM)
    soler.weigh(v, soler.read("lay 0")[0], out)
    # seat 2 lays its known 0 or an unknown card, seat 1 its 3 or one of two unknown ones; no unknown card is a 0
    assert out[:3] == pytest.approx([1 / 2, 0, 1])
    do(s, "0 lay 1", "1 lay 3", "2 lay 0")
    v = seen(RULES, s, 0)
    sums: Counter[int] = Counter()
    for data, count in worlds(s, 0).items():
        sums[int(np.frombuffer(data, soler.STATE)[0].laid[:3].sum()) - 9] += count
    for bid in range(-9, 10):
        soler.weigh(v, soler.NOUGHT + bid, out)
        assert out[0] == pytest.approx(sums[bid] / sums.total())


def test_weigh_of_a_lone_zero_and_of_sets() -> None:
    s = late("0 0 2 -2", "0 3 3", "3 3 1", known=("", "3", "3 1"), deck="0 0 2", under="0")
    out = np.zeros(soler.WEIGH_ROOM)
    soler.weigh(seen(RULES, s, 0), ZERO, out)
    # unknown: 0 3 | 3 | 0 0 2. Seat 1 lays its 3 in one case of three, seat 2 a known card in two of three.
    none = Fraction(1, 3) * Fraction(2, 3) + Fraction(1, 3) * Fraction(1, 3) * Fraction(1, 2)
    none += Fraction(2, 3) * Fraction(2, 3) * Fraction(1, 2) + Fraction(2, 3) * Fraction(1, 3) * Fraction(3 * 2, 6 * 5)
    assert out[:3] == pytest.approx([float(none), 0, 3])
    soler.weigh(seen(RULES, s, 0), RULES.FACES.index("2"), out)
    assert out[:3].tolist() == [0, 0, 3]
    do(s, "0 lay 0", "1 lay 3", "2 lay 3", "0 bid 6", "1 bid 5", "2 bid 4")
    weights = {}
    for m in listed(RULES, s, 0):
        soler.weigh(seen(RULES, s, 0), m, out)
        weights[soler.spell(m)] = out[:3].tolist()
    assert weights == {
        "safe -2 2": [0, 2, 4],
        "safe 0": [0, 1, 5],
        "done": [0, 0, 6],
    }


# Texts


def test_every_move_has_one_text() -> None:
    texts = [soler.spell(m) for m in range(soler.DONE + 1)]
    assert len(set(texts)) == 7 + 31 + 29 + 1
    assert [soler.read(text) for text in texts] == [(m,) for m in range(soler.DONE + 1)]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("LAY +2", ["lay 2"]),
        (" lay\u22122 ", ["lay -2"]),
        ("bid +4", ["bid 4"]),
        ("bid - 15", ["bid -15"]),
        ("bid -0", ["bid 0"]),
        ("Done", ["done"]),
        ("safe 3 -1 -2", ["safe -2 -1 3"]),
        ("safe +3,-1,-2", ["safe -2 -1 3"]),
        ("safe 0 0", ["safe 0", "safe 0"]),
        ("safe 2 -2 1 -1 0", ["safe -2 2", "safe -1 1", "safe 0"]),
        ("safe 3 3 3 1 -3 3", ["safe -3 3", "safe 1 3 3 3"]),
        ("safe 2 2 2 2 2 3 -3", ["safe -3 3", "safe 2 2 2 2 2"]),
    ],
)
def test_texts_are_read_with_tolerance(text: str, canonical: list[str]) -> None:
    assert [soler.spell(m) for m in soler.read(text)] == canonical


NONSENSE = "lay|lay 4|lay 1 2|bid|bid 16|bid x|bid 1.5|safe|safe 1|safe 3 3 3 3 3 3 2|safe 0 4|done 1|2|lay two|lay 2 !"


@pytest.mark.parametrize(
    "text", ["", " ", *NONSENSE.split("|"), "lay \u0663", "safe" + " 0" * 13, "safe" + " 0" * 9999]
)
def test_what_names_no_move_is_none(text: str) -> None:
    assert soler.read(text) == ()


def test_whole_piles_of_safe_cards_are_parted_quickly() -> None:
    assert len(soler.read("safe " + " ".join(soler.PACKS["soler"]))) == 22


def test_check_is_total() -> None:
    s = state_of(dealt(*HANDS))
    for seat in (-5, -1, 3, 99):
        assert soler.check(s, seat, 3) == soler.NOT_YOUR_TURN
        assert soler.span(s, seat) == 0
    for m in (-1, soler.DONE + 1, 1 << 62, -(1 << 62)):
        assert soler.check(s, 0, m) == soler.NO_SUCH_MOVE
    assert soler.explain(seen(RULES, s, 0), 4, soler.NOT_IN_HAND) == {"card": "1"}
    assert soler.explain(seen(RULES, s, 0), 4, soler.NOT_YOUR_TURN) == {"mover": -1}
    assert soler.explain(seen(RULES, s, 0), 4, soler.LAY_NOW) == {}


def test_reckon() -> None:
    faces = [RULES.FACES.index(card) for card in "3 -2 -1 0 2 2 3 3".split()]
    points, lines = soler.reckon(faces)
    assert points == 8
    assert lines == [
        ("set", {"cards": "-2 -1 3", "sum": 0, "points": 3}),
        ("set", {"cards": "0", "sum": 0, "points": 1}),
        ("set", {"cards": "2 2 3 3", "sum": 10, "points": 4}),
    ]
    assert soler.reckon([]) == (0, [])
    assert all(knows("soler", f"line.{code}", lang) for code in ("set", "safe", "hand") for lang in LANGUAGES)


@pytest.mark.parametrize(
    ("faces", "code", "told"),
    [
        ([0, 0, 6, 6], "too-many", {"card": "-3", "count": 1}),
        ([4], "no-sets", {"cards": "1"}),
        ([6] * 6 + [5], "no-sets", {"cards": "3 3 3 3 3 3 2"}),
    ],
)
def test_reckon_refuses_what_cannot_be(faces: list[int], code: str, told: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=code) as wrong:
        soler.reckon(faces)
    assert wrong.value.args == (code, told)
