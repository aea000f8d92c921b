"""The symbols of Zero Hero: which moves they offer once they are bought, and what they do (HE-11 to HE-14)."""

from ludozero.games.collection import KINDS, nth_kind, variety
from ludozero.games.rows import ABSENT, tuck
from ludozero.games.shape import Record

SYMBOLS = ("", "!", "+", "?", "~")
PLAIN, FLAGS, PLUS, PEEK, SHIFT = range(5)

# A move, after the eight takes and the four buys: a symbol's effect, give or steal kind * 4 + seat.
TOKEN, DRAW, DECLINE = range(12, 15)
GIVE = DECLINE + 1
STEAL = GIVE + 4 * len(KINDS)
MOVES = STEAL + 4 * len(KINDS)


def kind_of(m: int) -> int:
    """The card a gift or theft moves."""
    return (m - GIVE) // 4 % len(KINDS)


def other_of(m: int) -> int:
    """The seat it goes to or comes from."""
    return (m - GIVE) % 4


def effects(o: Record, seat: int) -> int:
    """How many candidates the symbols offer."""
    if o.due[SHIFT] == 0:
        return 2
    held = o.held
    count = 3 + variety(held[seat]) * (int(o.seats) - 2)
    for other in range(int(o.seats)):
        count += variety(held[other])
    return count


def nth_effect(o: Record, seat: int, k: int) -> int:
    """HE-12: the symbols, then each kind given to each other seat, then each kind stolen."""
    if k < 3:
        return TOKEN + k
    seats = int(o.seats)
    held = o.held
    k -= 3
    gifts = variety(held[seat]) * (seats - 1)
    if k < gifts:
        return GIVE + 4 * nth_kind(held[seat], k // (seats - 1)) + (seat + 1 + k % (seats - 1)) % seats
    k -= gifts
    other = (seat + 1) % seats
    while k >= variety(held[other]):
        k -= variety(held[other])
        other = (other + 1) % seats
    return STEAL + 4 * nth_kind(held[other], k) + other


def act(s: Record, seat: int, m: int) -> None:
    """HE-12: one symbol acts."""
    held, due = s.open.held, s.open.due
    if m == TOKEN:
        gain_token(s.open, seat)
    elif m == DRAW:
        draw(s, seat)
    else:
        due[SHIFT] -= 1
        if m >= GIVE:
            giver, taker = (seat, other_of(m)) if m < STEAL else (other_of(m), seat)
            held[giver][kind_of(m)] -= 1
            held[taker][kind_of(m)] += 1


def settled(s: Record, seat: int) -> bool:
    """HE-11: symbols without a choice act at once, as long as the pile lasts. False while one waits for the buyer."""
    o = s.open
    due = o.due
    if o.supply == 0:
        due[PLUS] = 0
    if o.left > 0 and (due[SHIFT] > 0 or (due[PLUS] > 0 and due[PEEK] > 0)):
        return False
    while due[PLUS] > 0 and o.left > 0:
        gain_token(o, seat)
    while due[PEEK] > 0 and o.left > 0:
        draw(s, seat)
    return True


def gain_token(o: Record, seat: int) -> None:
    """HE-12, HE-14: a token from the supply while it has one."""
    o.due[PLUS] -= 1
    if o.supply > 0:
        o.supply -= 1
        o.purse[seat] += 1


def draw(s: Record, seat: int) -> None:
    """HE-12: the top card goes into hiding."""
    o = s.open
    o.due[PEEK] -= 1
    tuck(s.hidden[seat], int(o.hides[seat]), pull(s))
    o.hides[seat] += 1


def pull(s: Record) -> int:
    """The top card leaves the pile."""
    o = s.open
    left = int(o.left) - 1
    o.left = left
    pile = s.pile
    face = int(pile[left])
    pile[left] = ABSENT
    return face
