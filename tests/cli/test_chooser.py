"""The list of moves and the keys that choose from it."""

import pytest

from ludozero.cli.chooser import Chooser
from ludozero.cli.draw import drawing
from ludozero.cli.session import Choice


def chooser(*texts: str, game: str = "zero") -> Chooser:
    return Chooser([Choice(i, text, {}) for i, text in enumerate(texts, 1)], drawing(game).group)


def pressed(keys: Chooser, *names: str) -> str:
    for name in names:
        keys.press(name)
    return keys.answer


MOVES = ("R7>B3", "R7>S1", "V2>B3", "knock")


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        ([], "R7>B3"),
        (["down"], "R7>S1"),
        (["up"], "knock"),
        (["end", "down"], "R7>B3"),
        (["home", "next"], "knock"),
        (["next", "before"], "R7>B3"),
        (["right", "down"], "R7>S1"),
        (["right", "right"], "V2>B3"),
        (["right", "right", "down", "down"], "V2>B3"),
        (["left"], "knock"),
        (["v"], "V2>B3"),
        (["v", "back"], "R7>B3"),
        (["r", "7", "escape"], "R7>B3"),
        (["r", "7", ">", "s"], "R7>S1"),
        (["right", "v"], "V2>B3"),  # what is typed is looked for among all moves
        (["3"], "3"),
        (["9", "9"], "99"),
        (["x", "y"], "xy"),
        (["k", "n", "o", "c", "k"], "knock"),
    ],
)
def test_keys(keys: list[str], answer: str) -> None:
    assert pressed(chooser(*MOVES), *keys) == answer


def test_a_number_puts_the_cursor_there() -> None:
    keys = chooser(*MOVES)
    pressed(keys, "right", "3")
    assert keys.picked is not None
    assert keys.picked.text == "V2>B3"


def test_a_whole_move_is_not_taken_for_the_beginning_of_another() -> None:
    keys = chooser("bid 10", "bid 1", game="soler")
    assert pressed(keys, *"bid 1") == "bid 1"
    assert pressed(chooser("bid 10", "bid 1", game="soler"), *"bid") == "bid 10"


def test_both_ways_round_are_one_card() -> None:
    keys = chooser("60@0,0E", "06@0,0E", "11@0,0E", game="zatre")
    assert keys.groups == ["", "06", "11"]
    assert pressed(keys, *"60@") == "60@0,0E"


def test_unknown_keys_mean_nothing() -> None:
    assert not chooser(*MOVES).press("tab-and-more")
