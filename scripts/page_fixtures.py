"""Real moments of real games as the events a page gets, for its gallery: `python -m scripts.page_fixtures`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludozero.games import GAMES, rules
from ludozero.table.table import Table
from scripts import page_moments

HOME = Path(__file__).resolve().parents[1]
TARGET = HOME / "web" / ".fixtures"
SEEDS = {"zero": 1, "hero": 25, "soler": 3, "zatre": 1}  # games looked through: rare moments of some come late
PARTS = {
    "zero": r"(?P<act>knock)|(?P<lay>[A-Z][0-9])>(?P<take>[A-Z][0-9])",
    "hero": r"(?P<act>[a-z]+)(?: (?P<pair>[0-9]))?(?: x(?P<count>[0-9]))?(?: (?P<card>[A-Z][0-9]) (?P<seat>[0-9]))?",
    "soler": r"(?P<act>[a-z]+)(?:(?<=bid) (?P<number>-?[0-9]+)| (?P<cards>.+))?",
    "zatre": r"(?P<first>[0-9])(?P<second>[0-9])@(?P<column>-?[0-9]+),(?P<row>-?[0-9]+)(?P<way>[ES])",
}
NAMES = ("Léa", "Max", "Zoë", "Ben", "Ida")
PLAYING = ["moves", "undo", "pause", "end", "leave", "link", "go"]
OVER = ["rematch", "again"]


def event(table: Table, seat: int | None, at: int = 0) -> dict[str, Any]:
    """What the server would tell the seat (docs/protocol.md)."""
    weighed = {} if seat is None else table.weigh(seat)
    moves = [[text, *weights.values()] for text, weights in weighed.items()]
    view = table.view(seat)
    return {
        "table": "gallery",
        "at": len(table.log),
        "game": table.game,
        "phase": "over" if table.over else "playing",
        "known": False,
        "seats": [
            {
                "name": NAMES[i] if i in (0, seat) else "",
                "kind": "person" if i in (0, seat) else "bot",
                "level": None if i in (0, seat) else "club",
            }
            | {"here": True, "away": False, "left": False, "ready": False, "agrees": None}
            for i in range(table.seats)
        ],
        "yours": {"seats": [] if seat is None else [seat], "host": seat == 0, "key": None},
        "can": [] if seat is None else OVER if table.over else PLAYING,
        "hands": [{"seat": seat, "turn": view["turn"], "view": view, "moves": moves}],
        "log": [{"at": i, **line} for i, line in enumerate(table.heard(seat), 1)][at:],
        "since": at,
        "clocks": [None] * table.seats,
        "go_in": 14.0 if table.standing == "scored" else None,
        "paused": None,
        "ending": None,
        "thinking": [i for i in view["waiting"] if i != seat],
        "setup": {"seats": table.seats, "options": table.options, "clock": None, "absence": "wait"}
        | {"visibility": "link", "seating": "random"},
        "commitment": "5f1d" * 16,
        "next": None,
        "result": table.record()["result"],
    }


def game_info(game: str) -> dict[str, Any]:
    """What the server tells of a game."""
    known = rules(game)
    options = [
        {"option": name, "values": {"from": values[0], "to": values[-1]} if isinstance(values, range) else list(values)}
        | {"default": values[0]}
        for name, values in known.OPTIONS.items()
    ]
    name, cards = next(iter(known.PACKS.items()))
    return {
        "game": game,
        "rules": known.RULES,
        "seats": list(known.SEATS),
        "lowest_wins": known.LOWEST_WINS,
        "options": options,
        "pack": {"name": name, "cards": list(cards), "open": known.PACK_OPEN},
        "faces": list(known.FACES),
        "weighs": list(known.WEIGHS),
        "parts": PARTS[game],
        "shown": {path.rpartition(".")[2]: kind for path, kind in known.SHOWN.items()},
    }


def best(game: str) -> Callable[[Table, int], str]:
    """A player that looks at what the table weighs, so that the moments look like a game."""
    lowest = rules(game).LOWEST_WINS

    def choose(table: Table, seat: int) -> str:
        weighed = table.weigh(seat)
        name = "chance" if "chance" in next(iter(weighed.values())) and game == "soler" else "points"
        ranked = sorted(weighed, key=lambda text: weighed[text][name], reverse=not lowest)
        return ranked[(len(table.log) * 7 + seat) % min(3, len(ranked))] if len(table.log) % 3 else ranked[0]

    return choose


def notable(game: str, view: dict[str, Any]) -> str:
    """The name of a phase that a table shows in its own way."""
    if game == "zero" and view["knocks"]:
        return "knocked" if view["closer"] is None else "lap"
    if game == "hero" and view["left"] <= 12:
        return "final" if view["left"] <= 10 else "late"
    return ""


def moments(game: str, seats: int, seed: int) -> dict[str, dict[str, Any]]:
    """The first decision of seat 0, one in the middle, somebody else's turn, a finished deal, the end."""
    table = Table(game, seats, seed=seed, patient=True)
    table.deal()
    choose = best(game)
    found: dict[str, dict[str, Any]] = {}
    mine = 0
    for _ in range(3000):
        if table.over:
            break
        if table.standing == "scored":
            found.setdefault("scored", event(table, 0))
            table.deal()
            continue
        seat = table.waiting[0] if game != "soler" else table.waiting[len(table.log) % len(table.waiting)]
        if seat == 0:
            mine += 1
            acts = {text.split()[0] for text in table.moves(0)} if game in ("soler", "hero") else {""}
            found.setdefault("-".join(["turn", *sorted(acts)]).rstrip("-"), event(table, 0))
            if mine == 7:
                found["middle"] = event(table, 0)
            if mine > 4 and any(text.startswith("buy") and told["change"] > 0 for text, told in table.weigh(0).items()):
                found.setdefault("choice", event(table, 0))
            if late := notable(game, table.view(0)):
                found[late] = event(table, 0)
        elif mine == 5:
            found.setdefault("waiting", event(table, 0))
            found.setdefault("spectator", event(table, None))
        table.play(seat, choose(table, seat))
        if mine > 60 and not table.over and game in ("zero", "soler"):
            table.agree(whole=len(table.ended) == seats - 1)
            mine = 8
    found["over"] = event(table, 0)
    return found


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    for game in GAMES:
        found: dict[str, Any] = {}
        for seed in range(7, 7 + SEEDS[game]):
            found = moments(game, 3, seed) | found
        for name, moment in found.items():
            write(f"{game}-{name}", moment)
        for name, moment in moments(game, rules(game).SEATS[-1], 11).items():
            if name in ("waiting", "middle", "lap", "final"):
                write(f"{game}-many-{name}", moment)
    for name, table, seat in page_moments.rare():
        write(name, event(table, seat))
    write("games", {"games": [game_info(game) for game in GAMES]})


def write(name: str, content: Any) -> None:
    (TARGET / f"{name}.json").write_text(json.dumps(content, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
