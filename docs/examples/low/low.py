"""Low, a game to learn from: lay one of three cards, the lowest that nobody matches wins the lap (low.md)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ludozero.games.bags import CHOOSE, left_out
from ludozero.games.shape import Floats, Ints, Lines, Record, record

RULES = 1
SEATS = range(2, 5)
LOWEST_WINS = False

# LO-1: the pack, and what a player holds.
FACES = ("1", "2", "3", "4", "5", "6")
PACKS = {"low": tuple(face for face in FACES for _ in range(3))}
PACK_OPEN = False
CARDS = 18
HAND = 3
OPTIONS: dict[str, tuple[str, ...] | range] = {}
OPTIONS_AT: dict[int, dict[str, tuple[str, ...]]] = {}

REASONS = (("", ""), ("not-your-turn", "LO-2"), ("not-in-hand", "LO-2"))
NOT_YOUR_TURN, NOT_IN_HAND = range(1, 3)

FRESH, PLAYING, FINISHED = range(3)

OPEN = record(
    ("turn", np.int32, 4),
    ("total", np.int16, 4),
    ("gain", np.int16, 4),
    ("laid", np.int8, (4, HAND)),  # the cards of each seat, lap by lap, -1 where none lies
    ("seats", np.int8),
    ("deal", np.int8),
    ("dealer", np.int8),
    ("phase", np.int8),
    ("lap", np.int8),
    ("mover", np.int8),
)
STATE = record(("open", OPEN), ("hand", np.int8, (4, len(FACES))))
VIEW = record(("open", OPEN), ("hand", np.int8, len(FACES)), ("seat", np.int8))
SHOWN = {"hand": "bag", "open.laid": "seats row", "open.total": "seats number", "open.gain": "seats number"}

MOVES_ROOM = len(FACES)
PARTS = r"(?P<act>[a-z]+) (?P<card>.+)"
FACE_DOWN = ()
WEIGHS = ("left",)
WEIGH_ROOM = 1


def start(s: Record, seats: int, options: Ints) -> None:
    """A game about to begin, nothing dealt. Nobody deals: seat 0 begins."""
    s.open.seats = seats
    s.open.dealer = -1
    s.open.laid[:] = -1


def needs(s: Record, pack: Ints, cards: Ints) -> int:
    """LO-1: the whole pack, once."""
    if s.open.phase != FRESH:
        return 0
    for i in range(CARDS):
        cards[i] = pack[i]
    return CARDS


def deal(s: Record, order: Ints) -> None:
    """LO-1: three cards each, the rest unseen."""
    for seat in range(int(s.open.seats)):
        for i in range(HAND):
            s.hand[seat, order[seat * HAND + i]] += 1
    s.open.deal = 1
    s.open.phase = PLAYING


def waiting(s: Record) -> int:
    """The seats that may move, as a mask."""
    return 1 << int(s.open.mover) if s.open.phase == PLAYING else 0


def over(s: Record) -> int:
    """0 while the deal is on, 2 when the game is over."""
    return 2 if s.open.phase == FINISHED else 0


def check(s: Record, seat: int, m: int) -> int:
    """LO-2: one lays a card one holds. A move is its face."""
    if s.open.phase != PLAYING or seat != s.open.mover:
        return NOT_YOUR_TURN
    if m < 0 or m >= len(FACES) or s.hand[seat, m] == 0:
        return NOT_IN_HAND
    return 0


def span(s: Record, seat: int) -> int:
    """How many candidates `pick` numbers."""
    return len(FACES) if s.open.phase == PLAYING and seat == s.open.mover else 0


def pick(s: Record, seat: int, k: int) -> int:
    """Every face is a candidate."""
    return k


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
    """A card is laid; the last of a lap decides it."""
    o = s.open
    o.turn[seat] += 1
    s.hand[seat, m] -= 1
    o.laid[seat, o.lap] = m
    o.mover = (seat + 1) % o.seats
    if o.mover == 0:
        winner = lap_winner(o, int(o.lap))
        if winner >= 0:
            o.gain[winner] += 1
        o.lap += 1
        if o.lap == HAND:
            finish(s, True)


def lap_winner(o: Record, lap: int) -> int:
    """LO-3: the lowest card laid only once; -1 if there is none."""
    for face in range(len(FACES)):
        count, owner = 0, -1
        for seat in range(int(o.seats)):
            if o.laid[seat, lap] == face:
                count += 1
                owner = seat
        if count == 1:
            return owner
    return -1


def finish(s: Record, whole: bool) -> None:
    """LO-4: a point a lap; there is one deal."""
    o = s.open
    for seat in range(int(o.seats)):
        o.total[seat] += o.gain[seat]
    o.phase = FINISHED


def score(s: Record, out: Ints) -> None:
    """Every seat's points so far."""
    for seat in range(int(s.open.seats)):
        out[seat] = s.open.total[seat]


def see(s: Record, seat: int, v: Record) -> None:
    """What was laid, and one's own hand."""
    v.open = s.open
    v.seat = seat
    for face in range(len(FACES)):
        v.hand[face] = s.hand[seat, face] if seat >= 0 else 0


def guess(v: Record, order: Ints, die: int, s: Record) -> bool:
    """The cards nobody has shown, in this order, to the hands nobody has shown."""
    s.open = v.open
    s.hand[:] = 0
    if v.open.phase != PLAYING:
        return True
    lying = 0  # a bit for each place of the order whose card the viewer knows to lie somewhere
    for face in range(len(FACES)):
        count = located(v, face)
        ways = CHOOSE[3, count]
        lying |= left_out(order, face, 3, count, die % ways)
        die //= ways
    top = 0
    for seat in range(int(v.open.seats)):
        if seat == v.seat:
            for face in range(len(FACES)):
                s.hand[seat, face] = v.hand[face]
        else:
            for _ in range(HAND - int(v.open.turn[seat])):
                while lying >> top & 1:
                    top += 1
                s.hand[seat, order[top]] += 1
                top += 1
    return True


def located(v: Record, face: int) -> int:
    """How many cards of a face the viewer knows to lie somewhere."""
    count = int(v.hand[face])
    for seat in range(int(v.open.seats)):
        for lap in range(HAND):
            if v.open.laid[seat, lap] == face:
                count += 1
    return count


def weigh(v: Record, m: int, out: Floats) -> None:
    """How many cards of the face are nowhere to be seen: each could match it."""
    out[0] = 3 - located(v, m)


def spell(m: int) -> str:
    """The move's text."""
    return f"lay {FACES[m]}"


def read(text: str) -> Sequence[int]:
    """The moves a text names; none if it names none."""
    words = text.lower().split()
    return (FACES.index(words[1]),) if len(words) == 2 and words[0] == "lay" and words[1] in FACES else ()


def explain(v: Record, m: int, reason: int) -> dict[str, Any]:
    """What the sentence for a refused move speaks of."""
    if reason == NOT_YOUR_TURN:
        return {"mover": int(v.open.mover)}
    return {"card": FACES[m]} if 0 <= m < len(FACES) else {"card": "-"}


def tally(v: Record, seat: int) -> Lines:
    """The laps a seat won."""
    won = [lap for lap in range(int(v.open.lap)) if lap_winner(v.open, lap) == seat]
    return [("lap", {"lap": lap + 1, "card": FACES[v.open.laid[seat, lap]], "points": 1}) for lap in won]
