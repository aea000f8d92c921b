"""The screen of a game that has no drawing of its own: its view, field by field."""

from rich.text import Text

from ludozero.cli.draw.look import STRONG, Look, wrapped
from ludozero.cli.line import fields
from ludozero.cli.session import Choice
from ludozero.cli.speech import figure


def draw(look: Look) -> list[Text]:
    """A line or more for every field that has something in it."""
    lines: list[Text] = []
    for line in fields(look.view, look.speech):
        label, colon, value = line.partition(": ")
        lines += wrapped(Text.assemble((label + colon, STRONG), value), look.width)
    return lines


def note(choice: Choice, look: Look) -> str:
    """Every weight that is not the same for all moves."""
    varying = [name for name in choice.weights if len({other.weights[name] for other in look.choices}) > 1]
    return " ".join(f"{figure(name, choice.weights[name]):>5}" for name in varying[:3])
