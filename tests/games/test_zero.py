"""Zero, clause by clause (docs/rules/zero.md)."""

from collections import Counter
from hashlib import sha256
from itertools import combinations

import numpy as np
import pytest

from ludozero import IllegalMove, Table
from ludozero.games import rules, zero
from ludozero.games.bits import NONE, bit, lowest, nth, ones
from ludozero.games.shape import Record, blank
from tests.tabletop import copied, deck_of, listed, play_all, seen, state_of

CROSS = "B8 B7 B5 B1 B2 R2 Y2 G2 V2"  # a Zero
RULES = rules("zero")
HANDS = ["R1 R2 R3 R4 Y5 Y6 Y7 Y8 G1", "G2 G3 G4 G5 B6 B7 B8 V1 V2", "V3 V4 V5 V6 S7 S8 K1 K2 K3"]
POT = "K4 K5 K6 K7 K8"


def word(text: str) -> np.uint64:
    cards = NONE
    for card in text.split():
        cards |= bit(zero.FACES.index(card))
    return cards


def dealt(*hands: str, pot: str = POT, decks: int = 3, **options: str) -> Table:
    deck = deck_of("zero", *hands, pot)
    return Table("zero", len(hands), decks=[deck] * decks, options=options)


def refused(table: Table, seat: int, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as wrong:
        table.play(seat, text)
    return wrong.value.code, wrong.value.clause


def test_ZR_1_pack() -> None:
    assert len(zero.FACES) == len(set(zero.FACES)) == 56
    assert Counter(face[0] for face in zero.FACES) == dict.fromkeys("RYGBVSK", 8)
    assert Counter(face[1] for face in zero.FACES) == dict.fromkeys("12345678", 7)
    pinned = sha256(" ".join(zero.FACES).encode() + zero.CROSS.tobytes() + zero.SUM_OF.tobytes()).hexdigest()
    assert pinned[:16] == "3c63a4b6f05cdb4e"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_ZR_2_nine_cards_each_and_five_in_the_pot(seats: int) -> None:
    table = Table("zero", seats, seed=1)
    s = state_of(table)
    assert [ones(hand) for hand in s.hand] == [9] * seats + [0] * (5 - seats)
    assert ones(s.open.pot) == 5
    union = s.open.pot
    for hand in s.hand:
        assert union & hand == NONE
        union |= hand
    deck = deck_of("zero")
    table = Table("zero", seats, decks=[deck] * seats)
    assert table.view(0)["hand"] == deck.split()[:9]  # blocks, seat 0 first
    assert table.view(0)["pot"] == deck.split()[9 * seats : 9 * seats + 5]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_ZR_3_as_many_rounds_as_players_the_deal_going_left(seats: int) -> None:
    table = Table("zero", seats, seed=2)
    for deal in range(seats):
        dealer = table.view(None)["dealer"]
        assert dealer == deal
        assert table.waiting == ((dealer + 1) % seats,)
        play_all(table, ["knock"] * (2 + seats - 1))
    assert table.over
    assert len(table.deals) == seats


def test_ZR_3_clockwise() -> None:
    table = dealt(*HANDS)
    for seat in (1, 2, 0, 1):
        assert table.waiting == (seat,)
        assert refused(table, (seat + 1) % 3, "knock") == ("not-your-turn", "ZR-3")
        table.play(seat, table.moves(seat)[0])


def test_ZR_4_exchange_or_knock() -> None:
    table = dealt(*HANDS)
    assert len(table.moves(1)) == 9 * 5 + 1
    assert "knock" in table.moves(1)
    assert zero.check(state_of(table), 1, zero.KNOCK + 1) == zero.NO_SUCH_MOVE
    assert zero.check(state_of(table), 1, -1) == zero.NO_SUCH_MOVE


def test_ZR_5_exchange() -> None:
    table = dealt(*HANDS)
    assert refused(table, 1, "R1>K4") == ("not-in-hand", "ZR-5")
    assert refused(table, 1, "G2>G2") == ("own-card-back", "ZR-5")
    assert refused(table, 1, "G2>S1") == ("not-in-pot", "ZR-5")
    assert table.play(1, " g2 > k4 ") == ["G2>K4"]
    assert set(table.view(1)["hand"]) == set("G3 G4 G5 B6 B7 B8 V1 V2 K4".split())
    assert set(table.view(0)["pot"]) == set("G2 K5 K6 K7 K8".split())
    assert table.view(0)["known"] == [[], ["K4"], []]


def test_ZR_6_first_knock_has_no_effect_second_gives_each_other_seat_one_turn() -> None:
    table = dealt(*HANDS)
    table.play(1, "knock")
    assert table.view(0)["knocks"] == 1
    assert table.view(0)["closer"] is None
    table.play(2, "V3>K4")
    table.play(0, "knock")  # the second of the round
    assert table.view(0)["closer"] == 0
    table.play(1, "G2>V3")  # the first knocker plays again
    assert table.view(0)["deal"] == 1
    table.play(2, "V4>G2")
    assert table.view(0)["deal"] == 2  # seat 0 has no further turn
    assert len(table.deals) == 1


def test_ZR_6_both_knocks_by_one_seat() -> None:
    table = dealt(*HANDS)
    play_all(table, ["knock", "V3>K4", "R1>K5", "knock"])
    assert table.view(None)["closer"] == 1
    play_all(table, ["V4>V3", "R2>R1"])
    assert len(table.deals) == 1


def test_ZR_7_a_knock_in_the_last_lap_only_declines() -> None:
    table = dealt(*HANDS)
    play_all(table, ["knock", "knock", "knock"])
    assert table.view(None)["closer"] == 2
    assert table.view(None)["knocks"] == 2
    table.play(1, "knock")
    assert len(table.deals) == 1
    table = dealt(*HANDS)
    play_all(table, ["knock", "V3>K4", "knock", "knock"])
    assert table.view(None)["closer"] == 0
    assert table.view(None)["knocks"] == 2


ALMOST = "B8 B7 B5 B1 B2 R2 Y2 G2 K3"


def test_ZR_8_zero_ends_the_round_at_once() -> None:
    others = ["R1 R3 R4 R5 Y1 Y3 Y4 Y5 G1", "G3 G4 G5 B6 V1 V3 V4 V5 S7"]
    table = dealt(others[0], ALMOST, others[1], pot="V2 K5 K6 K7 K8")
    assert table.weigh(1)["K3>V2"] == {"points": 0, "zero": 1}
    table.play(1, "K3>V2")
    assert table.deals[0][1] == 0
    assert table.last is not None
    assert table.last["lines"][1] == [["zero", {"points": 0}]]
    assert table.last["shown"][1] == sorted(CROSS.split(), key=zero.FACES.index)


def test_ZR_8_in_the_last_lap_too() -> None:
    others = ["R1 R3 R4 R5 Y1 Y3 Y4 Y5 G1", "G3 G4 G5 B6 V1 V3 V4 V5 S7"]
    table = dealt(others[0], others[1], ALMOST, pot="V2 K5 K6 K7 K8")
    play_all(table, ["knock", "K3>K5", "knock", "G3>K6", "K5>V2"])
    assert len(table.deals) == 1
    table = dealt(others[0], ALMOST, others[1], pot="V2 K5 K6 K7 K8")
    play_all(table, ["K3>K5", "knock", "knock", "K5>V2"])  # seat 2 does not play again
    assert len(table.deals) == 1
    assert table.deals[0][1] == 0


def test_ZR_8_five_and_five_of_nine_share_a_card() -> None:
    for row, column in ((5, 4), (4, 5), (5, 5)):
        cards = NONE
        for value in range(row):
            cards |= bit(value)
        for colour in range(column):
            cards |= bit(8 * colour)
        assert zero.zero(cards) == (row == column == 5)


def test_ZR_9_modern_a_dealt_zero_ends_the_round_before_any_turn() -> None:
    hands = ["R1 R3 R4 R5 Y1 Y3 Y4 Y5 G1", "G3 G4 G5 B6 V1 V3 V4 V5 S7", CROSS]
    decks = [deck_of("zero", *hands, POT), *[deck_of("zero", *HANDS, POT)] * 2]
    table = Table("zero", 3, decks=decks)
    assert table.deals[0][2] == 0
    assert [entry for entry in table.log if "move" in entry] == []
    assert table.waiting == (2,)  # the second round is on
    patient = Table("zero", 3, decks=decks, patient=True)
    patient.deal()
    assert (patient.standing, patient.waiting) == ("scored", ())


def test_ZR_9_modern_two_dealt_zeros_both_score_nothing() -> None:
    other = "R7 R6 R3 R1 R4 Y4 G4 B4 V4"
    hands = [CROSS.replace("B1", "B3"), other, "Y1 Y3 G1 G3 V1 V3 S1 S3 K1"]
    table = Table("zero", 3, decks=[deck_of("zero", *hands, POT), *[deck_of("zero", *HANDS, POT)] * 2])
    assert table.deals[0][:2] == [0, 0]
    assert table.deals[0][2] == 3


def test_ZR_9_berliner_a_dealt_zero_waits_for_its_owners_first_turn() -> None:
    hands = ["R1 R3 R4 R5 Y1 Y3 Y4 Y5 G1", "G3 G4 G5 B6 V1 V3 V4 V5 S7", CROSS]
    deck = deck_of("zero", *hands, POT)
    table = Table("zero", 3, decks=[deck, deck, deck], options={"sheet": "berliner"})
    assert table.waiting == (1,)
    table.play(1, "knock")
    assert table.deals == [[13, 26, 0]] * 2  # in the second round its owner begins
    assert table.waiting == (0,)
    table = dealt(CROSS, *hands[:2], sheet="berliner")
    play_all(table, ["knock", "knock"])
    assert table.deals[0][0] == 0  # before the last lap reaches its owner
    table = dealt(hands[0], CROSS, hands[1], sheet="berliner", decks=3)
    assert table.deals == [[13, 0, 26]]
    assert table.waiting == (2,)


def test_ZR_9_berliner_a_zero_overtaken_scores_nothing_too() -> None:
    other = "R7 R6 R3 R1 R4 Y4 G4 B4 K1"  # V4 would make it a Zero
    hands = ["Y1 Y3 G1 G3 V1 V3 S1 S3 Y8", other, CROSS.replace("B1", "B3")]
    table = dealt(*hands, pot="V4 K5 K6 K7 K8", sheet="berliner")
    table.play(1, "K1>V4")
    assert table.deals[0][1:] == [0, 0]


EXAMPLES = [
    ("B2 R5 G5 R3 Y3 G3 B3 V3 S3", 7),
    ("R1 Y1 R4 R8 B1 B3 B4 B7 B8", 13),
    ("R1 Y2 G2 B2 R5 R7 Y7 G7 B7", 15),
    ("B8 B7 B5 B1 B2 R2 Y2 G2 V2", 0),
    ("G7 G6 G2 G1 G3 R3 Y3 B3 V3", 0),
    ("R1 R2 R3 R4 R5 R6 R7 R8 Y8", 8),  # the value left counts though the set holds it too
    ("R7 Y7 G7 B7 V7 S7 K7 R1 Y1", 1),
    ("R1 R2 R3 R4 Y5 Y6 Y7 Y8 G1", 36),
]


@pytest.mark.parametrize(("hand", "expected"), EXAMPLES)
def test_ZR_10_scoring(hand: str, expected: int) -> None:
    assert zero.points(word(hand)) == expected
    points, lines = zero.reckon([zero.FACES.index(card) for card in hand.split()])
    assert points == expected == sum(args["points"] for _, args in lines)


def test_ZR_10_against_a_plain_reading_of_the_clause() -> None:
    rng = np.random.default_rng(10)
    for _ in range(2000):
        cards = rng.choice(56, 9, replace=False)
        if rng.random() < 0.5:  # half of them with many of a kind
            cards = rng.choice(np.flatnonzero((np.arange(56) // 8 == 3) | (np.arange(56) % 8 == 2)), 9, replace=False)
        colours, values = Counter(cards // 8), Counter(cards % 8)
        left = {card % 8 + 1 for card in cards if colours[card // 8] < 5 and values[card % 8] < 5}
        hand = NONE
        for card in cards:
            hand |= bit(card)
        assert zero.points(hand) == sum(left)
        five_and_five = any(n >= 5 for n in colours.values()) and any(n >= 5 for n in values.values())
        assert zero.zero(hand) == five_and_five


def test_ZR_10_reckon_refuses_what_cannot_be_and_tells_what_counts() -> None:
    cards = [zero.FACES.index(card) for card in EXAMPLES[1][0].split()]
    with pytest.raises(ValueError, match="card-twice") as wrong:
        zero.reckon([*cards[:-1], cards[0]])
    assert wrong.value.args == ("card-twice", {"card": "R1"})
    with pytest.raises(ValueError, match="not-nine") as wrong:
        zero.reckon(cards[:-1])
    assert wrong.value.args == ("not-nine", {"count": 8})
    assert zero.reckon(cards)[1] == [
        ("five-of-colour", {"colour": "B", "count": 5, "points": 0}),
        ("value", {"value": 1, "count": 2, "points": 1}),
        ("value", {"value": 4, "count": 1, "points": 4}),
        ("value", {"value": 8, "count": 1, "points": 8}),
    ]
    cards = [zero.FACES.index(card) for card in EXAMPLES[0][0].split()]
    assert zero.reckon(cards)[1][0] == ("five-of-value", {"value": 3, "count": 6, "points": 0})


def test_ZR_11_nothing_but_a_zero_is_worth_nothing() -> None:
    """A hand of no points lies in one colour and one value: nine cards are too many for either alone."""
    inside = [card for card in range(56) if zero.CROSS[27] & bit(card) != NONE]
    zeros = 0
    for cards in combinations(inside, 9):
        hand = NONE
        for card in cards:
            hand |= bit(card)
        assert (zero.points(hand) == 0) == bool(zero.zero(hand))
        zeros += bool(zero.zero(hand))
    assert zeros == 35 * 15  # four of the seven others of the colour, four of the six of the value


def test_ZR_11_whatever_is_known_of_a_hand_that_went_on_the_rest_makes_no_zero_of_it() -> None:
    """`bar` and `was_zero` against `zero` itself, about hands in one cross and hands but for a card in one."""
    rng = np.random.default_rng(11)
    made = Counter[bool]()
    for _ in range(3000):
        centre = int(rng.integers(56))
        row = [card for card in range(56) if card // 8 == centre // 8 and card != centre]
        column = [card for card in range(56) if card % 8 == centre % 8 and card != centre]
        longer = int(rng.integers(3, 6))
        cards = [centre, *rng.permutation(row)[:longer], *rng.permutation(column)[: 8 - longer]]
        if rng.random() < 0.3:
            cards[int(rng.integers(9))] = int(rng.choice([card for card in range(56) if card not in cards]))
        cards = rng.permutation(cards).tolist()
        seen_cards = int(rng.integers(1, 9))
        known, hidden = (
            word(" ".join(zero.FACES[card] for card in part)) for part in (cards[:seen_cards], cards[seen_cards:])
        )
        barred = np.zeros(56, np.uint16)
        zero.bar(known, barred, cards[0])
        is_zero = bool(zero.zero(known | hidden))
        assert zero.was_zero(barred, hidden) == is_zero
        made[is_zero] += 1
    assert min(made.values()) > 500


def test_ZR_12_points_add_up_and_the_lowest_total_wins() -> None:
    table = Table("zero", 4, seed=4)
    while not table.over:
        table.play(table.waiting[0], "knock")
    assert table.scores == [sum(deal[seat] for deal in table.deals) for seat in range(4)]
    assert table.winners == [seat for seat in range(4) if table.scores[seat] == min(table.scores)]


@pytest.mark.parametrize(("seats", "potted"), [(2, 9), (3, 7), (4, 5), (5, 5)])
def test_option_pot_auto(seats: int, potted: int) -> None:
    table = Table("zero", seats, seed=3, options={"pot": "auto"})
    assert len(table.view(0)["pot"]) == potted
    assert len(table.moves(1)) == 9 * potted + 1


def test_option_pot_two_play_only_with_auto() -> None:
    table = Table("zero", 2, seed=3)
    assert table.options["pot"] == "auto"
    assert len(table.view(0)["pot"]) == 9
    assert Table("zero", 3, seed=3).options["pot"] == "five"


def test_a_card_taken_is_known_until_it_is_laid_again() -> None:
    table = dealt(*HANDS)
    play_all(table, ["G2>K4", "V3>G2", "R1>V3", "K4>K5"])
    assert table.view(0)["known"] == [["V3"], ["K5"], ["G2"]]
    assert table.view(None)["known"] == [["V3"], ["K5"], ["G2"]]


def test_bits() -> None:
    for cards in ([0], [63], [0, 1, 5, 63], list(range(64)), [7, 8, 40]):
        held = NONE
        for card in cards:
            held |= bit(card)
        assert ones(held) == len(cards)
        assert lowest(held) == cards[0]
        assert [nth(held, k) for k in range(len(cards))] == cards


# What guess draws

HISTORY = 9  # turns each seat takes: seat 2 lays all it was dealt, seat 1 all but two cards
LAID = {0: "R6 R7 Y5 Y6 G2 K8 S8 S7 S5", 1: "R1 Y3 G4 V5 S6 K7 S2 K8 S8", 2: "R3 R4 R5 Y7 G5 G6 G7 V6 V7"}
WANTED = "B8 B7 B5 R2 Y2 G2 K8 S8 S7"  # what seat 1 takes: after G2, two hidden cards and S2 may make a Zero


def long_round(hidden: tuple[str, str], sheet: str) -> Record | None:
    """Nine laps in which all of seat 2's cards and all but two of seat 1's become known; None if it ends before."""
    hand = LAID[1].split()[:7] + list(hidden)
    deck = deck_of("zero", LAID[0], *hand, LAID[2], "B8 B7 B5 R2 Y2").split()
    s = blank(zero.STATE)
    zero.start(s, 3, np.array([("modern", "berliner").index(sheet), 0], np.int32))
    zero.deal(s, np.array([zero.FACES.index(card) for card in deck], np.int16))
    for lap in range(HISTORY):
        mine, theirs = LAID[1].split()[lap], LAID[2].split()[lap]
        for seat, move in (
            (1, f"{mine}>{WANTED.split()[lap]}"),
            (2, f"{theirs}>{mine}"),
            (0, f"{LAID[0].split()[lap]}>{theirs}"),
        ):
            (m,) = zero.read(move)
            if zero.check(s, seat, m):
                return None  # the round was over
            zero.play(s, seat, m)
    return s


@pytest.mark.parametrize("sheet", ["modern", "berliner"])
def test_guess_draws_every_possible_world_equally_often_and_no_other(sheet: str) -> None:
    truth = long_round(("Y8", "K1"), sheet)
    assert truth is not None
    v = seen(RULES, truth, 0)
    located = v.hand | v.open.pot | v.open.known[1] | v.open.known[2]
    unknown = [zero.FACES[card] for card in range(56) if located & bit(card) == NONE]
    assert len(unknown) == 26
    possible = set()
    for pair in combinations(unknown, 2):
        world = long_round(pair, sheet)
        if world is not None and seen(RULES, world, 0) == v:
            possible.add(int(world.hand[1]))
    assert len(possible) == 325 - 4  # B2 with another blue card would have been a Zero three laps ago
    rng = np.random.default_rng(5)
    guessed: Counter[int] = Counter()
    world = blank(zero.STATE)
    while guessed.total() < 40 * len(possible):
        if zero.guess(v, rng.permutation(np.arange(56, dtype=np.int16)), 0, world):
            guessed[int(world.hand[1])] += 1
    assert set(guessed) == possible
    chi_square = sum((count - 40) ** 2 / 40 for count in guessed.values())
    freedom = len(possible) - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("sheet", ["modern", "berliner"])
def test_guess_gives_nobody_a_zero_that_would_have_been_declared(sheet: str) -> None:
    """ZR-9: under `berliner` a dealt Zero may still lie in a hand until its owner's first turn."""
    a_zero = "B1 B2 B3 B4 B5 R1 Y1 G1 V1".split()
    others = [card for card in sorted(zero.FACES, key=lambda card: card[1]) if card not in a_zero]
    table = Table("zero", 3, decks=[others + a_zero], options={"sheet": sheet})
    order = np.array([zero.FACES.index(card) for card in a_zero + others], np.int16)
    world = blank(zero.STATE)

    def possible(viewer: int) -> bool:
        """Whether the first hand that the viewer does not see can be a Zero."""
        return bool(zero.guess(seen(RULES, state_of(table), viewer), order, 0, world))

    assert not possible(0)  # it is seat 1's turn
    assert possible(1) == possible(2) == (sheet == "berliner")  # seat 0 comes last
    for seat in (1, 2):
        table.play(seat, "knock" if seat == 1 else table.moves(seat)[0])
    assert not possible(1)


def test_what_is_barred_never_contradicts_the_truth_and_catches_a_planted_zero() -> None:
    for hidden in combinations("B1 B2 B3 B4 B6".split(), 2):
        world = long_round(hidden, "modern")
        assert (world is None) == ("B2" in hidden)
        if world is not None:
            assert not zero.was_zero(world.open.barred[1], word(" ".join(hidden)))
            for other in "B1 B3 B4 B6".split():
                assert zero.was_zero(world.open.barred[1], word(f"B2 {other}"))


def test_weigh_tells_the_points_after_the_move() -> None:
    table = Table("zero", 3, seed=12)
    s = state_of(table)
    for text, weight in table.weigh(1).items():
        (m,) = zero.read(text)
        after = copied(RULES, s)
        zero.play(after, 1, m)
        assert weight == {"points": zero.points(after.hand[1]), "zero": float(zero.zero(after.hand[1]))}
    assert len(listed(RULES, s, 1)) == len(table.weigh(1)) == 46
