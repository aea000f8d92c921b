"""The screen of a game that has no drawing of its own: its view, field by field."""

from rich.text import Text

from ludozero.cli.draw.look import Look, wrapped
from ludozero.cli.draw.paint import STRONG
from ludozero.cli.fields import fields
from ludozero.cli.session import Choice, differing
from ludozero.cli.speech import figure


def draw(look: Look) -> list[Text]:
    """A line or more for every field that has something in it."""
    lines: list[Text] = []
    for line in (line for field in fields(look.view, look.speech) for line in field.lines):
        label, colon, value = line.partition(": ")
        lines += wrapped(Text.assemble((label + colon, STRONG), value), look.width)
    return lines


def note(choice: Choice, look: Look) -> str:
    """Every weight that is not the same for all moves."""
    weights = differing(choice, look.choices)
    return " ".join(f"{figure(name, weight):>5}" for name, weight in list(weights.items())[:3])
