"""How seasons are read and changed: as logs that are only added to.

The season of a log is kept in memory and brought up to date with the events added since; whoever
adds says how many events were read, and begins again if another process was quicker. Each event
is written together with all that follows from it: the tables of the season and the ratings.
"""

import asyncio
import copy
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Concatenate, ParamSpec, Self, TypeVar

import structlog

from bot.leagues.model.events import Corrected, Event, Finished, Voided, from_json, to_json
from bot.leagues.model.ratings import Change, Rating, changes_of, rate_all
from bot.leagues.model.results import Result
from bot.leagues.model.season import Season, apply
from bot.leagues.settings import settings_from_json
from bot.leagues.views import League, SeasonView
from bot.refusal import Refusal
from bot.store import Store, leagues
from bot.store.errors import ChangedMeanwhileError
from bot.store.leagues import (
    LeagueRow,
    LeagueTableRow,
    RatingChangeRow,
    RatingRow,
    SeasonEvent,
    SeasonRow,
)
from bot.store.moderation import Connection
from bot.tables.locks import Locks

_ATTEMPTS = 20
_FEW = 8
OPEN_SEASONS = 64
"""How many seasons are kept in memory at most; the others are read from their logs."""

Decide = Callable[[Season], Sequence[Event]]
"""What is to happen in a season as it is now; nothing if it is empty."""
Along = Callable[[Connection, object], Awaitable[None]]
"""What is written in the same transaction as what happens; it is given what that came to."""
Answer = TypeVar("Answer")
Args = ParamSpec("Args")
logger = structlog.get_logger(__name__)


class SeasonDesk:
    """What all that is done with seasons shares: the database, the logs in memory, the locks."""

    def __init__(self, store: Store, now: Callable[[], datetime], open_seasons: int) -> None:
        self.store = store
        self.now = now
        self.locks = Locks()
        self._most = open_seasons
        self._known: OrderedDict[int, tuple[int, Season]] = OrderedDict()
        self._along: Along | None = None
        self._only_trying = False

    def along(self, write: Along) -> Self:
        """The same desk, but with everything that happens there this is written, too: all or
        nothing."""
        other = copy.copy(self)
        other._along = write
        return other

    def trying(self) -> Self:
        """The same desk, but what happens there is only looked at: nothing is written."""
        other = copy.copy(self)
        other._only_trying = True
        return other

    async def write(
        self,
        change: Callable[Concatenate[Connection, Args], Awaitable[Answer]],
        *args: Args.args,
        **more: Args.kwargs,
    ) -> Answer:
        """Call a repository's function in a transaction, together with what is written along."""

        async def both(connection: Connection) -> Answer:
            answer = await change(connection, *args, **more)
            if self._along is not None:
                await self._along(connection, answer)
            return answer

        assert not self._only_trying, "nothing is written while it is only tried"
        return await self.store.write(both)

    async def league(self, league_id: int) -> League:
        """The league. Raises Refusal if there is none."""
        row = await self.store.read(leagues.league, league_id)
        if row is None:
            raise Refusal("no-league", "There is no such league; choose another one.")
        return league_of(row)

    async def season(self, season_id: int) -> SeasonView:
        """The season as it is now. Raises Refusal if there is none."""
        return (await self.read(season_id))[1]

    async def read(self, season_id: int) -> tuple[SeasonRow, SeasonView]:
        """The season's row, and the season by as many events as the row says."""
        row = await self.store.read(leagues.season, season_id)
        if row is None:
            raise Refusal("no-season", "There is no such season; choose another one.")
        return row, await self.view(row)

    async def view(self, row: SeasonRow) -> SeasonView:
        """The season of a row that was just read."""
        version, state = self._known.get(row.id, (0, Season()))
        if version > row.version:
            version, state = 0, Season()
        if version < row.version:
            log = await self.store.read(leagues.events_from, row.id, version)
            new = [event for event in log if event.n < row.version]
            # a long log takes a moment: not on the event loop
            state = await asyncio.to_thread(_after, state, new)
            self._keep(row.id, row.version, state)
        return SeasonView(
            row.id,
            row.league_id,
            row.number,
            settings_from_json(row.settings),
            state,
            row.version,
            row.created_at,
        )

    def drop(self, season_id: int) -> None:
        """Let a season go, whose log is no longer what was read."""
        self._known.pop(season_id, None)

    def _keep(self, season_id: int, version: int, state: Season) -> None:
        self._known[season_id] = (version, state)
        self._known.move_to_end(season_id)
        while len(self._known) > self._most:
            self._known.popitem(last=False)

    async def alone(self, season_id: int, attempt: Callable[[], Awaitable[Answer]]) -> Answer:
        """Do something with a season while nobody else in this process does, and again if another
        process was quicker."""
        async with self.locks.of(season_id):
            for _ in range(_ATTEMPTS - 1):
                try:
                    return await attempt()
                except ChangedMeanwhileError:
                    logger.info("season changed meanwhile", season=season_id)
            return await attempt()

    async def happen(self, season_id: int, decide: Decide, *, by: int | None) -> SeasonView:
        """Add what `decide` says to the log, all or nothing; the season afterwards. `by` is who
        does it, None the program itself. Raises Refusal for what cannot happen now."""

        async def attempt() -> SeasonView:
            row, view = await self.read(season_id)
            try:
                events = decide(view.state)
                state = view.state
                for event in events:
                    state = apply(state, event)
            except Refusal as reason:
                raise Refusal(reason.code, reason.template, **reason.params) from None
            if not events:
                return view
            if self._only_trying:
                return replace(view, state=state, version=view.version + len(events))
            changes, anew = await self._rated(view, state, events)
            await self.write(
                leagues.record,
                row,
                [to_json(event) for event in events],
                status=state.phase,
                at=self.now(),
                user_id=by,
                tables=await self._tables_changed(season_id, view.state, state),
                rating_changes=changes,
                ratings_anew=anew,
            )
            self._keep(season_id, row.version + len(events), state)
            for event in events:
                logger.info("season event", season=season_id, what=type(event).__name__)
            return await self.season(season_id)

        return await self.alone(season_id, attempt)

    async def _tables_changed(
        self, season_id: int, before: Season, after: Season
    ) -> list[LeagueTableRow]:
        numbers = [
            number
            for number in after.tables
            if number not in before.tables or _end(before, number) != _end(after, number)
        ]
        if not numbers:
            return []
        if len(numbers) > _FEW:
            found = await self.store.read(leagues.tables_of, season_id)
        else:  # of a large league all tables take a moment
            one_by_one = [await self.store.read(leagues.table_of, season_id, n) for n in numbers]
            found = [row for row in one_by_one if row is not None]
        known = {row.number: row for row in found}
        rows = []
        for number in numbers:
            drawn, was = after.tables[number], known.get(number)
            status = _end(after, number) or ("playing" if was and was.table_id else "waiting")
            rows.append(
                LeagueTableRow(
                    season_id,
                    number,
                    drawn.division,
                    drawn.round,
                    drawn.entries,
                    status,
                    was.table_id if was else None,
                    was.seats if was else None,
                )
            )
        return rows

    async def _rated(
        self, view: SeasonView, after: Season, events: Sequence[Event]
    ) -> tuple[list[RatingChangeRow], bool]:
        """What changes in the ratings, and whether it is the whole history anew: a correction
        changes everything after it."""
        if any(
            isinstance(event, Corrected)
            or (isinstance(event, Voided) and event.table in view.state.results)
            for event in events
        ):
            return await self.rating_history_anew(view.league_id, {view.id: after}), True
        new = [event.result for event in events if isinstance(event, Finished)]
        if not new:
            return [], False
        known = {
            (row.user_id, row.players): Rating(row.mu, row.sigma, row.games)
            for row in await self.store.read(leagues.ratings_of, view.league_id)
        }
        rows = []
        for result in new:
            for change in changes_of(known, result):
                known[change.person, change.players] = change.after
                rows.append(_row_of(view.id, result.table, change.person, change))
        return rows, False

    async def rating_history_anew(
        self, league_id: int, instead: dict[int, Season] | None = None
    ) -> list[RatingChangeRow]:
        """The history of a league's ratings worked out from the logs of all its seasons, with
        these in place of some."""
        results: list[Result] = []
        where: dict[int, tuple[int, int]] = {}
        for row in await self.store.read(leagues.seasons_of, league_id):
            state = (instead or {}).get(row.id) or (await self.view(row)).state
            for result in state.results.values():
                # numbers of tables begin anew in each season
                number = len(results) + 1
                where[number] = (row.id, result.table)
                results.append(Result(number, result.lines))
        _, history = await asyncio.to_thread(rate_all, results)
        return [_row_of(*where[change.table], change.person, change) for change in history]


def _after(state: Season, log: Sequence[SeasonEvent]) -> Season:
    for event in log:
        state = apply(state, from_json(event.payload))
    return state


def league_of(row: LeagueRow) -> League:
    """The snapshot of a stored league."""
    return League(row.id, row.guild_id, row.name, row.settings, row.channel_id)


def _end(season: Season, number: int) -> str | None:
    if number in season.voided:
        return "voided"
    return "finished" if number in season.results else None


def _row_of(season_id: int, number: int, person: int, change: Change) -> RatingChangeRow:
    after = change.after
    return RatingChangeRow(
        season_id,
        number,
        RatingRow(person, change.players, after.mu, after.sigma, after.games),
    )
