"""Skulls, and the first two levels of theology (rulings R-083 to R-087, rulebook p9, p12)."""

from typing import Any

import pytest

from .scenario import TEMPLES, Table, start

THEOLOGY = "players.0.technologies.theology"


def picked(space: int, changes: dict[str, Any] | None = None) -> Table:
    """A worker picked up from Chichen Itza, by a player with one skull."""
    start_ = {f"gears.chichen_itza.{space}": 0, "players.0.skulls": 1} | (changes or {})
    return start(start_).play(0, f"pick chichen_itza {space}")


@pytest.mark.parametrize(
    ("space", "points", "temple", "block"),
    [
        (1, 4, "chaac", False),
        (2, 5, "chaac", False),
        (3, 6, "chaac", False),
        (4, 7, "kukulkan", False),
        (5, 8, "kukulkan", False),
        (6, 8, "kukulkan", True),
        (7, 10, "quetzalcoatl", False),
        (8, 11, "quetzalcoatl", True),
        (9, 13, "quetzalcoatl", True),
    ],
)
def test_r083_points_temple_step_and_resource(
    space: int, points: int, temple: str, block: bool
) -> None:
    table = picked(space).play(0, f"do chichen_itza {space}")
    if block:
        table.pending((0, "gain")).legal(0, "gain gold", "gain stone", "gain wood")
        table.play(0, "gain stone")
    table.pending((0, "pick")).expect(
        {
            "players.0.points4": 4 * points,
            "players.0.temples": dict.fromkeys(TEMPLES, 1) | {temple: 2},
            "players.0.stone": int(block),
            "players.0.skulls": 0,
            "skull_spaces": [n == space for n in range(1, 10)],
            "bank_skulls": 12,
        }
    )


def test_r083_each_spot_once_a_game_and_not_without_a_skull() -> None:
    taken = {"skull_spaces.2": True, "players.0.corn": 2, "players.0.skulls": 1}
    table = picked(3, taken).legal(0, "do chichen_itza 1", "do chichen_itza 2", "skip")
    table.illegal(0, "do chichen_itza 3")
    none = picked(3, {"players.0.corn": 2, "players.0.skulls": 0}).pending((0, "pick"))
    none.expect({"players.0.corn": 2})
    # Two workers, one skull.
    table = picked(3, {"gears.chichen_itza.5": 0}).play(0, "do chichen_itza 3")
    table.play(0, "pick chichen_itza 5").pending((0, "pick"))
    table.expect({"players.0.points4": 24})


def test_r083_a_lower_spot_for_corn() -> None:
    table = picked(7, {"players.0.corn": 1}).legal(
        0, "do chichen_itza 6", "do chichen_itza 7", "skip"
    )
    table.play(0, "do chichen_itza 6", "gain gold").expect(
        {"players.0.corn": 0, "players.0.points4": 32, "players.0.gold": 1}
    )


def test_r084_theology_1_the_action_one_ahead_instead() -> None:
    one = {THEOLOGY: 1}
    table = picked(3, one).legal(0, "do chichen_itza 3", "do chichen_itza 4", "skip")
    table.play(0, "do chichen_itza 4").expect({"players.0.points4": 28, "players.0.corn": 0})
    # No step back from the space ahead: spot 4 is taken, so nothing lies ahead.
    picked(3, one | {"skull_spaces.3": True}).legal(0, "do chichen_itza 3", "skip")
    # The way back counts from the own space as ever.
    rich = picked(3, one | {"players.0.corn": 1})
    rich.legal(0, "do chichen_itza 2", "do chichen_itza 3", "do chichen_itza 4", "skip")
    rich.play(0, "do chichen_itza 2").expect({"players.0.corn": 0})
    picked(3).legal(0, "do chichen_itza 3", "skip")
    # Chichen Itza only.
    other = start(one | {"gears.yaxchilan.3": 0}).play(0, "pick yaxchilan 3")
    other.lacks(0, "do yaxchilan 4")


def test_r085_theology_1_from_0_and_9_and_10() -> None:
    one = {THEOLOGY: 1}
    picked(0, one).legal(0, "do chichen_itza 1", "skip")
    picked(0).pending((0, "pick"))
    nine = picked(9, one).legal(0, *(f"do chichen_itza {n}" for n in range(1, 10)), "skip")
    nine.play(0, "do chichen_itza 2").expect({"players.0.corn": 0, "players.0.points4": 20})
    picked(9).legal(0, "do chichen_itza 9", "skip")
    ten = picked(10, one).legal(0, *(f"do chichen_itza {n}" for n in range(1, 10)), "skip")
    ten.illegal(0, "do chichen_itza 10", "do chichen_itza 11")


def test_r085_the_cheapest_way_is_taken() -> None:
    # Contract rule 5: from 9, spot 8 is free through the jump and would cost 1 corn by going back.
    table = picked(9, {THEOLOGY: 1, "players.0.corn": 5}).play(0, "do chichen_itza 8")
    table.play(0, "gain wood").expect({"players.0.corn": 5})


def test_r086_theology_2_one_block_for_one_step_after_the_action() -> None:
    two = {THEOLOGY: 2, "players.0.wood": 2, "players.0.gold": 1}
    table = picked(3, two).play(0, "do chichen_itza 3").pending((0, "offering"))
    table.legal(0, "decline", "offer gold", "offer wood")
    declined = table.copy().play(0, "decline").pending((0, "pick"))
    declined.expect({"players.0.wood": 2, "players.0.gold": 1})
    table.play(0, "offer wood").pending((0, "up")).legal(0, *(f"up {t}" for t in TEMPLES))
    table.play(0, "up chaac").pending((0, "pick"))  # once only
    table.expect({"players.0.temples.chaac": 3, "players.0.wood": 1, "players.0.gold": 1})


def test_r086_the_block_just_won_may_be_offered_however_the_action_is_reached() -> None:
    two = {THEOLOGY: 2}
    table = picked(10, two).play(0, "do chichen_itza 6", "gain gold").pending((0, "offering"))
    table.legal(0, "decline", "offer gold").play(0, "offer gold", "up kukulkan")
    table.expect({"players.0.temples.kukulkan": 3, "players.0.gold": 0})
    ahead = picked(5, two).play(0, "do chichen_itza 6", "gain wood").pending((0, "offering"))
    ahead.play(0, "offer wood", "up chaac").expect({"players.0.temples.chaac": 2})
    picked(5, two).play(0, "do chichen_itza 5").pending((0, "pick"))  # no block: no question
    # Level 1 is not enough.
    low = picked(5, {THEOLOGY: 1, "players.0.wood": 1}).play(0, "do chichen_itza 5")
    low.pending((0, "pick"))
    # No step to be made: no question.
    top = {"players.0.temples": {"chaac": 6, "quetzalcoatl": 8, "kukulkan": 7}}
    picked(5, two | top | {"players.0.wood": 1}).play(0, "do chichen_itza 5").pending((0, "pick"))


def test_r086_once_for_each_action() -> None:
    two = {THEOLOGY: 2, "players.0.wood": 2, "players.0.skulls": 2, "gears.chichen_itza.5": 0}
    table = picked(3, two).play(0, "do chichen_itza 3", "offer wood", "up chaac")
    table.play(0, "pick chichen_itza 5", "do chichen_itza 5").pending((0, "offering"))
    table.play(0, "offer wood", "up chaac").expect({"players.0.temples.chaac": 4})


def test_r087_no_offering_without_an_action() -> None:
    table = picked(3, {THEOLOGY: 2, "players.0.wood": 2}).play(0, "skip").pending((0, "pick"))
    table.expect({"players.0.wood": 2})
    taken = {THEOLOGY: 2, "players.0.wood": 1, "players.0.skulls": 0}
    picked(3, taken).pending((0, "pick"))
    # Nor after an action elsewhere.
    other = start({THEOLOGY: 2, "players.0.wood": 1, "gears.yaxchilan.4": 0})
    other.play(0, "pick yaxchilan 4", "do yaxchilan 4").pending((0, "pick"))
