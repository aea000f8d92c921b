"""The odds of Solèr's Zero, as far as a viewer can tell: of a lone 0 (SO-8), of a bid to be right (SO-6)."""

from ludozero.games.bags import CHOOSE
from ludozero.games.hands import seen
from ludozero.games.sets import COPIES, FACES, ZERO
from ludozero.games.shape import Floats, Ints, Record

WIDE = 25

# Scratch: the cards the viewer cannot place, by face, and two tables of up to 4 cards with sums up to 24.
SPREAD = len(FACES)
WAYS = SPREAD + 5 * WIDE
ROOM = WAYS + 5 * WIDE
CHANCES_ROOM = ROOM + WIDE


def rest(v: Record, scratch: Floats) -> int:
    """The cards the viewer cannot place, by face, and how many they are."""
    cards = 0
    for face in range(7):
        count = int(COPIES[face]) - seen(v, face)
        scratch[face] = count
        cards += count
    return cards


def chance_alone(v: Record, scratch: Floats) -> float:
    """SO-8: how likely nobody else lays a 0. `spread[t]`: t others lay a card unknown to the viewer, the rest no 0."""
    o = v.open
    spread = scratch[SPREAD:WAYS]
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
    cards = rest(v, scratch)
    chance = 0.0
    none = 1.0
    for t in range(5):
        chance += spread[t] * none
        if t < cards:
            none *= max(0.0, cards - scratch[ZERO] - t) / (cards - t)
    return chance


def chance_right(v: Record, total: int, scratch: Floats) -> float:
    """SO-6: how likely the laid cards have this sum, every hidden one being any card of that hand."""
    aim = total + ZERO * int(v.open.seats) - int(v.laid)
    if aim < 0 or aim >= WIDE:
        return 0.0
    cards = tabulate(v, aim, scratch)
    return chance_of(aim, int(v.open.seats) - 1, cards, scratch)


def chances(v: Record, scratch: Floats) -> None:
    """The same of all the sums there are, from -15 to 15 at the head of `scratch`."""
    cards = tabulate(v, WIDE - 1, scratch)
    others = int(v.open.seats) - 1
    for aim in range(WIDE):
        scratch[ROOM + aim] = chance_of(aim, others, cards, scratch)
    shift = int(v.laid) - ZERO * (others + 1)
    for total in range(-15, 16):
        aim = total - shift
        scratch[total + 15] = scratch[ROOM + aim] if 0 <= aim < WIDE else 0.0


def tabulate(v: Record, most: int, scratch: Floats) -> int:
    """The two tables for sums up to `most`, and how many cards the viewer cannot place.

    `spread[t, x]`: t others lay a card unknown to the viewer, the known ones of the rest sum to x, counted in faces.
    `ways[t, x]`: sets of t unknown cards that sum to x.
    """
    o = v.open
    spread, ways = scratch[SPREAD:WAYS], scratch[WAYS:ROOM]
    spread[:] = 0
    spread[0] = 1
    others = 0
    for seat in range(int(o.seats)):
        if seat != v.seat:
            others += 1
            add_lay(o.known[seat], int(o.held[seat]) + 1, others, most, spread)
    cards = rest(v, scratch)
    ways[:] = 0
    ways[0] = 1
    for face in range(7):
        add_face(face, int(scratch[face]), others, most, ways)
    return cards


def chance_of(aim: int, others: int, cards: int, scratch: Floats) -> float:
    """How likely the others' cards sum to `aim`, counted in faces."""
    spread, ways = scratch[SPREAD:WAYS], scratch[WAYS:ROOM]
    chance = 0.0
    choices = 1.0
    for t in range(min(others, cards) + 1):
        hits = 0.0
        for x in range(aim + 1):
            hits += spread[t * WIDE + x] * ways[t * WIDE + aim - x]
        chance += hits / choices
        choices = choices * (cards - t) / (t + 1)
    return chance


# Chances of sums: a table's row t is for t cards not known, its entry x for a sum of x, counted in faces. Both of
# these work in place: an entry is made of entries below and before it. Neither looks beyond `most` and `aim`.
def add_lay(known: Ints, cards: int, most: int, aim: int, spread: Floats) -> None:
    """One more card laid, any of a hand's. An unknown one counts in t, a known one in x."""
    unknown = cards
    for face in range(len(known)):
        unknown -= int(known[face])
    for t in range(most, -1, -1):
        for x in range(aim, -1, -1):
            mass = spread[(t - 1) * WIDE + x] * unknown if t > 0 else 0.0
            for face in range(min(len(known), x + 1)):
                mass += spread[t * WIDE + x - face] * known[face]
            spread[t * WIDE + x] = mass / cards


def add_face(face: int, count: int, most: int, aim: int, ways: Floats) -> None:
    """In how many ways t cards sum to x, now that they may be up to `count` cards of this face as well."""
    for t in range(most, 0, -1):
        for x in range(aim, -1, -1):
            for n in range(1, min(t, count) + 1):
                if n * face <= x:
                    ways[t * WIDE + x] += CHOOSE[count, n] * ways[(t - n) * WIDE + x - n * face]
