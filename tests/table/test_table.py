"""The public contract of Table."""

import json
from typing import Any

import jsonschema
import pytest

import ludozero
from ludozero import BadTable, IllegalMove, Table, replay
from ludozero.games import GAMES, rules
from ludozero.table.views import view_schema
from tests.tabletop import deck_of, play_all, state_of

SHUFFLE = {"seed": 7}
SETUP = "A table cannot be set up with what is given as “{}”."


def test_the_contract() -> None:
    assert set(ludozero.__all__) >= {"Table", "IllegalMove", "replay"}
    table = ludozero.Table("zero", seats=3, seed=7)
    assert table.waiting == (1,)
    assert table.moves(1) == sorted(table.moves(1))
    assert table.moves(0) == []
    before = table.view(1)
    assert table.play(1, "knock") == ["knock"]
    assert table.view(1) != before
    assert (table.over, table.winners, table.scores) == (False, [], [0, 0, 0])
    assert table.truth()["views"] == [table.view(seat) for seat in range(3)]
    assert table.truth()["state"]["hand"] == state_of(table).hand.tolist()
    assert table.truth()["state"]["open"]["turn"] == [0, 1, 0, 0, 0]
    json.dumps([table.view(None), table.truth(), table.record()])


@pytest.mark.parametrize("game", GAMES)
def test_views_obey_the_schema_and_nothing_else_is_in_them(game: str) -> None:
    schema = view_schema(game, rules(game))
    seats = rules(game).SEATS[-1]
    table = Table(game, seats, seed=3, options={"quiet": 5} if game == "soler" else {})
    for _ in range(60):
        for seat in (None, *range(seats)):
            view = table.view(seat)
            jsonschema.validate(view, schema)
            assert json.loads(json.dumps(view)) == view
        if table.over:
            break
        table.play(table.waiting[0], table.moves(table.waiting[0])[-1])


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_refuses_what_is_no_view(game: str) -> None:
    schema = view_schema(game, rules(game))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == jsonschema.Draft202012Validator.META_SCHEMA["$id"]
    assert schema["title"] == f"View of {game}"
    view = Table(game, rules(game).SEATS[-1], seed=3).view(0)
    wrong: list[Any] = [[], view | {"more": 1}]
    for name, inner in schema["properties"].items():
        wrong.append({other: value for other, value in view.items() if other != name})
        junk: Any = 3.5
        wrong.append(view | {name: junk})
        while inner.get("type") == "array":
            inner, junk = inner["items"], [junk]
            wrong.append(view | {name: junk})
    for anything in wrong:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(anything, schema)


@pytest.mark.parametrize("game", GAMES)
def test_weights_have_a_name_and_stand_for_every_move(game: str) -> None:
    table = Table(game, rules(game).SEATS[0], seed=3, options={"pot": "auto"} if game == "zero" else {})
    seat = table.waiting[0]
    weighed = table.weigh(seat)
    assert list(weighed) == table.moves(seat)
    assert all(list(weights) == list(rules(game).WEIGHS) for weights in weighed.values())


def test_several_moves_are_all_or_nothing() -> None:
    table = Table("zero", 3, seed=7)
    truth, log = table.truth(), list(table.log)
    with pytest.raises(IllegalMove) as wrong:
        table.play(1, "knock", "knock")  # the second is not seat 1's to make
    assert wrong.value.code == "by-itself"
    assert (table.truth(), table.log) == (truth, log)
    with pytest.raises(IllegalMove):
        table.play(1, "knock", "what?")
    assert (table.truth(), table.log) == (truth, log)


def test_what_brings_something_to_light_is_played_by_itself() -> None:
    """Or the last to bid could try one sum after another: only a right one is followed by `done`."""
    table = Table("soler", 2, seed=7)
    for seat in (0, 1):
        table.play(seat, table.moves(seat)[0])
    table.play(0, "bid 6")
    for bid in range(-6, 6):
        with pytest.raises(IllegalMove) as wrong:
            table.play(1, f"bid {bid}", "done")
        assert wrong.value.args == {"text": f"bid {bid}"}
        assert (
            str(wrong.value) == f"“bid {bid}” must be played by itself: what it brings to light cannot be taken back."
        )


def test_what_shows_nothing_new_goes_in_one_breath() -> None:
    """The two cards of Zatre's opening; sets made safe, then `done`; a pair and symbols of it."""
    table = Table("zatre", 3, decks=[deck_of("zatre", "01 02 03 04")])
    assert table.play(0, "01@0,0E", "02@0,1E") == ["01@0,0E", "02@0,1E"]
    table = Table("soler", 2, decks=[deck_of("soler", "-2 2 0 3 1 3 3 1 1 1")])
    for seat, text in ((0, "lay 1"), (1, "lay 1"), (0, "bid 2"), (1, "bid 3")):
        table.play(seat, text)
    assert table.play(0, "safe -2 2 0", "done") == ["safe -2 2", "safe 0", "done"]
    table = Table("hero", 4, decks=[deck_of("hero", "R4 O4 Y4 G4 T4 T3 T2 T3 B3 B3 B0! V3 V3 V4 R0+ R2? O2~ Y2?")])
    assert table.play(0, "take 1") == ["take 1"]
    for seat in (1, 2, 3):
        table.play(seat, "take 1")
    assert table.play(0, "buy 1", "token") == ["buy 1", "token"]


def test_all_or_nothing_across_a_deal() -> None:
    table = Table("zero", 3, seed=7)
    play_all(table, ["knock", "knock", "knock"])
    truth, log, deals, last = table.truth(), list(table.log), list(table.deals), table.last
    assert table.waiting == (1,)
    with pytest.raises(IllegalMove):
        table.play(1, "knock", "knock")  # the first ends the round, the next is seat 2's to begin
    assert (table.truth(), table.log, table.deals, table.last) == (truth, log, deals, last)


def test_illegal_moves_say_what_is_wrong_and_by_which_clause() -> None:
    table = Table("zero", 3, decks=[deck_of("zero")] * 3)
    with pytest.raises(IllegalMove) as wrong:
        table.play(1, "R1>B1")
    assert (wrong.value.code, wrong.value.clause) == ("not-in-hand", "ZR-5")
    assert wrong.value.args == {"text": "R1>B1", "card": "R1"}
    assert str(wrong.value) == "R1 is not in your hand; lay a card that is. (ZR-5)"
    assert "R1" in wrong.value.sentence("fr") != wrong.value.sentence("de")
    for seat in (3, -1, True, "0", None, 1.0):
        with pytest.raises(IllegalMove) as wrong:
            table.play(seat, "knock")  # type: ignore[arg-type]
        assert wrong.value.code == "no-such-seat"
        assert wrong.value.args == {"seat": "NoneType" if seat is None else str(seat), "last": 2}
    for text in ("", "x" * 1000, None, 3, "R1>", "R1>B1>R1"):
        with pytest.raises(IllegalMove) as wrong:
            table.play(1, text)  # type: ignore[arg-type]
        assert wrong.value.code == "unreadable"
        assert str(wrong.value).endswith("is not a move: write an exchange like R7>B3, or knock.")


@pytest.mark.parametrize(
    ("code", "arguments", "said"),
    [
        (
            "unknown-game",
            {"game": "chess", "seats": 2},
            "There is no game “chess”; there are: zero, hero, soler, zatre.",
        ),
        (
            "unknown-game",
            {"game": ["zero"], "seats": 2},
            "There is no game “list”; there are: zero, hero, soler, zatre.",
        ),
        ("bad-seats", {"game": "zero", "seats": 6}, "zero is played by 2 to 5, not by 6."),
        ("bad-seats", {"game": "zero", "seats": True}, "zero is played by 2 to 5, not by True."),
        (
            "unknown-option",
            {"game": "zero", "seats": 3, "options": {"ladder": "rising"}},
            "This game has no option “ladder”; it has: sheet, pot.",
        ),
        (
            "unknown-option",
            {"game": "hero", "seats": 3, "options": {"sheet": "modern"}},
            "This game has no option “sheet”; it has: -.",
        ),
        (
            "bad-option",
            {"game": "zero", "seats": 3, "options": {"sheet": "new"}},
            "Option sheet cannot be “new”; it can be: modern, berliner.",
        ),
        (
            "bad-option",
            {"game": "zero", "seats": 3, "options": {"sheet": ["modern"]}},
            "Option sheet cannot be “list”; it can be: modern, berliner.",
        ),
        (
            "bad-option",
            {"game": "soler", "seats": 3, "options": {"quiet": "-1"}},
            "Option quiet cannot be “-1”; it can be: 0-1000.",
        ),
        (
            "bad-option",
            {"game": "soler", "seats": 3, "options": {"quiet": True}},
            "Option quiet cannot be “True”; it can be: 0-1000.",
        ),
        (
            "one-shuffle",
            {"game": "zero", "seats": 3, "seed": 1, "secret": b"x"},
            "A table takes a seed, literal decks or a secret: one of them, not several.",
        ),
        (
            "bad-nonce",
            {"game": "zero", "seats": 3, "nonces": ["a,b"]},
            "A nonce has at most 64 letters, digits, “-” or “_”.",
        ),
        (
            "bad-pack",
            {"game": "hero", "seats": 3, "pack": {"cards": []}},
            "A pack for hero is an object with a name and a list of cards.",
        ),
        (
            "bad-pack",
            {"game": "hero", "seats": 3, "pack": {"name": "x", "cards": "R1"}},
            "A pack for hero is an object with a name and a list of cards.",
        ),
        (
            "pack-length",
            {"game": "hero", "seats": 3, "pack": {"name": "x", "cards": ["R4"]}},
            "This pack has 1 card; the game needs 56.",
        ),
        (
            "unknown-card",
            {"game": "hero", "seats": 3, "pack": {"name": "x", "cards": ["X4"] * 56}},
            "“X4” is not a card of hero.",
        ),
        (
            "fixed-pack",
            {"game": "zero", "seats": 3, "pack": {"name": "x", "cards": ["R4"] * 56}},
            "The pack of zero is printed on its sheet and cannot be changed.",
        ),
        *[
            ("bad-setup", {"game": "zero", "seats": 3, field: wrong}, SETUP.format(field))
            for field, wrong in [
                ("seed", "7"),
                ("seed", True),
                ("seed", 1.5),
                ("secret", b""),
                ("secret", "00"),
                ("decks", 5),
                ("decks", [5]),
                ("options", ["pot"]),
                ("players", [{"name": "one"}]),
                ("players", [{"name": 1}] * 3),
                ("players", [["name"]] * 3),
                ("players", []),
            ]
        ],
        (
            "bad-option",
            {"game": "zero", "seats": 2, "options": {"pot": "five"}},
            "Option pot cannot be “five”; it can be: auto.",
        ),
        (
            "bad-nonce",
            {"game": "zero", "seats": 3, "nonces": [7]},
            "A nonce has at most 64 letters, digits, “-” or “_”.",
        ),
        ("no-deck", {"game": "zero", "seats": 3, "decks": []}, "There is no deck for “deal 1”: only 0 were given."),
        ("deck-length", {"game": "zero", "seats": 3, "decks": ["R1"]}, "This deck has 1 card; 56 must be ordered now."),
        (
            "deck-cards",
            {"game": "zero", "seats": 3, "decks": [" ".join(["R1"] * 56)]},
            "This deck has one R1 too many: it must hold just the cards to be dealt.",
        ),
        ("unknown-card", {"game": "zero", "seats": 3, "decks": [["R1", 5]]}, "“5” is not a card of zero."),
    ],
)
def test_a_table_that_cannot_be_set_up_says_why(code: str, arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(BadTable) as wrong:
        Table(**arguments)
    assert wrong.value.code == code
    assert str(wrong.value) == said


def test_options_as_text() -> None:
    for text, number in (("40", 40), ("0040", 40), ("0", 0), ("000", 0), ("0000000000040", 40)):
        assert Table("soler", 3, seed=1, options={"quiet": text}).options["quiet"] == number
    for text in ("10000000000", "-1", "4.0", "٤", "²", " 4", ""):
        with pytest.raises(BadTable):
            Table("soler", 3, seed=1, options={"quiet": text})


def test_a_corrected_pack_is_played_with_and_recorded() -> None:
    cards = [card.replace("!", "") for card in rules("hero").PACKS["hero"]] if "hero" in rules("hero").PACKS else []
    cards = cards or [card.replace("!", "") for card in next(iter(rules("hero").PACKS.values()))]
    table = Table("hero", 4, seed=1, pack={"name": "my box", "cards": cards})
    assert table.record()["pack"] == {"name": "my box", "cards": cards}
    assert replay(table.record()).truth() == table.truth()


def test_a_patient_table_waits_for_its_deals() -> None:
    table = Table("zero", 3, seed=7, patient=True)
    assert (table.waiting, table.standing, table.log) == ((), "playing", [])
    table.deal()
    play_all(table, ["knock"] * 4)
    assert (table.standing, table.waiting, table.moves(1)) == ("scored", (), [])
    assert table.view(0)["shown"] == table.view(None)["shown"] == table.last["shown"] != [[], [], []]  # type: ignore[index]
    with pytest.raises(IllegalMove) as wrong:
        table.play(2, "knock")
    assert wrong.value.code == "deal-over"
    assert table.view(0)["last"] == table.view(None)["last"] == table.last
    table.deal()
    assert table.waiting == (2,)
    with pytest.raises(IllegalMove) as wrong:
        table.deal()
    assert wrong.value.code == "no-deal-due"


def test_undo_takes_everything_back_but_the_log() -> None:
    table = Table("zero", 3, seed=7)
    table.play(1, "knock")
    table.play(2, table.moves(2)[0])
    truth, at = table.truth(), len(table.log)
    play_all(table, ["knock"] * 5)  # into the next round
    assert table.deals
    table.undo(at)
    assert (table.truth(), table.deals, table.last) == (truth, [], None)
    table.play(0, "knock")
    table.undo(2)
    table.undo(at)
    assert table.truth() == truth
    assert [entry for entry in table.log if "undo" in entry] == [{"undo": at}, {"undo": 2}, {"undo": at}]
    assert replay(table.record()).truth() == truth
    assert replay(table.record()).record() == table.record()
    for wrong in (-1, len(table.log), True, "3", None):
        with pytest.raises(IllegalMove):
            table.undo(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_agreeing_ends_a_deal_or_a_game_of_any_kind(game: str) -> None:
    table = Table(game, 3, seed=7)
    table.play(table.waiting[0], table.moves(table.waiting[0])[0])
    table.agree(whole=False)
    assert len(table.deals) == 1
    assert table.last is not None
    if not table.over:
        table.agree()
    assert table.over
    assert table.winners
    assert (table.waiting, table.moves(0)) == ((), [])
    result = table.record()["result"]
    assert result["reason"] == "agreed"
    assert result["scores"] == [sum(deal[seat] for deal in result["deals"]) for seat in range(3)]
    with pytest.raises(IllegalMove) as wrong:
        table.agree()
    assert wrong.value.code == "game-over"
    assert replay(table.record()).record() == table.record()


def test_agreeing_between_deals_scores_nothing_twice() -> None:
    table = Table("zero", 3, seed=7, patient=True)
    table.deal()
    play_all(table, ["knock"] * 4)
    scores = table.scores
    with pytest.raises(IllegalMove):
        table.agree(whole=False)
    table.agree()
    assert table.over
    assert (table.scores, len(table.deals)) == (scores, 1)
    assert table.standing == "over"


def test_timeouts_and_stand_ins_are_written_down() -> None:
    table = Table("zero", 3, seed=7)
    table.timeout(1)
    table.play(1, "knock", by="greedy")
    assert table.log[-2:] == [{"timeout": 1}, {"seat": 1, "move": "knock", "by": "greedy"}]
    assert replay(table.record()).record() == table.record()


def test_a_fair_table_keeps_its_secret_until_the_end() -> None:
    table = Table("zero", 3)
    assert set(table.record()["shuffle"]) == {"kind", "commitment", "nonces"}
    assert table.secret.hex() not in json.dumps([table.view(0), table.view(None), table.record()])
    table.agree()
    assert table.record()["shuffle"]["secret"] == table.secret.hex()
    assert Table("zero", 3).secret != table.secret


def test_a_view_is_not_a_window() -> None:
    """Changing what a view gave changes nothing at the table."""
    table = Table("zero", 3, seed=7)
    truth = state_of(table).tobytes()
    view = table.view(1)
    view["hand"].clear()
    view["options"]["sheet"] = "x"
    assert state_of(table).tobytes() == truth
    assert table.options["sheet"] == "modern"
