"""Every story is told by the rules of today just as it was written down."""

import json
from pathlib import Path

import jsonschema
import pytest
from scripts.stories import FOLDER, read, told

from ludozero.games import GAMES, rules

SCHEMA = json.loads(Path(__file__).parents[1].joinpath("src/ludozero/table/record.schema.json").read_text("utf-8"))
STORIES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_story(path: Path) -> None:
    """If this fails on purpose, raise RULES in the game's module and run scripts/stories.py; read its diff."""
    story = path.read_text("utf-8")
    title, record = read(story)
    jsonschema.validate(record | {"result": json.loads(story.splitlines()[-1].removeprefix("= "))}, SCHEMA)
    assert record["rules"] == rules(record["game"]).RULES, "run scripts/stories.py for the new version of the rules"
    for number, (line, again) in enumerate(zip(story.splitlines(), told(title, record).splitlines(), strict=True), 1):
        assert again == line, f"{path.name}, line {number}: the rules changed, their version did not"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_stories(game: str) -> None:
    """Whole games and rare moments, of the fewest and of the most players."""
    heads = [json.loads(path.read_text("utf-8").splitlines()[1]) for path in STORIES]
    seats = {len(head["seats"]) for head in heads if head["game"] == game}
    assert {rules(game).SEATS[0], rules(game).SEATS[-1]} <= seats
