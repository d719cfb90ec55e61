"""Queries about a season and a league: standings, moves, champions, cards, ratings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.leagues.season_lifecycle import seasons_of
from bot.leagues.season_transaction import Leagues
from bot.leagues.views import (
    Card,
    DivisionTable,
    HeadToHead,
    Played,
    SeasonView,
    StandingLine,
    Stands,
)
from bot.model.league import RatingStep, SeasonEvent
from bot.model.server import AuditEntry
from bot.moderation.second_moderator import AFTER_WAIT
from bot.process.long_work import in_thread
from bot.seasons.events import FINAL, Event, from_written
from bot.seasons.points import Credit
from bot.seasons.promotion import moves_of
from bot.seasons.ratings import Rating, rated_person
from bot.seasons.results import NOT_PLAYED, Origin
from bot.seasons.season import Season, no_division
from bot.seasons.standings import all_standings, champions, earned_by, standings_of
from bot.store import leagues as stored
from bot.store import moderation


def division_tables(view: SeasonView) -> list[DivisionTable]:
    """Calculate the current standings of all divisions, top one first, each with its tie-break
    steps and with who would move up or down: a preview while the season runs."""
    if not view.state.divisions:
        return []
    ranked = all_standings(view.state)
    going = {move.entry: move for move in moves_of(view.state, ranked)}
    origins = _origins(view.state)
    tables = []
    for number, (drawn, found) in enumerate(zip(view.state.divisions, ranked, strict=True)):
        lines = tuple(
            StandingLine(
                row,
                view.state.holder(row.entry),
                going[row.entry].direction,
                going[row.entry].certain,
                found.ties_of(row.entry),
                frozenset(origins.get((number, row.entry), ())),
            )
            for row in found.rows
        )
        tables.append(DivisionTable(number, drawn.tier, lines))
    return tables


def final_table(view: SeasonView) -> DivisionTable | None:
    """Calculate the current standings of the final; None before it is drawn."""
    state = view.state
    if not state.final_tables:
        return None
    found, origins = standings_of(state, FINAL), _origins(state)
    lines = tuple(
        StandingLine(
            row, state.holder(row.entry), "stays", False, found.ties_of(row.entry),
            frozenset(origins.get((FINAL, row.entry), ())),
        )
        for row in found.rows
    )  # fmt: skip
    return DivisionTable(FINAL, 0, lines)


def table_in(view: SeasonView, division: int) -> DivisionTable | None:
    """Calculate the current standings of a division, or of the final; None if there is none."""
    if division == FINAL:
        return final_table(view)
    found = [table for table in division_tables(view) if table.division == division]
    return found[0] if found else None


def _origins(state: Season) -> Mapping[tuple[int, int], set[Origin]]:
    """Find what is special about results, by division (or the final) and entry."""
    origins: dict[tuple[int, int], set[Origin]] = {}
    for number, result in state.results.items():
        division = state.tables[number].division
        for line in result.lines:
            if line.entry is None:
                continue
            if result.how in NOT_PLAYED:
                origins.setdefault((division, line.entry), set()).add(result.how)
            if line.computer_took_over(state.rules.computer_percent):
                origins.setdefault((division, line.entry), set()).add("computer")
    return origins


async def standings(leagues: Leagues, season_id: int) -> list[DivisionTable]:
    """Calculate the current standings of all divisions in a thread (`division_tables`)."""
    view = await leagues.read(season_id)
    # a large league takes too long for the event loop
    return await in_thread(division_tables, view)


async def division(leagues: Leagues, season_id: int, division: int) -> DivisionTable:
    """Calculate the standings of one division, or of the final (`FINAL`). Raises Refusal
    (`division`) if there is none."""
    view = await leagues.read(season_id)
    found = await in_thread(table_in, view, division)
    if found is None:
        raise no_division()
    return found


async def places_before(
    leagues: Leagues, season_id: int, division: int, at: datetime
) -> Mapping[int, int]:
    """Calculate the places in a division without the tables finished after `at`, by entry, for the
    entries that existed then; empty if the season was drawn later."""
    view = await leagues.read(season_id)
    if view.created_at > at:
        return {}
    since = await leagues.store.read(stored.events_after, season_id, at)
    drawn = any(event.kind == "Drawn" for event in since)
    if drawn or not 0 <= division < len(view.state.divisions):
        return {}
    return await in_thread(_places_without, view.state, division, since)


def _places_without(
    state: Season, division: int, since: Sequence[SeasonEvent]
) -> Mapping[int, int]:
    # raw payloads: parsing thousands of events would take a second
    new = {event.payload["result"]["table"] for event in since if event.kind == "Finished"}
    late = {event.payload["person"] for event in since if event.kind == "EnteredLate"}
    results = {n: one for n, one in state.results.items() if n not in new}
    found = standings_of(replace(state, results=results), division)
    return {row.entry: row.place for row in found.rows if row.entry not in late}


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


async def rating_history(
    leagues: Leagues, league_id: int, user_id: int | None = None, *, season_id: int | None = None
) -> list[RatingStep]:
    """List the changes of ratings by games: of all people or one, in all seasons or one."""
    return await leagues.store.read(stored.rating_history, league_id, user_id, season_id=season_id)


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
    return Card(
        user_id,
        sum(any(user_id in held for held in view.state.holders.values()) for view in views),
        Credit(
            sum(one.points for one in earned),
            sum(one.games for one in earned),
            sum(one.wins for one in earned),
        ),
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
            place = next(row.place for row in rows if row.entry == entry)
            return Stands(view, division, place)
    return None


async def head_to_head(leagues: Leagues, league_id: int, one: int, other: int) -> HeadToHead:
    """Compare two people's results at tables they shared, over all seasons of a league."""
    shared = await in_thread(_shared, await seasons_of(leagues, league_id), one, other)
    return HeadToHead(
        len(shared),
        sum(mine.line.place < theirs.line.place for mine, theirs in shared),
        sum(mine.line.place > theirs.line.place for mine, theirs in shared),
        tuple(shared),
    )


def _shared(views: Sequence[SeasonView], one: int, other: int) -> list[tuple[Played, Played]]:
    found = []
    for view in views:
        for result in view.state.results.values():
            if result.how == "forfeit":
                continue  # they have not met
            seats = {rated_person(line): line for line in result.lines}
            if one in seats and other in seats:
                mine, theirs = seats[one], seats[other]
                found.append((Played(view, result, mine), Played(view, result, theirs)))
    return found


async def managed(leagues: Leagues, season_id: int) -> list[AuditEntry]:
    """List the acts in a season that were completed without another moderator, as none was free
    to, newest first."""
    found = await leagues.store.read(moderation.of_season, season_id)
    return [one for one in found if AFTER_WAIT in one.details]
