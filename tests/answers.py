"""Positions whose best moves are known for sure, found without any search of the house.

Each kind makes a position from a number, plays it up to where the rest can be worked out, and works it out: by counting
a hand, by going through all that is hidden, or by playing everything to the end.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ludozero import Table
from ludozero.bots.rng import die, seeds, shuffle
from ludozero.bots.uniform import Bot
from ludozero.fast.compile import prepared
from ludozero.fast.players import player
from ludozero.games import rules, soler, zero
from ludozero.games.shape import Ints, Record, Rules, blank
from tests.games.test_soler import late
from tests.tabletop import copied, listed, pack_of, seen, state_of

WORLDS = 200  # guesses that have to agree where something is hidden: with 24, rare cards were overlooked
SPLITS = 4000  # ways to deal what is hidden that are gone through
Words = npt.NDArray[np.uint64]


@dataclass
class Answer:
    """What a bot is asked, the moves that are best, and how many points each other one loses."""

    v: Record
    pack: Ints
    loss: dict[int, float]

    @property
    def best(self) -> set[int]:
        """The moves that lose nothing."""
        return {m for m, points in self.loss.items() if points < 1e-9}


def answers(kind: str, count: int, first: int = 0) -> Iterator[Answer]:
    """So many positions of a kind in which it matters what is played."""
    seed = first
    while count:
        found = KINDS[kind](seed)
        seed += 1
        if found and max(found.loss.values()) > 0:
            count -= 1
            yield found


# Zero: who acts last wants the fewest points in hand, whatever the others have


def last_lap(seed: int) -> Answer | None:
    """The last turn of a round (ZR-6)."""
    seats = 3 + seed % 3
    table = played("zero", seats, seed, last_to_act, rounds=seed % seats)
    if table is None:
        return None
    s = state_of(table)
    mover = int(s.open.mover)
    hand, pot = cards_of(s.hand[mover]), cards_of(s.open.pot)
    left = {zero.KNOCK: counted(hand)}
    for lay in hand:
        for take in pot:
            left[lay * zero.CARDS + take] = counted([*(card for card in hand if card != lay), take])
    return Answer(table.seen(mover), table.faces, {m: float(n - min(left.values())) for m, n in left.items()})


def last_to_act(s: Record) -> bool:
    """Whether the round ends with this turn."""
    o = s.open
    return bool(o.closer >= 0 and (o.mover + 1) % o.seats == o.closer)


def cards_of(word: np.uint64) -> list[int]:
    """The cards of a set."""
    return [card for card in range(zero.CARDS) if int(word) >> card & 1]


def counted(hand: list[int]) -> int:
    """ZR-10, as one counts it on a table."""
    colours = [card // 8 for card in hand]
    values = [card % 8 for card in hand]
    return sum({card % 8 + 1 for card in hand if colours.count(card // 8) < 5 and values.count(card % 8) < 5})


def whole_lap(seed: int) -> Answer | None:
    """The last turn but one, with a pack of 32 cards that leaves nothing over: all ways to deal what is hidden are gone
    through, and for each the last player takes what leaves the fewest points. What counts is to be ahead.
    """
    rng = np.random.default_rng(seed)
    pack = np.sort(rng.permutation(zero.CARDS)[:32]).astype(np.int16)
    known = prepared("zero")
    s = blank(zero.STATE)
    known.start(s, 3, np.array([0, 0], np.int32))
    known.deal(s, rng.permutation(pack))
    bots = [player("instinct", "zero", pack, seed + seat) for seat in range(3)]
    for _ in range(9):
        if known.over(s):
            return None
        seat = int(s.open.mover)
        m = bots[seat].decide(seen(known, s, seat))
        known.play(s, seat, m if m != zero.KNOCK else int(rng.choice(listed(known, s, seat))))
    while s.open.closer < 0 and not known.over(s):
        known.play(s, int(s.open.mover), zero.KNOCK)
    if known.over(s):
        return None
    mover = int(s.open.mover)
    v = seen(known, s, mover)
    return expected(v, pack)


def expected(v: Record, pack: Ints) -> Answer | None:
    """How far ahead the mover may expect to be after each move, the two others' hands being what hides."""
    o = v.open
    mover = int(v.seat)
    last = (mover + 1) % 3
    placed = int(o.pot) | int(v.hand)
    for seat in range(3):
        placed |= int(o.known[seat])
    hidden = [card for card in pack.tolist() if not placed >> card & 1]
    short = 9 - len(cards_of(o.known[last]))
    splits = [np.uint64(sum(1 << card for card in some)) for some in combinations(hidden, short)]
    if not 1 < len(splits) <= SPLITS:
        return None
    rest = np.uint64(sum(1 << card for card in hidden))
    possible = [
        part
        for part in splits
        if not (part and zero.was_zero(o.barred[last], part))
        and not (rest ^ part and zero.was_zero(o.barred[int(o.closer)], rest ^ part))
    ]
    hands = np.array(possible, np.uint64) | o.known[last]
    third = points_of((rest ^ np.array(possible, np.uint64)) | o.known[int(o.closer)])
    mine, pot = cards_of(v.hand), cards_of(o.pot)
    by_take = {card: best_with(hands, card) for card in {*mine, *pot}}
    asis = points_of(hands)
    ahead: dict[int, float] = {}
    for m in (zero.KNOCK, *(lay * zero.CARDS + take for lay in mine for take in pot)):
        hand = set(mine)
        there = set(pot)
        if m != zero.KNOCK:
            lay, take = divmod(m, zero.CARDS)
            hand = hand - {lay} | {take}
            there = there - {take} | {lay}
        own = counted(sorted(hand))
        theirs = asis
        if own:  # ZR-8: a Zero ends it at once
            theirs = np.minimum.reduce([asis, *(by_take[card] for card in there)])
        ahead[m] = float(np.mean((theirs + third) / 2) - own)
    most = max(ahead.values())
    return Answer(v, pack, {m: most - points for m, points in ahead.items()})


def best_with(hands: Words, take: int) -> Ints:
    """The fewest points each hand can have with this card in place of another."""
    best = np.full(len(hands), 99)
    taken = hands | np.uint64(1 << take)
    for lay in range(zero.CARDS):
        there = hands >> np.uint64(lay) & np.uint64(1) == 1
        if there.any() and lay != take:
            best[there] = np.minimum(best[there], points_of(taken[there] & ~np.uint64(1 << lay)))
    return best


def points_of(hands: Words) -> Ints:
    """ZR-10 of many hands."""
    left = hands.copy()
    for colour in range(7):
        row = np.uint64(0xFF << 8 * colour)
        left[np.bitwise_count(hands & row) >= 5] &= ~row
    for value in range(8):
        column = np.uint64(0x01010101010101 << value)
        left[np.bitwise_count(hands & column) >= 5] &= ~column
    total = np.zeros(len(hands), np.int64)
    for value in range(8):
        total += (value + 1) * (left & np.uint64(0x01010101010101 << value) != 0)
    return total


# Zatre: in the last round of two all cards are known in the end; before that, the last card is


def last_card(seed: int) -> Answer | None:
    """The last card of a game, with any number of players: most points now are most points."""
    return final_cards(seed, 2 + seed % 3, 1)


def two_cards(seed: int) -> Answer | None:
    """The last two cards of a game of two: nothing is hidden any more."""
    return final_cards(seed, 2, 2)


def final_cards(seed: int, seats: int, cards: int) -> Answer | None:
    """So many cards are still to be laid, all ways are played to the end."""
    table = played("zatre", seats, seed, lambda s: s.open.down == 25 - cards, rounds=seats - 1)
    if table is None:
        return None
    known = prepared("zatre")
    s = state_of(table)
    mover = table.waiting[0]
    v = seen(known, s, mover)
    if cards > 1:
        for world in guesses(known, v, table.faces, 4):
            assert world.hand[:seats].tobytes() == s.hand[:seats].tobytes(), "all cards are known"
    return solved(known, s, mover, table.faces, [s])


# Solèr's Zero: who collects in the last turn lays out as much as possible


def last_sets(seed: int) -> Answer | None:
    """Pile and all other hands are empty: when the collector is done, the deal is over (SO-12)."""
    rng = np.random.default_rng(seed)
    known = prepared("soler")
    seats = 2 + seed % 3
    cards = rng.permutation(soler.PACKS["soler"]).tolist()
    own = int(rng.integers(3, 8))
    s = late(" ".join(cards[:own]), *cards[own : own + seats - 1])
    for seat in range(seats):
        known.play(s, seat, int(rng.choice(np.flatnonzero(s.hand[seat]))))
    right = soler.NOUGHT + sum(int(face) - 3 for face in s.laid[:seats])
    for seat in range(seats):
        wrong = next(m for m in listed(known, s, seat) if m != right)
        known.play(s, seat, wrong if seat else right)
    return solved(known, s, 0, pack_of("soler"), [s])


# Zero Hero: the last decision of a game, where it is the same whatever is hidden


def last_favour(seed: int) -> Answer | None:
    """A card bought may be given or taken before the last cards are turned up and the game is over (HE-12, HE-16)."""
    seats = 2 + seed % 3
    table = played("hero", seats, seed, last_to_choose)
    if table is None:
        return None
    known = prepared("hero")
    mover = table.waiting[0]
    v = seen(known, state_of(table), mover)
    return solved(known, state_of(table), mover, table.faces, list(guesses(known, v, table.faces, WORLDS)))


def last_to_choose(s: Record) -> bool:
    """Whether nothing is left to decide after this: with more symbols due, one could know more by then."""
    return bool(s.open.due.sum() == 1 and 0 < s.open.left <= 2)


# Playing to the end


def solved(known: Rules, s: Record, mover: int, pack: Ints, worlds: list[Record]) -> Answer | None:
    """What each move loses, if some move is best in every world, in points ahead and in victories alike."""
    v = seen(known, s, mover)
    loss = dict.fromkeys(listed(known, s, mover), 0.0)
    for world in worlds:
        reached = {m: reach(known, world, mover, m, mover) for m in loss}
        if None in reached.values():
            return None
        for m, value in reached.items():
            assert value is not None
            loss[m] = max(loss[m], max(one for one in reached.values() if one is not None) - value)
        if min(loss.values()) > 1e-9:
            return None
    return Answer(v, pack, loss)


def reach(known: Rules, s: Record, seat: int, m: int, mover: int) -> float | None:
    """How far ahead the mover ends after this move, if all play for that or against it; None if the end is far."""
    after = copied(known, s)
    known.play(after, seat, m)
    if known.over(after):
        points = np.zeros(int(after.open.seats), np.int64)
        known.score(after, points)
        sign = -1 if known.LOWEST_WINS else 1
        share = (points * sign == max(points * sign)) / np.count_nonzero(points * sign == max(points * sign))
        return float(sign * (points[mover] - np.delete(points, mover).mean()) + 1000 * share[mover])
    waiting = known.waiting(after)
    seats = [one for one in range(int(after.open.seats)) if waiting >> one & 1]
    if len(seats) != 1 or (seats[0] != mover and after.open.seats > 2):
        return None
    replies = [reach(known, after, seats[0], reply, mover) for reply in listed(known, after, seats[0])]
    if not replies or None in replies:
        return None
    return (max if seats[0] == mover else min)(value for value in replies if value is not None)


def guesses(known: Rules, v: Record, pack: Ints, count: int) -> Iterator[Record]:
    """Worlds the viewer cannot tell from the true one."""
    rng = seeds(5, 1)
    for _ in range(count):
        world = blank(known.STATE)
        order = pack.copy()
        shuffle(rng, order, len(order))
        while not known.guess(v, order, die(rng), world):
            shuffle(rng, order, len(order))
        yield world


def played(game: str, seats: int, seed: int, stop: Callable[[Record], bool], rounds: int = 0) -> Table | None:
    """A table where quick bots have played until `stop`, after so many rounds; None if it never came to that."""
    options = {"pot": "auto"} if game == "zero" and seats == 2 else {}
    table = Table(game, seats, seed=seed, options=options, rules=prepared(game))
    bots: list[Bot] = [player(name, game, table.faces, seed) for name in ("instinct", "greedy")]
    while not table.over:
        if len(table.deals) >= rounds and stop(state_of(table)):
            return table
        seat = table.waiting[0]
        table.play(seat, rules(game).spell(bots[(seat + seed) % 2].decide(table.seen(seat))))
    return None


KINDS: dict[str, Callable[[int], Answer | None]] = {
    "last lap of zero": last_lap,
    "last lap of zero, 32 cards": whole_lap,
    "last card of zatre": last_card,
    "last two cards of zatre": two_cards,
    "last sets of soler": last_sets,
    "last favour of hero": last_favour,
}
GAME_OF = {kind: next(game for game in ("zero", "zatre", "soler", "hero") if game in kind) for kind in KINDS}
