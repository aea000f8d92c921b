"""Zatre, the card game, by Manfred Schüling: lines of 10, 11 and 12 out of dominoes (docs/rules/zatre.md).

A hand is a row of faces, kept rising. A move is a pair and a place (squares.py): 6/0 and 0/6 are one card, two pairs.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ludozero.games.aside import CARDS, HALF, SUNK, bury, mix, next_unseen, place_sunk, unearth
from ludozero.games.rows import ABSENT, copy, filled, pluck, tuck
from ludozero.games.shape import Floats, Ints, Lines, Record, record
from ludozero.games.sheet import LADDERS, RISING, SUPER, TURNS, bonus, enter, made_by, pay, round_lines, sheet_lines
from ludozero.games.squares import (
    BEYOND,
    FACE_OF,
    MIDDLE,
    MOVES,
    PAIR_OF,
    RIM,
    RING,
    clear,
    column_of,
    fault,
    lay,
    lines,
    place_of,
    room,
    row_of,
    site,
)
from ludozero.games.squares import (
    FACES as FACES,
)

RULES = 1
SEATS = range(2, 5)
LOWEST_WINS = False

# ZA-1: what the pack is made of is for the pack file to say.
PACK_OPEN = True
PACK = Path(__file__).with_name("packs").joinpath("zatre.json")
PACKS = {"zatre": tuple(json.loads(PACK.read_text("utf-8"))["cards"])}
PILE = (0, 0, 9, 5, 3)  # ZA-3, by seats
OPTIONS: dict[str, tuple[str, ...] | range] = {"ladder": ("rising", "literal")}
OPTIONS_AT: dict[int, dict[str, tuple[str, ...]]] = {}

REASONS = (
    ("", ""),
    ("apart", "ZA-5"),
    ("occupied", "ZA-4"),
    ("beyond-twelve", "ZA-7"),
    ("not-your-turn", "ZA-3"),
    ("no-such-move", "ZA-4"),
    ("not-in-hand", "ZA-5"),
    ("first-at-origin", "ZA-5"),
)
NOT_YOUR_TURN, NO_SUCH_MOVE, NOT_IN_HAND, FIRST_AT_ORIGIN = range(4, 8)  # after those of squares.py

FRESH, PLAYING, STUCK, SCORED, FINISHED = range(5)

OPEN = record(  # what everybody knows
    ("laid", np.int32, HALF),  # the moves of this round: two of the dealer's, then one of each seat in turn
    ("turn", np.int32, 4),  # decisions each seat has taken in the whole game
    ("total", np.int16, 4),
    ("gain", np.int16, 4),  # points of this round
    ("ring", np.int8, RING),  # the table in squares, see squares.py
    ("rim", np.int8, 5 * (RIM + 1)),
    ("cells", np.int8, (4, 3, TURNS)),  # the sheets, column by column
    ("marks", np.int8, (4, 4)),  # cells filled in each column, and super bonuses
    ("began", np.int8, (4, 4)),  # the same when the round began
    ("ladder", np.int8, TURNS),  # what each row pays when it is full
    ("unlaid", np.int8, len(FACES)),  # what of the pack is not laid in this round
    ("sunk", np.int8, SUNK),  # cards known to be aside, or in a hand drawn from there; the latest last
    ("reach", np.int8, SUNK),  # for each of these, whose hands, as a mask
    ("pooled", np.int8, 4),  # how many cards of a hand may have been drawn from aside
    ("shown", np.int8, (4, 13)),  # a stuck hand; all hands and piles, once the round is scored
    ("held", np.int8, 4),
    ("left", np.int8, 4),  # cards in each pile
    ("down", np.int8),  # cards laid in this round
    ("seats", np.int8),
    ("deal", np.int8),  # rounds begun
    ("dealer", np.int8),
    ("phase", np.int8),
    ("mover", np.int8),
)
STATE = record(
    ("open", OPEN),
    ("hand", np.int8, (4, 4)),
    ("pile", np.int8, (4, 9)),  # the next card last
    ("aside", np.int8, HALF),  # as they lie: the first is dealt first
)
VIEW = record(("open", OPEN), ("hand", np.int8, 4), ("seat", np.int8))
SHOWN = {
    "hand": "row",
    "open.laid": "moves",
    "open.held": "seats number",
    "open.left": "seats number",
    "open.cells": "seats list list number",
    "open.marks": "seats list number",
    "open.ladder": "list number",
    "open.unlaid": "bag",
    "open.sunk": "row",
    "open.shown": "seats row",
    "open.total": "seats number",
    "open.gain": "seats number",
}

# A square of the rim and a card have six candidates; k * SHARE[held] >> 16 is k // (6 * held), for small k.
SHARE = np.array([0] + [65536 // (6 * held) + 1 for held in range(1, 5)])
MOVES_ROOM = (RIM - 4) * 3 * 6  # every square of the rim has a covered side
PARTS = r"(?P<first>[0-9])(?P<second>[0-9])@(?P<column>-?[0-9]+),(?P<row>-?[0-9]+)(?P<way>[ES])"
FACE_DOWN = ()
WEIGHS = ("tens", "elevens", "twelves", "pay", "bonus", "super", "points")
WEIGH_ROOM = len(WEIGHS)


def start(s: Record, seats: int, options: Ints) -> None:
    """A game about to begin, nothing dealt."""
    o = s.open
    o.seats = seats
    o.dealer = ABSENT
    o.laid[:] = ABSENT
    o.sunk[:] = ABSENT
    o.shown[:] = ABSENT
    s.hand[:] = ABSENT
    s.pile[:] = ABSENT
    s.aside[:] = ABSENT
    ladder = o.ladder
    for row in range(len(LADDERS[0])):
        ladder[row] = LADDERS[int(options[0])][row]


def needs(s: Record, pack: Ints, cards: Ints) -> int:
    """ZA-2: the whole pack for every odd round. ZA-12: what lies aside and the stuck hand, for an exchange."""
    o = s.open
    if o.phase == STUCK:
        held = int(o.held[o.mover])
        hand, aside = s.hand[o.mover], s.aside
        for i in range(held + HALF):
            tuck(cards, i, hand[i] if i < held else aside[i - held])
        return held + HALF
    if o.phase == PLAYING or o.phase == FINISHED or o.deal % 2 == 1:
        return 0
    copy(pack, cards, CARDS)
    return CARDS


def deal(s: Record, order: Ints) -> None:
    """ZA-2: an odd round takes half of an order, the next the half set aside, while what was played goes aside."""
    o = s.open
    if o.phase == STUCK:
        exchange(s, order)
        return
    seats = int(o.seats)
    o.dealer = o.deal % seats
    o.mover = o.dealer
    unlaid, aside = o.unlaid, s.aside
    if o.deal % 2 == 0:
        hand_out(s, order)
        unlaid[:] = 0
        for i in range(CARDS):
            unlaid[order[i]] += 1
            if i >= HALF:
                aside[i - HALF] = order[i]
    else:
        hand_out(s, aside)
        count = 0
        for m in o.laid:
            if m >= 0:
                tuck(aside, count, FACE_OF[m >> 15])
                unlaid[FACE_OF[m >> 15]] += 1
                count += 1
        for seat in range(seats):
            for face in o.shown[seat]:
                if face >= 0:
                    tuck(aside, count, face)
                    count += 1
        copy(aside, o.sunk, HALF)
    clear(o.ring, o.rim)
    o.laid[:] = ABSENT
    o.shown[:] = ABSENT
    o.gain[:] = 0
    o.down = 0
    for seat in range(seats):
        copy(o.marks[seat], o.began[seat], 4)
    o.deal += 1
    o.phase = PLAYING


def hand_out(s: Record, deck: Ints) -> None:
    """ZA-3: four cards for the dealer, three for the others, the rest of 25 into personal piles."""
    o = s.open
    hand, pile, held, left = s.hand, s.pile, o.held, o.left
    seats = int(o.seats)
    hand[:] = ABSENT
    pile[:] = ABSENT
    top = 0
    for seat in range(seats):
        held[seat] = 4 if seat == o.dealer else 3
        for i in range(int(held[seat])):
            tuck(hand[seat], i, deck[top])
            top += 1
    for seat in range(seats):
        left[seat] = PILE[seats]
        for i in range(PILE[seats]):
            pile[seat][PILE[seats] - 1 - i] = deck[top]
            top += 1


def waiting(s: Record) -> int:
    """The seats that may move, as a mask."""
    o = s.open
    return 1 << int(o.mover) if o.phase == PLAYING else 0


def over(s: Record) -> int:
    """0 while a round is on, 1 when it is scored, 2 when the game is over."""
    return max(0, int(s.open.phase) - STUCK)


def check(s: Record, seat: int, m: int) -> int:
    """0 if the seat may make this move, else the number of the reason."""
    o = s.open
    if o.phase != PLAYING or seat != o.mover:
        return NOT_YOUR_TURN
    return check_card(o, s.hand[seat], m)


def check_card(o: Record, hand: Ints, m: int) -> int:
    """The same of the seat whose turn it is."""
    if m < 0 or m >= MOVES or FACE_OF[m >> 15] < 0:
        return NO_SUCH_MOVE
    face = FACE_OF[m >> 15]
    if (hand[0] != face) & (hand[1] != face) & (hand[2] != face) & (hand[3] != face):
        return NOT_IN_HAND
    if o.rim[0] == 1 and (column_of(m) != 0 or row_of(m) != 0):
        return FIRST_AT_ORIGIN
    return fault(o, m)


def span(s: Record, seat: int) -> int:
    """How many candidates `pick` numbers."""
    o = s.open
    return int(o.rim[0]) * int(o.held[seat]) * 6 if o.phase == PLAYING and seat == o.mover else 0


def pick(s: Record, seat: int, k: int) -> int:
    """ZA-5: each square of the rim, the card's other half on each side of it, each card both ways round."""
    return pick_card(s.open, s.hand[seat], int(s.open.held[seat]), k)


def pick_card(o: Record, hand: Ints, held: int, k: int) -> int:
    """The same, by what it depends on. Of equal cards the first is a candidate; of a double, one way round."""
    n = k * SHARE[held] >> 16
    k -= 6 * held * n
    card = k // 3
    place = site(o, 1 + n, k - 3 * card)
    pair = int(PAIR_OF[2 * hand[card >> 1] + (card & 1)])
    fresh = (card < 2) | (hand[max(card >> 1, 1) - 1] != hand[card >> 1])
    return pair << 15 | place if (place >= 0) & (pair >= 0) & fresh else ABSENT


def moves(s: Record, seat: int, out: Ints) -> int:
    """The legal moves: every candidate that `check` lets pass. The rows are looked up once, for the interpreter."""
    count = 0
    total = span(s, seat)
    if total > 0:
        o, hand, held = s.open, s.hand[seat], int(s.open.held[seat])
        for k in range(total):
            m = pick_card(o, hand, held, k)
            if m >= 0 and check_card(o, hand, m) == 0:
                out[count] = m
                count += 1
    return count


def play(s: Record, seat: int, m: int) -> None:
    """ZA-5: a card is laid; with the dealer's second, and every other one, the turn is scored and ends."""
    o = s.open
    o.turn[seat] += 1
    face = int(FACE_OF[m >> 15])
    made = made_by(o, m)
    lay(o, m)
    down = int(o.down) + 1
    o.down = down
    o.laid[down - 1] = m
    o.unlaid[face] -= 1
    pluck(s.hand[seat], face)
    o.held[seat] -= 1
    if o.pooled[seat] > 0:
        unearth(o, seat, face)
        o.pooled[seat] = min(int(o.pooled[seat]), int(o.held[seat]))
    if down == 1:
        return
    enter(o, seat, made)
    draw(s, seat)
    if down == HALF:
        finish(s, False)
    else:
        o.mover = (seat + 1) % int(o.seats)
        settle(s)


def draw(s: Record, seat: int) -> None:
    """ZA-13: one card from one's own pile while it lasts."""
    held, left = s.open.held, s.open.left
    if left[seat] > 0:
        left[seat] -= 1
        pile = s.pile[seat]
        tuck(s.hand[seat], int(held[seat]), pile[left[seat]])
        pile[left[seat]] = ABSENT
        held[seat] += 1


def settle(s: Record) -> None:
    """ZA-12: who cannot lay any card shows the hand; if what lies aside is of no use either, the round ends."""
    o = s.open
    seat = int(o.mover)
    hand = s.hand[seat]
    if room(o, hand):
        o.phase = PLAYING
    elif room(o, s.aside):
        o.phase = STUCK
        o.pooled[seat] = 0
        shown = o.shown[seat]
        for i in range(int(o.held[seat])):
            shown[i] = hand[i]
            unearth(o, seat, int(hand[i]))
    else:
        finish(s, False)


def exchange(s: Record, order: Ints) -> None:
    """ZA-12: the stuck hand joins the cards aside; as many are drawn, and again while they are stuck."""
    o = s.open
    seat, held = int(o.mover), int(o.held[o.mover])
    bury(o, seat, held)
    hand, aside = s.hand[seat], s.aside
    hand[:] = ABSENT
    for i in range(held):
        tuck(hand, i, order[i])
    for i in range(HALF):
        aside[i] = order[held + i]
    settle(s)


def finish(s: Record, whole: bool) -> None:
    """ZA-13: the round is over, hands and piles are shown; `whole` ends the game with it. ZA-2: a round per seat."""
    o = s.open
    for seat in range(int(o.seats)):
        shown, hand, pile = o.shown[seat], s.hand[seat], s.pile[seat]
        held, left = int(o.held[seat]), int(o.left[seat])
        copy(hand, shown, held)
        for i in range(left):
            shown[held + i] = pile[left - 1 - i]
    o.sunk[:] = ABSENT
    o.reach[:] = 0
    o.pooled[:] = 0
    o.phase = FINISHED if whole or o.deal == o.seats else SCORED


def score(s: Record, out: Ints) -> None:
    """Every seat's points so far."""
    total = s.open.total
    for seat in range(int(s.open.seats)):
        out[seat] = total[seat]


def see(s: Record, seat: int, v: Record) -> None:
    """What lies open, and one's own hand."""
    v.open = s.open
    v.seat = seat
    v.hand[:] = ABSENT
    if seat >= 0:
        copy(s.hand[seat], v.hand, 4)


def guess(v: Record, order: Ints, die: int, s: Record) -> bool:
    """A state the viewer cannot tell from the true one; False if it is stuck where the true one was not.

    The die tells which copies of a face that lies in the open are left out of the order.
    """
    s.open = v.open
    o = s.open
    hand, pile, aside = s.hand, s.pile, s.aside
    hand[:] = ABSENT
    pile[:] = ABSENT
    aside[:] = ABSENT
    if o.deal == 0:
        return True
    rest = o.unlaid  # cards still to be placed; set right again at the end
    for seat in range(int(o.seats)):
        if o.shown[seat][0] >= 0:
            place_known(s, seat, o.shown[seat])
        elif seat == v.seat:
            place_known(s, seat, v.hand)
    die = place_sunk(v, s, int(die))
    top = 0
    for seat in range(int(o.seats)):
        row = hand[seat]
        for i in range(filled(row), int(o.held[seat])):
            top, die = next_unseen(order, top, rest, die)
            tuck(row, i, order[top - 1])
        row = pile[seat]
        for i in range(filled(row), int(o.left[seat])):
            top, die = next_unseen(order, top, rest, die)
            row[i] = order[top - 1]
    for i in range(HALF):
        if aside[i] < 0:
            top, die = next_unseen(order, top, rest, die)
            aside[i] = order[top - 1]
    if o.sunk[0] >= 0 and o.deal % 2 == 1:  # in an even round nobody will deal them
        die = mix(aside, die)
    copy(v.open.unlaid, rest, len(FACES))
    if o.phase == STUCK:
        return room(o, aside)
    return bool(o.phase != PLAYING or o.mover == v.seat or o.down < 2 or room(o, hand[o.mover]))


def place_known(s: Record, seat: int, known: Ints) -> None:
    """Cards the viewer sees: the seat's hand, and its pile if there are more."""
    o = s.open
    hand, pile, rest = s.hand[seat], s.pile[seat], o.unlaid
    held, left = int(o.held[seat]), int(o.left[seat])
    for i in range(filled(known)):
        rest[known[i]] -= 1
        if i < held:
            hand[i] = known[i]
        else:
            pile[left - 1 - i + held] = known[i]


def weigh(v: Record, m: int, out: Floats) -> None:
    """Lines of 10, 11 and 12 made, what they pay, the bonus of a row filled, super bonuses, and all points together.

    Of the dealer's first card: as if the turn ended with it.
    """
    made = made_by(v.open, m)
    for column in range(3):
        out[column] = made[column]
    out[3] = pay(made)
    out[4] = bonus(v.open, int(v.seat), made)
    out[5] = SUPER * made[3]
    out[6] = out[3] + out[4] + out[5]


def spell(m: int) -> str:
    """The move's text: the pips of the west or north half, of the other, where the first lies, and the direction."""
    return f"{m >> 18}{m >> 15 & 7}@{column_of(m)},{row_of(m)}{'ES'[m & 1]}"


MOVE = re.compile(r"([0-6])[/|]?([0-6])@([+-]?[0-9]{1,2}),([+-]?[0-9]{1,2})([ESWN])")


def read(text: str) -> Sequence[int]:
    """The move a text names, from either end of the card: the half named first lies where it says."""
    written = MOVE.fullmatch("".join(text.upper().replace("\N{MINUS SIGN}", "-").split()))
    if not written:
        return ()
    a, b, column, row = (int(number) for number in written.groups()[:4])
    way = "ESWN".index(written[5])
    if way >= 2:
        a, b = b, a
        column -= 3 - way
        row -= way - 2
    if not (-MIDDLE <= column < MIDDLE and -MIDDLE <= row < MIDDLE):
        return ()
    return ((8 * a + b) << 15 | place_of(column, row, way & 1),)


def explain(v: Record, m: int, reason: int) -> dict[str, Any]:
    """What the sentence for a refused move speaks of; from the view, so it cannot tell more than the mover knows."""
    if reason == NOT_YOUR_TURN:
        return {"mover": int(v.open.mover)}
    if reason == NOT_IN_HAND:
        return {"card": FACES[FACE_OF[m >> 15]]}
    if reason == BEYOND:
        return {"line": max(lines(v.open, m))}
    return {}


def reckon(
    rows: Sequence[tuple[int | None, int | None, int | None]], supers: int, ladder: int = RISING
) -> tuple[int, Lines]:
    """A sheet's points and how they come about (ZA-9, ZA-10, ZA-11)."""
    out = sheet_lines(rows, supers, LADDERS[ladder])
    return sum(args["points"] for _, args in out), out


def tally(v: Record, seat: int) -> Lines:
    """How a seat came to its points of the round just scored."""
    o = v.open
    return round_lines(o.cells[seat], o.marks[seat], o.began[seat], o.ladder)
