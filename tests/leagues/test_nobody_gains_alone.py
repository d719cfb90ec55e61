"""What people and moderators found to do that the rules refuse."""

import random

import pytest

from bot.leagues import games, people
from bot.leagues.act import SeasonAct
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import SignUp, Substitute, Withdraw
from bot.leagues.season_transaction import Leagues, SeasonView
from bot.model.notes import SeatFree
from bot.model.server import Moderator
from bot.moderation import desk
from bot.seasons.events import Rules, Stage, Withdrew
from tests.leagues.played import GUILD, PEOPLE, drawn, signed_up, some_result
from tests.tables.playing import refused

FREE, NEW = Moderator(999, GUILD), Moderator(500, GUILD)
WHY = "They asked for it."


async def asked(leagues: Leagues, season: SeasonView, moderator: Moderator, act: SeasonAct) -> str:
    """Ask for an act; its status."""
    return (await desk.do(InSeason(leagues, season.id), moderator, act, WHY)).entry.status


async def test_no_seat_is_taken_before_the_draw(leagues: Leagues) -> None:
    season = await signed_up(leagues, PEOPLE[:4])
    await people.list_substitute(leagues, season.id, NEW.id, on=True)
    await refused("taken", asked(leagues, season, FREE, Substitute(PEOPLE[0], NEW.id, PEOPLE[0])))


async def test_who_left_reads_how_to_come_back(leagues: Leagues) -> None:
    season = await drawn(leagues, PEOPLE[:7], Rules(late_entry=True))
    await people.give_up(leagues, season.id, PEOPLE[0])
    await refused("left-or-lost", people.enter_late(leagues, season.id, PEOPLE[0]))
    await refused("takes-part", people.enter_late(leagues, season.id, PEOPLE[1]))
    by_moderator = asked(leagues, season, FREE, SignUp(PEOPLE[0], late=True))
    await refused("player-takes-part", by_moderator)


async def test_a_seat_that_was_free_is_so_again_for_who_had_it(leagues: Leagues) -> None:
    """Found: once a substitute was undone, undoing the removal before gave the seat to them."""
    season, one = await drawn(leagues, PEOPLE[:7]), PEOPLE[0]
    place = InSeason(leagues, season.id)
    gone = await desk.do(place, FREE, Withdraw(one), WHY)
    came = await desk.do(place, FREE, Substitute(one, NEW.id), WHY)
    await desk.do(place, FREE, await desk.undo_of(place, came.entry, FREE), WHY)
    state = (await leagues.read(season.id)).state
    assert state.holder(one) == one and state.left == {one} and state.withdrawn == {one}
    await desk.do(place, FREE, await desk.undo_of(place, gone.entry, FREE), WHY)
    state = (await leagues.read(season.id)).state
    assert state.holder(one) == one and not state.left and not state.withdrawn


async def test_of_two_substitutes_named_at_once_the_first_plays(leagues: Leagues) -> None:
    season, one = await drawn(leagues, PEOPLE[:7]), PEOPLE[0]
    first, second = (Substitute(one, who, one, named=True) for who in (NEW.id, 501))
    await asked(leagues, season, FREE, first)
    await refused("taken", asked(leagues, season, FREE, second))
    assert (await leagues.read(season.id)).state.holder(one) == NEW.id
    await asked(leagues, season, FREE, Substitute(one, 501, NEW.id, named=True))
    assert (await leagues.read(season.id)).state.holder(one) == 501, "who saw the first one"


async def all_played(leagues: Leagues, season: SeasonView) -> SeasonView:
    """The season with a result at each of its tables."""
    chance = random.Random(1)
    for table in await games.schedule(leagues, season.id):
        season = (
            await games.count(leagues, season.id, some_result(season.state, table, chance))
        ).season
    return season


@pytest.mark.parametrize(
    "rules", [Rules(late_entry=True), Rules(late_entry=True, stages=(Stage("swiss", 1),))]
)
async def test_nobody_enters_when_nothing_is_left_to_play(leagues: Leagues, rules: Rules) -> None:
    """Found: who entered a season that was over kept it open; in the Swiss form there was no game
    to play."""
    season = await drawn(leagues, PEOPLE[:7], rules)
    if rules.first.kind == "swiss":
        await refused("late-over", people.enter_late(leagues, season.id, NEW.id))
    season = await all_played(leagues, season)
    until = await games.appeals_until(leagues.store.read, season)
    await refused("late-over", people.enter_late(leagues, season.id, NEW.id))
    await refused("late-over", asked(leagues, season, FREE, SignUp(NEW.id, late=True)))
    assert (
        until
        and await games.appeals_until(leagues.store.read, await leagues.read(season.id)) == until
    )


async def test_no_seat_is_taken_with_which_nothing_is_left_to_play(leagues: Leagues) -> None:
    """Found: a substitute took the seat of a leader who left, with its place and without a game."""
    season = await drawn(leagues, PEOPLE[:4])
    await people.list_substitute(leagues, season.id, NEW.id, on=True)
    season = await all_played(leagues, season)
    season = await people.give_up(leagues, season.id, PEOPLE[0])
    assert not any(isinstance(note, SeatFree) for note in season.untold)
    act = Substitute(PEOPLE[0], NEW.id, PEOPLE[0])
    await refused("seat-over", asked(leagues, season, FREE, act))


async def test_nobody_sits_twice_at_the_final(leagues: Leagues) -> None:
    """Found: a finalist on the list took the seat of another one, of another division."""
    rules = Rules(seats=2, division_size=4, stages=(Stage(), Stage("final", 1, who="winners")))
    season = await all_played(leagues, await drawn(leagues, PEOPLE[:8], rules))
    await games.draw_due(leagues, season.id)
    season = await leagues.read(season.id)
    one, other = season.state.later[0].entries
    await people.list_substitute(leagues, season.id, one, on=True)
    async with leagues.open(season.id) as opened:  # and nobody moved up, as a turn was played
        opened.happen(Withdrew(other), by=other)
    season = opened.view
    assert await people.substitutes_for(leagues, season, other) == []
    await refused("same-division", asked(leagues, season, FREE, Substitute(other, one, other)))
    await refused("same-division", asked(leagues, season, FREE, Substitute(other, one)))
