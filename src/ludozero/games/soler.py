"""Zero, by Ernst Solèr: guess the sum of the cards laid face down, make sets of 0 or 10 safe (docs/rules/soler.md).

A face is a value + 3; a hand is a bag, the count of each face.
"""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludozero.games.bags import nth_card
from ludozero.games.hands import clear, draw, forget, hand_out, left_of, pick_up, save, sink, unplaced
from ludozero.games.odds import ROOM, chance_alone, chance_right
from ludozero.games.rows import copy
from ludozero.games.sets import CARDS, COPIES, FACES, SET, SETS, SIZE, ZERO, cards_text, parted
from ludozero.games.shape import Floats, Ints, Lines, Record, record

RULES = 1
SEATS = range(2, 6)
LOWEST_WINS = False

# SO-1: the pack.
PACKS = {"soler": tuple(text for face, text in enumerate(FACES) for _ in range(COPIES[face]))}
PACK_OPEN = False  # the sheet says it all

# SO-13, SO-14; 0: as many deals as seats, no target, no end to a quiet deal.
OPTIONS: dict[str, tuple[str, ...] | range] = {"deals": range(101), "target": range(1001), "quiet": range(1001)}
OPTIONS_AT: dict[int, dict[str, tuple[str, ...]]] = {}

REASONS = (
    ("", ""),
    ("not-your-turn", "SO-4"),
    ("no-such-move", "SO-10"),
    ("already-laid", "SO-3"),
    ("lay-now", "SO-3"),
    ("bid-now", "SO-4"),
    ("safe-or-done", "SO-10"),
    ("not-collected", "SO-10"),
    ("not-in-hand", "SO-3"),
    ("bid-taken", "SO-4"),
    ("bid-beyond", "SO-5"),
    ("set-not-in-hand", "SO-10"),
)
NOT_YOUR_TURN, NO_SUCH_MOVE, ALREADY_LAID, LAY_NOW, BID_NOW, SAFE_OR_DONE = range(1, 7)
NOT_COLLECTED, NOT_IN_HAND, BID_TAKEN, BID_BEYOND, SET_NOT_IN_HAND = range(7, 12)

FRESH, LAYING, BIDDING, SAVING, SCORED, FINISHED = range(6)

OPEN = record(  # what everybody knows
    ("turn", np.int32, 5),  # decisions each seat has taken in the whole game
    ("calm", np.int32),  # turns in a row in which nothing was made safe, the present one included
    ("total", np.int16, 5),
    ("gain", np.int16, 5),  # points of the last finished deal
    ("deal", np.int16),  # deals begun
    ("deals", np.int16),  # deals to play, 0 if a target decides
    ("target", np.int16),
    ("quiet", np.int16),
    ("known", np.int8, (5, 7)),  # cards everybody knows to be in a hand, or laid from it and still hidden
    ("safe", np.int8, (5, 7)),
    ("under", np.int8, CARDS),  # the cards put under the pile, uppermost first, then -1
    ("held", np.int8, 5),  # cards in each hand, without the one laid
    ("bid", np.int8, 5),  # this turn's bids, as moves; the last turn's while cards are being laid; else -1
    ("reveal", np.int8, 5),  # the cards of the last reveal, likewise
    ("seats", np.int8),
    ("dealer", np.int8),
    ("phase", np.int8),
    ("starter", np.int8),
    ("heir", np.int8),  # who starts the next turn
    ("mover", np.int8),  # who is to bid, or has collected; else -1
    ("lays", np.int8),  # who has laid, as a mask
    ("unseen", np.int8),  # cards in the hidden part of the pile
    ("sunk", np.int8),  # cards in `under`
)
STATE = record(
    ("open", OPEN),
    ("hand", np.int8, (5, 7)),
    ("deck", np.int8, CARDS + 1),  # the hidden part of the pile, its top last, then -1; so long that no byte is spare
    ("laid", np.int8, 5),  # the hidden card of each seat, or -1
)
VIEW = record(("seat", np.int32), ("open", OPEN), ("hand", np.int8, 7), ("laid", np.int8))  # seat -1: a spectator
SHOWN = {
    "hand": "bag",
    "laid": "card",
    "open.starter": "seat",
    "open.lays": "mask",
    "open.bid": "seats move",
    "open.reveal": "seats card",
    "open.heir": "seat",
    "open.safe": "seats bag",
    "open.held": "seats number",
    "open.known": "seats bag",
    "open.unseen": "number",
    "open.under": "row",
    "open.calm": "number",
    "open.total": "seats number",
    "open.gain": "seats number",
    "open.deals": "number",
    "open.target": "number",
    "open.quiet": "number",
}


# A move is one of 7 lays, 31 bids, 29 safe sets, done.
BIDS = len(FACES)
NOUGHT = BIDS + 15  # the bid of 0
SAFES = NOUGHT + 16
DONE = SAFES + len(SETS)
MOVES_ROOM = SAFES - BIDS
PARTS = r"(?P<act>[a-z]+)(?:(?<=bid) (?P<number>-?[0-9]+)| (?P<cards>.+))?"
FACE_DOWN = ("lay",)

WEIGHS = ("chance", "points", "left")
WEIGH_ROOM = len(WEIGHS) + ROOM


def start(s: Record, seats: int, options: Ints) -> None:
    """A game about to begin, nothing dealt. SO-13: a target replaces the number of deals."""
    o = s.open
    o.seats = seats
    o.deals = 0 if options[1] > 0 else options[0] if options[0] > 0 else seats
    o.target = options[1]
    o.quiet = options[2]
    clear(s)


def needs(s: Record, pack: Ints, cards: Ints) -> int:
    """The whole pack is shuffled for every deal."""
    phase = s.open.phase
    if phase != FRESH and phase != SCORED:
        return 0
    copy(pack, cards, CARDS)
    return CARDS


def deal(s: Record, order: Ints) -> None:
    """SO-2: five cards each, the rest is the pile. SO-4: the dealer starts."""
    clear(s)
    hand_out(s, order)
    o = s.open
    o.dealer = o.deal % int(o.seats)
    o.deal += 1
    o.starter = o.dealer
    o.heir = o.dealer
    o.calm = 1
    o.phase = LAYING


def waiting(s: Record) -> int:
    """The seats that may move, as a mask. SO-3: while cards are laid, all that have not."""
    o = s.open
    if o.phase == LAYING:
        return (1 << int(o.seats)) - 1 & ~int(o.lays)
    return 1 << int(o.mover) if o.mover >= 0 else 0


def over(s: Record) -> int:
    """0 while a deal is on, 1 when it is scored, 2 when the game is over."""
    return max(0, int(s.open.phase) - SAVING)


def check(s: Record, seat: int, m: int) -> int:
    """0 if the seat may make this move, else the number of the reason."""
    o = s.open
    phase = int(o.phase)
    if seat < 0 or seat >= o.seats or (phase != LAYING and seat != o.mover):
        return NOT_YOUR_TURN
    if phase == LAYING and int(o.lays) >> seat & 1:
        return ALREADY_LAID
    if m < 0 or m > DONE:
        return NO_SUCH_MOVE
    if phase == SAVING:
        return check_safe(s.hand[seat], m)
    if SAFES <= m < DONE:
        return NOT_COLLECTED
    if phase == BIDDING:
        return check_bid(o, m)
    if m >= BIDS:
        return LAY_NOW
    return 0 if s.hand[seat, m] > 0 else NOT_IN_HAND


def check_bid(o: Record, m: int) -> int:
    """SO-4: not announced before. SO-5: from -3 to 3 times the number of players."""
    if m < BIDS or m >= SAFES:
        return BID_NOW
    if abs(m - NOUGHT) > 3 * int(o.seats):
        return BID_BEYOND
    bid = o.bid
    for seat in range(int(o.seats)):
        if bid[seat] == m:
            return BID_TAKEN
    return 0


def check_safe(hand: Ints, m: int) -> int:
    """SO-10: after collecting, a set that the hand holds, or the end of it."""
    if m < SAFES:
        return SAFE_OR_DONE
    if m < DONE:
        for face in range(7):
            if hand[face] < SET[m - SAFES, face]:
                return SET_NOT_IN_HAND
    return 0


def span(s: Record, seat: int) -> int:
    """How many candidates `pick` numbers."""
    o = s.open
    if seat < 0 or waiting(s) >> seat & 1 == 0:
        return 0
    if o.phase == LAYING:
        return BIDS
    return 6 * int(o.seats) + 1 if o.phase == BIDDING else DONE + 1 - SAFES


def pick(s: Record, seat: int, k: int) -> int:
    """The candidates of a phase follow each other: the lays, the bids of SO-5, the safe sets and `done`."""
    o = s.open
    if o.phase == LAYING:
        return k
    return NOUGHT - 3 * int(o.seats) + k if o.phase == BIDDING else SAFES + k


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
    """One decision: a card laid, a bid, a set made safe, or the end of collecting."""
    s.open.turn[seat] += 1
    if m < BIDS:
        lay(s, seat, m)
    elif m < SAFES:
        bid(s, seat, m)
    elif m < DONE:
        save(s, seat, m - SAFES)
    else:
        end_turn(s)


def lay(s: Record, seat: int, face: int) -> None:
    """SO-3: face down; `known` goes on speaking of hand and laid card together. After the last card come the bids."""
    o = s.open
    s.hand[seat, face] -= 1
    s.laid[seat] = face
    o.held[seat] -= 1
    o.lays = int(o.lays) | 1 << seat
    if o.lays == (1 << int(o.seats)) - 1:
        o.bid[:] = -1
        o.reveal[:] = -1
        o.mover = o.starter
        o.phase = BIDDING


def bid(s: Record, seat: int, m: int) -> None:
    """SO-4: clockwise; after the last bid the cards are turned."""
    o = s.open
    o.bid[seat] = m
    o.mover = left_of(o, seat)
    if o.mover == o.starter:
        turn_up(s)


def turn_up(s: Record) -> None:
    """SO-6: all cards are revealed; who is right collects, else a lone 0 does (SO-8), else nobody."""
    o = s.open
    laid, known, reveal, bids = s.laid, o.known, o.reveal, o.bid
    right = NOUGHT
    zeros = 0
    lone = -1
    for seat in range(int(o.seats)):
        face = int(laid[seat])
        laid[seat] = -1
        reveal[seat] = face
        forget(known, seat, face, 1)
        right += face - ZERO
        if face == ZERO:
            zeros += 1
            lone = seat
    o.lays = 0
    o.heir = o.starter
    for seat in range(int(o.seats)):
        if bids[seat] == right:
            o.heir = seat
            collect(s, seat)
            return
    if zeros == 1:
        collect(s, lone)
    else:
        sink(s)
        end_turn(s)


def collect(s: Record, seat: int) -> None:
    """SO-6, SO-8: all laid cards go into one hand, known to everybody. SO-10: sets may now be made safe."""
    o = s.open
    reveal = o.reveal
    for other in range(int(o.seats)):
        pick_up(s, seat, int(reveal[other]))
    o.mover = seat
    o.phase = SAVING


def end_turn(s: Record) -> None:
    """SO-11: drawing. SO-12: the end, with no card to draw and an empty hand. SO-14: or after `quiet` turns."""
    o = s.open
    draw(s)
    o.starter = o.heir
    o.mover = -1
    o.phase = LAYING
    ended = o.quiet > 0 and o.calm >= o.quiet
    held = o.held
    for seat in range(int(o.seats)):
        if held[seat] == 0:  # only possible with an empty pile
            ended = True
    if ended:
        finish(s, False)
    else:
        o.calm += 1


def finish(s: Record, whole: bool) -> None:
    """SO-13: every safe card is a point; then all hands are known, hidden cards taken back. `whole` ends the game."""
    o = s.open
    hand, laid, known, safe, held, gain, total = s.hand, s.laid, o.known, o.safe, o.held, o.gain, o.total
    best = 0
    for seat in range(int(o.seats)):
        if laid[seat] >= 0:
            hand[seat, laid[seat]] += 1
            held[seat] += 1
            laid[seat] = -1
        points = 0
        for face in range(7):
            points += int(safe[seat, face])
            known[seat, face] = hand[seat, face]
        gain[seat] = points
        total[seat] += points
        best = max(best, int(total[seat]))
    o.lays = 0
    o.mover = -1
    last = best >= o.target if o.target > 0 else o.deal == o.deals
    o.phase = FINISHED if whole or last else SCORED


def score(s: Record, out: Ints) -> None:
    """Every seat's points so far."""
    total = s.open.total
    for seat in range(int(s.open.seats)):
        out[seat] = total[seat]


def see(s: Record, seat: int, v: Record) -> None:
    """What lies open, one's own hand, and the card one has laid."""
    v.open = s.open
    v.seat = seat
    v.laid = s.laid[seat] if seat >= 0 else -1
    mine, hand = v.hand, s.hand
    for face in range(7):
        mine[face] = hand[seat, face] if seat >= 0 else 0


def guess(v: Record, order: Ints, die: int, s: Record) -> bool:
    """A state the viewer cannot tell from the true one. Hidden lays are as likely to be any card of that hand."""
    s.open = v.open
    o = s.open
    hand, deck, laid, known, held = s.hand, s.deck, s.laid, o.known, o.held
    seats = int(o.seats)
    lays = int(o.lays)
    mine = v.hand
    deck[:] = -1
    for seat in range(5):
        laid[seat] = v.laid if seat == v.seat else -1
        for face in range(7):
            hand[seat, face] = mine[face] if seat == v.seat else known[seat, face]
    if o.phase == FRESH:
        return True
    top, die = unplaced(v, order, die, deck)
    for seat in range(seats):
        if seat == v.seat:
            continue
        cards = int(held[seat]) + (lays >> seat & 1)
        for face in range(7):
            cards -= int(known[seat, face])
        for _ in range(cards):
            top -= 1
            hand[seat, deck[top]] += 1
            deck[top] = -1
    for seat in range(seats):
        if seat != v.seat and lays >> seat & 1:
            cards = int(held[seat]) + 1
            laid[seat] = nth_card(hand[seat], die % cards)
            hand[seat, laid[seat]] -= 1
            die //= cards
    return True


def weigh(v: Record, m: int, out: Floats) -> None:
    """The chance to collect (a bid: that it is the sum; a 0 laid: that it is the only one), points, cards left."""
    left = int(v.open.held[v.seat])
    scratch = out[len(WEIGHS) : WEIGH_ROOM]
    out[0] = 0
    out[1] = 0
    if m < BIDS:
        left -= 1
        if m == ZERO:
            out[0] = chance_alone(v, scratch)
    elif m < SAFES:
        out[0] = chance_right(v, m - NOUGHT, scratch)
    elif m < DONE:
        left -= int(SIZE[m - SAFES])
        out[1] = SIZE[m - SAFES]
    out[2] = left


def spell(m: int) -> str:
    """The move's text."""
    if m < BIDS:
        return f"lay {FACES[m]}"
    if m < SAFES:
        return f"bid {m - NOUGHT}"
    return f"safe {cards_text(SETS[m - SAFES])}" if m < DONE else "done"


NUMBERS = {str(number): number for number in range(-15, 16)} | {"-0": 0}


def read(text: str) -> Sequence[int]:
    """The moves a text names; none if it names none. Cards that make several safe sets are several moves."""
    plain = text.lower().replace("−", "-").replace("–", "-")
    verb, *words = re.findall(r"[a-z]+|[-+]?\s*[0-9]+|[^\s,]", plain) or [""]
    numbers = [NUMBERS.get(re.sub(r"[+\s]", "", word), 99) for word in words]
    if verb == "done" and not numbers:
        return (DONE,)
    if verb == "lay" and len(numbers) == 1 and abs(numbers[0]) <= 3:
        return (numbers[0] + ZERO,)
    if verb == "bid" and len(numbers) == 1 and abs(numbers[0]) <= 15:
        return (numbers[0] + NOUGHT,)
    if verb == "safe" and numbers and all(abs(number) <= 3 for number in numbers):
        return tuple(SAFES + number for number in parted([number + ZERO for number in numbers]))
    return ()


def explain(v: Record, m: int, reason: int) -> dict[str, Any]:
    """What the sentence for a refused move speaks of; from the view, so it cannot tell more than the mover knows."""
    seats = int(v.open.seats)
    if reason == NOT_YOUR_TURN:
        return {"mover": int(v.open.mover)}
    if reason == NOT_IN_HAND:
        return {"card": FACES[m]}
    if reason == BID_TAKEN:
        return {"bid": m - NOUGHT, "by": next(seat for seat in range(seats) if v.open.bid[seat] == m)}
    if reason == BID_BEYOND:
        return {"bid": m - NOUGHT, "low": -3 * seats, "high": 3 * seats}
    if reason == SET_NOT_IN_HAND:
        short = [face for face in range(7) for _ in range(int(SET[m - SAFES, face]) - int(v.hand[face]))]
        return {"cards": cards_text(SETS[m - SAFES]), "missing": cards_text(short)}
    return {}


def reckon(cards: Sequence[int]) -> tuple[int, Lines]:
    """The points of safe cards (SO-13), and sets they can have been made safe in (SO-10)."""
    for face in cards:
        if cards.count(face) > COPIES[face]:
            raise ValueError("too-many", {"card": FACES[face], "count": int(COPIES[face])})
    numbers = parted(cards)
    if cards and not numbers:
        raise ValueError("no-sets", {"cards": cards_text(cards)})
    lines: Lines = []
    for number in numbers:
        points = len(SETS[number])
        sum_ = sum(SETS[number]) - ZERO * points
        lines.append(("set", {"cards": cards_text(SETS[number]), "sum": sum_, "points": points}))
    return len(cards), lines


def tally(v: Record, seat: int) -> Lines:
    """How a seat came to its points of the deal just scored."""
    safe = int(v.open.gain[seat])
    return [("safe", {"count": safe, "points": safe}), ("hand", {"count": int(v.open.held[seat]), "points": 0})]
