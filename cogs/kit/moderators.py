"""Checks that a person may act as a moderator, made for every command, press and sent form; and
points as they are typed."""

from collections.abc import Collection, Iterable
from dataclasses import replace

import discord

from bot.moderation import at_tables
from bot.moderation.second_moderator import ROLES
from bot.tables import AuditEntry, Moderator, Person, Refusal
from bot.text.translation import Translations
from bot.text.typed import typed_number
from cogs.client import TzolkinBot, member_of
from cogs.kit.context import Interaction, name_of

FORFEIT = "x"
"""Typed in place of points for a seat that lost by forfeit."""

MOST_OTHERS = 20
"""The most people about whom Discord is asked whether they are moderators."""


async def moderator_here(interaction: Interaction) -> Moderator:
    """The person who asks, as a moderator. Raises Refusal for everybody else."""
    server, asking = interaction.guild_id, interaction.user
    if server is not None and isinstance(asking, discord.Member):
        roles = (await interaction.client.tables.server_settings(server)).moderator_roles
        if any(asking.get_role(role) is not None for role in roles):
            return Moderator(asking.id, server)
        if not roles and interaction.permissions.manage_guild:
            return Moderator(asking.id, server)
    raise Refusal(
        "not-moderator", "Only the moderators of this server can do that; ask one of them."
    )


def roles_gone(guild: discord.Guild, roles: Iterable[int | None]) -> list[int]:
    """List those of these roles that somebody has deleted."""
    return [one for one in roles if one is not None and guild.get_role(one) is None]


async def decider_here(interaction: Interaction, request: AuditEntry | None = None) -> Moderator:
    """The person who asks, if allowed to see and decide requests: a moderator, or somebody who
    manages the server and completes what no moderator may confirm. Who has become a moderator after
    a `request` was made decides it like the latter. Raises Refusal for everybody else."""
    try:
        moderator = await moderator_here(interaction)
    except Refusal:
        if not interaction.permissions.manage_guild or interaction.guild_id is None:
            raise
        return Moderator(interaction.user.id, interaction.guild_id, named=False)
    roles = None if request is None else request.details.get(ROLES)
    if roles is None:  # an older request
        return moderator
    assert isinstance(interaction.user, discord.Member)
    return replace(moderator, named=_moderates(interaction.user, roles))


async def known_moderators(
    bot: TzolkinBot, guild: discord.Guild, roles: Collection[int] | None = None
) -> set[int]:
    """The people known to moderate a server by these roles, or by those it has named now: those
    Discord has named so far, the owner where there is no role, and those who acted as moderators
    lately. Others may exist: listing the members of a role needs a privileged intent, which the bot
    does without."""
    if roles is None:
        roles = (await bot.tables.server_settings(guild.id)).moderator_roles
    known = {member.id for member in guild.members if _moderates(member, roles)}
    acted = sorted(await at_tables.lately_acting(bot.tables, guild.id) - known)[:MOST_OTHERS]
    if not roles and guild.owner_id is not None:
        acted.append(guild.owner_id)
    return known | {one for one in acted if await still_moderates(guild, roles, one)}


async def who_must_not_read(
    bot: TzolkinBot, guild: discord.Guild, rivals: Collection[int]
) -> set[int]:
    """The moderators of a server among `rivals`, as long as another one is known: somebody else
    must be there to read and decide."""
    roles = (await bot.tables.server_settings(guild.id)).moderator_roles
    found = {one for one in rivals if await still_moderates(guild, roles, one)}
    return found if found and await free_to_call(bot, guild, rivals) else set()


async def free_to_call(
    bot: TzolkinBot, guild: discord.Guild, besides: Collection[int]
) -> list[int]:
    """The people known to moderate a server, but for some; where there is nobody else, its
    owner."""
    known = await known_moderators(bot, guild)
    owner = set() if guild.owner_id is None else {guild.owner_id}
    return sorted(known.difference(besides) or owner.difference(besides))


async def still_moderates(guild: discord.Guild, roles: Collection[int], person: int) -> bool:
    """Whether a person is a moderator of a server now: has one of these roles, or manages the
    server if there are none. Fetches members who are not known yet."""
    member = await member_of(guild, person)
    return member is not None and _moderates(member, roles)


def _moderates(member: discord.Member, roles: Collection[int]) -> bool:
    if member.bot or not roles:
        return not member.bot and member.guild_permissions.manage_guild
    return any(member.get_role(role) is not None for role in roles)


def a_player(member: discord.Member) -> Person:
    """The member as a person who can take a seat. Raises Refusal for a bot."""
    if member.bot:
        raise Refusal("a-bot", "A bot cannot sit at the table; name a person.")
    return Person(member.id, name_of(member))


def answer_words(t: Translations, entry: AuditEntry) -> str:
    """The answer to a moderator once an act is in the audit log."""
    if entry.status == "pending":
        words = t.gettext(
            "Another moderator must confirm this with /moderate page: entry {number}."
        )
        if entry.own_table and entry.season_id is not None:
            words += " " + t.gettext(
                "You play in this season or gain by this, so another moderator must confirm it. "
                "If there is none, players may object for 24 hours; then you may confirm it."
            )
    elif entry.status == "refused":
        words = t.gettext("Refused; nothing has changed.")
    else:
        words = t.gettext("Done: audit log entry {number}.")
    return words.format(number=entry.id)


def typed_points(typed: str, *, seats: int | None = None) -> list[int]:
    """Points in quarters from a text such as "61 55.25 48", for this number of seats if it is
    known. Raises Refusal for anything else."""
    points4, forfeits = typed_result(typed, seats=seats)
    if forfeits:
        raise _no_points()
    return points4


def typed_result(typed: str, *, seats: int | None = None) -> tuple[list[int], tuple[int, ...]]:
    """Points in quarters, and the seats (from 0) that lost by forfeit, from a text such as
    "61 55.25 x". A comma within a word is read as the decimal point; if that gives the wrong number
    of seats, or in a single word, it separates two numbers. Raises Refusal for anything else."""
    typed = typed.lower()
    words = [word.rstrip(",;") for word in typed.split()]
    for each in (words if len(words) > 1 or seats == 1 else [], typed.replace(",", " ").split()):
        numbers = [typed_number("0" if word == FORFEIT else word) for word in each]
        points4 = [
            int(4 * one) for one in numbers if one is not None and (4 * one).denominator == 1
        ]
        if points4 and len(points4) == len(numbers) == (seats or len(numbers)):
            return points4, tuple(seat for seat, word in enumerate(each) if word == FORFEIT)
    raise _no_points()


def _no_points() -> Refusal:
    return Refusal(
        "points-typed", "Give the points of each seat in playing order, such as 61 55.25 48."
    )
