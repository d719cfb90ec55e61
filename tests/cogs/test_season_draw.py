"""Before a season begins: who may sign up, and what moderators do about it; then /season draw:
divisions are proposed for the number that signed up, changed before the draw counts, and kept as
the season before announced them, or the draw says why not and asks."""

from collections import Counter
from csv import DictReader
from io import StringIO
from typing import Any

import discord
from simcord import MemberActor, ResponseMessage, RoleHandle

from bot.leagues import games, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.queries import standings_sheet
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import SeasonSettings
from bot.refusal import Refusal
from bot.seasons.events import Rules, Stage
from bot.seasons.season import Season
from bot.seasons.standings import standings_of
from bot.spreadsheet import csv_of
from bot.store.settings import named_on_pages
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, select_id, words
from tests.cogs.moderators_page import (
    choose,
    do,
    found,
    name_moderators,
    new_season,
    page_with,
    press_it,
    propose,
    wizard_of,
)
from tests.cogs.seasons import (
    card_of,
    look,
    looked_up,
    members,
    open_season,
    play,
    pressed,
    settled,
    standings_in,
    texts,
)
from tests.leagues.changes import create_season
from tests.tables.acts import audit_log


async def opened(room: Room, role: RoleHandle, maya: MemberActor) -> discord.Message:
    """A season for which nobody has signed up; its message."""
    await name_moderators(room, role)
    await found(room, maya)
    await new_season(room, maya)
    posted = room.channel.last_message
    assert posted is not None
    return posted


async def test_who_is_banned_during_the_sign_up_is_signed_off(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    posted = await opened(room, role, maya)
    for person in room.people:
        await person.click(posted, label="Sign up")
    ana = room.people[0]
    shown = answer(await propose(maya, room.channel, "ban", person=ana))
    assert "will be withdrawn" in words(shown)
    assert "audit log entry" in await do(room, maya, "ban", person=ana)
    state = (await room.bot.leagues.read(1)).state
    assert ana.id not in state.signed_up and len(state.signed_up) == len(room.people) - 1
    assert "You are banned from this league" in words(
        answer(await ana.click(posted, label="Sign up"))
    )
    await do(room, maya, "draw", None)
    assert ana.id not in (await room.bot.leagues.read(1)).state.division_of


async def test_moderators_sign_people_up_and_off(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    await opened(room, role, maya)
    ana = room.people[0]
    assert "audit log entry" in words(answer(await propose(maya, room.channel, "up", person=ana)))
    assert (await room.bot.leagues.read(1)).state.signed_up == (ana.id,)
    assert any("signed **ana** up" in told for told in texts(room.channel))
    said = words(answer(await propose(maya, room.channel, "up", person=ana)))
    assert "has already signed up" in said
    assert "audit log entry" in words(
        answer(await propose(maya, room.channel, "sign-up-back", person=ana))
    )
    assert (await room.bot.leagues.read(1)).state.signed_up == ()
    said = words(answer(await propose(maya, room.channel, "sign-up-back", person=ana)))
    assert "has not signed up" in said
    acts = [entry.act for entry in await audit_log(room.bot.tables, room.guild.id)]
    assert acts[:2] == ["season-sign-up", "season-sign-up"]
    await do(room, maya, "ban", person=ana)
    said = words(answer(await propose(maya, room.channel, "up", person=ana)))
    assert "lift the ban first" in said, "a ban is lifted, not walked round"


async def test_places_are_limited_and_others_wait(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    await opened(room, role, maya)
    page = answer(await propose(maya, room.channel, "settings"))
    page = await choose(maya, page, "most", "4")
    await maya.click(page, label="Save changes")
    posted = next(one for one in reversed(room.channel.history()) if "Sign up" in labels(one))
    assert "At most 4 players" in words(posted)
    people = members(room, 6)
    for person in people:
        last = await person.click(posted, label="Sign up")
    assert "number 2 on the waiting list" in words(answer(last)) or any(
        "number 2 on the waiting list" in words(said) for said in last.followups
    )
    ids = [person.id for person in people]
    state = (await room.bot.leagues.read(1)).state
    assert state.signed_up == tuple(ids[:4]) and state.waiting == tuple(ids[4:])
    await people[0].click(posted, label="Cancel sign-up")
    await settled(room)
    state = (await room.bot.leagues.read(1)).state
    assert state.signed_up == tuple(ids[1:5]) and state.waiting == (ids[5],)
    assert any("moves up from the waiting list" in told for told in texts(room.channel))
    await do(room, maya, "draw", None)
    state = (await room.bot.leagues.read(1)).state
    assert set(state.division_of) == set(ids[1:5]) and state.substitutes == (ids[5],)


async def test_conditions_of_signing_up(room: Room, role: RoleHandle, maya: MemberActor) -> None:
    posted = await opened(room, role, maya)
    page = await page_with(maya, answer(await propose(maya, room.channel, "settings")), "role")
    menu = next(c["custom_id"] for c in raw(page) if c.get("custom_id", "").endswith(".role"))
    page = answer(await maya.select(page, [role], custom_id=menu))
    await maya.click(page, label="Save changes")
    ana = room.people[0]
    assert "people with the role" in words(answer(await ana.click(posted, label="Sign up")))
    await maya.click(posted, label="Sign up")
    assert (await room.bot.leagues.read(1)).state.signed_up == (maya.id,)
    said = words(answer(await propose(maya, room.channel, "up", person=ana)))
    assert "moderators can assign that role" in said


async def test_who_signs_up_first_is_asked_once_for_a_name(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    posted = await opened(room, role, maya)
    ana, bob = room.people[:2]
    question = (await ana.click(posted, label="Sign up")).followups[-1]
    assert question.ephemeral and "web pages that anybody can open" in words(question)
    assert labels(question) == ["Show my name", "Only a number"]
    assert await named(room, ana, bob) == {}, "not before the answer"
    await ana.click(posted, label="Cancel sign-up")
    again = await ana.click(posted, label="Sign up")
    assert "May your name be shown" not in words(again.followups[-1]), "once"
    said = answer(await ana.click(question, label="Show my name"))
    assert "Your name is shown." in words(said)
    assert await named(room, ana, bob) == {ana.id: "named"}
    await room.restart()
    question = (await pressed(bob, room.channel, "signup")).followups[-1]
    said = answer(await bob.click(question, label="Only a number"))
    assert "Your name is not shown." in words(said)
    assert (await room.bot.leagues.read(1)).state.signed_up == (ana.id, bob.id)
    assert await named(room, ana, bob) == {ana.id: "named"}


async def named(room: Room, *people: MemberActor) -> dict[int, str]:
    """Who of these people stands on pages by name, and how."""
    found = await room.bot.store.read(named_on_pages, [one.id for one in people])
    return dict(found)


async def test_the_seasons_message_follows_whoever_comes_and_goes(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    posted = await opened(room, role, maya)
    ana, bob, cleo = room.people[:3]

    async def now() -> str:
        await room.later(minutes=1)
        seasons: Any = room.bot.get_cog("LeagueTables")
        await seasons.look()
        await settled(room)
        return words(next(one for one in room.channel.history() if one.id == posted.id))

    await looked_up(ana, room.channel, "signup")
    assert "1 person has signed up" in await now() and "ana" in await now()
    await looked_up(bob, room.channel, "signup")
    await looked_up(ana, room.channel, "signoff")
    assert (
        "1 person has signed up" in await now()
        and "bob" in await now()
        and "ana" not in await now()
    )
    await looked_up(cleo, room.channel, "substitutes")
    assert "1 substitute cleo" in (await now()).replace("*", "")
    await propose(maya, room.channel, "up", person=ana)
    assert "2 people have signed up" in await now()
    await propose(maya, room.channel, "ban", person=bob)
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
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    posted = await opened(room, role, maya)
    for person in room.people:
        await person.click(posted, label="Sign up")
    gone = room.people[1]
    page = answer(await maya.slash(room.channel, "moderate page"))
    assert "left this server" not in words(page)
    room.guild.remove_member(gone)
    await room.restart()  # no name is in memory
    page = answer(await maya.slash(room.channel, "moderate page"))
    assert "**bob** has left this server, but is still signed up" in words(page)
    assert "@…" not in words(page)
    question = await asked_to_draw(room, maya)
    assert "**bob** has left this server, but is still signed up" in words(question)
    person = answer(await maya.click(page, label="Withdraw bob"))
    off = answer(await maya.select(person, ["sign-up-back"], custom_id=select_id(person, "moddo")))
    assert "audit log entry" in words(off)
    assert gone.id not in (await room.bot.leagues.read(1)).state.signed_up
    assert "left this server" not in words(await asked_to_draw(room, maya))


async def asked_to_draw(room: Room, maya: MemberActor) -> ResponseMessage:
    """The question before the draw."""
    return answer(await propose(maya, room.channel, "draw"))


async def test_the_name_of_who_has_left_is_kept_in_the_draw(
    room: Room, role: RoleHandle, maya: MemberActor
) -> None:
    posted = await opened(room, role, maya)
    for person in room.people:
        await person.click(posted, label="Sign up")
    room.guild.remove_member(room.people[1])
    await room.restart()
    assert "audit log entry" in await do(room, maya, "draw", None)
    told = " ".join(texts(room.channel))
    assert "bob" in told and "@…" not in told and f"<@{room.people[1].id}>" not in told


PAIRS = Rules(seats=2, stages=(Stage(games=3),), division_size=4, promoted=1, relegated=1)


def sizes(season: SeasonView) -> list[int]:
    return [len(drawn.entries) for drawn in season.state.divisions]


async def test_divisions_are_shown_before_the_draw(room: Room, maya: MemberActor) -> None:
    people = members(room, 13)
    await open_season(room, people)
    page = answer(await propose(maya, room.channel, "draw"))
    assert "7 players" in words(page) and "13 players" not in words(page), "not one of thirteen"
    await room.restart()
    assert (await room.bot.leagues.read(1)).state.phase == "sign-up", "nothing counts yet"
    assert "audit log entry" in await press_it(maya, page, None)
    season = await room.bot.leagues.read(1)
    assert sizes(season) == [6, 7]


async def test_a_cup_says_its_rounds_and_who_meets_whom(room: Room, maya: MemberActor) -> None:
    """The wizard names the rounds for as many as are expected; before the draw counts it shows the
    tables of the first round, and who has a bye."""
    await found(room, maya)
    page = await choose(maya, await wizard_of(maya, room.channel), "seats", "2")
    page = await choose(maya, page, "plan", "cup-winners")
    rounds = "Quarter-finals: 4 tables → Semi-finals: 2 tables → Final"
    assert f"8 players · {rounds}" in words(page)
    await maya.click(page, label="Create")
    people = members(room, 5)
    for person in people:
        await sign_up(room.bot.leagues, 1, person.id)
    shown = answer(await propose(maya, room.channel, "draw"))
    assert "**Round 1** · 5 players" in words(shown)
    await press_it(maya, shown, None)
    state = (await room.bot.leagues.read(1)).state
    names = {person.id: f"**{person.name}**" for person in people}
    [table] = state.tables.values()
    one, two = (names[entry] for entry in table.entries)
    first, *others = (names[entry] for entry in state.first_byes[0])
    assert f"- Table 1: {one} and {two}\n- Bye: {first}, {' and '.join(others)}" in words(shown)
    assert f"- Table 1: {one} and {two}" in "\n".join(texts(room.channel))


async def test_a_page_that_is_no_longer_true(room: Room, maya: MemberActor) -> None:
    people = members(room, 9)
    await open_season(room, people[:8], settings=SeasonSettings("Rainy season", PAIRS))
    mine = answer(await propose(maya, room.channel, "draw"))
    await sign_up(room.bot.leagues, 1, people[8].id)
    said = answer(await maya.click(mine, label="Confirm"))
    assert "nothing was done" in words(said) and people[8].name in words(said)
    assert (await room.bot.leagues.read(1)).state.phase == "sign-up"
    assert "audit log entry" in await press_it(maya, said, None)

    stranger = room.guild.add_member(room.env.create_user("stranger"))
    assert stranger.id not in (await room.bot.leagues.read(1)).state.division_of


async def second_season(room: Room, people: list[MemberActor]) -> SeasonView:
    """After a season of two divisions of four, another one is open for signing up."""
    settings = SeasonSettings("Rainy season", PAIRS)
    season = await open_season(room, people, settings=settings)
    await season_lifecycle.draw(room.bot.leagues, season.id, by=999, seed=5)
    await play(room, season)
    await season_lifecycle.close(room.bot.leagues, season.id, by=999)
    return await create_season(
        room.bot.leagues, season.league_id, SeasonSettings("Dry season", PAIRS), by=999
    )


async def test_relegation_is_carried_out_though_the_sizes_change(
    room: Room, maya: MemberActor
) -> None:
    people = members(room, 8)
    following = await second_season(room, people)
    before = (await room.bot.leagues.read(1)).state
    top = by_place(before, 0)
    gone, relegated = top[0], top[-1]
    for person in people:
        if person.id != gone:
            await sign_up(room.bot.leagues, following.id, person.id)
    page = answer(await propose(maya, room.channel, "draw"))
    assert "Not placed according to last season" not in words(page)
    assert "audit log entry" in await press_it(maya, page, None)
    season = await room.bot.leagues.read(following.id)
    assert len(season.state.divisions) == 2
    assert season.state.division_of[relegated] == 1, "the free place went to somebody else"


async def test_what_cannot_be_kept_is_said(room: Room, maya: MemberActor) -> None:
    people = members(room, 8)
    following = await second_season(room, people)
    before = (await room.bot.leagues.read(1)).state
    relegated = by_place(before, 0)[-1]
    names = {person.id: person.name for person in people}
    staying = [relegated, *(e for e in before.divisions[0].entries if e != relegated)]
    for person in staying:
        await sign_up(room.bot.leagues, following.id, person)
    await look(room, days=1)
    page = answer(await propose(maya, room.channel, "draw"))
    said = words(page)
    assert "Not placed according to last season's standings" in said
    assert f"**{names[relegated]}** should go down, but does not" in said
    assert "audit log entry" in await press_it(maya, page, None)
    assert sizes(await room.bot.leagues.read(following.id)) == [4]


def by_place(state: Season, division: int) -> list[int]:
    """The entries of a division by place."""
    return [row.entry for row in standings_of(state, division).rows]


async def why_not_drawn(room: Room, season_id: int) -> str | None:
    """Why a season is not drawn by its date."""
    try:
        await season_lifecycle.draw(room.bot.leagues, season_id, by=None)
    except Refusal as refusal:
        return refusal.code
    return None


async def test_a_pyramid_through_promotion(room: Room, maya: MemberActor) -> None:
    """Three divisions 1-2: from each of the lower ones one goes up, two come down to them."""
    people = members(room, 12)
    rules = Rules(
        seats=2, stages=(Stage(games=3),), division_size=4, promoted=1, relegated=2, pyramid=True
    )
    season = await open_season(room, people, settings=SeasonSettings("Rainy season", rules))
    page = answer(await propose(maya, room.channel, "draw"))
    assert "level 1" in words(page) and words(page).count("level 2") == 2
    assert "audit log entry" in await press_it(maya, page, None)
    await play(room, season)
    await season_lifecycle.close(room.bot.leagues, season.id, by=999)
    state = (await room.bot.leagues.read(1)).state
    assert [drawn.tier for drawn in state.divisions] == [0, 1, 1]
    orders = [by_place(state, number) for number in range(3)]
    shown = words(await standings_in(maya, room.channel, 3))
    assert "Division 3, level 2 · " in shown
    last = next(person for person in people if person.id == orders[2][-1])
    card = words(await card_of(maya, room.channel, last))
    assert "Rainy season: Division 3, level 2, place 4" in card
    csv_rows = DictReader(StringIO(csv_of(standings_sheet(await room.bot.leagues.read(1), {}))))
    assert Counter(row["level"] for row in csv_rows) == {"1": 4, "2": 8}
    following = await create_season(
        room.bot.leagues, season.league_id, SeasonSettings("Dry season", rules), by=999
    )
    for person in people:
        await sign_up(room.bot.leagues, following.id, person.id)
    page = answer(await propose(maya, room.channel, "draw"))
    assert "Not placed according to last season" not in words(page)
    await press_it(maya, page, None)
    now = (await room.bot.leagues.read(following.id)).state
    up = {orders[1][0], orders[2][0]}
    assert set(now.divisions[0].entries) == {*orders[0][:2], *up}
    assert {now.division_of[entry] for entry in orders[0][2:]} == {1, 2}, "one into each"
    assert await games.ready(room.bot.leagues, following.id)
