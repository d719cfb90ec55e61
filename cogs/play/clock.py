"""The loop of the clocks: pings after quiet hours, reminders, turns that nobody took in time; and
/nudge, which calls those whose turn it is once more."""

from contextlib import suppress

from discord import app_commands
from discord.app_commands import locale_str

from bot.refusal import AskedNow
from bot.tables import Refusal, TimeCall, computers, time_passing
from bot.text.formats import listed
from cogs.kit.answering import speaks
from cogs.kit.context import Interaction, open_here
from cogs.kit.layout import message, text
from cogs.kit.loops import LoopCog, every
from cogs.kit.names import seat_names
from cogs.telling.carry_on import answer_and_carry_on, carry_on
from cogs.telling.messages import answer_your_turn

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
