"""Disputes: a player calls the moderators to a table of the running season, and they decide.

The notes to call the moderators, and later to tell the player, are written in the same transaction
as the dispute.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.leagues import games, season_lifecycle
from bot.leagues.season_transaction import Leagues
from bot.leagues.views import SeasonView
from bot.model.league import DisputePlace
from bot.refusal import Refusal
from bot.seasons.disputes import Dispute, open_disputes
from bot.seasons.events import Disputed

LONGEST_REASON = 500


async def tables_of(leagues: Leagues, season: SeasonView, person: int) -> list[int]:
    """List the tables of a season that a person may dispute: own ones that have begun, newest
    first."""
    state = season.state
    if state.phase != "running":
        return []
    begun = {*await games.games(leagues, season.id), *state.results, *state.voided}
    return [n for n in sorted(begun, reverse=True) if state.played_at(person, n)]


async def dispute(
    leagues: Leagues, season_id: int, person: int, number: int, reason: str
) -> tuple[SeasonView, int]:
    """Dispute a table; return the season and the number of the dispute. Raises Refusal for a person
    who does not play there, for a table that has not begun, while an own dispute about it is open,
    and after the season's end."""
    season = await leagues.read(season_id)
    own = number in season.state.tables and season.state.played_at(person, number)
    begun = not own or number in await tables_of(leagues, season, person)
    if season.state.phase == "running" and not begun:
        raise Refusal("not-begun", "Table {table} has not begun.", table=number)
    async with leagues.open(season_id) as opened:
        opened.happen(Disputed(number, person, " ".join(reason.split())), by=person)
    return opened.view, len(opened.state.disputes)


async def called(
    leagues: Leagues, season_id: int, number: int, channel: int, message: int, *, private: bool
) -> None:
    """Store the place where moderators were called to a dispute. Call it after calling them."""
    place = DisputePlace(channel, message, private)
    async with leagues.open(season_id) as season:
        made = season.view.made
        season.change(made=replace(made, disputes={**made.disputes, number: place}))


async def open_on(leagues: Leagues, guild_id: int) -> Sequence[tuple[SeasonView, int, Dispute]]:
    """List the open disputes on a server, each with its season and number, oldest season first."""
    found = []
    for season in await season_lifecycle.active_seasons(leagues):
        waiting = open_disputes(season.state.disputes)
        if waiting and (await leagues.league(season.league_id)).guild_id == guild_id:
            found += [(season, number, one) for number, one in waiting.items()]
    return found
