"""A league with whole games, written into a database without being played at tables."""

from collections.abc import Mapping

from sqlalchemy import delete, select, update

from bot.leagues import games, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings
from bot.model.table import OnPages
from bot.seasons.events import Rules
from bot.statistics import count_games
from bot.store import Store, settings
from bot.store.schema import events, league_tables, season_events, seasons, seats, tables
from bot.tables import PersonSettings, Tables, utc_now
from bot.tables.settings import ServerSettings
from tests.leagues.changes import create_league, create_season
from tests.statistics.games import GUILD, store_game

MODERATOR = 999


async def allow(store: Store, *, pages: bool = True) -> None:
    """Let the server's manager allow web pages, or not."""
    await store.write(settings.set_server, GUILD, ServerSettings(pages=pages), at=utc_now())


async def stand(store: Store, person: int, on_pages: OnPages) -> None:
    """Let a person stand so on web pages."""
    chosen = PersonSettings(on_pages=on_pages)
    await store.write(settings.set_person, person, chosen, at=utc_now())


async def season(
    store: Store, names: Mapping[int, str], rules: Rules, *, most: int = 10**6,
    modules: tuple[str, ...] = (), close: bool = False, league: str = "The long count",
) -> SeasonView:  # fmt: skip
    """A season of these people with at most so many games."""
    leagues, of_games = Leagues(store), Tables(store)
    made = await create_league(leagues, GUILD, league)
    view = await create_season(leagues, made.id, SeasonSettings("Rainy <season>", rules), by=1)
    for person in names:
        await sign_up(leagues, view.id, person)
    view = await season_lifecycle.draw(leagues, view.id, by=MODERATOR, seed=5)
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
            await games.opened(leagues, view.id, one.number, await of_games.table(table_id))
            await games.count_game(leagues, of_games, table_id)
    if close:
        view = await season_lifecycle.close(leagues, view.id, by=MODERATOR)
    await count_games(of_games, rest=0)
    return await leagues.read(view.id)


async def play_on(store: Store, view: SeasonView) -> None:
    """Let the only game of a season go on: without its last actions and its result."""
    async with store.writing() as connection:
        [game] = (await games.games(Leagues(store), view.id)).values()
        of_game = tables.c.id == game.table_id
        version = await connection.scalar(select(tables.c.version).where(of_game))
        assert version is not None
        values = {"status": "playing", "version": version - 20, "position": None, "counted": None}
        await connection.execute(update(tables).where(of_game).values(**values))
        later = (events.c.table_id == game.table_id) & (events.c.n >= version - 20)
        await connection.execute(delete(events).where(later))
        finished = (season_events.c.season_id == view.id) & (season_events.c.kind == "Finished")
        await connection.execute(delete(season_events).where(finished))
        of_season = seasons.c.id == view.id
        await connection.execute(update(seasons).where(of_season).values(version=view.version - 1))
        of_table = league_tables.c.season_id == view.id
        await connection.execute(update(league_tables).where(of_table).values(status="playing"))
