"""What belongs to a server: its settings and who may change them, /about, and the greeting."""

import io
import json
import logging
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord
import structlog
from prometheus_client import CollectorRegistry

from bot import VERSION
from bot.refusal import Refusal
from bot.settings import Settings
from bot.statistics import count_games
from bot.store import stats
from bot.store import tables as stored
from bot.tables import ServerSettings
from bot.tables.practice import PRESSES, note_presses
from bot.text.setting import Option, Setting, on_or_off, one_of, role
from bot.text.translation import ENGLISH, translator
from cogs.client import PERMISSIONS
from cogs.kit.buttons import button, pressed_as, select, setting_menu, setting_pressed
from cogs.kit.layout import message, row
from cogs.kit.log import set_up_logging
from cogs.servers import LONGEST_LABEL, about_lines
from tests.cogs.conftest import Room
from tests.cogs.driver import (
    Message,
    answer,
    begin_game,
    button_id,
    choose_tiles,
    labels,
    new_game,
    pinged,
    public,
    raw,
    select_id,
    with_id,
    words,
)
from tests.cogs.seasons import settled
from tests.cogs.test_languages import reading
from tests.statistics.games import store_game

ALONE = ServerSettings()
"""What the servers of these tests begin with."""


@pytest.fixture
def manager(room: Room) -> simcord.MemberActor:
    """Somebody who may manage the server."""
    role = room.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return room.guild.add_member(room.env.create_user("maya"), roles=[role])


async def settings_now(room: Room) -> ServerSettings:
    """What is set now."""
    return await room.bot.tables.server_settings(room.guild.id)


def chosen(panel: simcord.ResponseMessage) -> list[str]:
    """The colours that are shown as chosen, for new games or in the options of a game."""
    return [
        option["value"]
        for component in raw(panel)
        if component.get("custom_id", "").startswith(("tz:colours:", "tz:theme:"))
        for option in component["options"]
        if option.get("default")
    ]


async def test_wheels_turn_until_somebody_wants_them_still(
    room: Room, manager: simcord.MemberActor
) -> None:
    panel = answer(await manager.slash(room.channel, "settings"))
    assert panel.ephemeral
    assert "Animated gears**: on" in words(panel)
    assert (await settings_now(room)).animation
    assert labels(panel) == [
        "Show a still picture", "No reminders", "Give people ratings", "Allow web pages",
        "List our tables on other servers",
    ]  # fmt: skip
    panel = answer(await manager.click(panel, label="Show a still picture"))
    assert "server's settings have been saved" in words(panel)
    assert "Animated gears**: off" in words(panel)
    assert not (await settings_now(room)).animation
    panel = answer(await manager.click(panel, label="Animate the gears"))
    assert "Animated gears**: on" in words(panel)
    assert await settings_now(room) == ALONE


async def test_new_games_have_the_colours_of_the_server(
    room: Room, manager: simcord.MemberActor
) -> None:
    panel = answer(await manager.slash(room.channel, "settings"))
    assert chosen(panel) == ["bot"]
    panel = answer(await manager.select(panel, ["light"], custom_id=select_id(panel, "colours")))
    assert chosen(panel) == ["light"]
    host = room.people[0]
    lobby = answer(await host.slash(room.channel, "tzolkin new"))
    assert chosen(answer(await host.click(lobby, label="Options"))) == ["light"]
    await manager.click(panel, label="Show a still picture")
    other = room.guild.create_text_channel("other")
    panel = answer(await manager.select(panel, ["bot"], custom_id=select_id(panel, "colours")))
    assert chosen(panel) == ["bot"]
    assert await settings_now(room) == replace(ALONE, animation=False)
    lobby = answer(await host.slash(other, "tzolkin new"))
    assert chosen(answer(await host.click(lobby, label="Options"))) == ["dark"]


async def test_its_buttons_work_after_a_restart(room: Room, manager: simcord.MemberActor) -> None:
    panel = answer(await manager.slash(room.channel, "settings"))
    await room.restart()
    panel = answer(await manager.click(panel, label="Show a still picture"))
    assert not (await settings_now(room)).animation
    await room.restart()
    await manager.select(panel, ["light"], custom_id=select_id(panel, "colours"))
    assert await settings_now(room) == replace(ALONE, animation=False, theme="light")


async def test_others_are_told_whom_to_ask(room: Room) -> None:
    """A server may open the command to everybody; the settings stay with those who manage it."""
    command = next(c for c in await room.bot.tree.fetch_commands() if c.name == "settings")
    room.guild.set_command_permissions(command, {room.people[0]: True})
    said = answer(await room.people[0].slash(room.channel, "settings"))
    assert said.ephemeral
    assert "manage this server" in words(said) and "ask one of them" in words(said)


async def test_a_button_that_is_left_over_changes_nothing(
    room: Room, manager: simcord.MemberActor
) -> None:
    """Whoever could press it once, may not any more: the permission is looked at each time."""
    panel = answer(await manager.slash(room.channel, "settings"))
    place = room.bot.get_partial_messageable(room.channel.id)
    verbs = [button_id(panel, "Show a still picture"), select_id(panel, "colours")]
    assert all(verb.startswith("tz:") for verb in verbs)
    left = await place.send(view=message(row([button("Off", "wheels", 0, "", "still")])))
    assert button_id(room.channel.history()[-1], "Off") == verbs[0]
    said = answer(await room.people[0].click(room.channel.history()[-1], label="Off"))
    assert left.id and said.ephemeral
    assert "manage this server" in words(said)
    assert await settings_now(room) == ALONE


@pytest.mark.parametrize(
    ("verb", "word", "values"),
    [("hintlevel", "", ["wise"]), ("colours", "", ["purple"]), ("wheels", "backwards", [])],
)
async def test_what_another_version_offered_changes_nothing(
    room: Room, manager: simcord.MemberActor, verb: str, word: str, values: list[str]
) -> None:
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(theme="light"))
    place = room.bot.get_partial_messageable(room.channel.id)
    if values:
        options = [discord.SelectOption(label=one, value=one) for one in values]
        await place.send(view=message(row([select(options, verb, 0, placeholder="Other")])))
        left = room.channel.history()[-1]
        said = answer(await manager.select(left, values, custom_id=select_id(left, verb)))
    else:
        await place.send(view=message(row([button("Other", verb, 0, "", word)])))
        said = answer(await manager.click(room.channel.history()[-1], label="Other"))
    assert said.ephemeral and "That button is out of date" in words(said)
    assert await settings_now(room) == ServerSettings(theme="light")


async def test_the_command_is_shown_to_those_who_manage_the_server(room: Room) -> None:
    command = room.bot.tree.get_command("settings")
    assert command is not None
    payload = command.to_dict(room.bot.tree)
    assert payload["default_member_permissions"] == discord.Permissions(manage_guild=True).value
    assert payload["contexts"] == [0] or payload.get("dm_permission") is False


async def test_reminders_are_switched_off_for_new_games(
    room: Room, manager: simcord.MemberActor
) -> None:
    panel = answer(await manager.slash(room.channel, "settings"))
    assert "Reminders in games without a clock**: on" in words(panel)
    panel = answer(await manager.click(panel, label="No reminders"))
    assert "Reminders in games without a clock**: off" in words(panel)
    assert not (await settings_now(room)).reminders
    await manager.slash(room.channel, "tzolkin new")
    assert not (await room.bot.tables.table(1)).options.reminders
    panel = answer(await manager.click(panel, label="Remind people"))
    assert (await settings_now(room)).reminders


async def test_how_strong_hints_are(room: Room, manager: simcord.MemberActor) -> None:
    """Without them new games have none, and cannot switch them on."""
    panel = answer(await manager.slash(room.channel, "settings"))
    assert (await settings_now(room)).hints == "medium"
    lobby = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    assert select_id(answer(await room.people[0].click(lobby, label="Options")), "hints")
    panel = answer(await manager.select(panel, ["hard"], custom_id=select_id(panel, "hintlevel")))
    assert await settings_now(room) == replace(ALONE, hints="hard")
    await manager.select(panel, ["off"], custom_id=select_id(panel, "hintlevel"))
    assert await settings_now(room) == replace(ALONE, hints="off")
    other = room.guild.create_text_channel("other")
    lobby = answer(await room.people[0].slash(other, "tzolkin new"))
    table = await room.bot.store.read(stored.open_in_channel, other.id)
    assert table is not None and not table.options.hints
    options = answer(await room.people[0].click(lobby, label="Options"))
    assert "tz:hints:" not in str(raw(options))
    options = answer(
        await room.people[0].select(options, ["light"], custom_id=select_id(options, "theme"))
    )
    assert "tz:hints:" not in str(raw(options))


async def test_ratings_outside_leagues_are_made_and_deleted_at_once(
    room: Room, manager: simcord.MemberActor
) -> None:
    ana, bob = room.people[:2]
    await store_game(room.bot.store, (ana.id, bob.id), guild_id=room.guild.id)
    await count_games(room.bot.tables, rest=0)
    panel = answer(await manager.slash(room.channel, "settings"))
    assert "Ratings outside leagues**: off" in words(panel)
    panel = answer(await manager.click(panel, label="Give people ratings"))
    assert "Ratings outside leagues**: on" in words(panel)
    await room.env.settle()
    read = room.bot.store.read
    assert len(await read(stats.ratings_of, room.guild.id)) == 2
    await manager.click(panel, label="No ratings")
    await room.env.settle()
    assert await read(stats.ratings_of, room.guild.id) == []
    assert await settings_now(room) == ALONE


T = translator("en")


@dataclass(frozen=True)
class Feast:
    """Settings that nobody has."""

    host: int | None = None
    place: int | None = None
    drink: str | None = None
    dishes: tuple[str, ...] = ()
    music: bool = False


HOST = role("host", "Host", "host")
PLACE = role("place", "Place", "place", kind="channel")
DRINK: Setting[Feast] = one_of(
    "drink",
    "Drink",
    "drink",
    ("cocoa", "balche"),
    lambda t, one, _: Option(one, one.capitalize()),
    none=("host", "As the host likes: {drink}"),
)
DISHES: Setting[Feast] = Setting(
    "dishes",
    "Dishes",
    ("dishes",),
    lambda feast, value: replace(feast, dishes=tuple(value.split(",")) if value else ()),
    lambda t, feast: [Option("maize", "Maize"), Option("beans", "Beans")],
    lambda feast: feast.dishes,
    kind="several",
)


def music(kind: str) -> Setting[Feast]:
    """A button of this kind."""
    return on_or_off(
        "music", "", "music", on="Play", off="Stop", while_on="It plays.", kind=kind
    )  # fmt: skip


def shown(one: Setting[Any], feast: Feast, word: str = "", **known: str) -> dict[str, Any]:
    """What Discord is sent."""
    part = setting_menu(T, one, feast, "feast", 7, "stamp", word, known=known)
    return dict(part.to_component_dict())


@pytest.mark.parametrize(
    ("one", "field", "kind"), [(HOST, "host", 6), (PLACE, "place", 8)], ids=["role", "channel"]
)
def test_discords_own_menus(one: Setting[Feast], field: str, kind: int) -> None:
    """Of roles and of channels: what is chosen is shown, and may be taken away."""
    empty = shown(one, Feast())
    assert (empty["type"], empty["min_values"]) == (kind, 0) and not empty.get("default_values")
    chosen = setting_pressed(one, Feast(), pressed_as(empty["custom_id"], ("42",)))
    assert chosen == replace(Feast(), **{field: 42})
    filled = shown(one, chosen)
    assert [each["id"] for each in filled["default_values"]] in (["42"], [42])
    assert setting_pressed(one, chosen, pressed_as(filled["custom_id"])) == Feast()
    with pytest.raises(Refusal, match="out of date"):
        setting_pressed(one, chosen, pressed_as(filled["custom_id"], ("everybody",)))


def test_one_of_several_words_or_none() -> None:
    menu = shown(DRINK, Feast(), drink="Balche")
    labels = [(each["label"], bool(each.get("default"))) for each in menu["options"]]
    assert labels == [("As the host likes: Balche", True), ("Cocoa", False), ("Balche", False)]
    chosen = setting_pressed(DRINK, Feast(), pressed_as(menu["custom_id"], ("cocoa",)))
    assert chosen == Feast(drink="cocoa")
    assert setting_pressed(DRINK, chosen, pressed_as(menu["custom_id"], ("host",))) == Feast()
    with pytest.raises(Refusal, match="out of date"):
        setting_pressed(DRINK, chosen, pressed_as(menu["custom_id"], ("tea",)))


def test_several_at_once() -> None:
    menu = shown(DISHES, Feast(dishes=("beans",)))
    assert (menu["min_values"], menu["max_values"]) == (0, 2)
    chosen = setting_pressed(DISHES, Feast(), pressed_as(menu["custom_id"], ("maize", "beans")))
    assert chosen == Feast(dishes=("maize", "beans"))
    assert setting_pressed(DISHES, chosen, pressed_as(menu["custom_id"])) == Feast()


@pytest.mark.parametrize(
    ("kind", "label", "playing"), [("switch", "Stop", "Play"), ("action", "Play", "Stop")]
)
@pytest.mark.parametrize("word", ["", "l1.feast.music"])
def test_buttons(kind: str, label: str, playing: str, word: str) -> None:
    """A switch says what holds, an action what its press does; either chooses the other value."""
    one = music(kind)
    off = shown(one, Feast(), word)
    assert off["label"] == label
    chosen = setting_pressed(one, Feast(), pressed_as(off["custom_id"]))
    assert chosen == Feast(music=True) and one.lines(T, chosen) == ["It plays."]
    on = shown(one, chosen, word)
    assert on["label"] == playing
    assert setting_pressed(one, chosen, pressed_as(on["custom_id"])) == Feast()
    assert one.lines(T, Feast()) == () and one.said(T, Feast()) == ["Stop"]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the program writes to its log as JSON, everything down to DEBUG."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    set_up_logging(Settings(_env_file=None, log_level="DEBUG", log_format="json"))
    yield written
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def counted(registry: CollectorRegistry, figure: str, **labels: str) -> float:
    """A figure of the running bot; 0 if nothing was counted."""
    return registry.get_sample_value(figure, labels) or 0.0


async def test_about(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    shown = answer(await room.people[0].slash(room.channel, "about"))
    assert shown.ephemeral
    assert VERSION in words(shown)
    assert "in play: 1, waiting for players: 0" in words(shown)
    assert "Source" not in words(shown)


def test_source_is_named_where_it_is_set() -> None:
    lines = about_lines(
        ENGLISH, running=timedelta(days=3), playing=2, lobbies=1, source="https://example.org/bot"
    )
    assert "**Running for** 3 days" in lines
    assert lines[-1].endswith("https://example.org/bot")


async def test_log_lines_of_a_press_carry_trace_table_and_server(
    room: Room, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person reports the number; all that was logged for that press is found by it."""
    await begin_game(room.channel, room.people[:2])

    async def broken(*args: object) -> None:
        logging.getLogger("cogs").warning("about to fail")
        raise RuntimeError("secret words")

    monkeypatch.setattr("cogs.kit.buttons._HANDLERS", {"live": broken})
    log.truncate(0)
    log.seek(0)
    shown = words(answer(await room.people[0].click(list(public(room.channel))[-1], label="Board")))
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    before = next(line for line in lines if line["event"] == "about to fail")
    failed = next(line for line in lines if line["event"] == "error")
    assert failed["trace"] == before["trace"] and f"`{failed['trace']}`" in shown
    assert failed["table"] == before["table"] == 1
    assert failed["server"] == room.guild.id


async def test_debug_lines_have_no_tokens(room: Room, log: io.StringIO) -> None:
    """With the token of an interaction anybody could answer in the bot's name."""
    await new_game(room.channel, room.people[:2])
    await choose_tiles(room.people[0], room.channel)
    tokens = {
        request.path.split("/")[3]
        for request in room.env.http_requests
        if request.path.startswith(("/interactions/", "/webhooks/"))
    }
    assert tokens and log.getvalue()
    assert [token for token in tokens if token in log.getvalue()] == []


async def test_interactions_and_refusals_are_counted(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    await choose_tiles(room.people[0], room.channel)
    registry = room.bot.metrics.registry
    kind, name = "application_command", "tzolkin new"
    assert counted(registry, "tzolkin_interactions_total", kind=kind, name=name) == 1
    assert counted(registry, "tzolkin_interactions_total", kind="component", name="confirm") == 1
    assert counted(registry, "tzolkin_drawing_seconds_count", picture="draw_wheels") >= 1
    await room.people[3].slash(room.channel, "tribe")
    assert counted(registry, "tzolkin_refusals_total", code="no-own-seat") == 1


BEGINNINGS = (
    "learn:0::", "newgame:0::", "newgame:0::friends", "opentables:0::", "formoderators:0::",
)  # fmt: skip
"""What the buttons of the greeting do, in their order, for somebody new."""


def pressable(said: Message) -> list[str]:
    """The custom ids of a message's buttons, without what all have."""
    ids = [str(part.get("custom_id", "")) for part in raw(said) if part["type"] == 2]
    return [one.removeprefix("tz:") for one in ids]


@pytest.mark.english
@pytest.mark.parametrize("language", ["en-US", "de", "es-ES", "it", "pt-BR"])
async def test_help_is_the_greeting_in_every_language(
    room: Room, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    reader = room.people[0]
    reading(room, monkeypatch, {reader.id: language})
    shown = answer(await reader.slash(room.channel, "help"))
    assert shown.ephemeral and pressable(shown) == [*BEGINNINGS]
    assert len(set(labels(shown))) == len(BEGINNINGS)
    assert all(len(label) <= LONGEST_LABEL for label in labels(shown))
    assert len(words(shown).split()) <= 60
    t = translator(language)
    assert t.gettext("Invite friends") in labels(shown)
    assert (t.gettext("Invite friends") == "Invite friends") == (language == "en-US")


@pytest.mark.english
async def test_help_begins_with_ones_game_in_the_channel(room: Room) -> None:
    """Who is asked opens the turn from there; the other plans; who does not play reads how to
    begin."""
    people = room.people[:2]
    await begin_game(room.channel, people)
    actor = with_id(people, pinged(room.channel)[0])
    other = next(one for one in people if one != actor)
    mine, theirs, guest = [
        answer(await one.slash(room.channel, "help")) for one in (actor, other, room.people[2])
    ]
    assert labels(mine)[:5] == ["Your turn", "Hint", "Take back", "Board", "Rules"]
    assert labels(theirs)[:4] == ["Plan ahead", "Take back", "Board", "Rules"]
    assert words(mine).startswith("### Your game here\nIt is your turn")
    greens = [one["label"] for one in raw(mine) if one.get("style") == 3]
    assert greens == ["Your turn"]
    assert "Your game here" not in words(guest) and labels(guest)[0] == "Tutorial"
    assert "**Round 1**" in words(answer(await actor.click(mine, label="Your turn")))


async def test_help_begins_with_the_tutorial_until_it_is_done(room: Room) -> None:
    """The first button, which is the green one."""
    ana = room.people[0]

    async def first() -> str:
        shown = answer(await ana.slash(room.channel, "help"))
        one, other, *_ = [part for part in raw(shown) if part["type"] == 2]
        assert other["style"] == discord.ButtonStyle.secondary.value
        assert one["style"] == discord.ButtonStyle.success.value
        return str(one["label"])

    assert await first() == "Tutorial"
    await note_presses(room.bot.tables, ana.id, PRESSES - 1)
    assert await first() == "Tutorial"
    await note_presses(room.bot.tables, ana.id, PRESSES)
    assert await first() == "Play against a computer"
    lesson = answer(await ana.slash(room.channel, "tutorial"))
    assert "step 1 of" in words(lesson), "it can be done once more"


async def test_the_greetings_buttons_work_after_a_restart(room: Room) -> None:
    """The tutorial is private, and goes on where it was left; a game opens here, for friends
    without a computer."""
    await joins(room)
    await room.restart()
    [said], ana = room.channel.history(), room.people[0]
    assert pressable(said) == [*BEGINNINGS]
    lesson = answer(await ana.click(said, label="Tutorial"))
    assert lesson.ephemeral and "step 1 of" in words(lesson)
    [one] = [id for id in pressable(lesson) if id.startswith("learn:0::1")]
    lesson = answer(await ana.click(lesson, custom_id=f"tz:{one}"))
    assert "step 2 of" in words(lesson)
    again = answer(await ana.click(said, label="Tutorial"))
    assert again.ephemeral and again.id != lesson.id and "step 2 of" in words(again)
    assert pressable(room.channel.history()[0]) == [*BEGINNINGS], "others can press it, too"
    await ana.click(said, label="Invite friends")
    table = await room.bot.tables.table(1)
    assert table.status == "lobby" and [seat.computer for seat in table.seats] == [None]


async def test_a_game_against_a_computer_from_the_greeting(room: Room) -> None:
    await joins(room)
    [said] = room.channel.history()
    lobby = answer(await room.people[0].click(said, label="Play against a computer"))
    assert "Start" in labels(lobby)
    host, computer = (await room.bot.tables.table(1)).seats
    assert host.user_id == room.people[0].id
    assert computer.computer is not None and computer.computer.level == "easy"


async def test_others_read_who_can_set_it_up(room: Room, role: simcord.RoleHandle) -> None:
    await joins(room)
    [said] = room.channel.history()
    told = answer(await room.people[0].click(said, label="For moderators"))
    assert told.ephemeral and labels(told) == []
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None and f"<@{guild.owner_id}>" in words(told)
    await room.bot.tables.set_server_settings(
        room.guild.id, ServerSettings(moderator_roles=(role.id,))
    )
    mod = room.guild.add_member(room.env.create_user("mona"), roles=[role])
    assert labels(answer(await mod.click(said, label="For moderators"))) == ["Moderate"]


async def bot_may(room: Room, **permissions: bool) -> discord.Guild:
    """Change what the bot may do on the server; returns that, as the bot knows it."""
    guild = room.bot.get_guild(room.guild.id)
    assert guild is not None
    for one in guild.me.roles:
        changed = discord.Permissions(one.permissions.value)
        changed.update(administrator=False, **permissions)
        room.env.backend.edit_role(guild.id, one.id, {"permissions": changed.value})
    await settled(room)
    return guild


async def test_who_manages_the_server_mends_what_is_missing(
    room: Room, manager: simcord.MemberActor
) -> None:
    """Where the bot may give itself the permissions of a channel it does, at one press."""
    await bot_may(room, manage_roles=False)
    silent = discord.PermissionOverwrite(attach_files=False)
    narrow = room.guild.create_text_channel("narrow", overwrites={room.guild.me: silent})
    shown = answer(await manager.slash(narrow, "help"))
    check = answer(await manager.click(shown, label="For moderators"))
    assert check.id == shown.id and "❌ **Attach Files**" in words(check)
    assert "Moderators: everybody who can manage this server" in words(check)
    assert "Give the bot the permissions" not in labels(check), "only the channel's settings help"
    await bot_may(room, manage_roles=True)
    check = answer(await manager.click(check, label="Check again"))
    with_nothing = answer(await manager.click(check, label="Give the bot the permissions"))
    assert "All good: you can play here" in words(with_nothing)
    assert "Give the bot the permissions" not in labels(with_nothing)
    setup = answer(await manager.click(with_nothing, label="Who moderates"))
    assert setup.ephemeral and setup.id != check.id
    pages = answer(await manager.click(with_nothing, label="Settings of this server"))
    assert select_id(pages, "language")
    assert "Moderate" in words(answer(await manager.click(with_nothing, label="Moderate")))


async def test_what_its_role_lacks_is_given_by_the_invitation(
    room: Room, manager: simcord.MemberActor
) -> None:
    guild = await bot_may(room, attach_files=False)
    check = answer(await manager.slash(room.channel, "doctor"))
    [link] = [part["url"] for part in raw(check) if part.get("url")]
    assert f"guild_id={guild.id}" in link and "disable_guild_select=true" in link
    assert f"permissions={PERMISSIONS.value}" in link


async def test_a_moderators_role_is_made_mentionable(
    room: Room, manager: simcord.MemberActor, role: simcord.RoleHandle
) -> None:
    room.env.backend.edit_role(room.guild.id, role.id, {"mentionable": False})
    await bot_may(room, manage_roles=True, mention_everyone=False)
    await room.bot.tables.set_server_settings(
        room.guild.id, ServerSettings(moderator_roles=(role.id,))
    )
    await settled(room)
    check = answer(await manager.slash(room.channel, "doctor"))
    assert "I cannot mention" in words(check)
    [way] = [label for label in labels(check) if label.startswith("Let the bot mention")]
    check = answer(await manager.click(check, label=way))
    assert "I cannot mention" not in words(check) and way not in labels(check)


async def joins(room: Room, guild_id: int | None = None) -> None:
    guild = room.bot.get_guild(guild_id or room.guild.id)
    assert guild is not None
    greeting: Any = room.bot.get_cog("Greeting")
    await greeting.on_guild_join(guild)


async def test_once(room: Room) -> None:
    """Also after a restart, where Discord may say again that it came."""
    await joins(room)
    [said] = room.channel.history()
    assert "Unofficial" in words(said) and pressable(said) == [*BEGINNINGS]
    await joins(room)
    await room.restart()
    await joins(room)
    assert len(room.channel.history()) == 1
    assert room.env.errors == []


async def test_where_it_may_write(room: Room) -> None:
    """The first channel in which it may, or none."""
    silent = discord.PermissionOverwrite(send_messages=False)
    guild = room.env.create_guild("Others")
    first = guild.create_text_channel("rules", overwrites={guild.me: silent})
    other = guild.create_text_channel("games")
    await joins(room, guild.id)
    assert first.history() == [] and len(other.history()) == 1


async def test_switched_off(room: Room) -> None:
    room.bot.settings = room.bot.settings.model_copy(update={"greeting": False})
    await joins(room)
    assert room.channel.history() == []
