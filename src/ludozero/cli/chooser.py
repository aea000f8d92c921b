"""Choosing a move with keys: a list sorted by worth, narrowed by what is typed or by one card's moves."""

from collections.abc import Callable, Sequence

from ludozero.cli.session import Choice, begins


class Chooser:
    """The list, the cursor in it, and the line being typed."""

    def __init__(self, choices: Sequence[Choice], group: Callable[[str], str]) -> None:
        self.choices = choices
        self.group = group
        self.groups = ["", *sorted({group(choice.text) for choice in choices})]
        self.among = 0  # which group is listed, 0: all
        self.cursor = 0
        self.typed = ""
        self.rows = 10  # lines of a page, as last drawn

    @property
    def listed(self) -> list[Choice]:
        """The moves of the group that begin as typed; all of it if none does."""
        name = self.groups[self.among]
        mine = [choice for choice in self.choices if not name or self.group(choice.text) == name]
        return self.beginning(mine) or mine

    def beginning(self, choices: Sequence[Choice]) -> list[Choice]:
        if not self.typed.strip() or self.typed.isdecimal():
            return []
        return [choice for choice in choices if begins(choice, self.typed)]

    @property
    def picked(self) -> Choice | None:
        listed = self.listed
        return listed[min(self.cursor, len(listed) - 1)] if listed else None

    def pick(self, choice: Choice) -> None:
        """Puts the cursor on a move."""
        self.among, self.typed = 0, ""
        self.cursor = self.listed.index(choice)

    @property
    def answer(self) -> str:
        """What Enter means: what is typed if it says something of its own, else the picked move."""
        if self.typed and (self.typed.isdecimal() or not self.beginning(self.listed) or self.exact()):
            return self.typed
        return self.picked.text if self.picked else self.typed

    def exact(self) -> bool:
        return any(choice.text.lower() == self.typed.lower().strip() for choice in self.choices)

    def press(self, key: str) -> bool:
        """Obeys a key; False if it means nothing here."""
        last = len(self.listed) - 1
        match key:
            case "up" | "down":
                self.cursor = (min(self.cursor, last) + (1 if key == "down" else -1)) % (last + 1)
            case "home" | "end":
                self.cursor = 0 if key == "home" else last
            case "next" | "before":
                step = self.rows if key == "next" else -self.rows
                self.cursor = max(0, min(last, self.cursor + step))
            case "left" | "right":
                self.among = (self.among + (1 if key == "right" else -1)) % len(self.groups)
                self.cursor = 0
            case "back":
                self.type(self.typed[:-1])
            case "clear" | "escape":
                self.type("")
            case _ if len(key) == 1:
                self.type(self.typed + key)
            case _:
                return False
        return True

    def type(self, text: str) -> None:
        """The line as typed now; a number puts the cursor there."""
        self.typed = text[:200]
        self.among = self.among if text.isdecimal() else 0
        self.cursor = 0
        if text.isdecimal() and len(text) <= 4 and 1 <= int(text) <= len(self.choices):
            self.among = 0
            self.cursor = int(text) - 1
