"""Files of finished games: one animated picture, a text to read, notation, a play for BG Stats.

Each is a `GameFile` in `FILES`; its button is at the end of the game's replay.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from types import MappingProxyType

import discord
from discord import ui

from bot.notation.bg_stats import bg_stats_file, bg_stats_link
from bot.notation.games import WrittenGame
from bot.notation.records import Seat
from bot.notation.text_form import write_text
from bot.process.long_work import in_thread
from bot.refusal import Refusal
from bot.scene import Scene
from bot.tables import Table, records
from bot.tables.replaying import LAST, WRITTEN, Replay
from bot.text.replays import whole_game
from bot.text.translation import N_, Translations
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, button, old_button, on_press
from cogs.kit.context import Interaction, ask_for_much
from cogs.kit.late_answers import fill
from cogs.kit.layout import Part, message, picture, text
from cogs.kit.names import plain_names
from cogs.kit.pictures import files, table_scene
from cogs.kit.written_games import looked_at
from rendering import Picture, draw_whole_game

_LONGEST_LINK = 3000
"""The most characters of a link for which a message has room beside its words."""
AS_MUCH_AS = 20
"""An animation costs the person who asks for it as much as this many pictures."""

Answer = tuple[ui.LayoutView, list[discord.File]]


@dataclass(frozen=True)
class GameFile:
    """A kind of file of a game."""

    label: str
    """The label of its button, at most 34 characters, marked for translation."""
    made: Callable[[Interaction, Translations, Replay], Awaitable[Answer]]
    """Makes the private answer with the file."""
    of_record: bool = False
    """Whether it needs the record of a table's game."""


def file_buttons(t: Translations, table: Table) -> list[Part]:
    """The buttons of all files of a game, at most five."""
    return [
        button(t.gettext(one.label), "gamefile", table.id, word=word)
        for word, one in FILES.items()
        if table.id != WRITTEN or not one.of_record
    ]


async def _animated(interaction: Interaction, t: Translations, game: Replay) -> Answer:
    """Answer with the whole game as one animated picture."""
    drawn = await _whole_picture(interaction, t, game)
    view = message(picture(drawn.filename, drawn.alt))
    return view, files([drawn])


async def _whole_picture(interaction: Interaction, t: Translations, game: Replay) -> Picture:
    pool, table = interaction.client.pool, game.table
    theme, names = table.options.theme, tuple(plain_names(t, table))
    moment = (table.id, table.rewinds, table.version)
    key = ("whole game", moment, theme, names, str(t.locale))
    kept = pool.kept(*key) if table.id != WRITTEN else None
    if kept is not None:
        ask_for_much(interaction)
        return kept
    ask_for_much(interaction, AS_MUCH_AS)
    scenes = await in_thread(_scenes, t, game)
    drawn = await draw_whole_game(pool, scenes, theme=theme, t=t, by=interaction.user.id)
    if table.id != WRITTEN:
        pool.keep(drawn, *key)
    return drawn


def _scenes(t: Translations, game: Replay) -> list[Scene]:
    """The scenes of the beginning of each round, and of the end."""
    found = []
    for number in (*(one.number for one in game.rounds), LAST):
        one = game.moment(number)
        found.append(table_scene(t, game.table, one.position, one.waiting, one.moved))
    return found


async def _written(interaction: Interaction, t: Translations, game: Replay) -> Answer:
    """Answer with the whole game in words, as a text file."""
    ask_for_much(interaction)
    told = await in_thread(game_text, t, game)
    name = _name(game, "txt")
    view = message(
        # Translators: above a text file with a whole game.
        text(t.gettext("The whole game in words, to read or to keep.")),
        ui.File(f"attachment://{name}"),
    )
    return view, [_file(told, name)]


def game_text(t: Translations, game: Replay) -> str:
    """A game as a text to read, in the words of /log."""
    table, result = game.table, game.result
    played = [turn for one in game.rounds for turn in one.turns]
    return whole_game(
        t,
        plain_names(t, table),
        [seat.computer is not None for seat in table.seats],
        game.begun,
        # The last choice of wealth tiles reveals all of them.
        [*game.choice[-1:], *played],
        result.standings if result is not None else (),
    )


async def _in_notation(interaction: Interaction, t: Translations, game: Replay) -> Answer:
    """Answer with the deal and all actions, as text to read and paste. Unlike the record
    (`/verify`), it has neither the secret of the deal nor the times of the actions."""
    ask_for_much(interaction)
    record = await records.record_of(await interaction.client.tables.read(game.table.id))
    plain = WrittenGame(
        rules=record.rules,
        seats=tuple(Seat(seat.name, seat.computer, None) for seat in record.seats),
        deal=record.deal,
        events=tuple(replace(event, at=None) for event in record.events),
        modules=record.modules,
    )
    written = await in_thread(write_text, plain)
    view = message(
        text(
            # Translators: above a text file with a whole game in a notation, as chess games have.
            t.gettext(
                "The whole game in notation, to read or paste anywhere. The bot's documentation "
                "explains it."
            )
        ),
        ui.File(f"attachment://{_name(game, 'notation.txt')}"),
    )
    return view, [_file(written, _name(game, "notation.txt"))]


async def _for_bg_stats(interaction: Interaction, t: Translations, game: Replay) -> Answer:
    """Answer with the result as a play for the app BG Stats: a link that opens it, and a file."""
    ask_for_much(interaction)
    record = await records.record_of(await interaction.client.tables.read(game.table.id))
    if record.result is None:
        raise Refusal("no-result", "This game was not played to its end, so it has no result.")
    play, link = await in_thread(lambda: (bg_stats_file(record, t), bg_stats_link(record, t)))
    # Translators: {app} is a link with the name of an app, in which people keep what they played.
    words = t.gettext("Keep this game in {app}: tap the link, or open the file with the app.")
    name = _name(game, "bgsplay")
    shown = f"[BG Stats]({link})" if len(link) <= _LONGEST_LINK else "BG Stats"
    view = message(text(words.format(app=shown)), ui.File(f"attachment://{name}"))
    return view, [_file(play, name)]


def _name(game: Replay, ending: str) -> str:
    number = "" if game.table.id == WRITTEN else f"-{game.table.id}"
    return f"tzolkin{number}.{ending}"


def _file(content: str, name: str) -> discord.File:
    return discord.File(BytesIO(content.encode()), filename=name)


FILES: Mapping[str, GameFile] = MappingProxyType(
    {
        # Translators: button, at most 34 characters: a whole game as one animated picture.
        "picture": GameFile(N_("Whole game as a picture"), _animated),
        # Translators: button, at most 34 characters: a whole game in words, as a file.
        "text": GameFile(N_("Whole game as a text"), _written),
        # Translators: button, at most 34 characters: a whole game in a notation, as a file.
        "notation": GameFile(N_("In notation"), _in_notation, of_record=True),
        # Translators: button, at most 34 characters: a result for an app of this name.
        "bgstats": GameFile(N_("For BG Stats"), _for_bg_stats, of_record=True),
    }
)
"""All kinds of files, by the word of their buttons."""


@on_press("gamefile")
async def file_pressed(interaction: Interaction, press: Press) -> None:
    """Answer with a file of a finished game, privately. Raises Refusal (`not-ended`) for a running
    game, also one that was rewound."""
    wanted = FILES.get(press.word)
    if wanted is None or (press.table == WRITTEN and wanted.of_record):
        raise old_button()
    await interaction.response.defer(ephemeral=True, thinking=True)
    game = await looked_at(interaction, press.table)
    if not game.over:
        raise Refusal(
            "not-ended", "The game is still going on; you can get all of it when it is over."
        )
    view, attached = await wanted.made(interaction, speaks(interaction), game)
    await fill(interaction, view=view, attachments=attached)
