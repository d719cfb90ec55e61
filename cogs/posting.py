"""The messages of a game in its channel, and to its people: the live board, the call of who is
next. They ping nobody but who is meant; a fresh board takes the buttons off the one before."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import discord
import structlog
from discord import ui

from bot.answering import UNREACHABLE, board_link
from bot.channels import LastBoard, LastCall
from bot.client import TzolkinBot
from bot.engine.position import Position
from bot.model.table import is_former
from bot.tables import Confirmed, Table, looking_back, records
from bot.tables.timing import ping_of
from bot.text.translation import Translations
from cogs.context import language_of
from cogs.layout import last_lines, small, text
from cogs.layout import message as message_of
from cogs.pictures import city_of, files, pictures, score_picture, without_data
from cogs.public import board_message, turn_message

log = structlog.get_logger(__name__)

YOUNG = timedelta(hours=1)
"""Discord throttles edits of messages older than this."""
CLOSED_THREAD = (50083, 160005)
"""Discord's codes for a thread that is archived or locked."""


class CannotSpeak(Exception):
    """Discord does not let the bot write in the table's channel."""


async def post(
    bot: TzolkinBot, table: Table, view: ui.LayoutView, *,
    pinged: Iterable[int | None] = (), **how: Any,
) -> discord.Message:  # fmt: skip
    """Post something in a table's channel, pinging these people alone. Raises CannotSpeak."""
    closed = bot.channels.closed
    try:
        message = await table_channel(bot, table).send(
            view=view, allowed_mentions=mentioning(pinged), **how
        )
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
    """Post a fresh board; the table with it as its live board. Raises CannotSpeak."""
    old = bot.channels.of(table.id).board
    city = food_day or old is None or old.city != city_of(position)
    drawn = await pictures(bot, t, table, position, waiting, city=city, turns=turns)
    history = revealed = None
    if position.phase == "finished":
        revealed = await records.revealed(await bot.tables.read(table.id))
        history = await looking_back.points_history(await bot.tables.read(table.id))
        drawn.insert(0, await score_picture(bot, t, table, history))
    view_of = partial(
        board_message, t, table, position, without_data(drawn),
        lines=lines, standings=standings, history=history, revealed=revealed,
    )  # fmt: skip
    message = await post(
        bot, table, view_of(), files=files(drawn), silent=True, nonce=nonce("b", table)
    )
    replace_board(
        bot, table, LastBoard(message.id, partial(view_of, live=False), city_of(position))
    )
    return replace(table, board_message_id=message.id)


async def post_turn(
    bot: TzolkinBot,
    t: Translations,
    table: Table,
    position: Position,
    people: Sequence[int],
    *,
    lines: Sequence[str],
    earlier: Sequence[str] = (),
    kind: str | None = None,
    acting: int | None = None,
) -> None:
    """Post what was done and ping who is asked a decision of this kind, each in the way they
    like; not the one `acting`, who is here already. Raises CannotSpeak."""
    view = turn_message(
        t, table, position, people,
        lines=lines, earlier=earlier, kind=kind, board=board_link(table),
    )  # fmt: skip
    now = bot.tables.now()
    pings = {seat: ping_of(table, table.seats[seat], now) for seat in people if seat != acting}
    mentioned = [table.seats[seat].user_id for seat, ping in pings.items() if ping == "mention"]
    message = await post(bot, table, view, pinged=mentioned, nonce=nonce("t", table))
    channel = bot.channels.of(table.id)
    if people:
        channel.call = LastCall(message.id, tuple(lines))
    for seat, ping in pings.items():
        if ping == "direct":
            channel.notices.append(partial(write_to, bot, table, position, seat, kind=kind))


async def write_to(
    bot: TzolkinBot, table: Table, position: Position, seat: int,
    *, kind: str | None = None, notice: str | None = None, silent: bool = False,
) -> None:  # fmt: skip
    """Tell a person by direct message that it is their turn; in the channel instead, where they
    do not take any."""
    t, user_id = language_of(bot, table), table.seats[seat].user_id
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
        with suppress(CannotSpeak):
            await post(bot, table, view, pinged=[user_id], silent=silent)


def replace_board(bot: TzolkinBot, table: Table, new: LastBoard) -> None:
    """Remember the newest board, and take the buttons off the one before, behind everything that
    is still to be said."""
    channel = bot.channels.of(table.id)
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
        await table_channel(bot, table).get_partial_message(old.message_id).edit(view=old.retired())
    except UNREACHABLE as refused:
        log.info("old board keeps its buttons", table=table.id, reason=str(refused))


async def take_back_call(bot: TzolkinBot, t: Translations, table: Table, called: LastCall) -> None:
    """Let a message not call anybody any more, since the game was set back. It does no harm if
    that fails: its button then shows the turn as it is."""
    note = text(small(rewound_words(t)))
    view = message_of(text(*last_lines(called.lines)) if called.lines else None, note)
    try:
        await table_channel(bot, table).get_partial_message(called.message_id).edit(view=view)
    except UNREACHABLE as refused:
        log.info("old call stays", table=table.id, reason=str(refused))


def rewound_words(t: Translations) -> str:
    """That a game goes on from an earlier turn."""
    return t.gettext("Taken back: the game goes on from an earlier turn, below.")


def mentioning(user_ids: Iterable[int | None]) -> discord.AllowedMentions:
    """A message that pings these people, and nobody else whatever is written in it."""
    people = [
        discord.Object(user_id)
        for user_id in user_ids
        if user_id is not None and not is_former(user_id)
    ]
    return discord.AllowedMentions(everyone=False, roles=False, users=people)


def table_channel(bot: TzolkinBot, table: Table) -> discord.PartialMessageable:
    """The channel of a table."""
    return bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)


def nonce(kind: str, table: Table) -> str:
    """Discord takes a message of the same nonce only once."""
    return f"{kind}{table.id}-{table.rewinds}-{table.version}"


async def edit_lobby(bot: TzolkinBot, table: Table, view: ui.LayoutView) -> None:
    """Change the lobby message, if there still is one that can be changed."""
    if table.lobby_message_id is None:
        return
    channel = bot.get_partial_messageable(table.channel_id)
    with suppress(*UNREACHABLE):  # its buttons then answer that the lobby is over
        await channel.get_partial_message(table.lobby_message_id).edit(view=view)
