"""Speaking in the channel: the recap of a turn, the board of a round, the one ping of who is next.

Everything here comes after the change is stored. What a table says is said in order, by a lock of
its own that no game waits for. How far a channel has been told is stored too: what a message that
failed should have said, or a program that was stopped, is said with the next one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from io import BytesIO
from typing import Any
from weakref import ReferenceType, WeakKeyDictionary, WeakValueDictionary, ref

import discord
import structlog
from discord import ui

from bot.client import TzolkinBot
from bot.engine.points_by_source import PointsHistory
from bot.tables import Confirmed, Rewind, Table
from bot.text.former import is_former
from bot.text.telling import game_lines
from bot.text.translation import Translations, translator
from cogs.answers import board_link, plain_names, seat_names
from cogs.layout import last_lines, small, text
from cogs.layout import message as message_of
from cogs.public import board_message, recap, told_turn, turn_message
from cogs.turning import wheels_of_round
from rendering import Picture, draw_city
from rendering.final_picture import FinalResult, draw_final
from rendering.pool import Superseded
from rendering.scene import Scene, scene_of

log = structlog.get_logger(__name__)

Position = Mapping[str, Any]
TURN = "turn"
YOUNG = timedelta(hours=1)
"""Discord throttles edits of messages older than this."""
SAY_AGAIN_AFTER = (10, 60, 300, 1800)
"""Seconds until a message that Discord did not take is tried again, and again."""
CLOSED_THREAD = (50083, 160005)
"""Discord's codes for a thread that is archived or locked."""
CITY_KEYS = ("building_row", "monument_row", "age")
Told = tuple[int, int]
"""Rewinds of a game, and actions of its log since the last one: both only grow."""
CITY_KEYS_OF_PLAYERS = ("temples", "technologies", "buildings", "monuments")


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
class _Told:
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
    recent: dict[int, list[_Told]] = field(default_factory=dict)
    """The last turns told at each table, oldest first, to tell who comes back to it."""
    _locks: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)

    @property
    def bot(self) -> TzolkinBot:
        """The bot that speaks."""
        bot = self._bot()
        assert bot is not None
        return bot

    def in_order(self, table_id: int) -> asyncio.Lock:
        """The lock that keeps one table's messages in order."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock


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
    guild = bot.get_guild(table.guild_id) if table.guild_id else None
    return translator(str(guild.preferred_locale)) if guild else translator("en-US")


async def announce_start(speaker: Speaker, table: Table, position: Position) -> None:
    """The board of a game just dealt, and the ping to choose wealth tiles. Raises CannotSpeak."""
    async with speaker.in_order(table.id):
        if _told(speaker, table) is None:
            await _tell_start(speaker, table, position, sorted(table.human_seats))


async def announce(speaker: Speaker, turns: Sequence[Confirmed]) -> None:
    """Tell the channel about confirmed turns, and about earlier ones it does not know yet, in one
    message or, where a round begins or the game ends, with a fresh board. Raises CannotSpeak."""
    if not turns:
        return
    table = turns[-1].table
    if turns[-1].finished:
        speaker.bot.dispatch("table_over", table.id)
    async with speaker.in_order(table.id):
        told = _told(speaker, table)
        if told is not None and told >= (table.rewinds, table.version):
            return
        if told != (table.rewinds, turns[0].table.version - len(turns[0].actions)):
            turns = await speaker.bot.tables.turns_not_announced(table.id) or turns
        last = turns[-1]
        if told is None and last.after["phase"] == "keep":
            people = [seat for seat in last.waiting if seat in table.human_seats]
            table = await _tell_start(speaker, table, last.after, people)
        await _tell(speaker, [turn for turn in turns if not _is_no_news(turn)], table)
        await _remember_told(speaker, last.table)


async def announce_rewind(speaker: Speaker, rewind: Rewind, lines: Sequence[str]) -> None:
    """The board as it is after a rewind, with these lines, and who is asked now. Raises
    CannotSpeak."""
    table = rewind.table
    async with speaker.in_order(table.id):
        speaker.recent.pop(table.id, None)
        t = language_of(speaker.bot, table)
        called = speaker.calls.pop(table.id, None)
        if called is not None:
            speaker.bot.in_background(
                _take_back_call(speaker.bot, t, table, called), f"a call of table {table.id}"
            )
        table = await _post_board(
            speaker, t, table, rewind.position, rewind.waiting, lines=lines, food_day=True
        )
        people = [seat for seat in rewind.waiting if seat in table.human_seats]
        if people and rewind.position["phase"] != "keep":
            await _post_turn(speaker, t, table, rewind.position, people, lines=())
        await _remember_told(speaker, table)


async def catch_up(speaker: Speaker, table_id: int) -> None:
    """Tell a channel what it was not told before the program stopped. Raises CannotSpeak."""
    tables = speaker.bot.tables
    turns = await tables.turns_not_announced(table_id)
    if turns:
        await announce(speaker, turns)
        return
    table = await tables.table(table_id)
    if table.status == "playing" and table.announced is None:
        await announce_start(speaker, table, (await tables.game(table_id)).position())


async def said(speaker: Speaker, table_id: int, telling: Coroutine[Any, Any, None]) -> bool:
    """Tell a channel something; False if the bot may not speak there.

    Where Discord does not take the message now, it is tried again later: the turns count all the
    same, and nobody must wait for them. So it is where the bot may not speak: somebody may soon
    have given it the permission, and whoever is to move must hear of it.
    """
    try:
        await telling
        return True
    except CannotSpeak:
        heard = False
    except discord.HTTPException as error:
        heard = error.code not in CLOSED_THREAD
        if heard:
            speaker.bot.log_error(error, f"telling about table {table_id}")
    speaker.bot.in_background(_say_later(speaker, table_id), f"telling table {table_id} later")
    return heard


async def _say_later(speaker: Speaker, table_id: int) -> None:
    for seconds in SAY_AGAIN_AFTER:
        await asyncio.sleep(seconds)
        with suppress(discord.HTTPException, CannotSpeak):
            await catch_up(speaker, table_id)
            return


def _told(speaker: Speaker, table: Table) -> Told | None:
    stored = None if table.announced is None else (table.rewinds, table.announced)
    return speaker.told.get(table.id, stored)


async def _remember_told(speaker: Speaker, table: Table) -> None:
    speaker.told[table.id] = (table.rewinds, table.version)
    await speaker.bot.tables.set_announced(table.id, table.version, rewinds=table.rewinds)


def _is_no_news(turn: Confirmed) -> bool:
    """That a computer has chosen its tiles is news to nobody, until they come to light."""
    return turn.after["phase"] == "keep" and turn.table.holders[turn.seat].computer


async def _tell_start(
    speaker: Speaker, table: Table, position: Position, people: Sequence[int]
) -> Table:
    t = language_of(speaker.bot, table)
    table = await _post_board(speaker, t, table, position, (), lines=game_lines(t, position))
    if people:
        await _post_turn(speaker, t, table, position, people, lines=())
    await _remember_told(speaker, replace(table, version=0))
    return table


async def _tell(speaker: Speaker, turns: Sequence[Confirmed], table: Table) -> None:
    """Tell turns, of which `table` is the newest state. Raises CannotSpeak."""
    if not turns:
        return
    last = turns[-1]
    t = language_of(speaker.bot, table)
    lines = recap(t, turns)
    people = [seat for seat in last.waiting if seat in table.human_seats]
    earlier = await _since_own_turn(speaker, t, table, people, turns)
    if last.finished or any(turn.new_round for turn in turns):
        table = await _post_board(
            speaker, t, table, last.after, last.waiting,
            lines=lines, standings=last.standings, turns=turns,
            food_day=any(turn.food_day for turn in turns),
        )  # fmt: skip
        lines = []
    if last.after["phase"] == "keep":
        people = []  # everybody was asked at the start
    if lines or people:
        await _post_turn(
            speaker, t, table, last.after, people,
            lines=lines, earlier=earlier, kind=last.asked, acting=last.seat,
        )  # fmt: skip


async def _since_own_turn(
    speaker: Speaker, t: Translations, table: Table, people: Sequence[int],
    turns: Sequence[Confirmed],
) -> list[str]:  # fmt: skip
    """Lines about what was done before `turns`, since the one who is asked had a turn."""
    done = [
        _Told(turn.seat, told_turn(t, seat_names(table), turn))
        for turn in turns
        if turn.before["phase"] == "play"  # the tiles that were kept are told with the board
    ]
    known = speaker.recent.get(table.id)
    if known is None:  # the program was started meanwhile
        known = []
        if people and turns[-1].after["phase"] == "play":
            before = turns[0].table.version
            known = [
                _Told(turn.seat, told_turn(t, seat_names(table), turn))
                for turn in await speaker.bot.tables.since_own_turn(table.id, people[0])
                if turn.table.version < before and turn.before["phase"] == "play"
            ]
    everything = [*known, *done]
    speaker.recent[table.id] = everything[-2 * len(table.holders) :]
    if len(people) != 1 or turns[-1].asked != TURN or people[0] in {one.seat for one in done}:
        return []
    lines: list[str] = []
    for one in reversed(known):
        if one.seat == people[0]:
            break
        lines.append(one.line)
    return lines[::-1]


async def pictures(
    bot: TzolkinBot, t: Translations, table: Table, position: Position, waiting: Sequence[int],
    *, wheels: bool = True, city: bool = True, turns: Sequence[Confirmed] = (),
) -> list[Picture]:  # fmt: skip
    """The plates of a position, drawn beside the event loop; the moves of `turns` are marked.
    A plate that need not be drawn any more, since a newer one of this table is asked for, is
    left out."""
    scene = table_scene(table, position, waiting, turns)
    draws: list[Awaitable[Picture]] = []
    if wheels:
        draws.append(wheels_of_round(bot, t, table, scene, turns))
    if city:
        theme = table.options.theme
        draws.append(bot.pool.draw(draw_city, scene, theme=theme, t=t, subject=("city", table.id)))
    drawn = await asyncio.gather(*draws, return_exceptions=True)
    for one in drawn:
        if isinstance(one, BaseException) and not isinstance(one, Superseded):
            raise one
    return [one for one in drawn if not isinstance(one, BaseException)]


async def score_picture(
    bot: TzolkinBot, t: Translations, table: Table, history: PointsHistory
) -> Picture:
    """The points of a table's game as a picture, drawn beside the event loop."""
    result = FinalResult(tuple(plain_names(t, table)), history)
    return await bot.pool.draw(draw_final, result, theme=table.options.theme, t=t)


def table_scene(
    table: Table, position: Position, waiting: Sequence[int], turns: Sequence[Confirmed] = ()
) -> Scene:
    """The scene of a table's position, with the names of those who play and their last moves."""
    names = [holder.name for holder in table.holders]
    return scene_of(position, names, waiting=waiting, last_move=turns)


def files(drawn: Sequence[Picture]) -> list[discord.File]:
    """The pictures as attachments."""
    return [discord.File(BytesIO(p.data), filename=p.filename) for p in drawn]


def without_data(drawn: Sequence[Picture]) -> list[Picture]:
    """The pictures by name and alt text alone, for a message that has them already."""
    return [Picture(b"", p.filename, p.alt) for p in drawn]


def city_of(position: Position) -> tuple[Any, ...]:
    """Everything the second plate shows of a position, to be compared."""
    players = [
        tuple(repr(player[key]) for key in CITY_KEYS_OF_PLAYERS) for player in position["players"]
    ]
    return (*(repr(position[key]) for key in CITY_KEYS), *players)


async def _post_board(
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
    if position["phase"] == "finished":
        revealed = await bot.tables.revealed(table.id)
        history = await bot.tables.points_history(table.id)
        drawn.insert(0, await score_picture(bot, t, table, history))
    view_of = partial(
        board_message, t, table, position, without_data(drawn),
        lines=lines, standings=standings, history=history, revealed=revealed,
    )  # fmt: skip
    try:
        message = await _channel(bot, table).send(
            view=view_of(), files=files(drawn), silent=True, nonce=_nonce("b", table)
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
    if position["phase"] == "finished":
        speaker.boards.pop(table.id)
        speaker.calls.pop(table.id, None)
        speaker.recent.pop(table.id, None)
    return table


def replace_board(speaker: Speaker, table: Table, new: LastBoard) -> None:
    """Remember the newest board, and take the buttons off the one before, behind everything that
    is still to be said."""
    old = speaker.boards.get(table.id)
    speaker.boards[table.id] = new
    if old is not None and old.message_id != new.message_id:
        speaker.bot.in_background(
            _retire(speaker.bot, table, old), f"retiring a board of table {table.id}"
        )


async def _take_back_call(bot: TzolkinBot, t: Translations, table: Table, called: LastCall) -> None:
    """Let a message not call anybody any more, since the game was set back. It does no harm if
    that fails: its button then shows the turn as it is."""
    note = text(small(t.gettext("Taken back: the game goes on from an earlier turn, below.")))
    view = message_of(text(*last_lines(called.lines)) if called.lines else None, note)
    try:
        await _channel(bot, table).get_partial_message(called.message_id).edit(view=view)
    except discord.HTTPException as refused:
        log.info("old call stays", table=table.id, reason=str(refused))


async def _retire(bot: TzolkinBot, table: Table, old: LastBoard) -> None:
    """Edit an old board, if it is young enough to be edited freely. It does no harm if that
    fails: its buttons then answer that the game has moved on."""
    posted = discord.utils.snowflake_time(old.message_id)
    if discord.utils.utcnow() - posted > YOUNG:
        return
    try:
        await _channel(bot, table).get_partial_message(old.message_id).edit(view=old.retired())
    except discord.HTTPException as refused:
        log.info("old board keeps its buttons", table=table.id, reason=str(refused))


async def _post_turn(
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
    asked = [table.holders[seat] for seat in people if seat != acting]
    try:
        message = await _channel(speaker.bot, table).send(
            view=view,
            allowed_mentions=mentioning(one.user_id for one in asked if one.ping == "mention"),
            nonce=_nonce("t", table),
        )
    except (discord.Forbidden, discord.NotFound) as refused:
        raise CannotSpeak from refused
    if people:
        speaker.calls[table.id] = LastCall(message.id, tuple(lines))
    for one in asked:
        if one.ping == "direct" and one.user_id is not None:
            write_to(speaker, t, table, position, one.seat, kind=kind)


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
    bot, user_id = speaker.bot, table.holders[seat].user_id
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
            await _channel(bot, table).send(
                view=view, allowed_mentions=mentioning([user_id]), silent=silent
            )


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
        await _channel(speaker.bot, table).send(
            view=view, allowed_mentions=mentioning(pinged), silent=silent
        )
    except (discord.Forbidden, discord.NotFound) as refused:
        raise CannotSpeak from refused


def mentioning(user_ids: Iterable[int | None]) -> discord.AllowedMentions:
    """A message that pings these people, and nobody else whatever is written in it."""
    people = [
        discord.Object(user_id)
        for user_id in user_ids
        if user_id is not None and not is_former(user_id)
    ]
    return discord.AllowedMentions(everyone=False, roles=False, users=people)


def _nonce(kind: str, table: Table) -> str:
    """Discord takes a message of the same nonce only once."""
    return f"{kind}{table.id}-{table.rewinds}-{table.version}"


def _channel(bot: TzolkinBot, table: Table) -> discord.PartialMessageable:
    return bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)


async def edit_lobby(bot: TzolkinBot, table: Table, view: ui.LayoutView) -> None:
    """Change the lobby message, if there still is one that can be changed."""
    if table.lobby_message_id is None:
        return
    channel = bot.get_partial_messageable(table.channel_id)
    with suppress(discord.HTTPException):  # its buttons then answer that the lobby is over
        await channel.get_partial_message(table.lobby_message_id).edit(view=view)
