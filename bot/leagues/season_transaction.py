"""Seasons and leagues opened: read with everything their logs say, and changed as a whole or not at
all; and snapshots of them, for display (`SeasonView` and what is made of it), which are safe to
keep.

A season is a log that is only added to. Whoever changes one opens it:

    async with leagues.open(season_id) as season:
        season.happen(Withdrew(entry), by=user_id)

That is one task at a time for each season, and one transaction. At the end the new events are
written together with all that follows from them: the tables of the season and the ratings. An
exception that leaves the block writes nothing. The season of a log is kept in memory and brought up
to date with the events added since.
"""

from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Hashable,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

import structlog

from bot.leagues.settings import SeasonSettings, settings_from_json, settings_to_json
from bot.model.league import (
    Ban,
    League,
    LeagueTable,
    Made,
    PersonRating,
    RatingStep,
    SeasonRecord,
    TableStatus,
)
from bot.model.notes import (
    ChangeSeats,
    DisputeDecided,
    DisputeRaised,
    Happened,
    Note,
    PeopleChanged,
    SeatFree,
    StopGame,
)
from bot.model.server import ALL, Shards
from bot.process import Newest
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.seasons.applying import apply, replay
from bot.seasons.drawing import plays_on
from bot.seasons.events import (
    Corrected,
    Disputed,
    Event,
    Finished,
    MovedUp,
    Replayed,
    Restored,
    Settled,
    Substituted,
    TakenBack,
    Voided,
    Withdrew,
    from_written,
    stage_of,
    to_json,
)
from bot.seasons.results import (
    NOT_PLAYED,
    Change,
    Line,
    Origin,
    Rating,
    Result,
    changes_of,
    rate_all,
)
from bot.seasons.season import Season, no_table
from bot.seasons.stages import knockout
from bot.seasons.standings import Direction, Row, TieStep
from bot.store import Store, outbox
from bot.store import leagues as stored
from bot.store.database import Transaction
from bot.tables import utc_now
from bot.tables.finding import Locks
from bot.text.names import NO_PLACE
from bot.text.seasons import PLACE
from bot.text.standings import UNPLAYED_BY_LOTS, legend_line, tie_sentences
from bot.text.translation import Translations
from bot.text.typed import escaped


@dataclass(frozen=True)
class SeasonView:
    """A season at one moment."""

    id: int
    league_id: int
    number: int
    """The number in its league: 1, 2, 3..."""
    settings: SeasonSettings
    state: Season
    """The state derived from the log."""
    version: int
    """The number of events in the log."""
    created_at: datetime
    told: frozenset[Note] = frozenset()
    """The notes that were told and must not be told again."""
    untold: tuple[Note, ...] = ()
    """The notes that wait in the outbox, oldest first."""
    made: Made = field(default_factory=Made)

    @property
    def title(self) -> str:
        """The name for messages, with the Markdown signs in it escaped."""
        return escaped(self.settings.name)

    def people(self, entries: Sequence[int]) -> tuple[int | None, ...]:
        """List the people who play for these entries now; None for a withdrawn one."""
        state = self.state
        return tuple(None if e in state.withdrawn else state.holder(e) for e in entries)

    def with_people(self, table: LeagueTable) -> LeagueTable:
        """Add the people who play for its entries to a stored table."""
        return replace(table, people=self.people(table.entries))

    def moves(self, division: int) -> bool:
        """Whether entries of a division go up or down to another one; nobody does by what a later
        stage brings."""
        tiers = {drawn.tier for drawn in self.state.divisions}
        rules = self.state.rules
        return not stage_of(division) and len(tiers) > 1 and bool(rules.promoted or rules.relegated)

    def division_of(self, user_id: int) -> int:
        """Find the division a person plays in; the top one for everybody else."""
        entry = self.entry_of(user_id)
        return 0 if entry is None else self.state.division_of[entry]

    def entry_of(self, user_id: int) -> int | None:
        """Find the entry this person plays for now, of several the person's own; None if there is
        none."""
        found = [
            entry
            for entry, held in self.state.holders.items()
            if held[-1] == user_id and entry not in self.state.withdrawn
        ]
        return user_id if user_id in found else next(iter(found), None)


@dataclass(frozen=True)
class StandingLine:
    """An entry's line in the standings of a division."""

    row: Row
    holder: int
    """The person who plays for the entry, or the last one who did."""
    direction: Direction
    certain: bool
    """Whether the direction is final."""
    ties: tuple[TieStep, ...]
    """The tie-breaks applied between this entry and others; `tie_sentences` explains them."""
    origins: frozenset[Origin] = frozenset()
    """What is special about its results: not played with the bot, or by a computer."""

    @property
    def place(self) -> str:
        """The place as it is shown."""
        return NO_PLACE if self.row.place is None else str(self.row.place)

    def numbered(self, t: Translations, name: str) -> str:
        """Write a name behind its place: "1. Ada", or "– Ada" without one."""
        return t.say(PLACE, place=self.place, name=name) if self.row.place else f"{NO_PLACE} {name}"

    @property
    def goes(self) -> Direction:
        """The direction as it is shown: nobody would go up or down before the first game."""
        return self.direction if self.row.games or self.certain else "stays"


def legend_of(t: Translations, lines: Sequence[StandingLine]) -> str:
    """Explain the signs in these lines of the standings; empty without any."""
    origins = {how for one in lines for how in one.origins}
    return legend_line(t, origins, unplaced=any(one.row.place is None for one in lines))


@dataclass(frozen=True)
class DivisionTable:
    """The standings of a division, with who would move up or down."""

    division: int
    tier: int
    lines: tuple[StandingLine, ...]

    def tie_lines(self, t: Translations, name_of: Callable[[int], str]) -> list[str]:
        """Tell every step between tied entries; those that have not played share one line.
        `name_of` gives a person's name as it shall be printed."""
        rows = {one.row.entry: one.row for one in self.lines}
        holders = {one.row.entry: one.holder for one in self.lines}
        steps = dict.fromkeys(step for one in self.lines for step in one.ties)
        played = tuple(step for step in steps if any(rows[entry].games for entry in step.tied))
        said = tie_sentences(t, played, lambda entry: name_of(holders[entry]))
        return [*said, t.say(UNPLAYED_BY_LOTS)] if len(played) < len(steps) else said


@dataclass(frozen=True)
class Counted:
    """The consequences of a finished game for its season."""

    season: SeasonView
    table: int
    """The table's number in the season."""
    result: Result
    changed: bool
    """Whether the result is new or changed; False if the season already had it."""


@dataclass(frozen=True)
class Stands:
    """A person's place in a season."""

    season: SeasonView
    division: int
    place: int | None


@dataclass(frozen=True)
class Card:
    """A person's achievements in a league, over all seasons."""

    user_id: int
    seasons: int
    points: int
    """The league points and wins, in `results.UNIT`, and the games of the seats that the person
    held at the end of their seasons, or holds."""
    wins: int
    games: int
    titles: tuple[SeasonView, ...]
    """The seasons won."""
    ratings: Mapping[int, Rating]
    """The ratings by number of players."""
    newest: Stands | None = None
    """The place in the newest season that the person plays or played in."""


@dataclass(frozen=True)
class Played:
    """A finished table at which a person sat."""

    season: SeasonView
    result: Result
    line: Line
    """The person's line of the result."""


def posting_place(league: League, season: SeasonView) -> int | None:
    """Find the place for messages about a season (`League.place`)."""
    return league.place(season.made)


def places_before(league: League, season: SeasonView) -> list[int]:
    """List the other places where acts in a season are told: where its news was before its league
    was moved."""
    now = posting_place(league, season)
    return [place for place in season.made.news_before if place != now]


OPEN_SEASONS = 64
"""The most seasons kept in memory; the others are rebuilt from their logs."""

logger = structlog.get_logger(__name__)


RolesOf = Callable[[int, int], Awaitable[Collection[int]]]
"""Finds the ids of the roles that a person has, from the ids of the server and the person."""


async def no_roles(guild_id: int, user_id: int) -> Collection[int]:
    """Find no roles, where there is no Discord to ask."""
    return ()


class Leagues:
    """All leagues of all servers; the first argument of every function about them."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], datetime] = utc_now,
        open_seasons: int = OPEN_SEASONS,
        shards: Shards = ALL,
    ) -> None:
        """Searches in all seasons only look at seasons on servers of `shards`."""
        self.store = store
        self.roles_of: RolesOf = no_roles
        """Finds the roles of a person on a server; set by whoever knows Discord."""
        self.shards = shards
        self.now = now
        self.locks = Locks()
        """The locks of seasons, and of `alone`."""
        self.nothing_to_open: dict[int, tuple[int, SeasonSettings]] = {}
        """The length of each season's log and its settings when everything possible was open."""
        self.opens_again: dict[int, datetime] = {}
        """When tables of a season may open again, after Discord had no room for one."""
        self.counted: dict[int, object] = {}
        """The state of each game when its result was last looked at (`games.count_finished`)."""
        self._known = Newest[int, tuple[int, int, Season]](open_seasons)

    async def league(self, league_id: int) -> League:
        """Read a league. Raises Refusal (`no-league`) if there is none."""
        found = await self.store.read(stored.league, league_id)
        if found is None:
            raise no_league()
        return found

    async def server_of(self, season_id: int) -> int:
        """Find the server of a season. Raises Refusal if there is none."""
        return (await self.league((await self.read(season_id)).league_id)).guild_id

    async def read(self, season_id: int) -> SeasonView:
        """Read a season. Raises Refusal (`no-season`) if there is none."""
        record = await self.store.read(stored.season, season_id)
        if record is None:
            raise _no_season()
        return await self.view(record)

    async def view(self, record: SeasonRecord) -> SeasonView:
        """Derive the season of a record that was just read."""
        state = await self._state(record, None)
        return _view(record, state)

    @asynccontextmanager
    async def open(self, season_id: int) -> AsyncIterator["OpenSeason"]:
        """Open a season to change it. Its events are written at the end of the block, and nothing
        if an exception leaves it. Do not call Discord inside. Raises Refusal (`no-season`) if there
        is none."""
        await self.read(season_id)  # rebuilds a long log before the lock is taken
        async with self.locks.of(season_id), self.store.transaction() as transaction:
            season = await self._opened(transaction, season_id, to_write=True)
            yield season
            await season.save()
        self._known[season_id] = (season.view.version, season.rewritten, season.state)
        for event in season.events:
            logger.info("season event", season=season_id, what=type(event).__name__)

    @asynccontextmanager
    async def alone(self, *key: Hashable) -> AsyncIterator[None]:
        """Hold a lock for work on a season that does not change it, such as ("opening", season):
        one task at a time, of all processes."""
        async with self.locks.of(key), self.store.processes.alone("leagues", *key):
            yield

    @asynccontextmanager
    async def try_out(self, season_id: int) -> AsyncIterator["OpenSeason"]:
        """Open a season for a preview, as `open` does: nothing is written."""
        await self.read(season_id)
        async with self.store.transaction(read_only=True) as transaction:
            yield await self._opened(transaction, season_id, to_write=False)

    async def _opened(
        self, transaction: Transaction, season_id: int, *, to_write: bool
    ) -> "OpenSeason":
        record = await transaction.run(stored.season, season_id, to_write=to_write)
        if record is None:
            raise _no_season()
        view = _view(record, await self._state(record, transaction))
        return OpenSeason(self, transaction, record, view)

    async def _state(self, record: SeasonRecord, transaction: Transaction | None) -> Season:
        version, rewritten, state = self._known.used(record.id) or (0, 0, Season())
        if version > record.version or rewritten != record.rewritten:
            version, state = 0, Season()
        if version < record.version:
            if transaction is None:
                log = await self.store.read(stored.events_from, record.id, version)
            else:
                log = await transaction.run(stored.events_from, record.id, version)
            new = (from_written(one.kind, one.written) for one in log if one.n < record.version)
            # a long log takes too long for the event loop
            state = await in_thread(replay, new, state)
            self._known[record.id] = (record.version, record.rewritten, state)
        return state

    def drop(self, season_id: int) -> None:
        """Forget a season whose log has changed otherwise than by new events and erasures."""
        self._known.pop(season_id, None)


class OpenSeason:
    """A season that is being changed. Nothing of it is written before the block ends."""

    def __init__(
        self, leagues: Leagues, transaction: Transaction, record: SeasonRecord, view: SeasonView
    ) -> None:
        self.leagues = leagues
        self.transaction = transaction
        """The transaction for other reads and writes."""
        self.fetch: Callable[..., Awaitable[Any]] = transaction.run
        """Calls a repository's function that reads, and `write` one that writes, other data in the
        same transaction."""
        self.write = self.fetch
        self.now = leagues.now()
        self.view = view
        """The season with all its events so far."""
        self.events: list[Event] = []
        """The events added since it was opened."""
        self.rewritten = record.rewritten
        """How often somebody had been erased from its log."""
        self._record = record
        self._before = view.state
        self._by: int | None = None
        self._writing: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []

    @property
    def id(self) -> int:
        """The id of the season."""
        return self.view.id

    @property
    def state(self) -> Season:
        """Everything the season's log says."""
        return self.view.state

    def happen(self, *events: Event, by: int | None) -> None:
        """Add events to the log. `by` is the person who acts, None for the program itself. Notes
        are added where an event needs more: seats of games must change when an entry gets another
        person, a game must be given up when its result comes from elsewhere, and people must be
        told of a dispute. Raises Refusal for an event that cannot happen now."""
        state = self.state
        notes: list[Note] = []
        for n, event in enumerate(events, start=self.view.version):
            replaced = state.replaced
            state = apply(state, event)
            notes += [StopGame(number) for number in sorted(state.replaced - replaced)]
            if isinstance(event, (Substituted, Withdrew)):
                notes.append(ChangeSeats(n))
            if isinstance(event, (Finished, Corrected)) and event.result.how in NOT_PLAYED:
                notes.append(StopGame(event.result.table))
            if isinstance(event, Withdrew) and state.substitutes and plays_on(state, event.entry):
                notes.append(SeatFree(n))
            if isinstance(event, TakenBack):
                notes.append(Happened(n))
            if isinstance(event, MovedUp):  # nobody is sought for a seat that is taken
                notes = [one for one in notes if not isinstance(one, SeatFree)]
                notes.append(Happened(n))
            if isinstance(event, Disputed):
                notes.append(DisputeRaised(len(state.disputes)))
            if isinstance(event, Settled):
                notes.append(DisputeDecided(event.dispute))
        if _told_in_message(state) != _told_in_message(self.state):
            notes.append(PeopleChanged(self.view.version + len(events)))
        self._by = by
        self.events += events
        self.view = replace(self.view, state=state, version=self.view.version + len(events))
        self.must_tell(*notes)

    def change(self, **changes: Any) -> None:
        """Change `settings`, `told`, `untold` or `made` of the season."""
        self.view = replace(self.view, **changes)

    def must_tell(self, *notes: Note) -> None:
        """Add notes to the outbox; a note that waits already is not added again."""
        known = self.view.untold
        self.change(untold=(*known, *(note for note in notes if note not in known)))

    def must_tell_next(self) -> None:
        """Add a note for the league's channel about the next event."""
        self.must_tell(Happened(self.view.version))

    def write_at_end(self, write: Callable[..., Any], *args: Any) -> None:
        """At the end, call a repository's function with the transaction and these arguments."""
        self._writing.append((write, args))

    async def bans(self) -> list[Ban]:
        """List the league's bans that are in force, newest first."""
        found = await self.transaction.run(stored.bans_of, self.view.league_id)
        return [ban for ban in found if ban.holds(self.now)]

    async def earlier(self) -> list[SeasonView]:
        """List the earlier seasons of the league, oldest first."""
        return [one for one in await self.of_league() if one.number < self.view.number]

    async def of_league(self) -> list[SeasonView]:
        """List all seasons of the league, oldest first, this one as it was stored."""
        records = await self.transaction.run(stored.seasons_of, self.view.league_id)
        return [_view(one, await self.leagues._state(one, self.transaction)) for one in records]

    async def table(self, number: int) -> LeagueTable:
        """Find the table of this number. Raises Refusal (`no-table-in-season`) if there is none."""
        found = await self.transaction.run(stored.table_of, self.id, number)
        if found is None:
            raise no_table(number)
        return self.view.with_people(found)

    def trial(self) -> "OpenSeason":
        """Copy the season for trying something: events of the copy are never written."""
        return OpenSeason(self.leagues, self.transaction, self._record, self.view)

    async def save(self) -> None:
        """Write the new events and everything derived from them."""
        if self.events:
            steps, anew = await self._rated()
            await self.transaction.run(
                stored.record,
                self._record,
                [to_json(event) for event in self.events],
                status="finished" if self.state.phase == "cancelled" else self.state.phase,
                at=self.now,
                user_id=self._by,
                tables=await self._tables_changed(),
                rating_changes=steps,
                ratings_anew=anew,
            )
        settings, record, run = settings_to_json(self.view.settings), self._record, self.write
        if settings != record.settings or self.view.made != record.made:
            await run(stored.set_season, self.id, settings, self.view.made)
        before, after = {*record.untold, *record.told}, {*self.view.untold, *self.view.told}
        await run(outbox.take_out, self.id, before - after)
        added = [note for note in self.view.untold if note not in record.untold]
        await run(outbox.add, added, season_id=self.id)
        await run(outbox.add, list(self.view.told - record.told), season_id=self.id, told=True)
        for write, args in self._writing:
            await self.transaction.run(write, *args)

    async def _tables_changed(self) -> list[LeagueTable]:
        before, after = self._before, self.state
        anew = {event.table for event in self.events if isinstance(event, Replayed)}
        numbers = [
            number
            for number in after.tables
            if number not in before.tables
            or ended_as(before, number) != ended_as(after, number)
            or number in anew
        ]
        if not numbers:
            return []
        found = await self.transaction.run(stored.tables_of, self.id, numbers)
        known = {table.number: table for table in found}
        changed = []
        for number in numbers:
            drawn = after.tables[number]
            table = known.get(number) or LeagueTable(
                self.id, number, drawn.division, drawn.round, drawn.entries
            )
            if number in anew:  # it waits for another game
                table = replace(table, table_id=None, seats=None)
            going_on: TableStatus = "playing" if table.table_id else "waiting"
            changed.append(replace(table, status=ended_as(after, number) or going_on))
        return changed

    async def _rated(self) -> tuple[list[RatingStep], bool]:
        """List the rating changes, and whether they replace the whole history: a correction changes
        everything after it."""
        if any(
            isinstance(event, Corrected)
            or (isinstance(event, (Voided, Replayed)) and event.table in self._before.results)
            or (isinstance(event, Restored) and event.table in self.state.results)
            for event in self.events
        ):
            await self.transaction.run(stored.hold_ratings, self.view.league_id)
            return await self.rating_history_anew(), True
        new = [event.result for event in self.events if isinstance(event, Finished)]
        if not new:
            return [], False
        await self.transaction.run(stored.hold_ratings, self.view.league_id)
        known = {
            (one.user_id, one.players): Rating(one.mu, one.sigma, one.games)
            for one in await self.transaction.run(stored.ratings_of, self.view.league_id)
        }
        steps = []
        for result in new:
            for change in changes_of(known, result):
                known[change.person, change.players] = change.after
                steps.append(_step(self.id, result.table, change))
        return steps, False

    async def rating_history_anew(self) -> list[RatingStep]:
        """Calculate the history of the league's ratings again, from the logs of all its seasons."""
        results: list[Result] = []
        where: dict[int, tuple[int, int]] = {}
        for season in await self.of_league():
            state = self.state if season.id == self.id else season.state
            for result in state.results.values():
                # table numbers start again in each season
                number = len(results) + 1
                where[number] = (season.id, result.table)
                results.append(replace(result, table=number))
        _, history = await in_thread(rate_all, results)
        return [_step(*where[change.table], change) for change in history]


def _told_in_message(state: Season) -> tuple[object, ...]:
    """What of a season its message tells: about people, and about the bracket of a knock-out."""
    people = (state.phase, state.in_line, state.here, state.substitutes, state.holders)
    return (*people, state.withdrawn, *knockout.known_of(state))


def no_league() -> Refusal:
    """Make the refusal for a league that does not exist or belongs to another server."""
    return Refusal("no-league", "There is no such league; choose one from the list.")


def _no_season() -> Refusal:
    return Refusal("no-season", "There is no such season; choose one from the list.")


def _view(record: SeasonRecord, state: Season) -> SeasonView:
    return SeasonView(
        record.id,
        record.league_id,
        record.number,
        settings_from_json(record.settings),
        state,
        record.version,
        record.created_at,
        record.told,
        record.untold,
        record.made,
    )


def ended_as(season: Season, number: int) -> TableStatus | None:
    """Find how a table of a season has ended; None while it has not."""
    if number in season.voided:
        return "voided"
    return "finished" if number in season.results else None


def _step(season_id: int, number: int, change: Change) -> RatingStep:
    after = change.after
    return RatingStep(
        season_id,
        number,
        PersonRating(change.person, change.players, after.mu, after.sigma, after.games),
    )
