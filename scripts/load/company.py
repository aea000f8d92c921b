"""The people at the tables: each hears its own stream and picks one of the moves it is offered."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from random import Random
from time import perf_counter
from typing import Any

import orjson

from ludozero.games import GAMES
from scripts.load.wire import Ear, Lines, listen, opening, request

AT_ONCE = 64  # requests while the tables are made
OPTIONS = {("zero", 2): {"pot": "auto"}}  # what the rules want
SEATS = (2, 3)
HANDS, TURN, DEAL, MOVES, GO = b'"hands":[{', b'"turn":', b'"deal":', b',"moves":[[', b'"go"'


class Group:
    """A table, and the move whose way to the others is being timed."""

    def __init__(self, number: str, game: str) -> None:
        self.game = game
        self.players: list[Player] = []
        self.began: float | None = None
        self.named(number)

    def named(self, number: str) -> None:
        """Also after a rematch."""
        self.number = number
        self.mark = f'{{"table":"{number}"'.encode()
        self.over = False

    def send_off(self, mover: "Player", began: float) -> None:
        """From now on the move is on its way to the others."""
        self.began = began
        self.before = mover.at
        self.deaf = [player for player in self.players if player is not mover]


class Player:
    """A person with a seat and a page."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.at = 0
        self.turn = -1  # of the latest move asked for
        self.looked = 0  # at the latest finished deal
        self.ear: Ear | None = None

    def sits(self, group: Group) -> None:
        self.group = group
        self.at = 0
        self.turn = -1
        self.looked = 0
        self.moves = opening("POST", f"/api/tables/{group.number}/moves", self.token)


class Company:
    """Everybody. `ready` is told who may move, `arrived` how long it took until all others had heard of a move."""

    def __init__(self, port: int, seed: int = 1) -> None:
        self.port = port
        self.lines = Lines(port)
        self.luck = Random(seed)
        self.groups: list[Group] = []
        self.pending: dict[Player, tuple[int, bytes]] = {}  # who may move, the turn, what they want to play
        self.ready: Callable[[Player], None] = lambda _: None
        self.arrived: Callable[[float], None] = lambda _: None
        self.answered: Callable[[float], None] = lambda _: None
        self.moves = 0  # committed
        self.made = 0  # tables
        self.troubles: Counter[str] = Counter()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closed = False

    # Coming

    async def come(self, tables: int, games: Iterable[str] = GAMES, *, listening: bool = True) -> None:
        """So many tables of the games in equal parts, with two and with three people, everybody listening."""
        games = tuple(games)
        wanted = [(games[i % len(games)], SEATS[i // len(games) % len(SEATS)]) for i in range(tables)]

        async def some(part: list[tuple[str, int]]) -> None:
            for game, seats in part:
                await self.table(game, seats, listening=listening)

        await asyncio.gather(*(some(wanted[i::AT_ONCE]) for i in range(AT_ONCE)))

    async def table(self, game: str, seats: int, *, listening: bool = True) -> Group:
        """New people make a table, sit down, listen, start."""
        players = [await self.guest() for _ in range(seats)]
        host = players[0].token
        ask = {"game": game, "seats": seats, "options": OPTIONS.get((game, seats), {})}
        made = await self.lines.call("/api/tables", host, ask | {"seating": "as-is", "visibility": "private"})
        group = Group(made["table"], game)
        for player in players:
            if player is not players[0]:
                await self.lines.call(f"/api/tables/{group.number}/sit", player.token, {"key": made["key"]})
            player.sits(group)
            if listening:
                await self.listen(player)
        group.players = players
        self.groups.append(group)
        self.made += 1
        await self.lines.call(f"/api/tables/{group.number}/start", host, {})
        return group

    async def all_listen(self) -> None:
        """Whoever does not listen yet."""
        players = self.players()

        async def some(part: list[Player]) -> None:
            for player in part:
                await self.listen(player)

        await asyncio.gather(*(some(players[i::AT_ONCE]) for i in range(AT_ONCE)))

    def players(self) -> list[Player]:
        return [player for group in self.groups for player in group.players]

    async def guest(self) -> Player:
        """Somebody new."""
        told = await self.lines.call("/api/tokens", "", {"name": "Léa", "kind": "person"})
        return Player(told["token"])

    async def listen(self, player: Player) -> None:
        player.ear = await listen(self.port, player.token, lambda data, at: self.heard(player, data, at))

    def leave(self, group: Group) -> None:
        """All close their pages and are not seen again."""
        self.groups.remove(group)
        group.over = True
        for player in group.players:
            self.pending.pop(player, None)
            if player.ear:
                player.ear.close()

    async def close(self) -> None:
        """Nobody stays, and whatever was being done is dropped."""
        self.closed = True
        for group in list(self.groups):
            self.leave(group)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.lines.close()

    # Hearing

    def heard(self, player: Player, data: bytes, start: int) -> None:
        """An event: only what is needed of it is read."""
        group = player.group
        if not data.startswith(group.mark, start):
            return
        end = data.find(b"\n", start)
        player.at = int(data[data.rfind(b".", 0, start) + 1 : data.rfind(b"\nevent", 0, start)])
        if group.began is not None and player.at > group.before and player in group.deaf:
            group.deaf.remove(player)
            if not group.deaf:
                began, group.began = group.began, None
                self.arrived(perf_counter() - began)
        hands = data.find(HANDS, start, end)
        if hands < 0:
            return
        moves = data.rfind(MOVES, hands, end)
        if moves >= 0:
            turn = number(data, data.find(TURN, hands) + len(TURN))
            if turn > player.turn:
                known = player in self.pending
                self.pending[player] = turn, self.chosen(data, moves, data.find(b"]]", moves))
                if not known:
                    self.ready(player)
        elif data.find(GO, start, hands) >= 0:
            self.go(player, number(data, data.find(DEAL, hands) + len(DEAL)))
        elif data.find(b'"phase":"over"', start, start + 120) >= 0 and not group.over:
            group.over = True
            self.background(self.rematch(player))

    def chosen(self, data: bytes, begin: int, end: int) -> bytes:
        """A move of the list: the one after a random place in it."""
        at = data.find(b'["', self.luck.randrange(begin, end), end)
        if at < 0:
            at = data.find(b'["', begin)
        return data[at + 1 : data.find(b'"', at + 2) + 1]

    # Doing

    def move(self, player: Player) -> None:
        """Plays what was wanted."""
        turn, text = self.pending.pop(player)
        player.turn = turn
        body = b'{"turn":%d,"moves":[%s]}' % (turn, text)
        began = perf_counter()

        def answered(status: int, told: bytes) -> None:
            if status == 200:
                self.moves += 1
                self.answered(perf_counter() - began)
            else:
                self.trouble(status, told)
                player.group.began = None

        self.lines.ask(b"%s%d\r\n\r\n%s" % (player.moves, len(body), body), answered)

    def go(self, player: Player, deal: int) -> None:
        """Has looked at the finished deal."""
        if deal <= player.looked:
            return
        player.looked = deal
        begin = opening("POST", f"/api/tables/{player.group.number}/go", player.token)
        body = b'{"deal":%d}' % deal

        def answered(status: int, told: bytes) -> None:
            if status != 200:
                self.trouble(status, told)

        self.lines.ask(b"%s%d\r\n\r\n%s" % (begin, len(body), body), answered)

    async def rematch(self, player: Player) -> None:
        """The same company once more."""
        group = player.group
        told = await self.lines.call(f"/api/tables/{group.number}/rematch", player.token, {})
        group.named(told["table"])
        group.began = None
        for one in group.players:
            one.sits(group)
        await self.lines.call(f"/api/tables/{group.number}/start", player.token, {})

    def trouble(self, status: int, told: bytes) -> None:
        code = orjson.loads(told)["code"] if told.startswith(b"{") else ""
        self.troubles[f"{status} {code}".strip()] += 1

    def background(self, work: Coroutine[Any, Any, Any]) -> None:
        if self.closed:
            work.close()
            return
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)

    def ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            self.troubles[str(task.exception())] += 1

    async def figures(self) -> dict[str, float]:
        """What the house tells Prometheus."""
        told = (await self.lines.text(request("GET", "/metrics", ""))).decode()
        pairs = (line.rpartition(" ") for line in told.splitlines() if line and not line.startswith("#"))
        return {name: float(value) for name, _, value in pairs}

    def heard_so_far(self) -> tuple[int, int]:
        """Events and bytes."""
        ears = [player.ear for player in self.players() if player.ear]
        return sum(ear.events for ear in ears), sum(ear.bytes for ear in ears)


def number(data: bytes, at: int) -> int:
    """The number that begins there."""
    end = at
    while 48 <= data[end] < 58:
        end += 1
    return int(data[at:end])
