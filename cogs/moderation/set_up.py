"""Who moderates a server: `/moderate setup` and its page, for people who manage the server."""

from typing import Any

import discord
from discord import ui

from bot.moderation import setup as setup_log
from bot.refusal import Refusal
from bot.tables import Moderator, ServerSettings
from bot.tables.settings import OF_MODERATORS
from bot.text.translation import Translations
from cogs.kit.answering import speaks
from cogs.kit.buttons import Press, as_number, button, menu_ids, on_press
from cogs.kit.context import Interaction
from cogs.kit.layout import Part, message, row, text
from cogs.kit.moderators import roles_gone
from cogs.kit.places import Stands
from cogs.moderation.roles_gone import gone_parts
from cogs.telling.moderators_called import (
    must_be_able_to_call,
    unmentionable,
    unmentionable_words,
)


def manager_here(interaction: Interaction) -> tuple[discord.Guild, Moderator]:
    """The server, and the person who asks, who manages it. Raises Refusal for everybody else."""
    guild = interaction.guild
    if guild is None or not interaction.permissions.manage_guild:
        raise Refusal(
            "not-manager",
            "Only people who can manage this server can choose moderators; ask one of them.",
        )
    return guild, Moderator(interaction.user.id, guild.id)


def setup_button(t: Translations) -> Part:
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
    return _view(t, guild, await setup_log.set_up(tables, manager, asked))


def _view(t: Translations, guild: discord.Guild, chosen: ServerSettings) -> ui.LayoutView:
    lines = [line for one in OF_MODERATORS for line in one.said(t, chosen)]
    mute = unmentionable(guild, chosen)
    lines += [unmentionable_words(t, mute)] if mute else []
    roles: ui.RoleSelect[Any] = ui.RoleSelect(
        **menu_ids("modsetup", 0, word="role"),
        # Translators: heading of a menu of roles, shown until one is chosen, at most 60 characters;
        # imperative: add a role to the moderators, or take it from them
        placeholder=t.gettext("Add or remove a role"),
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
    if chosen.second_moderator:
        # Translators: button, at most 34 characters: nobody else need confirm what moderators do
        second = button(t.gettext("One moderator is enough"), "modsetup", 0, word="second.off")
    else:
        # Translators: button, at most 34 characters; imperative: another moderator must confirm
        # what changes a result
        label = t.gettext("Ask for a second moderator")
        second = button(label, "modsetup", 0, word="second.on")
    return message(
        text("### " + t.gettext("Who moderates"), *lines),
        *gone_parts(t, guild, chosen),
        row([roles]),
        row([channels]),
        row([second]),
        row([button(t.gettext("Back"), "moderate", 0, word="g")]),
    )


@on_press("modsetup", Stands.ANYWHERE)
async def setup_pressed(interaction: Interaction, press: Press) -> None:
    """Show who moderates in a new message, or change it there."""
    name, _, value = press.word.partition(".")
    if not name:
        view = await set_up(interaction)
        await interaction.response.send_message(view=view, ephemeral=True)
        return
    if name != "second":
        value = str(press.number_chosen) if press.values else "0"
    view = await set_up(interaction, **{name: value})
    await interaction.response.edit_message(view=view)


@on_press("modrolegone", Stands.ANYWHERE)
async def taken_out(interaction: Interaction, press: Press) -> None:
    """Take a deleted role from the moderators, and show who moderates."""
    guild, _ = manager_here(interaction)
    server = await interaction.client.tables.server_settings(guild.id)
    gone = as_number(press.word) in roles_gone(guild, server.moderator_roles)
    view = await set_up(interaction, role=press.word if gone else None)
    await interaction.response.send_message(view=view, ephemeral=True)
