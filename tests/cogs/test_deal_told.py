"""A game that was over and is rewound: its secret has been told, and everybody is told so."""

import discord

from bot.tables import Moderator, ServerSettings
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, choose_tiles, new_game, words
from tests.cogs.moderators_page import propose, requests, turns_offered
from tests.cogs.test_every_button import play_to_the_end
from tests.tables.acts import audit_log, order_rewind

WARNING = "anybody who looked may know the order of the hidden stacks"


async def set_back(room: Room) -> tuple[str, str]:
    """A moderator sets the game back by its last turn: what was shown before, what the table was
    told."""
    role = room.guild.create_role("judges", permissions=discord.Permissions(manage_guild=True))
    judge = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    [newest, *_] = await turns_offered(judge, room.channel)
    shown = answer(await propose(judge, room.channel, "rewind", turn=newest["value"]))
    await judge.click(shown, label="Confirm")
    [told] = [words(m) for m in room.channel.history() if "rewound the game" in words(m)]
    return words(shown), told


async def test_after_the_end_it_is_said_before_and_to_all(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    await play_to_the_end(room)
    shown, told = await set_back(room)
    assert WARNING in shown
    assert WARNING in told
    [entry] = await audit_log(room.bot.tables, room.guild.id)
    assert entry.details["deal_told"] is True


async def test_while_it_goes_on_there_is_nothing_to_say(room: Room) -> None:
    await new_game(room.channel, room.people[:2])
    for person in room.people[:2]:
        await choose_tiles(person, room.channel)
    await room.people[0].slash(room.channel, "move", turn="place tikal; end")
    await room.people[1].slash(room.channel, "move", turn="place tikal; end")
    shown, told = await set_back(room)
    assert WARNING not in shown + told


async def test_the_second_moderator_is_told_before_confirming(room: Room) -> None:
    await room.bot.tables.set_server_settings(room.guild.id, ServerSettings(second_moderator=True))
    await new_game(room.channel, room.people[:2])
    await play_to_the_end(room)
    table = await room.bot.tables.table(1)
    asking = Moderator(room.people[3].id, room.guild.id)
    asked = await order_rewind(room.bot.tables, 1, asking, 0, table.version, "It was a slip.")
    assert asked.entry.status == "pending"

    role = room.guild.create_role("judges", permissions=discord.Permissions(manage_guild=True))
    second = room.guild.add_member(room.env.create_user("noah"), roles=[role])
    waiting = answer(await requests(second, room.channel))
    assert WARNING in words(waiting)
    await second.click(waiting, label="Confirm")
    told = [words(m) for m in room.channel.history() if "rewound the game" in words(m)]
    assert len(told) == 1 and WARNING in told[0]
