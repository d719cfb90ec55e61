"""The messages of a game: its live board, and the call of who is next. A fresh board takes the
buttons off the one before."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial

import discord
import structlog

from bot.answering import board_link
from bot.client import TzolkinBot
from bot.engine.position import Position
from bot.tables import Confirmed, Table, looking_back, records
from bot.tables.timing import ping_of
from bot.text.translation import Translations
from cogs.layout import last_lines, small, text
from cogs.layout import message as message_of
from cogs.pictures import city_of, files, pictures, score_picture, without_data
from cogs.public import board_message, turn_message
from cogs.speaking import (
    CannotSpeak,
    LastBoard,
    LastCall,
    Speaker,
    mentioning,
    nonce,
    table_channel,
    write_to,
)

log = structlog.get_logger(__name__)

YOUNG = timedelta(hours=1)
"""Discord throttles edits of messages older than this."""


async def post_board(
    speaker: Speaker,
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
    """Post a fresh board; the table with it as its live board."""
    bot = speaker.bot
    old = speaker.boards.get(table.id)
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
    try:
        message = await table_channel(bot, table).send(
            view=view_of(), files=files(drawn), silent=True, nonce=nonce("b", table)
        )
    except (discord.Forbidden, discord.NotFound) as refused:
        raise CannotSpeak from refused
    await bot.tables.set_message(table.id, board=message.id)
    table = replace(table, board_message_id=message.id)
    replace_board(
        speaker,
        table,
        LastBoard(message.id, partial(view_of, live=False), city_of(position)),
    )
    if position.phase == "finished":
        speaker.boards.pop(table.id)
        speaker.calls.pop(table.id, None)
        speaker.recent.pop(table.id, None)
    return table


async def post_turn(
    speaker: Speaker,
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
    like; not the one `acting`, who is here already."""
    view = turn_message(
        t, table, position, people,
        lines=lines, earlier=earlier, kind=kind, board=board_link(table),
    )  # fmt: skip
    now = speaker.bot.tables.now()
    pings = {seat: ping_of(table, table.seats[seat], now) for seat in people if seat != acting}
    mentioned = [table.seats[seat].user_id for seat, ping in pings.items() if ping == "mention"]
    try:
        message = await table_channel(speaker.bot, table).send(
            view=view,
            allowed_mentions=mentioning(mentioned),
            nonce=nonce("t", table),
        )
    except (discord.Forbidden, discord.NotFound) as refused:
        raise CannotSpeak from refused
    if people:
        speaker.calls[table.id] = LastCall(message.id, tuple(lines))
    for seat, ping in pings.items():
        if ping == "direct":
            write_to(speaker, t, table, position, seat, kind=kind)


def replace_board(speaker: Speaker, table: Table, new: LastBoard) -> None:
    """Remember the newest board, and take the buttons off the one before, behind everything that
    is still to be said."""
    old = speaker.boards.get(table.id)
    speaker.boards[table.id] = new
    if old is not None and old.message_id != new.message_id:
        speaker.bot.in_background(
            _retire(speaker.bot, table, old), f"retiring a board of table {table.id}"
        )


async def _retire(bot: TzolkinBot, table: Table, old: LastBoard) -> None:
    """Edit an old board, if it is young enough to be edited freely. It does no harm if that
    fails: its buttons then answer that the game has moved on."""
    posted = discord.utils.snowflake_time(old.message_id)
    if discord.utils.utcnow() - posted > YOUNG:
        return
    try:
        await table_channel(bot, table).get_partial_message(old.message_id).edit(view=old.retired())
    except discord.HTTPException as refused:
        log.info("old board keeps its buttons", table=table.id, reason=str(refused))


async def take_back_call(bot: TzolkinBot, t: Translations, table: Table, called: LastCall) -> None:
    """Let a message not call anybody any more, since the game was set back. It does no harm if
    that fails: its button then shows the turn as it is."""
    note = text(small(t.gettext("Taken back: the game goes on from an earlier turn, below.")))
    view = message_of(text(*last_lines(called.lines)) if called.lines else None, note)
    try:
        await table_channel(bot, table).get_partial_message(called.message_id).edit(view=view)
    except discord.HTTPException as refused:
        log.info("old call stays", table=table.id, reason=str(refused))
