"""Fishing, harvesting and burning (rulings R-045 to R-051, rulebook p8, p11, p12)."""

from typing import Any

import pytest

from .scenario import TEMPLES, Table, start

BOTTOM = dict.fromkeys(TEMPLES, 0)
AGRICULTURE = "players.0.technologies.agriculture"


def picked(space: int, changes: dict[str, Any] | None = None) -> Table:
    """A worker just picked up from a space of Palenque."""
    table = start({f"gears.palenque.{space}": 0} | (changes or {}))
    return table.play(0, f"pick palenque {space}")


def group(corn: int, wood: int) -> dict[str, int]:
    """What lies in a group of fields."""
    return {"corn": corn, "wood": wood}


@pytest.mark.parametrize(("space", "corn", "wood"), [(3, 5, 2), (4, 7, 3), (5, 9, 4)])
def test_r045_the_top_tile_of_a_field(space: int, corn: int, wood: int) -> None:
    field = f"jungle.{space}"
    both = picked(space, {field: group(2, 1)}).play(0, f"do palenque {space}")
    both.pending((0, "harvest")).legal(0, "burn", "corn", "wood")

    both.copy().play(0, "wood").expect(
        {
            "players.0.wood": wood,
            "players.0.wood_tiles": 1,
            "players.0.corn": 0,
            "players.0.corn_tiles": 0,
            field: group(2, 0),
        }
    )
    both.play(0, "corn").expect(
        {
            "players.0.corn": corn,
            "players.0.corn_tiles": 1,
            "players.0.wood": 0,
            "players.0.wood_tiles": 0,
            field: group(1, 1),
        }
    )


def test_r045_group_2_gives_corn_and_one_tile() -> None:
    table = picked(2).play(0, "do palenque 2").pending((0, "pick"))  # nothing to choose
    table.expect({"players.0.corn": 4, "players.0.corn_tiles": 1, "jungle.2": group(1, 0)})


def test_r045_corn_under_wood_is_not_visible() -> None:
    picked(3).play(0, "do palenque 3").legal(0, "burn", "wood")
    gone = picked(3, {"jungle.3": group(2, 0)}).play(0, "do palenque 3").pending((0, "pick"))
    gone.expect({"players.0.corn": 5, "players.0.corn_tiles": 1})


def test_r046_an_empty_group_cannot_be_used() -> None:
    empty = {"jungle.3": group(0, 0), "jungle.2": group(0, 0), "players.0.corn": 2}
    table = picked(3, empty).legal(0, "do palenque 1", "skip")
    table.illegal(0, "do palenque 3", "do palenque 2")
    table = picked(3, empty | {AGRICULTURE: 2}).offers(0, "do palenque 3", "do palenque 2")
    table.play(0, "do palenque 3").pending((0, "pick"))
    table.expect({"players.0.corn": 2 + 5 + 1, "players.0.corn_tiles": 0, "jungle.3": group(0, 0)})


@pytest.mark.parametrize(("space", "corn"), [(3, 5), (4, 7), (5, 9)])
def test_r047_burning_angers_the_gods(space: int, corn: int) -> None:
    table = picked(space).play(0, f"do palenque {space}", "burn").pending((0, "anger"))
    table.legal(0, *(f"down {temple}" for temple in TEMPLES))
    table.play(0, "down quetzalcoatl").pending((0, "pick"))
    table.expect(
        {
            "players.0.corn": corn,
            "players.0.corn_tiles": 1,
            "players.0.wood": 0,
            "players.0.wood_tiles": 0,  # the wood tile leaves the game
            f"jungle.{space}": group(1, 1),
            "players.0.temples": {"chaac": 1, "quetzalcoatl": 0, "kukulkan": 1},
        }
    )


def test_r047_no_burning_with_all_markers_at_the_bottom() -> None:
    table = picked(3, {"players.0.temples": BOTTOM, "jungle.3": group(2, 1)})
    table.play(0, "do palenque 3").legal(0, "corn", "wood").illegal(0, "burn")
    # The last step to be had is enough.
    low = picked(3, {"players.0.temples": BOTTOM | {"chaac": 1}}).play(0, "do palenque 3")
    low.play(0, "burn").pending((0, "pick")).expect({"players.0.temples": BOTTOM})


def test_r047_burning_beside_a_visible_corn_tile() -> None:
    table = picked(4, {"jungle.4": group(2, 1)}).play(0, "do palenque 4").offers(0, "burn")
    table.play(0, "burn", "down chaac").expect({"jungle.4": group(1, 0), "players.0.corn": 7})
    # Nothing to burn where no wood lies, nor in group 2.
    bare = picked(4, {"jungle.4": group(2, 0), "players.0.corn": 0})
    bare.play(0, "do palenque 4").pending((0, "pick"))


def test_r048_burning_however_the_action_is_reached() -> None:
    back = picked(4, {"players.0.corn": 1}).play(0, "do palenque 3", "burn", "down chaac")
    back.expect({"players.0.corn": 5, "jungle.3": group(1, 1), "jungle.4": group(2, 2)})

    free = picked(6).play(0, "do palenque 5", "burn", "down kukulkan")
    free.expect({"players.0.corn": 9, "players.0.temples.kukulkan": 0})

    uxmal = start({"gears.uxmal.5": 0, "players.0.corn": 1}).play(0, "pick uxmal 5", "do uxmal 5")
    uxmal.play(0, "do palenque 4", "burn", "down chaac").expect({"players.0.corn": 7})

    goods = {f"players.0.{name}": 5 for name in ("corn", "wood", "stone", "gold")}
    tomb = start(goods | {"building_row.0": "a2-envoy-tomb", "gears.tikal.2": 0})
    tomb.play(0, "pick tikal 2", "do tikal 2", "build a2-envoy-tomb", "do palenque 3", "burn")
    tomb.play(0, "down chaac").expect({"players.0.corn": 5 - 1 + 5, "players.0.corn_tiles": 1})


@pytest.mark.parametrize(("level", "corn"), [(0, 3), (1, 3), (2, 4), (3, 4)])
def test_r049_fishing_takes_no_tile_and_knows_only_agriculture_2(level: int, corn: int) -> None:
    table = picked(1, {AGRICULTURE: level})
    before = table["jungle"]
    table.play(0, "do palenque 1").pending((0, "pick"))
    table.expect({"players.0.corn": corn, "players.0.corn_tiles": 0, "jungle": before})


def test_r050_corn_without_a_tile_when_none_is_visible() -> None:
    table = picked(3, {AGRICULTURE: 2}).play(0, "do palenque 3").legal(0, "burn", "corn", "wood")
    table.copy().play(0, "corn").pending((0, "pick")).expect(
        {
            "players.0.corn": 6,
            "players.0.corn_tiles": 0,
            "players.0.temples": dict.fromkeys(TEMPLES, 1),
            "jungle.3": group(2, 2),
        }
    )
    # One may still burn, to have the tile.
    table.play(0, "burn", "down chaac").expect(
        {"players.0.corn": 6, "players.0.corn_tiles": 1, "jungle.3": group(1, 1)}
    )
    # Level 1 is not enough.
    picked(3, {AGRICULTURE: 1}).play(0, "do palenque 3").legal(0, "burn", "wood")


def test_r050_a_visible_tile_must_be_taken() -> None:
    table = picked(3, {AGRICULTURE: 2, "jungle.3": group(2, 1)}).play(0, "do palenque 3", "corn")
    table.expect({"players.0.corn_tiles": 1, "jungle.3": group(1, 1), "players.0.corn": 6})
    table = picked(2, {AGRICULTURE: 3, "jungle.2": group(1, 0)}).play(0, "do palenque 2")
    table.expect({"players.0.corn_tiles": 1, "jungle.2": group(0, 0), "players.0.corn": 7})


@pytest.mark.parametrize(("level", "more"), [(0, 0), (1, 1), (2, 1), (3, 3)])
def test_r051_agriculture_adds_to_each_jungle_harvest(level: int, more: int) -> None:
    for space, corn in ((2, 4), (3, 5), (4, 7), (5, 9)):
        tile = picked(space, {AGRICULTURE: level, f"jungle.{space}": group(1, 0)})
        tile.play(0, f"do palenque {space}").expect({"players.0.corn": corn + more})
    burned = picked(5, {AGRICULTURE: level}).play(0, "do palenque 5", "burn", "down chaac")
    burned.expect({"players.0.corn": 9 + more})
    if level >= 2:
        bare = picked(5, {AGRICULTURE: level}).play(0, "do palenque 5", "corn")
        bare.expect({"players.0.corn": 9 + more, "players.0.corn_tiles": 0})
    wood = picked(5, {AGRICULTURE: level}).play(0, "do palenque 5", "wood")
    wood.expect({"players.0.corn": 0, "players.0.wood": 4})
