"""Points schemes: ties split, sums exact."""

from itertools import product

import pytest

from bot.seasons.results import UNIT, PointsScheme, scheme_named, scheme_names

STANDARD = scheme_named("10-6-3-1")


def all_places(players: int) -> list[tuple[int, ...]]:
    """All possible places of a table: shared and skipped like 1, 1, 3."""
    return sorted(
        {
            tuple(1 + sum(other > mine for other in points) for mine in points)
            for points in product(range(players), repeat=players)
        }
    )


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
    assert STANDARD.for_places(places) == tuple(round(UNIT * each) for each in points)


@pytest.mark.parametrize("name", ["10-6-3-1", "1000-100-10", "beaten", "wins"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ties_neither_make_nor_lose_points(name: str, players: int) -> None:
    scheme = scheme_named(name)
    for places in all_places(players):
        assert sum(scheme.for_places(places)) == sum(scheme.places[players])


def test_the_usual_scheme_gives_as_much_at_every_size() -> None:
    for players, table in STANDARD.places.items():
        assert sum(table) == 5 * players * UNIT
    assert STANDARD.bye(4) == 5 * UNIT


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


def test_refused() -> None:
    with pytest.raises(ValueError, match="no points for 6"):
        STANDARD.for_places((1, 2, 3, 4, 5, 6))
    with pytest.raises(ValueError, match="share and skip"):
        STANDARD.for_places((1, 2, 2, 3))
    with pytest.raises(ValueError, match="no points for 3"):
        PointsScheme("pairs", {2: (1, 0)}).for_places((1, 2, 3))
    with pytest.raises(KeyError):
        scheme_named("golf")
