"""The arena: the same deals from every seat, whoever plays; what it tells can be checked by anybody."""

import json
import re
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ludozero import BadTable, replay, verify
from ludozero.cli import app
from ludozero.cli.arena import sentences
from ludozero.lab.arena import arena
from ludozero.words import LANGUAGES

QUICK = {"deals": 1, "quiet": 4}  # a short game of Solèr's
HANGING = """
import json, sys, time
for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "decide":
        time.sleep(3600)
    print(json.dumps({"id": question["id"], "name": "Sleeper"}), flush=True)
"""


def games_of(path: Path) -> list[dict[str, Any]]:
    """The lines of a match."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    """What was found, without what a clock told."""
    return {name: value for name, value in found.items() if "seconds" not in name}


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], list[dict[str, Any]], Path]:
    """A small match of Zero: what was found, its lines, its deals."""
    folder = tmp_path_factory.mktemp("match")
    found = arena("zero", 3, "flat:30sims", "uniform", 3, seed=4, lines=folder / "lines", save_decks=folder / "decks")
    return found, games_of(folder / "lines"), folder / "decks"


# The deals


def test_every_deal_is_played_from_every_seat(match: Any) -> None:
    found, games, _ = match
    assert [(game["deal"], game["seat"]) for game in games] == list(product(range(3), range(3)))
    assert found["games"] == 9
    for game in games:
        names = [player["name"] for player in game["record"]["seats"]]
        assert [seat for seat, name in enumerate(names) if name == "flat:30sims"] == [game["seat"]]
        assert names.count("uniform") == 2


def test_the_cards_of_a_deal_are_the_same_in_all_its_games(match: Any) -> None:
    _, games, _ = match
    dealt: dict[int, set[str]] = {}
    for game in games:
        record = game["record"] | {"log": game["record"]["log"][:1]}
        dealt.setdefault(game["deal"], set()).add(json.dumps(replay(record).truth()["state"]))
    assert [len(states) for states in dealt.values()] == [1, 1, 1]
    assert len(set.union(*dealt.values())) == 3


def test_lines_can_be_verified_and_tell_the_result(match: Any) -> None:
    found, games, _ = match
    for game in games:
        assert verify(game["record"]) == "consistent"
        points = game["record"]["result"]["scores"]
        assert game["points"] == points
        others = sum(points) - points[game["seat"]]
        assert game["ahead"] == others / 2 - points[game["seat"]]  # the lowest points win
        winners = game["record"]["result"]["winners"]
        assert game["share"] == (1 / len(winners) if game["seat"] in winners else 0)
        moves = sum("move" in entry for entry in game["record"]["log"])
        assert moves == sum(side["moves"] for side in game["sides"].values())
    assert found["win_share"] == pytest.approx(sum(game["share"] for game in games) / 9, abs=1e-4)
    assert found["points_difference"] == pytest.approx(sum(game["ahead"] for game in games) / 9, abs=1e-3)
    own = sum(game["points"][game["seat"]] for game in games) / 9
    assert found["points_per_game"]["a"] == pytest.approx(own, abs=1e-3)
    assert found["points_per_round"]["a"] == pytest.approx(own / 3, abs=1e-3)  # ZR-3: as many rounds as players


def test_the_same_seed_gives_the_same_games_on_however_many_processes(match: Any, tmp_path: Path) -> None:
    found, games, _ = match
    again = arena("zero", 3, "flat:30sims", "uniform", 3, seed=4, processes=2, lines=tmp_path / "lines")
    assert timeless(again) == timeless(found)
    assert [game["record"] for game in games_of(tmp_path / "lines")] == [game["record"] for game in games]
    other = arena("zero", 3, "flat:30sims", "uniform", 3, seed=5)
    assert timeless(other) != timeless(found) | {"seed": 5}


def test_the_first_deals_are_the_same_however_many(match: Any, tmp_path: Path) -> None:
    _, games, _ = match
    arena("zero", 3, "flat:30sims", "uniform", 1, seed=4, lines=tmp_path / "lines")
    assert [game["record"] for game in games_of(tmp_path / "lines")] == [game["record"] for game in games[:3]]


def test_others_can_play_the_deals_of_a_file(match: Any, tmp_path: Path) -> None:
    found, games, decks = match
    again = arena("zero", 3, "flat:30sims", "uniform", seed=4, decks=decks, save_decks=tmp_path / "again")
    assert timeless(again) == timeless(found)
    assert (tmp_path / "again").read_bytes() == decks.read_bytes()
    head, *deals = decks.read_text("utf-8").splitlines()
    literal = [json.dumps({"decks": json.loads(line)["decks"]}) for line in deals]
    (tmp_path / "literal").write_text("\n".join([head, *literal]))
    by_cards = arena("zero", 3, "flat:30sims", "uniform", 2, seed=4, decks=tmp_path / "literal", lines=tmp_path / "l")
    assert by_cards["deals"] == 2
    for game, before in zip(games_of(tmp_path / "l"), games, strict=False):
        assert game["record"]["shuffle"]["kind"] == "literal"
        assert (game["record"]["log"], game["points"]) == (before["record"]["log"], before["points"])
        assert verify(game["record"]) == "consistent"


@pytest.mark.parametrize("game", ["hero", "soler", "zatre"])
def test_a_file_has_the_cards_that_are_dealt(game: str, tmp_path: Path) -> None:
    """Zatre's second round is dealt from what was set aside: it has no deck of its own."""
    options = QUICK if game == "soler" else {}
    decks = tmp_path / "decks"
    arena(game, 2, "uniform", "uniform", 1, options=options, save_decks=decks, lines=tmp_path / "seed")
    head, deal = decks.read_text("utf-8").splitlines()
    told = json.loads(deal)
    assert len(told["decks"]) == 1
    del told["seed"]
    decks.write_text(f"{head}\n{json.dumps(told)}\n")
    arena(game, 2, "uniform", "uniform", 1, options=options, decks=decks, lines=tmp_path / "cards")
    of_seed, of_cards = games_of(tmp_path / "seed"), games_of(tmp_path / "cards")
    assert [one["record"]["log"] for one in of_seed] == [one["record"]["log"] for one in of_cards]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[:1], "a head and 1-1000000 deals"),
        (lambda lines: [lines[0].replace('"zero"', '"hero"'), *lines[1:]], "deals for game 'hero', not 'zero'"),
        (lambda lines: [lines[0].replace("five", "auto"), *lines[1:]], "deals for options"),
        (lambda lines: [lines[0], "nonsense"], "line 2: this is no JSON object"),
        (lambda lines: [*lines[:3], "{}"], "line 4: a deal has a seed, decks, or both"),
        (lambda lines: [lines[0], '{"seed": true}'], "line 2: a deal has a seed"),
        (lambda lines: [lines[0], '{"decks": [3]}'], "line 2: decks is a list of texts"),
        (lambda lines: [lines[0], re.sub(r"(: \[\")(\w+) (\w+)", r"\1\3 \2", lines[1])], "not the decks of seed"),
        (lambda lines: [lines[0], '{"decks": ["R1 R2"]}'], "56"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(change: Any, message: str, match: Any, tmp_path: Path) -> None:
    lines = match[2].read_text("utf-8").splitlines()
    (tmp_path / "decks").write_text("\n".join(change(lines)))
    with pytest.raises((ValueError, BadTable)) as wrong:
        arena("zero", 3, "uniform", "uniform", decks=tmp_path / "decks")
    told = wrong.value.sentence() if isinstance(wrong.value, BadTable) else str(wrong.value)
    assert message in told


# What is found


def test_equal_bots_are_equal() -> None:
    """Luck belongs to the seat, so all games of a deal are one game."""
    found = arena("hero", 3, "flat:6sims", "flat:6sims", 2)
    assert found["win_share_ci95"] == [pytest.approx(1 / 3, abs=1e-4)] * 2
    assert found["points_difference_ci95"] == [0.0, 0.0]


def test_the_stronger_bot_is_found_before_all_is_played() -> None:
    found = arena("hero", 2, "greedy", "uniform", 100, sprt=True)
    assert found["sprt"]["verdict"] == "stronger"
    assert found["sprt"]["log_ratio"] > 2.94
    assert 24 <= found["deals"] < 100
    assert found["games"] == 2 * found["deals"]
    assert "sprt" not in arena("hero", 2, "greedy", "uniform", 1)


def test_a_game_cut_short_is_nobodys() -> None:
    found = arena("zero", 3, "greedy", "uniform", 2, max_moves=5)
    assert (found["truncated"], found["games"], found["deals"]) == (6, 6, 0)
    assert found["win_share"] is None
    assert found["points_difference_ci95"] == [None, None]
    json.dumps(found, allow_nan=False)
    assert any("6 games were cut short" in sentence for sentence in sentences(found, "en"))


@pytest.mark.parametrize("wrong", ["deals", "processes", "threads", "max_moves"])
def test_numbers_that_cannot_be_are_told(wrong: str) -> None:
    numbers: dict[str, Any] = {wrong: 0}
    with pytest.raises(ValueError, match=f"{wrong} must be at least 1, not 0"):
        arena("zero", 3, "uniform", "uniform", **numbers)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told_in_every_language(match: Any, lang: str) -> None:
    asked = {"lead": 0.05, "log_ratio": 0.0}
    for verdict in ("", "stronger", "not stronger"):
        found = match[0] | {"sprt": asked | {"verdict": verdict}, "faults": {"a": {"late": 2}, "b": {"crashed": 1}}}
        told = list(sentences(found | {"truncated": 1}, lang))
        assert len(told) == 8
        assert not any(re.search(r"[{}]|arena\.|lost\.", sentence) for sentence in told)


# Who may play


@pytest.mark.parametrize("name", ["crashing", "rubbish", "illegal"])
def test_a_guest_that_misbehaves_is_named_and_harms_nothing(name: str, tmp_path: Path) -> None:
    spec = f"py=tests.lab.unruly:{name}"
    found = arena("hero", 2, spec, "uniform", 1, lines=tmp_path / "lines")
    code = name.replace("crashing", "crashed")
    assert found["faults"] == {"a": {code: found["moves"]["a"]}, "b": {}}
    assert found["truncated"] == 0
    for game in games_of(tmp_path / "lines"):
        assert verify(game["record"]) == "consistent"
        assert len(game["faults"]) == game["sides"]["a"]["moves"]
        for fault in game["faults"]:
            assert (fault["seat"], fault["code"]) == (game["seat"], code)
            assert fault["name"] == f"tests.lab.unruly:{name}"
            assert fault["detail"]
    assert any(spec in sentence for sentence in sentences(found, "en"))


def test_a_program_that_hangs_loses_its_moves_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(HANGING)
    spec = f"cmd={sys.executable} {tmp_path / 'bot.py'}:10ms"
    found = arena("soler", 2, spec, "uniform", 1, options=QUICK, lines=tmp_path / "lines")
    assert found["faults"] == {"a": {"late": found["moves"]["a"]}, "b": {}}
    for game in games_of(tmp_path / "lines"):
        assert {fault["name"] for fault in game["faults"]} == {"Sleeper"}
        assert verify(game["record"]) == "consistent"


def test_a_guest_that_plays_well_loses_nothing() -> None:
    found = arena("hero", 2, f"cmd={sys.executable} docs/examples/line_bot.py:10s", "uniform", 1)
    assert found["faults"] == {"a": {}, "b": {}}
    assert found["moves"]["a"] > 5


def test_openspiels_search_is_a_bot() -> None:
    found = arena("hero", 2, "ismcts:4sims", "greedy", 1)
    assert found["deals"] == 1
    assert found["seconds_per_move"]["a"] > found["seconds_per_move"]["b"]


def test_without_openspiel_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "ludozero.lab.envs.openspiel", raising=False)
    with pytest.raises(ValueError, match=r"pip install ludozero\[bench\]"):
        arena("hero", 2, "ismcts:4sims", "uniform", 1)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nobody", "nobody"),
        ("", "is no bot"),
        ("py=tests.lab.unruly:unmade", "cannot be made"),
        ("py=tests.lab.unruly:nothing", "neither MODULE:FACTORY"),
        ("cmd=no-such-program", "no program to run"),
        ("py=tests.lab.unruly:illegal:5sims", "seconds, not simulations"),
        ("ismcts:1sims", "at least 2"),
    ],
)
def test_who_is_no_bot_is_told_before_anything_is_played(spec: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=message):
        arena("hero", 2, "uniform", spec, 1, lines=tmp_path / "lines")
    assert not (tmp_path / "lines").exists()


def test_thinking_on_threads_gives_the_same_games() -> None:
    one = arena("hero", 2, "flat:64sims", "uniform", 1)
    assert timeless(arena("hero", 2, "flat:64sims", "uniform", 1, threads=2)) == timeless(one)


# The page


def test_the_page_speaks_of_what_there_is() -> None:
    """Its Python runs, its options are the command's, its keys those that are told."""
    page = Path("docs/arena.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.S)
    exec(compile(example, "arena.md", "exec"), {})
    helped = CliRunner().invoke(app, ["arena", "--help"], env={"COLUMNS": "200"}).output
    commands = " ".join(line for line in page.splitlines() if line.startswith("    ludozero arena"))
    for option in {*re.findall(r"(--[a-z-]+)", commands), "--decks", "--save-decks", "--lines", "--sprt", "--threads"}:
        assert re.search(rf"{option}\b", helped), option
    found = arena("hero", 2, "greedy", "uniform", 1, sprt=True)
    keys = set(re.findall(r"`(\w+)`", page.partition("| key with")[2].partition("\n\n")[0]))
    assert keys <= set(found)
    assert set(found) - keys <= {"game", "seats", "options", "a", "b", "seed"}


def test_the_command_tells_what_the_function_finds(tmp_path: Path) -> None:
    command = ["arena", "hero", "--seats", "2", "--a", "flat:5sims", "--b", "uniform", "--deals", "2", "--seed", "3"]
    told = CliRunner().invoke(app, [*command, "--json", "--lines", str(tmp_path / "lines")])
    assert told.exit_code == 0, told.output
    assert timeless(json.loads(told.stdout)) == timeless(arena("hero", 2, "flat:5sims", "uniform", 2, seed=3))
    assert len(games_of(tmp_path / "lines")) == 4
    spoken = CliRunner().invoke(app, [*command, "--lang", "de"]).output
    assert "flat:5sims gegen einen Tisch von uniform" in spoken
