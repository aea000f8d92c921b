"""The store as it was first published."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Guests, tables, their log, who sat where, personal links."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.String(24), nullable=False),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("visibility", sa.String(8), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_open", "tables", ["phase", "visibility", "touched"])
    op.create_table(
        "journal",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("at", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer),
        sa.Column("turn", sa.Integer),
        sa.Column("stamp", sa.BigInteger, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    moves = sa.text("seat IS NOT NULL")
    op.create_index(
        "journal_turns",
        "journal",
        ["table_id", "seat", "turn"],
        unique=True,
        sqlite_where=moves,
        postgresql_where=moves,
    )
    op.create_table(
        "places",
        sa.Column("guest", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("places_table", "places", ["table_id"])
    op.create_table(
        "links",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(24), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
