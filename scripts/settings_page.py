"""Writes docs/operations.md's table of settings from the settings: `python -m scripts.settings_page`."""

import re
from dataclasses import fields
from inspect import getsource
from pathlib import Path

from ludozero.server.settings import Settings

PAGE = Path(__file__).resolve().parents[1] / "docs" / "operations.md"
MARK = re.compile(r"<!-- settings -->\n(?:\n?\|.*)*\n?")
ABOUT = re.compile(r"^    (\w+): .*?  # (.*)$", re.MULTILINE)


def page(text: str) -> str:
    """The page with the table as it should be."""
    about = dict(ABOUT.findall(getsource(Settings)))
    plain = Settings()
    rows = [
        f"| `{one.name}` | {shown(getattr(plain, one.name))} | {about.get(one.name, '')} |"
        for one in fields(Settings)
        if one.name != "page"
    ]
    table = "\n".join(["| setting | usually | |", "|---|---|---|", *rows])
    return MARK.sub(lambda _: f"<!-- settings -->\n\n{table}\n", text)


def shown(value: object) -> str:
    """As in a TOML file."""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, (list, str, Path)):
        return f"`{str(value) if isinstance(value, list) else chr(34) + str(value) + chr(34)}`".replace("'", '"')
    return f"`{value:g}`"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
