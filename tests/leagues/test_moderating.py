"""What moderators and people do to a season, and what is refused; nothing changes then."""

import asyncio
import random

import pytest

from bot.leagues import games, queries, season_lifecycle
from bot.leagues.acting import InSeason
from bot.leagues.people import enter_late, sign_off, sign_up
from bot.leagues.people_acts import EnterLate
from bot.leagues.season_transaction import Leagues
from bot.leagues.settings import SeasonSettings
from bot.moderation import acting as desk
from bot.seasons.events import Rules
from bot.seasons.results import UNIT, rate_all
from bot.seasons.standings import champions
from bot.store import Store
from bot.tables import Moderator
from bot.text.standings import tie_sentences
from bot.text.translation import translator
from tests.leagues.changes import (
    adjust,
    correct,
    create_league,
    create_season,
    draw_round,
    substitute,
    void,
    withdraw,
)
from tests.leagues.played import (
    GUILD,
    MODERATOR,
    PEOPLE,
    drawn,
    played,
    signed_up,
    some_result,
    swapped,
)
from tests.tables.playing import refused

MAYA = Moderator(MODERATOR, GUILD)


async def test_signing_up_and_off(leagues: Leagues) -> None:
    season = await signed_up(leagues, (1, 2, 3))
    await refused("signed-up", sign_up(leagues, season.id, 2))
    season = await sign_off(leagues, season.id, 2)
    assert season.state.signed_up == (1, 3)
    await refused("not-signed-up", sign_off(leagues, season.id, 2))
    await refused("sign-up", withdraw(leagues, season.id, 1, by=1))
    assert (await leagues.read(season.id)).version == season.version


async def test_the_draw_needs_two_and_happens_once(leagues: Leagues) -> None:
    season = await signed_up(leagues, (1,))
    await refused("too-few-players", season_lifecycle.draw(leagues, season.id, by=MODERATOR))
    await sign_up(leagues, season.id, 2)
    season = await season_lifecycle.draw(leagues, season.id, by=MODERATOR)
    assert season.state.phase == "running"
    await refused("drawn-before", season_lifecycle.draw(leagues, season.id, by=MODERATOR))
    await refused("running", sign_up(leagues, season.id, 3))


async def test_one_season_at_a_time(leagues: Leagues) -> None:
    season = await signed_up(leagues, (1, 2))
    more = SeasonSettings("Dry season")
    await refused("sign-up-open", create_season(leagues, season.league_id, more, by=MODERATOR))
    await season_lifecycle.draw(leagues, season.id, by=MODERATOR)
    following = await create_season(leagues, season.league_id, more, by=MODERATOR)
    for person in (1, 2):
        await sign_up(leagues, following.id, person)
    await refused("season-before", season_lifecycle.draw(leagues, following.id, by=MODERATOR))
    await refused("open-tables", season_lifecycle.close(leagues, season.id, by=MODERATOR))


async def test_leagues_have_names(leagues: Leagues) -> None:
    league = await create_league(leagues, GUILD, "  The   long count ")
    assert league.name == "The long count"
    await refused("name-taken", create_league(leagues, GUILD, "The long count"))
    await refused("league-name", create_league(leagues, GUILD, " "))
    await refused("league-name", create_league(leagues, GUILD, "x" * 61))
    other = await create_league(leagues, GUILD + 1, "The long count")
    assert await season_lifecycle.leagues_of(leagues, GUILD) == [league]
    assert await season_lifecycle.leagues_of(leagues, GUILD + 1) == [other]
    assert await season_lifecycle.current(leagues, league.id) is None
    await refused("no-league", leagues.league(99))
    await refused("no-season", leagues.read(99))


async def test_late_entry_brings_tables(leagues: Leagues) -> None:
    season = await drawn(leagues, rules=Rules(late_entry=True))
    tables = len(season.state.tables)
    season = await enter_late(leagues, season.id, 500)
    new = [t for t in await games.schedule(leagues, season.id) if t.number > tables]
    assert len(new) == 3, "each of the seven others plays one game more"
    assert all(500 in table.people and table.division == 1 for table in new)
    assert season.entry_of(500) == 500
    await refused("takes-part", enter_late(leagues, season.id, 500))
    by_hand = EnterLate(501, 7)
    await refused("division", desk.do(InSeason(leagues, season.id), MAYA, by_hand, "Let him in"))


async def test_no_late_entry_where_the_season_has_none(leagues: Leagues) -> None:
    season = await drawn(leagues)
    await refused("late", enter_late(leagues, season.id, 500))


async def test_coming_back_after_a_withdrawal(leagues: Leagues) -> None:
    season = await drawn(leagues)
    season = await withdraw(leagues, season.id, 101, by=101)
    assert season.entry_of(101) is None
    await refused("withdrawn", withdraw(leagues, season.id, 101, by=101))
    season = await substitute(leagues, season.id, 101, 101, by=MODERATOR)
    assert season.entry_of(101) == 101
    division = season.state.divisions[season.state.division_of[101]].entries
    other = next(entry for entry in division if entry != 101)
    await refused("same-division", substitute(leagues, season.id, 101, other, by=MODERATOR))


async def test_nobody_is_at_two_tables_at_once(leagues: Leagues) -> None:
    season = await drawn(leagues)
    ready = await games.ready(leagues, season.id)
    seated = [person for table in ready for person in table.people]
    assert len(seated) == len(set(seated))
    assert ready
    busy = frozenset({ready[0].people[0] or 0})
    fewer = await games.ready(leagues, season.id, busy=busy)
    assert ready[0].number not in [table.number for table in fewer]
    assert all(busy.isdisjoint(table.people) for table in fewer)


async def test_corrections_voids_and_penalties_are_recomputed(leagues: Leagues) -> None:
    season = await drawn(leagues)
    chance = random.Random(1)
    results = []
    for _ in range(5):
        table = (await games.ready(leagues, season.id))[0]
        results.append(some_result(season.state, table, chance))
        season = (await games.count(leagues, season.id, results[-1])).season
    await refused(
        "reason-correct", correct(leagues, season.id, results[0], by=MODERATOR, reason=" ")
    )
    season = await correct(leagues, season.id, swapped(results[0]), by=MODERATOR, reason="mixed up")
    season = await void(leagues, season.id, results[1].table, by=MODERATOR, reason="foul play")
    expected, _ = rate_all([swapped(results[0]), *results[2:]])
    assert dict(await queries.ratings(leagues, season.league_id, 4)) == {
        person: rating for (person, _), rating in expected.items()
    }
    before = {
        line.row.entry: line.row.points
        for table in await queries.standings(leagues, season.id)
        for line in table.lines
    }
    await adjust(leagues, season.id, 101, -2 * UNIT, by=MODERATOR, reason="late to every table")
    division = await queries.division(leagues, season.id, season.state.division_of[101])
    row = next(line.row for line in division.lines if line.row.entry == 101)
    assert row.points == before[101] - 2 * UNIT
    again = await games.count(leagues, season.id, results[1])
    assert not again.changed, "a voided table stays out"


async def test_results_of_other_people_are_refused(leagues: Leagues) -> None:
    season = await drawn(leagues)
    one, other = (await games.ready(leagues, season.id))[:2]
    wrong = some_result(season.state, other, random.Random(1))
    wrong = type(wrong)(one.number, wrong.lines)
    await refused("result", games.count(leagues, season.id, wrong))
    assert (await leagues.read(season.id)).version == season.version


async def test_swiss_rounds(leagues: Leagues) -> None:
    rules = Rules(form="swiss", games=2, division_size=20)
    season = await drawn(leagues, rules=rules)
    chance = random.Random(1)
    await refused("round", draw_round(leagues, season.id, 0, by=MODERATOR))
    await refused("division", draw_round(leagues, season.id, 3, by=MODERATOR))
    for table in await games.ready(leagues, season.id):
        await games.count(leagues, season.id, some_result(season.state, table, chance))
    season = await draw_round(leagues, season.id, 0, by=MODERATOR, seed=1)
    assert {table.round for table in await games.ready(leagues, season.id)} == {1}
    for table in await games.ready(leagues, season.id):
        await games.count(leagues, season.id, some_result(season.state, table, chance))
    await refused("rounds-drawn", draw_round(leagues, season.id, 0, by=MODERATOR))
    season = await season_lifecycle.close(leagues, season.id, by=MODERATOR)
    assert champions((await leagues.read(season.id)).state)


async def test_other_programs_on_the_same_database_take_turns(
    leagues: Leagues, store: Store
) -> None:
    season = await signed_up(leagues, ())
    others = [leagues, Leagues(store), Leagues(store)]
    await asyncio.gather(
        *(sign_up(others[person % 3], season.id, person) for person in range(1, 16))
    )
    for other in others:
        assert sorted((await other.read(season.id)).state.signed_up) == list(range(1, 16))
    log = await queries.history(leagues, season.id)
    assert [event.n for event in log] == list(range(16))


async def test_few_seasons_are_kept_in_memory_and_none_is_lost(store: Store) -> None:
    leagues = Leagues(store, open_seasons=1)
    one = await drawn(leagues, PEOPLE)
    league = await create_league(leagues, GUILD, "Another one")
    other = await create_season(leagues, league.id, SeasonSettings("First"), by=None)
    assert (await leagues.read(one.id)).state == one.state
    assert (await leagues.read(other.id)).state.phase == "sign-up"


@pytest.mark.parametrize("seed", [6])
async def test_ties_are_explained_in_words(leagues: Leagues, seed: int) -> None:
    season = await played(leagues, seed)
    top, bottom = await queries.standings(leagues, season.id)
    t = translator("en")
    first = next(line for line in top.lines if line.row.ahead_by)
    said = tie_sentences(t, first.ties, lambda entry: f"P{entry}")
    assert said[-1].startswith("places at shared tables: ")
    assert f"P{first.row.entry}" in said[-1]
    assert said[0].startswith("wins: ")
    assert said[0].endswith(" are tied")
    second = next(line for line in bottom.lines if line.row.ahead_by)
    words = tie_sentences(t, second.ties, lambda entry: f"P{entry}")[0]
    assert words.startswith(f"wins: P{second.row.entry} ")
