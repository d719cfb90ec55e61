"""Which league and season a command means."""

from discord import app_commands
from discord.app_commands import locale_str

from bot.leagues import games, season_lifecycle
from bot.leagues.season_transaction import SeasonView, no_league
from bot.model.league import League
from bot.refusal import Refusal
from bot.text.translation import listed_or
from bot.text.typed import folded
from cogs.kit.answering import speaks
from cogs.kit.buttons import as_number
from cogs.kit.context import Interaction
from cogs.kit.layout import MOST_CHOICES, printed

# Translators: description of an option of /league, at most 100 characters
WHICH_LEAGUE = locale_str("Which league, if the server has several")


async def leagues_at(interaction: Interaction) -> list[League]:
    """The leagues of the server, oldest first; none in direct messages."""
    if interaction.guild_id is None:
        return []
    return await season_lifecycle.leagues_of(interaction.client.leagues, interaction.guild_id)


async def league_here(interaction: Interaction, name: str | None = None) -> League:
    """The league of this name; without a name, the server's only league or the one of this channel.
    Raises Refusal unless that is exactly one."""
    found = await leagues_at(interaction)
    if not found:
        raise Refusal(
            "no-leagues",
            "This server has no league yet; a moderator can create one with /league show.",
        )
    if name is not None:
        meant = [league for league in found if folded(league.name) == folded(name)]
    elif len(found) == 1:
        meant = found
    else:
        channel = interaction.channel
        near = {interaction.channel_id, getattr(channel, "parent_id", None)}
        meant = [league for league in found if league.channel_id in near]
    if len(meant) != 1:
        # Translators: {leagues} are the names of the server's leagues
        raise Refusal(
            "which-league",
            "Choose a league: {leagues}.",
            leagues=listed_or(speaks(interaction), [printed(league.name) for league in found]),
        )
    return meant[0]


async def season_here(
    interaction: Interaction, name: str | None = None
) -> tuple[League, SeasonView]:
    """The league that `league_here` finds, and its season to show: the running one, else the
    newest. Raises Refusal if there is none."""
    league = await league_here(interaction, name)
    season = await season_lifecycle.current(interaction.client.leagues, league.id)
    if season is None:
        raise Refusal(
            "no-season-yet",
            "This league has no season yet; a moderator can start one with /moderate page.",
        )
    return league, await counted(interaction, season)


async def counted(interaction: Interaction, season: SeasonView) -> SeasonView:
    """The season, once the results of all its finished games are counted."""
    leagues, tables = interaction.client.leagues, interaction.client.tables
    if await games.count_finished(leagues, tables, season.id):
        return await leagues.read(season.id)
    return season


async def season_pressed(interaction: Interaction, season_id: str) -> tuple[League, SeasonView]:
    """The season a button is about. Raises Refusal for one of another server, as if it did not
    exist."""
    season = await interaction.client.leagues.read(as_number(season_id))
    league = await league_pressed(interaction, str(season.league_id))
    return league, await counted(interaction, season)


async def league_pressed(interaction: Interaction, league_id: str) -> League:
    """The league a button is about. Raises Refusal for one of another server, as if it did not
    exist."""
    league = await interaction.client.leagues.league(as_number(league_id))
    if league.guild_id != interaction.guild_id:
        raise no_league()
    return league


async def leagues_typed(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the leagues of the server, for the autocomplete of a league's name."""
    there = await leagues_at(interaction)
    names = [one.name for one in there if folded(typed) in folded(one.name)]
    return [app_commands.Choice(name=n, value=n) for n in names[:MOST_CHOICES]]
