"""The options of a game: colours, language, modules of the expansion, tribes left out, time,
hints."""

from discord import ui

from bot.refusal import Over
from bot.tables import Table, lobby
from bot.tables.settings import OF_TABLES
from bot.text.hours import clock_words
from bot.text.translation import Translations
from cogs.kit.answering import language_of, speaks
from cogs.kit.buttons import Press, on_press
from cogs.kit.context import Interaction, person
from cogs.kit.layout import Part, message, row, small, text
from cogs.kit.setting_menus import pressed, setting_menu
from cogs.telling.messages import FIVE_SEATS, lobby_message
from cogs.telling.posting import edit_lobby


async def show_options(interaction: Interaction, table: Table) -> None:
    """Show the options of a game privately."""
    await interaction.response.send_message(view=await _view(interaction, table), ephemeral=True)


async def _view(interaction: Interaction, table: Table, notice: str | None = None) -> ui.LayoutView:
    server = await interaction.client.tables.server_settings(table.guild_id)
    hints = server.hints != "off"
    return _options_view(speaks(interaction), table, notice, hints=hints)


def _options_view(
    t: Translations, table: Table, notice: str | None, *, hints: bool
) -> ui.LayoutView:
    """The message with the options; `hints` says whether the server allows hints."""

    def menu(name: str) -> Part:
        return row([setting_menu(t, _BY_NAME[name], table.options, name, table.id)])

    parts: list[Part | None] = [
        # Translators: heading.
        text("### " + t.gettext("Options of this game"), *([notice] if notice else [])),
        menu("theme"),
        menu("tongue"),
    ]
    if table.status == "lobby":
        # Translators: heading: the name of the expansion.
        parts += [text(t.gettext("**Tribes & Prophecies**")), menu("modules")]
        if "tribes" in table.options.modules:
            parts.append(menu("without"))
        parts.append(text(small(t.gettext(FIVE_SEATS))))
        rules, reminders = table.options.time, table.options.reminders
        parts += [
            text(
                # Translators: heading: how long a player may think.
                t.gettext("**Time**"),
                *(small(one) for one in clock_words(t, rules, reminders=reminders)),
            ),
            menu("clock"),
            *([menu("hints")] if hints else []),
            # Translators: heading: who sits where.
            text(t.gettext("**Seats**")),
            menu("bidhours"),
        ]
    return message(*parts)


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
        view = await _view(interaction, table, t.gettext("The game has started; its modules stay."))
        await interaction.response.edit_message(view=view)
        return
    # Translators: a setting was changed; answer to a button
    view = await _view(interaction, table, t.gettext("Changed."))
    await interaction.response.edit_message(view=view)
    if table.status == "lobby":
        bot = interaction.client
        await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))


for _one in OF_TABLES:
    on_press(_one.name)(_chosen)
