"""/pause and /resume: stopping the clocks if all who play agree."""

from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.tables import Table, pausing
from bot.tables.pausing import Pause
from bot.text.translation import Translations
from cogs.client import BotCog
from cogs.kit.answering import language_of, speaks
from cogs.kit.buttons import Press, button, on_press
from cogs.kit.context import Interaction, open_here, table_here
from cogs.kit.layout import message, row, text
from cogs.kit.names import seat_names
from cogs.telling.carry_on import answer_and_carry_on
from cogs.telling.messages import OTHERS_ASKED
from cogs.telling.requests import (
    PAUSE,
    WITHDRAW,
    answer_withdrawn,
    asked_already,
    pause_request_view,
    request_pressed,
)


async def _request(interaction: Interaction, table: Table) -> None:
    bot, t = interaction.client, speaks(interaction)
    asked = pausing.standing(await bot.tables.read(table))
    mine = table.seat_of(interaction.user.id)
    if asked is not None and mine is not None and mine.seat in asked.votes:
        await interaction.response.send_message(view=_asked_already(t, asked), ephemeral=True)
        return
    async with bot.tables.open(table.id) as opened:
        pause = pausing.request(opened, interaction.user.id)
    said = t.gettext(OTHERS_ASKED)
    if not pause.missing:
        said = t.gettext("The clocks are paused.")
    answer = interaction.response.send_message(view=message(text(said)), ephemeral=True)
    await answer_and_carry_on(interaction, answer, table.id)


def _asked_already(t: Translations, pause: Pause) -> ui.LayoutView:
    names = seat_names(t, pause.table)
    missing = [names[seat] for seat in pause.missing]
    withdraw = button(t.gettext(WITHDRAW), "pausedrop", pause.table.id)
    return message(text(asked_already(t, missing)), row([withdraw]))


@on_press("pausedrop")
async def withdrawn(interaction: Interaction, press: Press) -> None:
    """Withdraw the request for a pause."""
    async with request_pressed(interaction, press.table, PAUSE):
        async with interaction.client.tables.open(press.table) as opened:
            table = pausing.withdraw(opened, interaction.user.id)

        def words(t: Translations, name: str) -> str:
            said = t.gettext("{name} withdrew the request; the clocks keep running.")
            return said.format(name=name)

        await answer_withdrawn(interaction, table, PAUSE, words)


@on_press("pauseyes")
async def agreed(interaction: Interaction, press: Press) -> None:
    """Agree to a pause; the last one to agree stops the clocks."""
    bot = interaction.client
    async with (
        request_pressed(interaction, press.table, PAUSE),
        bot.tables.open(press.table) as opened,
    ):
        pause = pausing.agree(opened, interaction.user.id)
    t = language_of(bot, pause.table)
    if pause.missing:
        await interaction.response.edit_message(view=pause_request_view(t, pause))
        return
    bot.channels[press.table].requests.pop(PAUSE, None)  # this message shows the outcome
    # Translators: everybody at the table agrees to stop the clocks
    answer = interaction.response.edit_message(view=message(text(t.gettext("Everybody agrees."))))
    await answer_and_carry_on(interaction, answer, press.table)


@on_press("pauseno")
async def declined(interaction: Interaction, press: Press) -> None:
    """Decline a pause; the others are not told who did."""
    bot = interaction.client
    async with (
        request_pressed(interaction, press.table, PAUSE),
        bot.tables.open(press.table) as opened,
    ):
        table = pausing.decline(opened, interaction.user.id)
    bot.channels[press.table].requests.pop(PAUSE, None)
    said = language_of(bot, table).gettext("Not everybody agrees; the clocks keep running.")
    await interaction.response.edit_message(view=message(text(said)))


@on_press("pauseend")
async def ended(interaction: Interaction, press: Press) -> None:
    """End the pause."""
    async with interaction.client.tables.open(press.table) as opened:
        table = pausing.end(opened, interaction.user.id)
    said = language_of(interaction.client, table).gettext("The pause is over.")
    answer = interaction.response.edit_message(view=message(text(said)))
    await answer_and_carry_on(interaction, answer, table.id)


class Pausing(BotCog):
    """The commands for a pause by consent."""

    @app_commands.command(
        name="pause",
        description=locale_str("Pause this game's clocks, if all players agree"),
    )
    @app_commands.guild_only()
    async def pause(self, interaction: Interaction) -> None:
        """Ask for a pause, or agree to one."""
        await _request(interaction, await table_here(interaction))

    @app_commands.command(name="resume", description=locale_str("Restart the clocks after a pause"))
    @app_commands.guild_only()
    async def resume(self, interaction: Interaction) -> None:
        """End the pause."""
        async with open_here(interaction) as opened:
            table = pausing.end(opened, interaction.user.id)
        said = speaks(interaction).gettext("The clocks are running again.")
        answer = interaction.response.send_message(view=message(text(said)), ephemeral=True)
        await answer_and_carry_on(interaction, answer, table.id)
