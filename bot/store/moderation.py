"""The repository of the audit log: the acts of moderators.

An act and its entry are written in one transaction.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, and_, bindparam, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.server import AuditEntry
from bot.store import rows
from bot.store.schema import moderation, tables
from bot.store.sqlite import short
from bot.store.stats import LOOK_AGAIN

_SHOWN = rows.columns(moderation, AuditEntry)
"""All columns but the hidden one."""
_BAN = "season-ban"
_ONCE_PRIVATE = (_BAN, "dispute-settle", "note")
"""The acts that were between moderators and a person, until entries were marked as open."""


async def add(connection: AsyncConnection, entry: AuditEntry) -> AuditEntry:
    """Write an entry, and return it with its number."""
    values = {
        column.name: getattr(entry, column.name) for column in _SHOWN if column.name != "id"
    } | {"details": dict(entry.details)}
    number = await rows.add(connection, moderation, **values)
    await _count_again(connection, entry)
    return replace(entry, id=number)


async def _count_again(connection: AsyncConnection, entry: AuditEntry) -> None:
    """Let statistics look again at the entry's table: its result may have changed."""
    if entry.status == "done" and entry.table_id is not None:
        await connection.execute(
            update(tables)
            .where(tables.c.id == entry.table_id, tables.c.counted.is_not(None))
            .values(counted=LOOK_AGAIN)
        )


@short
async def by_id(connection: AsyncConnection, entry_id: int) -> AuditEntry | None:
    """Read the entry of this number; None if there is none."""
    found = await _entries(connection, moderation.c.id == entry_id)
    return found[0] if found else None


async def of_guild(
    connection: AsyncConnection, guild_id: int, *, skip: int = 0, most: int | None = None
) -> list[AuditEntry]:
    """List the entries of a server, the newest first: at most `most`, after skipping `skip`."""
    return await _entries(connection, moderation.c.guild_id == guild_id, skip=skip, most=most)


async def of_table(
    connection: AsyncConnection, table_id: int, *, skip: int = 0, most: int | None = None
) -> list[AuditEntry]:
    """List the entries about a table, the newest first."""
    return await _entries(connection, moderation.c.table_id == table_id, skip=skip, most=most)


async def of_season(connection: AsyncConnection, season_id: int) -> list[AuditEntry]:
    """List the entries about a season and its tables, the newest first."""
    return await _entries(connection, moderation.c.season_id == season_id)


async def open_log(
    connection: AsyncConnection,
    guild_id: int,
    league_id: int,
    season_ids: Collection[int],
    *,
    of_league: Collection[int],
    skip: int,
    most: int,
) -> list[AuditEntry]:
    """List the entries that everybody may read about these seasons of a league, about the league,
    and about the server, the newest first: what was done, with bans in all its seasons
    (`of_league`)."""
    entry, details = moderation.c, moderation.c.details
    on_server = and_(
        entry.season_id.is_(None),
        entry.table_id.is_(None),
        or_(details["league_id"].as_integer() == league_id, entry.act == "setup"),
    )
    which = and_(
        entry.guild_id == guild_id,
        entry.status == "done",
        or_(entry.act.not_in(_ONCE_PRIVATE), details["open"].as_boolean()),
        or_(
            entry.season_id.in_(season_ids),
            and_(entry.season_id.in_(of_league), entry.act == _BAN),
            on_server,
        ),
    )
    return await _entries(connection, which, skip=skip, most=most)


async def acted_since(connection: AsyncConnection, guild_id: int, since: datetime) -> set[int]:
    """Find the people who have acted as moderators of a server since then."""
    found = await connection.execute(
        select(moderation.c.user_id, moderation.c.settled_by)
        .where(moderation.c.guild_id == guild_id, moderation.c.at >= since)
        .distinct()
    )
    return {person for row in found for person in row if person is not None}


async def count(connection: AsyncConnection, guild_id: int, *, table_id: int | None = None) -> int:
    """Count the entries of a server, or of one of its tables."""
    which = moderation.c.guild_id == guild_id
    if table_id is not None:
        which = and_(which, moderation.c.table_id == table_id)
    return await connection.scalar(select(func.count()).where(which)) or 0


async def undone(connection: AsyncConnection, guild_id: int) -> dict[int, int]:
    """Find the numbers of a server's undone entries, each with that of the entry that undid it. One
    whose undoing was undone itself is not among them."""
    found: dict[int, int] = {}
    for number, target in await connection.execute(_UNDONE, {"guild_id": guild_id}):
        if number not in found:
            found.setdefault(target, number)
    return found


_UNDOES = moderation.c.details["undoes"].as_integer()
_UNDONE = (
    select(moderation.c.id, _UNDOES)
    .where(
        moderation.c.guild_id == bindparam("guild_id"),
        moderation.c.status == "done",
        _UNDOES.is_not(None),
    )
    .order_by(moderation.c.id.desc())
)


async def latest_done(
    connection: AsyncConnection, table_id: int, acts: Sequence[str]
) -> AuditEntry | None:
    """Find the entry of one of these acts that was done last at a table; None if there is none."""
    which = and_(
        moderation.c.table_id == table_id,
        moderation.c.status == "done",
        moderation.c.act.in_(acts),
    )
    # A confirmed act counts from its confirmation, not from its request.
    counts_from = func.coalesce(moderation.c.settled_at, moderation.c.at)
    newest = select(*_SHOWN).where(which).order_by(counts_from.desc(), moderation.c.id.desc())
    return await rows.first(connection, AuditEntry, newest.limit(1))


async def _entries(
    connection: AsyncConnection,
    which: ColumnElement[bool],
    *,
    skip: int = 0,
    most: int | None = None,
) -> list[AuditEntry]:
    newest = select(*_SHOWN).where(which).order_by(moderation.c.id.desc())
    return await rows.every(connection, AuditEntry, newest.offset(skip).limit(most))
