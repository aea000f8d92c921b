"""Hands and pile of Solèr's Zero: which cards go where (SO-2, SO-7 to SO-11), and what is known of them.

The pile is a hidden part on top of the cards that were put under it, and those are all public: `deck` and `under`.
"""

from ludozero.games.bags import CHOOSE, left_out
from ludozero.games.sets import CARDS, COPIES, SET, SIZE, ZERO
from ludozero.games.shape import Ints, Record

HAND = 5
FULL = 3  # SO-11


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


def hand_out(s: Record, order: Ints) -> None:
    """SO-2: five cards each, the rest is the pile."""
    o = s.open
    hand, deck, held = s.hand, s.deck, o.held
    dealt = HAND * int(o.seats)
    for i in range(dealt):
        hand[i // HAND, order[i]] += 1
        held[i // HAND] += 1
    o.unseen = CARDS - dealt
    for i in range(CARDS - dealt):
        deck[i] = order[CARDS - 1 - i]


def left_of(o: Record, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < o.seats else 0


def pick_up(s: Record, seat: int, face: int) -> None:
    """A card goes into a hand before everybody's eyes."""
    s.hand[seat, face] += 1
    s.open.known[seat, face] += 1
    s.open.held[seat] += 1


def forget(known: Ints, seat: int, face: int, count: int) -> None:
    """Cards that leave a hand face up count as those that were known there."""
    known[seat, face] = max(0, int(known[seat, face]) - count)


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


def unplaced(v: Record, order: Ints, die: int, rest: Ints) -> tuple[int, int]:
    """An order without the cards the viewer can place; how many are left, and what is left of the die."""
    located = 0  # a bit for each place in the order
    for face in range(7):
        count = seen(v, face)
        ways = CHOOSE[COPIES[face], count]
        located |= left_out(order, face, int(COPIES[face]), count, die % ways)
        die //= ways
    left = 0
    for i in range(CARDS):
        if located >> i & 1 == 0:
            rest[left] = order[i]
            left += 1
    return left, die
