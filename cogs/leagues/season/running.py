"""Opening the tables of a season when a moderator asks for it."""

from bot.leagues import games
from bot.leagues.acts import acting
from bot.leagues.acts.running import OpenTables
from bot.leagues.views import SeasonView
from bot.tables import Moderator
from bot.text.formats import listed
from bot.text.leagues import table_name
from cogs.kit.answering import speaks, tell
from cogs.kit.context import Interaction
from cogs.leagues.opening import open_ready
from cogs.leagues.season.acts import reason_by_name


async def open_tables(interaction: Interaction, moderator: Moderator, season: SeasonView) -> None:
    """Open now all tables that would open automatically. Name those whose game was given up, which
    open only to be played again."""
    t = speaks(interaction)
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
            "No table can open now: the others wait for busy players, for the season's start, or "
            "for something named in the league's channel."
        )
    answer = answer.format(n=len(opened))
    if given_up:
        # Translators: {tables} are names of tables: “Table 3 and Table 5”; “Let it be played again”
        # is a choice on the moderators' page, to be named as there
        answer += " " + t.gettext(
            "Not tried again until a moderator chooses “Have it played again”: {tables}."
        ).format(tables=listed(t, [table_name(t, number) for number in given_up]))
    await tell(interaction, answer)
