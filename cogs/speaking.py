"""How a table's channel is spoken to, and the people at the table: in order, pinging nobody but who
is meant."""

from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field
from typing import Any
from weakref import ReferenceType, WeakKeyDictionary, ref

import discord
from discord import ui

from bot.answering import board_link
from bot.client import TzolkinBot
from bot.engine.position import Position
from bot.model.person import is_former
from bot.tables import Table
from bot.tables.locks import Locks
from bot.text.translation import Translations, translator
from cogs.layout import small
from cogs.public import turn_message

Told = tuple[int, int]
"""Rewinds of a game, and actions of its log since the last one: both only grow."""


@dataclass
class LastBoard:
    """The newest board of a table, as far as this run of the program remembers it."""

    message_id: int
    retired: Callable[[], ui.LayoutView]
    """Makes the message once more, without its buttons."""
    city: tuple[Any, ...]
    """What the second plate showed, to see whether it has changed."""


@dataclass(frozen=True)
class LastCall:
    """The newest message that says whose turn it is."""

    message_id: int
    lines: tuple[str, ...]
    """What it tells besides."""


@dataclass(frozen=True)
class ToldTurn:
    """A line about a turn, and whose turn it was."""

    seat: int
    line: str


@dataclass
class Speaker:
    """What one run of the program keeps for speaking: nothing a restart would miss."""

    _bot: ReferenceType[TzolkinBot]
    boards: dict[int, LastBoard] = field(default_factory=dict)
    told: dict[int, Told] = field(default_factory=dict)
    """How much of each table's log its channel knows; as stored, where it is missing."""
    calls: dict[int, LastCall] = field(default_factory=dict)
    """The last message of each table that calls somebody."""
    recent: dict[int, list[ToldTurn]] = field(default_factory=dict)
    """The last turns told at each table, oldest first, to tell who comes back to it."""
    _locks: Locks = field(default_factory=Locks)

    @property
    def bot(self) -> TzolkinBot:
        """The bot that speaks."""
        bot = self._bot()
        assert bot is not None
        return bot

    def in_order(self, table_id: int) -> AbstractAsyncContextManager[None]:
        """Holds the lock that keeps one table's messages in order; no game waits for it."""
        return self._locks.of(table_id)


_SPEAKERS: WeakKeyDictionary[TzolkinBot, Speaker] = WeakKeyDictionary()


def speaker_of(bot: TzolkinBot) -> Speaker:
    """The one speaker of a running bot."""
    speaker = _SPEAKERS.get(bot)
    if speaker is None:
        speaker = _SPEAKERS[bot] = Speaker(ref(bot))
    return speaker


class CannotSpeak(Exception):
    """Discord does not let the bot write in the table's channel."""


def language_of(bot: TzolkinBot, table: Table) -> Translations:
    """The language a table's channel is spoken to: its server's."""
    return language_of_server(bot.get_guild(table.guild_id) if table.guild_id else None)


def language_of_server(guild: discord.Guild | None) -> Translations:
    """The language in which everybody at a server is spoken to."""
    return translator(str(guild.preferred_locale)) if guild else translator("en-US")


async def call(
    speaker: Speaker,
    table: Table,
    view: ui.LayoutView,
    *,
    pinged: Iterable[int | None] = (),
    silent: bool = False,
) -> None:
    """Say something in a table's channel, pinging these people alone. Raises CannotSpeak."""
    try:
        await table_channel(speaker.bot, table).send(
            view=view, allowed_mentions=mentioning(pinged), silent=silent
        )
    except (discord.Forbidden, discord.NotFound) as refused:
        raise CannotSpeak from refused


def write_to(
    speaker: Speaker, t: Translations, table: Table, position: Position, seat: int,
    *, kind: str | None = None, notice: str | None = None, silent: bool = False,
) -> None:  # fmt: skip
    """Tell a person by direct message that it is their turn; in the channel instead, where they
    do not take any."""
    speaker.bot.in_background(
        _write_to(speaker, t, table, position, seat, kind, notice, silent),
        f"a direct message about table {table.id}",
    )


async def _write_to(
    speaker: Speaker, t: Translations, table: Table, position: Position, seat: int,
    kind: str | None, notice: str | None, silent: bool,
) -> None:  # fmt: skip
    bot, user_id = speaker.bot, table.seats[seat].user_id
    assert user_id is not None
    lines = [notice] if notice else []
    view = turn_message(t, table, position, [seat], lines=lines, kind=kind, board=board_link(table))
    try:
        channel = await bot.create_dm(discord.Object(user_id))
        await channel.send(view=view, silent=silent)
    except discord.Forbidden:
        closed = small(t.gettext("(Direct messages to you are not possible; see /pings.)"))
        view = turn_message(
            t, table, position, [seat], lines=[*lines, closed], kind=kind, board=board_link(table)
        )
        with suppress(discord.Forbidden, discord.NotFound):
            await table_channel(bot, table).send(
                view=view, allowed_mentions=mentioning([user_id]), silent=silent
            )


def mentioning(user_ids: Iterable[int | None]) -> discord.AllowedMentions:
    """A message that pings these people, and nobody else whatever is written in it."""
    people = [
        discord.Object(user_id)
        for user_id in user_ids
        if user_id is not None and not is_former(user_id)
    ]
    return discord.AllowedMentions(everyone=False, roles=False, users=people)


def table_channel(bot: TzolkinBot, table: Table) -> discord.PartialMessageable:
    return bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)


def nonce(kind: str, table: Table) -> str:
    """Discord takes a message of the same nonce only once."""
    return f"{kind}{table.id}-{table.rewinds}-{table.version}"


async def edit_lobby(bot: TzolkinBot, table: Table, view: ui.LayoutView) -> None:
    """Change the lobby message, if there still is one that can be changed."""
    if table.lobby_message_id is None:
        return
    channel = bot.get_partial_messageable(table.channel_id)
    with suppress(discord.HTTPException):  # its buttons then answer that the lobby is over
        await channel.get_partial_message(table.lobby_message_id).edit(view=view)
