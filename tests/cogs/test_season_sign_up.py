"""Who may sign up for a season, and what moderators do about it before the draw."""

from datetime import timedelta

import discord
import simcord

from bot.leagues.people import MOST_CHANGES
from bot.store import leagues as stored
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, words
from tests.cogs.season_commands import do, found, name_moderators, new_season
from tests.cogs.season_tables import texts
from tests.tables.acts import audit_log


async def opened(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> discord.Message:
    """A season for which nobody has signed up; its message."""
    await name_moderators(room, role)
    await found(room, maya)
    await new_season(room, maya)
    posted = room.channel.last_message
    assert posted is not None
    return posted


async def test_who_is_banned_during_the_sign_up_is_signed_off(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    posted = await opened(room, role, maya)
    for person in room.people:
        await person.click(posted, label="Sign up")
    ana = room.people[0]
    shown = answer(await maya.slash(room.channel, "season ban", person=ana))
    assert "is signed off" in words(shown)
    assert "Done" in await do(room, maya, "ban", person=ana)
    state = (await room.bot.leagues.read(1)).state
    assert ana.id not in state.signed_up and len(state.signed_up) == len(room.people) - 1
    assert "closed this league" in words(answer(await ana.click(posted, label="Sign up")))
    await do(room, maya, "draw", None)
    assert ana.id not in (await room.bot.leagues.read(1)).state.division_of


async def test_moderators_sign_people_up_and_off(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await opened(room, role, maya)
    ana = room.people[0]
    assert "Done" in words(answer(await maya.slash(room.channel, "season sign", person=ana)))
    assert (await room.bot.leagues.read(1)).state.signed_up == (ana.id,)
    assert any("signed **ana** up" in told for told in texts(room.channel))
    said = words(answer(await maya.slash(room.channel, "season sign", person=ana)))
    assert "has signed up already" in said
    options = {"person": ana, "way": "off"}
    assert "Done" in words(answer(await maya.slash(room.channel, "season sign", **options)))
    assert (await room.bot.leagues.read(1)).state.signed_up == ()
    said = words(answer(await maya.slash(room.channel, "season sign", **options)))
    assert "has not signed up" in said
    acts = [entry.act for entry in await audit_log(room.bot.tables, room.guild.id)]
    assert acts[:2] == ["season-sign-off", "season-sign-up"]
    await do(room, maya, "ban", person=ana)
    said = words(answer(await maya.slash(room.channel, "season sign", person=ana)))
    assert "closed this league" in said, "a ban is lifted, not walked round"


async def test_signing_up_and_off_has_an_end(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    posted = await opened(room, role, maya)
    ana = room.people[0]
    for _ in range(MOST_CHANGES // 2 + 3):
        for label in ("Sign up", "Sign off"):
            last = await ana.click(posted, label=label)
    assert "come back tomorrow" in words(answer(last))
    log = await room.bot.store.read(stored.events_from, 1)
    assert len(log) == 1 + MOST_CHANGES
    await room.people[1].click(posted, label="Sign up")
    assert (await room.bot.leagues.read(1)).state.signed_up == (room.people[1].id,)
    room.wait.ahead += timedelta(days=1, minutes=1)
    await ana.click(posted, label="Sign up")
    assert ana.id in (await room.bot.leagues.read(1)).state.signed_up
