"""The context of a command or press: who asks, about which table, where the buttons of a table may
stand (a press anywhere else is refused), and which permissions the bot has there; and the threads
in which games are played, opened in a text channel or as posts in a forum."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Hashable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from enum import Enum, auto
from functools import partial
from typing import Any, Final, TypeVar

import discord
import structlog
from discord import app_commands, ui

from bot.refusal import NotTaken, Refusal
from bot.site import game_page
from bot.store import tables as stored
from bot.tables import OpenTable, Person, Table
from bot.tables.finding import no_game
from bot.text.translation import N_, Translations
from bot.text.typed import plain_name
from cogs.client import PERMISSIONS, TzolkinBot
from cogs.kit.answering import LONGEST_TYPED, speaks, speaks_server, tell
from cogs.kit.channels import THREADS, hindered, unhindered, why_refused
from cogs.kit.layout import Part, message, text
from rendering import Picture, Superseded

log = structlog.get_logger(__name__)

Interaction = discord.Interaction[TzolkinBot]


Drawn = TypeVar("Drawn")
Command = TypeVar("Command", bound=Callable[..., Any])


def anywhere(command: Command) -> Command:
    """Mark a command that needs no table and no server. People who installed the bot for themselves
    can use it everywhere. Its answer must be private."""
    everywhere = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    by_anybody = app_commands.allowed_installs(guilds=True, users=True)
    return everywhere(by_anybody(command))


def name_of(user: discord.abc.User) -> str:
    """The name the server shows for a person, on one line and without invisible characters."""
    return plain_name(user.display_name)


def roles_of(interaction: discord.Interaction[Any]) -> list[int]:
    """The ids of the roles of whoever asked; none outside a server."""
    return [role.id for role in getattr(interaction.user, "roles", ())]


def person(interaction: discord.Interaction[Any]) -> Person:
    """Who asked, with the name the server shows."""
    return Person(interaction.user.id, name_of(interaction.user))


async def table_here(interaction: Interaction) -> Table:
    """The lobby or running game of this channel. Raises Refusal if there is none."""
    assert interaction.channel_id is not None
    table = await interaction.client.store.read(stored.open_in_channel, interaction.channel_id)
    if table is None:
        raise no_game()
    return table


def open_here(interaction: Interaction) -> AbstractAsyncContextManager[OpenTable]:
    """The lobby or running game of this channel, opened to be changed (`Tables.open`). Raises
    Refusal if there is none."""
    assert interaction.channel_id is not None
    return interaction.client.tables.open(interaction.channel_id, in_channel=True)


async def latest_table(interaction: Interaction) -> Table:
    """The running game of this channel, else the last one. Raises Refusal if there was none."""
    assert interaction.channel_id is not None
    table = await interaction.client.store.read(stored.latest_in_channel, interaction.channel_id)
    if table is None:
        raise no_game()
    return table


# --- expensive requests ---------------------------------------------------------------------------

Typed = app_commands.Range[str, 1, LONGEST_TYPED]
"""An option of a command in which a text is typed, with the usual limit."""


def ask_for_much(interaction: Interaction, much: int = 1) -> None:
    """Count a request that costs as much as so many pictures or files. Raises Refusal (`too-much`)
    if this person or server has asked for too many."""
    interaction.client.limits.take(interaction.user.id, interaction.guild_id, much)


PATIENCE = 3.0
"""The most seconds a person waits for a picture; then the answer comes without it, if it has
words."""


async def soon(interaction: Interaction, drawing: Awaitable[Drawn]) -> Drawn | None:
    """Wait for a drawing while others' requests go on; None if it takes longer than `PATIENCE`."""
    interaction.client.queue.let_others(interaction.id)
    try:
        async with asyncio.timeout(PATIENCE):
            return await drawing
    except (TimeoutError, Superseded):  # superseded: the program ends
        log.info("an answer without its picture", drawing=interaction.client.pool.waiting)
        return None


async def draw_soon(
    interaction: Interaction, draw: Callable[..., Picture], /, *args: Hashable, **more: Any
) -> Picture | None:
    """Draw a picture for an answer that also has words, in the person's turn; None if it takes too
    long. Raises Refusal (`too-much`)."""
    ask_for_much(interaction)
    pool = interaction.client.pool
    return await soon(interaction, pool.draw(draw, *args, by=interaction.user.id, **more))


async def draw_for(
    interaction: Interaction, draw: Callable[..., Picture], /, *args: Hashable, **more: Any
) -> Picture:
    """Draw a picture for an answer that is nothing without it. Raises Refusal (`too-much`,
    `picture-late`)."""
    drawn = await draw_soon(interaction, draw, *args, **more)
    if drawn is None:
        raise picture_late()
    return drawn


def picture_late() -> Refusal:
    """The refusal of an answer whose picture is not drawn in time."""
    return Refusal(
        "picture-late", "The picture is taking too long right now. Please try again in a minute."
    )


# --- what the bot may do there --------------------------------------------------------------------

# Translators, for each: Discord's name of a permission, as Discord shows it in this language, and
# behind it the English name in brackets.
_PERMISSION_NAMES = {
    "read_messages": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "create_public_threads": N_("Create Public Threads"),
    "attach_files": N_("Attach Files"),
    "manage_roles": N_("Manage Roles"),
}


def needed_permissions(interaction: discord.Interaction[Any]) -> Sequence[str]:
    """The permissions the bot needs in this channel, by their names in the library."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    elsewhere = "send_messages" if in_thread else "send_messages_in_threads"
    return [name for name, wanted in PERMISSIONS if wanted and name != elsewhere]


def lacking(interaction: discord.Interaction[Any]) -> Sequence[str]:
    """The permissions the bot lacks in this channel, by their names in the library."""
    given = interaction.app_permissions
    return [name for name in needed_permissions(interaction) if not getattr(given, name)]


_NAMES_IN_A_FORUM = {
    # Translators: Discord's name of a permission in a forum, as Discord shows it in this language,
    # and behind it the English name in brackets.
    "send_messages": N_("Create Posts"),
    # Translators: Discord's name of a permission in a forum, as Discord shows it in this language,
    # and behind it the English name in brackets.
    "send_messages_in_threads": N_("Send Messages in Posts"),
}


def permission_name(t: Translations, name: str, *, forum: bool = False) -> str:
    """A permission by the name Discord shows, in the settings of a forum or elsewhere."""
    named = _NAMES_IN_A_FORUM.get(name) if forum else None
    return t.gettext(named or _PERMISSION_NAMES[name])


def missing_permissions(t: Translations, interaction: discord.Interaction[Any]) -> Sequence[str]:
    """The permissions the bot lacks in this channel, by the names Discord shows."""
    return [permission_name(t, name) for name in lacking(interaction)]


# Translators: {permissions}: one or more names of Discord's permissions.
MISSING_PERMISSIONS = N_(
    "I cannot play in this channel yet: somebody who manages the server must give me "
    "{permissions} here. Use /doctor to see how."
)


async def may_speak(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot can play in this channel; if not, the person is told what is missing."""
    t = speaks(interaction)
    missing = missing_permissions(t, interaction)
    if missing:
        await tell(interaction, t.say(MISSING_PERMISSIONS, permissions=", ".join(missing)))
    return not missing


# --- where buttons may stand ----------------------------------------------------------------------

MOST_PLACES_KNOWN = 20_000
"""The most places of buttons that are remembered, so that not every press reads the table."""


class Stands(Enum):
    """Where the buttons of a verb are posted."""

    AT_THE_TABLE = auto()
    """In the channel or thread of the table whose number they carry, in the channel of that thread,
    and in direct messages to people who sit there."""
    AT_THE_SERVER = auto()
    """Anywhere on the table's server, such as where moderators are called. The handler checks who
    may press them."""
    ANYWHERE = auto()
    """Anywhere: they carry no table, or their handler checks the place."""


async def must_stand_there(interaction: Interaction, table_id: int, where: Stands) -> None:
    """Check that the bot can have posted the pressed button here. Raises Refusal (`elsewhere`, or
    `no-table` if there is no such table)."""
    if where is Stands.ANYWHERE or table_id == 0:
        return
    bot, pressed = interaction.client, (table_id, interaction.channel_id, where)
    if pressed in bot.buttons_seen:  # still right if the table has moved to a thread since
        return
    table = await bot.tables.table(table_id)
    if interaction.guild_id is None and interaction.channel_id != table.channel_id:
        if table.seat_of(interaction.user.id) is None:
            raise _elsewhere()
        return  # not remembered: somebody else may get the seat
    if not _stands_there(interaction, table, where):
        raise _elsewhere()
    if len(bot.buttons_seen) >= MOST_PLACES_KNOWN:
        bot.buttons_seen.clear()
    bot.buttons_seen.add(pressed)


def _stands_there(interaction: discord.Interaction[Any], table: Table, where: Stands) -> bool:
    if interaction.guild_id != table.guild_id:
        return False
    if where is Stands.AT_THE_SERVER or interaction.channel_id == table.channel_id:
        return True
    channel = interaction.client.get_channel(table.channel_id)
    if channel is None:  # deleted, or a closed thread: its parent channel is not known
        return True
    return interaction.channel_id == getattr(channel, "parent_id", None)


def _elsewhere() -> Refusal:
    return Refusal(
        "elsewhere", "This button belongs to a game in another channel; use /board in that channel."
    )


# --- threads for games ----------------------------------------------------------------------------

Made = TypeVar("Made")
Home = discord.TextChannel | discord.ForumChannel
"""A channel in which threads can be opened."""
HOMES = (discord.ChannelType.text, discord.ChannelType.forum)
"""The kinds of channel in which a league can live."""
LONGEST_THREAD_NAME = 100
A_WEEK: Final = 10080
"""Minutes without a message after which Discord archives a thread."""
_NEEDED_FOR_THREADS = (
    "read_messages",
    "send_messages",
    "create_public_threads",
    "send_messages_in_threads",
    "attach_files",
)
"""The permissions the bot needs in a channel and its threads, by their names in the library."""


def home_of(here: object) -> Home | None:
    """The channel in which a thread would be opened for somebody here: this channel, or the parent
    of this thread; None if there can be no threads."""
    home = here.parent if isinstance(here, discord.Thread) else here
    return home if isinstance(home, discord.TextChannel | discord.ForumChannel) else None


def lacking_for_threads(interaction: Interaction) -> Sequence[str] | None:
    """The permissions the bot lacks to open a thread, by their names in the library; None if this
    channel cannot have threads."""
    home = home_of(interaction.channel)
    return None if home is None else lacking_in(home, besides="send_messages")


def lacking_in(home: Home, besides: str = "") -> Sequence[str]:
    """The permissions the bot lacks for writing and opening threads in a channel, or posts in a
    forum, by their names in the library; `besides` is one that is not needed there."""
    if isinstance(home, discord.ForumChannel):
        besides = "create_public_threads"  # who may write there may open posts
    given = home.permissions_for(home.guild.me)
    return [name for name in _NEEDED_FOR_THREADS if name != besides and not getattr(given, name)]


def must_have_threads(interaction: Interaction) -> Home:
    """The channel in which a thread would be opened. Raises Refusal if it cannot have threads
    (`no-threads`), or the bot may not open one (`may-not-thread`)."""
    home, lacking = home_of(interaction.channel), lacking_for_threads(interaction)
    if home is None or lacking is None:
        raise Refusal("no-threads", "This channel cannot have threads; play in the channel itself.")
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
    """Open a thread for the game of these people. Raises Refusal: `no-threads` or `may-not-thread`
    as `must_have_threads`, and as `open_thread_in`."""
    home = must_have_threads(interaction)
    return await open_thread_in(interaction.client, home, speaks_server(interaction), names)


async def open_thread_in(
    bot: TzolkinBot, home: Home, t: Translations, names: str
) -> discord.Thread:
    """Open a thread there for the game of these people; without their names if Discord does not
    take those. Raises Refusal, which says why Discord refuses it."""
    opened = partial(_opened, home, t)
    try:
        thread = await first_taken(opened, names, "")
    except discord.HTTPException as error:
        refusal = why_refused(error, THREADS)
        if refusal is None:
            raise
        hindered(bot, home.guild.id, THREADS, refusal)
        raise refusal from None
    unhindered(bot, home.guild.id, THREADS)
    return thread


async def first_taken(make: Callable[[str], Awaitable[Made]], *names: str) -> Made:
    """Make a thread or post with the first of these names that Discord takes. Raises
    discord.HTTPException if it takes none, or refuses for another reason."""
    *wished, last = names
    for name in wished:
        try:
            return await make(name)
        except discord.HTTPException as error:
            if not isinstance(why_refused(error), NotTaken):
                raise
    return await make(last)


async def _opened(home: Home, t: Translations, names: str) -> discord.Thread:
    name = fitting_name(f"Tzolk'in · {names}" if names else "Tzolk'in")
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


def fitting_name(name: str) -> str:
    """The name of a thread or post, shortened to Discord's limit."""
    written = name.encode("utf-16-le")
    if len(written) <= 2 * LONGEST_THREAD_NAME:
        return name
    return written[: 2 * LONGEST_THREAD_NAME - 2].decode("utf-16-le", "ignore") + "…"


# --- web pages ------------------------------------------------------------------------------------


def open_to_all(channel: object) -> bool:
    """Whether everybody on its server may read a channel."""
    if isinstance(channel, discord.Thread):
        return not channel.is_private() and open_to_all(channel.parent)
    if not isinstance(channel, discord.abc.GuildChannel):
        return False
    return channel.permissions_for(channel.guild.default_role).view_channel


async def open_channels(client: discord.Client, guild_ids: Collection[int]) -> dict[int, bool]:
    """Find out about all channels and active threads of these servers whether everybody there may
    read them, by id; of a server that the bot is not at, nothing. What is not known is asked."""
    found = dict[int, bool]()
    for guild_id in guild_ids:
        guild = client.get_guild(guild_id)
        threads: Sequence[discord.Thread] = [] if guild is None else guild.threads
        channels: Sequence[discord.abc.GuildChannel] = [] if guild is None else guild.channels
        if guild is None:
            try:
                guild = await client.fetch_guild(guild_id, with_counts=False)
            except (discord.NotFound, discord.Forbidden):
                continue
            channels, threads = await guild.fetch_channels(), await guild.active_threads()
        found |= {one.id: open_to_all(one) for one in channels}
        found |= {
            one.id: not one.is_private() and found.get(one.parent_id, False) for one in threads
        }
    return found


async def web_address(
    bot: TzolkinBot, guild_id: int | None, page: str, channel_id: int | None = None
) -> str | None:
    """The address of a page (`bot.site`) for readers of all languages; None unless the bot serves
    pages at a known address, the server allows them, and everybody there may read the channel."""
    settings, guild = bot.settings, bot.get_guild(guild_id or 0)
    if settings.pages_port is None or settings.pages_url is None or guild is None:
        return None
    if channel_id is not None and not open_to_all(guild.get_channel_or_thread(channel_id)):
        return None
    if not (await bot.tables.server_settings(guild_id)).pages:
        return None
    return f"{settings.pages_url}/{page}"


async def web_address_of(bot: TzolkinBot, table: Table) -> str | None:
    """The address of the page of a table's game; None if it has none."""
    return await web_address(bot, table.guild_id, game_page(table.id), table.channel_id)


def web_button(t: Translations, address: str | None) -> list[Part]:
    """The button that leads to a page on the web; none without an address."""
    # Translators: button, one of several in a row, at most 24 characters: leads to a web page
    return [] if address is None else [ui.Button(label=t.gettext("On the web"), url=address)]
