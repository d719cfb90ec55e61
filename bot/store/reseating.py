"""What moderators change at a table that play itself never does: who sits in a seat, a deal taken
back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import clocks, log, prepared
from bot.store.errors import ChannelBusyError
from bot.store.rows import ClockRow, PreparedRow, TableRow
from bot.store.schema import clocks as clocks_table
from bot.store.schema import plans as plans_table
from bot.store.schema import tables as tables_table
from bot.store.tables import save


async def change(
    connection: AsyncConnection,
    read: TableRow,
    wanted: TableRow,
    *,
    at: datetime,
    clock_rows: Sequence[ClockRow] = (),
) -> TableRow:
    """Write a table and its clocks; it as it is then. Raises ChangedMeanwhileError as `save`."""
    saved = await save(connection, read, wanted, at=at)
    await clocks.put(connection, read.id, clock_rows)
    return saved


async def reseat(
    connection: AsyncConnection,
    read: TableRow,
    wanted: TableRow,
    seat: int,
    *,
    at: datetime,
    begun: PreparedRow | None,
    clock_rows: Sequence[ClockRow],
) -> TableRow:
    """Somebody else takes a seat: the plan and the clock of whoever sat there go, and `begun` is
    what the turn in preparation becomes. Raises ChangedMeanwhileError as `save`."""
    saved = await save(connection, read, wanted, at=at)
    for other in (plans_table, clocks_table):
        await connection.execute(
            delete(other).where(other.c.table_id == read.id, other.c.seat == seat)
        )
    if begun is not None:
        await prepared.put(connection, read.id, seat, begun, at=at)
    await clocks.put(connection, read.id, clock_rows)
    return saved


async def set_back(
    connection: AsyncConnection,
    read: TableRow,
    to: int,
    *,
    position: Mapping[str, Any],
    at: datetime,
    user_id: int,
    clock_rows: Sequence[ClockRow],
) -> TableRow:
    """As `log.set_back`, also for a game that is over. Raises ChannelBusyError, too, if another
    table is open in its channel."""
    try:
        return await log.set_back(
            connection, read, to, position=position, at=at, user_id=user_id, clock_rows=clock_rows
        )
    except IntegrityError as error:
        raise ChannelBusyError from error


async def old_deal(connection: AsyncConnection, table_id: int) -> dict[str, Any]:
    """The seed and the deal of a game: hidden from everybody."""
    found = await connection.execute(
        select(tables_table.c.seed, tables_table.c.setup).where(tables_table.c.id == table_id)
    )
    row = found.one()
    return {"seed": row.seed, "setup": row.setup}


async def back_to_lobby(
    connection: AsyncConnection,
    read: TableRow,
    wanted: TableRow,
    *,
    at: datetime,
    user_id: int,
) -> TableRow:
    """Take a game back into its lobby, with the seats of `wanted`, to be dealt anew. What was
    chosen leaves the log, but is kept. Raises ChangedMeanwhileError as `save`."""
    back = await log.set_back(connection, read, 0, position={}, at=at, user_id=user_id)
    for other in (plans_table, clocks_table):
        await connection.execute(delete(other).where(other.c.table_id == read.id))
    undealt = replace(
        back,
        status="lobby",
        seats=wanted.seats,
        rules=None,
        paused_at=None,
        pause_wish=None,
    )
    return await save(
        connection, back, undealt, at=at, seed=None, setup=None, position=None,
        position_version=None, announced=None,
    )  # fmt: skip
