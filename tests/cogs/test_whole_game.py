"""Whole games through the simulated Discord, to their final scores."""

import random
from collections.abc import Sequence

import pytest
from simcord import MemberActor, ResponseMessage

from bot.engine.components import WEALTH
from bot.store import tables as stored
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    CONFIRM,
    answer,
    choose_tiles,
    eager,
    labels,
    new_game,
    offered,
    open_panel,
    pictured,
    pinged,
    play_turn,
    press,
    public,
    with_id,
    words,
)
from tests.tables.acts import choose, confirm, needing_computers, turn_of


async def play_by_commands(room: Room, actor: MemberActor, chance: random.Random) -> None:
    """A turn typed: /place or /pickup with what is suggested, the rest in the panel, /endturn."""
    channel = room.channel
    places = await actor.autocomplete(channel, "place", "workers", "")
    workers = await actor.autocomplete(channel, "pickup", "workers", "")
    if workers and (not places or chance.random() < 0.6):
        panel = answer(
            await actor.slash(channel, "pickup", workers=chance.choice(workers)["value"])
        )
    elif places:
        panel = answer(await actor.slash(channel, "place", workers=chance.choice(places)["value"]))
    else:
        panel = await open_panel(actor, channel)
    policy = eager(chance)
    while "Confirm" not in labels(panel):
        action = policy(list(offered(panel)))
        confirms = offered(panel)[action][0].startswith(CONFIRM)
        panel = await press(actor, panel, action)
        if confirms:
            return
    done = answer(await actor.slash(channel, "endturn"))
    assert "confirmed" in words(done), words(done)


async def play_out(
    room: Room,
    people: Sequence[MemberActor],
    chance: random.Random,
    *,
    restarts: bool = False,
    most: int = 1000,
) -> int:
    """Play until the game is over, or `most` turns; the number of turns."""
    policy = eager(chance)
    turns = 0
    while turns < most:
        table = await room.bot.store.read(stored.latest_in_channel, room.channel.id)
        assert table is not None
        if table.status != "playing":
            return turns
        asked = pinged(room.channel)
        pending = (await room.bot.tables.game(table.id)).pending[0]
        if not asked and pending.kind in ("anger", "calendar"):  # asked in the panel alone
            asked = [table.seats[pending.seat].user_id or 0]
        assert len(asked) == 1, words(room.channel.last_message)
        actor = with_id(people, asked[0])
        if turns % 3 == 2:
            await play_by_commands(room, actor, chance)
        else:
            await play_turn(actor, room.channel, policy)
        turns += 1
        if restarts:
            await room.restart()
    return turns


@pytest.mark.drawn
@pytest.mark.first
async def test_four_people_play_a_whole_game(room: Room) -> None:
    await new_game(room.channel, room.people)
    assert sorted(pinged(room.channel)) == sorted(person.id for person in room.people)
    for person in room.people:
        await choose_tiles(person, room.channel)
    turns = await play_out(room, room.people, random.Random(4))
    assert turns > 4 * 20
    last = words(room.channel.last_message)
    assert "The game is over" in last
    assert "wins!" in last or "share the win!" in last
    assert all(person.name in last for person in room.people)
    game = await room.bot.tables.game(1)
    assert game.finished
    assert room.env.errors == []


@pytest.mark.short
async def test_two_people_play_some_rounds_while_the_bot_restarts_after_every_turn(
    room: Room,
) -> None:
    people = room.people[:2]
    await new_game(room.channel, people)
    for person in people:
        await choose_tiles(person, room.channel)
        await room.restart()
    assert await play_out(room, people, random.Random(2), restarts=True, most=12) == 12


@pytest.mark.long
async def test_two_people_play_while_the_bot_restarts_after_every_turn(room: Room) -> None:
    people = room.people[:2]
    await new_game(room.channel, people)
    for person in people:
        await choose_tiles(person, room.channel)
        await room.restart()
    turns = await play_out(room, people, random.Random(2), restarts=True)
    assert turns > 2 * 20
    assert (await room.bot.tables.game(1)).finished


async def test_one_person_plays_against_computers(room: Room) -> None:
    person = room.people[0]
    await new_game(room.channel, [person], computers=3)
    await choose_tiles(person, room.channel)
    turns = await play_out(room, [person], random.Random(7))
    assert turns >= 20
    assert (await room.bot.tables.game(1)).finished


async def test_computers_that_were_to_move_go_on_after_a_restart(room: Room) -> None:
    """The program stops between a person's turn and the computers': they play when it is back."""
    person = room.people[0]
    await new_game(room.channel, [person], computers=2)
    await choose_tiles(person, room.channel)
    tables = room.bot.tables
    turn = await turn_of(tables, 1, person.id)
    await choose(tables, 1, person.id, turn.legal[0])
    await confirm(tables, 1, person.id)
    assert await needing_computers(tables) == [1]
    await room.restart()
    assert await needing_computers(room.bot.tables) == []
    assert pinged(room.channel) == [person.id]
    assert "Computer" in words(room.channel.last_message) or "→ " in "".join(
        words(message) for message in room.channel.history()[-2:]
    )


async def about_to_be_start_player(room: Room) -> tuple[MemberActor, ResponseMessage]:
    """The last one of a first round of two, and the panel in which the start player's space was
    chosen."""
    people = room.people[:2]
    await new_game(room.channel, people)
    for person in people:
        await choose_tiles(person, room.channel)
    await play_turn(with_id(people, pinged(room.channel)[0]), room.channel, eager(random.Random(1)))
    actor = with_id(people, pinged(room.channel)[0])
    return actor, await press(actor, await open_panel(actor, room.channel), "place start")


async def test_the_calendar_question_follows_in_the_same_panel(room: Room) -> None:
    """Who is asked again at once finds the question in the panel, and the channel reads it all when
    it is answered; until then the call stays."""
    actor, panel = await about_to_be_start_player(room)
    call = list(public(room.channel))[-1]
    panel = answer(await actor.click(panel, label="Confirm"))
    assert "confirmed" in words(panel)
    assert set(offered(panel)) == {"advance 1", "advance 2"}
    assert list(public(room.channel))[-1] == call and pinged(room.channel) == [actor.id]
    await press(actor, panel, "advance 2")
    assert f"**{actor.name}** turns the calendar 2 days" in "".join(
        words(message) for message in room.channel.history()[-2:]
    )


async def test_who_closes_the_calendar_question_finds_it_again(room: Room) -> None:
    """The call stays until it is answered, opens the question, and after a day calls once more."""
    actor, panel = await about_to_be_start_player(room)
    await actor.click(panel, label="Confirm")  # and the panel is closed
    await room.restart()
    assert set(offered(await open_panel(actor, room.channel))) == {"advance 1", "advance 2"}
    typed = answer(await actor.slash(room.channel, "endturn"))
    assert set(offered(typed)) == {"advance 1", "advance 2"}
    await room.later(days=1, hours=1)
    assert pinged(room.channel) == [actor.id]
    reminder = list(public(room.channel))[-1]
    assert "How far does the calendar turn?" in words(reminder)
    await press(actor, await open_panel(actor, room.channel), "advance 2")
    assert f"**{actor.name}** turns the calendar 2 days" in words(list(public(room.channel))[-1])
    calls = [one for one in public(room.channel) if "Your turn" in labels(one)]
    assert len(calls) == 1, "the reminder is gone, too"


async def test_nothing_dealt_is_public_before_all_have_chosen(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    await choose_tiles(room.people[0], room.channel)
    game = await room.bot.tables.game(1)
    names = {tile.name for tile in WEALTH.values()}
    for message in public(room.channel):
        said = words(message) + str([c.to_dict() for c in message.components])
        assert not [name for name in names if name in said]
    assert game.position()["players"][0]["wealth"] == []
    await choose_tiles(room.people[1], room.channel)
    revealed = "\n".join(pictured(message) for message in public(room.channel))
    assert sum(name in revealed for name in names) == 4
