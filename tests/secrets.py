"""What a seat cannot know, found without `guess`: where every card is, and how to shuffle the hidden ones in place.

A view that changes when only these change has leaked.
"""

from collections import Counter

import numpy as np

from ludozero.games import rules
from ludozero.games.bits import NONE, bit
from ludozero.games.shape import Record


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
    return [card for card in range(64) if word & bit(card) != NONE]


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


CENSUS = {"zero": zero_census}
SHUFFLED = {"zero": zero_shuffled}
