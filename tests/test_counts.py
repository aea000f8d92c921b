"""Counts: how many sequences of n moves there are from a position, in every number of seats.

A file of `tests/counts` has a game, a line of it a position: seats, options, seed, moves made at random before; then
the counts for one move, two moves, … No cards are dealt on the way: a sequence ends with its deal.
`python -m tests.test_counts` writes the counts again.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from ludozero import Table
from ludozero.games import GAMES, rules
from ludozero.games.shape import Record, Rules
from tests.tabletop import copied, listed, random_move, state_of

FOLDER = Path(__file__).with_name("counts")
MOST = 4_000  # sequences of a count that is written


def seats_of(known: Rules, s: Record) -> list[int]:
    """Who may move: in Solèr's Zero several at once, each of whom may be the next."""
    mask = known.waiting(s)
    return [seat for seat in range(int(s.open.seats)) if mask >> seat & 1]


def sequences(known: Rules, s: Record, depth: int) -> int:
    """How many sequences of so many moves begin here; one that the end of a deal cuts short counts as well."""
    if depth == 0:
        return 1
    return sum(split(known, s, depth).values()) or 1


def split(known: Rules, s: Record, depth: int) -> dict[str, int]:
    """The same by the first move."""
    found = {}
    for seat in seats_of(known, s):
        for m in listed(known, s, seat):
            world = copied(known, s)
            known.play(world, seat, m)
            found[f"{seat} {known.spell(m)}"] = sequences(known, world, depth - 1)
    return found


def position(game: str, line: str) -> tuple[Table, list[int]]:
    """The table of a line, and the counts written there."""
    head, _, counts = line.rpartition(":")
    seats, options, seed, before = head.split()
    table = Table(game, int(seats), seed=int(seed), options=json.loads(options))
    rng = np.random.default_rng(int(seed))
    for _ in range(int(before)):
        seat = int(rng.choice(table.waiting))
        table.play(seat, table.rules.spell(random_move(table.rules, state_of(table), seat, rng)))
    return table, [int(count) for count in counts.split()]


def lines_of(game: str) -> list[str]:
    """A game's positions."""
    text = FOLDER.joinpath(f"{game}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize(("game", "line"), [(game, line) for game in GAMES for line in lines_of(game)])
def test_counts(game: str, line: str) -> None:
    table, counts = position(game, line)
    assert counts
    for depth, count in enumerate(counts, 1):
        found = split(table.rules, state_of(table), depth)
        told = "\n".join(f"{first}: {number}" for first, number in found.items())
        assert sum(found.values()) == count, f"{depth} moves; by the first of them:\n{told}"


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_seats_is_counted(game: str) -> None:
    assert {int(line.split()[0]) for line in lines_of(game)} == set(rules(game).SEATS)


def test_counts_of_zero_by_hand() -> None:
    """A knock or one of 9 · 5 exchanges; after two knocks the three other seats have a turn each, then it is over."""
    table = Table("zero", 4, seed=1)
    known, s = table.rules, state_of(table)
    assert [sequences(known, s, depth) for depth in (1, 2)] == [46, 46**2]
    for seat in (1, 2):
        known.play(s, seat, known.read("knock")[0])
    assert sequences(known, s, 2) == 46**2
    known.play(s, 3, known.read("knock")[0])
    known.play(s, 0, known.read("knock")[0])
    assert [sequences(known, s, depth) for depth in (1, 2, 3)] == [46, 46, 46]


def test_counts_of_hero_by_hand() -> None:
    """Three tokens each, four on each pair: one can only take one, so that whoever is next has 4, or 3 on that pair."""
    table = Table("hero", 3, seed=1)
    known, s = table.rules, state_of(table)
    # Once a pair is down to three it can be bought, and with no symbols that waits for nobody: 4 takes and one buy.
    assert sequences(known, s, 1) == 4
    assert sequences(known, s, 2) == 4 * (4 + 1)


def counted(known: Rules, s: Record) -> list[int]:
    """The counts of a position, as far as there are not too many sequences and the deal goes on."""
    counts = [sequences(known, s, 1), sequences(known, s, 2)]
    while counts[-1] > counts[-2] and counts[-1] ** 2 < MOST * counts[-2]:
        counts.append(sequences(known, s, len(counts) + 1))
    return [count for count in counts if count <= MOST]


def write() -> None:
    """Every file again."""
    for game in GAMES:
        path = FOLDER / f"{game}.txt"
        text = path.read_text("utf-8")
        for line in lines_of(game):
            table, _ = position(game, line)
            counts = " ".join(map(str, counted(table.rules, state_of(table))))
            text = text.replace(line, f"{line.rpartition(':')[0]}: {counts}")
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
