"""The plain table in lines of text: for pipes, for screen readers, and for any game that has no screen of its own.

Everything is generated: the view from its fields, the moves from their texts and what they weigh.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, TextIO

from ludozero.cli.session import Choice, Session
from ludozero.cli.speech import Speech
from ludozero.games import GAMES
from ludozero.table.errors import IllegalMove
from ludozero.words import say

SHORT_LIST = 16  # more moves than this are listed on demand
MANY = 4  # numbers in a row
DOMINO = re.compile(r"(\d)(\d)@(-?\d+),(-?\d+)([ES])")
HEAD = {"game", "seat", "seats", "deal", "dealer", "turn", "standing", "waiting", "options", "last", "total", "gain"}


class Left(Exception):  # noqa: N818 - somebody got up
    """The person has left the table."""


class LineGame:
    """A session in lines."""

    def __init__(self, session: Session, source: TextIO, target: TextIO) -> None:
        self.session = session
        self.speech = session.speech
        self.source = source
        self.target = target
        self.warned = False  # that the bots still warm up

    def play(self) -> None:
        """The whole game, until its end or until the person leaves."""
        table = self.session.table
        self.say("talk.welcome", game=self.speech.word("name"), seats=table.seats, seat=self.session.person)
        self.say("tagline")
        self.say("talk.help")
        try:
            while self.step():
                pass
        except Left:
            self.say("talk.left")

    def step(self) -> bool:
        """Whatever is due next; False once the game is over."""
        self.tell()
        match self.session.due:
            case "bot":
                self.session.let()
            case "move":
                self.ask()
            case "deal":
                self.tell_deal()
                self.session.deal()
            case "end":
                self.tell_deal()
                self.write(*self.speech.finale(self.session.table.scores, self.session.table.winners))
                return False
        return True

    # Speaking

    def write(self, *lines: str) -> None:
        for line in lines:
            print(line, file=self.target, flush=True)

    def say(self, key: str, **args: Any) -> None:
        self.write(self.speech.word(key, **args))

    def tell(self) -> None:
        """What has happened since the last time."""
        self.write(*filter(None, map(self.speech.entry, self.session.news())))

    def tell_deal(self) -> None:
        """The deal just over: every seat's points and where they come from."""
        ended = self.session.table.last
        if ended:
            self.say("talk.deal-over", deal=ended["deal"])
            for seat in range(self.session.table.seats):
                self.write(*self.speech.gains(ended, seat))

    def show(self) -> None:
        """The view, field by field."""
        self.write(*fields(self.session.table.view(self.session.person), self.speech))

    # Moving

    def ask(self) -> None:
        """The person's move: shown what there is, asked until a legal one is written."""
        self.write("")
        if not (self.warned or self.session.ready):
            self.say("talk.warming")
            self.warned = True
        self.show()
        moves = self.session.table.moves(self.session.person)
        if len(moves) <= SHORT_LIST:
            self.list_moves()
        else:
            self.say("talk.many-moves", count=len(moves), example=moves[0])
        while not self.obey(self.answer()):
            pass

    def obey(self, answer: str) -> bool:
        """Does what was written; whether the table has moved on by it."""
        match answer.lower():
            case "":
                return False
            case "quit" | "q":
                raise Left
            case "undo" | "u":
                if self.session.undo():
                    return True
                self.say("talk.no-undo")
            case "hint" | "h":
                self.advise()
            case "moves" | "m":
                self.list_moves()
            case "view" | "v":
                self.show()
            case "help" | "?":
                self.say("talk.help")
            case _:
                return self.try_move(answer)
        return False

    def try_move(self, text: str) -> bool:
        try:
            self.session.play(text)
        except IllegalMove as wrong:
            self.write(wrong.sentence(self.speech.lang))
            return False
        return True

    def advise(self) -> None:
        """What a strong player would do, and what is to be said of it."""
        advised = self.session.hint()
        rough = "" if self.session.sure else " " + self.speech.word("talk.rough-hint")
        self.write(self.speech.word("talk.hint", move=self.weighed(advised)) + rough)

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

    def weighed(self, choice: Choice) -> str:
        weights = self.speech.weighed(choice.weights)
        return choice.text + (f" ({weights})" if weights else "")

    def list_moves(self) -> None:
        """Every legal move, numbered, with what it weighs."""
        self.write(*(f"{choice.number}. {self.weighed(choice)}" for choice in self.session.choices))


def fields(view: Mapping[str, Any], speech: Speech) -> Iterator[str]:
    """A view in lines: the points, then whatever else the game shows."""
    yield f"{speech.label('total')}: {', '.join(f'{speech.who(i)} ({n})' for i, n in enumerate(view['total']))}"
    for name, value in view.items():
        if name not in HEAD:
            yield from field(name, value, view["seats"], speech)


def field(name: str, value: Any, seats: int, speech: Speech) -> Iterator[str]:
    """A field of the view in a line, or in one line a seat; what is empty is left out."""
    if isinstance(value, list) and len(value) == seats and all(isinstance(row, list) for row in value):
        for seat, row in enumerate(value):
            if told(row):
                yield f"{speech.label(name)}, {speech.who(seat)}: {flat(row)}"
    elif board := drawn(value):
        yield f"{speech.label(name)}:"
        yield from board
    elif value not in (None, [], False):
        yield f"{speech.label(name)}: {flat(value)}"


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


def choose_game(lang: str, source: TextIO, target: TextIO) -> str:
    """Asks which game; the first if nobody answers."""
    for number, game in enumerate(GAMES, 1):
        print(f"{number}. {say(game, 'name', lang=lang)} - {say(game, 'tagline', lang=lang)}", file=target)
    print(say("common", "talk.which-game", lang=lang), end=" ", file=target, flush=True)
    answer = source.readline().strip().lower()
    if answer.isdigit() and 1 <= int(answer[:3]) <= len(GAMES):
        return GAMES[int(answer) - 1]
    return answer if answer in GAMES else GAMES[0]
