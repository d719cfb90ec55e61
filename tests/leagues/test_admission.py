"""Who may take part in a season: each kind of person tries each way in, and what is found out about
leaving and coming back."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.leagues import games, people, season_lifecycle
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import Ban, SignUp, Substitute, Withdraw
from bot.leagues.season_acts import Draw
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.leagues.settings import SeasonSettings
from bot.model.notes import Happened
from bot.model.server import Moderator
from bot.moderation import desk
from bot.seasons.events import Rules
from tests.leagues.changes import create_league, create_season, time_out, withdraw
from tests.leagues.played import GUILD, PEOPLE, drawn, signed_up, some_result
from tests.tables.playing import Clock, refused

MAYA, BOT = Moderator(999, GUILD), Moderator(1000, GUILD)
ROLE, WHY = 77, "They asked for it."
OUTSIDER, BANNED, NEW = 501, 502, 503
PLAYER, GONE, LOST = PEOPLE[0], PEOPLE[1], PEOPLE[2]

Way = Callable[[Leagues, SeasonView, int], Awaitable[object]]


async def roles(guild_id: int, user_id: int) -> list[int]:
    """Everybody has the role but the outsider."""
    return [] if user_id == OUTSIDER else [ROLE]


async def join(leagues: Leagues, season: SeasonView, who: int) -> None:
    """Sign up, or enter late."""
    mine = await roles(GUILD, who)
    if season.state.phase == "sign-up":
        await people.sign_up(leagues, season.id, who, roles=mine)
    else:
        await people.enter_late(leagues, season.id, who, roles=mine)


async def be_listed(leagues: Leagues, season: SeasonView, who: int) -> None:
    """Go on the list of substitutes."""
    mine = await roles(GUILD, who)
    await people.list_substitute(leagues, season.id, who, on=True, roles=mine)


async def take(leagues: Leagues, season: SeasonView, who: int) -> None:
    """Take the free seat of `GONE`, from the list."""
    act = Substitute(GONE, who, season.state.holder(GONE))
    await desk.do(InSeason(leagues, season.id), BOT, act, WHY)


async def be_let_in(leagues: Leagues, season: SeasonView, who: int) -> None:
    """Be signed up, or let in late, by a moderator."""
    act = SignUp(who, late=season.state.phase != "sign-up")
    await desk.do(InSeason(leagues, season.id), MAYA, act, WHY)


async def be_seated(leagues: Leagues, season: SeasonView, who: int) -> None:
    """Be given the free seat of `GONE` by a moderator."""
    await desk.do(InSeason(leagues, season.id), MAYA, Substitute(GONE, who), WHY)


async def open_season(leagues: Leagues) -> SeasonView:
    """A season for people with the role, for which seven have signed up."""
    league = await create_league(leagues, GUILD, "The long count")
    rules = Rules(late_entry=True)
    wanted = SeasonSettings("Rainy season", rules, needs_role=ROLE)
    season = await create_season(leagues, league.id, wanted, by=MAYA.id)
    for person in PEOPLE[:7]:
        season = await people.sign_up(leagues, season.id, person, roles=[ROLE])
    await desk.do(InSeason(leagues, season.id), MAYA, Ban(BANNED), WHY)
    return season


async def running_season(leagues: Leagues) -> SeasonView:
    """The same, drawn: one player has left, and one has lost the seat by time-outs."""
    season = await open_season(leagues)
    for person in (NEW, LOST):
        await people.list_substitute(leagues, season.id, person, on=True, roles=[ROLE])
    await season_lifecycle.draw(leagues, season.id, by=MAYA.id, seed=1)
    await people.give_up(leagues, season.id, GONE)
    return await withdraw(leagues, season.id, LOST, by=BOT.id, reason="too often")


@pytest.mark.parametrize(
    ("way", "who", "code"),
    [
        (join, NEW, None),
        (join, OUTSIDER, "role-needed"),
        (join, BANNED, "banned"),
        (join, PLAYER, "signed-up"),
        (be_let_in, NEW, None),
        (be_let_in, OUTSIDER, "role-needed"),
        (be_let_in, BANNED, "player-banned"),
        (be_let_in, PLAYER, "player-signed-up"),
        (be_listed, NEW, None),
        (be_listed, OUTSIDER, "role-needed"),
        (be_listed, BANNED, "banned"),
    ],
)
async def test_before_the_draw(leagues: Leagues, way: Way, who: int, code: str | None) -> None:
    leagues.roles_of = roles
    season = await open_season(leagues)
    await _tries(leagues, season, way, who, code)


@pytest.mark.parametrize(
    ("way", "who", "code"),
    [
        (join, NEW, None),
        (join, OUTSIDER, "role-needed"),
        (join, BANNED, "banned"),
        (join, PLAYER, "takes-part"),
        (join, GONE, "left-or-lost"),
        (be_let_in, NEW, None),
        (be_let_in, OUTSIDER, "role-needed"),
        (be_let_in, BANNED, "player-banned"),
        (be_let_in, PLAYER, "player-takes-part"),
        (be_listed, OUTSIDER, "role-needed"),
        (be_listed, BANNED, "banned"),
        (be_listed, GONE, "left-or-lost"),
        (be_listed, LOST, "left-or-lost"),
        (take, NEW, None),
        (take, OUTSIDER, "only-substitutes"),
        (take, LOST, "left-or-lost"),
        (be_seated, NEW, None),
        (be_seated, GONE, None),
        (be_seated, LOST, "same-division"),
        (be_seated, OUTSIDER, "role-needed"),
        (be_seated, BANNED, "player-banned"),
        (be_seated, PLAYER, "same-division"),
    ],
)
async def test_while_it_is_played(leagues: Leagues, way: Way, who: int, code: str | None) -> None:
    leagues.roles_of = roles
    season = await running_season(leagues)
    await _tries(leagues, season, way, who, code)


async def _tries(
    leagues: Leagues, season: SeasonView, way: Way, who: int, code: str | None
) -> None:
    season = await leagues.read(season.id)
    if code is None:
        await way(leagues, season, who)
        assert await leagues.read(season.id) != season
    else:
        await refused(code, way(leagues, season, who))
        assert await leagues.read(season.id) == season, "what is refused changes nothing"


async def test_a_role_lost_while_on_the_list(leagues: Leagues) -> None:
    leagues.roles_of = roles
    season = await running_season(leagues)

    async def none(guild_id: int, user_id: int) -> list[int]:
        return []

    leagues.roles_of = none
    await refused("role-needed", take(leagues, season, NEW))


async def test_who_is_banned_leaves_the_list_and_is_not_called(leagues: Leagues) -> None:
    leagues.roles_of = roles
    season = await running_season(leagues)
    assert await people.substitutes_for(leagues, season, GONE) == [NEW]
    await desk.do(InSeason(leagues, season.id), MAYA, Ban(NEW), WHY)
    season = await leagues.read(season.id)
    assert season.state.substitutes == (LOST,)
    assert await people.substitutes_for(leagues, season, GONE) == []


async def test_no_second_seat_in_a_division_and_one_in_another(leagues: Leagues) -> None:
    season = await drawn(leagues)
    gone, same, *_ = season.state.divisions[0].entries
    other = season.state.divisions[1].entries[0]
    for person in (same, other):
        await people.list_substitute(leagues, season.id, person, on=True)
    season = await people.give_up(leagues, season.id, gone)
    assert await people.substitutes_for(leagues, season, gone) == [other]


async def test_no_ninth_of_eight(leagues: Leagues) -> None:
    rules = Rules(late_entry=True, most_players=8, division_size=8)
    season = await drawn(leagues, PEOPLE[:8], rules)
    await refused("places-taken", people.enter_late(leagues, season.id, NEW))
    await refused(
        "places-taken", desk.preview(InSeason(leagues, season.id), MAYA, SignUp(NEW, late=True))
    )
    await withdraw(leagues, season.id, GONE, by=GONE)
    season = await people.enter_late(leagues, season.id, NEW)
    assert len(season.state.playing) == 8
    await refused("places-taken", people.enter_late(leagues, season.id, OUTSIDER))


async def test_the_most_late_entries(leagues: Leagues) -> None:
    rules = Rules(late_entry=True, most_late=1, division_size=14)
    season = await drawn(leagues, PEOPLE, rules)
    await people.enter_late(leagues, season.id, NEW)
    await refused("places-taken", people.enter_late(leagues, season.id, OUTSIDER))
    await people.give_up(leagues, season.id, NEW)
    await people.enter_late(leagues, season.id, OUTSIDER)


async def test_who_enters_late_and_leaves_takes_along_what_has_not_begun(leagues: Leagues) -> None:
    season = await drawn(leagues, PEOPLE[:7], Rules(late_entry=True))
    before = season.state.open_tables()
    season = await people.enter_late(leagues, season.id, NEW)
    came = season.state.open_tables()
    assert len(came) > len(before)
    season = await people.give_up(leagues, season.id, NEW)
    assert season.state.open_tables() == before
    await refused("left-or-lost", people.enter_late(leagues, season.id, NEW))


async def test_who_lost_the_role_is_left_out_of_the_draw(leagues: Leagues) -> None:
    rules = Rules(most_players=5)
    season = await signed_up(leagues, PEOPLE[:7], rules)
    async with leagues.open(season.id) as opened:
        opened.change(settings=replace(opened.view.settings, needs_role=77))
    gone, waits = PEOPLE[2], PEOPLE[5]

    async def roles_of(guild_id: int, user_id: int) -> list[int]:
        return [] if user_id == gone else [77]

    leagues.roles_of = roles_of
    offered = await season_lifecycle.divided_now(leagues, season.id)
    assert {*offered.order} == {*PEOPLE[:6]} - {gone}, "nor counted on the page of the draw"
    seeds, now = await season_lifecycle.seeded_now(leagues, season.id)
    assert now is not None and {*now.order} == {*offered.order}, "nor on the page of the seeds"
    assert gone in seeds.order
    await desk.do(InSeason(leagues, season.id), MAYA, Draw(), WHY)
    season = await leagues.read(season.id)
    assert gone not in season.state.division_of and waits in season.state.division_of
    assert len(season.state.division_of) == 5
    assert [one.n for one in season.untold if isinstance(one, Happened)] == [len(PEOPLE[:7]) + 1]


async def test_a_lost_seat_is_not_taken_back_alone(leagues: Leagues) -> None:
    """Found: who listed himself and timed out until the seat was given away took his own seat back,
    with no time-outs."""
    season = await drawn(leagues, PEOPLE[:7])
    async with leagues.open(season.id) as opened:
        settings = replace(opened.view.settings, hand_over_after=2)
        opened.change(settings=settings)
    await people.list_substitute(leagues, season.id, LOST, on=True)
    table = next(one for one in season.state.open_tables() if LOST in one.entries)
    await time_out(leagues, season.id, table.table, LOST, 2)
    too_early = desk.do(InSeason(leagues, season.id), BOT, Withdraw(PLAYER, by_rule=True), WHY)
    await refused("not-due", too_early)
    await desk.do(InSeason(leagues, season.id), BOT, Withdraw(LOST, by_rule=True), WHY)
    await refused(
        "left-or-lost",
        desk.do(InSeason(leagues, season.id), BOT, Substitute(LOST, LOST, LOST), WHY),
    )
    await desk.do(InSeason(leagues, season.id), MAYA, Substitute(LOST, LOST), WHY)
    season = await leagues.read(season.id)
    assert season.entry_of(LOST) == LOST


async def test_leaving_does_not_move_the_time_for_disputes(leagues: Leagues, clock: Clock) -> None:
    """Found: leaving and taking the seat again every 40 hours kept a season open without end."""
    season = await drawn(leagues, PEOPLE[:4])
    chance = random.Random(1)
    for table in await games.schedule(leagues, season.id):
        await games.count(leagues, season.id, some_result(season.state, table, chance))
    season = await leagues.read(season.id)
    until = await games.appeals_until(leagues.store.read, season)
    assert until is not None
    clock.pass_by(timedelta(hours=40))
    await people.give_up(leagues, season.id, GONE)
    await desk.do(InSeason(leagues, season.id), MAYA, Substitute(GONE, NEW), WHY)
    assert await games.appeals_until(leagues.store.read, await leagues.read(season.id)) == until


async def test_who_is_banned_in_one_season_is_not_drawn_in_the_next(leagues: Leagues) -> None:
    season = await drawn(leagues, PEOPLE[:4])
    following = await create_season(
        leagues, season.league_id, SeasonSettings("Dry season", Rules(most_players=4)), by=MAYA.id
    )
    for person in (*PEOPLE[:4], NEW):
        await people.sign_up(leagues, following.id, person)
    await desk.do(InSeason(leagues, season.id), MAYA, Ban(PLAYER), WHY)
    chance = random.Random(1)
    for table in await games.schedule(leagues, season.id):
        await games.count(leagues, season.id, some_result(season.state, table, chance))
    await season_lifecycle.close(leagues, season.id, by=MAYA.id)
    divided = await season_lifecycle.divided_now(leagues, following.id)
    assert {*divided.divisions[0].entries} == {*PEOPLE[1:4], NEW}
    done = await desk.do(InSeason(leagues, following.id), MAYA, Draw(), WHY)
    assert {*done.after.state.division_of} == {*PEOPLE[1:4], NEW}
