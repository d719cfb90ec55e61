"""Promotion and relegation, what of it is certain, and the next divisions."""

import random
from collections import Counter
from itertools import combinations, product

from bot.seasons.results import Result, scheme_named
from bot.seasons.standings import Move, Standings, ladder, moves, standings
from tests.leagues.model.tables import table

POINTS = scheme_named("10-6-3-1")


def ranked(*entries: int, withdrawn: tuple[int, ...] = ()) -> Standings:
    """Standings in which the entries come in this order: each of two beats all below."""
    results = [
        table(n, (one, 50), (other, 40)) for n, (one, other) in enumerate(combinations(entries, 2))
    ]
    return standings(entries, results, POINTS, ("points",), seed="", withdrawn=withdrawn)


def direction(found: list[Move]) -> dict[int, str]:
    return {move.entry: move.direction for move in found}


def test_two_tiers() -> None:
    found = moves([(0, ranked(1, 2, 3, 4)), (1, ranked(11, 12, 13, 14))], 1, 2, POINTS, 4, {})
    assert direction(found) == {
        1: "stays", 2: "stays", 3: "down", 4: "down",
        11: "up", 12: "stays", 13: "stays", 14: "stays",
    }  # fmt: skip
    assert {move.entry: move.tier for move in found}[3] == 1
    assert {move.entry: move.tier for move in found}[11] == 0
    assert {move.entry for move in found if move.certain} == {1, 2, 11}, "others may yet leave"
    over = [(0, ranked(1, 2, 3, 4)), (1, ranked(11, 12, 13, 14))]
    assert all(move.certain for move in moves(over, 1, 2, POINTS, 4, {}, finished=True))


def test_several_divisions_in_a_tier() -> None:
    """As on MeepleLeague: two come down, one goes up from each of the two below."""
    found = moves(
        [(0, ranked(1, 2, 3)), (1, ranked(11, 12, 13)), (1, ranked(21, 22, 23))],
        1, 2, POINTS, 4, {},
    )  # fmt: skip
    assert ladder(found) == [1, 11, 21, 2, 3, 12, 22, 13, 23]


def test_who_withdrew_counts_as_gone_down() -> None:
    left = ranked(1, 2, 3, 4, withdrawn=(2,))
    found = moves([(0, left), (1, ranked(11, 12))], 1, 1, POINTS, 4, {})
    assert direction(found)[2] == "leaves"
    assert direction(found)[4] == "stays"
    assert ladder(found) == [1, 3, 4, 11, 12]
    two = moves([(0, left), (1, ranked(11, 12))], 1, 2, POINTS, 4, {})
    assert direction(two) == {1: "stays", 3: "stays", 4: "down", 2: "leaves", 11: "up", 12: "stays"}


def test_nobody_goes_lower_because_somebody_else_leaves() -> None:
    """Every group of people who leave, in every small season."""
    better = ["down", "stays", "up"]
    seen = 0
    for size, up, down, tier in product((2, 3, 4, 5), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2)):
        people = range(1, size + 1)
        other = [(one, ranked(11 + 10 * one, 12 + 10 * one)) for one in (0, 1, 2) if one != tier]

        def moved(
            gone: tuple[int, ...],
            people: range = people, up: int = up, down: int = down, tier: int = tier,
            other: list[tuple[int, Standings]] = other,
        ) -> dict[int, str]:  # fmt: skip
            tiers = [*other, (tier, ranked(*people, withdrawn=gone))]
            found = moves(tiers, up, down, POINTS, 2, {})
            return {move.entry: move.direction for move in found if move.division == 2}

        groups = [one for n in range(size) for one in combinations(people, n)]
        for gone, one in product(groups, people):
            if one in gone or len(gone) == size - 1:
                continue
            before, after = moved(gone), moved(tuple(sorted((*gone, one))))
            for entry in set(people) - {*gone, one}:
                seen += 1
                assert better.index(after[entry]) >= better.index(before[entry])
    assert seen > 5000


def test_a_division_too_small_for_both() -> None:
    found = moves([(0, ranked(1)), (1, ranked(2)), (2, ranked(3))], 2, 2, POINTS, 4, {})
    assert direction(found) == {1: "down", 2: "up", 3: "up"}


def test_certain_while_games_are_left() -> None:
    # 11 leads by 30, 20, 10, 0 points.
    tiers = [(0, ranked(1, 2, 3, 4)), (1, ranked(11, 12, 13, 14))]
    one_left = moves(tiers, 1, 1, POINTS, 4, {11: 0, 12: 1, 13: 1, 14: 1})
    assert not next(move for move in one_left if move.entry == 11).certain, "12 can tie"
    after = moves(tiers, 1, 1, POINTS, 4, {14: 1, 13: 1})
    assert next(move for move in after if move.entry == 11).certain
    averages = moves(tiers, 1, 1, POINTS, 4, {14: 1, 13: 1}, by_points=False)
    assert not next(move for move in averages if move.entry == 11).certain


def test_what_is_certain_does_not_change_any_more() -> None:
    """Random half-played leagues, played on in many ways, while people leave and come back."""
    chance = random.Random(5)
    seen: Counter[str] = Counter()
    for _ in range(120):
        tables = [chance.sample(range(1, 7), 3) for _ in range(9)]
        left_before = frozenset(chance.sample(range(1, 7), chance.randrange(3)))
        first = chance.choice((6, 8, 9))

        def played(n: int, players: list[int]) -> Result:
            return table(n, *((p, chance.randrange(9)) for p in players))

        results = [played(n, players) for n, players in enumerate(tables[:first])]
        to_play = {p: sum(p in players for players in tables[first:]) for p in range(1, 7)}

        def moved(
            known: list[Result], left: dict[int, int], gone: frozenset[int], finished: bool = False
        ) -> dict[tuple[int, int], Move]:
            ranked_now = standings(
                range(1, 7), known, POINTS, ("points", "wins", "lot"), seed="x", withdrawn=gone
            )
            tiers = [(tier, ranked_now) for tier in (0, 1, 2)]
            found = moves(tiers, 1, 2, POINTS, 3, left, finished=finished)
            return {(move.division, move.entry): move for move in found}

        before = moved(results, to_play, left_before)
        for _ in range(20):
            more = [played(n, players) for n, players in enumerate(tables[first:], first)]
            gone = frozenset(chance.sample(range(1, 7), chance.randrange(4)))
            after = moved(results + more, {}, gone, finished=True)
            for key, move in before.items():
                if move.certain and key[1] not in gone | left_before:
                    seen[move.direction] += 1
                    assert after[key].direction == move.direction
    assert seen["up"] > 500 and seen["stays"] > 500
