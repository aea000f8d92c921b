"""Random games looked at for leaks: the laws about secrets, for everybody, in every phase."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from ludozero import Table
from ludozero.games import GAMES
from tests.games.test_zatre import block
from tests.laws import breaths_stay, guessed_worlds_look_the_same, refusals_stay, secrets_stay
from tests.tabletop import put, random_move, state_of, tables

SOON = 4  # moves after a deal; from then on positions are looked at ever more seldom, as ever more is known
TEXTS = 3  # moves each seat tries, that were made elsewhere
HEARD = 1000  # of these
RARE = 10  # among so many games of Zatre, one in which somebody is stuck


@dataclass
class Looked:
    """What was looked at."""

    positions: int = 0
    shuffled: int = 0  # of these, where somebody does not know something that could be otherwise
    viewers: int = 0
    moved: int = 0  # of these, for whom something was shuffled
    refusals: int = 0
    breaths: int = 0  # pairs of moves tried at once
    phases: set[int] = field(default_factory=set)


def positions(game: str, seats: int, rng: np.random.Generator, first: int) -> Iterator[Table]:
    """A table in the midst of one random game after another, cards being due included; endless."""
    while True:
        table = next(tables(game, seats, 1, first, patient=True))
        table.dealing = False
        if game == "zatre" and seats == 2 and first % RARE == 0:
            put(table, block("01 02 03"))
        phases: set[int] = set()
        moves = 0
        while True:
            phase = int(state_of(table).open.phase)
            if phase not in phases or rng.random() < SOON / (SOON + moves):
                phases.add(phase)
                yield table
            if table.over:
                break
            if table.waiting:
                seat = int(rng.choice(table.waiting))
                table.play(seat, table.rules.spell(random_move(table.rules, state_of(table), seat, rng)))
                moves += 1
            else:
                table.deal_one()
                moves = 0
        first += 1


def look(game: str, seats: int, count: int, first: int = 0) -> Looked:
    """So many positions of games whose seeds count from `first`: no byte, no move and no word tells a secret."""
    rng = np.random.default_rng([first, seats, GAMES.index(game)])
    looked = Looked()
    heard: list[str] = []
    for table in positions(game, seats, rng, first):
        s = state_of(table)
        moved = 0
        for seat in range(-1, seats):
            moved += secrets_stay(game, s, seat, rng)
            guessed_worlds_look_the_same(game, s, seat, rng)
            if seat >= 0 and heard:
                looked.refusals += refusals_stay(table, seat, rng.choice(heard, TEXTS).tolist(), rng)
                looked.breaths += breaths_stay(table, seat, rng.choice(heard, TEXTS).tolist(), rng)
        heard = [*heard, *[entry["move"] for entry in table.log[-TEXTS:] if "move" in entry]][-HEARD:]
        looked.positions += 1
        looked.shuffled += moved > 0
        looked.viewers += 1 + seats
        looked.moved += moved
        looked.phases.add(int(s.open.phase))
        if looked.positions == count:
            break
    return looked
