"""The buttons of moderators' acts at a table. Every press and sent form checks again whether the
person is a moderator."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.answering import speaks, tell
from bot.leagues.acts.acting import stake_of
from bot.leagues.games import refuse_latecomer
from bot.moderation import at_tables
from bot.moderation.at_tables import Moderated
from bot.moderation.table_acts import (
    ACTS,
    CorrectResult,
    EndGame,
    RewindGame,
    SeatLatecomer,
    TableAct,
    replace_player,
)
from bot.tables import Moderator, Person, Table
from bot.text.translation import Translations
from cogs.buttons import Press, button, on_press
from cogs.carry_on import answer_and_carry_on
from cogs.context import Interaction
from cogs.layout import first_lines, message, row, small, text
from cogs.leagues.names import remember
from cogs.moderation.moderators import (
    ReasonForm,
    answer_words,
    decider_here,
    moderator_here,
)

RED = discord.ButtonStyle.danger
COMPUTER = 0
"""In a press, stands for a computer in place of a person's id."""


def confirmation(
    t: Translations,
    act: type[TableAct],
    lines: Sequence[str],
    verb: str,
    table: Table,
    word: str,
) -> ui.LayoutView:
    """A preview of an act, with the button that asks for the reason and then does it."""
    press = button(t.gettext("Do it"), verb, table.id, word=word, style=RED)
    after = small(
        t.gettext("You will be asked for a reason; the table is told, and the log keeps it.")
    )
    title = "### " + t.gettext(act.asks)
    return message(text(*first_lines([title, *lines])), row([press]), text(after))


async def answer_done(interaction: Interaction, done: Moderated) -> None:
    """Answer the moderator, and let the game go on."""
    answer = tell(interaction, answer_words(speaks(interaction), done.entry))
    if done.entry.status != "done" or not ACTS[done.entry.act].tells:
        await answer
        return
    bot = interaction.client
    remember(bot, done.entry.guild_id, interaction.user.id, interaction.user.display_name)
    await answer_and_carry_on(interaction, answer, done.table.id)


async def do_at_table(
    interaction: Interaction, table_id: int, moderator: Moderator, act: TableAct, reason: str
) -> Moderated:
    """Do an act at a table, or request it, as the season of the table asks for."""
    bot = interaction.client
    stake = await stake_of(bot.leagues, table_id)
    return await at_tables.act(bot.tables, table_id, moderator, act, reason, stake)


# --- the presses ---------------------------------------------------------------------------------


async def _ask_why(interaction: Interaction, table_id: int, act: TableAct) -> None:
    async def done(sent: Interaction, moderator: Moderator, reason: str) -> None:
        await answer_done(sent, await do_at_table(sent, table_id, moderator, act, reason))

    await moderator_here(interaction)
    await interaction.response.send_modal(ReasonForm(speaks(interaction), done))


@on_press("modrewind")
async def rewind_pressed(interaction: Interaction, press: Press) -> None:
    """Rewind the game."""
    to, version = (int(part) for part in press.word.split("."))
    await _ask_why(interaction, press.table, RewindGame(to, version))


@on_press("modreplace")
async def replace_pressed(interaction: Interaction, press: Press) -> None:
    """Give a seat to somebody else."""
    seat, user_id, name = press.word.split(".", 2)
    person = None if int(user_id) == COMPUTER else Person(int(user_id), name)
    await _ask_why(interaction, press.table, replace_player(int(seat), person))


@on_press("modseat")
async def latecomer_pressed(interaction: Interaction, press: Press) -> None:
    """Seat a latecomer."""
    await refuse_latecomer(interaction.client.leagues, press.table)
    user_id, name = press.word.split(".", 1)
    await _ask_why(interaction, press.table, SeatLatecomer(int(user_id), name))


@on_press("modend")
async def end_pressed(interaction: Interaction, press: Press) -> None:
    """End the game."""
    await _ask_why(interaction, press.table, EndGame(counts=press.word == "counts"))


@on_press("modcorrect")
async def correct_pressed(interaction: Interaction, press: Press) -> None:
    """Correct the result."""
    points4 = [int(part) for part in press.word.split(".")]
    await _ask_why(interaction, press.table, CorrectResult(points4))


@on_press("modsettle")
async def settle_pressed(interaction: Interaction, press: Press) -> None:
    """Confirm or reject what another moderator requested."""
    entry, answer = press.word.split(".")
    moderator = await decider_here(interaction)
    bot = interaction.client
    asked = await at_tables.entry(bot.tables, int(entry))
    table_id = None if asked is None else asked.table_id
    stake = None if table_id is None else await stake_of(bot.leagues, table_id)
    done = await at_tables.settle(
        bot.tables, int(entry), moderator, confirm=answer == "confirm", stake=stake
    )
    await answer_done(interaction, done)
