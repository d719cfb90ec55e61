"""/pause and /resume: letting the clocks stand still, when all who play agree."""

from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answering import language_of, speaks
from bot.channels import Notice
from bot.client import TzolkinBot
from bot.tables import Table, pausing
from bot.tables.pausing import Pause
from bot.tables.timing import ping_of
from bot.text.hours import moment, time_ends
from bot.text.translation import Translations
from cogs.buttons import Press, button, on_press
from cogs.carry_on import answer_and_carry_on, saying
from cogs.context import Interaction, table_here
from cogs.layout import message, row, small, text
from cogs.messages import OTHERS_ASKED, seat_names


def request_view(t: Translations, pause: Pause) -> ui.LayoutView:
    """What everybody reads: who asks for it, who has yet to agree, the buttons to say yes or no."""
    table = pause.table
    agreed = [
        name
        for seat, name in enumerate(seat_names(t, table))
        if seat in table.human_seats and seat not in pause.missing
    ]
    missing = " ".join(f"<@{table.seats[seat].user_id}>" for seat in pause.missing)
    return message(
        text(
            t.gettext("Shall the clocks stand still? {names} would like it.").format(
                names=", ".join(agreed)
            ),
            t.gettext("{missing}: do you agree?").format(missing=missing),
        ),
        row(
            [
                button(t.gettext("I agree"), "pauseyes", table.id),
                button(t.gettext("No, play on"), "pauseno", table.id),
            ]
        ),
        text(small(t.gettext("The request ends {moment}.").format(moment=moment(pause.until)))),
    )


def paused_view(t: Translations, table: Table) -> ui.LayoutView:
    """What everybody reads once all agree, with the button that ends it."""
    return message(
        text(t.gettext("All agree: the clocks stand still. You may play on all the same.")),
        row([button(t.gettext("Let them run"), "pauseend", table.id)]),
        text(small(t.gettext("Anybody who plays here can start them again, also with /resume."))),
    )


def _paused_notice(bot: TzolkinBot, table: Table) -> Notice:
    return saying(bot, table, paused_view(language_of(bot, table), table))


async def _request(interaction: Interaction, table: Table) -> None:
    bot, t = interaction.client, speaks(interaction)
    async with bot.tables.open(table.id) as opened:
        pause = pausing.request(opened, interaction.user.id)
    told = t.gettext(OTHERS_ASKED)
    if not pause.missing:
        told = t.gettext("The clocks stand still.")
        notice = _paused_notice(bot, pause.table)
    else:
        people = [pause.table.seats[seat].user_id for seat in pause.missing]
        view = request_view(language_of(bot, pause.table), pause)
        notice = saying(bot, pause.table, view, pinged=people)
    answer = interaction.response.send_message(view=message(text(told)), ephemeral=True)
    await answer_and_carry_on(interaction, answer, table.id, notices=[notice])


def _end_notice(interaction: Interaction, table: Table) -> Notice:
    """Tells everybody who let the clocks run, and those whose time runs how long it does."""
    bot = interaction.client
    t = language_of(bot, table)
    names, mine = seat_names(t, table), table.seat_of(interaction.user.id)
    assert mine is not None
    lines = [t.gettext("{name} let the clocks run again.").format(name=names[mine.seat])]
    for seat, ends in sorted(table.deadlines.items()):
        lines.append(time_ends(t, f"<@{table.seats[seat].user_id}>", ends))
    now = bot.tables.now()
    asked = [table.seats[seat] for seat in table.deadlines]
    people = [one.user_id for one in asked if ping_of(table, one, now) == "mention"]
    return saying(bot, table, message(text(*lines)), pinged=people)


@on_press("pauseyes")
async def agreed(interaction: Interaction, press: Press) -> None:
    """Somebody agrees; the last one stops the clocks."""
    bot = interaction.client
    async with bot.tables.open(press.table) as opened:
        pause = pausing.agree(opened, interaction.user.id)
    t = language_of(bot, pause.table)
    if pause.missing:
        await interaction.response.edit_message(view=request_view(t, pause))
        return
    answer = interaction.response.edit_message(view=message(text(t.gettext("All agree."))))
    notice = _paused_notice(bot, pause.table)
    await answer_and_carry_on(interaction, answer, press.table, notices=[notice])


@on_press("pauseno")
async def declined(interaction: Interaction, press: Press) -> None:
    """Somebody would rather play on. Who, is nobody's business."""
    bot = interaction.client
    async with bot.tables.open(press.table) as opened:
        table = pausing.decline(opened, interaction.user.id)
    told = language_of(bot, table).gettext("Not everybody agrees: the clocks run on.")
    await interaction.response.edit_message(view=message(text(told)))


@on_press("pauseend")
async def ended(interaction: Interaction, press: Press) -> None:
    """The button below a pause."""
    async with interaction.client.tables.open(press.table) as opened:
        table = pausing.end(opened, interaction.user.id)
    told = language_of(interaction.client, table).gettext("The pause is over.")
    answer = interaction.response.edit_message(view=message(text(told)))
    notice = _end_notice(interaction, table)
    await answer_and_carry_on(interaction, answer, table.id, notices=[notice])


class Pausing(commands.Cog):
    """The commands for a pause by consent."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot

    @app_commands.command(
        name=locale_str("pause"),
        description=locale_str("Stop the clocks of this game, if all who play agree"),
    )
    @app_commands.guild_only()
    async def pause(self, interaction: Interaction) -> None:
        """Ask for it, or agree."""
        await _request(interaction, await table_here(interaction))

    @app_commands.command(
        name=locale_str("resume"), description=locale_str("Let the clocks run again after a pause")
    )
    @app_commands.guild_only()
    async def resume(self, interaction: Interaction) -> None:
        """End it."""
        table = await table_here(interaction)
        async with self.bot.tables.open(table.id) as opened:
            table = pausing.end(opened, interaction.user.id)
        told = speaks(interaction).gettext("The clocks run again.")
        answer = interaction.response.send_message(view=message(text(told)), ephemeral=True)
        notice = _end_notice(interaction, table)
        await answer_and_carry_on(interaction, answer, table.id, notices=[notice])


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Pausing(bot))
