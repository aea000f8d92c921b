"""What is typed wrongly is said in the reader's language, whoever found it."""

import sys

import pytest

from ludozero.cli import main
from ludozero.cli.wrong import spoken
from ludozero.words import LANGUAGES, catalogue, say

MISTAKES = [
    ("no-such-command", ["frobnicate"], {"name": "frobnicate"}),
    ("no-such-flag", ["play", "zero", "--what"], {"name": "--what"}),
    ("missing", ["score", "zero"], {"name": "cards"}),
    ("bad-value", ["play", "zero", "--seats", "x"], {"name": "--seats"}),
    ("no-value", ["play", "zero", "--seed"], {"name": "--seed"}),
    ("bad-usage", ["play", "zero", "hero"], {}),
    ("not-a-pair", ["play", "zero", "--option", "pot"], {"text": "pot"}),
    ("no-such-bot", ["play", "zero", "--level", "nobody"], {"name": "nobody"}),
    ("no-such-bot", ["play", "zero", "--hints", "no:3"], {"name": "no:3"}),
    ("whither", ["bot", "python3 my_bot.py"], {}),
    ("no-join-link", ["bot", "python3 my_bot.py", "--join", "http://house/t/1"], {"link": "http://house/t/1"}),
    ("no-such-language", ["play", "zero", "--lang", "xx"], {"name": "xx", "languages": "fr, en, de"}),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("code", "words", "args"), MISTAKES, ids=lambda part: part if isinstance(part, str) else "")
def test_one_line_in_the_readers_language(
    code: str,
    words: list[str],
    args: dict[str, str],
    lang: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LC_ALL", f"{lang}.UTF-8")
    monkeypatch.setattr(sys, "argv", ["ludozero", *words])
    with pytest.raises(SystemExit) as left:
        main()
    levels = {"levels": "beginner, club, expert, master"} if code == "no-such-bot" else {}
    assert left.value.code == 2
    assert capsys.readouterr() == ("", f"ludozero: {say('cli', f'why.{code}', args | levels, lang)}\n")


def test_every_mistake_is_tried() -> None:
    assert {f"why.{code}" for code, _, _ in MISTAKES} == set(catalogue("cli")["en"])


def test_the_language_of_the_command_line_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert spoken(["score", "zero", "R1"]) == "de"
    assert spoken(["score", "zero", "R1", "--lang", "fr"]) == "fr"
    assert spoken(["--lang=fr"]) == "fr"
    assert spoken(["--lang"]) == spoken(["--lang", "xx"]) == "de"


def test_a_mistake_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("ludozero.cli.app", broken)
    with pytest.raises(RuntimeError, match="planted"):
        main()
