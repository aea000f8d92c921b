"""What people do at tables: sitting down, playing together, stopping, playing again."""

from typing import Any

import pytest

from ludozero import verify
from tests.server.served import Caller, Json, Served, moving, until


def company(house: Served, count: int = 2, game: str = "hero", **more: Any) -> tuple[list[Caller], str]:
    """People at a table that has just been started, in the order of their seats."""
    callers = [house.caller(f"caller {i}") for i in range(count)]
    made = callers[0].make(game, count, seating="as-is", **more)
    for caller in callers[1:]:
        caller.at(made["table"], "sit", {"key": made["key"]})
    callers[0].at(made["table"], "start")
    return callers, made["table"]


def first_move(caller: Caller, table: str) -> Json:
    """The caller plays the first move on the list."""
    hand = moving(caller.look(table))[0]
    return caller.at(table, "moves", {"turn": hand["turn"], "moves": [hand["moves"][0][0]], "seat": hand["seat"]})


def play_on(callers: list[Caller], table: str, moves: int) -> None:
    """Whoever may move does, so many times."""
    for _ in range(moves):
        first_move(next(caller for caller in callers if moving(caller.look(table))), table)


# Sitting down


def test_friends_join_by_the_link_and_everybody_hears_of_it(house: Served) -> None:
    lea, tom = house.caller("Léa"), house.caller("Tom")
    made = lea.make("zero", 3)
    table = made["table"]
    with lea.events() as events:
        assert until(events, lambda event: True)["yours"] == {"seats": [0], "host": True, "key": made["key"]}
        assert tom.refused(f"/api/tables/{table}/sit", {"key": "wrong"}) == (403, "bad-key")
        assert tom.at(table, "sit", {"key": made["key"], "name": "Tom\n2"})["seat"] == 1
        event = until(events, lambda event: event["seats"][1]["kind"] == "person")
        assert event["seats"][1]["name"] == "Tom 2"
        assert event["log"] == [{"at": 3, "what": "sat", "seat": 1, "name": "Tom 2"}]
    assert tom.refused(f"/api/tables/{table}/sit", {"key": made["key"], "seat": 0}) == (409, "seat-taken")
    assert tom.refused(f"/api/tables/{table}/start") == (403, "not-host")
    assert lea.refused(f"/api/tables/{table}/start") == (409, "seats-open")
    lea.at(table, "seat", {"seat": 2, "kind": "bot", "level": "club"})
    lea.at(table, "start")
    assert tom.refused(f"/api/tables/{table}/sit", {"key": made["key"], "seat": 2}) == (409, "seat-taken")
    event = tom.look(table)
    assert (event["phase"], len(event["hands"])) == ("playing", 1)
    assert event["hands"][0]["seat"] in event["yours"]["seats"]


def test_rules_say_how_many_may_play(house: Served) -> None:
    lea = house.caller()
    assert lea.refused("/api/tables", {"game": "zero", "seats": 7}) == (422, "bad-seats")
    assert lea.refused("/api/tables", {"game": "chess", "seats": 2}) == (422, "unknown-game")
    assert lea.refused("/api/tables", {"game": "zero", "seats": 3, "options": {"pot": "two"}}) == (422, "bad-option")
    assert lea.refused("/api/tables", {"game": "zero", "seats": 3, "tip": 1}) == (400, "bad-request")


def test_several_people_share_one_device(house: Served) -> None:
    lea = house.caller()
    table = lea.make("soler", 2, sit=2, names=["Léa", "Tom"], start=True)["table"]
    event = lea.look(table)
    assert sorted(hand["seat"] for hand in event["hands"]) == [0, 1]
    assert sorted(seat["name"] for seat in event["seats"]) == ["Léa", "Tom"]
    for hand in event["hands"]:
        text = hand["moves"][0][0]
        done = lea.at(table, "moves", {"turn": 0, "moves": [text], "seat": hand["seat"]})
        assert (done["seat"], done["played"]) == (hand["seat"], [text])
    assert lea.refused(f"/api/tables/{table}/moves", {"turn": 0, "moves": ["bid 0"], "seat": 7}) == (
        422,
        "no-such-seat",
    )


def test_solers_cards_are_laid_at_once_and_nobody_hears_which(house: Served) -> None:
    (lea, tom), table = company(house, 2, "soler")
    with tom.events() as events:
        until(events, lambda event: True)
        lay = moving(lea.look(table))[0]["moves"][0][0]
        assert moving(tom.look(table))
        lea.at(table, "moves", {"turn": 0, "moves": [lay]})
        event = until(events, lambda event: event["log"])
        assert event["log"] == [{"at": event["at"], "seat": 0, "move": "lay"}]
        assert event["hands"][0]["view"]["lays"] == [0]
    assert lea.look(table)["log"][-1]["move"] == lay


def test_the_host_leaves_and_another_person_is_host(house: Served) -> None:
    (lea, tom), table = company(house)
    lea.at(table, "leave")
    event = tom.look(table)
    assert event["yours"]["host"]
    assert [seat["left"] for seat in event["seats"]] == [True, False]
    assert "sit" in lea.look(table)["can"]
    lea.at(table, "sit", {})
    assert lea.look(table)["yours"] == {"seats": [0], "host": False, "key": event["yours"]["key"]}


def test_the_host_hands_the_table_over_and_frees_seats(house: Served) -> None:
    lea, tom = house.caller(), house.caller("Tom")
    made = lea.make("zero", 3, bots=["club"])
    table = made["table"]
    tom.at(table, "sit", {"key": made["key"]})
    assert lea.refused(f"/api/tables/{table}/host", {"seat": 1}) == (403, "not-seated")
    lea.at(table, "seat", {"seat": 1, "kind": "open"})
    lea.at(table, "host", {"seat": 2})
    assert lea.refused(f"/api/tables/{table}/setup", {"seats": 4}) == (403, "not-host")
    tom.at(table, "setup", {"seats": 4, "clock": 30, "options": {"sheet": "berliner"}})
    event = lea.look(table)
    assert event["setup"]["seats"] == len(event["seats"]) == 4
    assert (event["setup"]["clock"], event["setup"]["options"]["sheet"]) == (30, "berliner")
    assert tom.refused(f"/api/tables/{table}/setup", {"seats": 2}) == (409, "others-seated")
    tom.at(table, "seat", {"seat": 0, "kind": "open"})
    assert lea.look(table)["yours"]["seats"] == []


def test_a_seat_moves_to_another_device_once(house: Served) -> None:
    (lea, tom), table = company(house)
    key = lea.at(table, "link")["key"]
    phone = house.caller("phone")
    assert phone.refused("/api/links", {"key": "x" + key[1:]}) == (403, "bad-key")
    moved = phone.post("/api/links", {"key": key})
    assert (moved["table"], moved["seat"]) == (table, 0)
    assert phone.look(table)["yours"]["seats"] == [0]
    assert lea.look(table)["yours"]["seats"] == []
    assert tom.refused("/api/links", {"key": key}) == (403, "bad-key")
    first_move(phone, table)


# Playing


def test_a_move_made_twice_is_made_once(house: Served) -> None:
    (lea, tom), table = company(house)
    hand = moving(lea.look(table))[0]
    ask = {"turn": 0, "moves": [hand["moves"][0][0].upper()]}
    first = lea.at(table, "moves", ask)
    assert lea.at(table, "moves", ask) == first
    other = {"turn": 0, "moves": [hand["moves"][1][0]]}
    assert lea.refused(f"/api/tables/{table}/moves", other) == (409, "turn-taken")
    assert lea.refused(f"/api/tables/{table}/moves", {"turn": 9, "moves": ["buy 1"]}) == (409, "stale-turn")
    first_move(tom, table)
    assert lea.at(table, "moves", ask) == first | {"at": first["at"] + 1}
    assert [line for line in lea.look(table)["log"] if "move" in line and line["seat"] == 0] == [
        {"at": first["at"], "seat": 0, "move": hand["moves"][0][0]}
    ]


def test_several_moves_are_all_made_or_none(house: Served) -> None:
    (lea, _), table = company(house, 2, "zatre")
    before = lea.look(table)
    moves = [text for text, *_ in moving(before)[0]["moves"]]
    assert lea.refused(f"/api/tables/{table}/moves", {"turn": 0, "moves": [moves[0], moves[0]]})[0] == 422
    assert lea.look(table) == before
    lea.at(table, "moves", {"turn": 0, "moves": [moves[0]]})


def test_refusals_name_the_clause(house: Served) -> None:
    lea, tom = house.caller(), house.caller("Tom")
    made = lea.make("zero", 3, bots=["club"], seating="as-is")
    table = made["table"]
    tom.at(table, "sit", {"key": made["key"]})
    lea.at(table, "start")
    answer = lea.http.post(f"/api/tables/{table}/moves", json={"turn": 0, "moves": ["R1>R1"]})
    told = answer.json()
    assert (answer.status_code, told["room"]) == (422, "zero")
    assert told["clause"].startswith("ZR-")
    assert tom.refused(f"/api/tables/{table}/moves", {"turn": 0, "moves": ["dance"]})[1] == "unreadable"
    stranger = house.caller("Zoé")
    assert stranger.refused(f"/api/tables/{table}/moves", {"turn": 0, "moves": ["knock"]}) == (403, "not-seated")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"[]", 400),
        (b'{"turn": -1, "moves": ["knock"]}', 400),
        (b'{"turn": true, "moves": ["knock"]}', 400),
        (b'{"turn": 0, "moves": []}', 400),
        (b'{"turn": 0, "moves": [7]}', 400),
        (b'{"turn": 0, "moves": "knock"}', 400),
        (b'{"turn": 0, "moves": ["knock"], "seat": 99}', 400),
        (b'{"turn": 0, "moves": ["knock"], "by": "me"}', 400),
        (b"\xff\xfe", 400),
        (b'{"turn": 0, "moves": ["' + b"x" * 70_000 + b'"]}', 413),
    ],
)
def test_bodies_that_are_none(house: Served, body: bytes, status: int) -> None:
    lea = house.caller()
    table = lea.make("zero", 3, bots=["club", "club"], start=True)["table"]
    kind = {"content-type": "application/json"}
    answer = lea.http.post(f"/api/tables/{table}/moves", content=body, headers=kind)
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"code", "clause", "args", "room"}


def test_take_back_is_for_those_who_play_with_bots_alone(house: Served) -> None:
    lea = house.caller()
    table = lea.make("zero", 3, bots=["club", "club"], start=True)["table"]
    with lea.events() as events:
        event = until(events, moving)
        assert "undo" not in event["can"]
        assert lea.refused(f"/api/tables/{table}/undo") == (409, "no-undo")
        before = moving(event)[0]
        first_move(lea, table)
        until(events, lambda event: "undo" in event["can"] and moving(event))
        lea.at(table, "undo")
        after = until(events, lambda event: moving(event) and any("undo" in line for line in event["log"]))
        assert moving(after)[0]["view"] == before["view"]
        assert moving(after)[0]["turn"] == 1
        first_move(lea, table)
        until(events, moving)
    lea.at(table, "close")
    record = lea.get(f"/api/tables/{table}/record")
    assert any("undo" in entry for entry in record["log"])
    assert verify(record) == "consistent"
    (tom, _), table = company(house)
    first_move(tom, table)
    assert tom.refused(f"/api/tables/{table}/undo") == (409, "no-undo")


def test_a_pause_stops_everybody(house: Served) -> None:
    (lea, tom), table = company(house)
    tom.at(table, "pause", {"on": True})
    event = lea.look(table)
    assert (event["paused"], moving(event)) == (1, [])
    assert lea.refused(f"/api/tables/{table}/moves", {"turn": 0, "moves": ["take 1"]}) == (409, "paused")
    lea.at(table, "pause", {"on": False})
    first_move(lea, table)


def test_all_agree_to_an_end(house: Served) -> None:
    (lea, tom), table = company(house)
    play_on([lea, tom], table, 4)
    lea.at(table, "end", {"whole": True, "agree": True})
    assert tom.look(table)["ending"] == {"whole": True, "agreed": [0]}
    tom.at(table, "end", {"whole": True, "agree": False})
    assert lea.look(table)["ending"] is None
    lea.at(table, "end", {"whole": True, "agree": True})
    tom.at(table, "end", {"whole": True, "agree": True})
    event = lea.look(table)
    assert (event["phase"], event["result"]["reason"]) == ("over", "agreed")
    assert event["hands"][0]["view"]["standing"] == "over"
    record = tom.get(f"/api/tables/{table}/record")
    assert verify(record, event["commitment"]) == "as promised"


def test_the_next_deal_waits_until_all_have_looked(house: Served) -> None:
    callers, table = company(house, 3, "zero")
    for caller in callers:
        caller.at(table, "end", {"whole": False, "agree": True})
    event = callers[0].look(table)
    view = event["hands"][0]["view"]
    assert (view["standing"], view["deal"]) == ("scored", 1)
    assert len(view["last"]["shown"]) == len(view["last"]["lines"]) == 3
    assert 0 < event["go_in"] <= 20
    for caller in callers[:2]:
        caller.at(table, "go", {"deal": 1})
    assert [seat["ready"] for seat in callers[2].look(table)["seats"]] == [True, True, False]
    assert callers[2].refused(f"/api/tables/{table}/moves", {"turn": 0, "moves": ["knock"]}) == (422, "deal-over")
    callers[2].at(table, "go", {"deal": 1})
    event = callers[0].look(table)
    assert (event["hands"][0]["view"]["deal"], event["go_in"]) == (2, None)
    callers[1].at(table, "go", {"deal": 1})  # too late: nothing happens
    assert callers[0].look(table)["at"] == event["at"]


# Afterwards


def over(callers: list[Caller], table: str) -> None:
    for caller in callers:
        caller.at(table, "end", {"whole": True, "agree": True})


def test_a_rematch_brings_the_same_people_to_one_table(house: Served) -> None:
    (lea, tom), table = company(house)
    assert lea.refused(f"/api/tables/{table}/rematch") == (409, "wrong-phase")
    over([lea, tom], table)
    with lea.events() as events:
        new = tom.at(table, "rematch")["table"]
        event = until(events, lambda event: event["table"] == new)
        assert (event["phase"], event["yours"]["seats"]) == ("setup", [0])
        assert until(events, lambda event: event["table"] == table and event["next"])["next"] == new
    assert lea.at(table, "rematch")["table"] == new
    told = lea.at(new, "nonce", {"nonce": "from-lea"})
    tom.at(new, "start")
    over([lea, tom], new)
    record = lea.get(f"/api/tables/{new}/record")
    assert sorted(record["shuffle"]["nonces"]) == ["", "from-lea"]
    assert verify(record, told["commitment"]) == "as promised"


def test_the_same_deal_again_in_another_seat(house: Served) -> None:
    (lea, tom), table = company(house)
    hands = [caller.look(table)["hands"][0]["view"]["hidden"] for caller in (lea, tom)]
    over([lea, tom], table)
    again = lea.at(table, "again", {"turn_by": 1})["table"]
    event = lea.look(again)
    assert (event["known"], event["yours"]["seats"]) == (True, [1])
    assert event["hands"][0]["view"]["hidden"] == hands[1]
    assert tom.look(again)["hands"][0]["view"]["hidden"] == hands[0]


def test_records_are_for_finished_games_and_anonymous_when_shared(house: Served) -> None:
    (lea, tom), table = company(house)
    assert lea.refused(f"/api/tables/{table}/record", method="GET") == (409, "still-running")
    over([lea, tom], table)
    assert [seat["name"] for seat in lea.get(f"/api/tables/{table}/record")["seats"]] == ["", ""]
    named = tom.get(f"/api/tables/{table}/record?anonymous=false")
    assert [seat["name"] for seat in named["seats"]] == ["caller 0", "caller 1"]
    stranger = house.caller(None)
    assert [seat["name"] for seat in stranger.get(f"/api/tables/{table}/record?anonymous=false")["seats"]] == ["", ""]


# Looking on


def test_spectators_see_what_is_public(house: Served) -> None:
    (lea, tom), table = company(house)
    watcher = house.caller(None)
    with watcher.events(watch=table) as events:
        event = until(events, lambda event: True)
        assert event["yours"] == {"seats": [], "host": False, "key": None}
        (hand,) = event["hands"]
        assert (hand["seat"], hand["turn"], hand["moves"], hand["view"]["hidden"]) == (None, None, [], [])
        play_on([lea, tom], table, 1)
        assert until(events, lambda event: event["log"])["log"][-1]["seat"] == 0
    assert watcher.refused(f"/api/tables/{table}/moves", {"turn": 0, "moves": ["take 1"]}) == (401, "no-guest")


def test_private_tables_are_as_if_they_were_not(house: Served) -> None:
    lea, tom = house.caller(), house.caller("Tom")
    made = lea.make("hero", 2, visibility="private")
    table = made["table"]
    assert tom.refused(f"/api/tables/{table}", method="GET") == (404, "no-such-table")
    assert tom.refused(f"/api/tables/{table}/sit") == (404, "no-such-table")
    assert tom.refused(f"/api/tables/{table}/start") == (404, "no-such-table")
    assert tom.refused("/api/tables/aaaaaaaaaaaa", method="GET") == (404, "no-such-table")
    with tom.events(watch=table) as events:
        assert [next(events).kind, next(events).kind] == ["hello", "gone"]
        tom.at(table, "sit", {"key": made["key"]})
        assert until(events, lambda event: True)["yours"]["seats"] == [1]
        tom.at(table, "leave")
        assert next(event for event in events if event.kind == "gone").data == {"table": table}


def test_the_lobby_lists_open_tables_and_ones_own(house: Served) -> None:
    lea, tom = house.caller(), house.caller("Tom")
    mine = lea.make("zatre", 2)["table"]
    free = lea.make("zatre", 2, visibility="open")["table"]
    lobby = tom.get("/api/lobby")
    assert free in [card["table"] for card in lobby["open"]]
    assert mine not in [card["table"] for card in lobby["open"]]
    assert [card["table"] for card in lea.get("/api/lobby")["mine"]] == [free, mine]
    with lea.events(watch="lobby") as events:
        assert next(event for event in events if event.kind == "lobby").data["mine"]
        tom.at(free, "sit", {})
        lea.at(free, "start")
        lobby = next(event for event in events if event.kind == "lobby").data
        assert free not in [card["table"] for card in lobby["open"]]


def test_comings_and_goings_are_told(house: Served) -> None:
    (lea, tom), table = company(house)
    with lea.events() as events:
        assert [seat["here"] for seat in until(events, lambda event: True)["seats"]] == [True, False]
        with tom.events() as others:
            assert next(event for event in events if event.kind == "here").data["here"]
            assert [seat["here"] for seat in until(others, lambda event: True)["seats"]] == [True, True]
        told = next(event for event in events if event.kind == "here").data
        assert told == {"table": table, "seat": 1, "here": False}


def test_a_stream_catches_up_with_one_event(house: Served) -> None:
    (lea, tom), table = company(house)
    with lea.events() as events:
        first = next(event for event in events if event.kind == "table")
    play_on([lea, tom], table, 5)
    with lea.events(last=first.number) as events:
        event = next(event for event in events if event.kind == "table")
    assert event.data["since"] == first.data["at"]
    assert [line["at"] for line in event.data["log"]] == list(range(first.data["at"] + 1, event.data["at"] + 1))
    for odd in ("nonsense", f"{table}.999999", f"{table}.-1", f"{table}.{first.data['at']},,x", "x" * 2000):
        with lea.events(last=odd) as events:
            again = next(event for event in events if event.kind == "table").data
            assert again["hands"] == event.data["hands"]
