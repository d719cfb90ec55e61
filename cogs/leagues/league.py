"""/league: what players type often. Calendar, files, ratings and the archive have buttons on these
pages (`cogs.leagues.files`, `cogs.leagues.records`). Moderators have a page of their own."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.leagues.disputes import LONGEST_REASON
from bot.refusal import Refusal
from cogs.client import BotCog
from cogs.kit.context import Interaction, Typed
from cogs.kit.leagues_named import WHICH_LEAGUE, league_command, league_here, season_numbered
from cogs.leagues import files
from cogs.leagues.disputes import dispute_table, tables_typed
from cogs.leagues.overview import join, leave, show_season
from cogs.leagues.records import show_card
from cogs.leagues.schedule import show_schedule
from cogs.leagues.standings import show_standings
from cogs.leagues.substitutes import list_me

__all__ = ["League", "files"]

Number = app_commands.Range[int, 1, 100_000]
# Translators: description of an option of /league, at most 100 characters
_SEASON = locale_str("A season's number; leave it out for the current one")
# Translators: description of an option of /league, at most 100 characters
_DIVISION = locale_str("A division's number; leave it out for your own")
# Translators: description of an option of /league, at most 100 characters
_PUBLIC = locale_str("Show the answer to everybody")


@app_commands.guild_only()
class League(
    BotCog,
    commands.GroupCog,
    group_name="league",
    # Translators: description of the command /league, at most 100 characters
    group_description=locale_str("The leagues of this server: seasons, standings, ratings"),
):
    """The league commands for everybody."""

    @league_command(
        "show",
        # Translators: description of the command /league show, at most 100 characters
        locale_str("The season: its dates and players, your tables, signing up"),
        league=WHICH_LEAGUE,
        public=_PUBLIC,
    )
    async def show(
        self, interaction: Interaction, league: Typed | None = None, public: bool = False
    ) -> None:
        """Show the season at a glance, privately or publicly."""
        meant, season = await season_numbered(interaction, league, None)
        await show_season(interaction, meant, season, public=public)

    @league_command(
        "join",
        # Translators: description of the command /league join, at most 100 characters; imperative
        locale_str("Sign up for a season, or join it late"),
        league=WHICH_LEAGUE,
    )
    async def join(self, interaction: Interaction, league: Typed | None = None) -> None:
        """Sign up for the open season, or enter the running one late."""
        await join(interaction, await league_here(interaction, league))

    @league_command(
        "leave",
        # Translators: description of the command /league leave, at most 100 characters; imperative
        locale_str("Withdraw from a season, or leave the one you play in"),
        league=WHICH_LEAGUE,
    )
    async def leave(self, interaction: Interaction, league: Typed | None = None) -> None:
        """Sign off, or give up the running season after a confirmation that explains it."""
        await leave(interaction, await league_here(interaction, league))

    @league_command(
        "substitute",
        # Translators: description of the command /league substitute, at most 100 characters;
        # imperative
        locale_str("Join or leave the list of substitutes"),
        league=WHICH_LEAGUE,
    )
    async def substitute(self, interaction: Interaction, league: Typed | None = None) -> None:
        """Go on the list of substitutes, or off it."""
        await list_me(interaction, league)

    @league_command(
        "dispute",
        # Translators: description of the command /league dispute, at most 100 characters;
        # imperative
        locale_str("Ask the moderators to look at one of your tables"),
        # Translators: description of an option of /league dispute, at most 100 characters
        table=locale_str("Which of your tables"),
        # Translators: description of an option of /league dispute, at most 100 characters
        reason=locale_str("What is wrong; your opponents do not see it"),
        league=WHICH_LEAGUE,
    )
    @app_commands.autocomplete(table=tables_typed)
    async def dispute(
        self,
        interaction: Interaction,
        table: Number,
        reason: app_commands.Range[str, 3, LONGEST_REASON],
        league: Typed | None = None,
    ) -> None:
        """Call the moderators to a table, in a private thread."""
        await dispute_table(interaction, league, table, reason)

    @league_command(
        "standings",
        # Translators: description of the command /league standings, at most 100 characters
        locale_str("The standings, with every tie explained and who goes up or down"),
        division=_DIVISION,
        season=_SEASON,
        league=WHICH_LEAGUE,
        public=_PUBLIC,
    )
    async def standings(
        self,
        interaction: Interaction,
        division: Number | None = None,
        season: Number | None = None,
        league: Typed | None = None,
        public: bool = False,
    ) -> None:
        """The standings of a division as a picture and in words."""
        meant, found = await season_numbered(interaction, league, season)
        if not found.state.divisions:
            raise Refusal(
                "not-drawn",
                "The season has not begun; /league show tells who has signed up.",
            )
        wanted = None if division is None else division - 1
        await show_standings(interaction, meant, found, wanted, public=public)

    @league_command(
        "schedule",
        # Translators: description of the command /league schedule, at most 100 characters
        locale_str("The tables of a season: who meets whom, where, and the results"),
        division=_DIVISION,
        # Translators: description of an option of /league schedule, at most 100 characters
        person=locale_str("Only the tables of this person"),
        season=_SEASON,
        league=WHICH_LEAGUE,
    )
    async def schedule(
        self,
        interaction: Interaction,
        division: Number | None = None,
        person: discord.User | None = None,
        season: Number | None = None,
        league: Typed | None = None,
    ) -> None:
        """The tables of a division or a person."""
        meant, found = await season_numbered(interaction, league, season)
        wanted = None if division is None else division - 1
        whose = None if person is None else person.id
        await show_schedule(interaction, meant, found, wanted, whose)

    @league_command(
        "card",
        # Translators: description of the command /league card, at most 100 characters
        locale_str("What a person did in a league: seasons, titles, ratings"),
        # Translators: description of an option of /league card, at most 100 characters
        person=locale_str("Whose card; leave it out for your own"),
        league=WHICH_LEAGUE,
    )
    async def card(
        self,
        interaction: Interaction,
        person: discord.User | None = None,
        league: Typed | None = None,
    ) -> None:
        """A person's card."""
        meant = await league_here(interaction, league)
        await show_card(interaction, meant, (person or interaction.user).id)
