"""Lists of open tables, of a person or of a server, each read in one statement.

Reading tables whole takes twice as long, and a person may sit at two hundred.
"""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import JSON, ColumnElement, and_, case, not_, or_, select, type_coerce
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clocks import SeatClock, deadline
from bot.model.open_games import Holder, OpenGame
from bot.store.columns import JsonOf
from bot.store.outbox import waits
from bot.store.schema import OPEN, league_tables, leagues, seasons, seats, tables

_CLOCK = JsonOf(SeatClock)
_TOLD = and_(
    not_(waits()),
    or_(
        tables.c.status != "playing",
        and_(
            tables.c.posted_version >= tables.c.version,
            tables.c.posted_rewinds >= tables.c.rewinds,
        ),
    ),
)
_IN_SHORT = (
    select(
        tables.c.id, tables.c.guild_id, tables.c.channel_id, tables.c.status, tables.c.options,
        tables.c.posted_board, tables.c.posted_lobby, tables.c.updated_at,
        tables.c.paused_at, tables.c.gone_at, tables.c.asked,
        case((_TOLD, 1), else_=0).label("told"),
        seats.c.seat, seats.c.user_id, seats.c.name, seats.c.computer,
        type_coerce(seats.c.clock, JSON).label("clock"),  # parsed only where it runs: see `_holder`
        leagues.c.name.label("league"), league_tables.c.number,
    )
    .select_from(
        tables.join(seats, seats.c.table_id == tables.c.id)
        .outerjoin(league_tables, league_tables.c.table_id == tables.c.id)
        .outerjoin(seasons, seasons.c.id == league_tables.c.season_id)
        .outerjoin(leagues, leagues.c.id == seasons.c.league_id)
    )
    .where(tables.c.status.in_(OPEN))
    .order_by(tables.c.id, seats.c.seat)
)  # fmt: skip


async def of_person(connection: AsyncConnection, user_id: int) -> list[OpenGame]:
    """List the open tables at which a person sits, the oldest first."""
    return await _read(connection, _of(user_id))


async def at_server(connection: AsyncConnection, guild_id: int) -> list[OpenGame]:
    """List the open tables of a server at which somebody sits, the oldest first."""
    return await _read(connection, tables.c.guild_id == guild_id)


def _of(user_id: int) -> ColumnElement[bool]:
    return tables.c.id.in_(select(seats.c.table_id).where(seats.c.user_id == user_id))


async def _read(connection: AsyncConnection, which: ColumnElement[bool]) -> list[OpenGame]:
    rows = (await connection.execute(_IN_SHORT.where(which))).all()
    return [_game(list(of_table)) for _, of_table in groupby(rows, key=attrgetter("id"))]


def _game(rows: Sequence[Any]) -> OpenGame:
    one = rows[0]
    return OpenGame(
        one.id, one.guild_id, one.channel_id, one.status,
        message_id=one.posted_board or one.posted_lobby,
        changed_at=one.updated_at,
        paused=one.paused_at is not None,
        gone_at=one.gone_at,
        told=bool(one.told),
        seats=tuple(map(_holder, rows)),
        league=one.league,
        number=one.number,
    )  # fmt: skip


def _holder(row: Any) -> Holder:
    since = dict(row.asked or ()) if row.status == "playing" else {}
    if row.status == "playing":
        asked = row.seat in since
    else:
        asked = row.seat in row.options.asked
    ends = None
    if asked and row.clock is not None:
        ends = deadline(_CLOCK.process_result_value(row.clock))
    return Holder(row.seat, row.user_id, row.name, asked, since.get(row.seat), ends)
