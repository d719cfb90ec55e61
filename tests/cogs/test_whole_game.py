"""Whole games through the simulated Discord, to their final scores; with Tribes & Prophecies;
and wherever people write: in a thread, a forum post, the chat of a voice channel, several at
once."""

import itertools
import random
from collections.abc import Awaitable, Callable, Sequence

import pytest
import simcord
from discord import ui
from simcord import MemberActor, ResponseMessage

from bot.engine import Game
from bot.engine.components import MODULES, WEALTH
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
    CONFIRM,
    answer,
    begin_game,
    choose_tiles,
    eager,
    labels,
    last_turn_message,
    new_game,
    offered,
    open_panel,
    pictured,
    pinged,
    play_turn,
    press,
    public,
    raw,
    select_id,
    unlettered,
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


async def play_a_whole_game(room: Room, people: list[MemberActor]) -> None:
    """From the lobby to the end, which names everybody."""
    await new_game(room.channel, people)
    assert sorted(pinged(room.channel)) == sorted(person.id for person in people)
    for person in people:
        await choose_tiles(person, room.channel)
    turns = await play_out(room, people, random.Random(4))
    assert turns > len(people) * 20
    last = words(room.channel.last_message)
    assert "The game is over" in last
    assert "wins!" in last or "share the win!" in last
    assert all(person.name in last for person in people)
    game = await room.bot.tables.game(1)
    assert game.finished
    assert room.env.errors == []


@pytest.mark.first
async def test_two_people_play_a_whole_game(room: Room) -> None:
    await play_a_whole_game(room, room.people[:2])


@pytest.mark.drawn
@pytest.mark.short
async def test_two_people_play_some_rounds_with_pictures(room: Room) -> None:
    people = room.people[:2]
    await begin_game(room.channel, people)
    assert await play_out(room, people, random.Random(4), most=12) == 12
    assert sum(bool(one.attachments) for one in public(room.channel)) > 2
    assert not any("I am busy right now" in words(one) for one in public(room.channel))
    assert room.env.errors == []


@pytest.mark.drawn
@pytest.mark.long
async def test_four_people_play_a_whole_game_with_pictures(room: Room) -> None:
    await play_a_whole_game(room, room.people)


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
    await begin_game(room.channel, people)
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
    assert "How far should the calendar turn?" in words(reminder)
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
    assert "(tribes left out: Balam, Yaluk)" in words(room.channel.history()[0])
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
    assert "its modules can no longer be changed" in words(after)
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
    [revealed] = [one for one in told if one.startswith("Everybody has chosen")]
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


Place = Callable[[Room], Awaitable[simcord.ChannelHandle]]


async def thread(room: Room) -> simcord.ChannelHandle:
    """A thread in a text channel."""
    room.env.backend.create_thread(room.channel.id, "our game", room.people[0].id)
    return room.channel.threads[0]


async def forum_post(room: Room) -> simcord.ChannelHandle:
    """A post in a forum: a thread whose parent takes no messages."""
    forum = room.guild.create_forum_channel("games")
    room.env.backend.create_thread(forum.id, "our game", room.people[0].id)
    return forum.threads[0]


async def voice_chat(room: Room) -> simcord.ChannelHandle:
    """The chat beside a voice channel."""
    return room.guild.create_voice_channel("Voice")


PLACES = pytest.mark.parametrize("make", [thread, forum_post, voice_chat])


@PLACES
async def test_a_game(room: Room, make: Place) -> None:
    """Lobby, tiles, a round by the panel and by commands: ping, panel and board stay there."""
    channel = await make(room)
    await new_game(channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, channel)
    first = with_id(room.people, pinged(channel)[0])
    panel = await press(first, await open_panel(first, channel), "place palenque")
    done = answer(await first.click(panel, label="Confirm"))
    assert done.ephemeral and "Turn confirmed" in words(done)
    [second] = pinged(channel)
    assert second != first.id
    await with_id(room.people, second).slash(channel, "move", turn="place tikal; end")
    board = next(one for one in public(channel) if "your turn in round 2!" in words(one))
    assert board.attachments, "with its picture"
    table = await room.bot.store.read(stored.open_in_channel, channel.id)
    assert table is not None and table.channel_id == channel.id
    assert table.posted.board is not None
    ping = last_turn_message(channel)
    now = answer(await first.click(ping, label="Board"))
    assert now.ephemeral and len(now.attachments) == 2, "the board is found from the ping"
    assert room.env.errors == []
    assert not any(map(raw, public(room.channel))), "nothing is said elsewhere"


@PLACES
async def test_after_a_restart(room: Room, make: Place) -> None:
    channel = await make(room)
    await new_game(channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, channel)
    await room.restart()
    actor = with_id(room.people, pinged(channel)[0])
    panel = await press(actor, await open_panel(actor, channel), "place palenque")
    await room.restart()
    done = answer(await actor.click(panel, label="Confirm"))
    assert "Turn confirmed" in words(done)
    assert pinged(channel) != [actor.id]
    assert room.env.errors == []


@PLACES
async def test_nothing_is_missing(room: Room, make: Place) -> None:
    channel = await make(room)
    said = answer(await room.people[0].slash(channel, "doctor"))
    assert "All good: you can play here" in words(said)


async def test_each_place_has_a_game_of_its_own(room: Room) -> None:
    """A channel, a thread in it and a voice channel's chat do not hinder each other."""
    places = [room.channel, await thread(room), await voice_chat(room)]
    for place in places:
        lobby = answer(await room.people[0].slash(place, "tzolkin new"))
        assert "Join" in labels(lobby)
    tables = [await room.bot.store.read(stored.open_in_channel, place.id) for place in places]
    assert len({table.id for table in tables if table is not None}) == 3
