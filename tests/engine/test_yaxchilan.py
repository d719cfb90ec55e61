"""Blocks, skulls and extraction (rulings R-052 to R-058, rulebook p8, p12, p13)."""

from typing import Any

import pytest

from .deals import begin
from .scenario import AGE_2, Table, start

EXTRACTION = "players.0.technologies.extraction"
THEOLOGY = "players.0.technologies.theology"


def done(action: str, changes: dict[str, Any] | None = None) -> Table:
    """Pick up a worker from a space and use its own action, `gear number`."""
    table = start({"gears." + action.replace(" ", "."): 0} | (changes or {}))
    return table.play(0, f"pick {action}", f"do {action}")


def goods(table: Table) -> dict[str, int]:
    """What seat 0 holds of corn, resources and skulls, without what it has none of."""
    held = {name: table[f"players.0.{name}"] for name in ("corn", "wood", "stone", "gold")}
    held["skulls"] = table["players.0.skulls"]
    return {name: number for name, number in held.items() if number}


@pytest.mark.parametrize(
    ("action", "level", "gained"),
    [
        ("yaxchilan 1", 0, {"wood": 1}),
        ("yaxchilan 1", 1, {"wood": 2}),
        ("yaxchilan 1", 3, {"wood": 2}),
        ("yaxchilan 2", 0, {"stone": 1, "corn": 1}),
        ("yaxchilan 2", 1, {"stone": 1, "corn": 1}),
        ("yaxchilan 2", 2, {"stone": 2, "corn": 1}),
        ("yaxchilan 3", 0, {"gold": 1, "corn": 2}),
        ("yaxchilan 3", 2, {"gold": 1, "corn": 2}),
        ("yaxchilan 3", 3, {"gold": 2, "corn": 2}),
        ("yaxchilan 4", 3, {"skulls": 1}),
        ("yaxchilan 5", 0, {"gold": 1, "stone": 1, "corn": 2}),
        ("yaxchilan 5", 1, {"gold": 1, "stone": 1, "corn": 2}),
        ("yaxchilan 5", 2, {"gold": 1, "stone": 2, "corn": 2}),
        ("yaxchilan 5", 3, {"gold": 2, "stone": 2, "corn": 2}),
        ("palenque 1", 3, {"corn": 3}),
        ("palenque 2", 3, {"corn": 4}),
    ],
)
def test_r052_extraction_adds_one_to_its_own_resource(
    action: str, level: int, gained: dict[str, int]
) -> None:
    assert goods(done(action, {EXTRACTION: level})) == gained


def test_r052_extraction_in_palenque() -> None:
    for space, wood in ((3, 2), (4, 3), (5, 4)):
        table = done(f"palenque {space}", {EXTRACTION: 1}).play(0, "wood")
        assert goods(table) == {"wood": wood + 1}
        corn = {EXTRACTION: 3, f"jungle.{space}": {"corn": 2, "wood": 0}}
        assert set(goods(done(f"palenque {space}", corn))) == {"corn"}


def test_r052_extraction_never_adds_to_other_sources() -> None:
    high = {EXTRACTION: 3}
    market = done("uxmal 2", high | {"players.0.corn": 4}).play(0, "buy gold")
    assert goods(market) == {"gold": 1}
    offering = done("chichen_itza 6", high | {"players.0.skulls": 1}).play(0, "gain wood")
    assert goods(offering) == {"wood": 1}
    workshop = high | {"building_row": ["a1-mine-workshop", *[None] * 5]}
    built = done("tikal 2", workshop | {"players.0.wood": 2, "players.0.stone": 1})
    built.play(0, "gain wood", "gain wood")  # extraction's own bonus
    assert goods(built) == {"gold": 1, "wood": 2}
    food = {"round": 8, "tooth": 7, "turn_seat": 1, "players.0.temples.chaac": 2}
    assert goods(start(high | food).play(1, "place tikal", "end")) == {"stone": 1}
    wealth = Table(begin(("yax-1", "yax-5"), ("tik-3", "tik-7")))
    wealth.expect({"players.0.wood": 2, EXTRACTION: 2})


def test_r053_technologies_apply_however_the_action_is_reached() -> None:
    high = {EXTRACTION: 3, "players.0.technologies.agriculture": 3}
    back = start(high | {"gears.yaxchilan.3": 0, "players.0.corn": 1})
    assert goods(back.play(0, "pick yaxchilan 3", "do yaxchilan 2")) == {"stone": 2, "corn": 1}
    free = start(high | {"gears.yaxchilan.7": 0}).play(0, "pick yaxchilan 7", "do yaxchilan 5")
    assert goods(free) == {"gold": 2, "stone": 2, "corn": 2}
    uxmal = done("uxmal 5", high | {"players.0.corn": 1}).play(0, "do palenque 2")
    assert goods(uxmal) == {"corn": 7}
    envoy = high | AGE_2 | {"building_row": ["a2-envoy-tomb", *[None] * 5]}
    price = {"players.0.wood": 2, "players.0.stone": 1, "players.0.gold": 1, "players.0.corn": 1}
    tomb = done("tikal 2", envoy | price).play(0, "do yaxchilan 1")
    assert goods(tomb) == {"wood": 2}


@pytest.mark.parametrize(
    ("bank", "theology", "taken"), [(13, 0, 1), (13, 2, 1), (13, 3, 2), (1, 3, 1), (2, 3, 2)]
)
def test_r054_one_skull_two_with_theology_3_or_what_is_left(
    bank: int, theology: int, taken: int
) -> None:
    others = {"players.1.skulls": 13 - bank}
    table = done("yaxchilan 4", others | {THEOLOGY: theology})
    table.expect({"players.0.skulls": taken, "bank_skulls": bank - taken})


def test_r054_no_skull_left_no_action() -> None:
    empty = {"players.1.skulls": 13, "players.0.corn": 3, "gears.yaxchilan.4": 0, THEOLOGY: 3}
    table = start(empty).play(0, "pick yaxchilan 4")
    table.legal(0, "do yaxchilan 1", "do yaxchilan 2", "do yaxchilan 3", "skip")


def test_r055_held_and_placed_skulls_make_thirteen() -> None:
    table = start(
        {
            "players.0.skulls": 2,
            "players.1.skulls": 3,
            "skull_spaces.0": True,
            "gears.chichen_itza.2": 0,
            "gears.yaxchilan.4": 0,
        }
    )
    table.expect({"bank_skulls": 7})
    table.play(0, "pick chichen_itza 2", "do chichen_itza 2")
    table.expect({"bank_skulls": 7, "players.0.skulls": 1, "skull_spaces.1": True})
    table.play(0, "pick yaxchilan 4", "do yaxchilan 4")
    table.expect({"bank_skulls": 6, "players.0.skulls": 2})


def test_r056_a_skull_paid_without_a_place_for_it_returns_to_the_supply() -> None:
    table = start({"players.0.gold": 4, "players.0.skulls": 1, "gears.tikal.4": 0})
    table.expect({"bank_skulls": 12})
    table.play(0, "pick tikal 4", "do tikal 4", "monument mon-skulls")
    table.expect({"bank_skulls": 13, "players.0.skulls": 0, "players.0.gold": 0})


def test_r057_too_few_skulls_for_the_temple_rewards_nobody_gets_one() -> None:
    due = {"round": 8, "tooth": 7, "turn_seat": 1}
    due |= {"players.0.temples.kukulkan": 5, "players.1.temples.kukulkan": 6}
    short = start(due | {"players.0.skulls": 12}).play(1, "place tikal", "end")
    short.expect({"players.*.skulls": [12, 0], "bank_skulls": 1, "players.*.wood": [2, 2]})
    enough = start(due | {"players.0.skulls": 11}).play(1, "place tikal", "end")
    enough.expect({"players.*.skulls": [12, 1], "bank_skulls": 0, "players.*.wood": [2, 2]})
    # One is enough where only one is due.
    one = start(due | {"players.0.skulls": 12, "players.0.temples.kukulkan": 4})
    one.play(1, "place tikal", "end").expect({"players.*.skulls": [12, 1], "bank_skulls": 0})


def test_r058_skulls_elsewhere_while_the_supply_lasts() -> None:
    goods_ = {"players.0.wood": 2, "players.0.stone": 2, "players.1.skulls": 13}
    academy = {"building_row": ["a2-skull-academy", *[None] * 5]} | AGE_2 | goods_
    table = done("tikal 2", academy).pending((0, "tech"))
    table.expect({"players.0.skulls": 0, "players.0.buildings": ["a2-skull-academy"]})
    # The bonus of theology would do nothing, so it is not on offer.
    table = done("tikal 1", {THEOLOGY: 3, "players.0.wood": 1, "players.1.skulls": 13})
    table.lacks(0, "advance theology").offers(0, "advance architecture")
    table = done("tikal 1", {THEOLOGY: 3, "players.0.wood": 1, "players.1.skulls": 12})
    table.play(0, "advance theology").expect({"players.0.skulls": 1, "bank_skulls": 0})


def test_r088_theology_3_only_with_yaxchilan_4() -> None:
    goods_ = {"players.0.wood": 2, "players.0.stone": 2, THEOLOGY: 3}
    academy = {"building_row": ["a2-skull-academy", *[None] * 5]} | AGE_2 | goods_
    done("tikal 2", academy).expect({"players.0.skulls": 1})
    bonus = done("tikal 1", {THEOLOGY: 3, "players.0.wood": 1}).play(0, "advance theology")
    bonus.expect({"players.0.skulls": 1})
    food = {"round": 8, "tooth": 7, "turn_seat": 1, "players.0.temples.kukulkan": 5, THEOLOGY: 3}
    start(food).play(1, "place tikal", "end").expect({"players.0.skulls": 1})
    free = start({THEOLOGY: 3, "gears.yaxchilan.6": 0}).play(0, "pick yaxchilan 6")
    free.play(0, "do yaxchilan 4").expect({"players.0.skulls": 2})
