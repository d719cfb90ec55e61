"""The lobby: who sits down, with which options, and the start; and giving a game up."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import structlog

from bot.engine import Game
from bot.engine.deal import shuffle_deal
from bot.refusal import Refusal
from bot.store import log, records, tables
from bot.store.errors import ChannelBusyError
from bot.store.rows import SeatRow, TableRow
from bot.tables import lobby, timing
from bot.tables.abandoning import abandoned_by
from bot.tables.fair_deal import commitment, new_secret, seed_of, shared_seed
from bot.tables.open_games import RULES_VERSION, OpenGame
from bot.tables.services.desked import Desked
from bot.tables.services.records import mark
from bot.tables.snapshots import options_of, stored_options, table_of
from bot.tables.table import Options, Person, Table

Claim = Callable[..., Awaitable[None]]
"""Given the connection of a transaction and a new table's id, writes for what it is played."""
logger = structlog.get_logger(__name__)


class Lobbies(Desked):
    """What is done before a game and to end it early."""

    async def open(
        self, guild_id: int | None, channel_id: int, host: Person, options: Options | None = None
    ) -> Table:
        """Open a lobby with the host in its first seat. Refused (`channel-busy`) where a lobby
        or a game is open in this channel already."""
        host_seat = SeatRow(0, host.id, host.name, computer=False)
        return await self._open(guild_id, channel_id, host.id, [host_seat], options or Options())

    async def open_scheduled(
        self,
        guild_id: int,
        channel_id: int,
        seated: Sequence[Person | None],
        options: Options,
        *,
        host_id: int,
        claim: Claim,
    ) -> Table:
        """Open a table for which a schedule has said who sits where (None: a computer). `claim`
        notes in the same transaction for what it is played; if it raises, nothing is opened.

        Nobody has to join. Once the table's commitment is posted call `start_scheduled`.
        Refused (`channel-busy`) as `open`, and (`no-computers`) where a computer is needed.
        """
        if None in seated:
            self._must_have_computers()
        seats = _as_scheduled(seated)
        return await self._open(guild_id, channel_id, host_id, seats, options, claim)

    async def _open(
        self,
        guild_id: int | None,
        channel_id: int,
        host_id: int,
        seated: Sequence[SeatRow],
        options: Options,
        claim: Claim | None = None,
    ) -> Table:
        secret = new_secret()

        async def opened(connection: Any) -> int:
            table_id = await tables.add(
                connection,
                guild_id=guild_id,
                channel_id=channel_id,
                host_id=host_id,
                options=stored_options(options),
                seated=seated,
                at=self._desk.now(),
                secret=secret,
                commitment=commitment(secret),
            )
            if claim is not None:
                await claim(connection, table_id)
            return table_id

        try:
            table_id = await self._desk.store.write(opened)
        except ChannelBusyError:
            raise Refusal(
                "channel-busy",
                "There is a game in this channel already; play it to its end, give it up "
                "with /tzolkin abandon, or use another channel.",
            ) from None
        logger.info("table opened", table=table_id, guild=guild_id, channel=channel_id)
        return table_of(await self._desk.row(table_id), self._desk.now())

    async def join(self, table_id: int, person: Person) -> Table:
        """Take a seat."""
        return await self._table_changed(table_id, lambda row: lobby.with_person(row, person))

    async def leave(self, table_id: int, person: Person) -> Table:
        """Give up one's seat. The host's role goes to the next person; when the last person
        leaves, the lobby is closed (status `abandoned`)."""
        return await self._table_changed(table_id, lambda row: lobby.without_person(row, person))

    async def add_computer(self, table_id: int, person: Person) -> Table:
        """Put a computer in one more seat; for anybody seated."""
        self._must_have_computers()
        return await self._table_changed(table_id, lambda row: lobby.with_computer(row, person))

    def _must_have_computers(self) -> None:
        if self._think is None:
            raise Refusal(
                "no-computers", "This bot has no computer players; invite somebody instead."
            )

    async def remove_computer(self, table_id: int, person: Person) -> Table:
        """Take the computer that came last away again; for anybody seated."""
        return await self._table_changed(table_id, lambda row: lobby.without_computer(row, person))

    async def set_options(self, table_id: int, person: Person, options: Options) -> Table:
        """Change the options; for anybody seated. In a running game only the theme."""

        def with_options(row: TableRow) -> TableRow:
            lobby.must_sit(row, person.id)
            now = options_of(row.options)
            same_game = replace(now, theme=options.theme) == options
            if row.status != "playing" or not same_game:
                lobby.must_be_lobby(row)
            return replace(row, options=stored_options(options))

        return await self._table_changed(table_id, with_options)

    async def start(
        self,
        table_id: int,
        person: Person,
        *,
        seed: str | None = None,
        deal_of: str | None = None,
    ) -> Table:
        """Shuffle the seats, deal and begin, with 2 to 5 seats; for anybody seated. Both follow
        from the secret the lobby was opened with and from who has joined (`fair_deal`).
        Afterwards call `play_computers`.

        `deal_of` is the secret (`fair_deal.new_secret`) of a deal that several tables with as
        many seats and the same modules play; who gives it has told its commitment beforehand.
        Until all games with it are over none of them shows its record. `seed` is for tests: it
        decides instead of the secret, so that the record of such a game does not hold.
        """

        return await self._start(
            table_id, lambda row, chosen: lobby.shuffled(row, person, chosen), seed, deal_of
        )

    async def start_scheduled(
        self,
        table_id: int,
        seated: Sequence[Person | None],
        *,
        seed: str | None = None,
        deal_of: str | None = None,
    ) -> Table:
        """Deal and begin a table opened with `open_scheduled`. The seats stay as the schedule has
        them, and the record says so; all else is as in `start`."""

        def as_scheduled(row: TableRow, _: str) -> TableRow:
            lobby.must_be_lobby(row)
            return replace(row, seats=_as_scheduled(seated))

        return await self._start(table_id, as_scheduled, seed, deal_of, given=seated)

    async def _start(
        self,
        table_id: int,
        seated_by: Callable[[TableRow, str], TableRow],
        seed: str | None,
        deal_of: str | None,
        *,
        given: Sequence[Person | None] | None = None,
    ) -> Table:
        async def attempt() -> Table:
            row = await self._desk.row(table_id)
            # With given seats nobody joins by pressing; whatever was pressed counts for nothing.
            there = row.seats if given is None else _as_scheduled(given)
            joined = [mark(row.commitment, seat) for seat in there]
            chosen = await self._seed(row, joined) if seed is None else seed
            wanted = seated_by(row, chosen)
            game = _deal(wanted, chosen if deal_of is None else shared_seed(deal_of))
            joins: dict[str, Any] = {
                "joined": joined,
                "seated": [mark(row.commitment, s) for s in wanted.seats],
            }
            if given is not None:
                joins["given"] = True
            now = self._desk.now()
            clock_rows = timing.begun(wanted, [decision.seat for decision in game.pending], now)
            started = await self._desk.store.write(
                log.begin,
                row,
                wanted,
                rules=RULES_VERSION,
                seed=chosen,
                setup=game.setup,
                position=game.position(),
                at=now,
                clock_rows=clock_rows,
                joins=None if row.commitment is None else joins,
                shared=None if deal_of is None else (deal_of, commitment(deal_of)),
            )
            self._desk.games.put(table_id, OpenGame(game, 0, (0,) * len(started.seats)))
            logger.info("game started", table=table_id, seats=len(started.seats))
            return table_of(timing.with_clocks(started, clock_rows), now)

        return await self._desk.alone(table_id, attempt)

    async def _seed(self, row: TableRow, joined: Sequence[str]) -> str:
        secret = await self._desk.store.read(records.secret, row.id)
        if secret is None:  # the lobby was opened before deals were sealed
            secret = new_secret()
        return seed_of(secret, row.id, joined)

    async def expire_lobbies(self) -> list[Table]:
        """Close the lobbies in which nothing changed for too long; the ones just closed."""
        since = self._desk.now() - self._lobby_life
        ids = await self._desk.store.read(tables.lobbies_unchanged_since, since)
        closed = []
        for table_id in ids:

            def expired(row: TableRow) -> TableRow:
                stale = row.status == "lobby" and row.updated_at <= since
                return lobby.closed(row) if stale else row

            was, table = await self._desk.change(table_id, expired)
            if was.status != table.status:
                closed.append(table)
        return closed

    async def abandon(self, table_id: int, person: Person, *, moderator: bool = False) -> Table:
        """A lobby is closed by its host. A game is abandoned when all people seated want it:
        look at `status` and `abandon_votes`. A moderator's word is enough for either."""
        was, table = await self._desk.change(
            table_id, lambda row: abandoned_by(row, person, moderator=moderator)
        )
        if table.status != was.status:
            self._desk.games.drop(table_id)
            logger.info("table abandoned", table=table_id, moderator=moderator)
        return table

    async def _table_changed(self, table_id: int, wanted: Callable[[TableRow], TableRow]) -> Table:
        _, table = await self._desk.change(table_id, wanted)
        return table


def _as_scheduled(seated: Sequence[Person | None]) -> tuple[SeatRow, ...]:
    computers = iter(lobby.COMPUTER_NAMES)
    return tuple(
        SeatRow(seat, None, next(computers), computer=True)
        if person is None
        else SeatRow(seat, person.id, person.name, computer=False)
        for seat, person in enumerate(seated)
    )


def _deal(row: TableRow, seed: str) -> Game:
    options = options_of(row.options)
    try:
        return Game.from_setup(
            shuffle_deal(len(row.seats), options.modules, seed, without=options.without)
        )
    except ValueError:
        raise Refusal(
            "options",
            "The chosen options cannot be played with {seats} seats; change them first.",
            seats=len(row.seats),
        ) from None
