"""The repository of clocks: what runs for whom, what is due, and when the program last ran."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import ClockRow
from bot.store.schema import clocks, heartbeat, tables
from bot.store.upsert import Insert, insert_for, insert_into

_MOMENTS = ("turn_at", "reminder_at", "last_call_at", "time_out_at")
_CHANGING = ("clock", *_MOMENTS, "due_at")


async def put(connection: AsyncConnection, table_id: int, rows: Sequence[ClockRow]) -> None:
    """Keep the clocks of these seats instead of those before."""
    if not rows:
        return
    await connection.execute(
        _put(connection.dialect.name),
        [
            {
                "table_id": table_id,
                "seat": row.seat,
                **{name: _plain(getattr(row, name)) for name in _CHANGING},
            }
            for row in rows
        ],
    )


@cache  # making the statement takes longer than executing it
def _put(dialect: str) -> Insert:
    statement = insert_for(dialect, clocks)
    new = statement.excluded
    return statement.on_conflict_do_update(
        index_elements=[clocks.c.table_id, clocks.c.seat],
        set_={name: new[name] for name in _CHANGING},
    )


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, datetime) else dict(value)


async def due(
    connection: AsyncConnection, by: datetime, *, most: int
) -> list[tuple[int, ClockRow]]:
    """(table's id, clock) of the running games' seats about which something is to be told by this
    moment, those due first in front, at most so many."""
    found = await connection.execute(
        select(
            clocks.c.table_id, clocks.c.seat, clocks.c.clock, *(clocks.c[name] for name in _MOMENTS)
        )
        .join(tables, tables.c.id == clocks.c.table_id)
        .where(clocks.c.due_at <= by, tables.c.status == "playing")
        .order_by(clocks.c.due_at, clocks.c.table_id, clocks.c.seat)
        .limit(most)
    )
    return [(row[0], ClockRow(*row[1:])) for row in found]


async def running(connection: AsyncConnection) -> list[int]:
    """The ids of the running games with a clock."""
    found = await connection.execute(
        select(clocks.c.table_id)
        .distinct()
        .join(tables, tables.c.id == clocks.c.table_id)
        .where(tables.c.status == "playing")
        .order_by(clocks.c.table_id)
    )
    return list(found.scalars())


async def last_seen(connection: AsyncConnection) -> datetime | None:
    """When the program was last known to run; None if it never did."""
    return await connection.scalar(select(heartbeat.c.at))


async def seen(connection: AsyncConnection, at: datetime) -> None:
    """Note that the program runs."""
    statement = insert_into(connection, heartbeat).values(id=1, at=at)
    await connection.execute(
        statement.on_conflict_do_update(
            index_elements=[heartbeat.c.id], set_={"at": statement.excluded.at}
        )
    )
