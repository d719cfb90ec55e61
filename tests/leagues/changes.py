"""Changes to leagues as tests make them, without moderators."""

from bot.leagues import games, people, season_lifecycle
from bot.leagues.people import Newcomer, must_be_let_in
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings
from bot.model.league import Ban, League
from bot.seasons.events import Adjusted, Corrected, Substituted, TimedOut, Voided
from bot.seasons.results import Result
from bot.store import leagues as stored


async def create_league(
    leagues: Leagues, guild_id: int, name: str, *, defaults: SeasonSettings | None = None
) -> League:
    """Found a league on a server; `defaults` is what its seasons are offered to begin with. Raises
    Refusal for a name that is empty, too long or taken."""
    async with leagues.store.transaction() as transaction:
        league_id = await season_lifecycle.add_league(
            leagues, transaction, guild_id, name, defaults
        )
    return await leagues.league(league_id)


async def create_season(
    leagues: Leagues, league_id: int, settings: SeasonSettings, *, by: int | None
) -> SeasonView:
    """Open the next season for signing up. Raises Refusal for settings that cannot be played (see
    `settings.checked`), and while another one is open for signing up. The next season of the league
    is offered the same."""
    async with leagues.store.transaction() as transaction:
        season_id = await season_lifecycle.add_season(
            leagues, transaction, league_id, settings, by=by
        )
    return await leagues.read(season_id)


async def correct(
    leagues: Leagues, season_id: int, result: Result, *, by: int | None, reason: str
) -> SeasonView:
    """Replace a result by another one; standings and ratings follow at once."""
    async with leagues.open(season_id) as season:
        season.happen(Corrected(result, reason), by=by)
    return season.view


async def void(
    leagues: Leagues, season_id: int, number: int, *, by: int | None, reason: str
) -> SeasonView:
    """Take a table out of the season, with or without a result."""
    async with leagues.open(season_id) as season:
        season.happen(Voided(number, reason), by=by)
    return season.view


async def time_out(
    leagues: Leagues, season_id: int, number: int, entry: int, turns: int
) -> SeasonView:
    """Computers took turns for an entry at a table because time ran out."""
    async with leagues.open(season_id) as season:
        season.happen(TimedOut(number, entry, turns), by=None)
    return season.view


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
    """Somebody plays on for an entry, given up or not. Raises Refusal (`banned`) for who is kept
    out of the league."""
    async with leagues.open(season_id) as season:
        await must_be_let_in(season, Newcomer(user_id, by_moderator=True))
        season.happen(Substituted(entry, user_id, reason), by=by)
    return season.view


async def adjust(
    leagues: Leagues, season_id: int, entry: int, units: int, *, by: int | None, reason: str
) -> SeasonView:
    """Give an entry points, or take them, in units of `results.UNIT`."""
    async with leagues.open(season_id) as season:
        season.happen(Adjusted(entry, units, reason), by=by)
    return season.view


async def draw_round(
    leagues: Leagues, season_id: int, division: int, *, by: int | None
) -> SeasonView:
    """Pair the next round of a division in the Swiss form."""
    async with leagues.open(season_id) as season:
        due = games.DueRound(division, games.next_round(season.state, division))
        season.happen(games.drawn_next(season.state, due), by=by)
    return season.view


async def bans(leagues: Leagues, league_id: int) -> list[Ban]:
    """The bans of a league that are in force, newest first."""
    known = await leagues.store.read(stored.bans_of, league_id)
    return [ban for ban in known if ban.holds(leagues.now())]
