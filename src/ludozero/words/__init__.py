"""Sentences in French, English and German, made where they are read: codes and arguments in, sentences out."""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("fr", "en", "de")


@cache
def catalogue(room: str) -> dict[str, dict[str, str]]:
    """One room's sentences by language and key; a room is a game or `common`."""
    sentences: dict[str, dict[str, str]] = json.loads(files(__name__).joinpath(f"{room}.json").read_text("utf-8"))
    return sentences


def say(room: str, key: str, args: Mapping[str, Any] | None = None, lang: str = "en") -> str:
    """The sentence of a key, from the game's catalogue or else from the common one; the key itself if none has it."""
    for place in (room, "common"):
        sentence = catalogue(place)[lang].get(key)
        if sentence is not None:
            return fill(sentence, args or {}, lang)
    return key


def knows(room: str, key: str, lang: str = "en") -> bool:
    """Whether there is such a sentence."""
    return key in catalogue(room)[lang] or key in catalogue("common")[lang]


def singular(number: float, lang: str) -> bool:
    """French counts 0 and 1 as one thing, English and German only 1."""
    return abs(number) < 2 if lang == "fr" else abs(number) == 1


PLURAL = re.compile(r"\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}")
NAME = re.compile(r"\{(\w+)\}")


def fill(sentence: str, args: Mapping[str, Any], lang: str) -> str:
    """`{name}` and `{name, plural, one {# card} other {# cards}}`: as much of ICU's format as three languages need."""

    def plural(match: re.Match[str]) -> str:
        number = args.get(match[1], 0)
        return match[2 if singular(number, lang) else 3].replace("#", str(number))

    def named(match: re.Match[str]) -> str:
        return str(args.get(match[1], match[0]))

    return NAME.sub(named, PLURAL.sub(plural, sentence))
