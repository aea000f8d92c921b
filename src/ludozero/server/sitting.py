"""A table as the house keeps it: who sits there, what they agreed on, the game itself. One fold over its log.

Nothing here waits, reads a clock or asks the store: whoever calls tells what time it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ludozero.games import rules
from ludozero.table.record import follow
from ludozero.table.table import Table

Entry: TypeAlias = dict[str, Any]
Head: TypeAlias = dict[str, Any]  # what a table is made with: game, rules, seats, options, …
Phase = Literal["setup", "playing", "over"]
GO_AFTER = 20.0  # seconds until the next deal comes by itself
SETTINGS = ("seats", "options", "clock", "absence", "visibility", "seating")


@dataclass(slots=True)
class Chair:
    """A seat and who has it. `level` is a bot's, or that of the bot standing in for a person who is away."""

    kind: Literal["open", "person", "bot"] = "open"
    guest: str = ""
    name: str = ""
    level: str | None = None
    nonce: str = ""
    away: bool = False
    left: bool = False
    ready: bool = False
    agrees: str | None = None  # to end the `deal` or the `game`

    @property
    def person(self) -> bool:
        """Whether a person is to be waited for here."""
        return self.kind == "person" and not self.left


@dataclass(slots=True)
class Sitting:
    """The fold. `happen` is the one door by which anything comes in."""

    id: str
    head: Head
    secret: bytes
    at: int = 0
    phase: Phase = "setup"
    host: str = ""
    chairs: list[Chair] = field(default_factory=list)
    table: Table | None = None
    turns: list[int] = field(default_factory=list)  # moves each seat has made, those taken back included
    played: list[dict[int, str]] = field(default_factory=list)  # by seat: the latest turns and their texts
    log: list[Entry] = field(default_factory=list)  # line `at` is log[at - 1]
    game_at: list[int] = field(default_factory=list)  # the line of each entry of the table's own log
    scores: list[int] = field(default_factory=list)
    deals: list[list[int]] = field(default_factory=list)
    paused: int | None = None
    paused_since: float = 0.0
    asked: list[float | None] = field(default_factory=list)  # since when each seat is on the move
    scored_since: float | None = None
    late: set[int] = field(default_factory=set)  # seats whose time ran out and that have not moved since
    undos: int = 0
    noted: int = 0  # counts what is told besides the game: grows with all but moves
    next: str | None = None
    result: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        self.chairs = [Chair() for _ in range(self.head["seats"])]

    # Looking

    @property
    def seats(self) -> int:
        return len(self.chairs)

    @property
    def game(self) -> str:
        name: str = self.head["game"]
        return name

    @property
    def foreign(self) -> bool:
        """Whether it was begun by another version of the rules: its facts stand, its moves cannot be followed."""
        return bool(self.head["rules"] != rules(self.game).RULES)

    @property
    def standing(self) -> str:
        """`playing`, `scored` or `over`, once the game has begun."""
        return "over" if self.phase == "over" or self.table is None else self.table.standing

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may move now."""
        if self.phase != "playing" or self.paused is not None or self.table is None:
            return ()
        return self.table.waiting

    def seats_of(self, guest: str) -> list[int]:
        """The seats a guest has, those given up left out."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person and chair.guest == guest]

    def persons(self) -> list[int]:
        """The seats of people who are to be asked; whoever is away or has left is not."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person and not chair.away]

    def guests(self) -> set[str]:
        """Everybody seated here or free to come back, and the host."""
        return {chair.guest for chair in self.chairs if chair.kind == "person"} | {self.host}

    def bots_due(self) -> list[tuple[int, str]]:
        """The seats where a bot has to move, with its level; none once all people have left."""
        chairs = self.chairs
        due = [
            (seat, chairs[seat].level or "club")
            for seat in self.waiting
            if chairs[seat].kind == "bot" or (chairs[seat].away and chairs[seat].level)
        ]
        if not due:
            return []
        people = [chair for chair in chairs if chair.kind == "person"]
        return [] if people and all(chair.left for chair in people) else due

    def heard(self, own: list[int], since: int = 0) -> list[Entry]:
        """The log as these seats hear it: of what others lay face down, only that they did; guests have no ids."""
        lines = []
        face_down = rules(self.game).FACE_DOWN
        for at, entry in enumerate(self.log[since:], since + 1):
            line = {"at": at, **entry}
            if "move" in entry:
                word = entry["move"].split()[0]
                if word in face_down and entry["seat"] not in own:
                    line["move"] = word
            elif "undo" in entry:
                line["undo"] = self.line_of(entry["undo"])
            else:
                for name in ("guest", "nonce", "link"):
                    line.pop(name, None)
            lines.append(line)
        return lines

    def line_of(self, game_at: int) -> int:
        """The line after which the table's own log had so many entries."""
        return self.game_at[game_at - 1] if game_at else self.started

    @property
    def started(self) -> int:
        """The line with which the game began."""
        return next((at for at, entry in enumerate(self.log, 1) if entry.get("what") == "started"), 0)

    # What happens

    def happen(self, entry: Entry, now: float, *, played: bool = False) -> None:
        """An entry joins the log and takes effect; `played` if the game's own table knows of it already."""
        self.at += 1
        self.log.append(entry)
        if "what" in entry:
            self.noted += 1
            getattr(self, f"_{entry['what']}")(entry, now)
        elif self.table is not None or self.foreign:
            self._game(entry, now, played)
        self._reckon(now)

    def _game(self, entry: Entry, now: float, played: bool) -> None:
        self.game_at.append(self.at)
        if self.table is not None and not played:
            self.table.dealing = False
            follow(self.table, entry)
            self.table.dealing = True
        if "move" in entry:
            seat = entry["seat"]
            texts = self.played[seat]
            texts[self.turns[seat]] = entry["move"]
            texts.pop(self.turns[seat] - 64, None)
            self.turns[seat] += 1
            self.asked[seat] = None
            self.late.discard(seat)
        elif "timeout" in entry:
            self.late.add(entry["timeout"])
        else:
            self._hush()
            if "undo" in entry:
                self.asked = [None] * self.seats
                self.late.clear()
                self.undos += 1

    def _hush(self) -> None:
        """Something new: nobody has said *go on* or agreed to an end any more."""
        self.noted += 1
        for chair in self.chairs:
            chair.ready = False
            chair.agrees = None

    def _reckon(self, now: float) -> None:
        """Whose clock runs, and since when a finished deal lies open."""
        waiting = self.waiting if self.paused is None else ()
        if self.paused is None:
            for seat in range(len(self.asked)):
                if seat not in waiting:
                    self.asked[seat] = None
                elif self.asked[seat] is None:
                    self.asked[seat] = now
        if self.phase != "playing" or self.standing != "scored":
            self.scored_since = None
        elif self.scored_since is None:
            self.scored_since = now

    def _made(self, entry: Entry, now: float) -> None:
        self.host = entry["guest"]

    def _sat(self, entry: Entry, now: float) -> None:
        chair = self.chairs[entry["seat"]]
        kept = chair.nonce if self.phase != "setup" else entry.get("nonce", "")
        self.chairs[entry["seat"]] = Chair("person", entry["guest"], entry["name"], nonce=kept)

    def _left(self, entry: Entry, now: float) -> None:
        if self.phase == "setup":
            self.chairs[entry["seat"]] = Chair()
        else:
            chair = self.chairs[entry["seat"]]
            chair.left = chair.away = True
            chair.ready = False
            chair.agrees = None
            chair.level = entry.get("level")

    def _bot(self, entry: Entry, now: float) -> None:
        kept = self.chairs[entry["seat"]].nonce if self.phase != "setup" else ""
        self.chairs[entry["seat"]] = Chair("bot", level=entry["level"], nonce=kept)

    def _freed(self, entry: Entry, now: float) -> None:
        kept = self.chairs[entry["seat"]].nonce if self.phase != "setup" else ""
        self.chairs[entry["seat"]] = Chair(nonce=kept)

    def _setup(self, entry: Entry, now: float) -> None:
        changed = {key: entry[key] for key in SETTINGS if key in entry}
        self.head = self.head | changed
        seats = self.head["seats"]
        self.chairs = self.chairs[:seats] + [Chair() for _ in range(seats - len(self.chairs))]

    def _started(self, entry: Entry, now: float) -> None:
        self.chairs = [self.chairs[seat] for seat in entry["seating"]]
        self.phase = "playing"
        self.turns = [0] * self.seats
        self.played = [{} for _ in range(self.seats)]
        self.asked = [None] * self.seats
        self.scores = [0] * self.seats
        if not self.foreign:
            self.table = Table(
                self.game,
                self.seats,
                options=self.head["options"],
                pack=self.head["pack"],
                players=[
                    {"name": chair.name if chair.kind == "person" else chair.level or "", "kind": chair.kind}
                    for chair in self.chairs
                ],
                patient=True,
                **self.shuffle(),
            )

    def shuffle(self) -> dict[str, Any]:
        """Where the order of the cards comes from: the table's secret with the nonces of who sat down."""
        if decks := self.head.get("decks"):
            return {"decks": decks}
        return {"secret": self.secret, "nonces": self.head.get("nonces") or [chair.nonce for chair in self.chairs]}

    def _go(self, entry: Entry, now: float) -> None:
        self.chairs[entry["seat"]].ready = True

    def _paused(self, entry: Entry, now: float) -> None:
        self.paused = entry["seat"]
        self.paused_since = now

    def _resumed(self, entry: Entry, now: float) -> None:
        gone = now - self.paused_since
        self.paused = None
        self.asked = [None if since is None else since + gone for since in self.asked]
        if self.scored_since is not None:
            self.scored_since += gone

    def _ending(self, entry: Entry, now: float) -> None:
        if entry["agree"]:
            self.chairs[entry["seat"]].agrees = "game" if entry["whole"] else "deal"
        else:
            for chair in self.chairs:
                chair.agrees = None

    def _away(self, entry: Entry, now: float) -> None:
        chair = self.chairs[entry["seat"]]
        chair.away = True
        chair.level = entry.get("level")

    def _back(self, entry: Entry, now: float) -> None:
        chair = self.chairs[entry["seat"]]
        chair.away = chair.left = False
        chair.level = None
        if "guest" in entry:
            chair.guest = entry["guest"]

    def _host(self, entry: Entry, now: float) -> None:
        self.host = entry["guest"]

    def _moved(self, entry: Entry, now: float) -> None:
        if self.host == self.chairs[entry["seat"]].guest:
            self.host = entry["guest"]
        self.chairs[entry["seat"]].guest = entry["guest"]

    def _scored(self, entry: Entry, now: float) -> None:
        """A finished deal's points, as facts: they hold under any later rules."""
        self.scores = entry["scores"]
        self.deals = entry["deals"]

    def _over(self, entry: Entry, now: float) -> None:
        self.phase = "over"
        self.result = entry["result"]
        self.paused = None
        self._hush()

    def _next(self, entry: Entry, now: float) -> None:
        self.next = entry["table"]

    # The clock, as told

    def clock_left(self, seat: int, now: float) -> float | None:
        """Seconds the seat has left; None where no clock runs."""
        since, clock = self.asked[seat] if self.asked else None, self.head["clock"]
        if since is None or clock is None:
            return None
        return max(0.0, float(clock) - ((self.paused_since if self.paused is not None else now) - since))

    def go_left(self, now: float) -> float | None:
        """Seconds until the next deal comes by itself."""
        if self.scored_since is None:
            return None
        return max(0.0, GO_AFTER - ((self.paused_since if self.paused is not None else now) - self.scored_since))

    def given_back(self, seconds: float, now: float) -> None:
        """Time in which nobody served the table does not count."""
        self.asked = [None if since is None else min(now, since + seconds) for since in self.asked]
        if self.scored_since is not None:
            self.scored_since = min(now, self.scored_since + seconds)
        self.paused_since = min(now, self.paused_since + seconds)


def settings(head: Mapping[str, Any]) -> dict[str, Any]:
    """What a table is set up with, as it is told."""
    return {key: head[key] for key in SETTINGS}
