"""Zero Hero, clause by clause (docs/rules/hero.md)."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from itertools import combinations, permutations

import numpy as np
import pytest

from ludozero import IllegalMove, Table
from ludozero.games import hero, rules
from ludozero.games.collection import KINDS, points, zeros
from ludozero.games.shape import Ints, Record, blank
from ludozero.games.symbols import GIVE, MOVES, SHIFT, STEAL, TOKEN
from tests.tabletop import copied, listed, pack_of, play_all, random_move, seen, state_of

RULES = rules("hero")
PACK = hero.PACKS["hero"]
BARE = "R2 R3 O2 O3 Y2 Y3 G2 G3"  # four pairs without symbols


def deck(seats: int, hidden: str = "", pile: str = BARE, final: str = "") -> str:
    """A deck with these cards on top of their places. The final pile is filled with cards that draw and end nothing;
    cards that draw leave the game, as far as cards do."""
    rest = list(PACK)
    for card in f"{hidden} {pile} {final}".split():
        rest.remove(card)
    rest.sort(key=lambda card: "~+!?".find(card[2:] or "-"))

    def filled(cards: str, count: int) -> list[str]:
        given = cards.split()
        return given + [rest.pop(0) for _ in range(count - len(given))]

    places = [filled(hidden, seats), filled(final, 10)]
    removed = [rest.pop() for _ in range(6 * (4 - seats))]
    return " ".join(card for place in [removed, *places, pile.split(), rest] for card in place)


def dealt(seats: int, hidden: str = "", pile: str = BARE, final: str = "") -> Table:
    return Table("hero", seats, decks=[deck(seats, hidden, pile, final)])


def refused(table: Table, seat: int, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as wrong:
        table.play(seat, text)
    return wrong.value.code, wrong.value.clause


def tokens(s: Record) -> int:
    return int(s.open.supply) + int(s.open.price.sum()) + int(s.open.purse.sum())


def free(table: Table, pair: int) -> str:
    """Takes the tokens off a pair (numbered from 1), back into the supply; the text that buys it for nothing."""
    o = state_of(table).open
    o.supply += o.price[pair - 1]
    o.price[pair - 1] = 0
    return f"buy {pair}"


def reach(table: Table, left: int) -> None:
    """Buys pair 1 again and again until so many cards are left in the pile."""
    while table.view(None)["left"] > left:
        play_all(table, [free(table, 1)])
        while table.view(None)["due"]:
            seat = table.waiting[0]
            table.play(seat, "token" if "token" in table.moves(seat) else "decline")
    assert table.view(None)["left"] == left


def set_supply(table: Table, count: int) -> None:
    """Leaves so many tokens in the supply; the others go to the last seat."""
    o = state_of(table).open
    o.purse[table.seats - 1] += o.supply - count
    o.supply = count


def faces(text: str) -> list[int]:
    return [hero.FACES.index(card) for card in text.split()]


def test_HE_1_pack() -> None:
    assert len(PACK) == 56
    for colour in "ROYGTBV":
        assert sorted(int(card[1]) for card in PACK if card[0] == colour) == [0, 0, 2, 2, 2, 3, 3, 4]
    assert hero.IN_COLOUR == (2, 0, 3, 2, 1)
    assert hero.TOKENS == 40
    pinned = sha256(" ".join((*hero.FACES, "|", *PACK)).encode()).hexdigest()
    assert pinned[:16] == "c24b1ae7f763b8ca"


def test_HE_2_symbols_of_the_settled_pack() -> None:
    for colour in "ROYGTBV":
        cards = [card[1:] for card in PACK if card[0] == colour]
        assert sorted(cards) == sorted(["0+", "0!", "2?", "2~", "2", "3", "3", "4"])


def test_HE_2_another_pack_needs_no_other_rules() -> None:
    assert hero.PACK_OPEN
    assert len(hero.FACES) == len(set(hero.FACES)) == 7 * 5 * 5
    cards = [card.replace("3", "3~").replace("4", "4?").replace("0+", "0?") for card in PACK]
    table = Table("hero", 4, seed=3, pack={"name": "box", "cards": cards})
    table.play(0, "take 1")
    s = state_of(table)
    assert census(s) == Counter(cards)
    (at,) = np.flatnonzero(s.open.pairs[0] >= 0)[:1]
    assert hero.FACES[s.open.pairs[0][at]] in cards


@pytest.mark.parametrize(("seats", "removed"), [(2, 12), (3, 6), (4, 0)])
def test_HE_3_removed_cards(seats: int, removed: int) -> None:
    order = " ".join(PACK)
    s = state_of(Table("hero", seats, decks=[order]))
    assert sorted(s.removed[s.removed >= 0]) == sorted(faces(" ".join(PACK[:removed])))
    other = [*reversed(PACK[:removed]), *PACK[removed:]]  # in what order they left means nothing
    assert state_of(Table("hero", seats, decks=[other])).tobytes() == s.tobytes()


def test_HE_4_one_hidden_card_each_known_to_its_owner() -> None:
    table = dealt(3, hidden="T4 B4 V4")
    for seat, card in enumerate("T4 B4 V4".split()):
        assert table.view(seat)["hidden"] == [card]
    view = table.view(None)
    assert view["hidden"] == []
    assert view["hides"] == [1, 1, 1]
    assert view["shown"] == [[], [], []]
    assert not {"T4", "B4", "V4"} & set(view["seen"])


@pytest.mark.parametrize(("seats", "supply", "left"), [(2, 18, 34), (3, 15, 39), (4, 12, 44)])
def test_HE_5_setup(seats: int, supply: int, left: int) -> None:
    table = Table("hero", seats, decks=[PACK])
    removed = 6 * (4 - seats)
    body = PACK[removed + seats + 10 :]
    view = table.view(0)
    assert [sorted(pair) for pair in view["pairs"]] == [sorted(body[2 * pair : 2 * pair + 2]) for pair in range(4)]
    assert view["seen"] == sorted(body[:8], key=hero.FACES.index)
    assert view["price"] == [4, 4, 4, 4]
    assert view["purse"] == [3] * seats
    assert (view["supply"], view["left"], view["dealer"], view["deal"]) == (supply, left, None, 1)
    pile = state_of(table).pile
    assert list(pile[:10][::-1]) == faces(" ".join(PACK[removed + seats : removed + seats + 10]))
    assert list(pile[10:left][::-1]) == faces(" ".join(body[8:]))
    assert table.waiting == (0,)


def test_HE_5_every_table_is_dealt_once() -> None:
    s = blank(hero.STATE)
    hero.start(s, 2, np.zeros(1, np.int32))
    cards = np.zeros(56, np.int16)
    pack = pack_of("hero")
    assert hero.needs(s, pack, cards) == 56
    assert (cards == pack).all()
    hero.deal(s, cards)
    assert hero.needs(s, pack, cards) == 0
    hero.finish(s, False)
    assert (hero.over(s), hero.needs(s, pack, cards), hero.waiting(s)) == (2, 0, 0)


def test_HE_6_a_turn_takes_or_buys_and_goes_clockwise() -> None:
    table = dealt(3)
    assert table.moves(0) == [f"take {pair}" for pair in range(1, 5)]
    assert refused(table, 1, "take 1") == ("not-your-turn", "HE-6")
    assert refused(table, 0, "token") == ("not-due", "HE-11")
    assert refused(table, 0, "decline") == ("not-due", "HE-11")
    assert hero.check(state_of(table), 0, -1) == hero.NO_SUCH_MOVE
    assert hero.check(state_of(table), 0, MOVES) == hero.NO_SUCH_MOVE
    for seat in (0, 1, 2, 0):
        assert table.waiting == (seat,)
        table.play(seat, "take 2" if seat else "take 1")
    assert list(state_of(table).open.turn) == [2, 1, 1, 0]


def test_HE_7_take_one_or_from_five_two() -> None:
    table = dealt(2)
    assert refused(table, 0, "take 1 x2") == ("two-from-five", "HE-7")
    play_all(table, ["take 1", "take 2", "buy 1"])  # 3 + 3 tokens now lie on pair 1
    view = table.view(0)
    assert view["price"] == [6, 3, 4, 4]
    assert view["purse"] == [1, 4]
    assert {"take 1", "take 1 x2"} < set(table.moves(1))
    table.play(1, "take 1 x2")
    assert (table.view(0)["price"][0], table.view(0)["purse"]) == (4, [1, 6])
    assert refused(table, 0, "take 1 x2") == ("two-from-five", "HE-7")
    state_of(table).open.price[0] = 5
    state_of(table).open.price[2] = 3
    assert "take 1 x2" in table.moves(0)
    play_all(table, ["take 2"] * 3)
    assert refused(table, 1, "take 2") == ("no-token", "HE-7")


def test_HE_8_the_example_of_the_sheet() -> None:
    table = dealt(2, pile="T2 O4 R2 R3 O2 O3 Y2 Y3 G2 G3")
    assert refused(table, 0, "buy 1") == ("too-dear", "HE-8")
    play_all(table, ["take 1", "take 2"])
    assert table.view(0)["price"][0] == 3
    table.play(0, "buy 1")
    view = table.view(1)
    assert view["held"] == [["O4", "T2"], []]
    assert view["price"][0] == 6
    assert view["purse"][0] == 4 - 3
    assert sorted(view["pairs"][0]) == ["G2", "G3"]
    assert tokens(state_of(table)) == 40


def test_HE_8_all_tokens_may_be_spent_and_none_lent() -> None:
    table = dealt(3)
    play_all(table, ["take 1", "take 2", "take 2"])
    state_of(table).open.purse[:2] = [3, 5]
    assert "buy 1" in table.moves(0)
    assert "buy 2" in table.moves(0)
    table.play(0, "buy 1")
    assert table.view(0)["purse"][0] == 0
    assert refused(table, 1, "buy 1") == ("too-dear", "HE-8")


def test_HE_9_a_bare_pair_is_free_and_the_next_one_gets_four() -> None:
    table = dealt(2)
    play_all(table, ["take 4"] * 4)
    view = table.view(0)
    assert (view["price"][3], view["purse"], view["supply"]) == (0, [5, 5], 18)
    table.play(0, "buy 4")
    view = table.view(0)
    assert view["held"][0] == ["G2", "G3"]
    assert (view["price"][3], view["purse"], view["supply"]) == (4, [5, 5], 14)
    assert len(view["pairs"][3]) == 2


def test_HE_9_a_paid_pair_keeps_its_tokens_and_gets_none() -> None:
    table = dealt(2)
    play_all(table, ["take 4", "take 3", "buy 4"])
    assert (table.view(0)["price"][3], table.view(0)["supply"]) == (6, 18)


def test_HE_9_the_four_come_after_the_symbols_with_the_new_pair() -> None:
    table = dealt(2, pile="R2~ R3 O2 O3 Y2 Y3 G2 G3")
    table.play(0, free(table, 1))
    view = table.view(1)
    assert (view["pairs"][0], view["price"][0], view["supply"]) == ([], 0, 18 + 4)
    table.play(0, "decline")
    view = table.view(1)
    assert (len(view["pairs"][0]), view["price"][0], view["supply"]) == (2, 4, 18)


def test_HE_10_bought_cards_lie_open_in_the_collection() -> None:
    table = dealt(2, pile="V0! R0! " + BARE[6:])
    table.play(0, free(table, 1))
    for seat in (0, 1, None):
        assert table.view(seat)["held"] == [["R0", "V0"], []]


def test_HE_11_what_leaves_no_choice_happens_with_the_purchase() -> None:
    for pair, purse, hides in (
        ("R0+ O3", 1, 0),
        ("R0+ O0+", 2, 0),
        ("R0+ O0!", 1, 0),
        ("R2? O3", 0, 1),
        ("R2? O2?", 0, 2),
        ("R2? O0!", 0, 1),
        ("R0! R3", 0, 0),
    ):
        table = dealt(2, pile=f"{pair} Y2 Y3 G2 G3 T2 T3 B2 B3 V2 V3 V4")
        table.play(0, free(table, 1))
        view = table.view(0)
        assert (view["purse"][0] - 3, view["hides"][0] - 1) == (purse, hides)
        assert view["supply"] == 18 - purse  # the four are back on pair 1
        assert {"B2", "B3"} & set(view["hidden"]) == [set(), {"B2"}, {"B2", "B3"}][hides]
        assert sorted(view["pairs"][0]) == [["B2", "B3"], ["B3", "V2"], ["V2", "V3"]][hides]
        assert table.waiting == (1,)
        assert view["turn"] == 1


def test_HE_11_two_different_symbols_wait_for_their_order() -> None:
    for first, second in (("token", "draw"), ("draw", "token")):
        table = dealt(2, pile="R0+ R2? Y2 Y3 G2 G3 T2 T3 B2 B3 V2")
        table.play(0, free(table, 1))
        assert table.moves(0) == ["draw", "token"]
        assert table.view(1)["due"] == ["+", "?"]
        assert table.waiting == (0,)
        assert refused(table, 0, "decline") == ("not-due", "HE-11")
        assert refused(table, 0, "take 2") == ("symbols-first", "HE-11")
        assert refused(table, 0, "buy 2") == ("symbols-first", "HE-11")
        table.play(0, first)  # and the other one happens with it
        view = table.view(0)
        assert (view["purse"][0], view["hides"][0], view["due"]) == (4, 2, [])
        assert "B2" in view["hidden"]
        assert table.waiting == (1,)
        assert refused(table, 1, second) == ("not-due", "HE-11")


def test_HE_11_token_and_move_in_either_order() -> None:
    table = dealt(2, pile="R0+ R2~ Y2 Y3 G2 G3 T2 T3 B2 B3")
    table.play(0, free(table, 1))
    assert table.moves(0) == ["decline", "give R0 1", "give R2 1", "token"]
    assert refused(table, 0, "draw") == ("not-due", "HE-11")
    table.play(0, "token")
    assert table.moves(0) == ["decline", "give R0 1", "give R2 1"]
    assert table.view(0)["purse"][0] == 4
    table.play(0, "give R2 1")
    assert table.waiting == (1,)
    table = dealt(2, pile="R0+ R2~ Y2 Y3 G2 G3 T2 T3 B2 B3")
    table.play(0, free(table, 1))
    table.play(0, "give R0 1")
    assert table.view(0)["purse"][0] == 4
    assert table.waiting == (1,)


def test_HE_11_draw_and_move_in_either_order() -> None:
    table = dealt(2, pile="R2? R2~ Y2 Y3 G2 G3 T2 T3 B2 B3 V2")
    table.play(0, free(table, 1))
    assert table.moves(0) == ["decline", "draw", "give R2 1"]
    table.play(0, "draw")  # one may look before moving a card
    assert "B2" in table.view(0)["hidden"]
    assert table.moves(0) == ["decline", "give R2 1"]
    table.play(0, "decline")
    assert table.waiting == (1,)
    table = dealt(2, pile="R2? R2~ Y2 Y3 G2 G3 T2 T3 B2 B3 V2")
    table.play(0, free(table, 1))
    table.play(0, "decline")
    assert "B2" in table.view(0)["hidden"]
    assert sorted(table.view(0)["pairs"][0]) == ["B3", "V2"]


def test_HE_11_two_moves_ask_twice() -> None:
    table = dealt(2, pile="R2~ O2~ Y2 Y3 G2 G3 T2 T3 B2 B3")
    table.play(0, free(table, 1))
    assert table.view(0)["due"] == ["~", "~"]
    table.play(0, "give R2 1")
    assert (table.view(0)["due"], table.waiting) == (["~"], (0,))
    assert table.moves(0) == ["decline", "give O2 1", "steal R2 1"]
    table.play(0, "steal R2 1")
    assert table.view(0)["held"] == [["R2", "O2"], []]
    assert table.waiting == (1,)
    assert table.view(0)["turn"] == 3


def test_HE_11_the_cards_bought_may_be_given_away_and_their_symbols_still_act() -> None:
    table = dealt(3, pile="R2~ R2? Y2 Y3 G2 G3 T2 T3 B2 B3 V2")
    table.play(0, free(table, 1))
    table.play(0, "give R2 2")
    view = table.view(0)
    assert view["held"] == [["R2"], [], ["R2"]]
    assert view["hides"] == [2, 1, 1]


def test_HE_11_a_token_is_paid_before_the_four() -> None:
    table = dealt(2, pile="R0+ R3 Y2 Y3 G2 G3 T2 T3 B2 B3")
    text = free(table, 1)
    set_supply(table, 4)
    table.play(0, text)
    view = table.view(0)
    assert (view["purse"][0], view["price"][0], view["supply"]) == (4, 3, 0)


def test_HE_11_a_token_lapses_if_the_supply_is_empty() -> None:
    table = dealt(2, pile="R0+ R2~ O0+ R2? Y0+ B0+ T2 T3 B2 B3 Y2 Y3 G2 G3 V2 V3 V4")
    play_all(table, ["take 1"] * 4)
    set_supply(table, 0)
    table.play(0, "buy 1")
    assert table.moves(0) == ["decline", "give R0 1", "give R2 1"]  # no order is left to choose
    table.play(0, "decline")
    view = table.view(0)
    assert (view["purse"][0], view["price"][0]) == (5, 0)  # the new pair is free as well
    state_of(table).open.price[1] = 0
    state_of(table).open.purse[0] += 4
    table.play(1, "buy 2")  # + lapses, ? happens at once
    assert table.view(0)["hides"] == [1, 2]
    assert table.waiting == (0,)
    free(table, 3)
    set_supply(table, 1)
    before = table.view(0)["purse"][0]
    table.play(0, "buy 3")  # of two + one is paid
    assert table.view(0)["purse"][0] == before + 1
    assert tokens(state_of(table)) == 40


def test_HE_12_a_drawn_card_is_seen_by_its_owner_only() -> None:
    table = dealt(2, hidden="T4 B4", pile="R2? R3 Y2 Y3 G2 G3 T2 T3 R0! B3 V2")
    table.play(0, free(table, 1))
    assert table.view(0)["hidden"] == ["R0!", "T4"]
    assert table.view(1)["hidden"] == ["B4"]
    assert "R0!" not in table.view(1)["seen"]
    assert table.view(1)["hides"] == [2, 1]
    assert table.view(1)["left"] == 34 - 3


def test_HE_12_give_or_steal() -> None:
    table = dealt(3, pile="R2 R3 O2 O3 Y2~ Y4 G3 T3")
    play_all(table, [free(table, 1), free(table, 2)])
    table.play(2, free(table, 3))
    gifts = [f"give {card} {seat}" for card in ("Y2", "Y4") for seat in (0, 1)]
    thefts = ["steal R2 0", "steal R3 0", "steal O2 1", "steal O3 1"]
    assert table.moves(2) == sorted(["decline", *gifts, *thefts])
    assert refused(table, 2, "give Y2 2") == ("not-another", "HE-12")
    assert refused(table, 2, "steal Y2 2") == ("not-another", "HE-12")
    assert refused(table, 2, "give Y2 3") == ("not-another", "HE-12")
    assert refused(table, 2, "give R2 1") == ("not-yours", "HE-12")
    assert refused(table, 2, "steal R2 1") == ("not-theirs", "HE-12")
    table.play(2, "steal O3 1")
    assert table.view(0)["held"] == [["R2", "R3"], ["O2"], ["O3", "Y2", "Y4"]]


def test_HE_12_equal_cards_are_one_move() -> None:
    table = dealt(2, pile="R3 R3 R2~ R2 O2 O4 Y2 Y4")
    table.play(0, free(table, 1))
    table.play(1, free(table, 2))
    assert table.moves(1) == ["decline", "give R2 0", "steal R3 0"]
    table.play(1, "steal R3 0")
    assert table.view(0)["held"] == [["R3"], ["R2", "R2", "R3"]]


def test_HE_13_symbols_act_only_on_cards_bought_from_the_middle() -> None:
    table = dealt(2, pile="R2~ R3 O2? R2? G2 G3 T2 T3 Y0+ Y2~ B2 B3 V2 V3 V4")
    table.play(0, free(table, 1))
    table.play(0, "decline")
    table.play(1, free(table, 2))  # draws two cards with symbols... of their own
    view = table.view(1)
    assert view["hides"] == [1, 3]
    assert (view["purse"], view["due"], table.waiting) == ([3, 3], [], (0,))
    table = dealt(2, pile="R2? R3 O2~ O3 G2 G3 T2 T3 Y2 Y3 B2 B3 V2 V3")
    table.play(0, free(table, 1))
    table.play(1, free(table, 2))
    table.play(1, "steal R2 0")  # that was a draw, once
    assert table.view(1)["hides"] == [2, 1]


def test_HE_14_tokens_never_return_and_the_supply_gives_what_it_has() -> None:
    table = dealt(2)
    text = free(table, 1)
    set_supply(table, 3)
    table.play(0, text)
    assert (table.view(0)["price"][0], table.view(0)["supply"]) == (3, 0)
    supply = 40
    rng = np.random.default_rng(14)
    table = Table("hero", 4, seed=14)
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, str(rng.choice(table.moves(seat))))
        assert 0 <= table.view(None)["supply"] <= supply
        supply = table.view(None)["supply"]


def test_HE_15_flags_before_the_final_pile_do_nothing() -> None:
    table = dealt(2, pile="R0! O0! Y2 Y3 G2 G3 T2 T3 Y0! G0! B2 B3")
    table.play(0, free(table, 1))
    assert table.view(0)["pairs"][0] == ["Y0!", "G0!"]
    assert not table.over
    table = dealt(2)
    reach(table, 10)  # the last two cards above the final pile
    assert table.view(0)["pairs"][0] == ["R0!", "O0!"]
    assert not table.over


def test_HE_15_the_first_flags_of_the_final_pile_end_the_game_at_once() -> None:
    table = dealt(2, final="R3 R0! O0! G3 T3 B3 V3 R4 O4 Y4")
    reach(table, 10)
    play_all(table, [free(table, 1)])
    assert table.over
    assert table.view(0)["pairs"][0] == ["R0!", "R3"]
    assert (table.view(0)["left"], table.waiting) == (8, ())
    table = dealt(2, final="R3 O3 R0! Y0! T3 B3 V3 R4 O4 Y4")
    reach(table, 8)
    supply = table.view(0)["supply"]
    play_all(table, [free(table, 1)])
    assert table.over
    assert table.view(0)["pairs"][0] == ["R0!"]  # the pair's second card is not turned
    assert (table.view(0)["left"], table.view(0)["price"][0]) == (7, 0)
    assert table.view(0)["supply"] == supply + 4  # nor do four tokens come to it
    seat = (table.log[-1]["seat"] + 1) % 2
    assert refused(table, seat, "take 2")[0] == "game-over"


def test_HE_15_the_second_card_of_a_pair_may_be_the_first_of_the_final_pile() -> None:
    table = dealt(2, pile="R2 R3 O2? O3 Y2 Y3 G2 G3", final="R0! O0! T3 B3 V3 R4 O4 Y4 G4 T4")
    play_all(table, [free(table, 2)])  # one card is drawn: now the pile is odd
    reach(table, 11)
    play_all(table, [free(table, 1)])
    assert table.over
    assert "R0!" in table.view(0)["pairs"][0]
    assert len(table.view(0)["pairs"][0]) == 2
    assert table.view(0)["left"] == 9


def test_HE_15_flags_drawn_face_down_do_not_end_it() -> None:
    table = dealt(2, pile="R2 R3 O2? O3 Y2 Y3 G2 G3", final="R0! O4 T3 B3 V3 R4 Y4 O0! G4 T4")
    reach(table, 10)
    seat = table.waiting[0]
    table.play(seat, free(table, 2))
    assert not table.over
    assert "R0!" in table.view(seat)["hidden"]
    reach(table, 3)
    play_all(table, [free(table, 1)])
    assert table.over
    assert table.view(0)["left"] == 2


def test_HE_16_the_last_card_turned_up_ends_the_game() -> None:
    table = dealt(2)
    reach(table, 2)
    assert not table.over
    play_all(table, [free(table, 1)])
    assert table.over
    view = table.view(0)
    assert (view["left"], len(view["pairs"][0]), view["price"][0]) == (0, 2, 0)
    assert (state_of(table).pile == hero.ABSENT).all()


def test_HE_16_with_an_odd_pile_the_last_pair_lacks_a_card() -> None:
    table = dealt(2, pile="R2 R3 O2? O3 Y2 Y3 G2 G3", final="R4 O4 Y4 G4 T4 B4 V4 T3 B3 V3")
    play_all(table, [free(table, 2)])
    reach(table, 1)
    play_all(table, [free(table, 1)])
    assert table.over
    assert table.view(0)["pairs"][0] == ["V3"]


def test_HE_16_the_last_card_drawn_ends_the_game_and_symbols_due_lapse() -> None:
    pile = "R2 R3 O2? T2? Y2? Y2~ G2? G0+"
    table = dealt(3, pile=pile)  # 39 cards are left
    reach(table, 1)
    draws = copied(RULES, state_of(table))
    seat = table.waiting[0]
    play_all(table, [free(table, 2)])  # two draws, one card
    assert table.over
    assert table.view(seat)["pairs"][1] == []
    assert table.view(0)["hides"][seat] == 2
    for pair, moves, lapsed in ((2, ["draw"], "decline"), (2, ["decline"], ""), (3, ["token"], ""), (3, ["draw"], "+")):
        s = copied(RULES, draws)
        s.open.supply += s.open.price[pair]
        s.open.price[pair] = 0
        tokens_before = int(s.open.purse[seat])
        hero.play(s, seat, hero.BUY + pair)
        assert hero.over(s) == 0
        assert s.open.due.sum() == 2
        for text in moves:
            (m,) = hero.read(text)
            assert hero.check(s, seat, m) == 0
            hero.play(s, seat, m)
        assert hero.over(s) == 2
        assert s.open.left == 0
        assert not s.open.due.any()
        paid = pair == 3 and moves == ["token"]
        assert int(s.open.purse[seat]) == tokens_before + paid, lapsed


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_HE_12_every_candidate_of_a_symbol_once(seats: int) -> None:
    rng = np.random.default_rng(seats)
    looked = 0
    for seed in range(20):
        table = Table("hero", seats, seed=seed)
        s = state_of(table)
        while not table.over:
            (seat,) = table.waiting
            if s.open.bought >= 0:
                held = [np.flatnonzero(row).tolist() for row in s.open.held]
                others = [other for other in range(seats) if other != seat]
                expected = [TOKEN, TOKEN + 1]
                if s.open.due[SHIFT]:
                    expected += [TOKEN + 2]
                    expected += [GIVE + 4 * kind + other for kind in held[seat] for other in others]
                    expected += [STEAL + 4 * kind + other for other in others for kind in held[other]]
                found = [hero.pick(s, seat, k) for k in range(hero.span(s, seat))]
                assert sorted(found) == sorted(expected)
                looked += 1
            table.play(seat, hero.spell(random_move(RULES, s, seat, rng)))
    assert looked > 20


def test_HE_17_the_example_of_the_sheet() -> None:
    cards = "G2 O3 O3 O2 V2 V0 V0 T3 T2 R2 R3 R4 R0"
    points, lines = hero.reckon(faces(cards), False)
    assert points == 11
    assert [(code, args["colour"], args["points"]) for code, args in lines] == [
        ("other", "R", 0), ("trio", "O", 9), ("single", "G", 2), ("other", "T", 0), ("trio", "V", 0),
    ]  # fmt: skip
    assert hero.reckon(faces(cards), True)[0] == 16


def test_HE_17_hidden_cards_join_their_colours_and_are_shown() -> None:
    table = dealt(2, hidden="R4 O0+", pile="R2 R3 O2 O3 Y0+ Y0! G2 G3")
    play_all(table, [free(table, 1), free(table, 2)])
    hero.finish(state_of(table), True)
    view = table.view(None)
    assert view["shown"] == [["R4"], ["O0+"]]
    assert view["held"] == [["R2", "R3"], ["O2", "O3"]]
    assert table.scores == [4 * 3, 3 * 2 + 5]
    v = seen(RULES, state_of(table), -1)
    assert hero.tally(v, 0) == [("trio", {"colour": "R", "high": 4, "low": 3, "points": 12})]
    assert hero.tally(v, 1)[0] == ("most-zeros", {"count": 1, "points": 5})


@pytest.mark.parametrize(
    ("hidden", "bonus"), [("R4 O4 Y4", [5, 5, 5]), ("R0! O4 Y0+", [5, 0, 5]), ("R0! O0! Y0+", [5, 5, 5])]
)
def test_HE_17_most_zeros_for_everybody_who_ties(hidden: str, bonus: list[int]) -> None:
    table = dealt(3, hidden=hidden, pile="T2 T3 B2 B3 V2 V3 G2 G3", final="R3 O3 Y3 G3 T3 B3 V3 R2 O2 Y2")
    hero.finish(state_of(table), False)
    assert table.scores == [extra + int(card[1]) for extra, card in zip(bonus, hidden.split(), strict=True)]


def test_HE_17_against_a_plain_reading_of_the_clause() -> None:
    rng = np.random.default_rng(17)
    pack = pack_of("hero")
    for _ in range(2000):
        cards = rng.permutation(pack)[: rng.integers(1, 24)]
        hides = int(rng.integers(0, len(cards) + 1))
        row = np.zeros(len(KINDS), np.int8)
        hidden = np.full(hero.HIDING, -1, np.int16)
        hidden[:hides] = np.sort(cards[:hides])
        for face in cards[hides:]:
            row[face // 5] += 1
        expected = 0
        for colour in range(7):
            values = sorted(int(face) // 5 % 5 for face in cards if face // 25 == colour)
            expected += values[0] if len(values) == 1 else values[1] * values[2] if len(values) == 3 else 0
        nought = sum(hero.FACES[face][1] == "0" for face in cards)
        assert points(row, hidden) == expected
        assert zeros(row, hidden) == nought
        whole, lines = hero.reckon(cards.tolist(), True)
        assert whole == expected + 5 == sum(args["points"] for _, args in lines)


def test_HE_17_reckon_refuses_what_cannot_be() -> None:
    for cards, card, count in (("R3 R3 R3~", "R3", 2), ("V1", "V1", 0), ("R4+ R4", "R4", 1), ("B2 B2 B2 B2", "B2", 3)):
        with pytest.raises(ValueError, match="too-many") as wrong:
            hero.reckon(faces(cards), False)
        assert wrong.value.args == ("too-many", {"card": card, "count": count})
    assert hero.reckon([], False) == (0, [])


def test_HE_17_a_hidden_red_zero_counts() -> None:
    """The card that is number 0, without a symbol, in a pack of somebody's own."""
    hidden = np.array([hero.FACES.index("R0"), -1], np.int16)
    assert zeros(np.zeros(len(KINDS), np.int8), hidden) == 1


def test_HE_18_most_points_win_and_ties_share() -> None:
    assert not hero.LOWEST_WINS
    table = dealt(3, hidden="R4 O4 V3")
    hero.finish(state_of(table), False)
    assert table.over
    assert table.winners == [0, 1]


def test_tokens_are_worth_nothing() -> None:
    table = dealt(2, hidden="R4 O3")
    play_all(table, ["take 1", "take 2", "take 3"])
    hero.finish(state_of(table), False)
    assert table.scores == [9, 8]


def test_texts() -> None:
    texts = [hero.spell(m) for m in range(MOVES)]
    assert len(set(texts)) == MOVES
    assert [hero.read(text) for text in texts] == [(m,) for m in range(MOVES)]
    assert {"take 2", "take 2 x2", "buy 3", "token", "draw", "give T3 2", "steal O2 1", "decline"} < set(texts)
    for text, means in (
        ("TAKE 2 X2", "take 2 x2"),
        ("take 2 x1", "take 2"),
        (" x2  take 2", "take 2 x2"),
        ("give 1 r2?", "give R2 1"),
        ("Steal o2~ 3", "steal O2 3"),
    ):
        assert [hero.spell(m) for m in hero.read(text)] == [means]
    for text in ("", "take", "take 5", "take 2 x3", "take x1", "buy", "buy 0", "give R5 1", "give R2", "R2", "⑨", "ß"):
        assert hero.read(text) == ()


def test_refusals_tell_their_numbers() -> None:
    table = dealt(2)
    v = seen(RULES, state_of(table), 0)
    (m,) = hero.read("buy 3")
    assert hero.explain(v, m, hero.TOO_DEAR) == {"pair": 3, "price": 4, "tokens": 3}
    (m,) = hero.read("take 4 x2")
    assert hero.explain(v, m, hero.TWO_FROM_FIVE) == {"pair": 4, "tokens": 4}
    (m,) = hero.read("give R2 1")
    assert hero.explain(v, m, hero.NOT_YOURS) == {"card": "R2", "seat": 1}
    assert hero.explain(v, m, hero.NOT_DUE) == {"symbols": ""}
    assert hero.explain(v, m, hero.NOT_YOUR_TURN) == {"mover": 0}
    assert hero.explain(v, -1, hero.NO_SUCH_MOVE) == {}


# Weighing


def test_weigh_tells_what_the_move_will_bring() -> None:
    rng = np.random.default_rng(5)
    drawn = moved = 0
    for seed in range(12):
        table = Table("hero", 2 + seed % 3, seed=seed)
        while not table.over:
            s = state_of(table)
            seat = table.waiting[0]
            weights = table.weigh(seat)
            before = points(s.open.held[seat], s.hidden[seat])
            for text, weight in weights.items():
                (m,) = hero.read(text)
                after = copied(RULES, s)
                hero.play(after, seat, m)
                o = after.open
                assert weight["change"] == weight["points"] - before
                assert weight["price"] == (s.open.price[m - hero.BUY] if text.startswith("buy") else 0)
                if o.hides[seat] == s.open.hides[seat]:
                    assert weight["points"] == points(o.held[seat], after.hidden[seat])
                    assert weight["zeros"] == zeros(o.held[seat], after.hidden[seat])
                else:
                    drawn += 1
                if hero.over(after) == 0 and o.mover != seat:
                    assert weight["tokens"] == o.purse[seat]
                theirs = 0
                if m >= GIVE:
                    other = int(text[-1])
                    nothing = after.hidden[other][:0]
                    theirs = points(o.held[other], nothing) - points(s.open.held[other], nothing)
                    moved += theirs != 0
                assert weight["theirs"] == theirs
            table.play(seat, str(rng.choice(list(weights))))
    assert drawn > 20
    assert moved > 20


# Everything in its place


def census(s: Record) -> Counter[str]:
    """All cards of a state by their text. What was turned up lies in a pair or, without its symbol, in a collection."""
    o = s.open
    pairs = [int(face) for face in o.pairs.ravel() if face >= 0]
    turned = [face for face in range(len(hero.FACES)) for _ in range(o.seen[face])]
    kinds = Counter(face // 5 for face in turned)
    assert kinds == Counter(face // 5 for face in pairs) + Counter(
        {kind: int(count) for kind, count in enumerate(o.held.sum(axis=0))}
    )
    assert not Counter(pairs) - Counter(turned)
    hidden = [int(face) for face in s.hidden.ravel() if face >= 0]
    assert [int(count) for count in (s.hidden >= 0).sum(axis=1)] == list(o.hides)
    pile = [int(face) for face in s.pile if face >= 0]
    assert len(pile) == o.left
    removed = [int(face) for face in s.removed if face >= 0]
    return Counter(hero.FACES[face] for face in [*turned, *hidden, *pile, *removed])


def shuffled(s: Record, seat: int, rng: np.random.Generator) -> None:
    """Shuffles in place what the seat (-1: a spectator) cannot know."""
    o = s.open
    rows = [s.hidden[other][: o.hides[other]] for other in range(int(o.seats)) if other != seat]
    rows += [s.pile[: o.left], s.removed[: hero.removals(int(o.seats))]]
    loose = rng.permutation(np.concatenate(rows)).tolist()
    for row in rows:
        for i in range(len(row)):
            row[i] = loose.pop()
    for row in [*rows[:-2], rows[-1]]:
        row.sort()


def odd_pack(rng: np.random.Generator) -> Ints:
    """A pack no box has: few kinds, many symbols."""
    some = rng.choice(len(hero.FACES), int(rng.integers(1, 12)))
    return rng.choice(some, 56).astype(np.int16)


def started(seats: int, order: Ints) -> Record:
    s = blank(hero.STATE)
    hero.start(s, seats, np.zeros(1, np.int32))
    hero.deal(s, order)
    return s


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("odd", [False, True])
def test_forty_tokens_and_every_card_in_one_place_at_all_times(seats: int, odd: bool) -> None:
    rng = np.random.default_rng(seats)
    for _ in range(5):
        pack = odd_pack(rng) if odd else pack_of("hero")
        s = started(seats, rng.permutation(pack))
        world = blank(hero.STATE)
        cards = Counter(hero.FACES[face] for face in pack)
        while hero.over(s) == 0:
            assert tokens(s) == 40
            assert min(s.open.price.min(), s.open.purse.min(), s.open.supply) >= 0
            assert census(s) == cards
            seat = int(s.open.mover)
            assert hero.waiting(s) == 1 << seat
            moves = listed(RULES, s, seat)
            assert moves
            assert len(set(moves)) == len(moves)
            assert set(moves) == {m for m in range(-2, MOVES + 2) if hero.check(s, seat, m) == 0}
            for viewer in range(-1, seats):
                v = seen(RULES, s, viewer)
                assert hero.guess(v, rng.permutation(pack), int(rng.integers(1 << 62)), world)
                assert census(world) == cards
                assert seen(RULES, world, viewer).tobytes() == v.tobytes()
                secret = copied(RULES, s)
                shuffled(secret, viewer, rng)
                assert seen(RULES, secret, viewer).tobytes() == v.tobytes()
            hero.play(s, seat, random_move(RULES, s, seat, rng))
        assert tokens(s) == 40
        assert census(s) == cards
        for viewer in range(-1, seats):
            v = seen(RULES, s, viewer)
            assert hero.guess(v, rng.permutation(pack), 0, world)
            assert seen(RULES, world, viewer).tobytes() == v.tobytes()
        v = seen(RULES, s, -1)
        assert [sum(args["points"] for _, args in hero.tally(v, seat)) for seat in range(seats)] == list(
            s.open.gain[:seats]
        )


def test_one_player_can_hide_at_most_23_cards() -> None:
    """All cards draw: one seat buys all, the others take a token each."""
    s = started(4, np.full(56, hero.FACES.index("R4?"), np.int16))
    while hero.over(s) == 0:
        seat = int(s.open.mover)
        if seat == 0:
            s.open.supply += s.open.price[0]
            s.open.price[0] = 0
        hero.play(s, seat, hero.BUY if seat == 0 else hero.pick(s, seat, 2))
        s.open.purse[1:] = 3
        s.open.price[1:] = 4
        s.open.supply = 40 - 12 - 9 - s.open.purse[0] - s.open.price[0]
    assert list(s.open.hides) == [23, 1, 1, 1]
    assert hero.HIDING > 23


# What guess draws


def nearly_over(table: Table, draws: Sequence[int], left: int) -> Record:
    """The state after these pairs were bought and the pile has shrunk to so many cards."""
    for pair in draws:
        play_all(table, [free(table, pair)])
    reach(table, left)
    return state_of(table)


def fits(guessed: Counter[bytes], expected: Counter[bytes]) -> bool:
    """A chi-square test that a right `guess` passes but for one time in a million."""
    assert set(guessed) == set(expected)
    scale = guessed.total() / expected.total()
    square = sum((guessed[world] - scale * expected[world]) ** 2 / (scale * expected[world]) for world in expected)
    freedom = len(expected) - 1
    return bool(square < freedom + 5 * (2 * freedom) ** 0.5)


def guesses(v: Record, count: int) -> list[Record]:
    rng = np.random.default_rng(8)
    pack = pack_of("hero")
    worlds = np.zeros(count, hero.STATE)
    for i in range(count):
        assert hero.guess(v, rng.permutation(pack), int(rng.integers(1 << 62)), worlds[i])
    return list(worlds)


def test_guess_draws_every_possible_world_equally_often() -> None:
    """One R3 lies open and one is unseen, both T3 are unseen: equal cards must not be taken for one another."""
    table = dealt(4, hidden="V4 R3 T3 O2?", pile="R2 R3 G2? T2? B2? V2? R2? Y2?", final="G3 B3 V3 R4 Y4 B3 V3 G4 T3 O4")
    s = nearly_over(table, [], 2)
    v = seen(RULES, s, 0)
    unseen = [*s.hidden[1:4, 0].tolist(), *s.pile[:2].tolist()]
    assert sorted(unseen) == sorted(faces("R3 T3 O2? T3 O4"))
    expected: Counter[bytes] = Counter()
    for cards in permutations(unseen):
        world = copied(RULES, s)
        world.hidden[1:4, 0] = cards[:3]
        world.pile[:2] = cards[3:]
        assert seen(RULES, world, 0).tobytes() == v.tobytes()
        expected[world.tobytes()] += 1
    assert len(expected) == 60
    assert fits(Counter(world.tobytes() for world in guesses(v, 3000)), expected)


def test_guess_hides_each_pair_of_unseen_cards_equally_often() -> None:
    table = dealt(3, hidden="V4 R3 B2", pile="R2 R3 O2? O3 Y2? Y3 G2 G3 T3 T2")
    s = nearly_over(table, [], 39)
    table.play(0, "take 1")
    play_all(table, [free(table, 2), free(table, 3)])  # seats 1 and 2 draw
    reach(table, 1)
    v = seen(RULES, s, 0)
    assert list(s.open.hides[:3]) == [1, 2, 2]
    unseen = [face for row in (s.hidden[1, :2], s.hidden[2, :2], s.pile[:1], s.removed[:6]) for face in row.tolist()]
    expected = Counter(bytes(sorted(pair)) for pair in combinations(unseen, 2))
    worlds = guesses(v, 3000)
    assert fits(Counter(bytes(world.hidden[1, :2].tolist()) for world in worlds), expected)
    assert fits(Counter(bytes(world.hidden[2, :2].tolist()) for world in worlds), expected)
    assert fits(Counter(bytes(world.pile[:1].tolist()) for world in worlds), Counter(bytes([face]) for face in unseen))
    assert all(census(world) == Counter(PACK) for world in worlds[:50])
    assert all((np.diff(world.removed[:6]) >= 0).all() for world in worlds[:50])
