"""Calling the moderators in the place they read (`/moderate setup channel:`): their roles are
pinged there and nobody else; where the bot may not ping a role, the moderators known by the audit
log are."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import discord

from bot.model.league import NO_STAFF, League, Staff
from bot.moderation import at_tables
from bot.refusal import Refusal
from bot.tables import ServerSettings, Table
from bot.text.translation import N_, Translations, listed
from cogs.client import TzolkinBot, member_of
from cogs.kit.answering import language_of_server, refusal_text
from cogs.kit.buttons import button, moderate_button
from cogs.kit.channels import hindered, in_channel, may_be_refused, why_refused
from cogs.kit.context import permission_name
from cogs.kit.layout import ACCENT_TURN, Part, first_lines, message, row, text
from cogs.kit.members import still_moderates
from cogs.telling.dispatcher import once

MOST_KNOWN = 10
"""How many people are pinged at most if a role cannot be."""


class NowhereError(Exception):
    """No channel is known in which the moderators of a server could be called."""


@dataclass(frozen=True)
class Called:
    """Whom a call of the moderators pings."""

    roles: tuple[discord.Role, ...]
    people: tuple[int, ...]

    @property
    def line(self) -> str:
        """The mentions; empty where nobody can be pinged."""
        return " ".join(
            [*(role.mention for role in self.roles), *(f"<@{one}>" for one in self.people)]
        )

    @property
    def mentions(self) -> discord.AllowedMentions:
        """Lets a message ping these roles and people, and nobody else."""
        return discord.AllowedMentions(
            everyone=False,
            roles=list(self.roles),
            users=[discord.Object(one) for one in self.people],
        )


def unmentionable(
    guild: discord.Guild, server: ServerSettings, place: int | None = None
) -> list[discord.Role]:
    """The moderators' roles that the bot cannot ping in the channel `place` (None: where the
    server's moderators are called)."""
    channel = guild.get_channel_or_thread(place or server.moderators_channel or 0)
    given = guild.me.guild_permissions if channel is None else channel.permissions_for(guild.me)
    roles = [guild.get_role(one) for one in server.moderator_roles]
    return [
        role
        for role in roles
        if role is not None and not role.mentionable and not given.mention_everyone
    ]


# Translators: “Mention Everyone” is a permission of Discord, to be named as Discord does;
# {roles} are mentions of one or several roles
UNMENTIONABLE = N_(
    "I cannot mention {roles}: allow everybody to mention them, or give me the Mention "
    "Everyone permission in the channel where moderators are notified. Until then I notify the "
    "moderators I know from the audit log."
)


def not_callable(t: Translations, guild: discord.Guild, server: ServerSettings) -> list[str]:
    """Lines that say what keeps the bot from calling a server's moderators where they want to be
    called, and what helps. Empty if nothing does."""
    lines = []
    if server.moderators_channel is not None:
        channel = guild.get_channel_or_thread(server.moderators_channel)
        if channel is None:
            lines.append(
                t.gettext(
                    "The channel for notifying moderators is gone, or I cannot see it; choose "
                    "one with /moderate setup. Until then moderators are notified in the "
                    "league's channel."
                )
            )
        elif missing := _missing_to_call(t, channel):
            lines.append(
                t.ngettext(
                    "Moderators should be notified in {channel}, but somebody who manages the "
                    "server must first give me the permission {permissions} there. Until then "
                    "they are notified in the league's channel.",
                    "Moderators should be notified in {channel}, but somebody who manages the "
                    "server must first give me the permissions {permissions} there. Until then "
                    "they are notified in the league's channel.",
                    len(missing),
                ).format(channel=channel.mention, permissions=listed(t, missing))
            )
    mute = unmentionable(guild, server)
    return [
        *lines,
        *([t.say(UNMENTIONABLE, roles=" ".join(role.mention for role in mute))] if mute else []),
    ]


def _missing_to_call(
    t: Translations, channel: discord.abc.GuildChannel | discord.Thread
) -> list[str]:
    given = channel.permissions_for(channel.guild.me)
    needed = ("read_messages", "send_messages")
    return [permission_name(t, one) for one in needed if not getattr(given, one)]


def must_be_able_to_call(t: Translations, channel: discord.abc.GuildChannel) -> None:
    """Raises Refusal (`call-permissions`) if the bot cannot see this channel and write in it."""
    if missing := _missing_to_call(t, channel):
        # Translators: {permissions} are one or several names of Discord permissions
        raise Refusal(
            "call-permissions",
            "I cannot notify anybody in {channel}: somebody who manages the server must give me "
            "these permissions there: {permissions}.",
            channel=channel.mention,
            permissions=listed(t, missing),
        )


async def called_at(
    bot: TzolkinBot,
    guild: discord.Guild,
    server: ServerSettings,
    place: int | None = None,
    staff: Staff = NO_STAFF,
) -> Called:
    """Whom to ping in the channel `place` (None: where the server's moderators are called).

    These are the moderators' roles that can be pinged, and the people and roles that moderate the
    league with this `staff` and can read there. If some cannot, or there is none, at most
    `MOST_KNOWN` people are added who moderated lately or have such a role.
    """
    channel = guild.get_channel_or_thread(place or server.moderators_channel or 0)

    def reads(one: discord.Role | discord.Member | None) -> bool:
        return one is None or channel is None or channel.permissions_for(one).read_messages

    of_league = [one for one in staff.roles if reads(guild.get_role(one))]
    server = replace(server, moderator_roles=(*server.moderator_roles, *of_league))
    roles = [guild.get_role(one) for one in server.moderator_roles]
    mute = unmentionable(guild, server, place)
    mentioned = [role for role in roles if role is not None and role not in mute]
    people = [one for one in staff.people if reads(await member_of(guild, one))][:MOST_KNOWN]
    if mentioned and not mute:
        return Called(tuple(mentioned), tuple(people))
    acted = sorted(await at_tables.lately_acting(bot.tables, guild.id) - {*people})
    for person in dict.fromkeys([*acted, *(m.id for role in mute for m in role.members)]):
        if len(people) < MOST_KNOWN and await still_moderates(
            guild, server.moderator_roles, person
        ):
            people.append(person)
    return Called(tuple(mentioned), tuple(people))


async def call_moderators_there(
    bot: TzolkinBot,
    guild: discord.Guild,
    lines: Sequence[str],
    *parts: Part,
    otherwise: Sequence[int | None] = (),
    league: League | None = None,
) -> discord.Message:
    """Post lines and buttons where the server's moderators are called, and ping them, and those of
    the `league` it is about.

    `otherwise` are the channels to try next if the server has named none, or Discord refuses the
    message. Raises what sending to the last of these channels raises, or NowhereError without a
    channel.
    """
    server = await bot.tables.server_settings(guild.id)
    staff = NO_STAFF if league is None else league.staff
    places = [
        one
        for one in (server.moderators_channel, *otherwise)
        if one is not None and not isinstance(guild.get_channel(one), discord.ForumChannel)
    ]  # a forum takes no messages, only its posts do
    refused: discord.HTTPException | None = None
    for place in dict.fromkeys(places):
        called = await called_at(bot, guild, server, place, staff)
        named = [called.line] if called.line else []
        view = message(text(*first_lines([*named, *lines])), *parts, accent=ACCENT_TURN)
        channel = bot.get_partial_messageable(place, guild_id=guild.id)
        try:
            return await channel.send(view=view, allowed_mentions=called.mentions, **once())
        except discord.HTTPException as error:
            if why_refused(error) is None:
                raise
            refused = error
    raise refused or NowhereError(f"no channel on server {guild.id}")


def tell_not_taken(bot: TzolkinBot, guild_id: int | None, channel_id: int, why: Refusal) -> None:
    """Note that Discord refuses messages in a channel. If this was not known, the moderators are
    told in the background."""
    guild = bot.get_guild(guild_id or 0)
    if hindered(bot, guild_id or 0, in_channel(channel_id), why) and guild is not None:
        bot.in_background(tell_moderators_why(bot, guild, why), "telling what Discord refuses")


async def tell_moderators_why(bot: TzolkinBot, guild: discord.Guild, why: Refusal) -> None:
    """Tell the moderators what Discord refuses, if there is a channel for them. Raises what sending
    raises, except if Discord refuses this message, too."""
    line = refusal_text(language_of_server(bot, guild), why)
    with suppress(NowhereError), may_be_refused():
        await call_moderators_there(bot, guild, [line])


# --- time that is over ---------------------------------------------------------------------------


def time_over_buttons(t: Translations, table: Table, seat: int) -> list[Part]:
    """The rows of buttons for moderators when a seat's time is over. What they do is in
    `cogs/moderation/acts.py`, and on the moderators' page."""
    word = f"{seat}.{table.version}"
    return [
        row(
            [
                # Translators: button, one of two in a row, at most 24 characters: a computer takes
                # the turn
                button(t.gettext("Let a computer play"), "outcomputer", table.id, word=word),
                # Translators: button, one of two in a row, at most 24 characters: a day more time
                button(t.gettext("24 more hours"), "outmore", table.id, word=word),
            ]
        ),
        row(
            [
                # Translators: button, one of two in a row, at most 24 characters: gives the seat to
                # somebody else; imperative
                button(t.gettext("Replace"), "moddo", 0, word=f"t{table.id} replace"),
                moderate_button(t, table.id),
            ]
        ),
    ]


async def call_for_time_over(
    bot: TzolkinBot,
    table: Table,
    seat: int,
    line: str,
    *,
    league: League | None = None,
    league_channel: int | None = None,
) -> None:
    """Call the moderators because a seat's time is over, which `line` says."""
    guild = bot.get_guild(table.guild_id or 0)
    if guild is None:
        return
    t = language_of_server(bot, guild)
    where = f"<#{table.channel_id}>"
    await call_moderators_there(
        bot, guild, [f"{line} {where}"], *time_over_buttons(t, table, seat),
        otherwise=(league_channel, table.channel_id), league=league,
    )  # fmt: skip
