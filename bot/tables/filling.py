"""Lobbies that wait for players: how many seats are free, which lobbies of a server have one, which
other servers list for it, who wants to know of them, and what happens when the last seat is taken,
or nobody comes."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.clocks import PersonalTime, first_awake
from bot.clocks.hours import today
from bot.model.notes import LobbyWaits, TablesOpened
from bot.model.table import Options, Pace, Person, Reliability, Table, Wish
from bot.refusal import Refusal
from bot.store import outbox, settings
from bot.store import tables as stored
from bot.store.database import Connection
from bot.tables import lobby
from bot.tables.finding import Tables
from bot.tables.open_table import OpenTable, must_be_lobby, must_sit


def free_seats(table: Table) -> int:
    """How many people a lobby still has room for. Computers hold their seats, except in a game that
    begins in a position, where people take them."""
    if table.options.position:
        return len(lobby.names_of_computers(table))
    return max(0, lobby.most_seats(table) - len(table.seats))


def pace_of(options: Options) -> Pace:
    """The pace of a game: as its host has said, else as its clock has it; days without either."""
    return options.pace or ("evening" if options.time.is_live else "days")


async def open_tables(tables: Tables, guild_id: int) -> list[Table]:
    """List the lobbies of a server that wait for players, the oldest first."""
    found = await tables.store.read(stored.lobbies, guild_id=guild_id)
    return [table for table in found if free_seats(table)]


# --- on other servers -----------------------------------------------------------------------------

MOST_ELSEWHERE, MOST_OF_A_SERVER = 20, 3
"""The most tables of other servers in a list, and of each of them: the newest."""


@dataclass(frozen=True)
class Elsewhere:
    """An open table of another server, which that lists for strangers: show nobody's name."""

    table: Table
    server: str
    """The server's name."""
    invite: str
    """The code of the link that leads there."""


async def elsewhere(tables: Tables, guild_id: int) -> list[Elsewhere]:
    """List the open tables of other servers, the newest first; none for a server that does not list
    its own."""
    listings = {one.guild_id: one for one in await tables.store.read(settings.all_listings)}
    if listings.pop(guild_id, None) is None:
        return []
    listed = {
        table_id: one for one in listings.values()
        for table_id in sorted(one.tables)[-MOST_OF_A_SERVER:]
    }  # fmt: skip
    newest = sorted(listed, reverse=True)[:MOST_ELSEWHERE]

    async def read(connection: Connection) -> list[Table | None]:
        return [await stored.by_id(connection, table_id) for table_id in newest]

    return [
        Elsewhere(one, listed[one.id].name, listed[one.id].invite)
        for one in await tables.store.read(read)
        if one is not None and one.status == "lobby" and free_seats(one)
    ]


def people_at(table: Table) -> list[int]:
    """List the people who sit at a table, without those whose data was deleted."""
    return [one.user_id for one in table.seats if one.user_id is not None and one.can_agree]


def mean_on_time(table: Table, known: Mapping[int, Reliability]) -> int | None:
    """How many of a hundred turns the people at a table take on time, in the mean of those who show
    it; None if nothing is known of them."""
    shown = [known.get(one.user_id or 0) for one in table.seats if one.settings.shows_turns]
    shares = [one.on_time / one.turns for one in shown if one is not None and one.turns]
    return round(100 * sum(shares) / len(shares)) if shares else None


# --- full -----------------------------------------------------------------------------------------


async def begin_if_full(opened: OpenTable, person: Person) -> Table:
    """Start the game of a lobby that begins when it is full, if it is. `person` sits there. Where
    the options refuse it the lobby stays open."""
    table = opened.table
    full = table.status == "lobby" and not free_seats(table) and not table.options.asked
    if full and table.options.begins == "full":
        with suppress(Refusal):
            return await lobby.start(opened, person)
    return opened.table


# --- who wants to know of them --------------------------------------------------------------------

TOLD_A_DAY = 3
"""How many direct messages about open tables a person gets in a day."""
MOST_CALLED = 50
"""The most people who are mentioned at once."""
SETTLED = timedelta(minutes=2)
"""How long after its opening a table is told of: its host has said by then what it waits for."""


def called(table: Table, wishes: Sequence[Wish]) -> list[int]:
    """List those whom a call to this lobby mentions: people who want to be called for games of its
    pace and do not sit there, at most `MOST_CALLED`."""
    fit = [one.user_id for one in wishes if one.pace in ("any", pace_of(table.options))]
    return [one for one in fit if table.seat_of(one) is None][:MOST_CALLED]


def of_interest(
    wish: Wish, others: Sequence[Wish], found: Sequence[Table], now: datetime
) -> list[Table]:
    """Those of a server's open tables of which a person wants to be told and was not, neither by a
    message nor by a call; `others` are all wishes of the server."""
    return [
        table
        for table in found
        if table.id > wish.upto
        and table.created_at + SETTLED <= now
        and wish.pace in ("any", pace_of(table.options))
        and table.seat_of(wish.user_id) is None
        and (table.options.called_at is None or wish.user_id not in called(table, others))
    ]


def may_be_told(wish: Wish, hours: PersonalTime, now: datetime) -> bool:
    """Whether the person may get a message now: outside of quiet hours and vacation, and not the
    fourth of a day."""
    told = wish.told if wish.day == today(now, hours) else 0
    return told < TOLD_A_DAY and first_awake(now, hours) <= now


async def tell_wish(
    tables: Tables, wish: Wish, hours: PersonalTime, upto: int, seen: Sequence[Table]
) -> bool:
    """Let a person be told of the tables that they can see, and note that nothing up to the table
    `upto` has to be told again. False if another process was faster."""
    day = today(tables.now(), hours)
    told = wish.told if wish.day == day else 0
    after = replace(wish, upto=upto, day=day, told=told + bool(seen))
    async with tables.store.transaction() as transaction:
        if not await transaction.run(settings.note_wish_told, wish, after):
            return False
        if seen:
            note = TablesOpened(wish.user_id, tuple(one.id for one in seen))
            await transaction.run(outbox.add, [note], guild_id=wish.guild_id)
    return True


async def not_told(tables: Tables, wish: Wish) -> None:
    """Note that Discord does not let the bot write to a person, so that it does not try again that
    day; calls mention the person all the same."""
    await tables.store.write(settings.note_wish_told, wish, replace(wish, told=TOLD_A_DAY))


# --- nobody comes ---------------------------------------------------------------------------------

AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)


def to_fill(table: Table) -> int:
    """How many computers would fill a lobby: up to the seats it wants, else to two."""
    return max(0, (table.options.wanted_seats or lobby.FEWEST_SEATS) - len(table.seats))


async def ask_unfilled(tables: Tables) -> list[int]:
    """Let the people of lobbies that do not fill be told what they can do, each lobby once: an hour
    after its last change if it is for an evening, else a day; earlier if half of its life is over
    then. Returns the lobbies with such a note."""
    half, now = tables.lobby_life / 2, tables.now()
    asked = []
    for table in await tables.store.read(stored.lobbies, shards=tables.shards):
        wait = min(AN_HOUR if pace_of(table.options) == "evening" else A_DAY, half)
        if table.updated_at + wait > now or not _does_not_fill(table):
            continue
        async with tables.open(table.id, game=False) as opened:
            if opened.table.revision == table.revision:
                opened.mark(options=replace(table.options, waits_told=True))
                opened.must_tell(LobbyWaits())
                asked.append(table.id)
    return asked


def _does_not_fill(table: Table) -> bool:
    options = table.options
    by_itself = options.begins == "moment" or options.position
    return not options.waits_told and not by_itself and free_seats(table) > 0


def fill(opened: OpenTable, person: Person) -> Table:
    """Give computers the free seats of a lobby (`to_fill`); for anybody seated. Raises Refusal."""
    must_be_lobby(opened.table)
    must_sit(opened.table, person.id)
    for _ in range(to_fill(opened.table)):
        lobby.add_computer(opened, person)
    return opened.table


def wait_longer(opened: OpenTable, person: Person) -> Table:
    """Keep a lobby open, as if it had just changed: its people are told once more if it does not
    fill. For anybody seated."""
    must_be_lobby(opened.table)
    must_sit(opened.table, person.id)
    opened.change(options=replace(opened.table.options, waits_told=False))
    return opened.table
