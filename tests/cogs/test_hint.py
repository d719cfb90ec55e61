"""What a computer would consider: private, only from what lies open, and to be switched off."""

from dataclasses import replace
from typing import Any

import pytest

from bot.engine.components import WEALTH
from bot.model.server import HINT_STRENGTHS, HintStrength
from bot.tables import Options, Person, ServerSettings
from bot.tables.thinking import Advice
from bot.text.names import tile_name
from bot.text.translation import translator
from cogs.leagues.season_sweep import open_ready
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    Message,
    answer,
    button_id,
    choose_tiles,
    click_together,
    labels,
    new_game,
    open_panel,
    pinged,
    press,
    raw,
    said_privately,
    with_id,
    words,
)
from tests.cogs.season_tables import drawn, playing, settled
from tests.tables.acts import first_tiles, hint_for, join, set_options, turn_of
from tests.tables.playing import refused

ENGLISH = translator("en")


async def begin(room: Room) -> None:
    """A game in which the first turn begins."""
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)


def taken(hint: Message) -> list[str]:
    """The buttons that prepare each way."""
    return [one["custom_id"] for one in raw(hint) if "tz:hint:" in one.get("custom_id", "")]


@pytest.mark.english
@pytest.mark.parametrize("late", [False, True])
async def test_a_hurried_hint_says_so(
    room: Room, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    advise = room.bot.tables.advise
    assert advise is not None

    async def busy(*args: Any, **more: Any) -> Advice:
        return replace(await advise(*args, **more), late=late)

    monkeypatch.setattr(room.bot.tables, "advise", busy)
    hint = answer(await with_id(room.people, asked).slash(room.channel, "hint"))
    assert ("Short on time" in words(hint)) == late


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
    panel = answer(await person.click(hint, custom_id=taken(hint)[0]))
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
    for way in hint.ways:
        assert all(not action.startswith("pick") for action in way.actions)


async def test_each_way_is_prepared_by_its_own_button(room: Room) -> None:
    """The second one just as well, and an old button not at all."""
    await begin(room)
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    shown = answer(await person.slash(room.channel, "hint"))
    said = await hint_for(room.bot.tables, 1, asked)
    assert len(said.ways) > 1
    assert labels(shown) == [*["Prepare this"] * len(said.ways), "Share"]
    assert words(shown).count("**1.** ") == sum(way.place == 1 for way in said.ways)
    assert "level: medium" in words(shown)
    shared = sum(way.place < number for number, way in enumerate(said.ways, 1))
    assert words(shown).count("Just as good") == shared
    again = answer(await person.slash(room.channel, "hint"))
    panel = answer(await person.click(shown, custom_id=taken(shown)[1]))
    assert "Confirm" in labels(panel)
    assert (await turn_of(room.bot.tables, 1, asked)).prepared == said.ways[1].actions[:-1]
    late = answer(await person.click(again, custom_id=taken(again)[0]))
    assert "changed" in words(late)
    assert (await turn_of(room.bot.tables, 1, asked)).prepared == said.ways[1].actions[:-1]


async def test_a_hint_where_the_turn_is_prepared_whole(room: Room) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    person = with_id(room.people, asked)
    await press(person, await open_panel(person, room.channel), "place start")
    while (turn := await turn_of(room.bot.tables, 1, asked)).legal != ("end",):
        more = [action for action in turn.legal if action.startswith("place")]
        if not more:
            break
        await press(person, await open_panel(person, room.channel), more[0])
    hint = answer(await person.slash(room.channel, "hint"))
    assert "It would end the turn here." in words(hint)
    assert labels(hint) == ["Share"]


@pytest.mark.parametrize("strength", HINT_STRENGTHS)
async def test_how_well_the_computer_plays(room: Room, strength: HintStrength) -> None:
    """As the server has it, and nobody can have a hint where it has none."""
    await begin(room)
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(hints=strength))
    [asked] = pinged(room.channel)
    said = words(answer(await with_id(room.people, asked).slash(room.channel, "hint")))
    if strength == "off":
        assert "switched off on this server" in said
    else:
        assert f"level: {strength}" in said


async def test_never_at_tables_of_a_league(room: Room) -> None:
    """Whatever the server has."""
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(hints="hard"))
    season = await drawn(room)
    await open_ready(room.bot, season.id)
    await settled(room)
    table, *_ = (await playing(room, season)).values()
    assert not table.options.hints
    sitting = table.seats[0].user_id
    assert sitting is not None
    await refused("no-hints", hint_for(room.bot.tables, table.id, sitting))
    await refused("no-hints", first_tiles(room.bot.tables, table.id, sitting, None))


async def test_nobody_else_gets_one(room: Room) -> None:
    await begin(room)
    [asked] = pinged(room.channel)
    [other] = [person for person in room.people[:2] if person.id != asked]
    assert "not your turn" in words(answer(await other.slash(room.channel, "hint")))
    assert "are not in this game" in words(answer(await room.people[3].slash(room.channel, "hint")))


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
    assert all(way.actions[0] in view.legal for way in own.ways)


async def test_advice_on_the_first_tiles(room: Room) -> None:
    """Of the own tiles alone, a sentence for each, in the panel itself."""
    ana, bob = room.people[:2]
    await new_game(room.channel, [ana, bob])
    for person in (ana, bob):
        panel = await open_panel(person, room.channel)
        dealt = {tile for a in (await turn_of(room.bot.tables, 1, person.id)).legal
                 for tile in a.split()[1:]}  # fmt: skip
        advised = answer(await person.click(panel, label="Advice"))
        said = words(advised)
        [keep] = [line for line in said.splitlines() if line.startswith("**Advice**")]
        kept = [tile for tile in dealt if tile_name(ENGLISH, tile) in keep]
        assert len(kept) == 2
        for tile in kept:
            assert f"- {tile_name(ENGLISH, tile)}: " in said
        others = [tile_name(ENGLISH, tile) for tile in WEALTH if tile not in dealt]
        assert not any(name in said for name in others), "nothing of what others may choose"
        assert (await turn_of(room.bot.tables, 1, person.id)).prepared == (), "nothing is chosen"
    assert await choose_tiles(ana, room.channel)


async def test_no_advice_where_hints_are_off(room: Room) -> None:
    ana, bob = room.people[:2]
    await new_game(room.channel, [ana, bob])
    panel = await open_panel(ana, room.channel)
    async with room.bot.tables.open(1) as opened:
        opened.change(options=replace(opened.table.options, hints=False))
    assert "switched off" in words(said_privately(await ana.click(panel, label="Advice")))
    assert "Advice" not in labels(await open_panel(ana, room.channel))


async def test_advice_after_the_tiles_are_chosen(room: Room) -> None:
    ana, bob = room.people[:2]
    await new_game(room.channel, [ana, bob])
    panels = {p.id: await open_panel(p, room.channel) for p in (ana, bob)}
    advice = {p.id: button_id(panels[p.id], "Advice") for p in (ana, bob)}
    stored = {
        p.id: room.env.backend.get_message(panels[p.id].channel_id, panels[p.id].id)
        for p in (ana, bob)
    }
    before = {number: one.components for number, one in stored.items()}
    for person in (ana, bob):
        await choose_tiles(person, room.channel)
        await settled(room)
        assert "Advice" not in labels(panels[person.id])
    for person in (ana, bob):
        stored[person.id].components = before[person.id]  # sent before the button was gone
        pressed = (person, panels[person.id], advice[person.id])
        [result] = await click_together([pressed])
        late = words(said_privately(result))
        assert "moved on" in late or "not your turn" in late
