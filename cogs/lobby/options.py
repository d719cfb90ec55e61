"""The options of a game: colours, language, modules of the expansion, tribes left out, time,
hints."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import discord
from discord import ui

from bot.clocks import NoClock
from bot.clocks.rules import CLOCKS
from bot.engine.board import MODULES
from bot.engine.tribes import TRIBES
from bot.model.server import LANGUAGES, THEMES, Theme
from bot.tables import Options, Refusal, Table, lobby
from bot.tables.bidding import HOURS
from bot.text.bidding import hours_choice
from bot.text.hours import clock_name, clock_words
from bot.text.languages import LANGUAGE_NAMES
from bot.text.names import module_name, module_words, theme_name, tile_name
from bot.text.translation import Translations
from cogs.kit.answering import language_of, speaks
from cogs.kit.buttons import Press, on_press, select
from cogs.kit.context import Interaction, person
from cogs.kit.layout import Part, message, row, small, text
from cogs.telling.messages import FIVE_SEATS, lobby_message
from cogs.telling.posting import edit_lobby

Change = Callable[[Options], Options]


async def show_options(interaction: Interaction, table: Table) -> None:
    """The options, privately."""
    await interaction.response.send_message(view=await _view(interaction, table), ephemeral=True)


async def _view(interaction: Interaction, table: Table, notice: str | None = None) -> ui.LayoutView:
    server = await interaction.client.tables.server_settings(table.guild_id)
    hints = server.hints != "off"
    return _options_view(speaks(interaction), table, notice, hints=hints)


def _options_view(
    t: Translations, table: Table, notice: str | None, *, hints: bool
) -> ui.LayoutView:
    """The options; without `hints` the server has none."""
    parts: list[Part | None] = [
        # Translators: heading.
        text("### " + t.gettext("Options of this game"), *([notice] if notice else [])),
        row([_themes(t, table)]),
        row([_languages(t, table)]),
    ]
    if table.status == "lobby":
        # Translators: heading: the name of the expansion.
        parts += [text(t.gettext("**Tribes & Prophecies**")), row([_modules(t, table)])]
        if "tribes" in table.options.modules:
            parts.append(row([_tribes(t, table)]))
        parts.append(text(small(t.gettext(FIVE_SEATS))))
        rules, reminders = table.options.time, table.options.reminders
        parts += [
            text(
                # Translators: heading: how long a player may think.
                t.gettext("**Time**"),
                *(small(one) for one in clock_words(t, rules, reminders=reminders)),
            ),
            row([_clocks(t, table)]),
            *([row([_hints(t, table)])] if hints else []),
            # Translators: heading: who sits where.
            text(t.gettext("**Seats**")),
            row([_seats(t, table)]),
        ]
    return message(*parts)


def _themes(t: Translations, table: Table) -> Part:
    options = [
        discord.SelectOption(
            label=theme_name(t, theme), value=theme, default=theme == table.options.theme
        )
        for theme in THEMES
    ]
    # Translators: shown in a menu before something is chosen: dark or light.
    return select(options, "theme", table.id, placeholder=t.gettext("Colours of the board"))


_AS_THE_SERVER = "server"


def _languages(t: Translations, table: Table) -> Part:
    # Translators: option of a menu: the game is told in the language of the Discord server
    as_the_server = t.gettext("The server's language")
    options = [
        discord.SelectOption(
            label=label, value=value, default=value == (table.options.language or _AS_THE_SERVER)
        )
        for value, label in [(_AS_THE_SERVER, as_the_server), *LANGUAGE_NAMES.items()]
    ]
    # Translators: heading of a menu of languages
    placeholder = t.gettext("Language of the game")
    return select(options, "tongue", table.id, placeholder=placeholder)


def _modules(t: Translations, table: Table) -> Part:
    options = [
        discord.SelectOption(
            label=module_name(t, module),
            value=module,
            description=module_words(t, module),
            default=module in table.options.modules,
        )
        for module in MODULES
    ]
    return select(
        options, "modules", table.id,
        # Translators: shown in a menu before something is chosen: no part of the expansion is
        # chosen yet; modules are its parts.
        placeholder=t.gettext("Base game: choose modules"), least=0, most=len(options),
    )  # fmt: skip


def _tribes(t: Translations, table: Table) -> Part:
    options = [
        discord.SelectOption(
            label=tile_name(t, tribe), value=tribe, default=tribe in table.options.without
        )
        for tribe in TRIBES
    ]
    return select(
        options, "without", table.id,
        # Translators: shown in a menu before something is chosen: tribes that nobody may play.
        placeholder=t.gettext("Tribes to leave out"), least=0, most=len(options),
    )  # fmt: skip


def _clocks(t: Translations, table: Table) -> Part:
    now = table.options.time
    options = [
        discord.SelectOption(
            label=clock_name(t, replace(now, clock=clock)), value=name, default=clock == now.clock
        )
        for name, clock in CLOCKS.items()
    ]
    # Translators: shown in a menu before something is chosen.
    return select(options, "clock", table.id, placeholder=t.gettext("Time for a turn"))


def _hints(t: Translations, table: Table) -> Part:
    labels = {
        # Translators: menu option: players may ask the bot for a hint.
        "on": t.gettext("With hints (/hint)"),
        # Translators: menu option.
        "off": t.gettext("Without hints"),
    }
    options = [
        discord.SelectOption(
            label=label, value=value, default=(value == "on") == table.options.hints
        )
        for value, label in labels.items()
    ]
    # Translators: noun, plural; shown in a menu before something is chosen.
    return select(options, "hints", table.id, placeholder=t.gettext("Hints"))


def _seats(t: Translations, table: Table) -> Part:
    options = [
        discord.SelectOption(
            # Translators: menu option: who sits where is drawn by chance.
            label=t.gettext("Seats: shuffled at the start"), value="0",
            default=table.options.bid_hours is None,
        ),
        *(
            discord.SelectOption(
                label=hours_choice(t, n), value=str(n), default=n == table.options.bid_hours
            )
            for n in HOURS
        ),
    ]  # fmt: skip
    # Translators: shown in a menu before something is chosen.
    return select(options, "bidhours", table.id, placeholder=t.gettext("Who sits where"))


@on_press("bidhours")
async def bid_hours_chosen(interaction: Interaction, press: Press) -> None:
    """Whether, and for how long, the seats are bid for."""
    hours = press.number_chosen
    await _change(interaction, press, partial(replace, bid_hours=hours or None))


@on_press("clock")
async def clock_chosen(interaction: Interaction, press: Press) -> None:
    """Another clock."""
    clock = CLOCKS.get(press.value, NoClock())

    def changed(options: Options) -> Options:
        return replace(options, time=replace(options.time, clock=clock))

    await _change(interaction, press, changed)


@on_press("hints")
async def hints_chosen(interaction: Interaction, press: Press) -> None:
    """Hints or not."""
    await _change(interaction, press, partial(replace, hints=press.value == "on"))


@on_press("theme")
async def theme_chosen(interaction: Interaction, press: Press) -> None:
    """Another theme."""
    theme: Theme = next((one for one in THEMES if one == press.value), "dark")
    await _change(interaction, press, partial(replace, theme=theme))


@on_press("tongue")
async def language_chosen(interaction: Interaction, press: Press) -> None:
    """Another language of what everybody at the table reads."""
    language = next((one for one in LANGUAGES if one == press.value), None)
    await _change(interaction, press, partial(replace, language=language))


@on_press("modules")
async def modules_chosen(interaction: Interaction, press: Press) -> None:
    """Other modules."""
    modules = tuple(module for module in MODULES if module in press.values)
    await _change(interaction, press, partial(replace, modules=modules))


@on_press("without")
async def tribes_left_out(interaction: Interaction, press: Press) -> None:
    """Other tribes left out."""
    without = tuple(tribe for tribe in TRIBES if tribe in press.values)
    await _change(interaction, press, partial(replace, without=without))


async def _change(interaction: Interaction, press: Press, changed: Change) -> None:
    tables, t = interaction.client.tables, speaks(interaction)
    table = await tables.table(press.table)
    try:
        async with tables.open(press.table) as opened:
            table = lobby.set_options(opened, person(interaction), changed(table.options))
    except Refusal as refusal:
        if refusal.code != "started":
            raise
        # The lobby became a game while its options were open: show what can still be changed.
        view = await _view(interaction, table, t.gettext("The game has started; its modules stay."))
        await interaction.response.edit_message(view=view)
        return
    # Translators: a setting was changed; answer to a button
    view = await _view(interaction, table, t.gettext("Changed."))
    await interaction.response.edit_message(view=view)
    if table.status == "lobby":
        bot = interaction.client
        await edit_lobby(bot, table, lobby_message(language_of(bot, table), table))
