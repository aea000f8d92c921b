"""The score pad: texts as people write them."""

import pytest

from ludozero.table.errors import Refused
from ludozero.table.score import Sheet, scored, sheet_rows

SHEET = "1,6,5 2,3,5 2,3,15 1,3,5 1,3,5 1,3,10 1,6,5 1,3,10 -,3,5 –,3,10 -,-,10"


@pytest.mark.parametrize(
    ("game", "cards", "points"),
    [
        ("zero", "B2 R5 G5 R3 Y3 G3 B3 V3 S3", 7),
        ("zero", "b8,b7,b5,b1,b2,r2,y2,g2,v2", 0),
        ("hero", "G2 O3 O3 O2 V2 V0 V0", 11),
        ("soler", "-2 -1, 3 0", 4),
        ("zatre", SHEET, 164),
        ("zatre", sheet_rows(SHEET), 164),
    ],
)
def test_points_are_the_sum_of_their_lines(game: str, cards: str | Sheet, points: int) -> None:
    found = scored(game, cards)
    assert (found["game"], found["points"]) == (game, points)
    assert sum(line.get("points", 0) for line in found["lines"]) == points
    assert all(line["code"] for line in found["lines"])


def test_what_the_cards_do_not_tell() -> None:
    assert scored("hero", "G2 O3 O3 O2 V2 V0 V0", most_zeros=True)["points"] == 16
    assert scored("zatre", SHEET, supers=1)["points"] == 170


def test_cells_of_a_sheet() -> None:
    assert sheet_rows("1,16,- –,-,105") == [(1, 16, None), (None, None, 105)]


@pytest.mark.parametrize(
    ("game", "cards", "told"),
    [
        ("zatre", "1,2,5 1,2", ("no-row", {"row": "1,2"})),
        ("zatre", "1,2,x", ("no-row", {"row": "1,2,x"})),
        ("zatre", "1,2,1000", ("no-row", {"row": "1,2,1000"})),
        ("zatre", "1,2,5," + "7" * 40, ("no-row", {"row": "1,2,5,77777777777777"})),
        ("zero", [(1, 2, 3)], ("no-row", {"row": ""})),
    ],
)
def test_what_is_no_sheet(game: str, cards: str | Sheet, told: tuple[str, dict[str, str]]) -> None:
    with pytest.raises(Refused) as wrong:
        scored(game, cards)
    assert (wrong.value.code, wrong.value.args) == told
    assert wrong.value.room == game
