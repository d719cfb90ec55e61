"""The balanced designs, each one counted out."""

from collections import Counter
from itertools import combinations

import pytest

from bot.seasons import LEAGUES
from bot.seasons.schedules import Design, design_for

LISTED = [
    design for row in LEAGUES["designs"] if (design := design_for(row["players"], row["seats"]))
]
CIRCLES = [design for players in range(3, 41) if (design := design_for(players, 2))]


@pytest.mark.parametrize("design", [*LISTED, *CIRCLES], ids=lambda d: f"{d.players}x{d.seats}")
def test_everybody_meets_everybody_equally(design: Design) -> None:
    games: Counter[int] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    for table in design.tables():
        assert len(set(table)) == design.seats
        games.update(table)
        met.update(combinations(sorted(table), 2))
    assert games == dict.fromkeys(range(design.players), design.games)
    assert met == dict.fromkeys(combinations(range(design.players), 2), design.meetings)


@pytest.mark.parametrize(
    ("players", "seats", "games", "meetings"),
    [(7, 3, 3, 1), (7, 4, 4, 2), (13, 4, 4, 1), (11, 5, 5, 2), (21, 5, 5, 1), (16, 4, 5, 1)],
)
def test_the_well_known_ones(players: int, seats: int, games: int, meetings: int) -> None:
    design = design_for(players, seats)
    assert design is not None
    assert (design.games, design.meetings) == (games, meetings)


def test_none_where_none_is_known() -> None:
    assert design_for(8, 3) is None


def test_no_design_is_listed_twice() -> None:
    listed = {(row["players"], row["seats"]) for row in LEAGUES["designs"]}
    assert len(listed) == len(LEAGUES["designs"]) == len(LISTED) > 50
