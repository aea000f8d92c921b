"""Every request the interface describes, as it is described and as it is not, by everybody who could make one."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ludozero.games import GAMES
from tests.server.served import PATIENCE, Caller, Served, moving, settings_for, sqlite
from tests.server.test_clocks import Told

KEY = "k" * 32
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
ROLES = ("stranger", "guest", "player", "player")
STREAM = "/api/events"  # never ends: tests/server/test_resumption.py
ALL = (HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large)
CHECKS = [  # all but one: what fits the description may yet be refused, by the rules of a game
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@dataclass
class Tried:
    """What came of it."""

    requests: int = 0
    answers: dict[int, int] = field(default_factory=dict)


class Trial:
    """A house with tables in every phase, and people who know what they want."""

    def __init__(self, house: Served) -> None:
        self.house = house
        self.document = house.caller(None).get("/openapi.json")
        self.schema = schemathesis.openapi.from_dict(self.document, config=SchemathesisConfig(seed=1))
        self.line = requests.Session()
        self.people: dict[str, Caller] = {}

    def operations(self) -> list[tuple[str, str]]:
        """Methods and paths."""
        paths = self.document["paths"].items()
        return [(method, path) for path, operations in paths for method in operations if path != STREAM]

    def headers(self, role: str) -> dict[str, str]:
        """What shows who asks."""
        if role == "stranger":
            return {}
        if role == "keeper":
            return {"authorization": f"Bearer {KEY}"}
        if role not in self.people:
            token = self.house.caller(None).post("/api/tokens", {"name": role})["token"]
            self.people[role] = self.house.caller(None, token)
        return {"authorization": str(self.people[role].http.headers["authorization"])}

    def table(self, phase: str) -> str:
        """A table of the player's, in this phase."""
        self.headers("player")
        player = self.people["player"]
        more = {"visibility": "private"} if phase == "private" else {}
        made = player.make(
            GAMES[len(phase) % 4], 3, sit=2, **({"bots": ["beginner"]} if phase != "setup" else {}), **more
        )
        if phase != "setup":
            player.at(made["table"], "start")
        if phase == "over":
            player.at(made["table"], "end", {})
        return str(made["table"])

    def a_move(self, table: str) -> dict[str, Any]:
        """A move that the player may make there."""
        for hand in moving(self.people["player"].look(table)):
            return {"turn": hand["turn"], "moves": [hand["moves"][0][0]], "seat": hand["seat"]}
        return {"turn": 0, "moves": ["knock"]}  # a bot is to move

    def try_out(self, method: str, path: str, count: int, number: int = 0) -> Tried:
        """So many requests of a kind; whatever is answered must be as the description says."""
        operation = self.schema[path][method.upper()]
        tried = Tried()
        known = {"game": st.sampled_from([*GAMES, "chess"]), "lang": st.sampled_from(["fr", "xx"])}
        fixed = [name for name in ("table", *known) if f"{{{name}}}" in path]
        phases = st.sampled_from(["setup", "playing", "over", "private", "gone"])
        roles: st.SearchStrategy[str] = st.sampled_from([*ROLES, "keeper"] if "/admin/" in path else ROLES)

        @seed(number)
        @settings(
            max_examples=count,
            deadline=None,
            database=None,
            derandomize=not number,
            phases=(Phase.generate,),
            suppress_health_check=ALL,
        )
        @given(st.data())
        def ask(data: st.DataObject) -> None:
            role = data.draw(roles)
            aimed: dict[str, Any] = {}
            if data.draw(st.booleans()) and fixed:
                phase = data.draw(phases)
                here = self.table(phase) if phase != "gone" and "table" in fixed else "x" * 12
                aimed["path_parameters"] = {name: here if name == "table" else data.draw(known[name]) for name in fixed}
                if phase == "playing" and path.endswith("/moves"):
                    aimed["body"] = self.a_move(here)
            mode = MODES[0] if "body" in aimed else data.draw(st.sampled_from(MODES))
            try:
                case: Case[Any] = data.draw(operation.as_strategy(generation_mode=mode, **aimed))
            except Exception as nothing:  # there is no wrong way to send nothing
                if type(nothing).__name__ not in ("Unsatisfiable", "SkipTest"):
                    raise
                return
            answer = case.call_and_validate(
                self.house.url, self.line, self.headers(role), checks=CHECKS, timeout=PATIENCE
            )
            if (method, path) == ("delete", "/api/me"):
                self.people.clear()
            tried.requests += 1
            tried.answers[answer.status_code] = tried.answers.get(answer.status_code, 0) + 1

        ask()
        return tried


@contextmanager
def trial(folder: Path) -> Iterator[Trial]:
    """A house to try things out in."""
    more = {"admin_key": KEY, "backups": folder / "backups", "tables": 100_000}
    with Served(settings_for(sqlite(folder), **more), Told(dice=random.Random(5))) as house:
        yield Trial(house)
