"""The table in lines: what is told of a view, when, and how it sounds without pictures."""

import io
from typing import Any

import pytest

from ludozero.cli.fields import fields
from ludozero.cli.line import Left, LineGame
from ludozero.cli.session import Session, sit_down
from ludozero.cli.speech import Speech
from ludozero.games import GAMES


def told(game: str, shown: dict[str, Any], spoken: bool = False) -> list[str]:
    """The lines of a view of which only these fields have something in them."""
    table = sit_down(game, 3, {}, 1, level="uniform", adviser="uniform").table
    empty: dict[str, Any] = {name: [] if isinstance(value, list) else None for name, value in table.view(0).items()}
    found = fields({**empty, "game": game, "total": [0, 2, 0], **shown}, Speech(game, 1, "en"), spoken)
    return [line for field in found for line in field.lines]


@pytest.mark.parametrize(
    ("game", "name", "value", "line"),
    [
        ("hero", "purse", [3, 0, 4], "tokens in the purses: seat 0 (3), you (0), seat 2 (4)"),
        ("hero", "purse", [0, 0, 0], None),
        ("hero", "pairs", [["R0!", "B2"], [], ["V3"]], "pairs: (R0! B2) (-) (V3)"),
        ("hero", "price", [4, 0, 0, 0], "tokens on the pairs: 4 0 0 0"),
        ("hero", "due", [], None),
        ("zero", "closer", 0, "who knocked second: seat 0"),
        ("zero", "closer", None, None),
        ("zero", "knocks", 0, None),
        ("zero", "knocks", 1, "knocks so far: 1"),
        ("zero", "known", [[], ["R1", "B2"], []], "known to be in hand, you: R1 B2"),
        ("soler", "lays", [0, 1], "have laid their card: seat 0, you"),
        ("soler", "bid", [None, "bid 0", None], "bids: you (bid 0)"),
        ("soler", "reveal", [None, None, None], None),
        ("zatre", "cells", [[], [[5, 0, 0], [0, 0, 0]], []], "sheet, by columns 10, 11 and 12, you: (5) (-)"),
    ],
)
def test_a_field_is_told_as_what_it_is(game: str, name: str, value: object, line: str | None) -> None:
    points, *rest = told(game, {name: value})
    assert points == "points so far: seat 0 (0), you (2), seat 2 (0)"
    assert rest == ([line] if line else [])


def test_a_board_is_drawn_or_spelled() -> None:
    laid = ["22@0,0E", "31@2,-1S"]
    assert told("zatre", {"laid": laid})[1:] == [
        "cards laid:",
        "      0  1  2",
        "  -1  .  .  3",
        "   0  2  2  1",
    ]
    assert told("zatre", {"laid": laid}, spoken=True)[1:] == [
        "cards laid:",
        "row -1: 3 in column 2",
        "row 0: 2 in column 0, 2 in column 1, 1 in column 2",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_can_be_told(game: str) -> None:
    """Every field of every view of a game has its words; nothing in it is a Python word."""
    session = sit_down(game, 3, {"quiet": "2"} if game == "soler" else {}, 4, level="uniform", adviser="uniform")
    while session.due != "end":
        session.deal() if session.due == "deal" else session.let() if session.due == "bot" else session.play("1")
        for field in fields(session.table.view(session.person), session.speech, spoken=True):
            assert session.speech.knows(f"field.{field.name}")
            assert not any(word in line for line in field.lines for word in ("None", "True", "False", "[", "{"))


class Person(io.StringIO):
    """Somebody who writes these lines and leaves."""

    def isatty(self) -> bool:
        return True


def played(game: str, *answers: str, seed: int = 9) -> tuple[Session, list[str]]:
    """What was written up to the end of these answers, a turn after an empty line."""
    session = sit_down(game, 3, {}, seed, level="uniform", adviser="uniform")
    target = io.StringIO()
    LineGame(session, Person("\n".join(answers)), target).play()
    return session, target.getvalue().split("\n\n")


def test_a_turn_tells_what_is_new_and_what_is_ones_own() -> None:
    _, turns = played("hero", "take 1", "view\n", "")
    first, second = turns[1], turns[2].split("> ")[0]
    for label in ("your hidden cards: ", "tokens in the purses: ", "points so far: ", "cards in the pile: "):
        assert label in first
    assert "your hidden cards: " in second
    assert "tokens in the purses: " in second
    assert "points so far: " not in second
    assert "points so far: " in turns[2].split("> ")[1]  # once the whole table is asked for


def test_moves_are_listed_the_best_or_all_or_some() -> None:
    session, turns = played("zero", "moves", "moves all", "moves v8", "m nothing")
    best, every, some, nothing = (part.splitlines() for part in turns[1].split("> ")[1:5])
    choices = session.choices
    assert len(choices) > 16
    assert [line.split()[1] for line in best[:-1]] == [choice.text for choice in choices[:16]]
    assert "“moves all”" in best[-1]
    assert len(every) == len(choices)
    assert {line.split()[1] for line in some[:-1]} == {c.text for c in choices if c.text.startswith("V8")} != set()
    assert nothing == [best[-1]]


def test_nothing_that_all_moves_share_is_said_of_each() -> None:
    _, turns = played("soler", "moves")
    listed = [line for line in turns[1].splitlines() if line[:1].isdigit()]
    assert listed
    assert not any("cards in hand after it" in line for line in listed)


def test_leaving() -> None:
    session = sit_down("zero", 3, {}, 9, level="uniform", adviser="uniform")
    while session.due != "move":
        session.deal() if session.due == "deal" else session.let()
    with pytest.raises(Left):
        LineGame(session, Person("QUIT"), io.StringIO()).ask()
