"""Who moderates a server: `/moderate setup` and its page, for people who manage the server. /doctor
says when a role of moderators was deleted."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.moderation import at_tables as setup_log
from bot.refusal import Refusal
from bot.tables import Moderator, ServerSettings
from bot.tables.settings import OF_MODERATORS
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, as_number, button, menu_ids, on_press
from cogs.kit.context import Interaction, Stands
from cogs.kit.layout import message, row, text
from cogs.kit.members import roles_gone
from cogs.kit.pages import DOCTOR_LINES
from cogs.telling.moderators_called import UNMENTIONABLE, must_be_able_to_call, unmentionable

MOST_ROLES = 25
"""The most roles that can be chosen in a menu of Discord."""


async def _doctor_lines(bot: TzolkinBot, t: Translations, guild: discord.Guild) -> Sequence[str]:
    server = await bot.tables.server_settings(guild.id)
    line = t.gettext(
        "A moderator role on this server was deleted; choose the roles again with /moderate "
        "setup. If it was the only one, nobody can moderate until then."
    )
    return [f"❌ {line}"] if roles_gone(guild, server.moderator_roles) else []


DOCTOR_LINES.append(_doctor_lines)


def manager_here(interaction: Interaction) -> tuple[discord.Guild, Moderator]:
    """The server, and the person who asks, who manages it. Raises Refusal for everybody else."""
    guild = interaction.guild
    if guild is None or not interaction.permissions.manage_guild:
        raise Refusal(
            "not-manager",
            "Only people who can manage this server can choose moderators; ask one of them.",
        )
    return guild, Moderator(interaction.user.id, guild.id)


def setup_button(t: Translations) -> ui.Button[Any]:
    """The button that shows who moderates, and changes it."""
    # Translators: button, one of two in a row, at most 24 characters, and heading: which roles
    # moderate a server
    return button(t.gettext("Who moderates"), "modsetup", 0)


async def set_up(interaction: Interaction, **wanted: str | None) -> ui.LayoutView:
    """Change the settings that have a value, and show all as they are then. Raises Refusal for who
    does not manage the server, and for a channel in which the bot cannot call anybody."""
    guild, manager = manager_here(interaction)
    t, tables = speaks(interaction), interaction.client.tables
    if channel := guild.get_channel(int(wanted.get("channel") or 0)):
        must_be_able_to_call(t, channel)
    asked = {one.name: wanted.get(one.name) for one in OF_MODERATORS}
    chosen = await setup_log.set_up(tables, manager, asked)
    interaction.client.dispatch("leagues_changed", guild.id)
    return _setup_view(t, guild, chosen)


def _setup_view(t: Translations, guild: discord.Guild, chosen: ServerSettings) -> ui.LayoutView:
    lines = [line for one in OF_MODERATORS for line in one.said(t, chosen)]
    mute = unmentionable(guild, chosen)
    lines += [t.say(UNMENTIONABLE, roles=" ".join(role.mention for role in mute))] if mute else []
    moderating = [one for one in map(guild.get_role, chosen.moderator_roles) if one is not None]
    roles: ui.RoleSelect[Any] = ui.RoleSelect(
        **menu_ids("modsetup", 0, word="role"),
        # Translators: heading of a menu of roles, shown until some are chosen, at most 60
        # characters; imperative: whose people moderate
        placeholder=t.gettext("Choose the moderators' roles"),
        min_values=0, max_values=MOST_ROLES,
        default_values=moderating[:MOST_ROLES],
    )  # fmt: skip
    there = guild.get_channel(chosen.moderators_channel or 0)
    channels: ui.ChannelSelect[Any] = ui.ChannelSelect(
        **menu_ids("modsetup", 0, word="channel"),
        # Translators: heading of a menu of channels, shown until one is chosen, at most 60
        # characters
        placeholder=t.gettext("Where to notify moderators"),
        channel_types=[discord.ChannelType.text], min_values=0,
        default_values=[] if there is None else [there],
    )  # fmt: skip
    return message(
        text("### " + t.gettext("Who moderates"), *lines),
        row([roles]),
        row([channels]),
        row([button(t.gettext("Back"), "moderate", 0, word="g")]),
    )


@on_press(Stands.ANYWHERE)
async def modsetup(interaction: Interaction, press: Press) -> None:
    """Show who moderates in a new message, or change it there."""
    name = press.word
    if not name:
        view = await set_up(interaction)
        await interaction.response.send_message(view=view, ephemeral=True)
        return
    chosen = [str(as_number(one)) for one in press.values]
    view = await set_up(interaction, **{name: ",".join(chosen) or "0"})
    await interaction.response.edit_message(view=view)
