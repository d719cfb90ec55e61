"""Moderators are called when a season, or a request, waits for them: once, with a ping where
they read, and with the button for the very next act."""

from datetime import timedelta

import discord
import pytest
from simcord import ChannelHandle, MemberActor, RoleHandle

from bot.tables.settings import ServerSettings
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, words
from tests.cogs.moderators_page import (
    press_it,
)
from tests.cogs.seasons import (
    PAIRS,
    drawn,
    look,
    moderate,
    playing,
    texts,
    thread_of,
)
from tests.cogs.test_league_killed import Death, Killed, death  # noqa: F401
from tests.cogs.test_season_end import played
from tests.cogs.test_substitutes import pinged_in


@pytest.fixture
def role(room: Room) -> RoleHandle:
    """Moderators, who can be mentioned."""
    return room.guild.create_role("referees", mentionable=True)


@pytest.fixture
def place(room: Room) -> ChannelHandle:
    """Where moderators are called."""
    return room.guild.create_text_channel("referees-only")


async def name_them(
    room: Room, role: RoleHandle, place: ChannelHandle | None,
) -> None:  # fmt: skip
    chosen = ServerSettings(
        moderator_roles=(role.id,),
        moderators_channel=place.id if place else None,
    )  # fmt: skip
    await room.bot.tables.set_server_settings(room.guild.id, chosen)


def calls_with(channel: ChannelHandle, label: str) -> list[discord.Message]:
    """The messages with such a button."""
    return [one for one in channel.history() if label in labels(one)]


async def test_a_season_without_a_date_is_closed_from_the_call(
    room: Room, role: RoleHandle, place: ChannelHandle, maya: MemberActor
) -> None:
    """When its tables are over, and the days for disputes."""
    await name_them(room, role, place)
    season = await drawn(room, starts=room.bot.leagues.now() + timedelta(days=30), appeal_days=3)
    await look(room)
    assert not calls_with(place, "Close the season")
    await played(room, season)
    await look(room, days=2)
    assert not calls_with(place, "Close the season")
    assert any("then the moderators close the season" in told for told in texts(room.channel))
    await look(room, days=2)
    await room.restart()
    await look(room)
    [call] = calls_with(place, "Close the season")
    assert pinged_in(room, place.id, "roles") == [role.id]
    shown = answer(await maya.click(call, label="Close the season"))
    assert "First place" in words(shown)
    await press_it(maya, shown, None)
    assert (await room.bot.leagues.read(season.id)).state.phase == "finished"
    await look(room, days=5)
    assert len(calls_with(place, "Close the season")) == 1


async def test_a_late_end_shows_the_tables_privately(
    room: Room, role: RoleHandle, place: ChannelHandle, maya: MemberActor
) -> None:
    await name_them(room, role, place)
    await drawn(room, ends=room.bot.leagues.now() + timedelta(days=5))
    await look(room, days=6)
    await look(room, days=1)
    [call] = [one for one in place.history() if "still open" in words(one)]
    assert "Moderate" in labels(call) and pinged_in(room, place.id, "roles") == [role.id]
    assert not any("still open" in told for told in texts(room.channel))
    shown = answer(await maya.click(call, label="Moderate"))
    assert shown.ephemeral and "Tables finished: 0 of" in words(shown)
    assert "still open" in words(place.history()[0]), "the call stays as it is"


async def test_a_game_given_up_is_played_again_from_the_call(
    room: Room, role: RoleHandle, place: ChannelHandle, maya: MemberActor
) -> None:
    await name_them(room, role, place)
    season = await drawn(room, PAIRS)
    await look(room)
    first = (await playing(room, season))[1]
    await moderate(maya, thread_of(room, first), "end", counts="no")
    await look(room)
    await look(room)
    assert sum("ended without a result" in told for told in texts(room.channel)) == 1
    [call] = calls_with(place, "Have it played again")
    assert "ended without a result" in words(call) and "Remove it" in labels(call)
    await press_it(maya, answer(await maya.click(call, label="Have it played again")))
    await look(room)
    again = (await playing(room, season))[1]
    assert again.id != first.id


async def test_without_a_place_of_their_own_one_message_tells_everybody(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    await name_them(room, role, None)
    season = await drawn(room, PAIRS)
    await look(room)
    table = (await playing(room, season))[1]
    await moderate(maya, thread_of(room, table), "end", counts="no")
    await look(room)
    assert sum("ended without a result" in told for told in texts(room.channel)) == 1
    [call] = calls_with(room.channel, "Remove it")
    await press_it(maya, answer(await maya.click(call, label="Remove it")))
    assert (await room.bot.leagues.read(season.id)).state.voided == {1}
