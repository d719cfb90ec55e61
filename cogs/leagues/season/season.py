"""/season: moderators found a league and prepare its next season; all else is on their page
(`cogs.leagues.season.page`). Every command checks that the person is a moderator."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.client import BotCog
from cogs.kit.context import Interaction
from cogs.kit.leagues_named import (
    WHICH_LEAGUE,
    HomeChannel,
    LeagueName,
    league_command,
    league_here,
)
from cogs.kit.moderators import moderator_here
from cogs.leagues.season import founding, page

__all__ = ["SeasonCommands", "page"]


@app_commands.guild_only()
class SeasonCommands(
    BotCog,
    commands.GroupCog,
    group_name="season",
    # Translators: description of the command /season, at most 100 characters
    group_description=locale_str("Leagues and their seasons, for the moderators of this server"),
):
    """The group /season."""

    @app_commands.command(
        name="found",
        # Translators: description of the command /season found, at most 100 characters; imperative
        # of “to found”
        description=locale_str("Create a league, or move it to another channel"),
    )
    @app_commands.describe(
        # Translators: description of an option of /season found, at most 100 characters
        name=locale_str("The league's name"),
        # Translators: description of an option of /season found, at most 100 characters
        channel=locale_str("Where its tables open and its news is posted"),
    )
    async def found(self, interaction: Interaction, name: LeagueName, channel: HomeChannel) -> None:
        """Add a league, or change its channel."""
        await founding.found(interaction, await moderator_here(interaction), name, channel)

    # Translators: description of the command /season new, at most 100 characters; imperative
    @league_command("new", locale_str("Prepare the next season of a league"), league=WHICH_LEAGUE)
    async def new(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Open the wizard for the next season."""
        moderator = await moderator_here(interaction)
        await founding.new_season(interaction, moderator, await league_here(interaction, league))
