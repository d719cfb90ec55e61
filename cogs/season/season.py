"""/season: what moderators of a server do with its leagues. Every command, press and sent form
checks whether the person is a moderator."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answering import speaks, tell
from bot.client import TzolkinBot
from bot.leagues import founding, games, people
from bot.leagues.acts import acting
from bot.leagues.acts.act import SeasonAct
from bot.leagues.acts.finals import DrawFinal
from bot.leagues.acts.people import (
    Ban,
    EnterLate,
    SignOff,
    SignUp,
    Substitute,
    Unban,
    Withdraw,
)
from bot.leagues.acts.results import Adjust, Replay, Restore, Void
from bot.leagues.acts.running import Cancel, Close, DrawRound, OpenTables, Reopen
from bot.leagues.model.points import UNIT
from bot.leagues.views import SeasonView
from bot.model.league import League
from bot.refusal import Refusal
from bot.tables import Moderator
from bot.text.formats import listed
from bot.text.leagues import table_name
from bot.text.translation import Translations
from cogs.buttons import Press, button, on_press
from cogs.context import Interaction
from cogs.layout import message, printed, row, text
from cogs.leagues.channel import missing_in
from cogs.leagues.context import (
    DivisionNumber,
    HomeChannel,
    LeagueName,
    league_command,
    league_here,
    league_pressed,
    season_in,
)
from cogs.leagues.opening import open_ready
from cogs.moderation.moderators import (
    MOST_POINTS_TYPED,
    POINTS_TYPED,
    RESULT_TYPED,
    WHY_OR_ASKED,
    Reason,
    moderator_here,
)
from cogs.season import results
from cogs.season.acts import RED, answer_done, propose, reason_by_name
from cogs.season.drawing import show_draw
from cogs.season.stalled import show_stalled
from cogs.season.wizard import Wizard, wizard_for, wizard_view
from cogs.threads import Home

# Translators: description of an option of /season, at most 100 characters
_LEAGUE = locale_str("Which league, where the server has several")
# Translators: description of an option of /season, at most 100 characters
_WHO = locale_str("The player")
# Translators: description of an option of /season, at most 100 characters
_TABLE = locale_str("The table's number in the season")
MOST_TABLES = 100_000

TableNumber = app_commands.Range[int, 1, MOST_TABLES]


@app_commands.guild_only()
class SeasonCommands(
    commands.GroupCog,
    group_name="season",
    # Translators: description of the command /season, at most 100 characters
    group_description=locale_str("Leagues and their seasons, for the moderators of this server"),
):
    """Moderators' commands for leagues."""

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
        if not await founding.seasons_of(self.bot.leagues, league.id):  # it is prepared here
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
        """Add or move a league; returns it, and what was done in words. Raises Refusal where the
        bot cannot open tables."""
        t = speaks(interaction)
        assert isinstance(interaction.user, discord.Member)
        own = channel.permissions_for(interaction.user)
        if not (own.view_channel and own.send_messages):
            raise Refusal(
                "not-yours",
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
    @league_command("new", locale_str("Prepare the next season of a league"), league=_LEAGUE)
    async def new(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Open the wizard for the next season."""
        moderator = await moderator_here(interaction)
        meant = await league_here(interaction, league)
        if await founding.open_for_sign_up(interaction.client.leagues, meant.id) is not None:
            raise founding.sign_up_open()
        wizard = await wizard_for(interaction, moderator, f"l{meant.id}")
        await self._wizard(interaction, wizard)

    @league_command(
        "settings",
        # Translators: description of the command /season settings, at most 100 characters;
        # imperative
        locale_str("Change a season: all of it until the draw, then clock and dates"),
        league=_LEAGUE,
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
        """The pages of the wizard, without what is fixed."""
        moderator = await moderator_here(interaction)
        season = await season_in(interaction, league, "sign-up", "running")
        if number is not None:
            found = await founding.seasons_of(interaction.client.leagues, season.league_id)
            if number > len(found):
                raise Refusal("no-season", "There is no season of that number; leave it out.")
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
        "cancel",
        # Translators: description of the command /season cancel, at most 100 characters; imperative
        locale_str("Give up the season that is open for signing up"),
        league=_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def cancel(
        self,
        interaction: Interaction,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview for how many people it ends."""
        await propose(interaction, league, lambda _: Cancel(), "sign-up", "running", reason=reason)

    @league_command(
        "rename",
        # Translators: description of the command /season rename, at most 100 characters; imperative
        locale_str("Give a league another name"),
        # Translators: description of an option of /season rename, at most 100 characters
        name=locale_str("The new name"),
        league=_LEAGUE,
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
        league=_LEAGUE,
    )
    async def delete(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Ask whether to delete it."""
        await moderator_here(interaction)
        t, meant = speaks(interaction), await league_here(interaction, league)
        await founding.must_be_empty(self.bot.leagues, meant.id)
        asked = t.gettext("Delete the league {league}? Nothing in it was played.").format(
            league=printed(meant.name)
        )
        word = f"l{meant.id}"
        # Translators: button, at most 34 characters: deletes a league; imperative
        red = button(t.gettext("Delete it"), "leaguedelete", 0, word=word, style=RED)
        await interaction.response.send_message(
            view=message(text(asked), row([red])), ephemeral=True
        )

    @league_command(
        "draw",
        # Translators: description of the command /season draw, at most 100 characters; imperative
        locale_str("Close the sign-up, draw the divisions and begin the season"),
        league=_LEAGUE,
    )
    async def draw(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Show the divisions and how balanced their schedules are, to be changed or drawn."""
        await show_draw(interaction, league)

    @league_command(
        "round",
        # Translators: description of the command /season round, at most 100 characters; imperative
        locale_str("Draw the next Swiss round"),
        # Translators: description of an option of /season round, at most 100 characters
        division=locale_str("Of which division; without it the first whose round is over"),
        league=_LEAGUE,
    )
    async def round(
        self,
        interaction: Interaction,
        division: DivisionNumber | None = None,
        league: LeagueName | None = None,
    ) -> None:
        """Preview how many tables the round has."""

        def act_for(season: SeasonView) -> SeasonAct:
            state = season.state
            meant = games.next_division(state) if division is None else division - 1
            return DrawRound(meant, games.next_round(state, meant))

        await propose(interaction, league, act_for)

    @league_command(
        "finals",
        # Translators: description of the command /season finals, at most 100 characters; imperative
        locale_str("Draw the final, once all tables of the divisions are over"),
        league=_LEAGUE,
    )
    async def finals(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Preview who plays it."""
        await propose(interaction, league, lambda _: DrawFinal())

    @league_command(
        "open",
        # Translators: description of the command /season open, at most 100 characters; imperative
        locale_str("Open all tables that can be played now"),
        league=_LEAGUE,
    )
    async def open(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Open all tables that can open, as they do automatically, too; name those whose game was
        given up, which /season replay opens."""
        moderator, t = await moderator_here(interaction), speaks(interaction)
        season = await season_in(interaction, league, "running")
        await interaction.response.defer(ephemeral=True, thinking=True)
        await acting.moderate(
            self.bot.leagues, season.id, moderator, OpenTables(), reason_by_name(season)
        )
        opened = await open_ready(self.bot, season.id)
        given_up = await games.given_up(self.bot.leagues, season.id)
        if opened:
            answer = t.ngettext("{n} table is open now.", "{n} tables are open now.", len(opened))
        else:
            answer = t.gettext(
                "No table can open now: the others wait for players who play elsewhere, for "
                "the start of the season, or for something that the league's channel tells."
            )
        answer = answer.format(n=len(opened))
        if given_up:
            # Translators: {tables} are names of tables: “Table 3 and Table 5”
            answer += " " + t.gettext(
                "Given up, and played again only with /season replay: {tables}."
            ).format(tables=listed(t, [table_name(t, number) for number in given_up]))
        await tell(interaction, answer)

    # Translators: description of the command /season close, at most 100 characters; imperative
    @league_command("close", locale_str("End a season: its standings are final"), league=_LEAGUE)
    async def close(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Preview who would be champion, and who would move up or down."""
        await propose(interaction, league, lambda _: Close())

    @league_command(
        "reopen",
        # Translators: description of the command /season reopen, at most 100 characters; imperative
        locale_str("Let a closed season go on, so that its results can be corrected"),
        league=_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def reopen(
        self,
        interaction: Interaction,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview what it means; a second moderator confirms it."""
        await propose(interaction, league, lambda _: Reopen(), "finished", reason=reason)

    @league_command(
        "stalled",
        # Translators: description of the command /season stalled, at most 100 characters
        locale_str("Tables that stand still: whose turn, since when, and what to do"),
        league=_LEAGUE,
    )
    async def stalled(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Show the tables, the longest without a turn first."""
        moderator = await moderator_here(interaction)
        season = await season_in(interaction, league, "running")
        await show_stalled(interaction, moderator, season)

    # --- people ----------------------------------------------------------------------------------

    @league_command(
        "sign",
        # Translators: description of the command /season sign, at most 100 characters; imperative
        locale_str("Sign somebody up for a season, or off, before the draw"),
        person=_WHO,
        # Translators: description of an option of /season sign, at most 100 characters; up: sign
        # up, off: sign off, as the option's choices are called
        way=locale_str("Up or off; without it up"),
        league=_LEAGUE,
    )
    @app_commands.choices(
        way=[
            app_commands.Choice(name="up", value="up"),
            app_commands.Choice(name="off", value="off"),
        ]
    )
    async def sign(
        self,
        interaction: Interaction,
        person: discord.User,
        way: str = "up",
        league: LeagueName | None = None,
    ) -> None:
        """Done at once: it can be undone in the same way."""
        moderator = await moderator_here(interaction)
        season = await season_in(interaction, league, "sign-up", "running")
        if way == "up" and not isinstance(person, discord.Member):
            raise Refusal("not-here", "This person is not on the server; invite them first.")
        act: SeasonAct = SignOff(person.id)
        if isinstance(person, discord.Member) and way == "up":
            act = SignUp(a_person(person))
        reason = reason_by_name(season)
        done = await acting.moderate(self.bot.leagues, season.id, moderator, act, reason)
        await answer_done(interaction, done)

    @league_command(
        "late",
        # Translators: description of the command /season late, at most 100 characters; imperative
        locale_str("Let somebody enter a season late"),
        person=_WHO,
        # Translators: description of an option of /season late, at most 100 characters
        division=locale_str("Which division; without it the lowest"),
        league=_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def late(
        self,
        interaction: Interaction,
        person: discord.Member,
        division: DivisionNumber | None = None,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the further tables."""
        where = None if division is None else division - 1
        await propose(
            interaction, league, lambda _: EnterLate(a_person(person), where), reason=reason
        )

    @league_command(
        "withdraw",
        # Translators: description of the command /season withdraw, at most 100 characters;
        # imperative
        locale_str("Take somebody out of a season"),
        person=_WHO,
        league=_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def withdraw(
        self,
        interaction: Interaction,
        person: discord.User,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings without the person."""
        await propose(
            interaction,
            league,
            lambda season: [Withdraw(entry) for entry in people.entries_held(season, person.id)],
            reason=reason,
        )

    @league_command(
        "substitute",
        # Translators: description of the command /season substitute, at most 100 characters;
        # imperative
        locale_str("Let somebody play on in another person's place"),
        # Translators: description of an option of /season substitute, at most 100 characters
        person=locale_str("Who stops playing"),
        # Translators: description of an option of /season substitute, at most 100 characters
        by=locale_str("Who plays on"),
        league=_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def substitute(
        self,
        interaction: Interaction,
        person: discord.User,
        by: discord.Member,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the tables to be taken over."""

        def act_for(season: SeasonView) -> list[SeasonAct]:
            held = people.entries_held(season, person.id, also_gone=True)
            return [Substitute(entry, a_person(by)) for entry in held]

        await propose(interaction, league, act_for, reason=reason)

    @league_command(
        "ban",
        # Translators: description of the command /season ban, at most 100 characters; imperative
        locale_str("Keep somebody out of a league"),
        person=_WHO,
        # Translators: description of an option of /season ban, at most 100 characters
        days=locale_str("For how many days; without it for good"),
        league=_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def ban(
        self,
        interaction: Interaction,
        person: discord.User,
        days: app_commands.Range[int, 1, 3650] | None = None,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview what the ban means, and who is banned already."""
        await propose(
            interaction, league, lambda _: Ban(person.id, days), "sign-up", "running", reason=reason
        )

    @league_command(
        "unban",
        # Translators: description of the command /season unban, at most 100 characters; imperative
        locale_str("Let somebody into a league again"),
        person=_WHO,
        league=_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def unban(
        self,
        interaction: Interaction,
        person: discord.User,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview whose ban ends."""
        await propose(
            interaction, league, lambda _: Unban(person.id), "running", "sign-up", reason=reason
        )

    # --- results ---------------------------------------------------------------------------------

    @league_command(
        "correct",
        # Translators: description of the command /season correct, at most 100 characters;
        # imperative
        locale_str("Correct the result of a season's table"),
        table=_TABLE,
        points=POINTS_TYPED,
        league=_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def correct(
        self,
        interaction: Interaction,
        table: TableNumber,
        points: app_commands.Range[str, 1, MOST_POINTS_TYPED] | None = None,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings before and after; without points ask for them in a form."""
        await results.correct(interaction, league, table, points, reason)

    @league_command(
        "result",
        # Translators: description of the command /season result, at most 100 characters; imperative
        locale_str("Enter the result of a table played elsewhere, or lost by forfeit"),
        table=_TABLE,
        points=RESULT_TYPED,
        league=_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def result(
        self,
        interaction: Interaction,
        table: TableNumber,
        points: app_commands.Range[str, 1, MOST_POINTS_TYPED] | None = None,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings before and after; without points ask for them in a form."""
        await results.enter(interaction, league, table, points, reason)

    @league_command(
        "void",
        # Translators: description of the command /season void, at most 100 characters; imperative
        locale_str("Take a table out of a season"),
        table=_TABLE,
        league=_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def void(
        self,
        interaction: Interaction,
        table: TableNumber,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings before and after."""
        await propose(interaction, league, lambda _: Void(table), reason=reason)

    @league_command(
        "restore",
        # Translators: description of the command /season restore, at most 100 characters;
        # imperative
        locale_str("Let a table count again that was taken out of a season"),
        table=_TABLE,
        league=_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def restore(
        self,
        interaction: Interaction,
        table: TableNumber,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings before and after."""
        await propose(interaction, league, lambda _: Restore(table), reason=reason)

    @league_command(
        "replay",
        # Translators: description of the command /season replay, at most 100 characters; imperative
        locale_str("Let a table be played again; its result is taken away"),
        table=_TABLE,
        league=_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def replay(
        self,
        interaction: Interaction,
        table: TableNumber,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings before and after."""
        await propose(interaction, league, lambda _: Replay(table), reason=reason)

    @league_command(
        "adjust",
        # Translators: description of the command /season adjust, at most 100 characters; imperative
        locale_str("Give a player league points, or take them away"),
        person=_WHO,
        # Translators: description of an option of /season adjust, at most 100 characters
        points=locale_str("How many, such as 3 or -1.5"),
        league=_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def adjust(
        self,
        interaction: Interaction,
        person: discord.User,
        points: app_commands.Range[float, -100_000, 100_000],
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the standings before and after."""

        def act_for(season: SeasonView) -> list[SeasonAct]:
            held, given = people.entries_held(season, person.id, also_gone=True), units_of(points)
            was = season.state.adjustments
            return [Adjust(entry, given, was.get(entry, 0)) for entry in held]

        await propose(interaction, league, act_for, reason=reason)


@on_press("leaguedelete")
async def delete_pressed(interaction: Interaction, press: Press) -> None:
    """Delete the league."""
    moderator, t = await moderator_here(interaction), speaks(interaction)
    league = await league_pressed(interaction, press.word[1:])
    entry = await acting.delete_league(interaction.client.leagues, league.id, moderator)
    words = t.gettext("The league {league} is deleted; the audit log has it as entry {number}.")
    answer = words.format(league=printed(league.name), number=entry.id)
    await interaction.response.edit_message(view=message(text(answer)))


def a_person(member: discord.Member) -> int:
    """The member's id. Raises Refusal for a bot."""
    if member.bot:
        raise Refusal("a-bot", "A bot cannot play in a league; name a person.")
    return member.id


def units_of(points: float) -> int:
    """Typed league points in `points.UNIT`."""
    return round(points * UNIT)


def _about_forum(t: Translations, forum: discord.ForumChannel) -> str:
    """What a league does in a forum."""
    words = t.gettext(
        "Each season has a post for its news and one for its standings, each table its own."
    )
    if not forum.permissions_for(forum.guild.me).manage_threads:
        # Translators: “Manage Posts” is a permission of Discord, to be named as Discord does
        words += " " + t.gettext(
            "With the permission Manage Posts there I also pin the news, and tag posts."
        )
    return words


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(SeasonCommands(bot))
