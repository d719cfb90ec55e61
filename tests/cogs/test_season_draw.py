"""Before a season begins: who may sign up, and what moderators do about it; then /season draw:
divisions are proposed for the number that signed up, changed before the draw counts, and kept as
the season before announced them, or the draw says why not and asks."""

from collections import Counter
from csv import DictReader
from dataclasses import replace
from io import StringIO

import discord
from simcord import MemberActor, RoleHandle

from bot.leagues import season_lifecycle
from bot.leagues.people import sign_off, sign_up
from bot.leagues.queries import standings_sheet
from bot.leagues.settings import SeasonSettings
from bot.seasons.season import Season
from bot.seasons.standings import standings_of
from bot.spreadsheet import csv_of
from bot.store.settings import named_on_pages
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, select_id, tap, words
from tests.cogs.moderators_page import choose, do, found, open_page, page_with, press_it, wizard_of
from tests.cogs.seasons import (
    MODERATOR,
    PAIRS,
    card_of,
    choose_all,
    drawn_season,
    look,
    looked_up,
    members,
    new_sign_up,
    open_season,
    play,
    pressed,
    preview,
    settled,
    standings_in,
    state_of,
    texts,
)
from tests.leagues.changes import create_season
from tests.tables.acts import audit_log


async def test_moderators_sign_people_up_and_off(room: Room, maya: MemberActor) -> None:
    await new_sign_up(room, maya)
    ana = room.people[0]
    assert "audit log entry" in words(await preview(room, maya, "up", person=ana))
    assert (await state_of(room)).signed_up == (ana.id,)
    assert any("signed **ana** up" in told for told in texts(room.channel))
    assert "has already signed up" in words(await preview(room, maya, "up", person=ana))
    assert "audit log entry" in words(await preview(room, maya, "sign-up-back", person=ana))
    assert (await state_of(room)).signed_up == ()
    assert "has not signed up" in words(await preview(room, maya, "sign-up-back", person=ana))
    acts = [entry.act for entry in await audit_log(room.bot.tables, room.guild.id)]
    assert acts[:2] == ["season-sign-up", "season-sign-up"]
    await do(room, maya, "ban", person=ana)
    said = words(await preview(room, maya, "up", person=ana))
    assert "lift the ban first" in said, "a ban is lifted, not walked round"


async def test_places_are_limited_and_others_wait(room: Room, maya: MemberActor) -> None:
    await new_sign_up(room, maya)
    page = await choose(maya, await preview(room, maya, "settings"), "most", "4")
    await maya.click(page, label="Save changes")
    posted = next(one for one in reversed(room.channel.history()) if "Sign up" in labels(one))
    assert "At most 4 players" in words(posted)
    people = members(room, 6)
    for person in people:
        last = await person.click(posted, label="Sign up")
    said = [answer(last), *last.followups]
    assert any("number 2 on the waiting list" in words(one) for one in said)
    ids = tuple(person.id for person in people)
    state = await state_of(room)
    assert state.signed_up == ids[:4] and state.waiting == ids[4:]
    await people[0].click(posted, label="Cancel sign-up")
    await settled(room)
    state = await state_of(room)
    assert state.signed_up == ids[1:5] and state.waiting == ids[5:]
    assert any("moves up from the waiting list" in told for told in texts(room.channel))
    await do(room, maya, "draw", None)
    state = await state_of(room)
    assert set(state.division_of) == set(ids[1:5]) and state.substitutes == ids[5:]


async def test_conditions_of_signing_up(room: Room, role: RoleHandle, maya: MemberActor) -> None:
    posted = await new_sign_up(room, maya)
    page = await page_with(maya, await preview(room, maya, "settings"), "role")
    menu = next(c["custom_id"] for c in raw(page) if c.get("custom_id", "").endswith(".role"))
    page = answer(await maya.select(page, [role], custom_id=menu))
    await maya.click(page, label="Save changes")
    ana = room.people[0]
    assert "people with the role" in words(await tap(ana, posted, "Sign up"))
    await maya.click(posted, label="Sign up")
    assert (await state_of(room)).signed_up == (maya.id,)
    said = words(await preview(room, maya, "up", person=ana))
    assert "moderators can assign that role" in said


async def test_who_signs_up_first_is_asked_once_for_a_name(room: Room, maya: MemberActor) -> None:
    posted = await new_sign_up(room, maya)
    ana, bob = room.people[:2]
    question = (await ana.click(posted, label="Sign up")).followups[-1]
    assert question.ephemeral and "web pages that anybody can open" in words(question)
    assert labels(question) == ["Show my name", "Only a number"]
    assert await named(room, ana, bob) == {}, "not before the answer"
    await ana.click(posted, label="Cancel sign-up")
    again = await ana.click(posted, label="Sign up")
    assert "May your name be shown" not in words(again.followups[-1]), "once"
    assert "Your name is shown." in words(await tap(ana, question, "Show my name"))
    assert await named(room, ana, bob) == {ana.id: "named"}
    await room.restart()
    question = (await pressed(bob, room.channel, "signup")).followups[-1]
    assert "Your name is not shown." in words(await tap(bob, question, "Only a number"))
    assert (await state_of(room)).signed_up == (ana.id, bob.id)
    assert await named(room, ana, bob) == {ana.id: "named"}


async def named(room: Room, *people: MemberActor) -> dict[int, str]:
    """Who of these people stands on pages by name, and how."""
    found = await room.bot.store.read(named_on_pages, [one.id for one in people])
    return dict(found)


async def test_the_seasons_message_follows_whoever_comes_and_goes(
    room: Room, maya: MemberActor
) -> None:
    posted = await new_sign_up(room, maya)
    ana, bob, cleo = room.people[:3]

    async def now() -> str:
        await room.later(minutes=1)
        await look(room)
        return words(next(one for one in room.channel.history() if one.id == posted.id))

    await looked_up(ana, room.channel, "signup")
    assert "1 person has signed up" in await now() and "ana" in await now()
    await looked_up(bob, room.channel, "signup")
    await looked_up(ana, room.channel, "signoff")
    said = await now()
    assert "1 person has signed up" in said and "bob" in said and "ana" not in said
    await looked_up(cleo, room.channel, "substitutes")
    assert "1 substitute cleo" in (await now()).replace("*", "")
    await preview(room, maya, "up", person=ana)
    assert "2 people have signed up" in await now()
    await do(room, maya, "ban", person=bob)
    assert "bob" not in await now()
    answered = answer(await cleo.slash(room.channel, "privacy delete"))
    await cleo.click(answered, label="Delete my data")
    assert "cleo" not in await now(), "nor who has deleted their data"
    await room.restart()
    await looked_up(room.people[3], room.channel, "signup")
    edits = len(edited(room, posted))
    assert "dan" in await now() and "dan" in await now()
    assert len(edited(room, posted)) == edits + 1, "edited once for all that happened"


def edited(room: Room, posted: discord.Message) -> list[object]:
    """The requests that changed a message."""
    end = f"/messages/{posted.id}"
    sent = room.env.http_requests
    return [one for one in sent if one.method == "PATCH" and one.path.endswith(end)]


async def test_who_leaves_the_server_before_the_draw_is_said_in_time(
    room: Room, maya: MemberActor
) -> None:
    posted = await new_sign_up(room, maya)
    for person in room.people:
        await person.click(posted, label="Sign up")
    gone = room.people[1]
    assert "left this server" not in words(await open_page(maya, room.channel))
    room.guild.remove_member(gone)
    await room.restart()  # no name is in memory
    page = await open_page(maya, room.channel)
    assert "@…" not in words(page)
    for shown in (page, await preview(room, maya, "draw")):
        assert "**bob** has left this server, but is still signed up" in words(shown)
    person = await tap(maya, page, "Withdraw bob")
    off = answer(await maya.select(person, ["sign-up-back"], custom_id=select_id(person, "moddo")))
    assert "audit log entry" in words(off)
    assert gone.id not in (await state_of(room)).signed_up
    assert "left this server" not in words(await preview(room, maya, "draw"))


async def test_the_name_of_who_has_left_is_kept_in_the_draw(room: Room, maya: MemberActor) -> None:
    posted = await new_sign_up(room, maya)
    for person in room.people:
        await person.click(posted, label="Sign up")
    room.guild.remove_member(room.people[1])
    await room.restart()
    assert "audit log entry" in await do(room, maya, "draw", None)
    told = " ".join(texts(room.channel))
    assert "bob" in told and "@…" not in told and f"<@{room.people[1].id}>" not in told


UP_AND_DOWN = replace(PAIRS, promoted=1, relegated=1)


async def sizes(room: Room, season: int = 1) -> list[int]:
    """How many play in each division."""
    return [len(drawn.entries) for drawn in (await state_of(room, season)).divisions]


async def test_divisions_are_shown_before_the_draw(room: Room, maya: MemberActor) -> None:
    await open_season(room, members(room, 13))
    page = await preview(room, maya, "draw")
    assert "7 players" in words(page) and "13 players" not in words(page), "not one of thirteen"
    await room.restart()
    assert (await state_of(room)).phase == "sign-up", "nothing counts yet"
    assert "audit log entry" in await press_it(maya, page, None)
    assert await sizes(room) == [6, 7]


async def test_a_cup_says_its_rounds_and_who_meets_whom(room: Room, maya: MemberActor) -> None:
    """The wizard names the rounds for as many as are expected; before the draw counts it shows the
    tables of the first round, and who has a bye."""
    await found(room, maya)
    wizard = await wizard_of(maya, room.channel)
    page = await choose_all(maya, wizard, seats="2", plan="cup-winners")
    rounds = "Quarter-finals: 4 tables → Semi-finals: 2 tables → Final"
    assert f"8 players · {rounds}" in words(page)
    await maya.click(page, label="Create")
    people = members(room, 5)
    for person in people:
        await sign_up(room.bot.leagues, 1, person.id)
    shown = await preview(room, maya, "draw")
    assert "**Round 1** · 5 players" in words(shown)
    await press_it(maya, shown, None)
    state = await state_of(room)
    names = {person.id: f"**{person.name}**" for person in people}
    [table] = state.tables.values()
    one, two = (names[entry] for entry in table.entries)
    first, *others = (names[entry] for entry in state.first_byes[0])
    assert f"- Table 1: {one} and {two}\n- Bye: {first}, {' and '.join(others)}" in words(shown)
    assert f"- Table 1: {one} and {two}" in "\n".join(texts(room.channel))


async def test_a_page_that_is_no_longer_true(room: Room, maya: MemberActor) -> None:
    people = members(room, 9)
    await open_season(room, people[:8], settings=SeasonSettings("Rainy season", UP_AND_DOWN))
    mine = await preview(room, maya, "draw")
    await sign_up(room.bot.leagues, 1, people[8].id)
    said = await tap(maya, mine, "Confirm")
    assert "nothing was done" in words(said) and people[8].name in words(said)
    assert (await state_of(room)).phase == "sign-up"
    assert "audit log entry" in await press_it(maya, said, None)


async def test_the_draw_says_what_of_last_season_it_cannot_keep(
    room: Room, maya: MemberActor
) -> None:
    """First all go on as announced, then only the upper division does."""
    people, leagues = members(room, 8), room.bot.leagues
    season = await play(room, await drawn_season(room, people, UP_AND_DOWN))
    await season_lifecycle.close(leagues, season.id, by=MODERATOR)
    settings = SeasonSettings("Dry season", UP_AND_DOWN)
    following = await create_season(leagues, season.league_id, settings, by=MODERATOR)
    first, second = (division.entries for division in season.state.divisions)
    relegated = by_place(season.state, 0)[-1]
    for person in (*first, *second):
        await sign_up(leagues, following.id, person)
    page = await preview(room, maya, "draw")
    assert "Not placed according to last season" not in words(page)
    for person in second:
        await sign_off(leagues, following.id, person)
    await look(room, days=1)
    page = await preview(room, maya, "draw")
    assert "Not placed according to last season's standings" in words(page)
    name = next(person.name for person in people if person.id == relegated)
    assert f"**{name}** should go down, but does not" in words(page)
    assert "audit log entry" in await press_it(maya, page, None)
    assert await sizes(room, following.id) == [4]


def by_place(state: Season, division: int) -> list[int]:
    """The entries of a division by place."""
    return [row.entry for row in standings_of(state, division).rows]


async def test_a_pyramid_has_levels(room: Room, maya: MemberActor) -> None:
    """Three divisions on two levels: before the draw, in standings, on a card and in the file."""
    people = members(room, 12)
    rules = replace(PAIRS, promoted=1, pyramid=True)
    season = await open_season(room, people, settings=SeasonSettings("Rainy season", rules))
    page = await preview(room, maya, "draw")
    assert "level 1" in words(page) and words(page).count("level 2") == 2
    assert "audit log entry" in await press_it(maya, page, None)
    season = await play(room, season)
    assert [drawn.tier for drawn in season.state.divisions] == [0, 1, 1]
    shown = words(await standings_in(maya, room.channel, 3))
    assert "Division 3, level 2 · " in shown
    last = next(one for one in people if one.id == by_place(season.state, 2)[-1])
    card = words(await card_of(maya, room.channel, last))
    assert "Rainy season: Division 3, level 2, place 4" in card
    csv_rows = DictReader(StringIO(csv_of(standings_sheet(season, {}))))
    assert Counter(row["level"] for row in csv_rows) == {"1": 4, "2": 8}
