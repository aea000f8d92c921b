"""What is said to one person, in their language: of seats, of fields, of moves and what they weigh."""

import os
from collections.abc import Mapping
from typing import Any

from ludozero.words import LANGUAGES, knows, say

SHARES = ("chance",)
CHANGES = ("change", "theirs")


def language(chosen: str | None = None) -> str:
    """The reader's language: as chosen, else as the environment says, else English."""
    for wish in (chosen, os.environ.get("LC_ALL"), os.environ.get("LC_MESSAGES"), os.environ.get("LANG")):
        if wish and wish[:2].lower() in LANGUAGES:
            return wish[:2].lower()
    return "en"


def sentence(game: str, key: str, args: Mapping[str, Any], lang: str) -> str:
    """A line of a score, its colour by name."""
    said = {
        name: say(game, f"colour.{value}", lang=lang) if name == "colour" else value for name, value in args.items()
    }
    return say(game, key, said, lang)


def figure(name: str, weight: float) -> str:
    """A weight as people write it: a chance as a share, a change with its sign."""
    if name in SHARES:
        return f"{weight:.0%}"
    return f"{weight:+g}" if name in CHANGES and weight else f"{weight:.4g}"


class Speech:
    """The words of one game for the person in one seat."""

    def __init__(self, game: str, person: int, lang: str) -> None:
        self.game = game
        self.person = person
        self.lang = lang

    def word(self, key: str, **args: Any) -> str:
        return say(self.game, key, args, self.lang)

    def knows(self, key: str) -> bool:
        return knows(self.game, key, self.lang)

    def who(self, seat: int) -> str:
        return self.word("talk.you") if seat == self.person else self.word("talk.bot", seat=seat)

    def label(self, name: str) -> str:
        """A field of the view; its own name if nobody gave it another."""
        return self.word(f"field.{name}") if self.knows(f"field.{name}") else name

    def weighed(self, weights: Mapping[str, float]) -> str:
        """All that is not 0 of what a move weighs."""
        said = [(self.word(f"weigh.{name}"), figure(name, weight)) for name, weight in weights.items() if weight]
        return "; ".join(self.word("talk.weight", name=name, figure=number) for name, number in said)

    def entry(self, entry: Mapping[str, Any]) -> str:
        """What happened, in a line; nothing for what goes without saying."""
        if "deal" in entry:
            shuffle, number = entry["deal"].split()
            key = "talk.dealt" if shuffle == "deal" else "talk.reshuffled"
            return self.word(key, deal=number.partition(".")[0])
        if "move" in entry:
            return self.word("talk.move", who=self.who(entry["seat"]), move=entry["move"])
        return self.word("talk.undone") if "undo" in entry else ""

    def gains(self, ended: Mapping[str, Any], seat: int) -> list[str]:
        """How a finished deal went for a seat: its points, then where they come from."""
        lines = [self.word("talk.gain", who=self.who(seat), points=ended["gain"][seat])]
        return lines + [
            "  " + sentence(self.game, f"line.{code}", args, self.lang) for code, args in ended["lines"][seat]
        ]

    def finale(self, scores: list[int], winners: list[int]) -> list[str]:
        """The end of the game: everybody's points and who has won."""
        lines = [self.word("talk.over")]
        lines += [self.word("talk.total", who=self.who(seat), points=points) for seat, points in enumerate(scores)]
        return [*lines, self.word("talk.winners", winners=", ".join(map(self.who, winners)))]
