"""What one moderator cannot decide alone: what changes a league's results, and anything in a season
in which the moderator plays."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import discord
import pytest
import simcord

from bot.leagues import people as people_of
from bot.leagues import season_lifecycle
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import TakeSeat, Withdraw
from bot.leagues.season_transaction import SeasonView
from bot.model.server import Moderator
from bot.moderation import at_tables, desk
from bot.refusal import Refusal
from bot.seasons.events import Substituted
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from cogs.moderation.second import call_for_requests
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.moderators_page import (
    WHY,
    acted,
    choose,
    do,
    name_moderators,
    press_it,
    propose,
    requests,
)
from tests.cogs.seasons import (
    PAIRS,
    drawn,
    drawn_season,
    look,
    members,
    moderate,
    play,
    playing,
    season_of,
    settled,
    texts,
    thread_of,
)
from tests.cogs.test_league_killed import Death, Killed, death  # noqa: F401
from tests.tables.acts import audit_log


@pytest.fixture
def playing_moderator(room: Room, role: simcord.RoleHandle) -> simcord.MemberActor:
    """Ana, who plays in the season and moderates."""
    ana = room.guild.add_member(room.env.create_user("ana2"), roles=[role])
    room.people[0] = ana
    return ana


async def confirm(room: Room, moderator: simcord.MemberActor, label: str = "Confirm") -> str:
    """The newest request is confirmed, or refused; the answer."""
    waiting = answer(await requests(moderator, room.channel))
    return words(answer(await moderator.click(waiting, label=label)))


async def season_now(room: Room, season: SeasonView) -> SeasonView:
    return await room.bot.leagues.read(season.id)


async def test_the_rule_covers_all_that_changes_a_result(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role, second=True)
    season = await drawn(room, replace(PAIRS, late_entry=True))
    await look(room)
    before = await season_now(room, season)
    bob, eve = room.people[1], members(room, 5)[4]
    for command, options in (
        ("withdraw", {"person": bob}),
        ("substitute", {"person": bob, "by": eve}),
        ("late", {"person": eve}),
        ("ban", {"person": eve}),
        ("adjust", {"person": bob, "points": "1.0"}),
        ("void", {"table": 1}),
    ):
        assert "Another moderator must confirm" in await do(room, maya, command, **options), command
    [number, *_] = await playing(room, season)
    table = (await playing(room, season))[number]
    thread = thread_of(room, table)
    assert "Another moderator must confirm" in await moderate(maya, thread, "end", counts="yes")
    assert await season_now(room, season) == before
    assert await room.bot.tables.table(table.id) == table


async def test_who_plays_decides_nothing_alone(
    room: Room,
    role: simcord.RoleHandle,
    playing_moderator: simcord.MemberActor,
    maya: simcord.MemberActor,
    noah: simcord.MemberActor,
) -> None:
    """Though the server asks for no second moderator; nor can another player confirm it."""
    await name_moderators(room, role)
    await acted(room, maya)
    season = await drawn(room)
    ana, bob = playing_moderator, room.people[1]
    shown = words(answer(await propose(ana, room.channel, "withdraw", person=bob)))
    assert "Another moderator must confirm it." in shown
    said = await do(room, ana, "withdraw", person=bob)
    assert "Another moderator must confirm" in said and "You play in this season" in said
    assert not (await season_now(room, season)).state.withdrawn
    assert "Another moderator must confirm" in await confirm(room, ana)
    assert "audit log entry" in await do(room, maya, "substitute", person=bob, by=noah)
    assert "You play there" in await confirm(room, noah)
    assert "audit log entry" in await confirm(room, maya)
    assert (await season_now(room, season)).state.withdrawn == {bob.id}


async def test_before_the_draw_who_plays_acts_alone_marked_and_told(
    room: Room, role: simcord.RoleHandle, playing_moderator: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await season_of(room)
    ana, eve = playing_moderator, members(room, 5)[4]
    said = words(answer(await propose(ana, room.channel, "up", person=eve)))
    assert "audit log entry" in said
    assert "ana2** (plays in this season) signed **player 0** up" in texts(room.channel)[-1]
    page = answer(await propose(ana, room.channel, "draw"))
    await press_it(ana, page, None)
    await settled(room)
    told = [one for one in texts(room.channel) if "has drawn the season" in one]
    assert "ana2** (plays in this season) has drawn the season" in told[-1]
    log = words(answer(await ana.slash(room.channel, "moderate log")))
    assert log.count("in their own season") == 2


async def set_once(actor: simcord.MemberActor, room: Room, once: str) -> str:
    """Another number of tables at once is saved in the settings; the page then."""
    page = answer(await propose(actor, room.channel, "settings"))
    page = await choose(actor, page, "once", once)
    return words(answer(await actor.click(page, label="Save changes")))


async def test_after_the_draw_who_plays_changes_no_settings_alone(
    room: Room,
    role: simcord.RoleHandle,
    playing_moderator: simcord.MemberActor,
    maya: simcord.MemberActor,
    noah: simcord.MemberActor,
) -> None:
    """But for the dates. What is confirmed later undoes nothing that was changed meanwhile."""
    await name_moderators(room, role)
    season = await drawn(room, at_once=2)
    ana = playing_moderator
    assert "Another moderator must confirm" in await set_once(ana, room, "3")
    assert (await season_now(room, season)).settings.at_once == 2

    page = answer(await propose(maya, room.channel, "settings"))
    form = await maya.click(page, label="Dates")
    await maya.submit_modal(form, {"ends": "2026-05-01", "appeals": "4"})
    page = answer(await propose(maya, room.channel, "settings"))
    page = answer(await maya.click(page, label="Save changes"))
    assert "Saved" in words(page), "no player, and no second moderator is wanted"
    assert "audit log entry" in await confirm(room, noah)
    now = (await season_now(room, season)).settings
    assert (now.at_once, now.appeal_days) == (3, 4)

    page = answer(await propose(ana, room.channel, "settings"))
    form = await ana.click(page, label="Dates")
    page = answer(await ana.submit_modal(form, {"ends": "2026-06-01", "appeals": "4"}))
    assert "Saved" in words(answer(await ana.click(page, label="Save changes")))

    await name_moderators(room, role, second=True)
    assert "Another moderator must confirm" in await set_once(maya, room, "1")


async def test_who_plays_does_not_end_the_days_for_disputes_alone(
    room: Room,
    role: simcord.RoleHandle,
    playing_moderator: simcord.MemberActor,
    maya: simcord.MemberActor,
) -> None:
    await name_moderators(room, role)
    season = await drawn(room)
    await play(room, season)
    assert "Another moderator must confirm" in await do(room, playing_moderator, "close", None)
    assert "audit log entry" in await confirm(room, maya)
    assert (await season_now(room, season)).state.phase == "finished"


async def test_a_rivals_seat_is_not_given_away_alone(
    room: Room,
    role: simcord.RoleHandle,
    playing_moderator: simcord.MemberActor,
    maya: simcord.MemberActor,
) -> None:
    await name_moderators(room, role)
    season = await drawn(room)
    await look(room)
    found = await playing(room, season)
    rivals = next(table for table in found.values() if table.seat_of(playing_moderator.id) is None)
    thread = thread_of(room, rivals)
    said = await moderate(playing_moderator, thread, "replace", seat=0)
    assert "Another moderator must confirm" in said
    noted = answer(await propose(playing_moderator, thread, "note", reason=WHY))
    assert "audit log entry" in words(noted)
    assert (await room.bot.tables.table(rivals.id)).seats == rivals.seats
    await confirm(room, maya)
    assert (await room.bot.tables.table(rivals.id)).seats[0].computer
    [entry] = [
        one
        for one in await audit_log(room.bot.tables, room.guild.id)
        if one.act == "season-withdraw"
    ]
    assert (entry.user_id, entry.settled_by) == (playing_moderator.id, maya.id)
    assert entry.season_id == season.id


async def test_where_nobody_is_free_the_servers_manager_decides_and_it_is_marked(
    room: Room, role: simcord.RoleHandle, playing_moderator: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    managers = room.guild.create_role(
        "managers", permissions=discord.Permissions(manage_guild=True)
    )
    olga = room.guild.add_member(room.env.create_user("olga"), roles=[managers])
    room.people[2] = olga
    season = await drawn(room)
    ana, bob = playing_moderator, room.people[1]
    await do(room, ana, "withdraw", person=bob)
    assert "players may object until" in await confirm(room, olga)
    assert not (await season_now(room, season)).state.withdrawn, "a moderator may be unknown"
    room.wait.ahead += timedelta(hours=24)
    assert "audit log entry" in await confirm(room, olga)
    assert (await season_now(room, season)).state.withdrawn == {bob.id}
    log = words(answer(await ana.slash(room.channel, "moderate log")))
    assert "confirmed after 24 hours without an objection, by somebody who plays" in log
    standings = words(answer(await bob.slash(room.channel, "league standings")))
    assert "nobody objected; confirmed by somebody who plays" in standings
    assert "removed from the season (1)" in standings
    told = [one for one in texts(room.channel) if "removed" in one]
    assert "by somebody who plays" in told[-1]


async def test_the_manager_decides_only_where_nobody_else_could(
    room: Room,
    role: simcord.RoleHandle,
    playing_moderator: simcord.MemberActor,
    maya: simcord.MemberActor,
) -> None:
    await name_moderators(room, role)
    managers = room.guild.create_role(
        "managers", permissions=discord.Permissions(manage_guild=True)
    )
    olga = room.guild.add_member(room.env.create_user("olga"), roles=[managers])
    season = await drawn(room)
    await do(room, maya, "void", table=1)  # so that maya is known as a moderator
    await do(room, playing_moderator, "void", table=2)
    assert "only when no moderator is free" in await confirm(room, olga)
    assert 2 not in (await season_now(room, season)).state.voided
    assert "audit log entry" in await confirm(room, maya)
    assert {1, 2} == (await season_now(room, season)).state.voided


async def test_setting_up_moderators_is_in_the_log(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    managers = room.guild.create_role(
        "managers", permissions=discord.Permissions(manage_guild=True)
    )
    olga = room.guild.add_member(room.env.create_user("olga"), roles=[managers])
    for options in ({"role": role, "second": True}, {"second": False}, {"second": False}):
        await olga.slash(room.channel, "moderate setup", **options)
    log = words(answer(await maya.slash(room.channel, "moderate log")))
    assert "second moderator: on → off" in log and "second moderator: off → on" in log
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
    rules = replace(PAIRS, division_size=3, games=2, relegated=1, promoted=1)
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
    rules = replace(PAIRS, division_size=2, games=1, promoted=0, relegated=0)
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
    assert (await season_now(room, season)).state.withdrawn == {held[-1]}


def asked_options(asked: simcord.ResponseMessage) -> list[dict[str, str]]:
    """The options of the menu of an answer."""
    return next(c["options"] for c in raw(asked) if c["type"] == 3)


async def test_a_player_objects_where_nobody_else_is_known(
    room: Room,
    role: simcord.RoleHandle,
    playing_moderator: simcord.MemberActor,
    maya: simcord.MemberActor,
) -> None:
    """The players are told, in the league's channel; an objection holds the act beyond the 24
    hours, through a restart, until somebody decides who does not play."""
    await name_moderators(room, role)
    season = await drawn(room)
    ana, bob, cleo = playing_moderator, room.people[1], room.people[2]
    await do(room, ana, "withdraw", person=bob)
    [told] = [one for one in room.channel.history() if "Object" in labels(one)]
    assert "removed from the season" in words(told) and bob.name in words(told)
    refused = answer(await maya.click(told, label="Object"))
    assert refused.ephemeral and "Only its players can object" in words(refused)
    assert "asked for this yourself" in words(answer(await ana.click(told, label="Object")))
    assert "You have objected" in words(answer(await cleo.click(told, label="Object")))
    assert "has already objected" in words(answer(await bob.click(told, label="Object")))
    await room.restart()
    await look(room)
    assert len([one for one in room.channel.history() if "Object" in labels(one)]) == 1
    await look(room, hours=25)
    assert not [one for one in room.channel.history() if "Nobody has objected" in words(one)]
    assert "A player has objected" in await confirm(room, ana)
    assert "cleo** has objected" in words(answer(await maya.slash(room.channel, "moderate log")))
    assert "audit log entry" in await confirm(room, maya)
    assert (await season_now(room, season)).state.withdrawn == {bob.id}
    assert not [one for one in room.channel.history() if "Object" in labels(one)]


async def test_no_owner_confirms_the_own_result(room: Room) -> None:
    """Found: an owner on a server without named roles confirmed the correction of his own result,
    though two other administrators were there, of whom the bot knew nothing."""
    managers = room.guild.create_role(
        "managers", permissions=discord.Permissions(manage_guild=True)
    )
    owner, other = (
        room.guild.add_member(room.env.create_user(name), roles=[managers])
        for name in ("olga", "otto")
    )
    room.people[0] = owner
    season = await drawn(room)
    await look(room)
    assert "Another moderator must confirm" in await do(
        room, owner, "adjust", person=owner, points="1.0"
    )
    assert "Another moderator must confirm" in await confirm(room, owner)
    assert not (await season_now(room, season)).state.adjustments
    assert "audit log entry" in await confirm(room, other)


async def test_a_listed_moderator_frees_no_seat_for_himself(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """Found: a moderator listed as a substitute withdrew the leader, and took the seat, alone."""
    await name_moderators(room, role)
    season = await drawn(room)
    bob, leagues = room.people[1], room.bot.leagues
    await people_of.list_substitute(leagues, season.id, maya.id, on=True)
    assert "Another moderator must confirm" in await do(room, maya, "withdraw", person=bob)
    await people_of.list_substitute(leagues, season.id, maya.id, on=False)
    moderator = Moderator(maya.id, room.guild.id)
    await desk.do(InSeason(leagues, season.id), moderator, Withdraw(bob.id), WHY)
    await people_of.list_substitute(leagues, season.id, maya.id, on=True)
    by_rule = Moderator(room.bot.user.id if room.bot.user else 0, room.guild.id)
    act = TakeSeat(bob.id, bob.id, maya.id)
    with pytest.raises(Refusal) as refused:
        await desk.do(InSeason(leagues, season.id), by_rule, act, WHY)
    assert refused.value.code == "freed-by-you"


async def test_no_role_taken_out_or_added_shortens_the_wait(
    room: Room, role: simcord.RoleHandle, playing_moderator: simcord.MemberActor
) -> None:
    """Found: whoever took the last role out of the setup was a moderator then, and confirmed at
    once. Nor is anybody made a moderator of what waits already."""
    await name_moderators(room, role)
    managing = discord.Permissions(manage_guild=True)
    managers = room.guild.create_role("managers", permissions=managing)
    friends = room.guild.create_role("friends")
    olga = room.guild.add_member(room.env.create_user("olga"), roles=[managers])
    finn = room.guild.add_member(room.env.create_user("finn"), roles=[friends])
    season = await drawn(room)
    ana, bob = playing_moderator, room.people[1]
    await do(room, ana, "withdraw", person=bob)
    await olga.slash(room.channel, "moderate setup", role=role)
    assert "players may object until" in await confirm(room, olga)
    await olga.slash(room.channel, "moderate setup", role=friends)
    assert "players may object until" in await confirm(room, finn)
    assert not (await season_now(room, season)).state.withdrawn
    room.wait.ahead += timedelta(hours=24)
    assert "audit log entry" in await confirm(room, olga)


async def test_players_must_have_been_told_and_moderators_are_reminded(
    room: Room, role: simcord.RoleHandle, playing_moderator: simcord.MemberActor
) -> None:
    """Found: where the bot could not write, nobody could object, and the time ran all the same.
    What is told is told once, whenever the program is stopped."""
    await name_moderators(room, role)
    season = await drawn(room)
    ana, bob = playing_moderator, room.people[1]
    for _ in range(2):
        room.env.inject_error(
            "POST", f"/channels/{room.channel.id}/messages", status=403, code=50013
        )
    await do(room, ana, "withdraw", person=bob)
    room.wait.ahead += timedelta(hours=48)
    assert "players must be told first" in await confirm(room, ana)
    await look(room)
    for _ in range(2):
        await room.restart()
        await look(room, hours=11)
        assert "players may object until" in await confirm(room, ana)
    for _ in range(2):
        await look(room, hours=1)
        await room.restart()
    shown = [one for one in room.channel.history() if "Object" in labels(one)]
    over = [one for one in room.channel.history() if "Nobody has objected" in words(one)]
    assert (len(shown), len(over)) == (1, 1)
    page = answer(await ana.click(over[0], label="Take a look"))
    assert "audit log entry" in words(answer(await ana.click(page, label="Confirm")))
    assert (await season_now(room, season)).state.withdrawn == {bob.id}
    shown = [one for one in room.channel.history() if {"Object", "Take a look"} & set(labels(one))]
    assert not shown


@pytest.mark.parametrize("after", range(1, 5))
async def test_killed_at_every_moment_of_a_request(
    room: Room,
    role: simcord.RoleHandle,
    playing_moderator: simcord.MemberActor,
    death: Death,  # noqa: F811
    after: int,
) -> None:
    """What was asked for is told once to players and moderators, with a day for objections."""
    await name_moderators(room, role)
    season = await drawn(room)
    ana, bob = playing_moderator, room.people[1]
    death.left = after
    with suppress(Killed):
        asks = Moderator(ana.id, room.guild.id)
        await desk.do(InSeason(room.bot.leagues, season.id), asks, Withdraw(bob.id), WHY)
        await call_for_requests(room.bot)
    assert death.over()
    await room.restart()
    await look(room)
    await look(room)
    for label in ("Object", "Take a look"):
        assert len([one for one in room.channel.history() if label in labels(one)]) == 1
    assert "players may object until" in await confirm(room, ana)
    await look(room, hours=24)
    assert "audit log entry" in await confirm(room, ana)
