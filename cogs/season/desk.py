"""The moderators' desk of leagues: /season. Whether somebody may is looked at with every command,
press and sent form."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answering import speaks, tell
from bot.client import TzolkinBot
from bot.leagues import SeasonView
from bot.leagues.deciding import next_round
from bot.refusal import Refusal
from bot.tables import Moderator
from cogs.context import Interaction
from cogs.leagues.channel import FOR_TABLES
from cogs.leagues.here import DivisionNumber, LeagueName, league_here, leagues_typed, season_in
from cogs.leagues.opening import open_ready
from cogs.moderation.moderators import moderator_here
from cogs.names import printed
from cogs.permissions import permission_name
from cogs.season.acts import propose, reason_by_name
from cogs.season.people import SeasonPeople
from cogs.season.results import SeasonResults
from cogs.season.wizard import Chosen, chosen_for, wizard_view

_LEAGUE = locale_str("which league, where there are several")


@app_commands.guild_only()
class SeasonDesk(
    SeasonPeople,
    SeasonResults,
    commands.GroupCog,
    group_name=locale_str("season"),
    group_description=locale_str("Leagues and their seasons, for the moderators of this server"),
):
    """The commands of moderators for leagues."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot

    @app_commands.command(
        name=locale_str("found"),
        description=locale_str("Found a league, or choose another channel for it"),
    )
    @app_commands.describe(
        name=locale_str("the league's name"),
        channel=locale_str("where its tables open and everybody is told"),
    )
    async def found(
        self, interaction: Interaction, name: LeagueName, channel: discord.TextChannel
    ) -> None:
        """A league with its channel."""
        moderator, t = await moderator_here(interaction), speaks(interaction)
        told = await self._settle_in(interaction, moderator, name, channel)
        following = t.gettext("Prepare its next season: /season new.")
        await tell(interaction, f"{told} {following}")

    async def _settle_in(
        self,
        interaction: Interaction,
        moderator: Moderator,
        name: str,
        channel: discord.TextChannel,
    ) -> str:
        """Found or move a league; what was done. Refused where the bot cannot open tables."""
        t = speaks(interaction)
        given = channel.permissions_for(channel.guild.me)
        missing = [permission_name(t, one) for one in FOR_TABLES if not getattr(given, one)]
        if missing:
            raise Refusal(
                "permissions",
                "I cannot open tables in {channel}: someone who manages the server must give "
                "me the permission {permissions} there.",
                channel=channel.mention,
                permissions=", ".join(missing),
            )
        league, entry = await interaction.client.seasons.found(moderator, name, channel.id)
        told = t.gettext("The league {league} lives in {channel}.").format(
            league=printed(league.name), channel=channel.mention
        )
        if entry is not None:
            told += " " + t.gettext("The audit log has it as entry {number}.").format(
                number=entry.id
            )
        return told

    @app_commands.command(
        name=locale_str("new"), description=locale_str("Prepare the next season of a league")
    )
    @app_commands.describe(league=_LEAGUE)
    @app_commands.autocomplete(league=leagues_typed)
    async def new(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """The wizard."""
        moderator = await moderator_here(interaction)
        meant = await league_here(interaction, league)
        if any(
            season.state.phase == "sign-up"
            for season in await interaction.client.seasons.seasons_of(meant.id)
        ):
            raise Refusal(
                "sign-up-open",
                "A season of this league is open for signing up already; draw it first.",
            )
        chosen = await chosen_for(interaction, moderator, f"l{meant.id}")
        await self._wizard(interaction, chosen)

    @app_commands.command(
        name=locale_str("settings"),
        description=locale_str("Change modules, clock and dates of a season"),
    )
    @app_commands.describe(
        league=_LEAGUE,
        number=locale_str("which season, 1 for the first; else the newest"),
        channel=locale_str("another channel for the league"),
    )
    @app_commands.autocomplete(league=leagues_typed)
    async def settings(
        self,
        interaction: Interaction,
        league: LeagueName | None = None,
        number: app_commands.Range[int, 1, 1000] | None = None,
        channel: discord.TextChannel | None = None,
    ) -> None:
        """The same pages as when it was prepared, without what is fixed."""
        moderator = await moderator_here(interaction)
        season = await season_in(interaction, league, "sign-up", "running")
        if number is not None:
            found = await interaction.client.seasons.seasons_of(season.league_id)
            if number > len(found):
                raise Refusal("no-season", "There is no season of that number; leave it out.")
            season = found[number - 1]
        chosen = await chosen_for(interaction, moderator, f"s{season.id}")
        notice = None
        if channel is not None:
            notice = await self._settle_in(interaction, moderator, chosen.league.name, channel)
        await self._wizard(interaction, chosen, notice)

    async def _wizard(
        self, interaction: Interaction, chosen: Chosen, notice: str | None = None
    ) -> None:
        view = wizard_view(speaks(interaction), chosen, notice=notice)
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command(
        name=locale_str("draw"),
        description=locale_str("Close the sign-up, draw the divisions and begin the season"),
    )
    @app_commands.describe(league=_LEAGUE)
    @app_commands.autocomplete(league=leagues_typed)
    async def draw(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Show the divisions and how even their schedule is."""
        await propose(interaction, league, "season-draw", lambda _: {}, "sign-up", "running")

    @app_commands.command(
        name=locale_str("round"), description=locale_str("Draw the next Swiss round")
    )
    @app_commands.describe(
        division=locale_str("of which division; without it the first whose round is over"),
        league=_LEAGUE,
    )
    @app_commands.autocomplete(league=leagues_typed)
    async def round(
        self,
        interaction: Interaction,
        division: DivisionNumber | None = None,
        league: LeagueName | None = None,
    ) -> None:
        """Show how many tables the round would have."""

        def wished(season: SeasonView) -> dict[str, Any]:
            meant = next_division(season) if division is None else division - 1
            return {"division": meant, "round": next_round(season.state, meant)}

        await propose(interaction, league, "season-round", wished)

    @app_commands.command(
        name=locale_str("open"),
        description=locale_str("Open all tables now that can be played; also those given up"),
    )
    @app_commands.describe(league=_LEAGUE)
    @app_commands.autocomplete(league=leagues_typed)
    async def open(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """They open by themselves, too; a game that was given up is played anew only so."""
        moderator, t = await moderator_here(interaction), speaks(interaction)
        season = await season_in(interaction, league, "running")
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.client.seasons.act(
            season.id, moderator, "season-open", {}, reason_by_name(season)
        )
        opened = await open_ready(self.bot, season.id)
        if opened:
            told = t.ngettext("{n} table is open now.", "{n} tables are open now.", len(opened))
        else:
            told = t.gettext(
                "No table can open now: the others wait for players who play elsewhere, for "
                "the start of the season, or for what is said in the league's channel."
            )
        await tell(interaction, told.format(n=len(opened)))

    @app_commands.command(
        name=locale_str("close"), description=locale_str("End a season: its standings are final")
    )
    @app_commands.describe(league=_LEAGUE)
    @app_commands.autocomplete(league=leagues_typed)
    async def close(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Show who would be champion, and who goes up or down."""
        await propose(interaction, league, "season-close", lambda _: {})


def next_division(season: SeasonView) -> int:
    """The first division whose round is over and that has rounds to come; else the first one, so
    that it says why not."""
    state = season.state
    open_there = {table.division for table in state.open_tables()}
    for number in range(len(state.divisions)):
        if number not in open_there and next_round(state, number) <= (state.rules.games or 0):
            return number
    return 0


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(SeasonDesk(bot))
