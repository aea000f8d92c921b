"""The plain table in lines of text: for pipes, for screen readers, and for any game that has no screen of its own."""

from typing import Any, TextIO

from ludozero.cli.fields import fields
from ludozero.cli.session import Choice, Session, begins, differing, verb
from ludozero.table.errors import IllegalMove

SHORT_LIST = 16  # more moves than this are listed on demand


class Left(Exception):  # noqa: N818 - somebody got up
    """The person has left the table."""


class LineGame:
    """A session in lines; spoken, it paints no pictures."""

    def __init__(self, session: Session, source: TextIO, target: TextIO, spoken: bool = False) -> None:
        self.session = session
        self.speech = session.speech
        self.source = source
        self.target = target
        self.spoken = spoken
        self.shown: dict[str, list[str]] = {}  # as each field was told last
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

    def show(self, whole: bool = True) -> None:
        """The view, field by field; if not the whole of it, what is the person's own and what has changed."""
        for field in fields(self.session.table.view(self.session.person), self.speech, self.spoken):
            changed = not field.long and field.lines != self.shown.get(field.name)
            self.shown[field.name] = field.lines
            if whole or field.own or changed:
                self.write(*field.lines)

    # Moving

    def ask(self) -> None:
        """The person's move: shown what there is, asked until a legal one is written."""
        self.write("")
        if not (self.warned or self.session.ready):
            self.say("talk.warming")
            self.warned = True
        self.show(whole=False)
        choices = self.session.choices
        if len(choices) <= SHORT_LIST:
            self.list_moves()
        else:
            self.say("talk.many-moves", count=len(choices), example=choices[0].text)
        while not self.obey(self.answer()):
            pass

    def obey(self, answer: str) -> bool:
        """Does what was written; whether the table has moved on by it."""
        match answer.lower().split():
            case []:
                return False
            case ["quit" | "q"]:
                raise Left
            case ["undo" | "u"]:
                if self.session.undo():
                    return True
                self.say("talk.no-undo")
            case ["hint" | "h"]:
                self.advise()
            case ["moves" | "m", *wanted]:
                self.list_moves("".join(wanted))
            case ["view" | "v"]:
                self.show()
            case ["help" | "?"]:
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
        """A move, and what it weighs that not all do."""
        weights = self.speech.weighed(differing(choice, self.session.choices))
        return choice.text + (f" ({weights})" if weights else "")

    def list_moves(self, wanted: str = "") -> None:
        """The legal moves that begin as wanted, or the best of all of them: numbered, with what they weigh."""
        choices = [choice for choice in self.session.choices if wanted == "all" or begins(choice, wanted)]
        listed = choices if wanted else choices[:SHORT_LIST]
        self.write(*(f"{choice.number}. {self.weighed(choice)}" for choice in listed))
        if len(listed) < len(self.session.choices):
            self.say("talk.more-moves", count=len(self.session.choices), example=verb(self.session.choices[-1].text))
