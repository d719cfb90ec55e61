"""INSERT ... ON CONFLICT, which SQLite and PostgreSQL share though SQLAlchemy keeps them apart."""

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

Insert = sqlite.Insert | postgresql.Insert


def insert_into(connection: AsyncConnection, table: Table) -> Insert:
    """An insert that can say what to do on a conflict, for the database in use."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)
