"""Moderators and seasons: who may, what is shown before, what is told, what the log keeps."""

from collections.abc import Sequence
from dataclasses import replace

import discord
import pytest
from simcord import MemberActor, ResponseMessage, RoleHandle

from bot.leagues import season_lifecycle
from bot.leagues.acting import ACTS, InSeason
from bot.leagues.people import dispute, sign_up
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import settings_to_json
from bot.model.league import Made
from bot.moderation import desk
from bot.seasons.events import Rules, Stage
from bot.seasons.results import UNIT
from bot.store import leagues as stored
from bot.tables import Moderator, ServerSettings
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, button_id, click_together, labels, raw, select_id, tap, words
from tests.cogs.moderators_page import (
    WHY,
    acts_offered,
    do,
    found,
    founded_at,
    new_season,
    open_page,
    press_it,
    propose,
    wizard_of,
)
from tests.cogs.seasons import (
    choose_all,
    drawn,
    drawn_season,
    look,
    looked_up,
    members,
    new_sign_up,
    playing,
    press_old,
    preview,
    settled,
    state_of,
    texts,
    thread_of,
    won,
)
from tests.cogs.test_longest_words import Longer
from tests.cogs.test_refused import take_away
from tests.tables.acts import audit_log, count_entries

FOUR_GAMES = Rules(stages=(Stage(games=4),), late_entry=True)


async def running(room: Room) -> SeasonView:
    """A season of four people with late entries, its first table over; no game is opened."""
    await drawn(room, FOUR_GAMES)
    return await won(room, 1)


async def pressed_together(
    pages: Sequence[tuple[MemberActor, ResponseMessage]], label: str
) -> list[str]:
    """The answers to people who press a button at the same moment, each on their own page."""
    presses = [(one, shown, button_id(shown, label)) for one, shown in pages]
    return [words(answer(result)) for result in await click_together(presses)]


async def test_two_create_and_draw_at_once_and_after_a_restart(
    room: Room, maya: MemberActor, noah: MemberActor
) -> None:
    """Two moderators press at the same moment: it happens once, and both are answered. What is not
    possible yet says what to do first."""
    assert "No league yet" in words(answer(await room.people[0].slash(room.channel, "league show")))
    await found(room, maya)
    assert set(acts_offered(await open_page(maya, room.channel))) == {
        "new", "move", "rename", "organisers", "staff", "delete",
    }  # fmt: skip
    wizards = [(one, await wizard_of(one, room.channel)) for one in (maya, noah)]
    await room.restart()
    said = await pressed_together(wizards, "Create")
    assert sorted("draw it first" in one for one in said) == [False, True]
    assert len(await season_lifecycle.seasons_of(room.bot.leagues, 1)) == 1
    assert "draw it first" in words(await wizard_of(maya, room.channel))
    assert "wait for more" in words(await preview(room, maya, "draw"))
    assert "draw the divisions first" in words(await preview(room, maya, "close"))
    for person in room.people:
        await sign_up(room.bot.leagues, 1, person.id)
    previews = [(one, await preview(room, one, "draw")) for one in (maya, noah)]
    shown = words(previews[0][1])
    assert "Division 1" in shown and "4 players" in shown and "4 tables" in shown
    assert "Everyone plays everyone 4 times." in shown
    assert (await state_of(room)).phase == "sign-up", "only shown"
    await room.restart()
    said = await pressed_together(previews, "Confirm")
    assert sorted("already been drawn" in one for one in said) == [False, True]
    assert (await state_of(room)).phase == "running"
    [told] = [one for one in texts(room.channel) if "drew the season" in one]
    assert "Division 1" in told
    acts = [entry.act for entry in await audit_log(room.bot.tables, room.guild.id)]
    assert acts == ["season-draw", "season-new", "league-new"]


async def test_a_result_is_corrected(room: Room, maya: MemberActor) -> None:
    season = await running(room)
    entries = season.state.tables[1].entries
    shown = await preview(room, maya, "result", table=1, points="30 50 40 60.25")
    assert shown.ephemeral
    assert "60 → 30" in words(shown) and "30 → 60¼" in words(shown)
    assert "1 (now: place 1, 10 points)" in words(shown), "from 10 points to 1"
    assert "entry 1" in await press_it(maya, shown)
    refused = await preview(room, maya, "result", table=1, points="9999 1 1 1")
    assert "500" in words(refused)
    lines = (await state_of(room)).results[1].lines
    assert [line.place for line in lines] == [4, 2, 3, 1]
    assert [line.entry for line in lines] == list(entries)
    [told] = [one for one in texts(room.channel) if "set the result of table 1" in one]
    assert WHY in told


PRESSES = [
    ("act", "1.season-close"), ("actask", "1.season-close"), ("leaguestaff", "1.0"),
    ("moddo", "s1 close"), ("moddo", "g found"), ("moddo", "s1 new"), ("moderate", "s1"),
    ("seasoncreate", "l1"), ("seasondraw", "1.go"), ("seasondrop", "s1"), ("seasonform", "l1"),
    ("seasonpage", "l1.game"), ("seasonsave", "s1"), ("seasonset", "l1.tables.seats"),
    ("seedfile", "1.0.file.0"), ("seedlist", "1.0.pick.0"), ("seedsave", "1.0.save.0"),
]  # fmt: skip
"""Buttons as old messages have them: the verb and the word of each."""


async def test_every_button_refuses_strangers(room: Room, maya: MemberActor) -> None:
    """Who manages the server is one as well, where a role is named."""
    before = await running(room)
    entries = await count_entries(room.bot.tables, room.guild.id)
    told = len(texts(room.channel))
    managing = discord.Permissions(manage_guild=True)
    managers = room.guild.create_role("managers", permissions=managing)
    owner = room.guild.add_member(room.env.create_user("olga"), roles=[managers])

    async def refused(actor: MemberActor, verb: str, word: str) -> None:
        said = answer(await press_old(room, actor, verb, word))
        assert said.ephemeral
        assert "Only the moderators" in words(said), (verb, word)

    for verb, word in PRESSES:
        await refused(room.people[0], verb, word)
    for word in ("g found", "s1 new"):
        await refused(owner, "moddo", word)
    assert await room.bot.leagues.read(1) == before
    assert await count_entries(room.bot.tables, room.guild.id) == entries
    assert len(texts(room.channel)) == told + len(PRESSES) + 2, "the old messages alone"


async def test_a_role_taken_away_between_preview_and_press(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    before = await running(room)
    shown = await preview(room, maya, "void", table=1)
    page = await preview(room, maya, "settings")
    dates = await maya.click(page, label="Dates")
    menu = next(c["custom_id"] for c in raw(page) if c.get("custom_id", "").endswith(".clock"))
    others = ServerSettings(moderator_roles=(role.id + 1,))
    await room.bot.tables.set_server_settings(room.guild.id, others)
    count = await count_entries(room.bot.tables, room.guild.id)
    for result in (
        await maya.click(shown, label="Confirm"),
        await maya.submit_modal(dates, {"until": "", "starts": "", "ends": "2031-01-01"}),
        await maya.select(page, ["days7"], custom_id=menu),
        await maya.click(page, label="More settings"),
    ):
        assert "Only the moderators" in words(answer(result))
    assert await room.bot.leagues.read(1) == before
    assert await count_entries(room.bot.tables, room.guild.id) == count


async def test_people_come_and_go(room: Room, maya: MemberActor, noah: MemberActor) -> None:
    await running(room)
    ana, bob = room.people[:2]
    eve = room.guild.add_member(room.env.create_user("eve"))
    shown = await preview(room, maya, "withdraw", person=ana)
    assert "3 open tables" in words(shown)
    await press_it(maya, shown)
    assert (await state_of(room)).withdrawn == {ana.id}
    [told] = [one for one in texts(room.channel) if "removed" in one]
    assert WHY in told
    again = await preview(room, maya, "withdraw", person=ana)
    assert "already left the season" in words(again)
    await do(room, maya, "substitute", person=ana, by=eve)
    state = await state_of(room)
    assert state.holders[ana.id] == (ana.id, eve.id) and not state.withdrawn
    refused = await preview(room, maya, "substitute", person=bob, by=eve)
    assert "choose somebody else" in words(refused)
    refused = await preview(room, maya, "withdraw", person=maya)
    assert "does not play in the season" in words(refused)
    shown = await preview(room, maya, "late", person=noah)
    assert "2 more tables" in words(shown)
    await press_it(maya, shown)
    assert noah.id in (await state_of(room)).division_of
    await do(room, noah, "void", table=2)
    log = await audit_log(room.bot.tables, room.guild.id)
    assert log[0].own_table and not log[1].own_table, "noah plays, and is marked"
    page = words(answer(await maya.slash(room.channel, "moderate log")))
    assert page.count("in a season they play in") == 1


async def test_bans(room: Room, maya: MemberActor) -> None:
    posted = await new_sign_up(room, maya)
    ana, bob, cleo, dan = room.people
    for person in (ana, bob):
        await person.click(posted, label="Sign up")
    assert "entry 3" in await do(room, maya, "ban", person=cleo)
    told = words(room.channel.history()[-1])
    assert "ban imposed or lifted" in told and WHY in told and cleo.name in told
    assert "may take part → banned" in told
    assert "You are banned from this league" in words(await tap(cleo, posted, "Sign up"))
    await dan.click(posted, label="Sign up")
    await do(room, maya, "ban-back", person=cleo)
    await cleo.click(posted, label="Sign up")
    assert (await state_of(room)).signed_up == (ana.id, bob.id, dan.id, cleo.id)
    shown = await preview(room, maya, "ban", person=ana)
    assert f"<@{ana.id}>" in words(shown) and "will be withdrawn" in words(shown)
    assert "audit log entry" in await press_it(maya, shown)
    assert (await state_of(room)).signed_up == (bob.id, dan.id, cleo.id)
    assert "ask its moderators" in words(await tap(ana, posted, "Sign up"))
    assert "You have not signed up" in words(await tap(ana, posted, "Cancel sign-up"))
    await do(room, maya, "draw", None)
    assert ana.id not in (await state_of(room)).division_of
    await do(room, maya, "ban-back", person=ana)
    refused = await preview(room, maya, "ban-back", person=ana)
    assert "not banned from the league" in words(refused)


async def test_swiss_rounds_to_the_end(room: Room, maya: MemberActor) -> None:
    """Each is drawn as soon as the tables of the one before are over, unless one is disputed."""
    await found(room, maya)
    wizard = await wizard_of(maya, room.channel)
    page = await choose_all(maya, wizard, plan="swiss", games="3", seats="2")
    await maya.click(page, label="Create")
    for person in room.people[:2]:
        await sign_up(room.bot.leagues, 1, person.id)
    await season_lifecycle.draw(room.bot.leagues, 1, by=maya.id, seed=5)
    assert "not finished" in words(await preview(room, maya, "close"))
    season = await won(room, 1)
    await look(room)
    assert len((await state_of(room)).rounds) == 1 and 2 in await playing(room, season)
    assert any("The next round is drawn (Division 1)" in one for one in texts(room.channel))

    await dispute(room.bot.leagues, 1, room.people[0].id, 1, "Look, please.")
    await won(room, 2)
    await look(room)
    assert len((await state_of(room)).rounds) == 1, "the dispute comes first"
    await do(room, maya, "result", table=1, points="30 20")
    await look(room)
    assert len((await state_of(room)).rounds) == 2
    await won(room, 3)
    shown = await preview(room, maya, "close")
    assert "First place" in words(shown)
    await press_it(maya, shown, None)
    assert (await state_of(room)).phase == "finished"
    await settled(room)
    assert "closed the season" in texts(room.channel)[-2]
    ended = room.channel.last_message
    assert ended is not None and "🏆 Champion: **" in words(ended)
    assert [picture.filename for picture in ended.attachments] == ["standings.png"]
    again = await wizard_of(maya, room.channel)
    assert "The long count 2" in words(again) and "With 2 players: 1 division" in words(again)


async def test_a_reason_is_kept_in_the_preview_through_a_restart(
    room: Room, maya: MemberActor
) -> None:
    season = await drawn(room)
    why, bob = "He *asked* for it: /league show.", room.people[1]
    shown = await preview(room, maya, "withdraw", person=bob, reason=why)
    assert why in words(shown)
    await room.restart()
    assert "audit log entry" in words(await tap(maya, shown, "Confirm"))
    assert (await state_of(room)).withdrawn == {bob.id}
    log = await audit_log(room.bot.tables, room.guild.id)
    assert [one.reason for one in log if one.act == "season-withdraw"] == [why]

    await look(room)
    thread = thread_of(room, (await playing(room, season))[1])
    shown = answer(await propose(maya, thread, "end", counts="no", reason="No power there."))
    assert "audit log entry" in words(await tap(maya, shown, "Confirm"))
    assert (await audit_log(room.bot.tables, room.guild.id))[0].reason == "No power there."


async def test_a_late_entry_says_that_it_is_uneven(room: Room, maya: MemberActor) -> None:
    people = members(room, 9)
    await drawn_season(room, people[:6], FOUR_GAMES)
    shown = await preview(room, maya, "late", person=people[6])
    for said in (words(shown), words(await looked_up(people[8], room.channel, "late"))):
        assert "have 3 to 5 games" in said and "add up league points" in said
    assert "audit log entry" in words(await tap(maya, shown, "Confirm"))
    assert (await state_of(room)).games_each(0) == (3, 5)
    said = words(await looked_up(people[8], room.channel, "late"))
    assert "Nobody else can join late" in said, "each of the others plays a game more already"


async def test_points_are_given_once_however_often_it_is_pressed(
    room: Room, maya: MemberActor
) -> None:
    await running(room)
    ana = room.people[0]
    shown = await preview(room, maya, "adjust", person=ana, points="-3.0")
    assert "−3 league points" in words(shown) and "(now: " in words(shown)
    assert "entry 1" in words(await tap(maya, shown, "Confirm"))
    again = answer(await maya.click(shown, label="Confirm"))
    assert "has changed the points; check them again" in words(again)
    assert (await state_of(room)).adjustments == {ana.id: -3 * UNIT}


async def test_a_league_lives_where_its_moderator_and_the_bot_may_write(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    """Else the bot would post for a moderator where that person may not."""
    silent = {role: discord.PermissionOverwrite(send_messages=False)}
    closed = room.guild.create_text_channel("closed", overwrites=silent)
    hall = room.guild.create_text_channel("hall")

    async def home() -> int | None:
        [league] = await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id)
        return league.channel_id

    said = answer(await founded_at(maya, room.channel, "Mine", closed))
    assert "You cannot write in" in words(said)
    assert await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id) == []
    await found(room, maya)
    said = answer(await founded_at(maya, room.channel, "THE LONG COUNT", hall))
    assert "The long count" in words(said) and await home() == hall.id
    await new_season(room, maya)
    posted = hall.last_message
    assert posted is not None and "Sign up" in labels(posted)
    said = answer(await propose(maya, hall, "move", home=closed))
    assert "You cannot write in" in words(said) and await home() == hall.id
    said = answer(await propose(maya, hall, "move", home=room.channel))
    assert "lives in" in words(said) and await home() == room.channel.id
    take_away(room, "create_public_threads")
    said = answer(await founded_at(maya, room.channel, "Another"))
    assert "Create Public Threads" in words(said), "no table could open there"
    assert len(await season_lifecycle.leagues_of(room.bot.leagues, room.guild.id)) == 1


async def test_everything_in_a_long_language(
    room: Room, maya: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is sent is held against Discord's limits after the test."""
    season = await running(room)
    wanted = replace(season.settings, name="W" * 60)
    await room.bot.store.write(stored.set_season, 1, settings_to_json(wanted), Made())
    moderator = Moderator(maya.id, room.guild.id)
    for number in range(1, 4):
        ban = ACTS["season-ban"].of_details({"user_id": number})
        await desk.do(InSeason(room.bot.leagues, 1), moderator, ban, WHY)
    monkeypatch.setattr("cogs.kit.answering.translator", lambda locale: Longer())
    eve = room.guild.add_member(room.env.create_user("_" * 32))
    ana = room.people[0]
    for act, options in (
        ("result", {"table": 1, "points": "30 50 40 60.25"}),
        ("adjust", {"person": ana, "points": "99999.99"}),
        ("withdraw", {"person": ana}),
        ("substitute", {"person": ana, "by": eve}),
        ("ban", {"person": ana}),
        ("ban-back", {"person": ana}),
        ("late", {"person": maya}),
        ("void", {"table": 1}),
    ):
        shown = await preview(room, maya, act, reason="_" * 200, **options)
        said = words(answer(await maya.click(shown, custom_id=select_id(shown, "act"))))
        assert "audit log entry" in said, act
    page = await preview(room, maya, "settings")
    assert (await maya.click(page, custom_id=select_id(page, "seasonform"))).acknowledged
    answer(await maya.slash(room.channel, "moderate log"))
