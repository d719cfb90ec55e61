"""Bringing a database to the newest form, and back.

The steps are in `migrations/versions`; a test says whether together they make exactly `schema.py`.
The program runs them by itself when it starts. Databases from before the first release are brought
over first (`migrations/before_release.py`).
"""

from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.errors import StoreError
from bot.store.migrations.before_release import bring_over

MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATION_LOCK = 7_463_895
"""Any number that no other program uses for an advisory lock in the same database."""


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


async def upgrade(engine: AsyncEngine, revision: str = "head") -> None:
    """Take the steps up to a revision that were not taken yet, all in one transaction.

    Raises StoreError if the database has taken steps that this program does not know.
    """

    def steps(connection: Connection) -> None:
        bring_over(connection)
        command.upgrade(_config(connection), revision)

    await _migrate(engine, steps)


async def downgrade(engine: AsyncEngine, revision: str) -> None:
    """Take the steps after a revision back ("base": all of them), in one transaction."""
    await _migrate(engine, lambda connection: command.downgrade(_config(connection), revision))


async def _migrate(engine: AsyncEngine, steps: Callable[[Connection], None]) -> None:
    try:
        async with engine.connect() as connection:
            # Several processes may start at once: the first one works, the others wait for it.
            if engine.dialect.name == "sqlite":
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                await connection.execute(
                    text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATION_LOCK}
                )
            await connection.run_sync(steps)
            await connection.commit()
    except CommandError as error:
        raise StoreError(
            "The database was written by a newer version of the bot; update the bot, or use "
            "another database."
        ) from error
