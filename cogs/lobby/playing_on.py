"""A game that begins in a position: its lobby opens in a new thread."""

from bot.notation import NotationError
from bot.notation.position_line import read_position
from bot.refusal import Refusal
from cogs.kit.buttons import Press, old_button, on_press
from cogs.kit.context import Interaction, may_speak
from cogs.kit.layout import text_kept
from cogs.kit.places import Stands
from cogs.lobby.lobby import open_in_thread


@on_press("sitdown", Stands.ANYWHERE)
async def seat_chosen(interaction: Interaction, press: Press) -> None:
    """Open a lobby in the position that the message names, with the person in the chosen seat.
    Raises Refusal (`opened-already`) for a second press."""
    pressed, seat = interaction.message, press.number
    line = text_kept(pressed).removeprefix("-# ").strip("|`")
    try:
        if pressed is None or seat not in range(len(read_position(line).players)):
            raise old_button()
    except NotationError:
        raise old_button() from None
    if await may_speak(interaction):
        again = Refusal("opened-already", "Your game is open already, in a thread of its own.")
        with interaction.client.once.only(("sitdown", pressed.id), again):
            await open_in_thread(interaction, line, seat)
