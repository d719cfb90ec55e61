"""Ratings against openskill's own published numbers, and what they leave out."""

from dataclasses import replace

import pytest

from bot.seasons.results import (
    PROVISIONAL_GAMES,
    Line,
    Rating,
    Result,
    changes_of,
    rate,
    rate_all,
    rated_person,
)
from tests.seasons.tables import table

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
    "two tied behind one": (
        [(10, 8), (5, 10), (0, 12)],
        [1, 2, 2],
        [
            (11.942996666741225, 7.926888197620324),
            (2.9381178546315034, 9.653804487570165),
            (-1.4024317012198733, 11.323641575516767),
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
def test_published(
    before: list[tuple[float, float]], places: list[int], after: list[tuple[float, float]]
) -> None:
    found = rate([(Rating(*mine), place) for mine, place in zip(before, places, strict=True)])
    assert [(r.mu, r.sigma) for r in found] == [
        (pytest.approx(mu, abs=1e-9), pytest.approx(sigma, abs=1e-9)) for mu, sigma in after
    ]
    assert all(r.games == 1 for r in found)


def test_rating_to_start_with() -> None:
    assert (Rating().mu, Rating().sigma) == NEW
    assert Rating().shown == pytest.approx(0)
    assert Rating().provisional


def test_provisional_until_enough_games() -> None:
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


def test_one_person_among_computer_seats_is_not_rated() -> None:
    result = Result(1, (Line(1, 1, 200), Line(None, 2, 100), Line(None, 3, 50)))
    assert rate_all([result]) == ({}, [])


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


def test_nobody_is_rated_against_himself() -> None:
    """Somebody who substituted at a second seat of the same table."""
    result = Result(1, (Line(1, 1, 200), Line(2, 2, 100, turns=((1, 9),)), Line(3, 3, 50)))
    assert changes_of({}, result) == []


def test_history() -> None:
    results = [table(1, (1, 50), (2, 40)), table(2, (2, 50), (1, 40))]
    ratings, history = rate_all(results)
    assert [(change.table, change.person) for change in history] == [(1, 1), (1, 2), (2, 2), (2, 1)]
    assert history[0].before == Rating()
    assert history[3].before == history[0].after
    assert history[3].after == ratings[1, 2]


def test_a_correction_corrects_everything_after_it() -> None:
    after = table(2, (1, 50), (3, 40))
    wrong, _ = rate_all([table(1, (1, 50), (2, 40)), after])
    right, _ = rate_all([table(1, (1, 40), (2, 50)), after])
    assert right[1, 2].mu < wrong[1, 2].mu
    assert right[3, 2] != wrong[3, 2]


def test_refused() -> None:
    with pytest.raises(ValueError, match="at least two"):
        rate([(Rating(), 1)])


def test_a_forfeit_rates_nobody_a_game_elsewhere_counts() -> None:
    lines = (Line(1, 1, 200), Line(2, 2, 0), Line(3, 2, 0))
    assert len(changes_of({}, Result(1, lines, "elsewhere"))) == 3
    lost = (lines[0], lines[1], replace(lines[2], place=3, forfeited=True))
    assert changes_of({}, Result(1, lost, "forfeit")) == []
