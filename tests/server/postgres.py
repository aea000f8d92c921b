"""A PostgreSQL of one's own, with an empty database for each who asks."""

import itertools
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NUMBERS = itertools.count(1)


class Postgres:
    """A server that can be stopped, as if its machine were switched off, and started again."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self.url: str = server.get_uri()

    def stop(self) -> None:
        self._control("-m", "fast", "stop")

    def start(self) -> None:
        folder = self._server.pgdata
        self._control("-o", f"-h '' -k {self._server.get_postmaster_info().socket_dir}", "-l", f"{folder}/log", "start")
        self._server.ensure_postgres_running()  # it looks where it is now

    def dump(self, database: str, file: Path) -> None:
        self._run("pg_dump", "--dbname", database, "--file", str(file))

    def load(self, database: str, file: Path) -> None:
        self._run("psql", "--quiet", "--dbname", database, "--file", str(file))

    def _run(self, *words: str) -> None:
        from pgserver._commands import POSTGRES_BIN_PATH

        program, *rest = words
        subprocess.run([str(POSTGRES_BIN_PATH / program), *rest], check=True, stdout=subprocess.DEVNULL)

    def _control(self, *words: str) -> None:
        from pgserver import _commands

        commands: Any = _commands  # these are made when it is imported
        commands.pg_ctl(["-w", "-t", "60", *words], pgdata=self._server.pgdata, user=self._server.system_user)


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server that runs as long as it is needed, in a folder that its own user may enter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for XDG_RUNTIME_DIR
        from pgserver.postgres_server import get_server

    folder = tempfile.mkdtemp(prefix="ludozero-")
    server = get_server(folder, cleanup_mode="delete")
    try:
        yield Postgres(server)
    finally:
        server.cleanup()


def database(url: str) -> str:
    """A new database on that server."""
    import psycopg

    name = f"house{next(NUMBERS)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return url.replace("/postgres?", f"/{name}?")
