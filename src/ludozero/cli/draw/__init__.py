"""How each game looks on a terminal; a game without a drawing of its own is drawn from its view."""

from ludozero.cli.draw import generic, hero, soler, zatre, zero
from ludozero.cli.draw.look import Drawing
from ludozero.cli.session import verb
from ludozero.games.collection import COLOURS as HERO
from ludozero.games.zero import COLOURS as ZERO

GENERIC = Drawing(generic.draw, generic.note, verb)
DRAWINGS = {
    "zero": Drawing(zero.draw, zero.note, verb, colours=ZERO),
    "hero": Drawing(hero.draw, hero.note, verb, side=26, colours=HERO),
    "soler": Drawing(soler.draw, soler.note, verb),
    "zatre": Drawing(zatre.draw, zatre.note, zatre.group),
}


def drawing(game: str) -> Drawing:
    """The game's drawing, or the one that suits them all."""
    return DRAWINGS.get(game, GENERIC)
