"""Technology and the temple action of Tikal (rulings R-059 to R-065, rulebook p7-8, p12)."""

from typing import Any

import pytest

from .scenario import AGE_2, TEMPLES, TRACKS, Table, start

ADVANCES = tuple(f"advance {track}" for track in TRACKS)


def level(track: str, number: int) -> dict[str, Any]:
    """Seat 0's level on a track, as a change."""
    return {f"players.0.technologies.{track}": number}


def blocks(wood: int = 0, stone: int = 0, gold: int = 0) -> dict[str, Any]:
    """Seat 0's resources, as changes."""
    return {"players.0.wood": wood, "players.0.stone": stone, "players.0.gold": gold}


def tikal(space: int, changes: dict[str, Any]) -> Table:
    """A worker picked up from a space of Tikal and its own action begun."""
    table = start({f"gears.tikal.{space}": 0} | changes)
    return table.play(0, f"pick tikal {space}", f"do tikal {space}")


def test_r059_tikal_3_is_one_level_or_two() -> None:
    table = tikal(3, blocks(wood=3)).pending((0, "tech")).legal(0, *ADVANCES)
    table.play(0, "advance theology").pending((0, "tech"))
    table.expect({"players.0.wood": 2, "players.0.technologies.theology": 1})
    table.legal(0, *ADVANCES, "stop")
    table.copy().play(0, "stop").pending((0, "pick")).expect({"players.0.wood": 2})
    table.copy().play(0, "advance theology").pending((0, "pick")).expect(
        {"players.0.wood": 0, "players.0.technologies.theology": 2}
    )
    table.play(0, "advance extraction").pending((0, "pick")).expect({"players.0.wood": 1})


def test_r059_tikal_1_is_one_level_only() -> None:
    table = tikal(1, blocks(wood=3)).play(0, "advance theology").pending((0, "pick"))
    table.expect({"players.0.wood": 2})


@pytest.mark.parametrize(("before", "price"), [(0, 1), (1, 2), (2, 3)])
def test_r060_levels_cost_one_two_three_blocks(before: int, price: int) -> None:
    table = tikal(1, blocks(stone=price) | level("theology", before))
    table.play(0, "advance theology")
    table.expect({"players.0.stone": 0, "players.0.technologies.theology": before + 1})
    if price > 1:
        short = tikal(1, blocks(stone=price - 1) | level("theology", before))
        short.lacks(0, "advance theology").offers(0, "advance agriculture")


def test_r060_blocks_of_any_mix() -> None:
    table = tikal(1, blocks(1, 1, 1) | level("extraction", 1)).play(0, "advance extraction")
    table.pending((0, "pay")).legal(0, "pay 0 1 1", "pay 1 0 1", "pay 1 1 0")
    table.expect({"players.0.technologies.extraction": 1})  # moves once the price is paid
    table.play(0, "pay 1 0 1")
    table.expect({f"players.0.{name}": n for name, n in (("wood", 0), ("stone", 1), ("gold", 0))})
    table.expect({"players.0.technologies.extraction": 2})
    # One way only: nothing is asked.
    tikal(1, blocks(1, 1, 0) | level("extraction", 1)).play(0, "advance extraction").expect(
        {"players.0.wood": 0, "players.0.stone": 0, "players.0.technologies.extraction": 2}
    )
    tikal(1, blocks(2, 2, 0) | level("extraction", 2)).play(0, "advance extraction").legal(
        0, "pay 1 2 0", "pay 2 1 0"
    )


def test_r060_at_level_3_a_step_costs_one_block_and_gives_the_bonus() -> None:
    table = tikal(3, blocks(wood=2) | level("architecture", 3)).play(0, "advance architecture")
    table.expect({"players.0.points4": 12, "players.0.wood": 1})
    table.expect({"players.0.technologies.architecture": 3})
    table.play(0, "advance architecture").expect({"players.0.points4": 24, "players.0.wood": 0})


def test_r061_a_steps_gain_can_pay_for_the_next_step() -> None:
    table = tikal(3, blocks(wood=1) | level("extraction", 3)).play(0, "advance extraction")
    table.pending((0, "gain")).play(0, "gain stone", "gain gold")
    table.pending((0, "tech")).legal(0, *ADVANCES, "stop")
    table.play(0, "advance agriculture").legal(0, "pay 0 0 1", "pay 0 1 0").play(0, "pay 0 0 1")
    table.expect({"players.0.stone": 1, "players.0.technologies.agriculture": 1})


def test_r062_a_free_step_at_level_3_gives_the_bonus() -> None:
    school: dict[str, Any] = {"building_row": ["a1-field-school", *[None] * 5]} | blocks(wood=2)
    table = tikal(2, school | level("agriculture", 3)).pending((0, "up"))  # a named track
    table.play(0, "up chaac").expect(
        {"players.0.temples.chaac": 2, "players.0.wood": 0, "players.0.technologies.agriculture": 3}
    )
    shrine: dict[str, Any] = (
        {"building_row": ["a2-scholar-shrine", *[None] * 5]} | AGE_2 | blocks(stone=1, gold=2)
    )
    table = tikal(2, shrine | level("theology", 3))  # two free steps on tracks of choice
    table.pending((0, "tech")).play(0, "advance theology", "advance theology")
    table.expect({"players.0.skulls": 2}).pending((0, "pick"))


def test_r063_a_free_step_is_taken() -> None:
    academy: dict[str, Any] = (
        {"building_row": ["a2-stone-academy", *[None] * 5]} | AGE_2 | blocks(wood=3)
    )
    table = tikal(2, academy).pending((0, "tech")).legal(0, *ADVANCES)
    table.illegal(0, "decline", "stop", "skip").play(0, "advance theology")
    table.expect({"players.0.technologies.theology": 1, "players.0.stone": 1})


def test_r064_bonuses_of_the_four_tracks() -> None:
    top: dict[str, Any] = {f"players.0.technologies.{track}": 3 for track in TRACKS} | blocks(
        wood=1
    )
    table = tikal(1, top).legal(0, *ADVANCES)
    agriculture = table.copy().play(0, "advance agriculture").pending((0, "up"))
    agriculture.legal(0, *(f"up {temple}" for temple in TEMPLES)).play(0, "up quetzalcoatl")
    agriculture.expect({"players.0.temples.quetzalcoatl": 2}).pending((0, "pick"))
    extraction = table.copy().play(0, "advance extraction").pending((0, "gain"))
    extraction.legal(0, "gain gold", "gain stone", "gain wood").play(0, "gain gold", "gain wood")
    extraction.expect({"players.0.gold": 1, "players.0.wood": 1}).pending((0, "pick"))
    architecture = table.copy().play(0, "advance architecture").pending((0, "pick"))
    architecture.expect({"players.0.points4": 12})
    theology = table.copy().play(0, "advance theology").pending((0, "pick"))
    theology.expect({"players.0.skulls": 1, "bank_skulls": 12})
    for one in (agriculture, architecture, theology):
        one.expect({"players.0.wood": 0})


def test_r065_tikal_5_one_step_on_two_temples_for_one_block() -> None:
    table = tikal(5, blocks(wood=3, gold=1)).pending((0, "pay")).legal(0, "pay 0 0 1", "pay 1 0 0")
    table.play(0, "pay 1 0 0").pending((0, "up")).legal(0, *(f"up {t}" for t in TEMPLES))
    table.play(0, "up kukulkan").legal(0, "up chaac", "up quetzalcoatl")
    table.play(0, "up chaac").pending((0, "pick"))  # no third step, no further payment
    table.expect({"players.0.wood": 2, "players.0.gold": 1})
    table.expect({"players.0.temples": {"chaac": 2, "quetzalcoatl": 1, "kukulkan": 2}})


def test_r065_a_step_that_cannot_be_made_is_lost() -> None:
    high: dict[str, Any] = {"players.0.temples": {"chaac": 6, "quetzalcoatl": 8, "kukulkan": 2}}
    table = tikal(5, blocks(wood=1) | high).pending((0, "pick"))
    table.expect({"players.0.temples.kukulkan": 3, "players.0.wood": 0})
    # With no step to be made the action is not on offer.
    high = {"players.0.temples": {"chaac": 6, "quetzalcoatl": 8, "kukulkan": 7}}
    table = start(high | blocks(wood=1) | {"gears.tikal.5": 0, "players.0.corn": 4})
    table.play(0, "pick tikal 5").lacks(0, "do tikal 5").offers(0, "do tikal 1")
