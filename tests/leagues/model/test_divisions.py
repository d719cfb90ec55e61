"""Divisions before the draw: their sizes, who stands where, what was announced."""

import pytest

from bot.seasons.drawing import Announced, by_ladder, divided, division_shapes, not_kept, tiers_of
from bot.seasons.events import Rules

LADDER = [
    *(Announced(person, "stays", 0) for person in (1, 2, 3, 4, 5)),
    *(Announced(person, "up", 0) for person in (11, 12)),
    *(Announced(person, "down", 1) for person in (6, 7)),
    *(Announced(person, "stays", 1) for person in (13, 14, 15, 16, 17)),
]
"""After a season of two divisions of seven, from the top."""


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (14, (7, 7)),
        (15, (7, 8)),
        (13, (6, 7)),
        (10, (5, 5)),
        (9, (9,)),
        (20, (6, 7, 7)),
        (23, (7, 8, 8)),
        (2, (2,)),
    ],
)
def test_divisions_are_as_near_to_the_wanted_size_as_can_be(
    players: int, sizes: tuple[int, ...]
) -> None:
    shapes = division_shapes(players, Rules())
    assert shapes[0] == sizes
    assert all(sum(shape) == players for shape in shapes)
    assert all(size >= 4 for shape in shapes if len(shape) > 1 for size in shape)
    assert len(set(shapes)) == len(shapes)


def test_every_number_of_players_can_be_divided() -> None:
    for size in (2, 3, 7, 40):
        for players in range(2, 200):
            assert sum(division_shapes(players, Rules(division_size=size))[0]) == players


def test_what_was_announced_is_kept_where_the_sizes_allow_it() -> None:
    sizes = division_shapes(14, Rules(), LADDER)[0]
    drawn = divided(by_ladder(LADDER, (), sizes), sizes)
    assert {*drawn[0].entries} == {1, 2, 3, 4, 5, 11, 12}
    assert not_kept(LADDER, drawn) == []


def test_free_places_go_to_who_was_not_sent_down() -> None:
    """Three of the top do not come again: those sent down stay down, and others rise."""
    ladder = [one for one in LADDER if one.person not in (3, 4, 5)]
    for sizes in ((7, 4), (5, 6)):
        drawn = divided(by_ladder(ladder, (), sizes), sizes)
        assert {6, 7} <= {*drawn[1].entries}
        assert {1, 2, 11, 12, 13} <= {*drawn[0].entries}
        assert not_kept(ladder, drawn) == []
    drawn = divided(by_ladder(ladder, (), (11,)), (11,))
    assert {one.person for one in not_kept(ladder, drawn)} == {6, 7}, "there is no place below"


def test_a_promotion_without_a_place_is_said() -> None:
    drawn = divided(by_ladder(LADDER, (), (5, 9)), (5, 9))
    assert [(one.person, one.direction) for one in not_kept(LADDER, drawn)] == [
        (11, "up"),
        (12, "up"),
    ]
    assert not_kept(LADDER, divided(by_ladder(LADDER, (), (7, 7)), (7, 7))) == []
    newcomers = range(100, 106)
    sizes = division_shapes(20, Rules(), LADDER)[0]
    assert sizes == (7, 7, 6), "a larger top keeps the promise, and is as near to seven"
    drawn = divided(by_ladder(LADDER, newcomers, sizes), sizes)
    assert not_kept(LADDER, drawn) == [] and {*drawn[2].entries} == {*newcomers}


def test_a_pyramid_has_1_2_and_4_divisions() -> None:
    assert tiers_of(8, pyramid=True) == [0, 1, 1, 2, 2, 2, 2, 3]
    assert tiers_of(3, pyramid=False) == [0, 1, 2]
    drawn = divided(range(21), (7, 7, 7), pyramid=True)
    assert [one.tier for one in drawn] == [0, 1, 1]
    assert drawn[0].entries == tuple(range(7))
    assert drawn[1].entries == (7, 10, 11, 14, 15, 18, 19), "there and back, equally strong"
    kept = divided(range(21), (7, 7, 7), pyramid=True, as_it_is=True)
    assert [one.entries for one in kept] == [(*range(7),), (*range(7, 14),), (*range(14, 21),)]
