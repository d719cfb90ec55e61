"""Roles that settings of a server name and that were deleted: told once to who manages the server,
shown by /doctor, and for moderators taken out by a button."""

from collections.abc import Collection, Sequence

import discord
from discord.ext import commands

from bot.store import settings
from bot.tables import ServerSettings
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of_person, language_of_server
from cogs.kit.buttons import button
from cogs.kit.contributed import DOCTOR_LINES, ROLE_USES
from cogs.kit.layout import Part, first_lines, message, printed, row, text
from cogs.kit.loops import LoopCog, every
from cogs.kit.moderators import roles_gone
from cogs.kit.no_room import may_be_refused

LOOK_SECONDS = 6 * 3600
"""Between two looks for roles that were deleted while the bot did not run."""
MOST_BUTTONS = 5
"""How many deleted roles have a button; the others follow once these are taken out."""
TOLD = "roles_gone"
"""The key in the settings of a server whose deleted roles were told: their ids."""


async def _gone(
    bot: TzolkinBot, t: Translations, guild: discord.Guild
) -> Sequence[tuple[int, str]]:
    """The deleted roles that settings of a server name, each with a line for each such setting."""
    used = [one for uses in ROLE_USES for one in await uses(bot, t, guild)]
    return [(role, line) for role, line in used if guild.get_role(role) is None]


async def _of_moderators(
    bot: TzolkinBot, t: Translations, guild: discord.Guild
) -> Sequence[tuple[int, str]]:
    server = await bot.tables.server_settings(guild.id)
    line = t.gettext(
        "A moderator role of this server was deleted; remove it with /moderate setup. Until "
        "there is another, nobody can moderate."
    )
    return [(role, line) for role in server.moderator_roles]


ROLE_USES.append(_of_moderators)


async def _doctor_lines(bot: TzolkinBot, t: Translations, guild: discord.Guild) -> Sequence[str]:
    return [f"❌ {line}" for line in dict.fromkeys(line for _, line in await _gone(bot, t, guild))]


DOCTOR_LINES.append(_doctor_lines)


def gone_parts(t: Translations, guild: discord.Guild | None, server: ServerSettings) -> list[Part]:
    """The buttons that take deleted roles from the moderators; none where all exist."""
    if guild is None:
        return []
    gone = roles_gone(guild, server.moderator_roles)
    # Translators: button, at most 34 characters: a deleted role is no longer a moderators' role;
    # imperative
    label = t.gettext("Remove the deleted role")
    return [row([button(label, "modrolegone", 0, word=str(one))]) for one in gone[:MOST_BUTTONS]]


async def tell_gone(bot: TzolkinBot, guild: discord.Guild) -> None:
    """Tell the owner of a server, once for each, that roles were deleted which its settings name:
    where moderators read, or in a direct message. Nothing where that is refused: /doctor shows
    it."""
    known = (await bot.store.read(settings.get, "guild", guild.id)).get(TOLD, [])
    gone = await _gone(bot, language_of_server(bot, guild), guild)
    new = {role for role, _ in gone} - set(known)
    if guild.unavailable or not new:
        return
    with may_be_refused():
        await _tell_owner(bot, guild, new)
    told = sorted({*known, *new})
    await bot.store.write(settings.change, "guild", guild.id, {TOLD: told}, at=bot.tables.now())


async def _tell_owner(bot: TzolkinBot, guild: discord.Guild, new: Collection[int]) -> None:
    owner, t = discord.Object(guild.owner_id or 0), language_of_server(bot, guild)
    server = await bot.tables.server_settings(guild.id)
    if server.moderators_channel is not None:
        lines = [f"<@{owner.id}>", *await _lines(bot, t, guild, new)]
        view = message(text(*first_lines(lines)), *gone_parts(t, guild, server))
        place = bot.get_partial_messageable(server.moderators_channel, guild_id=guild.id)
        only = discord.AllowedMentions(everyone=False, roles=False, users=[owner])
        with may_be_refused():
            await place.send(view=view, allowed_mentions=only)
            return
    lines = await _lines(bot, await language_of_person(bot, owner.id, t), guild, new)
    direct = await bot.create_dm(owner)
    await direct.send(view=message(text(*first_lines([printed(guild.name), *lines]))))


async def _lines(
    bot: TzolkinBot, t: Translations, guild: discord.Guild, which: Collection[int]
) -> list[str]:
    gone = await _gone(bot, t, guild)
    return list(dict.fromkeys(line for role, line in gone if role in which))


class RolesGone(LoopCog):
    """Looks for deleted roles that settings name."""

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """A role was deleted."""
        await self.bot.guarded(tell_gone(self.bot, role.guild), "telling of a deleted role")

    @every(LOOK_SECONDS, "looking for deleted roles")
    async def look(self) -> None:
        """Tell of the roles that were deleted meanwhile."""
        for guild in self.bot.guilds:
            await self.bot.guarded(tell_gone(self.bot, guild), "telling of a deleted role")
