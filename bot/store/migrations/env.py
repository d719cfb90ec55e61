"""Alembic's entry: runs the migrations on the connection that `bot.store.database` opened."""

from alembic import context

from bot.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite can only change a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
