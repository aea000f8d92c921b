"""The table on a whole terminal: the same session as in lines, drawn, chosen from with keys."""

from collections.abc import Sequence

from rich.text import Text

from ludozero.cli.chooser import Chooser
from ludozero.cli.draw import drawing
from ludozero.cli.draw.frame import frame
from ludozero.cli.draw.look import Look
from ludozero.cli.draw.pages import Page, account, ending, guide, standings
from ludozero.cli.line import Left
from ludozero.cli.screen import Screen
from ludozero.cli.session import Session
from ludozero.table.errors import IllegalMove

NEWS = 40  # things that happened, to choose the latest from
WORDS = {"h": "hint", "u": "undo", "n": "next", "p": "previous", "q": "quit", "?": "?"}  # one letter is enough


class TerminalGame:
    """One person, one session, one screen."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session = session
        self.speech = session.speech
        self.screen = screen
        self.news: list[str] = []
        self.message = ""
        self.rest = ""  # what is left of a word whose first letter was enough

    def play(self) -> None:
        """The whole game, until its end or until the person leaves."""
        with self.screen:
            _ = self.session.adviser  # it may need a while to be ready
            try:
                while self.step():
                    pass
            except Left:
                return

    def step(self) -> bool:
        """Whatever is due next; False once the game is over and looked at."""
        self.hear()
        match self.session.due:
            case "bot":
                self.draw(None)
                self.session.let()
            case "move":
                self.ask()
            case "deal":
                return self.between()
            case "end":
                return self.end()
        return True

    def hear(self) -> None:
        """What has happened joins the news."""
        self.news += filter(None, map(self.speech.entry, self.session.news()))
        del self.news[:-NEWS]

    # Drawing

    def look(self, chooser: Chooser | None = None) -> Look:
        """What there is to draw now."""
        width, height = self.screen.measure()
        view = self.session.table.view(self.session.person)
        if chooser is None:
            return Look(view, self.speech, width=width, height=height)
        return Look(view, self.speech, chooser.choices, chooser.picked, width, height)

    def draw(self, chooser: Chooser | None) -> None:
        self.screen.show(frame(self.look(chooser), chooser, self.news, self.message or self.about(chooser)))

    def about(self, chooser: Chooser | None) -> str:
        """The picked move in words, and whether the bots are all there."""
        lines = [] if self.session.ready else [self.speech.word("talk.warming")]
        if chooser and chooser.picked:
            weighed = self.speech.weighed(chooser.picked.weights)
            lines.append(chooser.picked.text + (f" · {weighed}" if weighed else ""))
        return "\n".join(lines)

    # The person's turn

    def ask(self) -> None:
        """Keys until a move is made or taken back."""
        chooser = Chooser(self.session.choices, drawing(self.session.table.game).group)
        while True:
            self.draw(chooser)
            key = self.screen.keyboard.key()
            if key in ("", "redraw") or self.swallowed(key):
                continue
            self.message = ""
            if not chooser.typed and key in WORDS:
                if self.command(key, chooser):
                    return
            elif key == "gone":
                raise Left
            elif key == "enter":
                if self.try_move(chooser):
                    return
            else:
                chooser.press(key)

    def swallowed(self, key: str) -> bool:
        """Whether the key only goes on with a word whose first letter has been obeyed already."""
        going_on = bool(self.rest) and (key == self.rest[0] or key == "enter" == self.rest)
        self.rest = self.rest[1:] if going_on and key != "enter" else ""
        if going_on and key != "enter" and not self.rest:
            self.rest = "enter"
        return going_on

    def command(self, key: str, chooser: Chooser) -> bool:
        """Obeys a letter; whether the table has changed by it."""
        self.rest = WORDS[key][1:]
        match key:
            case "h":
                self.advise(chooser)
            case "u":
                return self.undo()
            case "n" | "p":
                chooser.press("next" if key == "n" else "before")
            case "?":
                self.read(
                    Page(self.speech.word("help.title"), self.speech.word("keys.help"), guide(self.look(chooser)))
                )
            case "q":
                self.leave(chooser)
        return False

    def try_move(self, chooser: Chooser) -> bool:
        try:
            self.session.play(chooser.answer)
        except IllegalMove as wrong:
            self.message = wrong.sentence(self.speech.lang)
            return False
        self.message = ""
        return True

    def advise(self, chooser: Chooser) -> None:
        """The cursor goes where a strong player would."""
        self.message = self.speech.word("talk.advising")
        self.draw(chooser)
        advised = self.session.hint()
        chooser.pick(advised)
        weighed = self.speech.weighed(advised.weights)
        move = advised.text + (f" ({weighed})" if weighed else "")
        rough = "" if self.session.sure else "\n" + self.speech.word("talk.rough-hint")
        self.message = self.speech.word("talk.hint", move=move) + rough

    def undo(self) -> bool:
        done = self.session.undo()
        self.message = self.speech.word("talk.undone" if done else "talk.no-undo")
        return done

    def leave(self, chooser: Chooser | None = None) -> None:
        """Asked once more before one gets up."""
        self.rest = ""
        self.message = self.speech.word("talk.leave")
        self.draw(chooser)
        key = "redraw"
        while key == "redraw":
            key = self.screen.keyboard.key()
        if key in ("q", "gone"):
            raise Left
        self.message = ""

    # Pages

    def read(self, page: Page) -> str:
        """Shows a page until a key is pressed that is not for scrolling; which one."""
        while True:
            width, height = self.screen.measure()
            self.screen.show(page.frame(width, height))
            key = self.screen.keyboard.key()
            if key not in ("", "redraw") and not page.press(key):
                return key

    def account(self, title: str, lines: Sequence[Text]) -> bool:
        """A page of points; whether the person goes on. Taking back is going on too."""
        page = Page(title, self.speech.word("keys.page"), lines)
        while True:
            match self.read(page):
                case "enter" | " ":
                    return True
                case "u":
                    if self.undo():
                        return True
                case "q" | "gone":
                    raise Left

    def between(self) -> bool:
        """A finished deal with open hands, then the next one."""
        last = self.session.table.last
        if last:
            title = self.speech.word("talk.deal-over", deal=last["deal"])
            self.account(title, [*account(last, self.look()), *standings(self.look(), self.session.table.ended)])
        if self.session.due == "deal":
            self.message = ""
            self.session.deal()
        return True

    def end(self) -> bool:
        """The final table; only a move taken back goes on from there."""
        table = self.session.table
        title, *_, winners = self.speech.finale(table.scores, table.winners)
        self.account(title, ending(self.look(), table.ended, winners))
        return not table.over
