"""How an older store becomes today's: Alembic's steps, one file each, and when they are needed."""

from typing import cast

from sqlalchemy import Connection, inspect, text

from ludozero.server.schema import META

HEAD = "0001"  # the latest step; tests/server/test_migrations.py holds it to the files
HERE = "ludozero.server:migrations"
LOCK = {  # two processes that start at once: one migrates, the other waits; a step that fails leaves nothing behind
    "postgresql": "SELECT pg_advisory_xact_lock(7230000001)",
    "sqlite": "BEGIN IMMEDIATE",  # its driver would begin only with the first row
}


def migrate(connection: Connection) -> None:
    """Brings the store up to date; nothing is done, nor Alembic loaded, if it is."""
    if version(connection) != HEAD:
        connection.exec_driver_sql(LOCK[connection.dialect.name])
        if version(connection) != HEAD:
            upgrade(connection, "head")


def version(connection: Connection) -> str | None:
    """The step the store is at; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return cast("str | None", connection.execute(text("SELECT version_num FROM alembic_version")).scalar())


def upgrade(connection: Connection, to: str) -> None:
    """Alembic's upgrade on this connection, in its transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", HERE)
    config.attributes.update(connection=connection, metadata=META)
    command.upgrade(config, to)
