"""Games from files: a person sends the record of a game, and sees it as a replay.

Nothing is stored. The file stays attached to the private message with the replay, and each press
reads it again from there.
"""

import discord

from bot.notation import NotationError, read_file
from bot.notation.records import LONGEST
from bot.process.long_work import in_thread_of_files
from bot.refusal import Refusal
from bot.tables.replaying import WRITTEN, Moment, Replay, replay, replay_written
from cogs.kit.context import Interaction, ask_for_much
from cogs.kit.pages import theme_here

NAME = "record.json"
"""The name of the file at the message, whatever it was called before."""


async def looked_at(interaction: Interaction, table_id: int) -> Replay:
    """The game of a table or, for `WRITTEN`, of the file at the message with the button. Raises
    Refusal as `replay` and `of_file`, and (`no-file`) if the file is gone."""
    if table_id != WRITTEN:
        return await replay(await interaction.client.tables.read(table_id))
    return (await of_file(interaction, kept(interaction)[0]))[0]


def kept(interaction: Interaction) -> list[discord.Attachment]:
    """The file at the message whose button was pressed. Raises Refusal (`no-file`) if there is
    none."""
    there = interaction.message.attachments if interaction.message is not None else []
    found = [one for one in there if one.filename == NAME]
    if not found:
        raise _not_there()
    return found[:1]


async def of_file(interaction: Interaction, file: discord.Attachment) -> tuple[Replay, bytes]:
    """The game of a file, and the file's content. Raises Refusal for a file without a game
    (`no-game-in-file`, `file-too-long`), for one that is gone (`no-file`), and as
    `ask_for_much`."""
    if file.size > LONGEST:
        raise Refusal(
            "file-too-long",
            "This file is too long to be a game; send one of at most {most} MB.",
            most=LONGEST // 1_000_000,
        )
    ask_for_much(interaction)
    try:
        data = await file.read()
    except (discord.HTTPException, OSError):
        raise _not_there() from None
    theme = await theme_here(interaction.client, interaction.guild_id)
    try:
        return await in_thread_of_files(lambda: replay_written(read_file(data), theme)), data
    except NotationError:
        raise Refusal(
            "no-game-in-file",
            "I cannot find a game in this file; send a record, as /verify gives it.",
        ) from None


def can_play_on(game: Replay, moment: Moment) -> bool:
    """Whether a game can begin there: before a turn of a game that is over, or of one from a
    file."""
    return moment.begun is not None and (game.over or game.table.id == WRITTEN)


def moment_to_play_on(game: Replay, number: int, turn: int) -> Moment:
    """Find the moment of a round after so many turns in which another game is to begin. Raises
    Refusal as `Replay.moment`, and (`not-to-play-on`) in a game that goes on."""
    moment = game.moment(number, turn)
    if not can_play_on(game, moment):
        raise Refusal("not-to-play-on", "Only a finished game can be played on from its turns.")
    return moment


def _not_there() -> Refusal:
    return Refusal("no-file", "The file is gone; send it again with /replay.")
