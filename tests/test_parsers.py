"""Any text at all is a move or a refusal, nothing else; any JSON at all is a record or a refusal."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludozero import BadRecord, IllegalMove, Table, load, replay, verify
from ludozero.games import GAMES, rules
from ludozero.table.errors import Refused

settings.register_profile("table", deadline=None, derandomize=True, max_examples=300)
settings.load_profile("table")

TABLES = {game: Table(game, 3, seed=5) for game in GAMES}
WORDS = "knock > R7 B3 take buy give steal decline token draw lay bid safe done x2 -3 +3 0 10"
PIECES = f"{WORDS} 60@3,-1E 06@ , E S N W @ é ٣ ²"
texts = st.one_of(
    st.text(),
    st.lists(st.sampled_from(PIECES.split()), max_size=8).map(" ".join),
    st.lists(st.sampled_from(PIECES.split()), max_size=8).map("".join),
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("game", GAMES)
@given(text=texts)
def test_any_text_is_a_move_or_is_refused(game: str, text: str) -> None:
    table = TABLES[game]
    known = rules(game)
    seat = table.waiting[0]
    for m in known.read(text):
        assert list(known.read(known.spell(m))) == [m]
        assert 0 <= known.check(table._state, seat, m) < len(known.REASONS)
    before = table.truth()
    try:
        played = table.play(seat, text)
    except IllegalMove as wrong:
        assert table.truth() == before
        assert wrong.code
        assert all("\n" not in wrong.sentence(lang) for lang in ("en", "fr", "de"))
    else:
        assert all(list(known.read(one)) for one in played)
        table.undo(len(table.log) - len(played))


@pytest.mark.parametrize("game", GAMES)
@given(m=st.integers(-(2**62), 2**62), seat=st.integers(-1, 5))
def test_check_answers_any_number(game: str, m: int, seat: int) -> None:
    table = TABLES[game]
    reason = rules(game).check(table._state, seat, m)
    assert 0 <= reason < len(rules(game).REASONS)
    if reason and 0 <= seat < 3:
        assert isinstance(rules(game).explain(table.seen(seat), m, reason), dict)


@given(text=st.text() | json_values.map(json.dumps) | st.binary())
def test_any_file_is_a_record_or_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadRecord):
        verify(load(text))


@given(place=st.integers(0, 40), value=json_values)
def test_a_record_with_anything_anywhere(place: int, value: Any) -> None:
    table = Table("zero", 3, seed=5)
    for _ in range(4):
        table.play(table.waiting[0], "knock")
    record = table.record()
    places: list[tuple[Any, Any]] = [(record, key) for key in record]
    for inner in (record["pack"], record["shuffle"], record["options"]):
        places += [(inner, key) for key in inner]
    for i, entry in enumerate(record["log"]):
        places += [(record["log"], i), *((entry, key) for key in entry)]
    holder, key = places[place % len(places)]
    holder[key] = value
    try:
        again = replay(record)
    except Refused as wrong:
        assert str(wrong)
    else:
        assert isinstance(again, Table)
