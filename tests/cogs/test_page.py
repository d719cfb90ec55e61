"""The moderators' page: who sees it, what it offers, and how much a whole season asks of somebody
who knows no command but the first."""

import simcord

from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, words
from tests.cogs.league_seasons import members
from tests.cogs.moderators_page import acts_offered, choose_act, filled_in, open_page
from tests.cogs.season_commands import name_moderators
from tests.cogs.season_tables import play_out, playing, settled
from tests.cogs.test_season_presses import Counted

GOAL = 20


async def test_a_season_of_eight_from_founding_to_close(
    room: Room, role: simcord.RoleHandle
) -> None:
    await name_moderators(room, role)
    people = members(room, 8)
    maya = Counted(room.guild.add_member(room.env.create_user("maya"), roles=[role]))
    page = answer(await maya.slash(room.channel, "moderate page"))
    form = await choose_act(maya, page, "found")
    wizard = await filled_in(maya, form, name="The long count", channel=room.channel)
    await maya.click(answer(wizard), label="Create")
    posted = room.channel.last_message
    assert posted is not None and {"Sign up", "Moderate"} <= set(labels(posted))
    for person in people:
        await person.click(posted, label="Sign up")
    page = answer(await maya.click(posted, label="Moderate"))
    shown = answer(await maya.click(page, label="Draw the divisions"))
    await maya.click(shown, label="Do it")
    await settled(room)
    season = await room.bot.leagues.read(1)
    assert season.state.phase == "running" and len(season.state.division_of) == 8
    while tables := await playing(room, season):
        for table in tables.values():
            await play_out(room, table.id)
        season = await room.bot.leagues.read(1)
    page = answer(await maya.click(posted, label="Moderate"))
    shown = answer(await maya.click(page, label="Close the season"))
    assert "First place" in words(shown)
    await maya.click(shown, label="Do it")
    assert (await room.bot.leagues.read(1)).state.phase == "finished"
    presses = sum(maya.done.values())
    print(f"\nfounding to close of 8 players: {presses} {dict(maya.done)}")
    assert presses <= GOAL, maya.done


async def test_who_is_no_moderator_is_refused(room: Room, role: simcord.RoleHandle) -> None:
    await name_moderators(room, role)
    said = answer(await room.people[0].slash(room.channel, "moderate page"))
    assert said.ephemeral and "Only the moderators" in words(said)


async def test_only_what_is_possible_is_offered(room: Room, role: simcord.RoleHandle) -> None:
    await name_moderators(room, role)
    maya = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    assert set(acts_offered(await open_page(maya, room.channel))) == {"found"}
