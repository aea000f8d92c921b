"""What is wrong with what was typed: one sentence, in the reader's language."""

import re
from collections.abc import Sequence
from typing import Any

from ludozero.cli.speech import language
from ludozero.table.errors import Refused
from ludozero.words import LANGUAGES, say

ROOM = "cli"
COMMAND = re.compile(r"No such command '(.*?)'")
KINDS = {  # Typer's own complaints; their classes have no public name
    "NoSuchOption": "no-such-flag",
    "MissingParameter": "missing",
    "BadParameter": "bad-value",
    "BadOptionUsage": "no-value",
}


class Mistyped(Refused):
    """Something on the command line that is none of the table's business."""

    def __init__(self, code: str, **args: Any) -> None:
        super().__init__(code, args=args, room=ROOM)


def spoken(words: Sequence[str]) -> str:
    """The language a command line asks for, else the environment's."""
    asked = re.search(r"(?:^|\0)--lang[\0=]([^\0]*)", "\0".join(words))
    return language(asked[1] if asked else None)


def speak(wish: str | None) -> str:
    """The language to speak; one that is asked for must be there."""
    if wish is not None and wish not in LANGUAGES:
        raise Mistyped("no-such-language", name=wish, languages=", ".join(LANGUAGES))
    return language(wish)


def sentence(wrong: Exception, lang: str) -> str | None:
    """What was typed wrongly, if that is what went wrong."""
    if isinstance(wrong, Refused):
        return wrong.sentence(lang)
    message = getattr(wrong, "format_message", None)
    if message is None:
        return str(wrong) if isinstance(wrong, (ValueError, OSError)) else None
    if command := COMMAND.match(message()):
        return say(ROOM, "why.no-such-command", {"name": command[1]}, lang)
    parameter = getattr(wrong, "param", None)
    name = getattr(wrong, "option_name", None) or (parameter.opts[0] if parameter else "")
    return say(ROOM, f"why.{KINDS.get(type(wrong).__name__, 'bad-usage')}", {"name": name}, lang)
