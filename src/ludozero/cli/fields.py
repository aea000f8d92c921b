"""A view in lines of text, generated from what its game shows: so a game needs no screen of its own to be played."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ludozero.cli.speech import Speech
from ludozero.games import rules

MANY = 4  # numbers in a row
LONG = 24  # values: more than one wants to hear every time
DOMINO = re.compile(r"(\d)(\d)@(-?\d+),(-?\d+)([ES])")
APART = {"total", "gain"}  # told in their own place


@dataclass(frozen=True)
class Field:
    """One field of a view, and whether only this person sees it, or it is long."""

    name: str
    lines: list[str]
    own: bool = False
    long: bool = False


def fields(view: Mapping[str, Any], speech: Speech, spoken: bool = False) -> Iterator[Field]:
    """The points, then whatever else the game shows; what is empty is left out. Spoken, there are no pictures."""
    yield Field("total", [f"{speech.label('total')}: {by_seat(view['total'], speech)}"])
    for path, kind in rules(view["game"]).SHOWN.items():
        name = path.rpartition(".")[2]
        value = view[name]
        lines = [] if name in APART else list(told(speech.label(name), value, kind.split(), speech, spoken))
        if lines:
            yield Field(name, lines, own="." not in path, long=isinstance(value, list) and len(value) > LONG)


def told(label: str, value: Any, kind: list[str], speech: Speech, spoken: bool) -> Iterator[str]:
    """A field in a line, or in one line a seat."""
    if not filled(value, kind[-1]):
        return
    if kind[0] == "seats" and len(kind) > 1 and isinstance(value[0], list):
        for seat, row in enumerate(value):
            if filled(row, kind[-1]):
                yield f"{label}, {speech.who(seat)}: {flat(row)}"
    elif kind[0] == "seats":
        yield f"{label}: {by_seat(value, speech)}"
    elif kind == ["seat"]:
        yield f"{label}: {speech.who(value)}"
    elif kind == ["mask"]:
        yield f"{label}: {', '.join(map(speech.who, value))}"
    elif kind == ["moves"] and (board := squares(value)):
        yield f"{label}:"
        yield from spelled(board, speech) if spoken else drawn(board)
    else:
        yield f"{label}: {flat(value)}"


def by_seat(values: list[Any], speech: Speech) -> str:
    """What each seat has, if it has anything."""
    return ", ".join(f"{speech.who(seat)} ({value})" for seat, value in enumerate(values) if value is not None)


def filled(value: Any, leaf: str) -> bool:
    """Whether there is anything in it but noughts; seat 0 is somebody."""
    if isinstance(value, list):
        return any(filled(part, leaf) for part in value)
    return value is not None and (value != 0 or leaf in ("seat", "mask"))


def flat(value: Any, least: int = MANY) -> str:
    """Lists as words; a row of numbers ends with its last that is not 0, unless there are but few."""
    if isinstance(value, list):
        while len(value) > least and value[-1] == 0:
            value = value[:-1]
        return " ".join(f"({flat(part, 0)})" if isinstance(part, list) else flat(part) for part in value) or "-"
    return "-" if value is None else str(value)


# A board of dominoes

Board = dict[tuple[int, int], str]  # by row and column


def squares(moves: list[str]) -> Board:
    """What dominoes cover, from their texts (`60@3,-1E`); nothing if these are other moves."""
    found: Board = {}
    for move in moves:
        card = DOMINO.fullmatch(move)
        if card is None:
            return {}
        column, row = int(card[3]), int(card[4])
        found[row, column] = card[1]
        found[(row, column + 1) if card[5] == "E" else (row + 1, column)] = card[2]
    return found


def drawn(board: Board) -> Iterator[str]:
    """As a picture, with the numbers of columns and rows."""
    rows, columns = ([place[axis] for place in board] for axis in (0, 1))
    across = range(min(columns), max(columns) + 1)
    yield "    " + "".join(f"{column:>3}" for column in across)
    for row in range(min(rows), max(rows) + 1):
        yield f"{row:>4}" + "".join(f"{board.get((row, column), '.'):>3}" for column in across)


def spelled(board: Board, speech: Speech) -> Iterator[str]:
    """In words, row by row: the pips of each square and its column."""
    for row in sorted({row for row, _ in board}):
        cells = [
            speech.word("talk.cell", pips=pips, column=column)
            for (at, column), pips in sorted(board.items())
            if at == row
        ]
        yield speech.word("talk.row", row=row, cells=", ".join(cells))
