"""The repository of the log: the deal and the confirmed actions of a game, and setting it back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import clocks, plans
from bot.store.rows import ClockRow, Event, TableRow
from bot.store.schema import events, prepared, rewinds, tables, undone
from bot.store.tables import save

Position = Mapping[str, Any]

# What every turn needs is made once: making a statement takes longer than executing it.
_ADD_EVENTS = insert(events)
_EVENTS_BETWEEN = (
    select(events.c.seat, events.c.action, events.c.user_id, events.c.at)
    .where(
        events.c.table_id == bindparam("table_id"),
        events.c.n >= bindparam("start"),
        events.c.n < bindparam("stop"),
    )
    .order_by(events.c.n)
)
_VERSION_AFTER = select(func.max(events.c.n)).where(
    events.c.table_id == bindparam("table_id"), events.c.seat == bindparam("seat")
)


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
    clock_rows: Sequence[ClockRow] = (),
    joins: Mapping[str, Any] | None = None,
    shared: tuple[str, str] | None = None,
) -> TableRow:
    """Turn a lobby into a game, with its deal; the table as it is then. `joins` is who went into
    the seed; `shared` the secret and the commitment of a deal that several tables play.

    Raises ChangedMeanwhileError, and writes nothing, if it is no longer as `read`.
    """
    saved = await save(
        connection,
        read,
        replace(wanted, status="playing", rules=rules),
        at=at,
        seed=seed,
        setup=dict(setup),
        position=dict(position),
        position_version=0,
        joins=None if joins is None else dict(joins),
        shared_secret=shared[0] if shared else None,
        shared_commitment=shared[1] if shared else None,
    )
    await clocks.put(connection, read.id, clock_rows)
    return saved


async def append(
    connection: AsyncConnection,
    read: TableRow,
    *,
    seat: int,
    actions: Sequence[str],
    position: Position,
    finished: bool,
    at: datetime,
    user_id: int | None,
    clock_rows: Sequence[ClockRow] = (),
    drop_plan: bool = False,
) -> TableRow:
    """Add a confirmed turn to the log, and keep the position it leads to; the table as it is
    then. Whoever plays on no longer wants to abandon the game, and no wish to set it back is left.
    `drop_plan` is whether the seat's plan has had its turn.

    Raises ChangedMeanwhileError, and writes nothing, if the table is no longer as `read`.
    """
    version = read.version + len(actions)
    wanted = replace(
        read,
        status="finished" if finished else "playing",
        version=version,
        abandon_votes=read.abandon_votes - {seat},
        rewind_wish=None,
    )
    saved = await save(
        connection, read, wanted, at=at, position=dict(position), position_version=version
    )
    await connection.execute(
        _ADD_EVENTS,
        [
            {
                "table_id": read.id,
                "n": n,
                "seat": seat,
                "action": action,
                "at": at,
                "user_id": user_id,
            }
            for n, action in enumerate(actions, start=read.version)
        ],
    )
    await clocks.put(connection, read.id, clock_rows)
    if drop_plan:
        await plans.put(connection, read.id, seat, (), at=at)
    return saved


async def set_back(
    connection: AsyncConnection,
    read: TableRow,
    to: int,
    *,
    position: Position,
    at: datetime,
    user_id: int | None,
    clock_rows: Sequence[ClockRow] = (),
) -> TableRow:
    """Take the events from n = `to` on out of the log, and keep them apart; the table as it is
    then. Turns in preparation are dropped: they were for another position.

    Raises ChangedMeanwhileError, and writes nothing, if the table is no longer as `read`.
    """
    number = read.rewinds + 1
    told = None if read.announced is None else min(read.announced, to)
    wanted = replace(
        read,
        status="playing",
        version=to,
        abandon_votes=frozenset(),
        rewinds=number,
        rewind_wish=None,
        announced=told,
        prepared={},
    )
    saved = await save(
        connection,
        read,
        wanted,
        at=at,
        position=dict(position),
        position_version=to,
        announced=told,
    )
    await connection.execute(
        insert(rewinds).values(
            table_id=read.id,
            number=number,
            from_version=read.version,
            to_version=to,
            user_id=user_id,
            at=at,
        )
    )
    gone = (events.c.table_id == read.id, events.c.n >= to)
    columns = ["n", "seat", "action", "at", "user_id"]
    await connection.execute(
        insert(undone).from_select(
            ["table_id", "rewind", *columns],
            select(events.c.table_id, literal(number), *(events.c[name] for name in columns)).where(
                *gone
            ),
        )
    )
    await connection.execute(delete(events).where(*gone))
    await connection.execute(delete(prepared).where(prepared.c.table_id == read.id))
    await clocks.put(connection, read.id, clock_rows)
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
        _EVENTS_BETWEEN, {"table_id": table_id, "start": start, "stop": stop}
    )
    return [Event(row.seat, row.action, row.user_id, row.at) for row in found]


async def version_after(connection: AsyncConnection, table_id: int, seat: int) -> int:
    """How many events the log held when the seat had confirmed its last one; 0 before any."""
    last = await connection.scalar(_VERSION_AFTER, {"table_id": table_id, "seat": seat})
    return 0 if last is None else int(last) + 1


async def position(connection: AsyncConnection, table_id: int) -> tuple[int, Position] | None:
    """The kept position and after how many events it stood; None before the start."""
    row = (
        await connection.execute(
            select(tables.c.position_version, tables.c.position).where(tables.c.id == table_id)
        )
    ).one()
    return None if row.position is None else (row.position_version, row.position)
