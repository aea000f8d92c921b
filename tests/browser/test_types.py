"""What the page takes from elsewhere is as it is there: views' types, clauses of the rules."""

import re
from pathlib import Path

import pytest
from scripts import page_types

from ludozero.games import GAMES, rules
from ludozero.words import LANGUAGES, catalogue

DOCS = Path(__file__).resolve().parents[2] / "docs" / "rules"


def test_the_views_types_are_generated() -> None:
    assert page_types.TARGET.read_text("utf-8") == page_types.types(), "run python -m scripts.page_types"


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_told_in_every_language(game: str) -> None:
    clauses = re.findall(r'<a id="([a-z]{2}-\d+)">', (DOCS / f"{game}.md").read_text("utf-8"))
    assert len(clauses) > 10
    cited = {clause for _, clause in rules(game).REASONS[1:]}
    assert cited <= {clause.upper() for clause in clauses}
    for lang in LANGUAGES:
        for clause in clauses:
            assert catalogue("rules")[lang][clause.upper()]
            assert catalogue("rules")[lang][f"{clause.upper()}.title"]


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_pictured_in_the_rules_exist(game: str) -> None:
    clause = re.findall(r'<a id="([a-z]{2})-\d+">', (DOCS / f"{game}.md").read_text("utf-8"))[0].upper()
    faces = set(rules(game).FACES)
    for lang in LANGUAGES:
        shown = re.findall(
            r"`([^`]+)`", " ".join(v for k, v in catalogue("rules")[lang].items() if k.startswith(clause))
        )
        assert len(shown) > 3
        assert set(shown) <= faces, set(shown) - faces
