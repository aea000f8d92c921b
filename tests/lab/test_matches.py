"""Matches of the long runs: planned beforehand, kept in pieces, taken up again where they were left."""

from dataclasses import replace
from pathlib import Path

import pytest
from scripts.soak import matches
from scripts.soak.matches import chosen, missing, pairings, pieces, planned
from scripts.soak.plan import Plan


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return Plan(workers=1, scale=0.001, only=("zatre:club",), pieces=tmp_path)


def test_what_is_there_is_not_played_again(plan: Plan) -> None:
    rows, notes = matches.arena(plan)
    assert [row["match"] for row in rows] == ["zatre:club"]
    assert rows[0]["games"] == 2 * matches.FEWEST
    assert notes == ["Pieces of several runs add up to this: 0.0 minutes of a core's thinking."]
    (path,) = plan.pieces.iterdir()
    assert matches.arena(plan)[0] == rows
    assert [path] == list(plan.pieces.iterdir())
    lines = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([*lines[:-2], lines[-1][:40]]))  # a run that was cut short
    (one,) = chosen("arena", plan)
    assert len(list(missing(one, plan, pieces(plan.pieces)["zatre:club"]))) == 2
    again = matches.arena(plan)[0]
    assert again[0] | {"ms a move": ""} == rows[0] | {"ms a move": ""}
    assert len(list(plan.pieces.iterdir())) == 2
    for path in plan.pieces.iterdir():  # of other bots
        lines = [line.replace('"beginner"', '"uniform"') for line in path.read_text("utf-8").splitlines()]
        path.write_text("\n".join(lines))
    assert not pieces(plan.pieces)["zatre:club"]


def test_sizes_follow_from_the_plan_alone() -> None:
    whole = {
        one.name: one.planned(Plan(scale=1.0)) * one.seats for part in ("arena", "ismcts") for one in pairings(part)
    }
    assert whole["zero:greedy"] == 400
    assert whole["hero:flat"] == 402  # every deal from three seats
    assert whole["zatre:second"] == 60
    assert whole["zero:ismcts2"] == 200
    small = {one.name: one.planned(Plan(scale=0.1)) for one in pairings("arena")}
    assert small["zero:greedy"] == 10
    assert small["soler:second"] == 0  # far too long for a few cores


def test_matches_are_chosen_by_name_game_or_kind(plan: Plan) -> None:
    assert {one.game for one in chosen("arena", replace(plan, only=("zero",)))} == {"zero"}
    flat = chosen("arena", replace(plan, only=("flat", "hero:greedy")))
    assert [one.name for one in flat] == ["zero:flat", "hero:greedy", "hero:flat", "soler:flat", "zatre:flat"]
    assert planned("arena", replace(plan, only=("zatre:club",)))[-1] == "in all: 0 core-minutes"
