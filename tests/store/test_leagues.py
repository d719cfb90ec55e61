"""The repository of leagues."""

import pytest

from bot.model.league import LeagueTable, Made, PersonRating, RatingStep, SeasonRecord
from bot.store import Store, leagues
from bot.store.database import ChangedMeanwhileError
from bot.store.leagues import NameTakenError
from tests.store.databases import on_both
from tests.store.rows import LATER, NOON

pytestmark = on_both

CREATED = {"event": "Created", "name": "First"}
SIGNED_UP = {"event": "SignedUp", "person": 7}


async def a_season(store: Store) -> SeasonRecord:
    league_id = await store.write(leagues.add_league, 1, "League", {"a": 1}, at=NOON)
    season_id = await store.write(
        leagues.add_season, league_id, {"b": 2}, CREATED, at=NOON, user_id=5
    )
    row = await store.read(leagues.season, season_id)
    assert row is not None
    return row


async def test_leagues_of_a_server(store: Store) -> None:
    first = await store.write(leagues.add_league, 1, "One", {"a": 1}, at=NOON)
    second = await store.write(leagues.add_league, 1, "Two", {}, at=NOON)
    await store.write(leagues.add_league, 2, "One", {}, at=NOON)
    with pytest.raises(NameTakenError):
        await store.write(leagues.add_league, 1, "One", {}, at=NOON)
    with pytest.raises(NameTakenError):
        await store.write(leagues.set_league, second, "One", {})
    await store.write(leagues.set_league, second, "Three", {"c": 3})
    found = await store.read(leagues.leagues_of, 1)
    assert [(row.id, row.name, row.settings) for row in found] == [
        (first, "One", {"a": 1}),
        (second, "Three", {"c": 3}),
    ]
    assert found[0].created_at == NOON
    assert await store.read(leagues.league, 99) is None


async def test_a_log_is_only_added_to_by_who_has_read_it(store: Store) -> None:
    season = await a_season(store)
    assert (season.number, season.status, season.version) == (1, "sign-up", 1)
    await store.write(
        leagues.record, season, [SIGNED_UP, SIGNED_UP], status="running", at=LATER, user_id=None
    )
    with pytest.raises(ChangedMeanwhileError):
        await store.write(
            leagues.record, season, [SIGNED_UP], status="finished", at=LATER, user_id=None
        )
    log = await store.read(leagues.events_from, season.id)
    assert [(e.n, e.at, e.payload, e.user_id) for e in log] == [
        (0, NOON, CREATED, 5),
        (1, LATER, SIGNED_UP, None),
        (2, LATER, SIGNED_UP, None),
    ]
    assert await store.read(leagues.events_from, season.id, 2) == log[2:]
    now = await store.read(leagues.season, season.id)
    assert now is not None
    assert (now.status, now.version) == ("running", 3)


async def test_one_season_of_a_league_is_open_for_signing_up(store: Store) -> None:
    season = await a_season(store)
    more = (leagues.add_season, season.league_id, {}, CREATED)
    with pytest.raises(ChangedMeanwhileError):
        await store.write(*more, at=NOON, user_id=None)
    await store.write(leagues.record, season, [SIGNED_UP], status="running", at=NOON, user_id=None)
    await store.write(*more, at=NOON, user_id=None)
    found = await store.read(leagues.seasons_of, season.league_id)
    assert [row.number for row in found] == [1, 2]
    made = Made(event=7)
    await store.write(leagues.set_season, season.id, {"new": True}, made)
    changed = await store.read(leagues.season, season.id)
    assert changed is not None
    assert (changed.settings, changed.made) == ({"new": True}, made)


async def test_tables_of_a_season_and_their_games(store: Store) -> None:
    season = await a_season(store)
    rows = [LeagueTable(season.id, n, 0, n - 1, (7, 8, 9)) for n in (1, 2)]
    await store.write(leagues.put_tables, rows)
    assert await store.read(leagues.tables_of, season.id) == rows
    await store.write(leagues.put_tables, [])
    voided = LeagueTable(season.id, 2, 0, 1, (7, 8, 9), "voided", None, (9, 8, 7))
    await store.write(leagues.put_tables, [voided])
    assert await store.read(leagues.tables_of, season.id) == [rows[0], voided]
    assert await store.read(leagues.table_of_game, 1) is None


async def test_ratings_are_what_the_last_step_says(store: Store) -> None:
    season = await a_season(store)

    def step(number: int, user: int, mu: float) -> RatingStep:
        return RatingStep(season.id, number, PersonRating(user, 4, mu, 8.1, number))

    one, two, three = step(1, 7, 26.125), step(2, 7, 1 / 3), step(2, 8, 24.0)
    await store.write(leagues.add_rating_changes, season.league_id, [one])
    await store.write(leagues.add_rating_changes, season.league_id, [two, three])
    assert await store.read(leagues.ratings_of, season.league_id) == [two.after, three.after]
    assert await store.read(leagues.rating_history, season.league_id) == [one, two, three]
    assert await store.read(leagues.rating_history, season.league_id, 8) == [three]
    await store.write(leagues.replace_ratings, season.league_id, [three])
    assert await store.read(leagues.ratings_of, season.league_id) == [three.after]
    assert await store.read(leagues.rating_history, season.league_id) == [three]


async def test_an_event_and_what_follows_from_it_are_written_together(store: Store) -> None:
    season = await a_season(store)
    follows = {
        "tables": [LeagueTable(season.id, 1, 0, 0, (7, 8))],
        "rating_changes": [RatingStep(season.id, 1, PersonRating(7, 2, 25.0, 8.0, 1))],
    }
    await store.write(
        leagues.record, season, [SIGNED_UP], status="running", at=NOON, user_id=1, **follows
    )
    with pytest.raises(ChangedMeanwhileError):
        await store.write(
            leagues.record, season, [SIGNED_UP], status="running", at=NOON, user_id=1,
            tables=[LeagueTable(season.id, 9, 0, 0, (7, 8))], ratings_anew=True,
        )  # fmt: skip
    assert [t.number for t in await store.read(leagues.tables_of, season.id)] == [1]
    assert len(await store.read(leagues.ratings_of, season.league_id)) == 1
