"""Which way a game is shown: on the whole terminal where that was asked for and is possible, else in lines."""

import os
import sys
from typing import TextIO

from ludozero.cli.line import LineGame
from ludozero.cli.session import Session

PERSON, NOBODY = "club", "uniform"  # the level where nobody has chosen one: quick and repeatable where nobody looks


def usual_level(source: TextIO) -> str:
    """A sensible opponent for a person; for a pipe one that needs no preparing."""
    return PERSON if source.isatty() else NOBODY


def whole_screen(source: TextIO, target: TextIO) -> bool:
    """Whether single keys can be read and pictures be drawn."""
    if not (source.isatty() and target.isatty()) or os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        return False
    try:
        import termios

        termios.tcgetattr(source.fileno())
    except (ImportError, OSError, termios.error):
        return False
    return True


def show(session: Session, terminal: bool, plain: bool) -> None:
    """Plays the session; what it came to stays to be read when the screen is given back."""
    source, target = sys.stdin, sys.stdout
    if plain or not (terminal and whole_screen(source, target)):
        lines = LineGame(session, source, target, spoken=plain)
        if terminal and not plain:
            lines.say("talk.lines")
        lines.play()
        return
    from ludozero.cli.screen import Screen
    from ludozero.cli.terminal import TerminalGame

    TerminalGame(session, Screen(source, target)).play()
    table, speech = session.table, session.speech
    print(*(speech.finale(table.scores, table.winners) if table.over else [speech.word("talk.left")]), sep="\n")
