"""How fast a large league is: standings and schedule of 500 players and 5,000 games.

Run with `scripts/test tests/benchmarks --benchmark-only -s`. Each figure is also printed as a
ratio to a floor measured in the same run: looking at every seat of every game once, in bare
Python.
"""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from bot.seasons.applying import apply, replay
from bot.seasons.events import (
    Created,
    Drawn,
    DrawnDivision,
    DrawnTable,
    Event,
    Finished,
    Rules,
    SignedUp,
    Stage,
)
from bot.seasons.results import Result, rate_all, scheme_named
from bot.seasons.schedules import Round, pair_round
from bot.seasons.season import Season
from bot.seasons.standings import moves_of, standings, standings_of
from tests.benchmarks import size
from tests.seasons.tables import draw, result_of

PLAYERS, GAMES, SEATS = size((500, 5_000, 4), (28, 280, 4))
DIVISION = 7


def some_result(table: int, entries: Sequence[int], chance: random.Random) -> Result:
    points = [chance.randrange(100, 400) for _ in entries]
    return result_of(
        table, entries, [(1 + sum(other > mine for other in points), mine) for mine in points]
    )


def games_of_one_division() -> list[Result]:
    chance = random.Random(1)
    return [some_result(n, chance.sample(range(PLAYERS), SEATS), chance) for n in range(GAMES)]


def seconds_of_bare_looks(results: Sequence[Result]) -> float:
    """The floor: every seat of every game looked at once."""
    times = []
    for _ in range(5):
        sums = dict.fromkeys(range(PLAYERS), 0)
        start = time.perf_counter()
        for result in results:
            for line in result.lines:
                if line.entry is not None:
                    sums[line.entry] += line.points4
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def told(benchmark: Any, what: str, floor: float) -> None:
    median = benchmark.stats.stats.median
    benchmark.extra_info["times_the_floor"] = round(median / floor, 1)
    print(f"\n{what}: {median * 1000:.1f} ms (median), {median / floor:.1f} times bare looks")


@pytest.mark.parametrize("scheme", ["10-6-3-1", "1000-100-10"])
def test_standings(benchmark: Any, scheme: str) -> None:
    results = games_of_one_division()
    rank: Callable[[], object] = lambda: standings(  # noqa: E731
        range(PLAYERS), results, scheme_named(scheme), seed="1"
    )
    benchmark.pedantic(rank, rounds=10, warmup_rounds=1)
    told(benchmark, f"standings of {PLAYERS} ({scheme})", seconds_of_bare_looks(results))


@pytest.mark.parametrize("size", [DIVISION, PLAYERS])
def test_schedule(benchmark: Any, size: int) -> None:
    """40 games each: in divisions of seven (a design), and all in one division (a search)."""
    season = apply(Season(), Created("Large", Rules(stages=(Stage(games=40),), division_size=size)))
    for person in range(PLAYERS):
        season = apply(season, SignedUp(person))
    drawn: list[Drawn] = []

    def run() -> None:
        drawn[:] = [draw(season, season.signed_up, seed=1)]

    benchmark.pedantic(run, rounds=5)
    tables = len(drawn[0].tables)
    assert tables == GAMES
    told(
        benchmark,
        f"draw of {PLAYERS} in divisions of {size}, {tables} tables",
        seconds_of_bare_looks(games_of_one_division()),
    )


def test_swiss_round(benchmark: Any) -> None:
    chance = random.Random(2)
    scores = dict.fromkeys(range(PLAYERS), 0)
    before: list[Round] = []
    for _ in range(6):
        before.append(pair_round(scores, SEATS, before, seed=1))
        for table in before[-1].tables:
            for points, player in zip((10, 6, 3, 1), chance.sample(table, SEATS), strict=True):
                scores[player] += points
    benchmark.pedantic(lambda: pair_round(scores, SEATS, before, seed=1), rounds=5)
    told(
        benchmark,
        f"seventh Swiss round of {PLAYERS}",
        seconds_of_bare_looks(games_of_one_division()),
    )


def test_log_of_a_season(benchmark: Any) -> None:
    """The whole season from its events, with all standings and moves."""
    people = range(PLAYERS)
    results = games_of_one_division()
    tables = tuple(
        DrawnTable(n + 1, 0, n, tuple(e for line in r.lines if (e := line.entry) is not None))
        for n, r in enumerate(results)
    )
    log: list[Event] = [Created("Large", Rules(stages=(Stage(games=40),), division_size=PLAYERS))]
    log += [SignedUp(person) for person in people]
    log.append(Drawn((DrawnDivision(0, tuple(people)),), tables, "1"))
    log += [Finished(Result(r.table + 1, r.lines)) for r in results]

    def run() -> None:
        season = replay(log)
        standings_of(season, 0)
        moves_of(season)

    benchmark.pedantic(run, rounds=3)
    told(benchmark, f"season of {len(log)} events replayed", seconds_of_bare_looks(results))


def test_ratings(benchmark: Any) -> None:
    results = games_of_one_division()
    benchmark.pedantic(lambda: rate_all(results), rounds=3)
    told(benchmark, f"ratings of {GAMES} games", seconds_of_bare_looks(results))
