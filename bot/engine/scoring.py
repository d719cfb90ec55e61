"""Points of prophecies, points at the end of the game, and who wins (R-153; rulebook p14, p16)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.engine.components import (
    COMPONENTS,
    CORN_VALUE,
    GEARS,
    START_STEP,
    STEP_POINTS,
    TEMPLES,
    TOP_LEVEL,
    Monument,
)
from bot.engine.expansion import Prophecy
from bot.engine.happenings import PointsChanged, PointsSource
from bot.engine.state import Seat, State

POINTS4_PER_SKULL: int = 4 * COMPONENTS["market"]["final_points_per_skull"]

_WOOD, _STONE, _GOLD = CORN_VALUE
"""What one wood, stone and gold is worth in corn."""


def final_scoring(state: State) -> None:
    """Give all seats their points for goods, skulls and monuments; the goods stay with them
    (R-124)."""
    for seat in state.seats:
        for source, points4, monument in _final_points4(state, seat):
            seat.points4 += points4
            if state.listener and (points4 or monument):
                state.listener(PointsChanged(seat.index, points4, source, monument))


def _final_points4(state: State, seat: Seat) -> list[tuple[PointsSource, int, str | None]]:
    """List (source, quarters of a point, monument) for what the seat gets at the end of the game:
    for its goods, its skulls and each monument (R-124, R-125)."""
    found: list[tuple[PointsSource, int, str | None]] = [
        ("goods", goods_points4(seat), None),
        ("skulls", POINTS4_PER_SKULL * seat.skulls, None),
    ]
    for monument in seat.monuments:
        found.append(("monuments", 4 * monument_points(state, seat, monument), monument.id))
    return found


def goods_points4(seat: Seat) -> int:
    """The points for corn and resources at the end, in quarters: one for each corn, once resources
    are turned into corn (R-125)."""
    wood, stone, gold = seat.blocks
    return seat.corn + wood * _WOOD + stone * _STONE + gold * _GOLD


def workers_on_gears(seat: Seat) -> int:
    """Count the seat's workers on the five gears, which break ties (R-126)."""
    return sum(spaces.bit_count() for spaces in seat.on)


def standings(state: State) -> list[dict[str, int]]:
    """List the seats by place; see `ranking`."""
    return ranking([(seat.points4, workers_on_gears(seat)) for seat in state.seats])


def ranking(scores: Sequence[tuple[int, int]]) -> list[dict[str, int]]:
    """List the seats by place, from (quarters of a point, workers on gears) of each seat in order.
    Tied seats share a place, and the next places are skipped."""
    table = [
        {
            "seat": seat,
            "place": 1 + sum(other > score for other in scores),
            "points4": score[0],
            "workers_on_gears": score[1],
        }
        for seat, score in enumerate(scores)
    ]
    return sorted(table, key=lambda row: (row["place"], row["seat"]))


def monument_points(state: State, seat: Seat, monument: Monument) -> int:
    """The points that a monument would give its owner if the game ended now (rulebook p16)."""
    return _SCORING[monument.scoring["type"]](state, seat, monument.scoring)


def _per_category(state: State, seat: Seat, scoring: Any) -> int:
    wanted: str = scoring["category"]
    counted = sum(building.category == wanted for building in seat.buildings)
    counted += sum(monument.category == wanted for monument in seat.monuments)  # and itself
    return int(scoring["points"]) * counted


def _per_building_or_monument(state: State, seat: Seat, scoring: Any) -> int:
    return int(scoring["points"]) * (len(seat.buildings) + len(seat.monuments))


def _per_corn_tile(state: State, seat: Seat, scoring: Any) -> int:
    return int(scoring["points"]) * seat.corn_tiles


def _per_wood_tile(state: State, seat: Seat, scoring: Any) -> int:
    return int(scoring["points"]) * seat.wood_tiles


def _per_monument_of_all(state: State, seat: Seat, scoring: Any) -> int:
    each = scoring["points_by_players"][str(len(state.seats))]
    return int(each) * sum(len(other.monuments) for other in state.seats)


def _tracks_at_level_3(state: State, seat: Seat, scoring: Any) -> int:
    return int(scoring["points"][seat.technologies.count(TOP_LEVEL)])


def _per_technology_level(state: State, seat: Seat, scoring: Any) -> int:
    return int(scoring["points"]) * sum(seat.technologies)


def _by_workers(state: State, seat: Seat, scoring: Any) -> int:
    return int(scoring["points"][str(seat.workers)])


def _temple_points_again(state: State, seat: Seat, scoring: Any) -> int:
    return step_points(seat)


def _best_temple(state: State, seat: Seat, scoring: Any) -> int:
    steps = max(step - START_STEP for step in seat.temples)
    return max(int(scoring["minimum"]), int(scoring["points_per_step"]) * steps)


def _per_placed_skull(state: State, seat: Seat, scoring: Any) -> int:
    on_tiles = sum(tile.skulls_kept for other in state.seats for tile in other.buildings)
    return int(scoring["points"]) * (sum(state.skull_spaces) + on_tiles)


_SCORING: dict[str, Callable[[State, Seat, Any], int]] = {
    "per_own_category": _per_category,
    "per_own_building_or_monument": _per_building_or_monument,
    "per_own_corn_tile": _per_corn_tile,
    "per_own_wood_tile": _per_wood_tile,
    "per_monument_built_by_anyone": _per_monument_of_all,
    "by_tracks_at_level_3": _tracks_at_level_3,
    "per_technology_level": _per_technology_level,
    "by_workers_in_play": _by_workers,
    "temple_step_points_again": _temple_points_again,
    "best_temple_steps_above_start": _best_temple,
    "per_skull_placed_by_anyone": _per_placed_skull,
}


def step_points(seat: Seat) -> int:
    """The points of the seat's temple steps at the end of an age, without those for leading a
    temple."""
    return sum(STEP_POINTS[temple][seat.temples[temple]] for temple in range(len(TEMPLES)))


def prophecy_points(prophecy: Prophecy, seat: Seat) -> int:
    """The points that a prophecy would give the seat now: -5, 0, 6 or 13 (R-153)."""
    count = prophecy_count(prophecy, seat)
    for band in prophecy.raw["bands"]:
        if band.get("min", count) <= count <= band.get("max", count):
            return int(band["points"])
    return 0


def prophecy_count(prophecy: Prophecy, seat: Seat) -> int:
    """How much the seat has of what the prophecy counts."""
    rule = prophecy.raw["metric"]
    return _METRICS[rule["type"]](seat, rule)


def _metric_all_temples(seat: Seat, numbers: Mapping[str, Any]) -> int:
    return sum(step - START_STEP for step in seat.temples)


def _metric_one_temple(seat: Seat, numbers: Mapping[str, Any]) -> int:
    return seat.temples[TEMPLES.index(numbers["temple"])] - START_STEP


def _metric_wood_tiles(seat: Seat, numbers: Mapping[str, Any]) -> int:
    return seat.wood_tiles


def _metric_corn_tiles(seat: Seat, numbers: Mapping[str, Any]) -> int:
    return seat.corn_tiles


def _metric_gold(seat: Seat, numbers: Mapping[str, Any]) -> int:
    return seat.blocks[2]


def _metric_skulls(seat: Seat, numbers: Mapping[str, Any]) -> int:
    return seat.skulls


def _metric_levels(seat: Seat, numbers: Mapping[str, Any]) -> int:
    return sum(seat.technologies)


def _metric_tracks(seat: Seat, numbers: Mapping[str, Any]) -> int:
    return sum(level >= 2 for level in seat.technologies)


def _metric_buildings(seat: Seat, numbers: Mapping[str, Any]) -> int:
    return len(seat.buildings)


def _metric_fed(seat: Seat, numbers: Mapping[str, Any]) -> int:
    return seat.fed


def _metric_workers_on_gear(seat: Seat, numbers: Mapping[str, Any]) -> int:
    return seat.on[GEARS.index(numbers["gear"])].bit_count()


_METRICS: dict[str, Callable[[Seat, Mapping[str, Any]], int]] = {
    "sum_of_temple_positions": _metric_all_temples,
    "temple_position": _metric_one_temple,
    "own_wood_tiles": _metric_wood_tiles,
    "own_corn_tiles": _metric_corn_tiles,
    "own_gold": _metric_gold,
    "own_unspent_skulls": _metric_skulls,
    "sum_of_technology_levels": _metric_levels,
    "tracks_at_level_2_or_more": _metric_tracks,
    "own_buildings_in_play": _metric_buildings,
    "workers_fully_fed_this_food_day": _metric_fed,
    "own_workers_on_gear": _metric_workers_on_gear,
}
