"""Histories of points for the tests of the pictures: made up, so that every number is known."""

from collections.abc import Mapping, Sequence

from bot.engine.game_facts import FoodDay, PointsHistory, SeatPoints
from bot.engine.happenings import POINTS_SOURCES

FOOD_DAYS: dict[int, FoodDay] = {8: "mid_age", 14: "end_of_age", 21: "mid_age", 27: "end_of_age"}
SEATS: tuple[Mapping[str, int], ...] = (
    {"temples": 168, "chichen_itza": 44, "prophecies": 12, "goods": 13, "hunger": -12},
    {"temples": 108, "buildings": 36, "technologies": 48, "goods": 8, "skulls": 12, "hunger": -36},
    {"temples": 24, "chichen_itza": 76, "prophecies": -60, "goods": 3, "skulls": 84},
    {"temples": 56, "chichen_itza": 48, "buildings": 32, "goods": 30, "hunger": -60},
    {"buildings": 8, "technologies": 24, "prophecies": 24, "goods": 1, "skulls": 36},
)
MONUMENTS = ("mon-tombs", "mon-workers")


def history(
    seats: Sequence[Mapping[str, int]],
    *,
    finished: bool = True,
    rounds: int = 27,
    on_gears: Sequence[int] = (0, 1, 2, 3, 0),
    monuments: Sequence[int] = (40, 24),
) -> PointsHistory:
    """A history with these sources; seat 0 has monuments as well. Every line climbs evenly."""
    given = [dict(sources) for sources in seats]
    if monuments:
        given[0]["monuments"] = sum(monuments)
    totals = [sum(sources.values()) for sources in given]
    ranks = list(zip(totals, on_gears, strict=False))
    return PointsHistory(
        seats=tuple(
            SeatPoints(
                points4=total,
                place=1 + sum(other > ranks[seat] for other in ranks),
                workers_on_gears=on_gears[seat],
                sources=tuple((s, given[seat][s]) for s in POINTS_SOURCES if given[seat].get(s)),
                monuments=() if seat else tuple(zip(MONUMENTS, monuments, strict=False)),
                line=(*(total * number // (rounds + 1) for number in range(rounds + 1)), total),
            )
            for seat, total in enumerate(totals)
        ),
        food_days=tuple(FOOD_DAYS.get(number) for number in range(1, rounds + 1)),
        finished=finished,
    )
