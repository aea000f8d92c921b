"""The plain table in lines of text: for pipes, for screen readers, and for any game that has no screen of its own.

Everything is generated: the view from its fields, the moves from their texts and what they weigh.
"""

import os
import random
import re
from collections.abc import Iterator
from typing import Any, TextIO

from ludozero.bots.uniform import Bot, Uniform
from ludozero.games import GAMES
from ludozero.table.errors import IllegalMove
from ludozero.table.table import Table
from ludozero.words import LANGUAGES, knows, say

SHORT_LIST = 16  # more moves than this are listed on demand
MANY = 4  # numbers in a row
DOMINO = re.compile(r"(\d)(\d)@(-?\d+),(-?\d+)([ES])")
HEAD = {"game", "seat", "seats", "deal", "dealer", "turn", "standing", "waiting", "options", "last", "total", "gain"}


def language(chosen: str | None = None) -> str:
    """The reader's language: as chosen, else as the environment says, else English."""
    for wish in (chosen, os.environ.get("LC_ALL"), os.environ.get("LC_MESSAGES"), os.environ.get("LANG")):
        if wish and wish[:2].lower() in LANGUAGES:
            return wish[:2].lower()
    return "en"


class Left(Exception):  # noqa: N818 - somebody got up
    """The person has left the table."""


class LineGame:
    """One person at a table of bots, in lines."""

    def __init__(self, table: Table, bots: dict[int, Bot], lang: str, source: TextIO, target: TextIO) -> None:
        self.table = table
        self.bots = bots
        self.lang = lang
        self.source = source
        self.target = target
        self.told = 0  # log entries already told
        self.dealt = 0  # deals whose end was told

    def play(self) -> None:
        """The whole game, until its end or until the person leaves."""
        self.say("talk.welcome", game=self.word("name"), seats=self.table.seats, seat=self.seat)
        self.write(self.word("tagline"))
        self.say("talk.help")
        try:
            while not self.table.over:
                self.tell()
                mover = self.table.waiting[0]
                if mover in self.bots:
                    self.let(mover)
                else:
                    self.ask(mover)
            self.tell()
            self.tell_end()
        except Left:
            self.say("talk.left")

    @property
    def seat(self) -> int:
        """Where the person sits."""
        return next(seat for seat in range(self.table.seats) if seat not in self.bots)

    # Speaking

    def write(self, text: str = "") -> None:
        print(text, file=self.target, flush=True)

    def word(self, key: str, **args: Any) -> str:
        return say(self.table.game, key, args, self.lang)

    def say(self, key: str, **args: Any) -> None:
        self.write(self.word(key, **args))

    def who(self, seat: int) -> str:
        return self.word("talk.you") if seat == self.seat else self.word("talk.bot", seat=seat)

    def tell(self) -> None:
        """What has happened since the last time, and how a deal ended."""
        for entry in self.table.heard(self.seat, self.told):
            if "deal" in entry:
                deal = entry["deal"].startswith("deal")
                if deal and self.dealt < len(self.table.ended):
                    self.tell_deal()
                self.say("talk.dealt" if deal else "talk.reshuffled", label=entry["deal"])
            elif "move" in entry:
                self.write(f"{self.who(entry['seat'])}: {entry['move']}")
        self.told = len(self.table.log)
        if self.table.over and self.dealt < len(self.table.ended):
            self.tell_deal()

    def tell_deal(self) -> None:
        """The deal just over: every seat's points and where they come from."""
        ended = self.table.ended[self.dealt]
        self.say("talk.deal-over", deal=self.dealt + 1)
        for seat in range(self.table.seats):
            self.say("talk.gain", who=self.who(seat), points=ended["gain"][seat])
            for code, args in ended["lines"][seat]:
                self.write("  " + sentence(self.table.game, f"line.{code}", args, self.lang))
        self.dealt += 1

    def tell_end(self) -> None:
        self.say("talk.over")
        for seat, points in enumerate(self.table.scores):
            self.say("talk.total", who=self.who(seat), points=points)
        self.say("talk.winners", winners=", ".join(self.who(seat) for seat in self.table.winners))

    def show(self) -> None:
        """The view, field by field."""
        view = self.table.view(self.seat)
        self.write(f"{self.label('total')}: {', '.join(f'{self.who(i)} ({n})' for i, n in enumerate(view['total']))}")
        for name, value in view.items():
            if name not in HEAD:
                for line in self.field(name, value):
                    self.write(line)

    def label(self, name: str) -> str:
        return self.word(f"field.{name}") if knows(self.table.game, f"field.{name}", self.lang) else name

    def field(self, name: str, value: Any) -> Iterator[str]:
        """A field of the view in a line, or in one line a seat; what is empty is left out."""
        if isinstance(value, list) and len(value) == self.table.seats and all(isinstance(row, list) for row in value):
            for seat, row in enumerate(value):
                if told(row):
                    yield f"{self.label(name)}, {self.who(seat)}: {flat(row)}"
        elif board := drawn(value):
            yield f"{self.label(name)}:"
            yield from board
        elif value not in (None, [], False):
            yield f"{self.label(name)}: {flat(value)}"

    # Moving

    def let(self, seat: int) -> None:
        """A bot moves: it is handed its view, nothing else."""
        v = self.table.seen(seat)
        self.table.play(seat, self.table.rules.spell(self.bots[seat].decide(v)))

    def ask(self, seat: int) -> None:
        """The person's move: shown what there is, asked until a legal one is written."""
        self.write()
        self.show()
        moves = self.table.moves(seat)
        if len(moves) <= SHORT_LIST:
            self.list_moves(seat)
        else:
            self.say("talk.many-moves", count=len(moves), example=moves[0])
        while True:
            answer = self.answer()
            match answer.lower():
                case "":
                    continue
                case "quit" | "q":
                    raise Left
                case "moves" | "m":
                    self.list_moves(seat)
                case "view" | "v":
                    self.show()
                case "help" | "?":
                    self.say("talk.help")
                case _:
                    try:
                        if answer.isdigit() and 1 <= int(answer[:4]) <= len(moves):
                            answer = moves[int(answer) - 1]
                        self.table.play(seat, answer)
                        return
                    except IllegalMove as wrong:
                        self.write(wrong.sentence(self.lang))

    def answer(self) -> str:
        """A line from the person; the end of the input is leaving."""
        self.target.write("> ")
        self.target.flush()
        line = self.source.readline()
        if not line:
            raise Left
        if not self.source.isatty():
            self.write(line.strip())
        return line.strip()[:200]

    def list_moves(self, seat: int) -> None:
        """Every legal move, numbered, with what it weighs."""
        names = {name: self.word(f"weigh.{name}") for name in self.table.rules.WEIGHS}
        for number, (text, weights) in enumerate(self.table.weigh(seat).items(), 1):
            weighed = "; ".join(f"{names[name]} {weight:.4g}" for name, weight in weights.items() if weight)
            self.write(f"{number}. {text}" + (f" ({weighed})" if weighed else ""))


def sentence(game: str, key: str, args: dict[str, Any], lang: str) -> str:
    """A line of a score, its colour by name."""
    said = {
        name: say(game, f"colour.{value}", lang=lang) if name == "colour" else value for name, value in args.items()
    }
    return say(game, key, said, lang)


def told(value: Any) -> bool:
    """Whether there is anything in it but noughts."""
    return any(map(told, value)) if isinstance(value, list) else value not in (0, None)


def drawn(moves: Any) -> list[str]:
    """Dominoes by their texts (`60@3,-1E`) as a picture, with the numbers of columns and rows."""
    cards = [DOMINO.fullmatch(move) for move in moves if isinstance(move, str)] if isinstance(moves, list) else []
    squares: dict[tuple[int, int], str] = {}
    for card in cards:
        if card is None:
            return []
        column, row = int(card[3]), int(card[4])
        squares[column, row] = card[1]
        squares[(column + 1, row) if card[5] == "E" else (column, row + 1)] = card[2]
    if not squares:
        return []
    columns = range(min(c for c, _ in squares), max(c for c, _ in squares) + 1)
    rows = range(min(r for _, r in squares), max(r for _, r in squares) + 1)
    head = "    " + "".join(f"{column:>3}" for column in columns)
    return [head, *(f"{row:>4}" + "".join(f"{squares.get((c, row), '.'):>3}" for c in columns) for row in rows)]


def flat(value: Any) -> str:
    """Lists as words; a long row of numbers ends with its last that is not 0."""
    if isinstance(value, list):
        while len(value) > MANY and value[-1] == 0:
            value = value[:-1]
        return " ".join(f"({flat(part)})" if isinstance(part, list) else flat(part) for part in value) or "-"
    return "-" if value is None else str(value)


def play_line(
    game: str, seats: int, options: dict[str, Any], seed: int | None, lang: str, source: TextIO, target: TextIO
) -> Table:
    """A game in lines against uniform bots, deals fair unless there is a seed; the person's seat is drawn."""
    luck = random.Random(seed)
    table = Table(game, seats, seed=seed, options=options)
    person = luck.randrange(seats)
    bots: dict[int, Bot] = {
        seat: Uniform(table.rules, table.faces, luck.randrange(2**32)) for seat in range(seats) if seat != person
    }
    LineGame(table, bots, lang, source, target).play()
    return table


def choose_game(lang: str, source: TextIO, target: TextIO) -> str:
    """Asks which game; the first if nobody answers."""
    for number, game in enumerate(GAMES, 1):
        print(f"{number}. {say(game, 'name', lang=lang)} - {say(game, 'tagline', lang=lang)}", file=target)
    print(say("common", "talk.which-game", lang=lang), end=" ", file=target, flush=True)
    answer = source.readline().strip().lower()
    if answer.isdigit() and 1 <= int(answer[:3]) <= len(GAMES):
        return GAMES[int(answer) - 1]
    return answer if answer in GAMES else GAMES[0]
