"""What is refused: privately, with its reason, and with nothing changed."""

from typing import Any

import pytest
from simcord import InteractionResult

from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    begin_game,
    button_id,
    choose_tiles,
    click_together,
    give_up,
    labels,
    last_turn_message,
    new_game,
    offered,
    open_panel,
    pinged,
    posted_after,
    press,
    public,
    raw,
    turn_button,
    with_id,
    words,
)
from tests.cogs.limits import TEXT
from tests.tables.acts import turn_of


@pytest.fixture(autouse=True)
def panels_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Panels left over keep their buttons, as those do that are older than 15 minutes."""

    async def leave(_: object) -> None:
        pass

    monkeypatch.setattr("cogs.play.shown._close", leave)


async def begin(room: Room, people: int = 2) -> None:
    """A game whose tiles are chosen."""
    seated = room.people[:people]
    await begin_game(room.channel, seated)


async def state(room: Room) -> tuple[Any, ...]:
    """Everything a refused move must leave as it is."""
    game = await room.bot.tables.game(1)
    prepared = []
    for decision in game.pending:
        user = (await room.bot.tables.table(1)).seats[decision.seat].user_id
        assert user is not None
        view = await turn_of(room.bot.tables, 1, user)
        prepared.append((view.prepared, view.stamp))
    return game.record(), prepared, len(room.channel.history())


def refused(result: InteractionResult) -> str:
    """The private sentence of a refusal: alone, or on a panel as a text of its own, which stands
    beside the buttons."""
    said = answer(result)
    assert said.ephemeral
    texts = [said.content, *(one["content"] for one in raw(said) if one["type"] == TEXT)]
    firsts = [one.split("\n")[0] for one in texts]
    return next(one for one in firsts if one.endswith((".", "!")))


async def unchanged(room: Room, result: InteractionResult, before: tuple[Any, ...]) -> str:
    """The refusal's sentence, once it is sure that nothing has changed for anybody."""
    after = await state(room)
    assert after[:2] == before[:2]
    public = [m for m in room.channel.history() if not m.flags.ephemeral]
    assert public[-1] == last_turn_message(room.channel)
    return refused(result)


async def test_somebody_without_a_seat(room: Room) -> None:
    await begin(room)
    stranger = room.people[2]
    before = await state(room)
    message = last_turn_message(room.channel)
    sentence = await unchanged(
        room, await stranger.click(message, custom_id=turn_button(message)), before
    )
    assert "are not in this game" in sentence
    result = await stranger.slash(room.channel, "place", workers="palenque")
    assert "are not in this game" in await unchanged(room, result, before)


async def test_out_of_turn(room: Room) -> None:
    await begin(room)
    asked = pinged(room.channel)[0]
    other = next(person for person in room.people[:2] if person.id != asked)
    before = await state(room)
    message = last_turn_message(room.channel)
    result = await other.click(message, custom_id=turn_button(message))
    assert "turn" in await unchanged(room, result, before)
    for command, options in (
        ("endturn", {}),
        ("move", {"turn": "place palenque; end"}),
        ("place", {"workers": "palenque"}),
    ):
        result = await other.slash(room.channel, command, **options)
        assert "turn" in await unchanged(room, result, before)


async def test_typed_input_that_is_not_legal(room: Room) -> None:
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    before = await state(room)
    for command, workers, expected in (
        ("place", "atlantis", "atlantis"),
        ("place", "   ", "place"),
        ("place", "palenque " * 7, "worker"),
        ("pickup", "palenque 3", "Palenque 3"),
        ("pickup", "palenque", "gear and space"),
        ("pickup", "nowhere 3", "nowhere"),
        ("pickup", "palenque 99", "space"),
    ):
        result = await actor.slash(room.channel, command, workers=workers)
        assert expected in await unchanged(room, result, before), (command, workers)
        assert "**Round" in words(answer(result)), "the panel shows what can be done"
    for line, expected in (
        ("dance; end", "“dance”"),
        ("place palenque; place rome; end", "rome"),
        ("place palenque; pick tikal 3; end", "placing workers"),
        ("end", "at least one worker"),
    ):
        result = await actor.slash(room.channel, "move", turn=line)
        assert expected in await unchanged(room, result, before), line
    result = await actor.slash(room.channel, "endturn")
    assert "not chosen anything yet" in await unchanged(room, result, before)
    assert "place palenque" in offered(answer(result))


async def test_the_last_one_to_choose_reads_that_all_is_known(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    first = words(await choose_tiles(room.people[0], room.channel))
    assert "when everybody has chosen" in first
    last = words(await choose_tiles(room.people[1], room.channel))
    assert "You were the last" in last and "when everybody" not in last


async def test_what_is_typed_while_tiles_are_chosen(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    actor = room.people[0]
    for command, options in (
        ("place", {"workers": "palenque"}),
        ("pickup", {"workers": "palenque 1"}),
        ("move", {"turn": "place palenque; end"}),
        ("endturn", {}),
    ):
        result = await actor.slash(room.channel, command, **options)
        assert "choose your tiles below" in refused(result), command
        assert any("tz:tile:" in c.get("custom_id", "") for c in raw(answer(result)))


async def test_button_of_an_earlier_step_shows_the_present_one(room: Room) -> None:
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    first = await open_panel(actor, room.channel)
    second = await open_panel(actor, room.channel)
    await press(actor, first, "place palenque")
    before = await state(room)
    panel = await press(actor, second, "place yaxchilan")
    assert (await state(room))[:2] == before[:2]
    assert "out of date" in words(panel)
    assert "**So far**" in words(panel)


async def test_button_of_a_turn_that_is_over(room: Room) -> None:
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    old = await open_panel(actor, room.channel)
    panel = await press(actor, await open_panel(actor, room.channel), "place palenque")
    await actor.click(panel, label="Confirm")
    before = await state(room)
    panel = await press(actor, old, "place palenque")
    assert (await state(room))[:2] == before[:2]
    assert "moved on" in words(panel) and "It is not your turn; the game is waiting for" in words(
        panel
    )
    assert "Board" in labels(panel)
    result = await actor.click(
        last_turn_message(room.channel), custom_id=turn_button(last_turn_message(room.channel))
    )
    assert "live board" in words(answer(result))


async def test_double_press_does_a_thing_once(room: Room) -> None:
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    panels = [await open_panel(actor, room.channel) for _ in range(2)]
    await press(actor, panels[0], "place palenque")
    panel = await press(actor, panels[1], "place palenque")
    assert "out of date" not in words(panel)
    assert "**So far**: worker on Palenque 0" in words(panel)
    view = await turn_of(room.bot.tables, 1, actor.id)
    assert view.prepared == ("place palenque",)

    twins = [await open_panel(actor, room.channel) for _ in range(2)]
    await actor.click(twins[0], label="Confirm")
    messages = len(room.channel.history())
    again = answer(await actor.click(twins[1], label="Confirm"))
    assert "Turn confirmed" in words(again)
    assert len(room.channel.history()) == messages
    assert len((await room.bot.tables.game(1)).record()["actions"]) == 2 + 2


async def test_two_presses_at_the_same_moment(room: Room) -> None:
    """Two phones of one person press Confirm at once: one turn, one recap."""
    await begin(room)
    actor = with_id(room.people, pinged(room.channel)[0])
    panel = await press(actor, await open_panel(actor, room.channel), "place palenque")
    before = room.channel.history()
    await click_together([(actor, panel, button_id(panel, "Confirm"))] * 5)
    assert len((await room.bot.tables.game(1)).record()["actions"]) == 2 + 2
    assert len(posted_after(room.channel, before)) == 1
    assert room.env.errors == []


async def test_two_people_choose_their_tiles_at_once(room: Room) -> None:
    people = room.people[:2]
    await new_game(room.channel, people)
    presses = []
    for person in people:
        panel = await open_panel(person, room.channel)
        for number in range(2):
            tiles = [c for c in raw(panel) if c.get("custom_id", "").startswith("tz:tile:")]
            panel = answer(await person.click(panel, custom_id=tiles[number]["custom_id"]))
        presses.append((person, panel, button_id(panel, "Confirm")))
    await click_together(presses)
    assert (await room.bot.tables.game(1)).position()["phase"] == "play"
    told = [item["description"] for message in public(room.channel) for c in raw(message)
            for item in c.get("items", ())]  # fmt: skip
    assert sum("Everybody has chosen" in text for text in told) == 1
    assert len(pinged(room.channel)) == 1


async def test_two_people_start_the_game_at_once(room: Room) -> None:
    ana, bob = room.people[:2]
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    lobby = answer(await bob.click(lobby, label="Join"))
    await click_together([(p, lobby, button_id(lobby, "Start")) for p in (ana, bob)])
    said = [words(message) for message in public(room.channel)]
    assert sum("A new game" in text for text in said) == 1


async def test_commands_where_there_is_no_game(room: Room) -> None:
    actor = room.people[0]
    for command, options in (
        ("place", {"workers": "palenque"}),
        ("pickup", {"workers": "palenque 1"}),
        ("endturn", {}),
        ("undo", {}),
        ("board", {}),
        ("tribe", {}),
        ("score", {}),
        ("tzolkin start", {}),
        ("tzolkin status", {}),
        ("tzolkin options", {}),
        ("tzolkin abandon", {}),
    ):
        result = await actor.slash(room.channel, command, **options)
        assert "/tzolkin new" in refused(result), command
    assert room.channel.history(viewer=room.people[1]) == []


async def test_a_second_game_in_the_same_channel(room: Room) -> None:
    await begin(room)
    result = await room.people[2].slash(room.channel, "tzolkin new")
    assert "already" in refused(result)


async def test_buttons_after_the_end_of_a_game(room: Room) -> None:
    await begin(room)
    panel = await open_panel(with_id(room.people, pinged(room.channel)[0]), room.channel)
    actor = with_id(room.people, pinged(room.channel)[0])
    for person in room.people[:2]:
        await give_up(person, room.channel)
    result = await actor.click(panel, custom_id=next(iter(offered(panel).values()))[0])
    said = words(answer(result))
    assert "over" in said or "moved on" in said or "game" in said


async def test_an_old_confirm_says_how_things_are_now(room: Room) -> None:
    """Right after the turn that it is confirmed; later the turn that is asked, whose turn it is, or
    that the game is over."""
    await begin(room)
    first = with_id(room.people, pinged(room.channel)[0])
    panel = await press(first, await open_panel(first, room.channel), "place palenque")
    copies = [await open_panel(first, room.channel) for _ in range(4)]

    async def pressed_again() -> str:
        before = await state(room)
        said = answer(await first.click(copies.pop(), label="Confirm"))
        assert (await state(room))[:2] == before[:2] and said.ephemeral
        return words(said)

    await first.click(panel, label="Confirm")
    assert "Turn confirmed" in await pressed_again()
    second = with_id(room.people, pinged(room.channel)[0])
    await second.slash(room.channel, "move", turn="place tikal; end")
    said = await pressed_again()
    assert "here is your turn as it is now" in said and "**Round 2**" in said
    await first.slash(room.channel, "move", turn="place uxmal; end")
    said = await pressed_again()
    assert "This turn is over" in said and f"waiting for {second.name}" in said
    for person in room.people[:2]:
        await give_up(person, room.channel)
    said = answer(await first.click(copies.pop(), label="Confirm"))
    assert said.ephemeral and "abandoned" in words(said)


async def test_a_button_of_another_version(room: Room) -> None:
    """A verb nobody knows is answered, not left to “did not respond”."""
    await begin(room)
    channel = room.bot.get_channel(room.channel.id)
    sent = await channel.send(view=message(row([button("Old", "ancient", 1)])))
    result = await room.people[0].click(sent, label="Old")
    assert "/board" in refused(result)
