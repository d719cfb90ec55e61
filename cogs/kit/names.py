"""The names of people, as the server shows them, as far as they are known.

The bot receives no member lists, so a name comes from the person's last press, from their newest
table or their sign-up to a league, or, for a few at a time, from Discord.
"""

import asyncio
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass

import discord

from bot.leagues import queries
from bot.model.table import Table, is_former
from bot.text.names import FORMER_NAME, seat_icon, shown_name, told_apart
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import speaks
from cogs.kit.context import Interaction, name_of
from cogs.kit.layout import printed

MOST_ASKED, ASKED_FOR = 20, 1.5
"""The most names fetched from Discord for one answer, and the seconds the answer waits for them.
Names that come later are known for the next answer."""
MOST_AT_ONCE = 100
"""The most people about whom Discord answers one question."""
MOST_KEPT = 5000
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
    remember(bot, guild_id, interaction.user.id, name_of(interaction.user))
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
    """Find who of these people is no longer on the server, and remember the names of the others.
    Nobody is where Discord does not tell within a moment."""
    asked, here = [one for one in people if not is_former(one)], set[int]()
    try:
        async with asyncio.timeout(ASKED_FOR):
            for start in range(0, len(asked), MOST_AT_ONCE):
                some = asked[start : start + MOST_AT_ONCE]
                found = await guild.query_members(user_ids=some, limit=MOST_AT_ONCE, cache=False)
                for member in found:
                    here.add(member.id)
                    remember(bot, guild.id, member.id, name_of(member))
    except (TimeoutError, discord.DiscordException):
        return []
    return [one for one in asked if one not in here]


def remember(bot: TzolkinBot, guild_id: int, user_id: int, name: str) -> None:
    """Keep a person's name on a server in memory."""
    seen = bot.seen_names
    seen.pop((guild_id, user_id), None)
    seen[guild_id, user_id] = name
    while len(seen) > MOST_KEPT:
        del seen[next(iter(seen))]


def forget(bot: TzolkinBot, user_id: int) -> None:
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
            remember(bot, guild.id, user_id, name_of(await guild.fetch_member(user_id)))

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
