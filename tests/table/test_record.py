"""Records: the same bytes again, and one clear sentence for whatever is wrong with one."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import ludozero
from ludozero import BadRecord, Table, load, replay, save, verify
from ludozero.games import GAMES, rules
from ludozero.table import fair
from ludozero.table.record import moments
from tests.tabletop import deck_of, play_all

Record = dict[str, Any]
SCHEMA = json.loads(Path(__file__).parents[2].joinpath("src/ludozero/table/record.schema.json").read_text("utf-8"))


def finished(game: str = "zero", seats: int = 3, **setup: Any) -> Table:
    """A game that ended early by consent."""
    table = Table(game, seats, **setup)
    for _ in range(12):
        if not table.over:
            table.play(table.waiting[0], table.moves(table.waiting[0])[0])
    if not table.over:
        table.agree()
    return table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("shuffle", [{"seed": 7}, {"secret": b"\x01" * 32, "nonces": ["a", "", "b"]}])
def test_records_obey_their_schema_and_replay_to_the_same_bytes(game: str, shuffle: Record) -> None:
    table = finished(game, **shuffle)
    jsonschema.validate(table.record(), SCHEMA)
    text = save(table)
    assert save(replay(load(text))) == text
    assert load(text.encode()) == load(text) == table.record()
    assert verify(load(text)) == "consistent"


def test_a_game_left_unfinished_has_no_winners_and_tells_its_secret() -> None:
    table = Table("zero", 3, secret=b"\x01" * 32)
    table.play(1, "knock")
    table.close("abandoned")
    record = table.record()
    jsonschema.validate(record, SCHEMA)
    assert (table.over, table.waiting, table.moves(1), table.winners) == (True, (), [], [])
    assert record["result"] == {"deals": [], "scores": [0, 0, 0], "winners": [], "reason": "abandoned"}
    assert verify(record, record["shuffle"]["commitment"]) == "as promised"
    assert save(replay(record)) == save(table)
    with pytest.raises(ludozero.IllegalMove, match="over"):
        table.close("closed")
    with pytest.raises(BadRecord):
        replay(record | {"log": [*record["log"][:-1], {"close": "bored"}]})


def test_an_unfinished_game_goes_on_after_its_record() -> None:
    table = Table("zero", 3, seed=7)
    play_all(table, ["knock", "knock", "knock"])
    again = replay(load(save(table)))
    for other in (table, again):
        play_all(other, ["knock", "knock"])
    assert save(again) == save(table)
    assert len(table.deals) == 1


def test_a_game_can_go_on_at_a_patient_table() -> None:
    table = Table("zero", 3, seed=7, patient=True)
    table.deal()
    play_all(table, ["knock"] * 4)
    again = replay(table.record(), patient=True)
    assert again.patient
    assert (again.standing, again.waiting) == ("scored", ())
    again.deal()
    assert replay(again.record()).patient is False
    assert again.waiting == (2,)


def test_an_unfinished_fair_game_needs_its_secret() -> None:
    table = Table("zero", 3, secret=b"\x02" * 32)
    with pytest.raises(BadRecord) as wrong:
        replay(table.record())
    assert wrong.value.code == "secret-missing"
    assert replay(table.record(), secret=b"\x02" * 32).truth() == table.truth()
    with pytest.raises(BadRecord) as wrong:
        replay(table.record(), secret=b"\x03" * 32)
    assert wrong.value.code == "secret-differs"


def test_as_promised() -> None:
    table = finished(secret=b"\x02" * 32)
    promise = fair.commitment(b"\x02" * 32)
    assert verify(table.record(), promise) == "as promised"
    assert verify(table.record(), f" {promise.upper()}\n") == "as promised"
    with pytest.raises(BadRecord) as wrong:
        verify(table.record(), fair.commitment(b"other"))
    assert wrong.value.code == "commitment-differs"
    with pytest.raises(BadRecord) as wrong:
        verify(finished(seed=7).record(), promise)
    assert wrong.value.code == "nothing-promised"


def no_result(record: Record) -> None:
    """An unfinished game whose record does not say that it has no result."""
    del record["log"][4:], record["result"]


def at(*path: Any, value: Any) -> Callable[[Record], None]:
    """A tampering: something else at this place of the record."""

    def tamper(record: Record) -> None:
        place: Any = record
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return tamper


def swapped_moves(record: Record) -> None:
    record["log"][1], record["log"][2] = record["log"][2], record["log"][1]


def first_move_dropped(record: Record) -> None:
    del record["log"][1]


TAMPERED: list[tuple[str, Callable[[Record], None], str]] = [
    ("format", at("format", value=2), "This record is of format 2; this program reads format 1."),
    ("format", at("format", value=True), "This record is of format True; this program reads format 1."),
    (
        "format",
        lambda record: record.__delitem__("format"),
        "This record is of format NoneType; this program reads format 1.",
    ),
    ("unknown-game", at("game", value="poker"), "There is no game “poker”; there are: zero, hero, soler, zatre."),
    (
        "rules-version",
        at("rules", value=99),
        "This game of zero was played by rules version 99; this program has version 1.",
    ),
    ("bad-field", at("rules", value="1"), "The field “rules” is missing from the record or is not what it should be."),
    ("bad-field", at("log", value={}), "The field “log” is missing from the record or is not what it should be."),
    (
        "bad-field",
        at("seats", 0, value="Anna"),
        "The field “seats” is missing from the record or is not what it should be.",
    ),
    (
        "bad-field",
        at("seats", 0, value={"name": 3}),
        "The field “seats” is missing from the record or is not what it should be.",
    ),
    ("bad-seats", at("seats", value=[{}]), "zero is played by 2 to 5, not by 1."),
    (
        "bad-field",
        at("shuffle", value={}),
        "The field “shuffle” is missing from the record or is not what it should be.",
    ),
    (
        "bad-field",
        at("shuffle", value={"kind": "seed", "seed": True}),
        "The field “shuffle” is missing from the record or is not what it should be.",
    ),
    (
        "bad-field",
        at("shuffle", "secret", value="xyz"),
        "The field “shuffle” is missing from the record or is not what it should be.",
    ),
    ("bad-nonce", at("shuffle", "nonces", value=["a/b"]), "A nonce has at most 64 letters, digits, “-” or “_”."),
    (
        "secret-differs",
        at("shuffle", "secret", value="00"),
        "The secret in the record is not the one its commitment promised.",
    ),
    ("unknown-option", at("options", value={"speed": "fast"}), "This game has no option “speed”; it has: sheet, pot."),
    (
        "fixed-pack",
        at("pack", "cards", 0, value="K8"),
        "The pack of zero is printed on its sheet and cannot be changed.",
    ),
    (
        "entry",
        at("log", 1, "move", value="K1>K2"),
        "Entry 1 of the log does not fit: K1 is not in your hand; lay a card that is. (ZR-5)",
    ),
    ("entry", at("log", 1, "move", value=7), "Entry 1 of the log does not fit: it is not an entry of a log"),
    (
        "entry",
        at("log", 1, "seat", value=[1]),
        "Entry 1 of the log does not fit: There is no seat list; the last one is 2.",
    ),
    ("entry", at("log", 1, "seat", value=9), "Entry 1 of the log does not fit: There is no seat 9; the last one is 2."),
    ("entry", at("log", 1, "by", value=""), "Entry 1 of the log does not fit: it is not an entry of a log"),
    (
        "entry",
        at("log", 0, "deal", value="deal 9"),
        "Entry 0 of the log does not fit: the shuffle due there is “deal 1”",
    ),
    (
        "entry",
        at("log", 1, value={"deal": "deal 2"}),
        "Entry 1 of the log does not fit: No cards are due: somebody has to move first, or the game is over.",
    ),
    (
        "entry",
        at("log", 1, value={"undo": 12345}),
        "Entry 1 of the log does not fit: One can go back to entries 0 to 1 of the log, not to 12345.",
    ),
    ("entry", at("log", 1, value={"agree": "draw"}), "Entry 1 of the log does not fit: it is not an entry of a log"),
    (
        "entry",
        at("log", 1, value={"timeout": 7}),
        "Entry 1 of the log does not fit: There is no seat 7; the last one is 2.",
    ),
    ("entry", at("log", 1, value="knock"), "Entry 1 of the log does not fit: it is not an entry of a log"),
    (
        "entry",
        at("log", 1, value={"seat": 1, "move": "knock", "clock": 3}),
        "Entry 1 of the log does not fit: it is not an entry of a log",
    ),
    ("entry", swapped_moves, "Entry 1 of the log does not fit: It is seat 1’s turn. (ZR-3)"),
    ("entry", first_move_dropped, "Entry 1 of the log does not fit: It is seat 1’s turn. (ZR-3)"),
    (
        "entry",
        lambda record: record["log"].append({"seat": 0, "move": "knock"}),
        "Entry 14 of the log does not fit: The game is over.",
    ),
    (
        "entry",
        lambda record: record["log"].append({"deal": "deal 2"}),
        "Entry 14 of the log does not fit: No cards are due: somebody has to move first, or the game is over.",
    ),
    (
        "field-differs",
        lambda record: record["log"].pop(),
        "The field “result” does not follow from the rest of the record.",
    ),
    (
        "field-differs",
        at("result", "scores", 0, value=0),
        "The field “result” does not follow from the rest of the record.",
    ),
    (
        "field-differs",
        at("result", "winners", value=[]),
        "The field “result” does not follow from the rest of the record.",
    ),
    ("field-differs", at("result", value=None), "The field “result” does not follow from the rest of the record."),
    ("field-differs", no_result, "The field “result” does not follow from the rest of the record."),
    (
        "field-differs",
        at("shuffle", "more", value=1),
        "The field “shuffle” does not follow from the rest of the record.",
    ),
    ("surplus-field", at("comment", value="nice game"), "A record has no field “comment”."),
]


@pytest.mark.parametrize(("code", "tamper", "said"), TAMPERED)
def test_the_first_thing_that_does_not_fit_is_named(code: str, tamper: Callable[[Record], None], said: str) -> None:
    record = copy.deepcopy(finished(secret=b"\x05" * 32).record())
    tamper(record)
    with pytest.raises(ValueError) as wrong:  # noqa: PT011 - BadRecord or BadTable, the code tells
        verify(record)
    problem = wrong.value
    assert getattr(problem, "code", None) == code
    assert str(problem) == said
    for lang in ("en", "fr", "de"):
        sentence = problem.sentence(lang)  # type: ignore[attr-defined]
        assert sentence
        assert "\n" not in sentence
        assert "{" not in sentence.replace("{}", "")


def test_a_move_written_otherwise_is_refused_in_a_record() -> None:
    record = finished(seed=7).record()
    record["log"][1]["move"] = record["log"][1]["move"].lower().replace(">", " > ")
    with pytest.raises(BadRecord) as wrong:
        replay(record)
    assert wrong.value.args["because"]["code"] in ("not-canonical",)
    assert wrong.value.args["at"] == 1


@pytest.mark.parametrize(
    ("code", "text", "said"),
    [
        ("not-json", "", "This is not JSON, from character 0 on: perhaps the file was cut off."),
        ("not-json", "{", "This is not JSON, from character 1 on: perhaps the file was cut off."),
        ("not-json", b"\xff\xfe{}", "This is not JSON, from character 0 on: perhaps the file was cut off."),
        ("no-record", "[]", "This is not the record of a game."),
        ("no-record", "3", "This is not the record of a game."),
        ("too-deep", "[" * 100_000, "This file is nested deeper than any record."),
        (
            "not-json",
            '{"format": 1' + "0" * 5000 + "}",
            "This is not JSON, from character 0 on: perhaps the file was cut off.",
        ),
        ("too-large", " " * (33 * 1024 * 1024), "A record has at most 33554432 bytes."),
        ("format", "{}", "This record is of format NoneType; this program reads format 1."),
    ],
)
def test_files_that_are_no_records(code: str, text: str | bytes, said: str) -> None:
    with pytest.raises(BadRecord) as wrong:
        verify(load(text))
    assert wrong.value.code == code
    assert str(wrong.value) == said


def test_a_truncated_file_anywhere() -> None:
    text = save(finished(seed=7))
    for end in range(0, len(text) - 2, 37):
        with pytest.raises(BadRecord) as wrong:
            load(text[:end])
        assert wrong.value.code == "not-json"


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(save(finished(seed=7)), "utf-8")
    assert verify(load(path)) == "consistent"
    with pytest.raises(BadRecord) as wrong:
        load(tmp_path / "none.json")
    assert wrong.value.code == "unreadable-file"
    with pytest.raises(BadRecord) as wrong:
        load(tmp_path)
    assert wrong.value.code == "unreadable-file"


def test_literal_decks_may_be_short_of_a_game_not_begun() -> None:
    deck = deck_of("zero")
    table = Table("zero", 3, decks=[deck])
    assert replay(table.record()).truth() == table.truth()
    with pytest.raises(ValueError, match="deal 2"):
        play_all(table, ["knock"] * 4)
    assert table.deals == []


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_a_version(game: str) -> None:
    assert rules(game).RULES >= 1


@pytest.mark.parametrize("seat", [None, 1])
def test_a_game_can_be_watched_again(seat: int | None) -> None:
    table = finished(seed=7)
    record = table.record()
    seen = list(moments(record, seat))
    assert len(seen) == len(record["log"])
    assert seen[-1] == table.view(seat)
    half = replay({**record, "log": record["log"][: len(seen) // 2]}, patient=True)
    assert seen[len(seen) // 2 - 1] == half.view(seat)
