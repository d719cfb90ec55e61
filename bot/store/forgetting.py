"""A person taken out of everything that is stored.

Whoever is forgotten becomes a negative number that stands for nobody, the same one everywhere: so
results, standings, ratings and the logs they follow from still agree with each other. What stays
is told in docs/privacy.md.
"""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.errors import ChangedMeanwhileError
from bot.store.privacy import as_number, moderated, seasons_with, stands_in
from bot.store.schema import (
    events,
    league_bans,
    league_tables,
    moderation,
    people,
    rating_changes,
    ratings,
    rewinds,
    season_events,
    seats,
    tables,
    undone,
)

OPEN = ("lobby", "playing")
ABOUT_PEOPLE = ("SignedUp", "SignedOff", "EnteredLate", "Withdrew", "Substituted")
"""What players themselves do in a season; who did anything else did it as a moderator."""


class StillSeatedError(Exception):
    """The person sits at a table that is not over; its number is the argument."""


@dataclass(frozen=True)
class Forgotten:
    """How much there was."""

    tables: int
    """At which the person sat."""
    seasons: int
    """In whose logs the person was."""
    settings: bool
    """Whether anything was set."""

    def __bool__(self) -> bool:
        """Whether there was anything at all."""
        return bool(self.tables or self.seasons or self.settings)


async def forget(
    connection: AsyncConnection,
    user_id: int,
    instead: int,
    name: str,
    *,
    read: Mapping[int, int],
    mark_at: Callable[[str], str],
    now: datetime,
) -> Forgotten:
    """Take a person out of everything: `instead` takes the place of the id, `name` of the name.

    `read` are the seasons the person is in, each with the version that was looked at; `mark_at`
    gives the person's mark at a table from its commitment. Raises StillSeatedError and
    ChangedMeanwhileError, and changes nothing then. What stays is told in docs/privacy.md.
    """
    await _must_be_free(connection, user_id)
    if await seasons_with(connection, user_id) != dict(read):
        raise ChangedMeanwhileError
    names = await _names_of(connection, user_id)
    sat = await _leave_seats(connection, user_id, instead, name, mark_at)
    for log in (events, undone, rewinds, ratings, rating_changes):
        await connection.execute(
            update(log).where(log.c.user_id == user_id).values(user_id=instead)
        )
    in_seasons = await _leave_seasons(connection, user_id, instead, name, read)
    await _leave_audit_log(connection, user_id, instead, name, names)
    await _leave_bans(connection, user_id, instead, name, now)
    done = await connection.execute(delete(people).where(people.c.user_id == user_id))
    return Forgotten(sat, in_seasons, bool(done.rowcount))


async def _must_be_free(connection: AsyncConnection, user_id: int) -> None:
    open_table = await connection.scalar(
        select(tables.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.user_id == user_id, tables.c.status.in_(OPEN))
        .limit(1)
    )
    if open_table is not None:
        raise StillSeatedError(open_table)


async def _names_of(connection: AsyncConnection, user_id: int) -> set[str]:
    """What a person was called at tables."""
    found = await connection.scalars(select(seats.c.name).where(seats.c.user_id == user_id))
    return set(found)


async def _leave_seats(
    connection: AsyncConnection,
    user_id: int,
    instead: int,
    name: str,
    mark_at: Callable[[str], str],
) -> int:
    found = await connection.execute(
        select(seats.c.table_id, seats.c.seat, tables.c.commitment, tables.c.joins)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.user_id == user_id)
    )
    sat = found.all()
    for row in sat:
        values: dict[str, Any] = {"rewind_wish": None, "pause_wish": None}
        if row.joins is not None and row.commitment is not None:
            # The deal is proved by the mark, which no longer follows from who sits there.
            former = {**row.joins.get("former", {}), str(row.seat): mark_at(row.commitment)}
            values["joins"] = {**row.joins, "former": former}
        await connection.execute(
            update(tables)
            .where(tables.c.id == row.table_id)
            .values(revision=tables.c.revision + 1, **values)
        )
    await connection.execute(
        update(tables)
        .where(tables.c.host_id == user_id)
        .values(host_id=instead, revision=tables.c.revision + 1)
    )
    await connection.execute(
        update(seats)
        .where(seats.c.user_id == user_id)
        .values(
            user_id=instead,
            name=name,
            prepared_base=None,
            prepared_revision=None,
            prepared=None,
            plan=None,
            clock=None,  # it knows the person's quiet hours
            due_at=None,
        )
    )
    return len(sat)


async def _leave_seasons(
    connection: AsyncConnection,
    user_id: int,
    instead: int,
    name: str,
    which: Collection[int],
) -> int:
    left: set[int] = set()
    found = await connection.execute(
        select(season_events).where(season_events.c.season_id.in_(which))
    )
    for row in found.all():
        payload = without(row.payload, user_id, instead, name)
        changed = payload != row.payload
        own = changed and row.kind in ABOUT_PEOPLE and row.user_id == user_id
        if changed:
            left.add(row.season_id)
            await connection.execute(
                update(season_events)
                .where(season_events.c.season_id == row.season_id, season_events.c.n == row.n)
                .values(payload=payload, user_id=instead if own else row.user_id)
            )
    tables_there = await connection.execute(
        select(
            league_tables.c.season_id, league_tables.c.number,
            league_tables.c.entries, league_tables.c.seats,
        ).where(league_tables.c.season_id.in_(which))
    )  # fmt: skip
    for row in tables_there.all():
        entries = without(row.entries, user_id, instead, name)
        sitting = without(row.seats, user_id, instead, name)
        if (entries, sitting) != (row.entries, row.seats):
            await connection.execute(
                update(league_tables)
                .where(
                    league_tables.c.season_id == row.season_id,
                    league_tables.c.number == row.number,
                )
                .values(entries=entries, seats=sitting)
            )
    return len(left)


async def _leave_audit_log(
    connection: AsyncConnection, user_id: int, instead: int, name: str, names: Collection[str]
) -> None:
    """Of what others did about the person. What the person did as a moderator stays whole: those
    it was done to have a right to know who did it."""
    for row in await moderated(connection, user_id):
        if user_id in (row["user_id"], row["settled_by"]):
            continue
        await connection.execute(
            update(moderation)
            .where(moderation.c.id == row["id"])
            .values(
                details=without(row["details"], user_id, instead, name, names),
                reason=without(row["reason"], user_id, instead, name),
            )
        )


async def _leave_bans(
    connection: AsyncConnection, user_id: int, instead: int, name: str, now: datetime
) -> None:
    """A ban that goes on stays, or deleting would lift it; but nothing typed names the person."""
    over = and_(league_bans.c.user_id == user_id, league_bans.c.until <= now)
    await connection.execute(delete(league_bans).where(over))
    found = await connection.execute(
        select(league_bans).where(stands_in(league_bans.c.reason, user_id))
    )
    for row in found.all():
        await connection.execute(
            update(league_bans)
            .where(league_bans.c.league_id == row.league_id, league_bans.c.user_id == row.user_id)
            .values(reason=without(row.reason, user_id, instead, name))
        )


def without(value: Any, user_id: int, instead: int, name: str, names: Collection[str] = ()) -> Any:
    """Plain JSON with `instead` in place of a person's id, and `name` in place of what the person
    is called: in a `name` beside the id, in a mention, and wherever a text is just one of
    `names`. An id has 17 digits and more, so that no other number is taken for it."""
    if isinstance(value, Mapping):
        beside = user_id in [one for one in value.values() if type(one) is int]
        return {
            as_number(user_id).sub(str(instead), key): name
            if beside and key == "name" and isinstance(inner, str)
            else without(inner, user_id, instead, name, names)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [without(inner, user_id, instead, name, names) for inner in value]
    if isinstance(value, str):
        if value in names:
            return name
        return as_number(user_id).sub(str(instead), re.sub(rf"<@!?{user_id}>", name, value))
    return instead if type(value) is int and value == user_id else value
