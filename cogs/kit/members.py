"""The members of a server: what they are called, as far as it is known, and who moderates.

The bot receives no member lists, so a name comes from the person's last press, from their newest
table or their sign-up to a league, or, for a few at a time, from Discord.

That a person may act as a moderator is checked for every command, press and sent form. What
moderators type as points is read here, too.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import discord

from bot.leagues import games, queries, season_lifecycle
from bot.model.league import Staff
from bot.model.server import Rank
from bot.model.table import Table, is_former
from bot.moderation import at_tables
from bot.moderation.desk import must_be_staff, not_moderator
from bot.tables import Moderator, Person, Refusal
from bot.text.names import FORMER_NAME, seat_icon, shown_name, told_apart
from bot.text.translation import Translations
from bot.text.typed import typed_number
from cogs.client import TzolkinBot, member_of
from cogs.kit.answering import speaks
from cogs.kit.context import Interaction, name_of
from cogs.kit.layout import printed

# --- names ----------------------------------------------------------------------------------------

MOST_ASKED, ASKED_FOR = 20, 1.5
"""The most names fetched from Discord for one answer, and the seconds the answer waits for them.
Names that come later are known for the next answer."""
MOST_AT_ONCE = 100
"""The most people about whom Discord answers one question."""
_LAST_DIGITS = 4


@dataclass(frozen=True)
class Names:
    """The names of people."""

    known: Mapping[int, str]

    def plain(self, user_id: int) -> str:
        """The name for pictures, menus and files; the last digits of the id if it is unknown."""
        return self.known.get(user_id) or f"@…{user_id % 10**_LAST_DIGITS:0{_LAST_DIGITS}}"

    def printed(self, user_id: int) -> str:
        """The name for messages. A person whose name is unknown is mentioned, which pings nobody
        since our messages do not allow it."""
        name = self.known.get(user_id)
        return printed(name) if name else f"<@{user_id}>"


async def names_of(
    interaction: Interaction, people: Collection[int], t: Translations | None = None
) -> Names:
    """The names of these people on the interaction's server. A person whose data was deleted gets a
    stand-in in the language `t`, by default the reader's."""
    bot, guild_id = interaction.client, interaction.guild_id
    if guild_id is None:
        return Names({})
    remember_name(bot, guild_id, interaction.user.id, name_of(interaction.user))
    return await names_at(bot, guild_id, people, t or speaks(interaction))


async def names_at(
    bot: TzolkinBot, guild_id: int, people: Collection[int], t: Translations
) -> Names:
    """The names of these people on a server."""
    seen = bot.seen_names
    known = {p: seen[guild_id, p] for p in people if (guild_id, p) in seen}
    known |= {person: shown_name(t, FORMER_NAME) for person in people if is_former(person)}
    missing = [person for person in dict.fromkeys(people) if person not in known]
    guild = bot.get_guild(guild_id)
    for person in missing:
        member = guild.get_member(person) if guild else None
        if member is not None:
            known[person] = name_of(member)
    missing = [person for person in missing if person not in known]
    if missing:
        last = await queries.last_names(bot.leagues, guild_id, missing)
        known |= {person: shown_name(t, name) for person, name in last.items()}
    missing = [person for person in missing if person not in known]
    if guild is not None and missing:
        answered = asyncio.Event()
        bot.in_background(_ask(bot, guild, missing[:MOST_ASKED], answered), "asking for names")
        with suppress(TimeoutError):
            await asyncio.wait_for(answered.wait(), ASKED_FOR)
        known |= {p: seen[guild_id, p] for p in missing if (guild_id, p) in seen}
    return Names(known)


async def gone_from(bot: TzolkinBot, guild: discord.Guild, people: Collection[int]) -> list[int]:
    """List those of these people who are no longer on the server, and remember the names of the
    others. Empty if Discord does not answer within a moment."""
    asked = [one for one in people if not is_former(one)]
    try:
        here = await members_asked(guild, asked)
    except (TimeoutError, discord.DiscordException):
        return []
    for member in here.values():
        remember_name(bot, guild.id, member.id, name_of(member))
    return [one for one in asked if one not in here]


async def members_asked(guild: discord.Guild, people: Sequence[int]) -> dict[int, discord.Member]:
    """Those of these people who are on the server, by their ids, as Discord says now. Raises
    TimeoutError if it does not answer within a moment, and discord.DiscordException."""
    found: list[discord.Member] = []
    async with asyncio.timeout(ASKED_FOR):
        for start in range(0, len(people), MOST_AT_ONCE):
            some = list(people[start : start + MOST_AT_ONCE])
            found += await guild.query_members(user_ids=some, limit=MOST_AT_ONCE, cache=False)
    return {member.id: member for member in found}


def remember_name(bot: TzolkinBot, guild_id: int, user_id: int, name: str) -> None:
    """Keep a person's name on a server in memory."""
    bot.seen_names[guild_id, user_id] = name


def forget_names(bot: TzolkinBot, user_id: int) -> None:
    """Drop all names of this person."""
    seen = bot.seen_names
    for known in [known for known in seen if known[1] == user_id]:
        del seen[known]


async def _ask(
    bot: TzolkinBot, guild: discord.Guild, people: Collection[int], answered: asyncio.Event
) -> None:
    """Fetch and remember the current names of those who are still on the server."""

    async def one(user_id: int) -> None:
        with suppress(discord.HTTPException):
            remember_name(bot, guild.id, user_id, name_of(await guild.fetch_member(user_id)))

    await asyncio.gather(*map(one, people))
    answered.set()


def plain_names(t: Translations, table: Table) -> list[str]:
    """The names in seat order, for pictures and menus; people whose data was deleted are "Former
    player" in the reader's language."""
    return told_apart([shown_name(t, holder.name) for holder in table.seats])


def seat_names(t: Translations, table: Table) -> list[str]:
    """The names in seat order, for messages: in bold, with Markdown signs escaped, each behind its
    seat's marker if there are icons."""
    return [
        t.marked(seat_icon(seat), printed(name)) for seat, name in enumerate(plain_names(t, table))
    ]


# --- what they see --------------------------------------------------------------------------------


async def member_sees(guild: discord.Guild, member: discord.Member, channel_id: int) -> bool:
    """Whether a member may see a channel of the server. A private thread is seen only from
    within: of nobody it is known here."""
    channel: discord.abc.GuildChannel | discord.Thread | None
    channel = guild.get_channel_or_thread(channel_id)
    if channel is None:  # an archived thread
        with suppress(discord.HTTPException):
            channel = await guild.fetch_channel(channel_id)
    if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
        return False
    return channel.permissions_for(member).view_channel


# --- moderators -----------------------------------------------------------------------------------

FORFEIT = "x"
"""Typed in place of points for a seat that lost by forfeit."""


async def moderator_here(interaction: Interaction) -> Moderator:
    """The person who asks, as a moderator. Raises Refusal for everybody else."""
    server, asking = interaction.guild_id, interaction.user
    if server is not None and isinstance(asking, discord.Member):
        tables = interaction.client.tables
        roles = (await tables.server_settings(server)).moderator_roles
        named = any(asking.get_role(role) is not None for role in roles)
        if named or (not roles and interaction.permissions.manage_guild):
            return Moderator(asking.id, server, await _others(interaction.client, asking))
    raise not_moderator()


async def _others(bot: TzolkinBot, asking: discord.Member) -> tuple[int, ...]:
    """The other moderators of a person's server, as far as they are known."""
    server = asking.guild.id
    roles = (await bot.tables.server_settings(server)).moderator_roles
    known = {one.id: _moderates(one, roles) for one in asking.guild.members}
    acted = await at_tables.lately_acting(bot.tables, server)
    others = {one for one, moderates in known.items() if moderates} | (acted - known.keys())
    return tuple(sorted(others - {asking.id}))


async def staff_here(interaction: Interaction) -> Moderator:
    """The person who asks, as a moderator of the server, or as staff of leagues of it
    (`Moderator.staff_of`). The caller must check whether that allows what they ask for. Raises
    Refusal for everybody else."""
    try:
        return await moderator_here(interaction)
    except Refusal:
        server, asking = interaction.guild_id, interaction.user
        if server is None or not isinstance(asking, discord.Member):
            raise
        found = await season_lifecycle.leagues_of(interaction.client.leagues, server)
        ranks = {league.id: rank_of(asking, league.staff) for league in found}
        staff_of = {league: rank for league, rank in ranks.items() if rank is not None}
        if not staff_of:
            raise
        others = await _others(interaction.client, asking)
        return Moderator(asking.id, server, others, staff_of)


def rank_of(member: discord.Member, staff: Staff) -> Rank | None:
    """What a person may do as staff of a league; None for nothing."""
    ids = {member.id, *(role.id for role in member.roles)}
    if member.bot or ids.isdisjoint(
        [*staff.roles, *staff.people, *staff.helping_roles, *staff.helping]
    ):
        return None
    return "helps" if ids.isdisjoint([*staff.roles, *staff.people]) else "moderates"


async def staff_at(interaction: Interaction, table_id: int) -> Moderator:
    """The person who asks, as somebody who may at least give time at a table. Raises Refusal for
    everybody else."""
    moderator, leagues = await staff_here(interaction), interaction.client.leagues
    drawn = await games.table_of_game(leagues, table_id)
    league_id = None if drawn is None else (await leagues.read(drawn.season_id)).league_id
    must_be_staff(moderator, league_id, "time")
    return moderator


def roles_gone(guild: discord.Guild, roles: Iterable[int | None]) -> list[int]:
    """List those of these roles that somebody has deleted."""
    return [one for one in roles if one is not None and guild.get_role(one) is None]


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
        raise Refusal("a-bot", "A bot cannot sit at the table; choose a person.")
    return Person(member.id, name_of(member))


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
    raise Refusal(
        "points-typed", "Enter the points for each seat in playing order, such as 61 55.25 48."
    )
