"""The tables of a season: which can open now, their games, results and what moderators decide."""

import secrets
from collections.abc import Sequence

from bot.leagues.drawing import draw_round
from bot.leagues.events import Adjusted, Corrected, Event, Finished, TimedOut, Voided
from bot.leagues.results import Result
from bot.leagues.season import NotPossible, Season
from bot.seasons.desked import Desked
from bot.seasons.turns import result_of_game, seats_of_game
from bot.seasons.views import Counted, ScheduledTable, SeasonView, TableStatus
from bot.store import leagues, log
from bot.store.leagues import LeagueTableRow
from bot.tables import Confirmed, Refusal, Table
from bot.text.translation import N_

PLAYED_ON = "played on after the game was set back"
"""The reason in the log where a finished game was rewound and ended in another way."""


class Playing(Desked):
    """What happens at the tables of a season."""

    async def schedule(self, season_id: int) -> list[ScheduledTable]:
        """All tables drawn so far, in playing order."""
        view = await self._desk.season(season_id)
        known = {row.number: row for row in await self._table_rows(season_id)}
        drawn = sorted(view.state.tables.values(), key=lambda table: (table.round, table.table))
        return [_scheduled(view, known[table.table]) for table in drawn]

    async def ready(
        self, season_id: int, *, busy: frozenset[int] = frozenset()
    ) -> list[ScheduledTable]:
        """The tables that can open now: no game yet, and nobody at them plays, or has to play
        first, at another table of the season. `busy` are people who play elsewhere."""
        view = await self._desk.season(season_id)
        if view.state.phase != "running":
            return []
        waiting = {
            row.number: row
            for row in await self._table_rows(season_id)
            if row.status == "waiting" and row.table_id is None
        }
        entries = frozenset(e for e in view.state.holders if view.state.holder(e) in busy)
        return [
            _scheduled(view, waiting[drawn.table])
            for drawn in view.state.may_open(entries)
            if drawn.table in waiting
        ]

    async def opened(self, season_id: int, number: int, table: Table) -> ScheduledTable:
        """A game has been started for a table of the season; its result will count itself.
        Refused if the season does not wait for it, or other people sit there."""

        async def attempt() -> ScheduledTable:
            view = await self._desk.season(season_id)
            row = await self._table_row(season_id, number)
            if row.status != "waiting":
                raise Refusal(
                    "table-taken",
                    N_("Table {table} of the season has a game already."),
                    table=number,
                )
            seats = seats_of_game(
                row.entries,
                _people(view.state, row.entries),
                [holder.user_id for holder in table.holders],
            )
            if table.status != "playing" or seats is None:
                raise Refusal(
                    "other-people",
                    N_("Table {table} of the season is for other players; start it with these."),
                    table=number,
                )
            if await self._desk.store.read(leagues.table_of_game, table.id):
                raise Refusal(
                    "game-taken",
                    N_("This game is played for another table of a season; start a new one."),
                )
            wanted = _with_game(row, table.id, seats)
            await self._desk.store.write(leagues.put_tables, [wanted])
            return _scheduled(view, wanted)

        return await self._desk.alone(season_id, attempt)

    async def let_go(self, season_id: int, number: int) -> ScheduledTable:
        """The game of a table was given up without a result: the table waits for another one.
        Refused for a table that is not being played."""

        async def attempt() -> ScheduledTable:
            view = await self._desk.season(season_id)
            row = await self._table_row(season_id, number)
            if row.status != "playing":
                raise Refusal("not-played", N_("Table {table} is not being played."), table=number)
            wanted = _with_game(row, None, None)
            await self._desk.store.write(leagues.put_tables, [wanted])
            return _scheduled(view, wanted)

        return await self._desk.alone(season_id, attempt)

    async def of_game(self, table_id: int) -> ScheduledTable | None:
        """For which table of a season a game is played; None for any other game."""
        row = await self._desk.store.read(leagues.table_of_game, table_id)
        if row is None:
            return None
        return _scheduled(await self._desk.season(row.season_id), row)

    async def game_finished(self, confirmed: Confirmed) -> Counted | None:
        """Count the result of a game that this turn has ended; None if it is not a season's. May
        be called again: a result is counted once, and corrected if the game was set back and
        ended otherwise. Once the season is over nothing is counted any more (`changed` false)."""
        if not confirmed.finished or confirmed.standings is None:
            return None
        row = await self._desk.store.read(leagues.table_of_game, confirmed.table.id)
        if row is None or row.seats is None:
            return None
        played = await self._desk.store.read(
            log.events_between, confirmed.table.id, 0, confirmed.table.version
        )
        result = result_of_game(row.number, row.entries, row.seats, confirmed.standings, played)
        return await self.count(row.season_id, result)

    async def count(self, season_id: int, result: Result) -> Counted:
        """Count a result, as `game_finished` does."""
        changed = False

        def decide(state: Season) -> Sequence[Event]:
            nonlocal changed
            known = state.results.get(result.table)
            changed = (
                known != result and state.phase != "finished" and result.table not in state.voided
            )
            if not changed:
                return []
            return [Finished(result) if known is None else Corrected(result, PLAYED_ON)]

        view = await self._desk.happen(season_id, decide, by=None)
        return Counted(view, result.table, result, changed)

    async def timed_out(self, table_id: int, seat: int, turns: int = 1) -> SeasonView | None:
        """A computer took turns for a person at a season's game because time ran out; None if the
        game is no season's."""
        row = await self._desk.store.read(leagues.table_of_game, table_id)
        if row is None or row.seats is None:
            return None
        entry = row.seats[seat]
        return await self.note_time_out(row.season_id, row.number, entry, turns)

    async def note_time_out(
        self, season_id: int, number: int, entry: int, turns: int = 1
    ) -> SeasonView:
        """The same, by the season's own numbers; nothing once the table is over."""

        def decide(state: Season) -> Sequence[Event]:
            over = state.phase != "running" or number in state.results or number in state.voided
            return [] if over else [TimedOut(number, entry, turns)]

        return await self._desk.happen(season_id, decide, by=None)

    async def correct(
        self, season_id: int, result: Result, *, by: int | None, reason: str
    ) -> SeasonView:
        """Replace a result by another one; standings and ratings follow at once."""
        return await self._desk.happen(season_id, lambda _: [Corrected(result, reason)], by=by)

    async def void(self, season_id: int, number: int, *, by: int | None, reason: str) -> SeasonView:
        """Take a table out of the season, with or without a result."""
        return await self._desk.happen(season_id, lambda _: [Voided(number, reason)], by=by)

    async def adjust(
        self, season_id: int, entry: int, units: int, *, by: int | None, reason: str
    ) -> SeasonView:
        """Give an entry points, or take them, in units of `bot.leagues.points.UNIT`."""
        return await self._desk.happen(season_id, lambda _: [Adjusted(entry, units, reason)], by=by)

    async def draw_round(
        self, season_id: int, division: int, *, by: int | None, seed: int | None = None
    ) -> SeasonView:
        """Pair the next round of a division in the Swiss form. Refused while a table of the last
        one is open, and when all rounds are played."""
        chosen = secrets.randbits(63) if seed is None else seed

        def decide(state: Season) -> Sequence[Event]:
            if state.phase != "running" or state.rules.form != "swiss":
                raise NotPossible("not-swiss", N_("No round is to be drawn in this season."))
            if not 0 <= division < len(state.divisions):
                raise NotPossible("division", N_("There is no such division; choose another one."))
            drawn = 1 + sum(event.division == division for event in state.rounds)
            if drawn >= (state.rules.games or 0):
                raise NotPossible("rounds", N_("All rounds of this division are drawn."))
            playing = set(state.divisions[division].entries) - state.withdrawn
            if len(playing) < 2:
                raise NotPossible("too-few-players", N_("Nobody is left to play a round."))
            return [draw_round(state, division, seed=chosen)]

        return await self._desk.happen(season_id, decide, by=by)

    async def _table_rows(self, season_id: int) -> list[LeagueTableRow]:
        return await self._desk.store.read(leagues.tables_of, season_id)

    async def _table_row(self, season_id: int, number: int) -> LeagueTableRow:
        for row in await self._table_rows(season_id):
            if row.number == number:
                return row
        raise Refusal("no-table", N_("There is no table {table} in this season."), table=number)


def _people(state: Season, entries: Sequence[int]) -> list[int | None]:
    """Who plays for these entries; None for one that was given up."""
    return [None if entry in state.withdrawn else state.holder(entry) for entry in entries]


def _scheduled(view: SeasonView, row: LeagueTableRow) -> ScheduledTable:
    statuses: dict[str, TableStatus] = {
        "waiting": "waiting", "playing": "playing", "finished": "finished", "voided": "voided",
    }  # fmt: skip
    return ScheduledTable(
        row.season_id,
        row.number,
        row.division,
        row.round,
        row.entries,
        tuple(_people(view.state, row.entries)),
        statuses[row.status],
        row.table_id,
    )


def _with_game(
    row: LeagueTableRow, table_id: int | None, seats: tuple[int, ...] | None
) -> LeagueTableRow:
    return LeagueTableRow(
        row.season_id,
        row.number,
        row.division,
        row.round,
        row.entries,
        "waiting" if table_id is None else "playing",
        table_id,
        seats,
    )
