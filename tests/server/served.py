"""A house that really serves, on a port of its own, and the people who call: nothing between them but sockets."""

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx

from ludozero.server.app import make_app
from ludozero.server.house import House
from ludozero.server.luck import Luck
from ludozero.server.serve import Server, configured
from ludozero.server.settings import Settings

PATIENCE = 30.0  # seconds before a test that waits for something gives up
PLENTY = {"per_second": 1e6, "burst": 1e6, "strangers_per_second": 1e6, "strangers_burst": 1e6, "new_guests": 1e6}
Json = dict[str, Any]


def settings_for(store: str, **more: Any) -> Settings:
    """Interpreted rules, no limits but those asked for."""
    return replace(Settings(store=store, machine_code=False), **{**PLENTY, **more})


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder / 'house.db'}"


class Served:
    """A house in a thread with an event loop of its own."""

    def __init__(self, settings: Settings, luck: Luck | None = None) -> None:
        self.app = make_app(settings, luck)
        self.house: House = self.app.state.house
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.server = Server(configured(self.app), self.house, self._opened)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.up = Event()
        self.callers: list[Caller] = []
        self.thread = Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=self.server.config.get_loop_factory()) as runner:
            runner.run(self.server.serve([self.socket]))

    def _opened(self, house: House) -> None:
        self.loop = asyncio.get_running_loop()
        self.up.set()

    def __enter__(self) -> "Served":
        self.thread.start()
        assert self.up.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        for caller in self.callers:
            caller.http.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()

    def caller(self, name: str | None = "Léa", token: str = "") -> "Caller":
        """Somebody new."""
        self.callers.append(Caller(self.url, name, token))
        return self.callers[-1]

    def call(self, coroutine: Any) -> Any:
        """Something done inside the house, on its loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(PATIENCE)


class Caller:
    """Somebody with a browser."""

    def __init__(self, url: str, name: str | None = "Léa", token: str = "") -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        if token:
            self.http.headers["authorization"] = f"Bearer {token}"
        elif name is not None:
            self.post("/api/me", {"name": name})

    def __enter__(self) -> "Caller":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str) -> Json:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def post(self, path: str, body: Json | None = None) -> Json:
        answer = self.http.post(path, json=body or {})
        assert answer.status_code in (200, 201), answer.text
        return dict(answer.json())

    def refused(self, path: str, body: Json | None = None, method: str = "POST") -> tuple[int, str]:
        """The status and code of a refusal."""
        answer = self.http.request(method, path, json=body if body is not None or method == "GET" else {})
        assert answer.status_code >= 400, answer.text
        told = answer.json()
        assert set(told) == {"code", "clause", "args", "room"}
        return answer.status_code, told["code"]

    def make(self, game: str = "zero", seats: int = 3, **more: Any) -> Json:
        return self.post("/api/tables", {"game": game, "seats": seats, **more})

    def at(self, table: str, verb: str, body: Json | None = None) -> Json:
        return self.post(f"/api/tables/{table}/{verb}", body)

    def look(self, table: str, since: int = 0) -> Json:
        return self.get(f"/api/tables/{table}?since={since}")

    @contextmanager
    def events(self, last: str = "", watch: str = "") -> Iterator[Iterator["Told"]]:
        """The stream, event by event."""
        headers = {"last-event-id": last} if last else {}
        with self.http.stream("GET", f"/api/events?watch={watch}", headers=headers) as answer:
            assert answer.status_code == 200
            yield told(answer.iter_lines())


class Told:
    """One event."""

    def __init__(self, kind: str, data: Json, number: str) -> None:
        self.kind = kind
        self.data = data
        self.number = number


def told(lines: Iterator[str]) -> Iterator[Told]:
    """Events as a browser reads them."""
    kind, data, number = "message", "", ""
    silent = 0
    for line in lines:
        silent = silent + 1 if line.startswith(":") else 0 if line else silent
        assert silent < 3, "nothing but signs of life"
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            data = value
        elif name == "id":
            number = value
        elif not line and data:
            yield Told(kind, json.loads(data), number)
            kind, data, number = "message", "", ""


def until(events: Iterator[Told], wanted: Any) -> Json:
    """The first table event of which this is true."""
    for event in events:
        if event.kind == "table" and wanted(event.data):
            return event.data
    raise AssertionError("the stream ended")


def moving(event: Json) -> list[Json]:
    """The hands that may move."""
    return [hand for hand in event["hands"] if hand["moves"]]
