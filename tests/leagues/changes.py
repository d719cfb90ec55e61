"""Changes to leagues as tests make them, without moderators."""

from bot.leagues import people, season_lifecycle
from bot.leagues.people import Newcomer, must_be_let_in
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings
from bot.model.league import League
from bot.seasons.events import Corrected, Event, Substituted, Voided
from bot.seasons.results import Result


async def create_league(
    leagues: Leagues, guild_id: int, name: str, *, defaults: SeasonSettings | None = None
) -> League:
    """Found a league on a server; `defaults` is what its seasons are offered to begin with."""
    async with leagues.store.transaction() as transaction:
        league_id = await season_lifecycle.add_league(
            leagues, transaction, guild_id, name, defaults
        )
    return await leagues.league(league_id)


async def create_season(
    leagues: Leagues, league_id: int, settings: SeasonSettings, *, by: int | None
) -> SeasonView:
    """Open the next season for signing up."""
    async with leagues.store.transaction() as transaction:
        season_id = await season_lifecycle.add_season(
            leagues, transaction, league_id, settings, by=by
        )
    return await leagues.read(season_id)


async def happens(
    leagues: Leagues, season_id: int, *events: Event, by: int | None = None
) -> SeasonView:
    """Events happen in a season."""
    async with leagues.open(season_id) as season:
        season.happen(*events, by=by)
    return season.view


async def correct(
    leagues: Leagues, season_id: int, result: Result, *, by: int | None, reason: str
) -> SeasonView:
    """Replace a result by another one; standings and ratings follow at once."""
    return await happens(leagues, season_id, Corrected(result, reason), by=by)


async def void(
    leagues: Leagues, season_id: int, number: int, *, by: int | None, reason: str
) -> SeasonView:
    """Take a table out of the season, with or without a result."""
    return await happens(leagues, season_id, Voided(number, reason), by=by)


async def withdraw(
    leagues: Leagues, season_id: int, entry: int, *, by: int | None, reason: str = ""
) -> SeasonView:
    """An entry is given up."""
    async with leagues.open(season_id) as season:
        season.happen(*await people.withdrawal(season, entry, reason), by=by)
    return season.view


async def substitute(
    leagues: Leagues, season_id: int, entry: int, user_id: int, *, by: int | None, reason: str = ""
) -> SeasonView:
    """Somebody plays on for an entry, given up or not."""
    async with leagues.open(season_id) as season:
        await must_be_let_in(season, Newcomer(user_id, by_moderator=True))
        season.happen(Substituted(entry, user_id, reason), by=by)
    return season.view
