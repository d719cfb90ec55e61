"""Play on from here: a moment of a finished game is the beginning of another one.

Whoever wants it chooses a seat; the lobby of the new game is opened by what that seat's button says
(`cogs.lobby.playing_on`).
"""

from io import BytesIO

import discord
from discord import ui

from bot.tables.replaying import WRITTEN, Moment, Replay
from bot.text.names import SEAT_LETTERS
from bot.text.translation import Translations
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, button, on_press
from cogs.kit.context import Interaction
from cogs.kit.late_answers import fill
from cogs.kit.layout import Part, message, packed, text
from cogs.kit.names import plain_names
from cogs.kit.written_games import NAME, can_play_on, kept, looked_at, moment_to_play_on, of_file


def play_on_button(t: Translations, game: Replay, moment: Moment) -> list[Part]:
    """The button to play on from a moment; none where nobody can."""
    if not can_play_on(game, moment):
        return []
    word = f"{moment.round}.{moment.turn}"
    # Translators: button, at most 34 characters; imperative: begin a game in the position shown
    return [button(t.gettext("Play on from here"), "playon", game.table.id, word=word)]


@on_press("playon")
async def play_on_asked(interaction: Interaction, press: Press) -> None:
    """Ask privately for the seat. Raises Refusal as `looked_at` and `moment_to_play_on`."""
    number, turn = press.numbers(2)
    files: list[discord.File] = []
    await interaction.response.defer(ephemeral=True, thinking=True)
    if press.table == WRITTEN:  # the file goes along, as nothing of it is stored
        game, content = await of_file(interaction, kept(interaction)[0])
        files.append(discord.File(BytesIO(content), filename=NAME))
    else:
        game = await looked_at(interaction, press.table)
    moment_to_play_on(game, number, turn)
    t = speaks(interaction)
    seats = [
        button(
            f"{SEAT_LETTERS[seat]} {name}"[:34], "sitdown", press.table, word=f"{press.word}.{seat}"
        )
        for seat, name in enumerate(plain_names(t, game.table))
    ]
    # Translators: heading: a game begins in a position of another one
    heading = t.gettext("Which seat do you take?")
    about = t.gettext(
        "Computers take the others, until somebody joins. Hidden tiles are dealt anew, and the "
        "game counts for no statistics or ratings."
    )
    file: Part | None = ui.File(f"attachment://{NAME}") if files else None
    asked = message(text(f"### {heading}", about), *packed(seats), file)
    await fill(interaction, asked, files)
