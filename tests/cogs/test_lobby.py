"""The lobby: joining, leaving, computers, options, starting, expiring; ending a game. And the
tutorial, from its beginning to its end, by its buttons."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import discord
import pytest
from discord import ButtonStyle
from simcord import ResponseMessage

from bot.store import tables as stored
from bot.tables import Options
from bot.tables.practice import PRESSES
from bot.text.translation import lesson_presses, translator
from cogs.client import PERMISSIONS, TzolkinBot
from cogs.kit.buttons import button
from cogs.kit.layout import message, row, text, words_in
from rendering import DrawingPool
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    Message,
    answer,
    begin_game,
    button_id,
    choose_tiles,
    click_together,
    give_up,
    in_options,
    labels,
    new_game,
    open_panel,
    pinged,
    press,
    raw,
    said_privately,
    select_id,
    with_id,
    words,
)
from tests.cogs.limits import BUTTON


@pytest.mark.english
async def test_beside_computers_alone_only_start_stands_out(room: Room) -> None:
    """Who plays with computers need not wait for anybody; with other people joining is as loud."""
    ana, bob, *_ = room.people
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))

    def loud(shown: Any) -> list[str]:
        return [c["label"] for c in raw(shown) if c.get("style") in (1, 3)]

    assert loud(lobby) == ["Join", "Start"]
    lobby = answer(await ana.click(lobby, label="Add a computer"))
    assert loud(lobby) == ["Start"] and "Join" in labels(lobby)
    assert loud(answer(await bob.click(lobby, label="Join"))) == ["Join", "Start"]


async def test_from_the_empty_channel_to_the_first_board(room: Room) -> None:
    ana, bob, cleo, _ = room.people
    result = await ana.slash(room.channel, "tzolkin new")
    lobby = answer(result)
    assert not lobby.ephemeral
    assert "Unofficial" in words(lobby)
    assert labels(lobby) == ["Join", "Start", "Add a computer", "Find players", "Options"]
    [shown] = [part for part in raw(lobby) if part["type"] == 12]
    assert shown["items"][0]["description"] and pictured(room) == ["lobby.png"]
    await bob.click(lobby, label="Join")
    await cleo.click(lobby, label="Join")
    left = await in_options(cleo, lobby, "Leave")
    assert left.ephemeral and "have left" in words(left)
    await ana.click(lobby, label="Add a computer")
    await ana.click(lobby, label="Add a computer")
    assert pictured(room) == ["lobby.png"]
    await in_options(bob, lobby, "Remove a computer")
    said = words(room.channel.history()[0])
    assert "ana" in said and "bob" in said and "cleo" not in said
    assert said.count("(computer, medium · builder)") == 1
    await bob.click(lobby, label="Start")
    history = room.channel.history()
    assert labels(history[0]) == ["Proof of a fair deal"], "a lobby that is over asks nothing"
    assert pictured(room) == [], "nor does it show another board above the game's"
    [board] = history[1:]
    pictures = [c for c in raw(board) if c["type"] == 12]
    assert len(pictures) == len(board.attachments) == 1, "the city is behind a button"
    assert all(item["items"][0]["description"] for item in pictures)
    assert sorted(pinged(room.channel)) == sorted([ana.id, bob.id])
    assert "Choose my tiles" in labels(board)


async def test_the_message_says_what_its_host_wants(room: Room) -> None:
    ana, bob, *_ = room.people
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    assert "2 to 5 players" in words(lobby)
    wanted = Options(
        wanted_seats=4, wanted="newcomers", pace="evening", begins="moment",
        begins_at=datetime(2026, 12, 24, 18, tzinfo=UTC), computers_fill=True,
    )  # fmt: skip
    async with room.bot.tables.open(1) as opened:
        opened.change(options=wanted)
    await bob.click(lobby, label="Join")
    said = words(room.channel.history()[0])
    assert "2 to 5 players" not in said
    assert (
        "4 players · new players welcome · starts <t:1798135200:f> · computers fill free seats · "
        "played in one evening" in said
    )


async def test_a_lobby_waits_for_no_picture(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be drawn in time it has words and buttons; it gets its picture later."""

    async def never(*asked: object, **how: object) -> None:
        await asyncio.sleep(60)

    room.bot.covers.clear()
    drawing = DrawingPool.draw
    monkeypatch.setattr(DrawingPool, "draw", never)
    ana, bob, *_ = room.people
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    assert labels(lobby) == ["Join", "Start", "Add a computer", "Find players", "Options"]
    assert pictured(room) == [] and "Unofficial" in words(lobby)
    assert not [part for part in raw(lobby) if part["type"] == 12]
    monkeypatch.setattr(DrawingPool, "draw", drawing)
    await bob.click(lobby, label="Join")
    assert pictured(room) == ["lobby.png"]


def pictured(room: Room) -> list[str]:
    """The pictures the lobby's message has."""
    return [one.filename for one in room.channel.history()[0].attachments]


@pytest.mark.parametrize("how", ["button", "command"])
async def test_a_start_whose_answer_is_lost_takes_the_buttons_off_all_the_same(
    room: Room, how: str
) -> None:
    ana, bob, *_ = room.people
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    room.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    if how == "button":
        await ana.click(lobby, label="Start")
    else:
        await ana.slash(room.channel, "tzolkin start")
    assert (await room.bot.tables.table(1)).status == "playing"
    closed = room.channel.history()[0]
    assert labels(closed) == ["Proof of a fair deal"]
    assert "The game has begun" in words(closed) and pictured(room) == []


async def test_a_seat_is_shown_also_if_the_answer_to_who_joined_is_lost(room: Room) -> None:
    ana, bob, *_ = room.people
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    room.check_limits = False  # whoever pressed is not answered
    room.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    await bob.click(lobby, label="Join")
    assert "bob" in words(room.channel.history()[0])


async def test_the_picture_is_sent_once_and_in_the_colours_of_the_table(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press on the message keeps it, and draws none; a message of another version gets it."""
    ana, bob, *_ = room.people
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    [first] = room.channel.history()[0].attachments
    with monkeypatch.context() as changed:
        changed.delattr(TzolkinBot, "cover")
        await bob.click(lobby, label="Join")
    [kept] = room.channel.history()[0].attachments
    assert kept.id == first.id
    options = answer(await ana.click(lobby, label="Options"))
    await ana.select(options, ["light"], custom_id=select_id(options, "theme"))
    [light] = room.channel.history()[0].attachments
    assert light.id != first.id
    assert set(room.bot.covers) == {"dark", "light"}
    add = button("Add a computer", "lobby", 1, "", "add")
    without = message(text("A lobby of an older version"), row([add]))
    room.env.backend.edit_message(
        room.channel.id, lobby.id, {"components": without.to_components(), "attachments": []}
    )
    await ana.click(room.channel.history()[0], custom_id=add.custom_id)
    assert pictured(room) == ["lobby.png"]


async def test_only_people_who_are_meant_are_pinged(room: Room) -> None:
    await new_game(room.channel, room.people[:2], computers=1)
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    for request in room.env.http_requests:
        body = request.json or {}
        if request.method == "POST" and request.path.endswith("/messages"):
            mentioned = body["allowed_mentions"].get("users", [])
            assert body["allowed_mentions"]["parse"] == []
            said = str(body["components"])
            assert all(f"<@{user}>" in said for user in mentioned)
    assert len(pinged(room.channel)) <= 1


async def test_starting_alone_is_refused(room: Room) -> None:
    lobby = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    result = await room.people[0].click(lobby, label="Start")
    assert answer(result).ephemeral or result.followups[0].ephemeral
    table = await room.bot.store.read(stored.open_in_channel, room.channel.id)
    assert table is not None and table.status == "lobby"


async def test_strangers_may_not_change_a_lobby(room: Room) -> None:
    lobby = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    for label in ("Start", "Add a computer"):
        result = await room.people[1].click(lobby, label=label)
        said = [*result.followups, result.response]
        assert any(m is not None and m.ephemeral for m in said), label
    table = await room.bot.store.read(stored.open_in_channel, room.channel.id)
    assert table is not None and len(table.seats) == 1 and table.status == "lobby"


async def test_everybody_leaves(room: Room) -> None:
    lobby = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    await in_options(room.people[0], lobby, "Leave")
    assert labels(room.channel.history()[0]) == []
    assert await room.bot.store.read(stored.open_in_channel, room.channel.id) is None


async def test_options_change_the_colours(room: Room) -> None:
    lobby = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    options = answer(await room.people[0].click(lobby, label="Options"))
    assert options.ephemeral
    await room.people[0].select(options, ["light"], custom_id=select_id(options, "theme"))
    table = await room.bot.store.read(stored.open_in_channel, room.channel.id)
    assert table is not None and table.options.theme == "light"


async def test_a_lobby_nobody_starts_expires(room: Room) -> None:
    answer(await room.people[0].slash(room.channel, "tzolkin new"))
    room.bot.tables.lobby_life *= 0  # as if its life had passed
    await room.env.advance_time(60 * room.bot.settings.lobby_check_minutes + 1)
    assert await room.bot.store.read(stored.open_in_channel, room.channel.id) is None
    lobby = room.channel.history()[0]
    assert "in time" in words(lobby)
    assert labels(lobby) == []


async def test_giving_a_game_up_needs_everybody(room: Room) -> None:
    people = room.people[:2]
    await new_game(room.channel, people)
    await give_up(people[0], room.channel)
    assert "1 of 2" in words(room.channel.last_message)
    assert await room.bot.store.read(stored.open_in_channel, room.channel.id) is not None
    asked = room.channel.last_message
    await give_up(people[1], room.channel)
    assert await room.bot.store.read(stored.open_in_channel, room.channel.id) is None
    assert "**bob** ended the game" in words(room.channel.last_message)
    [settled] = [m for m in room.channel.history() if m.id == asked.id]
    assert labels(settled) == [] and "The game is over" in words(settled)


async def test_a_moderator_may_end_a_game(room: Room) -> None:
    people = room.people[:2]
    await new_game(room.channel, people)
    result = await people[0].slash(room.channel, "tzolkin abandon", at_once=True)
    assert answer(result).ephemeral
    assert await room.bot.store.read(stored.open_in_channel, room.channel.id) is not None
    role = room.guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
    moderator = room.guild.add_member(room.env.create_user("mod"), roles=[role])
    question = answer(await moderator.slash(room.channel, "tzolkin abandon", at_once=True))
    assert "nobody else is asked" in words(question)
    assert await room.bot.store.read(stored.open_in_channel, room.channel.id) is not None
    await moderator.click(question, label="Abandon the game")
    assert await room.bot.store.read(stored.open_in_channel, room.channel.id) is None
    assert "**mod** ended the game" in words(room.channel.last_message)


async def test_a_permission_is_taken_away_during_the_game(room: Room) -> None:
    """The turn counts, and the one who confirmed it learns why the channel stays silent."""
    people = room.people[:2]
    await begin_game(room.channel, people)
    actor = with_id(people, pinged(room.channel)[0])
    panel = await press(actor, await open_panel(actor, room.channel), "place palenque")
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    result = await actor.click(panel, label="Confirm")
    assert "confirmed" in words(answer(result))
    assert "Send Messages" in words(result.followups[0])
    assert result.followups[0].ephemeral
    assert len((await room.bot.tables.game(1)).record()["actions"]) == 2 + 2


async def test_every_permission_has_a_name_to_ask_for(room: Room) -> None:
    for name, wanted in PERMISSIONS:
        if wanted:
            channel = room.guild.create_text_channel(
                name, overwrites={room.guild.me: discord.PermissionOverwrite(**{name: False})}
            )
            result = await room.people[0].slash(channel, "tzolkin new")
            in_thread_only = name == "send_messages_in_threads"
            assert answer(result).ephemeral != in_thread_only, name


async def test_where_the_bot_may_not_speak(room: Room) -> None:
    assert room.guild.me is not None
    mute = room.guild.create_text_channel(
        "mute",
        overwrites={
            room.guild.me: discord.PermissionOverwrite(send_messages=False, attach_files=False)
        },
    )
    result = await room.people[0].slash(mute, "tzolkin new")
    said = answer(result)
    assert said.ephemeral
    assert "Send Messages" in words(said) and "Attach Files" in words(said)
    assert await room.bot.store.read(stored.open_in_channel, mute.id) is None


async def test_agreeing_to_give_the_game_up_by_a_button(room: Room) -> None:
    people = room.people[:3]
    await new_game(room.channel, people)
    question = answer(await people[0].slash(room.channel, "tzolkin abandon"))
    assert question.ephemeral and "just begun" in words(question)
    assert "**bob**" in words(question) and "agree; until then" in words(question)
    assert (await room.bot.tables.table(1)).abandon_votes == frozenset()
    said = answer(await people[0].click(question, label="Ask the others"))
    assert said.ephemeral and "asked the others in the channel" in words(said)
    asked = room.channel.last_message
    assert asked is not None and "1 of 3" in words(asked)
    assert set(pinged(room.channel)) == {people[1].id, people[2].id}
    twice = answer(await people[0].click(asked, label="I agree"))
    assert twice.ephemeral and "already agreed" in words(twice)
    stranger = answer(await room.people[3].click(asked, label="I agree"))
    assert stranger.ephemeral and "are not in this game" in words(stranger)
    before = len(room.channel.history())
    again = answer(await people[1].click(asked, label="I agree"))
    assert "2 of 3" in words(again) and not again.ephemeral
    assert len(room.channel.history()) == before, "the same message shows it"
    over = answer(await people[2].click(again, label="I agree"))
    assert labels(over) == [] and "Everybody agrees" in words(over)
    assert "ended the game" in words(room.channel.last_message)
    assert (await room.bot.tables.table(1)).status == "abandoned"


async def test_a_request_to_give_the_game_up_is_withdrawn(room: Room) -> None:
    people = room.people[:3]
    await new_game(room.channel, people)
    await give_up(people[0], room.channel)
    asked = room.channel.last_message
    assert asked is not None
    not_mine = said_privately(await people[1].click(asked, label="Withdraw"))
    assert not_mine.ephemeral and "Only the person who made this request" in words(not_mine)
    again = answer(await people[0].slash(room.channel, "tzolkin abandon"))
    assert "to agree" in words(again) and labels(again) == ["Withdraw"]
    done = answer(await people[0].click(again, label="Withdraw"))
    assert done.ephemeral
    assert (await room.bot.tables.table(1)).abandon_votes == frozenset()
    [settled] = [m for m in room.channel.history() if m.id == asked.id]
    assert labels(settled) == [] and "**ana** withdrew the request" in words(settled)

    await give_up(people[0], room.channel)
    asked = room.channel.last_message
    assert asked is not None
    await people[1].click(asked, label="I agree")
    left = answer(await people[0].click(asked, label="Withdraw"))
    assert "**bob** would like" in words(left) and "1 of 3" in words(left)
    gone = answer(await people[1].click(asked, label="Withdraw"))
    assert labels(gone) == [] and "**bob** withdrew the request" in words(gone)


async def test_a_settled_request_says_so_after_a_restart(room: Room) -> None:
    people = room.people[:2]
    await new_game(room.channel, people)
    await give_up(people[0], room.channel)
    asked = room.channel.last_message
    assert asked is not None
    await room.restart()
    question = answer(await people[0].slash(room.channel, "tzolkin abandon"))
    await people[0].click(question, label="Withdraw")
    await give_up(people[1], room.channel)
    await give_up(people[0], room.channel)
    assert (await room.bot.tables.table(1)).status == "abandoned"
    late = await people[1].click(asked, label="I agree")
    assert said_privately(late).ephemeral and "abandoned" in words(said_privately(late))
    assert late.response is not None and labels(late.response) == []


async def test_closing_a_lobby_asks_back(room: Room) -> None:
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    await bob.click(lobby, label="Join")
    assert "Only the host" in words(answer(await bob.slash(room.channel, "tzolkin abandon")))
    question = answer(await ana.slash(room.channel, "tzolkin abandon"))
    assert "Close this lobby?" in words(question)
    kept = answer(await ana.click(question, label="Leave it open"))
    assert labels(kept) == [] and "Nothing has changed" in words(kept)
    assert await room.bot.store.read(stored.open_in_channel, room.channel.id) is not None
    await give_up(ana, room.channel)
    assert await room.bot.store.read(stored.open_in_channel, room.channel.id) is None


async def test_giving_up_is_not_the_first_of_the_commands(room: Room) -> None:
    group = room.bot.tree.get_command("tzolkin")
    names = [option["name"] for option in group.to_dict(room.bot.tree)["options"]]
    assert names[0] == "new" and names[-1] == "abandon"


async def test_the_message_of_a_lobby_that_was_deleted_comes_again(room: Room) -> None:
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    refused = answer(await bob.slash(room.channel, "tzolkin new"))
    assert refused.ephemeral and "already" in words(refused)
    channel = room.bot.get_channel(room.channel.id)
    await channel.get_partial_message(lobby.id).delete()
    again = answer(await bob.slash(room.channel, "tzolkin new"))
    assert not again.ephemeral and "ana" in words(again) and "bob" not in words(again)
    assert (await room.bot.tables.table(1)).posted.lobby == again.id
    joined = answer(await bob.click(again, label="Join"))
    assert "bob" in words(joined)


async def test_new_beside_an_open_lobby_points_to_it(room: Room) -> None:
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    said = answer(await bob.slash(room.channel, "tzolkin new"))
    assert said.ephemeral and "already open to join" in words(said) and "**ana**" in words(said)
    links = [c["url"] for c in raw(said) if c.get("url")]
    assert links[0].endswith(f"/{room.channel.id}/{lobby.id}")
    joined = answer(await bob.click(said, label="Join"))
    assert joined.ephemeral and "You have joined the table" in words(joined)
    assert "bob" in words(room.channel.history()[0]), "the lobby shows it"
    assert "Join" not in labels(answer(await bob.slash(room.channel, "tzolkin new")))


async def test_a_full_lobby_offers_a_computers_place(room: Room) -> None:
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new", computers=4))
    assert "Games with five seats always use quick actions" in words(lobby)
    offer = answer(await bob.click(lobby, label="Join"))
    assert offer.ephemeral and "is a computer and can make room" in words(offer)
    taken = answer(await bob.click(offer, label="Take a computer's place"))
    assert taken.ephemeral
    table = await room.bot.tables.table(1)
    assert [one.name for one in table.seats if not one.computer] == ["ana", "bob"]
    assert len(table.seats) == 5
    assert "bob" in words(room.channel.history()[0])
    again = answer(await bob.click(room.channel.history()[0], label="Join"))
    assert "are already at this table" in words(again)
    assert len((await room.bot.tables.table(1)).seats) == 5


async def test_people_have_all_seats(room: Room) -> None:
    lobby = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    eve, finn = (room.guild.add_member(room.env.create_user(name)) for name in ("eve", "finn"))
    for person in (*room.people[1:], eve):
        await person.click(lobby, label="Join")
    assert "All 5 seats are taken" in words(answer(await finn.click(lobby, label="Join")))


async def test_the_game_begins_in_a_new_thread(room: Room) -> None:
    ana, bob, cleo, dan = room.people
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    assert "Play here, no thread" in labels(await in_options(ana, lobby, "Play in a new thread"))
    assert "in a new thread" in words(room.channel.history()[0])
    alone = answer(await ana.click(lobby, label="Start"))
    assert alone.ephemeral
    assert (await room.bot.tables.table(1)).channel_id == room.channel.id, "no thread for nothing"
    await bob.click(lobby, label="Join")
    await click_together([(one, lobby, button_id(lobby, "Start")) for one in (ana, bob)])
    table = await room.bot.tables.table(1)
    assert table.status == "playing" and table.channel_id != room.channel.id
    [thread] = room.channel.threads
    assert thread.id == table.channel_id
    assert f"<#{table.channel_id}>" in words(room.channel.history()[0])
    assert labels(room.channel.history()[0]) == ["Proof of a fair deal"]
    assert set(pinged(thread)) == {ana.id, bob.id}
    await choose_tiles(ana, thread)
    second = answer(await cleo.slash(room.channel, "tzolkin new"))
    await dan.click(second, label="Join")
    await cleo.click(second, label="Start")
    assert (await room.bot.tables.table(2)).status == "playing", "two games at once"


async def test_another_game_beside_one_that_is_played(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    cleo = room.people[2]
    said = answer(await cleo.slash(room.channel, "tzolkin new"))
    assert said.ephemeral and "already" in words(said)
    done = answer(await cleo.click(said, label="Open one in a new thread"))
    table = await room.bot.tables.table(2)
    assert f"<#{table.channel_id}>" in words(done) and labels(done) == []
    [thread] = room.channel.threads
    assert thread.id == table.channel_id
    assert "cleo" in words(thread.history()[-1]) and "Join" in labels(thread.history()[-1])


async def test_a_thread_that_may_not_be_opened(room: Room) -> None:
    assert room.guild.me is not None
    overwrite = discord.PermissionOverwrite(create_public_threads=False)
    channel = room.guild.create_text_channel("narrow", overwrites={room.guild.me: overwrite})
    lobby = answer(await room.people[0].slash(channel, "tzolkin new"))
    said = await in_options(room.people[0], lobby, "Play in a new thread")
    assert said.ephemeral and "Create Public Threads" in words(said)
    assert not (await room.bot.tables.table(1)).options.thread


async def test_a_game_in_a_forum_begins_in_a_post(room: Room) -> None:
    ana, bob = room.people[:2]
    forum = room.guild.create_forum_channel("games")
    inside: Any = room.bot.get_channel(forum.id)
    await inside.create_thread(name="Anybody?", content="Who plays?")
    [thread] = forum.threads
    lobby = answer(await ana.slash(thread, "tzolkin new"))
    await in_options(ana, lobby, "Play in a new thread")
    await bob.click(lobby, label="Join")
    await ana.click(lobby, label="Start")
    table = await room.bot.tables.table(1)
    assert table.channel_id != thread.id
    assert table.channel_id in [one.id for one in forum.threads]


def menu(panel: Message, verb: str) -> list[str]:
    """What is chosen in a menu."""
    return [
        option["value"]
        for component in raw(panel)
        if component.get("custom_id", "").startswith(f"tz:{verb}:")
        for option in component["options"]
        if option.get("default")
    ]


async def test_how_computers_play(room: Room) -> None:
    """For one of them, and for all; the lobby shows it to everybody."""
    ana, bob, cleo, _ = room.people
    lobby = answer(await ana.slash(room.channel, "tzolkin new", computers=2, level="hard"))
    assert "(computer, hard · builder)" in words(lobby)
    assert "(computer, hard · priest)" in words(lobby)
    await bob.click(lobby, label="Join")
    panel = await in_options(bob, lobby, "Levels")
    assert panel.ephemeral
    assert "**Lamat**" not in words(panel) and "**Kimi**: hard · priest" in words(panel)
    assert [menu(panel, one) for one in ("computers", "level", "style")] == [
        ["Kimi"], ["hard"], ["priest"],
    ]  # fmt: skip
    panel = answer(await bob.select(panel, ["none"], custom_id=select_id(panel, "style")))
    assert "**Kimi**: hard\n" in words(panel) + "\n" and menu(panel, "style") == ["none"]
    assert "(computer, hard)" in words(room.channel.history()[0])
    panel = answer(await bob.select(panel, ["all"], custom_id=select_id(panel, "computers")))
    assert menu(panel, "computers") == ["all"] and menu(panel, "level") == ["hard"]
    panel = answer(await bob.select(panel, ["easy"], custom_id=select_id(panel, "level")))
    said = words(room.channel.history()[0])
    assert "(computer, easy · builder)" in said and "(computer, easy)" in said
    assert "Up to 8 seconds a turn" not in labels(panel), "for masters only"
    panel = answer(await bob.select(panel, ["master"], custom_id=select_id(panel, "level")))
    for label, said in (("Up to 8 seconds a turn", " · 8 seconds"), ("Only 4 seconds a turn", "")):
        panel = answer(await bob.click(panel, label=label))
        shown = words(room.channel.history()[0])
        assert f"(computer, master · builder{said})" in shown and f"master{said})" in shown
    panel = answer(await bob.select(panel, ["easy"], custom_id=select_id(panel, "level")))
    strange = await in_options(cleo, lobby, "Levels")
    refused = answer(await cleo.select(strange, ["hard"], custom_id=select_id(strange, "level")))
    assert "are not at this table" in words(refused)
    assert "(computer, easy · builder)" in words(room.channel.history()[0])


async def test_a_computer_that_has_gone_meanwhile(room: Room) -> None:
    ana = room.people[0]
    lobby = answer(await ana.slash(room.channel, "tzolkin new", computers=1))
    panel = await in_options(ana, lobby, "Levels")
    await in_options(ana, lobby, "Remove a computer")
    gone = answer(await ana.select(panel, ["hard"], custom_id=select_id(panel, "level")))
    assert "is no longer at the table" in words(gone)


ROW, TEXT, GALLERY = 1, 10, 12
"""Types of components."""
BACK, ONCE_MORE = "Back", "Once more"


def buttons(view: ResponseMessage) -> list[dict[str, Any]]:
    return [c for c in raw(view) if c["type"] == BUTTON and not c.get("disabled")]


def wanted(view: ResponseMessage) -> str:
    """The custom id of the one button that stands out."""
    loud = (ButtonStyle.primary.value, ButtonStyle.success.value)
    [one] = [c for c in buttons(view) if c["style"] in loud]
    return str(one["custom_id"])


def others(view: ResponseMessage) -> list[str]:
    """The custom ids of the choices that are not wanted."""
    return [c["custom_id"] for c in buttons(view) if "!" in c["custom_id"]]


async def test_to_its_end(room: Room) -> None:
    ana, t = room.people[0], translator("en")
    view = answer(await ana.slash(room.channel, "tutorial"))
    assert view.ephemeral
    assert BACK not in labels(view)
    assert PRESSES <= 21, "with the press that begins it, at most 22"
    for step in range(PRESSES):
        assert f"step {step + 1} of {PRESSES}" in words(view)
        assert t.gettext(lesson_presses()[step]) in words(view)
        assert words_in(words(view).split()) <= 60, "a step is read in a moment"
        kinds = [c["type"] for c in raw(view) if c["type"] in (GALLERY, TEXT, ROW)]
        assert kinds == sorted(kinds, key=(GALLERY, TEXT, ROW).index)
        if step == 4:
            await room.restart()
        view = answer(await ana.click(view, custom_id=wanted(view)))
    assert "Well done" in words(view) and "tz:today:0::" in str(raw(view))
    assert "food day" in words(view) and GALLERY in [c["type"] for c in raw(view)]
    assert words_in(words(view).split()) <= 60
    assert room.channel.history() == [], "nobody else is disturbed"
    again = answer(await ana.click(view, label=ONCE_MORE))
    assert "step 1 of" in words(again)


async def test_it_ends_with_a_game(room: Room) -> None:
    ana = room.people[0]
    view = answer(await ana.slash(room.channel, "tutorial"))
    for _ in range(PRESSES):
        view = answer(await ana.click(view, custom_id=wanted(view)))
    lobby = answer(await ana.click(view, label="Play against a computer"))
    assert not lobby.ephemeral
    assert "who plays?" in words(lobby)
    assert "(computer, easy · builder)" in words(lobby)
    await ana.click(lobby, label="Start")
    assert "choose your wealth tiles" in "".join(words(m) for m in room.channel.history())


async def test_a_game_is_started_once(room: Room) -> None:
    """However often, by whomever and after whatever the button at the end is pressed."""
    ana, bob = room.people[:2]
    views = []
    for person in (ana, bob):
        view = answer(await person.slash(room.channel, "tutorial"))
        for _ in range(PRESSES):
            view = answer(await person.click(view, custom_id=wanted(view)))
        views.append(view)
    await room.restart()
    pressed = wanted(views[0])
    both = [(ana, views[0], pressed), (ana, views[0], pressed), (bob, views[1], pressed)]
    said = [answer(result) for result in await click_together(both)]
    assert sum("who plays?" in words(one) for one in said) == 1
    refused = [one for one in said if "who plays?" not in words(one)]
    assert all(one.ephemeral and "already" in words(one) for one in refused)


async def test_another_choice_leads_nowhere_and_says_so(room: Room) -> None:
    ana = room.people[0]
    view = answer(await ana.slash(room.channel, "tutorial"))
    seen = 0
    for step in range(PRESSES):
        for other in others(view)[:2]:
            pressed = next(c["label"] for c in buttons(view) if c["custom_id"] == other)
            stays = answer(await ana.click(view, custom_id=other))
            assert f"step {step + 1} of" in words(stays)
            kinds = [c["type"] for c in raw(stays)]
            above = raw(stays)[kinds.index(TEXT) : kinds.index(ROW)]
            told = "".join(c.get("content", "") for c in above)
            assert f"In a game you could press “{pressed}”" in told, "between picture and buttons"
            assert wanted(stays) == wanted(view)
            view, seen = stays, seen + 1
        view = answer(await ana.click(view, custom_id=wanted(view)))
        assert "In a game you could" not in words(view)
    assert seen > PRESSES / 2


async def test_nothing_is_shown_before_it_is_spoken_of(room: Room) -> None:
    """No gear, no rival's turn and no good is named by a button or a line before the text of a step
    has named it; and a turn that is only to be confirmed has no other buttons."""
    ana, told = room.people[0], ""
    view = answer(await ana.slash(room.channel, "tutorial"))
    for step in range(PRESSES):
        told += lesson_presses()[step]
        named = " ".join([*labels(view), *words(view).split("\n")[1:-1]])
        for word in ("Palenque", "Yaxchilan", "Tikal", "Uxmal", "Chichen Itza", "Start", "←", "→"):
            known = {"Start": "starting space"}.get(word, word)
            assert word not in named or known in told, (step, word)
        pressed = next(c for c in buttons(view) if c["custom_id"] == wanted(view))
        if pressed["label"] == "Confirm":
            assert labels(view) == ["Confirm", BACK]
        if "Press 1" in lesson_presses()[step]:
            assert pressed["label"].startswith("1 · ")
        view = answer(await ana.click(view, custom_id=wanted(view)))
    told += words(view)
    for word in (
        "corn", "skull", "temple", "technologies", "building", "food days", "lose 3 points",
        "dummy worker", "Uxmal", "Wealth tiles", "Monuments", "the button with that number",
    ):  # fmt: skip
        assert word in told, word


async def test_a_step_back(room: Room) -> None:
    ana = room.people[0]
    view = answer(await ana.slash(room.channel, "tutorial"))
    said = []
    for _ in range(PRESSES):
        said.append(words(view))
        view = answer(await ana.click(view, custom_id=wanted(view)))
    for before in reversed(said):  # over the computer's turns, too
        view = answer(await ana.click(view, label=BACK))
        assert words(view) == before


async def test_left_and_gone_on_with(room: Room) -> None:
    """Each where they left it, also after a restart."""
    ana, bob = room.people[:2]
    for person, times in ((ana, 6), (bob, 2)):
        view = answer(await person.slash(room.channel, "tutorial"))
        for _ in range(times):
            view = answer(await person.click(view, custom_id=wanted(view)))
    await room.restart()
    view = answer(await ana.slash(room.channel, "tutorial"))
    assert "step 7 of" in words(view)
    assert "This is where you left off in the tutorial" in words(view)
    assert "step 3 of" in words(answer(await bob.slash(room.channel, "tutorial")))
    view = answer(await ana.click(view, label="From the beginning"))
    assert "step 1 of" in words(view)


async def test_several_at_once(room: Room) -> None:
    learners = room.people[:3]
    views = [answer(await person.slash(room.channel, "tutorial")) for person in learners]
    for _ in range(3):
        pressed = [(p, v, wanted(v)) for p, v in zip(learners, views, strict=True)]
        views = [answer(result) for result in await click_together(pressed)]
    assert all("step 4 of" in words(view) for view in views)
