"""The options of a game: colours, language, modules of the expansion, tribes left out, time,
hints."""

from discord import ui

from bot.engine.board import MODULES
from bot.refusal import Over
from bot.tables import Table, lobby
from bot.tables.settings import OF_TABLES
from bot.text.hours import clock_words
from bot.text.names import expansion_name
from bot.text.translation import Translations
from cogs.kit.answering import language_of, speaks
from cogs.kit.buttons import Press, button, on_press
from cogs.kit.context import Interaction, person
from cogs.kit.layout import Part, message, row, small, text
from cogs.kit.setting_menus import pressed, setting_menu
from cogs.telling.messages import FIVE_SEATS, leave_button, lobby_message, seal_button
from cogs.telling.posting import edit_lobby


async def show_options(interaction: Interaction, table: Table) -> None:
    """Show the options of a game privately."""
    view = await options_view(interaction, table)
    await interaction.response.send_message(view=view, ephemeral=True)


async def options_view(
    interaction: Interaction, table: Table, notice: str | None = None
) -> ui.LayoutView:
    """The private message with the options; a person at the table can leave it there."""
    server = await interaction.client.tables.server_settings(table.guild_id)
    sits = table.seat_of(interaction.user.id) is not None
    hints = server.hints != "off"
    return _options_view(speaks(interaction), table, notice, hints=hints, sits=sits)


def _options_view(
    t: Translations, table: Table, notice: str | None, *, hints: bool, sits: bool
) -> ui.LayoutView:
    """The message with the options; `hints` says whether the server allows hints, `sits` whether
    its reader has a seat."""

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
            expansion_name(t),
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
            row(seats) if (seats := _of_seats(t, table, sits=sits)) else None,
        ),
        # Translators: heading: where a game is played, and proof that the deal is fair.
        *section(
            t.gettext("Place and deal"), row(there) if (there := _of_place(t, table)) else None
        ),
    ]
    return message(*parts)


def _all_or_none(t: Translations, table: Table) -> Part:
    """Chooses the whole expansion in one tap, or nothing of it."""
    if set(table.options.modules) == set(MODULES):
        # Translators: button, at most 34 characters: nothing of the expansion is played.
        return button(t.gettext("Base game only"), "modules", table.id, word="none")
    # Translators: button, at most 34 characters: all modules of the expansion are played.
    return button(t.gettext("Whole expansion"), "modules", table.id, word=",".join(MODULES))


def _of_seats(t: Translations, table: Table, *, sits: bool) -> list[Part]:
    """Computers, and the way out."""
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
    return [*found, *([leave_button(t, table)] if sits else [])]


def _of_place(t: Translations, table: Table) -> list[Part]:
    """Where the game begins, and the seal."""
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


async def _chosen(interaction: Interaction, press: Press) -> None:
    """Apply the choice from the menu of an option."""
    tables, t = interaction.client.tables, speaks(interaction)
    table = await tables.table(press.table)
    try:
        async with tables.open(press.table) as opened:
            options = pressed(_BY_NAME[press.verb], table.options, press)
            table = lobby.set_options(opened, person(interaction), options)
    except Over:
        table = await tables.table(press.table)
        if table.status != "playing":
            raise
        # The game has started while its options were shown: show what can still change.
        view = await options_view(
            interaction, table, t.gettext("The game has started; its modules stay.")
        )
        await interaction.response.edit_message(view=view)
        return
    # Translators: a setting was changed; answer to a button
    view = await options_view(interaction, table, t.gettext("Changed."))
    await interaction.response.edit_message(view=view)
    if table.status == "lobby":
        bot = interaction.client
        await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))


for _one in OF_TABLES:
    on_press(_one.name)(_chosen)
