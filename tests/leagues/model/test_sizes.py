"""How a number of people is cut up into tables."""

import pytest

from bot.seasons.seating import cut


@pytest.mark.parametrize(
    ("people", "seats", "full", "short", "out"),
    [
        (8, 4, 2, 0, 0),
        (7, 4, 1, 1, 0),
        (6, 4, 0, 2, 0),
        (5, 4, 1, 0, 1),
        (11, 5, 2, 0, 1),
        (7, 5, 1, 0, 2),
        (9, 2, 4, 0, 1),  # no table of one
        (5, 3, 1, 1, 0),
        (1, 4, 0, 0, 1),
    ],
)
def test_examples(people: int, seats: int, full: int, short: int, out: int) -> None:
    assert cut(people, seats) == (full, short, out)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_cut_leaves_fewer_out(seats: int) -> None:
    for people in range(201):
        sizes = cut(people, seats)
        assert sizes.full * seats + sizes.short * (seats - 1) + sizes.out == people
        smaller = max(2, seats - 1)
        fewest_out = min(
            people - full * seats - short * smaller
            for full in range(people // seats + 1)
            for short in range((people - full * seats) // smaller + 1)
        )
        assert sizes.out == fewest_out


def test_no_tables_of_one() -> None:
    with pytest.raises(ValueError, match="at least 2"):
        cut(5, 1)
