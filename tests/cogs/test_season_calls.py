"""Moderators are called when a season, or a request, waits for them: once, with a ping where
they read, and with the button for the very next act."""

from datetime import timedelta

import discord
import pytest
from simcord import ChannelHandle, MemberActor, RoleHandle

from bot.tables.settings import ServerSettings
from tests.cogs.conftest import Room
from tests.cogs.driver import labels, tap, words
from tests.cogs.moderators_page import press_it
from tests.cogs.seasons import all_won, drawn, look, moderate, playing, state_of, texts, thread_of
from tests.cogs.test_substitutes import pinged_in


@pytest.fixture
def role(room: Room) -> RoleHandle:
    """Moderators, who can be mentioned."""
    return room.guild.create_role("referees", mentionable=True)


@pytest.fixture
async def place(room: Room, role: RoleHandle, maya: MemberActor) -> ChannelHandle:
    """Where moderators are called."""
    place = room.guild.create_text_channel("referees-only")
    chosen = ServerSettings(moderator_roles=(role.id,), moderators_channel=place.id)
    await room.bot.tables.set_server_settings(room.guild.id, chosen)
    return place


def calls_with(channel: ChannelHandle, label: str) -> list[discord.Message]:
    """The messages with such a button."""
    return [one for one in channel.history() if label in labels(one)]


async def test_a_season_without_a_date_is_closed_from_the_call(
    room: Room, role: RoleHandle, place: ChannelHandle, maya: MemberActor
) -> None:
    """When its tables are over, and the days for disputes."""
    await drawn(room, starts=room.wait() + timedelta(days=30), appeal_days=3)
    await look(room)
    assert not calls_with(place, "Close the season")
    await all_won(room)
    await look(room, days=2)
    assert not calls_with(place, "Close the season")
    assert any("then the moderators close the season" in told for told in texts(room.channel))
    await look(room, days=2)
    await room.restart()
    await look(room)
    [call] = calls_with(place, "Close the season")
    assert pinged_in(room, place.id, "roles") == [role.id]
    shown = await tap(maya, call, "Close the season")
    assert "First place" in words(shown)
    await press_it(maya, shown, None)
    assert (await state_of(room)).phase == "finished"
    await look(room, days=5)
    assert len(calls_with(place, "Close the season")) == 1


async def test_a_late_end_shows_the_tables_privately(
    room: Room, role: RoleHandle, place: ChannelHandle, maya: MemberActor
) -> None:
    await drawn(room, ends=room.wait() + timedelta(days=5))
    await look(room, days=6)
    await look(room, days=1)
    [call] = [one for one in place.history() if "still open" in words(one)]
    assert "Moderate" in labels(call) and pinged_in(room, place.id, "roles") == [role.id]
    assert not any("still open" in told for told in texts(room.channel))
    shown = await tap(maya, call, "Moderate")
    assert shown.ephemeral and "Tables finished: 0 of" in words(shown)
    assert "still open" in words(place.history()[0]), "the call stays as it is"


async def test_a_game_given_up_is_played_again_from_the_call(
    room: Room, role: RoleHandle, place: ChannelHandle, maya: MemberActor
) -> None:
    season = await drawn(room)
    await look(room)
    first = (await playing(room, season))[1]
    await moderate(maya, thread_of(room, first), "end", counts="no")
    await look(room)
    await look(room)
    assert sum("ended without a result" in told for told in texts(room.channel)) == 1
    [call] = calls_with(place, "Have it played again")
    assert "ended without a result" in words(call) and "Remove it" in labels(call)
    await press_it(maya, await tap(maya, call, "Have it played again"))
    await look(room)
    assert (await playing(room, season))[1].id != first.id


async def test_without_a_place_of_their_own_one_message_tells_everybody(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season = await drawn(room)
    await look(room)
    table = (await playing(room, season))[1]
    await moderate(maya, thread_of(room, table), "end", counts="no")
    await look(room)
    assert sum("ended without a result" in told for told in texts(room.channel)) == 1
    [call] = calls_with(room.channel, "Remove it")
    await press_it(maya, await tap(maya, call, "Remove it"))
    assert (await state_of(room)).voided == {1}
