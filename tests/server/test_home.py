"""A house at home as people open it: a real process, its note, its door to friends."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from ludozero.server.door import Door, lan_addresses
from ludozero.server.house import House
from ludozero.server.place import Place
from ludozero.server.serve import SideServer, configured
from ludozero.words import say
from tests.server.served import PATIENCE, Served, settings_for, sqlite

COMMAND = [sys.executable, "-m", "ludozero", "play", "--lang", "en"]


def environment(folder: Path, **more: str) -> dict[str, str]:
    chosen = {"LUDOZERO_DATA": str(folder), "LUDOZERO_BROWSER": "none", "LUDOZERO_PORT": "0"}
    return os.environ | chosen | {"LUDOZERO_MACHINE_CODE": "no"} | more


@contextmanager
def opened(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A house in a process of its own, and where it says it is."""
    process = subprocess.Popen([*COMMAND, *words], env=environment(folder), stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        for line in process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                yield process, found[0]
                break
        else:
            raise AssertionError("it has said nothing")
    finally:
        process.kill()
        process.communicate()


def test_a_second_play_shows_the_house_that_is_open(tmp_path: Path) -> None:
    with opened(tmp_path) as (process, url):
        told = httpx.get(f"{url}/api/house").json()
        assert told["mine"]
        assert not told["lan"]
        again = subprocess.run(COMMAND, env=environment(tmp_path), capture_output=True, text=True, timeout=PATIENCE)
        assert again.returncode == 0
        assert again.stdout.strip() == say("house", "home.already", {"url": url})
        with httpx.stream("GET", f"{url}/api/events") as stream:
            lines = stream.iter_lines()
            assert next(line for line in lines if line.startswith("event:")) == "event: hello"
            process.send_signal(signal.SIGINT)
            assert next(line for line in lines if line.startswith("event: bye"))
        assert process.wait(PATIENCE) == 130
    with opened(tmp_path):
        pass


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with opened(tmp_path / "one") as (_, url):
        port = url.rpartition(":")[2]
        done = subprocess.run(
            COMMAND, env=environment(tmp_path / "two", LUDOZERO_PORT=port), capture_output=True, text=True
        )
    assert done.returncode == 2
    assert done.stderr.strip() == f"ludozero: {say('house', 'home.port-taken', {'port': port})}"


def test_a_place_is_held_once_and_a_stale_note_is_no_house(tmp_path: Path) -> None:
    with Place(tmp_path) as place:
        assert place.claim()
        place.open_at("http://127.0.0.1:9")
        with Place(tmp_path) as other:
            assert not other.claim()
            assert other.found() == ""
    with Place(tmp_path) as place:
        assert place.claim()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[tuple[Served, Door]]:
    """A house whose only neighbour is another address of this machine."""
    with Served(settings_for(sqlite(tmp_path))) as served:
        house: House = served.house
        port = served.socket.getsockname()[1]
        door = Door(house, port, lambda: SideServer(configured(served.app, lifespan="off")), lambda: ["127.0.0.2"])
        house.door = door
        yield served, door
        served.call(door.shut())


def test_friends_come_in_once_the_door_is_open(home: tuple[Served, Door]) -> None:
    served, door = home
    lea = served.caller()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{served.url.replace('127.0.0.1', '127.0.0.2')}/api/house")
    told = lea.post("/api/house/lan", {"open": True})
    assert told["lan"]
    assert told["addresses"] == [f"http://127.0.0.2:{door.port}"]
    friend = httpx.get(f"{told['addresses'][0]}/api/house", trust_env=False)
    assert friend.json()["addresses"] == told["addresses"]
    assert not lea.post("/api/house/lan", {"open": False})["lan"]
    with pytest.raises(httpx.ConnectError):
        httpx.get(told["addresses"][0])


def test_only_known_names_are_answered_to(home: tuple[Served, Door]) -> None:
    served, _ = home
    lea = served.caller()
    for name, status in (("127.0.0.2", 421), ("evil.example", 421), ("localhost", 200)):
        assert lea.http.get("/api/house", headers={"host": name}).status_code == status
    lea.post("/api/house/lan", {"open": True})
    assert lea.http.get("/api/house", headers={"host": "127.0.0.2"}).status_code == 200
    assert lea.http.get("/api/house", headers={"host": "evil.example"}).status_code == 421


def test_a_house_for_the_public_lets_nobody_open_its_door(tmp_path: Path) -> None:
    with Served(settings_for(sqlite(tmp_path))) as served:
        lea = served.caller()
        assert lea.refused("/api/house/lan", {"open": True}) == (403, "not-here")
        assert not lea.get("/api/house")["mine"]


def test_no_address_of_this_machine_alone_is_offered() -> None:
    assert not any(address.startswith(("127.", "169.254.")) for address in lan_addresses())
