"""The repository of tables and their seats.

A table is read whole in one statement. Whoever writes it must have read its newest state with
`by_id(..., for_update=True)`: `save` compares the revision that was read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any, get_args

from sqlalchemy import (
    Select,
    Text,
    Update,
    and_,
    bindparam,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.advice import Computer
from bot.model.notes import ChannelLost, Note
from bot.model.shards import ALL, Shards
from bot.model.table import CallId, Event, Options, Seat, Status, Table, TurnInPreparation
from bot.store import outbox
from bot.store.database import ChangedMeanwhileError, ChannelBusyError
from bot.store.inline_statements import short
from bot.store.schema import OPEN, events, people, seats, tables
from bot.store.shards import owned

STARTED = ("playing", "finished")
DueMoments = Mapping[int, datetime | None]
"""By seat, when the next message about its clock is due."""

_FIELDS = tuple(field.name for field in fields(Table) if field.name in tables.c)
"""Each field of a Table but its seats has the column of its name. The hidden deal and the position
are no fields."""
_SAVED = tuple(
    name
    for name in _FIELDS
    if name
    not in (
        "id", "guild_id", "channel_id", "created_at", "commitment",
        "board_message_id", "lobby_message_id", "call_message_ids", "rewinds_told",
    )
)  # fmt: skip
"""The columns that change with a Table; others stay, or are written by statements of their own."""
_WHOLE = (
    select(
        *(tables.c[name] for name in _FIELDS),
        outbox.waits().label("notes_wait"),
        seats.c.seat,
        seats.c.user_id,
        seats.c.name,
        seats.c.computer_level,
        seats.c.computer_style,
        seats.c.prepared_base,
        seats.c.prepared_revision,
        seats.c.prepared,
        seats.c.plan,
        seats.c.bid,
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

# What every press needs is made once: making such a statement takes longer than executing it.
_BY_ID = _WHOLE.where(tables.c.id == bindparam("table_id"))
_LOCK = select(tables.c.id).where(tables.c.id == bindparam("table_id")).with_for_update()
_IS_OPEN = and_(tables.c.channel_id == bindparam("channel_id"), tables.c.status.in_(OPEN))
_OPEN_IN_CHANNEL = _WHOLE.where(_IS_OPEN)
_LOCK_IN_CHANNEL = select(tables.c.id).where(_IS_OPEN).with_for_update()
_PERSON_OF = attrgetter("seat", "user_id", "name", "computer")
_SEAT = update(seats).where(
    seats.c.table_id == bindparam("of_table"), seats.c.seat == bindparam("of_seat")
)
_SAVE_INTENT = _SEAT.values(
    {
        name: bindparam(name)
        for name in ("prepared_base", "prepared_revision", "prepared", "plan", "bid")
    }
)
_SAVE_CLOCK = _SEAT.values({name: bindparam(name) for name in ("clock", "due_at")})
_ADD_EVENTS = insert(events)
_NOT_ANNOUNCED = update(tables).where(
    tables.c.id == bindparam("table_id"),
    tables.c.rewinds == bindparam("of_rewinds"),
    or_(
        tables.c.announced.is_(None),
        tables.c.announced < bindparam("events"),
        tables.c.rewinds_told < bindparam("of_rewinds"),
    ),
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
                options=options,
                abandon_votes=frozenset(),
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
    await _seat(connection, key.id, seated, {})
    return int(key.id)


@short
async def by_id(
    connection: AsyncConnection, table_id: int, *, for_update: bool = False
) -> Table | None:
    """The table of this id; `for_update`: nobody else writes it until the end of the
    transaction."""
    if for_update and connection.dialect.name != "sqlite":  # where a transaction writes alone
        # In a statement of its own: the seats must be read after the lock is there.
        await connection.execute(_LOCK, {"table_id": table_id})
    return next(iter(await _read(connection, _BY_ID, table_id=table_id)), None)


@short
async def open_in_channel(
    connection: AsyncConnection, channel_id: int, *, for_update: bool = False
) -> Table | None:
    """The open table of a channel; there is at most one. `for_update` is as in `by_id`."""
    if for_update and connection.dialect.name != "sqlite":
        locked = await connection.scalar(_LOCK_IN_CHANNEL, {"channel_id": channel_id})
        return None if locked is None else await by_id(connection, locked)
    return next(iter(await _read(connection, _OPEN_IN_CHANNEL, channel_id=channel_id)), None)


@short
async def latest_in_channel(connection: AsyncConnection, channel_id: int) -> Table | None:
    """The table opened last in a channel. If one is open it is that one."""
    latest = (
        select(tables.c.id)
        .where(tables.c.channel_id == channel_id)
        .order_by(tables.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    return next(iter(await _read(connection, _WHOLE.where(tables.c.id == latest))), None)


async def begun_in_channel(
    connection: AsyncConnection, channel_id: int, digits: str = "", *, most: int
) -> list[Table]:
    """The games of a channel that have begun and were not given up, the newest first, at most
    `most`; of those whose number begins with these digits."""
    query = select(tables.c.id).where(
        tables.c.channel_id == channel_id,
        tables.c.status.in_(STARTED),
        cast(tables.c.id, Text).startswith(digits, autoescape=True),
    )
    newest = query.order_by(tables.c.id.desc()).limit(most)
    found = await _read(connection, _WHOLE.where(tables.c.id.in_(newest)))
    return sorted(found, key=lambda table: -table.id)


async def open_of_person(connection: AsyncConnection, user_id: int) -> list[Table]:
    """The open tables at which a person sits, in the order they were opened."""
    mine = select(seats.c.table_id).where(seats.c.user_id == user_id)
    return await _read(connection, _WHOLE.where(tables.c.id.in_(mine), tables.c.status.in_(OPEN)))


async def in_place(
    connection: AsyncConnection, guild_id: int | None, shards: Shards = ALL
) -> list[Table]:
    """The open tables of a server, or of all servers of these shards, whose channel is there as far
    as is known."""
    query = _WHOLE.where(tables.c.status.in_(OPEN), tables.c.gone_at.is_(None))
    return await _read(connection, _at_server(query, guild_id, shards))


async def set_aside(
    connection: AsyncConnection, guild_id: int | None, shards: Shards = ALL
) -> list[Table]:
    """The running games of a server, or of all servers of these shards, whose channel is gone."""
    query = _WHOLE.where(tables.c.status == "playing", tables.c.gone_at.is_not(None))
    return await _read(connection, _at_server(query, guild_id, shards))


def _at_server(query: Select[Any], guild_id: int | None, shards: Shards) -> Select[Any]:
    if guild_id is None:
        return query.where(tables.c.guild_id.is_not(None), owned(tables.c.guild_id, shards))
    return query.where(tables.c.guild_id == guild_id)


async def playing_with_computers(
    connection: AsyncConnection, shards: Shards = ALL
) -> Mapping[int, int]:
    """The running games with a computer in a seat: their ids, each with its revision."""
    with_computer = select(seats.c.table_id).where(seats.c.computer)
    found = await connection.execute(
        select(tables.c.id, tables.c.revision)
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
    """How many tables there are of each status."""
    found = await connection.execute(
        select(tables.c.status, func.count())
        .where(owned(tables.c.guild_id, shards))
        .group_by(tables.c.status)
    )
    return {**dict.fromkeys(get_args(Status), 0), **dict(found.all())}


async def rename(connection: AsyncConnection, guild_id: int, user_id: int, name: str) -> None:
    """Give a person another name at the open tables of a server."""
    open_here = select(tables.c.id).where(tables.c.guild_id == guild_id, tables.c.status.in_(OPEN))
    await connection.execute(
        update(seats)
        .where(seats.c.user_id == user_id, seats.c.table_id.in_(open_here), seats.c.name != name)
        .values(name=name)
    )


async def is_called_otherwise(
    connection: AsyncConnection, guild_id: int, user_id: int, name: str
) -> bool:
    """Whether somebody has another name than this at an open table of a server."""
    query = (
        select(seats.c.seat)
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
    """The tables with messages that are noted as just being taken away
    (`bot.model.table.to_be_taken_away`), by whoever was killed meanwhile."""
    left = cast(tables.c.call_message_ids, Text).contains("[-")
    query = select(tables.c.id).where(left, owned(tables.c.guild_id, shards))
    return [*(await connection.execute(query)).scalars()]


async def forget_call(connection: AsyncConnection, table_id: int, call: CallId) -> None:
    """Note no longer that this message asks for a turn or is being taken away."""
    mine = tables.c.id == table_id
    noted = await connection.scalar(select(tables.c.call_message_ids).where(mine).with_for_update())
    left = tuple(one for one in noted or () if one != call)
    await connection.execute(update(tables).where(mine).values(call_message_ids=left or None))


async def not_announced(connection: AsyncConnection, shards: Shards = ALL) -> list[int]:
    """The ids of the tables with something that their channel has not been told; where that is
    gone, those with somebody who is to hear of it."""
    turns = or_(
        tables.c.announced.is_(None),
        tables.c.announced < tables.c.version,
        tables.c.rewinds_told < tables.c.rewinds,
    )
    found = await connection.execute(
        select(tables.c.id)
        .where(
            or_(
                and_(tables.c.gone_at.is_(None), outbox.waits()),
                and_(tables.c.gone_at.is_(None), tables.c.status.in_(STARTED), turns),
                outbox.waits(ChannelLost),
            ),
            owned(tables.c.guild_id, shards),
        )
        .order_by(tables.c.id)
    )
    return list(found.scalars())


async def set_announced(
    connection: AsyncConnection,
    table_id: int,
    version: int,
    *,
    rewinds: int,
    untold: Sequence[Note] = (),
    board: int | None = None,
    on_board: int | None = None,
    calls: tuple[CallId, ...] | None = None,
) -> None:
    """Note that the channel has been told `rewinds` rewinds, and the log as far as `version`, and
    what it must be told besides after that; the messages, as in `set_messages`; and how much of the
    log is `on_board`. The note never goes back: messages of two processes may overtake each other,
    and a rewind."""
    values: dict[str, Any] = {"announced": version, "rewinds_told": rewinds}
    if board is not None:
        values["board_message_id"] = board
    if on_board is not None:
        values["on_board"] = on_board
    if calls is not None:
        values["call_message_ids"] = calls or None
    noted = await connection.execute(
        _NOT_ANNOUNCED.values(values),
        {"table_id": table_id, "of_rewinds": rewinds, "events": version},
    )
    if untold and noted.rowcount:
        await outbox.add(connection, untold, table_id=table_id)


async def lobbies_unchanged_since(
    connection: AsyncConnection, since: datetime, shards: Shards = ALL
) -> list[int]:
    """The ids of the lobbies that changed last at this moment or before; without those at which
    bids are open, which end by themselves."""
    found = await connection.execute(
        select(tables.c.id)
        .where(
            tables.c.status == "lobby",
            tables.c.updated_at <= since,
            tables.c.bidding.is_(None),
            owned(tables.c.guild_id, shards),
        )
        .order_by(tables.c.id)
    )
    return list(found.scalars())


async def with_bids_open(connection: AsyncConnection, shards: Shards = ALL) -> list[int]:
    """The ids of the tables whose seats are bid for now."""
    found = await connection.execute(
        select(tables.c.id)
        .where(
            tables.c.status == "lobby",
            tables.c.bidding.is_not(None),
            owned(tables.c.guild_id, shards),
        )
        .order_by(tables.c.id)
    )
    return list(found.scalars())


async def due(
    connection: AsyncConnection, by: datetime, shards: Shards = ALL, *, most: int
) -> list[tuple[int, int]]:
    """(table's id, seat) of the seats in running games whose next message is due by this moment:
    the earliest first, at most `most`."""
    found = await connection.execute(
        select(seats.c.table_id, seats.c.seat)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(
            seats.c.due_at <= by,
            tables.c.status == "playing",
            tables.c.gone_at.is_(None),
            owned(tables.c.guild_id, shards),
        )
        .order_by(seats.c.due_at, seats.c.table_id, seats.c.seat)
        .limit(most)
    )
    return [(row.table_id, row.seat) for row in found]


async def idle_without_clocks(
    connection: AsyncConnection, since: datetime, shards: Shards = ALL, *, most: int
) -> list[int]:
    """The ids of the running games that changed last at this moment or before, do not stand still,
    and have a person without a clock: at most `most`."""
    found = await connection.execute(
        select(tables.c.id)
        .distinct()
        .join(seats, seats.c.table_id == tables.c.id)
        .where(
            tables.c.status == "playing",
            tables.c.updated_at <= since,
            tables.c.paused_at.is_(None),
            seats.c.computer.is_(False),
            seats.c.clock.is_(None),
            owned(tables.c.guild_id, shards),
        )
        .order_by(tables.c.id)
        .limit(most)
    )
    return list(found.scalars())


async def with_clocks(connection: AsyncConnection, shards: Shards = ALL) -> list[int]:
    """The ids of the running games with a clock."""
    found = await connection.execute(
        select(seats.c.table_id)
        .distinct()
        .join(tables, tables.c.id == seats.c.table_id)
        .where(
            tables.c.status == "playing",
            seats.c.clock.is_not(None),
            owned(tables.c.guild_id, shards),
        )
        .order_by(seats.c.table_id)
    )
    return list(found.scalars())


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
    """Write what differs between a table as it was read and as it is wanted, with the columns a
    Table does not show in `hidden`, and the events `added` to its log. `due` has the moments of
    the seats whose clocks differ.

    Where more differs than what belongs to a seat, `wanted` has the next revision. Raises
    ChangedMeanwhileError if the table is no longer as `read`, and ChannelBusyError if it is to be
    open again while another one is open in its channel: then the transaction must be undone.
    """
    if wanted.revision != read.revision or hidden:
        values = {name: getattr(wanted, name) for name in _SAVED} | hidden
        of = {"of_table": read.id, "of_revision": read.revision}
        try:
            result = await connection.execute(_save_with(frozenset(hidden)), values | of)
        except IntegrityError as error:
            moves = wanted.channel_id != read.channel_id
            if wanted.status in OPEN and (moves or read.status not in OPEN):
                raise ChannelBusyError from error
            raise
        if result.rowcount != 1:
            raise ChangedMeanwhileError
    if wanted.seats != read.seats:
        await _save_seats(connection, read, wanted, due or {})
    if added:
        rows = [
            {"table_id": read.id, "n": n, **vars(event)}
            for n, event in enumerate(added, start=read.version)
        ]
        await connection.execute(_ADD_EVENTS, rows)


@cache
def _save_with(hidden: frozenset[str]) -> Update:
    """The statement that writes a table with these columns besides; made once, since that takes
    longer than doing it."""
    newer = update(tables).where(
        tables.c.id == bindparam("of_table"), tables.c.revision == bindparam("of_revision")
    )
    return newer.values({name: bindparam(name) for name in (*_SAVED, *hidden)})


async def _save_seats(
    connection: AsyncConnection, read: Table, wanted: Table, due: DueMoments
) -> None:
    if list(map(_PERSON_OF, wanted.seats)) != list(map(_PERSON_OF, read.seats)):
        await connection.execute(delete(seats).where(seats.c.table_id == read.id))
        await _seat(connection, read.id, wanted.seats, due)
        return
    both = list(zip(read.seats, wanted.seats, strict=True))
    intents = [
        {"of_table": read.id, "of_seat": now.seat, **_intent(now)}
        for was, now in both
        if (was.prepared, was.plan, was.bid) != (now.prepared, now.plan, now.bid)
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
    rows = [
        {
            "table_id": table_id,
            "seat": one.seat,
            "user_id": one.user_id,
            "name": one.name,
            "computer": one.computer is not None,
            "computer_level": None if one.computer is None else one.computer.level,
            "computer_style": None if one.computer is None else one.computer.style,
            **_intent(one),
            "clock": one.clock,
            "due_at": due.get(one.seat),
        }
        for one in seated
    ]
    if rows:
        await connection.execute(insert(seats), rows)


def _intent(one: Seat) -> dict[str, Any]:
    """The columns of what a seat prepares, plans or bids."""
    begun = one.prepared
    return {
        "prepared_base": None if begun is None else begun.base,
        "prepared_revision": None if begun is None else begun.revision,
        "prepared": None if begun is None else begun.actions,
        "plan": one.plan or None,
        "bid": one.bid,
    }


async def set_messages(
    connection: AsyncConnection, table_id: int, *,
    board: int | None = None, lobby: int | None = None, calls: tuple[CallId, ...] | None = None,
) -> None:  # fmt: skip
    """Note the given messages; None leaves what is noted."""
    values: dict[str, Any] = {}
    if board is not None:
        values["board_message_id"] = board
    if lobby is not None:
        values["lobby_message_id"] = lobby
    if calls is not None:
        values["call_message_ids"] = calls or None
    if values:
        await connection.execute(update(tables).where(tables.c.id == table_id).values(**values))


async def _read(connection: AsyncConnection, query: Select[Any], **named: int) -> list[Table]:
    rows = (await connection.execute(query, named)).all()
    found = []
    for _, of_table in groupby(rows, key=attrgetter("id")):
        first, *others = of_table  # one for each seat, or one without a seat
        seated = tuple(
            Seat(
                row.seat,
                row.user_id,
                row.name,
                None
                if row.computer_level is None
                else Computer(row.computer_level, row.computer_style),
                None
                if row.prepared_base is None
                else TurnInPreparation(row.prepared_base, row.prepared_revision, row.prepared),
                row.plan or (),
                row.clock,
                row.bid,
                row.chosen,
            )
            for row in (first, *others)
            if row.seat is not None
        )
        values = {name: first._mapping[name] for name in _FIELDS}
        values["call_message_ids"] = values["call_message_ids"] or ()
        found.append(Table(seats=seated, notes_wait=bool(first.notes_wait), **values))
    return found
