"""Play on from here: a moment of a finished game is the beginning of another one.

Whoever wants it chooses a seat; the lobby of the new game is opened by what that seat's button says
(`cogs.lobby.playing_on`).
"""

from bot.notation.position_line import write_position
from bot.refusal import Refusal
from bot.tables.replaying import WRITTEN, Moment, Replay
from bot.text.names import SEAT_LETTERS
from bot.text.translation import Translations
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, button, on_press
from cogs.kit.context import Interaction
from cogs.kit.late_answers import fill
from cogs.kit.layout import Part, kept_text, message, packed, text
from cogs.kit.names import plain_names
from cogs.looking.written_games import looked_at


def play_on_button(t: Translations, game: Replay, moment: Moment) -> list[Part]:
    """The button to play on from a moment; none where nobody can."""
    if not _can_play_on(game, moment):
        return []
    word = f"{moment.round}.{moment.turn}"
    # Translators: button, at most 34 characters; imperative: begin a game in the position shown
    return [button(t.gettext("Play on from here"), "playon", game.table.id, word=word)]


def _can_play_on(game: Replay, moment: Moment) -> bool:
    """Whether a game can begin there: before a turn of a game that is over, or of one from a file,
    which may have no more than a position."""
    from_file = game.table.id == WRITTEN
    if moment.begun is not None:
        return game.over or from_file
    return from_file and moment.position == game.begun


@on_press("playon")
async def play_on_asked(interaction: Interaction, press: Press) -> None:
    """Ask privately for the seat. Raises Refusal (`not-ended`) for a game that goes on."""
    number, turn = press.numbers(2)
    await interaction.response.defer(ephemeral=True, thinking=True)
    t, game = speaks(interaction), await looked_at(interaction, press.table)
    moment = game.moment(number, turn)
    if not _can_play_on(game, moment):
        raise Refusal("not-to-play-on", "Only a finished game can be played on from its turns.")
    seats = [
        button(f"{SEAT_LETTERS[seat]} {name}"[:34], "sitdown", 0, word=str(seat))
        for seat, name in enumerate(plain_names(t, game.table))
    ]
    # Translators: heading: a game begins in a position of another one
    heading = t.gettext("Which seat do you take?")
    about = t.gettext(
        "Computers take the others, until somebody joins. Hidden tiles are dealt anew, and the "
        "game counts for no statistics or ratings."
    )
    line = kept_text(f"-# ||`{write_position(moment.position)}`||")  # it shows with a tap
    await fill(interaction, message(text(f"### {heading}", about), *packed(seats), line))
