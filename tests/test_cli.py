"""The command as people and programs use it: real processes, one-line errors, exit codes."""

import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from ludozero.cli import LEVELS
from ludozero.fast import players
from ludozero.games import GAMES, rules


def ludozero(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludozero", *words],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def told(*words: str) -> dict[str, object]:
    """What a command with --json prints."""
    result = ludozero(*words, "--json")
    assert result.returncode == 0, result.stderr
    found: dict[str, object] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize(
    ("words", "points"),
    [
        (["zero", "B2 R5 G5 R3 Y3 G3 B3 V3 S3"], 7),
        (["zero", "b8,b7,b5,b1,b2,r2,y2,g2,v2"], 0),
        (["hero", "G2 O3 O3 O2 V2 V0 V0"], 11),
        (["hero", "G2 O3 O3 O2 V2 V0 V0", "--most-zeros"], 16),
        (["soler", "-2 -1 3 0"], 4),
        (["soler", ""], 0),
        (["zatre", "1,6,5 2,3,5 2,3,15 1,3,5 1,3,5 1,3,10 1,6,5 1,3,10 -,3,5 -,3,10 -,-,10", "--super", "1"], 170),
    ],
)
def test_score(words: list[str], points: int) -> None:
    found = told("score", *words)
    assert found["points"] == points
    lines = found["lines"]
    assert isinstance(lines, list)
    assert sum(line.get("points", 0) for line in lines) == points
    for lang in ("fr", "en", "de"):
        spoken = ludozero("score", *words, "--lang", lang)
        assert spoken.returncode == 0
        assert str(points) in spoken.stdout.splitlines()[-1]
        assert len(spoken.stdout.splitlines()) == len(lines) + 1
        assert "{" not in spoken.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["score", "zero", "R1 R2"],
        ["score", "zero", "R1 R1 R2 R3 R4 R5 R6 R7 R8"],
        ["score", "zero", "X9"],
        ["score", "hero", "R4 R4"],
        ["score", "soler", "9"],
        ["score", "soler", "-3 -3"],
        ["score", "zatre", "1,2"],
        ["score", "zatre", "1,2,5"],
        ["score", "poker", "R1"],
        ["score", "zero"],
        ["play", "zero", "--seats", "9"],
        ["play", "chess"],
        ["simulate", "zero", "--option", "sheet"],
        ["simulate", "zero", "--option", "sheet=new"],
        ["simulate", "zero", "--games", "x"],
        ["simulate", "zero", "--games", "0"],
        ["simulate", "zero", "--threads", "0"],
        ["simulate", "zero", "--device", "abacus"],
        ["simulate", "hero", "--pack", "/nowhere.json"],
        ["verify", "/nowhere.json"],
        ["what"],
        ["score", "zero", "R1", "--no-such-flag"],
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words: list[str]) -> None:
    result = ludozero(*words)
    assert result.returncode == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("ludozero: ")


def test_version() -> None:
    result = ludozero("--version")
    assert (result.returncode, result.stdout) == (0, f"{metadata.version('ludozero')}\n")


def test_help() -> None:
    for words in ([], ["--help"], ["simulate", "--help"]):
        assert "--help" in ludozero(*words).stdout
    assert ludozero("--help").returncode == 0


def test_help_comes_before_anything_heavy_is_loaded() -> None:
    heavy = "import ludozero.cli, sys; print({'numpy', 'numba', 'rich', 'ludozero.table.table'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", heavy], capture_output=True, text=True).stdout == "set()\n"


def test_the_levels_are_those_there_are() -> None:
    assert tuple(players.LEVELS) == LEVELS


@pytest.mark.parametrize("game", GAMES)
def test_play_in_lines_to_the_end_then_verify(game: str, tmp_path: Path) -> None:
    """Always the first move of the list: whatever it is, it is legal."""
    record = tmp_path / "game.json"
    seats = rules(game).SEATS[-1]
    options = ["--option", "quiet=3"] if game == "soler" else []
    words = ["play", game, "--seats", str(seats), "--record", str(record), "--lang", "fr", *options]
    result = ludozero(*words, text="moves\nview\nhelp\nnonsense\n" + "1\n" * 4000)
    assert result.returncode == 0, result.stderr
    assert "La partie est terminée." in result.stdout
    assert "nonsense" in result.stdout
    verdict = ludozero("verify", str(record))
    assert (verdict.returncode, verdict.stdout) == (0, "consistent\n")
    commitment = json.loads(record.read_text("utf-8"))["shuffle"]["commitment"]
    assert ludozero("verify", str(record), "--commitment", commitment).stdout == "as promised\n"
    assert told("verify", str(record))["verdict"] == "consistent"
    tampered = json.loads(record.read_text("utf-8"))
    tampered["result"]["scores"][0] += 1
    record.write_text(json.dumps(tampered), "utf-8")
    assert ludozero("verify", str(record)).returncode == 2


def test_the_end_of_the_input_is_leaving() -> None:
    result = ludozero("play", "zero", "--seed", "7", "--lang", "en", text="")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith("You have left the table.\n")


def test_asked_for_a_game() -> None:
    result = ludozero("play", "--plain", "--lang", "de", text="chess\n5\n2\nquit\n")
    assert result.stdout.count("Welches Spiel?") == 3
    assert "Zero Hero, 3 am Tisch" in result.stdout
    assert result.returncode == 0
    for nothing in ("", "\n"):
        assert "Zero, 3 am Tisch" in ludozero("play", "--plain", "--lang", "de", text=nothing).stdout


def test_what_others_lay_face_down_is_not_told() -> None:
    result = ludozero("play", "soler", "--seed", "3", "--lang", "en", text="1\n1\n1\n")
    laid = [line for line in result.stdout.splitlines() if line.startswith("seat") and "lay" in line]
    assert laid
    assert all(line.endswith(": lay") for line in laid)
    assert any(line.startswith("you: lay ") for line in result.stdout.splitlines())


@pytest.mark.parametrize("game", GAMES)
def test_simulate(game: str) -> None:
    first = told("simulate", game, "--games", "200", "--seed", "5")
    again = told("simulate", game, "--games", "200", "--seed", "5", "--threads", "2")
    for found in (first, again):
        for clock in ("seconds", "compile_seconds", "moves_per_second", "threads"):
            found.pop(clock, None)
    assert first == again
    assert first["games"] == 200
    assert ludozero("simulate", game, "--games", "50", "--max-moves", "3").returncode == 0
