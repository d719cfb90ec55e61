"""Prophecies: when they run, what they change, what they score (rulings R-149 to R-162).

Each prophecy is also played through in scenarios/prophecy-*.txt.
"""

from typing import Any

import pytest

from bot.engine import Game

from .deals import PROPHECIES
from .scenario import AGE_2, GEARS, TEMPLES, TRACKS, Table, parts, start

BOTTOM = dict.fromkeys(TEMPLES, 0)
FOOD_DAY_3: dict[str, Any] = AGE_2 | {"round": 21, "tooth": 20}


def under(prophecy: str, changes: dict[str, Any] | None = None, **other: str) -> Table:
    """The prophecy runs, between the first and the second food day."""
    return start(parts(prophecy=prophecy, **other) | (changes or {}))


def picked(gear: str, space: int, prophecy: str, changes: dict[str, Any] | None = None) -> Table:
    """The same; seat 0 has just picked up a worker."""
    table = under(prophecy, {f"gears.{gear}.{space}": 0} | (changes or {}))
    return table.play(0, f"pick {gear} {space}")


def scored(prophecy: str, changes: dict[str, Any]) -> int:
    """What the prophecy gives seat 0 on the third food day, which has no points of its own.

    Everybody has corn enough to feed all.
    """
    running = parts(prophecy=prophecy)
    running["prophecies"] = [running["prophecies"][1], prophecy, running["prophecies"][2]]
    corn = {"players.0.corn": 99, "players.1.corn": 99}
    table = start(running | FOOD_DAY_3 | {"turn_seat": 1} | corn | changes)
    before = table["players.0.points4"]
    table.play(1, "place palenque", "end").expect({"food_days_held": 3})
    points = table["players.0.points4"] - before
    assert points % 4 == 0
    return int(points // 4)


# --- When ----------------------------------------------------------------------------------------


def test_r149_three_prophecies_lie_open_before_the_choice() -> None:
    for players in (2, 3, 4, 5):
        game = Game.new(players, modules=["prophecies"], seed=players)
        assert game.pending[0].kind == "keep"
        shown = game.position()["prophecies"]
        assert shown == game.setup["prophecies"]
        assert len(set(shown)) == 3 and set(shown) <= set(PROPHECIES)
        assert game.position()["active_prophecy"] is None
    plain = Game.new(2, seed=1).position()
    assert plain["prophecies"] == [] and plain["active_prophecy"] is None


@pytest.mark.parametrize(
    ("tooth", "held", "running", "later"),
    [
        (6, 0, None, None),
        (7, 0, None, "drought"),
        (8, 1, "drought", "drought"),
        (12, 1, "drought", "drought"),
        (13, 1, "drought", "hunger"),
        (19, 2, "hunger", "hunger"),
        (20, 2, "hunger", "forest-fires"),
        (25, 3, "forest-fires", "forest-fires"),
    ],
)
def test_r149_each_runs_from_the_day_after_a_food_day_to_the_end_of_the_next(
    tooth: int, held: int, running: str | None, later: str | None
) -> None:
    table = start(
        {
            "modules": ["prophecies"],
            "prophecies": ["drought", "hunger", "forest-fires"],
            "active_prophecy": running,
            "food_days_held": held,
            "age": 2 if held >= 2 else 1,
            "round": tooth + 1,
            "tooth": tooth,
            "turn_seat": 1,
        }
    )
    table.expect({"active_prophecy": running}).play(1, "place tikal", "end")
    table.expect({"active_prophecy": later, "tooth": tooth + 1})


def test_r149_a_late_food_day_shifts_the_change() -> None:
    table = start(
        {
            "modules": ["prophecies"],
            "prophecies": ["drought", "hunger", "forest-fires"],
            "round": 7,
            "tooth": 6,
            "start_space": 0,
            "turn_seat": 1,
        }
    )
    # Two days: the food day of tooth 7 is held on tooth 8, and no prophecy runs there yet.
    table.play(1, "place tikal", "end").play(0, "advance 2")
    table.expect({"tooth": 8, "round": 8, "food_days_held": 0, "active_prophecy": None})
    table.play(1, "place uxmal", "end").play(0, "place tikal", "end")
    table.expect({"tooth": 9, "food_days_held": 1, "active_prophecy": "drought"})


def test_r149_none_is_left_when_the_game_is_over() -> None:
    last = {"round": 27, "tooth": 26, "food_days_held": 3, "age": 2, "turn_seat": 1}
    table = start(
        parts(prophecy="drought") | last | {"prophecies": ["hunger", "drought", "hunger"]}
    )
    table.play(1, "place tikal", "end").pending().expect({"active_prophecy": None})


# --- Prices --------------------------------------------------------------------------------------


def test_r150_part_of_a_gain_may_be_given_up() -> None:
    table = picked("yaxchilan", 5, "gold-shortage").play(0, "do yaxchilan 5")
    table.legal(0, "take 0", "take 1").play(0, "take 0").pending((0, "pick"))
    table.expect({"players.0.gold": 0, "players.0.stone": 1, "players.0.corn": 2})
    step = picked("chichen_itza", 6, "wrathful-gods", {"players.0.skulls": 1, "players.0.corn": 1})
    step.play(0, "do chichen_itza 6", "gain gold").legal(0, "decline", "up kukulkan")
    step.play(0, "decline").pending((0, "pick"))
    step.expect({"players.0.points4": 32, "players.0.gold": 1, "players.0.corn": 1})


def test_r150_a_free_step_among_taxed_ones_is_not_declined() -> None:
    table = picked("uxmal", 1, "angry-chaac", {"players.0.corn": 3, "players.0.wood": 1})
    table.play(0, "do uxmal 1").lacks(0, "decline").illegal(0, "decline")
    # With the free temples at their tops only the taxed one is left, and may be declined.
    tops = {"players.0.temples": {"chaac": 1, "quetzalcoatl": 8, "kukulkan": 7}}
    only = picked("uxmal", 1, "angry-chaac", tops | {"players.0.corn": 3, "players.0.wood": 1})
    only.play(0, "do uxmal 1").legal(0, "decline", "up chaac")


def test_r151_the_price_may_come_from_the_same_gain() -> None:
    table = picked("yaxchilan", 3, "gold-shortage").play(0, "do yaxchilan 3", "take 1")
    table.expect({"players.0.corn": 1, "players.0.gold": 1})
    # The block of Chichen Itza 8 pays the step of Quetzalcoatl.
    temple = picked("chichen_itza", 8, "angry-quetzalcoatl", {"players.0.skulls": 1})
    temple.play(0, "do chichen_itza 8", "gain wood").legal(0, "decline", "up quetzalcoatl")
    temple.play(0, "up quetzalcoatl").expect(
        {"players.0.wood": 0, "players.0.temples.quetzalcoatl": 2}
    )
    # What comes later cannot: the gold of a tile before its points, no corn, no question.
    none = picked("tikal", 2, "gold-shortage", {"players.0.wood": 2, "players.0.stone": 1})
    none.play(0, "do tikal 2", "build a1-mine-workshop").pending((0, "pick"))
    none.expect({"players.0.gold": 0, "players.0.technologies.extraction": 1})


def test_r152_the_rewards_of_the_food_day_that_ends_it_are_taxed() -> None:
    running = {"prophecies": ["drought", "gold-shortage", "hunger"]}
    changes = {"turn_seat": 1, "players.0.corn": 7, "players.0.temples.quetzalcoatl": 3}
    table = start(parts(prophecy="gold-shortage") | FOOD_DAY_3 | running | changes)
    table.play(1, "place palenque", "end").pending((0, "tax")).legal(0, "take 0", "take 1")
    table.play(0, "take 1").expect({"players.0.gold": 1, "active_prophecy": "hunger"})
    # A prophecy that begins tomorrow is not felt today.
    soon = {"prophecies": ["drought", "hunger", "gold-shortage"], "active_prophecy": "hunger"}
    calm = start(parts(prophecy="hunger") | FOOD_DAY_3 | soon | changes)
    calm.play(1, "place palenque", "end").expect({"players.0.gold": 1})


# --- Points --------------------------------------------------------------------------------------


def at_position(total: int) -> dict[str, Any]:
    """Temple markers whose positions, counted from the start step, add up to this."""
    if total < 0:
        return {"players.0.temples": {"chaac": 1 + total, "quetzalcoatl": 1, "kukulkan": 1}}
    steps = {"chaac": 1, "quetzalcoatl": 1 + min(total, 7), "kukulkan": 1 + max(0, total - 7)}
    return {"players.0.temples": steps}


def levels(total: int) -> dict[str, Any]:
    """Technology levels that add up to this."""
    return {
        f"players.0.technologies.{track}": max(0, min(3, total - 3 * number))
        for number, track in enumerate(TRACKS)
    }


def tracks_at_2(number: int) -> dict[str, Any]:
    """So many tracks at level 2 or 3, the others at 1."""
    return {
        f"players.0.technologies.{track}": (2 + at % 2) if at < number else 1
        for at, track in enumerate(TRACKS)
    }


def buildings(number: int) -> dict[str, Any]:
    """So many buildings that do nothing on a food day, and a monument, which does not count."""
    tiles = ["a1-field-school", "a1-mine-school", "a1-mason-shrine", "a1-oracle-shrine"]
    tiles += ["a1-field-workshop", "a1-builder-tomb", "a1-brown-yellow-tomb"]
    return {"players.0.buildings": tiles[:number], "players.0.monuments": ["mon-tombs"]}


def chichen(number: int) -> dict[str, Any]:
    """So many workers on Chichen Itza, one of them on the space it falls off from."""
    spaces = (10, 4, 0)[:number]
    return {f"gears.chichen_itza.{space}": 0 for space in spaces} | {"gears.tikal.3": 0}


def workers(fed: int) -> dict[str, Any]:
    """So many workers fed of at least three, the others hungry."""
    return {"players.0.workers": max(3, fed), "players.0.corn": 3 * fed}


def temple(name: str) -> Any:
    """A marker so many steps above the start of one temple, the others high up."""
    others = {"chaac": 5, "quetzalcoatl": 2, "kukulkan": 4}
    return lambda at: {"players.0.temples": others | {name: 1 + at}}


def goods(name: str) -> Any:
    """So many of a thing seat 0 owns."""
    return lambda number: {f"players.0.{name}": number}


BANDS: dict[str, tuple[Any, list[tuple[int, int]]]] = {
    "wrathful-gods": (
        at_position,
        [(-1, -5), (0, -5), (1, 0), (3, 0), (4, 6), (9, 6), (10, 13), (11, 13)],
    ),
    "angry-chaac": (temple("chaac"), [(-1, -5), (0, 0), (1, 0), (2, 6), (3, 6), (4, 13)]),
    "angry-quetzalcoatl": (
        temple("quetzalcoatl"),
        [(-1, -5), (0, 0), (1, 0), (2, 6), (3, 6), (4, 13), (7, 13)],
    ),
    "angry-kukulkan": (temple("kukulkan"), [(-1, -5), (0, 0), (1, 0), (2, 6), (3, 6), (4, 13)]),
    "forest-fires": (goods("wood_tiles"), [(0, -5), (1, 0), (2, 0), (3, 6), (5, 6), (6, 13)]),
    "drought": (goods("corn_tiles"), [(0, -5), (1, -5), (2, 0), (3, 0), (4, 6), (6, 6), (7, 13)]),
    "gold-shortage": (goods("gold"), [(0, -5), (1, -5), (2, 0), (3, 0), (4, 6), (5, 6), (6, 13)]),
    "desecration": (goods("skulls"), [(0, -5), (1, 0), (2, 0), (3, 6), (4, 6), (5, 13)]),
    "teacher-shortage": (levels, [(0, -5), (2, -5), (3, 0), (4, 0), (5, 6), (6, 6), (7, 13)]),
    "forgotten-lore": (tracks_at_2, [(0, -5), (1, 0), (2, 6), (3, 13), (4, 13)]),
    "crowded-cities": (
        buildings,
        [(0, -5), (1, -5), (2, 0), (3, 0), (4, 6), (6, 6), (7, 13)],
    ),
    "hunger": (workers, [(3, -5), (4, 0), (5, 6), (6, 13)]),
    "high-floodwaters": (chichen, [(0, -5), (1, 0), (2, 6), (3, 13)]),
}


@pytest.mark.parametrize(
    ("prophecy", "count", "points"),
    [(prophecy, count, p) for prophecy, (_, bands) in BANDS.items() for count, p in bands],
)
def test_r153_the_bands_at_their_borders(prophecy: str, count: int, points: int) -> None:
    changes = BANDS[prophecy][0](count)
    if prophecy == "high-floodwaters":
        changes |= {"players.0.workers": 4}
    assert scored(prophecy, changes) == points


def test_r153_every_prophecy_has_its_bands_here() -> None:
    assert sorted(BANDS) == sorted(PROPHECIES)


def test_r153_possessions_count_after_the_rewards_before_the_calendar_turns() -> None:
    # Quetzalcoatl's gold of this food day makes it two.
    temples = {"players.0.temples.quetzalcoatl": 3, "players.0.gold": 1}
    running = {"prophecies": ["drought", "gold-shortage", "hunger"]}
    changes = temples | running | {"turn_seat": 1, "players.0.corn": 7, "players.1.corn": 6}
    table = start(parts(prophecy="gold-shortage") | FOOD_DAY_3 | changes)
    table.play(1, "place palenque", "end")
    table.copy().play(0, "take 1").expect({"players.*.points4": [0, -20]})
    table.play(0, "take 0").expect({"players.*.points4": [-20, -20]})
    # The second day, which has points of its own, and the fourth.
    day_2 = {"round": 14, "tooth": 13, "turn_seat": 1, "players.0.corn": 6, "players.1.corn": 6}
    table = start(parts(prophecy="drought") | day_2 | {"players.0.corn_tiles": 7})
    table.play(1, "place palenque", "end").expect({"players.*.points4": [4 * 19, 4 * 1]})
    day_4 = {"round": 27, "tooth": 26, "food_days_held": 3, "age": 2, "turn_seat": 1}
    tiles = {"prophecies": ["hunger", "gold-shortage", "drought"], "players.0.corn_tiles": 7}
    corn = {"players.0.corn": 6, "players.1.corn": 6}
    table = start(parts(prophecy="drought") | day_4 | tiles | corn)
    table.play(1, "place palenque", "end").expect({"players.*.points4": [4 * 19, 4 * 1]})


def test_r153_nothing_is_scored_on_the_first_food_day() -> None:
    changes = {"round": 8, "tooth": 7, "turn_seat": 1, "players.0.corn": 6, "players.1.corn": 6}
    running = {"modules": ["prophecies"], "prophecies": PROPHECIES[:3]}
    table = start(changes | running).play(1, "place palenque", "end")
    table.expect({"players.*.points4": [0, 0], "active_prophecy": PROPHECIES[0]})


# --- One by one ----------------------------------------------------------------------------------


def test_r154_wrathful_gods_tax_every_source() -> None:
    corn = {"players.0.corn": 1, "players.0.skulls": 1}
    skull = picked("chichen_itza", 1, "wrathful-gods", corn).play(0, "do chichen_itza 1")
    skull.legal(0, "decline", "up chaac").play(0, "up chaac").expect({"players.0.corn": 0})
    poor = picked("chichen_itza", 1, "wrathful-gods", {"players.0.skulls": 1})
    poor.play(0, "do chichen_itza 1").pending((0, "pick"))
    poor.expect({"players.0.points4": 16, "players.0.temples.chaac": 1})
    bonus = {"players.0.technologies.agriculture": 3, "players.0.wood": 1}
    learned = picked("tikal", 1, "wrathful-gods", bonus | {"players.0.corn": 1})
    learned.play(0, "do tikal 1", "advance agriculture").offers(0, "up chaac", "decline")
    useless = picked("tikal", 1, "wrathful-gods", bonus).play(0, "do tikal 1")
    useless.lacks(0, "advance agriculture")
    theology = {"players.0.technologies.theology": 2, "players.0.skulls": 1, "players.0.wood": 1}
    offered = picked("chichen_itza", 1, "wrathful-gods", theology | {"players.0.corn": 2})
    offered.play(0, "do chichen_itza 1", "up chaac", "offer wood", "up chaac")
    offered.expect({"players.0.temples.chaac": 3, "players.0.corn": 0})
    unpaid = picked("chichen_itza", 1, "wrathful-gods", theology | {"players.0.corn": 1})
    unpaid.play(0, "do chichen_itza 1", "up chaac").pending((0, "pick"))
    # Going down costs nothing.
    under("wrathful-gods").play(0, "beg", "down chaac").expect({"players.0.corn": 3})


def test_r154_an_angry_god_taxes_its_temple_alone() -> None:
    for god in TEMPLES:
        changes = {"players.0.corn": 3, "players.0.stone": 1}
        table = picked("uxmal", 1, f"angry-{god}", changes).play(0, "do uxmal 1")
        table.legal(0, *(f"up {temple}" for temple in TEMPLES))
        table.copy().play(0, f"up {god}").expect({"players.0.stone": 0})
        for other in set(TEMPLES) - {god}:
            table.copy().play(0, f"up {other}").expect({"players.0.stone": 1})
        poor = picked("uxmal", 1, f"angry-{god}", {"players.0.corn": 3}).play(0, "do uxmal 1")
        poor.lacks(0, f"up {god}").illegal(0, f"up {god}")


def test_r154_tikal_5_with_blocks_for_the_price_and_the_tax() -> None:
    table = picked("tikal", 5, "angry-chaac", {"players.0.wood": 2}).play(0, "do tikal 5")
    table.play(0, "up chaac").expect({"players.0.wood": 0, "players.0.temples.chaac": 2})
    table.legal(0, "up kukulkan", "up quetzalcoatl").play(0, "up kukulkan").pending((0, "pick"))
    # All steps taxed beyond the price: not on offer at all (rule 1).
    broke = picked("tikal", 5, "wrathful-gods", {"players.0.wood": 1}).pending((0, "pick"))
    broke.expect({"players.0.wood": 1})


@pytest.mark.parametrize(
    ("prophecy", "group", "answer", "before"),
    [
        *(("forest-fires", group, "wood", wood) for group, wood in ((3, 2), (4, 3), (5, 4))),
        *(("drought", group, "corn", corn) for group, corn in ((2, 4), (3, 5), (4, 7), (5, 9))),
    ],
)
def test_r155_one_less_of_each_harvest(prophecy: str, group: int, answer: str, before: int) -> None:
    open_corn = {f"jungle.{group}": {"corn": 2, "wood": 1 if group > 2 else 0}}
    table = picked("palenque", group, prophecy, open_corn)
    table.play(0, f"do palenque {group}")
    if group > 2:
        table.play(0, answer)
    table.expect({f"players.0.{answer}": before - 1, f"players.0.{answer}_tiles": 1})
    # The other harvest is untouched.
    if group > 2:
        other = "corn" if answer == "wood" else "wood"
        full = {"wood": {3: 2, 4: 3, 5: 4}, "corn": {3: 5, 4: 7, 5: 9}}[other][group]
        calm = picked("palenque", group, prophecy, open_corn).play(0, f"do palenque {group}", other)
        calm.expect({f"players.0.{other}": full})


def test_r155_fishing_and_technology_stay() -> None:
    picked("palenque", 1, "drought").play(0, "do palenque 1").expect({"players.0.corn": 3})
    agriculture = {"players.0.technologies.agriculture": 3}
    table = picked("palenque", 2, "drought", agriculture).play(0, "do palenque 2")
    table.expect({"players.0.corn": 4 - 1 + 1 + 2})
    tile_less = picked("palenque", 3, "drought", agriculture).play(0, "do palenque 3", "corn")
    tile_less.expect({"players.0.corn": 5 - 1 + 3, "players.0.corn_tiles": 0})


def test_r156_every_gold_has_its_price() -> None:
    # The bonus of extraction, a wealth tile's too late to be taxed, temples, buildings, market.
    bonus = {"players.0.technologies.extraction": 3, "players.0.wood": 1, "players.0.corn": 1}
    table = picked("tikal", 1, "gold-shortage", bonus).play(0, "do tikal 1", "advance extraction")
    table.play(0, "gain gold").legal(0, "gain stone", "gain wood").illegal(0, "gain gold")
    chichen_6 = picked("chichen_itza", 6, "gold-shortage", {"players.0.skulls": 1})
    chichen_6.play(0, "do chichen_itza 6").legal(0, "gain stone", "gain wood")
    market = picked("uxmal", 2, "gold-shortage", {"players.0.corn": 5}).play(0, "do uxmal 2")
    market.play(0, "buy gold").expect({"players.0.corn": 0, "players.0.gold": 1})
    four = picked("uxmal", 2, "gold-shortage", {"players.0.corn": 4}).play(0, "do uxmal 2")
    four.lacks(0, "buy gold").illegal(0, "buy gold")
    # Paying with gold, and losing none, costs nothing more.
    pay = picked("tikal", 1, "gold-shortage", {"players.0.gold": 1}).play(0, "do tikal 1")
    pay.play(0, "advance theology").expect({"players.0.gold": 0, "players.0.corn": 0})


def test_r156_a_gain_without_a_corn_asks_nothing() -> None:
    wood = {"players.0.wood": 2, "players.0.stone": 1}
    table = picked("tikal", 2, "gold-shortage", wood).play(
        0, "do tikal 2", "build a1-mine-workshop"
    )
    table.pending((0, "pick")).expect({"players.0.gold": 0})
    # Corn of architecture 1 comes before the tile's gold and may pay for it.
    level = wood | {"players.0.technologies.architecture": 1}
    paid = picked("tikal", 2, "gold-shortage", level).play(
        0, "do tikal 2", "build a1-mine-workshop"
    )
    paid.legal(0, "take 0", "take 1").play(0, "take 1")
    paid.expect({"players.0.gold": 1, "players.0.corn": 0})


def test_r157_one_step_down_for_each_skull() -> None:
    table = picked("yaxchilan", 4, "desecration").play(0, "do yaxchilan 4").pending((0, "tax"))
    table.copy().play(0, "decline").expect({"players.0.skulls": 0, "bank_skulls": 13})
    table.play(0, "down quetzalcoatl").expect(
        {"players.0.skulls": 1, "players.0.temples.quetzalcoatl": 0}
    )
    # A temple at the bottom cannot be used.
    low = {"players.0.temples": {"chaac": 0, "quetzalcoatl": 0, "kukulkan": 2}}
    one = picked("yaxchilan", 4, "desecration", low).play(0, "do yaxchilan 4")
    one.legal(0, "decline", "down kukulkan").illegal(0, "down chaac")
    # Tiles and the bonus of theology pay as well.
    tile: dict[str, Any] = AGE_2 | {"prophecies": ["hunger", "desecration", "drought"]}
    tile["building_row"] = ["a2-skull-academy", None, None, None, None, None]
    tile["players.0.wood"] = 2
    built = picked("tikal", 2, "desecration", tile | {"players.0.stone": 2}).play(0, "do tikal 2")
    built.pending((0, "tax")).play(0, "decline").pending((0, "tech"))


def test_r157_the_supply_is_counted_before_anyone_refuses() -> None:
    running = {"prophecies": ["drought", "desecration", "hunger"], "turn_seat": 1}
    temples = {"players.0.temples.kukulkan": 5, "players.1.temples.kukulkan": 5}
    corn = {"players.0.corn": 6, "players.1.corn": 6}
    day = parts(prophecy="desecration") | FOOD_DAY_3 | running | temples | corn
    # One skull for two: nobody is asked, though one might have refused.
    short = start(day | {"bank_skulls": 1}).play(1, "place palenque", "end")
    short.expect({"food_days_held": 3, "players.*.skulls": [0, 0]})
    both = start(day | {"bank_skulls": 2}).play(1, "place palenque", "end").pending((0, "tax"))
    both.play(0, "decline").pending((1, "tax")).play(1, "down kukulkan")
    both.expect({"players.*.skulls": [0, 1], "bank_skulls": 1, "players.1.temples.kukulkan": 4})
    # Kukulkan's wood was fixed before the step down.
    both.expect({"players.*.wood": [2, 2]})


def test_r158_every_step_costs_a_block_more() -> None:
    blocks = {"players.0.wood": 4}
    for level, price in ((0, 2), (1, 3), (2, 4), (3, 2)):
        at = blocks | {"players.0.technologies.architecture": level}
        table = picked("tikal", 1, "teacher-shortage", at).play(0, "do tikal 1")
        table.play(0, "advance architecture").expect({"players.0.wood": 4 - price})
        poor = at | {"players.0.wood": price - 1}
        less = picked("tikal", 1, "teacher-shortage", poor)
        if less.game.pending[0].kind == "action":
            less.play(0, "do tikal 1").lacks(0, "advance architecture")
    # A named free step: 1 block, or declined.
    school = {"players.0.wood": 3, "gears.uxmal.4": 0}
    named = picked("tikal", 2, "teacher-shortage", school).play(0, "do tikal 2")
    named.play(0, "build a1-field-school").pending((0, "tech"))
    named.legal(0, "advance agriculture", "decline").illegal(0, "advance theology")
    named.copy().play(0, "decline").expect(
        {"players.0.wood": 1, "players.0.technologies.agriculture": 0}
    )
    named.play(0, "advance agriculture").expect(
        {"players.0.wood": 0, "players.0.technologies.agriculture": 1}
    )
    # Without a block it is lost without a question.
    lost = picked("tikal", 2, "teacher-shortage", {"players.0.wood": 2}).play(0, "do tikal 2")
    lost.play(0, "build a1-field-school").pending((0, "pick"))


def test_r159_level_2_is_off_and_level_3_on() -> None:
    two: dict[str, Any] = {"players.0.technologies": dict.fromkeys(TRACKS, 2)}
    three: dict[str, Any] = {"players.0.technologies": dict.fromkeys(TRACKS, 3)}

    def under_lore(gear: str, space: int, changes: dict[str, Any]) -> Table:
        return picked(gear, space, "forgotten-lore", changes).play(0, f"do {gear} {space}")

    under_lore("palenque", 1, two).expect({"players.0.corn": 3})
    under_lore("palenque", 2, two).expect({"players.0.corn": 5})
    under_lore("palenque", 2, three).expect({"players.0.corn": 7})
    under_lore("yaxchilan", 1, two).expect({"players.0.wood": 2})
    under_lore("yaxchilan", 2, two).expect({"players.0.stone": 1})
    under_lore("yaxchilan", 3, three).expect({"players.0.gold": 2})
    under_lore("yaxchilan", 4, three).expect({"players.0.skulls": 2})
    offering = {"players.0.skulls": 1, "players.0.wood": 1}
    under_lore("chichen_itza", 1, two | offering).pending((0, "pick"))
    # Theology 1 still looks ahead.
    ahead = picked("chichen_itza", 1, "forgotten-lore", two | offering)
    ahead.offers(0, "do chichen_itza 2")
    built = under_lore("tikal", 2, two | {"players.0.wood": 2}).play(0, "build a1-field-school")
    built.expect({"players.0.corn": 1, "players.0.points4": 0})


def test_r160_one_block_more_for_a_building_not_for_a_monument() -> None:
    picked("tikal", 2, "crowded-cities", {"players.0.wood": 1}).pending((0, "pick"))
    table = picked("tikal", 2, "crowded-cities", {"players.0.wood": 2}).play(0, "do tikal 2")
    table.expect({"players.0.buildings": ["a1-small-farm-1"], "players.0.wood": 0})
    # Architecture takes a printed block off, never the extra one.
    level = {"players.0.technologies.architecture": 3, "players.0.gold": 1}
    table = picked("tikal", 2, "crowded-cities", level).play(0, "do tikal 2")
    table.offers(0, "build a1-small-farm-1", "build a1-mason-shrine")
    table.lacks(0, "build a1-field-school").play(0, "build a1-small-farm-1")
    table.expect({"players.0.gold": 0, "players.0.buildings": ["a1-small-farm-1"]})
    exact = {"players.0.wood": 1, "players.0.stone": 3, "players.0.gold": 2}
    monument = picked("tikal", 4, "crowded-cities", exact).play(0, "do tikal 4")
    monument.offers(0, "monument mon-works").play(0, "monument mon-works").pending((0, "pick"))
    # In corn 2 more.
    picked("uxmal", 4, "crowded-cities", {"players.0.corn": 3}).lacks(0, "do uxmal 4")
    corn = picked("uxmal", 4, "crowded-cities", {"players.0.corn": 5}).play(0, "do uxmal 4")
    corn.legal(0, "build a1-mason-shrine", "build a1-small-farm-1")
    corn.play(0, "build a1-mason-shrine").expect({"players.0.corn": 1})


def test_r160_the_skull_of_a_price_moves_after_the_last_block() -> None:
    shrine = AGE_2 | {"building_row": ["x2-skull-shrine", *[None] * 5], "players.0.skulls": 1}
    shrine |= {"prophecies": ["drought", "crowded-cities", "hunger"]}
    goods_ = {"players.0.gold": 1, "players.0.wood": 1, "players.0.stone": 1}
    table = picked("tikal", 2, "crowded-cities", shrine | goods_).play(0, "do tikal 2")
    table.pending((0, "pay")).expect({"players.0.gold": 0, "players.0.skulls": 1})
    table.play(0, "pay 0 1 0").expect({"players.0.skulls": 0, "players.0.points4": 28})


@pytest.mark.parametrize(
    ("corn", "tiles", "left", "hungry"),
    [
        (9, (), 0, 0),
        (8, (), 2, 1),
        (7, ("a1-small-farm-3",), 0, 0),  # 1 + 2 * 3
        (6, ("a1-common-farm-2",), 0, 0),  # 3 * 2
        (3, ("a1-common-farm-1", "a1-common-farm-2"), 0, 0),  # 3 * 1
        (2, ("a2-great-farm-1",), 0, 1),  # 3 * 1
        (0, ("a2-great-farm-1", "a1-common-farm-1"), 0, 0),  # 3 * 0
    ],
)
def test_r161_one_corn_more_for_each_worker(
    corn: int, tiles: tuple[str, ...], left: int, hungry: int
) -> None:
    own = {"players.0.corn": corn, "players.0.buildings": list(tiles), "turn_seat": 1}
    running = {"prophecies": ["drought", "hunger", "forest-fires"], "players.1.corn": 9}
    table = start(parts(prophecy="hunger") | FOOD_DAY_3 | own | running)
    table.play(1, "place palenque", "end")
    table.expect({"players.0.corn": left, "players.0.points4": 4 * (-5 - 3 * hungry)})


def test_r161_the_frugal_tile_covers_two_corn_only() -> None:
    own = {"players.0.corn": 7, "players.0.wealth": ["pal-7", "uxm-3"], "turn_seat": 1}
    running = {"prophecies": ["drought", "hunger", "forest-fires"], "players.1.corn": 9}
    table = start(parts(prophecy="hunger") | FOOD_DAY_3 | own | running)
    table.play(1, "place palenque", "end").expect({"players.0.corn": 0, "players.0.points4": -20})


def test_r162_two_corn_more_on_chichen_itza() -> None:
    under("high-floodwaters", {"players.0.corn": 1}).lacks(0, "place chichen_itza")
    table = under("high-floodwaters", {"players.0.corn": 9}).play(0, "place chichen_itza")
    table.expect({"players.0.corn": 7}).play(0, "place chichen_itza")
    table.expect({"players.0.corn": 7 - 1 - 1 - 2}).play(0, "place tikal")
    table.expect({"players.0.corn": 1})
    # The discount of a tribe touches the space number only.
    taken = {"gears.chichen_itza.0": "dummy", "players.0.corn": 2}
    flood = start(parts(tribe="cit-bolon-tum", prophecy="high-floodwaters") | taken)
    flood.offers(0, "place chichen_itza discount").lacks(0, "place chichen_itza")
    flood.play(0, "place chichen_itza discount").expect({"players.0.corn": 0})


def test_r162_no_pity_on_chichen_itza() -> None:
    nothing: dict[str, Any] = {
        f"gears.{gear}.0": "dummy" for gear in GEARS if gear != "chichen_itza"
    }
    nothing |= {"players.0.temples": BOTTOM, "turn_seat": 0, "first_seat": 1, "start_space": 1}
    table = under("high-floodwaters", nothing)
    table.legal(0, "place palenque", "place tikal", "place uxmal", "place yaxchilan")
    # Without the flood its space 0 would be free.
    calm = under("drought", nothing)
    calm.offers(0, "place chichen_itza").lacks(0, "place palenque")
