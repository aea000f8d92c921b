"""What is sent obeys the schemas that are published."""

import json
import re

import jsonschema
import pytest

from ludozero.games import GAMES
from tests.server.served import Served, moving, until
from tests.server.test_tables import company, first_move, over, play_on


@pytest.mark.parametrize("game", GAMES)
def test_events_and_records_obey_their_schemas(house: Served, game: str) -> None:
    callers, table = company(house, 3, game)
    event_schema = callers[0].get("/api/schema/event")
    with callers[0].events(watch=table) as events:
        jsonschema.validate(until(events, lambda event: event["hands"]), event_schema)
        play_on(callers, table, 3)
        callers[1].at(table, "pause", {"on": True})
        callers[1].at(table, "pause", {"on": False})
        over(callers, table)
        event = until(events, lambda event: event["phase"] == "over")
    for seen in (event, callers[1].look(table), house.caller(None).look(table)):
        jsonschema.validate(seen, event_schema)
        jsonschema.validate(seen["hands"][0]["view"], callers[0].get(f"/api/games/{game}/schema"))
    jsonschema.validate(callers[0].get(f"/api/tables/{table}/record"), callers[0].get("/api/schema/record"))


def test_the_interface_is_described_whole(house: Served) -> None:
    lea = house.caller()
    described = lea.get("/openapi.json")
    served = {
        (method.lower(), getattr(route, "path", ""))
        for route in house.app.routes
        for method in getattr(route, "methods", None) or ()
        if getattr(route, "path", "").startswith("/api") and method != "HEAD"
    }
    told = {(method, path) for path, operations in described["paths"].items() for method in operations}
    assert served <= told
    answer = lea.http.get("/docs")
    assert "<script" not in answer.text
    assert "/api/tables/{table}/moves" in answer.text
    text = json.dumps(described)
    assert "HTTPValidationError" not in text
    names = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert names <= set(described["components"]["schemas"])


def test_answers_are_as_described(house: Served) -> None:
    lea = house.caller()
    schemas = lea.get("/openapi.json")["components"]["schemas"]

    def obeys(told: object, name: str) -> None:
        jsonschema.validate(told, {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}})

    obeys(lea.get("/api/me"), "MeTold")
    made = lea.make("zero", 3, bots=["club", "club"], start=True)
    obeys(made, "MadeTold")
    obeys(lea.get("/api/lobby"), "LobbyTold")
    obeys(lea.look(made["table"]), "TableTold")
    with lea.events() as events:
        until(events, moving)
    obeys(first_move(lea, made["table"]), "Played")
    obeys(lea.at(made["table"], "link"), "Linked")
    obeys(lea.post("/api/tokens", {"name": "bot"}), "TokenTold")
    obeys(lea.post("/api/score/zero", {"cards": "R1 Y1 R4 R8 B1 B3 B4 B7 B8"}), "Scored")
    obeys(lea.http.get("/api/tables/nope").json(), "Refusal")
