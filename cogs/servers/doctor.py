"""/doctor: checks whether the bot can play in a channel, and says what to do if not."""

from collections.abc import Sequence

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.text.translation import N_, Translations
from cogs.client import BotCog
from cogs.kit.answering import speaks
from cogs.kit.context import Interaction, needed_permissions, permission_name
from cogs.kit.contributed import DOCTOR_LINES
from cogs.kit.layout import first_lines, message, small, text
from cogs.kit.no_room import hindrance_lines
from cogs.kit.threads import lacking_for_threads
from cogs.telling.moderators_called import not_callable

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
    interaction: Interaction,
    moderators: Sequence[str] = (),
    leagues: Sequence[str] = (),
) -> ui.LayoutView:
    """The message with every permission the bot needs here, whether it has it, and how to give it.
    `moderators` are lines about what keeps the bot from calling them, `leagues` about what is
    missing for the server's leagues."""
    given = interaction.app_permissions
    missing = []
    lines = []
    for name in needed_permissions(interaction):
        has = getattr(given, name)
        sign = "✅" if has else "❌"
        lines.append(f"{sign} **{permission_name(t, name)}**: {t.gettext(PURPOSES[name])}")
        if not has:
            missing.append(permission_name(t, name))
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


def _about_threads(t: Translations, interaction: Interaction) -> list[str]:
    """Lines about whether games can be opened in threads, which the lobby offers."""
    lacking = lacking_for_threads(interaction)
    if lacking is None:
        return []
    if not lacking:
        return ["✅ " + t.gettext("A game can also be opened in a thread of its own.")]
    needed = needed_permissions(interaction)  # those that are missing are listed above
    lacking = [one for one in lacking if one not in needed]
    return lacking and [
        "❌ "
        # Translators: {permissions}: names of Discord's permissions.
        + t.gettext("For games in their own threads, also allow: {permissions}.").format(
            permissions=", ".join(permission_name(t, one) for one in lacking)
        )
    ]


class Doctor(BotCog):
    """The command /doctor."""

    @app_commands.command(
        name="doctor",
        description=locale_str("Whether I can play in this channel, and what to do if not"),
    )
    @app_commands.guild_only()
    async def doctor(self, interaction: Interaction) -> None:
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
