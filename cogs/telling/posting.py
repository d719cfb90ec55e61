"""The messages of a game in its channel: the board of a round, which calls who begins it, and the
calls of who is next. They ping only the people asked. A fresh board tells the whole round before; a
fresh call tells the round so far. The call before is deleted, or taken off its board, so that none
is left whose turn is over."""

import asyncio
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord
import structlog
from discord import ui

from bot.engine.position import Position
from bot.model.table import CallId, is_former, taken_away, to_be_taken_away
from bot.tables import Confirmed, Table, looking_back
from bot.tables.timing import ping_of
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import UNREACHABLE
from cogs.kit.layout import small
from cogs.kit.pictures import files, pictures, score_picture
from cogs.telling.dispatcher import CannotSpeak
from cogs.telling.dispatcher import once as once_for_note
from cogs.telling.messages import Call, board_message, turn_message, without_call
from rendering import Picture

log = structlog.get_logger(__name__)

CLOSED_THREAD = (50083, 160005)
"""Discord's codes for a thread that is archived or locked."""

PATIENCE = 5.0
"""Seconds a message waits for its pictures before it goes without them."""
WRONG_FORM = 50035
"""Discord's code for a message that names a file it does not have, among others."""


async def post(
    bot: TzolkinBot, table: Table, view: ui.LayoutView, *,
    pinged: Iterable[int | None] = (), once: str | None = None, **how: Any,
) -> discord.Message:  # fmt: skip
    """Post something in a table's channel; only these people are pinged, whatever is written in it.
    With `once`, a letter for the kind of message, Discord takes it once for each state of the game;
    what waits in the outbox it takes once, too. Raises CannotSpeak."""
    closed = bot.channels.closed
    people = [discord.Object(one) for one in pinged if one is not None and not is_former(one)]
    mentions = discord.AllowedMentions(everyone=False, roles=False, users=people)
    if once is not None:
        how["nonce"] = f"{once}{table.id}-{table.rewinds}-{table.version}"
    else:
        how |= once_for_note()
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
    call: Call | None = None,
    acting: int | None = None,
    standings: Sequence[Mapping[str, int]] | None = None,
    turns: Sequence[Confirmed] = (),
    food_day: bool = False,
    once: str = "b",
) -> list[int]:
    """Post a fresh board, which tells what the calls so far told, with the call of who is asked as
    in `post_turn`; the seats to be told by direct message instead. The city, which the button
    "Board" shows at any time, stands on the first board and where it has been a `food_day`: with it
    the message is higher than the screen of a phone. Raises CannotSpeak."""
    first = position.phase != "keep" and any(turn.before.phase == "keep" for turn in turns)
    if position.phase == "finished":  # all else is behind the buttons
        history = await looking_back.points_history(await bot.tables.read(table.id))
        drawing: Awaitable[list[Picture]] = _alone(score_picture(bot, t, table, history))
        lines = ()
    else:
        drawing = pictures(bot, t, table, position, waiting, city=food_day or first, turns=turns)
    try:
        async with asyncio.timeout(PATIENCE):
            drawn = await drawing
    except TimeoutError:
        drawn = []
        log.info("told without its picture", table=table.id, drawing=bot.pool.waiting)
        # Translators: in the place of a picture; **Board**: the name of a button.
        missing = t.gettext("Much is going on just now: **Board** shows the picture.")
        lines = [*lines, small(missing)]
    view = board_message(
        t, table, position, drawn,
        waiting=waiting, lines=lines, standings=standings, call=call,
    )  # fmt: skip
    mentioned, direct = _pinged(bot, table, call.people if call else (), acting)
    if position.phase == "finished" and turns:  # else the game was over before
        mentioned, _ = _pinged(bot, table, range(len(table.seats)), None)
    message = await post(
        bot, table, view, once=once, files=files(drawn), silent=not mentioned, pinged=mentioned
    )
    calls = [message.id] if call and call.people else []
    replace_calls(bot, table, *calls)
    bot.channels[table.id].board = message
    return direct


async def _alone(drawing: Awaitable[Picture]) -> list[Picture]:
    return [await drawing]


async def post_turn(
    bot: TzolkinBot,
    t: Translations,
    table: Table,
    position: Position,
    call: Call,
    *,
    lines: Sequence[str],
    acting: int | None = None,
) -> list[int]:
    """Post what was done in this round and ping who is asked, but not the one `acting`, who is here
    already; the seats to be told by direct message instead. The calls before are deleted; while
    tiles are chosen they stay. Raises CannotSpeak."""
    view = turn_message(t, table, position, call, lines=lines)
    mentioned, direct = _pinged(bot, table, call.people, acting)
    message = await post(bot, table, view, pinged=mentioned, once="t")
    if position.phase == "keep":
        add_call(bot, table, message.id)
    else:
        replace_calls(bot, table, message.id)
    return direct


def _pinged(
    bot: TzolkinBot, table: Table, people: Iterable[int], acting: int | None
) -> tuple[list[int | None], list[int]]:
    """Whom a call of these seats pings, and the seats to be told by direct message instead."""
    now = bot.tables.now()
    pings = {seat: ping_of(table, table.seats[seat], now) for seat in people if seat != acting}
    mentioned = [table.seats[seat].user_id for seat, ping in pings.items() if ping == "mention"]
    return mentioned, [seat for seat, ping in pings.items() if ping == "direct"]


def calls_of(bot: TzolkinBot, table: Table) -> tuple[CallId, ...]:
    """The messages that ask for a turn."""
    return tuple(call for call in _noted_calls(bot, table) if taken_away(call) is None)


def _noted_calls(bot: TzolkinBot, table: Table) -> tuple[CallId, ...]:
    """The same with those that are being taken away."""
    known = bot.channels[table.id].calls
    return table.call_message_ids if known is None else known


def add_call(bot: TzolkinBot, table: Table, call: CallId) -> None:
    """Remember one more message that asks for a turn, beside those before."""
    channel = bot.channels[table.id]
    channel.calls, channel.noted = (*_noted_calls(bot, table), call), False


def take_over_board(bot: TzolkinBot, table: Table, new: discord.Message, *, calls: bool) -> None:
    """Remember a board that somebody has asked for, beside the other messages that call; a call
    is taken off the board before."""
    others = [one for one in calls_of(bot, table) if one != _board_id(bot, table)]
    replace_calls(bot, table, *others, *([new.id] if calls else []))
    bot.channels[table.id].board = new


def replace_calls(bot: TzolkinBot, table: Table, *new: CallId) -> None:
    """Remember the messages that ask for a turn now. Those before are deleted in the background,
    but for the board, which stays without its call; until they are they stay noted."""
    channel, before = bot.channels[table.id], _noted_calls(bot, table)
    # Of a second copy Discord gives the first.
    old = [call for call in before if taken_away(call) is None and call not in new]
    leaving = [call for call in before if taken_away(call) is not None]
    board, board_id = channel.board, _board_id(bot, table)
    noted = [to_be_taken_away(call, on_board=call == board_id) for call in old]
    channel.calls, channel.noted = (*new, *leaving, *noted), False
    for one in noted:
        _begin_to_retire(bot, table, one, board)


def take_away_what_was_left(bot: TzolkinBot, table: Table) -> None:
    """Take the calls away that the run before has noted as such and not taken away."""
    for noted in table.call_message_ids:
        if taken_away(noted) is not None:
            _begin_to_retire(bot, table, noted, None)


def _begin_to_retire(
    bot: TzolkinBot, table: Table, noted: CallId, board: discord.Message | None
) -> None:
    bot.in_background(_retire(bot, table, noted, board), f"retiring a call of table {table.id}")


def _board_id(bot: TzolkinBot, table: Table) -> int | None:
    known = bot.channels[table.id].board
    return known.id if known else table.board_message_id


async def _retire(
    bot: TzolkinBot, table: Table, noted: CallId, board: discord.Message | None
) -> None:
    """Delete a call; one that is on a board is taken off it, and after a start of the program the
    board is fetched for that. It does no harm if this fails: the button then answers whose turn it
    is. Discord throttles edits of messages older than an hour; a board is edited once at most."""
    found = taken_away(noted)
    assert found is not None
    call, on_board = found
    try:
        await _delete(bot, table, call, board, on_board=on_board)
    except UNREACHABLE as refused:
        log.info("old call stays", table=table.id, reason=str(refused))
    await _forget(bot, table, noted)


async def _delete(
    bot: TzolkinBot, table: Table, call: CallId, board: discord.Message | None, *, on_board: bool
) -> None:
    if isinstance(call, int):
        message = _message(bot, table, call)
        await (_take_off(message, board) if on_board else message.delete())
        return
    seat, message_id = call
    user_id = table.seats[seat].user_id
    if user_id is not None and not is_former(user_id):  # else it cannot be reached any more
        channel = await bot.create_dm(discord.Object(user_id))
        await channel.get_partial_message(message_id).delete()


async def _forget(bot: TzolkinBot, table: Table, gone: CallId) -> None:
    """It is gone: that is noted with the next turn, at the latest after a minute; at once where
    nothing more is told of the table."""
    channel = bot.channels.get(table.id)
    if channel is None or channel.calls is None:
        await bot.tables.forget_call(table.id, gone)
    elif gone in channel.calls:
        channel.calls, channel.noted = tuple(one for one in channel.calls if one != gone), False


async def _take_off(message: discord.PartialMessage, board: discord.Message | None) -> None:
    """Take the call off a board. Where a message came twice Discord has kept the first, whose files
    need not be those of the answer: then it is fetched, and edited with what it has."""
    try:
        await message.edit(view=without_call(board or await message.fetch()))
    except discord.HTTPException as refused:
        if refused.code != WRONG_FORM:
            raise
        await message.edit(view=without_call(await message.fetch(), only_files=True))


async def note_messages(bot: TzolkinBot, table_id: int) -> None:
    """Let the database know the newest board and the messages that ask for a turn, for whatever
    runs next."""
    channel = bot.channels[table_id]
    board, calls = channel.board.id if channel.board else None, channel.calls
    await bot.tables.set_message(table_id, calls=calls, board=board)
    channel.noted = channel.calls == calls  # else one was deleted meanwhile


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
