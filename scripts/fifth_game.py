"""A copy of Ludozero with the game of docs/add-a-game.md in it, to try what the page says: `fifth_game.py FOLDER`."""

import shutil
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
EXAMPLE = HOME / "docs" / "examples" / "low"
REGISTRY = 'GAMES = ("zero", "hero", "soler", "zatre")'


def add_game(folder: Path) -> None:
    """Does what the page tells: a module, its words, its tests, its rules page, and one line of the registry."""
    for part in ("src", "tests"):
        shutil.copytree(HOME / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    package = folder / "src" / "ludozero"
    shutil.copy(EXAMPLE / "low.py", package / "games")
    shutil.copy(EXAMPLE / "low.json", package / "words")
    shutil.copy(EXAMPLE / "test_low.py", folder / "tests" / "games")
    registry = package / "games" / "__init__.py"
    lines = registry.read_text("utf-8")
    assert REGISTRY in lines
    registry.write_text(lines.replace(REGISTRY, REGISTRY[:-1] + ', "low")'), "utf-8")


if __name__ == "__main__":
    add_game(Path(sys.argv[1]))
    print(f"PYTHONPATH={sys.argv[1]}/src python -m ludozero play low")
