"""The store's tables, the same for SQLite and PostgreSQL. Migrations (migrations/) bring older ones up to this."""

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, String, Table, Text, text

META = MetaData()

guests = Table(
    "guests",
    META,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("secret", String(64), nullable=False),  # SHA-256 of it, in hexadecimal
    Column("made", BigInteger, nullable=False),  # dates are milliseconds since 1970
)

tables = Table(
    "tables",
    META,
    Column("id", String(24), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("head", Text, nullable=False),  # what it was made with, as JSON
    Column("secret", LargeBinary, nullable=False),
    Column("key", String(24), nullable=False),  # what makes a link a join link
    Column("phase", String(8), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),  # not at every move
    Index("tables_open", "phase", "visibility", "touched"),
)

# The log. A line is never changed, but for the names of who wants to be forgotten.
journal = Table(
    "journal",
    META,
    Column("table_id", String(24), primary_key=True),
    Column("at", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),  # with `turn`: a move, the only lines that have them
    Column("turn", Integer),
    Column("stamp", BigInteger, nullable=False),
    Column("entry", Text, nullable=False),
    sqlite_with_rowid=False,
)
Index(
    "journal_turns",
    journal.c.table_id,
    journal.c.seat,
    journal.c.turn,
    unique=True,
    sqlite_where=text("seat IS NOT NULL"),
    postgresql_where=text("seat IS NOT NULL"),
)

# Who has (or had) something to do with a table: for “my tables”, and to find what somebody wants to be forgotten.
places = Table(
    "places",
    META,
    Column("guest", String(24), primary_key=True),
    Column("table_id", String(24), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Index("places_table", "table_id"),
)

# Personal links: a seat's way to another device.
links = Table(
    "links",
    META,
    Column("key", String(64), primary_key=True),  # SHA-256 of it
    Column("table_id", String(24), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("guest", String(24), nullable=False),
    Column("until", BigInteger, nullable=False),
)
