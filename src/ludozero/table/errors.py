"""The ways to be wrong: each has a stable code, the clause it rests on, and arguments for its sentence."""

from typing import Any

from ludozero.words import say


class Refused(ValueError):  # noqa: N818 - it is what the table says
    """Something that cannot be done, with its reason. `sentence(lang)` says it."""

    def __init__(self, code: str, clause: str = "", args: dict[str, Any] | None = None, room: str = "common") -> None:
        super().__init__(code)
        self.code = code
        self.clause = clause
        self.arguments = args or {}
        self.room = room

    @property
    def args(self) -> dict[str, Any]:  # type: ignore[override]
        """What the sentence speaks of."""
        return self.arguments

    def sentence(self, lang: str = "en") -> str:
        """One sentence that says what is wrong and what would be right."""
        args = dict(self.arguments)
        if "because" in args:
            args["because"] = Refused(**args["because"]).sentence(lang)
        said = say(self.room, f"why.{self.code}", args, lang)
        return f"{said} ({self.clause})" if self.clause else said

    def told(self) -> dict[str, Any]:
        """The refusal as data, for whoever makes the sentence elsewhere."""
        return {"code": self.code, "clause": self.clause, "args": self.arguments, "room": self.room}

    def __str__(self) -> str:
        return self.sentence()


class IllegalMove(Refused):
    """A move that may not be made now, or a text that is no move."""


class BadTable(Refused):
    """A table that cannot be set up: game, seats, options, pack or decks are off."""


class BadRecord(Refused):
    """A record that is none, is of another version, or contradicts itself."""


def quoted(value: Any, longest: int = 40) -> str:
    """Anything from outside, to be named in a sentence: short, and in one line."""
    text = str(value) if isinstance(value, (str, int, float)) else type(value).__name__
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text[:longest]).split())
