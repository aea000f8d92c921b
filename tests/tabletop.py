"""Ways to set up a game for a test."""

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

import numpy as np

from ludozero import IllegalMove, Table
from ludozero.games import rules
from ludozero.games.shape import Ints, Record, Rules, blank


def pack_of(game: str) -> Ints:
    """The settled pack as faces."""
    known = rules(game)
    return np.array([known.FACES.index(card) for card in next(iter(known.PACKS.values()))], np.int16)


def deck_of(game: str, *begin: str, count: int | None = None) -> str:
    """A whole deck that begins with these cards; the rest of the pack follows in its own order."""
    cards = " ".join(begin).split()
    rest = list(next(iter(rules(game).PACKS.values())))
    for card in cards:
        rest.remove(card)
    return " ".join((cards + rest)[:count])


def state_of(table: Table) -> Record:
    """The truth of a table, as the rules see it; who holds it may change it, so the table looks again."""
    table._glanced = None
    return table._state


def put(table: Table, s: Record) -> None:
    """Another truth takes the place of the table's."""
    table._states[0] = s
    table._glanced = None


def tried(table: Table, seat: int, *texts: str) -> str | None:
    """What the table says to these moves in one breath; None if it makes them, which changes nothing here."""
    other = copy(table)
    other._states = table._states.copy()
    other._state = other._states[0]
    other.log, other.ended = table.log[:], table.ended[:]
    try:
        other.play(seat, *texts)
    except IllegalMove as wrong:
        return str(wrong)
    return None


def seen(known: Rules, s: Record, seat: int) -> Record:
    """What a seat sees of a state, in a fresh record."""
    v = blank(known.VIEW)
    known.see(s, seat, v)
    return v


def copied(known: Rules, s: Record) -> Record:
    """A state of its own with the same bytes."""
    states = np.zeros(1, known.STATE)
    states[0] = s
    return states[0]


def listed(known: Rules, s: Record, seat: int) -> list[int]:
    """The legal moves of a seat."""
    out = np.zeros(known.MOVES_ROOM, np.int32)
    return [int(m) for m in out[: known.moves(s, seat, out)]]


def random_move(known: Rules, s: Record, seat: int, rng: np.random.Generator) -> int:
    """A legal move, all equally likely: candidates are drawn until one passes `check`."""
    for _ in range(200):
        m = known.pick(s, seat, int(rng.integers(known.span(s, seat))))
        if known.check(s, seat, m) == 0:
            return m
    return int(rng.choice(listed(known, s, seat)))


def option_sets(game: str, seats: int) -> list[dict[str, Any]]:
    """Options worth playing at a table: the defaults, and every other value of each at least once."""
    match game:
        case "zero" if seats == 2:
            return [{"pot": "auto"}, {"pot": "auto", "sheet": "berliner"}]
        case "zero":
            return [{}, {"sheet": "berliner"}, {"pot": "auto"}]
        case "soler":
            return [{"quiet": 12, "deals": 2}, {"quiet": 20, "deals": 1}, {"quiet": 10, "target": 4}]
        case "zatre":
            return [{}, {"ladder": "literal"}]
    return [{}]


def tables(game: str, seats: int, count: int, first: int = 0, patient: bool = False) -> Iterator[Table]:
    """Tables with public seeds, from `first` on, and all kinds of options."""
    sets = option_sets(game, seats)
    for seed in range(first, first + count):
        yield Table(game, seats, seed=seed, options=sets[seed % len(sets)], patient=patient)


def play_all(table: Table, moves: Sequence[str]) -> None:
    """Moves in turn, each by whoever is to move."""
    for move in moves:
        table.play(table.waiting[0], move)
