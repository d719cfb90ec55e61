"""Places as they were, names, and the tables somebody played."""

import random
from datetime import UTC, datetime, timedelta

from sqlalchemy import insert

from bot.leagues import Seasons
from bot.leagues.model.standings import standings_of
from bot.store import Store
from bot.store.schema import seats, tables
from tests.leagues.played import LEAVING, PEOPLE, SUBSTITUTE, drawn, played, some_result
from tests.tables.playing import Clock


async def test_places_before_are_the_standings_of_that_moment(
    seasons: Seasons, clock: Clock
) -> None:
    season = await drawn(seasons)
    assert await seasons.places_before(season.id, 0, clock()) == {
        row.entry: row.place for row in standings_of(season.state, 0).rows
    }
    chance, moments, known = random.Random(2), [], []
    for _ in range(6):
        clock.pass_by(timedelta(hours=5))
        ready = (await seasons.ready(season.id))[0]
        state = (await seasons.season(season.id)).state
        await seasons.count(season.id, some_result(state, ready, chance))
        moments.append(clock())
        state = (await seasons.season(season.id)).state
        known.append({row.entry: row.place for row in standings_of(state, 0).rows})
    for moment, places in zip(moments, known, strict=True):
        assert await seasons.places_before(season.id, 0, moment) == places


async def test_before_the_draw_nobody_had_a_place(seasons: Seasons, clock: Clock) -> None:
    before = clock()
    clock.pass_by(timedelta(hours=1))
    season = await drawn(seasons)
    assert await seasons.places_before(season.id, 0, before) == {}
    assert await seasons.places_before(season.id, 7, clock()) == {}


async def test_who_came_late_had_no_place_before(seasons: Seasons, clock: Clock) -> None:
    season = await drawn(seasons)
    before = clock()
    clock.pass_by(timedelta(hours=1))
    await seasons.enter_late(season.id, 500, by=500, seed=1)
    assert 500 not in await seasons.places_before(season.id, 1, before)
    assert 500 in await seasons.places_before(season.id, 1, clock())


async def test_the_tables_somebody_played(seasons: Seasons) -> None:
    season = await played(seasons, 3)
    mine = await seasons.played_by(season.league_id, PEOPLE[0])
    assert len(mine) == 4
    assert all(PEOPLE[0] == one.line.entry for one in mine)
    came = await seasons.played_by(season.league_id, SUBSTITUTE)
    assert came and all(one.line.entry == LEAVING for one in came)
    assert await seasons.played_by(season.league_id, 12345) == []


async def test_names_are_those_of_the_newest_table_of_the_server(store: Store) -> None:
    seasons = Seasons(store)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    async with store.writing() as connection:
        for number, guild, name in ((1, 5, "old"), (2, 5, "new"), (3, 6, "elsewhere")):
            await connection.execute(
                insert(tables).values(
                    id=number, guild_id=guild, channel_id=number, status="finished", host_id=1,
                    options={}, abandon_votes=[], revision=0, version=0, created_at=now,
                    updated_at=now,
                )
            )  # fmt: skip
            await connection.execute(
                insert(seats).values(table_id=number, seat=0, user_id=77, name=name, computer=False)
            )
    assert await seasons.last_names(5, [77, 78]) == {77: "new"}
    assert await seasons.last_names(6, [77]) == {77: "elsewhere"}
    assert await seasons.last_names(7, [77]) == {}
