"""A whole season of 14 in two divisions, from signing up to promotion.

With a withdrawal, a substitute, turns lost to the clock, a corrected result and a tie; then the
standings are worked out again from the log by a few lines that share nothing with the program.
"""

import json
import random
from dataclasses import replace

import pytest

from bot.seasons.applying import apply, replay
from bot.seasons.drawing import announced
from bot.seasons.events import (
    Closed,
    Corrected,
    Created,
    Event,
    Finished,
    Rules,
    SignedUp,
    Stage,
    Substituted,
    TimedOut,
    Withdrew,
    to_json,
)
from bot.seasons.results import Line, Result, rate_all
from bot.seasons.season import Season
from bot.seasons.standings import champions, moves_of, standings_of
from tests.seasons.recount import order_again
from tests.seasons.tables import draw, read_again

PEOPLE = range(101, 115)
LEAVING, GIVING_UP, SUBSTITUTE = 103, 110, 900


def play(seed: int) -> tuple[Season, list[Event]]:
    """A season with random results; the season at its end and its log."""
    chance = random.Random(seed)
    log: list[Event] = []
    season = Season()

    def happen(event: Event) -> None:
        nonlocal season
        season = apply(season, event)
        log.append(event)

    happen(Created("Rainy season", Rules(stages=(Stage(games=None),))))
    for person in PEOPLE:
        happen(SignedUp(person))
    happen(draw(season, season.signed_up, seed=seed))
    corrected = False
    while season.open_tables():
        drawn = season.may_open()[0]
        if len(season.results) == 4:
            happen(Withdrew(LEAVING, "no time"))
            happen(Substituted(LEAVING, SUBSTITUTE))
        if len(season.results) == 7:
            happen(Withdrew(GIVING_UP, "lost interest"))
        late = chance.choice(drawn.entries) if chance.random() < 0.4 else None
        if late is not None:
            happen(TimedOut(drawn.table, late, 2))
        points = [chance.randrange(200, 208) for _ in drawn.entries]  # near, so that some tie
        lines = []
        for entry, mine in zip(drawn.entries, points, strict=True):
            place = 1 + sum(other > mine for other in points)
            turns: tuple[tuple[int, int], ...] = ((season.holder(entry), 26),)
            if entry == LEAVING and season.holder(entry) == SUBSTITUTE:
                turns = ((LEAVING, 6), (SUBSTITUTE, 20))
            by_computer = 2 if entry == late else 0
            if entry in season.withdrawn:
                turns, by_computer = (), 26
            lines.append(Line(entry, place, mine, turns, by_computer))
        happen(Finished(Result(drawn.table, tuple(lines))))
        if not corrected and len(season.results) == 9:
            corrected = True
            first, second, *others = lines
            swapped = (
                replace(first, place=second.place, points4=second.points4),
                replace(second, place=first.place, points4=first.points4),
                *others,
            )
            happen(Corrected(Result(drawn.table, swapped), "two seats were mixed up"))
    happen(Closed())
    return season, log


@pytest.mark.parametrize("seed", range(25))
def test_standings_agree_with_an_independent_count(seed: int) -> None:
    season, log = play(seed)
    written = json.loads(json.dumps([to_json(event) for event in log]))
    found = [[row.entry for row in standings_of(season, number).rows] for number in (0, 1)]
    assert order_again(written) == found


def test_the_log_is_the_season() -> None:
    season, log = play(1)
    assert replay(log) == season, "results in a row are counted together, as one by one"
    assert replay(map(read_again, log)) == season


def test_promotion_into_the_next_season() -> None:
    season, _ = play(3)
    orders = [[row.entry for row in standings_of(season, n).rows] for n in (0, 1)]
    assert champions(season) == (season.holder(orders[0][0]),)
    assert orders[1][-1] == GIVING_UP
    moved = {move.entry: move.direction for move in moves_of(season)}
    assert [e for e, to in moved.items() if to == "down"] == orders[0][-2:]
    assert [e for e, to in moved.items() if to == "up"] == orders[1][:2]
    assert moved[GIVING_UP] == "leaves"
    following = apply(Season(), Created("Dry season", Rules()))
    people = [*(p for p in PEOPLE if p != LEAVING), SUBSTITUTE, 777]
    for person in people:
        following = apply(following, SignedUp(person))
    order = list(dict.fromkeys([*(one.person for one in announced(season, people)), *people]))
    following = apply(following, draw(following, order, seed=9))
    top, bottom = ({*drawn.entries} for drawn in following.divisions)
    holders = [[season.holder(entry) for entry in order] for order in orders]
    assert top == {*holders[0][:5], *holders[1][:2]}
    assert bottom == {*holders[0][5:], *holders[1][2:], 777}
    assert len(bottom) == 8


def test_ratings_of_the_season() -> None:
    season, _ = play(5)
    ratings, history = rate_all(season.results.values())
    after = [r for r in season.results.values() if any(not line.turns for line in r.lines)]
    assert after, "tables that the computer played for somebody"
    for result in after:
        rated = {change.person for change in history if change.table == result.table}
        assert GIVING_UP not in rated
        assert len(rated) == 3
    assert ratings[SUBSTITUTE, 4].games >= 1
    assert all(rating.provisional for rating in ratings.values())
