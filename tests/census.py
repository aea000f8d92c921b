"""Whether every card is in exactly one place, in thousands of states at once: vectors instead of `secrets.census`."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ludozero.games import hero, rules, zero
from ludozero.games.collection import KINDS
from ludozero.games.shape import Ints
from ludozero.games.squares import FACE_OF

States: TypeAlias = Any  # an array of them, in mid-deal or after it
Flags: TypeAlias = npt.NDArray[np.bool_]


def in_place(game: str, states: States, pack: Ints) -> Flags:
    """Of each state, whether its cards are those of the pack. All must have been dealt at least once."""
    return IN_PLACE[game](states, pack)


def whole(game: str, pack: Ints) -> Ints:
    """The pack, a count for each face."""
    return np.bincount(pack, minlength=len(rules(game).FACES))


def tally(rows: Ints, kinds: int) -> Ints:
    """How many of each kind lie in a state's rows, state by state; -1 is nothing."""
    flat = rows.reshape(len(rows), -1).astype(np.int64)
    places = np.arange(len(flat))[:, np.newaxis] * kinds + flat
    return np.bincount(places[flat >= 0], minlength=len(flat) * kinds).reshape(len(flat), kinds)


def zero_in_place(states: States, pack: Ints) -> Flags:
    """No card is twice in hands and pot, and each has as many as it should; what is in none of them lies aside."""
    o = states.open
    seats = np.arange(5) < o.seats[:, np.newaxis]
    placed = np.bitwise_or.reduce(states.hand, 1) | o.pot
    hands, pot = np.bitwise_count(states.hand), np.bitwise_count(o.pot)
    fine: Flags = (hands == np.where(seats, zero.HAND, 0)).all(1) & (pot == o.potted)
    fine &= placed <= zero.ALL
    fine &= np.bitwise_count(placed) == hands.sum(1) + pot
    return fine


def hero_in_place(states: States, pack: Ints) -> Flags:
    """Cards seen and unseen are the pack; collections and pairs hold the kinds that were seen; no token is lost."""
    o = states.open
    cards = whole("hero", pack)
    count, kinds = len(cards), len(KINDS)
    symbols = count // kinds
    faces = o.seen + tally(states.hidden, count) + tally(states.pile, count) + tally(states.removed, count)
    lying = o.held.sum(1) + tally(np.where(o.pairs < 0, -1, o.pairs // symbols), kinds)
    fine: Flags = (faces == cards).all(1)
    fine &= (lying == o.seen.reshape(len(states), kinds, symbols).sum(2)).all(1)
    fine &= o.price.sum(1) + o.purse.sum(1) + o.supply == hero.TOKENS
    return fine


def soler_in_place(states: States, pack: Ints) -> Flags:
    """Hands, laid and safe cards, and both parts of the pile are the pack; hands are as large as is said."""
    o = states.open
    cards = whole("soler", pack)
    count = len(cards)
    faces = states.hand.sum(1) + o.safe.sum(1) + tally(states.laid, count)
    faces = faces + tally(states.deck, count) + tally(o.under, count)
    fine: Flags = (faces == cards).all(1)
    fine &= (states.hand >= 0).all((1, 2))
    fine &= (states.hand.sum(2) == o.held).all(1)
    return fine


def zatre_in_place(states: States, pack: Ints) -> Flags:
    """Hands, piles, the cards aside and those laid are the pack; what is not laid is counted right."""
    o = states.open
    cards = whole("zatre", pack)
    count = len(cards)
    laid = tally(np.where(o.laid < 0, -1, FACE_OF[o.laid >> 15]), count)
    faces = laid + tally(states.hand, count) + tally(states.pile, count) + tally(states.aside, count)
    fine: Flags = (faces == cards).all(1)
    fine &= (o.unlaid + laid == cards).all(1)
    fine &= ((states.hand >= 0).sum(2) == o.held).all(1)
    return fine


IN_PLACE = {"zero": zero_in_place, "hero": hero_in_place, "soler": soler_in_place, "zatre": zatre_in_place}
