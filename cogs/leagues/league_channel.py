"""The channel in which a league lives: lines for everybody, people's names, permissions; and its
posts, where the channel is a forum.

In a forum each season has a post with its news, and one for each table. A forum takes no plain
messages. The post with the news begins with the season's own message, which is kept up to date; all
other news follows in it. The season stores what was posted (`SeasonView.made`); if the program was
stopped before, a post is found by its name and author.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

import aiohttp
import discord
import structlog

from bot.leagues import season_lifecycle
from bot.leagues.season_transaction import SeasonView
from bot.model import notes
from bot.model.league import League, Made
from bot.refusal import NotTaken
from bot.store import outbox
from bot.tables import Person
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit import channels, context
from cogs.kit.answering import language_of_server, speaks, tell
from cogs.kit.members import Names, names_at
from cogs.kit.pages import SEASON_NEWS, theme_here
from cogs.kit.pictures import files
from cogs.leagues.overview import (
    Glance,
    bracket_in_message,
    named_people,
    season_message,
    web_of_season,
)
from cogs.telling.dispatcher import NotYet, once, tell_notes, tells
from cogs.telling.moderators_called import NowhereError, tell_not_taken
from rendering import Picture, draw_bracket

PUT_AWAY = 50083
"""Discord's error code for a change in an archived thread. A new message reopens the thread."""


def made_in(forum: discord.ForumChannel, season: SeasonView) -> Made:
    """What was posted in this forum for a season; nothing if the league has moved here since."""
    return season.made if season.made.home == forum.id else Made()


def own_threads(bot: TzolkinBot, home: context.Home, name: str) -> list[discord.Thread]:
    """The bot's own threads or posts of this name that are not archived."""
    return [
        post
        for post in home.threads
        if post.name == name and bot.user is not None and post.owner_id == bot.user.id
    ]


async def unclaimed_post(bot: TzolkinBot, home: context.Home, *names: str) -> discord.Thread | None:
    """A post of one of these names that no season has noted, as the program was stopped before."""
    taken = await season_lifecycle.known_posts(bot.leagues)
    own = [one for name in names for one in own_threads(bot, home, name)]
    return next((one for one in own if one.id not in taken), None)


async def begin_post(
    forum: discord.ForumChannel,
    name: str,
    view: discord.ui.LayoutView,
    *,
    files: Sequence[discord.File] = (),
) -> discord.Thread:
    """Create a post with this first message, and the first tag that is to be had where the forum
    wants one. Raises discord.HTTPException."""
    manages = forum.permissions_for(forum.guild.me).manage_threads
    tags = [one for one in forum.available_tags if manages or not one.moderated][:1]
    posted = await forum.create_thread(
        name=name,
        view=view,
        files=list(files),
        allowed_mentions=discord.AllowedMentions.none(),
        auto_archive_duration=context.A_WEEK,
        applied_tags=tags if forum.flags.require_tag else [],
    )
    return posted.thread


async def _awake(
    bot: TzolkinBot, forum: discord.ForumChannel, post_id: int
) -> discord.Thread | None:
    """A post, reopened if it is archived; None if it is gone. Raises discord.HTTPException."""
    post = forum.get_thread(post_id) or await bot.fetch_channel(post_id)
    if not isinstance(post, discord.Thread):
        return None
    return await post.edit(archived=False) if post.archived else post


async def change_first_message(
    bot: TzolkinBot,
    forum: discord.ForumChannel,
    post_id: int,
    view: discord.ui.LayoutView,
    files: Sequence[discord.File] = (),
) -> None:
    """Edit the first message of a post, which has the post's id. Raises discord.HTTPException."""
    post = bot.get_partial_messageable(post_id, guild_id=forum.guild.id)
    none = discord.AllowedMentions.none()
    message = post.get_partial_message(post_id)
    try:
        await message.edit(view=view, attachments=list(files), allowed_mentions=none)
    except discord.HTTPException as refused:
        if refused.code != PUT_AWAY:
            raise
        await _awake(bot, forum, post_id)
        for one in files:
            one.reset()
        await message.edit(view=view, attachments=list(files), allowed_mentions=none)


log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class LeagueChannel:
    """Where a season is told: in the channel of its league, and in which language."""

    bot: TzolkinBot
    league: League
    season: SeasonView
    channel: context.Home
    t: Translations

    @property
    def guild(self) -> discord.Guild:
        """The league's server."""
        return self.channel.guild

    async def now(self) -> "LeagueChannel":
        """The same with the season as it is now."""
        return replace(self, season=await self.bot.leagues.read(self.season.id))

    async def names(self, people: Collection[int]) -> Names:
        """The names of these people on the server."""
        return await names_at(self.bot, self.guild.id, people, self.t)


def missing_in(t: Translations, home: context.Home) -> list[str]:
    """The permissions the bot lacks for a league in this channel, by the names Discord shows."""
    in_forum = isinstance(home, discord.ForumChannel)
    return [context.permission_name(t, one, forum=in_forum) for one in context.lacking_in(home)]


def home_of(guild: discord.Guild, league: League) -> context.Home | None:
    """The channel or forum of a league; None where none is set, or it was deleted."""
    found = guild.get_channel(league.channel_id or 0)
    return found if isinstance(found, discord.TextChannel | discord.ForumChannel) else None


def is_lost(guild: discord.Guild, league: League) -> bool:
    """Whether the channel of a league is gone, or the bot lacks what it needs there."""
    home = home_of(guild, league)
    return home is None or bool(context.lacking_in(home))


async def channel_of(bot: TzolkinBot, season: SeasonView) -> LeagueChannel | None:
    """The channel of a season's league; None where none is set, or it was deleted."""
    league = await bot.leagues.league(season.league_id)
    guild = bot.get_guild(league.guild_id)
    channel = None if guild is None else home_of(guild, league)
    if guild is None or channel is None:
        return None
    return LeagueChannel(bot, league, season, channel, language_of_server(bot, guild))


async def place_to_tell(bot: TzolkinBot, season: SeasonView) -> LeagueChannel | None:
    """Where a note of a season is told; None where the league has no channel any more. Raises
    NotYet while the server cannot be seen, for example during an outage of Discord."""
    where = await channel_of(bot, season)
    if where is None:
        league = await bot.leagues.league(season.league_id)
        if league.channel_id is not None and bot.get_guild(league.guild_id) is None:
            raise NotYet
    return where


DONE_ELSEWHERE = (
    notes.ChangeSeats, notes.StopGame, notes.DisputeRaised, notes.DisputeDecided,
    notes.PeopleChanged, notes.LeagueMoved,
)  # fmt: skip
"""What is done at a season's tables, or with people, also where its channel cannot be told."""


async def tell_season(bot: TzolkinBot, season_id: int, *, silently: bool = False) -> None:
    """Tell and do what waits for a season. With `silently` its channel is told nothing. What fails
    waits on; raises the first failure."""
    trouble: Exception | None = None
    async with bot.leagues.alone("outbox", season_id):
        waiting = await bot.store.read(outbox.of_season, season_id)
        elsewhere = [one for one in waiting if isinstance(one.note, DONE_ELSEWHERE)]
        news = [] if silently else [one for one in waiting if one not in elsewhere]
        for group in (news, *([one] for one in elsewhere)):
            try:
                await tell_notes(bot, group, partial(bot.leagues.read, season_id), in_order=True)
            except Exception as error:
                trouble = trouble or error
    if trouble is not None:
        raise trouble


async def post_news(interaction: context.Interaction, season: SeasonView) -> None:
    """Tell and do what waits for a season; if its channel cannot be told, tell the moderator."""
    league, t = await interaction.client.leagues.league(season.league_id), speaks(interaction)
    if league.channel_id is None:
        await tell(
            interaction,
            t.gettext("This league has no channel yet; choose one with /moderate page."),
        )
        return
    heard = await channel_of(interaction.client, season) is not None
    with channels.may_be_refused():
        await tell_season(interaction.client, season.id)
        if heard:
            return
    await tell(
        interaction,
        t.gettext(
            "I cannot post in {channel}: allow me to see it and send messages, or choose another "
            "channel with /moderate page."
        ).format(channel=f"<#{league.channel_id}>"),
    )


SEASON_NEWS.append(post_news)


async def post_in(
    where: LeagueChannel,
    view: discord.ui.LayoutView,
    *,
    files: Sequence[discord.File] = (),
    people: Sequence[int] = (),
) -> discord.Message:
    """Post news of a season in the channel of its league, or in their post of its forum; only these
    people are pinged, whatever is written in it. Raises what sending raises."""
    pinged, home = [discord.Object(one) for one in people], where.channel
    mentions = discord.AllowedMentions(everyone=False, users=pinged, roles=False)

    async def send(place: int) -> discord.Message:
        channel = where.bot.get_partial_messageable(place, guild_id=where.guild.id)
        try:
            sent = await channel.send(
                view=view, files=list(files), allowed_mentions=mentions, **once()
            )
        except discord.HTTPException as error:
            why = channels.why_refused(error, channels.MESSAGES, channel=place)
            if isinstance(why, NotTaken):
                tell_not_taken(where.bot, where.guild.id, place, why)
            raise
        channels.unhindered(where.bot, where.guild.id, channels.in_channel(place))
        return sent

    if not isinstance(home, discord.ForumChannel):
        return await send(home.id)
    place, new = await _news_post(where, home)
    try:
        return await send(place)
    except discord.NotFound:
        if new:
            raise
        for one in files:
            one.reset()
        return await send(await _news_post_anew(where, home))


async def show_season(where: LeagueChannel) -> None:
    """Post the season's own message; in a forum the post with the news begins with it, and it is
    changed there. Raises what sending raises."""
    if not isinstance(where.channel, discord.ForumChannel):
        view, drawn = await _season_message(where)
        said = await post_in(where, view, files=files(drawn))
        await season_lifecycle.note_made(
            where.bot.leagues, where.season.id, channel=where.channel.id, message=said.id
        )
        return
    place, new = await _news_post(where, where.channel)
    if new:
        return
    view, drawn = await _season_message(where)
    try:
        await change_first_message(where.bot, where.channel, place, view, files(drawn))
    except discord.NotFound:
        await _news_post_anew(where, where.channel)


async def keep_news(bot: TzolkinBot, season: SeasonView) -> None:
    """In a forum, make the post with a season's news where there is none, as when the league has
    just moved there: moderators are called in it. Raises what Discord raises."""
    where = await channel_of(bot, season)
    if where is None or not isinstance(where.channel, discord.ForumChannel):
        return
    if made_in(where.channel, season).news is None:
        await _news_post(where, where.channel)


async def forget_post(bot: TzolkinBot, season: SeasonView, post_id: int) -> None:
    """Note that somebody has deleted the post with a season's news, if it is that."""
    if season.made.news == post_id:
        await season_lifecycle.note_made(bot.leagues, season.id, news=None)


async def show_in_new_home(bot: TzolkinBot, season: SeasonView) -> None:
    """Post the message of a season in the channel to which its league has moved, unless it is there
    already. Raises what Discord raises."""
    async with bot.leagues.alone("home", season.id):
        season = await bot.leagues.read(season.id)
        where = await channel_of(bot, season)
        if where is not None and where.channel.id not in (season.made.channel, season.made.home):
            await show_season(where)


@tells(notes.PeopleChanged)
async def refresh_season(bot: TzolkinBot, season: SeasonView, note: notes.PeopleChanged) -> None:
    """Bring the season's message up to date: in a channel the newest one, in a forum the one with
    which its news begin. Where it is gone, or Discord refuses, it does no harm."""
    newer = any(isinstance(one, notes.PeopleChanged) and one.n > note.n for one in season.untold)
    where = None if newer else await channel_of(bot, season)
    if where is None:
        return
    home, made = where.channel, season.made
    try:
        if isinstance(home, discord.ForumChannel):
            if made_in(home, season).news is not None:
                await show_season(where)
        elif made.message is not None and made.channel == home.id:
            view, drawn = await _season_message(where)
            channel = bot.get_partial_messageable(home.id, guild_id=where.guild.id)
            posted = channel.get_partial_message(made.message)
            await posted.edit(
                view=view, attachments=files(drawn), allowed_mentions=discord.AllowedMentions.none()
            )
    except discord.HTTPException as refused:
        if refused.status >= 500:
            raise


async def _season_message(
    where: LeagueChannel,
) -> tuple[discord.ui.LayoutView, Sequence[Picture]]:
    """The season's message for everybody, with its picture while a knock-out is played."""
    names = await where.names(named_people(where.season))
    web = await web_of_season(where.bot, where.league, where.season)
    seen = Glance(where.league, where.season, names, web=web)
    found = await bracket_in_message(where.bot, where.guild.id, where.season, where.t)
    if found is not None:
        theme = await theme_here(where.bot, where.guild.id)
        drawn = await where.bot.pool.draw(draw_bracket, found[0], theme=theme, t=where.t)
        seen = replace(seen, cup=found[1], drawn=drawn)
    return season_message(where.t, seen), [seen.drawn] if seen.drawn else []


async def _news_post(where: LeagueChannel, home: discord.ForumChannel) -> tuple[int, bool]:
    """The id of the post with a season's news, and whether it was made just now."""
    bot = where.bot
    async with bot.leagues.alone("posts", where.season.id):
        where = await where.now()
        season, made = where.season, made_in(home, where.season)
        if made.news is not None:
            return made.news, False
        name = context.fitting_name(season.settings.name)
        # Translators: the title of a post or thread where the season's own name is refused
        short_name = where.t.gettext("Season {n}").format(n=season.number)
        post = await unclaimed_post(bot, home, name, short_name)
        new = post is None
        if post is None:
            view, drawn = await _season_message(where)
            post = await context.first_taken(
                lambda title: begin_post(home, title, view, files=files(drawn)), name, short_name
            )
        await season_lifecycle.note_made(bot.leagues, season.id, home=home.id, news=post.id)
        return post.id, new


async def _news_post_anew(where: LeagueChannel, home: discord.ForumChannel) -> int:
    """The id of another post with a season's news, in the place of one that was deleted."""
    await season_lifecycle.note_made(where.bot.leagues, where.season.id, news=None)
    place, _ = await _news_post(where, home)
    return place


async def told_once(
    bot: TzolkinBot,
    season: SeasonView,
    note: notes.ToldOnce,
    telling: Callable[[], Awaitable[object]],
    mark: Callable[..., Awaitable[None]] = season_lifecycle.mark_told,
) -> None:
    """Tell something of a season, unless `note` is stored, which records it. A failure is logged,
    and the next look tries again; what Discord refuses for good waits longer."""
    what, guild_id = f"{note} of season {season.id}", await bot.leagues.server_of(season.id)
    if note in season.told or bot.get_guild(guild_id) is None:
        return
    if channels.waits(bot, guild_id, what):
        return
    async with bot.leagues.alone("telling", season.id):
        if note in (await bot.leagues.read(season.id)).told:
            return
        try:
            await telling()
        except (discord.HTTPException, aiohttp.ClientError, OSError, NowhereError) as refused:
            log.warning("not told", season=season.id, note=str(note), reason=str(refused))
            if why := channels.why_refused(refused):
                channels.hindered(bot, guild_id, what, why)
            return
        channels.unhindered(bot, guild_id, what)
        await mark(bot.leagues, season.id, note)


async def people_named(
    bot: TzolkinBot, guild: discord.Guild, ids: Sequence[int | None]
) -> list[Person | None]:
    """These people by the names shown on the server; those who have left by their name in their
    last game there. None stays None."""
    people = [one for one in ids if one is not None]
    known = await names_at(bot, guild.id, people, language_of_server(bot, guild))
    return [None if one is None else Person(one, known.plain(one)) for one in ids]
