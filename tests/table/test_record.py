"""Records: the same bytes again, and one clear sentence for whatever is wrong with one."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ludozero import BadRecord, Table, load, replay, save, verify
from ludozero.games import GAMES, rules
from ludozero.table import fair
from tests.tabletop import deck_of, play_all

Record = dict[str, Any]
SCHEMA = json.loads(Path(__file__).parents[2].joinpath("docs/record.schema.json").read_text("utf-8"))


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


def test_an_unfinished_game_goes_on_after_its_record() -> None:
    table = Table("zero", 3, seed=7)
    play_all(table, ["knock", "knock", "knock"])
    again = replay(load(save(table)))
    for other in (table, again):
        play_all(other, ["knock", "knock"])
    assert save(again) == save(table)
    assert len(table.deals) == 1


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


TAMPERED: list[tuple[str, Callable[[Record], None]]] = [
    ("format", at("format", value=2)),
    ("format", at("format", value=True)),
    ("format", lambda record: record.__delitem__("format")),
    ("unknown-game", at("game", value="poker")),
    ("rules-version", at("rules", value=99)),
    ("bad-field", at("rules", value="1")),
    ("bad-field", at("log", value={})),
    ("bad-field", at("seats", 0, value="Anna")),
    ("bad-field", at("seats", 0, value={"name": 3})),
    ("bad-seats", at("seats", value=[{}])),
    ("bad-field", at("shuffle", value={})),
    ("bad-field", at("shuffle", value={"kind": "seed", "seed": True})),
    ("bad-field", at("shuffle", "secret", value="xyz")),
    ("bad-nonce", at("shuffle", "nonces", value=["a/b"])),
    ("secret-differs", at("shuffle", "secret", value="00")),
    ("unknown-option", at("options", value={"speed": "fast"})),
    ("fixed-pack", at("pack", "cards", 0, value="K8")),
    ("entry", at("log", 1, "move", value="K1>K2")),
    ("entry", at("log", 1, "move", value=7)),
    ("entry", at("log", 1, "seat", value=[1])),
    ("entry", at("log", 1, "seat", value=9)),
    ("entry", at("log", 1, "by", value="")),
    ("entry", at("log", 0, "deal", value="deal 9")),
    ("entry", at("log", 1, value={"deal": "deal 2"})),
    ("entry", at("log", 1, value={"undo": 12345})),
    ("entry", at("log", 1, value={"agree": "draw"})),
    ("entry", at("log", 1, value={"timeout": 7})),
    ("entry", at("log", 1, value="knock")),
    ("entry", at("log", 1, value={"seat": 1, "move": "knock", "clock": 3})),
    ("entry", swapped_moves),
    ("entry", first_move_dropped),
    ("entry", lambda record: record["log"].append({"seat": 0, "move": "knock"})),
    ("entry", lambda record: record["log"].append({"deal": "deal 2"})),
    ("field-differs", lambda record: record["log"].pop()),
    ("field-differs", at("result", "scores", 0, value=0)),
    ("field-differs", at("result", "winners", value=[])),
    ("field-differs", at("result", value=None)),
    ("field-differs", at("shuffle", "more", value=1)),
    ("surplus-field", at("comment", value="nice game")),
]


@pytest.mark.parametrize(("code", "tamper"), TAMPERED)
def test_the_first_thing_that_does_not_fit_is_named(code: str, tamper: Callable[[Record], None]) -> None:
    record = copy.deepcopy(finished(secret=b"\x05" * 32).record())
    tamper(record)
    with pytest.raises(ValueError) as wrong:  # noqa: PT011 - BadRecord or BadTable, the code tells
        verify(record)
    problem = wrong.value
    assert getattr(problem, "code", None) == code
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
    ("code", "text"),
    [
        ("not-json", ""),
        ("not-json", "{"),
        ("not-json", b"\xff\xfe{}"),
        ("no-record", "[]"),
        ("no-record", "3"),
        ("too-deep", "[" * 100_000),
        ("not-json", '{"format": 1' + "0" * 5000 + "}"),
        ("too-large", " " * (33 * 1024 * 1024)),
        ("format", "{}"),
    ],
)
def test_files_that_are_no_records(code: str, text: str | bytes) -> None:
    with pytest.raises(BadRecord) as wrong:
        verify(load(text))
    assert wrong.value.code == code
    assert "\n" not in str(wrong.value)


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
