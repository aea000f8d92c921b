"""People who play on whatever happens to the house, and remember what they were told; and what must hold in the end."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from random import Random
from threading import Event, Lock, Semaphore, Thread

from ludozero import verify
from ludozero.server.hall import Hall
from ludozero.server.kernels import Kernels
from ludozero.server.luck import Luck
from ludozero.server.store import Store
from tests.server.processes import LONG, Process
from tests.server.served import Caller, Json, Told, told

GONE = (OSError, HTTPException)  # the house has gone away in the middle of something
PARTIES: tuple[tuple[str, int, Json], ...] = (  # game, people, what else
    ("zero", 3, {}),
    ("soler", 2, {"options": {"deals": 1, "quiet": 20}}),
    ("zatre", 2, {}),
    ("hero", 1, {"seats": 2, "bots": ["club"]}),
)
KINDS = ("sent", "acknowledged", "seen")  # what happens to players: a move is on its way, is answered, an event comes
MOST = 30  # of them in the life of a process


class Moments:
    """What happens to the players, counted; with the chosen one, something else does."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._lock = Lock()
        self._kind, self._left = "", 0
        self._then: Callable[[], object] = int

    def choose(self, kind: str, number: int, then: Callable[[], object]) -> None:
        """The so-manieth of this kind from now on."""
        with self._lock:
            self._kind, self._left, self._then = kind, number, then

    def happened(self, kind: str) -> None:
        with self._lock:
            self.counts[kind] += 1
            self._left -= kind == self._kind
            if kind == self._kind and self._left == 0:
                self._then()


@dataclass
class Memory:
    """What somebody was told, by table."""

    moves: dict[str, list[str]] = field(default_factory=dict)  # one's own that were acknowledged
    pending: dict[str, str] = field(default_factory=dict)  # one's own that has not been answered
    lines: dict[str, dict[int, Json]] = field(default_factory=dict)  # of the log
    promises: dict[str, str] = field(default_factory=dict)  # the deals' commitment

    def note(self, event: Json) -> None:
        """An event; it may not contradict an earlier one."""
        table = event["table"]
        assert self.promises.setdefault(table, event["commitment"]) == event["commitment"]
        lines = self.lines.setdefault(table, {})
        for line in event["log"]:
            assert lines.setdefault(line["at"], line) == line


class Player(Thread):
    """Somebody who makes some legal move whenever it is possible, asks again until there is an answer, and plays again.

    If the house does not answer, the next door is tried; the only one, once it has been opened again.
    """

    def __init__(self, doors: Sequence[Process], token: str, table: str, moments: Moments, seed: int) -> None:
        super().__init__(daemon=True)
        self.table = table  # the first one
        self.doors = list(doors)
        self.life = self.doors[0].life
        self.token = token
        self.moments = moments
        self.dice = Random(seed)
        self.memory = Memory()
        self.enough = Event()
        self.fault: BaseException | None = None
        self.acknowledged = Semaphore(0)  # grows with every move
        self._last = ""  # event that was seen
        self._line: HTTPConnection | None = None

    def run(self) -> None:
        try:
            self.play()
        except BaseException as fault:
            self.fault = fault
            self.doors[0].kill()  # there is no need to go on
        finally:
            self.hang_up()

    def play(self) -> None:
        """Follows what happens."""
        while not self.enough.is_set():
            try:
                for event in self.listen():
                    self._last = event.number or self._last
                    self.moments.happened("seen")
                    if event.kind == "table":
                        self.memory.note(event.data)
                        self.answer(event.data)
            except GONE:
                self.look_again()

    def hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def look_again(self) -> None:
        """The house did not answer."""
        self.hang_up()
        if not self.enough.is_set():
            if len(self.doors) > 1:
                self.doors.append(self.doors.pop(0))
            else:
                self.doors[0].after(self.life)
            self.life = self.doors[0].life

    def connect(self) -> HTTPConnection:
        return HTTPConnection(self.doors[0].netloc, timeout=LONG)

    def headers(self, **more: str) -> dict[str, str]:
        return {
            "authorization": f"Bearer {self.token}",
            **{name.replace("_", "-"): text for name, text in more.items()},
        }

    def listen(self) -> Iterator[Told]:
        """The stream, from where the last one broke off, until this one does."""
        with closing(self.connect()) as line:
            line.request("GET", "/api/events", headers=self.headers(last_event_id=self._last))
            answer = line.getresponse()
            assert answer.status == 200, answer.read()
            yield from told(text.decode().rstrip("\n") for text in answer)

    def ask(self, path: str, body: Json) -> tuple[int, Json]:
        """One request."""
        if self._line is None:
            self._line = self.connect()
        headers = self.headers(content_type="application/json")
        self._line.request("POST", path, json.dumps(body).encode(), headers)
        self.moments.happened("sent")
        answer = self._line.getresponse()
        return answer.status, json.loads(answer.read())

    def until_answered(self, path: str, body: Json) -> tuple[int, Json]:
        """The same request again until there is an answer."""
        while True:
            try:
                return self.ask(path, body)
            except GONE:
                self.look_again()
                if self.enough.is_set():
                    raise

    def answer(self, event: Json) -> None:
        """Does what there is to do."""
        table, can = event["table"], event["can"]
        if "rematch" in can and event["yours"]["host"] and event["next"] is None:
            self.until_answered(f"/api/tables/{table}/rematch", {})
        if "start" in can:
            self.until_answered(f"/api/tables/{table}/start", {})
        if "go" in can:
            self.until_answered(f"/api/tables/{table}/go", {"deal": event["hands"][0]["view"]["deal"]})
        for hand in event["hands"]:
            if hand["moves"] and hand["turn"] == len(self.memory.moves.get(table, ())):
                self.move(table, hand)

    def move(self, table: str, hand: Json) -> None:
        """It is acknowledged once, however often it has to be sent."""
        text = self.memory.pending[table] = self.dice.choice(hand["moves"])[0]
        status, done = self.until_answered(f"/api/tables/{table}/moves", {"turn": hand["turn"], "moves": [text]})
        assert (status, done.get("played")) == (200, [text]), done
        del self.memory.pending[table]
        self.memory.moves.setdefault(table, []).append(text)
        self.acknowledged.release()
        self.moments.happened("acknowledged")


def seated(doors: Sequence[Process], moments: Moments, seed: int) -> list[Player]:
    """The parties at tables that have just been started; everybody comes in by another door than the one before."""
    players: list[Player] = []
    for game, people, more in PARTIES:
        with Caller(doors[0].url, None) as stranger:
            tokens = [stranger.post("/api/tokens", {"name": game, "kind": "person"})["token"] for _ in range(people)]
        with Caller(doors[0].url, token=tokens[0]) as host:
            made = host.make(game, **{"seats": people, "seating": "as-is", **more})
            for token in tokens[1:]:
                with Caller(doors[0].url, token=token) as friend:
                    friend.at(made["table"], "sit", {"key": made["key"]})
            host.at(made["table"], "start")
        for i, token in enumerate(tokens):
            first = i % len(doors)
            players.append(Player([*doors[first:], *doors[:first]], token, made["table"], moments, seed + len(players)))
    return players


@dataclass
class Story:
    """What has happened, and the records of all games, each with its deals' commitment."""

    counts: Counter[str]
    records: list[tuple[Json, str]]


def besieged(house: Process, kills: int, seed: int, kill: Callable[[], object] | None = None) -> Story:
    """Opens the house and kills it so many times, at random moments of what happens to those who play; checks all."""
    kill = kill or house.kill
    dice = Random(seed)
    moments = Moments()
    house.open()
    players = seated([house], moments, seed)
    try:
        for killed in range(kills):
            moments.choose(dice.choice(KINDS), dice.randint(1, MOST), kill)
            for player in players if not killed else ():
                player.start()
            house.dead()
            sound(players)
            house.open()
        moments.choose("acknowledged", MOST, house.kill)  # they go on
        house.dead()
    finally:
        ended(players, [house])
    house.open()
    return Story(moments.counts, nothing_lost(house, players))


def sound(players: Sequence[Player]) -> None:
    """Nobody has been told anything that cannot be."""
    for player in players:
        if player.fault is not None:
            raise player.fault


def move_on(players: Sequence[Player], door: Process) -> None:
    """Waits until all of them have moved through this door."""
    for player in players:
        while player.acknowledged.acquire(blocking=False):
            pass
        for _ in range(2):  # the first answer may have been on its way through another one
            assert player.acknowledged.acquire(timeout=LONG), player.fault
        assert player.doors[0] is door


def ended(players: Sequence[Player], doors: Sequence[Process]) -> None:
    """Everybody stops, in the middle of whatever it is, because the house is no more."""
    for player in players:
        player.enough.set()
    for door in doors:
        door.end()
    for player in players:
        player.join(LONG)
        assert not player.is_alive()
    sound(players)


def nothing_lost(house: Process, players: Sequence[Player]) -> list[tuple[Json, str]]:
    """What everybody was told is in the log, once, and the log holds; the records, with the commitments."""
    records = []
    tables: dict[str, list[Caller]] = {}
    callers = [Caller(house.url, token=player.token) for player in players]
    for player, caller in zip(players, callers, strict=True):
        for table in player.memory.promises:
            tables.setdefault(table, []).append(caller)
            remembered(player.memory, table, caller.look(table))
    store = Store(house.store)
    hall = Hall(store, Luck(), Kernels())
    for table, company in tables.items():
        with store.engine.connect() as connection:
            sitting, _ = hall.rebuilt(connection, table)
        shown = company[0].look(table)
        assert (sitting.at, sitting.phase) == (shown["at"], shown["phase"])
        if shown["phase"] != "setup":
            records.append(concluded(table, company, shown))
    store.close()
    for caller in callers:
        caller.http.close()
    return records


def concluded(table: str, company: Sequence[Caller], shown: Json) -> tuple[Json, str]:
    """All agree to an end, if there is none yet; the record is sound."""
    if shown["phase"] == "playing":
        for caller in company:
            caller.at(table, "end", {"whole": True, "agree": True})
    record = company[0].get(f"/api/tables/{table}/record")
    assert verify(record, shown["commitment"]) == "as promised"
    return record, shown["commitment"]


def remembered(memory: Memory, table: str, shown: Json) -> None:
    """A table as it stands is what somebody remembers of it: every line, every move of one's own once, no other."""
    log = shown["log"]
    assert [line["at"] for line in log] == list(range(1, shown["at"] + 1))
    for at, line in memory.lines[table].items():
        assert log[at - 1] == line
    (seat,) = shown["yours"]["seats"]
    played = [line["move"] for line in log if line.get("seat") == seat and "move" in line]
    acknowledged = memory.moves.get(table, [])
    assert played in (acknowledged, [*acknowledged, memory.pending.get(table)])
