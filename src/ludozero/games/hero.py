"""Zero Hero, by Klaus-Jürgen Wrede and Ralf zur Linde: buy pairs, keep one or three of a colour (docs/rules/hero.md).

A face is colour * 25 + value * 5 + symbol. A card in a collection has spent its symbol: its kind is face // 5.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ludozero.games.bags import without
from ludozero.games.collection import KINDS, lines_of, points, zeros
from ludozero.games.rows import ABSENT, copy, tuck
from ludozero.games.shape import Floats, Ints, Lines, Record, record
from ludozero.games.symbols import (
    FLAGS,
    GIVE,
    MOVES,
    PLUS,
    SHIFT,
    STEAL,
    SYMBOLS,
    TOKEN,
    act,
    effects,
    kind_of,
    nth_effect,
    other_of,
    pull,
    settled,
)

RULES = 1
SEATS = range(2, 5)
LOWEST_WINS = False

# HE-1, HE-2: any symbol may stand on any card; which ones do is for the pack file to say.
FACES = tuple(kind + symbol for kind in KINDS for symbol in SYMBOLS)
PACK_OPEN = True  # HE-2: which symbols stand on which cards is not known
PACKS = {"hero": tuple(json.loads(Path(__file__).with_name("packs").joinpath("hero.json").read_text("utf-8"))["cards"])}
IN_COLOUR = (2, 0, 3, 2, 1)  # cards of each value
CARDS = 56
TOKENS = 40
OPTIONS: dict[str, tuple[str, ...] | range] = {}
OPTIONS_AT: dict[int, dict[str, tuple[str, ...]]] = {}

# HE-3, HE-4, HE-5.
PAIRS = 4
FINAL = 10
PILE = CARDS - 4  # the most cards the pile can begin with
HIDING = 24  # the most cards one player can hide: one, and one for each of the 22 cards bought while 44 lie in the pile

REASONS = (
    ("", ""),
    ("not-your-turn", "HE-6"),
    ("no-such-move", "HE-6"),
    ("symbols-first", "HE-11"),
    ("not-due", "HE-11"),
    ("no-token", "HE-7"),
    ("two-from-five", "HE-7"),
    ("too-dear", "HE-8"),
    ("not-another", "HE-12"),
    ("not-yours", "HE-12"),
    ("not-theirs", "HE-12"),
)
NOT_YOUR_TURN, NO_SUCH_MOVE, SYMBOLS_FIRST, NOT_DUE, NO_TOKEN = range(1, 6)
TWO_FROM_FIVE, TOO_DEAR, NOT_ANOTHER, NOT_YOURS, NOT_THEIRS = range(6, 11)

FRESH, PLAYING, FINISHED = range(3)

OPEN = record(  # what everybody knows
    ("turn", np.int32, 4),  # decisions each seat has taken
    ("pairs", np.int16, (PAIRS, 2)),
    ("shown", np.int16, (4, HIDING)),  # all hidden cards, once the game is over
    ("total", np.int16, 4),
    ("gain", np.int16, 4),
    ("held", np.int8, (4, len(KINDS))),  # the collections, face up
    ("seen", np.int8, len(FACES)),  # cards turned up since the deal, with the symbols they had
    ("price", np.int8, PAIRS),  # tokens on each pair
    ("purse", np.int8, 4),
    ("hides", np.int8, 4),  # how many cards each seat hides
    ("due", np.int8, len(SYMBOLS)),  # symbols bought and still to act
    ("supply", np.int8),
    ("left", np.int8),  # cards in the pile, the final ones included
    ("bought", np.int8),  # the pair whose symbols are due, or -1
    ("seats", np.int8),
    ("deal", np.int8),
    ("dealer", np.int8),  # nobody: -1
    ("phase", np.int8),
    ("mover", np.int8),
)
STATE = record(  # hidden and removed cards are kept rising: their order means nothing
    ("open", OPEN),
    ("hidden", np.int16, (4, HIDING)),
    ("pile", np.int16, PILE),  # from the bottom: the first ten are the final ones
    ("removed", np.int16, 12),
)
VIEW = record(("open", OPEN), ("hidden", np.int16, HIDING), ("seat", np.int8))
SHOWN = {
    "hidden": "row",
    "open.pairs": "list row",
    "open.price": "list number",
    "open.purse": "seats number",
    "open.supply": "number",
    "open.due": "bag:SYMBOLS",
    "open.held": "seats bag:KINDS",
    "open.hides": "seats number",
    "open.shown": "seats row",
    "open.seen": "bag",
    "open.left": "number",
    "open.total": "seats number",
    "open.gain": "seats number",
}

# A move: take pair * 2 + (1 for two), buy pair, then those of symbols.py.
BUY = 2 * PAIRS
MOVES_ROOM = 3 + 6 * len(KINDS)
PARTS = r"(?P<act>[a-z]+)(?: (?P<pair>[0-9]))?(?: x(?P<count>[0-9]))?(?: (?P<card>[A-Z][0-9]) (?P<seat>[0-9]))?"
FACE_DOWN = ()
WEIGHS = ("price", "tokens", "points", "change", "zeros", "theirs")
WEIGH_ROOM = len(WEIGHS) + len(KINDS)


def start(s: Record, seats: int, options: Ints) -> None:
    """A game about to begin, nothing dealt."""
    o = s.open
    o.seats = seats
    o.dealer = ABSENT
    o.bought = ABSENT
    o.pairs[:] = ABSENT
    o.shown[:] = ABSENT
    s.hidden[:] = ABSENT
    s.pile[:] = ABSENT
    s.removed[:] = ABSENT


def needs(s: Record, pack: Ints, cards: Ints) -> int:
    """The whole pack, once."""
    if s.open.phase != FRESH:
        return 0
    copy(pack, cards, CARDS)
    return CARDS


def deal(s: Record, order: Ints) -> None:
    """HE-3, HE-4, HE-5: the cards removed, one hidden card each, the final ten, then the pile that lies across them."""
    o = s.open
    hidden, pile, removed = s.hidden, s.pile, s.removed
    seats = int(o.seats)
    top = removals(seats)
    for i in range(top):
        tuck(removed, i, order[i])
    for seat in range(seats):
        tuck(hidden[seat], 0, order[top])
        o.hides[seat] = 1
        o.purse[seat] = 3
        top += 1
    left = CARDS - top
    for i in range(FINAL):
        pile[i] = order[top + FINAL - 1 - i]
    for i in range(FINAL, left):
        pile[i] = order[CARDS - 1 + FINAL - i]
    o.left = left
    o.supply = TOKENS - 3 * seats
    o.deal = 1
    o.phase = PLAYING
    for pair in range(PAIRS):
        turn_up(s, pair)


def removals(seats: int) -> int:
    """HE-3: cards that leave the game unseen."""
    return 6 * (4 - seats)


def waiting(s: Record) -> int:
    """The seats that may move, as a mask."""
    o = s.open
    return 1 << int(o.mover) if o.phase == PLAYING else 0


def over(s: Record) -> int:
    """0 while the game is on, 2 when it is scored: there is one deal."""
    return 2 if s.open.phase == FINISHED else 0


def check(s: Record, seat: int, m: int) -> int:
    """0 if the seat may make this move, else the number of the reason."""
    o = s.open
    if o.phase != PLAYING or seat != o.mover:
        return NOT_YOUR_TURN
    if m < 0 or m >= MOVES:
        return NO_SUCH_MOVE
    if m >= TOKEN:
        return check_symbol(o, seat, m)
    if o.bought >= 0:
        return SYMBOLS_FIRST
    if m >= BUY:  # HE-8
        return TOO_DEAR if o.price[m - BUY] > o.purse[seat] else 0
    tokens = o.price[m // 2]  # HE-7
    if tokens == 0:
        return NO_TOKEN
    return TWO_FROM_FIVE if m % 2 == 1 and tokens < 5 else 0


def check_symbol(o: Record, seat: int, m: int) -> int:
    """HE-11, HE-12: the symbol must wait; a card goes to another player or comes from one."""
    if o.due[min(m - TOKEN + PLUS, SHIFT)] == 0:
        return NOT_DUE
    if m < GIVE:
        return 0
    other = other_of(m)
    if other == seat or other >= o.seats:
        return NOT_ANOTHER
    if m < STEAL:
        return 0 if o.held[seat][kind_of(m)] > 0 else NOT_YOURS
    return 0 if o.held[other][kind_of(m)] > 0 else NOT_THEIRS


def span(s: Record, seat: int) -> int:
    """How many candidates `pick` numbers."""
    o = s.open
    if o.phase != PLAYING or seat != o.mover:
        return 0
    return TOKEN if o.bought < 0 else effects(o, seat)


def pick(s: Record, seat: int, k: int) -> int:
    """HE-6: every take and buy; or what bought symbols offer."""
    return k if s.open.bought < 0 else nth_effect(s.open, seat, k)


def moves(s: Record, seat: int, out: Ints) -> int:
    """The legal moves: every candidate that `check` lets pass."""
    count = 0
    for k in range(span(s, seat)):
        m = pick(s, seat, k)
        if check(s, seat, m) == 0:
            out[count] = m
            count += 1
    return count


def play(s: Record, seat: int, m: int) -> None:
    """HE-6: take tokens, or buy and see its symbols through; then the next seat, or the end of the game."""
    o = s.open
    o.turn[seat] += 1
    if m < BUY:
        count = m % 2 + 1
        o.price[m // 2] -= count
        o.purse[seat] += count
    else:
        if m < TOKEN:
            buy(o, seat, m - BUY)
        else:
            act(s, seat, m)
        if not settled(s, seat):
            return
        if o.left == 0:  # HE-16: the last card was drawn, whatever is still due
            finish(s, False)
        else:
            turn_up(s, o.bought)
    if o.phase == PLAYING:
        o.bought = ABSENT
        o.mover = (seat + 1) % int(o.seats)


def buy(o: Record, seat: int, pair: int) -> None:
    """HE-8: the price goes onto the pile. HE-10: the cards go face up into the collection. HE-11: symbols wait."""
    price, cards, held, due = o.price, o.pairs[pair], o.held[seat], o.due
    o.purse[seat] -= price[pair]
    price[pair] *= 2
    for place in range(2):
        face = int(cards[place])
        held[face // 5] += 1
        if face % 5 >= PLUS:
            due[face % 5] += 1
        cards[place] = ABSENT
    o.bought = pair


def turn_up(s: Record, pair: int) -> None:
    """A new pair. HE-9: four tokens if there are none, once it lies there.

    HE-15, HE-16: flags from the final pile, or the last card, end the game at once.
    """
    o = s.open
    cards = o.pairs[pair]
    for place in range(2):
        final = o.left <= FINAL
        face = pull(s)
        tuck(cards, place, face)
        o.seen[face] += 1
        if (final and face % 5 == FLAGS) or o.left == 0:
            finish(s, False)
            return
    if o.price[pair] == 0:
        tokens = min(4, int(o.supply))  # HE-14
        o.price[pair] = tokens
        o.supply -= tokens


def finish(s: Record, whole: bool) -> None:
    """HE-17: hidden cards are shown and all is scored. There is one deal, so this ends the game in any case."""
    o = s.open
    held, hidden, gain, total = o.held, s.hidden, o.gain, o.total
    most = 0
    for seat in range(int(o.seats)):
        most = max(most, zeros(held[seat], hidden[seat]))
    for seat in range(int(o.seats)):
        bonus = 5 if zeros(held[seat], hidden[seat]) == most else 0
        gain[seat] = points(held[seat], hidden[seat]) + bonus
        total[seat] = gain[seat]
        copy(hidden[seat], o.shown[seat], HIDING)
    o.due[:] = 0
    o.bought = ABSENT
    o.phase = FINISHED


def score(s: Record, out: Ints) -> None:
    """Every seat's points."""
    total = s.open.total
    for seat in range(int(s.open.seats)):
        out[seat] = total[seat]


def see(s: Record, seat: int, v: Record) -> None:
    """What lies open, and one's own hidden cards."""
    v.open = s.open
    v.seat = seat
    v.hidden[:] = ABSENT
    if seat >= 0:
        copy(s.hidden[seat], v.hidden, HIDING)


def guess(v: Record, order: Ints, die: int, s: Record) -> bool:
    """A state the viewer cannot tell from the true one. The die tells which copies of a located face are unseen."""
    s.open = v.open
    o = s.open
    hidden, pile, removed = s.hidden, s.pile, s.removed
    for seat in range(4):
        copy(o.shown[seat], hidden[seat], HIDING)
    if v.seat >= 0:
        copy(v.hidden, hidden[v.seat], HIDING)
    pile[:] = ABSENT
    removed[:] = ABSENT
    if o.phase == FRESH:
        return True
    located = o.seen  # counted down, then set right again
    for seat in range(int(o.seats)):
        for face in hidden[seat]:
            if face >= 0:
                located[face] += 1
    rest = without(order, CARDS, located, die, pile)
    copy(v.open.seen, o.seen, len(FACES))
    for seat in range(int(o.seats)):
        row = hidden[seat]
        if row[0] == ABSENT:
            for i in range(int(o.hides[seat])):
                rest -= 1
                tuck(row, i, pile[rest])
                pile[rest] = ABSENT
    for i in range(removals(int(o.seats))):
        rest -= 1
        tuck(removed, i, pile[rest])
        pile[rest] = ABSENT
    return True


def weigh(v: Record, m: int, out: Floats) -> None:
    """Price; tokens when the turn ends; own points (without the most zeros), their change, zeros; change of another's.

    Cards still to be drawn count nothing, nor do the other's hidden ones.
    """
    o = v.open
    seat = int(v.seat)
    row = out[len(WEIGHS) : WEIGH_ROOM]
    copy(o.held[seat], row, len(KINDS))
    before = points(row, v.hidden)
    price = 0
    tokens = int(o.purse[seat])
    coming = int(o.due[PLUS])
    if m < BUY:
        tokens += m % 2 + 1
    elif m < TOKEN:
        cards = o.pairs[m - BUY]
        price = int(o.price[m - BUY])
        for place in range(2):
            row[int(cards[place]) // 5] += 1
            if cards[place] % 5 == PLUS:
                coming += 1
    elif m >= GIVE:
        row[kind_of(m)] += 1 if m >= STEAL else -1
    out[0] = price
    out[1] = tokens - price + min(coming, int(o.supply))
    out[2] = points(row, v.hidden)
    out[3] = out[2] - before
    out[4] = zeros(row, v.hidden)
    out[5] = 0
    if m >= GIVE:
        nothing = v.hidden[:0]
        copy(o.held[other_of(m)], row, len(KINDS))
        before = points(row, nothing)
        row[kind_of(m)] += -1 if m >= STEAL else 1
        out[5] = points(row, nothing) - before


def spell(m: int) -> str:
    """The move's text: pairs are numbered from 1, seats from 0."""
    if m < BUY:
        return f"take {m // 2 + 1}" + (" x2" if m % 2 else "")
    if m < TOKEN:
        return f"buy {m - BUY + 1}"
    if m < GIVE:
        return ("token", "draw", "decline")[m - TOKEN]
    return f"{'give' if m < STEAL else 'steal'} {KINDS[kind_of(m)]} {other_of(m)}"


MOVE_OF = {tuple(sorted(spell(m).upper().split())): m for m in range(MOVES)}


def read(text: str) -> Sequence[int]:
    """The moves a text names; none if it names none. A symbol may be written, it has been spent (HE-11)."""
    words = [word[:2] if word in FACES else word for word in text.upper().split()]
    if "TAKE" in words and "X1" in words:
        words.remove("X1")
    m = MOVE_OF.get(tuple(sorted(words)))
    return () if m is None else (m,)


def explain(v: Record, m: int, reason: int) -> dict[str, Any]:
    """What the sentence for a refused move speaks of; from the view, so it cannot tell more than the mover knows."""
    o = v.open
    if reason == NOT_YOUR_TURN:
        return {"mover": int(o.mover)}
    if reason in (SYMBOLS_FIRST, NOT_DUE):
        return {"symbols": " ".join(SYMBOLS[i] for i in range(len(SYMBOLS)) for _ in range(o.due[i]))}
    if reason in (NO_TOKEN, TWO_FROM_FIVE):
        return {"pair": m // 2 + 1, "tokens": int(o.price[m // 2])}
    if reason == TOO_DEAR:
        return {"pair": m - BUY + 1, "price": int(o.price[m - BUY]), "tokens": int(o.purse[v.seat])}
    if reason in (NOT_ANOTHER, NOT_YOURS, NOT_THEIRS):
        return {"card": KINDS[kind_of(m)], "seat": other_of(m)}
    return {}


def reckon(cards: Sequence[int], most_zeros: bool) -> tuple[int, Lines]:
    """A collection's points and how they come about (HE-17)."""
    row = [0] * len(KINDS)
    for face in cards:
        row[face // 5] += 1
        if row[face // 5] > IN_COLOUR[face // 5 % 5]:
            raise ValueError("too-many", {"card": KINDS[face // 5], "count": IN_COLOUR[face // 5 % 5]})
    lines = lines_of(row, most_zeros)
    return sum(args["points"] for _, args in lines), lines


def tally(v: Record, seat: int) -> Lines:
    """How a seat came to its points."""
    o = v.open
    if o.phase != FINISHED:
        return []
    counts = [zeros(o.held[other], o.shown[other]) for other in range(int(o.seats))]
    row = o.held[seat].tolist()
    for face in o.shown[seat]:
        if face >= 0:
            row[face // 5] += 1
    return lines_of(row, counts[seat] == max(counts))
