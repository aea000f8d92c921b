"""The score pad: cards or sheets as people write them, points with their reasons."""

import re
from collections.abc import Sequence
from typing import Any, TypeAlias

from ludozero.games import hero, rules, soler, zatre, zero
from ludozero.games.shape import Lines
from ludozero.table.errors import Refused, quoted
from ludozero.table.setup import faces_of

Sheet: TypeAlias = Sequence[tuple[int | None, int | None, int | None]]


def reckoned(game: str, cards: str | Sheet, most_zeros: bool = False, supers: int = 0) -> tuple[int, Lines]:
    """Points and their lines; a ValueError says what is wrong with the text."""
    if game == "zatre":
        return zatre.reckon(sheet_rows(cards) if isinstance(cards, str) else cards, supers)
    if not isinstance(cards, str):
        raise ValueError("no-row", {"row": ""})
    faces = faces_of(rules(game), game, cards.replace(",", " ").split()).tolist()
    match game:
        case "hero":
            return hero.reckon(faces, most_zeros)
        case "soler":
            return soler.reckon(faces)
    return zero.reckon(faces)


def sheet_rows(text: str) -> Sheet:
    """Zatre's sheet: a row is `1,6,5`, an empty cell `-`."""
    rows = []
    for row in text.split():
        cells = row.split(",")
        if len(cells) != 3 or not all(re.fullmatch(r"-|–|\d{1,3}", cell) for cell in cells):
            raise ValueError("no-row", {"row": quoted(row, 20)})
        a, b, c = (None if cell in "-–" else int(cell) for cell in cells)
        rows.append((a, b, c))
    return rows


def scored(game: str, cards: str | Sheet, most_zeros: bool = False, supers: int = 0) -> dict[str, Any]:
    """The points of a hand, a collection, safe cards or a sheet, as JSON-able data."""
    try:
        points, lines = reckoned(game, cards, most_zeros, supers)
    except Refused:
        raise
    except ValueError as wrong:  # of what nobody can have: a code and what its sentence speaks of
        code, args = wrong.args
        raise Refused(code, args=args, room=game) from None
    return {"game": game, "points": points, "lines": [{"code": code, **args} for code, args in lines]}
