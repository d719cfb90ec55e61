"""Rounds, turning the calendar, the starting player, and food days (rulings R-093 to R-116,
rulebook p7, p10, p11, p13 and p14)."""

from typing import Any

import pytest

from bot.engine import Game

from .scenario import AGE_2_STACK, GEARS, TEMPLES, Table, start

# --- Rounds, turning the calendar and the starting player (R-093 to R-106, rulebook p7, p10, p14) -

LAST_TURN = {"turn_seat": 1}  # seat 1 ends the round


def round_over(changes: dict[str, Any] | None = None) -> Table:
    """The last seat of a round places a worker and ends its turn."""
    return start(LAST_TURN | (changes or {})).play(1, "place palenque", "end")


def test_r093_turns_then_food_day_then_calendar() -> None:
    table = start({"first_seat": 1, "turn_seat": 1}, players=3)
    for seat in (1, 2, 0):
        table.pending((seat, "turn")).expect({"turn_seat": seat, "round": 3, "tooth": 2})
        table.play(
            seat, "place tikal" if seat == 1 else "place palenque" if seat else "place uxmal"
        )
        table.expect({"round": 3}).play(seat, "end")
    table.expect({"round": 4, "tooth": 3, "turn_seat": 1}).pending((1, "turn"))
    table.expect({"gears.tikal.1": 1, "gears.palenque.1": 2, "gears.uxmal.1": 0})


def test_r094_worker_back_and_marker_at_the_end_of_the_round() -> None:
    table = start({}).play(0, "place start", "end")
    table.expect({"start_space": 0, "players.0.available": 2, "first_seat": 0})
    table.play(1, "place palenque", "end").pending((0, "calendar"))
    table.expect({"start_space": None, "players.0.available": 3, "first_seat": 1, "tooth": 2})
    table.expect({"gears.palenque.0": 1})
    table.play(0, "advance 1").expect({"tooth": 3, "gears.palenque.1": 1}).pending((1, "turn"))


def test_r095_on_a_food_day_the_worker_on_the_space_is_fed() -> None:
    food = {"round": 8, "tooth": 7, "start_space": 0, "players.0.corn": 6, "players.1.corn": 6}
    table = round_over(food).expect({"players.*.corn": [0, 0], "players.*.points4": [0, 0]})
    table.pending((0, "calendar")).expect({"players.0.available": 3})


@pytest.mark.parametrize(
    ("holder", "on_space", "next_first"), [(0, 0, 1), (0, 1, 1), (0, 2, 2), (2, 2, 0), (1, 0, 0)]
)
def test_r096_the_marker_is_taken_or_passed_to_the_left(
    holder: int, on_space: int, next_first: int
) -> None:
    last = (holder + 2) % 3
    changes = {"first_seat": holder, "turn_seat": last, "start_space": on_space}
    changes |= {f"players.{on_space}.light_side": False}
    table = start(changes, players=3).play(last, "place palenque", "end")
    table.expect({"first_seat": next_first}).pending((next_first, "turn"))


def test_r096_it_moves_in_no_other_way() -> None:
    table = start({"first_seat": 1, "turn_seat": 0}, players=2).play(0, "place palenque", "end")
    table.expect({"first_seat": 1}).pending((1, "turn"))


def test_r097_unused_the_calendar_gathers_a_corn_each_round() -> None:
    table = start({"calendar_corn": 2, "players.0.corn": 5, "players.1.corn": 5})
    table.play(0, "place palenque", "end").play(1, "place tikal", "end")
    table.expect({"calendar_corn": 3}).play(0, "place uxmal", "end")
    table.play(1, "place start", "end").expect({"calendar_corn": 0, "players.1.corn": 8})


def test_r098_used_no_corn_is_added_one_day_or_two() -> None:
    for days in (1, 2):
        table = round_over({"start_space": 0}).play(0, f"advance {days}")
        table.expect({"calendar_corn": 0, "tooth": 2 + days, "round": 4})
    dark = round_over({"start_space": 0, "players.0.light_side": False})
    dark.expect({"calendar_corn": 0, "tooth": 3})


def test_r099_one_day_moves_every_worker_a_space() -> None:
    table = round_over(
        {
            "gears.yaxchilan.7": 0,
            "gears.yaxchilan.3": 1,
            "gears.chichen_itza.10": 0,
            "gears.chichen_itza.9": 1,
            "gears.uxmal.6": 0,
        }
    )
    table.expect(
        {
            "gears.yaxchilan.4": 1,
            "gears.yaxchilan.7": None,
            "gears.yaxchilan.8": None,
            "gears.chichen_itza.10": 1,
            "gears.chichen_itza.11": None,
            "gears.uxmal.7": 0,
            "gears.palenque.1": 1,
            "players.0.available": 2,  # two fell off, without an action
            "players.1.available": 0,
            "players.0.corn": 0,
        }
    )


@pytest.mark.parametrize("gear", GEARS)
def test_r100_no_double_advance_while_a_worker_would_be_pushed_off(gear: str) -> None:
    blocking = 9 if gear == "chichen_itza" else 6
    for owner in (0, 1):  # the own worker too
        blocked = round_over({"start_space": 0, f"gears.{gear}.{blocking}": owner})
        blocked.pending((1, "turn")).expect({"tooth": 3, "players.0.light_side": True})
        blocked.expect({f"gears.{gear}.{blocking + 1}": owner})
    # A worker on the last space falls off anyway, one further back stays on.
    for space in (blocking + 1, blocking - 1):
        free = round_over({"start_space": 0, f"gears.{gear}.{space}": 1})
        free.pending((0, "calendar")).legal(0, "advance 1", "advance 2")


def test_r100_a_double_advance_needs_the_light_side_and_darkens_it() -> None:
    dark = round_over({"start_space": 0, "players.0.light_side": False}).pending((1, "turn"))
    dark.expect({"tooth": 3})
    table = round_over({"start_space": 0, "gears.tikal.5": 0, "gears.tikal.7": 0})
    table.play(0, "advance 2").expect(
        {
            "tooth": 4,
            "round": 4,
            "players.0.light_side": False,
            "gears.tikal.7": 0,
            "gears.palenque.2": 1,
            "players.0.available": 2,
        }
    )


def test_r101_dummies_do_not_prevent_it() -> None:
    table = round_over(
        {"start_space": 0, "gears.tikal.6": "dummy", "gears.chichen_itza.9": "dummy"}
    )
    table.pending((0, "calendar")).play(0, "advance 2")
    table.expect({"gears.tikal.8": "dummy", "gears.chichen_itza.11": "dummy"})


def test_r102_it_is_a_real_choice_after_turns_and_food_day() -> None:
    table = round_over({"start_space": 0}).pending((0, "calendar"))
    table.legal(0, "advance 1", "advance 2").illegal(0, "advance 3", "end")
    table.play(0, "advance 1").expect({"players.0.light_side": True, "tooth": 3})
    # Nobody on the space, nobody asked.
    round_over().pending((0, "turn"))


def test_r103_a_jump_over_a_food_day_makes_the_next_round_that_food_day() -> None:
    corn = {"players.0.corn": 12, "players.1.corn": 12}
    table = round_over({"round": 7, "tooth": 6, "start_space": 0} | corn)
    table.play(0, "advance 2").expect({"tooth": 8, "round": 8, "food_days_held": 0})
    table.expect({"players.*.corn": [12, 12]})  # no feeding yet
    table.play(1, "place tikal", "end").expect({"players.*.corn": [12, 12]})
    table.play(0, "place uxmal", "end").expect({"food_days_held": 1, "players.*.corn": [6, 6]})
    table.expect({"tooth": 9, "round": 9})
    # Later food days keep their teeth: nothing is due at tooth 12, but at 13.
    for tooth in (12, 13):
        later = round_over({"round": tooth, "tooth": tooth, "food_days_held": 1} | corn)
        later.expect({"food_days_held": 1 if tooth == 12 else 2})


def test_r103_landing_on_the_food_day_is_no_jump_over_it() -> None:
    table = round_over({"round": 6, "tooth": 5, "start_space": 0}).play(0, "advance 2")
    table.expect({"tooth": 7, "round": 7, "food_days_held": 0})
    table.play(1, "place tikal", "end").play(0, "place uxmal", "end").expect({"food_days_held": 1})


def test_r104_not_offered_in_the_last_round() -> None:
    last = {"round": 27, "tooth": 26, "age": 2, "food_days_held": 3, "start_space": 0}
    table = round_over(last).pending()
    table.expect({"phase": "finished", "tooth": 27, "round": 27, "players.0.light_side": True})


def test_r105_a_jump_over_the_last_tooth() -> None:
    late = {"round": 26, "tooth": 25, "age": 2, "food_days_held": 3, "start_space": 0}
    table = round_over(late).play(0, "advance 2")
    table.expect({"phase": "play", "round": 27, "tooth": 27, "food_days_held": 3})
    table.play(1, "place tikal", "end").play(0, "place uxmal", "end").pending()
    table.expect({"phase": "finished", "food_days_held": 4, "round": 27, "tooth": 28})
    # With an earlier double advance the same happens a round sooner.
    soon = round_over(late | {"round": 25, "tooth": 24}).play(0, "advance 2")
    soon.expect({"round": 26, "tooth": 26, "phase": "play"})
    soon.play(1, "place tikal", "end").play(0, "place uxmal", "end")
    soon.expect({"phase": "finished", "round": 26, "food_days_held": 4})


def test_r106_round_1_is_no_food_day() -> None:
    table = Table(Game.new(2, seed="first"))
    for seat in (0, 1):
        table.play(seat, table.game.legal(seat)[0])
    corn = table["players.*.corn"]
    points = table["players.*.points4"]
    first = table["first_seat"]
    place = "place start"
    table.play(first, place, "end")
    table.play(1 - first, *_cheapest_placement(table, 1 - first), "end")
    if table["round"] == 1:
        table.pending((first, "calendar")).play(first, "advance 1")
    table.expect({"round": 2, "tooth": 1, "food_days_held": 0, "players.*.points4": points})
    assert table[f"players.{first}.corn"] == corn[first]  # the space costs nothing, nobody was fed


def _cheapest_placement(table: Table, seat: int) -> list[str]:
    """A placement after which the turn can end; with begging first where it must be."""
    if table.game.legal(seat) == ["beg"]:
        table.play(seat, "beg", "down chaac")
    return [next(action for action in table.game.legal(seat) if action.startswith("place "))]


def test_food_days_at_rounds_8_14_21_27_without_double_advances() -> None:
    due = {8: 0, 14: 1, 21: 2, 27: 3}
    for number in range(1, 28):
        held = sum(food_round < number for food_round in due)
        table = round_over(
            {"round": number, "tooth": number - 1, "food_days_held": held, "age": 1 + (held > 1)}
        )
        table.expect({"food_days_held": held + (number in due)})
        assert (table["phase"] == "finished") == (number == 27)


# --- Feeding, the change of age and the gods' rewards (R-107 to R-116, rulebook p11, p13) ---------

FOOD_DAYS: dict[int, dict[str, Any]] = {
    1: {"round": 8, "tooth": 7},
    2: {"round": 14, "tooth": 13, "food_days_held": 1},
    3: {"round": 21, "tooth": 20, "food_days_held": 2, "age": 2},
    4: {"round": 27, "tooth": 26, "food_days_held": 3, "age": 2},
}
POINTS = {
    "chaac": (-1, 0, 2, 4, 6, 7, 8),
    "quetzalcoatl": (-2, 0, 1, 2, 4, 6, 9, 12, 13),
    "kukulkan": (-3, 0, 1, 3, 5, 7, 9, 10),
}
LEADER = {2: {"chaac": 6, "quetzalcoatl": 2, "kukulkan": 4}}
LEADER[4] = {"chaac": 2, "quetzalcoatl": 6, "kukulkan": 4}


def food_day(number: int, changes: dict[str, Any] | None = None, players: int = 2) -> Table:
    """Food day 1 to 4, held: the last seat places a worker and ends the round's last turn."""
    last = players - 1
    table = start({"turn_seat": last} | FOOD_DAYS[number] | (changes or {}), players=players)
    return table.play(last, "place palenque", "end")


def fed(workers: int, corn: int, *tiles: str, wealth: str | None = None) -> tuple[int, int]:
    """Seat 0's corn and whole points after the first food day."""
    table = food_day(
        1,
        {
            "players.0.workers": workers,
            "players.0.corn": corn,
            "players.0.buildings": list(tiles),
            "players.0.wealth": [wealth, "pal-7"] if wealth else [],
        },
    )
    return table["players.0.corn"], table["players.0.points4"] // 4


def test_r107_feeding_change_of_age_and_rewards_before_the_calendar() -> None:
    due = {"players.0.corn": 6, "players.1.corn": 6, "start_space": 0, "players.0.temples.chaac": 2}
    table = food_day(2, due).pending((0, "calendar"))
    # At the calendar's question all of the food day is done, and the gears have not turned.
    table.expect(
        {
            "players.*.corn": [0, 0],
            "age": 2,
            "building_row": AGE_2_STACK[:6],
            "food_days_held": 2,
            "players.*.points4": [4 * (2 + 6 + 1 + 2), 4 * (1 + 2)],
            "tooth": 13,
            "gears.palenque.0": 1,
        }
    )
    first = food_day(1, due).pending((0, "calendar"))
    first.expect({"players.0.corn": 0, "players.0.stone": 1, "age": 1, "food_days_held": 1})


def test_r108_two_corn_each_three_points_lost_for_each_unfed() -> None:
    assert fed(3, 6) == (0, 0)
    assert fed(3, 5) == (1, -3)  # the rulebook's example: no half feeding
    assert fed(3, 1) == (1, -9)
    assert fed(3, 0) == (0, -9)
    assert fed(6, 20) == (8, 0)
    # Workers on gears and at hand eat, those in the bank do not.
    out = {"players.0.corn": 20, "gears.tikal.3": 0, "gears.chichen_itza.8": 0}
    food_day(1, out | {"players.0.workers": 4}).expect({"players.0.corn": 12})


def test_r109_as_many_as_possible_are_fed_without_a_question() -> None:
    assert fed(6, 2, "a1-common-farm-1", "a2-great-farm-1") == (0, -3)
    assert fed(5, 7) == (1, -6)
    assert fed(4, 3, "a1-small-farm-1") == (1, -6)  # exempted worker, then one of three for 2 corn
    food_day(1, {"players.0.corn": 99}).expect({"players.0.corn": 93}).pending((0, "turn"))


def test_r110_farms() -> None:
    assert fed(3, 9, "a1-small-farm-1") == (5, 0)
    assert fed(3, 9, "a1-small-farm-1", "a1-small-farm-2") == (7, 0)
    assert fed(5, 9, "a2-great-farm-1") == (5, 0)
    assert fed(4, 9, "a1-common-farm-1") == (5, 0)
    assert fed(6, 9, "a1-common-farm-1", "a1-common-farm-2") == (9, 0)
    assert fed(6, 0, "a1-common-farm-1", "a1-common-farm-2") == (0, 0)
    # The rulebook's example: five workers, two exempted, the others one corn less.
    assert fed(5, 9, "a1-small-farm-2", "a1-small-farm-3", "a1-common-farm-2") == (6, 0)
    # Never below nothing.
    assert fed(3, 4, "a2-great-farm-1", "a2-great-farm-2", "a1-common-farm-1") == (4, 0)
    all_farms = ("a1-small-farm-1", "a1-common-farm-1", "a1-common-farm-2", "a2-great-farm-1")
    assert fed(6, 1, *all_farms) == (1, 0)
    # The frugal wealth tile adds up with the farms.
    assert fed(4, 9, "a1-small-farm-1", wealth="uxm-3") == (5, 0)
    # Other buildings feed nobody.
    assert fed(3, 9, "a1-field-school", "a1-builder-tomb") == (3, 0)


def test_r111_the_second_food_day_changes_the_age() -> None:
    built = {"players.0.buildings": ["a1-small-farm-3"], "players.1.monuments": ["mon-tombs"]}
    table = food_day(2, built)
    table.expect(
        {
            "age": 2,
            "building_row": AGE_2_STACK[:6],
            "age1_left": 0,
            "age2_left": len(AGE_2_STACK) - 6,
            "players.0.buildings": ["a1-small-farm-3"],
            "players.1.monuments": ["mon-tombs"],
            "monument_row.#": 4,
        }
    )
    for number in (1, 3):
        other = food_day(number)
        assert other["building_row.0"] == "a1-small-farm-1"
        assert other["age2_left"] == len(AGE_2_STACK)


def test_r112_a_late_second_food_day_keeps_age_1_on_offer() -> None:
    late = {"round": 13, "tooth": 14, "food_days_held": 1, "first_seat": 1}
    late |= {"players.1.wood": 1, "gears.tikal.2": 1, "turn_seat": 1}
    table = start(late).play(1, "pick tikal 2", "do tikal 2")
    table.expect({"players.1.buildings": ["a1-small-farm-1"]}).play(1, "end")
    table.expect({"building_row.0": "a1-common-farm-1", "age": 1})
    table.play(0, "place palenque", "end")
    table.expect({"age": 2, "building_row": AGE_2_STACK[:6], "food_days_held": 2})


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize(
    ("temple", "step", "gained"),
    [
        ("chaac", 0, {}),
        ("chaac", 1, {}),
        ("chaac", 2, {"stone": 1}),
        ("chaac", 3, {"stone": 1}),
        ("chaac", 4, {"stone": 2}),
        ("chaac", 6, {"stone": 2}),
        ("quetzalcoatl", 2, {}),
        ("quetzalcoatl", 3, {"gold": 1}),
        ("quetzalcoatl", 4, {"gold": 1}),
        ("quetzalcoatl", 5, {"gold": 2}),
        ("quetzalcoatl", 8, {"gold": 2}),
        ("kukulkan", 1, {}),
        ("kukulkan", 2, {"wood": 1}),
        ("kukulkan", 3, {"wood": 1}),
        ("kukulkan", 4, {"wood": 2}),
        ("kukulkan", 5, {"wood": 2, "skulls": 1}),
        ("kukulkan", 7, {"wood": 2, "skulls": 1}),
    ],
)
def test_r113_mid_age_rewards_of_the_own_step_and_all_below(
    number: int, temple: str, step: int, gained: dict[str, int]
) -> None:
    table = food_day(number, {f"players.0.temples.{temple}": step, "players.0.corn": 6})
    goods = {name: table[f"players.0.{name}"] for name in ("wood", "stone", "gold", "skulls")}
    assert {name: held for name, held in goods.items() if held} == gained
    assert table["players.0.points4"] == 0


@pytest.mark.parametrize("number", [2, 4])
@pytest.mark.parametrize("temple", TEMPLES)
def test_r114_end_of_age_points_of_the_own_step_only(number: int, temple: str) -> None:
    others = sum(LEADER[number][other] for other in TEMPLES if other != temple) // 2  # both tied
    top = len(POINTS[temple]) - 1
    for step, points in enumerate(POINTS[temple]):
        rival = 1 if step == top else top
        table = food_day(
            number,
            {
                f"players.0.temples.{temple}": step,
                f"players.1.temples.{temple}": rival,
                "players.0.corn": 6,
                "players.1.corn": 6,
            },
        )
        lead = LEADER[number][temple]
        assert table["players.*.points4"] == [
            4 * (points + others + (lead if step == top else 0)),
            4 * (POINTS[temple][rival] + others + (lead if step < top else 0)),
        ]
        assert table["players.*.stone"] == [0, 0], "no resources at the end of an age"


@pytest.mark.parametrize("number", [2, 4])
def test_r115_tied_leaders_get_half_each(number: int) -> None:
    lead = LEADER[number]
    corn = {f"players.{seat}.corn": 6 for seat in range(4)}
    # Three of four tied: half each, not a third.
    three = food_day(number, corn | {f"players.{s}.temples.chaac": 3 for s in (0, 1, 2)}, 4)
    tied = (lead["quetzalcoatl"] + lead["kukulkan"]) // 2  # all on the start step
    top = 4 + lead["chaac"] // 2
    assert three["players.*.points4"] == [4 * (top + tied)] * 3 + [4 * tied]
    # All at the bottom: still tied for the lead.
    corn = {f"players.{seat}.corn": 6 for seat in range(2)}
    bottom = food_day(number, corn | {f"players.{s}.temples.kukulkan": 0 for s in (0, 1)})
    rest = (lead["chaac"] + lead["quetzalcoatl"] + lead["kukulkan"]) // 2
    assert bottom["players.*.points4"] == [4 * (rest - 3)] * 2
    # A sole leader on the start step, the other at the bottom.
    sole = food_day(number, corn | {"players.1.temples.kukulkan": 0})
    half = (lead["chaac"] + lead["quetzalcoatl"]) // 2
    assert sole["players.*.points4"] == [4 * (half + 4), 4 * (half - 3)]


def test_r116_each_temple_on_its_own_and_for_all_at_once() -> None:
    corn = {f"players.{seat}.corn": 6 for seat in range(3)}
    leaders = {f"players.{seat}.temples.{temple}": 3 for seat, temple in enumerate(TEMPLES)}
    table = food_day(2, corn | leaders, 3)
    assert table["players.*.points4"] == [4 * (4 + 6), 4 * (2 + 2), 4 * (3 + 4)]
    # At once: with one skull for two, the one first in order does not get it either.
    skulls = {"players.0.temples.kukulkan": 5, "players.2.temples.kukulkan": 5}
    short = food_day(1, corn | skulls | {"players.1.skulls": 12}, 3)
    assert short["players.*.skulls"] == [0, 12, 0]


def test_r190_the_bottom_of_the_green_temple_takes_three_points() -> None:
    # One rulebook prints +3 in its example; the total it gives needs -3: 6 + 0 - 3 and 3 and 1.
    red = {"chaac": 2, "quetzalcoatl": 1, "kukulkan": 6}
    blue = {"chaac": 4, "quetzalcoatl": 1, "kukulkan": 4}
    yellow = {"chaac": 4, "quetzalcoatl": 1, "kukulkan": 0}
    corn = {f"players.{seat}.corn": 6 for seat in range(3)}
    temples = {f"players.{s}.temples": one for s, one in enumerate((red, blue, yellow))}
    assert food_day(2, corn | temples, 3)["players.*.points4"] == [4 * 16, 4 * 15, 4 * 7]
    assert food_day(4, corn | temples, 3)["players.*.points4"] == [4 * 18, 4 * 15, 4 * 7]
