"""What a computer would consider: private, only from what lies open, and to be switched off."""

from bot.tables import Options, Person
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    labels,
    new_game,
    open_panel,
    pinged,
    press,
    with_id,
    words,
)
from tests.tables.acts import hint_for, join, set_options, turn_of


async def begin(room: Room) -> None:
    """A game in which the first turn begins."""
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)


async def test_hint_is_prepared_by_a_press_and_confirmed_by_hand(room: Room) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    messages = len(room.channel.history())
    hint = answer(await person.slash(room.channel, "hint"))
    assert hint.ephemeral
    assert "What a computer would do" in words(hint)
    assert len(room.channel.history()) == messages
    before = await turn_of(room.bot.tables, 1, asked)
    assert before.prepared == ()
    panel = answer(await person.click(hint, label="Prepare this"))
    assert "Confirm" in labels(panel)
    turn = await turn_of(room.bot.tables, 1, asked)
    assert turn.prepared
    assert turn.can_confirm
    await person.click(panel, label="Confirm")
    assert pinged(room.channel) != [asked]


async def test_hint_goes_on_from_what_is_prepared(room: Room) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    await press(person, await open_panel(person, room.channel), "place tikal")
    hint = await hint_for(room.bot.tables, 1, asked)
    assert hint.turn.prepared == ("place tikal",)
    assert all(not action.startswith("pick") for action in hint.actions)


async def test_nobody_else_gets_one(room: Room) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    [other] = [person for person in room.people[:2] if person.id != asked]
    assert "not your turn" in words(answer(await other.slash(room.channel, "hint")))
    assert "do not sit" in words(answer(await room.people[3].slash(room.channel, "hint")))


async def test_a_table_without_hints(room: Room) -> None:
    await room.people[0].slash(room.channel, "tzolkin new")
    host = Person(room.people[0].id, "ana")
    await set_options(room.bot.tables, 1, host, Options(hints=False))
    await join(room.bot.tables, 1, Person(room.people[1].id, "bob"))
    await room.people[0].slash(room.channel, "tzolkin start")
    told = answer(await room.people[0].slash(room.channel, "hint"))
    assert "switched off" in words(told)


async def test_hint_for_the_secret_choice_sees_the_own_tiles_alone(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    hint = answer(await room.people[0].slash(room.channel, "hint"))
    assert "keep" in words(hint)
    view = await turn_of(room.bot.tables, 1, room.people[0].id)
    own = await hint_for(room.bot.tables, 1, room.people[0].id)
    assert own.actions[0] in view.legal
