"""People in the database: reading a person's data, erasing the person, and removing old data.

`PERSONAL` says for every column in which a person can stand what happens to it. A forgotten person
becomes a negative number that stands for nobody, the same one everywhere: so results, standings,
ratings and the logs they follow from still agree. docs/privacy.md says what stays; a test checks
that no column is missing here.
"""

import hmac
import re
import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy import Table as SqlTable
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import rows
from bot.store.columns import JsonOf
from bot.store.database import ChangedMeanwhileError
from bot.store.schema import (
    OPEN,
    counted_seats,
    erasures,
    events,
    figures,
    invitations,
    league_bans,
    league_tables,
    leagues,
    marks,
    metadata,
    moderation,
    nights,
    outbox,
    people,
    puzzles,
    rating_changes,
    ratings,
    rewinds,
    season_events,
    seasons,
    seats,
    server_ratings,
    tables,
    timed_turns,
    tries,
    undone,
    wishes,
)

Row = Mapping[str, Any]
Rule = Literal["person", "name", "cleared", "mark", "text", "listed", "row", "kept"]
"""What becomes of a column when a person is forgotten:

- person: an id; the number that stands for nobody takes its place,
- name: the name of the person with that id in the same row; a stand-in takes its place,
- cleared: what belongs to the person's seat, or was agreed on at its table; nothing is left,
- mark: a mark or code made from an id; it is kept, to prove a sealed deal, or so that nobody
  comes back to a season that they left,
- text: JSON or free text in which ids may stand; they are replaced there,
- listed: a value whose fields are lists of ids; the id is taken out,
- row: the whole row goes,
- kept: the id of somebody who did something as a moderator, or is banned; it stays."""

PERSONAL: Mapping[sa.Column[Any], Rule] = {
    tables.c.joins: "mark",
    marks.c.code: "mark",
    marks.c.key: "mark",
    marks.c.stand_in: "mark",
    tables.c.rewind_request: "cleared",
    tables.c.pause_request: "cleared",
    tables.c.asked: "cleared",
    tables.c.host_id: "person",
    outbox.c.note: "text",
    seats.c.name: "name",
    seats.c.prepared_base: "cleared",
    seats.c.prepared_revision: "cleared",
    seats.c.prepared: "cleared",
    seats.c.plan: "cleared",
    seats.c.plan_due: "cleared",
    seats.c.clock: "cleared",  # it knows the person's quiet hours
    seats.c.due_at: "cleared",
    seats.c.user_id: "person",
    events.c.user_id: "person",
    undone.c.user_id: "person",
    rewinds.c.user_id: "person",
    ratings.c.user_id: "person",
    rating_changes.c.user_id: "person",
    season_events.c.payload: "text",
    season_events.c.user_id: "kept",  # but see `_BY_PEOPLE`
    league_tables.c.entries: "text",
    league_tables.c.seats: "text",
    leagues.c.staff: "listed",
    league_bans.c.reason: "text",
    league_bans.c.user_id: "kept",  # while the ban holds: deleting would lift it
    moderation.c.details: "text",
    moderation.c.reason: "text",
    moderation.c.user_id: "kept",
    moderation.c.settled_by: "kept",
    counted_seats.c.user_id: "person",
    server_ratings.c.user_id: "person",  # others' ratings then stay the same when made again
    invitations.c.user_id: "row",
    nights.c.user_id: "row",
    figures.c.user_id: "row",  # those of the server and of all games stay
    people.c.user_id: "row",
    people.c.chosen: "row",
    people.c.locale: "row",
    puzzles.c.user_id: "row",
    tries.c.user_id: "row",
    timed_turns.c.user_id: "row",
    wishes.c.user_id: "row",
}
_BY_PEOPLE = (
    "SignedUp", "SignedOff", "CheckedIn", "EnteredLate", "Withdrew", "Substituted",
    "SubstituteListed", "SubstituteUnlisted", "Disputed",
)  # fmt: skip
"""The events of a season that players cause themselves; all others are moderators' acts."""
_WROTE = "…"
"""Stands in the place of a reason that a player wrote."""
_ACTORS = (moderation.c.user_id, moderation.c.settled_by)


class StillSeatedError(Exception):
    """The person sits at a table that is not over; the argument is the table's number."""


@dataclass(frozen=True)
class Forgotten:
    """How much of a person was erased."""

    tables: int
    """The number of tables at which the person sat."""
    seasons: int
    """The number of seasons whose logs named the person."""
    rows: int
    """The number of rows that were removed or changed, of every kind."""

    def __bool__(self) -> bool:
        """Whether anything was erased."""
        return bool(self.rows)


# --- reading a person's data ----------------------------------------------------------------------


async def rows_of(connection: AsyncConnection, name: str, user_id: int) -> list[Row]:
    """Read the rows of the table of this name that belong to a person, in their order."""
    table = metadata.tables[name]
    return await rows.every(
        connection,
        dict,
        sa.select(*map(_as_stored, table.c))
        .where(table.c.user_id == user_id)
        .order_by(*table.primary_key),
    )


async def seats_of(connection: AsyncConnection, user_id: int) -> list[Row]:
    """Read every seat of a person, with its stored data and its table; the oldest table first."""
    hidden = ("seed", "setup", "secret", "joins", "position")
    of_table = [
        column for column in tables.c if column.name not in hidden and column.name not in seats.c
    ]
    return await rows.every(
        connection,
        dict,
        sa.select(*map(_as_stored, (*seats.c, *of_table)))
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.user_id == user_id)
        .order_by(seats.c.table_id),
    )


async def opened_by(connection: AsyncConnection, user_id: int) -> list[int]:
    """List the tables that a person hosts, seated there or not."""
    found = await connection.scalars(
        sa.select(tables.c.id).where(tables.c.host_id == user_id).order_by(tables.c.id)
    )
    return list(found)


async def moderated(connection: AsyncConnection, user_id: int) -> list[Row]:
    """Read the entries of the audit log that a person wrote or settled, or that name the person;
    the oldest first, without their hidden parts."""
    shown = [column for column in moderation.c if column.name != "hidden"]
    found: list[Row] = await rows.every(
        connection,
        dict,
        sa.select(*shown)
        .where(
            sa.or_(
                *(column == user_id for column in _ACTORS),
                _may_hold(moderation.c.details, user_id),
                _may_hold(moderation.c.reason, user_id),
            )
        )
        .order_by(moderation.c.id),
    )
    return [
        row
        for row in found
        if user_id in (row["user_id"], row["settled_by"])
        or _as_number(user_id).search(f"{row['reason']} {row['details']}")
    ]


async def seasons_with(connection: AsyncConnection, user_id: int) -> dict[int, int]:
    """Find the seasons whose logs name a person, each with the number of events in its log."""
    there = sa.select(season_events.c.season_id).where(
        sa.or_(season_events.c.user_id == user_id, _may_hold(season_events.c.payload, user_id))
    )
    found = await connection.execute(
        sa.select(seasons.c.id, seasons.c.version)
        .where(seasons.c.id.in_(there))
        .order_by(seasons.c.id)
    )
    return {row.id: row.version for row in found}


def _as_stored(column: sa.Column[Any]) -> Any:
    """The column, as plain JSON if it holds JSON."""
    return (
        sa.type_coerce(column, sa.JSON).label(column.name)
        if isinstance(column.type, JsonOf)
        else column
    )


# --- erasing a person -----------------------------------------------------------------------------


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
    """Erase a person everywhere: `instead` takes the place of the id, `name` of the name.

    `read` are the seasons that name the person, each with the version that was read; `mark_at`
    gives the person's mark at a table from its commitment. Raises StillSeatedError and
    ChangedMeanwhileError, and changes nothing then.
    """
    await _hold(connection, user_id, read)
    await _must_be_free(connection, user_id)
    if await seasons_with(connection, user_id) != dict(read):
        raise ChangedMeanwhileError
    names = set(await connection.scalars(sa.select(seats.c.name).where(seats.c.user_id == user_id)))
    over = sa.and_(league_bans.c.user_id == user_id, league_bans.c.until <= now)
    rows = (await connection.execute(sa.delete(league_bans).where(over))).rowcount
    sat = await _clear_tables(connection, user_id, mark_at)
    in_seasons = await _leave_seasons(connection, user_id, instead, name)
    for column in _columns_with("text"):
        if column.table is not season_events:
            known = names if column is moderation.c.details else ()
            rows += await _replace_person(connection, column, user_id, instead, name, known)
    for column in _columns_with("listed"):
        rows += await _take_out(connection, column, user_id)
    cleared = dict.fromkeys((column.name for column in _columns_with("cleared", seats)), None)
    named = {column.name: name for column in _columns_with("name")}
    await connection.execute(
        sa.update(seats).where(seats.c.user_id == user_id).values(**cleared, **named)
    )
    for column in _columns_with("person"):
        changed = sa.update(column.table).where(column == user_id).values({column.name: instead})
        rows += (await connection.execute(changed)).rowcount
    for table in dict.fromkeys(column.table for column in _columns_with("row")):
        removed = await connection.execute(sa.delete(table).where(table.c.user_id == user_id))
        rows += removed.rowcount
    if in_seasons:
        key = secrets.token_hex(32)
        mark = {"stand_in": instead, "key": key, "code": _code(key, user_id), "at": now}
        await connection.execute(sa.insert(marks).values(**mark))
    return Forgotten(sat, in_seasons, rows + in_seasons)


def _code(key: str, user_id: int) -> str:
    return hmac.digest(bytes.fromhex(key), str(user_id).encode(), "sha256").hex()


async def stand_ins(connection: AsyncConnection, user_id: int) -> list[int]:
    """List the numbers that stand for a person in seasons since their data was deleted."""
    found = await connection.execute(sa.select(marks))
    return [row.stand_in for row in found if row.code == _code(row.key, user_id)]


async def _hold(connection: AsyncConnection, user_id: int, season_ids: Collection[int]) -> None:
    """Wait for whoever writes of the person now, so that it is seen; whoever comes later reads the
    logs anew, also in other processes, or writes nothing. The locks are taken in the order in which
    all take them: on SQLite nobody else writes anyway."""
    in_them = sa.update(seasons).where(seasons.c.id.in_(season_ids))
    await connection.execute(in_them.values(rewritten=seasons.c.rewritten + 1))
    of_leagues = sa.select(seasons.c.league_id).where(seasons.c.id.in_(season_ids))
    sat_at = sa.select(seats.c.table_id).where(seats.c.user_id == user_id)
    for table, theirs in (
        (leagues, leagues.c.id.in_(of_leagues)),
        (tables, sa.or_(tables.c.id.in_(sat_at), tables.c.host_id == user_id)),
    ):
        held = sa.select(table.c.id).where(theirs).order_by(table.c.id)
        await connection.execute(held.with_for_update(key_share=True))
    first = rows.insert_into(connection, erasures).values(id=1, number=1)
    more = {"number": erasures.c.number + 1}
    await connection.execute(first.on_conflict_do_update(index_elements=["id"], set_=more))


def _columns_with(rule: Rule, table: SqlTable | None = None) -> list[sa.Column[Any]]:
    """List the columns with this rule."""
    return [
        column
        for column, known in PERSONAL.items()
        if known == rule and (table is None or column.table is table)
    ]


async def _must_be_free(connection: AsyncConnection, user_id: int) -> None:
    open_table = await connection.scalar(
        sa.select(tables.c.id)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.user_id == user_id, tables.c.status.in_(OPEN))
        .limit(1)
    )
    if open_table is not None:
        raise StillSeatedError(open_table)


async def _clear_tables(
    connection: AsyncConnection, user_id: int, mark_at: Callable[[str], str]
) -> int:
    """Clear requests at the tables where a person sat, and store the mark that proves the deal, as
    the seats no longer show it. Returns the number of tables."""
    found = await connection.execute(
        sa.select(seats.c.table_id, seats.c.seat, tables.c.commitment, tables.c.joins)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.user_id == user_id)
    )
    sat = found.all()
    for row in sat:
        values: dict[str, Any] = dict.fromkeys(
            (column.name for column in _columns_with("cleared", tables)), None
        )
        if row.joins is not None:
            former = {**row.joins.former, row.seat: mark_at(row.commitment)}
            values["joins"] = replace(row.joins, former=former)
        await connection.execute(
            sa.update(tables)
            .where(tables.c.id == row.table_id)
            .values(revision=tables.c.revision + 1, **values)
        )
    await connection.execute(
        sa.update(tables).where(tables.c.host_id == user_id).values(revision=tables.c.revision + 1)
    )
    return len(sat)


async def _leave_seasons(connection: AsyncConnection, user_id: int, instead: int, name: str) -> int:
    """Replace the person in the logs of seasons, also as the author of players' own events. Returns
    the number of seasons whose logs named the person."""
    left: set[int] = set()
    found = await connection.execute(
        sa.select(season_events).where(_may_hold(season_events.c.payload, user_id))
    )
    for row in found.all():
        payload = without(row.payload, user_id, instead, name)
        if payload == row.payload:
            continue
        left.add(row.season_id)
        own = row.kind in _BY_PEOPLE and row.user_id == user_id
        if own and payload.get("reason"):
            payload["reason"] = _WROTE
        await connection.execute(
            sa.update(season_events)
            .where(season_events.c.season_id == row.season_id, season_events.c.n == row.n)
            .values(payload=payload, user_id=instead if own else row.user_id)
        )
    return len(left)


async def _replace_person(
    connection: AsyncConnection,
    column: sa.Column[Any],
    user_id: int,
    instead: int,
    name: str,
    names: Collection[str],
) -> int:
    """Replace a person in a column of JSON or free text, and return in how many rows. Acts as a
    moderator stay whole: those affected have a right to know who acted."""
    changed, table, key = 0, column.table, list(column.table.primary_key)
    holds = _may_hold(column, user_id)
    if table is moderation:
        holds = sa.and_(holds, *(sa.func.coalesce(actor, 0) != user_id for actor in _ACTORS))
    found = await connection.execute(sa.select(*key, column.label("value")).where(holds))
    for row in found.all():
        value = without(row.value, user_id, instead, name, names)
        if value != row.value:
            where = [part == getattr(row, part.name) for part in key]
            await connection.execute(sa.update(table).where(*where).values({column.name: value}))
            changed += 1
    return changed


async def _take_out(connection: AsyncConnection, column: sa.Column[Any], user_id: int) -> int:
    """Take a person out of a value whose fields are lists of ids, and return in how many rows."""
    table, (key,) = column.table, list(column.table.primary_key)
    found = await connection.execute(sa.select(key, column).where(_may_hold(column, user_id)))
    rows = found.all()
    for number, value in rows:
        lists = vars(value).items()
        ids = {name: tuple(one for one in held if one != user_id) for name, held in lists}
        changed = sa.update(table).where(key == number)
        await connection.execute(changed.values({column.name: replace(value, **ids)}))
    return len(rows)


async def looked_after(connection: AsyncConnection, user_id: int) -> list[Row]:
    """Read the leagues whose staff names a person: id, name and the lists of their staff."""
    query = sa.select(leagues.c.id, leagues.c.name, leagues.c.staff)
    found = query.where(_may_hold(leagues.c.staff, user_id)).order_by(leagues.c.id)
    return await rows.every(connection, dict, found)


def without(value: Any, user_id: int, instead: int, name: str, names: Collection[str] = ()) -> Any:
    """Replace a person in plain JSON: the id by `instead`; and by `name` the person's name, which
    is a `name` beside the id, a mention, or a text that equals one of `names`. An id has 17 digits
    and more, so no other number is taken for it."""
    if isinstance(value, Mapping):
        beside = user_id in [one for one in value.values() if type(one) is int]
        return {
            _as_number(user_id).sub(str(instead), key): name
            if beside and key == "name" and isinstance(inner, str)
            else without(inner, user_id, instead, name, names)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return type(value)(without(inner, user_id, instead, name, names) for inner in value)
    if isinstance(value, str):
        if value in names:
            return name
        return _as_number(user_id).sub(str(instead), re.sub(rf"<@!?{user_id}>", name, value))
    return instead if type(value) is int and value == user_id else value


def _as_number(user_id: int) -> re.Pattern[str]:
    """The pattern of an id in a text, which is not a part of a longer number."""
    return re.compile(rf"(?<!\d){user_id}(?!\d)")


def _may_hold(column: Any, user_id: int) -> Any:
    """The condition that a column of text or JSON may hold an id; `without` decides."""
    return sa.cast(column, sa.Text).contains(str(user_id))


# --- removing old data ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Expired:
    """How much old data was removed."""

    tables: int
    people: int
    bans: int
    marks: int

    def __bool__(self) -> bool:
        """Whether anything was removed."""
        return bool(self.tables or self.people or self.bans or self.marks)


async def remove_old(connection: AsyncConnection, before: datetime) -> Expired:
    """Remove data that was last of use before this moment: lobbies and games that were given up,
    with their logs; settings and wishes of people who have changed none since and sit at no table
    that is open or changed since; bans that have ended; marks of people who were erased, unless a
    season goes on that was there then. Finished games stay, and so do a league's."""
    in_a_league = sa.select(league_tables.c.table_id).where(league_tables.c.table_id.is_not(None))
    gone = await connection.execute(
        sa.delete(tables).where(
            tables.c.status == "abandoned",
            tables.c.updated_at < before,
            tables.c.id.not_in(in_a_league),
        )
    )
    seen = (
        sa.select(seats.c.user_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(
            seats.c.user_id.is_not(None),
            sa.or_(tables.c.updated_at >= before, tables.c.status.in_(OPEN)),
        )
    )
    unseen = await connection.execute(
        sa.delete(people).where(people.c.updated_at < before, people.c.user_id.not_in(seen))
    )
    known = sa.select(people.c.user_id)
    await connection.execute(sa.delete(wishes).where(wishes.c.user_id.not_in(known)))
    over = await connection.execute(sa.delete(league_bans).where(league_bans.c.until < before))
    going_on = sa.exists().where(
        seasons.c.status.in_(("sign-up", "running")), seasons.c.created_at <= marks.c.at
    )
    forgotten = sa.delete(marks).where(marks.c.at < before, sa.not_(going_on))
    of_erased = await connection.execute(forgotten)
    return Expired(gone.rowcount, unseen.rowcount, over.rowcount, of_erased.rowcount)
