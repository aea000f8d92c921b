"""What Alembic runs: always on a connection it is given (see __init__.py)."""

from alembic import context

attributes = context.config.attributes
context.configure(connection=attributes["connection"], target_metadata=attributes["metadata"], render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
