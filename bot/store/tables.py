"""The repository of tables and their seats.

A table is read whole in one statement. It is written only by who has seen its newest state:
`save` compares the revision that was read, so that of two processes one must read again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Any

import sqlalchemy as sql
from sqlalchemy import ColumnElement, Select, and_, bindparam, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import ChangedMeanwhileError, ChannelBusyError
from bot.store.rows import PauseWish, PreparedRow, RewindWish, SeatRow, TableRow
from bot.store.schema import clocks, people, plans, prepared, seats, tables

OPEN = ("lobby", "playing")
STARTED = ("playing", "finished")

_TABLE_COLUMNS = (
    tables.c.id,
    tables.c.guild_id,
    tables.c.channel_id,
    tables.c.status,
    tables.c.host_id,
    tables.c.options,
    tables.c.abandon_votes,
    tables.c.revision,
    tables.c.version,
    tables.c.rules,
    tables.c.announced,
    tables.c.rewinds,
    tables.c.rewinds_told,
    tables.c.rewind_wish,
    tables.c.pause_wish,
    tables.c.paused_at,
    tables.c.commitment,
    tables.c.board_message_id,
    tables.c.lobby_message_id,
    tables.c.created_at,
    tables.c.updated_at,
)
"""Everything but the hidden deal and the position."""


def _of_seat(other: sql.Table) -> ColumnElement[bool]:
    return and_(other.c.table_id == seats.c.table_id, other.c.seat == seats.c.seat)


_WHOLE = (
    select(
        *_TABLE_COLUMNS,
        seats.c.seat,
        seats.c.user_id,
        seats.c.name,
        seats.c.computer,
        prepared.c.base,
        prepared.c.revision.label("prepared_revision"),
        prepared.c.actions,
        clocks.c.clock,
        plans.c.actions.label("plan"),
        people.c.chosen,
    )
    .select_from(
        tables.outerjoin(seats, seats.c.table_id == tables.c.id)
        .outerjoin(prepared, _of_seat(prepared))
        .outerjoin(clocks, _of_seat(clocks))
        .outerjoin(plans, _of_seat(plans))
        .outerjoin(people, people.c.user_id == seats.c.user_id)
    )
    .order_by(tables.c.id, seats.c.seat)
)

# What every press needs is made once: making such a statement takes longer than executing it.
_BY_ID = _WHOLE.where(tables.c.id == bindparam("table_id"))
_OPEN_IN_CHANNEL = _WHOLE.where(
    tables.c.channel_id == bindparam("channel_id"), tables.c.status.in_(OPEN)
)
_SAVE = update(tables).where(
    tables.c.id == bindparam("read_id"), tables.c.revision == bindparam("read_revision")
)
_SET_ANNOUNCED = (
    update(tables)
    .where(
        tables.c.id == bindparam("table_id"),
        tables.c.rewinds == bindparam("of_rewinds"),
        or_(
            tables.c.announced.is_(None),
            tables.c.announced < bindparam("events"),
            tables.c.rewinds_told < bindparam("of_rewinds"),
        ),
    )
    .values(announced=bindparam("events"), rewinds_told=bindparam("of_rewinds"))
)


async def add(
    connection: AsyncConnection,
    *,
    guild_id: int | None,
    channel_id: int,
    host_id: int,
    options: Mapping[str, Any],
    seated: Sequence[SeatRow],
    at: datetime,
    secret: str | None = None,
    commitment: str | None = None,
) -> int:
    """Add a lobby with the secret of its deal; its id. Raises ChannelBusyError if the channel has
    an open table."""
    try:
        result = await connection.execute(
            insert(tables).values(
                guild_id=guild_id,
                channel_id=channel_id,
                status="lobby",
                host_id=host_id,
                options=dict(options),
                abandon_votes=[],
                revision=0,
                version=0,
                secret=secret,
                commitment=commitment,
                created_at=at,
                updated_at=at,
            )
        )
    except IntegrityError as error:
        raise ChannelBusyError from error
    key = result.inserted_primary_key
    assert key is not None
    await _seat(connection, key.id, seated)
    return int(key.id)


async def _seat(connection: AsyncConnection, table_id: int, seated: Sequence[SeatRow]) -> None:
    if seated:
        await connection.execute(
            insert(seats),
            [
                {
                    "table_id": table_id,
                    "seat": row.seat,
                    "user_id": row.user_id,
                    "name": row.name,
                    "computer": row.computer,
                }
                for row in seated
            ],
        )


async def by_id(connection: AsyncConnection, table_id: int) -> TableRow | None:
    """The table of this id."""
    return await _one(connection, _BY_ID, table_id=table_id)


async def open_in_channel(connection: AsyncConnection, channel_id: int) -> TableRow | None:
    """The open table of a channel; there is at most one."""
    return await _one(connection, _OPEN_IN_CHANNEL, channel_id=channel_id)


async def latest_in_channel(connection: AsyncConnection, channel_id: int) -> TableRow | None:
    """The table opened last in a channel. If one is open it is that one."""
    latest = (
        select(tables.c.id)
        .where(tables.c.channel_id == channel_id)
        .order_by(tables.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    return await _one(connection, _WHOLE.where(tables.c.id == latest))


async def open_of_person(connection: AsyncConnection, user_id: int) -> list[TableRow]:
    """The open tables at which a person sits, in the order they were opened."""
    mine = select(seats.c.table_id).where(seats.c.user_id == user_id)
    return await _all(connection, _WHOLE.where(tables.c.id.in_(mine), tables.c.status.in_(OPEN)))


async def playing_with_computers(connection: AsyncConnection) -> Mapping[int, int]:
    """The running games with a computer in a seat: their ids, each with its revision."""
    with_computer = select(seats.c.table_id).where(seats.c.computer)
    found = await connection.execute(
        select(tables.c.id, tables.c.revision)
        .where(tables.c.status == "playing", tables.c.id.in_(with_computer))
        .order_by(tables.c.id)
    )
    return {row.id: row.revision for row in found}


async def not_announced(connection: AsyncConnection) -> list[int]:
    """The ids of the games of which the channel has not been told everything."""
    found = await connection.execute(
        select(tables.c.id)
        .where(
            tables.c.status.in_(STARTED),
            or_(
                tables.c.announced.is_(None),
                tables.c.announced < tables.c.version,
                tables.c.rewinds_told < tables.c.rewinds,
            ),
        )
        .order_by(tables.c.id)
    )
    return list(found.scalars())


async def set_announced(
    connection: AsyncConnection, table_id: int, version: int, *, rewinds: int
) -> None:
    """Note that the channel knows so many rewinds, and so many events after the last of them. What
    is noted never grows less: messages of two processes may overtake each other, and a rewind."""
    await connection.execute(
        _SET_ANNOUNCED, {"table_id": table_id, "of_rewinds": rewinds, "events": version}
    )


async def lobbies_unchanged_since(connection: AsyncConnection, since: datetime) -> list[int]:
    """The ids of the lobbies that changed last at this moment or before."""
    found = await connection.execute(
        select(tables.c.id)
        .where(tables.c.status == "lobby", tables.c.updated_at <= since)
        .order_by(tables.c.id)
    )
    return list(found.scalars())


async def save(
    connection: AsyncConnection, /, read: TableRow, wanted: TableRow, *, at: datetime, **hidden: Any
) -> TableRow:
    """Write a table, with the columns a TableRow does not show in `hidden`; as it is then.

    Raises ChangedMeanwhileError, and writes nothing, if the table is no longer as `read`.
    """
    result = await connection.execute(
        update(tables)
        .where(tables.c.id == read.id, tables.c.revision == read.revision)
        .values(
            status=wanted.status,
            host_id=wanted.host_id,
            options=dict(wanted.options),
            abandon_votes=sorted(wanted.abandon_votes),
            revision=read.revision + 1,
            version=wanted.version,
            rules=wanted.rules,
            rewinds=wanted.rewinds,
            rewind_wish=_stored_wish(wanted.rewind_wish),
            pause_wish=_stored_pause(wanted.pause_wish),
            paused_at=wanted.paused_at,
            updated_at=at,
            **hidden,
        )
    )
    if result.rowcount != 1:
        raise ChangedMeanwhileError
    if wanted.seats != read.seats:
        await connection.execute(delete(seats).where(seats.c.table_id == read.id))
        await _seat(connection, read.id, wanted.seats)
    return replace(wanted, revision=read.revision + 1, updated_at=at)


async def set_messages(
    connection: AsyncConnection, table_id: int, *, board: int | None, lobby: int | None
) -> None:
    """Note the given messages; None leaves the one that is noted."""
    values: dict[str, int] = {}
    if board is not None:
        values["board_message_id"] = board
    if lobby is not None:
        values["lobby_message_id"] = lobby
    if values:
        await connection.execute(update(tables).where(tables.c.id == table_id).values(**values))


async def _one(connection: AsyncConnection, query: Select[Any], **named: int) -> TableRow | None:
    rows = await _all(connection, query, **named)
    return rows[0] if rows else None


async def _all(connection: AsyncConnection, query: Select[Any], **named: int) -> list[TableRow]:
    found = (await connection.execute(query, named)).all()
    return [_table(list(rows)) for _, rows in groupby(found, key=lambda row: row.id)]


def _table(rows: list[Any]) -> TableRow:
    first = rows[0]
    with_seat = [row for row in rows if row.seat is not None]
    return TableRow(
        id=first.id,
        guild_id=first.guild_id,
        channel_id=first.channel_id,
        status=first.status,
        host_id=first.host_id,
        options=first.options,
        abandon_votes=frozenset(first.abandon_votes),
        revision=first.revision,
        version=first.version,
        rules=first.rules,
        announced=first.announced,
        board_message_id=first.board_message_id,
        lobby_message_id=first.lobby_message_id,
        created_at=first.created_at,
        updated_at=first.updated_at,
        seats=tuple(SeatRow(row.seat, row.user_id, row.name, row.computer) for row in with_seat),
        prepared={
            row.seat: PreparedRow(row.base, row.prepared_revision, tuple(row.actions))
            for row in with_seat
            if row.base is not None
        },
        rewinds=first.rewinds,
        rewinds_told=first.rewinds_told,
        rewind_wish=_wish(first.rewind_wish),
        pause_wish=_pause(first.pause_wish),
        paused_at=first.paused_at,
        commitment=first.commitment,
        clocks={row.seat: row.clock for row in with_seat if row.clock is not None},
        plans={row.seat: tuple(row.plan) for row in with_seat if row.plan is not None},
        people={row.user_id: row.chosen for row in with_seat if row.chosen is not None},
    )


def _stored_wish(wish: RewindWish | None) -> dict[str, Any] | None:
    if wish is None:
        return None
    return {"to": wish.to, "by": wish.user_id, "votes": sorted(wish.votes)}


def _wish(stored: Mapping[str, Any] | None) -> RewindWish | None:
    if stored is None:
        return None
    return RewindWish(stored["to"], stored["by"], frozenset(stored["votes"]))


def _stored_pause(wish: PauseWish | None) -> dict[str, Any] | None:
    if wish is None:
        return None
    return {"votes": sorted(wish.votes), "at": wish.at.isoformat(), "agreed": wish.agreed}


def _pause(stored: Mapping[str, Any] | None) -> PauseWish | None:
    if stored is None:
        return None
    return PauseWish(
        frozenset(stored["votes"]), datetime.fromisoformat(stored["at"]), stored["agreed"]
    )
