"""docs/load.md: a section for each part, written again when the part is run again."""

from collections.abc import Mapping
from pathlib import Path

import scripts.soak.report as pages
from scripts.soak.plan import HOME, Found

PAGE = HOME / "docs" / "load.md"
PLOTS = HOME / "docs" / "load"
HEAD = """# Under load

`make load` wrote this page; `make load PARTS="throughput latency"` writes only these parts again. The house is a real
`ludozero serve` with its rules as machine code and an SQLite file (WAL, `synchronous=FULL`); whoever calls is another
process, and both share the machine. A move's time runs from the moment it was due - not from when it could be sent -
until the last of the others at the table has its event. Moves are picked from the lists that the events offer.
"""


def write(title: str, about: str, found: Found, minutes: float, titles: Mapping[str, str]) -> str:
    """Puts a part's section into the page."""
    text = pages.section(about, found, minutes)
    pages.write(title, text, titles, PAGE, HEAD)
    return text


def picture(name: str, about: str) -> str:
    """A plot, as the page shows it."""
    return f"![{about}](load/{name}.svg)"


def plot_file(name: str) -> Path:
    return PLOTS / f"{name}.svg"
