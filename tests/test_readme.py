"""The README's examples run, its links lead somewhere, and its picture is what the program prints."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludozero.cli import app

HOME = Path(__file__).resolve().parents[1]
README = (HOME / "README.md").read_text("utf-8")
PAGES = [HOME / "README.md", HOME / "CHANGELOG.md", *sorted((HOME / "docs").rglob("*.md"))]


def test_the_python_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.S)
    exec(compile(example, "README.md", "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_the_picture_is_what_the_program_prints() -> None:
    """The same seed, the same lines."""
    (picture,) = re.findall(r"```\n(Zero, 3.*?)```", README, re.S)
    command = ["play", "zero", "--seed", "7", "--lang", "en"]
    printed = CliRunner().invoke(app, command, input="B7>B6\n").output
    for line in picture.splitlines():
        assert line in printed, line


def test_the_score_commands_run() -> None:
    lines = [line.split("#")[0] for line in README.splitlines() if line.startswith("    ludozero score")]
    assert len(lines) == 2
    for line in lines:
        result = CliRunner().invoke(app, shlex.split(line)[1:])
        assert result.exit_code == 0, result.output
