"""What a seat cannot know, found without `guess`: where every card is, and how to shuffle the hidden ones in place.

A view that changes when only these change has leaked.
"""

from collections import Counter

import numpy as np

from ludozero.games import hero, rules
from ludozero.games.bits import NONE, bit
from ludozero.games.collection import KINDS
from ludozero.games.shape import Ints, Record
from ludozero.games.squares import FACE_OF, room


def census(game: str, s: Record) -> Counter[str] | None:
    """All cards of a state by their text, wherever they lie; None before the first deal."""
    if not s.open.deal:
        return None
    return CENSUS[game](s)


def shuffled_secrets(game: str, s: Record, seat: int, rng: np.random.Generator) -> None:
    """Shuffles, in place, what the seat (-1: a spectator) cannot know. Known facts are kept, by trying again."""
    if s.open.deal and not rules(game).over(s):
        SHUFFLED[game](s, seat, rng)


def in_word(word: np.uint64) -> list[int]:
    """The cards of a set."""
    bits = int(word)
    return [card for card in range(64) if bits >> card & 1]


def to_word(cards: list[int]) -> np.uint64:
    """The set of these cards."""
    word = NONE
    for card in cards:
        word |= bit(card)
    return word


# Zero: hands, the pot, and the rest, which is nowhere written down: what is in no hand lies there.


def zero_census(s: Record) -> Counter[str]:
    faces = rules("zero").FACES
    seats = int(s.open.seats)
    held = [card for hand in s.hand[:seats] for card in in_word(hand)] + in_word(s.open.pot)
    assert not s.hand[seats:].any()
    aside = set(range(56)) - set(held)
    assert len(held) == 9 * seats + int(s.open.potted)
    return Counter(faces[card] for card in [*held, *aside])


def zero_shuffled(s: Record, seat: int, rng: np.random.Generator) -> None:
    from ludozero.games.zero import was_zero

    o = s.open
    seats = int(o.seats)
    hidden = [in_word(s.hand[other] & ~o.known[other]) if other != seat else [] for other in range(seats)]
    held = to_word([card for hand in s.hand[:seats] for card in in_word(hand)]) | o.pot
    loose = [card for cards in hidden for card in cards] + [card for card in range(56) if held & bit(card) == NONE]
    while True:
        cards = rng.permutation(loose).tolist()
        hands = [to_word([cards.pop() for _ in theirs]) for theirs in hidden]
        if not any(hand and was_zero(o.barred[other], hand) for other, hand in enumerate(hands)):
            break
    for other, hand in enumerate(hands):
        if other != seat:
            s.hand[other] = o.known[other] | hand


# Zero Hero: faces seen, hidden, in the pile, removed. Collections and pairs must hold just the kinds that were seen.


def hero_census(s: Record) -> Counter[str]:
    known = rules("hero")
    faces = known.FACES
    o = s.open
    seats = int(o.seats)
    seen = Counter({face: int(n) for face, n in zip(faces, o.seen, strict=True) if n})
    lying = Counter(faces[face][:2] for pair in o.pairs for face in pair if face >= 0)
    for row in o.held[:seats]:
        lying += Counter({kind: int(n) for kind, n in zip(KINDS, row, strict=True) if n})
    assert lying == Counter(face[:2] for face in seen.elements())
    assert int(o.price.sum() + o.purse.sum() + o.supply) == hero.TOKENS
    hidden = [row_cards(row) for row in s.hidden[:seats]]
    assert [len(cards) for cards in hidden] == o.hides[:seats].tolist()
    assert len(row_cards(s.pile)) == o.left
    assert len(row_cards(s.removed)) == 6 * (4 - seats)
    loose = [face for row in (*hidden, row_cards(s.pile), row_cards(s.removed)) for face in row]
    return seen + Counter(faces[face] for face in loose)


def hero_shuffled(s: Record, seat: int, rng: np.random.Generator) -> None:
    rows = [s.hidden[other] for other in range(int(s.open.seats)) if other != seat] + [s.pile, s.removed]
    counts = [len(row_cards(row)) for row in rows]
    cards = rng.permutation([face for row in rows for face in row_cards(row)]).tolist()
    for row, count in zip(rows, counts, strict=True):
        drawn = [cards.pop() for _ in range(count)]
        row[:count] = drawn if row is rows[-2] else sorted(drawn)


def row_cards(row: Ints) -> list[int]:
    """The cards of a row, which ends with -1s."""
    cards: list[int] = row[row >= 0].tolist()
    assert (row[len(cards) :] == -1).all()
    return cards


# Solèr's Zero: hands, laid cards, safe ones, the hidden part of the pile and what was put under it.


def soler_census(s: Record) -> Counter[str]:
    faces = rules("soler").FACES
    o = s.open
    seats = int(o.seats)
    bags = [face for bag in (*s.hand[:seats], *o.safe[:seats]) for face in bag_cards(bag)]
    laid = [int(face) for face in s.laid if face >= 0]
    assert [int(bag.sum()) for bag in s.hand[:seats]] == o.held[:seats].tolist()
    assert [seat for seat in range(seats) if s.laid[seat] >= 0] == [seat for seat in range(seats) if o.lays >> seat & 1]
    if rules("soler").over(s) == 0:
        for seat in range(seats):
            theirs = s.hand[seat].copy()
            if s.laid[seat] >= 0:
                theirs[s.laid[seat]] += 1
            assert (o.known[seat] <= theirs).all()
    return Counter(faces[face] for face in [*bags, *laid, *row_cards(s.deck), *row_cards(o.under)])


def soler_shuffled(s: Record, seat: int, rng: np.random.Generator) -> None:
    o = s.open
    others = [other for other in range(int(o.seats)) if other != seat]
    for other in others:
        if s.laid[other] >= 0:
            s.hand[other, s.laid[other]] += 1
    hidden = {other: bag_cards(s.hand[other] - o.known[other]) for other in others}
    deck = row_cards(s.deck)
    cards = rng.permutation([*deck, *(face for theirs in hidden.values() for face in theirs)]).tolist()
    s.deck[: len(deck)] = [cards.pop() for _ in deck]
    for other in others:
        s.hand[other] = o.known[other]
        for _ in hidden[other]:
            s.hand[other, cards.pop()] += 1
        if s.laid[other] >= 0:
            s.laid[other] = rng.choice(bag_cards(s.hand[other]))
            s.hand[other, s.laid[other]] -= 1


def bag_cards(bag: Ints) -> list[int]:
    """The cards of a bag, a count for each face."""
    assert (bag >= 0).all()
    return [face for face, count in enumerate(bag) for _ in range(count)]


# Zatre: what is laid, hands, piles, and the cards aside. In an even round all those aside are known.


def zatre_census(s: Record) -> Counter[str]:
    faces = rules("zatre").FACES
    o = s.open
    seats = int(o.seats)
    laid = [int(FACE_OF[m >> 15]) for m in o.laid if m >= 0]
    hands = [row_cards(row) for row in s.hand[:seats]]
    piles = [row_cards(row) for row in s.pile[:seats]]
    assert [len(cards) for cards in hands] == o.held[:seats].tolist()
    assert [len(cards) for cards in piles] == o.left[:seats].tolist()
    assert len(laid) == o.down
    assert o.down + sum(len(cards) for cards in hands + piles) == 25
    return Counter(faces[face] for cards in [laid, *hands, *piles, row_cards(s.aside)] for face in cards)


def zatre_shuffled(s: Record, seat: int, rng: np.random.Generator) -> None:
    o = s.open
    rows = [s.pile[other] for other in range(int(o.seats))]
    if not o.pooled.any():  # else only the piles: a hand drawn from the cards aside is a matter for literal decks
        rows += [s.hand[other] for other in range(int(o.seats)) if other != seat and o.shown[other, 0] < 0]
        if o.deal % 2:
            rows.append(s.aside)
    if o.deal % 2 == 0:
        s.aside[:] = rng.permutation(s.aside)
    counts = [len(row_cards(row)) for row in rows]
    while True:
        cards = rng.permutation([face for row in rows for face in row_cards(row)]).tolist()
        for row, count in zip(rows, counts, strict=True):
            drawn = [cards.pop() for _ in range(count)]
            row[:count] = sorted(drawn) if len(row) == 4 else drawn
        if o.mover == seat or o.down == 0 or o.shown[o.mover, 0] >= 0 or room(o, s.hand[o.mover]):
            return


CENSUS = {"zero": zero_census, "hero": hero_census, "soler": soler_census, "zatre": zatre_census}
SHUFFLED = {"zero": zero_shuffled, "hero": hero_shuffled, "soler": soler_shuffled, "zatre": zatre_shuffled}
