"""Speaking in the channel: the recap of a turn, the board of a round, the one ping of who is next.

Everything here comes after the change is stored. What a table says is said in order, by a lock of
its own that no game waits for. How far a channel has been told is stored too: what a message that
failed should have said, or a program that was stopped, is said with the next one.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord

from bot.engine.position import Position
from bot.tables import Confirmed, Rewind, Table, looking_back
from bot.text.telling import game_lines
from bot.text.translation import Translations
from cogs.names import seat_names
from cogs.posting import post_board, post_turn, take_back_call
from cogs.public import recap, told_turn
from cogs.speaking import CannotSpeak, Speaker, Told, ToldTurn, language_of

TURN = "turn"
SAY_AGAIN_AFTER = (10, 60, 300, 1800)
"""Seconds until a message that Discord did not take is tried again, and again."""
CLOSED_THREAD = (50083, 160005)
"""Discord's codes for a thread that is archived or locked."""


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
            turns = (
                await looking_back.turns_not_announced(await speaker.bot.tables.read(table.id))
                or turns
            )
        last = turns[-1]
        if told is None and last.after.phase == "keep":
            people = [seat for seat in last.waiting if seat in table.human_seats]
            table = await _tell_start(speaker, table, last.after, people)
        await _tell(speaker, [turn for turn in turns if not _is_no_news(turn)], table)
        await _remember_told(speaker, last.table)


async def announce_rewind(speaker: Speaker, rewind: Rewind, lines: Sequence[str]) -> None:
    """The board as it is after a rewind, with these lines, and who is asked now. Raises
    CannotSpeak."""
    table, position = rewind.table, rewind.position
    if position is None:
        raise ValueError("a rewind is announced when it is done")
    async with speaker.in_order(table.id):
        speaker.recent.pop(table.id, None)
        t = language_of(speaker.bot, table)
        called = speaker.calls.pop(table.id, None)
        if called is not None:
            speaker.bot.in_background(
                take_back_call(speaker.bot, t, table, called), f"a call of table {table.id}"
            )
        table = await post_board(
            speaker, t, table, position, rewind.waiting, lines=lines, food_day=True
        )
        people = [seat for seat in rewind.waiting if seat in table.human_seats]
        if people and position.phase != "keep":
            await post_turn(speaker, t, table, position, people, lines=())
        await _remember_told(speaker, table)


async def catch_up(speaker: Speaker, table_id: int) -> None:
    """Tell a channel what it was not told before the program stopped. Raises CannotSpeak."""
    tables = speaker.bot.tables
    turns = await looking_back.turns_not_announced(await tables.read(table_id))
    if turns:
        await announce(speaker, turns)
        return
    table = await tables.table(table_id)
    if table.status == "playing" and table.announced is None:
        await announce_start(speaker, table, (await tables.game(table_id)).snapshot())


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
    return turn.after.phase == "keep" and turn.table.seats[turn.seat].computer


async def _tell_start(
    speaker: Speaker, table: Table, position: Position, people: Sequence[int]
) -> Table:
    t = language_of(speaker.bot, table)
    table = await post_board(speaker, t, table, position, (), lines=game_lines(t, position))
    if people:
        await post_turn(speaker, t, table, position, people, lines=())
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
        table = await post_board(
            speaker, t, table, last.after, last.waiting,
            lines=lines, standings=last.standings, turns=turns,
            food_day=any(turn.food_day for turn in turns),
        )  # fmt: skip
        lines = []
    if last.after.phase == "keep":
        people = []  # everybody was asked at the start
    if lines or people:
        await post_turn(
            speaker, t, table, last.after, people,
            lines=lines, earlier=earlier, kind=last.asked, acting=last.seat,
        )  # fmt: skip


async def _since_own_turn(
    speaker: Speaker, t: Translations, table: Table, people: Sequence[int],
    turns: Sequence[Confirmed],
) -> list[str]:  # fmt: skip
    """Lines about what was done before `turns`, since the one who is asked had a turn."""
    done = [
        ToldTurn(turn.seat, told_turn(t, seat_names(table), turn))
        for turn in turns
        if turn.before.phase == "play"  # the tiles that were kept are told with the board
    ]
    known = speaker.recent.get(table.id)
    if known is None:  # the program was started meanwhile
        known = []
        if people and turns[-1].after.phase == "play":
            before = turns[0].table.version
            known = [
                ToldTurn(turn.seat, told_turn(t, seat_names(table), turn))
                for turn in await looking_back.since_own_turn(
                    await speaker.bot.tables.read(table.id), people[0]
                )
                if turn.table.version < before and turn.before.phase == "play"
            ]
    everything = [*known, *done]
    speaker.recent[table.id] = everything[-2 * len(table.seats) :]
    if len(people) != 1 or turns[-1].asked != TURN or people[0] in {one.seat for one in done}:
        return []
    lines: list[str] = []
    for one in reversed(known):
        if one.seat == people[0]:
            break
        lines.append(one.line)
    return lines[::-1]
