"""A whole season of 14 in two divisions through the service, from signing up to promotion.

With a withdrawal, a substitute, a time-out, a corrected result and ties; then the standings are
worked out again from the stored log by a few lines that share nothing with the program.
"""

import json
from collections import Counter
from itertools import combinations

import pytest

from bot.leagues import games, queries, season_lifecycle
from bot.leagues.people import sign_up
from bot.leagues.queries import season_json
from bot.leagues.season_transaction import Leagues
from bot.leagues.settings import SeasonSettings
from bot.seasons.results import UNIT, rate_all
from bot.seasons.standings import champions
from bot.store import Store
from bot.store import leagues as stored
from tests.leagues.changes import create_season
from tests.leagues.model.recount import order_again
from tests.leagues.played import (
    GIVING_UP,
    LEAVING,
    MODERATOR,
    PEOPLE,
    SUBSTITUTE,
    played,
)
from tests.tables.playing import Clock


@pytest.mark.parametrize("seed", (0, 5, 6))
async def test_standings_agree_with_an_independent_count(
    leagues: Leagues, store: Store, seed: int
) -> None:
    season = await played(leagues, seed)
    found = [
        [line.row.entry for line in t.lines] for t in await queries.standings(leagues, season.id)
    ]
    log = [event.payload for event in await store.read(stored.events_from, season.id)]
    assert order_again(json.loads(json.dumps(log))) == found


async def test_what_happened_in_it(leagues: Leagues, clock: Clock) -> None:
    """The seasons played here really hold what this file is about."""
    season = await played(leagues, 6)
    log = await queries.history(leagues, season.id)
    kinds = Counter(event.payload["event"] for event in log)
    assert kinds == {
        "Created": 1, "SignedUp": 14, "Drawn": 1, "Finished": 14, "Withdrew": 2,
        "Substituted": 1, "TimedOut": 3, "Corrected": 1, "Closed": 1,
    }  # fmt: skip
    assert [event.n for event in log] == list(range(len(log)))
    assert {event.at for event in log} == {clock.moment}
    by = {event.payload["event"]: event.user_id for event in log}
    assert by["Corrected"] == by["Drawn"] == MODERATOR
    assert by["Finished"] is None
    places = [[line.place for line in r.lines] for r in season.state.results.values()]
    assert any(len(set(p)) < 4 for p in places), "a tie at a table"
    tables = await queries.standings(leagues, season.id)
    assert any(line.ties for table in tables for line in table.lines), "a tie in the standings"


async def test_everybody_meets_everybody_twice_and_sits_everywhere_once(leagues: Leagues) -> None:
    season = await played(leagues, 2)
    met: Counter[frozenset[int]] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    for table in await games.schedule(leagues, season.id):
        met.update(frozenset(pair) for pair in combinations(table.entries, 2))
        sat.update(enumerate(table.entries))
    assert (set(met.values()), len(met)) == ({2}, 2 * 21)
    assert (set(sat.values()), len(sat)) == ({1}, 14 * 4)


async def test_promotion_champions_and_the_next_season(leagues: Leagues) -> None:
    season = await played(leagues, 3)
    top, bottom = await queries.standings(leagues, season.id)
    assert champions((await leagues.read(season.id)).state) == (top.lines[0].holder,)
    assert [line.direction for line in top.lines] == ["stays"] * 5 + ["down"] * 2
    assert [line.direction for line in bottom.lines] == ["up"] * 2 + ["stays"] * 4 + ["leaves"]
    assert all(line.certain for table in (top, bottom) for line in table.lines)
    assert bottom.lines[-1].row.entry == GIVING_UP

    offered = await season_lifecycle.offered(leagues, season.league_id)
    assert offered == season.settings
    following = await create_season(
        leagues, season.league_id, SeasonSettings("Dry season", offered.rules), by=MODERATOR
    )
    assert following.number == 2
    for person in (777, *(p for p in PEOPLE if p != LEAVING), SUBSTITUTE):
        await sign_up(leagues, following.id, person)
    following = await season_lifecycle.draw(leagues, following.id, by=MODERATOR, seed=1)
    first, second = ({*drawn.entries} for drawn in following.state.divisions)
    holders = [[line.holder for line in table.lines] for table in (top, bottom)]
    assert first == {*holders[0][:5], *holders[1][:2]}
    assert second == {*holders[0][5:], *holders[1][2:], 777}
    archive = await season_lifecycle.seasons_of(leagues, season.league_id)
    assert [(s.number, s.state.phase) for s in archive] == [(1, "finished"), (2, "running")]
    current = await season_lifecycle.current(leagues, season.league_id)
    assert current is not None
    assert current.id == following.id


async def test_credit_is_split_between_who_left_and_the_substitute(leagues: Leagues) -> None:
    season = await played(leagues, 4)
    rows = {
        line.row.entry: line.row
        for table in await queries.standings(leagues, season.id)
        for line in table.lines
    }
    left = await queries.card(leagues, season.league_id, LEAVING)
    came = await queries.card(leagues, season.league_id, SUBSTITUTE)
    assert left.credit.points + came.credit.points == rows[LEAVING].points
    assert left.credit.games + came.credit.games == 4 * UNIT
    assert 0 < came.credit.games < 4 * UNIT
    for entry in PEOPLE:
        if entry not in (LEAVING, GIVING_UP):
            card = await queries.card(leagues, season.league_id, entry)
            assert card.credit.points == rows[entry].points
            assert card.seasons == 1
    winner = (champions((await leagues.read(season.id)).state))[0]
    titles = (await queries.card(leagues, season.league_id, winner)).titles
    assert [one.id for one in titles] == [season.id]


async def test_ratings_are_those_of_the_log_and_never_changed_by_computers(
    leagues: Leagues,
) -> None:
    season = await played(leagues, 5)
    expected, steps = rate_all(season.state.results.values())
    found = await queries.ratings(leagues, season.league_id, 4)
    assert dict(found) == {person: rating for (person, _), rating in expected.items()}
    history = await queries.rating_history(leagues, season.league_id)
    assert [(h.number, h.after.user_id, h.after.mu) for h in history] == [
        (step.table, step.person, step.after.mu) for step in steps
    ]
    by_computer = {
        result.table
        for result in season.state.results.values()
        if any(line.entry == GIVING_UP and not line.turns for line in result.lines)
    }
    assert by_computer
    for number in by_computer:
        rated = {h.after.user_id for h in history if h.number == number}
        assert len(rated) == 3
        assert GIVING_UP not in rated
    mine = await queries.rating_history(leagues, season.league_id, SUBSTITUTE)
    assert mine == [h for h in history if h.after.user_id == SUBSTITUTE]


async def test_another_program_reads_the_same_from_the_log_alone(
    leagues: Leagues, store: Store
) -> None:
    season = await played(leagues, 1)
    fresh = Leagues(store)
    assert (await fresh.read(season.id)).state == season.state
    assert await queries.standings(fresh, season.id) == await queries.standings(leagues, season.id)
    written = json.loads(season_json(season, await queries.history(leagues, season.id)))
    found = [
        [line.row.entry for line in t.lines] for t in await queries.standings(leagues, season.id)
    ]
    assert order_again(written["log"]) == found


async def test_head_to_head(leagues: Leagues) -> None:
    season = await played(leagues, 1)
    division = season.state.divisions[0].entries
    one, other = [e for e in division if e not in (LEAVING, GIVING_UP)][:2]
    found = await queries.head_to_head(leagues, season.league_id, one, other)
    turned = await queries.head_to_head(leagues, season.league_id, other, one)
    assert found.games == 2
    assert (found.ahead, found.behind, found.tied) == (turned.behind, turned.ahead, turned.tied)
    places = [
        {line.entry: line.place for line in result.lines}
        for result in season.state.results.values()
    ]
    assert found.ahead == sum(p[one] < p[other] for p in places if one in p and other in p)
