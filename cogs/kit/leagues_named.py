"""Which league and season a command means."""

from collections.abc import Callable, Coroutine
from typing import Any

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


Run = Callable[..., Coroutine[Any, Any, None]]


def league_command(
    name: str, description: locale_str, /, **options: locale_str
) -> Callable[[Run], app_commands.Command[Any, ..., None]]:
    """Turn a method of a cog into a command with an option `league`, which suggests the server's
    leagues. `options` describes every option."""

    def made(run: Run) -> app_commands.Command[Any, ..., None]:
        run = app_commands.describe(**options)(run)
        run = app_commands.autocomplete(league=leagues_typed)(run)
        return app_commands.command(name=name, description=description)(run)

    return made


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
            "This server has no league yet; a moderator founds one with /league show.",
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


async def season_here(interaction: Interaction, name: str | None = None) -> SeasonView:
    """The season to show of the league `league_here` finds: the running one, else the newest.
    Raises Refusal if there is none."""
    league = await league_here(interaction, name)
    season = await season_lifecycle.current(interaction.client.leagues, league.id)
    if season is None:
        raise Refusal(
            "no-season-yet",
            "This league has no season yet; a moderator starts one with /moderate page.",
        )
    return await counted(interaction, season)


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


async def season_numbered(
    interaction: Interaction, name: str | None, number: int | None
) -> tuple[League, SeasonView]:
    """The season with this number in the league; without a number, as `season_here`. Raises Refusal
    if there is none."""
    league = await league_here(interaction, name)
    found = await season_lifecycle.seasons_of(interaction.client.leagues, league.id)
    if number is None or not found:
        return league, await season_here(interaction, name)
    for season in found:
        if season.number == number:
            return league, await counted(interaction, season)
    raise Refusal(
        "no-season-of-number", "There is no season {n}; give a number from 1 to {last}.",
        n=number, last=found[-1].number,
    )  # fmt: skip


async def season_in(interaction: Interaction, name: str | None, *phases: str) -> SeasonView:
    """The newest season of a league in the first of these phases that any has. If none has, as
    `season_here`: acting on that season is refused with the fitting sentence."""
    league = await league_here(interaction, name)
    found = await season_lifecycle.newest(interaction.client.leagues, league.id, *phases)
    if found is None:
        return await season_here(interaction, league.name)
    return await counted(interaction, found)


async def leagues_typed(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the leagues of the server, for the autocomplete of a league's name."""
    there = await leagues_at(interaction)
    names = [one.name for one in there if folded(typed) in folded(one.name)]
    return [app_commands.Choice(name=n, value=n) for n in names[:MOST_CHOICES]]
