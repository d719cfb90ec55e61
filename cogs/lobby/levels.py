"""The private panel with the levels and styles of a lobby's computers."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from discord import ui

from bot.model.advice import LEVELS, STYLES, Computer
from bot.tables import Table, lobby
from bot.text.computers import about_level, about_style, computer_words, level_name, style_name
from bot.text.formats import capital
from bot.text.translation import Translations
from cogs.kit.answering import language_of, speaks
from cogs.kit.buttons import Press, button, on_press, select
from cogs.kit.context import Interaction, person
from cogs.kit.layout import Part, message, option, row, small, text
from cogs.telling.messages import lobby_message
from cogs.telling.posting import edit_lobby

_ALL, _NO_STYLE = "all", "none"
"""Values of the menus' options for all computers and for no style."""


async def show_levels(interaction: Interaction, table: Table) -> None:
    """Show the panel privately, with the computer that was added last."""
    names = lobby.names_of_computers(table)
    view = _view(speaks(interaction), table, names[-1:])
    await interaction.response.send_message(view=view, ephemeral=True)


def _view(t: Translations, table: Table, names: Sequence[str]) -> ui.LayoutView:
    """The panel for these computers: one, or all of the table."""
    sitting = {one.name: one.computer for one in table.seats if one.computer}
    lines = [
        # Translators: a computer player's name, and how it plays: "Kimi: hard · builder"
        t.gettext("**{name}**: {how}").format(name=name, how=computer_words(t, computer))
        for name, computer in sitting.items()
    ]
    # Translators: noun, plural; heading
    parts: list[Part | None] = [text("### " + t.gettext("Computers"), *lines)]
    chosen = [sitting[name] for name in names]
    if not chosen:
        # Translators: instead of a list of computers, where there is none any more
        return message(*parts, text(small(t.gettext("No computer sits at this table."))))
    whom = names[0] if len(names) == 1 else _ALL
    if len(sitting) > 1:
        parts.append(row([_which(t, table.id, list(sitting), whom)]))
    same = {one.level for one in chosen}
    masters = [one for one in chosen if one.level == "master"]
    levels = [
        option(capital(level_name(t, one)), one, about_level(t, one), default=same == {one})
        for one in LEVELS
    ]
    # Translators: shown in a menu before something is chosen: how well computers play
    placeholder = t.gettext("How well they play")
    parts.append(row([select(levels, "level", table.id, "", whom, placeholder=placeholder)]))
    if whom != _ALL:
        styles = [
            option(
                capital(style_name(t, one)), one or _NO_STYLE, about_style(t, one),
                default=one == chosen[0].style,
            )
            for one in (*STYLES, None)
        ]  # fmt: skip
        # Translators: shown in a menu before something is chosen: what a computer likes
        placeholder = t.gettext("What it likes")
        parts.append(row([select(styles, "style", table.id, "", whom, placeholder=placeholder)]))
    if masters:
        # Translators: button, at most 34 characters: how long a computer may think about a turn
        label, twice = t.gettext("Up to 8 seconds a turn"), "yes"
        if all(one.twice for one in masters):
            # Translators: button, at most 34 characters: how long a computer may think about a turn
            label, twice = t.gettext("Only 4 seconds a turn"), "no"
        parts.append(row([button(label, "twice", table.id, word=f"{twice}.{whom}")]))
    return message(*parts)


def _which(t: Translations, table_id: int, names: Sequence[str], whom: str) -> Part:
    options = [option(one, one, default=one == whom) for one in names]
    # Translators: option of a menu: not one computer, but all at the table
    every = t.gettext("All computers")
    options.append(option(every, _ALL, default=whom == _ALL))
    # Translators: shown in a menu before something is chosen
    return select(options, "computers", table_id, placeholder=t.gettext("Which computer"))


def _named(table: Table, whom: str) -> Sequence[str]:
    names = lobby.names_of_computers(table)
    return names if whom == _ALL else [name for name in names if name == whom]


@on_press("computers")
async def computer_chosen(interaction: Interaction, press: Press) -> None:
    """Show the menus of another computer, or of all."""
    table = await interaction.client.tables.table(press.table)
    view = _view(speaks(interaction), table, _named(table, press.value))
    await interaction.response.edit_message(view=view)


@on_press("level")
async def level_chosen(interaction: Interaction, press: Press) -> None:
    """Set the level of one computer or of all."""
    level = next((one for one in LEVELS if one == press.value), None)
    if level is not None:
        await _change(interaction, press, press.word, lambda one: replace(one, level=level))


@on_press("style")
async def style_chosen(interaction: Interaction, press: Press) -> None:
    """Set the style of one computer or of all, or none."""
    style = next((one for one in STYLES if one == press.value), None)
    await _change(interaction, press, press.word, lambda one: replace(one, style=style))


@on_press("twice")
async def time_chosen(interaction: Interaction, press: Press) -> None:
    """Let one computer or all think twice as long, where they are masters, or no longer."""
    twice, _, whom = press.word.partition(".")
    await _change(interaction, press, whom, lambda one: replace(one, twice=twice == "yes"))


async def _change(
    interaction: Interaction, press: Press, whom: str, changed: Callable[[Computer], Computer]
) -> None:
    bot = interaction.client
    async with bot.tables.open(press.table) as opened:
        names = _named(opened.table, whom)
        table = lobby.change_computers(opened, person(interaction), names, changed)
    await interaction.response.edit_message(view=_view(speaks(interaction), table, names))
    await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))
