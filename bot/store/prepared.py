"""The repository of turns in preparation."""

from datetime import datetime
from functools import cache

from sqlalchemy import and_, or_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import ChangedMeanwhileError
from bot.store.rows import PreparedRow
from bot.store.schema import prepared
from bot.store.upsert import Insert, insert_for


async def put(
    connection: AsyncConnection, table_id: int, seat: int, row: PreparedRow, *, at: datetime
) -> None:
    """Keep a seat's turn in preparation instead of the one before.

    Raises ChangedMeanwhileError, and writes nothing, unless it is newer than what is kept: begun
    after more confirmed actions, or changed once more.
    """
    result = await connection.execute(
        _put_newer(connection.dialect.name),
        {
            "table_id": table_id,
            "seat": seat,
            "base": row.base,
            "revision": row.revision,
            "actions": list(row.actions),
            "at": at,
        },
    )
    if result.rowcount != 1:
        raise ChangedMeanwhileError


@cache  # making the statement takes longer than executing it
def _put_newer(dialect: str) -> Insert:
    statement = insert_for(dialect, prepared)
    new = statement.excluded
    return statement.on_conflict_do_update(
        index_elements=[prepared.c.table_id, prepared.c.seat],
        set_={"base": new.base, "revision": new.revision, "actions": new.actions, "at": new.at},
        where=or_(
            prepared.c.base < new.base,
            and_(prepared.c.base == new.base, prepared.c.revision < new.revision),
        ),
    )
