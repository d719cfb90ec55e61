"""The service behind the commands: everything that can be done with a table."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import structlog

from bot.engine import Game, IllegalAction
from bot.engine.deal import shuffle_deal
from bot.engine.points_by_source import PointsHistory
from bot.store import Store, log, plans, settings, tables
from bot.store.errors import ChannelBusyError
from bot.store.rows import SeatRow, TableRow
from bot.tables import lobby, rewinding, time_passing, timing
from bot.tables.abandoning import abandoned_by
from bot.tables.asking import prepared_turn
from bot.tables.computers import Think, think_turn
from bot.tables.desk import Desk
from bot.tables.history import history_of
from bot.tables.nudging import nudge
from bot.tables.open_games import RULES_VERSION, OpenGame
from bot.tables.people import PersonSettings
from bot.tables.planning import planned
from bot.tables.recap import turns_of
from bot.tables.refusal import Refusal, illegal
from bot.tables.server_settings import ServerSettings, settings_of, stored_settings
from bot.tables.snapshots import options_of, stored_options, table_of
from bot.tables.table import (
    Confirmed,
    Hint,
    Options,
    Person,
    PlanView,
    Rewind,
    Table,
    TimeCall,
    TurnView,
)
from bot.tables.turn import PreparedTurn, kind_asked, prepare
from bot.text.translation import N_

LOBBY_LIFE = timedelta(hours=24)
"""A lobby in which nothing changes for so long is closed."""
OPEN_GAMES = 256
"""How many games are kept in memory at most; the others are rebuilt from their logs."""

logger = structlog.get_logger(__name__)


def utc_now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)


class Tables:
    """All tables of all channels.

    Every method may raise Refusal and has then changed nothing. Calls that belong to the same
    table take turns; calls from other processes on the same database are noticed, too.
    """

    def __init__(
        self,
        store: Store,
        *,
        think: Think | None = None,
        now: Callable[[], datetime] = utc_now,
        lobby_life: timedelta = LOBBY_LIFE,
        open_games: int = OPEN_GAMES,
    ) -> None:
        """`think` chooses the computers' actions; without it no computer can take a seat."""
        self._desk = Desk(store, now, open_games)
        self._think = think
        self._lobby_life = lobby_life

    def now(self) -> datetime:
        """The present moment in UTC, by which all clocks go."""
        return self._desk.now()

    # The lobby

    async def open(
        self, guild_id: int | None, channel_id: int, host: Person, options: Options | None = None
    ) -> Table:
        """Open a lobby with the host in its first seat. Refused (`channel-busy`) where a lobby
        or a game is open in this channel already."""
        try:
            table_id = await self._desk.store.write(
                tables.add,
                guild_id=guild_id,
                channel_id=channel_id,
                host_id=host.id,
                options=stored_options(options or Options()),
                seated=[SeatRow(0, host.id, host.name, computer=False)],
                at=self._desk.now(),
            )
        except ChannelBusyError:
            raise Refusal(
                "channel-busy",
                N_(
                    "There is a game in this channel already; play it to its end, give it up "
                    "with /tzolkin abandon, or use another channel."
                ),
            ) from None
        logger.info("table opened", table=table_id, guild=guild_id, channel=channel_id)
        return await self.table(table_id)

    async def join(self, table_id: int, person: Person) -> Table:
        """Take a seat."""
        return await self._table_changed(table_id, lambda row: lobby.with_person(row, person))

    async def leave(self, table_id: int, person: Person) -> Table:
        """Give up one's seat. The host's role goes to the next person; when the last person
        leaves, the lobby is closed (status `abandoned`)."""
        return await self._table_changed(table_id, lambda row: lobby.without_person(row, person))

    async def add_computer(self, table_id: int, person: Person) -> Table:
        """Put a computer in one more seat; for anybody seated."""
        if self._think is None:
            raise Refusal(
                "no-computers", N_("This bot has no computer players; invite somebody instead.")
            )
        return await self._table_changed(table_id, lambda row: lobby.with_computer(row, person))

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

    async def start(self, table_id: int, person: Person, *, seed: str | None = None) -> Table:
        """Shuffle the seats, deal and begin, with 2 to 5 seats; for anybody seated. The seed
        decides both; without one chance does. Afterwards call `play_computers`."""
        chosen = secrets.token_hex(16) if seed is None else seed

        async def attempt() -> Table:
            row = await self._desk.row(table_id)
            wanted = lobby.shuffled(row, person, chosen)
            game = _deal(wanted, chosen)
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
            )
            self._desk.games.put(table_id, OpenGame(game, 0, (0,) * len(started.seats)))
            logger.info("game started", table=table_id, seats=len(started.seats))
            return table_of(timing.with_clocks(started, clock_rows), now)

        return await self._desk.alone(table_id, attempt)

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

    # Looking

    async def table(self, table_id: int) -> Table:
        """The table, whatever its status."""
        return table_of(await self._desk.row(table_id), self._desk.now())

    async def in_channel(self, channel_id: int) -> Table | None:
        """The lobby or game that is open in a channel."""
        row = await self._desk.store.read(tables.open_in_channel, channel_id)
        return table_of(row, self._desk.now()) if row else None

    async def latest_in_channel(self, channel_id: int) -> Table | None:
        """The open table of a channel, else the one that was opened there last."""
        row = await self._desk.store.read(tables.latest_in_channel, channel_id)
        return table_of(row, self._desk.now()) if row else None

    async def tables_of(self, user_id: int) -> list[Table]:
        """The lobbies and games this person sits in, oldest first."""
        rows = await self._desk.store.read(tables.open_of_person, user_id)
        return [table_of(row, self._desk.now()) for row in rows]

    async def game(self, table_id: int) -> Game:
        """A copy of the game as confirmed, running or over. It knows the hidden stacks and
        choices: show only `position()`, `pending` and `standings()` of it."""

        async def attempt() -> Game:
            row = await self._desk.row(table_id)
            if row.rules is None:
                lobby.must_have_started(row)
            return (await self._desk.games.get(row)).game.copy()

        return await self._desk.alone(table_id, attempt)

    async def points_history(self, table_id: int) -> PointsHistory:
        """Where every seat's points came from, round by round, in a game running or over."""

        async def attempt() -> OpenGame:
            return await self._desk.opened(await self._desk.row(table_id))

        return await history_of(await self._desk.alone(table_id, attempt))

    # The turn in preparation

    async def turn(self, table_id: int, user_id: int) -> TurnView:
        """The decision this person is asked, with the turn prepared so far."""

        async def attempt() -> TurnView:
            return (await self._desk.asked(table_id, user_id, None)).view()

        return await self._desk.alone(table_id, attempt)

    async def choose(
        self, table_id: int, user_id: int, action: str, stamp: str | None = None
    ) -> TurnView:
        """Add an action to the turn in preparation. Stored at once, but it counts only when
        confirmed."""
        return await self.choose_all(table_id, user_id, (action,), stamp)

    async def choose_all(
        self, table_id: int, user_id: int, actions: Sequence[str], stamp: str | None = None
    ) -> TurnView:
        """Add several actions to the turn in preparation: all of them or none."""
        return await self._desk.prepare(table_id, user_id, stamp, lambda old: (*old, *actions))

    async def undo(
        self, table_id: int, user_id: int, stamp: str | None = None, *, everything: bool = False
    ) -> TurnView:
        """Take back the last action of the turn in preparation, or all of them."""

        def shorter(old: tuple[str, ...]) -> tuple[str, ...]:
            if not old:
                raise Refusal(
                    "nothing-prepared",
                    N_("There is nothing to undo; what is confirmed stays as it is."),
                )
            return () if everything else old[:-1]

        return await self._desk.prepare(table_id, user_id, stamp, shorter)

    async def confirm(self, table_id: int, user_id: int, stamp: str | None = None) -> Confirmed:
        """Make the prepared turn count, with `end` added where the player may stop. One
        transaction; refused as `moved-on` if it is confirmed already."""

        async def attempt() -> Confirmed:
            mine = await self._desk.asked(table_id, user_id, stamp)
            return await self._desk.append(
                mine.row, mine.opened, mine.seat, mine.turn.whole(), user_id=user_id
            )

        return await self._desk.alone(table_id, attempt)

    # Taking back what is confirmed

    async def take_back_offered(self, table_id: int, user_id: int) -> Rewind:
        """What it would undo if this person took back the last confirmed turn of the own seat,
        and who would have to agree. Nothing is changed."""

        async def attempt() -> Rewind:
            return await rewinding.offered(self._desk, await self._desk.row(table_id), user_id)

        return await self._desk.alone(table_id, attempt)

    async def take_back(self, table_id: int, user_id: int, version: int) -> Rewind:
        """Take it back, or wish it where others must agree: look at `done` and `missing`.
        Refused (`moved-on`) unless the table still has the version that was looked at. Afterwards
        call `play_computers`."""

        async def attempt() -> Rewind:
            row = await self._desk.row(table_id)
            return await rewinding.take_back(self._desk, row, user_id, version)

        return await self._desk.alone(table_id, attempt)

    async def agree_to_take_back(self, table_id: int, user_id: int, to: int) -> Rewind:
        """Agree that only the first `to` actions stay, as somebody wishes. As `take_back`."""

        async def attempt() -> Rewind:
            return await rewinding.agree(self._desk, await self._desk.row(table_id), user_id, to)

        return await self._desk.alone(table_id, attempt)

    async def all_turns(self, table_id: int) -> list[Confirmed]:
        """Every confirmed turn of a game, oldest first; each with the table as it was then."""

        async def attempt() -> list[Confirmed]:
            row = await self._desk.row(table_id)
            if row.rules is None:
                lobby.must_have_started(row)
            return await rewinding.all_turns(self._desk, row)

        return await self._desk.alone(table_id, attempt)

    # Thinking ahead

    async def hint(self, table_id: int, user_id: int) -> Hint:
        """How a computer would go on with this person's turn, from what lies open alone. Refused
        where the table plays without hints."""
        mine = await self._desk.alone(table_id, lambda: self._desk.asked(table_id, user_id, None))
        if not options_of(mine.row.options).hints or self._think is None:
            raise Refusal("no-hints", N_("Hints are switched off at this table."))
        actions = mine.turn.actions
        if not mine.turn.complete:
            found = await think_turn(self._think, mine.opened.game, mine.seat, actions)
            actions = tuple(found)
        ahead = prepare(mine.opened.game, mine.seat, actions)
        return Hint(mine.view(), actions[len(mine.turn.actions) :], ahead.game.position())

    async def plan(self, table_id: int, user_id: int) -> PlanView:
        """What this person plans for the next turn."""

        async def attempt() -> PlanView:
            row = await self._desk.row(table_id)
            opened = await self._desk.opened(row)
            return planned(row, opened, user_id, None, self._desk.now())

        return await self._desk.alone(table_id, attempt)

    async def set_plan(self, table_id: int, user_id: int, actions: Sequence[str]) -> PlanView:
        """Plan these actions for the next turn; none, to drop the plan."""

        async def attempt() -> PlanView:
            row = await self._desk.row(table_id)
            opened = await self._desk.opened(row)
            try:
                view = planned(row, opened, user_id, actions, self._desk.now())
            except IllegalAction as reason:
                raise illegal(reason) from None
            await self._desk.store.write(
                plans.put, table_id, view.seat, view.plan.actions, at=self._desk.now()
            )
            return view

        return await self._desk.alone(table_id, attempt)

    # The computers

    async def play_computers(self, table_id: int) -> list[Confirmed]:
        """Let the computers play while one is asked; their turns, oldest first. Harmless to call
        at any time. Thinking is done without keeping others from the table."""
        played: list[Confirmed] = []
        while self._think is not None:
            found = await self._computer_asked(table_id)
            if found is None:
                break
            opened, seat = found
            actions = await think_turn(self._think, opened.game, seat)
            turn = await self._append_if_still(table_id, opened, seat, actions)
            if turn is not None:
                played.append(turn)
        return played

    async def needing_computers(self) -> list[int]:
        """The tables where a computer is asked; to be called at start-up."""
        rows = await self._desk.store.read(tables.playing_with_computers)
        return [row.id for row in rows if await self._computer_asked(row.id) is not None]

    async def _computer_asked(self, table_id: int) -> tuple[OpenGame, int] | None:
        """The game and the first computer's seat that is asked."""

        async def attempt() -> tuple[OpenGame, int] | None:
            row = await self._desk.row(table_id)
            if row.status != "playing":
                return None
            try:
                opened = await self._desk.games.get(row)
            except Refusal:  # it cannot be played on; people are told when they try
                return None
            asked_seats = [row.seats[decision.seat] for decision in opened.game.pending]
            return next(((opened, seat.seat) for seat in asked_seats if seat.computer), None)

        return await self._desk.alone(table_id, attempt)

    async def _append_if_still(
        self, table_id: int, thought_on: OpenGame, seat: int, actions: Sequence[str]
    ) -> Confirmed | None:
        """Confirm a computer's turn, unless the table went on without it while it was thinking."""

        async def attempt() -> Confirmed | None:
            row = await self._desk.row(table_id)
            if row.status != "playing":
                return None
            opened = await self._desk.games.get(row)
            if (opened.rewinds, opened.answered[seat]) != (
                thought_on.rewinds,
                thought_on.answered[seat],
            ):
                return None
            return await self._desk.append(row, opened, seat, actions, user_id=None)

        return await self._desk.alone(table_id, attempt)

    # Time

    async def person_settings(self, user_id: int) -> PersonSettings:
        """What a person has set for all tables."""
        return await time_passing.person_settings(self._desk, user_id)

    async def set_person_settings(self, user_id: int, chosen: PersonSettings) -> None:
        """Keep what a person has set, and let it hold at all tables."""
        await time_passing.set_person_settings(self._desk, user_id, chosen)

    async def time_calls(self) -> list[TimeCall]:
        """What is to be told or done about time now, the longest overdue first. Each is handed
        out once; only a time that is over comes until `time_over` was called for it."""
        return await time_passing.calls(self._desk)

    async def time_over(self, table_id: int, seat: int) -> list[Confirmed]:
        """A seat's time is over: a computer takes its turn where that is the table's rule. Else
        nothing is played, and it is noted that the moderators know."""
        if self._think is None:
            await time_passing.note_time_out(self._desk, table_id, seat)
            return []

        async def attempt() -> tuple[OpenGame, PreparedTurn, bool] | None:
            row = await self._desk.row(table_id)
            opened = await self._desk.opened(row)
            if row.status != "playing" or kind_asked(opened.game, seat) is None:
                return None
            begun = prepared_turn(row, opened, seat)
            return opened, begun, timing.rules_of(row).when_out == "computer"

        found = await self._desk.alone(table_id, attempt)
        if found is None:
            return []
        opened, begun, computer_may = found
        if not computer_may:
            await time_passing.note_time_out(self._desk, table_id, seat)
            return []
        # What the person has prepared counts, as far as it goes.
        if begun.actions and begun.may_stop:
            actions = list(begun.whole())
        else:
            actions = await think_turn(self._think, opened.game, seat, begun.actions)
        turn = await self._append_if_still(table_id, opened, seat, actions)
        return [turn] if turn else []

    async def nudge(self, table_id: int, user_id: int) -> list[int]:
        """This person would like to have those called once more who are waited for: their
        seats. Refused too soon after the last time, and in their quiet hours."""

        async def attempt() -> list[int]:
            return await nudge(self._desk, await self._desk.row(table_id), user_id)

        return await self._desk.alone(table_id, attempt)

    async def since_own_turn(self, table_id: int, seat: int) -> list[Confirmed]:
        """The confirmed turns since this seat answered last, oldest first."""

        async def attempt() -> list[Confirmed]:
            row = await self._desk.row(table_id)
            if row.rules is None:
                return []
            start = await self._desk.store.read(log.version_after, table_id, seat)
            opened = await self._desk.games.at(row, start)
            events = await self._desk.store.read(log.events_between, table_id, start, row.version)
            return turns_of(table_of(row, self._desk.now()), opened, events)

        return await self._desk.alone(table_id, attempt)

    async def beat(self) -> None:
        """Note that the program runs; to be called every half minute."""
        await time_passing.beat(self._desk)

    async def give_time_back(self) -> int:
        """Give back to all clocks the time in which the program did not run; to be called at
        start-up. At how many tables."""
        return await time_passing.give_back(self._desk)

    # The rest

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

    async def not_announced(self) -> list[int]:
        """The games of which the channel has not been told everything; to be called at start-up.
        A program that is killed between storing a turn and telling it leaves such games."""
        return await self._desk.store.read(tables.not_announced)

    async def turns_not_announced(self, table_id: int) -> list[Confirmed]:
        """The confirmed turns the channel has not been told about, oldest first, each with the
        table as it was then."""

        async def attempt() -> list[Confirmed]:
            row = await self._desk.row(table_id)
            told = row.announced or 0
            if row.rules is None or told >= row.version:
                return []
            opened = await self._desk.games.at(row, told)
            events = await self._desk.store.read(log.events_between, table_id, told, row.version)
            return turns_of(table_of(row, self._desk.now()), opened, events)

        return await self._desk.alone(table_id, attempt)

    async def set_announced(self, table_id: int, version: int, *, rewinds: int = 0) -> None:
        """Remember that the channel has been told the first `version` actions of the log, as it
        was after so many rewinds."""
        await self._desk.store.write(tables.set_announced, table_id, version, rewinds=rewinds)

    async def set_message(
        self, table_id: int, *, board: int | None = None, lobby: int | None = None
    ) -> None:
        """Remember the message that shows the board or the lobby."""
        await self._desk.store.write(tables.set_messages, table_id, board=board, lobby=lobby)

    async def guild_settings(self, guild_id: int) -> dict[str, object]:
        """What was set for a whole server; plain JSON types."""
        return await self._desk.store.read(settings.get, "guild", guild_id)

    async def server_settings(self, guild_id: int | None) -> ServerSettings:
        """The settings of a server; as nobody set anything where there is no server."""
        return settings_of(await self.guild_settings(guild_id) if guild_id else {})

    async def set_server_settings(self, guild_id: int, chosen: ServerSettings) -> None:
        """Keep the settings of a server."""
        await self.change_guild_settings(guild_id, stored_settings(chosen))

    async def channel_settings(self, channel_id: int) -> dict[str, object]:
        """What was set for one channel; plain JSON types."""
        return await self._desk.store.read(settings.get, "channel", channel_id)

    async def change_guild_settings(self, guild_id: int, changes: dict[str, object]) -> None:
        """Set values for a whole server; None takes a value away."""
        await self._desk.store.write(
            settings.change, "guild", guild_id, changes, at=self._desk.now()
        )

    async def change_channel_settings(self, channel_id: int, changes: dict[str, object]) -> None:
        """Set values for one channel; None takes a value away."""
        await self._desk.store.write(
            settings.change, "channel", channel_id, changes, at=self._desk.now()
        )

    async def _table_changed(self, table_id: int, wanted: Callable[[TableRow], TableRow]) -> Table:
        _, table = await self._desk.change(table_id, wanted)
        return table


def _deal(row: TableRow, seed: str) -> Game:
    options = options_of(row.options)
    try:
        return Game.from_setup(
            shuffle_deal(len(row.seats), options.modules, seed, without=options.without)
        )
    except ValueError:
        raise Refusal(
            "options",
            N_("The chosen options cannot be played with {seats} seats; change them first."),
            seats=len(row.seats),
        ) from None
