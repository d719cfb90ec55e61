"""Whatever moderators do to a season is told in its league's channel with buttons to undo it and to
the log, which everybody can open; no move of the league and no deleted message hides it. In that
daylight organisers who play may do everything; where they leave results and entries to others, they
are told who does it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, MemberActor, ResponseMessage, RoleHandle

from bot.clocks import DaysClock, LiveClock, TimeRules
from bot.leagues import acting, season_lifecycle
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import Ban, Withdraw
from bot.model.server import AuditEntry, EntryStatus
from bot.moderation import desk
from bot.seasons.events import Stage
from bot.store import leagues as stored
from bot.store import outbox
from bot.tables import Person, ServerSettings, Table
from bot.text.translation import translator
from cogs.kit.members import Names
from cogs.leagues.league_channel import tell_season
from cogs.moderation.audit_log import act_buttons, entry_lines
from cogs.telling.dispatcher import tell_server
from cogs.telling.moderators_called import call_moderators_there
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, tap, times_told, with_id, words
from tests.cogs.moderators_page import (
    WHY,
    acts_offered,
    do,
    filled_in,
    menus,
    name_moderators,
    open_page,
    press_it,
    press_old,
    propose,
)
from tests.cogs.seasons import (
    PAIRS,
    drawn,
    drawn_season,
    look,
    looked_up,
    members,
    moderate,
    play,
    playing,
    season_of,
    settled,
    state_of,
    texts,
    thread_of,
)
from tests.cogs.test_league_killed import Death, death, moderator  # noqa: F401
from tests.cogs.test_league_night import begun
from tests.cogs.test_undoing import press, the_log, undo
from tests.leagues.changes import create_league
from tests.tables.acts import audit_log, join, open_lobby, start


async def moved(room: Room, maya: MemberActor, name: str = "hidden") -> ChannelHandle:
    """The channel of this name, into which a moderator moves the league."""
    channel = room.guild.create_text_channel(name)
    await propose(maya, room.channel, "move", home=channel)
    await settled(room)
    return channel


async def opened(reader: MemberActor, told: Any) -> ResponseMessage:
    """The log behind the button of a message."""
    shown = answer(await reader.click(told, label="Log"))
    assert shown.ephemeral
    return shown


async def test_everybody_reads_it_and_moderators_undo_it(room: Room, maya: MemberActor) -> None:
    _, table = await begun(room)
    ana, bob, *_ = room.people
    assert "audit log entry" in await do(room, maya, "withdraw", person=bob)
    told = room.channel.history()[-1]
    assert {"Undo", "Log"} <= set(labels(told))
    said = words(told)
    assert "maya" in said and "bob" in said and WHY in said and "plays → has left" in said

    shown = await opened(ana, told)
    assert "removed from the season" in words(shown) and WHY in words(shown)
    assert menus(shown, "modundo") == [], "players only read"
    refused = answer(await ana.click(told, label="Undo"))
    assert refused.ephemeral and "Only the moderators" in words(refused)
    assert menus(await opened(maya, told), "modundo") != []

    form = await maya.click(told, label="Undo")
    preview = answer(await maya.submit_modal(form, {"reason": "The wrong one."}))
    assert "audit log entry" in await press_it(maya, preview)
    await settled(room)
    state = await state_of(room)
    assert bob.id in state.holders and bob.id not in state.withdrawn
    [back] = [one for one in room.channel.history() if "The wrong one." in words(one)]
    assert {"Undo", "Log"} <= set(labels(back)), "undoing is told as well"

    # what is done at a table of the season
    await moderate(maya, thread_of(room, table), "end", counts="yes")
    await settled(room)
    [told] = [one for one in room.channel.history() if "ended the game" in words(one)]
    assert "Table 1" in words(told) and "in play → finished" in words(told)
    assert "game ended early" in words(await opened(ana, told))


@pytest.mark.parametrize(
    ("act", "details", "shown"),
    [
        ("season-draw", {}, ["Log"]),
        ("season-withdraw", {}, ["Undo", "Log"]),
        ("season-sign-up", {}, ["Undo", "Log"]),
        ("season-sign-up", {"here": True}, ["Log"]),
        ("rewind", {}, ["Log"]),
        ("end", {}, ["Undo", "Log"]),
        ("pause", {}, ["Log"]),
        ("league-new", {}, ["Log"]),
        ("league-found", {"was_channel": 3}, ["Undo", "Log"]),
        ("league-rename", {}, ["Undo", "Log"]),
        ("league-delete", {}, ["Log"]),
        ("setup", {}, ["Undo", "Log"]),
    ],
)  # fmt: skip
async def test_what_nothing_undoes_has_no_button_for_it(
    act: str, details: dict[str, int], shown: list[str]
) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    entry = AuditEntry(7, 1, None, at, 5, act, WHY, details, False)
    buttons = act_buttons(translator("en"), entry, 1, 1)
    assert [one.label for one in buttons.children] == shown


@pytest.mark.parametrize(
    ("status", "said"), [("done", "approved by **noah**"), ("refused", "refused by **noah**")]
)
def test_a_request_of_older_versions_says_who_approved_or_refused_it(
    status: EntryStatus, said: str
) -> None:
    """And nothing of what it did, as it changed nothing."""
    at, same = datetime(2026, 1, 1, tzinfo=UTC), {"was": {}, "now": {}}
    entry = AuditEntry(7, 1, None, at, 5, "setup", WHY, same, False, status=status, settled_by=6)
    head, why = entry_lines(translator("en"), entry, Names({5: "maya", 6: "noah"}))
    assert said in head and WHY in why


async def test_moving_the_league_to_a_hidden_channel_hides_nothing(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    await begun(room)
    ana, bob, *_ = room.people
    old = await looked_up(ana, room.channel, public=True)
    hidden = await moved(room, maya)
    for channel in (room.channel, hidden):
        assert times_told(channel, f"<#{room.channel.id}> → <#{hidden.id}>") == 1
    await do(room, maya, "withdraw", person=bob)
    await settled(room)
    for channel in (room.channel, hidden):
        told = channel.history()[-1]
        assert "removed **bob**" in words(told) and {"Undo", "Log"} <= set(labels(told))
        assert "removed from the season" in words(await opened(ana, told))
    assert "removed from the season" in words(await opened(ana, old)), "from the season's message"
    room.env.backend.delete_channel(hidden.id)
    elsewhere = await moved(room, maya, "elsewhere")
    for channel in (room.channel, elsewhere):
        assert any(f"<#{hidden.id}> → <#{elsewhere.id}>" in one for one in texts(channel)[-2:])
    assert await room.bot.store.read(outbox.of_server, room.guild.id) == []
    assert room.env.errors == []


async def test_what_is_done_while_the_channel_is_gone_is_told_where_the_league_goes_on(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    season, _ = await begun(room)
    room.env.backend.delete_channel(room.channel.id)
    act = Withdraw(room.people[1].id)
    await desk.do(InSeason(room.bot.leagues, season.id), moderator(room), act, WHY)
    await look(room)
    side, new = (room.guild.create_text_channel(name) for name in ("side", "new"))
    await propose(maya, side, "move", home=new)
    await settled(room)
    assert times_told(new, "removed **bob**") == 1


async def test_what_an_old_channel_does_not_take_is_told_there_later(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    """Found: where the bot could not write for a while it was never told."""
    await begun(room)
    hidden = await moved(room, maya)
    old = f"/channels/{room.channel.id}/messages"
    room.env.inject_error("POST", old, status=403, code=50013, times=None)
    await do(room, maya, "withdraw", person=room.people[1])
    await settled(room)
    assert times_told(hidden, "removed **bob**") == 1
    room.env.backend.faults.clear()
    room.wait.ahead += timedelta(hours=2)
    for _ in range(2):
        await tell_server(room.bot, room.guild.id)
        assert times_told(room.channel, "removed **bob**") == 1


async def test_a_season_that_is_over_is_not_reopened_in_hiding(
    room: Room, maya: MemberActor
) -> None:
    """Found: only open seasons remembered the channel from which their league was moved."""
    season = await play(room, await drawn(room))
    await season_lifecycle.close(room.bot.leagues, season.id, by=None)
    hidden = await moved(room, maya)
    await do(room, maya, "close-back")
    await settled(room)
    for channel in (room.channel, hidden):
        assert times_told(channel, "reopened the season") == 1


async def test_a_move_that_was_cut_short_is_finished(room: Room) -> None:
    """Found: killed after the league had its new channel, the season's message stayed in the old
    one, and so did games whose thread was gone."""
    season = await season_of(room)
    league = await room.bot.leagues.league(season.league_id)
    new = room.guild.create_text_channel("new")
    await acting.found_league(room.bot.leagues, moderator(room), league.name, new.id)
    await room.restart()
    for _ in range(2):
        await look(room)
        assert sum("Sign up" in labels(one) for one in new.history()) == 1


async def test_the_log_has_pages_and_misses_no_message_that_was_deleted(room: Room) -> None:
    season, _ = await begun(room)
    place = InSeason(room.bot.leagues, season.id)
    for n in range(1, 9):
        await desk.do(place, moderator(room), Ban(room.people[0].id), f"Ban {n}.")
    await look(room)
    await room.channel.history()[-1].delete()
    ana = room.people[1]
    first = await looked_up(ana, room.channel, "openlog")
    assert "ban imposed or lifted" in words(first) and "→ banned" in words(first)
    assert "Ban 8." in words(first) and "Ban 2." not in words(first)
    second = await tap(ana, first, "Older")
    assert "Ban 2." in words(second) and "Ban 8." not in words(second)
    assert "Older" not in labels(second)
    assert "Ban 8." in words(await tap(ana, second, "Newer"))


@pytest.mark.parametrize("after", range(1, 12))  # the last one lets it come to its end
async def test_killed_at_every_moment(room: Room, death: Death, after: int) -> None:  # noqa: F811
    """An act in a league that has moved is told in both channels."""
    season = await drawn(room)
    new = room.guild.create_text_channel("new")
    await room.bot.store.write(stored.set_channel, season.league_id, new.id)
    act = Ban(room.people[0].id)
    async with death.after(after, room):
        place = InSeason(room.bot.leagues, season.id)
        await desk.do(place, moderator(room), act, "The line was cut.")
        await tell_season(room.bot, season.id)
        await tell_server(room.bot, room.guild.id)
    assert death.died is (after < 11)
    for _ in range(2):
        await look(room)
        await tell_server(room.bot, room.guild.id)
    assert len(await audit_log(room.bot.tables, room.guild.id)) == 1
    for channel in (room.channel, new):
        # twice where it was killed between telling and noting it
        assert times_told(channel, "The line was cut.") in (1, 2)
    assert (await room.bot.leagues.read(season.id)).untold == ()
    assert await room.bot.store.read(outbox.of_server, room.guild.id) == []


# --- organisers who play --------------------------------------------------------------------------

DAYS = TimeRules(DaysClock(30))


@pytest.fixture
def ana(room: Room, role: RoleHandle) -> MemberActor:
    """Who plays in the season and moderates."""
    room.people[0] = room.guild.add_member(room.env.create_user("ana2"), roles=[role])
    return room.people[0]


@pytest.fixture
def lea(room: Room) -> MemberActor:
    """Who is chosen for the staff of a league."""
    return room.guild.add_member(room.env.create_user("lea"))


async def proposed(actor: MemberActor, place: Any, act: str, **filled: Any) -> str:
    """What is shown or done when an act is chosen and its form filled in."""
    return words(answer(await propose(actor, place, act, **filled)))


async def test_in_daylight_who_plays_does_everything_marked_and_told(
    room: Room, ana: MemberActor, maya: MemberActor
) -> None:
    """And another moderator undoes it."""
    await drawn(room)
    assert "audit log entry" in await do(room, ana, "void", table=1)
    await settled(room)
    said = "ana2** (plays in this season) removed table 1"
    assert any(said in told for told in texts(room.channel))
    assert "in a season they play in" in words(await the_log(room, maya))
    assert "audit log entry" in await undo(room, maya)
    assert not (await state_of(room)).voided


async def test_who_plays_is_told_who_decides(
    room: Room, ana: MemberActor, maya: MemberActor
) -> None:
    season = await drawn(room, time=DAYS)
    await look(room)
    said = await proposed(maya, room.channel, "organisers", organisers="leave")
    assert "audit log entry" in said
    log = words(await the_log(room, maya))
    assert (
        "Organisers who play: may do everything, for all to see → "
        "leave results and entries to others" in log
    )
    decides = f"others decide this: ask <@{maya.id}>"
    for act, filled in (
        ("void", {"table": 1}),
        ("result", {"table": 2, "points": "50 40"}),
        ("withdraw", {"person": room.people[1]}),
        ("organisers", {"organisers": "daylight"}),
    ):
        assert decides in await proposed(ana, room.channel, act, **filled), act
    tables = (await playing(room, season)).values()
    rivals = thread_of(room, next(one for one in tables if one.seat_of(ana.id) is None))
    assert decides in await proposed(ana, rivals, "end", counts="yes")
    assert "audit log entry" in await proposed(ana, rivals, "extend", hours=2, seat="all")

    assert "audit log entry" in await do(room, maya, "void", table=1)
    [entry, *_] = await audit_log(room.bot.tables, room.guild.id)
    assert decides in await press(room, ana, str(entry.id)), "nor does who plays undo it"
    assert (await state_of(room)).voided == {1}
    await propose(maya, room.channel, "organisers", organisers="daylight")
    assert "audit log entry" in await do(room, ana, "void", table=2)


async def test_where_nobody_else_moderates_it_says_how_somebody_does(
    room: Room, role: RoleHandle, ana: MemberActor
) -> None:
    await name_moderators(room, role)
    season = await season_of(room)
    await propose(ana, room.channel, "organisers", organisers="leave")
    refused = await proposed(ana, room.channel, "draw")
    assert "can use /moderate setup to name a moderator who does not play" in refused
    settings = await proposed(ana, room.channel, "settings")
    assert "Settings of" in settings, "what leaves nothing to others can be changed"
    assert (await room.bot.leagues.read(season.id)).state.phase == "sign-up"


# --- the staff of a league ------------------------------------------------------------------------


async def staffed(
    room: Room, maya: MemberActor, moderating: Any = None, helping: Any = None
) -> ResponseMessage:
    """Choose who moderates the league, or who helps; the page then."""
    shown = answer(await propose(maya, room.channel, "staff"))
    for number, chosen in enumerate((moderating, helping)):
        if chosen:
            menu = f"tz:leaguestaff:0::1.{number}"
            chosen = chosen if isinstance(chosen, list) else [chosen]
            shown = answer(await maya.select(shown, chosen, custom_id=menu))
    return shown


async def test_staff_moderates_its_league_alone(room: Room, maya: MemberActor) -> None:
    """Chosen by a role, told and logged; it moderates seasons and tables, and nothing else."""
    judges = room.guild.create_role("judges")
    lea = room.guild.add_member(room.env.create_user("lea"), roles=[judges])
    season = await drawn(room, time=DAYS)
    await look(room)
    assert "Only the moderators" in words(await open_page(lea, room.channel))
    shown = words(await staffed(room, maya, judges))
    assert f"<@&{judges.id}>" in shown and "audit log entry 1" in shown
    await settled(room)
    told = f"The league's moderators: – → <@&{judges.id}>"
    assert any(told in one for one in texts(room.channel))

    assert "audit log entry" in await do(room, lea, "void", table=1)
    for word in ("season-open", "season-sign-up.5.0.0.0"):
        said = answer(await press_old(lea, room.channel, f"{season.id}.{word}", "act"))
        assert "out of date" in words(said), "not asked"
    thread = thread_of(room, next(iter((await playing(room, season)).values())))
    assert "audit log entry" in await proposed(lea, thread, "extend", hours=2, seat="all")
    assert "Create" in labels(answer(await propose(lea, room.channel, "new")))
    log = answer(await lea.click(room.channel.history()[-1], label="Log"))
    form = await lea.select(log, ["2"], custom_id="tz:modundo:0::")
    undone = answer(await lea.submit_modal(form, {"reason": WHY}))
    assert "audit log entry" in await press_it(lea, undone)
    assert not (await state_of(room)).voided, "and undoes it"
    offered = acts_offered(await open_page(lea, room.channel))
    assert {"organisers", "staff", "delete"}.isdisjoint(offered)

    other = await create_league(room.bot.leagues, room.guild.id, "Another")
    table = await other_table(room)
    for verb, word in (
        ("moddo", f"l{other.id} new"), ("moddo", "l1 staff"), ("moddo", "l1 organisers"),
        ("moddo", "g found"), ("moderate", f"l{other.id}"), ("moderate", "g"),
        ("openlog", "0.0.0"), ("seasonpage", f"l{other.id}.game"),
        ("moddo", f"t{table.id} end"), ("moderate", f"t{table.id}"), ("moddo", "l1 delete"),
    ):  # fmt: skip
        said = answer(await press_old(lea, room.channel, word, verb))
        assert "Only the moderators" in words(said), (verb, word)
    setup = await lea.slash(room.channel, "moderate setup")
    assert "Only people who can manage" in words(answer(setup))
    assert "Only the moderators" in words(await the_log(room, lea))

    assert "audit log entry" in await undo(room, maya, 1)
    said = words(await open_page(lea, room.channel))
    assert "Only the moderators" in said, "undone, she no longer is"


async def test_who_helps_gives_time_reminds_and_opens_tables(
    room: Room, maya: MemberActor, lea: MemberActor
) -> None:
    season = await drawn(room, time=TimeRules(LiveClock(60)))
    await staffed(room, maya, helping=lea)
    assert set(acts_offered(await open_page(lea, room.channel))) == {"open"}
    assert "are now open" in await proposed(lea, room.channel, "open")
    await settled(room)
    thread = thread_of(room, (await playing(room, season))[1])
    assert set(acts_offered(await open_page(lea, thread))) == {"extend", "nudge"}
    assert "audit log entry" in await proposed(lea, thread, "extend", hours=2, seat="all")
    assert "will get another reminder" in await proposed(lea, thread, "nudge")
    for verb, word in (
        ("moddo", "s1.t1 void"), ("moddo", "s1 settings"), ("moddo", "s1 draw"),
        ("moddo", "s1 rename"), ("seasonform", "s1"), ("seasonpage", "s1.game"),
        ("actask", "1.season-new.1"),
    ):  # fmt: skip
        said = answer(await press_old(lea, room.channel, word, verb))
        assert "You are a helper in this league" in words(said), word
    assert not (await state_of(room)).voided


async def test_staff_that_plays_leaves_results_to_others_too(
    room: Room, maya: MemberActor, lea: MemberActor
) -> None:
    """And who else moderates the league is named."""
    await drawn(room)
    await staffed(room, maya, [room.people[0], lea])
    await propose(maya, room.channel, "organisers", organisers="leave")
    refused = await proposed(room.people[0], room.channel, "void", table=1)
    assert f"others decide this: ask <@{maya.id}> <@{lea.id}>" in refused


async def test_calls_reach_the_staff_of_the_league(
    room: Room, role: RoleHandle, maya: MemberActor, lea: MemberActor
) -> None:
    """In the channel of the moderators, unless the staff cannot see it."""
    season = await drawn(room)
    await staffed(room, maya, lea)
    guild = room.bot.get_guild(room.guild.id)
    league = await room.bot.leagues.league(season.league_id)
    hidden = discord.PermissionOverwrite(view_channel=False)
    seen = discord.PermissionOverwrite(view_channel=True)
    closed = {room.guild.default_role: hidden, room.guild.me: seen, role: seen}
    for name, who in (("open", {}), ("closed", closed)):
        place = room.guild.create_text_channel(name, overwrites=who)
        chosen = ServerSettings(moderator_roles=(role.id,), moderators_channel=place.id)
        await room.bot.tables.set_server_settings(room.guild.id, chosen)
        await call_moderators_there(room.bot, guild, ["Look."], league=league)
        assert (f"<@{lea.id}>" in texts(place)[-1]) is (name == "open")
        await call_moderators_there(room.bot, guild, ["Look."])
        assert f"<@{lea.id}>" not in texts(place)[-1], "about no league"


async def other_table(room: Room) -> Table:
    """A game of no league, in a channel of its own."""
    hall = room.guild.create_text_channel("hall")
    people = [Person(one.id, one.name) for one in room.people[:2]]
    table = await open_lobby(room.bot.tables, room.guild.id, hall.id, people[0])
    await join(room.bot.tables, table.id, people[1])
    return await start(room.bot.tables, table.id, people[0])


# --- beside the gate ------------------------------------------------------------------------------


async def test_only_the_leagues_moderators_end_its_games(room: Room, maya: MemberActor) -> None:
    """Not its players, nor people who may manage messages, though they end other games; with a
    reason and in the log, also by the button of before."""
    season = await drawn(room)
    await look(room)
    allowed = discord.Permissions(manage_messages=True)
    janitors = room.guild.create_role("janitors", permissions=allowed)
    olga = room.guild.add_member(room.env.create_user("olga"), roles=[janitors])
    table = (await playing(room, season))[1]
    thread = thread_of(room, table)
    plays = with_id(room.people, table.seats[0].user_id)
    refused = answer(await plays.slash(thread, "tzolkin abandon"))
    assert "Only moderators can end a league game" in words(refused)
    refused = answer(await olga.slash(thread, "tzolkin abandon", at_once=True))
    assert "Only the moderators" in words(refused)
    for actor in (olga, maya):
        assert (await press_old(actor, thread, "now", "abandon", table.id)).acknowledged
    assert await room.bot.tables.table(table.id) == table
    assert await audit_log(room.bot.tables, room.guild.id) == []
    shown = answer(await maya.slash(thread, "tzolkin abandon", at_once=True))
    assert "entry 1" in await press_it(maya, shown)
    assert (await room.bot.tables.table(table.id)).status == "abandoned"
    [entry] = await audit_log(room.bot.tables, room.guild.id)
    assert (entry.act, entry.reason, entry.user_id) == ("end", WHY, maya.id)


async def test_a_substitute_with_two_places_is_asked_about(room: Room, maya: MemberActor) -> None:
    """The one that is chosen is given up, with its division in view; the other one stays."""
    people = members(room, 6)
    rules = replace(PAIRS, division_size=3, stages=(Stage(games=2),), relegated=1, promoted=1)
    season = await drawn_season(room, people, rules)
    top, below = (drawn.entries for drawn in season.state.divisions)
    held, own = below[1], top[0]
    actors = {person.id: person for person in people}
    await do(room, maya, "substitute", person=actors[held], by=actors[own])
    form = await propose(maya, room.channel, "withdraw", person=actors[own], fill=False)
    asked = next(one["component"] for one in form.modal["components"] if "entry" in str(one))
    assert [one["label"] for one in asked["options"]] == [
        f"Division 1: {actors[own].name}'s place",
        f"Division 2: {actors[held].name}'s place",
    ]
    shown = answer(await filled_in(maya, form, reason=WHY, entry=str(held)))
    await press_it(maya, shown)
    state = (await room.bot.leagues.read(season.id)).state
    assert state.withdrawn == {held} and state.holder(own) == own
