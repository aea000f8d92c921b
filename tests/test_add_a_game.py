"""docs/add-a-game.md: five small steps, tried on a copy of the house."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from scripts.fifth_game import add_game

HOME = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house") / "ludozero"
    add_game(folder)
    return folder


def run(house: Path, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    here = {**os.environ, "PYTHONPATH": f"{house / 'src'}{os.pathsep}{house}", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *words], input=text, cwd=house, env=here, capture_output=True, text=True, check=False
    )


def test_the_example_is_played_in_lines(house: Path) -> None:
    game = run(house, "-m", "ludozero", "play", "low", "--seats", "3", "--seed", "4", "--lang", "en", text="1\n1\n1\n")
    assert game.returncode == 0, game.stderr
    assert "Low, 3 at the table" in game.stdout
    assert "The game is over." in game.stdout


def test_the_example_passes_its_tests_and_those_of_every_game(house: Path) -> None:
    found = run(
        house,
        *[
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-W",
            "error",
            "tests/games/test_low.py",
            "tests/test_words.py",
        ],
        *["tests/table/test_table.py", "tests/test_rooms.py", "-k", "low or Low or LO_ or laws"],
    )
    assert found.returncode == 0, found.stdout[-3000:]
    assert "passed" in found.stdout


def test_the_page_shows_the_module_as_it_is() -> None:
    page = (HOME / "docs" / "add-a-game.md").read_text("utf-8")
    module = (HOME / "docs" / "examples" / "low" / "low.py").read_text("utf-8")
    shown = [block.split("```")[0] for block in page.split("```python\n")[1:]]
    assert len(shown) >= 3
    assert all(block.strip() in module for block in shown)
