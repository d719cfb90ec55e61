"""/nudge: calling whoever is waited for, once more."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answering import board_link, speaks
from bot.client import TzolkinBot
from bot.tables import time_passing
from bot.tables.timing import ping_of
from cogs.announce import said
from cogs.context import Interaction, table_here
from cogs.layout import message, text
from cogs.names import printed, seat_names
from cogs.public import turn_message
from cogs.speaking import call, language_of, speaker_of, write_to


class Nudge(commands.Cog):
    """The command that calls once more."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot

    @app_commands.command(
        name=locale_str("nudge"), description=locale_str("Call who is to move once more")
    )
    @app_commands.guild_only()
    async def nudge(self, interaction: Interaction) -> None:
        """Call those waited for, each in the way they like."""
        table = await table_here(interaction)
        tables, speaker = self.bot.tables, speaker_of(self.bot)
        async with tables.open(table.id) as opened:
            seats = await time_passing.nudge(opened, interaction.user.id)
        names = ", ".join(seat_names(table)[seat] for seat in seats)
        told = speaks(interaction).gettext("{names} will hear of it.").format(names=names)
        await interaction.response.send_message(view=message(text(told)), ephemeral=True)
        table = await tables.table(table.id)
        game = await tables.game(table.id)
        t, position = language_of(self.bot, table), game.snapshot()
        kind = game.pending[0].kind if game.pending else None
        notice = t.gettext("{name} is looking forward to your turn.").format(
            name=printed(interaction.user.display_name)
        )
        now = tables.now()
        mentioned = [s for s in seats if ping_of(table, table.seats[s], now) != "direct"]
        for seat in seats:
            if seat not in mentioned:
                write_to(speaker, t, table, position, seat, kind=kind, notice=notice)
        if mentioned:
            view = turn_message(
                t, table, position, mentioned,
                lines=[notice], kind=kind, board=board_link(table),
            )  # fmt: skip
            people = [table.seats[seat].user_id for seat in mentioned]
            await said(speaker, table.id, call(speaker, table, view, pinged=people))


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Nudge(bot))
