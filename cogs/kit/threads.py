"""Threads for games: opened in a text channel, or as posts in a forum."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, TypeGuard, TypeVar

import discord

from bot.refusal import NotTaken, Refusal
from bot.text.translation import Translations
from cogs.kit.answering import speaks, speaks_server
from cogs.kit.context import Interaction, permission_name
from cogs.kit.layout import message, text
from cogs.kit.no_room import THREADS, hindered, unhindered, why_refused

Made = TypeVar("Made")
Home = discord.TextChannel | discord.ForumChannel
"""A channel in which threads can be opened."""
HOMES = (discord.ChannelType.text, discord.ChannelType.forum)
"""The kinds of channel in which a league can live. In an announcement channel no private thread can
be opened, as disputes need."""
LONGEST_NAME = 100
A_WEEK: Final = 10080
"""Minutes without a message after which Discord archives a thread."""
_NEEDED = (
    "read_messages",
    "send_messages",
    "create_public_threads",
    "send_messages_in_threads",
    "attach_files",
)
"""The permissions the bot needs in a channel and its threads, by their names in the library."""


def _home(interaction: Interaction) -> Home | None:
    """The channel in which a thread would be opened: this channel, or the parent of this thread."""
    here = interaction.channel
    home = here.parent if isinstance(here, discord.Thread) else here
    return home if isinstance(home, discord.TextChannel | discord.ForumChannel) else None


def lacking_for_threads(interaction: Interaction) -> Sequence[str] | None:
    """The permissions the bot lacks to open a thread, by their names in the library; None if this
    channel cannot have threads."""
    home = _home(interaction)
    return None if home is None else lacking_in(home, besides="send_messages")


def lacking_in(home: Home, besides: str = "") -> Sequence[str]:
    """The permissions the bot lacks to write and open threads in a channel, or posts in a forum, by
    their names in the library; `besides` is one that a channel does without."""
    if isinstance(home, discord.ForumChannel):
        besides = "create_public_threads"  # who may write there may open posts
    given = home.permissions_for(home.guild.me)
    return [name for name in _NEEDED if name != besides and not getattr(given, name)]


def has_private_threads(home: Home) -> TypeGuard[discord.TextChannel]:
    """Whether a channel can have private threads: announcement channels and forums cannot."""
    return isinstance(home, discord.TextChannel) and not home.is_news()


def must_have_threads(interaction: Interaction) -> Home:
    """The channel in which a thread would be opened. Raises Refusal if it cannot have threads
    (`no-threads`), or the bot may not open one (`may-not-thread`)."""
    home, lacking = _home(interaction), lacking_for_threads(interaction)
    if home is None or lacking is None:
        raise Refusal("no-threads", "This channel has no threads; play in the channel itself.")
    if lacking:
        # Translators: {permissions}: names of Discord's permissions.
        raise Refusal(
            "may-not-thread",
            "I cannot open a thread here: somebody who manages the server must give me "
            "{permissions} in this channel.",
            permissions=", ".join(permission_name(speaks(interaction), one) for one in lacking),
        )
    return home


async def open_thread(interaction: Interaction, names: str) -> discord.Thread:
    """Open a thread for the game of these people; without their names if Discord does not take
    them. Raises Refusal as `must_have_threads` and, if Discord refuses, `why_refused` do."""
    home = must_have_threads(interaction)
    opened = partial(_opened, home, speaks_server(interaction))
    try:
        thread = await first_taken(opened, names, "")
    except discord.HTTPException as error:
        refusal = why_refused(error, THREADS)
        if refusal is None:
            raise
        hindered(interaction.client, home.guild.id, THREADS, refusal)
        raise refusal from None
    unhindered(interaction.client, home.guild.id, THREADS)
    return thread


async def first_taken(make: Callable[[str], Awaitable[Made]], *names: str) -> Made:
    """Make a thread or post by the first of these names that Discord takes. Raises
    discord.HTTPException where it takes none, or refuses it for another reason."""
    *wished, last = names
    for name in wished:
        try:
            return await make(name)
        except discord.HTTPException as error:
            if not isinstance(why_refused(error), NotTaken):
                raise
    return await make(last)


async def _opened(home: Home, t: Translations, names: str) -> discord.Thread:
    name = fitting(f"Tzolk'in · {names}" if names else "Tzolk'in")
    if isinstance(home, discord.ForumChannel):
        tags = [tag for tag in home.available_tags if not tag.moderated][:1]
        # Translators: first message of a forum post; {names}: who plays.
        words = t.gettext("A game of Tzolk'in: {names}").format(names=names) if names else name
        posted = await home.create_thread(
            name=name,
            view=message(text(words)),
            auto_archive_duration=A_WEEK,
            applied_tags=tags if home.flags.require_tag else [],
        )
        return posted.thread
    return await new_thread(home, name)


async def new_thread(home: discord.TextChannel, name: str) -> discord.Thread:
    """Open a thread that everybody can read. Raises discord.HTTPException."""
    kind = discord.ChannelType.news_thread if home.is_news() else discord.ChannelType.public_thread
    thread: discord.Thread = await home.create_thread(
        name=name, type=kind, auto_archive_duration=A_WEEK
    )
    return thread


async def drop_thread(thread: discord.Thread) -> None:
    """Delete a thread in which no game has begun, if the bot may."""
    with suppress(discord.HTTPException):
        await thread.delete()


def fitting(name: str) -> str:
    """The name of a thread or post, shortened to Discord's limit."""
    written = name.encode("utf-16-le")
    if len(written) <= 2 * LONGEST_NAME:
        return name
    return written[: 2 * LONGEST_NAME - 2].decode("utf-16-le", "ignore") + "…"
