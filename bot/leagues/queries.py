"""Queries about a season and a league: standings, moves, brackets, champions, cards, ratings; a
season as files for spreadsheets and programs; and a check of stored seasons, in which each is
derived again from its log and compared with the data stored beside it.

The files of a large season take a second. They are made in a thread, piece by piece in plain
Python: one long call, such as `json.dumps` of everything, would block the event loop.
"""

import io
import json
import zipfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from bot.leagues.season_lifecycle import seasons_of
from bot.leagues.season_transaction import (
    Card,
    DivisionTable,
    Leagues,
    Played,
    SeasonView,
    StandingLine,
    Stands,
    ended_as,
)
from bot.leagues.seed_file import players_sheet, seeds_of
from bot.leagues.settings import settings_to_json
from bot.model.league import LeagueTable, RatingStep, SeasonEvent, SeasonRecord
from bot.notation.games import NOT_TO_BE_PLAYED
from bot.process.work import in_thread
from bot.refusal import Refusal
from bot.seasons.applying import apply
from bot.seasons.events import LATER, DrawnTable, Event, from_written, stage_of
from bot.seasons.results import NOT_PLAYED, UNIT, Origin, Rating, scheme_named
from bot.seasons.season import Season, no_division
from bot.seasons.stages import knockout
from bot.seasons.standings import (
    Move,
    Standings,
    all_standings,
    bye_units,
    byes_of,
    champions,
    earned_by,
    moves_of,
    standings_of,
)
from bot.spreadsheet import Cell, Id, Sheet, csv_of, workbook_of
from bot.store import Store
from bot.store import leagues as stored
from bot.tables.records import UNREADABLE, is_gapless
from bot.text.descriptions.bracket import (
    Bracket,
    BracketRound,
    BracketRow,
    BracketTable,
    State,
    round_name,
)
from bot.text.names import points_number
from bot.text.standings import ORIGIN_SIGNS
from bot.text.translation import Translations


def division_tables(view: SeasonView) -> list[DivisionTable]:
    """Calculate the current standings of all divisions, top one first, each with its tie-break
    steps and with who would move up or down: a preview while the season runs."""
    if not view.state.divisions:
        return []
    ranked = all_standings(view.state)
    going = {move.entry: move for move in moves_of(view.state, ranked)}
    return [_table(view, number, found, going) for number, found in enumerate(ranked)]


def later_tables(view: SeasonView) -> list[DivisionTable]:
    """Calculate the current standings of the stages after the first that are drawn, the last one
    first."""
    numbers = (LATER * drawn.stage for drawn in reversed(view.state.later))
    return [_table(view, number, standings_of(view.state, number), {}) for number in numbers]


def _table(
    view: SeasonView, division: int, found: Standings, going: Mapping[int, Move]
) -> DivisionTable:
    """The standings of a division with where its entries go, if any of them does."""
    state, origins = view.state, _origins(view.state, division)
    lines = tuple(
        StandingLine(
            row,
            state.holder(row.entry),
            move.direction if move else "stays",
            move is not None and move.certain,
            found.ties_of(row.entry),
            frozenset(origins.get(row.entry, ())),
        )
        for row in found.rows
        for move in [going.get(row.entry)]
    )
    tier = 0 if stage_of(division) else state.divisions[division].tier
    return DivisionTable(division, tier, lines)


def table_in(view: SeasonView, division: int) -> DivisionTable | None:
    """Calculate the current standings of a division of any stage; None if there is none."""
    tables = later_tables(view) if stage_of(division) else division_tables(view)
    return next((table for table in tables if table.division == division), None)


def _origins(state: Season, division: int) -> Mapping[int, set[Origin]]:
    """Find what is special about the results of a division, by entry."""
    origins: dict[int, set[Origin]] = {}
    for number, result in state.results.items():
        for line in result.lines if state.tables[number].division == division else ():
            if line.entry is None:
                continue
            if result.how in NOT_PLAYED:
                origins.setdefault(line.entry, set()).add(result.how)
            if line.computer_took_over:
                origins.setdefault(line.entry, set()).add("computer")
    return origins


async def standings(leagues: Leagues, season_id: int) -> list[DivisionTable]:
    """Calculate the current standings of all divisions in a thread (`division_tables`)."""
    view = await leagues.read(season_id)
    # a large league takes too long for the event loop
    return await in_thread(division_tables, view)


async def division(leagues: Leagues, season_id: int, division: int) -> DivisionTable:
    """Calculate the standings of one division of any stage. Raises Refusal (`division`) if there is
    none."""
    view = await leagues.read(season_id)
    found = await in_thread(table_in, view, division)
    if found is None:
        raise no_division()
    return found


async def last_names(leagues: Leagues, guild_id: int, people: Sequence[int]) -> Mapping[int, str]:
    """Find the names of people at their newest tables on a server, or else as they signed up for a
    league there; people without either are left out."""
    read = leagues.store.read
    found = await read(stored.names_of, guild_id, people)
    others = [one for one in people if one not in found]
    return {**await read(stored.names_at_sign_up, guild_id, others), **found} if others else found


async def played_by(leagues: Leagues, league_id: int, user_id: int) -> list[Played]:
    """List the finished tables of a league at which a person took a turn, oldest first."""
    views = await seasons_of(leagues, league_id)

    def found() -> list[Played]:
        return [
            Played(view, result, line)
            for view in views
            for result in view.state.results.values()
            for line in result.lines
            if line.played_by(user_id)
        ]

    return await in_thread(found)


async def history(leagues: Leagues, season_id: int) -> list[SeasonEvent]:
    """Read the whole log: events with their times and authors."""
    await leagues.read(season_id)
    return await leagues.store.read(stored.events_from, season_id)


async def event(leagues: Leagues, season_id: int, n: int) -> tuple[Event, int | None]:
    """Read one event of the log, and its author. Raises IndexError if there is none."""
    found = await leagues.store.read(stored.events_from, season_id, n)
    return from_written(found[0].kind, found[0].written), found[0].user_id


async def ratings(leagues: Leagues, league_id: int, players: int) -> list[tuple[int, Rating]]:
    """List all ratings at this number of players, by the value shown, which is a lower bound: first
    those with enough games, then the provisional ones."""
    rows = await leagues.store.read(stored.ratings_of, league_id)
    found = [
        (row.user_id, Rating(row.mu, row.sigma, row.games))
        for row in rows
        if row.players == players
    ]
    return sorted(found, key=lambda one: (one[1].provisional, -one[1].shown, one[0]))


async def card(leagues: Leagues, league_id: int, user_id: int) -> Card:
    """Sum up a person's achievements in a league, over all its seasons."""
    views = await seasons_of(leagues, league_id)
    rows = await leagues.store.read(stored.ratings_of, league_id)
    ratings = {
        row.players: Rating(row.mu, row.sigma, row.games) for row in rows if row.user_id == user_id
    }
    return await in_thread(_card, views, user_id, ratings)


def _card(views: Sequence[SeasonView], user_id: int, ratings: Mapping[int, Rating]) -> Card:
    earned = [earned_by(view.state, user_id) for view in views]
    points, wins, games = (sum(one[column] for one in earned) for column in range(3))
    return Card(
        user_id,
        sum(any(user_id in held for held in view.state.holders.values()) for view in views),
        points,
        wins,
        games,
        tuple(view for view in views if user_id in champions(view.state)),
        ratings,
        _newest(views, user_id),
    )


def _newest(views: Sequence[SeasonView], user_id: int) -> Stands | None:
    for view in reversed(views):
        state = view.state
        held = [entry for entry, people in state.holders.items() if user_id in people]
        entry = view.entry_of(user_id) or next(iter(held), None)
        if entry is not None:
            division = state.division_of[entry]
            rows = standings_of(state, division).rows
            place = next((row.place for row in rows if row.entry == entry), None)
            return Stands(view, division, place)
    return None


def season_json(view: SeasonView, log: Sequence[SeasonEvent]) -> str:
    """Write a season with its whole log as JSON, an event a line: everything else can be derived
    from the log. People are Discord ids."""
    head = {
        "format": "tzolkin-bot season 1",
        "season": view.id,
        "league": view.league_id,
        "number": view.number,
        "settings": settings_to_json(view.settings),
    }
    events = ",\n".join(
        f"{_json({'n': e.n, 'at': e.at.isoformat(), 'by': e.user_id})[:-1]}, {_public(e)[1:]}"
        for e in log
    )
    return f'{_json(head)[:-1]}, "log": [\n{events}\n]}}\n'


def standings_sheet(view: SeasonView, names: Mapping[int, str]) -> Sheet:
    """List the standings of all divisions and then of the later stages that are drawn, one line per
    entry. A name that is not known is empty. `level` is the division's in the pyramid, 1 for the
    top; `seed` the place among those who went on to a later stage; `adjustment` and `bye_points`
    are the parts of `points` that come from no table."""
    state = view.state
    return Sheet(
        ("division", "level", "seed", "place", "entry", "player", "name", "games", "byes", "points",
         "adjustment", "bye_points", "wins", "margin", "computer_turns", "withdrawn", "goes",
         "certain"),
        [
            (
                _sheet_division(state, table.division), None if later else table.tier + 1,
                entries.index(line.row.entry) + 1 if later else None, line.row.place,
                Id(line.row.entry), Id(line.holder), names.get(line.holder), line.row.games,
                byes[line.row.entry], line.row.points / UNIT,
                0 if later else state.adjustments.get(line.row.entry, 0) / UNIT,
                byes[line.row.entry] * bye_units(state, table.division) / UNIT,
                line.row.wins / UNIT, line.row.margin / 48, line.row.computer_turns,
                int(line.row.withdrawn), line.direction, int(line.certain),
            )
            for table in (*division_tables(view), *reversed(later_tables(view)))
            for later in [stage_of(table.division)]
            for entries in [state.entries_in(table.division)]
            for byes in [Counter(chain.from_iterable(byes_of(state, table.division)))]
            for line in table.lines
        ],
    )  # fmt: skip


def results_sheet(view: SeasonView, names: Mapping[int, str]) -> Sheet:
    """List the results of all tables, one line per seat, then the byes. `player` is the last
    person who played for the entry; `how` is the source of the result (`results.How`), or "bye"."""
    return Sheet(
        ("table", "division", "round", "seat", "entry", "player", "name", "place", "points",
         "league_points", "turns", "computer_turns", "how", "forfeited"),
        [*_result_lines(view, names), *_bye_lines(view, names)],
    )  # fmt: skip


def _sheet_division(state: Season, division: int) -> int | str:
    """A division as the files name it: its number from 1, or the kind of a later stage."""
    stage = stage_of(division)
    return state.rules.stages[stage].kind if stage else division + 1


def _bye_lines(view: SeasonView, names: Mapping[int, str]) -> Iterator[Sequence[Cell]]:
    state = view.state
    for division in state.drawn_divisions():
        given = bye_units(state, division) / UNIT
        for number, out in enumerate(byes_of(state, division), start=1):
            for entry in out:
                holder = state.holder(entry)
                yield (
                    None, _sheet_division(state, division), number, None, Id(entry), Id(holder),
                    names.get(holder), None, None, given, None, None, "bye", 0,
                )  # fmt: skip


def _result_lines(view: SeasonView, names: Mapping[int, str]) -> Iterator[Sequence[Cell]]:
    state = view.state
    scheme = scheme_named(state.rules.scheme)
    for number, result in sorted(state.results.items()):
        drawn = state.tables[number]
        division = _sheet_division(state, drawn.division)
        given = scheme.for_table(
            [line.place for line in result.lines], [line.points4 for line in result.lines],
            result.forfeits,
        )  # fmt: skip
        for seat, (line, units) in enumerate(zip(result.lines, given, strict=True)):
            lost = line.earns_nothing
            turns, player = line.turns, line.player
            yield (
                number, division, drawn.round + 1, seat + 1, _id(line.entry),
                _id(player), None if player is None else names.get(player), line.place,
                line.points4 / 4, 0 if lost else units / UNIT,
                sum(n for _, n in turns), line.computer_turns, result.how, int(line.forfeited),
            )  # fmt: skip


_PRIVATE = ("Disputed", "Settled", "SignedUp")
"""The events with a reason that only the player and the moderators may read, or with a name."""


def _public(event: SeasonEvent) -> str:
    """Write an event as JSON without its private parts."""
    if event.kind not in _PRIVATE:
        return event.written
    private = ("reason", "name")
    return _json({key: value for key, value in event.payload.items() if key not in private})


def ratings_sheet(history: Sequence[RatingStep], names: Mapping[int, str]) -> Sheet:
    """List how the season's tables changed the ratings, one line per person and table."""
    return Sheet(
        ("table", "player", "name", "players", "mu", "sigma", "rating", "games"),
        [
            (
                step.number, Id(step.after.user_id), names.get(step.after.user_id),
                step.after.players, after.mu, after.sigma, after.shown, after.games,
            )
            for step in history
            for after in [Rating(step.after.mu, step.after.sigma, step.after.games)]
        ],
    )  # fmt: skip


def export_files(
    season: SeasonView,
    log: Sequence[SeasonEvent],
    history: Sequence[RatingStep],
    names: Mapping[int, str],
) -> tuple[bytes, bytes]:
    """Write everything public about a season: a workbook for people, and a zip of CSV and JSON
    files for programs. `history` are the steps of the ratings at its tables; `names` are those that
    are known."""
    sheets = {
        "players": players_sheet(seeds_of(season.state), names),
        "standings": standings_sheet(season, names),
        "results": results_sheet(season, names),
        "ratings": ratings_sheet(history, names),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, sheet in sheets.items():
            archive.writestr(f"{name}.csv", csv_of(sheet))
        archive.writestr("season.json", season_json(season, log))
    return workbook_of(sheets), packed.getvalue()


def _id(number: int | None) -> Id | None:
    return None if number is None else Id(number)


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True)
class CheckedSeason:
    """The result of checking one stored season."""

    season: int
    """The season's id."""
    differences: tuple[str, ...]
    """The differences, a sentence each, for whoever runs the bot; empty for none."""


async def check_seasons(store: Store) -> AsyncIterator[CheckedSeason]:
    """Read the logs of all seasons again. A long one blocks for a second, so do not use it in a
    running bot. Each is read at one moment, so a bot may run on the same database."""
    for season_id in await store.read(stored.season_ids):
        try:
            async with store.transaction(read_only=True) as snapshot:
                record = await snapshot.run(stored.season, season_id)
                log = await snapshot.run(stored.events_from, season_id)
                tables = await snapshot.run(stored.tables_of, season_id)
        except NOT_TO_BE_PLAYED:
            yield CheckedSeason(season_id, (UNREADABLE,))
            continue
        if record is not None:
            yield CheckedSeason(record.id, tuple(_differences(record, log, tables)))


def _differences(
    record: SeasonRecord, log: Sequence[SeasonEvent], tables: Sequence[LeagueTable]
) -> list[str]:
    if not is_gapless([event.n for event in log], record.version):
        return [f"The log should hold {record.version} events, and holds {len(log)}."]
    season = Season()
    for event in log:
        try:
            season = apply(season, from_written(event.kind, event.written))
        except (Refusal, *NOT_TO_BE_PLAYED):
            return [f"Event {event.n + 1} of {len(log)} ({event.kind}) cannot happen."]
    return list(_stored_differences(record, season, tables))


def _stored_differences(
    record: SeasonRecord, season: Season, tables: Sequence[LeagueTable]
) -> Iterator[str]:
    """List stored data beside the log that does not agree with it."""
    status = "finished" if season.phase == "cancelled" else season.phase
    if status != record.status:
        yield f"The season is {status} by its log, and stored as {record.status}."
    kept = {table.number: table for table in tables}
    for number in sorted({*kept, *season.tables}):
        if number not in season.tables:
            yield f"Table {number} is stored, and not in the log."
            continue
        if number not in kept:
            yield f"Table {number} is in the log, and not stored."
            continue
        drawn, table, end = season.tables[number], kept[number], ended_as(season, number)
        shown = (table.division, table.round, table.entries)
        if shown != (drawn.division, drawn.round, tuple(drawn.entries)):
            yield f"Table {number} is stored with others than were drawn."
        elif table.status not in ((end,) if end else ("waiting", "playing")):
            yield f"Table {number} is {end or 'open'} by the log, and stored as {table.status}."


def bracket_of(
    t: Translations,
    view: SeasonView,
    division: int,
    tables: Sequence[LeagueTable],
    called: Callable[[int], str],
) -> Bracket:
    """The bracket of a division in which a knock-out is drawn, without tables for places. `tables`
    are all of the season, and `called` names a person."""
    state = view.state
    played = knockout.rounds_played(state, division)
    coming = knockout.rounds_to_come(state, division)
    wide = [*(len(one.tables) for one in played), *(len(one.sizes) for one in coming)]
    go_on = state.stage(division).go_on
    seeds, stored_as = state.entries_in(division), {one.number: one for one in tables}

    def row(
        entry: int, source: int = 0, points: str = "", goes_on: bool | None = None
    ) -> BracketRow:
        return BracketRow(
            called(state.holder(entry)), 1 + seeds.index(entry), source, points, goes_on
        )

    def table(
        drawn: DrawnTable, source: Mapping[int, int], on: Collection[int] | None
    ) -> BracketTable:
        """A table whose people come from these tables; `on` are those who go on, None in the
        final."""
        over, result = state.is_over(drawn.table), state.results.get(drawn.table)
        reached = {
            line.entry: ORIGIN_SIGNS["forfeit"] if line.forfeited else points_number(line.points4)
            for line in (result.lines if result else ())
        }
        rows = (
            row(
                entry,
                source.get(entry, 0),
                reached.get(entry, ""),
                entry in on if over and on is not None else None,
            )
            for entry in (knockout.order_at(state, drawn, seeds) if over else drawn.entries)
        )
        playing = stored_as[drawn.table].status == "playing"
        now: State = "played" if over else "playing" if playing else "waiting"
        return BracketTable(now, tuple(rows), drawn.table)

    rounds, source = list[BracketRound](), dict[int, int]()
    for number, one in enumerate(played):
        final = number == len(wide) - 1
        on = None if final else _going_on(state, division, played, number)
        shown = [
            *(BracketTable("bye", (row(entry, goes_on=True),)) for entry in one.byes),
            *(table(drawn, source, on) for drawn in one.tables),
        ]
        source = {entry: drawn.table for drawn in one.tables for entry in drawn.entries}
        name = round_name(t, number, wide)
        rounds.append(BracketRound(name, tuple(shown), 0 if final else go_on))
    for number, shape in enumerate(coming, start=len(played)):
        seats = tuple(BracketTable("to come", seats=size) for size in shape.sizes)
        rounds.append(BracketRound(round_name(t, number, wide), seats, shape.go_on and go_on))
    return Bracket(view.settings.name, tuple(rounds))


def _going_on(
    state: Season, division: int, played: Sequence[knockout.Played], number: int
) -> Collection[int]:
    """The entries that go on from a round, as far as that is known."""
    if number + 1 < len(played):
        return played[number + 1].still_in
    if all(state.is_over(drawn.table) for drawn in played[number].tables):
        return knockout.going_on(state, division)
    best = (knockout.first_at(state, drawn) for drawn in played[number].tables)
    return {entry for group in best for entry in group} - state.withdrawn
