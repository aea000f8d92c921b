"""What each style is on terminals of many and of few colours. A style says what something is, not how it looks."""

from rich.theme import Theme

# A colour's sign is the same in every game, its outline like no other's: letter and sign tell as much as the colour.
SIGNS = {"R": "♥", "O": "✚", "Y": "★", "G": "♣", "T": "▼", "B": "♦", "V": "▲", "S": "■", "K": "♠"}
PAINT = {letter: f"colour.{letter}" for letter in SIGNS}
NEGATIVE, NOUGHT, POSITIVE = "value.negative", "value.nought", "value.positive"
TINTS = ("tint.0", "tint.1", "tint.2")  # neighbouring dominoes differ
BAR, BEST = "bar", "bar.best"
FAINT, STRONG, MARKED = "dim", "bold", "bold reverse"

MANY = {  # 256 colours or more: text on every one has a contrast of at least 4.5 to 1
    "colour.R": "bold #ffffff on #b3202c",
    "colour.O": "bold #000000 on #f08a24",
    "colour.Y": "bold #000000 on #f5d327",
    "colour.G": "bold #ffffff on #1d7a46",
    "colour.T": "bold #000000 on #4fd0c8",
    "colour.B": "bold #ffffff on #2158b8",
    "colour.V": "bold #ffffff on #7b3aa5",
    "colour.S": "bold #000000 on #a8a8a8",
    "colour.K": "bold #ffffff on #444444",
    "value.negative": "bold #ffffff on #a02030",
    "value.nought": "bold #000000 on #e8e8e8",
    "value.positive": "bold #ffffff on #1f5fa8",
    "tint.0": "bold #000000 on #d9c9a3",
    "tint.1": "bold #000000 on #b9d3c2",
    "tint.2": "bold #000000 on #c6c3e0",
    "bar": "cyan",
    "bar.best": "bold yellow",
}
FEW = MANY | {  # the terminal's own sixteen
    "colour.R": "bold bright_white on red",
    "colour.O": "black on bright_red",
    "colour.Y": "black on bright_yellow",
    "colour.G": "black on green",
    "colour.T": "black on bright_cyan",
    "colour.B": "bold bright_white on blue",
    "colour.V": "bold bright_white on magenta",
    "colour.S": "black on white",
    "colour.K": "bold bright_white on bright_black",
    "value.negative": "bold bright_white on red",
    "value.nought": "black on white",
    "value.positive": "bold bright_white on blue",
    "tint.0": "black on yellow",
    "tint.1": "black on cyan",
    "tint.2": "black on white",
}


def theme(colours: str | None) -> Theme:
    """The styles for what Rich calls a colour system."""
    return Theme(FEW if colours in ("standard", "windows") else MANY)
