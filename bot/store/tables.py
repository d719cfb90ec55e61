"""The repository of tables and their seats.

A table is read whole in one statement. Whoever writes it must have read its newest state with
`by_id(..., for_update=True)`: `save` compares the revision that was read.

Lists of open tables, of a person or of a server, are read in short, each in one statement: reading
these tables whole takes twice as long, and a person may sit at two hundred.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any, get_args

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clocks import SeatClock, deadline
from bot.model.computers import Computer
from bot.model.notes import ChannelLost, Note
from bot.model.server import ALL, Shards
from bot.model.table import (
    Event,
    Holder,
    OpenGame,
    Options,
    Posted,
    PostedCall,
    Seat,
    SharedCard,
    Status,
    Table,
    TurnInPreparation,
)
from bot.store import outbox, rows
from bot.store.columns import JsonOf
from bot.store.database import ChannelBusyError
from bot.store.outbox import waits
from bot.store.postgres import owned
from bot.store.schema import (
    OPEN,
    events,
    invitations,
    league_tables,
    leagues,
    people,
    seasons,
    seats,
    tables,
)
from bot.store.sqlite import short

STARTED = ("playing", "finished")
DueMoments = Mapping[int, datetime | None]
"""When the next message about each seat's clock is due, by seat."""

_FIELDS = tuple(field.name for field in fields(Table) if field.name in tables.c)
"""Each field of a Table but its seats and what is posted has the column of its name. The hidden
deal and the position are no fields."""
_POSTED = tuple(field.name for field in fields(Posted))
_MESSAGES = ("posted_board", "posted_calls", "posted_leaving")
_SET_ONCE = ("id", "guild_id", "channel_id", "created_at", "commitment")
_SAVED = tuple(name for name in _FIELDS if name not in _SET_ONCE)
"""The columns written with a Table; the others stay, or have statements of their own."""
_WHOLE = (
    sa.select(  # `_read` takes the fields and what is posted by their order
        *(tables.c[name] for name in _FIELDS),
        *(tables.c[f"posted_{name}"] for name in _POSTED),
        outbox.waits().label("notes_wait"),
        seats.c.seat,
        seats.c.user_id,
        seats.c.name,
        seats.c.computer_level,
        seats.c.computer_style,
        seats.c.computer_twice,
        seats.c.prepared_base,
        seats.c.prepared_revision,
        seats.c.prepared,
        seats.c.plan,
        seats.c.plan_due,
        seats.c.clock,
        people.c.chosen,
    )
    .select_from(
        tables.outerjoin(seats, seats.c.table_id == tables.c.id).outerjoin(
            people, people.c.user_id == seats.c.user_id
        )
    )
    .order_by(tables.c.id, seats.c.seat)
)

# Every press needs these statements. They are made once: that takes longer than executing.
_BY_ID = _WHOLE.where(tables.c.id == sa.bindparam("table_id"))
_LOCK = sa.select(tables.c.id).where(tables.c.id == sa.bindparam("table_id")).with_for_update()
_IS_OPEN = sa.and_(tables.c.channel_id == sa.bindparam("channel_id"), tables.c.status.in_(OPEN))
_OPEN_IN_CHANNEL = _WHOLE.where(_IS_OPEN)
_LOCK_IN_CHANNEL = sa.select(tables.c.id).where(_IS_OPEN).with_for_update()
_SEATS_IN_PLAY = sa.and_(seats.c.table_id == tables.c.id, tables.c.status == "playing")
_PERSON_OF = attrgetter("seat", "user_id", "name", "computer")
_SEAT = sa.update(seats).where(
    seats.c.table_id == sa.bindparam("of_table"), seats.c.seat == sa.bindparam("of_seat")
)
_INTENT = ("prepared_base", "prepared_revision", "prepared", "plan", "plan_due")
_SAVE_INTENT = _SEAT.values({name: sa.bindparam(name) for name in _INTENT})
_SAVE_CLOCK = _SEAT.values({name: sa.bindparam(name) for name in ("clock", "due_at")})
_NOTE_TOLD = (
    sa.update(tables)
    .where(
        tables.c.id == sa.bindparam("of_table"),
        tables.c.rewinds == sa.bindparam("of_rewinds"),
        sa.or_(
            tables.c.posted_version.is_(None),
            tables.c.posted_version < sa.bindparam("of_version"),
            tables.c.posted_rewinds < sa.bindparam("of_rewinds"),
        ),
    )
    .values(
        {f"posted_{name}": sa.bindparam(f"posted_{name}") for name in _POSTED if name != "lobby"}
    )
)


async def add(
    connection: AsyncConnection,
    *,
    guild_id: int | None,
    channel_id: int,
    host_id: int,
    options: Options,
    seated: Sequence[Seat],
    at: datetime,
    secret: str,
    commitment: str,
) -> int:
    """Add a lobby with the secret of its deal; return its id. Raises ChannelBusyError if the
    channel has an open table."""
    with rows.taken_is(ChannelBusyError):
        table_id = await rows.add(
            connection, tables, guild_id=guild_id, channel_id=channel_id, status="lobby",
            host_id=host_id, options=options, abandon_votes=frozenset(), revision=0, version=0,
            secret=secret, commitment=commitment, created_at=at, updated_at=at,
        )  # fmt: skip
    await _seat(connection, table_id, seated, {})
    return table_id


@short
async def by_id(
    connection: AsyncConnection, table_id: int, *, for_update: bool = False
) -> Table | None:
    """Read a table. With `for_update` nobody else writes it until the transaction ends."""
    if for_update and connection.dialect.name != "sqlite":  # there a transaction writes alone
        # A separate statement: the seats must be read after the lock is taken.
        await connection.execute(_LOCK, {"table_id": table_id})
    return next(iter(await _read(connection, _BY_ID, table_id=table_id)), None)


@short
async def open_in_channel(
    connection: AsyncConnection, channel_id: int, *, for_update: bool = False
) -> Table | None:
    """Read the open table of a channel; there is at most one. `for_update` is as in `by_id`."""
    if for_update and connection.dialect.name != "sqlite":
        locked = await connection.scalar(_LOCK_IN_CHANNEL, {"channel_id": channel_id})
        return None if locked is None else await by_id(connection, locked)
    return next(iter(await _read(connection, _OPEN_IN_CHANNEL, channel_id=channel_id)), None)


@short
async def latest_in_channel(connection: AsyncConnection, channel_id: int) -> Table | None:
    """Read the table opened last in a channel. If one is open it is that one."""
    latest = (
        sa.select(tables.c.id)
        .where(tables.c.channel_id == channel_id)
        .order_by(tables.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    return next(iter(await _read(connection, _WHOLE.where(tables.c.id == latest))), None)


async def begun_in_channel(
    connection: AsyncConnection, channel_id: int, digits: str = "", *, most: int
) -> list[Table]:
    """List at most `most` games of a channel that have begun and were not given up, the newest
    first; only those whose number begins with `digits`."""
    query = sa.select(tables.c.id).where(
        tables.c.channel_id == channel_id,
        tables.c.status.in_(STARTED),
        sa.cast(tables.c.id, sa.Text).startswith(digits, autoescape=True),
    )
    newest = query.order_by(tables.c.id.desc()).limit(most)
    found = await _read(connection, _WHOLE.where(tables.c.id.in_(newest)))
    return sorted(found, key=lambda table: -table.id)


async def ended_at(connection: AsyncConnection, guild_id: int, most: int) -> list[Table]:
    """List at most `most` finished games of a server that belong to no league, the newest first."""
    newest = (
        sa.select(tables.c.id)
        .where(tables.c.guild_id == guild_id, tables.c.status == "finished")
        .where(
            tables.c.id.not_in(
                sa.select(league_tables.c.table_id).where(league_tables.c.table_id.is_not(None))
            )
        )
        .order_by(tables.c.id.desc())
        .limit(most)
    )
    found = await _read(connection, _WHOLE.where(tables.c.id.in_(newest)))
    return sorted(found, key=lambda table: -table.id)


async def open_of_person(connection: AsyncConnection, user_id: int) -> list[Table]:
    """List the open tables at which a person sits, the oldest first."""
    mine = sa.select(seats.c.table_id).where(seats.c.user_id == user_id)
    return await _read(connection, _WHOLE.where(tables.c.id.in_(mine), tables.c.status.in_(OPEN)))


async def in_place(
    connection: AsyncConnection, guild_id: int | None, shards: Shards = ALL
) -> list[Table]:
    """List the open tables whose channel is not known to be gone, of a server or of all servers of
    these shards."""
    query = _WHOLE.where(tables.c.status.in_(OPEN), tables.c.gone_at.is_(None))
    return await _read(connection, _at_server(query, guild_id, shards))


async def set_aside(
    connection: AsyncConnection, guild_id: int | None, shards: Shards = ALL
) -> list[Table]:
    """List the running games whose channel is gone, of a server or all servers of the shards."""
    query = _WHOLE.where(tables.c.status == "playing", tables.c.gone_at.is_not(None))
    return await _read(connection, _at_server(query, guild_id, shards))


def _at_server(query: sa.Select[Any], guild_id: int | None, shards: Shards) -> sa.Select[Any]:
    if guild_id is None:
        return query.where(tables.c.guild_id.is_not(None), owned(tables.c.guild_id, shards))
    return query.where(tables.c.guild_id == guild_id)


async def playing_with_computers(
    connection: AsyncConnection, shards: Shards = ALL
) -> Mapping[int, int]:
    """Find the ids of running games with a computer in a seat, each with its revision; not those
    whose channel is gone."""
    with_computer = sa.select(seats.c.table_id).where(seats.c.computer)
    found = await connection.execute(
        sa.select(tables.c.id, tables.c.revision)
        .where(
            tables.c.status == "playing",
            tables.c.gone_at.is_(None),
            tables.c.id.in_(with_computer),
            owned(tables.c.guild_id, shards),
        )
        .order_by(tables.c.id)
    )
    return {row.id: row.revision for row in found}


async def counted(connection: AsyncConnection, shards: Shards = ALL) -> dict[Status, int]:
    """Count the tables of each status."""
    found = await connection.execute(
        sa.select(tables.c.status, sa.func.count())
        .where(owned(tables.c.guild_id, shards))
        .group_by(tables.c.status)
    )
    return {**dict.fromkeys(get_args(Status), 0), **dict(found.all())}


async def rename(connection: AsyncConnection, guild_id: int, user_id: int, name: str) -> None:
    """Give a person another name at the open tables of a server."""
    open_here = sa.select(tables.c.id).where(
        tables.c.guild_id == guild_id, tables.c.status.in_(OPEN)
    )
    await connection.execute(
        sa.update(seats)
        .where(seats.c.user_id == user_id, seats.c.table_id.in_(open_here), seats.c.name != name)
        .values(name=name)
    )


async def is_called_otherwise(
    connection: AsyncConnection, guild_id: int, user_id: int, name: str
) -> bool:
    """Whether a person has another name than this at an open table of a server."""
    query = (
        sa.select(seats.c.seat)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(
            seats.c.user_id == user_id,
            seats.c.name != name,
            tables.c.guild_id == guild_id,
            tables.c.status.in_(OPEN),
        )
        .limit(1)
    )
    return (await connection.execute(query)).first() is not None


async def with_calls_left(connection: AsyncConnection, shards: Shards) -> list[int]:
    """List the ids of the tables with calls that were leaving when the program was killed."""
    return await _ids(connection, shards, tables.c.posted_leaving.is_not(None))


@short
async def forget_call(connection: AsyncConnection, table_id: int, gone: PostedCall) -> None:
    """Note that this call, which was leaving, is gone."""
    mine = tables.c.id == table_id
    noted = await connection.scalar(
        sa.select(tables.c.posted_leaving).where(mine).with_for_update()
    )
    left = tuple(one for one in noted or () if one != gone)
    await connection.execute(sa.update(tables).where(mine).values(posted_leaving=left or None))


async def not_announced(connection: AsyncConnection, shards: Shards = ALL) -> list[int]:
    """List the ids of the tables with notes for their channel; if that is gone, those with notes
    for somebody."""
    turns = sa.or_(
        tables.c.posted_version.is_(None),
        tables.c.posted_version < tables.c.version,
        tables.c.posted_rewinds < tables.c.rewinds,
    )
    here = sa.or_(outbox.waits(), sa.and_(tables.c.status.in_(STARTED), turns))
    waits = sa.or_(sa.and_(tables.c.gone_at.is_(None), here), outbox.waits(ChannelLost))
    return await _ids(connection, shards, waits)


@short
async def note_told(
    connection: AsyncConnection, table_id: int, posted: Posted, notes: Sequence[Note] = ()
) -> None:
    """Store what the channel has been told and which messages stand there, without the lobby's, and
    add `notes` of what it must be told next. Does nothing unless this is later than what is stored:
    messages of two processes may overtake each other, and a rewind."""
    of = {"of_table": table_id, "of_rewinds": posted.rewinds, "of_version": posted.version}
    noted = await connection.execute(_NOTE_TOLD, of | _columns(posted))
    if notes and noted.rowcount:
        await outbox.add(connection, notes, table_id=table_id)


async def lobbies(
    connection: AsyncConnection, *, guild_id: int | None = None, shards: Shards = ALL
) -> list[Table]:
    """List the lobbies, of a server or of all servers of the shards, that people open: none of
    a league. The oldest is first."""
    query = _WHOLE.where(
        tables.c.status == "lobby",
        tables.c.id.not_in(
            sa.select(league_tables.c.table_id).where(league_tables.c.table_id.is_not(None))
        ),
    )
    return await _read(connection, _at_server(query, guild_id, shards))


async def lobbies_unchanged_since(
    connection: AsyncConnection, since: datetime, shards: Shards = ALL
) -> list[int]:
    """List the ids of the lobbies that last changed at this moment or before."""
    unchanged = tables.c.updated_at <= since
    return await _ids(connection, shards, tables.c.status == "lobby", unchanged)


async def invitations_to(connection: AsyncConnection, table_id: int) -> dict[int, bool]:
    """Find the people invited to a table, each with whether they have said no."""
    query = sa.select(invitations.c.user_id, invitations.c.declined)
    found = await connection.execute(query.where(invitations.c.table_id == table_id))
    return {row.user_id: row.declined for row in found}


@short
async def invite(
    connection: AsyncConnection, table_id: int, user_id: int, *, declined: bool = False
) -> None:
    """Note that a person is invited to a table, or what they have answered."""
    row = {"table_id": table_id, "user_id": user_id, "declined": declined}
    await rows.put(connection, invitations, [row])


async def called_since(connection: AsyncConnection, guild_id: int, since: datetime) -> int:
    """Count the lobbies of a server to which people were called after this moment."""
    query = sa.select(tables.c.options).where(
        tables.c.guild_id == guild_id, tables.c.updated_at > since
    )
    found = await connection.scalars(query)
    return sum(one.called_at is not None and one.called_at > since for one in found)


async def options_of_lobbies(
    connection: AsyncConnection, shards: Shards = ALL, *, unposted: bool = False
) -> dict[int, Options]:
    """Find the lobbies whose channel is there, with their options; or only those whose message is
    not posted."""
    query = sa.select(tables.c.id, tables.c.options).where(
        tables.c.status == "lobby", tables.c.gone_at.is_(None), owned(tables.c.guild_id, shards)
    )
    if unposted:
        query = query.where(tables.c.posted_lobby.is_(None))
    found = await connection.execute(query.order_by(tables.c.id))
    return {row.id: row.options for row in found}


async def due(
    connection: AsyncConnection, by: datetime, shards: Shards = ALL, *, most: int
) -> list[tuple[int, int]]:
    """List (table's id, seat) of the seats in running games whose next message is due by this
    moment: the earliest first, at most `most`; none of games whose channel is gone."""
    found = await connection.execute(
        sa.select(seats.c.table_id, seats.c.seat)
        .where(_SEATS_IN_PLAY, seats.c.due_at <= by, tables.c.gone_at.is_(None))
        .where(owned(tables.c.guild_id, shards))
        .order_by(seats.c.due_at, seats.c.table_id, seats.c.seat)
        .limit(most)
    )
    return [(row.table_id, row.seat) for row in found]


async def with_plans_due(
    connection: AsyncConnection, by: datetime, shards: Shards = ALL
) -> list[int]:
    """List the ids of the running games, neither paused nor without their channel, in which a
    planned turn confirms itself by this moment."""
    goes_on = tables.c.gone_at.is_(None), tables.c.paused_at.is_(None)
    return await _ids(connection, shards, _SEATS_IN_PLAY, *goes_on, seats.c.plan_due <= by)


async def idle_without_clocks(
    connection: AsyncConnection, since: datetime, shards: Shards = ALL, *, most: int
) -> list[int]:
    """List at most `most` ids of running games that last changed at this moment or before, are not
    paused, and have a person without a clock."""
    idle = tables.c.updated_at <= since, tables.c.paused_at.is_(None)
    without = seats.c.computer.is_(False), seats.c.clock.is_(None)
    return await _ids(connection, shards, _SEATS_IN_PLAY, *idle, *without, most=most)


async def with_clocks(connection: AsyncConnection, shards: Shards = ALL) -> list[int]:
    """List the ids of the running games with a clock."""
    return await _ids(connection, shards, _SEATS_IN_PLAY, seats.c.clock.is_not(None))


async def _ids(
    connection: AsyncConnection, shards: Shards, *where: sa.ColumnElement[bool],
    most: int | None = None,
) -> list[int]:  # fmt: skip
    """List the ids of the tables of these shards for which the conditions hold, or for a seat."""
    query = sa.select(tables.c.id).distinct().where(*where, owned(tables.c.guild_id, shards))
    return list(await connection.scalars(query.order_by(tables.c.id).limit(most)))


@short
async def save(
    connection: AsyncConnection,
    /,
    read: Table,
    wanted: Table,
    *,
    due: DueMoments | None = None,
    added: Sequence[Event] = (),
    **hidden: Any,
) -> None:
    """Write the differences between a table as read and as wanted, columns without a field
    (`hidden`), and the events `added` to its log. `due` has the moments of the seats whose clocks
    differ.

    Where more differs than the data of a seat, `wanted` has the next revision. Raises
    ChangedMeanwhileError if the table is no longer as `read`, and ChannelBusyError if it is to be
    open again while another one is open in its channel: then the transaction must be undone.
    """
    if wanted.revision != read.revision or hidden:
        values = {name: getattr(wanted, name) for name in _SAVED} | hidden
        of = {"of_table": read.id, "of_revision": read.revision}
        opens = wanted.channel_id != read.channel_id or read.status not in OPEN
        with rows.taken_is(ChannelBusyError if wanted.status in OPEN and opens else None):
            await rows.change_one(connection, _save_with(frozenset(hidden)), values | of)
    if wanted.seats != read.seats:
        await _save_seats(connection, read, wanted, due or {})
    if added:
        new = enumerate(added, start=read.version)
        given = ({"table_id": read.id, "n": n, **vars(event)} for n, event in new)
        await rows.add_all(connection, events, given)


@cache
def _save_with(hidden: frozenset[str]) -> sa.Update:
    """The statement that also writes these hidden columns. It is made once, since that takes longer
    than executing it."""
    newer = sa.update(tables).where(
        tables.c.id == sa.bindparam("of_table"), tables.c.revision == sa.bindparam("of_revision")
    )
    return newer.values({name: sa.bindparam(name) for name in (*_SAVED, *hidden)})


async def _save_seats(
    connection: AsyncConnection, read: Table, wanted: Table, due: DueMoments
) -> None:
    if list(map(_PERSON_OF, wanted.seats)) != list(map(_PERSON_OF, read.seats)):
        await connection.execute(sa.delete(seats).where(seats.c.table_id == read.id))
        await _seat(connection, read.id, wanted.seats, due)
        return
    both = list(zip(read.seats, wanted.seats, strict=True))
    intents = [
        {"of_table": read.id, "of_seat": now.seat, **_intent(now)}
        for was, now in both
        if _intent(was) != _intent(now)
    ]
    if intents:
        await connection.execute(_SAVE_INTENT, intents)
    clocks = [
        {"of_table": read.id, "of_seat": now.seat, "clock": now.clock, "due_at": due.get(now.seat)}
        for was, now in both
        if was.clock != now.clock
    ]
    if clocks:
        await connection.execute(_SAVE_CLOCK, clocks)


async def _seat(
    connection: AsyncConnection, table_id: int, seated: Sequence[Seat], due: DueMoments
) -> None:
    given = (
        {
            "table_id": table_id,
            "seat": one.seat,
            "user_id": one.user_id,
            "name": one.name,
            "computer": one.computer is not None,
            "computer_level": None if one.computer is None else one.computer.level,
            "computer_style": None if one.computer is None else one.computer.style,
            "computer_twice": None if one.computer is None else one.computer.twice,
            **_intent(one),
            "clock": one.clock,
            "due_at": due.get(one.seat),
        }
        for one in seated
    )
    await rows.add_all(connection, seats, given)


def _intent(one: Seat) -> dict[str, Any]:
    """The columns of a seat's prepared turn and plan."""
    begun = one.prepared
    return {
        "prepared_base": None if begun is None else begun.base,
        "prepared_revision": None if begun is None else begun.revision,
        "prepared": None if begun is None else begun.actions,
        "plan": one.plan,
        "plan_due": one.plan_due,
    }


@short
async def note_messages(connection: AsyncConnection, table_id: int, posted: Posted) -> None:
    """Note the newest board and the calls that stand in the channel."""
    values = {name: _columns(posted)[name] for name in _MESSAGES}
    await connection.execute(sa.update(tables).where(tables.c.id == table_id).values(values))


@short
async def note_lobby(connection: AsyncConnection, table_id: int, message_id: int | None) -> None:
    """Note the message that shows the lobby; None for none."""
    mine = tables.c.id == table_id
    await connection.execute(sa.update(tables).where(mine).values(posted_lobby=message_id))


async def shared_card(connection: AsyncConnection, table_id: int) -> SharedCard | None:
    """Read which card of a table's game was shared last; None if none was."""
    found: SharedCard | None = await connection.scalar(
        sa.select(tables.c.card).where(tables.c.id == table_id)
    )
    return found


@short
async def note_card(connection: AsyncConnection, table_id: int, card: SharedCard) -> None:
    """Note a card that was shared."""
    await connection.execute(sa.update(tables).where(tables.c.id == table_id).values(card=card))


def _columns(posted: Posted) -> dict[str, Any]:
    values = {f"posted_{name}": value for name, value in vars(posted).items() if name != "lobby"}
    return {name: None if value == () else value for name, value in values.items()}


async def _read(connection: AsyncConnection, query: sa.Select[Any], **named: int) -> list[Table]:
    whole = (await connection.execute(query, named)).all()
    found = []
    for _, of_table in groupby(whole, key=attrgetter("id")):
        first, *others = of_table  # one for each seat, or one row without a seat
        seated = tuple(
            Seat(
                row.seat,
                row.user_id,
                row.name,
                None
                if row.computer_level is None
                else Computer(row.computer_level, row.computer_style, bool(row.computer_twice)),
                None
                if row.prepared_base is None
                else TurnInPreparation(row.prepared_base, row.prepared_revision, row.prepared),
                row.plan,
                row.plan_due,
                row.clock,
                row.chosen,
            )
            for row in (first, *others)
            if row.seat is not None
        )
        values = dict(zip(_FIELDS, first, strict=False))
        noted = dict(zip(_POSTED, first[len(_FIELDS) :], strict=False))
        posted = Posted(**noted | {name: noted[name] or () for name in ("calls", "leaving")})
        notes_wait = bool(first.notes_wait)
        found.append(Table(seats=seated, posted=posted, notes_wait=notes_wait, **values))
    return found


_CLOCK = JsonOf(SeatClock)
_TOLD = sa.and_(
    sa.not_(waits()),
    sa.or_(
        tables.c.status != "playing",
        sa.and_(
            tables.c.posted_version >= tables.c.version,
            tables.c.posted_rewinds >= tables.c.rewinds,
        ),
    ),
)
_IN_SHORT = (
    sa.select(
        tables.c.id, tables.c.guild_id, tables.c.channel_id, tables.c.status, tables.c.options,
        tables.c.posted_board, tables.c.posted_lobby, tables.c.updated_at,
        tables.c.paused_at, tables.c.gone_at, tables.c.asked,
        sa.case((_TOLD, 1), else_=0).label("told"),
        seats.c.seat, seats.c.user_id, seats.c.name, seats.c.computer,
        sa.type_coerce(seats.c.clock, sa.JSON).label("clock"),
         # parsed only where it runs: see `_holder`
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


async def open_games_of(connection: AsyncConnection, user_id: int) -> list[OpenGame]:
    """List the open tables at which a person sits, the oldest first."""
    return await _open_games(connection, _with_seat_of(user_id))


async def open_games_at(connection: AsyncConnection, guild_id: int) -> list[OpenGame]:
    """List the open tables of a server at which somebody sits, the oldest first."""
    return await _open_games(connection, tables.c.guild_id == guild_id)


def _with_seat_of(user_id: int) -> sa.ColumnElement[bool]:
    return tables.c.id.in_(sa.select(seats.c.table_id).where(seats.c.user_id == user_id))


async def _open_games(connection: AsyncConnection, which: sa.ColumnElement[bool]) -> list[OpenGame]:
    found = (await connection.execute(_IN_SHORT.where(which))).all()
    return [_open_game(list(of_table)) for _, of_table in groupby(found, key=attrgetter("id"))]


def _open_game(of_table: Sequence[Any]) -> OpenGame:
    one = of_table[0]
    return OpenGame(
        one.id, one.guild_id, one.channel_id, one.status,
        message_id=one.posted_board or one.posted_lobby,
        changed_at=one.updated_at,
        paused=one.paused_at is not None,
        gone_at=one.gone_at,
        told=bool(one.told),
        seats=tuple(map(_holder, of_table)),
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
