"""The options of a game: colours, language, modules of the expansion, tribes left out, time, hints;
and the private panel with the levels and styles of a lobby's computers."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from discord import ui

from bot.engine.components import MODULES
from bot.model.computers import LEVELS, STYLES, Computer
from bot.refusal import Over
from bot.store import tables as stored
from bot.tables import Table, lobby
from bot.tables.settings import OF_TABLES
from bot.text.advice import ABOUT_LEVELS, about_style, computer_words, level_name, style_name
from bot.text.hours import clock_words
from bot.text.names import EXPANSION_NAME
from bot.text.translation import N_, Translations, capital
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of, speaks
from cogs.kit.buttons import Press, button, on_press, select, setting_menu, setting_pressed
from cogs.kit.context import Interaction, Stands, person
from cogs.kit.layout import Part, message, option, row, small, text
from cogs.kit.members import names_at
from cogs.telling.messages import FIVE_SEATS, find_button, leave_button, lobby_message, seal_button
from cogs.telling.posting import edit_lobby

# Translators: answer to a button or menu that has changed them
OPTIONS_SAVED = N_("The game's options have been saved.")


async def show_options(interaction: Interaction, table: Table) -> None:
    """Show the options of a game privately."""
    view = await options_view(interaction, table)
    await interaction.response.send_message(view=view, ephemeral=True)


async def options_view(
    interaction: Interaction, table: Table, notice: str | None = None
) -> ui.LayoutView:
    """The private message with the options; a person at the table can leave it there."""
    bot, t = interaction.client, speaks(interaction)
    server = await bot.tables.server_settings(table.guild_id)
    sits = table.seat_of(interaction.user.id) is not None
    hints = server.hints != "off"
    invited = await invited_lines(bot, t, table) if table.host_id == interaction.user.id else []
    return _options_view(t, table, notice, hints=hints, sits=sits, invited=invited)


async def invited_lines(bot: TzolkinBot, t: Translations, table: Table) -> list[str]:
    """Whom the host of a lobby has invited, and what they have answered; for the host alone."""
    found = await bot.store.read(stored.invitations_to, table.id)
    if table.status != "lobby" or not found or table.guild_id is None:
        return []
    names = await names_at(bot, table.guild_id, list(found), t)
    lines = []
    for one, declined in found.items():
        # Translators: about somebody who was invited, behind the name
        said = t.gettext("has not answered yet")
        if table.seat_of(one) is not None:
            # Translators: about somebody who was invited, behind the name
            said = t.gettext("has joined")
        elif declined:
            # Translators: about somebody who was invited, behind the name: cannot play now
            said = t.gettext("cannot play now")
        lines.append(f"{names.printed(one)}: {said}")
    # Translators: above a list of people, each with what they have answered
    return [t.gettext("Invited:"), *lines]


def _options_view(
    t: Translations,
    table: Table,
    notice: str | None,
    *,
    hints: bool,
    sits: bool,
    invited: Sequence[str] = (),
) -> ui.LayoutView:
    """The message with the options. `hints` says whether the server allows hints, `sits` whether
    the reader has a seat; `invited` are lines about whom the reader has invited."""

    def menu(name: str) -> Part:
        return row([setting_menu(t, _BY_NAME[name], table.options, name, table.id)])

    def section(heading: str, *below: Part | None) -> list[Part]:
        shown = [part for part in below if part is not None]
        return [text(f"**{heading}**"), *shown] if shown else []

    position, waits = bool(table.options.position), table.status == "lobby"
    parts: list[Part | None] = [
        # Translators: heading.
        text("### " + t.gettext("Options of this game"), *([notice] if notice else [])),
        # Translators: heading: above the menus of colours and of languages.
        *section(t.gettext("Look and language"), menu("theme"), menu("tongue")),
    ]
    if not waits:
        return message(*parts)
    if not position:
        chosen = table.options.modules
        parts += section(
            t.say(EXPANSION_NAME),
            menu("modules"),
            row([_all_or_none(t, table)]),
            menu("without") if "tribes" in chosen else None,
            text(small(t.gettext(FIVE_SEATS))),
        )
    lines = clock_words(t, table.options.time, reminders=table.options.reminders)
    parts += [
        # Translators: heading: how long a player may think.
        *section(t.gettext("Time"), text(*map(small, lines)), menu("clock")),
        # Translators: heading: whether players get hints.
        *section(t.gettext("Hints"), menu("hints") if hints else None),
        *section(
            # Translators: heading: who sits where.
            t.gettext("Seats"),
            text(*invited) if invited else None,
            row(seats) if (seats := _of_seats(t, table, sits=sits)) else None,
        ),
        # Translators: heading: where a game is played, and proof that the deal is fair.
        *section(
            t.gettext("Where to play, and proof that the deal is fair"),
            row(there) if (there := _of_place(t, table)) else None,
        ),
    ]
    return message(*parts)


def _all_or_none(t: Translations, table: Table) -> Part:
    """The button that chooses all modules of the expansion, or none if all are chosen."""
    if set(table.options.modules) == set(MODULES):
        # Translators: button, at most 34 characters: nothing of the expansion is played.
        return button(t.gettext("Base game only"), "modules", table.id, word="none")
    # Translators: button, at most 34 characters: all modules of the expansion are played.
    return button(t.gettext("Whole expansion"), "modules", table.id, word=",".join(MODULES))


def _of_seats(t: Translations, table: Table, *, sits: bool) -> list[Part]:
    """The buttons about computers, and the one to leave if the reader has a seat."""
    found: list[Part] = []
    if any(holder.computer for holder in table.seats):
        found += [
            # Translators: button of a lobby, at most 34 characters: how well the computers there
            # play; noun, plural; best a short word
            button(t.gettext("Levels"), "lobby", table.id, "", "computers"),
        ]
    if found and not table.options.position:
        # Translators: button, at most 34 characters.
        found.append(button(t.gettext("Remove a computer"), "lobby", table.id, "", "remove"))
    if table.options.asked:  # its message has no room for this button
        found.append(find_button(t, table))
    return [*found, *([leave_button(t, table)] if sits else [])]


def _of_place(t: Translations, table: Table) -> list[Part]:
    """The buttons that choose between this channel and a thread, and the one for the seal."""
    found: list[Part] = []
    if table.guild_id is not None and table.options.thread:
        # Translators: button, at most 34 characters; "thread" as Discord calls it.
        found.append(button(t.gettext("Play here, no thread"), "lobby", table.id, "", "here"))
    elif table.guild_id is not None:
        # Translators: button, at most 34 characters; "thread" as Discord calls it.
        found.append(button(t.gettext("Play in a new thread"), "lobby", table.id, "", "thread"))
    seal = seal_button(t, table)
    return [*found, seal]


_BY_NAME = {one.name: one for one in OF_TABLES}


@on_press(Stands.AT_THE_TABLE, *_BY_NAME)
async def option_chosen(interaction: Interaction, press: Press) -> None:
    """Apply the choice from the menu of an option."""
    tables, t = interaction.client.tables, speaks(interaction)
    table = await tables.table(press.table)
    try:
        async with tables.open(press.table) as opened:
            options = setting_pressed(_BY_NAME[press.verb], table.options, press)
            table = lobby.set_options(opened, person(interaction), options)
    except Over:
        table = await tables.table(press.table)
        if table.status != "playing":
            raise
        # The game has started while its options were shown: show what can still change.
        view = await options_view(
            interaction,
            table,
            t.gettext("The game has started, so its modules can no longer be changed."),
        )
        await interaction.response.edit_message(view=view)
        return
    view = await options_view(interaction, table, t.gettext(OPTIONS_SAVED))
    await interaction.response.edit_message(view=view)
    if table.status == "lobby":
        bot = interaction.client
        await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))


# --- levels and styles of computers ---------------------------------------------------------------

_ALL_COMPUTERS, _NO_STYLE = "all", "none"
"""The values of menu options that stand for all computers, and for no style."""


async def show_levels(interaction: Interaction, table: Table) -> None:
    """Show the panel privately, with the computer that was added last."""
    names = lobby.names_of_computers(table)
    view = _levels_view(speaks(interaction), table, names[-1:])
    await interaction.response.send_message(view=view, ephemeral=True)


def _levels_view(t: Translations, table: Table, names: Sequence[str]) -> ui.LayoutView:
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
    whom = names[0] if len(names) == 1 else _ALL_COMPUTERS
    if len(sitting) > 1:
        parts.append(row([_which_computer(t, table.id, list(sitting), whom)]))
    same = {one.level for one in chosen}
    masters = [one for one in chosen if one.level == "master"]
    levels = [
        option(
            capital(level_name(t, one)), one, t.gettext(ABOUT_LEVELS[one]), default=same == {one}
        )
        for one in LEVELS
    ]
    # Translators: shown in a menu before something is chosen: how well computers play
    placeholder = t.gettext("How well they play")
    parts.append(row([select(levels, "level", table.id, "", whom, placeholder=placeholder)]))
    if whom != _ALL_COMPUTERS:
        styles = [
            option(
                capital(style_name(t, one)), one or _NO_STYLE, about_style(t, one),
                default=one == chosen[0].style,
            )
            for one in (*STYLES, None)
        ]  # fmt: skip
        # Translators: shown in a menu before something is chosen: what a computer likes
        placeholder = t.gettext("Style of play")
        parts.append(row([select(styles, "style", table.id, "", whom, placeholder=placeholder)]))
    if masters:
        # Translators: button, at most 34 characters: how long a computer may think about a turn
        label, twice = t.gettext("Up to 8 seconds a turn"), "yes"
        if all(one.twice for one in masters):
            # Translators: button, at most 34 characters: how long a computer may think about a turn
            label, twice = t.gettext("Only 4 seconds a turn"), "no"
        parts.append(row([button(label, "twice", table.id, word=f"{twice}.{whom}")]))
    return message(*parts)


def _which_computer(t: Translations, table_id: int, names: Sequence[str], whom: str) -> Part:
    options = [option(one, one, default=one == whom) for one in names]
    # Translators: option of a menu: not one computer, but all at the table
    every = t.gettext("All computers")
    options.append(option(every, _ALL_COMPUTERS, default=whom == _ALL_COMPUTERS))
    # Translators: shown in a menu before something is chosen
    return select(options, "computers", table_id, placeholder=t.gettext("Which computer"))


def _computers_named(table: Table, whom: str) -> Sequence[str]:
    names = lobby.names_of_computers(table)
    return names if whom == _ALL_COMPUTERS else [name for name in names if name == whom]


@on_press()
async def computers(interaction: Interaction, press: Press) -> None:
    """Show the menus of another computer, or of all."""
    table = await interaction.client.tables.table(press.table)
    view = _levels_view(speaks(interaction), table, _computers_named(table, press.value))
    await interaction.response.edit_message(view=view)


@on_press()
async def level(interaction: Interaction, press: Press) -> None:
    """Set the level of one computer or of all."""
    level = next((one for one in LEVELS if one == press.value), None)
    if level is not None:
        await _change_computers(
            interaction, press, press.word, lambda one: replace(one, level=level)
        )


@on_press()
async def style(interaction: Interaction, press: Press) -> None:
    """Set the style of one computer or of all, or none."""
    style = next((one for one in STYLES if one == press.value), None)
    await _change_computers(interaction, press, press.word, lambda one: replace(one, style=style))


@on_press()
async def twice(interaction: Interaction, press: Press) -> None:
    """Let one computer or all think twice as long, where they are masters, or no longer."""
    twice, _, whom = press.word.partition(".")
    await _change_computers(
        interaction, press, whom, lambda one: replace(one, twice=twice == "yes")
    )


async def _change_computers(
    interaction: Interaction, press: Press, whom: str, changed: Callable[[Computer], Computer]
) -> None:
    bot = interaction.client
    async with bot.tables.open(press.table) as opened:
        names = _computers_named(opened.table, whom)
        table = lobby.change_computers(opened, person(interaction), names, changed)
    await interaction.response.edit_message(view=_levels_view(speaks(interaction), table, names))
    await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))
