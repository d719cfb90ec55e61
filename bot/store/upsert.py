"""INSERT ... ON CONFLICT, which SQLite and PostgreSQL share though SQLAlchemy keeps them apart."""

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

Insert = sqlite.Insert | postgresql.Insert


def insert_into(connection: AsyncConnection, table: Table) -> Insert:
    """An insert that can say what to do on a conflict, for the database in use."""
    return insert_for(connection.dialect.name, table)


def insert_for(dialect: str, table: Table) -> Insert:
    """The same by the name of the database's dialect, for a statement that is made only once."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
