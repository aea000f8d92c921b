"""The first question: which game."""

from typing import TextIO

from ludozero.games import GAMES
from ludozero.words import say


def choose_game(lang: str, source: TextIO, target: TextIO) -> str:
    """Asks which game until one is named; the first if nobody answers."""
    for number, game in enumerate(GAMES, 1):
        print(f"{number}. {say(game, 'name', lang=lang)} - {say(game, 'tagline', lang=lang)}", file=target)
    while True:
        print(say("common", "talk.which-game", lang=lang), end=" ", file=target, flush=True)
        answer = source.readline().strip().lower()
        if answer in ("", *GAMES):
            return answer or GAMES[0]
        if answer in map(str, range(1, len(GAMES) + 1)):
            return GAMES[int(answer) - 1]
