"""Ratings that two seasons of one league change at the same moment."""

import asyncio
import random
from collections.abc import AsyncIterator

from bot.leagues import games, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.season_transaction import Leagues
from bot.leagues.settings import SeasonSettings
from bot.seasons.events import Reopened
from bot.seasons.results import Result
from bot.store import leagues as stored
from tests.leagues.changes import correct, create_league, create_season
from tests.leagues.played import GUILD, MODERATOR, some_result, swapped
from tests.store.databases import on_both

pytestmark = on_both

PEOPLE = range(1, 8)


async def begun(leagues: Leagues, league_id: int) -> int:
    """A season that is drawn."""
    settings = SeasonSettings("Rainy season")
    season = await create_season(leagues, league_id, settings, by=MODERATOR)
    for person in PEOPLE:
        await sign_up(leagues, season.id, person)
    await season_lifecycle.draw(leagues, season.id, by=MODERATOR, seed=season.id)
    return season.id


async def results(leagues: Leagues, season_id: int) -> AsyncIterator[Result]:
    """What the tables of a season are played as, each once the one before is counted."""
    chance = random.Random(season_id)
    while ready := await games.ready(leagues, season_id):
        yield some_result((await leagues.read(season_id)).state, ready[0], chance)


async def test_a_result_is_corrected_while_the_next_season_is_played(leagues: Leagues) -> None:
    league = await create_league(leagues, GUILD, "The long count")
    first = await begun(leagues, league.id)
    async for result in results(leagues, first):
        await games.count(leagues, first, result)
        corrected = result
    await season_lifecycle.close(leagues, first, by=MODERATOR)
    second = await begun(leagues, league.id)
    async with leagues.open(first) as season:  # no act does it once the next one is drawn, unless
        season.happen(Reopened("Misread."), by=MODERATOR)  # both are done at the same moment
    async for result in results(leagues, second):
        corrected = swapped(corrected)
        await asyncio.gather(
            correct(leagues, first, corrected, by=MODERATOR, reason="Misread."),
            games.count(leagues, second, result),
        )

    steps = await leagues.store.read(stored.rating_history, league.id)
    assert len(steps) == 2 * 7 * 4  # two seasons of 7 tables of 4
    newest = {(step.after.user_id, step.after.players): step.after for step in steps}
    now = await leagues.store.read(stored.ratings_of, league.id)
    assert {(one.user_id, one.players): one for one in now} == newest
    async with leagues.open(second) as season:
        assert await season.rating_history_anew() == steps
