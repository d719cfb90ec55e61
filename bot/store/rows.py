"""What repositories share: rows read as values of the model, added, replaced and changed."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Executable, Insert, RowMapping, Table, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import ChangedMeanwhileError

Value = TypeVar("Value")

_PIECE = 50
"""The rows read before other tasks get a turn: with the JSON of a season's log, some 2 ms."""


def columns(table: Table, kind: type) -> tuple[ColumnElement[Any], ...]:
    """The columns of a table that have the name of a field of this dataclass, in its order."""
    return tuple(table.c[field.name] for field in fields(kind) if field.name in table.c)


async def every(
    connection: AsyncConnection, kind: Callable[..., Value], query: Executable, **values: Any
) -> list[Value]:
    """Read all rows of a query, each as `kind` makes it of the columns by their names. `values` are
    those of the query's parameters."""
    return [kind(**row) async for row in in_pieces(connection, query, values)]


async def first(
    connection: AsyncConnection, kind: Callable[..., Value], query: Executable, **values: Any
) -> Value | None:
    """Read the first row of a query as `every` does; None if there is none."""
    row = (await connection.execute(query, values)).mappings().first()
    return None if row is None else kind(**row)


async def in_pieces(
    connection: AsyncConnection, query: Executable, values: Mapping[str, Any] | None = None
) -> AsyncIterator[RowMapping]:
    """Yield the rows of a query that may have thousands. Converting them to Python values, above
    all from JSON, happens on the event loop, which gets a turn after every few."""
    found = await connection.execute(query, values)
    for n, piece in enumerate(found.mappings().partitions(_PIECE)):
        if n:
            await asyncio.sleep(0)
        for row in piece:
            yield row


@contextmanager
def taken_is(error: type[Exception] | None) -> Iterator[None]:
    """Turn the database's refusal of a row inside, as its key is taken, into this error; None
    leaves it as it is."""
    try:
        yield
    except IntegrityError as refused:
        if error is None:
            raise
        raise error from refused


async def add(connection: AsyncConnection, table: Table, **values: Any) -> int:
    """Add a row to a table that numbers its rows, and return its number."""
    key = (await connection.execute(_insert(table), values)).inserted_primary_key
    assert key is not None
    return int(key[0])


async def add_all(
    connection: AsyncConnection, table: Table, found: Iterable[Mapping[str, Any]]
) -> None:
    """Add rows with the same columns, perhaps none."""
    if given := list(found):
        await connection.execute(_insert(table), given)


@cache
def _insert(table: Table) -> Insert:
    """The statement for whole rows, made once: that takes longer than executing it."""
    return insert(table)


def insert_into(connection: AsyncConnection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Make an insert with `on_conflict_do_update`. Both databases have it, but SQLAlchemy keeps one
    for each."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


async def put(
    connection: AsyncConnection, table: Table, found: Iterable[Mapping[str, Any]]
) -> None:
    """Write rows with the same columns, perhaps none; a row that is stored under the same primary
    key gets the values given."""
    if given := list(found):
        statement, key = insert_into(connection, table), table.primary_key.columns
        new = {name: statement.excluded[name] for name in given[0] if name not in key}
        replacing = statement.on_conflict_do_update(index_elements=[*key], set_=new)
        await connection.execute(replacing, given)


async def change_one(
    connection: AsyncConnection, statement: Executable, values: Mapping[str, Any] | None = None
) -> None:
    """Change a row. Raises ChangedMeanwhileError unless the statement meets exactly one: then the
    transaction must be undone."""
    changed = await connection.execute(statement, values)
    if changed.rowcount != 1:
        raise ChangedMeanwhileError
