"""The settings of a server: /settings, who may change them, and what they change."""

from dataclasses import replace

import discord
import pytest
import simcord

from bot.statistics import count_games
from bot.store import stats
from bot.store import tables as stored
from bot.tables import ServerSettings
from cogs.kit.buttons import button, select
from cogs.kit.layout import message, row
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, button_id, labels, raw, select_id, words
from tests.statistics.games import store_game

ALONE = ServerSettings(second_moderator=False)
"""What the servers of these tests begin with."""


@pytest.fixture
def manager(room: Room) -> simcord.MemberActor:
    """Somebody who may manage the server."""
    role = room.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return room.guild.add_member(room.env.create_user("maya"), roles=[role])


async def server(room: Room) -> ServerSettings:
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
    assert "Turning wheels**: on" in words(panel)
    assert (await server(room)).animation
    assert labels(panel) == [
        "Show a still picture", "No reminders", "Rate people", "Allow web pages"
    ]  # fmt: skip
    panel = answer(await manager.click(panel, label="Show a still picture"))
    assert "Turning wheels**: off" in words(panel) and "Changed." in words(panel)
    assert not (await server(room)).animation
    panel = answer(await manager.click(panel, label="Let the wheels turn"))
    assert "Turning wheels**: on" in words(panel)
    assert await server(room) == ALONE


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
    assert await server(room) == replace(ALONE, animation=False)
    lobby = answer(await host.slash(other, "tzolkin new"))
    assert chosen(answer(await host.click(lobby, label="Options"))) == ["dark"]


async def test_its_buttons_work_after_a_restart(room: Room, manager: simcord.MemberActor) -> None:
    panel = answer(await manager.slash(room.channel, "settings"))
    await room.restart()
    panel = answer(await manager.click(panel, label="Show a still picture"))
    assert not (await server(room)).animation
    await room.restart()
    await manager.select(panel, ["light"], custom_id=select_id(panel, "colours"))
    assert await server(room) == replace(ALONE, animation=False, theme="light")


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
    assert await server(room) == ALONE


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
    assert await server(room) == ServerSettings(theme="light")


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
    assert "Reminders without a clock**: on" in words(panel)
    panel = answer(await manager.click(panel, label="No reminders"))
    assert "Reminders without a clock**: off" in words(panel)
    assert not (await server(room)).reminders
    await manager.slash(room.channel, "tzolkin new")
    assert not (await room.bot.tables.table(1)).options.reminders
    panel = answer(await manager.click(panel, label="Remind people"))
    assert (await server(room)).reminders


async def test_how_strong_hints_are(room: Room, manager: simcord.MemberActor) -> None:
    """Without them new games have none, and cannot switch them on."""
    panel = answer(await manager.slash(room.channel, "settings"))
    assert (await server(room)).hints == "medium"
    lobby = answer(await room.people[0].slash(room.channel, "tzolkin new"))
    assert select_id(answer(await room.people[0].click(lobby, label="Options")), "hints")
    panel = answer(await manager.select(panel, ["hard"], custom_id=select_id(panel, "hintlevel")))
    assert await server(room) == replace(ALONE, hints="hard")
    await manager.select(panel, ["off"], custom_id=select_id(panel, "hintlevel"))
    assert await server(room) == replace(ALONE, hints="off")
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
    panel = answer(await manager.click(panel, label="Rate people"))
    assert "Ratings outside leagues**: on" in words(panel)
    await room.env.settle()
    read = room.bot.store.read
    assert len(await read(stats.ratings_of, room.guild.id)) == 2
    await manager.click(panel, label="No ratings")
    await room.env.settle()
    assert await read(stats.ratings_of, room.guild.id) == []
    assert await server(room) == ALONE
