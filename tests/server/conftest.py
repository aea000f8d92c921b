"""One house for all the tests of a module; every test makes tables and callers of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Postgres, database, postgres
from tests.server.served import Served, settings_for, sqlite


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(settings_for(sqlite(tmp_path_factory.mktemp("house")))) as served:
        yield served


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture(scope="session")
def postgres_url(postgres_server: Postgres) -> str:
    return postgres_server.url


@pytest.fixture(params=["sqlite", "postgres"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store, of either kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    return database(request.getfixturevalue("postgres_url"))
