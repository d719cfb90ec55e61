"""The context of a command or press: who asks, about which table, and which permissions the bot has
there."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

import discord
import structlog
from discord import app_commands

from bot.refusal import Refusal
from bot.store import tables as stored
from bot.tables import OpenTable, Person, Table
from bot.tables.service import no_game
from bot.text.translation import N_, Translations
from bot.text.typed import plain_name
from cogs.client import PERMISSIONS, TzolkinBot
from cogs.kit.answering import LONGEST_TYPED, speaks, tell
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
    """The same, open to be changed (`Tables.open`)."""
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
    """Count a request that costs as much as `much` pictures or files. Raises Refusal (`too-much`)
    if this person or server has asked for too many lately."""
    interaction.client.limits.take(interaction.user.id, interaction.guild_id, much)


PATIENCE = 3.0
"""Seconds a person waits for a picture; then the answer comes without it, where it has words."""


async def soon(interaction: Interaction, drawing: Awaitable[Drawn]) -> Drawn | None:
    """What is drawn for who asks, while others' requests go on; None if it takes longer than
    `PATIENCE`."""
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
    """Draw a picture that a person asks for, when it is this person's turn, for an answer that has
    words, too: None if it takes too long. Raises Refusal (`too-much`)."""
    ask_for_much(interaction)
    pool = interaction.client.pool
    return await soon(interaction, pool.draw(draw, *args, by=interaction.user.id, **more))


async def draw_for(
    interaction: Interaction, draw: Callable[..., Picture], /, *args: Hashable, **more: Any
) -> Picture:
    """The same for an answer that is nothing without its picture. Raises Refusal (`too-much`,
    `picture-late`)."""
    drawn = await draw_soon(interaction, draw, *args, **more)
    if drawn is None:
        raise picture_late()
    return drawn


def picture_late() -> Refusal:
    """The refusal of an answer whose picture is not drawn in time."""
    return Refusal(
        "picture-late", "The picture takes too long just now. Please try again in a minute."
    )


# --- what the bot may do there --------------------------------------------------------------------

# Translators, for each: Discord's name of a permission, as Discord shows it in this language, and
# behind it the English name in brackets.
_PERMISSION_NAMES = {
    "read_messages": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "create_public_threads": N_("Create Public Threads"),
    "create_private_threads": N_("Create Private Threads"),
    "attach_files": N_("Attach Files"),
    "create_events": N_("Create Events"),
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


def missing_text(t: Translations, missing: Sequence[str]) -> str:
    """Which permissions to give, in one sentence."""
    # Translators: {permissions}: one or more names of Discord's permissions.
    return t.gettext(
        "I cannot play in this channel yet: somebody who manages the server must give me "
        "{permissions} here. /doctor says how."
    ).format(permissions=", ".join(missing))


async def may_speak(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot can play in this channel; if not, the person is told what is missing."""
    t = speaks(interaction)
    missing = missing_permissions(t, interaction)
    if missing:
        await tell(interaction, missing_text(t, missing))
    return not missing
