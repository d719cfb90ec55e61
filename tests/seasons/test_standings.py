"""What is reckoned from results: league points, standings and their tie-breaks, ratings."""

import random
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.seasons.results import (
    PROVISIONAL_GAMES,
    UNIT,
    Line,
    Rating,
    Result,
    changes_of,
    check,
    rate,
    rate_all,
    rated_person,
    scheme_named,
    scheme_names,
)
from bot.seasons.standings import Standings, standings
from tests.seasons.tables import result_of, row_of, table

# --- Points schemes: ties split, sums exact -------------------------------------------------------

STANDARD_POINTS = scheme_named("10-6-3-1")


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 3, 4), (10, 6, 3, 1)),
        ((4, 3, 2, 1), (1, 3, 6, 10)),
        ((1, 2, 2, 4), (10, 4.5, 4.5, 1)),  # MeepleLeague's own example
        ((1, 1, 3, 4), (8, 8, 3, 1)),
        ((1, 1, 1, 1), (5, 5, 5, 5)),
        ((1, 2, 3), (10, 4, 1)),
        ((1, 2), (10, 0)),
        ((1, 2, 3, 4, 5), (10, 7, 4, 3, 1)),
    ],
)
def test_places(places: tuple[int, ...], points: tuple[float, ...]) -> None:
    assert STANDARD_POINTS.for_places(places) == tuple(round(UNIT * each) for each in points)


@pytest.mark.parametrize("name", ["10-6-3-1", "1000-100-10", "beaten", "wins"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ties_neither_make_nor_lose_points(name: str, players: int) -> None:
    scheme = scheme_named(name)
    for points in product(range(players), repeat=players):
        places = [1 + sum(other > mine for other in points) for mine in points]
        assert sum(scheme.for_places(places)) == sum(scheme.places[players])


def test_the_usual_scheme_gives_as_much_at_every_size() -> None:
    for players, each in STANDARD_POINTS.places.items():
        assert sum(each) == 5 * players * UNIT
    assert STANDARD_POINTS.bye(4) == 5 * UNIT


def test_ratio_to_the_winner() -> None:
    scheme = scheme_named("1000-100-10")
    given = scheme.for_table((1, 2, 3, 4), (400, 300, 100, -20))
    assert given == [1001 * UNIT, 100 * UNIT + UNIT * 3 // 4, 10 * UNIT + UNIT // 4, 0]


def test_share_of_the_points() -> None:
    scheme = scheme_named("share")
    given = scheme.for_table((1, 2, 3, 4), (200, 100, 60, 40))
    assert given == [200 * UNIT, 100 * UNIT, 60 * UNIT, 40 * UNIT]
    assert scheme.for_table((1, 1), (0, 0)) == [100 * UNIT, 100 * UNIT]
    assert scheme.for_table((1, 2), (40, -8)) == [200 * UNIT, 0]


def test_nothing_is_worth_more_than_the_most() -> None:
    for name, players in product(scheme_names(), (2, 3, 4, 5)):
        scheme = scheme_named(name)
        places = tuple(range(1, players + 1))
        alone = scheme.for_table(places, [4] + [0] * (players - 1))
        assert max(alone) == scheme.most(players)


def test_points_refused() -> None:
    with pytest.raises(ValueError, match="no points for 6"):
        STANDARD_POINTS.for_places((1, 2, 3, 4, 5, 6))
    with pytest.raises(ValueError, match="share and skip"):
        STANDARD_POINTS.for_places((1, 2, 2, 3))


# --- Standings and their tie-breaks, each of which explains itself --------------------------------

POINTS = scheme_named("10-6-3-1")


def rank(*results: Result, entries: tuple[int, ...] = (), **more: object) -> Standings:
    everybody = entries or tuple({line.entry: 0 for r in results for line in r.lines if line.entry})
    return standings(everybody, results, POINTS, seed="s", **more)  # type: ignore[arg-type]


def order(table_: Standings) -> list[int]:
    return [row.entry for row in table_.rows]


def test_points_come_first() -> None:
    found = rank(table(1, (1, 50), (2, 40), (3, 30), (4, 20)))
    assert [(row.entry, row.place) for row in found.rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [row.points for row in found.rows] == [10 * UNIT, 6 * UNIT, 3 * UNIT, UNIT]
    assert found.ties == ()
    assert all(row.ahead_by is None for row in found.rows)


def test_wins_break_a_tie_of_points() -> None:
    found = rank(
        table(1, (1, 50), (9, 40), (8, 30), (2, 20)),  # 1 has 10, 2 has 1
        table(2, (7, 50), (6, 40), (1, 30), (5, 20)),  # 1 has 13
        table(3, (7, 50), (2, 40), (5, 30), (6, 20)),  # 2 has 7
        table(4, (8, 50), (2, 40), (9, 30), (6, 20)),  # 2 has 13
        entries=(1, 2),
    )
    assert order(found) == [1, 2]
    assert found.rows[0].ahead_by == "wins"
    [step] = found.ties
    assert (step.criterion, step.tied, step.values) == ("wins", (1, 2), (UNIT, 0))
    assert step.decided
    assert found.ties_of(2) == (step,)
    assert found.ties_of(3) == ()


def test_a_tie_goes_on_down_the_criteria_and_says_so() -> None:
    found = rank(
        table(1, (1, 50), (3, 40), (4, 30), (5, 20)), table(2, (2, 60), (3, 40), (4, 30), (5, 20))
    )
    assert order(found)[:2] in ([3, 2], [3, 1])
    steps = found.ties_of(1)
    assert [(one.criterion, one.decided) for one in steps] == [("wins", False), ("margin", True)]
    # 60 against 30 on the average is better than 50 against 30.
    assert steps[-1].tied == (2, 1)
    assert steps[-1].values == (48 * 30, 48 * 20)


def test_strength_of_opponents() -> None:
    found = rank(table(1, (1, 50), (3, 20)), table(2, (2, 50), (4, 20)), table(3, (3, 50), (4, 20)))
    # 1 beat 3, who has points; 2 beat 4, who has none.
    [step] = [step for step in found.ties if step.criterion == "opponents"]
    assert (step.tied, step.values) == ((1, 2), (10 * UNIT, 0))
    assert order(found) == [1, 2, 3, 4]


def test_fewer_computer_turns() -> None:
    lines = table(1, (1, 50), (2, 50)).lines
    found = rank(Result(1, (replace(lines[0], turns=((1, 20),), computer_turns=2), lines[1])))
    assert order(found) == [2, 1]
    assert found.rows[0].ahead_by == "computer_turns"
    assert row_of(found, 1).computer_turns == 2


def test_a_seat_the_computer_took_over_earns_nothing() -> None:
    lines = table(1, (1, 50), (2, 40), (3, 30)).lines
    fifth = Result(1, (replace(lines[0], turns=((1, 8),), computer_turns=2), *lines[1:]))
    more = Result(1, (replace(lines[0], turns=((1, 7),), computer_turns=2), *lines[1:]))
    assert row_of(rank(fifth), 1).points == 10 * UNIT
    lost = rank(more)
    assert row_of(lost, 1).points == row_of(lost, 1).wins == 0
    assert row_of(lost, 1).games == 1
    assert row_of(lost, 2).points == 4 * UNIT, "the others keep what they earned"


def test_the_lot_is_the_same_for_everybody_who_draws_it() -> None:
    tied = table(1, (1, 50), (2, 50), (3, 50))
    first = rank(tied)
    assert first == rank(tied)
    assert first.ties[-1].criterion == "lot"
    others = {
        tuple(order(standings((1, 2, 3), [tied], POINTS, seed=str(seed)))) for seed in range(60)
    }
    assert len(others) == 6, "every order can come out"


def test_a_computer_seat_is_nobody() -> None:
    assert check(Result(1, (Line(None, 1, 4), Line(None, 2, 4)))) is None
    found = rank(result_of(1, (1, None, 2), ((2, 100), (1, 200), (3, 40))))
    assert order(found) == [1, 2]
    assert row_of(found, 1).points == 4 * UNIT
    assert row_of(found, 1).margin == 48 * 25 - 24 * (50 + 10)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10_000))
def test_any_season_is_ranked(seed: int) -> None:
    chance = random.Random(seed)
    results = [
        table(n, *((entry, chance.randrange(4)) for entry in chance.sample(range(1, 7), 4)))
        for n in range(6)
    ]
    found = rank(*results, entries=tuple(range(1, 7)))
    assert sorted(order(found)) == list(range(1, 7))
    places = [row.place for row in found.rows if row.place is not None]
    assert places == sorted(places) == [row.place for row in found.rows[: len(places)]]
    for above, below in zip(found.rows, found.rows[1:], strict=False):
        if above.ahead_by is None:
            continue
        # The last step in which the two were tied is the one that told them apart, and it names
        # the criterion; in every step before they had the same value.
        *before, last = [s for s in found.ties if {above.entry, below.entry} <= set(s.tied)]
        values = [dict(zip(s.tied, s.values, strict=True)) for s in (*before, last)]
        assert last.criterion == above.ahead_by
        assert values[-1][above.entry] > values[-1][below.entry]
        assert all(value[above.entry] == value[below.entry] for value in values[:-1])
    assert len({*places}) == len(places)


@pytest.mark.parametrize(
    ("result", "problem"),
    [
        (Result(1, (Line(1, 1, 4),)), "2 to 5"),
        (Result(1, (Line(1, 1, 4), Line(2, 3, 4))), "shared"),
        (Result(1, (Line(1, 1, 4), Line(1, 2, 4))), "twice"),
        (Result(1, (Line(1, 1, 4, computer_turns=-1), Line(2, 2, 4))), "from 0"),
        (Result(1, (Line(1, 1, 4), Line(2, 2, 0)), "forfeit"), "whose forfeit"),
        (Result(1, (Line(1, 1, 4), Line(2, 2, 0, forfeited=True))), "whose forfeit"),
    ],
)
def test_results_are_checked(result: Result, problem: str) -> None:
    assert problem in (check(result) or "")


def by_forfeit(number: int, *points: tuple[int, int | None]) -> Result:
    """A result from (entry, points) by seat; None is lost by forfeit."""
    played = [reached for _, reached in points if reached is not None]
    lines = [
        Line(entry, len(played) + 1, 0, forfeited=True)
        if mine is None
        else Line(entry, 1 + sum(other > mine for other in played), 4 * mine)
        for entry, mine in points
    ]
    return Result(number, tuple(lines), "forfeit")


def test_a_forfeit_earns_nothing_and_is_no_opponent_in_points() -> None:
    found = rank(by_forfeit(1, (1, 50), (2, None), (3, 44), (4, 44)))
    assert order(found)[0] == 1 and order(found)[3] == 2
    lost = row_of(found, 2)
    assert (lost.games, lost.points, lost.wins) == (1, 0, 0)
    assert row_of(found, 1).points == 10 * UNIT
    assert row_of(found, 3).points == round(4.5 * UNIT)
    assert row_of(found, 1).margin == 6 * 48, "ahead of those who played alone"
    assert row_of(found, 3).margin == -3 * 48
    alone = rank(by_forfeit(1, (1, 50), (2, None)))
    assert order(alone) == [1, 2]
    assert row_of(alone, 1).margin == 0, "nobody to compare with"


def test_where_all_lose_by_forfeit_nobody_wins() -> None:
    result = by_forfeit(1, (1, None), (2, None))
    assert check(result) is None
    found = rank(result)
    assert [(row.points, row.wins, row.margin) for row in found.rows] == [(0, 0, 0)] * 2


def test_shares_of_points_are_among_those_who_played() -> None:
    scheme = scheme_named("share")
    result = by_forfeit(1, (1, 60), (2, None), (3, 30))
    points4 = [line.points4 for line in result.lines]
    given_ = scheme.for_table([line.place for line in result.lines], points4, result.forfeits)
    assert given_[0] - given_[2] == round(scheme.share * 2 * (60 - 30) / 90)
    assert sum(given_) == sum(scheme.for_places((1, 3, 2))) + 2 * scheme.share


# --- Ratings against openskill's own published numbers, and what they leave out -------------------

NEW = (25.0, 25 / 3)

# (mu, sigma) before, places, (mu, sigma) after; from the tests of openskill.js (rate.test.ts), the
# original that openskill.py ports, with its defaults, tau = 25/300 among them.
PUBLISHED = {
    "four of different strength": (
        [(29.182, 4.782), (27.174, 4.922), (16.672, 6.217), NEW],
        [1, 2, 3, 4],
        [
            (30.210227447000438, 4.765617924939384),
            (27.644725221915632, 4.883479590134575),
            (17.4036218889969, 6.101259408259549),
            (19.21460876538932, 7.854669920480409),
        ],
    ),
    "two tied between two": (
        [(15, 25 / 3), (20, 25 / 3), (25, 25 / 3), (30, 25 / 3)],
        [2, 4, 2, 1],
        [
            (15.340043358359136, 8.213141619804967),
            (18.007678675484204, 8.189033933813437),
            (24.25801928251219, 8.166918055585525),
            (32.39425868364447, 8.247687230833794),
        ],
    ),
    "all tied": ([NEW] * 4, [1, 1, 1, 1], [(25, 8.263571791259416)] * 4),
}


@pytest.mark.parametrize(("before", "places", "after"), PUBLISHED.values(), ids=PUBLISHED)
def test_published_ratings(
    before: list[tuple[float, float]], places: list[int], after: list[tuple[float, float]]
) -> None:
    found = rate([(Rating(*mine), place) for mine, place in zip(before, places, strict=True)])
    assert [(r.mu, r.sigma) for r in found] == [
        (pytest.approx(mu, abs=1e-9), pytest.approx(sigma, abs=1e-9)) for mu, sigma in after
    ]
    assert all(r.games == 1 for r in found)


def test_a_rating_is_provisional_until_enough_games() -> None:
    start = Rating()
    assert (start.mu, start.sigma, start.provisional) == (*NEW, True)
    assert start.shown == pytest.approx(0)
    results = [table(n, (1, 50), (2, 40)) for n in range(PROVISIONAL_GAMES)]
    almost, _ = rate_all(results[:-1])
    enough, _ = rate_all(results)
    assert almost[1, 2].provisional
    assert not enough[1, 2].provisional
    assert enough[1, 2].games == PROVISIONAL_GAMES
    assert enough[1, 2].shown > enough[2, 2].shown


def test_every_number_of_players_is_a_game_of_its_own() -> None:
    ratings, _ = rate_all([table(1, (1, 50), (2, 40)), table(2, (1, 10), (2, 20), (3, 30))])
    assert set(ratings) == {(1, 2), (2, 2), (1, 3), (2, 3), (3, 3)}
    assert ratings[1, 2].mu > 25 > ratings[1, 3].mu
    assert all(rating.games == 1 for rating in ratings.values())


def test_a_computer_seat_changes_nothing() -> None:
    """Wherever it ends, the people are rated among themselves."""
    people = (Line(1, 1, 200), Line(2, 2, 100), Line(3, 3, 50))
    alone, _ = rate_all([Result(1, people)])
    for place in range(4):
        lines = [
            Line(line.entry, line.place + (line.place > place), line.points4) for line in people
        ]
        lines.insert(place, Line(None, place + 1, 70))
        with_computer, history = rate_all([Result(1, tuple(lines))])
        assert {person: r for (person, _), r in with_computer.items()} == {
            person: r for (person, _), r in alone.items()
        }
        assert {change.players for change in history} == {4}


@pytest.mark.parametrize(
    ("line", "person"),
    [
        (Line(1, 1, 4), 1),
        (Line(None, 1, 4), None),
        (Line(1, 1, 4, computer_turns=30), None),
        (Line(1, 1, 4, turns=((1, 20),), computer_turns=5), 1),
        (Line(1, 1, 4, turns=((1, 20),), computer_turns=20), None),
        (Line(1, 1, 4, turns=((1, 10), (9, 20))), 9),
        (Line(1, 1, 4, turns=((1, 10), (9, 20)), computer_turns=10), None),
        (Line(1, 1, 4, turns=((1, 8), (9, 10), (1, 8))), 1),
    ],
)
def test_who_is_rated_for_a_seat(line: Line, person: int | None) -> None:
    assert rated_person(line) == person


def test_the_history_of_ratings() -> None:
    results = [table(1, (1, 50), (2, 40)), table(2, (2, 50), (1, 40))]
    ratings, history = rate_all(results)
    assert [(change.table, change.person) for change in history] == [(1, 1), (1, 2), (2, 2), (2, 1)]
    assert history[0].before == Rating()
    assert history[3].before == history[0].after
    assert history[3].after == ratings[1, 2]


def test_one_person_alone_is_not_rated() -> None:
    with pytest.raises(ValueError, match="at least two"):
        rate([(Rating(), 1)])


@pytest.mark.parametrize(
    "result",
    [
        Result(1, (Line(1, 1, 200), Line(None, 2, 100), Line(None, 3, 50))),
        Result(1, (Line(1, 1, 200), Line(2, 2, 100, turns=((1, 9),)), Line(3, 3, 50))),
        Result(1, (Line(1, 1, 200), Line(2, 2, 0), Line(3, 3, 0, forfeited=True)), "forfeit"),
    ],
    ids=["one among computers", "a substitute against oneself", "a forfeit"],
)
def test_where_nobody_is_rated(result: Result) -> None:
    assert rate_all([result]) == ({}, [])


def test_a_game_elsewhere_is_rated() -> None:
    result = replace(table(1, (1, 50), (2, 0), (3, 0)), how="elsewhere")
    assert len(changes_of({}, result)) == 3
