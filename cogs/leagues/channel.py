"""Posting in a league's channel: lines for everybody, people's names, permissions."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import aiohttp
import discord
import structlog

from bot.answering import language_of_server
from bot.client import TzolkinBot
from bot.leagues import queries
from bot.leagues.views import SeasonView
from bot.model.league import League
from bot.model.table import is_former
from bot.tables import Person
from bot.text.names import FORMER_NAME
from bot.text.translation import Translations
from cogs.context import permission_name
from cogs.layout import Part, message, text
from cogs.leagues.names import Names

log = structlog.get_logger(__name__)

FOR_TABLES = (
    "read_messages",
    "send_messages",
    "create_public_threads",
    "send_messages_in_threads",
    "attach_files",
)
"""The permissions the bot needs in a league's channel, by discord.py's names."""


@dataclass(frozen=True)
class LeagueChannel:
    """Where a league's messages go, and in which language."""

    league: League
    channel: discord.TextChannel
    t: Translations

    @property
    def guild(self) -> discord.Guild:
        """The league's server."""
        return self.channel.guild

    def missing(self) -> list[str]:
        """The permissions that are missing for opening tables here, by the names Discord shows."""
        given = self.channel.permissions_for(self.guild.me)
        return [permission_name(self.t, name) for name in FOR_TABLES if not getattr(given, name)]


def home_of(guild: discord.Guild, league: League) -> discord.TextChannel | None:
    """The channel of a league; None where none is set, or it was deleted."""
    found = guild.get_channel(league.channel_id or 0)
    return found if isinstance(found, discord.TextChannel) else None


async def channel_of(bot: TzolkinBot, season: SeasonView) -> LeagueChannel | None:
    """The channel of a season's league; None where none is set, or it was deleted."""
    league = await bot.leagues.league(season.league_id)
    guild = bot.get_guild(league.guild_id)
    channel = None if guild is None else home_of(guild, league)
    if guild is None or channel is None:
        return None
    return LeagueChannel(league, channel, language_of_server(bot, guild))


async def say(
    bot: TzolkinBot,
    where: LeagueChannel,
    season: SeasonView,
    view: discord.ui.LayoutView,
    *,
    files: Sequence[discord.File] = (),
    people: Sequence[int] = (),
    role: discord.Role | None = None,
) -> None:
    """Post news of a season in the channel of its league; only these people and this role are
    pinged, whatever is written in it. Raises what sending raises."""
    mentions = discord.AllowedMentions(
        everyone=False,
        users=[discord.Object(one) for one in people],
        roles=[role] if role is not None else False,
    )
    channel = bot.get_partial_messageable(where.channel.id, guild_id=where.guild.id)
    await channel.send(view=view, files=list(files), allowed_mentions=mentions)


async def tell_league(
    bot: TzolkinBot,
    where: LeagueChannel,
    season: SeasonView,
    *lines: str,
    buttons: Part | None = None,
) -> bool:
    """Post lines in a league's channel; returns whether Discord accepted them. A failure is logged:
    the season goes on."""
    try:
        await say(bot, where, season, message(text(*lines), buttons))
    except (discord.HTTPException, aiohttp.ClientError, OSError) as refused:
        log.warning("league not told", league=where.league.id, reason=str(refused))
        return False
    return True


async def people_named(
    bot: TzolkinBot, guild: discord.Guild, ids: Sequence[int | None]
) -> list[Person | None]:
    """These people by the names shown on the server; those who have left by their name in their
    last game there. None stays None."""
    t = language_of_server(bot, guild)
    return [None if one is None else Person(one, await _name(bot, guild, t, one)) for one in ids]


async def _name(bot: TzolkinBot, guild: discord.Guild, t: Translations, user_id: int) -> str:
    if is_former(user_id):
        return t.gettext(FORMER_NAME)
    member = guild.get_member(user_id)
    if member is None:
        with suppress(discord.HTTPException):
            member = await guild.fetch_member(user_id)
    if member is not None:
        return member.display_name
    known = await queries.last_names(bot.leagues, guild.id, [user_id])
    return Names(known).plain(user_id)


async def moderators_named(bot: TzolkinBot, guild: discord.Guild) -> list[str]:
    """The moderator roles of a server as a line that pings nobody; empty where no role is set."""
    roles = (await bot.tables.server_settings(guild.id)).moderator_roles
    return [" ".join(f"<@&{role}>" for role in roles)] if roles else []
