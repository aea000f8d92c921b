"""Every screen of every game fits its window, says what it should, and needs no colour for it."""

import random
from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.style import Style
from rich.text import Text

from ludozero.cli import draw
from ludozero.cli.chooser import Chooser
from ludozero.cli.draw.frame import frame
from ludozero.cli.draw.look import Look
from ludozero.cli.draw.pages import Page, account, ending, guide
from ludozero.cli.draw.paint import MANY, PAINT, SIGNS, theme
from ludozero.cli.session import Session, sit_down
from ludozero.games import GAMES, rules
from ludozero.games.collection import COLOURS as HERO
from ludozero.games.zero import COLOURS as ZERO
from ludozero.words import LANGUAGES

SIZES = [(80, 24), (120, 40), (60, 16), (30, 5), (200, 60)]


def looks(session: Session, size: tuple[int, int], chooser: Chooser | None) -> Look:
    view = session.table.view(session.person)
    choices, picked = (chooser.choices, chooser.picked) if chooser else ((), None)
    return Look(view, session.speech, choices, picked, *size)


def checked(lines: list[Text], size: tuple[int, int]) -> str:
    """The lines as text, if the window holds them."""
    assert len(lines) <= size[1]
    for line in lines:
        assert "\n" not in line.plain
        if size >= SIZES[0]:  # smaller windows get what fits of a line
            assert line.cell_len <= size[0], line.plain
    text = "\n".join(line.plain for line in lines)
    assert not any(sign in text for sign in ("None", "screen.", "talk.", "keys.", "weigh.", "{", "}"))
    return text


@pytest.mark.parametrize("seats", [0, -1])
@pytest.mark.parametrize("game", GAMES)
def test_every_position_fits(game: str, seats: int) -> None:
    """A game of random choices on all sizes, in all languages; every page of it too."""
    luck = random.Random(seats)
    options = {"quiet": "2"} if game == "soler" else {"pot": "auto"} if game == "zero" else {}
    langs = iter(LANGUAGES * 400)
    session = sit_down(game, rules(game).SEATS[seats], options, 5, level="uniform", adviser="uniform")
    while session.due != "end":
        session.speech.lang = next(langs)
        size = luck.choice(SIZES)
        match session.due:
            case "deal":
                if session.table.last:
                    page = Page("?", "?", account(session.table.last, looks(session, size, None)))
                    checked(page.frame(*size), size)
                session.deal()
            case "bot":
                checked(frame(looks(session, size, None), None, ["a b"] * 30, "x " * 200), size)
                session.let()
            case "move":
                chooser = Chooser(session.choices, draw.drawing(game).group)
                chooser.cursor = luck.randrange(len(session.choices))
                text = checked(frame(looks(session, size, chooser), chooser, ["news " * 9], "said " * 60), size)
                if size >= (60, 16):
                    assert chooser.picked is not None
                    assert "▸" in text
                    assert chooser.picked.text in text
                session.play(luck.choice(session.choices).text)
    look = looks(session, (80, 24), None)
    winners = session.speech.finale(session.table.scores, session.table.winners)[-1]
    page = Page("?", "?", ending(look, session.table.ended, winners))
    assert winners in checked(page.frame(80, 24), (80, 24))
    while page.top + page.room < len(page.lines):
        page.press("n")
        checked(page.frame(80, 24), (80, 24))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_a_drawing_is_drawn_from_its_view(game: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw, "DRAWINGS", {})
    session = sit_down(game, 3, {}, 5, level="uniform", adviser="uniform", lang=lang)
    for _ in range(20):
        session.deal() if session.due == "deal" else session.let() if session.due == "bot" else session.play("1")
    while session.due == "bot":
        session.let()
    chooser = Chooser(session.choices, draw.drawing(game).group)
    text = checked(frame(looks(session, (80, 24), chooser), chooser, [], ""), (80, 24))
    assert session.speech.label("total") in text
    assert session.choices[0].text in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_guide_names_keys_and_colours(game: str, lang: str) -> None:
    session = sit_down(game, 3, {}, 5, level="uniform", adviser="uniform", lang=lang)
    while session.due != "move":
        session.deal() if session.due == "deal" else session.let()
    look = looks(session, (80, 24), Chooser(session.choices, draw.drawing(game).group))
    page = Page("?", "?", guide(look))
    text = "".join(line.plain for line in page.lines)
    assert session.speech.word("help.undo") in text.replace("  ", " ")
    if game in ("zero", "hero"):
        for colour in ZERO if game == "zero" else HERO:
            assert session.speech.word(f"colour.{colour}") in text
    checked(page.frame(80, 24), (80, 24))


def test_colours_differ_in_sign_and_letter() -> None:
    assert set(ZERO) | set(HERO) == set(SIGNS) == set(PAINT)
    assert len(set(SIGNS.values())) == len(SIGNS)


def test_cards_can_be_read() -> None:
    """The luminance contrast of every card is that of text (4.5 to 1), whatever the terminal's own colours are."""
    for name, written in MANY.items():
        style = Style.parse(written)
        if style.bgcolor:
            assert style.color
            a, b = sorted((luminance(*style.color.get_truecolor()), luminance(*style.bgcolor.get_truecolor())))
            assert (b + 0.05) / (a + 0.05) >= 4.5, name


@pytest.mark.parametrize("colours", [ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD])
def test_colours_stay_different_on_every_terminal(colours: ColorSystem) -> None:
    styles = theme(colours.name.lower().replace("eight_bit", "256")).styles
    for game in (ZERO, HERO):
        shown = [styles[PAINT[letter]].bgcolor for letter in game]
        assert len({color.downgrade(colours).number or color.get_truecolor() for color in shown if color}) == len(game)


def luminance(*rgb: int) -> float:
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in (x / 255 for x in rgb))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_a_full_table_is_cut_off_at_80_by_24(game: str, lang: str) -> None:
    """With as many seats as there can be, every position of a deal: all lines are there, and all of each line."""
    session = sit_down(game, rules(game).SEATS[-1], {}, 5, level="uniform", adviser="uniform", lang=lang)
    how, luck = draw.drawing(game), random.Random(lang)
    for _ in range(80):
        if session.due == "move":
            chooser = Chooser(session.choices, how.group)
            whole = frame(looks(session, (80, 24), chooser), chooser, [], "")
            rule = next(i for i, line in enumerate(whole) if line.plain.startswith("──"))
            table = [line.plain.split("│ ")[0].rstrip() for line in whole[1:rule]]
            assert not any("…" in line for line in table), "\n".join(table)
            size = (len(whole[1].plain.split("│ ")[0]), rule - 1)
            drawn = [line.plain.rstrip() for line in how.draw(looks(session, size, chooser))]
            assert drawn == table[: len(drawn)]
        match session.due:
            case "deal":
                session.deal()
            case "bot":
                session.let()
            case "move":
                session.play(luck.choice(session.choices).text)
            case "end":
                return


def test_the_picture_in_the_manual_is_what_is_drawn() -> None:
    session = sit_down("zero", 3, {}, 7, level="uniform", adviser="uniform")
    told: list[str] = []
    while session.due != "move":
        told += filter(None, map(session.speech.entry, session.news()))
        session.deal() if session.due == "deal" else session.let()
    told += filter(None, map(session.speech.entry, session.news()))
    chooser = Chooser(session.choices, draw.drawing("zero").group)
    message = "B7>K5 · points in hand after it: 20"
    lines = [line.plain.rstrip() for line in frame(looks(session, (80, 24), chooser), chooser, told, message)]
    manual = (Path(__file__).parents[2] / "docs" / "terminal.md").read_text("utf-8")
    assert "\n".join(lines) in manual, "\n".join(lines)
