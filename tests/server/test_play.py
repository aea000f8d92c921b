"""People and bots play whole games over HTTP."""

from itertools import islice

import pytest

from ludozero import verify
from ludozero.games import GAMES
from ludozero.table.record import moments
from tests.server.served import Served, moving, until


@pytest.mark.parametrize("game", GAMES)
def test_one_tap_plays_against_bots_to_the_end_and_the_record_is_as_promised(house: Served, game: str) -> None:
    lea = house.caller()
    made = lea.make(game, 3, bots=["club", "beginner"], start=True)
    table = made["table"]
    with lea.events() as events:
        for _ in range(40):
            event = until(events, lambda event: moving(event) or event["phase"] == "over" or "go" in event["can"])
            if event["phase"] == "over":
                break
            if "go" in event["can"]:
                lea.at(table, "go", {"deal": event["hands"][0]["view"]["deal"]})
                continue
            hand = moving(event)[0]
            text = hand["moves"][len(hand["moves"]) // 2][0]
            done = lea.at(table, "moves", {"turn": hand["turn"], "moves": [text]})
            assert done["played"] == [text]
        if event["phase"] != "over":
            lea.at(table, "close")
            event = until(events, lambda event: event["phase"] == "over")
    record = lea.get(f"/api/tables/{table}/record?anonymous=false")
    assert record["result"] == event["result"]
    assert [seat["name"] for seat in record["seats"]].count("Léa") == 1
    assert verify(record, made["commitment"]) == "as promised"
    again = lea.get(f"/api/tables/{table}/moments?since=1")
    assert again["count"] == len(record["log"])
    assert again["views"][0] == next(islice(moments(record, None), 1, None))
