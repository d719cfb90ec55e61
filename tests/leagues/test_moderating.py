"""What moderators and people do to a season, and what is refused; nothing changes then."""

import asyncio
import random

import pytest

from bot.leagues import Seasons, SeasonSettings, tie_sentences
from bot.leagues.model.events import Rules
from bot.leagues.model.points import UNIT
from bot.leagues.model.ratings import rate_all
from bot.store import Store
from bot.text.translation import translator
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


async def test_signing_up_and_off(seasons: Seasons) -> None:
    season = await signed_up(seasons, (1, 2, 3))
    await refused("signed-up", seasons.sign_up(season.id, 2))
    season = await seasons.sign_off(season.id, 2)
    assert season.state.signed_up == (1, 3)
    await refused("not-signed-up", seasons.sign_off(season.id, 2))
    await refused("sign-up", seasons.withdraw(season.id, 1, by=1))
    assert (await seasons.season(season.id)).version == season.version


async def test_the_draw_needs_two_and_happens_once(seasons: Seasons) -> None:
    season = await signed_up(seasons, (1,))
    await refused("too-few-players", seasons.draw(season.id, by=MODERATOR))
    await seasons.sign_up(season.id, 2)
    season = await seasons.draw(season.id, by=MODERATOR)
    assert season.state.phase == "running"
    await refused("running", seasons.draw(season.id, by=MODERATOR))
    await refused("running", seasons.sign_up(season.id, 3))


async def test_one_season_at_a_time(seasons: Seasons) -> None:
    season = await signed_up(seasons, (1, 2))
    more = SeasonSettings("Dry season")
    await refused("sign-up-open", seasons.create_season(season.league_id, more, by=MODERATOR))
    await seasons.draw(season.id, by=MODERATOR)
    following = await seasons.create_season(season.league_id, more, by=MODERATOR)
    for person in (1, 2):
        await seasons.sign_up(following.id, person)
    await refused("season-before", seasons.draw(following.id, by=MODERATOR))
    await refused("open-tables", seasons.close(season.id, by=MODERATOR))


async def test_leagues_have_names(seasons: Seasons) -> None:
    league = await seasons.create_league(GUILD, "  The   long count ")
    assert league.name == "The long count"
    await refused("name-taken", seasons.create_league(GUILD, "The long count"))
    await refused("name", seasons.create_league(GUILD, " "))
    await refused("name", seasons.create_league(GUILD, "x" * 61))
    other = await seasons.create_league(GUILD + 1, "The long count")
    assert await seasons.leagues_of(GUILD) == [league]
    assert await seasons.leagues_of(GUILD + 1) == [other]
    assert await seasons.current(league.id) is None
    await refused("no-league", seasons.league(99))
    await refused("no-season", seasons.season(99))


async def test_late_entry_brings_tables(seasons: Seasons) -> None:
    season = await drawn(seasons)
    tables = len(season.state.tables)
    season = await seasons.enter_late(season.id, 500, by=500)
    new = [t for t in await seasons.schedule(season.id) if t.number > tables]
    assert len(new) == 4
    assert all(500 in table.people and table.division == 1 for table in new)
    assert season.entry_of(500) == 500
    await refused("signed-up", seasons.enter_late(season.id, 500, by=500))
    await refused("division", seasons.enter_late(season.id, 501, 7, by=501))


async def test_no_late_entry_where_the_season_has_none(seasons: Seasons) -> None:
    season = await drawn(seasons, rules=Rules(late_entry=False))
    await refused("late", seasons.enter_late(season.id, 500, by=500))


async def test_coming_back_after_a_withdrawal(seasons: Seasons) -> None:
    season = await drawn(seasons)
    season = await seasons.withdraw(season.id, 101, by=101)
    assert season.entry_of(101) is None
    await refused("withdrawn", seasons.withdraw(season.id, 101, by=101))
    season = await seasons.substitute(season.id, 101, 101, by=MODERATOR)
    assert season.entry_of(101) == 101
    division = season.state.divisions[season.state.division_of[101]].entries
    other = next(entry for entry in division if entry != 101)
    await refused("same-division", seasons.substitute(season.id, 101, other, by=MODERATOR))


async def test_nobody_is_at_two_tables_at_once(seasons: Seasons) -> None:
    season = await drawn(seasons)
    ready = await seasons.ready(season.id)
    seated = [person for table in ready for person in table.people]
    assert len(seated) == len(set(seated))
    assert ready
    busy = frozenset({ready[0].people[0] or 0})
    fewer = await seasons.ready(season.id, busy=busy)
    assert ready[0].number not in [table.number for table in fewer]
    assert all(busy.isdisjoint(table.people) for table in fewer)


async def test_corrections_voids_and_penalties_are_recomputed(seasons: Seasons) -> None:
    season = await drawn(seasons)
    chance = random.Random(1)
    results = []
    for _ in range(5):
        table = (await seasons.ready(season.id))[0]
        results.append(some_result(season.state, table, chance))
        season = (await seasons.count(season.id, results[-1])).season
    await refused("reason", seasons.correct(season.id, results[0], by=MODERATOR, reason=" "))
    season = await seasons.correct(season.id, swapped(results[0]), by=MODERATOR, reason="mixed up")
    season = await seasons.void(season.id, results[1].table, by=MODERATOR, reason="foul play")
    expected, _ = rate_all([swapped(results[0]), *results[2:]])
    assert dict(await seasons.ratings(season.league_id, 4)) == {
        person: rating for (person, _), rating in expected.items()
    }
    before = {
        line.row.entry: line.row.points
        for table in await seasons.standings(season.id)
        for line in table.lines
    }
    await seasons.adjust(season.id, 101, -2 * UNIT, by=MODERATOR, reason="late to every table")
    division = await seasons.division(season.id, season.state.division_of[101])
    row = next(line.row for line in division.lines if line.row.entry == 101)
    assert row.points == before[101] - 2 * UNIT
    again = await seasons.count(season.id, results[1])
    assert not again.changed, "a voided table stays out"


async def test_results_of_other_people_are_refused(seasons: Seasons) -> None:
    season = await drawn(seasons)
    one, other = (await seasons.ready(season.id))[:2]
    wrong = some_result(season.state, other, random.Random(1))
    wrong = type(wrong)(one.number, wrong.lines)
    await refused("result", seasons.count(season.id, wrong))
    assert (await seasons.season(season.id)).version == season.version


async def test_swiss_rounds(seasons: Seasons) -> None:
    rules = Rules(form="swiss", games=2, division_size=20)
    season = await drawn(seasons, rules=rules)
    chance = random.Random(1)
    await refused("round", seasons.draw_round(season.id, 0, by=MODERATOR))
    await refused("division", seasons.draw_round(season.id, 3, by=MODERATOR))
    for table in await seasons.ready(season.id):
        await seasons.count(season.id, some_result(season.state, table, chance))
    season = await seasons.draw_round(season.id, 0, by=MODERATOR, seed=1)
    assert {table.round for table in await seasons.ready(season.id)} == {1}
    for table in await seasons.ready(season.id):
        await seasons.count(season.id, some_result(season.state, table, chance))
    await refused("rounds", seasons.draw_round(season.id, 0, by=MODERATOR))
    season = await seasons.close(season.id, by=MODERATOR)
    assert await seasons.champions(season.id)


async def test_other_programs_on_the_same_database_take_turns(
    seasons: Seasons, store: Store
) -> None:
    season = await signed_up(seasons, ())
    others = [seasons, Seasons(store), Seasons(store)]
    await asyncio.gather(
        *(others[person % 3].sign_up(season.id, person) for person in range(1, 16))
    )
    for other in others:
        assert sorted((await other.season(season.id)).state.signed_up) == list(range(1, 16))
    log = await seasons.history(season.id)
    assert [event.n for event in log] == list(range(16))


async def test_few_seasons_are_kept_in_memory_and_none_is_lost(store: Store) -> None:
    seasons = Seasons(store, open_seasons=1)
    one = await drawn(seasons, PEOPLE)
    league = await seasons.create_league(GUILD, "Another one")
    other = await seasons.create_season(league.id, SeasonSettings("First"), by=None)
    assert (await seasons.season(one.id)).state == one.state
    assert (await seasons.season(other.id)).state.phase == "sign-up"


@pytest.mark.parametrize("seed", [6])
async def test_ties_are_explained_in_words(seasons: Seasons, seed: int) -> None:
    season = await played(seasons, seed)
    top, bottom = await seasons.standings(season.id)
    t = translator("en")
    first = next(line for line in top.lines if line.row.ahead_by)
    said = tie_sentences(t, first.ties, lambda entry: f"P{entry}")
    assert said[-1].startswith("places at tables shared: ")
    assert f"P{first.row.entry}" in said[-1]
    assert said[0].startswith("wins: ")
    assert said[0].endswith(" are level")
    second = next(line for line in bottom.lines if line.row.ahead_by)
    words = tie_sentences(t, second.ties, lambda entry: f"P{entry}")[0]
    assert words.startswith(f"wins: P{second.row.entry} ")
