"""/nudge: calling whoever is waited for, once more."""

from functools import partial

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answering import language_of, speaks
from bot.channels import Notice
from bot.client import TzolkinBot
from bot.tables import time_passing
from bot.tables.timing import ping_of
from cogs.carry_on import answer_and_carry_on, saying
from cogs.context import Interaction, table_here
from cogs.layout import message, printed, text
from cogs.messages import seat_names, turn_message
from cogs.posting import write_to


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
        bot, tables = self.bot, self.bot.tables
        table = await table_here(interaction)
        async with tables.open(table.id) as opened:
            seats = await time_passing.nudge(opened, interaction.user.id)
        mine = speaks(interaction)
        names = ", ".join(seat_names(mine, table)[seat] for seat in seats)
        told = mine.gettext("{names} will hear of it.").format(names=names)
        table = await tables.table(table.id)
        game = await tables.game(table.id)
        t, position = language_of(bot, table), game.snapshot()
        kind = game.pending[0].kind if game.pending else None
        notice = t.gettext("{name} is looking forward to your turn.").format(
            name=printed(interaction.user.display_name)
        )
        now = tables.now()
        mentioned = [s for s in seats if ping_of(table, table.seats[s], now) != "direct"]
        notices: list[Notice] = [
            partial(write_to, bot, table, position, seat, kind=kind, notice=notice)
            for seat in seats
            if seat not in mentioned
        ]
        if mentioned:
            view = turn_message(
                t, table, position, mentioned,
                lines=[notice], kind=kind,
            )  # fmt: skip
            people = [table.seats[seat].user_id for seat in mentioned]
            notices.append(saying(bot, table, view, pinged=people))
        answer = interaction.response.send_message(view=message(text(told)), ephemeral=True)
        await answer_and_carry_on(interaction, answer, table.id, notices=notices)


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Nudge(bot))
