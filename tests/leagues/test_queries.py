"""Leagues as they are asked for: places as they were, names, tables, files."""

import csv
import io
import random
from collections.abc import Collection
from datetime import UTC, datetime

import pytest
from sqlalchemy import insert

from bot.leagues import games, queries
from bot.leagues.queries import bracket_of, results_sheet, standings_sheet
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings
from bot.model.league import LeagueTable
from bot.seasons.applying import apply, replay
from bot.seasons.drawing import draw, draw_round, rounds_left
from bot.seasons.events import (
    Closed,
    Created,
    Drawn,
    DrawnDivision,
    DrawnTable,
    Finished,
    Rules,
    SignedUp,
    Stage,
)
from bot.seasons.results import UNIT, Line, Result
from bot.seasons.season import Season
from bot.seasons.standings import champions, standings_of
from bot.spreadsheet import csv_of
from bot.store import Store
from bot.store.schema import seats, tables
from bot.tables import Options
from bot.text.descriptions.bracket import Bracket, BracketRound
from bot.text.names import points_number
from bot.text.translation import translator
from tests.leagues.changes import adjust
from tests.leagues.played import (
    GIVING_UP,
    LEAVING,
    MODERATOR,
    PEOPLE,
    SUBSTITUTE,
    drawn,
    played,
    some_result,
)

# --- Names, and the tables somebody played --------------------------------------------------------


async def test_the_tables_somebody_played(leagues: Leagues) -> None:
    season = await played(leagues, 3)
    mine = await queries.played_by(leagues, season.league_id, PEOPLE[0])
    assert len(mine) == 4
    assert all(PEOPLE[0] == one.line.entry for one in mine)
    came = await queries.played_by(leagues, season.league_id, SUBSTITUTE)
    assert came and all(one.line.entry == LEAVING for one in came)
    assert await queries.played_by(leagues, season.league_id, 12345) == []


@pytest.mark.parametrize("seed", [1, 4])
async def test_a_card_and_the_standings_say_the_same_points(leagues: Leagues, seed: int) -> None:
    """Points that a moderator gave or took are in both."""
    season = await drawn(leagues)
    chance = random.Random(seed)
    for table in await games.ready(leagues, season.id):
        await games.count(leagues, season.id, some_result(season.state, table, chance))
    await adjust(leagues, season.id, PEOPLE[0], -3 * UNIT // 2, by=MODERATOR, reason="too late")
    season = await leagues.read(season.id)
    assert season.state.results
    for division in range(len(season.state.divisions)):
        for row in standings_of(season.state, division).rows:
            card = await queries.card(leagues, season.league_id, row.entry)
            assert (card.points, card.wins) == (row.points, row.wins)


async def test_names_are_those_of_the_newest_table_of_the_server(store: Store) -> None:
    leagues = Leagues(store)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    async with store.writing() as connection:
        for number, guild, name in ((1, 5, "old"), (2, 5, "new"), (3, 6, "elsewhere")):
            await connection.execute(
                insert(tables).values(
                    id=number, guild_id=guild, channel_id=number, status="finished", host_id=1,
                    options=Options(), abandon_votes=frozenset(), revision=0, version=0,
                    secret="", commitment="", created_at=now, updated_at=now,
                )
            )  # fmt: skip
            await connection.execute(
                insert(seats).values(table_id=number, seat=0, user_id=77, name=name, computer=False)
            )
    assert await queries.last_names(leagues, 5, [77, 78]) == {77: "new"}
    assert await queries.last_names(leagues, 6, [77]) == {77: "elsewhere"}
    assert await queries.last_names(leagues, 7, [77]) == {}


# --- Leagues as files -----------------------------------------------------------------------------


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def number(cell: str) -> int:
    """An id, which is text for spreadsheets."""
    assert cell.startswith("'")
    return int(cell[1:])


async def test_standings_as_csv(leagues: Leagues) -> None:
    season = await played(leagues, 1)
    found = rows(csv_of(standings_sheet(season, {101: '=HYPERLINK("x")', 102: "Ada, the first"})))
    lines = [line for table in await queries.standings(leagues, season.id) for line in table.lines]
    assert [number(row["entry"]) for row in found] == [line.row.entry for line in lines]
    for row, line in zip(found, lines, strict=True):
        assert float(row["points"]) == pytest.approx(line.row.points / UNIT)
        assert row["place"] == ("" if line.row.withdrawn else str(line.row.place))
        assert row["goes"] == line.direction
    by_entry = {number(row["entry"]): row for row in found}
    assert by_entry[101]["name"].startswith("'="), "no formula for a spreadsheet"
    assert by_entry[102]["name"] == "Ada, the first"
    assert by_entry[LEAVING]["player"] == f"'{SUBSTITUTE}"
    assert by_entry[GIVING_UP]["withdrawn"] == "1"


async def test_results_as_csv_add_up_to_the_standings(leagues: Leagues) -> None:
    season = await played(leagues, 2)
    found = rows(csv_of(results_sheet(season, {})))
    assert len(found) == 14 * 4
    sums: dict[int, float] = {}
    for row in found:
        entry = number(row["entry"])
        sums[entry] = sums.get(entry, 0) + float(row["league_points"])
    for table in await queries.standings(leagues, season.id):
        for line in table.lines:
            assert sums[line.row.entry] == pytest.approx(line.row.points / UNIT)


# --- The bracket of a cup -------------------------------------------------------------------------


def shown_now(state: Season, playing: Collection[int] = ()) -> Bracket:
    """The bracket of a season, whose people are called by their numbers."""
    view = SeasonView(1, 1, 1, SeasonSettings("Cup", state.rules), state, 0, datetime.now(UTC))
    scheduled = [
        LeagueTable(1, n, one.division, one.round, one.entries,
                    "playing" if n in playing else "waiting")
        for n, one in state.tables.items()
    ]  # fmt: skip
    return bracket_of(translator("en"), view, 0, scheduled, str)


def finished(state: Season, number: int, chance: random.Random) -> Season:
    """A table with a result; everybody has other points."""
    entries = state.tables[number].entries
    points = chance.sample(range(40, 400), len(entries))
    lines = (
        Line(entry, 1 + sum(other > mine for other in points), mine)
        for entry, mine in zip(entries, points, strict=True)
    )
    return apply(state, Finished(Result(number, tuple(lines))))


def test_of_a_table_of_two_one_goes_on_while_another_is_played() -> None:
    rules, people = Rules(4, (Stage("knockout", go_on=2),)), (1, 2, 3, 4, 5)
    tables = DrawnTable(1, 0, 0, (1, 2, 3)), DrawnTable(2, 0, 0, (4, 5))
    drawn = Drawn((DrawnDivision(0, people),), tables, "7")
    state = replay([Created("Cup", rules), *map(SignedUp, people), drawn])
    [over] = [
        one for one in _newest(finished(state, 2, random.Random(1))).tables if one.state == "played"
    ]
    assert [row.goes_on for row in over.rows] == [True, False]


@pytest.mark.parametrize(
    ("people", "seats", "go_on"),
    [
        (3, 2, 1),
        (4, 4, 2),
        (7, 2, 1),
        (8, 4, 2),
        (13, 3, 1),
        (16, 4, 2),
        (21, 5, 3),
        (40, 4, 1),
    ],
)
def test_a_bracket_shows_who_the_rules_send_on(people: int, seats: int, go_on: int) -> None:
    rules = Rules(seats, (Stage("knockout", go_on=go_on),))
    state = replay([Created("Cup", rules), *map(SignedUp, range(1, people + 1))])
    state = apply(state, draw(rules, [DrawnDivision(0, state.signed_up)], seed=people))
    chance, number_of_rounds = random.Random(people), len(shown_now(state).rounds)
    assert [one.drawn for one in shown_now(state).rounds] == [True] + [False] * (
        number_of_rounds - 1
    )
    while True:
        while waiting := state.open_tables():
            shown = shown_now(state, playing=[waiting[-1].table])
            assert shown.champion == ""
            assert len(shown.rounds) == number_of_rounds
            states = {one.number: one.state for part in shown.rounds for one in part.tables}
            assert states[waiting[-1].table] == "playing"
            state = finished(state, waiting[0].table, chance)
        if not rounds_left(state, 0):
            break
        sent = {row.name for table in _newest(state).tables for row in table.rows if row.goes_on}
        state = apply(state, draw_round(state, 0, seed=1))
        *_, earlier, newest = [one for one in shown_now(state).rounds if one.drawn]
        assert {row.name for table in newest.tables for row in table.rows} == sent
        on = [row.name for table in earlier.tables for row in table.rows if row.goes_on]
        assert sorted(on) == sorted(sent), "still told when the next round is drawn"
        free = {row.name for table in earlier.tables if table.state == "bye" for row in table.rows}
        for table in newest.tables:
            for row in table.rows:
                assert row.seed == int(row.name)
                if row.name in free or table.state == "bye":
                    assert not row.source
                else:
                    assert int(row.name) in state.tables[row.source].entries
    shown = shown_now(state)
    [final] = shown.rounds[-1].tables
    points = {line.entry: line.points4 for line in state.results[final.number].lines}
    best = max(points, key=points.__getitem__)  # type: ignore[arg-type]
    assert shown.champion == str(best) == str(champions(apply(state, Closed()))[0])
    assert [row.points for row in final.rows] == [
        points_number(points[int(row.name)]) for row in final.rows
    ]
    seats_there = [row.name for table in shown.rounds[0].tables for row in table.rows]
    assert sorted(map(int, seats_there)) == list(range(1, people + 1))


def _newest(state: Season) -> BracketRound:
    return [one for one in shown_now(state).rounds if one.drawn][-1]


def test_a_forfeit_has_a_sign_in_a_bracket_and_tables_for_places_are_left_out() -> None:
    rules = Rules(2, (Stage("knockout", go_on=1, places=True),))
    state = replay([Created("Cup", rules), *map(SignedUp, range(1, 5))])
    state = apply(state, draw(rules, [DrawnDivision(0, state.signed_up)], seed=1))
    first, second = state.tables[1].entries
    lines = (Line(first, 1, 0), Line(second, 2, 0, forfeited=True))
    state = apply(state, Finished(Result(1, lines, "forfeit")))
    [table, _] = shown_now(state).rounds[0].tables
    assert [(row.name, row.points) for row in table.rows] == [(str(first), "0"), (str(second), "×")]
    state = finished(state, 2, random.Random(1))
    state = apply(state, draw_round(state, 0, seed=1))
    assert len(state.tables) == 4
    assert [table.number for table in shown_now(state).rounds[1].tables] == [3]
