"""Tribes & Prophecies in a channel: the lobby's switches, secret tribes, whole games."""

import itertools
import random

import pytest
from discord import ui

from bot.engine import Game
from bot.engine.components import MODULES
from bot.engine.expansion import TRIBES
from bot.store import tables as stored
from bot.tables import turns
from bot.text.names import lettered, tile_name
from bot.text.tiles import tile_effects
from bot.text.translation import translator
from cogs.kit.layout import Part
from cogs.play.first_tiles import keep_parts, tiles_dealt
from rendering import draw_strip
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    answer,
    choose_tiles,
    labels,
    offered,
    open_panel,
    pinged,
    press,
    public,
    raw,
    select_id,
    unlettered,
    with_id,
    words,
)
from tests.cogs.test_whole_game import play_out

Modules = tuple[str, ...]


async def new_game_with(room: Room, modules: Modules, people: int, computers: int = 0) -> None:
    """A lobby with these modules switched on, joined by so many, and started."""
    host = room.people[0]
    lobby = answer(await host.slash(room.channel, "tzolkin new", computers=computers))
    for other in room.people[1:people]:
        await other.click(lobby, label="Join")
    options = answer(await host.click(lobby, label="Options"))
    await host.select(options, list(modules), custom_id=select_id(options, "modules"))
    await host.click(lobby, label="Start")


async def test_the_lobby_switches_modules_and_tribes(room: Room) -> None:
    host = room.people[0]
    lobby = answer(await host.slash(room.channel, "tzolkin new"))
    assert "Base game" in words(room.channel.history()[0])
    options = answer(await host.click(lobby, label="Options"))
    assert not any(c.get("custom_id", "").startswith("tz:without:") for c in raw(options))
    chosen = ["prophecies", "tribes"]
    options = answer(await host.select(options, chosen, custom_id=select_id(options, "modules")))
    assert "With: Tribes, Prophecies" in words(room.channel.history()[0])
    await host.select(options, ["yaluk", "balam"], custom_id=select_id(options, "without"))
    assert "(left out: Balam, Yaluk)" in words(room.channel.history()[0])
    table = await room.bot.store.read(stored.open_in_channel, room.channel.id)
    assert table is not None
    assert table.options.modules == ("tribes", "prophecies")
    assert table.options.without == ("balam", "yaluk")
    options = answer(await host.select(options, [], custom_id=select_id(options, "modules")))
    assert "Base game" in words(room.channel.history()[0])


async def test_menus_of_the_options_keep_their_numbers_when_one_comes_or_goes(room: Room) -> None:
    """By these Discord knows which menu shows what was chosen."""
    host = room.people[0]
    lobby = answer(await host.slash(room.channel, "tzolkin new"))
    options = answer(await host.click(lobby, label="Options"))

    def numbers() -> dict[str, int]:
        known = [one["id"] for one in raw(options)]
        assert len(known) == len({*known})
        return {one["custom_id"]: one["id"] for one in raw(options) if "options" in one}

    before = numbers()
    modules = select_id(options, "modules")
    options = answer(await host.select(options, ["tribes"], custom_id=modules))
    with_tribes = numbers()
    assert len(with_tribes) == len(before) + 1
    options = answer(await host.select(options, [], custom_id=modules))
    assert before == numbers() == {one: with_tribes[one] for one in before}


async def test_the_whole_expansion_in_one_tap_and_nothing_in_another(room: Room) -> None:
    host = room.people[0]
    lobby = answer(await host.slash(room.channel, "tzolkin new"))
    options = answer(await host.click(lobby, label="Options"))
    options = answer(await host.click(options, label="Whole expansion"))
    table = await room.bot.tables.table(1)
    assert table.options.modules == MODULES
    [menu] = [one for one in raw(options) if one.get("custom_id") == select_id(options, "modules")]
    assert {one["value"] for one in menu["options"] if one.get("default")} == {*MODULES}
    options = answer(await host.click(options, label="Base game only"))
    assert (await room.bot.tables.table(1)).options.modules == ()
    assert "Whole expansion" in labels(options)


async def test_a_stranger_cannot_switch_modules(room: Room) -> None:
    host, stranger = room.people[:2]
    lobby = answer(await host.slash(room.channel, "tzolkin new"))
    options = answer(await stranger.click(lobby, label="Options"))
    result = await stranger.select(options, ["tribes"], custom_id=select_id(options, "modules"))
    refusal = answer(result)
    assert refusal.ephemeral
    assert "Join" in words(refusal)
    table = await room.bot.store.read(stored.open_in_channel, room.channel.id)
    assert table is not None and table.options.modules == ()


async def test_modules_stay_once_the_game_has_begun(room: Room) -> None:
    host, other = room.people[:2]
    lobby = answer(await host.slash(room.channel, "tzolkin new"))
    await other.click(lobby, label="Join")
    options = answer(await host.click(lobby, label="Options"))
    await host.click(lobby, label="Start")
    after = answer(await host.select(options, ["tribes"], custom_id=select_id(options, "modules")))
    assert "its modules stay" in words(after)
    assert (await room.bot.tables.game(1)).position()["modules"] == []


async def test_tribes_and_tiles_are_chosen_together_and_nothing_leaks(
    room: Room, capsys: pytest.CaptureFixture[str]
) -> None:
    await new_game_with(room, ("tribes",), people=3)
    setup = (await room.bot.tables.game(1)).setup
    people = {}
    table = await room.bot.tables.table(1)
    for holder in table.seats:
        people[holder.seat] = with_id(room.people, holder.user_id or 0)
    kept: dict[int, tuple[str, list[str]]] = {}
    for seat in (1, 0):
        panel = await open_panel(people[seat], room.channel)
        own = [TRIBES[tribe].name for tribe in setup["tribes"][2 * seat : 2 * seat + 2]]
        offered_tribes = {unlettered(label) for label in labels(panel)} & _tribe_names()
        assert offered_tribes == set(own)
        text = words(panel) + repr(raw(panel))
        [drawn] = [c["description"] for item in raw(panel) for c in item.get("items", ())]
        assert all(f"{name}: " in drawn for name in own), "told in the alt text"
        others = _tribe_names() - set(own)
        assert not any(name in text for name in others)
        await choose_tiles(people[seat], room.channel)
        action = next(
            action for s, action in (await room.bot.tables.game(1)).record()["actions"] if s == seat
        )
        kept[seat] = (action.split()[1], action.split()[2:])
    shown = "\n".join(
        words(message) + repr([c for c in raw(message) if "items" in c])
        for message in public(room.channel)
    )
    logged = capsys.readouterr().out
    for tribe, tiles in kept.values():
        assert TRIBES[tribe].name not in shown
        assert tribe not in logged
        assert not any(f" {tile}" in logged for tile in tiles)
    assert all(
        player["tribe"] is None and player["wealth"] == []
        for player in (await room.bot.tables.game(1)).position()["players"]
    )
    await choose_tiles(people[2], room.channel)
    told = [item["description"] for message in public(room.channel) for c in raw(message)
            for item in c.get("items", ())]  # fmt: skip
    [revealed] = [one for one in told if one.startswith("Everyone has chosen")]
    assert all(TRIBES[tribe].name in revealed for tribe, _ in kept.values())


async def test_tapping_another_tribe_takes_the_place_of_the_first(room: Room) -> None:
    await new_game_with(room, ("tribes",), people=2)
    person = room.people[0]
    panel = await open_panel(person, room.channel)
    tribes = [c["label"] for c in raw(panel) if unlettered(c.get("label") or "") in _tribe_names()]
    assert [label[0] for label in tribes] == ["A", "B"]
    for label in tribes:
        panel = answer(await person.click(panel, label=label))
        assert f"**You keep**: {unlettered(label)}" in words(panel)
    assert "Confirm" not in labels(panel)


async def test_with_their_picture_tiles_need_few_words(room: Room) -> None:
    await new_game_with(room, ("tribes",), people=2)
    turn = turns.view(await room.bot.tables.read(1), room.people[0].id)
    dealt, t = tiles_dealt(turn), translator("en")
    assert [tile in TRIBES for tile in dealt] == [True] * 2 + [False] * 4
    told, drawn = keep_parts(t, turn, ()), keep_parts(t, turn, (), draw_strip(dealt, t=t))
    assert isinstance(drawn[0], ui.MediaGallery)
    assert isinstance(drawn[1], ui.TextDisplay)
    in_words = _content(told)
    assert all(tile_effects(t, tile) in in_words for tile in dealt)
    assert len(_content(drawn).split()) * 2 < len(in_words.split())
    labels_of = [c.label for row in drawn[2:] for c in getattr(row, "children", ())]
    assert labels_of[: len(dealt)] == [
        lettered(n, tile_name(t, tile)) for n, tile in enumerate(dealt)
    ]


def _content(parts: list[Part]) -> str:
    return "\n".join(part.content for part in parts if isinstance(part, ui.TextDisplay))


def _tribe_names() -> set[str]:
    return {tribe.name for tribe in TRIBES.values()}


def _seed_with_first_quick_action(tile: str) -> str:
    """The seed of a two-seat deal that begins with this quick action on the board."""
    for number in itertools.count():
        game = Game.new(2, modules=("quick_actions",), seed=str(number))
        if game.position()["quick"]["tile"] == tile:
            return str(number)
    raise AssertionError


@pytest.mark.english
async def test_a_quick_action_is_done_inside_the_panel(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Placed, then asked after the placements, all before confirming."""
    seed = _seed_with_first_quick_action("qa1-market")
    monkeypatch.setattr("bot.tables.lobby.seed_of", lambda *_: seed)
    await new_game_with(room, ("quick_actions",), people=2)
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    actor = with_id(room.people, pinged(room.channel)[0])
    panel = await open_panel(actor, room.channel)
    assert "place quick" in offered(panel)
    panel = await press(actor, panel, "place quick")
    assert "Confirm" not in labels(panel), "the market is still to be visited"
    assert "Quick action: Market" in labels(panel)
    panel = await press(actor, panel, "end")
    assert "done" in offered(panel)
    panel = await press(actor, panel, "done")
    await actor.click(panel, label="Confirm")
    shown = "\n".join(words(message) for message in public(room.channel))
    assert "“Market” (" in shown


@pytest.mark.parametrize(
    ("people", "computers"), [pytest.param(5, 0, marks=pytest.mark.long), (1, 4)]
)
async def test_whole_games_with_everything(room: Room, people: int, computers: int) -> None:
    if people > len(room.people):
        room.people.append(room.guild.add_member(room.env.create_user("eve")))
    await new_game_with(room, MODULES, people, computers)
    for person in room.people[:people]:
        await choose_tiles(person, room.channel)
    chance = random.Random(5)
    turns = await play_out(room, room.people[:people], chance)
    assert turns > 20
    game = await room.bot.tables.game(1)
    assert game.finished
    assert game.position()["modules"] == list(MODULES)
    assert len(game.position()["players"]) == people + computers
    assert room.env.errors == []


@pytest.mark.english
@pytest.mark.parametrize("typed", ["Yaluk", "Gold Shortage", "Skull Shrine", "Market"])
async def test_tiles_of_the_expansion_are_explained(room: Room, typed: str) -> None:
    told = answer(await room.people[0].slash(room.channel, "tile", name=typed))
    assert told.ephemeral
    assert typed in words(told)
    assert "**Effect**" in words(told)
