"""Play on from here: a lobby in a moment of a finished game, with hidden tiles dealt anew, and a
table like any other from there on; it counts for nothing."""

from dataclasses import replace
from typing import Any

import discord
import pytest
from sqlalchemy import select

from bot.notation import write_position
from bot.notation.records import from_json, to_json
from bot.statistics import count_games
from bot.store.schema import counted_games
from bot.tables import Person, looking_back, records
from bot.tables.lobby import leave
from bot.tables.looking_back import replay, replay_written
from bot.tables.records import checks, verdict
from bot.text.translation import translator
from cogs.telling.carry_on import carry_on
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    Message,
    answer,
    button_id,
    click_together,
    labels,
    raw,
    said_privately,
    words,
)
from tests.cogs.test_every_button import Kind, play_to_the_end, press, second_round, shown
from tests.cogs.test_rematch import finished
from tests.notation.random_games import of_fresh_record, random_record

SECOND = 2
PLAY_ON = "Play on from here"


async def at_round(room: Room, number: int) -> Message:
    """The replay of the finished game at the beginning of a round, as dan looks at it."""
    dan = room.people[3]
    page = answer(await dan.slash(room.channel, "replay", game=1))
    return answer(await dan.select(page, [f"{number}.0"], custom_id="tz:replay:1::round"))


async def seat_asked(room: Room, number: int = 3) -> Message:
    """The private question for the seat, from a round of a finished game of two."""
    await finished(room, 2)
    asked = said_privately(await room.people[3].click(await at_round(room, number), label=PLAY_ON))
    assert asked.ephemeral
    assert "`" not in words(asked), "no raw position line"
    return asked


async def lobby_in_thread(room: Room) -> tuple[Any, Message]:
    """The thread with the lobby of a game from round 3, where dan has the second seat."""
    asked = await seat_asked(room)
    told = answer(await room.people[3].click(asked, label=labels(asked)[1]))
    [thread] = room.channel.threads
    assert f"<#{thread.id}>" in words(told) and not labels(told)
    [lobby] = [one for one in thread.history() if "Join" in labels(one)]
    return thread, lobby


async def thread_board(room: Room, thread: Any) -> Message:
    """The board with which the game begins."""
    table = await room.bot.tables.table(SECOND)
    return next(one for one in thread.history() if one.id == table.posted.board)


@pytest.mark.english
async def test_a_round_is_played_on_and_counts_for_nothing(room: Room) -> None:
    bob, dan, tables = room.people[1], room.people[3], room.bot.tables
    thread, lobby = await lobby_in_thread(room)
    assert "From round 3 on, hidden tiles dealt anew." in words(lobby)
    assert "Add a computer" not in labels(lobby)
    options = answer(await dan.click(lobby, label="Options"))
    assert "Levels" in labels(options) and "Remove a computer" not in labels(options)
    assert not {"modules", "without"} & {
        one.get("custom_id", "::").split(":")[1] for one in raw(options)
    }

    await bob.click(lobby, label="Join")
    assert [one.name for one in (await tables.table(SECOND)).seats] == ["bob", "dan"]
    async with tables.open(SECOND) as opened:
        leave(opened, Person(bob.id, "bob"))
    assert [one.name for one in (await tables.table(SECOND)).seats] == ["Imix", "dan"]
    await bob.click(lobby, label="Join")

    before = (await replay(await tables.read(1))).moment(3).position
    await dan.click(lobby, label="Start")
    game = await tables.game(SECOND)
    assert game.snapshot() == before
    assert [one.name for one in (await tables.table(SECOND)).seats] == ["bob", "dan"]
    board = await thread_board(room, thread)
    assert "your turn in round 3" in words(board) and board.attachments, "with its picture"

    await room.restart()
    tables = room.bot.tables
    await play_to_the_end(room, SECOND)
    await carry_on(room.bot, SECOND)
    opened = await tables.read(SECOND)
    assert opened.table.status == "finished" and await looking_back.titles(opened) == ()
    await count_games(tables, rest=0)
    async with room.bot.store.writing() as connection:
        counted = await connection.execute(select(counted_games.c.table_id))
        assert counted.scalars().all() == [1]

    page = answer(await dan.slash(thread, "replay"))
    assert "Round 3" in words(page) and "Play on from here" in labels(page)
    record = await records.record_of(opened)
    read = from_json(to_json(record))
    found = checks(read)
    assert verdict(found) == "true", found
    assert "in round 3" in found[-1].words(translator("en"))
    assert room.env.errors == []


@pytest.mark.english
async def test_two_presses_open_one_thread(room: Room) -> None:
    dan, asked = room.people[3], await seat_asked(room)
    seats = [button_id(asked, label) for label in labels(asked)]
    done = await click_together([(dan, asked, seats[0]), (dan, asked, seats[1])])
    assert "Your game is open already" in words(said_privately(done[1]))
    assert len(room.channel.threads) == 1
    seats = (await room.bot.tables.table(SECOND)).seats
    assert [one.computer is None for one in seats] == [True, False]


@pytest.mark.english
async def test_where_it_cannot_be_played_on(room: Room) -> None:
    """Not a running game, nor the end of one; nor in a channel without threads."""
    await second_round(room)
    dan = room.people[3]
    page = answer(await dan.slash(room.channel, "replay"))
    assert PLAY_ON not in labels(page) + labels(answer(await dan.click(page, label="First")))
    kept = await shown(room, dan, Kind("playon", "1.0"))
    [refused] = await press(Kind("playon", "1.0"), kept, dan, room=room)
    assert "Only a finished game" in words(said_privately(refused))

    await play_to_the_end(room)
    page = answer(await dan.slash(room.channel, "replay", game=1))
    assert PLAY_ON not in labels(answer(await dan.click(page, label="Last")))


@pytest.mark.english
async def test_a_record_from_a_file_is_played_on(room: Room) -> None:
    """Also where its game was not played to its end."""
    dan, record = room.people[3], random_record(1, players=3, modules=())
    record = replace(record, events=record.events[:30], result=None)
    game = replay_written(of_fresh_record(record))
    line = write_position(game.moment(1).position)
    file = ("record.json", to_json(record).encode())
    assert room.guild.me is not None
    closed = discord.PermissionOverwrite(create_public_threads=False)
    narrow = room.guild.create_text_channel("narrow", overwrites={room.guild.me: closed})
    for channel in (narrow, room.channel):
        page = answer(await dan.slash(channel, "replay", file=file))
        page = answer(await dan.click(page, label="First"))
        asked = said_privately(await dan.click(page, label=PLAY_ON))
        assert line not in words(asked)
        told = words(said_privately(await dan.click(asked, label=labels(asked)[-1])))
        assert ("Create Public Threads" in told) == (channel is narrow)
    assert (await room.bot.tables.table(1)).options.position == line
    assert room.env.errors == []
