"""Guests and their secrets, and what the gate keeps out."""

import re
from pathlib import Path

import httpx
import pytest

from tests.server.served import Caller, Served, moving, settings_for, sqlite, until
from tests.server.test_tables import company, first_move, over


def test_a_guest_is_a_name_and_a_secret_nobody_else_has(house: Served) -> None:
    lea = house.caller(None)
    assert lea.get("/api/me") == {"guest": None, "tables": 0}
    assert lea.refused("/api/tables", {"game": "zero", "seats": 3}) == (401, "no-guest")
    answer = lea.http.post("/api/me", json={"name": "  Léa\x00\u202e \n "})
    assert answer.json()["guest"] == {"name": "Léa", "kind": "person"}
    cookie = answer.headers["set-cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=Strict", "Path=/"))
    secret = re.match(r"ludozero=([0-9a-z]{12}\.[0-9a-z]{40});", cookie)
    assert secret
    assert lea.post("/api/me", {"name": "Zoé"})["guest"]["name"] == "Zoé"
    assert lea.get("/api/me")["guest"]["name"] == "Zoé"
    for wrong in (secret[1][:-1] + "x", secret[1].partition(".")[0], ".", "x" * 12 + ".y", "é"):
        odd = house.caller(None)
        odd.http.headers["cookie"] = f"ludozero={wrong}".encode().decode("latin-1")
        assert odd.refused("/api/me", method="GET") == (401, "unknown-guest")
    assert lea.refused("/api/me", {"name": "x" * 41}) == (400, "bad-request")


def test_a_token_is_a_guest_of_its_own(house: Served) -> None:
    stranger = house.caller(None)
    told = stranger.post("/api/tokens", {"name": "Robo", "kind": "bot"})
    robo = house.caller(None, told["token"])
    assert robo.get("/api/me")["guest"] == {"name": "Robo", "kind": "bot"}
    made = robo.make("hero", 2, bots=["club"], start=True)
    with robo.events() as events:
        until(events, moving)
        first_move(robo, made["table"])
    assert house.caller(None, "nonsense").refused("/api/me", method="GET") == (401, "unknown-guest")


def test_ones_own_data_is_told_and_erased(house: Served) -> None:
    (lea, tom), table = company(house)
    first_move(lea, table)
    told = lea.get("/api/me/export")
    assert told["guest"]["name"] == "caller 0"
    (kept,) = told["tables"]
    assert (kept["table"], kept["seats"]) == (table, [0])
    assert any("move" in line for line in kept["log"])
    cookies = dict(lea.http.cookies)
    answer = lea.http.delete("/api/me")
    assert "Max-Age=0" in answer.headers["set-cookie"]
    lea.http.cookies.update(cookies)
    assert lea.refused("/api/me", method="GET") == (401, "unknown-guest")
    event = tom.look(table)
    assert [seat["name"] for seat in event["seats"]] == ["", "caller 1"]
    assert event["seats"][0]["left"]
    assert "caller 0" not in tom.http.get(f"/api/tables/{table}").text
    over([tom], table)
    assert tom.get(f"/api/tables/{table}/record?anonymous=false")["seats"][0]["name"] == ""


# The gate


@pytest.fixture
def strict(tmp_path: Path) -> Served:
    limits = {"per_second": 5, "burst": 10, "strangers_per_second": 5, "strangers_burst": 20, "new_guests": 4}
    more = {"streams": 2, "strangers_streams": 1, "tables": 2, "watched": 3, "proxies": ["127.0.0.1"]}
    return Served(settings_for(sqlite(tmp_path), **limits, **more))


def test_only_known_names_and_our_own_page_may_come_in(house: Served) -> None:
    lea = house.caller()
    assert lea.http.get("/api/games", headers={"host": "evil.example"}).json()["code"] == "bad-host"
    assert lea.http.get("/api/games", headers={"host": "localhost:1"}).status_code == 200
    body = {"game": "zero", "seats": 3}
    for headers in (
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": house.url},
    ):
        answer = lea.http.post("/api/tables", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "bad-origin"), headers
    assert lea.http.post("/api/tables", json=body, headers={"origin": house.url}).status_code == 201
    text = {"content-type": "text/plain"}
    plain = lea.http.post("/api/tables", content=b'{"game": "zero", "seats": 3}', headers=text)
    assert plain.status_code == 400


def test_every_answer_wears_the_headers(house: Served) -> None:
    lea = house.caller()
    for path in ("/", "/api/games", "/api/me", "/nothing.js", "/api/nothing", "/api/tables/x", "/docs"):
        answer = lea.http.get(path)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
    assert lea.http.get("/api/me").headers["cache-control"] == "no-store"
    assert lea.refused("/api/nothing", method="GET") == (404, "no-such-page")
    assert lea.refused("/nothing.js", method="GET") == (404, "no-such-page")
    assert lea.refused("/api/games") == (405, "no-such-verb")
    for path in ("/..%2f..%2fpyproject.toml", "/%2e%2e/settings.py", "/assets/../../settings.py"):
        assert lea.http.get(path).status_code == 404


def test_a_flood_slows_only_the_one_it_comes_from(strict: Served) -> None:
    with strict as house:
        lea, tom = house.caller(), house.caller("Tom")
        statuses = [lea.http.get("/api/me").status_code for _ in range(40)]
        assert statuses.count(429) > 10
        refused = next(answer for answer in iter(lambda: lea.http.get("/api/me"), None) if answer.status_code == 429)
        assert (refused.json()["code"], int(refused.headers["retry-after"]) >= 1) == ("too-fast", True)
        assert tom.http.get("/api/me").status_code == 200
        for _ in range(4):
            last = httpx.post(f"{house.url}/api/me", json={"name": "one more"})
        assert (last.status_code, last.json()["code"]) == (429, "too-fast")
        elsewhere = {"x-forwarded-for": "203.0.113.9"}
        assert httpx.post(f"{house.url}/api/me", json={"name": "far away"}, headers=elsewhere).status_code == 200


def test_streams_tables_and_watching_have_an_end(strict: Served) -> None:
    with strict as house:
        lea = house.caller()
        with lea.events() as first:
            assert next(first).kind == "hello"
            with lea.events() as second, lea.events() as third:
                assert [next(second).kind, next(third).kind] == ["hello", "hello"]
                bye = next(event for event in first if event.kind == "bye")
                assert bye.data["code"] == "too-many-streams"
        assert lea.http.get("/api/events?watch=a,b,c,d").json()["code"] == "too-many"
        for _ in range(2):
            lea.make()
        assert lea.refused("/api/tables", {"game": "zero", "seats": 3}) == (429, "too-many")
        stranger = Caller(house.url, None)
        house.callers.append(stranger)
        with stranger.events() as events:
            assert next(events).kind == "hello"
            assert stranger.refused("/api/events", method="GET") == (429, "too-many")


def test_a_proxy_is_believed_only_from_its_address(strict: Served, house: Served) -> None:
    headers = {"x-forwarded-proto": "https", "x-forwarded-for": "198.51.100.7"}
    with strict as behind:
        assert "Secure" in httpx.post(f"{behind.url}/api/me", json={}, headers=headers).headers["set-cookie"]
    assert "Secure" not in httpx.post(f"{house.url}/api/me", json={}, headers=headers).headers["set-cookie"]


def test_the_score_pad_counts_as_the_rules_do(house: Served) -> None:
    lea = house.caller(None)
    assert lea.post("/api/score/zero", {"cards": "R1 Y1 R4 R8 B1 B3 B4 B7 B8"})["points"] == 13
    assert lea.post("/api/score/zatre", {"rows": [[1, 6, 5], [2, 3, 5]], "supers": 1})["points"] == 15 + 13 + 6
    assert lea.refused("/api/score/zero", {"cards": "R1"}) == (422, "not-nine")
    assert lea.refused("/api/score/chess", {}) == (404, "no-such-page")


def test_words_come_in_every_language(house: Served) -> None:
    lea = house.caller(None)
    said = {lang: lea.get(f"/words/{lang}.json") for lang in ("fr", "en", "de")}
    assert said["fr"]["server"]["why.no-guest"] != said["de"]["server"]["why.no-guest"]
    assert set(said["fr"]) == set(said["en"])
    stamp = lea.get("/api/house")["words"]
    assert "immutable" in lea.http.get(f"/words/fr.json?v={stamp}").headers["cache-control"]
    assert lea.refused("/words/xx.json", method="GET") == (404, "no-such-page")
