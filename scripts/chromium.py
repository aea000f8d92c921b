"""Finds a Chromium for the tests and the pictures: one named by CHROMIUM, Debian's, another on the path, or npm's."""

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock

from scripts.node import WEB, node

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
UNPACKED = WEB.parent / "build" / "chromium"
UNPACK = """
import chromium from "@sparticuz/chromium";
chromium.setGraphicsMode = false;
await chromium.executablePath();
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><dir>{0}/fonts</dir><cachedir>{0}/cache</cachedir></fontconfig>
"""


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
    package = WEB / "node_modules" / "@sparticuz" / "chromium" / "package.json"
    if named or not package.exists():
        raise LookupError("No Chromium here: apt-get install chromium, or python -m scripts.node for one of npm.")
    return unpacked(package)


def unpacked(package: Path) -> Chromium:
    """npm's Chromium, which comes packed with the libraries and the fonts that it needs."""
    UNPACKED.mkdir(parents=True, exist_ok=True)
    whole = UNPACKED / "package.json"
    with FileLock(UNPACKED.with_suffix(".lock")):
        if not whole.exists() or whole.read_bytes() != package.read_bytes():
            shutil.rmtree(UNPACKED)
            UNPACKED.mkdir()
            # It unpacks into the folder for passing things, and its libraries only where it takes itself to be at home.
            env = os.environ | {"TMPDIR": str(UNPACKED), "AWS_EXECUTION_ENV": "AWS_Lambda_nodejs24.x"}
            subprocess.run([node(), "--input-type=module", "--eval", UNPACK], cwd=WEB, env=env, check=True)
            (UNPACKED / "fonts.conf").write_text(FONTS.format(UNPACKED), "utf-8")
            whole.write_bytes(package.read_bytes())
    found = Chromium(str(UNPACKED / "chromium"))
    found.env.update(LD_LIBRARY_PATH=str(UNPACKED / "al2023" / "lib"), FONTCONFIG_PATH=str(UNPACKED))
    return found
