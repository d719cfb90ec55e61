"""The clocks: the loop for pings after quiet hours, reminders and turns that nobody took in time;
/nudge, which calls those whose turn it is once more; /pause and /resume, which stop the clocks if
all who play agree."""

from contextlib import suppress

from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.refusal import AskedNow
from bot.tables import Refusal, Table, TimeCall, computers, requests, time_passing
from bot.tables.requests import Pause
from bot.text.translation import Translations, listed
from cogs.client import BotCog, LoopCog, every
from cogs.kit.answering import language_of, speaks
from cogs.kit.buttons import Press, button, on_press
from cogs.kit.context import Interaction, open_here, table_here
from cogs.kit.layout import message, row, text
from cogs.kit.members import seat_names
from cogs.telling.carry_on import answer_and_carry_on, carry_on
from cogs.telling.messages import OTHERS_ASKED, answer_your_turn
from cogs.telling.requests import (
    PAUSE,
    WITHDRAW,
    answer_withdrawn,
    asked_already,
    pause_request_view,
    request_pressed,
)

LOOK_EVERY = 20
"""Seconds between two looks at the clocks: deadlines are that exact."""


class Clock(LoopCog):
    """The command /nudge, and the loop that looks at the clocks of all tables."""

    async def cog_load(self) -> None:
        """Add the time in which the program did not run to all clocks, and begin to look."""
        await time_passing.give_time_back(self.bot.tables)
        await super().cog_load()

    @every(LOOK_EVERY, "looking at the clocks")
    async def look(self) -> None:
        """Do everything that is due now."""
        await time_passing.beat(self.bot.tables)
        for due in await time_passing.time_calls(self.bot.tables):
            await self.bot.guarded(self._call(due), f"the clock of table {due.table.id}")

    async def _call(self, due: TimeCall) -> None:
        """Send what is due. If a time has run out and the table's options say so, a computer takes
        the turn."""
        turns = []
        if due.what == "time_out":
            with suppress(Refusal):  # the game cannot be played on; people learn it when they try
                turns = await computers.time_over(self.bot.tables, due.table.id, due.seat)
        if due.what == "time_out":
            self.bot.dispatch("table_changed", due.table.id)
        await carry_on(self.bot, due.table.id, turns)

    @app_commands.command(name="nudge", description=locale_str("Remind whoever's turn it is"))
    @app_commands.guild_only()
    async def nudge(self, interaction: Interaction) -> None:
        """Call those whose turn it is once more, each by their own setting."""
        try:
            async with open_here(interaction) as opened:
                seats = await time_passing.nudge(opened, interaction.user.id)
        except AskedNow as refusal:
            await answer_your_turn(interaction, refusal, opened.table)
            return
        t, table = speaks(interaction), opened.table
        names = [seat_names(t, table)[seat] for seat in seats]
        # Translators: {names}: who is called once more, one player or more.
        words = t.ngettext(
            "{names} will be reminded.", "{names} will be reminded.", len(names)
        ).format(names=listed(t, names))
        answer = interaction.response.send_message(view=message(text(words)), ephemeral=True)
        await answer_and_carry_on(interaction, answer, table.id)


# --- pauses ---------------------------------------------------------------------------------------


async def _request_pause(interaction: Interaction, table: Table) -> None:
    bot, t = interaction.client, speaks(interaction)
    asked = requests.standing_pause(await bot.tables.read(table))
    mine = table.seat_of(interaction.user.id)
    if asked is not None and mine is not None and mine.seat in asked.votes:
        await interaction.response.send_message(view=_pause_asked_already(t, asked), ephemeral=True)
        return
    async with bot.tables.open(table.id) as opened:
        pause = requests.request_pause(opened, interaction.user.id)
    said = t.gettext(OTHERS_ASKED)
    if not pause.missing:
        said = t.gettext("The clocks are paused.")
    answer = interaction.response.send_message(view=message(text(said)), ephemeral=True)
    await answer_and_carry_on(interaction, answer, table.id)


def _pause_asked_already(t: Translations, pause: Pause) -> ui.LayoutView:
    names = seat_names(t, pause.table)
    missing = [names[seat] for seat in pause.missing]
    withdraw = button(t.gettext(WITHDRAW), "pausedrop", pause.table.id)
    return message(text(asked_already(t, missing)), row([withdraw]))


@on_press()
async def pausedrop(interaction: Interaction, press: Press) -> None:
    """Withdraw the request for a pause."""
    async with request_pressed(interaction, press.table, PAUSE):
        async with interaction.client.tables.open(press.table) as opened:
            table = requests.withdraw_pause(opened, interaction.user.id)

        def words(t: Translations, name: str) -> str:
            said = t.gettext("{name} withdrew the request; the clocks keep running.")
            return said.format(name=name)

        await answer_withdrawn(interaction, table, PAUSE, words)


@on_press()
async def pauseyes(interaction: Interaction, press: Press) -> None:
    """Agree to a pause; the last one to agree stops the clocks."""
    bot = interaction.client
    async with (
        request_pressed(interaction, press.table, PAUSE),
        bot.tables.open(press.table) as opened,
    ):
        pause = requests.agree_to_pause(opened, interaction.user.id)
    t = language_of(bot, pause.table)
    if pause.missing:
        await interaction.response.edit_message(view=pause_request_view(t, pause))
        return
    bot.channels[press.table].requests.pop(PAUSE, None)  # this message shows the outcome
    # Translators: everybody at the table agrees to stop the clocks
    answer = interaction.response.edit_message(
        view=message(text(t.gettext("Everybody agrees to pause the clocks.")))
    )
    await answer_and_carry_on(interaction, answer, press.table)


@on_press()
async def pauseno(interaction: Interaction, press: Press) -> None:
    """Decline a pause; the others are not told who did."""
    bot = interaction.client
    async with (
        request_pressed(interaction, press.table, PAUSE),
        bot.tables.open(press.table) as opened,
    ):
        table = requests.decline_pause(opened, interaction.user.id)
    bot.channels[press.table].requests.pop(PAUSE, None)
    said = language_of(bot, table).gettext("Not everybody agrees; the clocks keep running.")
    await interaction.response.edit_message(view=message(text(said)))


@on_press()
async def pauseend(interaction: Interaction, press: Press) -> None:
    """End the pause."""
    async with interaction.client.tables.open(press.table) as opened:
        table = requests.end_pause(opened, interaction.user.id)
    said = language_of(interaction.client, table).gettext("The clocks are running again.")
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
        await _request_pause(interaction, await table_here(interaction))

    @app_commands.command(name="resume", description=locale_str("Resume the clocks after a pause"))
    @app_commands.guild_only()
    async def resume(self, interaction: Interaction) -> None:
        """End the pause."""
        async with open_here(interaction) as opened:
            table = requests.end_pause(opened, interaction.user.id)
        said = speaks(interaction).gettext("The clocks are running again.")
        answer = interaction.response.send_message(view=message(text(said)), ephemeral=True)
        await answer_and_carry_on(interaction, answer, table.id)
