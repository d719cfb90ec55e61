"""What is stored about a person, read for that person."""

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import CursorResult, Text, cast, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import (
    events,
    league_bans,
    moderation,
    people,
    rating_changes,
    ratings,
    rewinds,
    season_events,
    seasons,
    seats,
    tables,
    undone,
)


async def seats_of(connection: AsyncConnection, user_id: int) -> list[Mapping[str, Any]]:
    """Every seat of a person, with what is stored for that seat; the oldest table first."""
    found = await connection.execute(
        select(
            seats.c.table_id, seats.c.seat, seats.c.name,
            tables.c.guild_id, tables.c.channel_id, tables.c.status, tables.c.host_id,
            tables.c.options, tables.c.created_at, tables.c.updated_at, tables.c.commitment,
            tables.c.abandon_votes, tables.c.rewind_wish, tables.c.pause_wish,
            seats.c.prepared, seats.c.plan, seats.c.clock,
        )
        .select_from(
            seats.join(tables, tables.c.id == seats.c.table_id)
        )
        .where(seats.c.user_id == user_id)
        .order_by(seats.c.table_id)
    )  # fmt: skip
    return _plain(found)


async def opened_by(connection: AsyncConnection, user_id: int) -> list[int]:
    """The tables whose host a person is, seated there or not."""
    found = await connection.scalars(
        select(tables.c.id).where(tables.c.host_id == user_id).order_by(tables.c.id)
    )
    return list(found)


async def confirmed_by(connection: AsyncConnection, user_id: int) -> list[Mapping[str, Any]]:
    """Every action a person confirmed, in the order of tables and of the log; `taken_back` tells
    which rewind took it out of the log, None for those that are in it."""
    standing = await connection.execute(
        select(events.c.table_id, events.c.n, events.c.seat, events.c.action, events.c.at)
        .where(events.c.user_id == user_id)
        .order_by(events.c.table_id, events.c.n)
    )
    gone = await connection.execute(
        select(
            undone.c.table_id, undone.c.n, undone.c.seat, undone.c.action, undone.c.at,
            undone.c.rewind.label("taken_back"),
        )
        .where(undone.c.user_id == user_id)
        .order_by(undone.c.table_id, undone.c.rewind, undone.c.n)
    )  # fmt: skip
    return [*_plain(standing), *_plain(gone)]


async def rewinds_by(connection: AsyncConnection, user_id: int) -> list[Mapping[str, Any]]:
    """When a person had a game set back."""
    found = await connection.execute(
        select(rewinds.c.table_id, rewinds.c.from_version, rewinds.c.to_version, rewinds.c.at)
        .where(rewinds.c.user_id == user_id)
        .order_by(rewinds.c.table_id, rewinds.c.number)
    )
    return _plain(found)


async def settings_of(connection: AsyncConnection, user_id: int) -> Mapping[str, Any] | None:
    """What a person has set, and when."""
    found = await connection.execute(
        select(people.c.chosen, people.c.updated_at).where(people.c.user_id == user_id)
    )
    rows = _plain(found)
    return rows[0] if rows else None


async def moderated(connection: AsyncConnection, user_id: int) -> list[Mapping[str, Any]]:
    """The entries of the audit log that a person wrote or settled, or that name the person; the
    oldest first."""
    found = await connection.execute(
        select(
            moderation.c.id, moderation.c.guild_id, moderation.c.table_id, moderation.c.season_id,
            moderation.c.at, moderation.c.user_id, moderation.c.act, moderation.c.reason,
            moderation.c.details, moderation.c.status, moderation.c.settled_by,
        )
        .where(
            or_(
                moderation.c.user_id == user_id,
                moderation.c.settled_by == user_id,
                stands_in(moderation.c.details, user_id),
                stands_in(moderation.c.reason, user_id),
            )
        )
        .order_by(moderation.c.id)
    )  # fmt: skip
    # A shorter id may stand in the midst of a longer one.
    return [
        row
        for row in _plain(found)
        if user_id in (row["user_id"], row["settled_by"])
        or as_number(user_id).search(f"{row['reason']} {row['details']}")
    ]


async def seasons_with(connection: AsyncConnection, user_id: int) -> dict[int, int]:
    """The seasons in whose logs a person is, each with how many events its log holds."""
    found = await connection.execute(
        select(seasons.c.id, seasons.c.version)
        .where(
            seasons.c.id.in_(
                select(season_events.c.season_id).where(
                    or_(
                        season_events.c.user_id == user_id,
                        stands_in(season_events.c.payload, user_id),
                    )
                )
            )
        )
        .order_by(seasons.c.id)
    )
    return {row.id: row.version for row in found}


async def bans_of_person(connection: AsyncConnection, user_id: int) -> list[Mapping[str, Any]]:
    """The leagues a person is or was kept out of."""
    found = await connection.execute(select(league_bans).where(league_bans.c.user_id == user_id))
    return _plain(found)


async def ratings_of_person(
    connection: AsyncConnection, user_id: int
) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    """A person's ratings in all leagues, and the steps that led to them."""
    now = await connection.execute(
        select(ratings)
        .where(ratings.c.user_id == user_id)
        .order_by(ratings.c.league_id, ratings.c.players)
    )
    steps = await connection.execute(
        select(rating_changes)
        .where(rating_changes.c.user_id == user_id)
        .order_by(rating_changes.c.league_id, rating_changes.c.n)
    )
    return _plain(now), _plain(steps)


def as_number(user_id: int) -> re.Pattern[str]:
    """An id as it stands in a text, and not as a part of a longer number."""
    return re.compile(rf"(?<!\d){user_id}(?!\d)")


def _plain(found: CursorResult[Any]) -> list[Mapping[str, Any]]:
    return [dict(row._mapping) for row in found]


def stands_in(column: Any, user_id: int) -> Any:
    """Whether an id may stand in a column of text or JSON; `as_number` tells for certain."""
    return cast(column, Text).contains(str(user_id))
