"""Bots by name, and those that answer simply until their machine code is there."""

from pathlib import Path

import pytest

from ludozero import Table
from ludozero.bots.reflex import Reflex
from ludozero.bots.thinker import Budget, Thinker
from ludozero.fast import patient
from ludozero.fast.players import LEVELS, patient_player, player, read_spec
from tests.tabletop import listed, pack_of, state_of

PACK = pack_of("zero")


@pytest.mark.parametrize(
    ("spec", "meant"),
    [
        ("search", ("search", Budget(seconds=0.1))),
        ("flat:200sims", ("flat", Budget(tries=200))),
        ("search:2.5ms", ("search", Budget(seconds=0.0025))),
        ("expert:2s", ("search", Budget(seconds=2))),
        ("master", ("search", Budget(seconds=1))),
    ],
)
def test_a_name_and_a_budget(spec: str, meant: tuple[str, Budget]) -> None:
    assert read_spec(spec) == meant


@pytest.mark.parametrize("spec", ["", "expert:", "expert:9", "expert:9h", "expert:-1s", "no bot", "nobody"])
def test_what_is_no_bot(spec: str) -> None:
    for make in (player, patient_player):
        with pytest.raises(ValueError, match="bot"):
            make(spec, "zero", PACK, 0)


def test_every_level_is_a_bot() -> None:
    assert [read_spec(level)[0] for level in LEVELS] == [spec.partition(":")[0] for spec in LEVELS.values()]


def test_a_level_may_be_another_bot_at_a_game() -> None:
    bot = player("club", "soler", pack_of("soler"), 0)
    assert isinstance(bot, Thinker)
    assert bot.budget == Budget(tries=60)
    assert isinstance(player("club", "zero", PACK, 0), Reflex)
    assert isinstance(player("instinct", "soler", pack_of("soler"), 0), Reflex)


def test_a_part_of_the_time_leaves_a_level_what_it_is() -> None:
    soler = pack_of("soler")
    for spec, game, budget in (
        ("club", "soler", Budget(tries=60)),
        ("expert", "soler", Budget(seconds=0.05)),
        ("master", "soler", Budget(seconds=0.5)),
    ):
        patient_bot = patient_player(spec, game, soler, 0, share=0.5)
        patient_bot.warming.result(timeout=300)
        bot = patient_bot.make()
        assert isinstance(bot, Thinker)
        assert bot.budget == budget


def test_a_simple_bot_answers_until_the_code_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOZERO_CACHE", str(tmp_path))
    monkeypatch.setattr(patient, "WARMING", {})
    table = Table("zero", 3, seed=5)
    v = table.seen(1)
    bot = patient_player("expert:60sims", "zero", PACK, 3)
    assert not bot.ready
    assert bot.decide(v) in listed(table.rules, state_of(table), 1)
    assert patient_player("expert", "zero", PACK, 3).warming is bot.warming
    bot.warming.result(timeout=300)
    assert bot.ready
    assert list(tmp_path.rglob("*.nbc")), "the other process kept nothing"
    assert bot.decide(v) == player("expert:60sims", "zero", PACK, 3).decide(v)


def test_what_goes_wrong_in_the_background_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def warm(game: str, name: str) -> None:
        raise OSError("no room")

    monkeypatch.setattr(patient, "WARMING", {})
    monkeypatch.setattr(patient, "WARM", "")
    with pytest.raises(OSError, match="no room"):
        patient.warming("zero", "expert", warm).result(timeout=300)
