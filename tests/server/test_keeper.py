"""Looking after a house: settings, the keeper's key, copies of the store, figures, logs."""

import json
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from scripts.settings_page import PAGE, page

from ludozero.server.settings import Settings, settled
from tests.server.processes import KEY, Process, command
from tests.server.served import Caller, Served, settings_for, sqlite


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(settings_for(sqlite(tmp_path), admin_key=KEY, backups=tmp_path / "copies")) as house:
        yield house


def keeper(served: Served) -> Caller:
    return served.caller(token=KEY)


def test_the_keeper_lists_closes_and_forgets(served: Served) -> None:
    lea, me = served.caller(), keeper(served)
    table = lea.make("zero", 3, bots=["club", "club"], start=True)["table"]
    assert [(row["table"], row["phase"]) for row in me.get("/api/admin/tables")["tables"]] == [(table, "playing")]
    me.post(f"/api/admin/tables/{table}/close")
    assert lea.look(table)["result"]["reason"] == "closed"
    assert me.refused(f"/api/admin/tables/{table}/close") == (409, "wrong-phase")
    assert me.http.delete(f"/api/admin/tables/{table}").status_code == 200
    assert lea.refused(f"/api/tables/{table}", method="GET") == (404, "no-such-table")


@pytest.mark.parametrize("token", ["", "wrong", KEY + "x"])
def test_nothing_without_the_key(served: Served, token: str) -> None:
    other = served.caller(name=None, token=token)
    for method, path in (("GET", "tables"), ("POST", "backup"), ("POST", "tables/x/close"), ("DELETE", "tables/x")):
        assert other.refused(f"/api/admin/{path}", method=method) == (403, "bad-key")


def test_without_a_key_there_is_no_keeper(tmp_path: Path) -> None:
    with Served(settings_for(sqlite(tmp_path))) as served:
        for token in ("", "-"):
            other = served.caller(name=None, token=token)
            assert other.refused("/api/admin/tables", method="GET") == (404, "no-such-page")


def test_a_copy_of_the_store_serves_as_well(served: Served, tmp_path: Path) -> None:
    lea = served.caller()
    table = lea.make("hero", 2, bots=["club"], start=True)["table"]
    before = lea.look(table)
    file = Path(keeper(served).post("/api/admin/backup")["file"])
    with closing(sqlite3.connect(file)) as copy:
        assert copy.execute("SELECT count(*) FROM tables").fetchone() == (1,)
    lea.at(table, "close")
    with Served(settings_for(f"sqlite:///{file}")) as restored:
        again = restored.caller(name=None)
        again.http.cookies.update(lea.http.cookies)
        told = again.look(table)
        assert told["phase"] == "playing"
        assert told["log"][: len(before["log"])] == before["log"]


def test_figures_for_prometheus_from_here_alone(tmp_path: Path) -> None:
    with Served(settings_for(sqlite(tmp_path))) as served:
        lea = served.caller()
        lea.make("zero", 3, bots=["club", "club"], start=True)
        told = dict(
            line.rsplit(" ", 1) for line in lea.http.get("/metrics").text.splitlines() if not line.startswith("#")
        )
        assert float(told["ludozero_tables_playing"]) == 1
        assert float(told["ludozero_commits_total"]) >= 2
        assert "ludozero_move_seconds_count" in told
    with Served(settings_for(sqlite(tmp_path), metrics_from=["192.0.2.7"])) as served:
        assert served.caller(name=None).refused("/metrics", method="GET") == (404, "no-such-page")


def test_the_environment_comes_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('store = "sqlite:///a.db"\nhosts = ["play.example"]\nper_second = 7\n', "utf-8")
    told = settled(file, {"LUDOZERO_STORE": "sqlite:///b.db", "LUDOZERO_PROXIES": "127.0.0.1, ::1"}, kept_days=3.0)
    assert (told.store, told.hosts, told.per_second, told.kept_days) == ("sqlite:///b.db", ["play.example"], 7.0, 3.0)
    assert told.proxies == ["127.0.0.1", "::1"]
    assert settled(None, {}) == Settings()


@pytest.mark.parametrize(
    ("text", "named"),
    [("colour = 1", "colour"), ("hosts = 3", "hosts"), ("machine_code = 'yes'", "machine_code"), ("x", "house.toml")],
)
def test_a_wrong_setting_is_named(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=named):
        settled(file, {})
    with pytest.raises(ValueError, match="LUDOZERO_BURST"):
        settled(None, {"LUDOZERO_BURST": "many"})


def test_serve_and_its_keeper_at_the_command_line(tmp_path: Path) -> None:
    with Process(tmp_path) as house:
        house.open()
        assert not httpx.get(f"{house.url}/api/house").json()["mine"]
        lea = Caller(house.url)
        table = lea.make("zero", 3, bots=["club", "club"], start=True)["table"]
        lea.http.close()

        def admin(*words: str) -> "subprocess.CompletedProcess[str]":
            return command(house, "admin", *words, "--lang", "en")

        listed = admin("tables", "--json")
        assert [row["table"] for row in json.loads(listed.stdout)] == [table]
        assert Path(admin("backup").stdout.strip()).is_file()
        assert admin("close", table).returncode == 0
        assert admin("close", table).returncode == 2
        wrong = admin("tables", "--key", "wrong")
        assert wrong.returncode == 2
        assert len(wrong.stderr.splitlines()) == 1
        house.close()
        assert all(set(json.loads(line)) >= {"time", "level", "what"} for line in house.lines)
        assert KEY not in "".join(house.lines)


def test_every_setting_is_in_the_docs() -> None:
    text = PAGE.read_text("utf-8")
    assert page(text) == text, "python -m scripts.settings_page"
