"""What can be taken away of a game that is over: as one animated picture, as a text to read.

Each is a `GameFile` among `FILES`; its button stands at the end of the game's replay.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from types import MappingProxyType

import discord
from discord import ui

from bot.answering import speaks
from bot.refusal import Refusal
from bot.scene import Scene
from bot.tables import Confirmed, Table
from bot.tables.replaying import LAST, Replay, replay
from bot.text.replays import whole_game
from bot.text.translation import N_, Translations
from cogs.buttons import Press, button, old_button, on_press
from cogs.context import Interaction, ask_for_much
from cogs.layout import Part, message, picture, text
from cogs.messages import plain_names, recap
from cogs.pictures import files, table_scene
from rendering import Picture, draw_whole_game

AS_MUCH_AS = 20
"""So many pictures an animation costs whoever asks for it."""

Answer = tuple[ui.LayoutView, list[discord.File]]


@dataclass(frozen=True)
class GameFile:
    """A way to take a game away."""

    label: str
    """Of its button, at most 34 characters, marked for translation."""
    made: Callable[[Interaction, Translations, Replay], Awaitable[Answer]]
    """The private answer with the file."""


def file_buttons(t: Translations, table: Table) -> list[Part]:
    """The buttons of all files of a game, at most five."""
    return [
        button(t.gettext(one.label), "gamefile", table.id, word=word)
        for word, one in FILES.items()
    ]  # fmt: skip


async def _animated(interaction: Interaction, t: Translations, looked_at: Replay) -> Answer:
    """The whole game as one animated picture."""
    drawn = await _whole_picture(interaction, t, looked_at)
    view = message(picture(drawn.filename, drawn.alt))
    return view, files([drawn])


async def _whole_picture(interaction: Interaction, t: Translations, looked_at: Replay) -> Picture:
    pool, table = interaction.client.pool, looked_at.table
    theme, names = table.options.theme, tuple(plain_names(t, table))
    moment = (table.id, table.rewinds, table.version)
    key = ("whole game", moment, theme, names, table.seat_points, str(t.locale))
    kept = pool.kept(*key)
    if kept is not None:
        ask_for_much(interaction)
        return kept
    ask_for_much(interaction, AS_MUCH_AS)
    scenes = await asyncio.to_thread(_scenes, t, looked_at)
    drawn = await draw_whole_game(pool, scenes, theme=theme, t=t, by=interaction.user.id)
    pool.keep(drawn, *key)
    return drawn


def _scenes(t: Translations, looked_at: Replay) -> list[Scene]:
    """The beginning of each round, and the end."""
    found = []
    for number in (*(one.number for one in looked_at.rounds), LAST):
        one = looked_at.moment(number)
        found.append(table_scene(t, looked_at.table, one.position, one.waiting, one.moved))
    return found


async def _written(interaction: Interaction, t: Translations, looked_at: Replay) -> Answer:
    """The whole game in words, as a text file."""
    ask_for_much(interaction)
    told = await asyncio.to_thread(game_text, t, looked_at)
    name = f"tzolkin-{looked_at.table.id}.txt"
    view = message(
        # Translators: above a text file with a whole game.
        text(t.gettext("The whole game in words, to read or to keep.")),
        ui.File(f"attachment://{name}"),
    )
    return view, [discord.File(BytesIO(told.encode()), filename=name)]


def game_text(t: Translations, looked_at: Replay) -> str:
    """A game as a text to read, in the words of /log."""
    parts = [(t.gettext("Round {round}").format(round=one.number), one.turns)
             for one in looked_at.rounds if one.turns]  # fmt: skip
    if looked_at.choice:
        # Translators: heading in a text that tells a whole game: the choice of tiles.
        parts.insert(0, (t.gettext("Before the first round"), looked_at.choice[-1:]))
    result = looked_at.result
    return whole_game(
        t,
        plain_names(t, looked_at.table),
        [(heading, _lines(t, turns)) for heading, turns in parts],
        result.standings if result is not None else (),
    )


def _lines(t: Translations, turns: tuple[Confirmed, ...]) -> list[str]:
    return recap(t, turns, names_of=plain_names)


FILES: Mapping[str, GameFile] = MappingProxyType(
    {
        # Translators: button, at most 34 characters: a whole game as one animated picture.
        "picture": GameFile(N_("Whole game as a picture"), _animated),
        # Translators: button, at most 34 characters: a whole game in words, as a file.
        "text": GameFile(N_("Whole game as a text"), _written),
    }
)
"""By the word on their buttons."""


@on_press("gamefile")
async def file_pressed(interaction: Interaction, press: Press) -> None:
    """The whole game in a private message of its own. Raises Refusal (`not-ended`) while it goes
    on, as one that was rewound does."""
    wanted = FILES.get(press.word)
    if wanted is None:
        raise old_button()
    await interaction.response.defer(ephemeral=True, thinking=True)
    looked_at = await replay(await interaction.client.tables.read(press.table))
    if not looked_at.over:
        raise Refusal("not-ended", "The game goes on; take it away as a whole when it is over.")
    view, attached = await wanted.made(interaction, speaks(interaction), looked_at)
    await interaction.edit_original_response(view=view, attachments=attached)
