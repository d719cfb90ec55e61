"""The repository of the outbox: notes to be told or done for tables, seasons and servers."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from sqlalchemy import ColumnElement, Select, bindparam, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.notes import (
    SEAT_KINDS,
    Invited,
    Note,
    SeatNote,
    TableGivenUp,
    TablesOpened,
    ToldOnce,
    from_json,
    to_json,
)
from bot.model.server import ALL, Shards
from bot.store.postgres import owned
from bot.store.rows import insert_into
from bot.store.schema import leagues, outbox, seasons, tables
from bot.store.sqlite import short

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Waiting:
    """A note in the outbox."""

    id: int
    """The number, which no other note ever gets."""
    note: Note


_OF_TABLE = (
    select(outbox.c.id, outbox.c.kind, outbox.c.note)
    .where(outbox.c.table_id == bindparam("table_id"))
    .order_by(outbox.c.id)
)
_OF_SEASONS = (
    select(outbox.c.id, outbox.c.kind, outbox.c.note, outbox.c.season_id, outbox.c.told)
    .where(outbox.c.season_id.in_(bindparam("season_ids", expanding=True)))
    .order_by(outbox.c.id)
)
_ANSWERED = delete(outbox).where(
    outbox.c.table_id == bindparam("of_table"), outbox.c.kind.in_(SEAT_KINDS)
)
_SEAT_ANSWERED = _ANSWERED.where(outbox.c.seat == bindparam("of_seat"))


@short
async def add(
    connection: AsyncConnection,
    notes: Sequence[Note],
    *,
    table_id: int | None = None,
    season_id: int | None = None,
    guild_id: int | None = None,
    told: bool = False,
) -> None:
    """Add notes of a table, a season or a server to the end of its outbox; a note that is in it
    already stays where it is. With `told` they are marked as told."""
    for note in notes:
        values = {
            "table_id": table_id,
            "season_id": season_id,
            "guild_id": guild_id,
            "kind": type(note).__name__,
            "seat": note.seat if isinstance(note, SeatNote) else None,
            "note": to_json(note),
            "told": told,
        }
        owner = outbox.c.guild_id if season_id is None else outbox.c.season_id
        owner = owner if table_id is None else outbox.c.table_id
        key = [owner, outbox.c.kind, outbox.c.note]
        statement = insert_into(connection, outbox).values(values)
        if told:
            statement = statement.on_conflict_do_update(index_elements=key, set_={"told": True})
        else:
            statement = statement.on_conflict_do_nothing(index_elements=key)
        of_person = isinstance(note, TableGivenUp | Invited) and note.person is not None
        if of_person or isinstance(note, TablesOpened):
            # The person sits nowhere at the table, whose row says nothing of an erasure then.
            statement = statement.execution_options(of_somebody=True)
        await connection.execute(statement)


@short
async def answered(connection: AsyncConnection, table_id: int, seat: int | None) -> None:
    """Take out a table's notes about a seat that has answered; without a seat, about all seats."""
    of = {"of_table": table_id}
    if seat is None:
        await connection.execute(_ANSWERED, of)
    else:
        await connection.execute(_SEAT_ANSWERED, {**of, "of_seat": seat})


async def drop(
    connection: AsyncConnection, kinds: Collection[type[Note]], *, table_id: int
) -> None:
    """Take out a table's notes of these kinds."""
    names = [kind.__name__ for kind in kinds]
    await connection.execute(
        delete(outbox).where(outbox.c.table_id == table_id, outbox.c.kind.in_(names))
    )


@short
async def take_out(connection: AsyncConnection, season_id: int, notes: Collection[Note]) -> None:
    """Take out these notes of a season, told or not."""
    for note in notes:
        await connection.execute(
            delete(outbox).where(
                outbox.c.season_id == season_id,
                outbox.c.kind == type(note).__name__,
                outbox.c.note == to_json(note),
            )
        )


@short
async def told(connection: AsyncConnection, waiting: Waiting) -> bool:
    """Take out a note that was told or done, or mark it as told. Returns whether it still
    waited."""
    mine = (outbox.c.id == waiting.id, outbox.c.told.is_(False))
    once = isinstance(waiting.note, ToldOnce)
    change = update(outbox).values(told=True) if once else delete(outbox)
    return (await connection.execute(change.where(*mine))).rowcount == 1


@short
async def of_table(connection: AsyncConnection, table_id: int) -> list[Waiting]:
    """List the notes of a table, oldest first."""
    found = await connection.execute(_OF_TABLE, {"table_id": table_id})
    return _all_known(found)


async def of_season(connection: AsyncConnection, season_id: int) -> list[Waiting]:
    """List the untold notes of a season, oldest first."""
    return _all_known(await connection.execute(_untold(outbox.c.season_id == season_id)))


async def of_server(connection: AsyncConnection, guild_id: int) -> list[Waiting]:
    """List the untold notes of a server, oldest first."""
    return _all_known(await connection.execute(_untold(outbox.c.guild_id == guild_id)))


def _untold(whose: ColumnElement[bool]) -> Select[Any]:
    of_it = select(outbox.c.id, outbox.c.kind, outbox.c.note).where(whose)
    return of_it.where(outbox.c.told.is_(False)).order_by(outbox.c.id)


async def servers_waiting(connection: AsyncConnection, shards: Shards = ALL) -> list[int]:
    """List the ids of the servers with untold notes."""
    found = await connection.execute(
        select(outbox.c.guild_id)
        .distinct()
        .where(outbox.c.guild_id.is_not(None), outbox.c.told.is_(False))
        .where(owned(outbox.c.guild_id, shards))
        .order_by(outbox.c.guild_id)
    )
    return list(found.scalars())


async def of_seasons(
    connection: AsyncConnection, season_ids: Collection[int]
) -> Mapping[int, list[tuple[Note, bool]]]:
    """List, by season, its notes and whether each was told, oldest first."""
    found: dict[int, list[tuple[Note, bool]]] = {season_id: [] for season_id in season_ids}
    if not found:
        return found
    for row in await connection.execute(_OF_SEASONS, {"season_ids": list(found)}):
        if (one := _known(row)) is not None:
            found[row.season_id].append((one.note, row.told))
    return found


async def tables_with(
    connection: AsyncConnection, kinds: Collection[type[Note]], shards: Shards = ALL
) -> list[int]:
    """List the ids of the tables with notes of these kinds."""
    names = [kind.__name__ for kind in kinds]
    found = await connection.execute(
        select(outbox.c.table_id)
        .distinct()
        .join(tables, tables.c.id == outbox.c.table_id)
        .where(outbox.c.kind.in_(names), owned(tables.c.guild_id, shards))
        .order_by(outbox.c.table_id)
    )
    return list(found.scalars())


async def seasons_waiting(connection: AsyncConnection, shards: Shards = ALL) -> list[int]:
    """List the ids of the seasons with untold notes."""
    found = await connection.execute(
        select(outbox.c.season_id)
        .distinct()
        .join(seasons, seasons.c.id == outbox.c.season_id)
        .join(leagues, leagues.c.id == seasons.c.league_id)
        .where(outbox.c.told.is_(False), owned(leagues.c.guild_id, shards))
        .order_by(outbox.c.season_id)
    )
    return list(found.scalars())


def waits(*kinds: type[Note]) -> ColumnElement[bool]:
    """The condition, in a query of tables, that the table has a note, or one of these kinds."""
    query = exists().where(outbox.c.table_id == tables.c.id)
    return query.where(outbox.c.kind.in_([one.__name__ for one in kinds])) if kinds else query


def _all_known(found: Iterable[Any]) -> list[Waiting]:
    return [one for one in map(_known, found) if one is not None]


def _known(row: Any) -> Waiting | None:
    try:
        return Waiting(row.id, from_json(row.kind, row.note))
    except ValueError as error:  # from a newer program, which understands it
        logger.warning("unknown note", id=row.id, kind=row.kind, reason=str(error))
        return None
