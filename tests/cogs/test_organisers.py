"""Where organisers who play leave results and entries to others: what they are told, and who does
it then. Everywhere else they may do everything, in daylight."""

from dataclasses import replace

import discord
import pytest
import simcord

from bot.leagues import season_lifecycle
from bot.moderation import at_tables
from bot.seasons.events import Stage, Substituted
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, raw, words
from tests.cogs.moderators_page import WHY, acted, do, name_moderators, press_it, propose
from tests.cogs.seasons import (
    PAIRS,
    drawn,
    drawn_season,
    look,
    members,
    playing,
    season_of,
    settled,
    texts,
    thread_of,
)
from tests.cogs.test_undoing import press, the_log, undo
from tests.tables.acts import audit_log


@pytest.fixture
def ana(room: Room, role: simcord.RoleHandle) -> simcord.MemberActor:
    """Who plays in the season and moderates."""
    ana = room.guild.add_member(room.env.create_user("ana2"), roles=[role])
    room.people[0] = ana
    return ana


async def test_in_daylight_who_plays_does_everything_marked_and_told(
    room: Room, role: simcord.RoleHandle, ana: simcord.MemberActor, maya: simcord.MemberActor
) -> None:
    """And another moderator undoes it."""
    await name_moderators(room, role)
    season = await drawn(room)
    assert "audit log entry" in await do(room, ana, "void", table=1)
    await settled(room)
    said = "ana2** (plays in this season) removed table 1"
    assert any(said in told for told in texts(room.channel))
    assert "in their own season" in words(await the_log(room, maya))
    assert "audit log entry" in await undo(room, maya)
    assert not (await room.bot.leagues.read(season.id)).state.voided


async def test_who_plays_is_told_who_decides(
    room: Room, role: simcord.RoleHandle, ana: simcord.MemberActor, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await acted(room, maya)
    season = await drawn(room)
    await look(room)
    said = words(answer(await propose(ana, room.channel, "organisers", organisers="leave")))
    assert "audit log entry" in said
    log = words(await the_log(room, maya))
    assert (
        "Organisers who play: may do everything, in daylight → leave results and entries to others"
        in log
    )
    decides = f"others decide this: ask <@{maya.id}>"
    for act, filled in (
        ("void", {"table": 1}),
        ("result", {"table": 2, "points": "50 40"}),
        ("withdraw", {"person": room.people[1]}),
        ("organisers", {"organisers": "daylight"}),
    ):
        refused = words(answer(await propose(ana, room.channel, act, **filled)))
        assert decides in refused, act
    rivals = next(
        table for table in (await playing(room, season)).values() if table.seat_of(ana.id) is None
    )
    refused = await propose(ana, thread_of(room, rivals), "end", counts="yes")
    assert decides in words(answer(refused))
    assert "audit log entry" in words(
        answer(await propose(ana, thread_of(room, rivals), "note", reason=WHY))
    )

    assert "audit log entry" in await do(room, maya, "void", table=1)
    [entry, *_] = await audit_log(room.bot.tables, room.guild.id)
    assert decides in await press(room, ana, str(entry.id)), "nor does who plays undo it"
    assert (await room.bot.leagues.read(season.id)).state.voided == {1}
    await propose(maya, room.channel, "organisers", organisers="daylight")
    assert "audit log entry" in await do(room, ana, "void", table=2)


async def test_where_nobody_else_moderates_it_says_how_somebody_does(
    room: Room, role: simcord.RoleHandle, ana: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    season = await season_of(room)
    await propose(ana, room.channel, "organisers", organisers="leave")
    refused = words(answer(await propose(ana, room.channel, "draw")))
    assert "can name a moderator who does not play: /moderate setup" in refused
    settings = answer(await propose(ana, room.channel, "settings"))
    assert "Tables" in words(settings), "what leaves nothing to others can be changed"
    assert (await room.bot.leagues.read(season.id)).state.phase == "sign-up"


# --- beside the gate ------------------------------------------------------------------------------


async def test_setting_up_moderators_is_in_the_log(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    managers = room.guild.create_role(
        "managers", permissions=discord.Permissions(manage_guild=True)
    )
    olga = room.guild.add_member(room.env.create_user("olga"), roles=[managers])
    for options in ({"role": role}, {"channel": room.channel}, {"channel": room.channel}):
        await olga.slash(room.channel, "moderate setup", **options)
    log = words(answer(await maya.slash(room.channel, "moderate log")))
    assert f"moderators' channel: – → <#{room.channel.id}>" in log
    assert f"moderators: everybody who can manage this server → <@&{role.id}>" in log
    assert await at_tables.entries(room.bot.tables, room.guild.id) == 2, "nothing changed last"
    assert await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id) == []


async def test_only_the_leagues_moderators_end_its_games(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """Not people who may manage messages, though they end other games; with a reason and in the
    log, also by the button of before."""
    await name_moderators(room, role)
    season = await drawn(room)
    await look(room)
    janitors = room.guild.create_role(
        "janitors", permissions=discord.Permissions(manage_messages=True)
    )
    olga = room.guild.add_member(room.env.create_user("olga"), roles=[janitors])
    table = (await playing(room, season))[1]
    thread = thread_of(room, table)
    refused = answer(await olga.slash(thread, "tzolkin abandon", at_once=True))
    assert "Only the moderators" in words(refused)
    place = room.bot.get_partial_messageable(thread.id)
    await place.send(view=message(row([button("Press", "abandon", table.id, word="now")])))
    for actor in (olga, maya):
        assert (await actor.click(thread.history()[-1], label="Press")).acknowledged
    assert await room.bot.tables.table(table.id) == table
    assert await audit_log(room.bot.tables, room.guild.id) == []
    shown = answer(await maya.slash(thread, "tzolkin abandon", at_once=True))
    assert "entry 1" in await press_it(maya, shown)
    assert (await room.bot.tables.table(table.id)).status == "abandoned"
    [entry] = await audit_log(room.bot.tables, room.guild.id)
    assert (entry.act, entry.reason, entry.user_id) == ("end", WHY, maya.id)


async def test_a_substitute_with_two_places_is_asked_about(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """The one that is chosen is given up, with division and table in view; the other one stays."""
    await name_moderators(room, role)
    people = members(room, 6)
    rules = replace(PAIRS, division_size=3, stages=(Stage(games=2),), relegated=1, promoted=1)
    season = await drawn_season(room, people, rules)
    top, below = (drawn.entries for drawn in season.state.divisions)
    held, own = below[1], top[0]
    actors = {person.id: person for person in people}
    await do(room, maya, "substitute", person=actors[held], by=actors[own])
    asked = answer(await propose(maya, room.channel, "withdraw", person=actors[own]))
    options = asked_options(asked)
    assert [one["label"] for one in options] == [
        f"Division 1: the place of {actors[own].name}",
        f"Division 2: the place of {actors[held].name}",
    ]
    assert all("open tables: " in one["description"] for one in options)
    menu = next(c["custom_id"] for c in raw(asked) if c["type"] == 3)
    shown = answer(await maya.select(asked, [options[1]["value"]], custom_id=menu))
    await press_it(maya, shown)
    state = (await room.bot.leagues.read(season.id)).state
    assert state.withdrawn == {held} and state.holder(own) == own


async def test_each_of_many_places_can_be_chosen(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """A menu of Discord has 25 choices, and a substitute more places."""
    await name_moderators(room, role)
    people = members(room, 2 * 27)
    eve = room.guild.add_member(room.env.create_user("eve"))
    rules = replace(PAIRS, division_size=2, stages=(Stage(games=1),), promoted=0, relegated=0)
    season = await drawn_season(room, people, rules)
    held = [drawn.entries[0] for drawn in season.state.divisions]
    async with room.bot.leagues.open(season.id) as opened:
        for entry in held:
            opened.happen(Substituted(entry, eve.id, ""), by=maya.id)
    asked = answer(await propose(maya, room.channel, "withdraw", person=eve))
    menus = [c for c in raw(asked) if c["type"] == 3]
    assert [len(menu["options"]) for menu in menus] == [25, 2]
    last = menus[1]["options"][-1]
    assert last["label"].startswith("Division 27: ")
    shown = answer(await maya.select(asked, [last["value"]], custom_id=menus[1]["custom_id"]))
    await press_it(maya, shown)
    assert (await room.bot.leagues.read(season.id)).state.withdrawn == {held[-1]}


def asked_options(asked: simcord.ResponseMessage) -> list[dict[str, str]]:
    """The options of the menu of an answer."""
    return next(c["options"] for c in raw(asked) if c["type"] == 3)
