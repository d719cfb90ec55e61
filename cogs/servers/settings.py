"""The settings of a server: /settings, for people who may manage it."""

from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.model.server import LANGUAGE_NAMES
from bot.statistics.rating import rate_servers
from bot.store.processes import LANGUAGE
from bot.tables import Refusal, ServerSettings
from bot.tables.settings import OF_SERVERS
from bot.text.names import theme_name
from bot.text.translation import spoken
from cogs.client import BotCog
from cogs.kit.answering import ENGLISH, speaks
from cogs.kit.buttons import Press, on_press
from cogs.kit.context import Interaction
from cogs.kit.layout import Part, message, row, small, text
from cogs.kit.places import Stands
from cogs.kit.setting_menus import pressed, setting_menu


def _server_managed(interaction: Interaction) -> int:
    """The server. Refused (`not-manager`) to people who may not manage it: also a button shown
    to them while they still might, or a command that was opened to them, changes nothing."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refusal(
            "not-server-manager",
            "Only people who can manage this server can change its settings; ask one of them.",
        )
    return interaction.guild_id


def _view(
    interaction: Interaction, chosen: ServerSettings, notice: str | None = None
) -> ui.LayoutView:
    """The settings, each with what changes it."""
    t, locale = speaks(interaction), str(interaction.guild_locale or ENGLISH)
    known = {
        "theme": theme_name(t, interaction.client.settings.theme),
        "language": LANGUAGE_NAMES[spoken(locale)],
    }
    title = "### " + t.gettext("Settings of this server")
    parts: list[Part] = [text(title, *([notice] if notice else []))]
    for one in OF_SERVERS:
        lines = one.lines(t, chosen) or [f"**{t.gettext(one.heading)}**"]
        menu = setting_menu(t, one, chosen, one.name, known=known)
        parts += [text(*lines, small(t.gettext(one.about))), row([menu])]
    return message(*parts)


_BY_NAME = {one.name: one for one in OF_SERVERS}


async def _chosen(interaction: Interaction, press: Press) -> None:
    """Apply the choice from the menu of a setting, or the press on its button."""
    server = _server_managed(interaction)
    bot, t = interaction.client, speaks(interaction)
    chosen = pressed(_BY_NAME[press.verb], await bot.tables.server_settings(server), press)
    await bot.tables.set_server_settings(server, chosen)
    if chosen.language is None:
        bot.server_languages.pop(server, None)
    else:
        bot.server_languages[server] = chosen.language
    await bot.store.processes.say(f"{LANGUAGE} {server}")
    await interaction.response.edit_message(view=_view(interaction, chosen, t.gettext("Changed.")))
    if press.verb == "serverratings":
        bot.in_background(rate_servers(bot.tables), "rating games")


for _one in OF_SERVERS:
    on_press(_one.name, Stands.ANYWHERE)(_chosen)


class Settings(BotCog):
    """The command for the settings of a server."""

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
