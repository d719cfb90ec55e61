"""/season: moderators found a league, prepare its season, rename and delete it. The other commands
of the group are in modules of their own. Every command, press and sent form checks that the person
is a moderator."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.leagues import season_lifecycle
from bot.leagues.acts import acting
from bot.model.league import League
from bot.refusal import Refusal
from bot.tables import Moderator
from bot.text.formats import listed
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import speaks, tell
from cogs.kit.buttons import RED, Press, button, on_press
from cogs.kit.context import Interaction
from cogs.kit.layout import message, printed, row, text
from cogs.kit.leagues_named import (
    WHICH_LEAGUE,
    HomeChannel,
    LeagueName,
    league_command,
    league_here,
    league_pressed,
    season_in,
)
from cogs.kit.moderators import (
    moderator_here,
)
from cogs.kit.places import Stands
from cogs.kit.threads import Home
from cogs.leagues.channel import missing_in
from cogs.leagues.season.people import PeopleCommands
from cogs.leagues.season.results import ResultCommands
from cogs.leagues.season.running import RunningCommands
from cogs.leagues.season.wizard import Wizard, wizard_for, wizard_view


@app_commands.guild_only()
class SeasonCommands(
    RunningCommands,
    PeopleCommands,
    ResultCommands,
    commands.GroupCog,
    group_name="season",
    # Translators: description of the command /season, at most 100 characters
    group_description=locale_str("Leagues and their seasons, for the moderators of this server"),
):
    """The group /season, with the commands that found, prepare, rename and delete leagues."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot

    @app_commands.command(
        name="found",
        # Translators: description of the command /season found, at most 100 characters; imperative
        # of “to found”
        description=locale_str("Found a league, or choose another channel for it"),
    )
    @app_commands.describe(
        # Translators: description of an option of /season found, at most 100 characters
        name=locale_str("The league's name"),
        # Translators: description of an option of /season found, at most 100 characters
        channel=locale_str("Where its tables open and its news is posted"),
    )
    async def found(self, interaction: Interaction, name: LeagueName, channel: HomeChannel) -> None:
        """Add a league, or change its channel."""
        moderator, t = await moderator_here(interaction), speaks(interaction)
        league, answer = await self._settle_in(interaction, moderator, name, channel)
        if not await season_lifecycle.seasons_of(
            self.bot.leagues, league.id
        ):  # go on with preparing its first season
            wizard = await wizard_for(interaction, moderator, f"l{league.id}")
            await self._wizard(interaction, wizard, answer)
            return
        following = t.gettext("Prepare its next season: /season new.")
        await tell(interaction, f"{answer} {following}")

    async def _settle_in(
        self,
        interaction: Interaction,
        moderator: Moderator,
        name: str,
        channel: Home,
    ) -> tuple[League, str]:
        """Add or move a league; returns it and a sentence about what was done. Raises Refusal if
        the bot cannot open tables in the channel."""
        t = speaks(interaction)
        assert isinstance(interaction.user, discord.Member)
        own = channel.permissions_for(interaction.user)
        if not (own.view_channel and own.send_messages):
            raise Refusal(
                "channel-not-yours",
                "You may not write in {channel} yourself; choose a channel in which you may.",
                channel=channel.mention,
            )
        missing = missing_in(t, channel)
        if missing:
            # Translators: {permissions} are one or several names of Discord permissions
            raise Refusal(
                "permissions",
                "I cannot open tables in {channel}: someone who manages the server must give "
                "me these permissions there: {permissions}.",
                channel=channel.mention,
                permissions=listed(t, missing),
            )
        league, entry = await acting.found_league(
            interaction.client.leagues, moderator, name, channel.id
        )
        answer = t.gettext("The league {league} lives in {channel}.").format(
            league=printed(league.name), channel=channel.mention
        )
        if isinstance(channel, discord.ForumChannel):
            answer += " " + _about_forum(t, channel)
        if entry is not None:
            answer += " " + t.gettext("The audit log has it as entry {number}.").format(
                number=entry.id
            )
        return league, answer

    # Translators: description of the command /season new, at most 100 characters; imperative
    @league_command("new", locale_str("Prepare the next season of a league"), league=WHICH_LEAGUE)
    async def new(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Open the wizard for the next season."""
        moderator = await moderator_here(interaction)
        meant = await league_here(interaction, league)
        if (
            await season_lifecycle.open_for_sign_up(interaction.client.leagues, meant.id)
            is not None
        ):
            raise season_lifecycle.sign_up_open()
        wizard = await wizard_for(interaction, moderator, f"l{meant.id}")
        await self._wizard(interaction, wizard)

    @league_command(
        "settings",
        # Translators: description of the command /season settings, at most 100 characters;
        # imperative
        locale_str("Change a season: all of it until the draw, then clock and dates"),
        league=WHICH_LEAGUE,
        # Translators: description of an option of /season settings, at most 100 characters
        number=locale_str("Which season, 1 for the first; without it the newest"),
        # Translators: description of an option of /season settings, at most 100 characters
        channel=locale_str("Another channel for the league"),
    )
    async def settings(
        self,
        interaction: Interaction,
        league: LeagueName | None = None,
        number: app_commands.Range[int, 1, 1000] | None = None,
        channel: HomeChannel | None = None,
    ) -> None:
        """Open the wizard for a season, without the settings that can no longer change."""
        moderator = await moderator_here(interaction)
        season = await season_in(interaction, league, "sign-up", "running")
        if number is not None:
            found = await season_lifecycle.seasons_of(interaction.client.leagues, season.league_id)
            if number > len(found):
                raise Refusal(
                    "no-earlier-season", "There is no season of that number; leave it out."
                )
            season = found[number - 1]
        wizard = await wizard_for(interaction, moderator, f"s{season.id}")
        notice = None
        if channel is not None:
            name = wizard.league.name
            _, notice = await self._settle_in(interaction, moderator, name, channel)
        await self._wizard(interaction, wizard, notice)

    async def _wizard(
        self, interaction: Interaction, wizard: Wizard, notice: str | None = None
    ) -> None:
        view = wizard_view(speaks(interaction), wizard, notice=notice)
        await interaction.response.send_message(view=view, ephemeral=True)

    @league_command(
        "rename",
        # Translators: description of the command /season rename, at most 100 characters; imperative
        locale_str("Give a league another name"),
        # Translators: description of an option of /season rename, at most 100 characters
        name=locale_str("The new name"),
        league=WHICH_LEAGUE,
    )
    async def rename(
        self, interaction: Interaction, name: LeagueName, league: LeagueName | None = None
    ) -> None:
        """Rename a league; its seasons keep their names."""
        moderator, t = await moderator_here(interaction), speaks(interaction)
        meant = await league_here(interaction, league)
        entry = await acting.rename_league(self.bot.leagues, meant.id, moderator, name)
        now = await self.bot.leagues.league(meant.id)
        # Translators: {was} and {league} are names
        words = t.gettext(
            "The league {was} is called {league} now; the audit log has it as entry {number}."
        )
        await tell(
            interaction,
            words.format(was=printed(meant.name), league=printed(now.name), number=entry.id),
        )

    @league_command(
        "delete",
        # Translators: description of the command /season delete, at most 100 characters; imperative
        locale_str("Delete a league of which no season was ever drawn"),
        league=WHICH_LEAGUE,
    )
    async def delete(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Ask whether to delete a league."""
        await moderator_here(interaction)
        t, meant = speaks(interaction), await league_here(interaction, league)
        await season_lifecycle.must_be_empty(self.bot.leagues, meant.id)
        asked = t.gettext("Delete the league {league}? Nothing in it was played.").format(
            league=printed(meant.name)
        )
        word = f"l{meant.id}"
        # Translators: button, at most 34 characters: deletes a league; imperative
        red = button(t.gettext("Delete it"), "leaguedelete", 0, word=word, style=RED)
        await interaction.response.send_message(
            view=message(text(asked), row([red])), ephemeral=True
        )


@on_press("leaguedelete", Stands.ANYWHERE)
async def delete_pressed(interaction: Interaction, press: Press) -> None:
    """Delete the league."""
    moderator, t = await moderator_here(interaction), speaks(interaction)
    league = await league_pressed(interaction, press.word[1:])
    entry = await acting.delete_league(interaction.client.leagues, league.id, moderator)
    words = t.gettext("The league {league} is deleted; the audit log has it as entry {number}.")
    answer = words.format(league=printed(league.name), number=entry.id)
    await interaction.response.edit_message(view=message(text(answer)))


def _about_forum(t: Translations, forum: discord.ForumChannel) -> str:
    """The sentences about how a league uses a forum."""
    words = t.gettext(
        "Each season has a post for its news and one for its standings, each table its own."
    )
    if not forum.permissions_for(forum.guild.me).manage_threads:
        # Translators: “Manage Posts” is a permission of Discord, to be named as Discord does,
        # and behind it the English name in brackets
        words += " " + t.gettext(
            "With the permission Manage Posts there I also pin the news, and tag posts."
        )
    return words


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(SeasonCommands(bot))
