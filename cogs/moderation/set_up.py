"""Who moderates a server: `/moderate setup` and its page, for people who manage the server; and
roles that settings of a server name and that were deleted, told once to who manages the server,
shown by /doctor, and for moderators taken out by a button."""

from collections.abc import Collection, Sequence
from typing import Any

import discord
from discord import ui
from discord.ext import commands

from bot.moderation import at_tables as setup_log
from bot.refusal import Refusal
from bot.store import settings
from bot.tables import Moderator, ServerSettings
from bot.tables.settings import OF_MODERATORS
from bot.text.translation import Translations
from cogs.client import LoopCog, TzolkinBot, every
from cogs.kit.answering import language_of_person, language_of_server, speaks
from cogs.kit.buttons import Press, as_number, button, menu_ids, on_press
from cogs.kit.channels import may_be_refused
from cogs.kit.context import Interaction, Stands
from cogs.kit.layout import first_lines, message, packed, printed, row, text
from cogs.kit.members import roles_gone
from cogs.kit.pages import DOCTOR_LINES, ROLE_USES
from cogs.telling.moderators_called import UNMENTIONABLE, must_be_able_to_call, unmentionable

# --- deleted roles --------------------------------------------------------------------------------

LOOK_SECONDS = 6 * 3600
"""Seconds between two looks for roles that were deleted while the bot did not run."""
MOST_BUTTONS = 5
"""The most deleted roles with a button; the others follow once these are taken out."""
TOLD_GONE = "roles_gone"
"""Key in the settings of a server: the ids of the deleted roles that were told."""


async def _uses_gone(
    bot: TzolkinBot, t: Translations, guild: discord.Guild
) -> Sequence[tuple[int, str]]:
    """The deleted roles that settings of a server name, each with a line for each such setting."""
    used = [one for uses in ROLE_USES for one in await uses(bot, t, guild)]
    return [(role, line) for role, line in used if guild.get_role(role) is None]


async def _roles_of_moderators(
    bot: TzolkinBot, t: Translations, guild: discord.Guild
) -> Sequence[tuple[int, str]]:
    server = await bot.tables.server_settings(guild.id)
    line = t.gettext(
        "A moderator role on this server was deleted; take the role off the list with "
        "/moderate setup. Unless another role is on the list, nobody can moderate."
    )
    return [(role, line) for role in server.moderator_roles]


ROLE_USES.append(_roles_of_moderators)


async def _doctor_lines(bot: TzolkinBot, t: Translations, guild: discord.Guild) -> Sequence[str]:
    return [
        f"❌ {line}" for line in dict.fromkeys(line for _, line in await _uses_gone(bot, t, guild))
    ]


DOCTOR_LINES.append(_doctor_lines)


def gone_buttons(
    t: Translations, guild: discord.Guild, server: ServerSettings
) -> list[ui.Button[Any]]:
    """The buttons that take deleted roles from the moderators; none where all exist."""
    gone = roles_gone(guild, server.moderator_roles)
    # Translators: button, at most 34 characters: a deleted role is no longer a moderators' role;
    # imperative
    label = t.gettext("Remove the deleted role")
    return [button(label, "modrolegone", 0, word=str(one)) for one in gone[:MOST_BUTTONS]]


async def tell_gone(bot: TzolkinBot, guild: discord.Guild) -> None:
    """Tell the owner of a server, once for each role, that roles named in its settings were
    deleted: in the moderators' channel, else directly. If Discord refuses that, only /doctor shows
    it."""
    known = (await bot.store.read(settings.get, "guild", guild.id)).get(TOLD_GONE, [])
    gone = await _uses_gone(bot, language_of_server(bot, guild), guild)
    new = {role for role, _ in gone} - set(known)
    if guild.unavailable or not new:
        return
    with may_be_refused():
        await _tell_owner(bot, guild, new)
    told = sorted({*known, *new})
    await bot.store.write(
        settings.change, "guild", guild.id, {TOLD_GONE: told}, at=bot.tables.now()
    )


async def _tell_owner(bot: TzolkinBot, guild: discord.Guild, new: Collection[int]) -> None:
    owner, t = discord.Object(guild.owner_id or 0), language_of_server(bot, guild)
    server = await bot.tables.server_settings(guild.id)
    if server.moderators_channel is not None:
        lines = [f"<@{owner.id}>", *await _gone_lines(bot, t, guild, new)]
        view = message(text(*first_lines(lines)), *packed(gone_buttons(t, guild, server)))
        place = bot.get_partial_messageable(server.moderators_channel, guild_id=guild.id)
        only = discord.AllowedMentions(everyone=False, roles=False, users=[owner])
        with may_be_refused():
            await place.send(view=view, allowed_mentions=only)
            return
    lines = await _gone_lines(bot, await language_of_person(bot, owner.id, t), guild, new)
    direct = await bot.create_dm(owner)
    await direct.send(view=message(text(*first_lines([printed(guild.name), *lines]))))


async def _gone_lines(
    bot: TzolkinBot, t: Translations, guild: discord.Guild, which: Collection[int]
) -> list[str]:
    gone = await _uses_gone(bot, t, guild)
    return list(dict.fromkeys(line for role, line in gone if role in which))


class RolesGone(LoopCog):
    """Looks for deleted roles that settings name."""

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Tell of a deleted role."""
        await self.bot.guarded(tell_gone(self.bot, role.guild), "telling of a deleted role")

    @every(LOOK_SECONDS, "looking for deleted roles")
    async def look(self) -> None:
        """Tell of the roles that were deleted meanwhile."""
        for guild in self.bot.guilds:
            await self.bot.guarded(tell_gone(self.bot, guild), "telling of a deleted role")


# --- the page -------------------------------------------------------------------------------------


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
    return message(
        text("### " + t.gettext("Who moderates"), *lines),
        *packed(gone_buttons(t, guild, chosen)),
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
    value = str(press.number_chosen) if press.values else "0"
    view = await set_up(interaction, **{name: value})
    await interaction.response.edit_message(view=view)


@on_press(Stands.ANYWHERE)
async def modrolegone(interaction: Interaction, press: Press) -> None:
    """Take a deleted role from the moderators, and show who moderates."""
    guild, _ = manager_here(interaction)
    server = await interaction.client.tables.server_settings(guild.id)
    gone = as_number(press.word) in roles_gone(guild, server.moderator_roles)
    view = await set_up(interaction, role=press.word if gone else None)
    await interaction.response.send_message(view=view, ephemeral=True)
