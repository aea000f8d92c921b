"""The README's examples run, its links lead somewhere, and its picture is what the program prints."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludozero.cli import app
from ludozero.games import GAMES, rules

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


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_its_anchor(game: str) -> None:
    """Each clause that code, tests or refusals cite stands in the game's rules page, in order and without gaps."""
    page = (HOME / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    headings = re.findall(r'^### <a id="([a-z]{2})-(\d+)"></a>([A-Z]{2})-(\d+) · ', page, re.M)
    assert [int(number) for _, number, _, _ in headings] == list(range(1, len(headings) + 1))
    assert all((low.upper(), n) == (high, m) for low, n, high, m in headings)
    prefix = headings[0][2]
    code = "".join(path.read_text("utf-8") for path in (HOME / "src").rglob("*.py"))
    cited = {int(number) for number in re.findall(rf"\b{prefix}-(\d+)", code)}
    assert cited
    assert max(cited) <= len(headings)
    assert {clause for _, clause in rules(game).REASONS[1:]} <= {f"{prefix}-{n}" for n in range(1, len(headings) + 1)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_anchors_exist(page: Path) -> None:
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#([^)]+)", page.read_text("utf-8")):
        text = (page.parent / target if target else page).read_text("utf-8")
        headings = {
            re.sub(r"[^a-z0-9 -]", "", line.lstrip("# ").lower()).replace(" ", "-") for line in text.splitlines()
        }
        assert f'id="{anchor}"' in text or anchor in headings, anchor
