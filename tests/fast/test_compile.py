"""Compiled is interpreted, byte for byte; and machine code is never older than the rules it was made from."""

import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

import ludozero
from ludozero import Table
from ludozero.fast import compile as room
from ludozero.fast.compile import TEXTS, VERBS, compiled, essence, fingerprint, kernels
from ludozero.games import GAMES, bits, rules, shape, zero
from ludozero.games.shape import Record, blank
from tests.tabletop import copied, listed, option_sets, pack_of, random_move, state_of

SOURCE = Path(ludozero.__file__).parents[1]
GUESSES = 3


def positions(game: str, seats: int, moves: int) -> Iterator[tuple[Record, int]]:
    """Situations of games at random, each with a seat that may move or, between deals, nobody."""
    known = rules(game)
    chance = np.random.default_rng(seats)
    for options in option_sets(game, seats):
        table = Table(game, seats, seed=seats, options=options, patient=True)
        for _ in range(moves):
            if table.over:
                break
            if not table.waiting:
                yield state_of(table), -1
                table.deal()
                continue
            seat = int(chance.choice(table.waiting))
            yield state_of(table), seat
            known.play(state_of(table), seat, random_move(known, state_of(table), seat, chance))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", ["few", "many"])
def test_twins(game: str, part: str) -> None:
    """What every verb writes and tells, in all situations of some games, interpreted and compiled."""
    plain, fast = rules(game), kernels(game)
    seats = plain.SEATS[0] if part == "few" else plain.SEATS[-1]
    chance = np.random.default_rng(3)
    for s, seat in positions(game, seats, 60):
        for verb in ("waiting", "over"):
            assert getattr(plain, verb)(s) == getattr(fast, verb)(s)
        same_totals(game, s)
        same_deal(game, s, chance)
        for viewer in range(-1, seats):
            same_view_and_guesses(game, s, viewer, chance)
        if seat >= 0:
            same_moves(game, s, seat, chance)


def same_totals(game: str, s: Record) -> None:
    points = [np.full(int(s.open.seats), -7, np.int64) for _ in range(2)]
    rules(game).score(s, points[0])
    kernels(game).score(s, points[1])
    assert points[0].tolist() == points[1].tolist()


def same_deal(game: str, s: Record, chance: np.random.Generator) -> None:
    plain, fast, pack = rules(game), kernels(game), pack_of(game)
    cards = [np.full(len(pack), -1, np.int16) for _ in range(2)]
    count = plain.needs(s, pack, cards[0])
    assert count == fast.needs(s, pack, cards[1])
    assert cards[0].tolist() == cards[1].tolist()
    if not plain.waiting(s) and plain.over(s) < 2:
        order = chance.permutation(cards[0][:count])
        both(game, s, lambda known, state: known.deal(state, order))
    elif plain.over(s) == 0:
        for whole in (False, True):
            both(game, s, lambda known, state, whole=whole: known.finish(state, whole))


def both(game: str, s: Record, act: Any) -> None:
    """The act leaves the same bytes."""
    states = [copied(rules(game), s) for _ in range(2)]
    act(rules(game), states[0])
    act(kernels(game), states[1])
    assert states[0].tobytes() == states[1].tobytes()


def same_view_and_guesses(game: str, s: Record, viewer: int, chance: np.random.Generator) -> None:
    plain, fast, pack = rules(game), kernels(game), pack_of(game)
    views = [blank(plain.VIEW) for _ in range(2)]
    plain.see(s, viewer, views[0])
    fast.see(s, viewer, views[1])
    assert views[0].tobytes() == views[1].tobytes()
    for _ in range(GUESSES):
        order, die = chance.permutation(pack), int(chance.integers(2**63 - 1))
        worlds = [blank(plain.STATE) for _ in range(2)]
        fits = plain.guess(views[0], order, die, worlds[0])
        assert fits == fast.guess(views[1], order, die, worlds[1])
        if fits:
            assert worlds[0].tobytes() == worlds[1].tobytes()


def same_moves(game: str, s: Record, seat: int, chance: np.random.Generator) -> None:
    plain, fast = rules(game), kernels(game)
    legal = listed(plain, s, seat)
    assert listed(fast, s, seat) == legal
    span = plain.span(s, seat)
    assert span == fast.span(s, seat)
    for k in chance.integers(span, size=5):
        assert plain.pick(s, seat, int(k)) == fast.pick(s, seat, int(k))
    for m in [-1, -(2**62), 2**62, *chance.choice(legal, 3), *chance.integers(-3, max(legal) + 9, 5)]:
        for other in (seat, 0, -1, 99):
            assert plain.check(s, other, int(m)) == fast.check(s, other, int(m))
    v = blank(plain.VIEW)
    plain.see(s, seat, v)
    for m in chance.choice(legal, 3):
        both(game, s, lambda known, state, m=m: known.play(state, seat, int(m)))
        weights = [np.zeros(plain.WEIGH_ROOM) for _ in range(2)]
        plain.weigh(v, int(m), weights[0])
        fast.weigh(v, int(m), weights[1])
        shown = len(plain.WEIGHS)
        assert weights[0][:shown].tolist() == weights[1][:shown].tolist()


def test_every_verb_of_the_contract_has_a_kind() -> None:
    offered = {name for name, value in vars(shape.Rules).items() if isinstance(value, FunctionType)}
    offered = {name for name in offered if not name.startswith("_")}
    assert set(VERBS) == offered - set(TEXTS)


@pytest.mark.parametrize("game", GAMES)
def test_texts_and_constants_are_the_modules_own(game: str) -> None:
    for name in (*TEXTS, "FACES", "REASONS", "STATE"):
        assert getattr(kernels(game), name) is getattr(rules(game), name)
    assert kernels(game) is kernels(game) is pickle.loads(pickle.dumps(kernels(game)))
    with pytest.raises(AttributeError):
        _ = kernels(game).chess  # type: ignore[attr-defined]


def test_a_table_can_be_played_with_kernels() -> None:
    tables = [Table("zero", 3, seed=4, rules=known) for known in (None, kernels("zero"))]
    chance = np.random.default_rng(4)
    while not tables[0].over:
        seat = tables[0].waiting[0]
        text = str(chance.choice(tables[0].moves(seat)))
        assert [table.play(seat, text) for table in tables] == [[text]] * 2
    assert tables[0].record() == tables[1].record()


def test_other_functions_can_be_called_too() -> None:
    hand = np.uint64(sum(1 << card for card in (0, 1, 2, 3, 4, 8, 16, 24, 33)))
    fast: Any = kernels("zero")
    assert fast.points(hand) == zero.points(hand)


def test_what_is_no_such_argument_is_refused() -> None:
    s = blank(zero.STATE)
    with pytest.raises(TypeError, match="No matching definition"):
        kernels("zero").moves(s, 0, np.zeros(99, np.int64))
    with pytest.raises(TypeError, match="No matching definition"):
        kernels("zero").moves(blank(zero.VIEW), 0, np.zeros(99, np.int32))


# Machine code kept between runs


CHANGED = """
import sys
from types import SimpleNamespace
import numba
from ludozero.fast.compile import kernels
from ludozero.games.shape import blank
from ludozero.games import zero
s = blank(zero.STATE)
s.open.phase = zero.PLAYING
s.open.pot = 0b1110
s.open.potted = 3
s.hand[0] = 0b10001
pick = kernels("zero").pick
print([pick(s, 0, k) for k in range(1, 4)], sum(pick.stats.cache_hits.values()))
"""


def told(source: Path, cache: Path, script: str = CHANGED, **more: str) -> str:
    env = {**os.environ, "PYTHONPATH": str(source), "LUDOZERO_CACHE": str(cache), **more}
    return subprocess.run([sys.executable, "-c", script], env=env, text=True, capture_output=True, check=True).stdout


def test_an_edited_callee_in_another_file_is_never_served_stale(tmp_path: Path) -> None:
    source, cache = tmp_path / "src", tmp_path / "cache"
    shutil.copytree(SOURCE / "ludozero", source / "ludozero", ignore=shutil.ignore_patterns("__pycache__"))
    assert told(source, cache) == "[1, 2, 3] 0\n"
    assert told(source, cache) == "[1, 2, 3] 1\n", "the second run finds the code of the first"
    callee = source / "ludozero" / "games" / "bits.py"
    stamp, text = callee.stat(), callee.read_text("utf-8")
    edited = text.replace("for _ in range(k):", "for _ in range(0):")
    assert edited != text
    callee.write_text(edited, "utf-8")
    os.utime(callee, ns=(stamp.st_atime_ns, stamp.st_mtime_ns + 10**9))
    assert told(source, cache) == "[1, 1, 1] 0\n"
    callee.write_text(text, "utf-8")
    assert told(source, cache) == "[1, 2, 3] 1\n"


def test_without_a_place_to_keep_it_all_works_and_nothing_is_left_in_the_tree(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    before = set(SOURCE.rglob("*.nb?"))
    assert told(SOURCE, blocked) == "[1, 2, 3] 0\n"
    assert set(SOURCE.rglob("*.nb?")) == before


def test_another_numba_inside_makes_it_slower_not_different(tmp_path: Path) -> None:
    script = "import numba, sys\nnumba.version_info = numba.version_info._replace(short=(9, 9))\n" + CHANGED
    script += "assert 'ludozero.fast.lean' not in sys.modules\n"
    assert told(SOURCE, tmp_path, script) == "[1, 2, 3] 0\n"


def test_interpreted_where_numba_is_told_not_to_compile(tmp_path: Path) -> None:
    script = CHANGED.replace("sum(pick.stats.cache_hits.values())", "type(pick).__name__")
    assert told(SOURCE, tmp_path, script, NUMBA_DISABLE_JIT="1") == "[1, 2, 3] function\n"


def test_the_folder_is_named_by_all_that_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    here = fingerprint("zero", zero)
    assert len(here) == 16
    changes: list[Callable[[], None]] = [
        lambda: monkeypatch.setattr("ludozero.games.bits.ONE", np.uint64(2)),
        lambda: monkeypatch.setattr(zero, "SUM_OF", np.append(zero.SUM_OF[:-1], np.int16(1))),
        lambda: monkeypatch.setattr(zero, "POT_BY_SEATS", (0, 0, 9, 7, 5, 6)),
        lambda: monkeypatch.setattr("ludozero.games.bits.ones", lambda word: 0),
        lambda: monkeypatch.setattr(np, "__version__", "1.0"),
        lambda: monkeypatch.setattr("numba.__version__", "1.0"),
        lambda: monkeypatch.setattr("llvmlite.binding.get_host_cpu_name", lambda: "8086"),
        lambda: monkeypatch.setenv("NUMBA_OPT", "1"),
    ]
    for change in changes:
        with monkeypatch.context():
            change()
            room.fingerprint.cache_clear()
            assert fingerprint("zero", zero) != here
            monkeypatch.undo()
            room.fingerprint.cache_clear()
    assert fingerprint("zero", zero) == here


def test_essence_sees_the_inside() -> None:
    long = np.zeros(5000, np.int64)
    other = long.copy()
    other[2500] = 1
    assert essence((1, [long])) != essence((1, [other]))
    assert essence({"a": long}) != essence({"a": other})
    assert essence(np.int8(1)) != essence(np.int64(1))
    assert essence(frozenset("abcdef")) == essence(frozenset("fedcba")) != essence(frozenset("abcdeg"))


@pytest.mark.parametrize("game", GAMES)
def test_the_folder_is_the_same_in_every_process(game: str) -> None:
    script = f"""
from ludozero.fast import bulk
from ludozero.fast.compile import fingerprint
from ludozero.games import rules
print(fingerprint("{game}", rules("{game}")), fingerprint("{game}", bulk))
"""
    names = [told(SOURCE, Path("none"), script, PYTHONHASHSEED=seed) for seed in ("1", "2")]
    assert names[0] == names[1]
    assert len(set(names[0].split())) == 2


def test_a_month_without_use_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOZERO_CACHE", str(tmp_path))
    old, other = tmp_path / ("zero-" + "0" * 16), tmp_path / "notes"
    for folder in (old, other):
        folder.mkdir()
        os.utime(folder, (1, 1))
    kept = room.cache_folder("zero", zero)
    assert kept is not None
    assert kept.is_dir()
    assert not old.exists()
    assert other.exists()


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_the_users_own_place(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LUDOZERO_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    assert room.cache_home().is_relative_to(Path.home())
    assert room.cache_home().name == "ludozero"


def test_compiled_takes_any_function_of_the_dialect() -> None:
    ones = compiled("zero", bits.ones, "uint64")
    assert ones(np.uint64(0b1011)) == 3
