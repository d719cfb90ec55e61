"""The settings of a server: /settings, for people who may manage it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.model.server import HINT_STRENGTHS, LANGUAGE_NAMES, LANGUAGES, THEMES
from bot.statistics.rating import rate_servers
from bot.store.processes import LANGUAGE
from bot.tables import Refusal, ServerSettings, Theme
from bot.text.computers import level_name
from bot.text.formats import capital
from bot.text.names import theme_name
from bot.text.translation import Translations, spoken
from bot.traffic.long_work import in_thread
from cogs.client import TzolkinBot
from cogs.kit.answering import ENGLISH, speaks
from cogs.kit.buttons import Press, button, on_press, select
from cogs.kit.context import Interaction
from cogs.kit.layout import Part, message, row, small, text
from cogs.kit.places import Stands
from rendering import prepare_turning

Change = Callable[[ServerSettings], ServerSettings]
_NO_TABLE = 0
_AS_THE_BOT = "bot"
_AS_DISCORD = "discord"


def _server_managed(interaction: Interaction) -> int:
    """The server. Refused (`not-manager`) to people who may not manage it: also a button shown
    to them while they still might, or a command that was opened to them, changes nothing."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refusal(
            "not-server-manager",
            "Only people who may manage this server can change its settings; ask one of them.",
        )
    return interaction.guild_id


def settings_view(
    t: Translations,
    chosen: ServerSettings,
    bots_theme: Theme,
    discords_locale: str,
    notice: str | None = None,
) -> ui.LayoutView:
    """The settings, each with what changes it. `discords_locale` is the language Discord says the
    server has, such as "es-ES"."""
    if chosen.animation:
        state = t.gettext("**Turning wheels**: on")
        switch = button(t.gettext("Show a still picture"), "wheels", _NO_TABLE, "", "still")
    else:
        state = t.gettext("**Turning wheels**: off")
        switch = button(t.gettext("Let the wheels turn"), "wheels", _NO_TABLE, "", "turning")
    return message(
        text("### " + t.gettext("Settings of this server"), *([notice] if notice else [])),
        text(
            state,
            small(
                t.gettext(
                    "Whenever the calendar turns, the board shows it in a second of animation. "
                    "That is three times as much to load as a still picture."
                )
            ),
        ),
        row([switch]),
        *_reminders(t, chosen),
        text(
            # Translators: heading of a setting
            t.gettext("**Hints**"),
            small(
                t.gettext(
                    "How well the computer plays that /hint asks. A game can do without hints by "
                    "/tzolkin options; tables of leagues have none."
                )
            ),
        ),
        row([_hints(t, chosen)]),
        text(
            # Translators: heading of a setting
            t.gettext("**Language**"),
            small(
                t.gettext(
                    "The language of what everybody at this server reads. Each game can choose its "
                    "own with /tzolkin options; private answers are in the language of each one's "
                    "Discord."
                )
            ),
        ),
        row([_languages(t, chosen, discords_locale)]),
        text(
            t.gettext("**Colours of new games**"),
            small(t.gettext("Each game can choose others with /tzolkin options.")),
        ),
        row([_themes(t, chosen, bots_theme)]),
        *_ratings(t, chosen),
    )


def _reminders(t: Translations, chosen: ServerSettings) -> list[Part]:
    if chosen.reminders:
        state = t.gettext("**Reminders without a clock**: on")
        # Translators: button: nobody is reminded in new games without a clock
        label = t.gettext("No reminders")
    else:
        state = t.gettext("**Reminders without a clock**: off")
        # Translators: button: whoever is asked for a day is reminded in new games without a clock
        label = t.gettext("Remind people")
    words = t.gettext(
        "In new games without a clock, whoever is asked for a day is reminded once. Everybody can "
        "choose otherwise with /pings."
    )
    return _switch("reminders", state, words, label, on=chosen.reminders)


def _ratings(t: Translations, chosen: ServerSettings) -> list[Part]:
    if chosen.ratings:
        # Translators: setting: whether people have ratings (strength of play) from their games
        state = t.gettext("**Ratings outside leagues**: on")
        # Translators: button, at most 34 characters: nobody has a rating (strength of play)
        label = t.gettext("No ratings")
    else:
        # Translators: setting: whether people have ratings (strength of play) from their games
        state = t.gettext("**Ratings outside leagues**: off")
        # Translators: button, at most 34 characters: people get ratings (strength of play)
        label = t.gettext("Rate people")
    words = t.gettext(
        "Finished games of at least two people here give each a rating, also those of before; "
        "/profile and /stats show it. Leagues have their own."
    )
    return _switch("serverratings", state, words, label, on=chosen.ratings)


def _switch(verb: str, state: str, words: str, label: str, *, on: bool) -> list[Part]:
    """A setting that is on or off, and the button that changes it."""
    switch = button(label, verb, _NO_TABLE, "", "off" if on else "on")
    return [text(state, small(words)), row([switch])]


def _hints(t: Translations, chosen: ServerSettings) -> Part:
    labels = {
        strength: capital(level_name(t, strength))
        # Translators: menu option.
        if strength != "off" else t.gettext("Without hints")
        for strength in HINT_STRENGTHS
    }  # fmt: skip
    options = [
        discord.SelectOption(label=label, value=strength, default=strength == chosen.hints)
        for strength, label in labels.items()
    ]
    # Translators: noun, plural; shown in a menu before something is chosen.
    return select(options, "hintlevel", _NO_TABLE, placeholder=t.gettext("Hints"))


def _themes(t: Translations, chosen: ServerSettings, bots_theme: Theme) -> Part:
    names = {theme: theme_name(t, theme) for theme in THEMES}
    as_the_bot = t.gettext("As the bot is set: {theme}").format(theme=names[bots_theme])
    options = [
        discord.SelectOption(
            label=label, value=value, default=value == (chosen.theme or _AS_THE_BOT)
        )
        for value, label in [(_AS_THE_BOT, as_the_bot), *names.items()]
    ]
    return select(options, "colours", _NO_TABLE, placeholder=t.gettext("Colours of new games"))


def _languages(t: Translations, chosen: ServerSettings, discords_locale: str) -> Part:
    # Translators: option of a menu; {language} is a language by its own name, such as Deutsch
    as_discord = t.gettext("As set in Discord: {language}").format(
        language=LANGUAGE_NAMES[spoken(discords_locale)]
    )
    options = [
        discord.SelectOption(
            label=label, value=value, default=value == (chosen.language or _AS_DISCORD)
        )
        for value, label in [(_AS_DISCORD, as_discord), *LANGUAGE_NAMES.items()]
    ]
    # Translators: heading of a menu of languages
    return select(options, "language", _NO_TABLE, placeholder=t.gettext("Language of this server"))


@on_press("wheels", Stands.ANYWHERE)
async def wheels_switched(interaction: Interaction, press: Press) -> None:
    """Turning wheels, or still pictures."""
    turning = press.word == "turning"
    chosen = await _change(interaction, partial(replace, animation=turning))
    if turning:
        # Otherwise the first animation would take too long, and a still picture would be shown.
        bot = interaction.client
        theme = chosen.theme or bot.settings.theme
        bot.in_background(in_thread(prepare_turning, theme), "preparing turning wheels")


@on_press("reminders", Stands.ANYWHERE)
async def reminders_switched(interaction: Interaction, press: Press) -> None:
    """Reminders in new games without a clock, or none."""
    await _change(interaction, partial(replace, reminders=press.word == "on"))


@on_press("serverratings", Stands.ANYWHERE)
async def ratings_switched(interaction: Interaction, press: Press) -> None:
    """Ratings outside leagues, or none; they are made, or deleted, at once."""
    bot = interaction.client
    await _change(interaction, partial(replace, ratings=press.word == "on"))
    bot.in_background(rate_servers(bot.tables), "rating games")


@on_press("hintlevel", Stands.ANYWHERE)
async def hints_chosen(interaction: Interaction, press: Press) -> None:
    """Better hints, worse ones, or none."""
    strength = next((one for one in HINT_STRENGTHS if one == press.value), None)
    if strength is not None:
        await _change(interaction, partial(replace, hints=strength))


@on_press("colours", Stands.ANYWHERE)
async def colours_chosen(interaction: Interaction, press: Press) -> None:
    """Other colours for new games."""
    theme = next((one for one in THEMES if one == press.value), None)
    await _change(interaction, partial(replace, theme=theme))


@on_press("language", Stands.ANYWHERE)
async def language_chosen(interaction: Interaction, press: Press) -> None:
    """Another language of the server, known at once to whatever is said there."""
    language = next((one for one in LANGUAGES if one == press.value), None)
    await _change(interaction, partial(replace, language=language))


async def _change(interaction: Interaction, changed: Change) -> ServerSettings:
    server = _server_managed(interaction)
    bot, t = interaction.client, speaks(interaction)
    chosen = changed(await bot.tables.server_settings(server))
    await bot.tables.set_server_settings(server, chosen)
    if chosen.language is None:
        bot.server_languages.pop(server, None)
    else:
        bot.server_languages[server] = chosen.language
    await bot.store.processes.say(f"{LANGUAGE} {server}")
    await interaction.response.edit_message(view=_view(interaction, chosen, t.gettext("Changed.")))
    return chosen


def _view(
    interaction: Interaction, chosen: ServerSettings, notice: str | None = None
) -> ui.LayoutView:
    return settings_view(
        speaks(interaction), chosen, interaction.client.settings.theme,
        str(interaction.guild_locale or ENGLISH), notice,
    )  # fmt: skip


class Settings(commands.Cog):
    """The command for the settings of a server."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot

    @app_commands.command(
        name="settings",
        description=locale_str("Settings of this server, for people who manage it"),
    )
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Interaction) -> None:
        """The settings, to be looked at and changed privately."""
        chosen = await self.bot.tables.server_settings(_server_managed(interaction))
        await interaction.response.send_message(view=_view(interaction, chosen), ephemeral=True)


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Settings(bot))
