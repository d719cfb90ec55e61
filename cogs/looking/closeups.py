"""Private close-ups: a gear, the tiles with their effects, a seat, or the position in words."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import ui

from bot.engine.board import GEARS
from bot.scene import scene_of
from bot.tables import Refusal, Table
from bot.text.descriptions.position import Section, position_sections
from bot.text.names import SEAT_LETTERS, gear_name, seat_icon
from bot.text.translation import Translations
from bot.text.typed import escaped, folded
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, board_button, button, on_press, select
from cogs.kit.context import Interaction, draw_for
from cogs.kit.late_answers import fill
from cogs.kit.layout import MOST_CHOICES, TEXT_LIMIT, Part, characters, message, picture, row, text
from cogs.kit.names import plain_names
from cogs.kit.pictures import files, table_scene
from cogs.kit.sharing import share_button
from rendering import POSSESSIONS, Picture, draw_closeup

PICTURE, WORDS = "picture", "text"
PAGE = TEXT_LIMIT - 300
"""The most characters of a page in words; the rest is for its heading."""
_LABEL = 100


@dataclass(frozen=True)
class Look:
    """A close-up that the menu offers."""

    word: str
    """Its name in custom ids and for typing."""
    label: str
    icon: str = ""
    """The name of the icon before the label in the menu."""
    closeups: tuple[tuple[str, int | None], ...] = ()
    """The pictures that are drawn, each with the seat it needs; none for the position in words."""


def looks(t: Translations, table: Table) -> list[Look]:
    """All close-ups of a game."""
    gears = [Look(gear, gear_name(t, gear), gear, ((gear, None),)) for gear in GEARS]
    seats = [
        Look(
            f"seat-{seat}", f"{SEAT_LETTERS[seat]} {name}"[:_LABEL], seat_icon(seat),
            ((POSSESSIONS, seat),),
        )
        for seat, name in enumerate(plain_names(t, table))
    ]  # fmt: skip
    # Translators: menu option: a picture to look at, at most 60 characters.
    calendar = t.gettext("Calendar and food days")
    if {"prophecies", "quick_actions"} & set(table.options.modules):
        # Translators: menu option: a picture to look at, at most 60 characters.
        calendar = t.gettext("Calendar and expansion")
    return [
        # Translators: menu option: the whole position as text, at most 60 characters.
        Look(WORDS, t.gettext("Text: everything in words")),
        *gears,
        Look(
            # Translators: menu option: pictures to look at, at most 60 characters.
            "steps", t.gettext("Temples and technologies"), "kukulkan",
            (("temples", None), ("technologies", None)),
        ),
        Look(
            # Translators: menu option: pictures to look at, at most 60 characters.
            "tiles", t.gettext("Buildings and monuments"), "building",
            (("buildings", None), ("monuments", None)),
        ),
        Look("calendar", calendar, "calendar", (("calendar", None),)),
        *seats,
    ]  # fmt: skip


def find_look(t: Translations, table: Table, typed: str) -> Look:
    """The close-up that was typed: by its word, its label, or a part that only one label has.
    Raises Refusal if none or several match."""
    wanted = folded(" ".join(typed.split()))
    known = looks(t, table)
    for look in known:
        if wanted in (folded(look.word), folded(look.label)):
            return look
    holding = [look for look in known if wanted and wanted in folded(look.label)]
    if len(holding) != 1:
        raise Refusal(
            "no-look",
            "There is nothing called “{name}” to look at; pick one of the suggestions.",
            name=typed,
        )
    return holding[0]


def suggest_looks(t: Translations, table: Table | None, typed: str) -> list[tuple[str, str]]:
    """(label, word) of the close-ups whose label contains the typed text."""
    # Translators: suggestion while typing /board: a picture that everybody sees.
    known = [Look(PICTURE, t.gettext("Picture: the whole board, for all"))]
    if table is not None:
        known += looks(t, table)
    wanted = folded(typed)
    return [
        (look.label, look.word)
        for look in known
        if wanted in folded(look.label) or look.word.startswith(wanted)
    ][:MOST_CHOICES]


async def answer_look(interaction: Interaction, table: Table, look: Look, page: int = 0) -> None:
    """Fill the deferred answer with a close-up, or with a page of the position in words."""
    bot, t = interaction.client, speaks(interaction)
    game = await bot.tables.game(table.id)
    waiting = [decision.seat for decision in game.pending]
    drawn: list[Picture] = []
    said: list[str] = []
    if look.word == WORDS:
        names = [escaped(holder.name) for holder in table.seats]
        said = pages(position_sections(scene_of(game.snapshot(), names, waiting=waiting), t))
    else:
        scene = table_scene(t, table, game.snapshot(), waiting)
        for what, seat in look.closeups:
            theme = table.options.theme
            drawn.append(
                await draw_for(interaction, draw_closeup, scene, what, seat=seat, theme=theme, t=t)
            )
    view = look_message(t, table, look, drawn, said, page)
    await fill(interaction, view=view, attachments=files(drawn))


def look_message(
    t: Translations,
    table: Table,
    look: Look,
    drawn: Sequence[Picture] = (),
    said: Sequence[str] = (),
    page: int = 0,
) -> ui.LayoutView:
    """The message of a close-up, with the menu of all others and the button to the board."""
    parts: list[Part] = [picture(one.filename, one.alt) for one in drawn]
    if said:
        page = min(max(page, 0), len(said) - 1)
        parts.append(text(said[page]))
    turning: list[Part] = []
    for other in (page - 1, page + 1):
        if said and 0 <= other < len(said):
            # Translators: button, at most 34 characters: to this page.
            label = t.gettext("Page {n} of {all}").format(n=other + 1, all=len(said))
            turning.append(button(label, "page", table.id, "", str(other)))
    turning += [board_button(t, table.id, again=True), share_button(t)]
    return message(*parts, row(turning), row([closer_menu(t, table, look)]))


def closer_menu(t: Translations, table: Table, shown: Look | None = None) -> Part:
    """The menu of all close-ups."""
    options = [
        discord.SelectOption(
            label=one.label, value=one.word, emoji=t.icons.get(one.icon),
            default=shown is not None and one.word == shown.word,
        )
        for one in looks(t, table)
    ]  # fmt: skip
    # Translators: shown in a menu before something is chosen; its options are names of things on
    # the board, as "Tikal", "Buildings and monuments".
    return select(options, "closer", table.id, placeholder=t.gettext("Look closer at …"))


def pages(sections: Sequence[Section], most: int = PAGE) -> list[str]:
    """The sections as texts of at most `most` characters, each heading with what follows it."""
    found: list[str] = []
    current = ""
    for section in sections:
        heading = f"### {section.heading}"
        for number, line in enumerate(line for long in section.lines for line in _cut(long, most)):
            added = f"{heading}\n{line}" if number == 0 else line
            if current and characters(current) + 1 + characters(added) > most:
                found.append(current)
                current, added = "", f"{heading}\n{line}"
            current = f"{current}\n{added}" if current else added
    return [*found, current] if current else found


def _cut(line: str, most: int) -> list[str]:
    """A line cut between words, in pieces that leave room for a heading."""
    room, pieces = most - 300, [""]
    for word in line.split(" "):
        if characters(pieces[-1]) + 1 + characters(word) > room:
            pieces.append(word)
        else:
            pieces[-1] = f"{pieces[-1]} {word}".strip()
    return pieces


@on_press("closer")
async def closer_pressed(interaction: Interaction, press: Press) -> None:
    """Replace the close-up by the one chosen."""
    table = await interaction.client.tables.table(press.table)
    look = find_look(speaks(interaction), table, press.value)
    await interaction.response.defer()
    await answer_look(interaction, table, look)


@on_press("lookat")
async def lookat_pressed(interaction: Interaction, press: Press) -> None:
    """Show privately the close-up that the word of the press names."""
    table = await interaction.client.tables.table(press.table)
    look = find_look(speaks(interaction), table, press.word)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await answer_look(interaction, table, look)


@on_press("page")
async def page_pressed(interaction: Interaction, press: Press) -> None:
    """Show another page of the position in words."""
    table = await interaction.client.tables.table(press.table)
    look = find_look(speaks(interaction), table, WORDS)
    await interaction.response.defer()
    await answer_look(interaction, table, look, press.number)
