"""A store of the first version is brought up to date with everything in it, and all of it plays on."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, text

from ludozero import verify
from ludozero.games import rules
from ludozero.server import migrations, schema
from ludozero.server.migrations import HEAD, migrate, upgrade, version
from tests.server.served import Caller, Json, Served, moving, settings_for

FIRST: Json = json.loads(Path(__file__).with_name("first_store.json").read_text("utf-8"))
FOLDER = Path(schema.__file__).with_name("migrations")
TABLES = ("guests", "tables", "journal", "places", "links")
NEXT = '''"""A step that comes later."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "%s"


def upgrade() -> None:
    op.add_column("guests", sa.Column("language", sa.String(8), nullable=False, server_default="fr"))
    with op.batch_alter_table("tables") as tables:
        tables.alter_column("visibility", type_=sa.String(12), existing_nullable=False)
'''


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def first_store(url: str) -> None:
    """The store as the first version left it: its schema, and rows that it wrote."""
    with connected(url) as connection:
        upgrade(connection, "0001")
        for name in TABLES:
            rows = [
                {
                    column: bytes.fromhex(value) if (name, column) == ("tables", "secret") else value
                    for column, value in row.items()
                }
                for row in FIRST[name]
            ]
            columns = ", ".join(rows[0])
            values = ", ".join(f":{column}" for column in rows[0])
            connection.execute(text(f"INSERT INTO {name} ({columns}) VALUES ({values})"), rows)


def test_the_steps_lead_to_the_schema(store_url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    with connected(store_url) as connection:
        migrate(connection)
        assert version(connection) == HEAD
        assert compare_metadata(MigrationContext.configure(connection), schema.META) == []
        migrate(connection)
    assert ScriptDirectory(str(FOLDER)).get_current_head() == HEAD


def test_a_store_of_the_first_version_plays_on(store_url: str) -> None:
    """Its guests are known by their secrets, its games go on from where they were, links and results hold."""
    first_store(store_url)
    with Served(settings_for(store_url)) as house:
        people = [house.caller(None, token) for token in FIRST["tokens"]]
        assert [person.get("/api/me")["guest"]["name"] for person in people] == ["Léa", "Tom"]
        phases = {row["id"]: row["phase"] for row in FIRST["tables"]}
        for row in FIRST["tables"]:
            goes_on(people, row["id"], json.loads(row["head"]), phases[row["id"]])
        assert [card["game"] for card in house.caller(None).get("/api/lobby")["open"]] == ["zatre"]
        phone = house.caller("phone")
        moved = phone.post("/api/links", {"key": FIRST["link"]})
        assert phone.look(moved["table"])["yours"] == {
            "seats": [0],
            "host": True,
            "key": phone.look(moved["table"])["yours"]["key"],
        }
        phone.at(moved["table"], "start")
        assert phone.look(moved["table"])["phase"] == "playing"


def goes_on(people: list[Caller], table: str, head: Json, phase: str) -> None:
    """A table is as its log says, and is played to its end."""
    lines = [json.loads(row["entry"]) for row in FIRST["journal"] if row["table_id"] == table]
    if head["visibility"] == "private":
        assert people[1].refused(f"/api/tables/{table}", method="GET") == (404, "no-such-table")
        people = people[:1]
    event = people[0].look(table)
    if head["rules"] != rules(head["game"]).RULES:
        assert event["phase"] == ("over" if phase == "playing" else phase)
        return
    assert (event["at"], event["phase"]) == (len(lines), phase)
    seated = [person for person in people if person.look(table)["yours"]["seats"]]
    if phase == "playing":
        moves = [line for line in event["log"] if "move" in line]
        assert [(line["seat"], line["at"]) for line in moves] == [
            (line["seat"], at) for at, line in enumerate(lines, 1) if "move" in line
        ]
        if event["paused"] is not None:
            people[0].at(table, "pause", {"on": False})
        for person in seated * 4:
            for hand in moving(person.look(table))[:1]:
                move = {"turn": hand["turn"], "moves": [hand["moves"][0][0]], "seat": hand["seat"]}
                person.at(table, "moves", move)
        for person in seated:
            person.at(table, "end", {})
    if phase != "setup":
        record = seated[0].get(f"/api/tables/{table}/record")
        assert verify(record, head["commitment"]) == "as promised"
        written = [line["move"] for line in lines if "move" in line]
        assert [entry["move"] for entry in record["log"] if "move" in entry][: len(written)] == written


# Steps to come


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more step, as a later version would bring it."""
    folder = tmp_path / "migrations"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "v9999_later.py").write_text(NEXT % HEAD, "utf-8")
    monkeypatch.setattr(migrations, "HERE", str(folder))
    monkeypatch.setattr(migrations, "HEAD", "9999")


@pytest.mark.usefixtures("later")
def test_a_later_step_finds_and_leaves_everything_in_its_place(store_url: str) -> None:
    first_store(store_url)
    before = contents(store_url)
    with connected(store_url) as connection:
        migrate(connection)
        assert version(connection) == "9999"
        assert set(connection.execute(text("SELECT language FROM guests")).scalars()) == {"fr"}
    after = contents(store_url)
    for row in after["guests"]:
        del row["language"]
    assert after == before
    with Served(settings_for(store_url)) as house:
        lea = house.caller(None, FIRST["tokens"][0])
        assert len(lea.get("/api/lobby")["mine"]) >= 6


@pytest.mark.usefixtures("later")
def test_a_step_that_fails_changes_nothing(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first_store(store_url)
    before = contents(store_url)
    step = Path(migrations.HERE) / "versions" / "v9999_later.py"
    step.write_text(step.read_text("utf-8") + "    op.execute('SELECT nothing FROM nowhere')\n", "utf-8")
    with pytest.raises(Exception, match="nowhere"), connected(store_url) as connection:
        migrate(connection)
    assert contents(store_url) == before
    with connected(store_url) as connection:
        assert version(connection) == "0001"


@pytest.mark.usefixtures("later")
def test_two_that_start_at_once_take_the_step_once(store_url: str) -> None:
    first_store(store_url)
    together = Barrier(2)
    faults: list[Exception] = []

    def start() -> None:
        try:
            together.wait(30)
            with connected(store_url) as connection:
                migrate(connection)
        except Exception as fault:
            faults.append(fault)

    both = [Thread(target=start) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join(30)
    assert faults == []
    with connected(store_url) as connection:
        assert version(connection) == "9999"


def contents(url: str) -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables."""
    found = {}
    with connected(url) as connection:
        for name in TABLES:
            rows = [dict(row) for row in connection.execute(text(f"SELECT * FROM {name}")).mappings()]
            for row in rows:
                row.update({column: bytes(value) for column, value in row.items() if isinstance(value, memoryview)})
            found[name] = sorted(rows, key=str)
    return found
