"""Who may take part in a season: each kind of person tries each way in, and what people and
moderators found to do that the rules refuse."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from unittest.mock import AsyncMock

import pytest

from bot.leagues import games, people, season_lifecycle
from bot.leagues.people_acts import Ban, SignUp, Substitute, Withdraw
from bot.leagues.season_acts import Draw
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.model.league import Ban as LeagueBan
from bot.model.notes import Happened, SeatFree
from bot.model.server import Moderator
from bot.seasons.events import Rules, Stage, TimedOut, Withdrew
from bot.store import leagues as stored
from tests.leagues.changes import happens, withdraw
from tests.leagues.played import GUILD, MAYA, PEOPLE, WHY, do, drawn, play_on, signed_up, undo
from tests.tables.playing import Clock, refused

BOT = Moderator(1000, GUILD)
ROLE = 77
OUTSIDER, BANNED, NEW, LISTED = 501, 502, 503, 504
PLAYER, GONE, LOST = PEOPLE[0], PEOPLE[1], PEOPLE[2]
LATE = Rules(late_entry=True)

Begin = Callable[[Leagues], Awaitable[SeasonView]]
Way = Callable[[Leagues, SeasonView, int], Awaitable[object]]


async def roles(guild_id: int, user_id: int) -> list[int]:
    """Everybody has the role but the outsider."""
    return [] if user_id == OUTSIDER else [ROLE]


async def join(leagues: Leagues, season: SeasonView, who: int) -> None:
    """Sign up, or enter late."""
    way = people.sign_up if season.state.phase == "sign-up" else people.enter_late
    await way(leagues, season.id, who, roles=await roles(GUILD, who))


async def be_listed(leagues: Leagues, season: SeasonView, who: int) -> None:
    mine = await roles(GUILD, who)
    await people.list_substitute(leagues, season.id, who, on=True, roles=mine)


async def take(leagues: Leagues, season: SeasonView, who: int) -> None:
    """Take the free seat of `GONE`, from the list."""
    await do(leagues, season, Substitute(GONE, who, GONE), by=BOT)


async def be_let_in(leagues: Leagues, season: SeasonView, who: int) -> None:
    """Be signed up, or let in late, by a moderator."""
    await do(leagues, season, SignUp(who, late=season.state.phase != "sign-up"))


async def be_seated(leagues: Leagues, season: SeasonView, who: int) -> None:
    """Be given the free seat of `GONE` by a moderator."""
    await do(leagues, season, Substitute(GONE, who))


async def open_season(leagues: Leagues) -> SeasonView:
    """A season for people with the role, for which seven have signed up."""
    leagues.roles_of = roles
    season = await signed_up(leagues, PEOPLE[:7], LATE, needs_role=ROLE)
    await be_listed(leagues, season, LISTED)
    return (await do(leagues, season, Ban(BANNED))).after


async def running_season(leagues: Leagues) -> SeasonView:
    """The same, drawn: one player has left, and one has lost the seat by time-outs."""
    season = await open_season(leagues)
    await be_listed(leagues, season, LOST)
    await season_lifecycle.draw(leagues, season.id, by=MAYA.id, seed=1)
    await people.give_up(leagues, season.id, GONE)
    return await withdraw(leagues, season.id, LOST, by=BOT.id, reason="too often")


REFUSED: Sequence[tuple[Begin, Way, Mapping[int, str]]] = (
    (open_season, join, {OUTSIDER: "role-needed", BANNED: "banned", PLAYER: "signed-up"}),
    (open_season, be_let_in, {
        OUTSIDER: "role-needed", BANNED: "player-banned", PLAYER: "player-signed-up",
    }),
    (open_season, be_listed, {OUTSIDER: "role-needed", BANNED: "banned"}),
    (open_season, take, {LISTED: "taken"}),
    (running_season, join, {
        OUTSIDER: "role-needed", BANNED: "banned", PLAYER: "takes-part", GONE: "left-or-lost",
    }),
    (running_season, be_let_in, {
        OUTSIDER: "role-needed", BANNED: "player-banned", PLAYER: "player-takes-part",
        GONE: "player-takes-part",
    }),
    (running_season, be_listed, {
        OUTSIDER: "role-needed", BANNED: "banned", GONE: "left-or-lost", LOST: "left-or-lost",
    }),
    (running_season, take, {OUTSIDER: "only-substitutes", LOST: "left-or-lost"}),
    (running_season, be_seated, {
        OUTSIDER: "role-needed", BANNED: "player-banned", PLAYER: "same-division",
        LOST: "same-division",
    }),
)  # fmt: skip


@pytest.mark.parametrize(
    ("begin", "way", "who", "code"),
    [(begin, way, *case) for begin, way, cases in REFUSED for case in cases.items()],
)
async def test_who_is_refused(
    leagues: Leagues, begin: Begin, way: Way, who: int, code: str
) -> None:
    season = await begin(leagues)
    await refused(code, way(leagues, season, who))
    assert await leagues.read(season.id) == season, "what is refused changes nothing"


@pytest.mark.parametrize("way", [join, be_let_in, be_listed])
async def test_whoever_has_the_role_gets_in(leagues: Leagues, way: Way) -> None:
    season = await open_season(leagues)
    await way(leagues, season, NEW)
    state = (await leagues.read(season.id)).state
    assert NEW in (state.substitutes if way is be_listed else state.signed_up)


@pytest.mark.parametrize(
    ("way", "who"),
    [(join, NEW), (be_let_in, NEW), (take, LISTED), (be_seated, NEW), (be_seated, GONE)],
)
async def test_ways_into_a_season_that_is_played(leagues: Leagues, way: Way, who: int) -> None:
    season = await running_season(leagues)
    await way(leagues, season, who)
    assert (await leagues.read(season.id)).entry_of(who) is not None


async def test_a_role_lost_while_on_the_list(leagues: Leagues) -> None:
    season = await running_season(leagues)
    leagues.roles_of = AsyncMock(return_value=[])
    await refused("role-needed", take(leagues, season, LISTED))


async def test_who_lost_the_role_is_left_out_of_the_draw(leagues: Leagues) -> None:
    season = await signed_up(leagues, PEOPLE[:7], Rules(most_players=5), needs_role=ROLE)
    gone, waits = PEOPLE[2], PEOPLE[5]

    async def roles_now(guild_id: int, user_id: int) -> list[int]:
        return [] if user_id == gone else [ROLE]

    leagues.roles_of = roles_now
    offered = await season_lifecycle.divided_now(leagues, season.id)
    assert {*offered.order} == {*PEOPLE[:6]} - {gone}, "nor counted on the page of the draw"
    seeds, now = await season_lifecycle.seeded_now(leagues, season.id)
    assert now is not None and {*now.order} == {*offered.order}, "nor on the page of the seeds"
    assert gone in seeds.order
    season = (await do(leagues, season, Draw())).after
    assert gone not in season.state.division_of and waits in season.state.division_of
    assert len(season.state.division_of) == 5
    assert [one.n for one in season.untold if isinstance(one, Happened)] == [len(PEOPLE[:7]) + 1]


# --- Who is banned --------------------------------------------------------------------------------


async def test_who_is_banned_leaves_the_list_and_is_not_called(leagues: Leagues) -> None:
    season = await running_season(leagues)
    assert await people.substitutes_for(leagues, season, GONE) == [LISTED]
    season = (await do(leagues, season, Ban(LISTED))).after
    assert season.state.substitutes == (LOST,)
    assert await people.substitutes_for(leagues, season, GONE) == []


async def test_who_is_banned_in_one_season_is_not_drawn_in_the_next(leagues: Leagues) -> None:
    season = await drawn(leagues, PEOPLE[:4])
    following = await signed_up(
        leagues, (*PEOPLE[:4], NEW), Rules(most_players=4), league_id=season.league_id
    )
    await do(leagues, season, Ban(PLAYER))
    await play_on(leagues, season)
    await season_lifecycle.close(leagues, season.id, by=MAYA.id)
    divided = await season_lifecycle.divided_now(leagues, following.id)
    assert {*divided.divisions[0].entries} == {*PEOPLE[1:4], NEW}
    done = await do(leagues, following, Draw())
    assert {*done.after.state.division_of} == {*PEOPLE[1:4], NEW}


async def test_a_ban_can_be_lifted_once_and_may_end_by_itself(
    leagues: Leagues, clock: Clock
) -> None:
    season = await drawn(leagues, PEOPLE[:4], LATE)
    await do(leagues, season, Ban(NEW))
    await do(leagues, season, Ban(NEW, back=True))
    await refused("no-ban", do(leagues, season, Ban(NEW, back=True)))
    until = clock() + timedelta(days=2)  # as version 1.0.0 could say it
    ban = LeagueBan(season.league_id, NEW, until, WHY, clock())
    await leagues.store.write(stored.ban, ban)
    await refused("banned", people.enter_late(leagues, season.id, NEW))
    clock.pass_by(timedelta(days=2))
    await people.enter_late(leagues, season.id, NEW)


# --- How many enter late --------------------------------------------------------------------------


async def test_no_ninth_of_eight(leagues: Leagues) -> None:
    rules = Rules(late_entry=True, most_players=8, division_size=8)
    season = await drawn(leagues, PEOPLE[:8], rules)
    await refused("places-taken", people.enter_late(leagues, season.id, NEW))
    await refused("places-taken", do(leagues, season, SignUp(NEW, late=True)))
    await withdraw(leagues, season.id, GONE, by=GONE)
    season = await people.enter_late(leagues, season.id, NEW)
    assert len(season.state.playing) == 8
    await refused("places-taken", people.enter_late(leagues, season.id, OUTSIDER))


async def test_who_enters_late_and_leaves_makes_room_and_takes_along_what_has_not_begun(
    leagues: Leagues,
) -> None:
    season = await drawn(leagues, PEOPLE, Rules(late_entry=True, most_late=1))
    before = season.state.open_tables()
    season = await people.enter_late(leagues, season.id, NEW)
    assert season.state.division_of[NEW] == 1, "the lowest"
    assert len(season.state.open_tables()) > len(before)
    await refused("places-taken", people.enter_late(leagues, season.id, OUTSIDER))
    season = await people.give_up(leagues, season.id, NEW)
    assert season.state.open_tables() == before
    await refused("left-or-lost", people.enter_late(leagues, season.id, NEW))
    await people.enter_late(leagues, season.id, OUTSIDER)


async def test_nobody_enters_when_nothing_is_left_to_play(leagues: Leagues) -> None:
    """Found: who entered a season that was over kept it open; in the Swiss form there was no game
    to play."""
    rules = Rules(late_entry=True, stages=(Stage("swiss", 1),))
    season = await drawn(leagues, PEOPLE[:7], rules, "Swiss")
    await refused("late-over", people.enter_late(leagues, season.id, NEW))
    season = await play_on(leagues, await drawn(leagues, PEOPLE[:7], LATE))
    await refused("late-over", people.enter_late(leagues, season.id, NEW))
    await refused("late-over", do(leagues, season, SignUp(NEW, late=True)))


# --- Whose seat is free, and who takes it ---------------------------------------------------------


async def test_nobody_sits_twice_at_the_final(leagues: Leagues) -> None:
    """Found: a finalist on the list took the seat of another one, of another division."""
    rules = Rules(seats=2, division_size=4, stages=(Stage(), Stage("final", 1, who="winners")))
    season = await play_on(leagues, await drawn(leagues, PEOPLE[:8], rules))
    await games.draw_due(leagues, season.id)
    season = await leagues.read(season.id)
    one, other = season.state.later[0].entries
    await people.list_substitute(leagues, season.id, one, on=True)
    # and nobody moved up, as a turn was played
    season = await happens(leagues, season.id, Withdrew(other), by=other)
    assert await people.substitutes_for(leagues, season, other) == []
    await refused("same-division", do(leagues, season, Substitute(other, one, other)))
    await refused("same-division", do(leagues, season, Substitute(other, one)))


async def test_a_lost_seat_is_not_taken_back_alone(leagues: Leagues) -> None:
    """Found: who listed himself and timed out until the seat was given away took his own seat back,
    with no time-outs."""
    season = await drawn(leagues, PEOPLE[:7], hand_over_after=2)
    await people.list_substitute(leagues, season.id, LOST, on=True)
    table = next(one for one in season.state.open_tables() if LOST in one.entries)
    await happens(leagues, season.id, TimedOut(table.table, LOST, 2))
    await refused("not-due", do(leagues, season, Withdraw(PLAYER, by_rule=True), by=BOT))
    await do(leagues, season, Withdraw(LOST, by_rule=True), by=BOT)
    await refused("left-or-lost", do(leagues, season, Substitute(LOST, LOST, LOST), by=BOT))
    assert (await do(leagues, season, Substitute(LOST, LOST))).after.entry_of(LOST) == LOST


async def test_no_seat_is_taken_with_which_nothing_is_left_to_play(
    leagues: Leagues, clock: Clock
) -> None:
    """Found: a substitute took the seat of a leader who left, with its place and without a game;
    and leaving and taking the seat again every 40 hours kept a season open without end."""
    season = await drawn(leagues, PEOPLE[:4])
    await people.list_substitute(leagues, season.id, NEW, on=True)
    season = await play_on(leagues, season)
    until = await games.appeals_until(leagues.store.read, season)
    clock.pass_by(timedelta(hours=40))
    season = await people.give_up(leagues, season.id, GONE)
    assert not any(isinstance(note, SeatFree) for note in season.untold)
    await refused("seat-over", take(leagues, season, NEW))
    season = (await do(leagues, season, Substitute(GONE, NEW))).after
    assert until and await games.appeals_until(leagues.store.read, season) == until


async def test_of_two_substitutes_named_at_once_the_first_plays(leagues: Leagues) -> None:
    season = await drawn(leagues, PEOPLE[:7])
    await do(leagues, season, Substitute(PLAYER, NEW, PLAYER, named=True))
    await refused("taken", do(leagues, season, Substitute(PLAYER, 501, PLAYER, named=True)))
    assert (await leagues.read(season.id)).state.holder(PLAYER) == NEW
    done = await do(leagues, season, Substitute(PLAYER, 501, NEW, named=True))
    assert done.after.state.holder(PLAYER) == 501, "who saw the first one"


async def test_a_seat_that_was_free_is_so_again_for_who_had_it(leagues: Leagues) -> None:
    """Found: once a substitute was undone, undoing the removal before gave the seat to them."""
    season = await drawn(leagues, PEOPLE[:7])
    gone = await do(leagues, season, Withdraw(PLAYER))
    came = await do(leagues, season, Substitute(PLAYER, NEW))
    state = (await undo(leagues, season, came.entry)).after.state
    assert state.holder(PLAYER) == PLAYER and state.left == {PLAYER} == state.withdrawn
    state = (await undo(leagues, season, gone.entry)).after.state
    assert state.holder(PLAYER) == PLAYER and not state.left and not state.withdrawn
