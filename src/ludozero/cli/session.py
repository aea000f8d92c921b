"""One person at a table of bots: who is next, what happened, what is wise, what is taken back. Nothing is shown."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from ludozero.bots.uniform import Bot, Uniform
from ludozero.cli.speech import Speech
from ludozero.cli.wrong import Mistyped
from ludozero.table.errors import quoted
from ludozero.table.table import Entry, Table

Due = Literal["move", "bot", "deal", "end"]


@dataclass(frozen=True)
class Choice:
    """A legal move: its place in the list, its text and what it weighs."""

    number: int
    text: str
    weights: Mapping[str, float]


class Session:
    """The person's game; the table is patient, so that a finished deal can be looked at."""

    def __init__(self, table: Table, bots: Mapping[int, Bot], adviser: Callable[[], Bot], lang: str) -> None:
        self.table = table
        self.bots = bots
        self.person = next(seat for seat in range(table.seats) if seat not in bots)
        self.speech = Speech(table.game, self.person, lang)
        self.told = 0  # log entries already told
        self._adviser = adviser
        self._listed: tuple[int, list[Choice]] = (0, [])

    @cached_property
    def adviser(self) -> Bot:
        return self._adviser()

    @property
    def ready(self) -> bool:
        """Whether the bots play as well as they can; until their machine code is there they play simply."""
        return all(getattr(bot, "ready", True) for bot in self.bots.values())

    @property
    def due(self) -> Due:
        """What happens next."""
        if self.table.over:
            return "end"
        waiting = self.table.waiting
        return "deal" if not waiting else "move" if waiting[0] == self.person else "bot"

    def news(self) -> list[Entry]:
        """What has happened since the last time, as the person hears it."""
        heard = self.table.heard(self.person, self.told)
        self.told = len(self.table.log)
        return heard

    # Moving

    def let(self) -> None:
        """The next bot moves: it is handed its view, nothing else."""
        seat = self.table.waiting[0]
        self.table.play(seat, self.table.rules.spell(self.bots[seat].decide(self.table.seen(seat))))

    def play(self, text: str) -> None:
        """The person moves, by a move's text or its number in the list; an IllegalMove says why not."""
        if text.isdecimal() and len(text) <= 4 and 1 <= int(text) <= len(self.choices):
            text = self.choices[int(text) - 1].text
        self.table.play(self.person, text)

    def deal(self) -> None:
        self.table.deal()

    def undo(self) -> bool:
        """Back to the person's last decision that still stands; False if there is none."""
        log = self.table.log
        at = len(log)
        while at:
            at -= 1
            if "undo" in log[at]:
                at = log[at]["undo"]
            elif "move" in log[at] and log[at]["seat"] == self.person:
                self.table.undo(at)
                return True
        return False

    # Choosing

    @property
    def choices(self) -> list[Choice]:
        """The person's legal moves, those worth most first."""
        if self._listed[0] != len(self.table.log):
            weighed = self.table.weigh(self.person).items()
            ranked = sorted(weighed, key=lambda item: worth(item[1], self.table.rules.LOWEST_WINS), reverse=True)
            self._listed = len(self.table.log), [Choice(i, text, row) for i, (text, row) in enumerate(ranked, 1)]
        return self._listed[1]

    def hint(self) -> Choice:
        """What a strong player would do in the person's place."""
        advised = self.table.rules.spell(self.adviser.decide(self.table.seen(self.person)))
        return next(choice for choice in self.choices if choice.text == advised)

    @property
    def sure(self) -> bool:
        """Whether a hint is the strong player's own and not its quick stand-in's."""
        return bool(getattr(self.adviser, "ready", True))


def worth(weights: Mapping[str, float], lowest_wins: bool) -> tuple[float, ...]:
    """Points first, then what others lose, chances and tokens: an order for a list, no more."""
    points = weights.get("points", 0)
    return (
        -points if lowest_wins else points,
        -weights.get("theirs", 0),
        weights.get("chance", 0),
        weights.get("tokens", 0),
    )


def differing(choice: Choice, choices: Sequence[Choice]) -> dict[str, float]:
    """What a move weighs that not all of them weigh."""
    alike = {name for name in choice.weights if len({other.weights[name] for other in choices}) == 1}
    return {name: weight for name, weight in choice.weights.items() if name not in alike}


def verb(text: str) -> str:
    """How a move begins: moves belong together that begin alike."""
    return re.split(r"[>@ ]", text)[0]


def begins(choice: Choice, typed: str) -> bool:
    """Whether a move's text begins so, however it is spaced and in whatever case."""
    return "".join(choice.text.lower().split()).startswith("".join(typed.lower().split()))


def known(level: str) -> None:
    """Refuses what is neither a level nor a bot, before anybody sits down."""
    if level == "uniform":
        return
    from ludozero.fast import players

    try:
        players.read_spec(level)
    except ValueError:
        raise Mistyped("no-such-bot", name=quoted(level), levels=", ".join(players.LEVELS)) from None


def invite(level: str, table: Table, seed: int, patient: bool) -> Bot:
    """A bot of a level; a patient one answers simply until its machine code is there."""
    if level == "uniform":
        return Uniform(table.rules, table.faces, seed)
    from ludozero.fast import players

    return (players.patient_player if patient else players.player)(level, table.game, table.faces, seed)


def sit_down(
    game: str,
    seats: int,
    options: Mapping[str, Any],
    seed: int | None,
    *,
    level: str,
    adviser: str,
    lang: str = "en",
    patient: bool = False,
) -> Session:
    """A table with bots of a level; deals are fair unless there is a seed, the person's seat is drawn."""
    known(level)
    known(adviser)
    luck = random.Random(seed)
    person = luck.randrange(seats)
    players = [
        {"name": "", "kind": "person"} if seat == person else {"name": level, "kind": "bot"} for seat in range(seats)
    ]
    table = Table(game, seats, seed=seed, options=options, players=players, patient=True)
    bots = {seat: invite(level, table, luck.randrange(2**32), patient) for seat in range(seats) if seat != person}
    return Session(table, bots, lambda: invite(adviser, table, luck.randrange(2**32), patient), lang)
