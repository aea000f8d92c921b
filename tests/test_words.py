"""Every code has its sentence in every language, with the same arguments."""

import re
from inspect import getsource

import pytest

from ludozero.games import GAMES, rules
from ludozero.table import errors, record, setup, table
from ludozero.words import LANGUAGES, catalogue, fill, knows, say

ROOMS = ("common", "arena", "cli", "house", "server", *GAMES)


def arguments(sentence: str) -> set[str]:
    """The names a sentence wants filled in."""
    return set(re.findall(r"\{(\w+)[,}]", sentence))


@pytest.mark.parametrize("room", ROOMS)
def test_the_languages_say_the_same(room: str) -> None:
    sentences = catalogue(room)
    assert set(sentences) == set(LANGUAGES)
    for key, sentence in sentences["en"].items():
        for lang in LANGUAGES:
            assert sentences[lang].keys() == sentences["en"].keys()
            said = sentences[lang][key]
            assert said.strip() == said != ""
            assert arguments(said) == arguments(sentence), key
            assert not re.search(r"[{}]", fill(said, dict.fromkeys(arguments(said), 2), lang)), (key, said)


@pytest.mark.parametrize("game", GAMES)
def test_every_code_of_a_game_has_its_sentence(game: str) -> None:
    known = rules(game)
    keys = [
        "name",
        "tagline",
        "why.unreadable",
        *[f"why.{code}" for code, _ in known.REASONS[1:]],
        *[f"weigh.{name}" for name in known.WEIGHS],
    ]
    for option, values in known.OPTIONS.items():
        keys.append(f"option.{option}")
        keys += [] if isinstance(values, range) else [f"option.{option}.{value}" for value in values]
    for lang in LANGUAGES:
        assert [key for key in keys if not knows(game, key, lang)] == []
        assert catalogue(game)[lang]["why.unreadable"] != catalogue("common")[lang]["why.unreadable"]


def test_every_code_of_the_table_has_its_sentence() -> None:
    used = set()
    for module in (errors, record, setup, table):
        used |= set(re.findall(r'(?:BadRecord|BadTable|IllegalMove)\(\s*"([a-z-]+)"', getsource(module)))
    used |= {"game-over", "deal-over"}
    assert len(used) > 30
    assert {f"why.{code}" for code in used} == {key for key in catalogue("common")["en"] if key.startswith("why.")}


def test_numbers_follow_the_language() -> None:
    sentence = "{n, plural, one {# card} other {# cards}} of {name}"
    assert [fill(sentence, {"n": n, "name": "x"}, "en") for n in (0, 1, 2)] == [
        "0 cards of x",
        "1 card of x",
        "2 cards of x",
    ]
    assert [fill(sentence, {"n": n, "name": "x"}, "fr") for n in (0, 1, 2)] == [
        "0 card of x",
        "1 card of x",
        "2 cards of x",
    ]
    assert fill("{missing}", {}, "de") == "{missing}"


def test_say_falls_back_to_the_common_words_and_then_to_the_key() -> None:
    assert say("zero", "why.game-over") == "The game is over."
    assert say("zero", "nothing.of.the.kind", lang="de") == "nothing.of.the.kind"
