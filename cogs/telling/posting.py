"""The messages of a game in its channel: the board of a round, which calls who begins it, and the
calls of who is next. They ping only the people asked. A fresh board tells the whole round before; a
fresh call tells the round so far. The call before is deleted, or taken off its board, so that none
is left whose turn is over."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import discord
import structlog
from discord import ui

from bot.engine import Game
from bot.engine.position import Position
from bot.model.notes import Note
from bot.model.table import Posted, PostedCall, is_former
from bot.refusal import NotTaken
from bot.store import tables as stored
from bot.tables import Confirmed, Table, looking_back, preparation
from bot.tables.computers import turning_point
from bot.tables.preparation import TURN_KIND
from bot.tables.timing import ping_of
from bot.text.choices_in_one_tap import first_choices
from bot.text.translation import Translations
from bot.text.turns import food_day_lines
from cogs.client import TzolkinBot
from cogs.kit.answering import UNREACHABLE
from cogs.kit.channels import MESSAGES, TableChannel, in_channel, unhindered, why_refused
from cogs.kit.context import web_address_of
from cogs.kit.layout import small
from cogs.kit.members import seat_names
from cogs.kit.pictures import card_picture, files, pictures
from cogs.telling.dispatcher import CannotSpeak
from cogs.telling.dispatcher import once as once_for_note
from cogs.telling.messages import Call, board_message, turn_message, without_call
from cogs.telling.moderators_called import tell_not_taken
from rendering import Picture, Superseded

log = structlog.get_logger(__name__)

PATIENCE = 0.9
"""Seconds a message waits for its pictures before it goes without them; they follow."""
COVER_SECONDS = 0.15
"""Seconds a lobby waits for its picture, which all lobbies share."""
WRONG_FORM = 50035
"""Discord's code for a message that names a file it does not have, among others."""


async def post(
    bot: TzolkinBot, table: Table, view: ui.LayoutView, *,
    pinged: Iterable[int | None] = (), once: str | None = None, **how: Any,
) -> discord.Message:  # fmt: skip
    """Post something in a table's channel; only these people are pinged, whatever is written in it.
    What is posted again after a failure Discord takes only once: a note of the outbox; and with
    `once`, a letter for the kind of message, that kind in each state of the game. Raises
    CannotSpeak."""
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
        why = why_refused(refused, MESSAGES, channel=table.channel_id)
        if why is None:
            raise
        if isinstance(why, NotTaken):
            tell_not_taken(bot, table.guild_id, table.channel_id, why)
        else:  # who plays there can help
            closed[table.channel_id] = table.id
        raise CannotSpeak from refused
    closed.pop(table.channel_id, None)
    unhindered(bot, table.guild_id or 0, in_channel(table.channel_id))
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
    rewound: bool = False,
    once: str = "b",
) -> list[int]:
    """Post a fresh board, which tells what the calls so far told, with the call of who is asked as
    in `post_turn`; the seats to be told by direct message instead. The city is behind the button
    "Board": with it the message would be higher than the screen of a phone. Where the game was
    `rewound`, the board before says so. Raises CannotSpeak."""
    if position.phase == "finished":  # all else is behind the buttons
        opened = await bot.tables.read(table.id)
        turn = await turning_point(opened)
        titles = await looking_back.titles(opened)
        draw: Coroutine[Any, Any, list[Picture]] = _alone(card_picture(bot, t, opened, turn))
        lines = ()
    else:
        titles = ()
        draw = pictures(bot, t, table, position, waiting, turns=turns)
    made = partial(
        board_message, t, table, position,
        waiting=waiting, standings=standings, call=call, titles=titles,
        food_day=any(turn.food_day for turn in turns), web=await web_address_of(bot, table),
    )  # fmt: skip
    drawing = asyncio.create_task(_as_far_as_drawn(bot, draw))
    await asyncio.wait([drawing], timeout=PATIENCE)
    late, told = not drawing.done(), lines
    drawn = [] if late else drawing.result()
    if not drawn:
        log.info("told before its picture", table=table.id, drawing=bot.pool.waiting)
        names = seat_names(t, table)
        days = [one for turn in turns for one in food_day_lines(t, names, turn.steps[-1])]
        told = [*lines, *map(small, days), busy(t)]
    mentioned, direct = _pinged(bot, table, call.people if call else (), acting)
    if position.phase == "finished" and turns:  # else the game was over before
        mentioned, _ = _pinged(bot, table, range(len(table.seats)), None)
    message = await post(
        bot, table, made(drawn, lines=told), once=once, files=files(drawn),
        silent=not mentioned, pinged=mentioned,
    )  # fmt: skip
    calls = [PostedCall(message.id)] if call and call.people else []
    # Translators: on the board of turns that were taken back; what is now is in a newer message
    back = small(t.gettext("This was taken back; the game goes on below.")) if rewound else ""
    replace_calls(bot, table, *calls, instead=back)
    remember(bot, table, board=message.id)
    channel = bot.channels[table.id]
    channel.board, channel.following = message, None
    if late:
        following = _with_pictures(channel, message, drawing, partial(made, lines=lines))
        channel.following = bot.in_background(following, "pictures of a round")
    return direct


async def _with_pictures(
    channel: TableChannel,
    board: discord.Message,
    drawing: asyncio.Task[list[Picture]],
    made: Callable[[Sequence[Picture]], ui.LayoutView],
) -> discord.Message:
    """Add the pictures to a board that went out without them, while it is the newest; the board as
    it is then."""
    drawn = await drawing
    if drawn and channel.board is board:
        with suppress(*UNREACHABLE):
            board = channel.board = await board.edit(view=made(drawn), attachments=files(drawn))
    return board


async def _as_far_as_drawn(
    bot: TzolkinBot, drawing: Coroutine[Any, Any, list[Picture]]
) -> list[Picture]:
    """The pictures; none where drawing fails or takes too long."""
    try:
        return await drawing
    except (TimeoutError, Superseded):  # superseded: the program ends
        log.info("told without its picture")
    except Exception as error:
        bot.log_error(error, "pictures of a round")
    return []


def busy(t: Translations) -> str:
    """Stands in the place of a board's picture."""
    # Translators: in the place of a picture; **Board**: the name of a button.
    return small(t.gettext("I am busy right now: press **Board** for the picture."))


async def _alone(drawing: Coroutine[Any, Any, Picture]) -> list[Picture]:
    return [await drawing]


async def call_of(
    bot: TzolkinBot, t: Translations, table: Table, game: Game, people: Sequence[int]
) -> Call:
    """The call of these seats, which are all asked the same. If it is a single seat's turn, it has
    the choices that begin the turn; for a newcomer these are in the private panel alone."""
    kind = game.kind_asked(people[0]) if people else None
    if len(people) != 1 or kind != TURN_KIND:
        return Call(people, kind)
    user_id = table.seats[people[0]].user_id
    if user_id is not None and await bot.newcomers.sees(table.id, user_id):
        return Call(people, kind)
    return Call(people, kind, first=first_choices(t, game, people[0]))


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
        add_call(bot, table, PostedCall(message.id))
    else:
        replace_calls(bot, table, PostedCall(message.id))
    return direct


async def in_time(bot: TzolkinBot, table: Table) -> Table:
    """Give everybody who is told of a planned turn the whole pause to stop it, counted from now:
    called just before the people are told, and again after it. Return the table with its new
    times."""
    if not preparation.too_soon(table, bot.tables.now()):
        return table
    async with bot.tables.open(table.id, game=False) as opened:
        for seat in preparation.too_soon(opened.table, opened.now):
            preparation.let_plan_wait(opened, seat)
    due = [one.plan_due for one in opened.table.seats]
    seats = [replace(one, plan_due=then) for one, then in zip(table.seats, due, strict=True)]
    return replace(table, seats=tuple(seats))


def _pinged(
    bot: TzolkinBot, table: Table, people: Iterable[int], acting: int | None
) -> tuple[list[int | None], list[int]]:
    """Whom a call of these seats pings, and the seats to be told by direct message instead."""
    now = bot.tables.now()
    pings = {
        seat: ping_of(table, table.seats[seat], now)
        for seat in people
        if seat != acting or table.seats[seat].plan_due is not None
    }
    mentioned = [table.seats[seat].user_id for seat, ping in pings.items() if ping == "mention"]
    return mentioned, [seat for seat, ping in pings.items() if ping == "direct"]


def posted_at(bot: TzolkinBot, table: Table) -> Posted:
    """What stands in a table's channel, whether or not the database notes it."""
    return bot.channels[table.id].posted or table.posted


def add_call(bot: TzolkinBot, table: Table, call: PostedCall) -> None:
    """Remember one more message that asks for a turn, beside those before."""
    remember(bot, table, calls=(*posted_at(bot, table).calls, call))


def take_over_board(bot: TzolkinBot, table: Table, new: discord.Message, *, calls: bool) -> None:
    """Remember a new board; with `calls` it asks for a turn. A call on the board before is taken
    off it; the other messages that call stay."""
    before = posted_at(bot, table)
    others = [one for one in before.calls if one.message != before.board]
    replace_calls(bot, table, *others, *([PostedCall(new.id)] if calls else []))
    remember(bot, table, board=new.id)
    bot.channels[table.id].board, bot.channels[table.id].following = new, None


def replace_calls(bot: TzolkinBot, table: Table, *new: PostedCall, instead: str = "") -> None:
    """Remember the messages that ask for a turn now. Those before are deleted in the background,
    but for the board, which stays without its call, or with these words `instead`."""
    before = posted_at(bot, table)
    old = [
        replace(one, on_board=one.message == before.board)
        for one in before.calls
        if one not in new  # of a second copy Discord gives the first
    ]
    remember(bot, table, calls=new, leaving=(*before.leaving, *old))
    for one in old:
        channel = bot.channels[table.id]
        _begin_to_retire(bot, table, one, channel.board, channel.following, instead)


def remember(bot: TzolkinBot, table: Table, **changed: Any) -> None:
    """Remember these fields of `Posted`; `note_messages` lets the database know."""
    channel = bot.channels[table.id]
    if channel.posted is None:
        channel.noted = table.posted
    channel.posted = replace(posted_at(bot, table), **changed)


def needs_noting(channel: TableChannel) -> bool:
    """Whether the board or the calls are others than the database knows. That a deleted call is
    gone may be noted later."""
    mine, noted = channel.posted, channel.noted
    return mine is not None and (
        noted is None or (mine.board, mine.calls) != (noted.board, noted.calls)
    )


def take_away_what_was_left(bot: TzolkinBot, table: Table) -> None:
    """Delete the calls that were about to be deleted when the program was killed."""
    for one in table.posted.leaving:
        _begin_to_retire(bot, table, one, None)


def _begin_to_retire(
    bot: TzolkinBot,
    table: Table,
    call: PostedCall,
    board: discord.Message | None,
    following: asyncio.Task[discord.Message | None] | None = None,
    instead: str = "",
) -> None:
    bot.in_background(
        _retire(bot, table, call, board, following, instead), f"retiring a call of table {table.id}"
    )


async def _retire(
    bot: TzolkinBot,
    table: Table,
    call: PostedCall,
    board: discord.Message | None,
    following: asyncio.Task[discord.Message | None] | None,
    instead: str,
) -> None:
    """Delete a call; one that is on a board is taken off it, after the pictures `following` are
    added, and after a start of the program the board is fetched for that. It does no harm if this
    fails: the button then answers whose turn it is. Discord throttles edits of messages older than
    an hour; a board is edited once or twice."""
    if call.on_board and following is not None:
        board = await following or board
    try:
        await _delete(bot, table, call, board, instead)
    except UNREACHABLE as refused:
        log.info("old call stays", table=table.id, reason=str(refused))
    await _forget(bot, table, call)


async def _delete(
    bot: TzolkinBot, table: Table, call: PostedCall, board: discord.Message | None, instead: str
) -> None:
    if call.seat is None:
        message = _message(bot, table, call.message)
        await (_take_off(message, board, instead) if call.on_board else message.delete())
        return
    user_id = table.seats[call.seat].user_id
    if user_id is not None and not is_former(user_id):  # else it cannot be reached any more
        channel = await bot.create_dm(discord.Object(user_id))
        await channel.get_partial_message(call.message).delete()


async def _forget(bot: TzolkinBot, table: Table, gone: PostedCall) -> None:
    """Note that a call has been deleted. What this run remembers of the table is written with the
    next turn, at the latest after a minute; if it remembers nothing any more, the database is told
    at once."""
    channel = bot.channels.get(table.id)
    if channel is None or channel.posted is None:
        await bot.store.write(stored.forget_call, table.id, gone)
    else:
        left = tuple(one for one in channel.posted.leaving if one != gone)
        remember(bot, table, leaving=left)


async def _take_off(
    message: discord.PartialMessage, board: discord.Message | None, instead: str
) -> None:
    """Take the call off a board. Where a message came twice Discord has kept the first, whose files
    need not be those of the answer: then it is fetched, and edited with what it has."""
    try:
        await message.edit(view=without_call(board or await message.fetch(), instead=instead))
    except discord.HTTPException as refused:
        if refused.code != WRONG_FORM:
            raise
        board = await message.fetch()
        await message.edit(view=without_call(board, only_files=True, instead=instead))


async def note_messages(
    bot: TzolkinBot, table_id: int, *, told: bool = False, notes: Sequence[Note] = ()
) -> None:
    """Let the database know what stands in a table's channel, for whatever runs next; with `told`
    also how much it was told, and the notes of what it must be told after that."""
    channel = bot.channels[table_id]
    posted = channel.posted
    assert posted is not None
    if told:
        await bot.store.write(stored.note_told, table_id, posted, notes)
    else:
        await bot.store.write(stored.note_messages, table_id, posted)
    channel.noted = posted


async def edit(bot: TzolkinBot, table: Table, message_id: int, view: ui.LayoutView) -> None:
    """Change a message in a table's channel. Raises what editing raises."""
    await _message(bot, table, message_id).edit(view=view)


async def edit_lobby(bot: TzolkinBot, table: Table, view: ui.LayoutView) -> None:
    """Change the lobby message, if there still is one that can be changed."""
    if table.posted.lobby is None:
        return
    attached = await lobby_files(bot, table, view)
    with suppress(*UNREACHABLE):  # its buttons then answer that the lobby is over
        await _message(bot, table, table.posted.lobby).edit(view=view, attachments=attached)


async def lobby_files(bot: TzolkinBot, table: Table, view: ui.LayoutView) -> list[discord.File]:
    """The picture of a lobby's message; none for one that is closed. If it cannot be drawn in time
    it is taken out of the message, which gets it when it is next changed."""
    shown = galleries(view)
    if not shown:
        return []
    try:
        async with asyncio.timeout(COVER_SECONDS):
            return files([await bot.cover(table.options.theme)])
    except (TimeoutError, Superseded):
        for one in shown:
            parent: Any = one.parent or view
            parent.remove_item(one)
        return []


def galleries(view: ui.LayoutView) -> list[ui.MediaGallery[Any]]:
    """The pictures that a message shows."""
    return [part for part in view.walk_children() if isinstance(part, ui.MediaGallery)]


def _message(bot: TzolkinBot, table: Table, message_id: int) -> discord.PartialMessage:
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    return channel.get_partial_message(message_id)
