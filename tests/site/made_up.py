"""A league with whole games, written into a database without being played at tables."""

from collections.abc import Mapping

from sqlalchemy import update

from bot.leagues import games, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.season_transaction import Leagues
from bot.leagues.settings import SeasonSettings
from bot.leagues.views import SeasonView
from bot.seasons.events import Rules
from bot.statistics.counting import count_games
from bot.store import Store, settings
from bot.store.schema import seats
from bot.tables import PersonSettings, Tables, utc_now
from bot.tables.settings import ServerSettings
from tests.leagues.changes import create_league, create_season
from tests.statistics.games import GUILD, store_game

MODERATOR = 999


async def allow(store: Store, *, pages: bool = True) -> None:
    """Let the server's manager allow web pages, or not."""
    await store.write(settings.set_server, GUILD, ServerSettings(pages=pages), at=utc_now())


async def season(
    store: Store, names: Mapping[int, str], rules: Rules, *, most: int = 10**6,
    profiles: tuple[int, ...] = (), hidden: tuple[int, ...] = (),
    modules: tuple[str, ...] = (), close: bool = False, league: str = "The long *count*",
) -> SeasonView:  # fmt: skip
    """A season of these people with at most so many games, of which the last one goes on if the
    season is not closed."""
    leagues, tables = Leagues(store), Tables(store)
    made = await create_league(leagues, GUILD, league)
    view = await create_season(leagues, made.id, SeasonSettings("Rainy <season>", rules), by=1)
    for person in names:
        await sign_up(leagues, view.id, person)
    view = await season_lifecycle.draw(leagues, view.id, by=MODERATOR, seed=5)
    for person in (*profiles, *hidden):
        on_pages = "profile" if person in profiles else "hidden"
        await store.write(
            settings.set_person, person, PersonSettings(on_pages=on_pages), at=utc_now()
        )
    count = 0
    while count < most and (ready := await games.ready(leagues, view.id)):
        for one in ready[: most - count]:
            count += 1
            table_id = await store_game(
                store, one.people, 100 + count % 24, modules=modules, channel_id=count
            )
            async with store.writing() as connection:
                for person in one.people:
                    at = (seats.c.table_id == table_id) & (seats.c.user_id == person)
                    await connection.execute(update(seats).where(at).values(name=names[person]))
            await games.opened(leagues, view.id, one.number, await tables.table(table_id))
            await games.count_game(leagues, tables, table_id)
    if close:
        view = await season_lifecycle.close(leagues, view.id, by=MODERATOR)
    await count_games(tables, rest=0)
    return await leagues.read(view.id)
