"""The scheduled event of a season on its server, if its setting asks for one: created when the
season's start is known, changed with its dates, cancelled with the season.

The season stores the event (`SeasonView.made`). If the program was stopped before that, the event
is found by its name and creator, so that there is only one.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import discord
import structlog

from bot.leagues import season_lifecycle
from bot.leagues.views import SeasonView
from bot.model.league import League
from bot.text import league_news
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of_server
from cogs.kit.layout import characters, first_lines
from cogs.leagues.channel import home_of
from cogs.leagues.overview import rules_of

log = structlog.get_logger(__name__)

LONGEST_NAME, LONGEST_WORDS = 100, 980
"""The most characters of an event's name (Discord's limit) and of its description (ours)."""
WITHOUT_END, SHORTEST = timedelta(days=1), timedelta(hours=1)
"""How long an event lasts if its season has no end date, and how long at least: Discord requires
an end."""


@dataclass(frozen=True)
class Wanted:
    """A season's event as it should be."""

    name: str
    words: str
    place: str
    starts: datetime
    ends: datetime

    @property
    def mark(self) -> str:
        """A hash of all fields, by which a change is noticed."""
        return hashlib.blake2s(repr(self).encode(), digest_size=8).hexdigest()


def wanted(
    t: Translations, guild: discord.Guild, league: League, season: SeasonView
) -> Wanted | None:
    """The event that a season should have now; None if it should have none."""
    settings, state = season.settings, season.state
    if not settings.event or settings.starts is None or state.phase not in ("sign-up", "running"):
        return None
    home = home_of(guild, league)
    link = None if home is None else f"https://discord.com/channels/{guild.id}/{home.id}"
    where = league_news.event_lines(t, settings.sign_up_until, link)
    rules = first_lines(
        rules_of(t, season), LONGEST_WORDS - sum(characters(one) + 1 for one in where)
    )
    ends = settings.ends or settings.starts + WITHOUT_END
    name = settings.name if league.name in settings.name else f"{settings.name} · {league.name}"
    while characters(name) > LONGEST_NAME:
        name = name[:-1]
    return Wanted(
        name,
        "\n".join([*rules, *where]),
        league.name if home is None else f"#{home.name}"[:LONGEST_NAME],
        settings.starts,
        max(ends, settings.starts + SHORTEST),
    )


def may_make_events(guild: discord.Guild) -> bool:
    """Whether the bot may create scheduled events and change its own."""
    return guild.me.guild_permissions.create_events


async def keep_event(bot: TzolkinBot, season: SeasonView) -> bool:
    """Create, change or cancel the event of a season, if it is not as it should be now. False if
    the bot may not. Safe to call at any time. Raises discord.HTTPException."""
    if season.made.event is None and not season.settings.event:
        return True
    league = await bot.leagues.league(season.league_id)
    guild = bot.get_guild(league.guild_id)
    if guild is None:
        return True
    t = language_of_server(bot, guild)
    if _is_up_to_date(season, wanted(t, guild, league, season), bot.leagues.now()):
        return True
    if not may_make_events(guild):
        return False
    async with bot.leagues.alone("event", season.id):
        season = await bot.leagues.read(season.id)
        now_wanted = wanted(t, guild, league, season)
        if _is_up_to_date(season, now_wanted, bot.leagues.now()):
            return True
        made = await _found(bot, guild, season, now_wanted)
        if now_wanted is None:
            await _end(made)
            await season_lifecycle.note_made(bot.leagues, season.id, event=None, event_mark="")
            return True
        if made is None and now_wanted.starts > bot.leagues.now():
            made = await guild.create_scheduled_event(
                name=now_wanted.name,
                description=now_wanted.words,
                start_time=now_wanted.starts,
                end_time=now_wanted.ends,
                location=now_wanted.place,
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
            )
            log.info("event made", season=season.id, made=made.id)
        elif made is not None:
            await _change(made, now_wanted, bot.leagues.now())
        event = None if made is None else made.id
        await season_lifecycle.note_made(
            bot.leagues, season.id, event=event, event_mark=now_wanted.mark
        )
    return True


def _is_up_to_date(season: SeasonView, now_wanted: Wanted | None, now: datetime) -> bool:
    """Whether the event need not be created, changed or cancelled."""
    made = season.made
    if now_wanted is None:
        return made.event is None
    if made.event is None and now_wanted.starts <= now:
        return True  # too late to create one
    return made.event_mark == now_wanted.mark


async def _found(
    bot: TzolkinBot, guild: discord.Guild, season: SeasonView, now_wanted: Wanted | None
) -> discord.ScheduledEvent | None:
    """The event of a season, if there is one that is not over."""
    if season.made.event is None:
        assert now_wanted is not None and bot.user is not None
        for one in await guild.fetch_scheduled_events(with_counts=False):
            if one.creator_id == bot.user.id and one.name == now_wanted.name and _open(one):
                return one
        return None
    try:
        made = await guild.fetch_scheduled_event(season.made.event, with_counts=False)
    except discord.NotFound:
        return None
    return made if _open(made) else None


def _open(event: discord.ScheduledEvent) -> bool:
    return event.status in (discord.EventStatus.scheduled, discord.EventStatus.active)


async def _end(event: discord.ScheduledEvent | None) -> None:
    if event is None:
        return
    over = discord.EventStatus.completed
    if event.status is discord.EventStatus.scheduled:
        over = discord.EventStatus.cancelled
    await event.edit(status=over)


async def _change(event: discord.ScheduledEvent, now_wanted: Wanted, now: datetime) -> None:
    changes: dict[str, Any] = {
        "name": now_wanted.name,
        "description": now_wanted.words,
        "end_time": max(now_wanted.ends, now + SHORTEST),
        "location": now_wanted.place,
        "entity_type": discord.EntityType.external,
    }
    if event.status is discord.EventStatus.scheduled and now_wanted.starts > now:
        changes["start_time"] = now_wanted.starts  # else the event has begun
    await event.edit(**changes)
