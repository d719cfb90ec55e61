"""Leagues as they are asked for: places as they were, names, tables, files."""

import csv
import io
import random
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert

from bot.leagues import games, queries
from bot.leagues.people import enter_late
from bot.leagues.queries import results_sheet, standings_sheet
from bot.leagues.season_transaction import Leagues
from bot.seasons.events import Rules
from bot.seasons.results import UNIT
from bot.seasons.standings import standings_of
from bot.spreadsheet import csv_of
from bot.store import Store
from bot.store.schema import seats, tables
from bot.tables import Options
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
from tests.tables.playing import Clock

# --- Places as they were, names, and the tables somebody played -----------------------------------


async def test_places_before_are_the_standings_of_that_moment(
    leagues: Leagues, clock: Clock
) -> None:
    season = await drawn(leagues)
    assert await queries.places_before(leagues, season.id, 0, clock()) == {
        row.entry: row.place for row in standings_of(season.state, 0).rows
    }
    chance, moments, known = random.Random(2), [], []
    for _ in range(6):
        clock.pass_by(timedelta(hours=5))
        ready = (await games.ready(leagues, season.id))[0]
        state = (await leagues.read(season.id)).state
        await games.count(leagues, season.id, some_result(state, ready, chance))
        moments.append(clock())
        state = (await leagues.read(season.id)).state
        rows_now = standings_of(state, 0).rows
        known.append({row.entry: row.place for row in rows_now if row.place is not None})
    for moment, places in zip(moments, known, strict=True):
        assert await queries.places_before(leagues, season.id, 0, moment) == places


async def test_before_the_draw_nobody_had_a_place(leagues: Leagues, clock: Clock) -> None:
    before = clock()
    clock.pass_by(timedelta(hours=1))
    season = await drawn(leagues)
    assert await queries.places_before(leagues, season.id, 0, before) == {}
    assert await queries.places_before(leagues, season.id, 7, clock()) == {}


async def test_who_came_late_had_no_place_before(leagues: Leagues, clock: Clock) -> None:
    season = await drawn(leagues, rules=Rules(late_entry=True))
    before = clock()
    clock.pass_by(timedelta(hours=1))
    await enter_late(leagues, season.id, 500)
    assert 500 not in await queries.places_before(leagues, season.id, 1, before)
    assert 500 in await queries.places_before(leagues, season.id, 1, clock())


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
    """Of everybody who played an entry alone; points that a moderator gave or took are in both."""
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
            assert (card.credit.points, card.credit.wins) == (row.points, row.wins)


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
