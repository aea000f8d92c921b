"""Two worlds that somebody cannot tell apart: the same moves and the same knowledge, but the cards lie otherwise."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from ludozero import IllegalMove, Table
from ludozero.fast.compile import kernels
from ludozero.games import rules
from ludozero.table.errors import BadTable
from tests.tabletop import listed, random_move, tried

SWAPS = 250  # pairs of places in a deck that are tried
LONGEST = {"zero": 14, "hero": 99, "soler": 24, "zatre": 99}  # moves after which all agree to end the deal
OPTIONS: dict[str, dict[str, Any]] = {"soler": {"deals": 2}}
PAIRS: dict[str, Any] = {"pot": "auto"}  # Zero for two


@dataclass(frozen=True)
class Step:
    """What comes next: all say *go on*, a move, all agree to end the deal, or the game."""

    what: Literal["go", "move", "deal", "game"]
    seat: int = -1
    text: str = ""


@dataclass
class World:
    decks: list[list[str]]
    script: list[Step]


@dataclass
class Worlds:
    """Until step `until` nothing that the seat (-1: a spectator) can know is different."""

    game: str
    seats: int
    seat: int
    options: dict[str, Any]
    one: World
    other: World
    until: int
    tries: list[list[list[str]]] = field(default_factory=list)  # what is refused after each step, in either world


def options_of(game: str, seats: int) -> dict[str, Any]:
    return PAIRS if game == "zero" and seats == 2 else OPTIONS.get(game, {})


def begun(game: str, seats: int, decks: list[list[str]]) -> Table:
    """A table before its first deal, as the house keeps it."""
    return Table(game, seats, decks=decks, options=options_of(game, seats), patient=True, rules=kernels(game))


def take(table: Table, step: Step) -> None:
    """The step is made."""
    match step.what:
        case "go":
            table.deal()
        case "move":
            table.play(step.seat, step.text)
        case "deal" | "game":
            table.agree(step.what == "game")


def random_script(game: str, seats: int, decks: list[list[str]], rng: np.random.Generator) -> list[Step]:
    """A whole game of random moves; a deal that takes long is ended by consent."""
    table = begun(game, seats, decks)
    script: list[Step] = []
    moves = 0
    while not table.over:
        if table.waiting and (moves < LONGEST[game] or not fresh(table)):
            seat = int(rng.choice(table.waiting))
            step = Step("move", seat, table.rules.spell(random_move(table.rules, table.state, seat, rng)))
            moves += 1
        elif table.waiting:
            step = Step("deal")
        else:
            step = Step("go")
            moves = 0
        take(table, step)
        script.append(step)
    return script


def fresh(table: Table) -> bool:
    """Whether nobody is in the middle of something: all seats may lay, or one is to move."""
    return table.game != "soler" or len(table.waiting) == table.seats


def looks(game: str, seats: int, world: World, seat: int) -> Iterator[tuple[int, bytes]]:
    """How many deals are over, and all that a seat may know, after each step."""
    table = begun(game, seats, world.decks)
    for step in world.script:
        take(table, step)
        view = table.seen(None if seat < 0 else seat).tobytes()
        yield len(table.ended), view + repr((table.standing, table.waiting, table.last)).encode()


def same(game: str, seats: int, world: World, seat: int, known: list[bytes]) -> bool:
    """Whether all is legal there too, and the seat knows just that, step by step."""
    try:
        return all(now == before for (_, now), before in zip(looks(game, seats, world, seat), known, strict=False))
    except (IllegalMove, BadTable):
        return False


def two_worlds(game: str, seats: int, seat: int, seed: int, deck: int = -1) -> Worlds:
    """A whole game, and another one in which the cards of one deck lie otherwise where the seat cannot know."""
    rng = np.random.default_rng([seed, seats, seat + 1])
    one = random_world(game, seats, rng)
    ended, known = zip(*looks(game, seats, one, seat), strict=True)
    until = ended.index(1 if deck == 0 else ended[-1])
    by_lays = game == "soler" and deck != 0
    one.script[until + (not by_lays) :] = []
    other = World([cards[:] for cards in one.decks], one.script[:])
    cards = other.decks[deck]
    for i, j in rng.integers(len(cards), size=(SWAPS, 2)).tolist():
        if cards[i] != cards[j]:
            cards[i], cards[j] = cards[j], cards[i]
            if not same(game, seats, other, seat, list(known[:until])):
                cards[i], cards[j] = cards[j], cards[i]
    worlds = Worlds(game, seats, seat, options_of(game, seats), one, other, until)
    if by_lays:
        lay_otherwise(worlds, rng)
    texts = [step.text for step in one.script if step.what == "move"]
    worlds.tries = list(refused(worlds, texts, rng)) if seat >= 0 else []
    return worlds


def random_world(game: str, seats: int, rng: np.random.Generator) -> World:
    """Shuffled decks, and a game that needs no others."""
    pack = next(iter(rules(game).PACKS.values()))
    while True:
        decks = [rng.permutation(pack).tolist() for _ in range(seats)]
        try:
            script = random_script(game, seats, decks, rng)
        except BadTable:  # a hand was stuck, and other cards were to be ordered
            continue
        table = begun(game, seats, decks)
        for step in script:
            take(table, step)
        return World(decks[: table._ordered], script)


def lay_otherwise(worlds: Worlds, rng: np.random.Generator) -> None:
    """At last all but the seat lay a card face down, in each world another one; then all agree to the end."""
    tables = [begun(worlds.game, worlds.seats, world.decks) for world in (worlds.one, worlds.other)]
    for table, world in zip(tables, (worlds.one, worlds.other), strict=True):
        for step in world.script:
            take(table, step)
    for seat in range(worlds.seats):
        if seat != max(worlds.seat, 0):
            texts = [[table.rules.spell(m) for m in listed(table.rules, table.state, seat)] for table in tables]
            laid = str(rng.choice(texts[0]))
            otherwise = [text for text in texts[1] if text != laid] or texts[1]
            worlds.one.script.append(Step("move", seat, laid))
            worlds.other.script.append(Step("move", seat, str(rng.choice(otherwise))))
    worlds.until = len(worlds.one.script)
    for world in (worlds.one, worlds.other):
        world.script.append(Step("game"))


def refused(worlds: Worlds, texts: list[str], rng: np.random.Generator) -> Iterator[list[list[str]]]:
    """Moves made elsewhere in the game that the seat may not make after a step, alone or right after one it may."""
    table = begun(worlds.game, worlds.seats, worlds.one.decks)
    for step in worlds.one.script[: worlds.until]:
        take(table, step)
        wishes = [[text] for text in rng.choice(texts, 2).tolist()]
        if worlds.seat in table.waiting:
            legal = table.moves(worlds.seat)
            wishes.append([str(rng.choice(legal)), str(rng.choice(texts))])
        yield [wish for wish in wishes if tried(table, worlds.seat, *wish) is not None]


def secret_steps(worlds: Worlds) -> int:
    """Steps after which somebody else sees something different in the two worlds."""
    seen: list[list[tuple[bytes, ...]]] = []
    for world in (worlds.one, worlds.other):
        table = begun(worlds.game, worlds.seats, world.decks)
        views = []
        for step in world.script[: worlds.until]:
            take(table, step)
            views.append(tuple(table.seen(seat).tobytes() for seat in range(worlds.seats)))
        seen.append(views)
    return sum(one != other for one, other in zip(*seen, strict=True))
