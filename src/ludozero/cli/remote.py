"""A bot that speaks the line protocol, taken to the tables of a house elsewhere."""

import json
import random
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx

from ludozero.bots.guests import command_of
from ludozero.bots.minder import Foul
from ludozero.bots.program import Program
from ludozero.cli.home import tell
from ludozero.cli.wrong import Mistyped
from ludozero.table.errors import Refused, quoted

PATIENCE = 60.0  # seconds: the house gives a sign of life every 15
SLOW_DOWN = 2.0  # seconds between two calls on a house that does not answer
Message = dict[str, Any]


class Link(NamedTuple):
    """What a join link says."""

    server: str
    table: str
    key: str


def read_link(link: str) -> Link:
    """`http://house/t/TABLE#join=KEY` in parts."""
    found = urlsplit(link)
    folder, _, table = found.path.rpartition("/")
    kind, _, key = found.fragment.partition("=")
    if not found.netloc or folder != "/t" or kind != "join" or not key:
        raise Mistyped("no-join-link", link=quoted(link, 80))
    return Link(f"{found.scheme}://{found.netloc}", table, key)


class Remote:
    """One guest of a house, moved by a program: it plays wherever it sits."""

    def __init__(self, server: str, command: str, token: str, name: str, seconds: float | None, lang: str) -> None:
        self.command = command_of(command)
        self.seconds = seconds
        self.server = server
        self.lang = lang
        self.http = httpx.Client(base_url=server, timeout=PATIENCE, trust_env=False)
        self.token = token or str(self.ask("POST", "/api/tokens", {"name": name, "kind": "bot"})["token"])
        self.http.headers["authorization"] = f"Bearer {self.token}"
        games = self.ask("GET", "/api/games")["games"]
        self.games: dict[str, Message] = {told["game"]: told for told in games}
        self.programs: dict[str, Program] = {}
        self.over: set[str] = set()

    def ask(self, method: str, path: str, body: Message | None = None) -> Message:
        """The house's answer; a refusal as its sentence."""
        try:
            answer = self.http.request(method, path, json=body)
            told: Message = answer.json()
        except (httpx.HTTPError, ValueError):
            raise ConnectionError(tell("no-answer", self.lang, url=self.server)) from None
        if answer.status_code >= 400:
            raise Refused(**{name: told.get(name, "") for name in ("code", "clause", "args", "room")})
        return told

    def sit(self, table: str, key: str) -> int:
        """Takes a seat."""
        return int(self.ask("POST", f"/api/tables/{table}/sit", {"key": key})["seat"])

    def play(self, once: str = "") -> None:
        """Plays at all its tables; until one of them is over, if it is named."""
        last = ""
        while once not in self.over or not once:
            try:
                for number, event in self.events(last):
                    last = number or last
                    self.look(event)
                    if once and once in self.over:
                        return
            except httpx.HTTPError:
                time.sleep(SLOW_DOWN)  # the house was cut off; it is called again

    def events(self, last: str) -> Iterator[tuple[str, Message]]:
        """What happens at its tables, as long as the line holds."""
        headers = {"last-event-id": last} if last else {}
        with self.http.stream("GET", "/api/events", headers=headers) as answer:
            number = kind = ""
            for line in answer.iter_lines():
                name, _, value = line.partition(": ")
                if name == "id":
                    number = value
                elif name == "event":
                    kind = value
                elif name == "data" and kind == "table":
                    yield number, json.loads(value)

    def look(self, event: Message) -> None:
        """Moves where it is waited for, goes on where a deal was looked at."""
        table = event["table"]
        if event["phase"] == "over":
            self.over.add(table)
            if program := self.programs.pop(table, None):
                program.close()
            return
        try:
            if "go" in event["can"]:
                self.ask("POST", f"/api/tables/{table}/go", {"deal": event["hands"][0]["view"]["deal"]})
            for hand in event["hands"]:
                if hand["moves"]:
                    move = self.choose(event, hand)
                    self.ask(
                        "POST",
                        f"/api/tables/{table}/moves",
                        {"turn": hand["turn"], "moves": [move], "seat": hand["seat"]},
                    )
        except Refused as why:  # the table has moved on; the next event tells how
            print(why.sentence(self.lang), file=sys.stderr)

    def choose(self, event: Message, hand: Message) -> str:
        """The program's move, or any if it gives none."""
        game = self.games[event["game"]]
        program = self.programs.get(event["table"])
        if program is None:
            told = {
                "game": game["game"],
                "rules": game["rules"],
                "options": event["setup"]["options"],
                "pack": game["pack"]["cards"],
            }
            program = self.programs[event["table"]] = Program(self.command, told, seconds=self.seconds)
        moves = {text: weights for text, *weights in hand["moves"]}

        def weigh() -> Message:
            return {text: dict(zip(game["weighs"], weights, strict=True)) for text, weights in moves.items()}

        try:
            return program.choose(hand["view"], list(moves), weigh)
        except Foul as foul:
            print(f"{program.name}: {foul.code}: {foul.detail}", file=sys.stderr)
            return str(random.choice(list(moves)))

    def close(self) -> None:
        """Ends the programs."""
        for program in self.programs.values():
            program.close()
        self.http.close()
