"""Private answers: a sentence for the one who asked, in that person's language."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import discord

from bot.answering import answer_refusal, board_link, refusal_text, speaks, tell
from bot.client import PERMISSIONS, TzolkinBot
from bot.tables import Person, Refusal, Table
from bot.text.former import shown_name
from bot.text.translation import N_, Translations, translator

__all__ = ["board_link", "refusal_text", "speaks", "tell"]  # until all import them from there

Interaction = discord.Interaction[TzolkinBot]
MOST_CHOICES, LONGEST_CHOICE = 25, 100
"""What Discord takes for a list of choices, and for the name of one."""


def speaks_server(interaction: discord.Interaction[Any]) -> Translations:
    """The language of the server, for what everybody reads."""
    return translator(str(interaction.guild_locale or discord.Locale.american_english))


def person(interaction: discord.Interaction[Any]) -> Person:
    """Who asked, with the name the server shows."""
    return Person(interaction.user.id, interaction.user.display_name)


def printed(name: str) -> str:
    """A person's name as it can be printed among Markdown: in bold, its own signs harmless."""
    return f"**{discord.utils.escape_markdown(name)}**"


def plain_names(t: Translations, table: Table) -> list[str]:
    """The seats' names in seat order, for pictures and menus; of who is forgotten in words."""
    return [shown_name(t, holder.name) for holder in table.holders]


def seat_names(table: Table, t: Translations | None = None) -> list[str]:
    """The seats' names, printed, in seat order. Give `t` where a game that is over is shown:
    somebody there may be forgotten."""
    names = [holder.name for holder in table.holders] if t is None else plain_names(t, table)
    return [printed(name) for name in names]


@asynccontextmanager
async def refusals_answered(
    interaction: discord.Interaction[Any], table_id: int | None = None
) -> AsyncIterator[None]:
    """Answers a refusal of what is done inside, privately and with a link to the live board."""
    try:
        yield
    except Refusal as refusal:
        await answer_refusal(interaction, refusal, table_id)


async def table_here(interaction: Interaction) -> Table:
    """The lobby or running game of this channel. Raises Refusal if there is none."""
    assert interaction.channel_id is not None
    return _found(await interaction.client.tables.in_channel(interaction.channel_id))


async def latest_table(interaction: Interaction) -> Table:
    """The game of this channel, running or the last one. Raises Refusal if there was none."""
    assert interaction.channel_id is not None
    return _found(await interaction.client.tables.latest_in_channel(interaction.channel_id))


def _found(table: Table | None) -> Table:
    if table is None:
        raise Refusal("no-game", "There is no game in this channel; start one with /tzolkin new.")
    return table


_PERMISSION_NAMES = {
    "read_messages": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "create_public_threads": N_("Create Public Threads"),
    "attach_files": N_("Attach Files"),
}


def needed_permissions(interaction: discord.Interaction[Any]) -> Sequence[str]:
    """The permissions the bot needs in this channel, by their names in the library."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    elsewhere = "send_messages" if in_thread else "send_messages_in_threads"
    return [name for name, wanted in PERMISSIONS if wanted and name != elsewhere]


def permission_name(t: Translations, name: str) -> str:
    """A permission by the name Discord shows."""
    return t.gettext(_PERMISSION_NAMES[name])


def missing_permissions(t: Translations, interaction: discord.Interaction[Any]) -> Sequence[str]:
    """The permissions the bot lacks in this channel, by the names Discord shows."""
    given = interaction.app_permissions
    needed = needed_permissions(interaction)
    return [permission_name(t, name) for name in needed if not getattr(given, name)]


def missing_text(t: Translations, missing: Sequence[str]) -> str:
    """Which permissions to give, in one sentence."""
    return t.gettext(
        "I cannot play in this channel: someone who manages the server must give me the "
        "permission {permissions} here; /doctor says how."
    ).format(permissions=", ".join(missing))


async def may_speak(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot can play in this channel; if not, the person is told what is missing."""
    t = speaks(interaction)
    missing = missing_permissions(t, interaction)
    if missing:
        await tell(interaction, missing_text(t, missing))
    return not missing
