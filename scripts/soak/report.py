"""What was measured, as a page: docs/measured.md, a section for each part."""

import os
import platform
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ludozero.lab.bench import machine_name, versions
from scripts.soak.plan import HOME, Found, Row

PAGE = HOME / "docs" / "measured.md"
HEAD = """# Measured

`make soak` wrote this page; `make soak PARTS="laws bench"` writes only these parts again.
"""


def shown(value: Any) -> str:
    """A cell of a table."""
    return f"{value:,}" if isinstance(value, (int, float)) else str(value)


def table_of(rows: list[Row]) -> list[str]:
    """Rows as Markdown."""
    names = list(rows[0])
    cells = [[shown(row.get(name, "")) for name in names] for row in rows]
    return [
        "| " + " | ".join(name.replace("_", " ") for name in names) + " |",
        "|" + "|".join("---" if isinstance(rows[0][name], str) else "--:" for name in names) + "|",
        *["| " + " | ".join(row) + " |" for row in cells],
    ]


def circumstances(minutes: float) -> str:
    """When and where this was measured."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    known = versions()
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {minutes:.1f} minutes. {machine_name()}, {os.cpu_count()} cores, "
        f"{memory:.0f} GiB; Python {platform.python_version()}, NumPy {known['numpy']}, Numba {known['numba']}."
    )


def section(about: str, found: Found, minutes: float) -> str:
    """What a part is about, and what it found."""
    rows, notes = found
    lines = [" ".join(about.split()), "", circumstances(minutes), "", *(table_of(rows) if rows else [])]
    for note in notes:
        lines += ["", note]
    return "\n".join(lines)


def write(title: str, text: str, titles: Mapping[str, str], page: Path = PAGE, head: str = HEAD) -> None:
    """Puts a section in place of the one before; `titles` are those of all parts, in their order."""
    old = page.read_text("utf-8") if page.exists() else head
    sections = dict(re.findall(r"^## (.+)\n\n([\s\S]*?)\n*(?=^## |\Z)", old, re.MULTILINE))
    sections[title] = text
    told = [f"## {one}\n\n{sections[one]}\n" for one in titles.values() if one in sections]
    page.write_text("\n".join([head, *told]), "utf-8")
