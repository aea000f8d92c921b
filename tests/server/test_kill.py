"""The house is killed again and again while people play: nothing that anybody was told gets lost."""

import json
from pathlib import Path

import pytest

from tests.server.postgres import database
from tests.server.processes import Process, command
from tests.server.siege import PARTIES, besieged

KILLS = 10  # `make soak` has more


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nothing_is_lost_when_the_house_is_killed(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    store = database(request.getfixturevalue("postgres_url")) if kind == "postgres" else ""
    with Process(tmp_path, store) as house:
        story = besieged(house, KILLS, seed=7)
        assert house.life == KILLS + 2
        assert len(story.records) >= len(PARTIES)
        record, commitment = story.records[0]
        file = tmp_path / "game.json"
        file.write_text(json.dumps(record), "utf-8")
        assert command(house, "verify", str(file), "--commitment", commitment).stdout == "as promised\n"
    assert not [line for line in house.lines if json.loads(line)["level"] == "error"]
