"""Zatre, clause by clause (docs/rules/zatre.md)."""

from collections import Counter
from hashlib import sha256
from itertools import product
from math import comb
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ludozero import IllegalMove, Table
from ludozero.games import aside, rows, rules, sheet, squares, zatre
from ludozero.games.shape import Ints, Record, blank
from tests.tabletop import copied, deck_of, listed, pack_of, play_all, random_move, seen, state_of

RULES = rules("zatre")
Board = dict[tuple[int, int], int]

# A 4 x 4 block whose eight lines all sum to 12 (ZA-12). Seats 0 0 1 0 1 0 1 0 lay it, then seat 1 is to move.
BLOCK = ["34@0,0E", "14@2,0E", "52@0,1E", "32@2,1E", "13@0,2E", "44@2,2E", "33@0,3E", "42@2,3E"]
ZEROS = "01 01 02 02 03 03 04 04 05 05 06 06"
HANDS = "14 23 34 44 13 25 33"
SHOWN = "36 36 45"  # seat 1's hand when the block is complete


def deck(text: str) -> Ints:
    return np.array([zatre.FACES.index(card) for card in text.split()], np.int16)


def move(text: str) -> int:
    (m,) = zatre.read(text)
    return m


def fresh(seats: int = 2, ladder: int = 0, order: Ints | None = None) -> Record:
    """A game just dealt."""
    s = blank(zatre.STATE)
    zatre.start(s, seats, np.array([ladder], np.int32))
    zatre.deal(s, pack_of("zatre") if order is None else order)
    return s


def do(s: Record, *texts: str) -> None:
    """Moves by whoever is to move, each legal."""
    for text in texts:
        seat = int(s.open.mover)
        assert zatre.check(s, seat, move(text)) == 0, text
        zatre.play(s, seat, move(text))


def why(s: Record, text: str) -> tuple[str, str]:
    """Why the seat to move may not do this."""
    return zatre.REASONS[zatre.check(s, int(s.open.mover), move(text))]


def names(row: Any) -> list[str]:
    """The cards of a row."""
    return [zatre.FACES[face] for face in row if face >= 0]


def table_of(*moves: int) -> Any:
    """A table where these cards lie, by whatever way they came there."""
    o = SimpleNamespace(ring=np.zeros(squares.RING, np.int8), rim=np.zeros(5 * (squares.RIM + 1), np.int8))
    squares.clear(o.ring, o.rim)
    for m in moves:
        squares.lay(o, m)
    o.down, o.laid = len(moves), moves
    return o


def zeros_pack(card: str = "00") -> dict[str, Any]:
    return {"name": "one face", "cards": [card] * 50}


# A plain reading of the clauses, on a dict of squares


def squares_of(m: int) -> list[tuple[int, int, int]]:
    """Column, row and pips of both halves, from the move's text."""
    text = zatre.spell(m)
    column, row = (int(number) for number in text[3:-1].split(","))
    step = (1, 0) if text[-1] == "E" else (0, 1)
    return [(column, row, int(text[0])), (column + step[0], row + step[1], int(text[1]))]


def line(board: Board, square: tuple[int, int], step: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The squares of the line through a square, from its beginning."""
    (x, y), (dx, dy) = square, step
    while (x - dx, y - dy) in board:
        x, y = x - dx, y - dy
    found = []
    while (x, y) in board:
        found.append((x, y))
        x, y = x + dx, y + dy
    return tuple(found)


def lines_through(board: Board, m: int) -> set[tuple[tuple[int, int], ...]]:
    return {line(board, (x, y), step) for x, y, _ in squares_of(m) for step in ((1, 0), (0, 1))}


def sums(board: Board, found: set[tuple[tuple[int, int], ...]]) -> list[int]:
    return [sum(board[square] for square in one) for one in found if len(one) > 1]


def after(board: Board, *moves: int) -> Board:
    return board | {(x, y): pips for m in moves for x, y, pips in squares_of(m)}


def allowed(board: Board, m: int) -> bool:
    """ZA-4, ZA-5, ZA-7."""
    both = {(x, y) for x, y, _ in squares_of(m)}
    if both & board.keys():
        return False
    beside = {(x + dx, y + dy) for x, y in both for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    if not (beside & board.keys() if board else squares_of(m)[0][:2] == (0, 0)):
        return False
    new = after(board, m)
    return max(sums(new, lines_through(new, m))) <= 12


def all_moves(board: Board, hand: list[str]) -> set[int]:
    """Every placement of every card, tried one by one."""
    columns = [x for x, _ in board] or [0]
    rows_ = [y for _, y in board] or [0]
    found = set()
    for x in range(min(columns) - 2, max(columns) + 3):
        for y in range(min(rows_) - 2, max(rows_) + 3):
            if not board or any((x + dx, y + dy) in board for dx in (-1, 0, 1, 2) for dy in (-1, 0, 1, 2)):
                for card, way in product({*hand, *(text[::-1] for text in hand)}, "ES"):
                    m = move(f"{card}@{x},{y}{way}")
                    if allowed(board, m):
                        found.add(m)
    return found


def turn_made(board: Board, *moves: int) -> tuple[int, int, int, int]:
    """ZA-8, ZA-11: the lines of 10, 11, 12 of one turn, and its super bonus."""
    new = after(board, *moves)
    found = set().union(*(lines_through(new, m) for m in moves))
    made = Counter(sums(new, found))
    alone = [sorted(sums(new, lines_through(new, m)))[-3:] for m in moves]
    return made[10], made[11], made[12], int(any(best in ([10, 11, 12], [12, 12, 12]) for best in alone))


class Sheet:
    """ZA-9, ZA-10, ZA-14: a sheet with its columns."""

    ladder = (3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 8, 9)

    def __init__(self) -> None:
        self.columns: list[list[int]] = [[], [], []]
        self.supers = 0

    def enter(self, made: tuple[int, int, int, int]) -> None:
        for column, lines, points in zip(self.columns, made, (1, 3, 5), strict=False):
            if lines:
                column.append(lines * points)
        self.supers += made[3]

    def total(self) -> int:
        full = min(len(column) for column in self.columns)
        return sum(map(sum, self.columns)) + sum(self.ladder[:full]) + 6 * self.supers


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ZA_4_to_9_against_a_plain_reading_of_the_clauses(seats: int) -> None:
    """Whole random games: the legal moves now and then, and every turn's lines, cells and points."""
    rng = np.random.default_rng([4, seats])
    s = fresh(seats, order=rng.permutation(pack_of("zatre")))
    o = s.open
    sheets = [Sheet() for _ in range(seats)]
    board: Board = {}
    opened: list[int] = []
    while zatre.over(s) < 2:
        if zatre.over(s):
            board = {}
            zatre.deal(s, rng.permutation(pack_of("zatre")) if o.deal % 2 == 0 else deck(""))
        seat = int(o.mover)
        if o.down < 2 or rng.random() < 0.12:
            assert set(listed(RULES, s, seat)) == all_moves(board, names(s.hand[seat]))
        m = random_move(RULES, s, seat, rng)
        out = np.zeros(zatre.WEIGH_ROOM)
        zatre.weigh(seen(RULES, s, seat), m, out)
        before = int(o.total[seat])
        down = int(o.down)
        zatre.play(s, seat, m)
        opened = [m] if down == 0 else [*opened, m] if down == 1 else []
        if down:
            made = turn_made({} if opened else board, *opened) if opened else turn_made(board, m)
            sheets[seat].enter(made)
            assert tuple(out[:3]) == made[:3]
            assert out[5] == 6 * made[3]
            assert out[6] == o.total[seat] - before == out[3] + out[4] + out[5]
        assert o.total[seat] == sheets[seat].total()
        board = after(board, m)
        assert all(o.ring[squares.at(x, y)] == -1 - pips for (x, y), pips in board.items())
    for seat in range(seats):
        for column in range(3):
            cells = sheets[seat].columns[column]
            assert o.cells[seat][column].tolist() == cells + [0] * (24 - len(cells))
        assert o.marks[seat].tolist() == [*map(len, sheets[seat].columns), sheets[seat].supers]


def test_ZA_1_pack() -> None:
    counts = Counter(zatre.PACKS["zatre"])
    assert counts.total() == 50
    heavy = {face: count for face, count in counts.items() if int(face[0]) + int(face[1]) >= 10}
    assert heavy == dict.fromkeys(("46", "55", "56", "66"), 1)
    assert all(count == 2 for face, count in counts.items() if face not in heavy)
    assert set(zatre.FACES) - set(counts) == {"00"}
    assert {"11", "01", "06"} <= set(counts)
    tables = (squares.FACE_OF, squares.PAIR_OF, squares.LOW, squares.HIGH)
    pinned = sha256(" ".join(zatre.PACKS["zatre"]).encode() + b"".join(table.tobytes() for table in tables)).hexdigest()
    assert pinned[:16] == "d30da35cfdcd84f2"


def test_ZA_1_another_pack() -> None:
    table = Table("zatre", 2, seed=1, pack=zeros_pack("16"))
    assert table.view(0)["hand"] == ["16"] * 4
    assert table.view(0)["unlaid"] == ["16"] * 50


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ZA_2_even_rounds_are_played_with_what_was_aside(seats: int) -> None:
    rng = np.random.default_rng(seats)
    packs = [rng.permutation(pack_of("zatre")) for _ in range((seats + 1) // 2)]
    decks = [" ".join(zatre.FACES[face] for face in order) for order in packs]
    table = Table("zatre", seats, decks=decks)
    s = state_of(table)
    laid: list[list[str]] = []
    while not table.over:
        deal = int(s.open.deal)
        if s.open.down == 0:
            assert table.view(None)["dealer"] == deal - 1 == table.waiting[0]
            order = decks[(deal - 1) // 2].split()
            mine, others = (order[:25], order[25:]) if deal % 2 else (order[25:], order[:25])
            tops = [4 if seat == deal - 1 else 3 for seat in range(seats)]
            at = sum(tops[: deal - 1])
            assert names(s.hand[deal - 1]) == sorted(mine[at : at + 4])
            size = zatre.PILE[seats]
            assert names(reversed(s.pile[1][:size])) == mine[sum(tops) + size : sum(tops) + 2 * size]
            assert names(s.aside) == (others if deal % 2 else sorted(others))
            assert table.view(None)["sunk"] == ([] if deal % 2 else sorted(others))
            laid.append(mine)
        m = random_move(RULES, s, table.waiting[0], rng)
        table.play(table.waiting[0], zatre.spell(m))
        if s.open.down == 25:
            assert sorted(zatre.FACES[squares.FACE_OF[m >> 15]] for m in s.open.laid) == sorted(laid[-1])
    assert len(table.deals) == seats == len(laid)


@pytest.mark.parametrize(("seats", "pile"), [(2, 9), (3, 5), (4, 3)])
def test_ZA_3_four_cards_or_three_and_24_turns_each(seats: int, pile: int) -> None:
    table = Table("zatre", seats, seed=seats)
    view = table.view(None)
    assert view["held"] == [4] + [3] * (seats - 1)
    assert view["left"] == [pile] * seats
    s = state_of(table)
    rng = np.random.default_rng(3)
    movers = Counter[int]()
    while not table.over:
        (seat,) = table.waiting
        assert seat == (s.open.dealer + max(0, s.open.down - 1)) % seats
        movers[seat] += s.open.down != 1
        table.play(seat, zatre.spell(random_move(RULES, s, seat, rng)))
    assert movers == dict.fromkeys(range(seats), 24)
    assert s.open.turn.tolist()[:seats] == [25] * seats  # an opening is two moves


def test_ZA_5_the_opening() -> None:
    s = fresh(order=deck(deck_of("zatre", "03 04 11 25 12 13 23")))
    first = {zatre.spell(m) for m in listed(RULES, s, 0)}
    ways = {f"{text}@0,0{way}" for card in ("03", "04", "25") for text in (card, card[::-1]) for way in "ES"}
    assert first == ways | {"11@0,0E", "11@0,0S"}
    assert why(s, "03@1,0E") == ("first-at-origin", "ZA-5")
    assert why(s, "03@0,-1S") == ("first-at-origin", "ZA-5")
    assert listed(RULES, s, 1) == []
    do(s, "03@0,0E")
    assert zatre.waiting(s) == 1  # the same seat
    assert s.open.held.tolist()[:2] == [3, 3]
    assert why(s, "04@5,5E") == ("apart", "ZA-5")
    assert why(s, "04@1,1E") == ("", "")
    assert why(s, "04@2,1E") == ("apart", "ZA-5")  # corner to corner
    do(s, "04@1,1E")
    assert zatre.waiting(s) == 2
    assert s.open.held.tolist()[:2] == [3, 3]
    assert s.open.left.tolist()[:2] == [8, 9]
    assert s.open.turn.tolist()[:2] == [2, 0]


def test_ZA_4_nothing_overlaps() -> None:
    s = fresh(order=deck(deck_of("zatre", "03 04 11 25 12 13 23")))
    do(s, "03@0,0E", "04@0,1S")
    assert why(s, "12@0,0E") == ("occupied", "ZA-4")
    assert why(s, "12@1,0E") == ("occupied", "ZA-4")
    assert why(s, "12@0,-1S") == ("occupied", "ZA-4")
    assert why(s, "12@0,2E") == ("occupied", "ZA-4")
    assert why(s, "12@-1,2E") == ("occupied", "ZA-4")
    assert why(s, "25@1,1E") == ("not-in-hand", "ZA-5")
    assert zatre.REASONS[zatre.check(s, 0, move("25@1,1E"))] == ("not-your-turn", "ZA-3")
    for m in (-1, squares.MOVES, squares.MOVES + 5, (8 * 1 + 7) << 15 | move("00@1,1E"), 1 << 60):
        assert zatre.REASONS[zatre.check(s, 1, m)] == ("no-such-move", "ZA-4")


def test_ZA_6_zeros_belong_to_a_line_and_gaps_end_it() -> None:
    """A zero joins two lines, if they do not exceed 12 together."""
    s = fresh(order=deck(deck_of("zatre", "06 33 04 34 02 13 03")))
    do(s, "06@0,0E", "33@0,1S", "13@-2,1E", "04@-2,-1S")  # a row of 4, a gap, 0, 6
    assert s.open.gain.sum() == 0
    assert why(s, "03@-1,-1S") == ("beyond-twelve", "ZA-7")  # 4 3 0 6
    out = np.zeros(zatre.WEIGH_ROOM)
    zatre.weigh(seen(RULES, s, 1), move("30@-1,-1S"), out)
    assert out[:4].tolist() == [1, 0, 0, 1]
    zatre.weigh(seen(RULES, s, 1), move("02@-1,-1S"), out)
    assert out[:4].tolist() == [0, 0, 1, 5]


def test_ZA_7_no_line_beyond_twelve() -> None:
    table = Table("zatre", 2, decks=[deck_of("zatre", "66 56 55 46 45 01 02")])
    table.play(0, "66@0,0E")
    with pytest.raises(IllegalMove, match="23") as wrong:
        table.play(0, "56@2,0E")
    assert (wrong.value.code, wrong.value.clause) == ("beyond-twelve", "ZA-7")
    table.play(0, "56@0,1E")
    with pytest.raises(IllegalMove, match="17"):
        table.play(1, "45@0,2E")


@pytest.mark.parametrize("card", ["46", "55", "56", "66"])
def test_ZA_8_a_cards_own_two_squares_are_a_line(card: str) -> None:
    s = fresh(order=deck(deck_of("zatre", "01 02 03 04", card, "12 13")))
    do(s, "01@0,0E", "02@0,1E")
    worth = {10: 1, 11: 3, 12: 5}[int(card[0]) + int(card[1])]
    out = np.zeros(zatre.WEIGH_ROOM)
    zatre.weigh(seen(RULES, s, 1), move(f"{card}@0,2S"), out)
    assert out[3] == worth
    do(s, f"{card}@-1,0S")
    assert s.open.total.tolist()[:2] == [0, worth]


def test_ZA_8_extending_a_twelve_by_a_zero_pays_again() -> None:
    s = fresh(order=deck(deck_of("zatre", "66 12 01 13 02 03 23")))
    do(s, "66@0,0E", "12@0,1S")
    assert s.open.gain.tolist()[:2] == [5, 0]
    do(s, "02@2,0S")
    assert s.open.gain.tolist()[:2] == [5, 5]
    do(s, "01@-1,0S")
    assert s.open.gain.tolist()[:2] == [10, 5]


def test_ZA_8_and_11_every_opening_of_heavy_cards() -> None:
    """Both cards' lines count once each; a super bonus at most once: compared with a plain reading."""
    kinds = Counter[tuple[int, int, int, int]]()
    pips = (0, 4, 5, 6)
    for a, b, way in product(pips, pips, "ES"):
        one = move(f"{a}{b}@0,0{way}")
        board = after({}, one)
        o = table_of(one)
        for c, d, way_2, x, y in product(pips, pips, "ES", range(-2, 3), range(-2, 3)):
            two = move(f"{c}{d}@{x},{y}{way_2}")
            if allowed(board, two):
                made = sheet.made_by(o, two)
                assert made == turn_made({}, one, two), (zatre.spell(one), zatre.spell(two))
                kinds[made] += 1
    assert kinds[0, 0, 4, 1]  # 66 beside 66: four lines of 12
    assert kinds[1, 2, 1, 1]  # 56 beside 56
    assert kinds[1, 1, 1, 1]  # 66 beside 45
    assert {made for made in kinds if made[3]} == {(0, 0, 4, 1), (1, 2, 1, 1), (1, 1, 1, 1)}


def test_ZA_9_one_cell_a_turn_and_column() -> None:
    """56 beside 56 is two 11s, a 10 and a 12."""
    pack = {"name": "heavy", "cards": ["56"] * 4 + ["01"] * 46}
    table = Table("zatre", 2, pack=pack, decks=["56 " * 4 + "01 " * 46])
    play_all(table, ["56@0,0E", "56@0,1E"])
    view = table.view(1)
    assert [column[:2] for column in view["cells"][0]] == [[1, 0], [6, 0], [5, 0]]
    assert view["marks"][0] == [1, 1, 1, 1]
    assert view["total"] == [1 + 6 + 5 + 3 + 6, 0]  # the first row is full, and it is a super bonus


@pytest.mark.parametrize("ladder", [0, 1])
def test_ZA_10_row_bonuses(ladder: int) -> None:
    o = fresh(ladder=ladder).open
    total = 0
    for row in range(24):
        for column in range(3):
            made = (int(column == 0), int(column == 1), int(column == 2), 0)
            due = 0
            if column == 2 and row < 13:
                due = ((3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 8, 9), (3, 3, 4, 4, 4, 5, 5, 5, 3, 3, 7, 8, 9))[ladder][row]
            assert sheet.bonus(o, 1, made) == due
            sheet.enter(o, 1, made)
            total += (1, 3, 5)[column] + due
            assert o.total[1] == total
    assert o.cells[1].tolist() == [[1] * 24, [3] * 24, [5] * 24]
    assert o.total.tolist() == [0, total, 0, 0]
    assert zatre.reckon([(1, 3, 5)] * 24, 0, ladder)[0] == total


def test_ZA_10_option_at_the_table() -> None:
    for ladder, bonus in (("rising", 6), ("literal", 3)):
        table = Table("zatre", 2, seed=1, options={"ladder": ladder})
        assert table.view(0)["ladder"][8:10] == [bonus, bonus]
        assert table.view(0)["ladder"][13:] == [0] * 11


def test_ZA_11_super_bonus() -> None:
    assert [sheet.made_of(*three)[3] for three in ((10, 11, 12), (12, 10, 11), (12, 12, 12))] == [1, 1, 1]
    assert [sheet.made_of(*three)[3] for three in ((10, 10, 12), (12, 12, 11), (11, 11, 11), (9, 12, 12))] == [0] * 4


def test_ZA_11_three_twelves_with_a_double_one() -> None:
    """Two columns of 5 and 6, and 4 and 6 in the row: 1/1 completes three 12s."""
    o = table_of(*map(move, ("56@0,-2S", "56@1,-2S", "46@2,0E")))
    assert squares.fault(o, move("11@0,0E")) == 0
    assert sheet.made_by(o, move("11@0,0E")) == (0, 0, 3, 1)
    o = table_of(*map(move, ("56@0,-2S", "46@1,-2S", "36@2,0E")))
    assert sheet.made_by(o, move("11@0,0E")) == (0, 2, 1, 0)
    o = table_of(*map(move, ("56@0,-2S", "36@1,-2S", "36@2,0E")))
    assert sheet.made_by(o, move("11@0,0E")) == (1, 1, 1, 1)


def block_deck(aside_zeros: str) -> str:
    """A deck of which two seats lay BLOCK. Then seat 1 holds SHOWN; these zero cards lie aside, the others in play."""
    out = Counter(aside_zeros.split())
    zeros = list((Counter(ZEROS.split()) - out).elements())
    fill = deck_of("zatre", HANDS, "24", SHOWN, ZEROS).split()[23:]
    piled = zeros + [fill.pop() for _ in range(14 - len(zeros))]
    return " ".join([HANDS, "24", *piled[:8], SHOWN, *piled[8:], *out.elements(), *fill])


def block(aside_zeros: str) -> Record:
    """The position after BLOCK."""
    s = fresh(order=deck(block_deck(aside_zeros)))
    do(s, *BLOCK)
    return s


def loose(s: Record) -> list[str]:
    """The cards a shuffle is due of."""
    cards = np.zeros(50, np.int16)
    return names(cards[: zatre.needs(s, pack_of("zatre"), cards)])


def drawing(s: Record, *drawn: str) -> str:
    """An order of them that begins with these."""
    rest = Counter(loose(s)) - Counter(drawn)
    return " ".join([*drawn, *reversed(list(rest.elements()))])


def test_ZA_12_the_block_takes_nothing_but_zeros() -> None:
    moves = [move(text) for text in BLOCK]
    board = after({}, *moves)
    assert sums(board, set().union(*(lines_through(board, m) for m in moves))) == [12] * 8
    o = table_of(*moves)
    for face, card in enumerate(zatre.FACES):
        fits = squares.room(o, np.array([face, -1], np.int8))
        assert fits == ("0" in card) == bool(all_moves(board, [card]))


def test_ZA_12_nothing_can_be_laid_and_the_round_ends() -> None:
    s = block("")
    o = s.open
    assert (zatre.waiting(s), zatre.over(s), o.down) == (0, 1, 8)
    shown = [names(o.shown[seat]) for seat in range(2)]
    assert shown[1][:3] == sorted(SHOWN.split())
    assert [len(cards) for cards in shown] == [3 + 5, 3 + 6]
    laid = [zatre.FACES[squares.FACE_OF[m >> 15]] for m in o.laid[:8]]
    was_aside = names(s.aside)
    assert loose(s) == []
    zatre.deal(s, deck(""))
    assert names(s.aside) == names(o.sunk) == sorted([*laid, *shown[0], *shown[1]])
    assert names(s.hand[1]) == sorted(was_aside[3:7])  # seat 1 deals
    assert o.unlaid.sum() == 50


def test_ZA_12_stuck_and_exchange() -> None:
    s = block("01 02 03")
    o = s.open
    assert (zatre.waiting(s), zatre.over(s), o.mover, o.phase) == (0, 0, 1, zatre.STUCK)
    assert names(o.shown[1]) == sorted(SHOWN.split())
    assert loose(s) == sorted(names(s.aside) + SHOWN.split())
    assert listed(RULES, s, 1) == []
    order = drawing(s, "03", "36", "01")
    turns = o.turn.tolist()
    zatre.deal(s, deck(order))
    assert zatre.waiting(s) == 2
    assert names(s.hand[1]) == ["01", "03", "36"]
    assert names(s.aside) == order.split()[3:]
    assert o.turn.tolist() == turns  # being stuck is no move
    assert names(o.shown[1]) == []
    assert names(o.sunk) == sorted(SHOWN.split())
    assert o.reach[:3].tolist() == [2, 2, 2]
    assert {zatre.spell(m)[:2] for m in listed(RULES, s, 1)} == {"01", "10", "03", "30"}
    do(s, zatre.spell(listed(RULES, s, 1)[0]))
    assert (o.held[1], o.left[1]) == (3, 5)
    rng = np.random.default_rng(12)
    while zatre.over(s) == 0:
        seat = int(o.mover)
        zatre.play(s, seat, random_move(RULES, s, seat, rng)) if zatre.waiting(s) else zatre.deal(s, shuffled(s, rng))
    zatre.deal(s, deck(""))
    played = Counter(names(s.aside))  # the second round is dealt from what the exchange left
    assert (played.total(), played["36"], played["45"], played["03"]) == (25, 1, 1, 2)


def shuffled(s: Record, rng: np.random.Generator) -> Ints:
    cards = np.zeros(50, np.int16)
    return rng.permutation(cards[: zatre.needs(s, pack_of("zatre"), cards)])


def test_ZA_12_stuck_again_and_again() -> None:
    s = block("01")
    for drawn in (["25", "36", "45"], ["36", "36", "45"], ["26", "26", "35"]):
        zatre.deal(s, deck(drawing(s, *drawn)))
        assert (zatre.waiting(s), zatre.over(s)) == (0, 0)
        assert names(s.open.shown[1]) == drawn
    assert sorted(names(s.open.sunk)) == ["25", "36", "36", "45"]
    zatre.deal(s, deck(drawing(s, "01", "36", "36")))
    assert zatre.waiting(s) == 2
    assert sorted(names(s.open.sunk)) == ["25", "26", "26", "35", "36", "36", "45"]
    do(s, "01@4,-1S") if "01@4,-1S" in map(zatre.spell, listed(RULES, s, 1)) else do(s, "01@3,-1E")
    assert len(names(s.open.sunk)) == 7


def test_ZA_12_at_the_table_each_exchange_takes_one_more_order() -> None:
    s = block("01 02 03")
    first = drawing(s, "36", "36", "45")
    zatre.deal(s, deck(first))
    second = drawing(s, "03", "36", "36")
    table = Table("zatre", 2, decks=[block_deck("01 02 03"), first, second])
    play_all(table, BLOCK)
    assert table.waiting == (1,)
    assert [entry["deal"] for entry in table.log if "deal" in entry] == ["deal 1", "aside 1.1", "aside 1.2"]
    assert table.view(1)["hand"] == ["03", "36", "36"]
    assert table.view(0)["sunk"] == ["36", "36", "45"]
    assert table.view(None)["shown"] == [[], []]


def test_ZA_12_a_card_shown_is_known_until_it_may_have_been_seen_again() -> None:
    """Two seats draw from aside: the first shown may be in either hand, the second's not in the first's."""
    s = fresh(order=deck(block_deck("01 02 03")))
    o = s.open
    o.shown[0][:2] = deck("12 12")
    aside.bury(o, 0, 2)
    o.shown[1][:2] = deck("12 15")
    aside.bury(o, 1, 2)
    assert names(o.sunk) == ["12", "12", "12", "15"]
    assert o.reach[:5].tolist() == [3, 3, 2, 2, 0]
    aside.unearth(o, 0, deck("15")[0])
    assert names(o.sunk) == ["12", "12", "12", "15"]
    aside.unearth(o, 0, deck("12")[0])  # of the first ones
    assert (names(o.sunk), o.reach[:4].tolist()) == (["12", "12", "15"], [3, 2, 2, 0])
    aside.unearth(o, 1, deck("12")[0])  # of the latest
    assert (names(o.sunk), o.reach[:4].tolist()) == (["12", "15"], [3, 2, 0, 0])


def test_ZA_13_a_round_ends_when_25_cards_are_laid() -> None:
    rng = np.random.default_rng(13)
    s = fresh(3)
    o = s.open
    for down in range(25):
        assert zatre.over(s) == 0
        seat = int(o.mover)
        left = int(o.left[seat])
        zatre.play(s, seat, random_move(RULES, s, seat, rng))
        assert o.left[seat] == max(0, left - (down > 0))
    assert zatre.over(s) == 1
    assert o.held.sum() == o.left.sum() == 0
    zatre.finish(s, True)
    assert zatre.over(s) == 2


MARIA: list[tuple[int | None, int | None, int | None]] = [
    (1, 6, 5),
    (2, 3, 5),
    (2, 3, 15),
    (1, 3, 5),
    (1, 3, 5),
    (1, 3, 10),
    (1, 6, 5),
    (1, 3, 10),
]
MARIA += [(None, 3, 5), (None, 3, 10), (None, None, 10)]


def test_ZA_14_the_example_of_the_sheet() -> None:
    points, lines = zatre.reckon(MARIA, 1)
    assert [args["points"] for _, args in lines] == [15, 13, 24, 13, 13, 19, 17, 19, 8, 13, 10, 6]
    assert points == 170
    assert zatre.reckon([], 0) == (0, [])
    assert zatre.reckon([(1, 3, 5)] * 10, 0)[0] == zatre.reckon([(1, 3, 5)] * 10, 0, sheet.LITERAL)[0] + 6


@pytest.mark.parametrize(
    ("sheet_", "supers", "code", "told"),
    [
        ([(1, 4, 5)], 0, "no-such-cell", {"column": 11, "paid": "3, 6, 9, 12", "cell": 4}),
        ([(0, 3, 5)], 0, "no-such-cell", {"column": 10, "paid": "1, 2, 3, 4", "cell": 0}),
        ([(1, 3, 25)], 0, "no-such-cell", {"column": 12, "paid": "5, 10, 15, 20", "cell": 25}),
        ([(1, None, 5), (1, 3, 5)], 0, "gap-in-column", {"column": 11, "row": 2}),
        ([(1, 3, 5)] * 25, 0, "too-many-rows", {"count": 25, "most": 24}),
        ([], -1, "too-many-supers", {"count": -1, "most": 24}),
        ([], 25, "too-many-supers", {"count": 25, "most": 24}),
    ],
)
def test_ZA_14_impossible_sheets(sheet_: Any, supers: int, code: str, told: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=code) as wrong:
        zatre.reckon(sheet_, supers)
    assert wrong.value.args == (code, told)


def test_ZA_14_sheets_as_long_as_they_get() -> None:
    assert zatre.reckon([(1, None, None)] * 24, 24)[0] == 24 * (1 + 6)


def test_ZA_14_the_tally_sums_to_the_points_of_the_round_and_most_points_win() -> None:
    rng = np.random.default_rng(14)
    codes = Counter[str]()
    for seed in range(3):
        table = Table("zatre", 2 + seed, seed=seed)
        while not table.over:
            (seat,) = table.waiting
            # whoever pays attention scores more, so that there are bonuses to tell of
            weighed = table.weigh(seat)
            best = max(weight["points"] for weight in weighed.values())
            table.play(seat, rng.choice([text for text, weight in weighed.items() if weight["points"] == best]))
        for ended in table.ended:
            for seat, lines in enumerate(ended["lines"]):
                codes.update(code for code, _ in lines)
                assert sum(args["points"] for _, args in lines) == ended["gain"][seat]
        assert table.scores == [sum(deal[seat] for deal in table.deals) for seat in range(table.seats)]
        assert table.winners == [seat for seat in range(table.seats) if table.scores[seat] == max(table.scores)]
    assert {"column", "bonus", "super"} == set(codes)


# The ring


def test_squares_that_share_a_place_are_64_steps_apart() -> None:
    steps = [
        abs(x) + abs(y)
        for x, y in product(range(-128, 129), repeat=2)
        if (x, y) != (0, 0) and squares.at(x, y) == squares.at(0, 0)
    ]
    assert min(steps) == 64


WALKS = {
    "east": ([f"00@{2 * i},0E" for i in range(25)], 102),
    "west": ([f"00@{-2 * i},0E" for i in range(25)], 102),
    "south": ([f"00@0,{2 * i}S" for i in range(25)], 102),
    "north": ([f"00@0,{-2 * i}S" for i in range(25)], 102),
    "north-east": ([f"00@{i},{-i}E" for i in range(25)], 54),
    "south-west": ([f"00@{-i},{2 * i}S" if i == 0 else f"00@{-i},{i}S" for i in range(25)], 54),
}


@pytest.mark.parametrize("walk", WALKS)
def test_25_cards_as_far_as_they_reach(walk: str) -> None:
    """No square is taken for another, neither one of the table nor one asked for."""
    s = fresh(order=np.zeros(50, np.int16))
    board: Board = {}
    texts, rim = WALKS[walk]
    for text in texts:
        legal = listed(RULES, s, int(s.open.mover))
        if s.open.down in (1, 12, 24):
            assert set(legal) == all_moves(board, ["00"])
            for (x, y), (dx, dy) in product(board, ((-63, 1), (63, -1), (32, 32), (-32, -32), (31, -33), (-31, 33))):
                for way in "ES":
                    if max(abs(x + dx), abs(y + dy)) < 60:
                        assert why(s, f"00@{x + dx},{y + dy}{way}") == ("apart", "ZA-5")
        do(s, text)
        board = after(board, move(text))
    assert s.open.rim[0] == rim
    assert zatre.over(s) == 1


def test_candidates_hold_every_move_once() -> None:
    for held in range(1, 5):
        assert all(k * zatre.SHARE[held] >> 16 == k // (6 * held) for k in range(6 * held * (squares.RIM + 1)))
    s = fresh(order=np.full(50, zatre.FACES.index("13"), np.int16))  # equal cards are one move
    do(s, "13@0,0E")
    candidates = [m for m in (zatre.pick(s, 0, k) for k in range(zatre.span(s, 0))) if m >= 0]
    assert len(candidates) == len(set(candidates))
    assert set(listed(RULES, s, 0)) == all_moves(after({}, move("13@0,0E")), ["13"])


# Texts


def test_texts_from_either_end() -> None:
    for text, canonical in {
        "06@4,-1W": "60@3,-1E",
        "60@3,-1e": "60@3,-1E",
        " 6/0 @ 3 , \u22121 E ": "60@3,-1E",
        "25@-3,7n": "52@-3,6S",
        "11@0,0W": "11@-1,0E",
        "12@+5,-0s": "12@5,0S",
        "34@-64,63E": "34@-64,63E",
    }.items():
        assert [zatre.spell(m) for m in zatre.read(text)] == [canonical]
    wrong = "07@0,0E 60@3,-1 60@3E 60@3,-1,2E 6@3,1E 60@64,0E 60@0,-65S 60@-64,0W 60@999,0E knock".split()
    for text in [*wrong, "", "@", "60@٣,1E", "6" * 1000, "\0"]:
        assert zatre.read(text) == ()


def test_the_table_takes_a_move_from_either_end() -> None:
    table = Table("zatre", 2, decks=[deck_of("zatre", "03 04 11 25 12 13 23")])
    assert table.play(0, "30@1,0w", "04@0,2N") == ["03@0,0E", "40@0,1S"]


# What guess draws


def agree(found: Counter[Any], expected: Counter[Any]) -> None:
    """Chi square of what was guessed; rare kinds are taken together."""
    share = found.total() / expected.total()
    common = [kind for kind in expected if expected[kind] * share >= 8]
    pairs = [(found[kind], expected[kind] * share) for kind in common]
    rest = found.total() - sum(n for n, _ in pairs), found.total() - sum(wanted for _, wanted in pairs)
    if rest[1] >= 8:
        pairs.append(rest)
    else:
        assert rest[0] < 25
    freedom = len(pairs) - 1
    assert freedom >= 2
    chi_square = sum((n - wanted) ** 2 / wanted for n, wanted in pairs)
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5, (chi_square, freedom)


def worlds(v: Record, count: int, seed: int = 0) -> Any:
    """Guessed worlds, each checked: it looks the same and no card is lost."""
    rng = np.random.default_rng(seed)
    world = blank(zatre.STATE)
    pack = pack_of("zatre")
    while count:
        world.pile[:] = 77
        if zatre.guess(v, rng.permutation(pack), int(rng.integers(1 << 62)), world):
            assert seen(RULES, world, int(v.seat)).tobytes() == v.tobytes()
            laid = [zatre.FACES[squares.FACE_OF[m >> 15]] for m in world.open.laid if m >= 0]
            assert sorted(
                [*laid, *names(world.hand.ravel()), *names(world.pile.ravel()), *names(world.aside)]
            ) == sorted(zatre.PACKS["zatre"])
            count -= 1
            yield world


def late(seed: int, down: int, deal: int = 1) -> Record:
    """A random game of two, until so many cards are laid in that round."""
    rng = np.random.default_rng(seed)
    s = fresh(order=rng.permutation(pack_of("zatre")))
    while s.open.deal < deal or s.open.down < down:
        if zatre.over(s):
            zatre.deal(s, deck(""))
        zatre.play(s, int(s.open.mover), random_move(RULES, s, int(s.open.mover), rng))
    return s


def unseen_by(s: Record, seat: int) -> list[str]:
    """The cards neither laid nor in the seat's hand, all other knowledge apart."""
    known = [zatre.FACES[squares.FACE_OF[m >> 15]] for m in s.open.laid if m >= 0] + names(s.hand[seat])
    return sorted((Counter(zatre.PACKS["zatre"]) - Counter(known)).elements())


def test_guess_last_card_and_the_first_aside() -> None:
    """One card in the other hand, 25 aside: every pair of cards, equal ones as likely as others."""
    s = late(6, 24)
    viewer = 1 - int(s.open.mover)
    cards = unseen_by(s, viewer)
    assert len(cards) == 26
    expected = Counter((cards[i], cards[j]) for i in range(26) for j in range(26) if i != j)
    found = Counter(
        (names(world.hand[1 - viewer])[0], zatre.FACES[world.aside[0]])
        for world in worlds(seen(RULES, s, viewer), 4000)
    )
    assert found.keys() <= expected.keys()
    agree(found, expected)


def test_guess_the_seat_to_move_can_move() -> None:
    """After the block that takes only zeros, whoever is not stuck has one."""
    s = fresh(order=deck(block_deck("").replace(SHOWN, "36 36 01", 1).replace(" 01", " 45", 1)))
    do(s, *BLOCK)
    cards = unseen_by(s, 0)
    zeros = sum("0" in card for card in cards)
    assert (len(cards), zatre.waiting(s)) == (39, 2)
    expected = Counter[Any]()
    for k in (1, 2, 3):
        ways = comb(zeros, k) * comb(39 - zeros, 3 - k)
        expected.update({(k, True): ways * (zeros - k), (k, False): ways * (36 - zeros + k)})
    found = Counter[Any]()
    for world in worlds(seen(RULES, s, 0), 2000):
        held = sum("0" in card for card in names(world.hand[1]))
        found[held, "0" in zatre.FACES[world.aside[0]]] += 1
    assert found.keys() <= expected.keys()
    agree(found, expected)


def test_guess_a_spectator_sees_no_hand() -> None:
    s = late(8, 22)
    cards = unseen_by(s, 0)
    cards = sorted(cards + names(s.hand[0]))
    mover = int(s.open.mover)
    assert s.open.held.tolist()[:2] == ([1, 2] if mover else [2, 1])
    fits = {card: squares.room(s.open, np.array([zatre.FACES.index(card)], np.int8)) for card in cards}
    expected = Counter[Any]()
    n = range(len(cards))
    for i, j, k in product(n, n, n):
        if len({i, j, k}) == 3 and (fits[cards[i]] or fits[cards[j]]):
            expected[cards[i] == cards[j], cards[k]] += 1
    found = Counter[Any]()
    for world in worlds(seen(RULES, s, -1), 2500):
        first, second = names(world.hand[mover])
        found[first == second, names(world.hand[1 - mover])[0]] += 1
    agree(found, expected)


def test_guess_in_an_even_round_everybody_knows_which_cards_are_in_play() -> None:
    s = late(3, 20, deal=2)
    for viewer in (0, 1):
        for world in worlds(seen(RULES, s, viewer), 20):
            assert names(world.aside) == names(s.aside)
            assert names(world.hand[1 - viewer]) == names(s.hand[1 - viewer])  # three cards are left, all known
    s = late(3, 12, deal=2)
    cards = sorted((Counter(unseen_by(s, 0)) - Counter(names(s.aside))).elements())
    assert len(cards) == 25 - 12 - s.open.held[0]
    hands = {tuple(names(world.hand[1])) for world in worlds(seen(RULES, s, 0), 100)}
    assert len(hands) > 30
    assert all(Counter(hand) <= Counter(cards) for hand in hands)


def summary(world: dict[str, str]) -> tuple[int, ...]:
    """Shown cards in the hand; where the 45s are, of which only one was shown; zeros in the hand; the first aside."""
    hand = [world["h0"], world["h1"], world["h2"]]
    piles = [card for place, card in world.items() if place[0] == "p"]
    assert "36" not in piles
    zeros = sum("0" in card for card in hand)
    return hand.count("36"), hand.count("45"), piles.count("45"), min(zeros, 2), int(world["a0"] in SHOWN.split())


def expected_by(s: Record, piles: int, closed: str, zero: bool) -> Counter[Any]:
    """Seat 0's worlds: all cards, each told from its equals, dealt to all hidden places, if no shown one lies in a
    closed place, and the hand has a zero where it must. The first copies of SHOWN are those that were shown."""
    places = np.array(["h0", "h1", "h2", *(f"p{i}" for i in range(piles)), *(f"a{i}" for i in range(25))])
    cards = SHOWN.split()
    cards += (Counter(unseen_by(s, 0)) - Counter(cards)).elements()
    assert len(cards) == len(places)
    expected = Counter[Any]()
    rng = np.random.default_rng(5)
    for _ in range(80_000):
        order = rng.permutation(len(places))
        if not any(place[0] == "p" or place == closed for place in places[order[:3]]):
            world = dict(zip(places[order].tolist(), cards, strict=True))
            if not zero or any("0" in world[place] for place in ("h0", "h1", "h2")):
                expected[summary(world)] += 1
    return expected


def found_by(s: Record, count: int) -> Counter[Any]:
    """The same of seat 0's guesses."""
    found = Counter[Any]()
    for world in worlds(seen(RULES, s, 0), count):
        cards = {f"h{i}": card for i, card in enumerate(names(world.hand[1]))}
        cards |= {f"p{i}": card for i, card in enumerate(names(world.pile.ravel()))}
        found[summary(cards | {f"a{i}": card for i, card in enumerate(names(world.aside))})] += 1
    return found


def test_guess_a_shown_hand_lies_aside_or_in_the_hand_drawn_from_there() -> None:
    s = block("01 02 03")
    zatre.deal(s, deck(drawing(s, "03", "36", "01")))
    agree(found_by(s, 3000), expected_by(s, 11, "", True))
    for viewer in (-1, 1):
        for world in worlds(seen(RULES, s, viewer), 60):
            piles = [*names(world.pile.ravel()), *names(world.hand[0])]
            assert "36" not in piles
            assert piles.count("45") <= 1


def test_guess_a_card_drawn_from_the_pile_is_none_of_those_shown() -> None:
    """Seat 1 has laid one of the cards it had drawn from aside, and drawn one from its pile, whichever that is now."""
    s = block("01 02 03")
    zatre.deal(s, deck(drawing(s, "03", "36", "01")))
    do(s, next(text for text in map(zatre.spell, listed(RULES, s, 1)) if text[:2] == "01"))
    assert s.open.pooled.tolist() == [0, 2, 0, 0]
    agree(found_by(s, 3000), expected_by(s, 10, "h2", False))


def test_guess_while_a_stuck_hand_is_shown_something_aside_fits() -> None:
    s = block("01")
    found = set()
    for viewer in (-1, 0, 1):
        for world in worlds(seen(RULES, s, viewer), 40):
            assert names(world.hand[1]) == sorted(SHOWN.split())
            assert any("0" in card for card in names(world.aside))
            found.add(tuple(sorted(card for card in names(world.aside) if "0" in card)))
    assert len(found) > 20
    order = sorted(pack_of("zatre"), key=lambda face: "0" not in zatre.FACES[face])  # all zeros into hand and piles
    assert not zatre.guess(seen(RULES, s, 0), np.array(order, np.int16), 0, blank(zatre.STATE))
    zatre.deal(s, deck(drawing(s, "36", "36", "45")))  # stuck again, all of them shown once more
    zatre.deal(s, deck(drawing(s, "26", "26", "35")))
    for viewer in (-1, 0, 1):
        for world in worlds(seen(RULES, s, viewer), 20):
            assert Counter(names(world.aside)) >= Counter(SHOWN.split())


def test_guess_before_between_and_after() -> None:
    s = blank(zatre.STATE)
    zatre.start(s, 2, np.array([0], np.int32))
    world = blank(zatre.STATE)
    assert zatre.guess(seen(RULES, s, 0), pack_of("zatre"), 0, world)
    assert world.tobytes() == s.tobytes()
    s = late(4, 7)
    zatre.finish(s, False)
    truth = copied(RULES, s)
    lies = set()
    for world in worlds(seen(RULES, s, 1), 30):
        assert world.hand.tolist() == truth.hand.tolist()
        assert world.pile.tolist() == truth.pile.tolist()
        assert sorted(world.aside.tolist()) == sorted(truth.aside.tolist())
        lies.add(world.aside.tobytes())
    assert len(lies) == 30


def test_rows() -> None:
    row = np.full(4, -1, np.int8)
    for count, face in enumerate((5, 2, 9, 2)):
        rows.tuck(row, count, face)
    assert row.tolist() == [2, 2, 5, 9]
    rows.pluck(row, 2)
    assert row.tolist() == [2, 5, 9, -1]
    assert rows.filled(row) == 3


def test_same_history_same_bytes() -> None:
    assert late(9, 20).tobytes() == late(9, 20).tobytes() != late(10, 20).tobytes()


def test_guess_each_place_of_a_card_shown_once_is_equally_likely_whoever_sits_there() -> None:
    """A card that may lie aside, in two places of seat 0's hand or in three of seat 2's."""
    rng = np.random.default_rng(12)
    found = Counter[str]()
    v = blank(zatre.VIEW)
    v.seat = -1
    for _ in range(6000):
        s = fresh(4)
        s.hand[:] = s.aside[:] = -1
        s.open.sunk[0], s.open.reach[0] = zatre.FACES.index("35"), 0b0101
        s.open.pooled[:] = 2, 4, 3, 4
        aside.place_sunk(v, s, int(rng.integers(1 << 62)))
        found.update(f"{seat}" for seat in range(4) if names(s.hand[seat]) == ["35"])
        found.update(["aside"] if names(s.aside) == ["35"] else [])
    agree(found, Counter({"aside": 25, "0": 2, "2": 3}))
