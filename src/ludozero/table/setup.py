"""What a table is set up with - options, a pack, decks - read from text and checked before anything is dealt."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from ludozero.games import GAMES, rules
from ludozero.games.shape import Ints, Rules
from ludozero.table.errors import BadTable, quoted

Deck: TypeAlias = str | Sequence[str]
Pack: TypeAlias = Mapping[str, Any]  # {"name": …, "cards": […]}


def game_rules(game: Any, seats: Any) -> Rules:
    """The rules of a game that so many seats can play."""
    if game not in GAMES:
        raise BadTable("unknown-game", args={"game": quoted(game), "games": ", ".join(GAMES)})
    chosen = rules(game)
    if isinstance(seats, bool) or not isinstance(seats, int) or seats not in chosen.SEATS:
        few, many = chosen.SEATS[0], chosen.SEATS[-1]
        raise BadTable("bad-seats", args={"game": game, "seats": quoted(seats), "few": few, "many": many})
    return chosen


def read_options(game: str, chosen: Mapping[str, Any], seats: int = 0) -> dict[str, Any]:
    """All options of the game by name, those not chosen at their default. A number may come as text.

    So many seats, if they are told, may leave fewer values.
    """
    if not isinstance(chosen, Mapping):
        raise BadTable("bad-setup", args={"field": "options"})
    known = rules(game).OPTIONS | rules(game).OPTIONS_AT.get(seats, {})
    for name in chosen:
        if name not in known:
            raise BadTable("unknown-option", args={"option": quoted(name), "options": ", ".join(known) or "-"})
    options: dict[str, Any] = {}
    for name, values in known.items():
        value = chosen.get(name, values[0])
        if isinstance(values, range) and isinstance(value, str) and value.isascii() and value.isdigit():
            value = int(value.lstrip("0")[:9] or 0)
        wanted_type = int if isinstance(values, range) else str
        if type(value) is not wanted_type or value not in values:
            wanted = f"{values[0]}-{values[-1]}" if isinstance(values, range) else ", ".join(values)
            raise BadTable("bad-option", args={"option": name, "value": quoted(value), "values": wanted})
        options[name] = value
    return options


def read_shuffle(seed: Any, decks: Any, secret: Any) -> None:
    """Where the order of the cards comes from: one source at most."""
    if sum(given is not None for given in (seed, decks, secret)) > 1:
        raise BadTable("one-shuffle")
    fine = {
        "seed": seed is None or (isinstance(seed, int) and not isinstance(seed, bool)),
        "decks": decks is None or isinstance(decks, (list, tuple)),
        "secret": secret is None or (isinstance(secret, bytes) and len(secret) > 0),
    }
    for field, good in fine.items():
        if not good:
            raise BadTable("bad-setup", args={"field": field})


def read_players(players: Sequence[Mapping[str, str]] | None, seats: int) -> list[dict[str, str]]:
    """Who sits there, one for each seat: a name and a kind. Nobody said: persons without names."""
    if players is None:
        return [{"name": "", "kind": "person"} for _ in range(seats)]
    fine = isinstance(players, (list, tuple)) and len(players) == seats
    if not fine or not all(
        isinstance(player, Mapping) and all(isinstance(text, str) for pair in player.items() for text in pair)
        for player in players
    ):
        raise BadTable("bad-setup", args={"field": "players"})
    return [dict(player) for player in players]


def option_numbers(game: str, options: Mapping[str, Any]) -> Ints:
    """The options as the rules take them: a number as it is, a word by its place among its values."""
    known = rules(game).OPTIONS
    numbers = [
        options[name] if isinstance(values, range) else values.index(options[name]) for name, values in known.items()
    ]
    return np.array(numbers or [0], np.int32)


def read_pack(game: str, pack: Pack | None) -> dict[str, Any]:
    """The pack to play with: the settled one, or one that corrects it card by card."""
    known = rules(game)
    name, cards = next(iter(known.PACKS.items()))
    if pack is None:
        return {"name": name, "cards": list(cards)}
    given = pack.get("cards") if isinstance(pack, Mapping) else None
    if not isinstance(given, (list, tuple)) or not isinstance(pack.get("name"), str):
        raise BadTable("bad-pack", args={"game": game})
    if len(given) != len(cards):
        raise BadTable("pack-length", args={"count": len(given), "wanted": len(cards)})
    unknown = [card for card in given if card not in known.FACES]
    if unknown:
        raise BadTable("unknown-card", args={"card": quoted(unknown[0], 20), "game": game})
    if not known.PACK_OPEN and Counter(given) != Counter(cards):
        raise BadTable("fixed-pack", args={"game": game})
    return {"name": pack["name"][:80], "cards": list(given)}


def load_pack(path: Path) -> Pack:
    """A pack file: the JSON of `games/packs`, corrected by somebody who owns the box."""
    try:
        pack: Pack = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadTable("unreadable-file", args={"file": path.name, "problem": type(error).__name__}) from None
    return pack


def faces_of(known: Rules, game: str, cards: Sequence[str]) -> Ints:
    """Card texts as faces, in any case."""
    faces = {text.upper(): face for face, text in enumerate(known.FACES)}
    order = np.zeros(len(cards), np.int16)
    for i, card in enumerate(cards):
        face = faces.get(card.upper()) if isinstance(card, str) else None
        if face is None:
            raise BadTable("unknown-card", args={"card": quoted(card, 20), "game": game})
        order[i] = face
    return order


def read_deck(known: Rules, game: str, deck: Deck, cards: Ints) -> Ints:
    """A literal deck, top card first: it must hold just the cards to be ordered."""
    if not isinstance(deck, (str, list, tuple)):
        raise BadTable("bad-setup", args={"field": "decks"})
    order = faces_of(known, game, deck.split() if isinstance(deck, str) else deck)
    if len(order) != len(cards):
        raise BadTable("deck-length", args={"count": len(order), "wanted": len(cards)})
    surplus = Counter(order.tolist()) - Counter(cards.tolist())
    if surplus:
        raise BadTable("deck-cards", args={"card": known.FACES[next(iter(surplus))]})
    return order
