"""At how many tables of a season people play at a time."""

import random

import pytest

from bot.leagues import games, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings
from bot.seasons.events import Rules
from tests.leagues.changes import create_league, create_season
from tests.leagues.played import GUILD, MODERATOR, some_result
from tests.store.databases import on_both

pytestmark = on_both

SEVEN = tuple(range(1, 8))


async def season_of_seven(leagues: Leagues, at_once: int, rules: Rules | None = None) -> SeasonView:
    """7 people at tables of 4: 7 tables, everybody meets everybody twice."""
    league = await create_league(leagues, GUILD, "The long count")
    settings = SeasonSettings("Rainy season", rules or Rules(), at_once=at_once)
    season = await create_season(leagues, league.id, settings, by=MODERATOR)
    for person in SEVEN:
        await sign_up(leagues, season.id, person)
    return await season_lifecycle.draw(leagues, season.id, by=MODERATOR, seed=5)


async def most_at_once(leagues: Leagues, season: SeasonView) -> tuple[int, int]:
    """How many tables can open at the start, and at how many of them one person sits."""
    ready = await games.ready(leagues, season.id)
    seated = [person for table in ready for person in table.people]
    return len(ready), max(seated.count(person) for person in SEVEN)


@pytest.mark.parametrize(
    ("at_once", "expected"), [(1, (1, 1)), (2, (2, 2)), (4, (6, 4)), (5, (7, 4))]
)
async def test_a_person_plays_at_so_many_tables(
    leagues: Leagues, at_once: int, expected: tuple[int, int]
) -> None:
    season = await season_of_seven(leagues, at_once)
    opened, seats = await most_at_once(leagues, season)
    assert seats == expected[1] and opened >= expected[0]


async def test_the_next_opens_when_one_is_over(leagues: Leagues) -> None:
    season = await season_of_seven(leagues, 2)
    played = 0
    while ready := await games.ready(leagues, season.id):
        seated = [person for table in ready for person in table.people]
        assert max(map(seated.count, SEVEN)) <= 2
        result = some_result((await leagues.read(season.id)).state, ready[0], random.Random(1))
        await games.count(leagues, season.id, result)
        played += 1
    assert played == 7


async def test_all_tables_of_a_round_at_once(leagues: Leagues) -> None:
    rules = Rules(seats=2, form="rounds", games=3, division_size=8)
    season = await season_of_seven(leagues, 0, rules)
    ready = await games.ready(leagues, season.id)
    assert {table.round for table in ready} == {0}
    assert len(ready) == sum(t.round == 0 for t in season.state.tables.values())
