"""The whole terminal as people use it: a real pseudo-terminal, keys, and what an emulator shows."""

import json
import os
import re
import signal
from pathlib import Path

import pytest
from scripts.fifth_game import add_game

from ludozero.games import GAMES
from ludozero.table.record import load, verify
from ludozero.words import LANGUAGES, say

from .pseudo import Pseudo, playing

LANG = dict(zip(GAMES, ("fr", "de", "en", "fr"), strict=True))
SHORT = {"zero": ["--seats", "3"], "hero": ["--seats", "2"], "soler": ["--seats", "3"], "zatre": ["--seats", "2"]}
SHORT["soler"] += ["--option", "quiet=2", "--option", "deals=2"]


def ready(person: Pseudo, lang: str = "en") -> None:
    """The person's turn, with the keys in the last line."""
    person.until(lambda: person.waiting and person.lines[-1].startswith(say("common", "keys.ask", lang=lang)[:20]))


def several(person: Pseudo, lang: str) -> bool:
    """Whether there are moves to choose between."""
    alone = say("common", "talk.choices", {"count": 1}, lang)
    return person.lines[-2].startswith(">") and f"│ {alone}" not in person.lines[1]


def settle(person: Pseudo) -> None:
    while person.read():
        pass


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_with_keys(game: str, tmp_path: Path) -> None:
    """Arrows and Enter, page after page, to the final table; nothing ever leaves the window."""
    lang, record = LANG[game], tmp_path / "game.json"
    with playing(game, "--seed", "11", "--lang", lang, "--record", str(record), *SHORT[game]) as person:
        ready(person, lang)
        over = say("common", "talk.over", lang=lang)
        turns = 0
        while not person.lines[0].startswith(f" {over}"):
            if turns % 3 and several(person, lang):
                person.press("down")
            person.press("enter")
            assert person.overflow() == []
            assert not person.screen.history.top
            turns += 1
        settle(person)
        winners = say("common", "talk.winners", {"winners": ""}, lang).rstrip()
        assert any(line.startswith(f" {winners}") for line in person.lines)
        person.type("enter")
        assert person.finish() == 0
        assert person.restored
        assert winners in person.text.splitlines()[-1] or winners in person.text  # told once more, below the prompt
    assert turns > 10
    assert verify(load(record)) == "consistent"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_screen_speaks_the_language(game: str, lang: str) -> None:
    with playing(game, "--seed", "3", "--lang", lang) as person:
        ready(person, lang)
        assert person.lines[0].startswith(f" {say(game, 'name', lang=lang)} · ")
        assert say("common", "talk.your-turn", lang=lang) in person.lines[0]
        assert person.lines[-2].startswith(">")
        person.press("?")
        person.until(say("common", "help.title", lang=lang))
        settle(person)
        assert say("common", "help.pages", lang=lang) in person.text
        person.press("enter")
        ready(person, lang)
        assert person.overflow() == []
        person.type("interrupt")
        assert person.finish() == 130
        assert person.restored


@pytest.mark.parametrize("game", GAMES)
def test_hint_and_taking_back(game: str, tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    with playing(game, "--seed", "5", "--lang", "en", "--record", str(record)) as person:
        ready(person)
        first = table_of(person)
        person.press("h")
        person.until("Advice: ")
        settle(person)
        advised = re.search(r"Advice: (\S+(?: \S+)*?)(?: \(|$)", person.text, re.M)
        assert advised
        assert any(re.search(rf"▸ *\d+ {re.escape(advised[1])} ", line) for line in person.lines), person.text
        person.press("enter")
        person.until(f"you: {advised[1]}" if game != "hero" else "you: ")
        ready(person)
        person.press("u")
        person.until("Taken back")
        ready(person)
        assert table_of(person) == first
        person.press("u")
        person.until("There is no move of yours")
        person.press("q")
        person.until("Leave?")
        person.type("q")
        assert person.finish() == 0
        assert person.restored
        assert "You have left the table." in person.text
    assert any("undo" in entry for entry in json.loads(record.read_text("utf-8"))["log"])


def table_of(person: Pseudo) -> list[str]:
    """The game's drawing alone: without the list of moves, the news and the message."""
    end = next(i for i, line in enumerate(person.lines) if line.startswith("──"))
    return [line.split("│ ")[0] for line in person.lines[1:end]]


def test_moves_can_be_typed_and_words_too() -> None:
    with playing("zero", "--seed", "7", "--lang", "en") as person:
        ready(person)
        person.press("r9>b3", "enter")
        person.until("is not a move")
        person.press("\x15", "b7>r8", "enter")
        person.until("is not in the pot")
        person.press("\x15")
        person.press("hint")
        person.until("Advice: ")
        settle(person)
        person.type("enter")  # belongs to the word: nothing is played
        person.press("b7>b")
        person.until("1 move")
        assert "you: B7" not in person.text
        person.press("enter")
        person.until("you: B7>B6")
        ready(person)
        person.press("next")
        person.until("page 2 of 4")
        person.press("p")
        person.until("page 1 of 4")
        person.press("46")
        person.until("page 4 of 4")
        person.press("\x15")
        person.press("q")
        person.until("Leave?")
        person.press("x")
        assert not person.ended
        assert person.overflow() == []


def test_the_window_is_resized() -> None:
    with playing("zatre", "--seed", "7", "--lang", "en", "--seats", "4") as person:
        ready(person)
        for width, height in ((120, 40), (80, 24), (62, 17), (30, 8), (100, 30)):
            person.resize(width, height)
            if width < 60:
                person.until("Make the window larger")
            else:
                person.until(lambda high=height: person.lines[high - 2].startswith(">"))  # type: ignore[misc]
                settle(person)
                assert person.lines[0].startswith(" Zatre")
            assert person.overflow() == []
        person.press("enter")
        person.until("you: ")
        person.resize(80, 24)
        ready(person)
        assert person.overflow() == []


COLOUR = re.compile(r"\x1b\[[0-9;]*\b(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")


@pytest.mark.parametrize("game", GAMES)
def test_without_colour_everything_is_said_in_signs(game: str) -> None:
    with playing(game, "--seed", "7", "--lang", "en") as person:
        ready(person)
        coloured, seen = person.raw, person.text
        assert COLOUR.search(coloured)
    with playing(game, "--seed", "7", "--lang", "en", NO_COLOR="1") as person:
        ready(person)
        assert not COLOUR.search(person.raw)
        assert person.text == seen
        assert "\x1b[1;7m" in person.raw or "\x1b[7m" in person.raw  # the picked move is marked all the same


def test_suspended_and_called_back() -> None:
    """Ctrl-Z under a real shell, which says where it is, then calls the game back."""
    shell = ("sh", "-mc", '"$@"; echo at the shell; read go; fg', "sh")
    with playing("hero", "--seed", "7", "--lang", "en", before=shell) as person:
        ready(person)
        before = person.text
        person.type("suspend")
        person.until(lambda: "at the shell" in person.raw)
        assert person.restored
        person.raw = ""
        person.screen.reset()
        person.type("\n")
        ready(person)
        assert person.text == before
        assert not person.restored
        person.type("\x04")
        assert person.finish() == 0
        assert person.restored


def test_ended_from_outside() -> None:
    with playing("soler", "--seed", "7", "--lang", "en") as person:
        ready(person)
        os.kill(person.program.pid, signal.SIGTERM)
        assert person.finish() == 143
        assert person.restored


def test_a_mistake_of_the_program_leaves_the_terminal_in_order(tmp_path: Path) -> None:
    """A drawing that fails, planted beside the program."""
    (tmp_path / "sitecustomize.py").write_text(
        "from ludozero.cli.draw import frame\ndef body(*_): raise RuntimeError('planted')\nframe.body = body\n"
    )
    with playing("zero", "--seed", "7", PYTHONPATH=str(tmp_path)) as person:
        assert person.finish() == 1
        assert person.restored
        assert "planted" in person.text


@pytest.mark.parametrize(("words", "environment"), [(["--plain"], {}), ([], {"TERM": "dumb"})])
def test_lines_where_they_are_asked_for_or_nothing_else_is_possible(
    words: list[str], environment: dict[str, str]
) -> None:
    with playing("hero", "--seed", "7", "--lang", "en", *words, **environment) as person:
        person.until("Write a move or its number.")
        assert "\x1b[?1049h" not in person.raw
        assert ("No full screen" in person.text) == (not words)
        person.until("\n>")
        person.type("quit\n")
        assert person.finish() == 0


def test_a_fifth_game_has_a_screen_without_doing_anything_for_it(tmp_path: Path) -> None:
    house = tmp_path / "house"
    add_game(house)
    with playing("low", "--seed", "4", "--lang", "en", PYTHONPATH=str(house / "src")) as person:
        ready(person)
        assert person.lines[0].startswith(" Low · deal 1 · your turn")
        assert "your hand: " in person.text
        while "Won by" not in person.text:
            person.press("enter")
        assert person.overflow() == []
        person.type("enter")
        assert person.finish() == 0
        assert person.restored
