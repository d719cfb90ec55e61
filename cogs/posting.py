"""The messages of a game in its channel: the board of a round, the call of who is next. They ping
only the people asked. A fresh board takes the buttons off the one before, and tells the whole
round; a fresh call tells the round so far, and the call before is deleted, so that none is left
whose turn is over."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import discord
import structlog
from discord import ui

from bot.answering import UNREACHABLE
from bot.channels import LastBoard
from bot.client import TzolkinBot
from bot.engine.position import Position
from bot.model.table import is_former
from bot.tables import Confirmed, Table, looking_back
from bot.tables.timing import ping_of
from bot.text.translation import Translations
from cogs.messages import board_message, turn_message
from cogs.pictures import city_of, files, pictures, score_picture, without_data

log = structlog.get_logger(__name__)

YOUNG = timedelta(hours=1)
"""Discord throttles edits of messages older than this."""
CLOSED_THREAD = (50083, 160005)
"""Discord's codes for a thread that is archived or locked."""


class CannotSpeak(Exception):
    """Discord does not let the bot write in the table's channel."""


async def post(
    bot: TzolkinBot, table: Table, view: ui.LayoutView, *,
    pinged: Iterable[int | None] = (), once: str | None = None, **how: Any,
) -> discord.Message:  # fmt: skip
    """Post something in a table's channel; only these people are pinged, whatever is written in it.
    With `once`, a letter for the kind of message, Discord takes it once for each state of the game.
    Raises CannotSpeak."""
    closed = bot.channels.closed
    people = [discord.Object(one) for one in pinged if one is not None and not is_former(one)]
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=people)
    if once is not None:
        how["nonce"] = f"{once}{table.id}-{table.rewinds}-{table.version}"
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    try:
        message = await channel.send(view=view, allowed_mentions=mentions, **how)
    except discord.HTTPException as refused:
        if refused.status in (403, 404) or refused.code in CLOSED_THREAD:
            closed[table.channel_id] = table.id
            raise CannotSpeak from refused
        raise
    closed.pop(table.channel_id, None)
    return message


async def post_board(
    bot: TzolkinBot,
    t: Translations,
    table: Table,
    position: Position,
    waiting: Sequence[int],
    *,
    lines: Sequence[str],
    standings: Sequence[Mapping[str, int]] | None = None,
    turns: Sequence[Confirmed] = (),
    food_day: bool = False,
) -> Table:
    """Post a fresh board, which tells what the calls so far told; the table with it as its live
    board. Raises CannotSpeak."""
    old = bot.channels[table.id].board
    shown = city_of(position)
    city = food_day or (old.city != shown if old else position.phase != "keep")
    if position.phase == "finished":  # all else is behind the buttons
        history = await looking_back.points_history(await bot.tables.read(table.id))
        drawn = [await score_picture(bot, t, table, history)]
        lines = ()
    else:
        drawn = await pictures(bot, t, table, position, waiting, city=city, turns=turns)
    view_of = partial(
        board_message, t, table, position, without_data(drawn),
        waiting=waiting, lines=lines, standings=standings,
    )  # fmt: skip
    people = []
    if position.phase == "finished" and turns:  # else the game was over before
        now = bot.tables.now()
        called = [one for one in table.seats if ping_of(table, one, now) == "mention"]
        people = [one.user_id for one in called]
    message = await post(
        bot, table, view_of(), once="b", files=files(drawn), silent=True, pinged=people
    )
    new = LastBoard(message.id, partial(view_of, live=False), shown if city or old else ())
    replace_board(bot, table, new)
    replace_calls(bot, table)
    return replace(table, board_message_id=message.id)


async def post_turn(
    bot: TzolkinBot,
    t: Translations,
    table: Table,
    position: Position,
    people: Sequence[int],
    *,
    lines: Sequence[str],
    touched: str = "",
    kind: str | None = None,
    acting: int | None = None,
) -> list[int]:
    """Post what was done in this round and ping who is asked a decision of this kind, but not the
    one `acting`, who is here already; the seats to be told by direct message instead. The calls
    before are deleted; while tiles are chosen they stay. Raises CannotSpeak."""
    view = turn_message(t, table, position, people, lines=lines, touched=touched, kind=kind)
    now = bot.tables.now()
    pings = {seat: ping_of(table, table.seats[seat], now) for seat in people if seat != acting}
    mentioned = [table.seats[seat].user_id for seat, ping in pings.items() if ping == "mention"]
    message = await post(bot, table, view, pinged=mentioned, once="t")
    if position.phase == "keep":
        add_call(bot, table, message.id)
    else:
        replace_calls(bot, table, message.id)
    return [seat for seat, ping in pings.items() if ping == "direct"]


def replace_board(bot: TzolkinBot, table: Table, new: LastBoard) -> None:
    """Remember the newest board, and take the buttons off the one before in the background."""
    channel = bot.channels[table.id]
    old, channel.board = channel.board, new
    if old is not None and old.message_id != new.message_id:
        bot.in_background(_retire(bot, table, old), f"retiring a board of table {table.id}")


async def _retire(bot: TzolkinBot, table: Table, old: LastBoard) -> None:
    """Edit an old board, if it is young enough to be edited freely. It does no harm if that
    fails: its buttons then answer that the game has moved on."""
    posted = discord.utils.snowflake_time(old.message_id)
    if discord.utils.utcnow() - posted > YOUNG:
        return
    try:
        await _message(bot, table, old.message_id).edit(view=old.retired())
    except UNREACHABLE as refused:
        log.info("old board keeps its buttons", table=table.id, reason=str(refused))


def calls_of(bot: TzolkinBot, table: Table) -> tuple[int, ...]:
    """The messages in the channel that ask for a turn."""
    known = bot.channels[table.id].calls
    return table.call_message_ids if known is None else known


def add_call(bot: TzolkinBot, table: Table, message_id: int) -> None:
    """Remember one more message that asks for a turn, beside those before."""
    channel = bot.channels[table.id]
    channel.calls, channel.calls_noted = (*calls_of(bot, table), message_id), False


def replace_calls(bot: TzolkinBot, table: Table, *new: int) -> None:
    """Remember the messages that ask for a turn now, and delete those before in the background."""
    channel, old = bot.channels[table.id], calls_of(bot, table)
    channel.calls, channel.calls_noted = new, False
    for message_id in old:
        if message_id not in new:  # of a second copy Discord gives the first
            work = _delete(bot, table, message_id)
            bot.in_background(work, f"deleting a call of table {table.id}")


async def note_calls(bot: TzolkinBot, table_id: int) -> None:
    """Let the database know the messages that ask for a turn, for whatever runs next."""
    channel = bot.channels[table_id]
    if channel.calls is not None and not channel.calls_noted:
        calls = channel.calls
        await bot.tables.set_message(table_id, calls=calls)
        channel.calls_noted = channel.calls == calls


async def _delete(bot: TzolkinBot, table: Table, message_id: int) -> None:
    """Delete a message; unlike editing an old one, Discord does not throttle that. It does no harm
    if it fails: its button then answers whose turn it is."""
    try:
        await _message(bot, table, message_id).delete()
    except UNREACHABLE as refused:
        log.info("old call stays", table=table.id, reason=str(refused))


async def edit(bot: TzolkinBot, table: Table, message_id: int, view: ui.LayoutView) -> None:
    """Change a message in a table's channel. Raises what editing raises."""
    await _message(bot, table, message_id).edit(view=view)


async def edit_lobby(bot: TzolkinBot, table: Table, view: ui.LayoutView) -> None:
    """Change the lobby message, if there still is one that can be changed."""
    if table.lobby_message_id is None:
        return
    with suppress(*UNREACHABLE):  # its buttons then answer that the lobby is over
        await _message(bot, table, table.lobby_message_id).edit(view=view)


def _message(bot: TzolkinBot, table: Table, message_id: int) -> discord.PartialMessage:
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    return channel.get_partial_message(message_id)
