"""Moments that a game seldom comes to by itself, for the page's gallery."""

from collections.abc import Callable, Iterator
from typing import Any

from ludozero.table.table import Table

Moment = tuple[str, Table, int | None]
Wanted = dict[str, Callable[[dict[str, Any], list[str]], bool]]


def rare() -> Iterator[Moment]:
    """A name, the table as it stands, and who looks at it."""
    yield from soler()
    yield from zatre()


def soler() -> Iterator[Moment]:
    """Solèr's Zero: bids with some taken, all kinds of reveals, big hands and small ones."""
    three: Wanted = {
        "bid-last": lambda v, moves: "bid 0" in moves and sum(map(bool, v["bid"])) == 2,
        "after-right": lambda v, moves: laying(v, moves) and sums(v) in told(v),
        "after-zero": lambda v, moves: laying(v, moves) and sums(v) not in told(v) and v["reveal"].count("0") == 1,
        "after-zeros": lambda v, moves: laying(v, moves) and sums(v) not in told(v) and v["reveal"].count("0") > 1,
        "laid": lambda v, _: v["waiting"] == [2] and not v["bid"][0] and len(v["lays"]) == 2,
        "others-bid": lambda v, _: len(v["lays"]) == 3 and bool(v["bid"][1]) and v["waiting"] == [2],
        "sets": lambda _, moves: len(moves) > 3 and "done" in moves,
        "other-saves": lambda v, _: not v["lays"] and v["waiting"] == [1] and len(v["safe"][1]) > 1,
        "late": lambda v, moves: laying(v, moves) and len(v["under"]) > 12 and v["calm"] > 4,
    }
    yield from looked_for("soler", three, seats=3, seed=100)
    five: Wanted = {
        "five-bid": lambda v, moves: "bid 0" in moves and sum(map(bool, v["bid"])) == 3,
        "five-lay": lambda v, moves: laying(v, moves) and v["deal"] == 1 and v["turn"] > 20,
    }
    yield from looked_for("soler", five, seats=5, seed=200)
    yield from looked_for("soler", {"two-bid": lambda v, moves: "bid 0" in moves and v["turn"] > 6}, seats=2, seed=300)


def laying(view: dict[str, Any], moves: list[str]) -> bool:
    """Cards lie turned up, and the next are being laid."""
    return moves[:1] != [] and moves[0].startswith("lay") and view["reveal"][0] is not None and len(view["lays"]) < 2


def sums(view: dict[str, Any]) -> int:
    """What the cards turned up add up to."""
    return sum(int(face) for face in view["reveal"] if face is not None)


def told(view: dict[str, Any]) -> list[int]:
    """What was announced."""
    return [int(bid.split()[1]) for bid in view["bid"] if bid]


def looked_for(game: str, wanted: Wanted, seats: int, seed: int) -> Iterator[Moment]:
    """Plays until seat 0 has seen all of these, best chances first but not always."""
    left = dict(wanted)
    for number in range(seed, seed + 60):
        table = Table(game, seats, options={"quiet": 12}, seed=number, patient=True)
        while left and not table.over:
            if table.standing == "scored" or not table.waiting:
                table.deal()
                continue
            view, moves = table.view(0), table.moves(0)
            for name in [name for name, fits in left.items() if fits(view, moves)]:
                del left[name]
                yield f"{game}-{name}", table, 0
            place = len(table.log) * 7 + number
            seat = table.waiting[place % len(table.waiting)]
            weighed = table.weigh(seat)
            ranked = sorted(weighed, key=lambda text: -weighed[text]["chance"] - weighed[text]["points"])
            table.play(seat, ranked[place % min(len(ranked), 1 if number % 2 else 3)])
        if not left:
            return
    raise RuntimeError(f"never seen in {game}: {', '.join(left)}")


def zatre() -> Iterator[Moment]:
    """Zatre: the opening, a half and an almost full board, one in a line, a second round with four."""
    table = Table("zatre", 4, seed=5, patient=True)
    table.deal()
    yield "zatre-opening", table, 0
    table.play(0, table.moves(0)[0])
    yield "zatre-opening-second", table, 0
    yield from grown(table, "", lambda weighed, text: weighed[text]["points"])
    wide = Table("zatre", 2, seed=9, patient=True)
    wide.deal()
    yield from grown(wide, "wide-", lambda _, text: abs(int(text[3:-1].split(",")[0])) + (text[-1] == "E"))


def grown(table: Table, name: str, worth: Callable[[dict[str, Any], str], float]) -> Iterator[Moment]:
    """Plays on, and looks at seat 0 from 12 and 24 cards on, and in a second round."""
    ends = iter((12, 20))
    due: int | None = next(ends)
    while not table.over:
        if not table.waiting:
            if table.standing == "scored" and table.view(None)["deal"] == 2:
                return
            table.deal()
            continue
        seat, laid, deal = table.waiting[0], len(table.view(None)["laid"]), table.view(None)["deal"]
        if due is not None and seat == 0 and laid >= due and deal == 1:
            yield f"zatre-{name}{due}", table, 0
            due = next(ends, None)
        if deal == 2 and laid == 17 and not name:
            yield "zatre-second-round", table, 0
        weighed = table.weigh(seat)
        table.play(seat, max(sorted(weighed), key=lambda text: worth(weighed, text)))
