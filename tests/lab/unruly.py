"""Guests that misbehave, for the arena: each does it in its own way."""

from ludozero.bots.uniform import Bot
from ludozero.games.shape import Ints, Record


class Unruly:
    """Answers whatever it was made with, or raises it."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def decide(self, v: Record) -> object:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def crashing(game: str, pack: Ints, seed: int) -> Unruly:
    return Unruly(RuntimeError("no idea"))


def rubbish(game: str, pack: Ints, seed: int) -> Unruly:
    return Unruly("a good move")


def illegal(game: str, pack: Ints, seed: int) -> Unruly:
    return Unruly(-7)


def unmade(game: str, pack: Ints, seed: int) -> Bot:
    raise RuntimeError("not today")
