"""A game that begins in a position: its lobby opens in a new thread."""

from bot.notation.position_line import write_position
from bot.refusal import Refusal
from cogs.kit.buttons import Press, old_button, on_press
from cogs.kit.context import Interaction, may_speak
from cogs.kit.places import Stands
from cogs.kit.written_games import looked_at, moment_to_play_on
from cogs.lobby.lobby import open_in_thread


@on_press("sitdown", Stands.ANYWHERE)
async def seat_chosen(interaction: Interaction, press: Press) -> None:
    """Open a lobby in the moment of a game that the button names, with the person in the chosen
    seat. Raises Refusal (`opened-already`) for a second press, and as `looked_at` and
    `moment_to_play_on`."""
    pressed, (number, turn, seat) = interaction.message, press.numbers(3)
    if pressed is None or not await may_speak(interaction):
        return
    again = Refusal("opened-already", "Your game is open already, in a thread of its own.")
    with interaction.client.once.only(("sitdown", pressed.id), again):
        game = await looked_at(interaction, press.table)
        moment = moment_to_play_on(game, number, turn)
        if seat not in range(len(moment.position.players)):
            raise old_button()
        await open_in_thread(interaction, write_position(moment.position), seat)
