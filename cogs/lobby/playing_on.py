"""A game that begins in a position: its lobby opens in a new thread."""

from dataclasses import replace

from bot.notation import NotationError
from bot.notation.position_line import read_position
from bot.refusal import Refusal
from bot.tables import Table, lobby
from cogs.client import TzolkinBot
from cogs.kit.buttons import Press, old_button, on_press
from cogs.kit.context import Interaction, may_speak, person
from cogs.kit.layout import text_kept
from cogs.kit.places import Stands
from cogs.lobby.lobby import open_in_thread, options_here


@on_press("sitdown", Stands.ANYWHERE)
async def seat_chosen(interaction: Interaction, press: Press) -> None:
    """Open a lobby in the position that the message names, with the person in the chosen seat.
    Raises Refusal (`opened-already`) for a second press."""
    bot, pressed = interaction.client, interaction.message
    line = text_kept(pressed).removeprefix("-# `").removesuffix("`")
    try:
        players = len(read_position(line).players)
    except NotationError:
        raise old_button() from None
    if pressed is None or press.number not in range(players):
        raise old_button()
    if not await may_speak(interaction):
        return
    options = replace(await options_here(interaction), position=line)

    async def opened(channel_id: int) -> Table:
        return await lobby.open_in_position(
            bot.tables, interaction.guild_id, channel_id, person(interaction), press.number, options
        )

    again = Refusal("opened-already", "Your game is open already, in a thread of its own.")
    with bot.once.only(("sitdown", pressed.id), again):
        await open_in_thread(interaction, opened)


async def setup(bot: TzolkinBot) -> None:
    """Called when the features are set up; this one has only a button."""
