"""Technology, the temple action of Tikal, and steps on the temples (rulings R-059 to R-065 and
R-089 to R-092, rulebook p7-8, p10 and p12)."""

from typing import Any

import pytest

from bot.engine import Game

from .scenario import AGE_2, TEMPLES, TRACKS, Table, start

# --- Technology and the temple action of Tikal (rulings, rulebook p7-8, p12) -------

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


# --- Steps on the temples and the side of the own board (R-089 to R-092, rulebook p10) ------------

TOPS = {"chaac": 6, "quetzalcoatl": 8, "kukulkan": 7}


def test_r089_only_one_player_on_a_top_step() -> None:
    below = {f"players.0.temples.{temple}": top - 1 for temple, top in TOPS.items()}
    for temple, top in TOPS.items():
        occupied = below | {f"players.1.temples.{temple}": top}
        table = start(occupied | {"gears.uxmal.1": 0, "players.0.corn": 3})
        table.play(0, "pick uxmal 1", "do uxmal 1").pending((0, "up"))
        table.legal(0, *(f"up {other}" for other in TEMPLES if other != temple))
        table.illegal(0, f"up {temple}")
    # All other steps can be shared.
    shared = start({"players.1.temples.chaac": 2, "gears.chichen_itza.1": 0, "players.0.skulls": 1})
    shared.play(0, "pick chichen_itza 1", "do chichen_itza 1")
    shared.expect({"players.*.temples.chaac": [2, 2]})


def test_r089_a_lost_step_leaves_the_other_rewards() -> None:
    table = start(
        {
            "players.0.temples.kukulkan": 6,
            "players.1.temples.kukulkan": 7,
            "players.0.skulls": 1,
            "gears.chichen_itza.6": 0,
        }
    )
    table.play(0, "pick chichen_itza 6", "do chichen_itza 6", "gain gold").pending((0, "pick"))
    table.expect({"players.0.points4": 32, "players.0.gold": 1, "players.0.temples.kukulkan": 6})
    # A paid step too: Tikal 5 pays its block and makes the steps it can.
    paid = {"players.1.temples": TOPS, "players.0.wood": 1, "gears.tikal.5": 0}
    paid |= {"players.0.temples": {"chaac": 5, "quetzalcoatl": 7, "kukulkan": 3}}
    table = start(paid).play(0, "pick tikal 5", "do tikal 5").pending((0, "pick"))
    table.expect({"players.0.temples": {"chaac": 5, "quetzalcoatl": 7, "kukulkan": 4}})
    table.expect({"players.0.wood": 0})


def test_r089_the_top_is_free_again_when_its_holder_goes_down() -> None:
    table = start(
        {
            "turn_seat": 1,
            "players.1.temples.chaac": 6,
            "players.0.temples.chaac": 5,
            "gears.uxmal.0": 0,
            "players.0.corn": 3,
        }
    )
    table.play(1, "beg", "down chaac", "place tikal", "end").pending((0, "turn"))
    table.play(0, "pick uxmal 1", "do uxmal 1").offers(0, "up chaac").play(0, "up chaac")
    table.expect({"players.*.temples.chaac": [6, 5]})


def test_r090_several_steps_one_at_a_time_the_rest_is_lost() -> None:
    shrine = {
        "building_row": ["a2-brown-shrine", *[None] * 5],  # two steps on chaac, 2 points
        "players.0.stone": 2,
        "gears.tikal.2": 0,
    }

    def built(own: int, other: int) -> Table:
        temples = {"players.0.temples.chaac": own, "players.1.temples.chaac": other}
        return start(shrine | temples).play(0, "pick tikal 2", "do tikal 2")

    for own, other, reached in ((1, 1, 3), (4, 1, 6), (5, 1, 6), (4, 6, 5), (5, 6, 5), (6, 1, 6)):
        built(own, other).expect({"players.0.temples.chaac": reached, "players.0.points4": 8})


def test_r091_reaching_a_top_turns_the_board_to_light() -> None:
    dark = {"players.0.light_side": False, "gears.uxmal.1": 0, "players.0.corn": 3}
    for temple, top in TOPS.items():
        table = start(dark | {f"players.0.temples.{temple}": top - 1})
        table.play(0, "pick uxmal 1", "do uxmal 1", f"up {temple}")
        table.expect({"players.0.light_side": True})  # at once
        short = start(dark | {f"players.0.temples.{temple}": top - 2})
        short.play(0, "pick uxmal 1", "do uxmal 1", f"up {temple}")
        short.expect({"players.0.light_side": False})
    light = start(dark | {"players.0.light_side": True, "players.0.temples.chaac": 5})
    light.play(0, "pick uxmal 1", "do uxmal 1", "up chaac").expect({"players.0.light_side": True})


def test_r091_leaving_the_top_and_reaching_it_again() -> None:
    table = start(
        {
            "players.0.light_side": False,
            "players.0.temples.chaac": 6,
            "gears.tikal.5": 0,
            "players.0.wood": 1,
        }
    )
    table.play(0, "beg", "down chaac").expect({"players.0.light_side": False})
    table.play(0, "pick tikal 5", "do tikal 5", "up chaac").expect({"players.0.light_side": True})


def test_r092_all_boards_start_light_and_the_double_advance_darkens_one() -> None:
    assert [p["light_side"] for p in Game.new(4, seed=1).position()["players"]] == [True] * 4
    table = start({"turn_seat": 1, "start_space": 0}).play(1, "place tikal", "end")
    table.play(0, "advance 2").expect({"players.*.light_side": [False, True]})
