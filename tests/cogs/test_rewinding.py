"""Taking back a confirmed turn: told before, done at once, or with the others' consent."""

from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    button_id,
    choose_tiles,
    click_together,
    labels,
    new_game,
    open_panel,
    pinged,
    press,
    said_privately,
    with_id,
    words,
)


async def begin(room: Room, people: int = 2) -> None:
    """A game in which the first turn begins."""
    await new_game(room.channel, room.people[:people])
    for person in room.people[:people]:
        await choose_tiles(person, room.channel)


async def place(room: Room, action: str = "place tikal") -> int:
    """The person asked places a worker and confirms; who it was."""
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    panel = await press(person, await open_panel(person, room.channel), action)
    await person.click(panel, label="Confirm")
    return asked


async def test_at_once_while_nothing_has_come_of_it(room: Room) -> None:
    await begin(room)
    first = await place(room)
    person = with_id(room.people, first)
    offer = answer(await person.slash(room.channel, "undo"))
    assert offer.ephemeral
    assert "→ Tikal" in words(offer)
    assert labels(offer) == ["Take it back"]
    done = answer(await person.click(offer, label="Take it back"))
    assert "taken back" in words(done)
    board = [words(m) for m in room.channel.history() if "took back a turn" in words(m)]
    assert len(board) == 1
    assert "→ Tikal" in board[0]
    assert pinged(room.channel) == [first], "who took back is asked again"
    await place(room, "place palenque")
    assert pinged(room.channel) != [first]


async def test_two_presses_do_it_once(room: Room) -> None:
    await begin(room)
    first = with_id(room.people, await place(room))
    offer = answer(await first.slash(room.channel, "undo"))
    take = button_id(offer, "Take it back")
    await click_together([(first, offer, take), (first, offer, take)])
    told = [words(m) for m in room.channel.history()]
    assert sum("took back a turn" in text for text in told) == 1
    assert (await room.bot.tables.table(1)).rewinds == 1


async def test_once_somebody_has_acted_all_must_agree(room: Room) -> None:
    await begin(room, 3)
    first, second = await place(room), await place(room)
    [third] = pinged(room.channel)
    person = with_id(room.people, first)
    offer = answer(await person.slash(room.channel, "undo"))
    assert "must agree" in words(offer)
    await person.click(offer, label="Ask the others")
    wish = room.channel.last_message
    assert wish is not None
    assert set(pinged(room.channel)) == {second, third}
    stranger = room.people[3]
    assert "are not in this game" in words(answer(await stranger.click(wish, label="I agree")))

    await with_id(room.people, third).click(wish, label="I agree")
    assert pinged(room.channel) == [second]
    await room.restart()
    wish = room.channel.last_message
    assert wish is not None
    await with_id(room.people, second).click(wish, label="I agree")
    assert pinged(room.channel) == [first]
    table = await room.bot.tables.table(1)
    assert (table.rewinds, table.version) == (1, 3)


async def test_who_asked_withdraws_it(room: Room) -> None:
    await begin(room, 3)
    first, second = await place(room), await place(room)
    person, other = with_id(room.people, first), with_id(room.people, second)
    for by_command in (False, True):
        offer = answer(await person.slash(room.channel, "undo"))
        await person.click(offer, label="Ask the others")
        wish = room.channel.last_message
        assert wish is not None
        assert "Only the person who asked for this" in words(
            said_privately(await other.click(wish, label="Withdraw"))
        )
        if by_command:
            wish_again = answer(await person.slash(room.channel, "undo"))
            assert "to agree" in words(wish_again)
            await person.click(wish_again, label="Withdraw")
        else:
            await person.click(wish, label="Withdraw")
        [settled] = [m for m in room.channel.history() if m.id == wish.id]
        assert labels(settled) == [] and "withdrew the request" in words(settled)
        assert (await room.bot.tables.table(1)).rewind_request is None


async def test_a_request_is_settled_when_play_goes_on(room: Room) -> None:
    await begin(room, 3)
    first = await place(room)
    await place(room)
    [third] = pinged(room.channel)
    person = with_id(room.people, first)
    offer = answer(await person.slash(room.channel, "undo"))
    await person.click(offer, label="Ask the others")
    wish = room.channel.last_message
    assert wish is not None
    actor = with_id(room.people, third)
    await actor.slash(room.channel, "move", turn="place palenque; end")
    [settled] = [m for m in room.channel.history() if m.id == wish.id]
    assert labels(settled) == [] and "The game went on" in words(settled)


async def test_nothing_to_take_back(room: Room) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    [other] = [person for person in room.people[:2] if person.id != asked]
    await place(room)
    await place(room, "place palenque")
    told = answer(await room.people[3].slash(room.channel, "undo"))
    assert "are not in this game" in words(told)
    assert other.id in {person.id for person in room.people}


async def test_prepared_choices_come_first(room: Room) -> None:
    await begin(room)
    await place(room)
    await place(room, "place palenque")
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    panel = await open_panel(person, room.channel)
    await press(person, panel, "place tikal")
    undone = answer(await person.slash(room.channel, "undo"))
    assert "Take it back" not in labels(undone)
    assert "Confirm" not in labels(undone)


async def test_the_call_of_a_turn_taken_back_calls_nobody_any_more(room: Room) -> None:
    """It is deleted, and what it told of the round is told by the board, which calls instead."""
    await begin(room, 3)
    first, second = await place(room, "place palenque"), await place(room)
    called = room.channel.last_message
    assert called is not None and "Your turn" in labels(called)
    person = with_id(room.people, second)
    offer = answer(await person.slash(room.channel, "undo"))
    await person.click(offer, label="Take it back")
    assert called.id not in [message.id for message in room.channel.history()]
    board = words(room.channel.history()[-1])
    name = with_id(room.people, first).name
    assert f"-# **{name}** → Palenque" in board
    assert pinged(room.channel) == [second]
    await place(room)
    assert "→ Palenque" not in words(room.channel.history()[-1]), "the board tells it above"
