"""Moderators and seasons: who may, what is shown before, what is told, what the log keeps."""

from dataclasses import replace

import discord
import pytest
import simcord

from bot.leagues import games, season_lifecycle
from bot.leagues.acting import ACTS, InSeason
from bot.leagues.people import dispute, sign_up
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import settings_to_json
from bot.model.league import Made
from bot.moderation import desk
from bot.seasons.events import Rules, RulesChanged, Stage
from bot.seasons.results import UNIT, Line, Result
from bot.store import leagues as stored
from bot.tables import Moderator, ServerSettings
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, button_id, click_together, labels, raw, words
from tests.cogs.moderators_page import (
    WHY,
    acts_offered,
    choose,
    do,
    found,
    founded_at,
    name_moderators,
    new_season,
    open_page,
    press_it,
    press_old,
    propose,
    wizard_of,
)
from tests.cogs.seasons import (
    drawn,
    drawn_season,
    look,
    looked_up,
    members,
    playing,
    settled,
    texts,
    thread_of,
)
from tests.cogs.test_longest_words import Longer
from tests.cogs.test_refused import take_away
from tests.tables.acts import audit_log, count_entries


async def signed_up(
    room: Room,
    role: simcord.RoleHandle,
    maya: simcord.MemberActor,
    people: int = 4,
    **more: bool,
) -> SeasonView:
    """A season for which people of the room have signed up by its message."""
    await name_moderators(room, role, **more)
    await found(room, maya)
    await new_season(room, maya)
    posted = room.channel.last_message
    assert posted is not None and "Sign up" in labels(posted)
    for person in room.people[:people]:
        await person.click(posted, label="Sign up")
    return await room.bot.leagues.read(1)


async def running(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, **more: bool
) -> SeasonView:
    """The same, drawn, with late entries, its first table with a result made up; no game is
    opened."""
    await signed_up(room, role, maya, **more)
    async with room.bot.leagues.open(1) as opened:
        rules = replace(opened.state.rules, late_entry=True)
        opened.happen(RulesChanged(opened.state.name, rules), by=maya.id)
    season = await season_lifecycle.draw(room.bot.leagues, 1, by=maya.id, seed=5)
    lines = [
        Line(entry, place, points4)
        for entry, place, points4 in zip(
            season.state.tables[1].entries, (1, 2, 3, 4), (240, 200, 160, 120), strict=True
        )
    ]
    counted = await games.count(room.bot.leagues, 1, Result(1, tuple(lines)))
    return counted.season


def last_words(room: Room) -> str:
    """What the league was told last; threads that open are told beside it."""
    return next(
        words(one)
        for one in reversed(room.channel.history())
        if words(one).startswith("**The long")
    )


async def test_from_founding_to_the_draw(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season = await signed_up(room, role, maya)
    assert season.state.signed_up == tuple(person.id for person in room.people)
    shown = answer(await propose(maya, room.channel, "draw"))
    assert shown.ephemeral
    said = words(shown)
    assert "Division 1" in said and "4 players" in said and "4 tables" in said
    assert "Everyone plays everyone 4 times." in said
    assert "Everyone plays everyone 4 times." in said
    assert (await room.bot.leagues.read(1)).state.phase == "sign-up", "only shown"
    assert "entry 3" in await press_it(maya, shown, None)
    season = await room.bot.leagues.read(1)
    assert season.state.phase == "running"
    told = [words(one) for one in room.channel.history() if "drew the season" in words(one)]
    assert len(told) == 1 and "maya" in told[0] and "Division 1" in told[0]
    assert "already been drawn" in await press_it(maya, shown, None), "a stale button"
    acts = [entry.act for entry in await audit_log(room.bot.tables, room.guild.id)]
    assert acts == ["season-draw", "season-new", "league-new"]


async def test_a_result_is_corrected(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    season = await running(room, role, maya)
    entries = season.state.tables[1].entries
    options = {"table": 1, "points": "30 50 40 60.25"}
    shown = answer(await propose(maya, room.channel, "result", **options))
    said = words(shown)
    assert "60 → 30" in said and "30 → 60¼" in said
    assert "1 (now: place 1, 10 points)" in said, "from 10 points to 1"
    assert "entry 3" in await press_it(maya, shown)
    season = await room.bot.leagues.read(1)
    assert [line.place for line in season.state.results[1].lines] == [4, 2, 3, 1]
    assert [line.entry for line in season.state.results[1].lines] == list(entries)
    assert "set the result of table 1" in last_words(room) and WHY in last_words(room)
    for typed, why in (("one", "such as 61"), ("9999 1 1 1", "500")):
        options = {"table": 1, "points": typed}
        assert why in words(answer(await propose(maya, room.channel, "result", **options)))
    options = {"table": 2, "points": "1 2 3 4"}
    shown = answer(await propose(maya, room.channel, "result", **options))
    assert "The game was played elsewhere" in words(shown), "there is none to correct"
    log = words(answer(await maya.slash(room.channel, "moderate log")))
    assert "league result entered or corrected" in log and "Table 1" in log


async def test_nobody_without_the_role(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await running(room, role, maya)
    before = await room.bot.leagues.read(1)
    entries = await count_entries(room.bot.tables, room.guild.id)
    managers = room.guild.create_role(
        "managers", permissions=discord.Permissions(manage_guild=True)
    )
    owner = room.guild.add_member(room.env.create_user("olga"), roles=[managers])
    told = len(room.channel.history())
    for actor in (room.people[0], owner):
        for word in ("g found", "s1 new"):
            pressed, old = await press_old(actor, room.channel, word)
            assert "Only the moderators" in words(answer(pressed)), word
            await old.delete()
    assert await room.bot.leagues.read(1) == before
    assert await count_entries(room.bot.tables, room.guild.id) == entries
    assert len(room.channel.history()) == told


PRESSES = {
    "act": "1.season-close", "seasonpage": "l1.game",
    "seasonset": "l1.tables.seats",
    "seasonform": "l1", "seasoncreate": "l1", "seasonsave": "s1", "seasondrop": "s1",
    "leaguestaff": "1.0", "seasondraw": "1.go",
    "seedlist": "1.0.pick.0",
    "seedsave": "1.0.save.0", "seedfile": "1.0.file.0",
    "actask": "1.season-close", "moderate": "s1",
    "moddo": "s1 close",
}  # fmt: skip


async def test_every_button_refuses_strangers(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """Custom ids as in old messages, pressed by somebody else."""
    await running(room, role, maya)
    before = await room.bot.leagues.read(1)
    place = room.bot.get_partial_messageable(room.channel.id)
    for verb, word in PRESSES.items():
        await place.send(view=message(row([button("Press", verb, 0, word=word)])))
        said = answer(await room.people[0].click(room.channel.history()[-1], label="Press"))
        assert said.ephemeral
        assert "Only the moderators" in words(said), verb
    assert await room.bot.leagues.read(1) == before


async def test_a_role_taken_away_between_preview_and_press(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await running(room, role, maya)
    shown = answer(await propose(maya, room.channel, "void", table=1))
    settings = answer(await propose(maya, room.channel, "settings"))
    dates = await maya.click(settings, label="Dates")
    page = settings
    menu = next(c["custom_id"] for c in raw(page) if c.get("custom_id", "").endswith(".clock"))
    before = await room.bot.leagues.read(1)
    await room.bot.tables.set_server_settings(
        room.guild.id, ServerSettings(moderator_roles=(role.id + 1,))
    )
    count = await count_entries(room.bot.tables, room.guild.id)
    assert "Only the moderators" in words(answer(await maya.click(shown, label="Confirm")))
    typed = {"until": "", "starts": "", "ends": "2031-01-01"}
    assert "Only the moderators" in words(answer(await maya.submit_modal(dates, typed)))
    chosen = await maya.select(page, ["days7"], custom_id=menu)
    assert "Only the moderators" in words(answer(chosen))
    other = await maya.click(page, label="More settings")
    assert "Only the moderators" in words(answer(other))
    assert await room.bot.leagues.read(1) == before
    assert await count_entries(room.bot.tables, room.guild.id) == count


async def test_people_come_and_go(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, noah: simcord.MemberActor
) -> None:
    await running(room, role, maya)
    ana, bob = room.people[:2]
    eve = room.guild.add_member(room.env.create_user("eve"))
    shown = answer(await propose(maya, room.channel, "withdraw", person=ana))
    assert "3 open tables" in words(shown)
    await press_it(maya, shown)
    assert (await room.bot.leagues.read(1)).state.withdrawn == {ana.id}
    assert "removed" in last_words(room) and WHY in last_words(room)
    assert "already left the season" in words(
        answer(await propose(maya, room.channel, "withdraw", person=ana))
    )
    await do(room, maya, "substitute", person=ana, by=eve)
    state = (await room.bot.leagues.read(1)).state
    assert state.holders[ana.id] == (ana.id, eve.id) and not state.withdrawn
    refused = answer(await propose(maya, room.channel, "substitute", person=bob, by=eve))
    assert "choose somebody else" in words(refused)
    refused = answer(await propose(maya, room.channel, "withdraw", person=maya))
    assert "does not play in the season" in words(refused)
    shown = answer(await propose(maya, room.channel, "late", person=noah))
    assert "2 more tables" in words(shown)
    await press_it(maya, shown)
    assert noah.id in (await room.bot.leagues.read(1)).state.division_of
    await do(room, noah, "void", table=2)
    log = await audit_log(room.bot.tables, room.guild.id)
    assert log[0].own_table and not log[1].own_table, "noah plays, and is marked"
    page = words(answer(await maya.slash(room.channel, "moderate log")))
    assert page.count("in a season they play in") == 1


async def test_bans(room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor) -> None:
    await signed_up(room, role, maya, people=2)
    ana, _, cleo, dan = room.people
    posted = room.channel.last_message
    assert posted is not None
    assert "entry 3" in await do(room, maya, "ban", person=cleo)
    told = words(room.channel.history()[-1])
    assert "ban imposed or lifted" in told and WHY in told and cleo.name in told
    assert "may take part → banned" in told
    assert "are banned" in words(answer(await cleo.click(posted, label="Sign up")))
    await dan.click(posted, label="Sign up")
    await do(room, maya, "ban-back", person=cleo)
    await cleo.click(posted, label="Sign up")
    signed = (await room.bot.leagues.read(1)).state.signed_up
    assert cleo.id in signed and dan.id in signed
    await do(room, maya, "ban", person=ana)
    await ana.click(posted, label="Cancel sign-up")
    assert "ask its moderators" in words(answer(await ana.click(posted, label="Sign up")))
    shown = answer(await propose(maya, room.channel, "ban", person=dan))
    assert f"<@{dan.id}>" in words(shown) and "will be withdrawn" in words(shown)
    await do(room, maya, "ban-back", person=ana)
    await ana.click(posted, label="Sign up")
    assert ana.id in (await room.bot.leagues.read(1)).state.signed_up
    refused = answer(await propose(maya, room.channel, "ban-back", person=ana))
    assert "not banned from the league" in words(refused)


async def test_swiss_rounds_and_the_end(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await found(room, maya)
    wizard = await wizard_of(maya, room.channel)
    page = wizard
    for field, value in (("plan", "swiss"), ("games", "2"), ("seats", "2")):
        page = await choose(maya, page, field, value)
    await maya.click(page, label="Create")
    for person in room.people[:2]:
        await sign_up(room.bot.leagues, 1, person.id)
    await season_lifecycle.draw(room.bot.leagues, 1, by=maya.id, seed=5)
    assert "not finished" in words(answer(await propose(maya, room.channel, "close")))
    await finish(room, 1)
    await look(room)
    assert any("The next round is drawn (Division 1)" in one for one in texts(room.channel))
    await finish(room, 2)
    shown = answer(await propose(maya, room.channel, "close"))
    assert "First place" in words(shown)
    await press_it(maya, shown, None)
    assert (await room.bot.leagues.read(1)).state.phase == "finished"
    assert "closed the season" in last_words(room)
    await settled(room)
    ended = room.channel.last_message
    assert ended is not None and "🏆 Champion: **" in words(ended)
    [shown_picture] = ended.attachments
    assert shown_picture.filename == "standings.png"
    again = await wizard_of(maya, room.channel)
    assert "The long count 2" in words(again) and "With 2 players: 1 division" in words(again)


async def test_swiss_rounds_are_drawn_by_themselves(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, noah: simcord.MemberActor
) -> None:
    """As soon as all tables of one are over, unless a result is disputed."""
    await name_moderators(room, role)
    await found(room, maya)
    wizard = await wizard_of(maya, room.channel)
    page = wizard
    for field, value in (("plan", "swiss"), ("games", "4"), ("seats", "2")):
        page = await choose(maya, page, field, value)
    await maya.click(page, label="Create")
    for person in room.people[:2]:
        await sign_up(room.bot.leagues, 1, person.id)
    await season_lifecycle.draw(room.bot.leagues, 1, by=maya.id, seed=5)
    await finish(room, 1)
    await look(room)
    await settled(room)
    season = await room.bot.leagues.read(1)
    assert len(season.state.rounds) == 1 and 2 in await playing(room, season)
    told = [words(one) for one in room.channel.history()]
    assert any("next round is drawn (Division 1)" in one for one in told)
    assert not any("is over. The moderators draw" in one for one in told), "nobody is called"

    await dispute(room.bot.leagues, 1, room.people[0].id, 1, "Look, please.")
    await finish(room, 2)
    await look(room)
    assert len((await room.bot.leagues.read(1)).state.rounds) == 1, "the dispute comes first"
    await do(room, maya, "result", table=1, points="30 20")
    await look(room)
    assert len((await room.bot.leagues.read(1)).state.rounds) == 2


async def test_a_reason_given_with_the_command_is_not_asked_for(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """It is kept in the preview, word for word, also through a restart."""
    await name_moderators(room, role)
    season = await drawn(room)
    why = "He *asked* for it: /league show."
    shown = answer(await propose(maya, room.channel, "withdraw", person=room.people[1], reason=why))
    assert why in words(shown)
    await room.restart()
    assert "audit log entry" in words(answer(await maya.click(shown, label="Confirm")))
    assert (await room.bot.leagues.read(season.id)).state.withdrawn == {room.people[1].id}
    log = await audit_log(room.bot.tables, room.guild.id)
    assert [one.reason for one in log if one.act == "season-withdraw"] == [why]

    await look(room)
    thread = thread_of(room, (await playing(room, season))[1])
    shown = answer(await propose(maya, thread, "end", counts="no", reason="No power there."))
    assert "audit log entry" in words(answer(await maya.click(shown, label="Confirm")))
    assert (await audit_log(room.bot.tables, room.guild.id))[0].reason == "No power there."


async def finish(room: Room, number: int) -> None:
    """A result made up, by the order of the seats."""
    entries = (await room.bot.leagues.read(1)).state.tables[number].entries
    lines = tuple(Line(entry, n, 200 - n) for n, entry in enumerate(entries, start=1))
    await games.count(room.bot.leagues, 1, Result(number, lines))


async def test_twice_at_once_and_after_a_restart(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, noah: simcord.MemberActor
) -> None:
    """Two moderators press at the same moment: it happens once, and both are answered."""
    await name_moderators(room, role)
    await found(room, maya)
    wizards = [(one, await wizard_of(one, room.channel)) for one in (maya, noah)]
    await room.restart()
    results = await click_together(
        [(one, shown, button_id(shown, "Create")) for one, shown in wizards]
    )
    said = sorted("draw it first" in words(answer(result)) for result in results)
    assert said == [False, True]
    assert len(await season_lifecycle.seasons_of(room.bot.leagues, 1)) == 1
    for person in room.people:
        await sign_up(room.bot.leagues, 1, person.id)
    previews = [(one, answer(await propose(one, room.channel, "draw"))) for one in (maya, noah)]
    await room.restart()
    results = await click_together(
        [(one, shown, button_id(shown, "Confirm")) for one, shown in previews]
    )
    said = sorted("already been drawn" in words(answer(result)) for result in results)
    assert said == [False, True]
    told = [one for one in room.channel.history() if "drew the season" in words(one)]
    assert len(told) == 1
    acts = [entry.act for entry in await audit_log(room.bot.tables, room.guild.id)]
    assert acts.count("season-draw") == acts.count("season-new") == 1


async def test_a_late_entry_says_that_it_is_uneven(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    people = members(room, 9)
    await drawn_season(room, people[:6], Rules(seats=4, stages=(Stage(games=4),), late_entry=True))
    shown = answer(await propose(maya, room.channel, "late", person=people[6]))
    assert "have 3 to 5 games" in words(shown) and "add up league points" in words(shown)
    said = await looked_up(people[8], room.channel, "late")
    assert "have 3 to 5 games" in words(said) and "add up league points" in words(said)
    assert "audit log entry" in words(answer(await maya.click(shown, label="Confirm")))
    season = await room.bot.leagues.read(1)
    assert season.state.games_each(0) == (3, 5)
    said = words(await looked_up(people[8], room.channel, "late"))
    assert "Nobody else can join late" in said, "each of the others plays a game more already"


async def test_points_are_given_once_however_often_it_is_pressed(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await running(room, role, maya)
    ana = room.people[0]
    shown = answer(await propose(maya, room.channel, "adjust", person=ana, points="-3.0"))
    assert "−3 league points" in words(shown) and "(now: " in words(shown)
    assert "entry 3" in words(answer(await maya.click(shown, label="Confirm")))
    assert "has changed the points; check them again" in words(
        answer(await maya.click(shown, label="Confirm"))
    )
    assert (await room.bot.leagues.read(1)).state.adjustments == {ana.id: -3 * UNIT}


async def test_refusals_say_what_to_do(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    assert "No league yet" in words(answer(await room.people[0].slash(room.channel, "league show")))
    await found(room, maya)
    assert set(acts_offered(await open_page(maya, room.channel))) == {
        "new", "move", "rename", "organisers", "staff", "delete",
    }  # fmt: skip
    await new_season(room, maya)
    assert "draw it first" in words(await wizard_of(maya, room.channel))
    assert "wait for more" in words(answer(await propose(maya, room.channel, "draw")))
    assert "draw the divisions first" in words(answer(await propose(maya, room.channel, "close")))


async def test_a_league_moves_to_another_channel(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    await found(room, maya)
    hall = room.guild.create_text_channel("hall")
    said = words(answer(await founded_at(maya, room.channel, "THE LONG COUNT", hall)))
    assert "The long count" in said
    [league] = await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id)
    assert league.channel_id == hall.id
    await new_season(room, maya)
    posted = hall.last_message
    assert posted is not None and "Sign up" in labels(posted)
    said = words(answer(await propose(maya, hall, "move", home=room.channel)))
    assert "lives in" in said
    [league] = await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id)
    assert league.channel_id == room.channel.id


async def test_a_channel_where_no_table_can_open(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    take_away(room, "create_public_threads")
    said = words(answer(await founded_at(maya, room.channel)))
    assert "Create Public Threads" in said
    assert await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id) == []


async def test_everything_in_a_long_language(
    room: Room,
    role: simcord.RoleHandle,
    maya: simcord.MemberActor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is sent is held against Discord's limits after the test."""
    season = await running(room, role, maya)
    long = "W" * 60
    wanted = replace(season.settings, name=long)
    await room.bot.store.write(stored.set_season, 1, settings_to_json(wanted), Made())
    for number in range(1, 4):
        await desk.do(
            InSeason(room.bot.leagues, 1),
            Moderator(maya.id, room.guild.id),
            ACTS["season-ban"].of_details({"user_id": number}),
            WHY,
        )
    monkeypatch.setattr("cogs.kit.answering.translator", lambda locale: Longer())
    eve = room.guild.add_member(room.env.create_user("_" * 32))
    why = "_" * 200
    ana = room.people[0]
    for command, options in (
        ("result", {"table": 1, "points": "30 50 40 60.25"}),
        ("adjust", {"person": ana, "points": "99999.99"}),
        ("withdraw", {"person": ana}),
        ("substitute", {"person": ana, "by": eve}),
        ("ban", {"person": ana}),
        ("ban-back", {"person": ana}),
        ("late", {"person": maya}),
        ("void", {"table": 1}),
    ):
        shown = answer(await propose(maya, room.channel, command, reason=why, **options))
        red = next(c["custom_id"] for c in raw(shown) if "tz:act:" in c.get("custom_id", ""))
        said = words(answer(await maya.click(shown, custom_id=red)))
        assert "audit log entry" in said, command  # she enters late
    page = answer(await propose(maya, room.channel, "settings"))
    dates = next(c["custom_id"] for c in raw(page) if "tz:seasonform" in c.get("custom_id", ""))
    assert (await maya.click(page, custom_id=dates)).acknowledged
    answer(await maya.slash(room.channel, "moderate log"))


async def test_a_league_lives_only_where_the_moderator_may_write(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """Else the bot would post for a moderator where that person may not."""
    await name_moderators(room, role)
    closed = room.guild.create_text_channel(
        "closed", overwrites={role: discord.PermissionOverwrite(send_messages=False)}
    )
    said = answer(await founded_at(maya, room.channel, "Mine", closed))
    assert "You cannot write in" in words(said)
    assert await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id) == []
    await found(room, maya)
    await new_season(room, maya)
    said = answer(await propose(maya, room.channel, "move", home=closed))
    assert "You cannot write in" in words(said)
    [league] = await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id)
    assert league.channel_id == room.channel.id
