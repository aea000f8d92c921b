"""Bots from elsewhere: a program taken to a table by `ludozero bot`, and the example that needs nothing of ours."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.served import PATIENCE, Served, settings_for, sqlite, until

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
LINE_BOT = f"'{sys.executable}' '{EXAMPLES / 'line_bot.py'}'"
BROKEN = f"'{sys.executable}' -c 'raise SystemExit(3)'"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(settings_for(sqlite(tmp_path))) as house:
        yield house


def play_to_the_end(served: Served, command: list[str], name: str) -> None:
    """A game of two in which nobody of ours moves: the program and a bot of the house."""
    lea = served.caller()
    made = lea.make("hero", 2, sit=0, bots=["club"])
    table = made["table"]
    link = f"{served.url}/t/{table}#join={made['key']}"
    process = subprocess.Popen([*command, link], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        with lea.events(watch=table) as events:
            until(events, lambda event: any(seat["name"] == name for seat in event["seats"]))
            lea.at(table, "start")
            event = until(events, lambda event: event["phase"] == "over")
        _, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.communicate()
    assert event["result"]["reason"] == "finished"
    assert process.returncode == 0, err


def test_a_line_bot_plays_at_a_house(served: Served) -> None:
    play_to_the_end(served, [sys.executable, "-m", "ludozero", "bot", LINE_BOT, "--name", "Line", "--join"], "Line")


def test_a_broken_bot_spoils_nothing(served: Served) -> None:
    play_to_the_end(served, [sys.executable, "-m", "ludozero", "bot", BROKEN, "--name", "Oops", "--join"], "Oops")


def test_the_remote_example_plays_at_a_house(served: Served) -> None:
    play_to_the_end(served, [sys.executable, str(EXAMPLES / "remote_bot.py")], "Remote bot")
