"""The repository of the log: the deal of a game, its confirmed actions, and its rewinds."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.table import Deal, Event, Rewound, StoredGame
from bot.store import rows
from bot.store.schema import events, league_tables, reviews, rewinds, seasons, tables, undone
from bot.store.sqlite import short

_EVENTS_BETWEEN = (
    select(
        events.c.seat,
        events.c.action,
        events.c.user_id,
        events.c.at,
        events.c.hurried,
        events.c.planned,
    )
    .where(
        events.c.table_id == bindparam("table_id"),
        events.c.n >= bindparam("start"),
        events.c.n < bindparam("stop"),
    )
    .order_by(events.c.n)
)


async def take_out(
    connection: AsyncConnection,
    table_id: int,
    *,
    number: int,
    was: int,
    to: int,
    at: datetime,
    user_id: int | None,
) -> None:
    """Move the events from n = `to` on out of the log, into `undone`, as rewind `number` of the
    table from version `was`. The game's review is deleted."""
    rewind = {"table_id": table_id, "number": number, "user_id": user_id, "at": at}
    await connection.execute(insert(rewinds).values(from_version=was, to_version=to, **rewind))
    gone = (events.c.table_id == table_id, events.c.n >= to)
    moved = select(events, literal(number).label("rewind")).where(*gone)
    await connection.execute(insert(undone).from_select(moved.selected_columns.keys(), moved))
    await connection.execute(delete(events).where(*gone))
    await connection.execute(delete(reviews).where(reviews.c.table_id == table_id))


@short
async def events_between(
    connection: AsyncConnection, table_id: int, start: int, stop: int
) -> list[Event]:
    """Read the events n = start ... stop - 1, in order."""
    found = await connection.execute(
        _EVENTS_BETWEEN, {"table_id": table_id, "start": start, "stop": stop}
    )
    return [_event(row) for row in found]


def _event(row: Any) -> Event:
    return Event(row.seat, row.action, row.user_id, row.at, bool(row.hurried), bool(row.planned))


async def hurried_before(connection: AsyncConnection, table_id: int, version: int) -> bool:
    """Whether a computer was hurried in one of the first `version` events of a table."""
    these = (events.c.table_id == table_id, events.c.n < version, events.c.hurried)
    return await connection.scalar(select(events.c.n).where(*these).limit(1)) is not None


async def setup(connection: AsyncConnection, table_id: int) -> Mapping[str, Any]:
    """Read the setup of a game that has started: hidden from everybody."""
    found = await connection.execute(select(tables.c.setup).where(tables.c.id == table_id))
    return dict(found.scalar_one())


async def position(
    connection: AsyncConnection, table_id: int
) -> tuple[int, Mapping[str, Any]] | None:
    """Read the stored position and the number of events before it; None before the start."""
    found = await connection.execute(
        select(tables.c.position_version, tables.c.position).where(tables.c.id == table_id)
    )
    row = found.one()
    return None if row.position is None else (row.position_version, row.position)


async def secret(connection: AsyncConnection, table_id: int) -> str:
    """Read the secret of a table's deal: hidden from everybody until the game is over."""
    found = await connection.execute(select(tables.c.secret).where(tables.c.id == table_id))
    value: str = found.scalar_one()
    return value


async def deal(connection: AsyncConnection, table_id: int) -> Deal:
    """Read the deal of a game that has started: hidden from everybody until it is over."""
    query = select(*rows.columns(tables, Deal)).where(tables.c.id == table_id)
    (found,) = await rows.every(connection, Deal, query)
    return found


async def season_runs(connection: AsyncConnection, table_id: int) -> bool:
    """Whether a game belongs to a season that is not closed yet: tables with the same deal may
    still be opened there, those of late entries among them."""
    found = await connection.scalar(
        select(seasons.c.id)
        .join(league_tables, league_tables.c.season_id == seasons.c.id)
        .where(league_tables.c.table_id == table_id, seasons.c.status != "finished")
    )
    return found is not None


async def plays_on(connection: AsyncConnection, shared_commitment: str) -> bool:
    """Whether a game with this shared deal is still played."""
    found = await connection.scalar(
        select(tables.c.id)
        .where(tables.c.shared_commitment == shared_commitment, tables.c.status == "playing")
        .limit(1)
    )
    return found is not None


async def rewinds_of(connection: AsyncConnection, table_id: int) -> list[Rewound]:
    """List the rewinds of a game, oldest first."""
    of_game = select(*rows.columns(rewinds, Rewound)).where(rewinds.c.table_id == table_id)
    return await rows.every(connection, Rewound, of_game.order_by(rewinds.c.number))


async def last_rewind(
    connection: AsyncConnection, table_id: int
) -> tuple[int, int | None, list[Event]] | None:
    """Read the last rewind of a game: the number of events that stayed, the person who asked for it
    (None: nobody), and the events it took out of the log. None if it was never rewound."""
    newest = select(rewinds).where(rewinds.c.table_id == table_id).order_by(rewinds.c.number.desc())
    last = (await connection.execute(newest.limit(1))).one_or_none()
    if last is None:
        return None
    found = await connection.execute(
        select(undone)
        .where(undone.c.table_id == table_id, undone.c.rewind == last.number)
        .order_by(undone.c.n)
    )
    taken_out = [_event(row) for row in found]
    return last.to_version, last.user_id, taken_out


async def games_begun(connection: AsyncConnection) -> list[int]:
    """List the ids of all games that were dealt."""
    found = await connection.execute(
        select(tables.c.id).where(tables.c.rules.is_not(None)).order_by(tables.c.id)
    )
    return list(found.scalars())


async def stored_game(
    connection: AsyncConnection, table_id: int
) -> tuple[StoredGame, list[tuple[int, int, str]]] | None:
    """Read a stored game and its whole log (n, seat, action), unchecked; None if it is gone or no
    longer dealt."""
    dealt = (tables.c.id == table_id, tables.c.rules.is_not(None))
    query = select(*rows.columns(tables, StoredGame)).where(*dealt)
    game = await rows.first(connection, StoredGame, query)
    if game is None:
        return None
    logged = await connection.execute(
        select(events.c.n, events.c.seat, events.c.action)
        .where(events.c.table_id == table_id)
        .order_by(events.c.n)
    )
    return game, [(one.n, one.seat, one.action) for one in logged]
