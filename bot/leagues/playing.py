"""The tables of a season: which can open now, their games, results and what moderators decide."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from bot.leagues.deals import shared_deal
from bot.leagues.desked import Desked
from bot.leagues.model.drawing import draw_round
from bot.leagues.model.events import Adjusted, Corrected, Event, Finished, TimedOut, Voided
from bot.leagues.model.results import Result
from bot.leagues.model.season import Season
from bot.leagues.turns import result_of_game, seats_of_game
from bot.leagues.views import Counted, ScheduledTable, SeasonView, TableStatus
from bot.refusal import Refusal
from bot.store import leagues, log
from bot.store.leagues import LeagueTableRow
from bot.tables import Claim, Confirmed, Table

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
        first, at another table of the season. `busy` are people who play elsewhere. Without its
        date of beginning reached no table of a season can open."""
        view = await self._desk.season(season_id)
        starts = view.settings.starts
        if view.state.phase != "running" or (starts is not None and self._desk.now() < starts):
            return []
        state, taken = view.state, set(busy)
        games = await self._desk.store.read(leagues.games_of, season_id)
        for number in games:  # also where one was opened before an earlier one of its players
            if number not in state.results and number not in state.voided:
                taken |= _seated(state, state.tables[number].entries)
        found = []
        entries = frozenset(e for e in state.holders if state.holder(e) in taken)
        for drawn in state.may_open(entries):
            people = _seated(state, drawn.entries)
            # a substitute may play for entries of two divisions
            if drawn.table not in games and taken.isdisjoint(people):
                taken |= people
                found.append(
                    ScheduledTable(
                        season_id,
                        drawn.table,
                        drawn.division,
                        drawn.round,
                        drawn.entries,
                        tuple(_people(state, drawn.entries)),
                        "waiting",
                        None,
                    )
                )
        return found

    def claiming(self, table: ScheduledTable) -> Claim:
        """What notes, in the transaction that opens a game, that it is for this table: of two who
        try only one can. The table is then being opened until `opened` is called."""
        return partial(
            leagues.claim, season_id=table.season_id, number=table.number, seats=table.entries
        )

    async def being_opened(self, season_id: int) -> list[ScheduledTable]:
        """The tables whose game was not yet told to have begun: the program was stopped meanwhile,
        or it is just doing it."""
        view = await self._desk.season(season_id)
        rows = await self._desk.store.read(leagues.being_opened, season_id)
        return [_scheduled(view, row) for row in rows]

    async def games(self, season_id: int) -> Mapping[int, tuple[int, str]]:
        """By the number of the table the game that is or was played for it, and the status of
        that game: one that is over may be taken up again."""
        return await self._desk.store.read(leagues.games_of, season_id)

    async def opened(self, season_id: int, number: int, table: Table) -> ScheduledTable:
        """A game has been started for a table of the season; its result will count itself. May be
        called again. Refused if the season does not wait for it, or other people sit there."""

        async def attempt() -> ScheduledTable:
            view = await self._desk.season(season_id)
            row = await self._table_row(season_id, number)
            if row.table_id == table.id and row.status != "waiting":
                return _scheduled(view, row)
            if row.status != "waiting" or row.table_id not in (None, table.id):
                raise Refusal(
                    "table-taken",
                    "Table {table} of the season has a game already.",
                    table=number,
                )
            seats = seats_of_game(
                row.entries,
                _people(view.state, row.entries),
                [holder.user_id for holder in table.holders],
            )
            if seats is None and row.table_id == table.id:
                seats = row.seats  # somebody gave up or came in between; it was claimed for them
            if table.status == "lobby" or seats is None:
                raise Refusal(
                    "other-people",
                    "Table {table} of the season is for other players; start it with these.",
                    table=number,
                )
            other = await self._desk.store.read(leagues.table_of_game, table.id)
            if other is not None and (other.season_id, other.number) != (season_id, number):
                raise Refusal(
                    "game-taken",
                    "This game is played for another table of a season; start a new one.",
                )
            wanted = _with_game(row, table.id, seats)
            await self._desk.write(leagues.put_tables, [wanted])
            return _scheduled(view, wanted)

        return await self._desk.alone(season_id, attempt)

    async def deal_of(self, season_id: int, number: int) -> str | None:
        """The secret of the deal that a table shares with others of its round (`Tables.start`);
        None where every table has its own. Hidden like the season's, from which it is made."""
        row, view = await self._desk.read(season_id)
        if row.secret is None or not view.settings.duplicate:
            return None
        return shared_deal(row.secret, view.state.tables, number)

    async def let_go(self, season_id: int, number: int) -> ScheduledTable:
        """The game of a table was given up without a result: the table waits for another one.
        Refused for a table that is not being played."""

        async def attempt() -> ScheduledTable:
            view = await self._desk.season(season_id)
            row = await self._table_row(season_id, number)
            if row.table_id is None or row.status not in ("waiting", "playing"):
                raise Refusal("not-played", "Table {table} is not being played.", table=number)
            wanted = _with_game(row, None, None)
            await self._desk.write(leagues.put_tables, [wanted])
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
        return await self.game_over(
            confirmed.table.id, confirmed.table.version, confirmed.standings
        )

    async def game_over(
        self,
        table_id: int,
        version: int,
        standings: Sequence[Mapping[str, int]],
        *,
        by: int | None = None,
        reason: str = PLAYED_ON,
        since: datetime | None = None,
    ) -> Counted | None:
        """Count the result of a game, as `Tables.result` says it, with so many actions in its log;
        None if it is not a season's. `by` and `reason` are of the moderator who decided it.

        `since` is when it was decided: a result that the season got later, such as one corrected
        there, stays.
        """
        row = await self._desk.store.read(leagues.table_of_game, table_id)
        if row is None or row.seats is None:
            return None
        view = await self._desk.season(row.season_id)
        played = await self._desk.store.read(log.events_between, table_id, 0, version)
        result = result_of_game(
            row.number, row.entries, row.seats, standings, played, view.settings.handicap
        )
        if since is not None and row.number in view.state.results:
            newest = await self._decided_at(row.season_id, row.number)
            if newest is not None and since <= newest:
                return Counted(view, row.number, view.state.results[row.number], changed=False)
        return await self.count(row.season_id, result, by=by, reason=reason)

    async def _decided_at(self, season_id: int, number: int) -> datetime | None:
        """When the season's result of a table was counted or corrected last."""
        for event in reversed(await self._desk.store.read(leagues.events_from, season_id)):
            result = event.payload.get("result")
            if result is not None and result["table"] == number:
                return event.at
        return None

    async def count(
        self, season_id: int, result: Result, *, by: int | None = None, reason: str = PLAYED_ON
    ) -> Counted:
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
            return [Finished(result) if known is None else Corrected(result, reason)]

        view = await self._desk.happen(season_id, decide, by=by)
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
        """Give an entry points, or take them, in units of `bot.leagues.model.points.UNIT`."""
        return await self._desk.happen(season_id, lambda _: [Adjusted(entry, units, reason)], by=by)

    async def draw_round(
        self, season_id: int, division: int, *, by: int | None, seed: int | None = None
    ) -> SeasonView:
        """Pair the next round of a division in the Swiss form. Refused while a table of the last
        one is open, and when all rounds are played."""
        chosen = secrets.randbits(63) if seed is None else seed

        def decide(state: Season) -> Sequence[Event]:
            if state.phase != "running" or state.rules.form != "swiss":
                raise Refusal("not-swiss", "No round is to be drawn in this season.")
            if not 0 <= division < len(state.divisions):
                raise Refusal("division", "There is no such division; choose another one.")
            drawn = 1 + sum(event.division == division for event in state.rounds)
            if drawn >= (state.rules.games or 0):
                raise Refusal("rounds", "All rounds of this division are drawn.")
            playing = set(state.divisions[division].entries) - state.withdrawn
            if len(playing) < 2:
                raise Refusal("too-few-players", "Nobody is left to play a round.")
            return [draw_round(state, division, seed=chosen)]

        return await self._desk.happen(season_id, decide, by=by)

    async def _table_rows(self, season_id: int) -> list[LeagueTableRow]:
        return await self._desk.store.read(leagues.tables_of, season_id)

    async def _table_row(self, season_id: int, number: int) -> LeagueTableRow:
        row = await self._desk.store.read(leagues.table_of, season_id, number)
        if row is None:
            raise Refusal("no-table", "There is no table {table} in this season.", table=number)
        return row


def _people(state: Season, entries: Sequence[int]) -> list[int | None]:
    """Who plays for these entries; None for one that was given up."""
    return [None if entry in state.withdrawn else state.holder(entry) for entry in entries]


def _seated(state: Season, entries: Sequence[int]) -> set[int]:
    return {person for person in _people(state, entries) if person is not None}


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
        row.seats,
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
