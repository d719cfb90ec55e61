"""All tables of all channels: opening one to change it, reading it, finding it; and lists of open
tables, those of a person with the games that wait for this person first, those of a server with the
stuck ones and the longest waiting first.

Only confirmed games are kept in memory, rebuilt from their logs. Everything else is read from the
database each time, so that several processes may work on the same one.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Hashable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import structlog

from bot.engine import Game, IllegalAction
from bot.model.computers import Level
from bot.model.server import ALL, Language, Shards
from bot.model.table import Event, OpenGame, Status, Table
from bot.process import Newest
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.store import Store, log, settings
from bot.store import tables as stored
from bot.tables.open_table import OpenTable, Run
from bot.tables.settings import ServerSettings
from bot.tables.thinking import Advise, Think

LOBBY_LIFE = timedelta(hours=24)
"""A lobby in which nothing changes for so long is closed."""
OPEN_GAMES = 1_000
"""The most games kept in memory; the others are rebuilt from their logs."""

PAUSES: Mapping[Level, float] = {
    "instant": 0.5, "easy": 0.5, "medium": 1.0, "hard": 2.0, "master": 4.5,
}  # fmt: skip
"""The least seconds from asking a computer to confirming its turn, so that the time it takes gives
nothing away; twice as many for a master that may think twice as long. The computer thinks
meanwhile, and needs less than that unless many tables wait."""
NO_PAUSES: Mapping[Level, float] = dict.fromkeys(PAUSES, 0.0)
logger = structlog.get_logger(__name__)


def utc_now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)


class Locks(WeakValueDictionary[Hashable, asyncio.Lock]):
    """A lock for each thing, such as a table; it exists while somebody holds or awaits it."""

    def of(self, key: Hashable) -> asyncio.Lock:
        """The lock of the thing with this key. Do not hold a table's lock across a call to
        Discord."""
        return self.setdefault(key, asyncio.Lock())


class Tables:
    """The way to every table. Everything may raise Refusal, and has then changed nothing."""

    def __init__(
        self,
        store: Store,
        *,
        think: Think | None = None,
        advise: Advise | None = None,
        now: Callable[[], datetime] = utc_now,
        pauses: Mapping[Level, float] = NO_PAUSES,
        lobby_life: timedelta = LOBBY_LIFE,
        open_games: int = OPEN_GAMES,
        shards: Shards = ALL,
    ) -> None:
        """`think` takes the computers' turns; without it no computer can take a seat. `advise`
        gives hints to people; without it there are none. `now` gives the present moment in UTC, by
        which all clocks go. `pauses` are as `PAUSES`. A lobby that nobody changes is closed after
        `lobby_life`; at most `open_games` games are kept in memory. What searches all tables
        searches those of servers of these `shards`."""
        self.store = store
        self.shards = shards
        self.think = think
        self.advise = advise
        self.now = now
        self.pauses = pauses
        self.lobby_life = lobby_life
        self.games = Games(open_games)
        self.locks = Locks()
        self.asking_no_computer: dict[int, int] = {}
        """By the id of a table at which no computer was asked: its revision at that time."""
        self.looked_for_idle: datetime | None = None
        """When `time_calls` last looked for tables at which nothing happens."""

    @asynccontextmanager
    async def open(
        self, number: int, *, game: bool = True, in_channel: bool = False
    ) -> AsyncIterator[OpenTable]:
        """Open a table to change it: alone, in one transaction. What was changed is written at
        the end of the block, and nothing if an exception leaves it. `number` is the table's, or
        `in_channel` that of the channel in which it is open.

        Call neither Discord nor a computer's thinking inside of the block. Without `game` the
        game is not looked at. Raises Refusal (`no-table`, or `no-game` in a channel) if there is no
        such table, and at the end (`channel-taken`) if it is to be open again while another one is
        in its channel.
        """
        find = stored.open_in_channel if in_channel else stored.by_id
        async with self.locks.of(("channel", number) if in_channel else number):
            async with self.store.transaction() as transaction:
                table = await transaction.run(find, number, for_update=True)
                if table is None:
                    raise no_game() if in_channel else no_table()
                structlog.contextvars.bind_contextvars(table=table.id)
                held = await self.games.load(table, transaction.run) if game else None
                opened = OpenTable(
                    table, held, self.now(), transaction.run,
                    computers_play=self.think is not None, write=transaction.run,
                )  # fmt: skip
                yield opened
                await opened.save()
            if opened.table.status in ("lobby", "abandoned"):
                self.games.drop(table.id)
            elif opened.events or opened.taken_out or table.status == "lobby":
                self.games.keep(opened.table, opened.game)

    @asynccontextmanager
    async def alone(self, *key: Hashable) -> AsyncIterator[None]:
        """Hold a lock for work on tables that does not change them, such as telling: one task at a
        time, of all processes."""
        async with self.locks.of(key), self.store.processes.alone("tables", *key):
            yield

    async def read(self, found: int | Table) -> OpenTable:
        """Read a table, to look at it or to try something; nothing is written. Raises Refusal
        (`no-table`) if there is none."""
        table = found if isinstance(found, Table) else await self.table(found)
        game: Game | Refusal | None = self.games.kept(table)
        if game is None and table.rules is not None:
            # Of many who want to see a game one loads it.
            async with self.locks.of(table.id), self.store.transaction(read_only=True) as snapshot:
                newest = await snapshot.run(stored.by_id, table.id)
                if newest is None:
                    raise no_table()
                table, game = newest, await self.games.load(newest, snapshot.run)
        return OpenTable(
            table, game, self.now(), self.store.read, computers_play=self.think is not None
        )

    async def table(self, table_id: int) -> Table:
        """The table, whatever its status. Raises Refusal (`no-table`) if there is none."""
        table = await self.store.read(stored.by_id, table_id)
        if table is None:
            raise no_table()
        return table

    async def game(self, table_id: int) -> Game:
        """A copy of the game as confirmed, running or over. It knows the hidden stacks and
        choices: show only `position()`, `pending` and `standings()` of it."""
        return (await self.read(table_id)).game.copy()

    async def counted(self) -> dict[Status, int]:
        """Count the tables of each status."""
        return await self.store.read(stored.counted, self.shards)

    async def not_announced(self) -> list[int]:
        """The tables whose channel has not been told everything. A program that is killed between
        storing something and telling it leaves such tables."""
        return await self.store.read(stored.not_announced, self.shards)

    async def rename(self, guild_id: int, user_id: int, name: str) -> None:
        """Give a person another name on a server, also at its open tables."""
        if await self.store.read(stored.is_called_otherwise, guild_id, user_id, name):
            await self.store.write(stored.rename, guild_id, user_id, name)

    async def with_calls_left(self) -> list[int]:
        """List the tables with calls that a killed program was about to delete."""
        return await self.store.read(stored.with_calls_left, self.shards)

    async def server_settings(self, guild_id: int | None) -> ServerSettings:
        """Read the settings of a server; the defaults where there is no server."""
        if not guild_id:
            return ServerSettings()
        return await self.store.read(settings.of_server, guild_id, ServerSettings)

    async def set_server_settings(self, guild_id: int, chosen: ServerSettings) -> None:
        """Store the settings of a server."""
        await self.store.write(settings.set_server, guild_id, chosen, at=self.now())

    async def languages_of_servers(self) -> dict[int, Language]:
        """Read the languages that servers have chosen, by server; the others use Discord's."""
        found = await self.store.read(settings.of_servers, ServerSettings)
        return {server: one.language for server, one in found.items() if one.language is not None}

    async def note_locale(self, user_id: int, locale: str) -> bool:
        """Store the language a person reads; return whether it is a new one."""
        if await self.store.read(settings.locale_of, user_id) == locale:
            return False
        await self.store.write(settings.set_locale, user_id, locale, at=self.now())
        return True


class Kept(NamedTuple):
    """A game in memory."""

    rewinds: int
    """The number of rewinds when it was kept."""
    version: int
    """The number of actions of the log that it has played."""
    game: Game


class Games:
    """Confirmed games in memory: at most `room`, the least recently used are dropped first. They
    are never played on, only copied."""

    def __init__(self, room: int) -> None:
        self._kept = Newest[int, Kept](room)

    def __len__(self) -> int:
        """How many games are kept."""
        return len(self._kept)

    def kept(self, table: Table) -> Game | None:
        """Find the kept game; None if it is not kept as of the table's rewinds and version."""
        kept = self._kept.used(table.id)
        if kept is None or (kept.rewinds, kept.version) != (table.rewinds, table.version):
            return None
        return kept.game

    async def load(self, table: Table, fetch: Run) -> Game | Refusal | None:
        """Load the game at the version of the table, which was read by the same connection. Return
        None before its start, and a Refusal (`rules-changed`) where today's rules cannot replay
        it."""
        if table.rules is None:
            return None
        game = self.kept(table)
        if game is None:
            try:
                game = await self._replayed(table, fetch)
            except Refusal as refused:
                return refused
            self.keep(table, game)
        return game

    def keep(self, table: Table, game: Game) -> None:
        """Keep a game as the most recently used one, unless a newer state of it is kept already."""
        new, kept = Kept(table.rewinds, table.version, game), self._kept.used(table.id)
        if kept is None or kept[:2] <= new[:2]:
            self._kept[table.id] = new

    def drop(self, table_id: int) -> None:
        """Drop a game from memory."""
        self._kept.pop(table_id, None)

    async def _replayed(self, table: Table, fetch: Run) -> Game:
        kept = self._kept.get(table.id)
        if kept is not None and kept.rewinds == table.rewinds and kept.version < table.version:
            # Another process confirmed turns.
            events = await fetch(log.events_between, table.id, kept.version, table.version)
            return await in_thread(_played_on, table, kept.game.copy(), kept.version, events)
        setup = await fetch(log.setup, table.id)
        events = await fetch(log.events_between, table.id, 0, table.version)
        # a whole game takes too long for the event loop
        game = await in_thread(lambda: _played_on(table, _dealt(table, setup), 0, events))
        stored = await fetch(log.position, table.id)
        # The log decides; but a difference means that the rules have changed under a running
        # game, or that somebody wrote into the database by hand.
        if stored is not None and stored[0] == table.version and differs(stored[1], game):
            logger.error("position differs from log", table=table.id, rules=table.rules)
        return game


def _dealt(table: Table, setup: Mapping[str, Any]) -> Game:
    try:
        return Game.from_setup({**setup, "rules": table.rules})
    except (ValueError, KeyError) as error:
        logger.error("deal cannot be laid out", table=table.id, rules=table.rules)
        raise _cannot_be_replayed() from error


def differs(stored: Mapping[str, Any], game: Game) -> bool:
    """Whether a stored position is another one than the game's."""
    now = game.position()
    if now["quick"] and "coming" not in (stored.get("quick") or {}):
        del now["quick"]["coming"]  # older stored positions lack this key
    return now != stored


def _played_on(table: Table, game: Game, version: int, events: Sequence[Event]) -> Game:
    if version + len(events) != table.version:
        logger.error("events missing", table=table.id, expected=table.version)
        raise _cannot_be_replayed()
    try:
        for event in events:
            game.play(event.seat, sys.intern(event.action))
    except IllegalAction as error:
        logger.error("log cannot be replayed", table=table.id)
        raise _cannot_be_replayed() from error
    return game


def _cannot_be_replayed() -> Refusal:
    return Refusal(
        "rules-changed",
        "This game uses another version of the rules and cannot go on; end it with /tzolkin "
        "abandon and start a new one.",
    )


def no_table() -> Refusal:
    """Make the refusal for a table that no longer exists."""
    return Refusal("no-table", "This game no longer exists; start a new one with /tzolkin new.")


def no_game() -> Refusal:
    """The refusal where no table is open in a channel."""
    return Refusal("no-game", "There is no game in this channel; start one with /tzolkin new.")


STUCK_AFTER = timedelta(minutes=5)
"""If a channel has not been told everything after this time, telling it has failed."""
_NEVER = datetime.max.replace(tzinfo=UTC)


async def games_of(tables: Tables, user_id: int) -> list[OpenGame]:
    """List the open tables of a person: those that wait for the person, by deadline and then the
    longest waiting first; those that wait for others, in this order too; lobbies; those without a
    channel."""

    def order(game: OpenGame) -> tuple[int, datetime, datetime, int]:
        seat = game.asked_of(user_id)
        end = (seat.deadline if seat else game.deadline) or _NEVER
        since = seat.since if seat and seat.since else game.since
        return _rank(game, asked=seat is not None), end, since, game.id

    return sorted(await tables.store.read(stored.open_games_of, user_id), key=order)


def _rank(game: OpenGame, *, asked: bool) -> int:
    if game.gone_at is not None:
        return 3
    if asked:
        return 0
    return 1 if game.status == "playing" else 2


async def games_at_server(tables: Tables, guild_id: int) -> list[OpenGame]:
    """List the open tables of a server: the stuck ones, the other games with the longest waiting
    first, lobbies."""
    now = tables.now()

    def order(game: OpenGame) -> tuple[int, datetime, int]:
        rank = 0 if stuck(game, now) else 1 if game.status == "playing" else 2
        return rank, game.since, game.id

    return sorted(await tables.store.read(stored.open_games_at, guild_id), key=order)


def stuck(game: OpenGame, now: datetime) -> bool:
    """Whether somebody should look after a table: its channel is gone, or has long not been told
    everything."""
    return game.gone_at is not None or (not game.told and game.changed_at <= now - STUCK_AFTER)
