"""A PostgreSQL of one's own, with an empty database for each who asks."""

import itertools
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NUMBERS = itertools.count(1)


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The URL of a server that runs as long as it is needed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for XDG_RUNTIME_DIR
        from pgserver.postgres_server import get_server

    server = get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def database(url: str) -> str:
    """A new database on that server."""
    import psycopg

    name = f"house{next(NUMBERS)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return url.replace("/postgres?", f"/{name}?")
