"""Tables whose channel is gone: they are set aside when Discord says so, can go on in another
channel by /tzolkin move, and are given up in the end.

Discord tells the bot at once that a channel, post or thread was deleted, or that a server removed
the bot. What happened while the bot did not run is noticed when a message is refused, and every few
hours, by asking for each channel that is not known.
"""

from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import discord
import structlog
from discord import ui
from discord.ext import commands

from bot.leagues import games
from bot.refusal import Refusal
from bot.store import tables as stored
from bot.tables import OpenTable, Table, time_passing
from bot.text.seats import round_words
from bot.text.translation import Translations
from cogs.client import LoopCog, TzolkinBot, every
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, button, on_press
from cogs.kit.context import Interaction, Stands, may_speak
from cogs.kit.layout import Part, message, row, text
from cogs.kit.members import moderator_here, seat_names
from cogs.telling.carry_on import answer_and_carry_on, carry_on
from cogs.telling.messages import PRIMARY

LOOK_SECONDS = 6 * 3600
"""The seconds between two looks for channels that are gone."""
MOST_OFFERED = 5
"""How many games one answer offers at most."""

log = structlog.get_logger(__name__)


async def is_there(bot: TzolkinBot, table: Table) -> bool:
    """Whether a table's channel is there, as Discord says. Raises what asking raises."""
    guild = bot.get_guild(table.guild_id or 0)
    if guild is not None and guild.get_channel_or_thread(table.channel_id) is not None:
        return True
    try:
        await bot.http.get_channel(table.channel_id)
    except discord.NotFound:
        return False
    except discord.Forbidden:  # it may not be seen, or the bot is no longer at the server
        return await _at_server(bot, table)
    return True


async def _at_server(bot: TzolkinBot, table: Table) -> bool:
    """Whether the bot is at a table's server, as Discord says."""
    if table.guild_id is None:
        return True
    try:
        await bot.http.get_guild(table.guild_id, with_counts=False)
    except (discord.Forbidden, discord.NotFound):
        return False
    return True


async def _decided_by_moderators(bot: TzolkinBot, table: Table) -> bool:
    """Whether a game is a league's, and there are moderators who can decide how it goes on."""
    league = await games.table_of_game(bot.leagues, table.id)
    return league is not None and await _at_server(bot, table)


async def _set_aside(bot: TzolkinBot, table: Table) -> None:
    """Set a table aside, since its channel is gone. The lobby of a league's table is left to its
    season."""
    if table.status == "lobby" and await games.table_of_game(bot.leagues, table.id) is not None:
        return
    async with bot.tables.open(table.id, game=False) as opened:
        new = time_passing.set_aside(opened)
    if new:
        bot.channels.closed.pop(table.channel_id, None)
        await carry_on(bot, table.id)


async def _go_on(bot: TzolkinBot, table: Table) -> None:
    """Let a game go on, since the channel in which it was played is there again."""
    with suppress(Refusal):  # somebody has gone on with it meanwhile
        async with bot.tables.open(table.id, game=False) as opened:
            time_passing.go_on_elsewhere(opened, table.channel_id)
    await carry_on(bot, table.id)


class Gone(LoopCog):
    """Looks for tables whose channel is gone, or there again."""

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Called when a channel is deleted."""
        await self._deleted(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        """Called when a thread is deleted, or the post of a forum, or the channel it was in."""
        await self._deleted(deleted.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Called when the bot is removed from a server, or the server is deleted."""
        for table in await time_passing.with_channel_again(self.bot.tables, guild.id):
            await self._guarded(_set_aside(self.bot, table), table)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Called when the bot joins or rejoins a server."""
        for table in await time_passing.without_channel(self.bot.tables, guild.id):
            await self._guarded(self._look_at_waiting(table), table)

    @commands.Cog.listener()
    async def on_not_let_speak(self, table_id: int) -> None:
        """Called when Discord refuses a message in a table's channel (`cogs.telling.carry_on`)."""
        table = await self.bot.tables.table(table_id)
        await self._guarded(self._look_at(table), table)

    async def _deleted(self, channel_id: int) -> None:
        table = await self.bot.store.read(stored.open_in_channel, channel_id)
        if table is not None:
            await self._guarded(_set_aside(self.bot, table), table)

    @every(LOOK_SECONDS, "looking for channels that are gone")
    async def look(self) -> None:
        """Ask for the channels that are not known, and give up games that have waited too long."""
        for table in await time_passing.with_channel_again(self.bot.tables):
            await self._guarded(self._look_at(table), table)
        for table in await time_passing.without_channel(self.bot.tables):
            await self._guarded(self._look_at_waiting(table), table)

    async def _look_at(self, table: Table) -> None:
        if table.gone_at is None and not await is_there(self.bot, table):
            await _set_aside(self.bot, table)

    async def _look_at_waiting(self, table: Table) -> None:
        if await is_there(self.bot, table):
            await _go_on(self.bot, table)
        elif not await _decided_by_moderators(self.bot, table):
            async with self.bot.tables.open(table.id, game=False) as opened:
                time_passing.must_wait_no_longer(opened)

    async def _guarded(self, work: Coroutine[Any, Any, None], table: Table) -> None:
        await self.bot.guarded(work, f"whether the channel of table {table.id} is gone")


# --- going on elsewhere ---------------------------------------------------------------------------


async def offer_to_go_on(interaction: Interaction) -> None:
    """Show the games of this server that wait for another channel to those who play there and to
    moderators, each with a button to go on with it here. Raises Refusal (`none-waits`)."""
    if not await may_speak(interaction):
        return
    bot, t = interaction.client, speaks(interaction)
    waiting = await time_passing.without_channel(bot.tables, interaction.guild_id)
    mine = [table for table in waiting if await _may_go_on(interaction, table)]
    if not mine:
        raise Refusal(
            "none-waits",
            "None of your games on this server has lost its channel, so there is nothing to move.",
        )
    parts: list[Part] = []
    for table in mine[:MOST_OFFERED]:
        parts.append(text(await _game_line(t, await bot.tables.read(table.id))))
        # Translators: button, at most 34 characters; imperative: play a game on in this channel.
        label, word = t.gettext("Continue here"), str(table.id)
        # The number of the table is the word: the button stands elsewhere than its table.
        parts.append(row([button(label, "goon", 0, word=word, style=PRIMARY)]))
    await interaction.response.send_message(view=message(*parts), ephemeral=True)


async def _may_go_on(interaction: Interaction, table: Table) -> bool:
    if table.seat_of(interaction.user.id) is not None:
        return True
    with suppress(Refusal):
        await moderator_here(interaction)
        return True
    return False


async def _game_line(t: Translations, opened: OpenTable) -> str:
    names = ", ".join(seat_names(t, opened.table))
    try:
        return f"{names}: {round_words(t, opened.game.snapshot())}"
    except Refusal:  # it cannot be replayed
        return names


@on_press(Stands.ANYWHERE)
async def goon(interaction: Interaction, press: Press) -> None:
    """Go on with a game in this channel."""
    if not await may_speak(interaction):
        return
    bot, channel_id = interaction.client, interaction.channel_id
    assert channel_id is not None
    table = await bot.tables.table(press.number)
    if table.guild_id != interaction.guild_id or not await _may_go_on(interaction, table):
        raise Refusal("not-yours", "Only this game's players or a moderator can continue it.")
    async with bot.tables.open(table.id, game=False) as opened:
        time_passing.go_on_elsewhere(opened, channel_id)
    bot.channels.pop(table.id, None)  # what it knew was about the other channel
    view: ui.LayoutView = message(text(speaks(interaction).gettext("The game continues here.")))
    answer = interaction.response.edit_message(view=view)
    await answer_and_carry_on(interaction, answer, table.id)
