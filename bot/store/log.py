"""The repository of the log: the deal and the confirmed actions of a game."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import Event, TableRow
from bot.store.schema import events, tables
from bot.store.tables import save

Position = Mapping[str, Any]


async def begin(
    connection: AsyncConnection,
    read: TableRow,
    wanted: TableRow,
    *,
    rules: int,
    seed: str,
    setup: Mapping[str, Any],
    position: Position,
    at: datetime,
) -> TableRow:
    """Turn a lobby into a game, with its deal; the table as it is then.

    Raises ChangedMeanwhileError, and writes nothing, if it is no longer as `read`.
    """
    return await save(
        connection,
        read,
        replace(wanted, status="playing", rules=rules),
        at=at,
        seed=seed,
        setup=dict(setup),
        position=dict(position),
        position_version=0,
    )


async def append(
    connection: AsyncConnection,
    read: TableRow,
    *,
    seat: int,
    actions: Sequence[str],
    position: Position,
    finished: bool,
    at: datetime,
) -> TableRow:
    """Add a confirmed turn to the log, and keep the position it leads to; the table as it is
    then. Whoever plays on no longer wants to abandon the game.

    Raises ChangedMeanwhileError, and writes nothing, if the table is no longer as `read`.
    """
    version = read.version + len(actions)
    wanted = replace(
        read,
        status="finished" if finished else "playing",
        version=version,
        abandon_votes=read.abandon_votes - {seat},
    )
    saved = await save(
        connection, read, wanted, at=at, position=dict(position), position_version=version
    )
    await connection.execute(
        insert(events),
        [
            {"table_id": read.id, "n": n, "seat": seat, "action": action, "at": at}
            for n, action in enumerate(actions, start=read.version)
        ],
    )
    return saved


async def setup(connection: AsyncConnection, table_id: int) -> Mapping[str, Any]:
    """How a game that has started was dealt: hidden from everybody."""
    found = await connection.execute(select(tables.c.setup).where(tables.c.id == table_id))
    return dict(found.scalar_one())


async def events_between(
    connection: AsyncConnection, table_id: int, start: int, stop: int
) -> list[Event]:
    """The events n = start ... stop - 1, in order."""
    found = await connection.execute(
        select(events.c.seat, events.c.action)
        .where(events.c.table_id == table_id, events.c.n >= start, events.c.n < stop)
        .order_by(events.c.n)
    )
    return [Event(row.seat, row.action) for row in found]


async def position(connection: AsyncConnection, table_id: int) -> tuple[int, Position] | None:
    """The kept position and after how many events it stood; None before the start."""
    row = (
        await connection.execute(
            select(tables.c.position_version, tables.c.position).where(tables.c.id == table_id)
        )
    ).one()
    return None if row.position is None else (row.position_version, row.position)
