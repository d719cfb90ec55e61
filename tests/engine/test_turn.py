"""What a turn is, begging and pity (rulings R-019 to R-028, rulebook p6 and p11)."""

from typing import Any

from .scenario import GEARS, TEMPLES, start

BOTTOM = dict.fromkeys(TEMPLES, 0)


def full_below(number: int, *gears: str) -> dict[str, Any]:
    """Dummies on all spaces below a number, on the given gears (all without any)."""
    return {f"gears.{gear}.{space}": "dummy" for gear in gears or GEARS for space in range(number)}


def test_r019_placing_or_picking_up_never_both_never_neither() -> None:
    turn = {"players.0.corn": 9, "gears.yaxchilan.1": 0, "gears.yaxchilan.2": 0}
    table = start(turn)
    table.pending((0, "turn"))
    table.offers(0, "place tikal", "place start", "pick yaxchilan 1", "pick yaxchilan 2")
    table.illegal(0, "end", "pass")  # not neither

    placing = table.copy().play(0, "place tikal").pending((0, "place"))
    placing.illegal(0, "pick yaxchilan 1", "pick yaxchilan 2").legal(0, "end")

    picking = table.copy().play(0, "pick yaxchilan 1", "do yaxchilan 1").pending((0, "pick"))
    picking.illegal(0, "place tikal", "place start", "beg")
    picking.legal(0, "end", "pick yaxchilan 2")

    table.illegal(1, "place tikal")  # not that seat's turn
    assert table.game.legal(1) == []


def test_r020_what_one_must_do() -> None:
    all_out = {"gears.palenque.1": 0, "gears.tikal.2": 0, "gears.uxmal.0": 0, "players.0.corn": 9}
    start(all_out).legal(0, "pick palenque 1", "pick tikal 2", "pick uxmal 0")

    none_out = start({"players.0.corn": 3})
    none_out.legal(0, *(f"place {gear}" for gear in GEARS), "place start")

    # The starting-player space is no gear.
    on_start = start({"players.0.corn": 3, "start_space": 0})
    on_start.legal(0, *(f"place {gear}" for gear in GEARS))


def test_r021_begging_fills_up_to_three_once_at_the_start() -> None:
    for corn in (0, 1, 2):
        table = start({"players.0.corn": corn, "gears.palenque.1": 0}).offers(0, "beg")
        table.play(0, "beg").pending((0, "anger")).expect({"players.0.corn": 3})
        table.legal(0, *(f"down {temple}" for temple in TEMPLES))
        table.play(0, "down quetzalcoatl").pending((0, "turn"))
        table.expect({"players.0.temples": {"chaac": 1, "quetzalcoatl": 0, "kukulkan": 1}})
        table.lacks(0, "beg").offers(0, "place tikal", "pick palenque 1").illegal(0, "beg")
    start({"players.0.corn": 3, "gears.palenque.1": 0}).lacks(0, "beg")
    # Not after the first placement, nor after picking up.
    start({"players.0.corn": 1}).play(0, "place palenque").lacks(0, "beg").illegal(0, "beg")
    picked = start({"gears.palenque.0": 0, "gears.tikal.1": 0}).play(0, "pick palenque 0")
    picked.lacks(0, "beg").illegal(0, "beg")


def test_r021_begging_with_two_corn_wins_one_not_three() -> None:
    table = start({"players.0.corn": 2}).play(0, "beg", "down chaac")
    table.expect({"players.0.corn": 3, "players.0.temples.chaac": 0})
    table.play(0, "place palenque", "place tikal").expect({"players.0.corn": 2})


def test_r022_no_begging_with_all_markers_at_the_bottom() -> None:
    low = {"players.0.corn": 0, "players.0.temples": BOTTOM, "gears.palenque.1": 0}
    start(low).lacks(0, "beg").illegal(0, "beg")
    # One marker above the bottom is enough, and it is the one that goes down.
    table = start(low | {"players.0.temples.kukulkan": 1}).offers(0, "beg")
    table.play(0, "beg").pending((0, "turn"))
    table.expect({"players.0.temples": BOTTOM, "players.0.corn": 3})


def test_r023_who_cannot_pay_any_placement_must_beg_first() -> None:
    taken = full_below(1) | {"start_space": 1}
    table = start(taken).pending((0, "turn")).legal(0, "beg")
    table.illegal(0, "place palenque")
    table.play(0, "beg", "down chaac").legal(0, *(f"place {gear}" for gear in GEARS))
    table.play(0, "place tikal").expect({"gears.tikal.1": 0, "players.0.corn": 2})

    # A worker on a gear may be picked up instead.
    start(taken | {"gears.uxmal.2": 0}).legal(0, "beg", "pick uxmal 2")
    # One free space that can be paid is enough.
    start(taken | {"gears.uxmal.0": None}).legal(0, "beg", "place uxmal")
    # So is the starting-player space.
    start(taken | {"start_space": None}).legal(0, "beg", "place start")


def test_r024_pity_one_worker_on_a_cheapest_space_for_all_corn() -> None:
    pitiful = {"players.0.temples": BOTTOM, "start_space": 1}
    poor = pitiful | full_below(2) | {"gears.palenque.2": "dummy", "players.0.corn": 1}
    table = start(poor).pending((0, "turn"))
    table.legal(0, *(f"place {gear}" for gear in GEARS if gear != "palenque"))
    table.illegal(0, "place palenque", "beg")
    table.play(0, "place uxmal").pending((0, "place")).legal(0, "end")
    table.expect({"gears.uxmal.2": 0, "players.0.corn": 0, "players.0.available": 2})
    table.illegal(0, "place tikal")
    assert table["players.0.temples"] == BOTTOM

    # Only one gear is cheapest.
    start(poor | {"gears.tikal.1": None}).play(0, "place tikal").expect(
        {"gears.tikal.1": 0, "players.0.corn": 0}  # one corn for space 1: paid, not pitied
    )
    start(poor | {"players.0.corn": 0, "gears.tikal.1": None}).legal(0, "place tikal")


def test_r024_no_pity_while_the_starting_player_space_is_free() -> None:
    table = start(full_below(3) | {"players.0.temples": BOTTOM, "players.0.corn": 2})
    table.legal(0, "place start").play(0, "place start")
    table.expect({"players.0.corn": 2, "start_space": 0}).legal(0, "end")


def test_r024_pity_also_for_a_richer_player_on_full_gears() -> None:
    # Contract: whenever no placement can be paid and begging is not possible, whatever the reason.
    table = start(full_below(6) | {"start_space": 1, "players.0.corn": 5})
    table.legal(0, *(f"place {gear}" for gear in GEARS))
    table.play(0, "place chichen_itza").legal(0, "end").expect(
        {"gears.chichen_itza.6": 0, "players.0.corn": 0}
    )
    # Begging comes first, and if 3 corn are too few, pity comes after it.
    table = start(full_below(5) | {"start_space": 1, "players.0.corn": 2}).legal(0, "beg")
    table.play(0, "beg", "down chaac").legal(0, *(f"place {gear}" for gear in GEARS))
    table.play(0, "place tikal").legal(0, "end").expect({"players.0.corn": 0, "gears.tikal.5": 0})


def test_r025_anger_needs_a_marker_above_the_bottom() -> None:
    angry = {
        "players.0.corn": 0,
        "players.0.light_side": False,
        "players.0.temples": {"chaac": 0, "quetzalcoatl": 8, "kukulkan": 2},
    }
    table = start(angry).play(0, "beg").pending((0, "anger"))
    table.legal(0, "down kukulkan", "down quetzalcoatl")
    table.illegal(0, "down chaac", "skip", "end", "decline")
    table.play(0, "down quetzalcoatl")
    table.expect({"players.0.temples.quetzalcoatl": 7, "players.0.light_side": False})
    light = start(angry | {"players.0.light_side": True}).play(0, "beg", "down quetzalcoatl")
    light.expect({"players.0.light_side": True})  # leaving the top does not turn the board


def test_r026_points_may_go_below_zero() -> None:
    hungry = {"round": 8, "tooth": 7, "turn_seat": 1, "players.0.points4": 4}
    table = start(hungry | {"players.1.points4": 0}).play(1, "place tikal", "end")
    table.expect({"players.*.points4": [4 - 36, -36]})


def test_r027_refill_and_calendar_corn_come_at_the_end_of_the_turn() -> None:
    table = start({"players.0.corn": 2, "calendar_corn": 4})
    table.play(0, "place start").expect({"players.0.corn": 2, "calendar_corn": 4})
    table.play(0, "place palenque").expect({"players.0.corn": 1, "calendar_corn": 4})
    table.play(0, "end").expect({"players.0.corn": 5, "calendar_corn": 0, "turn_seat": 1})

    table = start({"players.0.wood": 1, "gears.tikal.2": 0, "gears.uxmal.0": 0})
    table.play(0, "pick tikal 2", "do tikal 2")  # only the small farm can be paid
    table.expect({"building_row.0": None, "age1_left": 4, "players.0.wood": 0})
    table.play(0, "pick uxmal 0").expect({"building_row.0": None})
    table.play(0, "end").expect({"building_row.0": "a1-common-farm-1", "age1_left": 3})


def test_r027_calendar_corn_only_in_the_turn_of_the_placement() -> None:
    table = start({"first_seat": 1, "turn_seat": 0, "start_space": 1, "calendar_corn": 3})
    table.play(0, "place palenque", "end")  # the space is seat 1's: nothing for seat 0
    table.expect({"players.0.corn": 0})


def test_r028_resources_and_corn_never_run_out() -> None:
    rich = {"wood": 65, "stone": 40, "gold": 40, "corn": 500}
    table = start(
        {f"players.{seat}.{goods}": n for goods, n in rich.items() for seat in (0, 1)}
        | {"gears.yaxchilan.5": 0, "gears.yaxchilan.1": 0, "gears.palenque.1": 0}
    )
    table.play(0, "pick yaxchilan 5", "do yaxchilan 5", "pick yaxchilan 1", "do yaxchilan 1")
    table.play(0, "pick palenque 1", "do palenque 1").expect(
        {"players.0.gold": 41, "players.0.stone": 41, "players.0.wood": 66, "players.0.corn": 505}
    )
