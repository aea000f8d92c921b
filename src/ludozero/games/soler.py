"""Zero, by Ernst Solèr: guess the sum of the cards laid face down, make sets of 0 or 10 safe (docs/rules/soler.md).

A face is a value + 3; a hand is a bag, the count of each face. The pile is a hidden part on top of the cards that
were put under it, and those are all public: `deck` and `under`.
"""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludozero.games.bags import CHOOSE, WIDE, add_face, add_lay, irreducible, left_out, nth_card, split
from ludozero.games.shape import Floats, Ints, Lines, Record, record

RULES = 1
SEATS = range(2, 6)
LOWEST_WINS = False

# SO-1: the pack.
FACES = ("-3", "-2", "-1", "0", "1", "2", "3")
ZERO = FACES.index("0")
COPIES = np.array([1, 2, 6, 12, 8, 13, 13], np.int8)
PACKS = {"soler": tuple(text for face, text in enumerate(FACES) for _ in range(COPIES[face]))}
PACK_OPEN = False  # the sheet says it all
CARDS = len(PACKS["soler"])
HAND = 5
FULL = 3  # SO-11

# SO-13, SO-14; 0: as many deals as seats, no target, no end to a quiet deal.
OPTIONS: dict[str, tuple[str, ...] | range] = {"deals": range(101), "target": range(1001), "quiet": range(1001)}

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


# SO-10: the sets with a sum of 0 or 10 no part of which has one.
SETS = irreducible(COPIES.tolist(), ZERO, {0, 10})
SET = np.array([[cards.count(face) for face in range(7)] for cards in SETS], np.int8)
SIZE = np.array([len(cards) for cards in SETS], np.int8)

# A move is one of 7 lays, 31 bids, 29 safe sets, done.
BIDS = len(FACES)
NOUGHT = BIDS + 15  # the bid of 0
SAFES = NOUGHT + 16
DONE = SAFES + len(SETS)
MOVES_ROOM = SAFES - BIDS
FACE_DOWN = ("lay",)

WEIGHS = ("chance", "points", "left")
REST = len(WEIGHS)  # scratch of `weigh`: the unseen cards by face, and two tables of up to 4 cards with sums up to 24
SPREAD = REST + len(FACES)
WAYS = SPREAD + 5 * WIDE
WEIGH_ROOM = WAYS + 5 * WIDE


def start(s: Record, seats: int, options: Ints) -> None:
    """A game about to begin, nothing dealt. SO-13: a target replaces the number of deals."""
    o = s.open
    o.seats = seats
    o.deals = 0 if options[1] > 0 else options[0] if options[0] > 0 else seats
    o.target = options[1]
    o.quiet = options[2]
    clear(s)


def clear(s: Record) -> None:
    """Nobody has a card, nothing is laid, nothing said."""
    o = s.open
    s.hand[:] = 0
    s.deck[:] = -1
    s.laid[:] = -1
    o.gain[:] = 0
    o.known[:] = 0
    o.safe[:] = 0
    o.under[:] = -1
    o.held[:] = 0
    o.bid[:] = -1
    o.reveal[:] = -1
    o.mover = -1
    o.sunk = 0
    o.calm = 0


def needs(s: Record, pack: Ints, cards: Ints) -> int:
    """The whole pack is shuffled for every deal."""
    phase = s.open.phase
    if phase != FRESH and phase != SCORED:
        return 0
    for i in range(CARDS):
        cards[i] = pack[i]
    return CARDS


def deal(s: Record, order: Ints) -> None:
    """SO-2: five cards each, the rest is the pile. SO-4: the dealer starts."""
    clear(s)
    o = s.open
    hand, deck, held = s.hand, s.deck, o.held
    seats = int(o.seats)
    for i in range(HAND * seats):
        hand[i // HAND, order[i]] += 1
        held[i // HAND] += 1
    o.unseen = CARDS - HAND * seats
    for i in range(int(o.unseen)):
        deck[i] = order[CARDS - 1 - i]
    o.dealer = o.deal % seats
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


def left_of(o: Record, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < o.seats else 0


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


def forget(known: Ints, seat: int, face: int, count: int) -> None:
    """Cards that leave a hand face up count as those that were known there."""
    known[seat, face] = max(0, int(known[seat, face]) - count)


def collect(s: Record, seat: int) -> None:
    """SO-6, SO-8: all laid cards go into one hand, known to everybody. SO-10: sets may now be made safe."""
    o = s.open
    reveal = o.reveal
    for other in range(int(o.seats)):
        pick_up(s, seat, int(reveal[other]))
    o.mover = seat
    o.phase = SAVING


def pick_up(s: Record, seat: int, face: int) -> None:
    """A card goes into a hand before everybody's eyes."""
    s.hand[seat, face] += 1
    s.open.known[seat, face] += 1
    s.open.held[seat] += 1


def sink(s: Record) -> None:
    """SO-7: the laid cards go under the pile, the starter's first. SO-9: but each 0 back into its hand."""
    o = s.open
    under, reveal = o.under, o.reveal
    sunk = int(o.sunk)
    seat = int(o.starter)
    for _ in range(int(o.seats)):
        if reveal[seat] == ZERO:
            pick_up(s, seat, ZERO)
        else:
            under[sunk] = reveal[seat]
            sunk += 1
        seat = left_of(o, seat)
    o.sunk = sunk


def save(s: Record, seat: int, number: int) -> None:
    """SO-10: a set goes from the hand before its owner, for good."""
    o = s.open
    hand, safe, known = s.hand, o.safe, o.known
    for face in range(7):
        count = int(SET[number, face])
        hand[seat, face] -= count
        safe[seat, face] += count
        forget(known, seat, face, count)
    o.held[seat] -= SIZE[number]
    o.calm = 0


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


def draw(s: Record) -> None:
    """SO-11: up to three cards each, from the starter on; a card that was put under the pile stays known."""
    o = s.open
    hand, deck, known, under, held = s.hand, s.deck, o.known, o.under, o.held
    unseen = int(o.unseen)
    sunk = int(o.sunk)
    drawn = 0
    seat = int(o.starter)
    for _ in range(int(o.seats)):
        while held[seat] < FULL and unseen + sunk > drawn:
            if unseen > 0:
                unseen -= 1
                face = int(deck[unseen])
                deck[unseen] = -1
            else:
                face = int(under[drawn])
                drawn += 1
                known[seat, face] += 1
            hand[seat, face] += 1
            held[seat] += 1
        seat = left_of(o, seat)
    o.unseen = unseen
    if drawn > 0:
        o.sunk = sunk - drawn
        for i in range(sunk):
            under[i] = under[i + drawn] if i + drawn < sunk else -1


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
    top = 0
    located = 0  # a bit for each place in the order
    for face in range(7):
        count = seen(v, face)
        ways = CHOOSE[COPIES[face], count]
        located |= left_out(order, face, int(COPIES[face]), count, die % ways)
        die //= ways
    for i in range(CARDS):
        if located >> i & 1 == 0:
            deck[top] = order[i]
            top += 1
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


def seen(v: Record, face: int) -> int:
    """How many cards of a face the viewer can place: in hand or laid, known elsewhere, safe, or under the pile."""
    o = v.open
    known, safe, under = o.known, o.safe, o.under
    count = int(v.hand[face]) + (1 if v.laid == face else 0)
    for seat in range(int(o.seats)):
        count += int(safe[seat, face])
        if seat != v.seat:
            count += int(known[seat, face])
    for i in range(int(o.sunk)):
        if under[i] == face:
            count += 1
    return count


def weigh(v: Record, m: int, out: Floats) -> None:
    """The chance to collect (a bid: that it is the sum; a 0 laid: that it is the only one), points, cards left."""
    left = int(v.open.held[v.seat])
    out[0] = 0
    out[1] = 0
    if m < BIDS:
        left -= 1
        if m == ZERO:
            out[0] = chance_alone(v, out)
    elif m < SAFES:
        out[0] = chance_right(v, m - NOUGHT, out)
    elif m < DONE:
        left -= int(SIZE[m - SAFES])
        out[1] = SIZE[m - SAFES]
    out[2] = left


def rest(v: Record, out: Floats) -> int:
    """The cards the viewer cannot place, by face, and how many they are."""
    cards = 0
    for face in range(7):
        count = int(COPIES[face]) - seen(v, face)
        out[REST + face] = count
        cards += count
    return cards


def chance_alone(v: Record, out: Floats) -> float:
    """SO-8: how likely nobody else lays a 0. `spread[t]`: t others lay a card unknown to the viewer, the rest no 0."""
    o = v.open
    spread = out[SPREAD:WAYS]
    spread[:] = 0
    spread[0] = 1
    for seat in range(int(o.seats)):
        if seat == v.seat:
            continue
        cards = int(o.held[seat]) + (int(o.lays) >> seat & 1)
        unknown = cards
        for face in range(7):
            unknown -= int(o.known[seat, face])
        known = cards - unknown - int(o.known[seat, ZERO])
        for t in range(4, 0, -1):
            spread[t] = (spread[t] * known + spread[t - 1] * unknown) / cards
        spread[0] = spread[0] * known / cards
    cards = rest(v, out)
    chance = 0.0
    none = 1.0
    for t in range(5):
        chance += spread[t] * none
        if t < cards:
            none *= max(0.0, cards - out[REST + ZERO] - t) / (cards - t)
    return chance


def chance_right(v: Record, total: int, out: Floats) -> float:
    """SO-6: how likely the laid cards have this sum, every hidden one being any card of that hand.

    `spread[t, x]`: t others lay a card unknown to the viewer, the known ones of the rest sum to x, counted in faces.
    `ways[t, x]`: sets of t unknown cards that sum to x.
    """
    o = v.open
    aim = total + ZERO * int(o.seats) - int(v.laid)
    if aim < 0 or aim >= WIDE:
        return 0.0
    spread, ways = out[SPREAD:WAYS], out[WAYS:WEIGH_ROOM]
    spread[:] = 0
    spread[0] = 1
    others = 0
    for seat in range(int(o.seats)):
        if seat != v.seat:
            others += 1
            add_lay(o.known[seat], int(o.held[seat]) + 1, others, aim, spread)
    cards = rest(v, out)
    ways[:] = 0
    ways[0] = 1
    for face in range(7):
        add_face(face, int(out[REST + face]), others, aim, ways)
    chance = 0.0
    choices = 1.0
    for t in range(min(others, cards) + 1):
        hits = 0.0
        for x in range(aim + 1):
            hits += spread[t * WIDE + x] * ways[t * WIDE + aim - x]
        chance += hits / choices
        choices = choices * (cards - t) / (t + 1)
    return chance


def cards_text(cards: Sequence[int]) -> str:
    """Cards as they are written in a move."""
    return " ".join(FACES[face] for face in cards)


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
        return tuple(SAFES + number for number in safe_sets([number + ZERO for number in numbers]))
    return ()


def safe_sets(cards: Sequence[int]) -> list[int]:
    """SO-10: the numbers of sets that these cards are, one after another; none if they are none."""
    bag = [cards.count(face) for face in range(7)]
    if (sum(cards) - ZERO * len(cards)) % 10 or any(bag[face] > COPIES[face] for face in range(7)):
        return []
    return split(bag, SETS) or []


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
        if not 0 <= face < len(FACES):
            raise ValueError("The cards of this game are -3, -2, -1, 0, 1, 2 and 3.")
        if cards.count(face) > COPIES[face]:
            raise ValueError(f"The pack holds no more than {COPIES[face]} of {FACES[face]}.")
    numbers = safe_sets(cards)
    if cards and not numbers:
        raise ValueError("These cards cannot be parted into sets whose sums are 0 or 10.")
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
