"""What belongs to a server: /settings, for people who may manage it; /doctor, which checks whether
the bot can play in a channel, and says what to do if not; how to begin: the greeting when the bot
joins a server, posted once, and /help; /about: what this bot is, its version, its games."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

import discord
import structlog
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot import VERSION
from bot.model.server import LANGUAGE_NAMES
from bot.statistics import rate_servers
from bot.store import settings
from bot.store.postgres import LANGUAGE
from bot.tables import Refusal, ServerSettings
from bot.tables.settings import OF_SERVERS
from bot.text.names import theme_name
from bot.text.translation import N_, Translations, span, spoken
from cogs.client import BotCog
from cogs.kit import buttons, context
from cogs.kit.answering import ENGLISH, UNREACHABLE, language_of_server, speaks
from cogs.kit.channels import hindrance_lines
from cogs.kit.layout import Part, first_lines, message, row, small, text
from cogs.kit.pages import DOCTOR_LINES
from cogs.telling.moderators_called import not_callable

# --- /settings ------------------------------------------------------------------------------------


def _server_managed(interaction: context.Interaction) -> int:
    """The id of the server. Raises Refusal (`not-server-manager`) if the person may not manage it,
    even if they could when the button was shown, or the command was opened to them."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Refusal(
            "not-server-manager",
            "Only people who can manage this server can change its settings; ask one of them.",
        )
    return interaction.guild_id


def _settings_view(
    interaction: context.Interaction, chosen: ServerSettings, notice: str | None = None
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
        menu = buttons.setting_menu(t, one, chosen, one.name, known=known)
        parts += [text(*lines, small(t.gettext(one.about))), row([menu])]
    return message(*parts)


_BY_NAME = {one.name: one for one in OF_SERVERS}


@buttons.on_press(context.Stands.ANYWHERE, *_BY_NAME)
async def setting_chosen(interaction: context.Interaction, press: buttons.Press) -> None:
    """Apply the choice from the menu of a setting, or the press on its button."""
    server = _server_managed(interaction)
    bot, t = interaction.client, speaks(interaction)
    chosen = buttons.setting_pressed(
        _BY_NAME[press.verb], await bot.tables.server_settings(server), press
    )
    await bot.tables.set_server_settings(server, chosen)
    if chosen.language is None:
        bot.server_languages.pop(server, None)
    else:
        bot.server_languages[server] = chosen.language
    await bot.store.processes.say(f"{LANGUAGE} {server}")
    await interaction.response.edit_message(
        view=_settings_view(
            interaction, chosen, t.gettext("The settings of this server are saved.")
        )
    )
    if press.verb == "serverratings":
        bot.in_background(rate_servers(bot.tables), "rating games")


class Settings(BotCog):
    """The command for the settings of a server."""

    @app_commands.command(
        name="settings",
        description=locale_str("Settings of this server, for people who manage it"),
    )
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: context.Interaction) -> None:
        """The settings, to be looked at and changed privately."""
        chosen = await self.bot.tables.server_settings(_server_managed(interaction))
        await interaction.response.send_message(
            view=_settings_view(interaction, chosen), ephemeral=True
        )


# --- /doctor --------------------------------------------------------------------------------------

# Translators, for each: what a permission is for, after its name and a colon.
PURPOSES = {
    "read_messages": N_("to see this channel"),
    "send_messages": N_("to post the board and whose turn it is"),
    "send_messages_in_threads": N_("to post the board and whose turn it is in this thread"),
    "attach_files": N_("to show the picture of the board"),
}
"""The purpose of each permission, by its name in the library."""
MOST_ABOUT_LEAGUES = 1500
"""The most characters about what is missing for leagues."""


def doctor_view(
    t: Translations,
    interaction: context.Interaction,
    moderators: Sequence[str] = (),
    leagues: Sequence[str] = (),
) -> ui.LayoutView:
    """The message with every permission the bot needs here, whether it has it, and how to give it.
    `moderators` are lines about what keeps the bot from calling them, `leagues` about what is
    missing for the server's leagues."""
    given = interaction.app_permissions
    missing = []
    lines = []
    for name in context.needed_permissions(interaction):
        has = getattr(given, name)
        sign = "✅" if has else "❌"
        lines.append(f"{sign} **{context.permission_name(t, name)}**: {t.gettext(PURPOSES[name])}")
        if not has:
            missing.append(context.permission_name(t, name))
    if missing:
        if isinstance(interaction.channel, discord.Thread):
            # Translators: "Permissions" as Discord calls it in this language.
            advice = t.gettext(
                "Somebody who manages the server opens the settings of the thread's channel, "
                "chooses Permissions, adds my role or me, and allows: {permissions}."
            )
        else:
            # Translators: "Permissions" as Discord calls it in this language.
            advice = t.gettext(
                "Somebody who manages the server opens the settings of this channel, chooses "
                "Permissions, adds my role or me, and allows: {permissions}."
            )
        advice = advice.format(permissions=", ".join(missing))
    else:
        advice = t.gettext("All good: you can play here.")
    return message(
        text("### " + t.gettext("Can I play here?"), *lines, "", advice),
        *(text(*part) for part in [_about_threads(t, interaction), moderators, leagues] if part),
        text(
            small(
                # Translators: "Use Application Commands" is Discord's name of a permission, as
                # Discord shows it in this language, and behind it the English name in brackets
                t.gettext(
                    "I read no messages. Anybody who cannot use my commands needs the permission "
                    "Use Application Commands."
                )
            )
        ),
    )


def _about_threads(t: Translations, interaction: context.Interaction) -> list[str]:
    """Lines about whether games can be opened in threads, which the lobby offers."""
    lacking = context.lacking_for_threads(interaction)
    if lacking is None:
        return []
    if not lacking:
        return ["✅ " + t.gettext("A game can also be opened in a thread of its own.")]
    needed = context.needed_permissions(interaction)  # those that are missing are listed above
    lacking = [one for one in lacking if one not in needed]
    return lacking and [
        "❌ "
        # Translators: {permissions}: names of Discord's permissions.
        + t.gettext("For games in their own threads, also allow: {permissions}.").format(
            permissions=", ".join(context.permission_name(t, one) for one in lacking)
        )
    ]


class Doctor(BotCog):
    """The command /doctor."""

    @app_commands.command(
        name="doctor",
        description=locale_str("Whether I can play in this channel, and what to do if not"),
    )
    @app_commands.guild_only()
    async def doctor(self, interaction: context.Interaction) -> None:
        """Answer privately, also if the bot may not write in this channel."""
        t, guild = speaks(interaction), interaction.guild
        moderators: list[str] = []
        leagues: Sequence[str] = ()
        if guild is not None:
            server = await self.bot.tables.server_settings(guild.id)
            moderators = [f"❌ {one}" for one in not_callable(t, guild, server)]
            moderators += hindrance_lines(self.bot, t, guild.id)
            if self.bot.settings.emojis and not self.bot.icons:
                why = t.gettext(
                    "My icons are missing, so you see words instead; the host finds the reason "
                    "in my log."
                )
                moderators.append(f"❌ {why}")
            found = [one for lines in DOCTOR_LINES for one in await lines(self.bot, t, guild)]
            leagues = first_lines(found, MOST_ABOUT_LEAGUES)
        view = doctor_view(t, interaction, moderators, leagues)
        await interaction.response.send_message(view=view, ephemeral=True)


# --- the greeting and /help -----------------------------------------------------------------------

GREETED = "greeted"
"""The key in the settings of a server that was greeted."""

log = structlog.get_logger(__name__)


def greeting_lines(t: Translations) -> list[str]:
    """The lines of the greeting."""
    return [
        "### " + t.gettext("Tzolk'in on this server"),
        t.gettext(
            "Play Tzolk'in in your channels: two to five people, in an evening or over weeks. "
            "Open a game anywhere with /tzolkin new; learn it privately in ten minutes with "
            "/tutorial."
        ),
        small(t.gettext("Unofficial and free. Check with /doctor whether I can play here.")),
    ]


def help_lines(t: Translations) -> list[str]:
    """The lines of /help."""
    return [
        # Translators: heading
        "### " + t.gettext("How to begin"),
        t.gettext(
            "**Learn the game** in ten minutes, privately. Or **start a game**: friends press "
            "**Join**, computers take free seats, and the bot shows what you can do and its price."
        ),
        t.gettext(
            "Look up a rule with /rules, find your games with /games, and set your turn "
            "notifications with /pings."
        ),
    ]


def _places_to_greet(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """The channels in which the bot may write, the server's system channel first."""
    first = [guild.system_channel] if guild.system_channel is not None else []
    for channel in [*first, *guild.text_channels]:
        may = channel.permissions_for(guild.me)
        if may.view_channel and may.send_messages:
            yield channel


class Greeting(BotCog):
    """Greets a server, and says how to begin."""

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server. Discord also calls this when a server was only unreachable."""
        store, now = self.bot.store, self.bot.tables.now()
        if not self.bot.settings.greeting:
            return
        if GREETED in await store.read(settings.get, "guild", guild.id):
            return
        place = next(_places_to_greet(guild), None)
        if place is None:
            return
        await store.write(settings.change, "guild", guild.id, {GREETED: True}, at=now)
        t = language_of_server(self.bot, guild)
        view = message(text(*greeting_lines(t)), row([buttons.today_button(t)]))
        try:
            await place.send(view=view, allowed_mentions=discord.AllowedMentions.none())
        except UNREACHABLE as refused:
            log.info("not greeted", server=guild.id, reason=str(refused))

    @app_commands.command(
        name="help", description=locale_str("How to begin: learn the game, or start one")
    )
    async def help(self, interaction: context.Interaction) -> None:
        """Say privately how to begin, with a button for each way."""
        t = speaks(interaction)
        ways = [
            # Translators: button: begin the tutorial; imperative
            buttons.button(t.gettext("Learn the game"), "learn", 0, word="0", style=buttons.GREEN),
            # Translators: button: open a lobby for a game; imperative
            buttons.button(t.gettext("Start a game"), "newgame", 0),
        ]
        view = message(text(*help_lines(t)), row(ways))
        await interaction.response.send_message(view=view, ephemeral=True)


# --- /about ---------------------------------------------------------------------------------------


def about_lines(
    t: Translations, *, running: timedelta, playing: int, lobbies: int, source: str | None
) -> list[str]:
    """The lines of /about. `running` is the time since the start; `playing` games and `lobbies` are
    those of all servers."""
    lines = [
        "### " + t.gettext("Tzolk'in on Discord"),
        t.gettext(
            "The complete game for 2 to 5 people, with the expansion Tribes & Prophecies, in a "
            "channel."
        ),
        t.gettext("Unofficial: the game's authors and publishers have nothing to do with it."),
        "",
        # Translators: heading of a line; {version}: as 1.4.0.
        t.gettext("**Version** {version}").format(version=VERSION),
        # Translators: heading of a line; {time}: "3 days", since the bot was started.
        t.gettext("**Running for** {time}").format(time=span(t, running)),
        # Translators: heading of a line, on all servers together; {playing}, {lobbies}: numbers.
        t.gettext("**Games** in play: {playing}, waiting for players: {lobbies}").format(
            playing=playing, lobbies=lobbies
        ),
    ]
    if source is not None:
        # Translators: heading of a line: where the program can be read; {address}: a web address.
        lines.append(t.gettext("**Source** {address}").format(address=source))
    return lines


class About(BotCog):
    """The command /about."""

    @app_commands.command(
        name="about",
        description=locale_str("What this bot is, and which version"),
    )
    async def about(self, interaction: context.Interaction) -> None:
        """Say privately what this bot is."""
        bot, t = interaction.client, speaks(interaction)
        counted = await bot.tables.counted()
        view = message(
            text(
                *about_lines(
                    t,
                    running=bot.tables.now() - bot.began,
                    playing=counted["playing"],
                    lobbies=counted["lobby"],
                    source=bot.settings.source_url,
                )
            ),
            text(
                small(
                    t.gettext(
                        "I read no messages. Get everything stored about you with /privacy "
                        "export, delete it with /privacy delete."
                    )
                ),
                # Translators: MIT is the name of the licence.
                small(t.gettext("Free software, under the MIT licence.")),
            ),
        )
        await interaction.response.send_message(view=view, ephemeral=True)
