"""What follows a finished game: its card; the same people once more; play on from a moment of
it, with hidden tiles dealt anew, at a table like any other that counts for nothing; and
**Share**, which posts a private page once, as it is above its button, without buttons."""

from dataclasses import replace
from typing import Any

import discord
import pytest
from sqlalchemy import select

from bot.model.computers import Review, Told
from bot.notation import write_position
from bot.notation.records import from_json, to_json
from bot.statistics import count_games
from bot.store import puzzles
from bot.store.schema import counted_games
from bot.tables import Options, Person, looking_back, records
from bot.tables.lobby import leave
from bot.tables.looking_back import replay, replay_written
from bot.tables.records import checks, verdict
from bot.text.descriptions.alt_text import LONGEST
from bot.text.points import title_words
from bot.text.translation import translator
from cogs.telling.carry_on import carry_on
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    Message,
    answer,
    button_id,
    click_together,
    labels,
    new_game,
    pictured,
    pinged,
    raw,
    said_privately,
    words,
)
from tests.cogs.test_every_button import (
    Kind,
    both_give_up,
    play_to_the_end,
    press,
    second_round,
    shown,
)
from tests.cogs.test_people import played_by_two
from tests.notation.random_games import of_fresh_record, random_record
from tests.tables.acts import set_options


def mentioned(room: Room) -> set[int]:
    """Who was really pinged by the last message that was sent."""
    sent: list[Any] = [
        request.json.get("data", request.json)
        for request in room.env.http_requests
        if request.json and "allowed_mentions" in str(request.json)
    ]
    return {int(user) for user in sent[-1].get("allowed_mentions", {}).get("users", [])}


async def finished(room: Room, people: int = 3, computers: int = 0) -> Message:
    """A game that is over; its final message."""
    await new_game(room.channel, room.people[:people], computers)
    await play_to_the_end(room)
    await carry_on(room.bot, 1)
    return next(m for m in room.channel.history() if "Rematch" in labels(m))


async def test_the_final_message_mentions_who_played(room: Room) -> None:
    final = await finished(room)
    three = {person.id for person in room.people[:3]}
    assert "Thanks for playing" in words(final)
    assert all(f"<@{person}>" in words(final) for person in three)
    assert mentioned(room) == three
    assert {"Rematch", "Record"} <= set(labels(final))
    record = await room.people[0].click(final, label="Record")
    assert "✅" in words(record.followups[0] if record.followups else answer(record))


async def test_the_same_people_a_seat_further_on(room: Room) -> None:
    ana, bob, cleo, dan = room.people
    final = await finished(room, computers=1)
    before = [one.name for one in (await room.bot.tables.table(1)).seats]
    stranger = said_privately(await dan.click(final, label="Rematch"))
    assert "Only this game's players" in words(stranger)

    lobby = answer(await ana.click(final, label="Rematch"))
    assert not lobby.ephemeral and "moves one seat along" in words(lobby)
    assert words(lobby).count("has yet to press Start") == 2
    assert set(pinged(room.channel)) == mentioned(room) == {bob.id, cleo.id}
    second = answer(await bob.click(final, label="Rematch"))
    assert second.ephemeral and "already open here" in words(second)

    alone = said_privately(await ana.click(lobby, label="Start"))
    assert "once these players press Start" in words(alone)
    lobby = answer(await bob.click(lobby, label="Start"))
    assert words(lobby).count("has yet to press Start") == 1
    await cleo.click(lobby, label="Start")
    table = await room.bot.tables.table(2)
    assert table.status == "playing"
    assert [one.name for one in table.seats] == [*before[1:], before[0]]
    assert table.options.asked == frozenset()


async def test_who_does_not_want_another_one_leaves(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    final = await finished(room)
    lobby = answer(await bob.click(final, label="Rematch"))
    lobby = answer(await ana.click(lobby, label="Leave"))
    assert words(lobby).count("has yet to press Start") == 1
    asked = said_privately(await cleo.click(lobby, label="Start without the others"))
    assert "You have to answer, too" in words(asked)
    lobby = answer(await bob.click(lobby, label="Start without the others"))
    table = await room.bot.tables.table(2)
    assert [one.name for one in table.seats] == ["bob"]
    await cleo.click(lobby, label="Join")
    await bob.click(lobby, label="Start")
    assert (await room.bot.tables.table(2)).status == "playing"


async def test_two_ask_at_once(room: Room) -> None:
    ana, bob = room.people[:2]
    final = await finished(room, 2)
    again = button_id(final, "Rematch")
    await click_together([(ana, final, again), (bob, final, again)])
    opened = [m for m in room.channel.history() if "Leave" in labels(m)]
    assert len(opened) == 1
    assert room.env.errors == []


async def test_after_a_restart_and_with_the_options_of_then(room: Room) -> None:
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    options = Options(theme="light", modules=("quick_actions",), thread=False)
    await set_options(room.bot.tables, 1, Person(ana.id, "ana"), options)
    await ana.click(lobby, label="Start")
    await play_to_the_end(room)
    await carry_on(room.bot, 1)
    final = next(m for m in room.channel.history() if "Rematch" in labels(m))
    await room.restart()
    await bob.click(final, label="Rematch")
    table = await room.bot.tables.table(2)
    assert (table.options.theme, table.options.modules) == ("light", ("quick_actions",))


@pytest.mark.parametrize("computers", [1])
async def test_against_computers_nobody_is_asked(room: Room, computers: int) -> None:
    ana = room.people[0]
    final = await finished(room, 1, computers)
    lobby = answer(await ana.click(final, label="Rematch"))
    assert "has yet" not in words(lobby)
    await ana.click(lobby, label="Start")
    assert (await room.bot.tables.table(2)).status == "playing"


CARD = "result.png"
ENGLISH = translator("en-US")
SHARE = Kind("share")


def cards(room: Room) -> list[Any]:
    """The cards that were shared in the channel, oldest first."""
    return [
        one
        for one in room.channel.history()
        if not one.components and [file.filename for file in one.attachments] == [CARD]
    ]


async def reviewed(room: Room) -> None:
    """Somebody has had the game reviewed."""
    table = await room.bot.tables.table(1)
    review = Review((), (Told(2, 0, 0, 3.0, ("end",)), Told(3, 1, 1, -7.6, ("end",))), 50)
    await room.bot.store.write(puzzles.keep_review, 1, table.rewinds, table.version, review)


async def share(room: Room, final: Message, person: int = 0) -> Any:
    actor = room.people[person]
    return await actor.click(final, custom_id=button_id(final, "Share"))


@pytest.mark.english
async def test_the_final_message_shows_the_card(room: Room) -> None:
    final = await finished(room)
    assert [one.filename for one in final.attachments] == [CARD]
    assert "wins!" in pictured(final) or "share the win!" in pictured(final)
    assert labels(final)[-3:] == ["Rematch", "Share", "Turn of the day"]
    given = await looking_back.titles(await room.bot.tables.read(1))
    assert len(given) == 3
    for one in given:
        assert one is not None
        assert f"-# {title_words(ENGLISH, one)}" in words(final), "below each seat its title"


@pytest.mark.english
@pytest.mark.parametrize("people", [2, 4])
async def test_it_is_posted_as_a_message_to_forward(room: Room, people: int) -> None:
    final = await finished(room, people)
    posted = answer(await share(room, final))
    assert not posted.ephemeral
    [card] = cards(room)
    assert card.id == posted.id and "wins!" in card.content and not card.mentions
    [file] = card.attachments
    assert file.description is not None and 0 < len(file.description) <= LONGEST
    names = [one.name for one in (await room.bot.tables.table(1)).seats]
    assert all(name in file.description for name in names)
    elsewhere = room.guild.create_text_channel("elsewhere")
    assert await room.people[0].forward(card, elsewhere)


@pytest.mark.english
async def test_it_is_posted_once(room: Room) -> None:
    final = await finished(room)
    await share(room, final)
    await room.restart()
    for person in (0, 1):
        said = said_privately(await share(room, final, person))
        assert said.ephemeral and f"/{room.channel.id}/{cards(room)[0].id}" in words(said)
    assert len(cards(room)) == 1


async def test_two_share_it_at_once(room: Room) -> None:
    ana, bob = room.people[:2]
    final = await finished(room, 2)
    once = button_id(final, "Share")
    await click_together([(ana, final, once), (bob, final, once), (ana, final, once)])
    assert len(cards(room)) == 1
    assert room.env.errors == []


@pytest.mark.english
async def test_once_more_with_the_turning_point(room: Room) -> None:
    final = await finished(room)
    await share(room, final)
    [first] = cards(room)
    assert "Turning point" not in str(first.attachments[0].description)
    await reviewed(room)
    await share(room, final, 1)
    _, second = cards(room)
    names = [one.name for one in (await room.bot.tables.table(1)).seats]
    assert f"Turning point: Round 3, {names[1]}, +8 points." in str(
        second.attachments[0].description
    )
    said = said_privately(await share(room, final, 2))
    assert str(second.id) in words(said) and len(cards(room)) == 2


async def test_a_card_that_was_deleted_can_be_posted_again(room: Room) -> None:
    final = await finished(room)
    await share(room, final)
    await cards(room)[0].delete()
    await share(room, final, 1)
    assert len(cards(room)) == 1


@pytest.mark.english
async def test_only_those_who_played_share_it(room: Room) -> None:
    final = await finished(room)
    said = said_privately(await share(room, final, 3))
    assert said.ephemeral and "Only this game's players" in words(said)
    assert cards(room) == []


@pytest.mark.english
async def test_a_game_that_was_not_played_to_its_end_has_none(room: Room) -> None:
    await second_round(room)
    ana = room.people[0]
    on = await shown(room, ana, SHARE)
    for status in ("playing", "abandoned"):
        [said] = await press(SHARE, on, ana, room=room)
        assert "played to its end" in words(said_privately(said))
        if status == "playing":
            await both_give_up(room)
    assert (await room.bot.tables.table(1)).status == "abandoned"
    assert cards(room) == []


@pytest.mark.english
async def test_who_has_been_deleted_is_not_named(room: Room) -> None:
    ana = room.people[0]
    final = await finished(room)
    asked = answer(await ana.slash(room.channel, "privacy delete"))
    await ana.click(asked, label=labels(asked)[0])
    said = said_privately(await share(room, final))
    assert "Only this game's players" in words(said)
    await share(room, final, 1)
    [card] = cards(room)
    assert "ana" not in f"{card.content} {card.attachments[0].description}".split()
    assert "eleted account" in str(card.attachments[0].description) or "ormer player" in str(
        card.attachments[0].description
    )


async def test_the_end_after_a_restart_shows_it_with_the_review(room: Room) -> None:
    """Told late, the game may have been reviewed before."""
    await new_game(room.channel, room.people[:2])
    await play_to_the_end(room)
    await reviewed(room)
    await room.restart()
    await carry_on(room.bot, 1)
    final = next(m for m in room.channel.history() if "Rematch" in labels(m))
    assert "+8" in pictured(final)


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
    assert "The game begins in round 3, with the hidden tiles dealt anew." in words(lobby)
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
    assert "Your game is already open" in words(said_privately(done[1]))
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
    assert "of a finished game" in words(said_privately(refused))

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


BY = "Shared by **dan**"


def shared(room: Room) -> list[discord.Message]:
    """What was shared in the channel, oldest first."""
    return [one for one in room.channel.history() if "Shared by" in words(one)]


def stored(room: Room, page: Message) -> Any:
    """A private message as it is now."""
    return room.env.backend.get_message(page.channel_id, page.id)


async def share_page(room: Room, page: Message) -> str:
    """What dan is told who shares a page; empty if it is shared."""
    result = await room.people[3].click(page, custom_id=button_id(page, "Share"))
    told = [one for one in (result.response, *result.followups) if one is not None and one.content]
    return "".join(one.content for one in told)


@pytest.mark.english
async def test_a_tile_is_posted_once_without_buttons(room: Room) -> None:
    dan = room.people[3]
    page = answer(await dan.slash(room.channel, "tile", name="mon-skulls"))
    once = button_id(page, "Share")
    results = await click_together([(dan, page, once), (dan, page, once)])
    assert "You have already shared this" in words(said_privately(results[1]))
    [posted] = shared(room)
    assert BY in words(posted) and not labels(posted) and not posted.mentions
    assert words(posted).startswith(words(page)) and pictured(posted) == pictured(page)
    [file] = posted.attachments
    assert await file.read() == await page.attachments[0].read()
    assert "'disabled': True" in str(stored(room, page).components)
    assert room.env.errors == []


@pytest.mark.english
async def test_a_message_that_shows_another_page_can_be_shared_again(room: Room) -> None:
    await finished(room, 2)
    page = await at_round(room, 2)
    assert await share_page(room, page) == ""
    page = answer(await room.people[3].click(page, label="Next"))
    assert await share_page(room, page) == ""
    first, second = shared(room)
    assert "Round 2 begins" in words(first) and "Round 3 begins" in words(second)
    assert len(first.attachments) == 2 and not labels(second)


@pytest.mark.english
async def test_a_hint_is_shared_when_the_game_is_over(room: Room) -> None:
    ana = room.people[0]
    await new_game(room.channel, [ana], computers=1)
    hint = answer(await ana.slash(room.channel, "hint"))
    result = await ana.click(hint, custom_id=button_id(hint, "Share"))
    assert "share this when it is over" in words(said_privately(result))
    assert not shared(room)
    await play_to_the_end(room)
    await ana.click(hint, custom_id=button_id(hint, "Share"))
    [posted] = shared(room)
    assert "What a computer would do" in words(posted) and not labels(posted)


@pytest.mark.english
async def test_of_a_profile_games_elsewhere_are_not_shared(room: Room) -> None:
    await played_by_two(room, 2)
    ana = room.people[0]
    page = answer(await ana.slash(room.channel, "profile"))
    assert "Latest games" in words(page) and "Only you can see this" in words(page)
    await ana.click(page, custom_id=button_id(page, "Share"))
    [posted] = shared(room)
    assert "Latest games" not in words(posted) and "Only you" not in words(posted)
    assert "Shared by **ana**" in words(posted) and len(posted.attachments) == 1


@pytest.mark.english
async def test_where_nothing_can_be_shared(room: Room) -> None:
    """A clear sentence, and the page can be shared once it works."""
    dan = room.people[3]
    assert room.guild.me is not None
    mute = discord.PermissionOverwrite(send_messages=False)
    channel = room.guild.create_text_channel("mute", overwrites={room.guild.me: mute})
    page = answer(await dan.slash(channel, "tile", name="mon-skulls"))
    assert "Send Messages" in await share_page(room, page)

    page = answer(await dan.slash(room.channel, "tile", name="mon-skulls"))
    blobs = room.env.backend.cdn._blobs
    kept = dict(blobs)
    blobs.clear()
    assert "This picture is gone" in await share_page(room, page)
    blobs.update(kept)
    assert await share_page(room, page) == ""
    assert len(shared(room)) == 1
    assert room.env.errors == []
