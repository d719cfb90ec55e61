"""The card of a finished game, posted by a press on **Share** as a message that can be forwarded.

A game's card is posted once, and once more when the review has found the turn that decided most.
Whoever asks again is shown where it is.
"""

from dataclasses import replace
from io import BytesIO

import discord

from bot.model.table import SharedCard
from bot.refusal import Refusal
from bot.store import tables as stored
from bot.tables import OpenTable, Result, Table, looking_back
from bot.tables.reviewing import turning_point
from bot.text.points import winner_line
from cogs.client import TzolkinBot
from cogs.kit.answering import UNREACHABLE, language_of, message_link, speaks
from cogs.kit.buttons import Press, on_press
from cogs.kit.context import Interaction, ask_for_much, may_speak, picture_late, soon
from cogs.kit.layout import message, printed, text
from cogs.kit.names import plain_names
from cogs.kit.pictures import card_picture


@on_press("share")
async def share_pressed(interaction: Interaction, press: Press) -> None:
    """Post the card of a game that was played to its end, or show where it was posted."""
    bot = interaction.client
    if (await bot.tables.table(press.table)).seat_of(interaction.user.id) is None:
        raise Refusal("cannot-share", "Only this game's players can share its result.")
    if not await may_speak(interaction):
        return
    async with bot.tables.alone("card", press.table):
        opened = await bot.tables.read(press.table)
        result = await _result(opened)
        turn = await turning_point(opened)
        table = opened.table
        shared = await bot.store.read(stored.shared_card, table.id)
        now = SharedCard(0, table.rewinds, table.version, turn is not None)
        if shared is not None and _tells(shared, now) and await _is_there(bot, table, shared):
            t = speaks(interaction)
            # Translators: {link}: an address; to hold a message: to press it long, on a phone
            said = t.gettext("It is here: {link}. Hold that message to forward it.")
            view = message(text(said.format(link=message_link(table, shared.message))))
            await interaction.response.send_message(view=view, ephemeral=True)
            return
        ask_for_much(interaction)
        t = language_of(bot, table)
        drawing = card_picture(bot, t, opened, turn, by=interaction.user.id)
        drawn = await soon(interaction, drawing)
        if drawn is None:
            raise picture_late()
        # No layout of ours: whoever forwards it sends the line and the picture, and no buttons.
        sent = await interaction.response.send_message(
            winner_line(t, [printed(name) for name in plain_names(t, table)], result.standings),
            file=discord.File(BytesIO(drawn.data), drawn.filename, description=drawn.alt),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        if sent.message_id is not None:
            noted = replace(now, message=sent.message_id)
            await bot.store.write(stored.note_card, table.id, noted)


async def _result(opened: OpenTable) -> Result:
    """The result of the play. Raises Refusal (`no-card`) where there is none, or another counts."""
    result = await looking_back.result(opened)
    if result is None or result.played is None:
        raise Refusal("no-card", "Only a game that was played to its end can be shared.")
    if result.standings != result.played:
        raise Refusal(
            "card-decided", "The moderators changed this result, so its card is not shared."
        )
    return result


def _tells(shared: SharedCard, now: SharedCard) -> bool:
    """Whether the card that was shared tells all that a card would tell now."""
    of_game = (shared.rewinds, shared.version) == (now.rewinds, now.version)
    return of_game and shared.reviewed >= now.reviewed


async def _is_there(bot: TzolkinBot, table: Table, shared: SharedCard) -> bool:
    """Whether nobody has deleted the message. Where Discord does not say, it counts as there."""
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    try:
        await channel.fetch_message(shared.message)
    except discord.NotFound:
        return False
    except UNREACHABLE:
        pass
    return True
