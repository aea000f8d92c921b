"""The laws every game obeys at every moment, whatever is played. Called with positions from random play."""

from collections import Counter
from typing import Any

import numpy as np

from ludozero import IllegalMove, Table, load, replay, save, verify
from ludozero.games import rules
from ludozero.games.shape import Record, Rules
from tests.secrets import census, shuffled_secrets
from tests.tabletop import copied, listed, pack_of, put, random_move, seen, state_of, tried

LONGEST = 1 << 62


def garbage(dtype: np.dtype[Any], rng: np.random.Generator) -> Record:
    """A record full of something, but for the padding, which nobody ever writes."""
    record = np.frombuffer(rng.bytes(dtype.itemsize), np.uint8).copy().view(dtype)[0]
    for part in (record, record.open):
        if "spare" in part.dtype.names:
            part.spare[:] = 0
    return record


def all_cards_in_place(game: str, s: Record) -> None:
    """Every card is in exactly one place."""
    known = rules(game)
    counted = census(game, s)
    if counted is not None:
        dealt = Counter(known.FACES[face] for face in pack_of(game))
        assert counted == dealt, {"missing": dealt - counted, "surplus": counted - dealt}


def somebody_can_move(known: Rules, s: Record) -> None:
    """As long as a deal is on somebody has a legal move, and nobody has one whom nobody waits for."""
    mask = known.waiting(s)
    seats = int(s.open.seats)
    for seat in range(seats):
        assert bool(listed(known, s, seat)) == bool(mask >> seat & 1)
    assert not (mask and known.over(s))
    assert mask < 1 << seats


def moves_are_what_check_passes(known: Rules, s: Record, rng: np.random.Generator) -> None:
    """No legal move twice, each from one candidate; what is not listed is refused, for a reason of the table."""
    for seat in range(int(s.open.seats)):
        moves = listed(known, s, seat)
        legal = set(moves)
        assert len(legal) == len(moves) <= known.MOVES_ROOM
        assert all(known.check(s, seat, m) == 0 for m in moves)
        highest = max(moves, default=100) + 50
        for m in [-1, -LONGEST, LONGEST, *rng.integers(-3, highest, 30).tolist()]:
            reason = known.check(s, seat, m)
            assert (reason == 0) == (m in legal)
            assert 0 <= reason < len(known.REASONS)


def texts_go_round(known: Rules, s: Record) -> None:
    """Every legal move has one text, which reads as that move, in lower case and with spaces too."""
    for seat in range(int(s.open.seats)):
        moves = listed(known, s, seat)
        texts = [known.spell(m) for m in moves]
        assert len(set(texts)) == len(moves)
        for m, text in zip(moves, texts, strict=True):
            assert list(known.read(text)) == [m]
            assert list(known.read(f"  {text.lower()} ")) == [m]


def nothing_else_writes(known: Rules, s: Record, rng: np.random.Generator) -> None:
    """Looking, asking and weighing leave the state as it was; `see` and `guess` fill every byte of what they write."""
    before = s.tobytes()
    pack = np.zeros(64, np.int16)
    for seat in range(-1, int(s.open.seats)):
        v, w = garbage(known.VIEW, rng), seen(known, s, seat)
        known.see(s, seat, v)
        assert v.tobytes() == w.tobytes()
        weights = np.zeros(known.WEIGH_ROOM)
        for m in listed(known, s, seat)[:5] if seat >= 0 else []:
            known.weigh(v, m, weights)
            assert np.isfinite(weights[: len(known.WEIGHS)]).all()
        assert v.tobytes() == w.tobytes()
    known.waiting(s), known.over(s), known.needs(s, pack, pack)
    known.score(s, np.zeros(8, np.int64))
    assert s.tobytes() == before


def guess_world(game: str, v: Record, rng: np.random.Generator, tries: int = 10_000) -> Record:
    """A world the viewer cannot tell from the true one; the record it is written to was full of something else."""
    known = rules(game)
    pack = pack_of(game)
    for _ in range(tries):
        world = garbage(known.STATE, rng)
        if known.guess(v, rng.permutation(pack), int(rng.integers(LONGEST)), world):
            return world
    raise AssertionError("no world was found that fits the view")


def guessed_worlds_look_the_same(game: str, s: Record, seat: int, rng: np.random.Generator) -> None:
    """see(guess(see(s))) == see(s), bytewise; the same moves are legal there, for the same reasons."""
    known = rules(game)
    v = seen(known, s, seat)
    world = guess_world(game, v, rng)
    assert seen(known, world, seat).tobytes() == v.tobytes()
    all_cards_in_place(game, world)
    same_to(known, s, world, seat, rng)


def same_to(known: Rules, s: Record, world: Record, seat: int, rng: np.random.Generator) -> None:
    """Two states a seat cannot tell apart: same view, same moves, same reasons and the same words about them."""
    v, w = seen(known, s, seat), seen(known, world, seat)
    assert v.tobytes() == w.tobytes()
    if seat < 0:
        return
    moves = listed(known, s, seat)
    assert moves == listed(known, world, seat)
    for m in [-1, *rng.integers(0, max(moves, default=100) + 50, 10).tolist()]:
        reason = known.check(s, seat, m)
        assert reason == known.check(world, seat, m)
        if reason:
            assert known.explain(v, m, reason) == known.explain(w, m, reason)


def secrets_stay(game: str, s: Record, seat: int, rng: np.random.Generator) -> bool:
    """Shuffling what a seat cannot know changes no byte of what it sees, may do and is told. False: nothing moved."""
    known = rules(game)
    world = copied(known, s)
    shuffled_secrets(game, world, seat, rng)
    all_cards_in_place(game, world)
    same_to(known, s, world, seat, rng)
    return bool(world.tobytes() != s.tobytes())


def all_laws(game: str, s: Record, rng: np.random.Generator) -> None:
    """Everything above, of one position."""
    known = rules(game)
    all_cards_in_place(game, s)
    somebody_can_move(known, s)
    moves_are_what_check_passes(known, s, rng)
    texts_go_round(known, s)
    nothing_else_writes(known, s, rng)
    for seat in range(-1, int(s.open.seats)):
        guessed_worlds_look_the_same(game, s, seat, rng)
        secrets_stay(game, s, seat, rng)


def play_by_the_laws(table: Table, rng: np.random.Generator, every: int = 100) -> int:
    """A random game through the public table; the laws are checked once in every phase, and now and then."""
    known = table.rules
    s = state_of(table)
    cards = census(table.game, s)
    moves = 0
    phases: set[int] = set()
    while not table.over:
        if int(s.open.phase) not in phases or rng.random() < 1 / every:
            phases.add(int(s.open.phase))
            all_laws(table.game, s, rng)
        seat = int(rng.choice(table.waiting))
        text = known.spell(random_move(known, s, seat, rng))
        assert table.play(seat, text) == [text]
        before, cards = cards, census(table.game, s)
        assert before == cards or known.over(s) or table.log[-1].get("deal")
        moves += 1
    all_laws(table.game, s, rng)
    return moves


def goes_round(table: Table) -> None:
    """A finished game there and back through its record."""
    text = save(table)
    record = load(text)
    again = replay(record)
    assert save(again) == text
    assert again.truth() == table.truth()
    assert verify(record) == "consistent"


def refusal(table: Table, seat: int, text: str) -> str | None:
    """What the table says to a move; None if it is made."""
    try:
        table.play(seat, text)
    except IllegalMove as wrong:
        return str(wrong)
    return None


def refusals_stay(table: Table, seat: int, texts: list[str], rng: np.random.Generator) -> int:
    """What the seat cannot know is in no refusal: which of these moves are refused, and how many, tells the table."""
    known = table.rules
    truth = copied(known, state_of(table))
    wrong = [text for text in texts if known.check(truth, seat, known.read(text)[0])]
    world = copied(known, truth)
    shuffled_secrets(table.game, world, seat, rng)
    told = [refusal(table, seat, text) for text in wrong]
    assert None not in told
    put(table, world)
    assert [refusal(table, seat, text) for text in wrong] == told
    put(table, truth)
    return len(wrong)


def breaths_stay(table: Table, seat: int, texts: list[str], rng: np.random.Generator) -> int:
    """Whether a second move passes in one breath with a legal one, or what is said to it, tells no secret either.

    Else one could ask "this bid, then make a set safe", and have both taken back as long as the bid is wrong.
    """
    known = table.rules
    truth = copied(known, state_of(table))
    legal = [known.spell(m) for m in listed(known, truth, seat)]
    if not legal:
        return 0
    world = copied(known, truth)
    shuffled_secrets(table.game, world, seat, rng)
    pairs = list(zip(rng.choice(legal, len(texts)).tolist(), texts, strict=True))
    told = [tried(table, seat, *pair) for pair in pairs]
    put(table, world)
    assert [tried(table, seat, *pair) for pair in pairs] == told
    put(table, truth)
    return len(pairs)
