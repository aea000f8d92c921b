"""The parts of moves' texts, as a page takes them apart."""

import re

import pytest

from ludozero.games import GAMES, rules
from ludozero.table.table import Table

WANTED = {
    "zero": {"knock": {"act": "knock"}, "R7>B3": {"lay": "R7", "take": "B3"}},
    "hero": {
        "take 2 x2": {"act": "take", "pair": "2", "count": "2"},
        "buy 3": {"act": "buy", "pair": "3"},
        "draw": {"act": "draw"},
        "give T3 2": {"act": "give", "card": "T3", "seat": "2"},
    },
    "soler": {
        "lay -2": {"act": "lay", "cards": "-2"},
        "bid -4": {"act": "bid", "number": "-4"},
        "safe -2 -1 3": {"act": "safe", "cards": "-2 -1 3"},
        "done": {"act": "done"},
    },
    "zatre": {"60@3,-1E": {"first": "6", "second": "0", "column": "3", "row": "-1", "way": "E"}},
}


@pytest.mark.parametrize("game", GAMES)
def test_parts_are_named(game: str) -> None:
    for text, parts in WANTED[game].items():
        found = re.fullmatch(rules(game).PARTS, text)
        assert found, text
        assert {name: part for name, part in found.groupdict().items() if part is not None} == parts


@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_parts_that_make_it_up(game: str) -> None:
    table = Table(game, 3, seed=5)
    for _ in range(30):
        seat = table.waiting[0]
        texts = table.moves(seat)
        for text in texts:
            found = re.fullmatch(rules(game).PARTS, text)
            assert found, text
            assert all(part in text for part in found.groupdict().values() if part)
        table.play(seat, texts[len(texts) // 2])
