"""People for a game: whom a lobby wants, and when its game begins; at a moment it begins by
itself."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import structlog

from bot.model.notes import (
    BeginsSoon,
    EventDue,
    Invited,
    LobbyBegun,
    NightLeftOut,
    NightWaits,
    NotBegun,
    Note,
    PlayersCalled,
)
from bot.model.table import (
    Begins,
    GameNight,
    Options,
    Pace,
    Person,
    Table,
    Wanted,
)
from bot.refusal import P_, Refusal
from bot.store import outbox
from bot.store import settings as stored_settings
from bot.store import tables as stored
from bot.store.database import Connection
from bot.tables import filling, lobby
from bot.tables.finding import Tables
from bot.tables.open_table import OpenTable, must_be_lobby

REMINDED_BEFORE = timedelta(minutes=15)
"""How long before the game begins those seated are reminded."""
DAYS_AHEAD = 60
"""How many days ahead a game may begin."""

logger = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Plan:
    """What the host of a lobby wants; the fields are as in `Options`."""

    wanted_seats: int = 0
    wanted: Wanted = "any"
    begins: Begins = "hand"
    begins_at: datetime | None = None
    computers_fill: bool = False
    pace: Pace | None = None


def must_host(table: Table, user_id: int) -> None:
    """Raises Refusal for a table that is no lobby, and (`not-host-plan`) unless this person is its
    host."""
    must_be_lobby(table)
    if table.host_id != user_id:
        host = table.seat_of(table.host_id)
        raise Refusal(
            "not-host-plan",
            "Only {name}, who opened this game, can do this.",
            name="?" if host is None else host.name,
        )


def may_begin_at(moment: datetime, now: datetime) -> datetime:
    """The moment, if a game may begin then. Raises Refusal (`moment-past`, `moment-far`)."""
    if moment <= now:
        raise Refusal("moment-past", "That time has already passed; choose a later one.")
    if moment > now + timedelta(days=DAYS_AHEAD):
        raise Refusal(
            "moment-far",
            *P_(
                "Choose a time within the next {n} day.",
                "Choose a time within the next {n} days.",
            ),
            n=DAYS_AHEAD,
        )
    return moment


def plan(opened: OpenTable, person: Person, wanted: Plan) -> Table:
    """Set what the host of a lobby wants. Raises Refusal as `must_host` and `may_begin_at`, and
    (`seats-fewer`) if more people and computers sit there already."""
    table = opened.table
    must_host(table, person.id)
    if wanted.wanted_seats and wanted.wanted_seats < len(table.seats):
        raise Refusal(
            "seats-fewer",
            *P_(
                "{n} seat is already taken; choose at least that many seats.",
                "{n} seats are already taken; choose at least that many.",
            ),
            n=len(table.seats),
        )
    moment, soon = wanted.begins_at, True
    if moment is not None and moment != table.options.begins_at:
        may_begin_at(moment, opened.now)
        soon = moment <= opened.now + REMINDED_BEFORE
    elif moment is not None:
        soon = table.options.reminded
    if moment != table.options.begins_at:
        opened.must_tell(EventDue())
    opened.change(options=replace(table.options, **vars(wanted), reminded=soon))
    return opened.table


MOST_INVITED = 10
"""The most people who are invited to a lobby."""


async def invite(opened: OpenTable, person: Person, wanted: Sequence[int]) -> Sequence[int]:
    """Invite people to a lobby; for its host. Those who sit there or are invited already are left
    out. Returns the others. Raises Refusal (`invited-many`) beyond `MOST_INVITED`."""
    table = opened.table
    must_host(table, person.id)
    known = await opened.fetch(stored.invitations_to, table.id)
    new = [one for one in dict.fromkeys(wanted) if one not in known and not table.seat_of(one)]
    if len(known) + len(new) > MOST_INVITED:
        raise Refusal(
            "invited-many",
            *P_(
                "You can invite at most {n} person to a game; choose fewer.",
                "You can invite at most {n} people to a game; choose fewer.",
            ),
            n=MOST_INVITED,
        )
    for one in new:
        await opened.write(stored.invite, table.id, one)
        opened.must_tell(Invited(one))
    return new


async def decline(opened: OpenTable, person: Person) -> Table:
    """Say no to an invitation, and leave if one has a seat. Raises Refusal for a table that is no
    lobby."""
    must_be_lobby(opened.table)
    await opened.write(stored.invite, opened.table.id, person.id, declined=True)
    if opened.table.seat_of(person.id) is not None:
        lobby.leave(opened, person)
    return opened.table


async def must_be_invited(tables: Tables, table_id: int, user_id: int) -> None:
    """Raises Refusal (`not-invited`) for somebody who is not invited to the table."""
    if user_id not in await tables.store.read(stored.invitations_to, table_id):
        raise Refusal(
            "not-invited",
            "This invitation is for somebody else; to play, press Join on the game's message.",
        )


async def to_call(tables: Tables, table: Table) -> Sequence[int]:
    """List those whom a call to this lobby mentions (`filling.called`)."""
    if table.guild_id is None:
        return []
    return filling.called(table, await tables.store.read(stored_settings.wishes_of, table.guild_id))


async def call(opened: OpenTable, person: Person, a_day: int) -> Table:
    """Call the people of the server who want to be called; for the host, once for each lobby. Hold
    `calling` meanwhile. Raises Refusal (`called-already`, `calls-used`) where the server allows
    `a_day` calls a day."""
    table = opened.table
    must_host(table, person.id)
    if table.options.called_at is not None:
        raise Refusal(
            "called-already", "You have already called players to this game; invite more people."
        )
    since = opened.now - filling.A_DAY
    if table.guild_id is None or a_day <= await opened.fetch(
        stored.called_since, table.guild_id, since
    ):
        raise Refusal(
            "calls-used",
            *P_(
                "This server allows only {n} call for players a day; invite people instead.",
                "This server allows only {n} calls for players a day; invite people instead.",
            ),
            n=a_day,
        )
    opened.change(options=replace(table.options, called_at=opened.now))
    opened.must_tell(PlayersCalled())
    return opened.table


def calling(tables: Tables, guild_id: int | None) -> AbstractAsyncContextManager[None]:
    """Hold this lock of a server while a call is counted."""
    return tables.alone("calling", guild_id)


# --- every week ----------------------------------------------------------------------------------

OPENS_BEFORE = timedelta(days=1)
"""How long before its game the lobby of a game night opens."""
MOST_NIGHTS = 20
"""The most game nights of a server."""


def next_week(night: GameNight, now: datetime) -> datetime:
    """When the game after the next one begins, in UTC: at the same time by the clock where it is
    held, a week later, and not before now."""
    zone = ZoneInfo(night.zone)
    day, at = night.next_at.astimezone(zone).date(), time.fromisoformat(night.at)
    moment = night.next_at
    while moment <= max(now, night.next_at):
        day += timedelta(days=7)
        moment = datetime.combine(day, at, zone).astimezone(UTC)
    return moment


async def repeat(
    opened: OpenTable, person: Person, zone: str, *, weekly: bool, calls: bool
) -> Table:
    """Let the game of a lobby begin again every week at its moment, as seen in this zone, or no
    longer; for its host. Raises Refusal (`weekly-when`) for one without a moment, and
    (`nights-many`)."""
    table, options = opened.table, opened.table.options
    must_host(table, person.id)
    known = None
    if options.night is not None:
        known = await opened.fetch(stored_settings.night, options.night)
    if not weekly:
        if known is not None:
            await opened.write(stored_settings.end_night, known.id)
        opened.change(options=replace(options, night=None))
        return opened.table
    if options.begins_at is None or table.guild_id is None:
        raise Refusal(
            "weekly-when", "Say on which day and at what time the game begins every week."
        )
    others = await opened.fetch(stored_settings.nights_of, table.guild_id)
    if known is None and len(others) >= MOST_NIGHTS:
        raise Refusal(
            "nights-many",
            *P_(
                "This server already has {n} game night and can have no more; end one first.",
                "This server already has {n} game nights and can have no more; end one first.",
            ),
            n=len(others),
        )
    first = GameNight(
        0, table.guild_id, table.channel_id, person.id, zone,
        f"{options.begins_at.astimezone(ZoneInfo(zone)):%H:%M}", options.begins_at,
        replace(options, asked=frozenset(), order_stays=False, thread=True, night=None, event=None,
                called_at=None, begins="moment", begins_at=None, reminded=False),
        calls or (known is not None and known.calls),
    )  # fmt: skip
    wanted = replace(first, next_at=next_week(first, opened.now))
    if known is None:
        number = await opened.write(stored_settings.add_night, wanted)
        # in a thread, so that the channel is free for the next lobby
        opened.change(options=replace(options, night=number, thread=True))
    else:
        await opened.write(stored_settings.change_night, known, replace(wanted, id=known.id))
    return opened.table


async def nights_due(tables: Tables) -> Sequence[GameNight]:
    """List the game nights whose next lobby is to be opened; without those that wait for the game
    in their channel, as was told."""
    read, now = tables.store.read, tables.now()
    found = await read(stored_settings.nights_before, now + OPENS_BEFORE, tables.shards)
    return [
        one
        for one in found
        if not one.waits_told
        or one.next_at <= now
        or await read(stored.open_in_channel, one.channel_id) is None
    ]


async def open_night(tables: Tables, night: GameNight, host: Person) -> Table | None:
    """Open the lobby of a game night that is due, once. None, which its channel is told, if another
    game is there, so that it can be tried again, or if its time is over, so that the next is a week
    later."""
    later = replace(night, next_at=next_week(night, tables.now()), waits_told=False)
    if night.next_at <= tables.now():
        await _change_and_tell(tables, night, later, NightLeftOut(night.id, night.next_at))
        return None

    async def claim(connection: Connection, _: int) -> None:
        await stored_settings.change_night(connection, night, later)

    options = replace(night.options, begins_at=night.next_at, night=night.id)
    try:
        return await lobby.open_lobby(
            tables, night.guild_id, night.channel_id, host, options, claim=claim
        )
    except Refusal as refusal:
        if refusal.code != "channel-busy":
            raise
    await _change_and_tell(tables, night, replace(night, waits_told=True), NightWaits(night.id))
    return None


async def _change_and_tell(tables: Tables, was: GameNight, wanted: GameNight, note: Note) -> None:
    async with tables.store.transaction() as transaction:
        await transaction.run(stored_settings.change_night, was, wanted)
        await transaction.run(outbox.add, [note], guild_id=was.guild_id)


async def unposted(tables: Tables) -> Sequence[int]:
    """List the lobbies of game nights whose message is not posted yet."""
    found = await tables.store.read(stored.options_of_lobbies, tables.shards, unposted=True)
    return [table_id for table_id, options in found.items() if options.night is not None]


async def end_night(tables: Tables, number: int) -> Sequence[Table]:
    """End a game night. A lobby that is open for it stays; returns it as it is now."""
    await tables.store.write(stored_settings.end_night, number)
    found = await tables.store.read(stored.options_of_lobbies, tables.shards)
    changed = []
    for table_id in [one for one, options in found.items() if options.night == number]:
        async with tables.open(table_id, game=False) as opened:
            opened.change(options=replace(opened.table.options, night=None))
            changed.append(opened.table)
    return changed


# --- at its time ---------------------------------------------------------------------------------


async def due(tables: Tables) -> Sequence[int]:
    """List the lobbies whose people are to be reminded, or whose game is to begin."""
    found = await tables.store.read(stored.options_of_lobbies, tables.shards)
    now = tables.now()
    return [table_id for table_id, options in found.items() if _step(options, now) is not None]


def _step(options: Options, now: datetime) -> str | None:
    if options.begins_at is None:
        return None
    if options.begins_at <= now:
        return "begin"
    return "remind" if not options.reminded and options.begins_at - REMINDED_BEFORE <= now else None


async def take_step(opened: OpenTable) -> Table:
    """Do what is due in a lobby: remind those seated, or begin its game with whoever is there, and
    with computers in free seats if it wants that. A game that cannot begin now begins by hand, and
    the channel is told."""
    table = opened.table
    step = _step(table.options, opened.now) if table.status == "lobby" else None
    if step == "remind":
        opened.change(options=replace(table.options, reminded=True))
        opened.must_tell(BeginsSoon())
    elif step == "begin":
        lobby.drop_asked(opened)
        if table.options.computers_fill and opened.computers_play:
            host = next(one for one in opened.table.seats if one.user_id is not None)
            filling.fill(opened, Person(host.user_id or 0, host.name))
        try:
            await lobby.start_all(opened)
            if table.posted.lobby is not None:
                opened.must_tell(LobbyBegun(table.channel_id, table.posted.lobby))
        except Refusal as refusal:
            logger.info("not begun", table=table.id, reason=refusal.code)
            opened.change(options=replace(opened.table.options, begins="hand", begins_at=None))
            opened.must_tell(EventDue(), NotBegun())
    return opened.table
