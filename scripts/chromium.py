"""Finds a Chromium for the tests and the pictures: Debian's, another on the path, or one named by CHROMIUM."""

import os
import shutil
from dataclasses import dataclass, field

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@dataclass(frozen=True)
class Chromium:
    """Where it is and how it is started."""

    path: str
    flags: list[str] = field(default_factory=lambda: FLAGS[:])
    env: dict[str, str | float | bool] = field(default_factory=lambda: dict(os.environ))


def chromium() -> Chromium:
    """The first one found; LookupError with one sentence if there is none."""
    named = os.environ.get("CHROMIUM")
    for name in [named] if named else NAMES:
        path = shutil.which(name)
        if path:
            return Chromium(path)
    raise LookupError("No Chromium here: install one (Debian: apt-get install chromium) or name it in CHROMIUM.")
