"""Places as they were, names, and the tables somebody played."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert

from bot.leagues import games, queries
from bot.leagues.people import enter_late
from bot.leagues.season_transaction import Leagues
from bot.seasons.events import Rules
from bot.seasons.results import UNIT
from bot.seasons.standings import standings_of
from bot.store import Store
from bot.store.schema import seats, tables
from bot.tables import Options
from tests.leagues.changes import adjust
from tests.leagues.played import LEAVING, MODERATOR, PEOPLE, SUBSTITUTE, drawn, played, some_result
from tests.tables.playing import Clock


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
        known.append({row.entry: row.place for row in standings_of(state, 0).rows})
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
    await enter_late(leagues, season.id, 500, seed=1)
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
