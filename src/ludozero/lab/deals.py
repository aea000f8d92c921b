"""Deals as files, so that others can play the same ones.

JSON lines: a head that says what is played, then a line for each deal. It has a `seed` (that of a Table), or literal
`decks`, top card first, in the order in which they are dealt; with both, the decks are those of the seed.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludozero.bots.rng import seeds
from ludozero.games import rules
from ludozero.games.shape import blank
from ludozero.table import fair
from ludozero.table.setup import faces_of, option_numbers, read_pack

FORMAT = 1
MOST_DECKS = 40  # of a game that may go on for ever
MOST_DEALS = 1_000_000


@dataclass(frozen=True)
class Deal:
    """The cards of one game."""

    seed: int | None = None
    decks: tuple[tuple[str, ...], ...] | None = None

    def shuffle(self) -> dict[str, Any]:
        """What a Table is told."""
        return {"seed": self.seed} if self.seed is not None else {"decks": [list(deck) for deck in self.decks or ()]}


def drawn(seed: int, count: int) -> list[Deal]:
    """So many deals; the first ones stay the same however many."""
    return [Deal(int(one) % 2**53) for one in seeds(seed, count)]  # whole in every JSON reader


def save_deals(path: Path, game: str, seats: int, options: Mapping[str, Any], deals: Sequence[Deal]) -> None:
    """Writes a file of deals, with the cards of each, for whoever has another program."""
    with path.open("w", encoding="utf-8") as out:
        out.write(json.dumps(head(game, seats, options)) + "\n")
        for deal in deals:
            line: dict[str, Any] = {} if deal.seed is None else {"seed": deal.seed}
            decks = deal.decks if deal.seed is None else decks_of(game, seats, options, deal.seed)
            out.write(json.dumps(line | {"decks": [" ".join(deck) for deck in decks or ()]}) + "\n")


def load_deals(path: Path, game: str, seats: int, options: Mapping[str, Any]) -> list[Deal]:
    """Reads a file of deals; ValueError, in one sentence, if it is none or of another game."""
    lines = path.read_text("utf-8").splitlines()
    told = [parsed(path, number, line) for number, line in enumerate(lines[: MOST_DEALS + 2], 1)]
    if not 2 <= len(told) <= MOST_DEALS + 1:
        raise ValueError(f"{path.name} should have a head and 1-{MOST_DEALS} deals, a line each.")
    wanted = head(game, seats, options)
    for name, value in wanted.items():
        if told[0].get(name) != value:
            raise ValueError(f"{path.name} has deals for {name} {told[0].get(name)!r:.60}, not {value!r}.")
    return [deal_of(path, number, one, game, seats, options) for number, one in enumerate(told[1:], 2)]


def parsed(path: Path, number: int, line: str) -> dict[str, Any]:
    """A line that is an object."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise ValueError(f"{path.name}, line {number}: this is no JSON object.")
    return told


def deal_of(
    path: Path, number: int, told: Mapping[str, Any], game: str, seats: int, options: Mapping[str, Any]
) -> Deal:
    """A deal from its line."""
    seed, decks = told.get("seed"), told.get("decks")
    if decks is not None:
        if not isinstance(decks, list) or not all(isinstance(deck, str) for deck in decks):
            raise ValueError(f"{path.name}, line {number}: decks is a list of texts like “R1 R2”.")
        decks = tuple(tuple(deck.split()) for deck in decks)
    if seed is None and decks:
        return Deal(decks=decks)
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise ValueError(f"{path.name}, line {number}: a deal has a seed, decks, or both.")
    if decks is not None and decks != decks_of(game, seats, options, seed):
        raise ValueError(f"{path.name}, line {number}: these are not the decks of seed {seed}.")
    return Deal(seed)


def head(game: str, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """What a file of deals says of itself."""
    return {"format": FORMAT, "game": game, "rules": rules(game).RULES, "seats": seats, "options": dict(options)}


def decks_of(game: str, seats: int, options: Mapping[str, Any], seed: int) -> tuple[tuple[str, ...], ...]:
    """The decks a game with this seed is dealt from, one deal after the other; they do not depend on what is played.

    Not among them: cards shuffled in the middle of a deal (ZA-12), and deals after so many that they hardly matter.
    """
    known = rules(game)
    pack = faces_of(known, game, read_pack(game, None)["cards"])
    cards = np.zeros(len(pack), np.int16)
    s = blank(known.STATE)
    known.start(s, seats, option_numbers(game, options))
    decks: list[tuple[str, ...]] = []
    while known.over(s) != 2 and len(decks) < MOST_DECKS:
        count = known.needs(s, pack, cards)
        order = cards[fair.shuffled(count, fair.public_secret(seed), f"deal {int(s.open.deal) + 1}")]
        if count:
            decks.append(tuple(known.FACES[face] for face in order))
        known.deal(s, order)
        if known.over(s) == 0:
            known.finish(s, False)
    return tuple(decks)
