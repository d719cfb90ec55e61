"""/season draw: divisions are proposed for the number that signed up, changed before the draw
counts, and kept as the season before announced them, or the draw says why not and asks."""

from collections import Counter
from csv import DictReader
from io import StringIO
from typing import Any

import simcord

from bot.leagues import games, season_lifecycle
from bot.leagues.people import sign_off, sign_up
from bot.leagues.queries import standings_sheet
from bot.leagues.season_transaction import SeasonView
from bot.leagues.settings import SeasonSettings
from bot.refusal import Refusal
from bot.seasons.events import Rules
from bot.seasons.season import Season
from bot.seasons.standings import standings_of
from bot.spreadsheet import csv_of
from tests.cogs.conftest import Room
from tests.cogs.driver import answer, labels, raw, words
from tests.cogs.league_seasons import members, open_season, play
from tests.cogs.moderators_page import propose
from tests.cogs.season_commands import name_moderators, press_it
from tests.cogs.season_tables import look, texts
from tests.leagues.changes import create_season

PAIRS = Rules(seats=2, games=3, division_size=4, promoted=1, relegated=1)


async def pick(
    actor: simcord.MemberActor, shown: simcord.ResponseMessage, verb: str, *values: Any
) -> simcord.ResponseMessage:
    """Choose in a menu of the page."""
    menu = next(c["custom_id"] for c in raw(shown) if f"tz:{verb}:" in c.get("custom_id", ""))
    return answer(await actor.select(shown, list(values), custom_id=menu))


def sizes(season: SeasonView) -> list[int]:
    return [len(drawn.entries) for drawn in season.state.divisions]


async def test_divisions_are_proposed_and_changed_before_the_draw(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    people = members(room, 13)
    await open_season(room, people)
    page = answer(await propose(maya, room.channel, "draw"))
    assert "7 players" in words(page) and "13 players" not in words(page), "not one of thirteen"
    page = await pick(maya, page, "drawsizes", "13x1")
    assert "13 players" in words(page)
    page = await pick(maya, page, "drawsizes", "7x1.6x1")
    first, last = people[0], people[-1]
    await room.restart()
    page = await pick(maya, page, "drawswap", first, last)
    assert "Divided by the moderators by hand." in words(page)
    assert (await room.bot.leagues.read(1)).state.phase == "sign-up", "nothing counts yet"
    assert "Done" in await press_it(maya, page, None)
    season = await room.bot.leagues.read(1)
    assert sizes(season) == [7, 6]
    assert season.state.division_of[last.id] == 0 and season.state.division_of[first.id] == 1
    told = texts(room.channel)
    assert not told or "by the moderators by hand" in told[-1]


def orders(page: simcord.ResponseMessage) -> dict[str, bool]:
    """The choices of who plays where, and which one holds."""
    menu = next(c for c in raw(page) if "tz:draworder:" in c.get("custom_id", ""))
    return {one["label"]: bool(one.get("default")) for one in menu["options"]}


async def test_a_first_season_names_no_ladder(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """There is none before it: who signed up first plays at the top."""
    await name_moderators(room, role)
    people = members(room, 8)
    await open_season(room, people, settings=SeasonSettings("Rainy season", PAIRS))
    page = answer(await propose(maya, room.channel, "draw"))
    assert orders(page) == {"By the order of signing up": True, "By rating": False}
    page = await pick(maya, page, "drawswap", people[0], people[7])
    assert orders(page)["Moved by hand"]
    page = await pick(maya, page, "draworder", "sign-up")
    assert orders(page) == {"By the order of signing up": True, "By rating": False}


async def test_a_page_that_is_no_longer_true(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor, noah: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    people = members(room, 9)
    await open_season(room, people[:8], settings=SeasonSettings("Rainy season", PAIRS))
    mine = answer(await propose(maya, room.channel, "draw"))
    other = answer(await propose(noah, room.channel, "draw"))
    await pick(noah, other, "draworder", "sign-up")
    mine = await pick(maya, mine, "drawsizes", "8x1")
    assert "press did nothing" in words(mine) and "order of signing up" in words(mine)
    await sign_up(room.bot.leagues, 1, people[8].id)
    said = answer(await maya.click(mine, label="Confirm"))
    assert "press did nothing" in words(said) and people[8].name in words(said)
    assert (await room.bot.leagues.read(1)).state.phase == "sign-up"
    assert "Done" in await press_it(maya, said, None)

    stranger = room.guild.add_member(room.env.create_user("stranger"))
    assert stranger.id not in (await room.bot.leagues.read(1)).state.division_of


async def test_swapping_with_who_has_not_signed_up(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    people = members(room, 5)
    await open_season(room, people[:4])
    page = answer(await propose(maya, room.channel, "draw"))
    menu = next(c["custom_id"] for c in raw(page) if "drawswap" in c.get("custom_id", ""))
    said = await maya.select(page, [people[0], people[4]], custom_id=menu)
    assert "who have signed up" in words(answer(said))
    page = answer(await propose(maya, room.channel, "draw"))
    page = await pick(maya, page, "drawswap", people[0], people[3])
    await sign_off(room.bot.leagues, 1, people[3].id)
    await sign_up(room.bot.leagues, 1, people[4].id)
    assert "Done" in await press_it(maya, answer(await propose(maya, room.channel, "draw")), None)
    drawn = (await room.bot.leagues.read(1)).state.divisions[0].entries
    assert set(drawn) == {person.id for person in (*people[:3], people[4])}


async def second_season(room: Room, people: list[simcord.MemberActor]) -> SeasonView:
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
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
    people = members(room, 8)
    following = await second_season(room, people)
    before = (await room.bot.leagues.read(1)).state
    top = by_place(before, 0)
    gone, relegated = top[0], top[-1]
    for person in people:
        if person.id != gone:
            await sign_up(room.bot.leagues, following.id, person.id)
    page = answer(await propose(maya, room.channel, "draw"))
    assert "Different from what last season" not in words(page)
    assert orders(page)["By last season's standings"]
    assert "Done" in await press_it(maya, page, None)
    season = await room.bot.leagues.read(following.id)
    assert len(season.state.divisions) == 2
    assert season.state.division_of[relegated] == 1, "the free place went to somebody else"


async def test_what_cannot_be_kept_is_said_and_asked(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    await name_moderators(room, role)
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
    assert "Different from what last season announced" in said
    assert f"**{names[relegated]}** should go down, but does not" in said
    assert "Confirm" not in labels(page)
    stale = await why_not_drawn(room, following.id)
    assert stale == "announced", "nor is it drawn by its date"
    said = words(answer(await maya.click(page, label="Draw anyway")))
    assert "Done" in said
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


async def test_a_pyramid_through_promotion(
    room: Room, role: simcord.RoleHandle, maya: simcord.MemberActor
) -> None:
    """Three divisions 1-2: from each of the lower ones one goes up, two come down to them."""
    await name_moderators(room, role)
    people = members(room, 12)
    rules = Rules(seats=2, games=3, division_size=4, promoted=1, relegated=2, pyramid=True)
    season = await open_season(room, people, settings=SeasonSettings("Rainy season", rules))
    page = answer(await propose(maya, room.channel, "draw"))
    assert "level 1" in words(page) and words(page).count("level 2") == 2
    assert "Done" in await press_it(maya, page, None)
    await play(room, season)
    await season_lifecycle.close(room.bot.leagues, season.id, by=999)
    state = (await room.bot.leagues.read(1)).state
    assert [drawn.tier for drawn in state.divisions] == [0, 1, 1]
    orders = [by_place(state, number) for number in range(3)]
    shown = words(answer(await maya.slash(room.channel, "league standings", division=3)))
    assert "Division 3, level 2 · " in shown
    last = next(person for person in people if person.id == orders[2][-1])
    card = words(answer(await maya.slash(room.channel, "league card", person=last)))
    assert "Rainy season: Division 3, level 2, place 4" in card
    csv_rows = DictReader(StringIO(csv_of(standings_sheet(await room.bot.leagues.read(1), {}))))
    assert Counter(row["level"] for row in csv_rows) == {"1": 4, "2": 8}
    following = await create_season(
        room.bot.leagues, season.league_id, SeasonSettings("Dry season", rules), by=999
    )
    for person in people:
        await sign_up(room.bot.leagues, following.id, person.id)
    page = answer(await propose(maya, room.channel, "draw"))
    assert "Different from what last season" not in words(page)
    await press_it(maya, page, None)
    now = (await room.bot.leagues.read(following.id)).state
    up = {orders[1][0], orders[2][0]}
    assert set(now.divisions[0].entries) == {*orders[0][:2], *up}
    assert {now.division_of[entry] for entry in orders[0][2:]} == {1, 2}, "one into each"
    assert await games.ready(room.bot.leagues, following.id)
