"""/season: how moderators run a season: cancel or draw it, draw its rounds and its final, open its
tables, see what stands still, close and reopen it."""

from discord.app_commands import locale_str

from bot.leagues import games
from bot.leagues.acts import acting
from bot.leagues.acts.act import SeasonAct
from bot.leagues.acts.finals import DrawFinal
from bot.leagues.acts.running import Cancel, Close, DrawRound, OpenTables, Reopen
from bot.leagues.views import SeasonView
from bot.text.formats import listed
from bot.text.leagues import table_name
from cogs.kit.answering import speaks, tell
from cogs.kit.context import Interaction
from cogs.kit.leagues_named import (
    WHICH_LEAGUE,
    DivisionNumber,
    LeagueName,
    league_command,
    season_in,
)
from cogs.kit.moderators import (
    WHY_OR_ASKED,
    Reason,
    moderator_here,
)
from cogs.leagues.opening import open_ready
from cogs.leagues.season.acts import propose, reason_by_name
from cogs.leagues.season.drawing import show_draw
from cogs.leagues.season.stalled import show_stalled


class RunningCommands:
    """Part of the group /season."""

    @league_command(
        "cancel",
        # Translators: description of the command /season cancel, at most 100 characters; imperative
        locale_str("Give up the season that is open for signing up"),
        league=WHICH_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def cancel(
        self,
        interaction: Interaction,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the cancelling, with the number of people it concerns."""
        await propose(interaction, league, lambda _: Cancel(), "sign-up", "running", reason=reason)

    @league_command(
        "draw",
        # Translators: description of the command /season draw, at most 100 characters; imperative
        locale_str("Close the sign-up, draw the divisions and begin the season"),
        league=WHICH_LEAGUE,
    )
    async def draw(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Show the divisions as they would be drawn, and how balanced their schedules are."""
        await show_draw(interaction, league)

    @league_command(
        "round",
        # Translators: description of the command /season round, at most 100 characters; imperative
        locale_str("Draw the next Swiss round"),
        # Translators: description of an option of /season round, at most 100 characters
        division=locale_str("Of which division; without it the first whose round is over"),
        league=WHICH_LEAGUE,
    )
    async def round(
        self,
        interaction: Interaction,
        division: DivisionNumber | None = None,
        league: LeagueName | None = None,
    ) -> None:
        """Preview the next Swiss round with its number of tables."""

        def act_for(season: SeasonView) -> SeasonAct:
            state = season.state
            meant = games.next_division(state) if division is None else division - 1
            return DrawRound(meant, games.next_round(state, meant))

        await propose(interaction, league, act_for)

    @league_command(
        "finals",
        # Translators: description of the command /season finals, at most 100 characters; imperative
        locale_str("Draw the final, once all tables of the divisions are over"),
        league=WHICH_LEAGUE,
    )
    async def finals(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Preview the final with its players."""
        await propose(interaction, league, lambda _: DrawFinal())

    @league_command(
        "open",
        # Translators: description of the command /season open, at most 100 characters; imperative
        locale_str("Open all tables that can be played now"),
        league=WHICH_LEAGUE,
    )
    async def open(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Open now all tables that would open automatically. Name those whose game was given up,
        which only /season replay opens."""
        moderator, t = await moderator_here(interaction), speaks(interaction)
        season = await season_in(interaction, league, "running")
        await interaction.response.defer(ephemeral=True, thinking=True)
        await acting.moderate(
            interaction.client.leagues, season.id, moderator, OpenTables(), reason_by_name(season)
        )
        opened = await open_ready(interaction.client, season.id)
        given_up = await games.given_up(interaction.client.leagues, season.id)
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

    @league_command(
        "close",
        # Translators: description of the command /season close, at most 100 characters; imperative
        locale_str("End a season: its standings are final"),
        league=WHICH_LEAGUE,
    )
    async def close(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Preview who would be champion, and who would move up or down."""
        await propose(interaction, league, lambda _: Close())

    @league_command(
        "reopen",
        # Translators: description of the command /season reopen, at most 100 characters; imperative
        locale_str("Let a closed season go on, so that its results can be corrected"),
        league=WHICH_LEAGUE,
        reason=WHY_OR_ASKED,
    )
    async def reopen(
        self,
        interaction: Interaction,
        league: LeagueName | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Preview the reopening, which a second moderator confirms."""
        await propose(interaction, league, lambda _: Reopen(), "finished", reason=reason)

    @league_command(
        "stalled",
        # Translators: description of the command /season stalled, at most 100 characters
        locale_str("Tables that stand still: whose turn, since when, and what to do"),
        league=WHICH_LEAGUE,
    )
    async def stalled(self, interaction: Interaction, league: LeagueName | None = None) -> None:
        """Show the tables, the longest without a turn first."""
        moderator = await moderator_here(interaction)
        season = await season_in(interaction, league, "running")
        await show_stalled(interaction, moderator, season)
