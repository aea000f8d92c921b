"""Zero, by Reiner Knizia: swap cards with the pot, end with as few points as you can (docs/rules/zero.md).

A card is colour * 8 + value - 1; a set of cards is one word with a byte per colour and a bit per value.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludozero.games.bits import NONE, bit, lowest, nth, ones
from ludozero.games.shape import Floats, Ints, Lines, Record, record

RULES = 1
SEATS = range(2, 6)
LOWEST_WINS = True

# ZR-1: the pack.
COLOURS = "RYGBVSK"
FACES = tuple(f"{colour}{value}" for colour in COLOURS for value in range(1, 9))
CARDS = len(FACES)
ALL = np.uint64((1 << CARDS) - 1)
PACKS = {"zero": FACES}
PACK_OPEN = False  # the sheet says it all

# ZR-9, and the pot of later editions.
OPTIONS: dict[str, tuple[str, ...] | range] = {"sheet": ("modern", "berliner"), "pot": ("five", "auto")}
OPTIONS_AT = {2: {"pot": ("auto",)}}
MODERN, BERLINER = 0, 1
FIVE, AUTO = 0, 1
POT_BY_SEATS = (0, 0, 9, 7, 5, 5)
HAND = 9

REASONS = (
    ("", ""),
    ("not-your-turn", "ZR-3"),
    ("no-such-move", "ZR-4"),
    ("not-in-hand", "ZR-5"),
    ("own-card-back", "ZR-5"),
    ("not-in-pot", "ZR-5"),
)
NOT_YOUR_TURN, NO_SUCH_MOVE, NOT_IN_HAND, OWN_CARD_BACK, NOT_IN_POT = range(1, 6)

FRESH, PLAYING, SCORED, FINISHED = range(4)

OPEN = record(  # what everybody knows
    ("pot", np.uint64),
    ("known", np.uint64, 5),  # the part of each hand that everybody saw being taken
    ("shown", np.uint64, 5),  # all hands, once the round is scored
    ("turn", np.int32, 5),  # decisions each seat has taken in the whole game
    ("barred", np.uint16, (5, CARDS)),  # what no hand can have been, see `bar`
    ("total", np.int16, 5),
    ("gain", np.int16, 5),  # points of the last finished round
    ("acts", np.int16),  # turns taken in this round
    ("seats", np.int8),
    ("sheet", np.int8),
    ("potted", np.int8),  # cards in the pot
    ("deal", np.int8),  # rounds begun
    ("dealer", np.int8),
    ("phase", np.int8),
    ("mover", np.int8),
    ("knocks", np.int8),
    ("closer", np.int8),  # who knocked second, or -1
)
STATE = record(("open", OPEN), ("hand", np.uint64, 5))
VIEW = record(("open", OPEN), ("hand", np.uint64), ("seat", np.int8))  # seat -1: a spectator, without a hand
SHOWN = {
    "hand": "cards",
    "open.pot": "cards",
    "open.known": "seats cards",
    "open.shown": "seats cards",
    "open.total": "seats number",
    "open.gain": "seats number",
    "open.acts": "number",
    "open.potted": "number",
    "open.knocks": "number",
    "open.closer": "seat",
}

EXCHANGES = CARDS * CARDS
KNOCK = EXCHANGES
MOVES_ROOM = 1 + HAND * 9
PARTS = r"(?P<act>knock)|(?P<lay>[A-Z][0-9])>(?P<take>[A-Z][0-9])"
FACE_DOWN = ()
WEIGHS = ("points", "zero")
WEIGH_ROOM = len(WEIGHS)

# The cross of a card is its colour and its value together; a Zero is nine cards of one cross (ZR-8).
BYTE = np.uint64(0xFF)
COLUMN = np.uint64(0x01010101010101)
ROW_OF = np.array([0xFF << 8 * (card // 8) for card in range(CARDS)], np.uint64)
COLUMN_OF = np.array([0x01010101010101 << card % 8 for card in range(CARDS)], np.uint64)
CROSS = ROW_OF | COLUMN_OF
FIVE_OR_MORE = np.array([bin(row).count("1") >= 5 for row in range(256)], np.int8)
SUM_OF = np.array([sum(v + 1 for v in range(8) if row >> v & 1) for row in range(256)], np.int16)


def start(s: Record, seats: int, options: Ints) -> None:
    """A game about to begin, nothing dealt."""
    o = s.open
    o.seats = seats
    o.sheet = options[0]
    o.potted = POT_BY_SEATS[seats] if options[1] == AUTO else 5
    o.closer = -1


def needs(s: Record, pack: Ints, cards: Ints) -> int:
    """ZR-2: the whole pack is shuffled for every round."""
    phase = s.open.phase
    if phase != FRESH and phase != SCORED:
        return 0
    for i in range(CARDS):
        cards[i] = pack[i]
    return CARDS


def deal(s: Record, order: Ints) -> None:
    """ZR-2: nine cards each, five for the pot, the rest unseen. ZR-3: the seat left of the dealer starts."""
    o = s.open
    hand = s.hand
    seats = int(o.seats)
    top = 0
    for seat in range(seats):
        hand[seat] = top_cards(order, top, HAND)
        top += HAND
    o.pot = top_cards(order, top, int(o.potted))
    o.known[:] = NONE
    o.shown[:] = NONE
    o.gain[:] = 0
    o.barred[:] = 0
    o.dealer = o.deal % seats
    o.deal += 1
    o.mover = (o.dealer + 1) % seats
    o.acts = 0
    o.knocks = 0
    o.closer = -1
    o.phase = PLAYING
    if o.sheet == BERLINER:
        open_turn(s)
    else:
        declared = False
        for seat in range(seats):
            o.barred[seat, :] = 1
            declared |= zero(hand[seat])
        if declared:
            finish(s, False)


def top_cards(order: Ints, top: int, count: int) -> np.uint64:
    """The set of `count` cards from the `top`-th on."""
    cards = NONE
    for i in range(top, top + count):
        cards |= bit(order[i])
    return cards


def open_turn(s: Record) -> None:
    """ZR-9, `berliner`: a dealt Zero is declared when its owner's first turn begins."""
    o = s.open
    if o.sheet == BERLINER and o.acts < o.seats:
        if zero(s.hand[o.mover]):
            finish(s, False)
        else:
            o.barred[o.mover, :] = 1


def waiting(s: Record) -> int:
    """The seats that may move, as a mask."""
    o = s.open
    return 1 << int(o.mover) if o.phase == PLAYING else 0


def over(s: Record) -> int:
    """0 while a round is on, 1 when it is scored, 2 when the game is over."""
    return max(0, int(s.open.phase) - PLAYING)


def check(s: Record, seat: int, m: int) -> int:
    """0 if the seat may make this move, else the number of the reason."""
    o = s.open
    if o.phase != PLAYING or seat != o.mover:
        return NOT_YOUR_TURN
    if m < 0 or m > KNOCK:
        return NO_SUCH_MOVE
    if m == KNOCK:
        return 0
    lay = m // CARDS
    take = m % CARDS
    if s.hand[seat] & bit(lay) == NONE:
        return NOT_IN_HAND
    if lay == take:
        return OWN_CARD_BACK
    if o.pot & bit(take) == NONE:
        return NOT_IN_POT
    return 0


def span(s: Record, seat: int) -> int:
    """How many candidates `pick` numbers."""
    o = s.open
    return 1 + HAND * int(o.potted) if o.phase == PLAYING and seat == o.mover else 0


def pick(s: Record, seat: int, k: int) -> int:
    """ZR-4: candidate 0 is the knock, the others lay one hand card for one of the pot."""
    if k == 0:
        return KNOCK
    o = s.open
    potted = int(o.potted)
    return nth(s.hand[seat], (k - 1) // potted) * CARDS + nth(o.pot, (k - 1) % potted)


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
    """One turn: exchange or knock, then the next seat, or the end of the round."""
    o = s.open
    o.turn[seat] += 1
    o.acts += 1
    if m == KNOCK:
        knock(o, seat)
    else:
        exchange(s, seat, m // CARDS, m % CARDS)
        if zero(s.hand[seat]):  # ZR-8
            finish(s, False)
            return
        bar(o.known[seat], o.barred[seat], m % CARDS)
    o.mover = (seat + 1) % int(o.seats)
    if o.mover == o.closer:
        finish(s, False)
    else:
        open_turn(s)


def knock(o: Record, seat: int) -> None:
    """ZR-6: the second knock gives every other seat one more turn. ZR-7: in that lap a knock only declines."""
    if o.closer < 0:
        o.knocks += 1
        if o.knocks == 2:
            o.closer = seat


def exchange(s: Record, seat: int, lay: int, take: int) -> None:
    """ZR-5. The card taken is known to be in the hand until it is laid again."""
    o = s.open
    hand, known = s.hand, o.known
    hand[seat] = hand[seat] & ~bit(lay) | bit(take)
    o.pot = o.pot & ~bit(take) | bit(lay)
    if known[seat] & bit(lay) == NONE:
        unveil(o.barred[seat], lay)
    known[seat] = known[seat] & ~bit(lay) | bit(take)


def bar(known: np.uint64, barred: Ints, take: int) -> None:
    """A hand that goes on is no Zero: a hard fact about its hidden cards, kept for as long as they stay hidden.

    With its known cards K inside the cross of some card, the hidden ones would complete a Zero exactly if they too
    are in that cross, with 4 - i more of its colour's arm, i being K's, and with its centre unless K has it. So
    bit i + 5 (K has the centre) of `barred[cross]` says it all. K has the card taken: only its crosses matter.
    """
    for step in range(15):
        centre = cross_of(take, step)
        if known & ~CROSS[centre] == NONE:
            kind = pattern(known, centre)
            if kind >= 0:
                barred[centre] = int(barred[centre]) | 1 << kind


def cross_of(card: int, step: int) -> int:
    """The centres of the crosses that hold a card: its colour, then its value (itself among both)."""
    return card // 8 * 8 + step if step < 8 else (step - 8) * 8 + card % 8


def pattern(cards: np.uint64, centre: int) -> int:
    """Cards of a cross as `barred` counts them: those of the colour's arm, 5 for the centre; -1 for too long an arm."""
    row = ones(cards & ROW_OF[centre])
    if cards & bit(centre) != NONE:
        return row + 4 if row <= 5 else -1
    return row if row <= 4 else -1


def unveil(barred: Ints, card: int) -> None:
    """A card held since the deal was laid: in all that was barred before, it now counts among the known."""
    for centre in range(CARDS):
        before = int(barred[centre])
        if before != 0:
            if CROSS[centre] & bit(card) == NONE:
                barred[centre] = 0
            elif card == centre:
                barred[centre] = before << 5 & 0x3E0
            elif card // 8 == centre // 8:
                barred[centre] = before << 1 & 0x3DE


def zero(hand: np.uint64) -> bool:
    """ZR-8: five of one colour and five of one value; among nine cards they share one."""
    for colour in range(7):
        if FIVE_OR_MORE[np.int64(hand >> np.uint64(8 * colour) & BYTE)]:
            for value in range(8):
                if ones(hand & COLUMN << np.uint64(value)) >= 5:
                    return True
    return False


def points(hand: np.uint64) -> int:
    """ZR-10: fives count nothing, each value left counts once."""
    left = hand
    for colour in range(7):
        if FIVE_OR_MORE[np.int64(hand >> np.uint64(8 * colour) & BYTE)]:
            left &= ~ROW_OF[8 * colour]
    for value in range(8):
        if ones(hand & COLUMN_OF[value]) >= 5:
            left &= ~COLUMN_OF[value]
    left |= left >> np.uint64(32)
    left |= left >> np.uint64(16)
    left |= left >> np.uint64(8)
    return int(SUM_OF[np.int64(left & BYTE)])


def finish(s: Record, whole: bool) -> None:
    """ZR-12: the round is scored as it stands; `whole` ends the game with it."""
    o = s.open
    gain, total, hand, shown = o.gain, o.total, s.hand, o.shown
    for seat in range(int(o.seats)):
        gain[seat] = points(hand[seat])
        total[seat] += gain[seat]
        shown[seat] = hand[seat]
    o.phase = FINISHED if whole or o.deal == o.seats else SCORED  # ZR-3


def score(s: Record, out: Ints) -> None:
    """Every seat's points so far."""
    total = s.open.total
    for seat in range(int(s.open.seats)):
        out[seat] = total[seat]


def see(s: Record, seat: int, v: Record) -> None:
    """What lies open, and one's own hand."""
    v.open = s.open
    v.seat = seat
    v.hand = s.hand[seat] if seat >= 0 else NONE


def guess(v: Record, order: Ints, die: int, s: Record) -> bool:
    """A state the viewer cannot tell from the true one; False if this order makes a Zero nobody declared."""
    s.open = v.open
    o = s.open
    hand, shown = s.hand, o.shown
    for seat in range(len(hand)):
        hand[seat] = shown[seat]
    if o.phase != PLAYING:
        return True
    placed = o.pot | v.hand
    for seat in range(int(o.seats)):
        placed |= o.known[seat]
    top = 0
    for seat in range(int(o.seats)):
        if seat == v.seat:
            hand[seat] = v.hand
            continue
        hidden = NONE
        for _ in range(HAND - ones(o.known[seat])):
            while placed & bit(order[top]) != NONE:
                top += 1
            hidden |= bit(order[top])
            top += 1
        hand[seat] = o.known[seat] | hidden
        if hidden != NONE and was_zero(o.barred[seat], hidden):
            return False
    return True


def was_zero(barred: Ints, hidden: np.uint64) -> bool:
    """Whether these hidden cards would have made a Zero (see `bar`)."""
    card = lowest(hidden)
    for step in range(15):
        centre = cross_of(card, step)
        if barred[centre] != 0 and hidden & ~CROSS[centre] == NONE:
            kind = pattern(hidden, centre)
            if kind >= 0 and int(barred[centre]) >> 9 - kind & 1:
                return True
    return False


def weigh(v: Record, m: int, out: Floats) -> None:
    """The hand's points after the move, and whether it is a Zero."""
    hand = v.hand
    if m != KNOCK:
        hand = hand & ~bit(m // CARDS) | bit(m % CARDS)
    out[0] = points(hand)
    out[1] = zero(hand)


def spell(m: int) -> str:
    """The move's text."""
    return "knock" if m == KNOCK else f"{FACES[m // CARDS]}>{FACES[m % CARDS]}"


def read(text: str) -> Sequence[int]:
    """The moves a text names; none if it names none."""
    lay, _, take = text.upper().partition(">")
    if lay.strip() == "KNOCK" and not take:
        return (KNOCK,)
    try:
        return (FACES.index(lay.strip()) * CARDS + FACES.index(take.strip()),)
    except ValueError:
        return ()


def explain(v: Record, m: int, reason: int) -> dict[str, Any]:
    """What the sentence for a refused move speaks of; from the view, so it cannot tell more than the mover knows."""
    if reason == NOT_YOUR_TURN:
        return {"mover": int(v.open.mover)}
    if reason in (NOT_IN_HAND, OWN_CARD_BACK):
        return {"card": FACES[m // CARDS]}
    if reason == NOT_IN_POT:
        return {"card": FACES[m % CARDS]}
    return {}


def reckon(cards: Sequence[int]) -> tuple[int, Lines]:
    """A hand's points and how they come about (ZR-10)."""
    hand = NONE
    for card in cards:
        if hand & bit(card) != NONE:
            raise ValueError("card-twice", {"card": FACES[card]})
        hand |= bit(card)
    if len(cards) != HAND:
        raise ValueError("not-nine", {"count": len(cards)})
    lines: Lines = []
    left = hand
    for colour in range(7):
        row = hand & ROW_OF[8 * colour]
        if ones(row) >= 5:
            lines.append(("five-of-colour", {"colour": COLOURS[colour], "count": ones(row), "points": 0}))
            left &= ~row
    for value in range(8):
        column = hand & COLUMN_OF[value]
        if ones(column) >= 5:
            lines.append(("five-of-value", {"value": value + 1, "count": ones(column), "points": 0}))
            left &= ~column
    for value in range(8):
        count = ones(left & COLUMN_OF[value])
        if count:
            lines.append(("value", {"value": value + 1, "count": count, "points": value + 1}))
    if zero(hand):
        lines = [("zero", {"points": 0})]
    return points(hand), lines


def tally(v: Record, seat: int) -> Lines:
    """How a seat came to its points of the round just scored."""
    shown = v.open.shown[seat]
    return reckon([card for card in range(CARDS) if shown & bit(card) != NONE])[1]
