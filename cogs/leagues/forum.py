"""A league that lives in a forum: for each season a post with its news, one with its standings, and
one for each table.

A forum takes no plain messages. The post with the news begins with the season's own message, which
is kept up to date; all other news follows in it. It is pinned if the bot may pin. Posts carry the
forum's tags "running" and "over", if it has them. The season stores what was posted
(`SeasonView.made`); if the program was stopped before, a post is found by its name and author.
"""

from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.leagues import season_lifecycle
from bot.leagues.views import SeasonView
from bot.model.league import Made
from bot.text.translation import C_, Translations
from bot.text.typed import folded
from cogs.client import TzolkinBot
from cogs.kit.no_room import PINS, hindered, unhindered, why_refused
from cogs.kit.threads import A_WEEK, Home

MOST_TAGS = 5
PUT_AWAY = 50083
"""Discord's error code for a change in an archived thread. A new message reopens the thread."""
# Translators: tag of a forum's post, of a season or a table; at most 20 characters
RUNNING = C_("tag", "running")
# Translators: tag of a forum's post, of a season or a table; at most 20 characters
OVER = C_("tag", "over")
"""The tags that posts carry, by their name in the server's language or in English."""


def made_in(forum: discord.ForumChannel, season: SeasonView) -> Made:
    """What was posted in this forum for a season; nothing if the league has moved here since."""
    return season.made if season.made.home == forum.id else Made()


def word_for(season: SeasonView) -> str:
    """The tag of a season's own posts: RUNNING or OVER."""
    return OVER if season.state.phase in ("finished", "cancelled") else RUNNING


def own_threads(bot: TzolkinBot, home: Home, name: str) -> list[discord.Thread]:
    """The bot's own threads or posts of this name that are not archived."""
    return [
        post
        for post in home.threads
        if post.name == name and bot.user is not None and post.owner_id == bot.user.id
    ]


async def unclaimed(bot: TzolkinBot, home: Home, *names: str) -> discord.Thread | None:
    """A post of one of these names that no season has noted, as the program was stopped before."""
    taken = await season_lifecycle.known_posts(bot.leagues)
    own = [one for name in names for one in own_threads(bot, home, name)]
    return next((one for one in own if one.id not in taken), None)


async def new_post(
    forum: discord.ForumChannel,
    t: Translations,
    name: str,
    view: discord.ui.LayoutView,
    *,
    files: Sequence[discord.File] = (),
    mentions: discord.AllowedMentions | None = None,
) -> discord.Thread:
    """Create a post tagged as running, with this first message. Raises discord.HTTPException."""
    posted = await forum.create_thread(
        name=name,
        view=view,
        files=list(files),
        allowed_mentions=mentions or discord.AllowedMentions.none(),
        auto_archive_duration=A_WEEK,
        applied_tags=tags(forum, t, RUNNING),
    )
    return posted.thread


def tags(forum: discord.ForumChannel, t: Translations, word: str) -> list[discord.ForumTag]:
    """The tags for a new post: the one named by `word`; if the forum has none of that name but
    requires a tag, its first."""
    return _called(forum, t, word) or (_usable(forum)[:1] if forum.flags.require_tag else [])


def _called(forum: discord.ForumChannel, t: Translations, word: str) -> list[discord.ForumTag]:
    named = {folded(word), folded(t.pgettext("tag", word))}
    return [one for one in _usable(forum) if folded(one.name) in named][:1]


def _usable(forum: discord.ForumChannel) -> list[discord.ForumTag]:
    manages = forum.permissions_for(forum.guild.me).manage_threads
    return [one for one in forum.available_tags if manages or not one.moderated]


async def tag(
    bot: TzolkinBot, forum: discord.ForumChannel, t: Translations, post_id: int, word: str
) -> None:
    """Replace a post's tag RUNNING or OVER by `word`, if the forum has such a tag and the bot may
    edit the post."""
    wanted, either = _called(forum, t, word), (RUNNING, OVER)
    if not wanted:
        return
    ours = [one for tag in either for one in _called(forum, t, tag)]
    with suppress(discord.HTTPException):
        post = await _awake(bot, forum, post_id)
        if post is not None and not set(wanted) <= set(post.applied_tags):
            kept = [one for one in post.applied_tags if one not in ours]
            await post.edit(applied_tags=[*wanted, *kept][:MOST_TAGS])


async def _awake(
    bot: TzolkinBot, forum: discord.ForumChannel, post_id: int
) -> discord.Thread | None:
    """A post, reopened if it is archived; None if it is gone. Raises discord.HTTPException."""
    post = forum.get_thread(post_id) or await bot.fetch_channel(post_id)
    if not isinstance(post, discord.Thread):
        return None
    return await post.edit(archived=False) if post.archived else post


async def pin(
    bot: TzolkinBot, forum: discord.ForumChannel, post: discord.Thread, before: int | None
) -> None:
    """Pin a post in place of the bot's older one, if the bot may. `before` is the older post, which
    may be archived. A forum has one pinned post; if somebody else has pinned it, it stays."""
    if not forum.permissions_for(forum.guild.me).manage_threads:
        return
    pinned = [one for one in forum.threads if one.flags.pinned and one.id != post.id]
    if any(bot.user is None or one.owner_id != bot.user.id for one in pinned):
        return
    try:
        if before is not None and forum.get_thread(before) is None:
            with suppress(discord.NotFound):
                old = await _awake(bot, forum, before)
                pinned += [old] if old is not None and old.flags.pinned else []
        for one in pinned:
            await one.edit(pinned=False)
        await post.edit(pinned=True)
    except discord.HTTPException as error:  # the post can be read without a pin, too
        if (refusal := why_refused(error, PINS)) is not None:
            hindered(bot, forum.guild.id, PINS, refusal)
    else:
        unhindered(bot, forum.guild.id, PINS)


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
