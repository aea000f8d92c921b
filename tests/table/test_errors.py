"""What refusals are made of."""

from ludozero.table.errors import BadRecord, IllegalMove, Refused, quoted


def test_anything_can_be_quoted_in_one_short_line() -> None:
    assert quoted("a\tb\nc\x00\x1bd") == "a b c d"
    assert quoted("  two   words ") == "two words"
    assert quoted("x" * 41) == "x" * 40
    assert quoted("word", 2) == "wo"
    assert [quoted(value) for value in (7, 1.5, True, None, ["R1"])] == ["7", "1.5", "True", "NoneType", "list"]


def test_a_refusal_as_data_and_as_a_sentence() -> None:
    wrong = IllegalMove("not-in-hand", "ZR-5", {"card": "R1"}, "zero")
    assert wrong.told() == {"code": "not-in-hand", "clause": "ZR-5", "args": {"card": "R1"}, "room": "zero"}
    assert Refused(**wrong.told()).sentence("de") == wrong.sentence("de")
    assert str(wrong) == wrong.sentence() == "R1 is not in your hand; lay a card that is. (ZR-5)"
    assert Refused("game-over").told() == {"code": "game-over", "clause": "", "args": {}, "room": "common"}
    entry = BadRecord("entry", args={"at": 3, "because": wrong.told()})
    assert entry.sentence() == f"Entry 3 of the log does not fit: {wrong}"
    assert entry.sentence("fr").endswith(wrong.sentence("fr"))
    assert entry.args["because"] == wrong.told(), "made into a sentence without being changed"
