"""Tribes: choosing them, and what each may do differently (rulings R-134 to R-148).

Each tribe is also played through in scenarios/tribe-*.txt.
"""

from typing import Any

import pytest

from bot.engine import Game
from bot.engine.deal import shuffle_deal

from .deals import TRIBES, deal
from .scenario import GEARS, TEMPLES, TRACKS, Table, parts, start

BOTTOM = dict.fromkeys(TEMPLES, 0)
TOP = {"chaac": 6, "quetzalcoatl": 8, "kukulkan": 7}
GOODS = {f"players.0.{name}": 9 for name in ("corn", "wood", "stone", "gold")}
# Nothing to be had for less than 1 corn: space 0 of every gear is taken, the start space too.
NO_SPACE_0: dict[str, Any] = {f"gears.{gear}.0": "dummy" for gear in GEARS}
NO_SPACE_0 |= {"first_seat": 1, "turn_seat": 0, "start_space": 1, "players.1.light_side": False}


def of_tribe(tribe: str, changes: dict[str, Any] | None = None, **other: str) -> Table:
    """Seat 0 has the tribe and begins its turn."""
    return start(parts(tribe=tribe, **other) | (changes or {}))


def picked(gear: str, space: int, tribe: str, changes: dict[str, Any] | None = None) -> Table:
    """Seat 0 has the tribe and has just picked up a worker there."""
    table = of_tribe(tribe, {f"gears.{gear}.{space}": 0} | (changes or {}))
    return table.play(0, f"pick {gear} {space}")


def dealt(*tribes: str, first_seat: int = 0, wealth: tuple[str, ...] = ()) -> Table:
    """Two seats about to keep; seat i is dealt tribes 2i and 2i + 1."""
    setup = deal(*wealth, modules=["tribes"], first_seat=first_seat)
    return Table(Game.from_setup(setup | {"tribes": list(tribes)}))


# --- Choosing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r134_one_of_two_tribes_with_the_wealth_in_secret(players: int) -> None:
    game = Game.new(players, modules=["tribes"], seed=f"tribes {players}")
    table, setup = Table(game), game.setup
    assert sorted(setup["tribes"]) == sorted(TRIBES)
    table.pending(*((seat, "keep") for seat in range(players)))
    before = game.position()
    chosen = {}
    for seat in reversed(range(players)):
        options = [option.split()[1:] for option in game.legal(seat)]
        pair = setup["tribes"][2 * seat : 2 * seat + 2]
        assert {option[0] for option in options} == set(pair)
        for tribe in pair:
            tiles = [option[1:] for option in options if option[0] == tribe]
            assert len(tiles) == (4 if tribe == "ixtab" else 6)
            assert all(sorted(kept) == kept for kept in tiles)
        assert game.position() == before, "a choice shows before all have chosen"
        chosen[seat] = options[-1]
        table.play(seat, f"keep {' '.join(options[-1])}")
    assert table["players.*.tribe"] == [chosen[seat][0] for seat in range(players)]
    assert table["players.*.wealth"] == [chosen[seat][1:] for seat in range(players)]


def test_r134_tribe_and_wealth_are_one_answer() -> None:
    table = dealt("bacab", "balam", "huracan", "yaluk")
    table.illegal(0, "keep huracan pal-1 pal-3", "keep pal-1 pal-3", "keep bacab")
    table.illegal(0, "keep bacab pal-1 yax-1", "keep bacab pal-3 pal-1", "keep balam balam pal-1")
    # Without the module nobody has a tribe.
    plain = Table(Game.from_setup(deal()))
    plain.illegal(0, "keep bacab pal-1 pal-3")
    plain.play(0, "keep pal-1 pal-3").play(1, "keep yax-1 yax-3")
    plain.expect({"players.*.tribe": [None, None]})


def test_r135_a_tribe_can_be_left_out_of_a_game() -> None:
    out = ["yaluk", "ixtab"]
    for seed in range(20):
        setup = shuffle_deal(2, ["tribes"], seed, without=out)
        assert sorted(setup["tribes"]) == sorted(set(TRIBES) - set(out))
        assert Game.from_setup(setup).setup == setup
    # Five seats choose from ten.
    assert len(shuffle_deal(5, ["tribes"], 1, without=TRIBES[:3])["tribes"]) == 10
    with pytest.raises(ValueError, match="at least 10"):
        shuffle_deal(5, ["tribes"], 1, without=TRIBES[:4])
    with pytest.raises(ValueError, match="nobody"):
        shuffle_deal(2, ["tribes"], 1, without=["nobody"])


# --- Ah Chuy Kak ---------------------------------------------------------------------------------


def test_r136_start_space_and_quick_actions_are_not_gears() -> None:
    older = {"gears.yaxchilan.2": 0, "players.0.corn": 20, "players.0.workers": 5}
    table = of_tribe("ah-chuy-kak", older, quick="qa1-corn")
    table.play(0, "place start", "place quick", "place tikal").lacks(0, "pick*")
    table.play(0, "place uxmal").legal(0, "end", "pick yaxchilan 2")
    table.play(0, "pick yaxchilan 2", "do yaxchilan 2").pending((0, "place")).legal(0, "end")
    # The quick action follows when the turn is over.
    corn = table["players.0.corn"]
    table.play(0, "end").expect({"players.0.corn": corn + 3, "players.0.stone": 1})


def test_r136_nobody_else_and_not_the_other_way_round() -> None:
    older = {"gears.yaxchilan.2": 0, "gears.uxmal.3": 0, "players.0.workers": 5} | GOODS
    one = of_tribe("ah-chuy-kak", older).play(0, "place tikal").lacks(0, "pick*")
    one.illegal(0, "pick yaxchilan 2")
    first = of_tribe("ah-chuy-kak", older).play(0, "pick uxmal 3", "skip").lacks(0, "place*")
    first.legal(0, "end", "pick yaxchilan 2")  # a picking turn like everybody's
    other = of_tribe("yumkaax", older).play(0, "place tikal", "place palenque").lacks(0, "pick*")
    other.illegal(0, "pick yaxchilan 2")


def test_r136_a_worker_gained_in_between_waits_for_the_next_turn() -> None:
    older = {"gears.uxmal.3": 0, "players.0.corn": 9}
    table = of_tribe("ah-chuy-kak", older).play(0, "place tikal", "place palenque")
    table.play(0, "pick uxmal 3", "do uxmal 3").legal(0, "end")
    table.expect({"players.0.workers": 4, "players.0.available": 2})


# --- Ahau Chamahez -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "reached"), [(0, (1,)), (1, (1, 2)), (2, (1, 2, 3)), (3, (2, 3, 4))]
)
def test_r137_one_space_ahead_for_one_corn(space: int, reached: tuple[int, ...]) -> None:
    table = picked("yaxchilan", space, "ahau-chamahez", {"players.0.corn": 1})
    table.legal(0, *(f"do yaxchilan {number}" for number in reached), "skip")
    table.play(0, f"do yaxchilan {reached[-1]}")
    gained = {1: 0, 2: 1, 3: 2, 4: 0}[reached[-1]]
    table.expect({"players.0.corn": gained})


def test_r137_on_any_gear_with_the_actions_own_price_on_top() -> None:
    picked("uxmal", 0, "ahau-chamahez", {"players.0.corn": 3}).pending((0, "pick"))
    rich = picked("uxmal", 0, "ahau-chamahez", {"players.0.corn": 4})
    rich.legal(0, "do uxmal 1", "skip").play(0, "do uxmal 1").expect({"players.0.corn": 0})
    for gear in GEARS:
        table = picked(gear, 2, "ahau-chamahez", GOODS | {"players.0.skulls": 1})
        table.offers(0, f"do {gear} 3").lacks(0, f"do {gear} 4")


def test_r137_a_jump_to_the_free_choice() -> None:
    corn = {"players.0.corn": 1, "players.0.skulls": 1}
    nine = picked("chichen_itza", 9, "ahau-chamahez", corn)
    nine.legal(0, *(f"do chichen_itza {number}" for number in range(1, 10)), "skip")
    own, first = nine.copy(), nine
    own.play(0, "do chichen_itza 9", "gain wood").expect({"players.0.corn": 1})
    first.play(0, "do chichen_itza 1").expect({"players.0.corn": 0})
    # On a free choice already there is nothing to pay.
    six = picked("tikal", 6, "ahau-chamahez", GOODS).play(0, "do tikal 2")
    six.expect({"players.0.corn": 9})


def test_r137_two_ahead_with_theology() -> None:
    theology = {"players.0.technologies.theology": 1, "players.0.skulls": 1, "players.0.corn": 1}
    nine = picked("chichen_itza", 9, "ahau-chamahez", theology)
    nine.play(0, "do chichen_itza 1").expect({"players.0.corn": 1})  # theology alone reaches 10
    eight = picked("chichen_itza", 8, "ahau-chamahez", theology)
    eight.play(0, "do chichen_itza 1").expect({"players.0.corn": 0})
    zero = picked("chichen_itza", 0, "ahau-chamahez", theology)
    zero.legal(0, "do chichen_itza 1", "do chichen_itza 2", "skip")
    # Theology is for Chichen Itza alone.
    other = picked("yaxchilan", 2, "ahau-chamahez", theology)
    other.legal(0, *(f"do yaxchilan {number}" for number in (1, 2, 3)), "skip")


# --- Ahmakiq and Bacab ---------------------------------------------------------------------------


def test_r138_may_pass_whatever_else_there_is() -> None:
    table = of_tribe("ahmakiq", NO_SPACE_0).legal(0, "beg", "pass")
    table.play(0, "pass").expect({"round": 4, "players.0.corn": 0})
    pity = of_tribe("ahmakiq", NO_SPACE_0 | {"players.0.temples": BOTTOM})
    pity.legal(0, "pass", *(f"place {gear}" for gear in GEARS))
    away = {f"gears.tikal.{space}": 0 for space in (1, 2, 3)} | {"players.0.corn": 9}
    of_tribe("ahmakiq", away).legal(0, "pass", *(f"pick tikal {space}" for space in (1, 2, 3)))
    of_tribe("bacab").illegal(0, "pass")
    start().illegal(0, "pass")


def test_r138_passing_takes_no_corn_of_the_calendar() -> None:
    table = of_tribe("ahmakiq", {"calendar_corn": 4}).play(0, "pass").pending((1, "turn"))
    table.expect({"calendar_corn": 4, "players.0.corn": 0})


@pytest.mark.parametrize(
    ("corn", "raised", "begs"),
    [(0, 2, True), (1, 2, True), (2, 2, True), (3, 3, True), (4, 4, False)],
)
def test_r139_at_least_two_corn_and_begging_up_to_three(corn: int, raised: int, begs: bool) -> None:
    table = of_tribe("bacab", {"players.0.corn": corn}).expect({"players.0.corn": raised})
    if begs:
        table.play(0, "beg").expect({"players.0.corn": 4})
        table.play(0, "down chaac").lacks(0, "beg").illegal(0, "beg")
    else:
        table.lacks(0, "beg").illegal(0, "beg")


def test_r139_raised_in_every_turn_of_his_own_and_only_there() -> None:
    table = of_tribe("bacab").play(0, "place palenque", "place palenque")
    table.expect({"players.0.corn": 0}).lacks(0, "beg").play(0, "end")
    table.expect({"players.*.corn": [0, 0]}).play(1, "place tikal", "end")
    table.pending((0, "turn")).expect({"players.*.corn": [2, 0]})
    # A food day takes what there is, without a raise.
    due = {"round": 8, "tooth": 7, "turn_seat": 1, "players.1.corn": 6, "players.0.corn": 1}
    fed = of_tribe("bacab", due | {"players.1.light_side": False})
    fed.play(1, "place start", "end").pending((1, "turn"))
    fed.expect({"players.0.corn": 1, "players.0.points4": -36})


def test_r139_pity_comes_before_two_corn_are_counted() -> None:
    # Two corn pay for space 1 or 2, so there is no pity where others would have it.
    table = of_tribe("bacab", NO_SPACE_0 | {"players.0.temples": BOTTOM})
    table.legal(0, *(f"place {gear}" for gear in GEARS)).play(0, "place tikal")
    table.expect({"players.0.corn": 1})


# --- Balam ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("space", "number", "corn"), [(3, 1, 1), (5, 1, 1), (2, 1, 1), (1, 1, 0)])
def test_r140_one_corn_for_a_lower_action(space: int, number: int, corn: int) -> None:
    table = picked("yaxchilan", space, "balam")
    table.legal(0, *(f"do yaxchilan {n}" for n in range(1, space + 1)), "skip")
    table.play(0, f"do yaxchilan {number}").expect({"players.0.corn": corn, "players.0.wood": 1})


def test_r140_also_from_a_free_choice_and_towards_the_actions_price() -> None:
    picked("uxmal", 7, "balam", {"players.0.corn": 1}).lacks(0, "do uxmal 1")
    table = picked("uxmal", 7, "balam", {"players.0.corn": 2}).offers(0, "do uxmal 1")
    table.play(0, "do uxmal 1").expect({"players.0.corn": 0})
    # The corn alone does not make an action worth doing: nothing to trade with but that.
    free = picked("uxmal", 6, "balam")
    free.lacks(0, "do uxmal 2").offers(0, "do uxmal 3", "do uxmal 5")
    # Uxmal 5 is paid with it, and the action it leads to is no lower one.
    free.play(0, "do uxmal 5").expect({"players.0.corn": 0})
    free.play(0, "do yaxchilan 1").expect({"players.0.corn": 0, "players.0.wood": 1})


def test_r140_skipping_brings_nothing() -> None:
    picked("yaxchilan", 5, "balam").play(0, "skip").expect({"players.0.corn": 0})


# --- Cit-Bolon-Tum -------------------------------------------------------------------------------


@pytest.mark.parametrize(("dummies", "price"), [(1, 0), (2, 0), (3, 1), (5, 3), (7, 5), (8, 6)])
def test_r141_two_corn_off_the_space_number(dummies: int, price: int) -> None:
    taken = {f"gears.tikal.{space}": "dummy" for space in range(dummies)}
    table = of_tribe("cit-bolon-tum", taken | {"players.0.corn": 9})
    table.offers(0, "place tikal discount").copy().play(0, "place tikal").expect(
        {"players.0.corn": 9 - dummies}
    )
    table.play(0, "place tikal discount").expect({"players.0.corn": 9 - price})
    poor = of_tribe("cit-bolon-tum", taken | {"players.0.corn": price})
    poor.offers(0, "place tikal discount")
    if price < dummies:
        poor.lacks(0, "place tikal")


def test_r141_once_a_turn_and_never_off_the_number_of_workers() -> None:
    taken = {"gears.tikal.0": "dummy", "gears.uxmal.0": "dummy", "gears.uxmal.1": "dummy"}
    table = of_tribe("cit-bolon-tum", taken | {"players.0.corn": 9})
    table.play(0, "place palenque", "place uxmal discount").expect({"players.0.corn": 8})
    table.lacks(0, "place tikal discount").illegal(0, "place tikal discount")
    table.play(0, "end").play(1, "place chichen_itza", "end")
    table.offers(0, "place yaxchilan").lacks(0, "place yaxchilan discount")  # its space is 0
    # No other tribe, and neither the start space nor the quick actions.
    of_tribe("balam", taken | GOODS).illegal(0, "place tikal discount")
    quick = of_tribe("cit-bolon-tum", GOODS, quick="qa1-corn")
    quick.illegal(0, "place start discount", "place quick discount")


def test_r141_one_space_more() -> None:
    full = {f"gears.chichen_itza.{space}": "dummy" for space in range(11)}
    table = of_tribe("cit-bolon-tum", full | {"players.0.corn": 11, "players.1.corn": 20})
    table.play(0, "place chichen_itza").expect({"gears.chichen_itza.11": 0, "players.0.corn": 0})
    table.play(0, "end").lacks(1, "place chichen_itza")
    # From 11, as from 10, every action of the gear.
    skull = {"players.0.skulls": 1}
    eleven = picked("chichen_itza", 11, "cit-bolon-tum", skull)
    eleven.legal(0, *(f"do chichen_itza {number}" for number in range(1, 10)), "skip")
    for space in (6, 7, 8):
        picked("yaxchilan", space, "cit-bolon-tum").play(0, "do yaxchilan 1").expect(
            {"players.0.corn": 0, "players.0.wood": 1}
        )


@pytest.mark.parametrize(
    ("gear", "space", "asked"),
    [
        *(("tikal", space, space != 7) for space in (5, 6, 7, 8)),
        *(("chichen_itza", space, space != 10) for space in (8, 9, 10, 11)),
    ],
)
def test_r141_his_workers_block_the_double_advance_one_space_later(
    gear: str, space: int, asked: bool
) -> None:
    changes = {f"gears.{gear}.{space}": 0, "start_space": 1, "first_seat": 0, "turn_seat": 1}
    table = of_tribe("cit-bolon-tum", changes).play(1, "place uxmal", "end")
    table.pending((1, "calendar" if asked else "turn"))


def test_r141_other_workers_block_as_ever() -> None:
    for gear, space in (("tikal", 6), ("chichen_itza", 9)):
        changes = {f"gears.{gear}.{space}": 1, "start_space": 0, "turn_seat": 1}
        of_tribe("cit-bolon-tum", changes).play(1, "place uxmal", "end").pending((1, "turn"))


def test_r141_discounts_count_when_nothing_else_can_be_paid() -> None:
    # Space 1 for nothing: no need to beg, and no pity.
    for temples in (BOTTOM, dict.fromkeys(TEMPLES, 1)):
        table = of_tribe("cit-bolon-tum", NO_SPACE_0 | {"players.0.temples": temples})
        table.offers(0, *(f"place {gear} discount" for gear in GEARS))
        table.lacks(0, *(f"place {gear}" for gear in GEARS))
    # Real pity knows no discount.
    taken = {f"gears.{gear}.{space}": "dummy" for gear in GEARS for space in range(3)}
    pity = of_tribe("cit-bolon-tum", NO_SPACE_0 | taken | {"players.0.temples": BOTTOM})
    pity.legal(0, *(f"place {gear}" for gear in GEARS))


# --- Huracan -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gear", "partner"),
    [
        ("palenque", "yaxchilan"),
        ("yaxchilan", "palenque"),
        ("tikal", "uxmal"),
        ("uxmal", "tikal"),
    ],
)
def test_r142_the_partner_gear(gear: str, partner: str) -> None:
    farm = {"building_row": ["a1-small-farm-1", *[None] * 5]}
    table = picked(gear, 3, "huracan", GOODS | farm)
    table.legal(0, *(f"do {of} {number}" for of in (gear, partner) for number in (1, 2, 3)), "skip")
    # From 6 every action of both; there is nothing left to choose beyond.
    free = picked(gear, 6, "huracan", GOODS | farm)
    free.legal(0, *(f"do {of} {n}" for of in (gear, partner) for n in range(1, 6)), "skip")
    # Stepping back costs corn on either gear.
    poor = picked(gear, 2, "huracan", {"players.0.stone": 1})
    poor.lacks(0, f"do {gear} 1", f"do {partner} 1")


def test_r142_technologies_follow_the_action() -> None:
    levels = {"players.0.technologies": dict.fromkeys(TRACKS, 3)}
    table = picked("palenque", 4, "huracan", levels).play(0, "do yaxchilan 4")
    table.expect({"players.0.skulls": 2})
    other = picked("yaxchilan", 2, "huracan", levels).play(0, "do palenque 2")
    other.expect({"players.0.corn": 7})


def test_r142_not_from_chichen_itza_nor_for_others() -> None:
    skull = {"players.0.skulls": 1, "players.0.corn": 9}
    table = picked("chichen_itza", 2, "huracan", skull)
    table.legal(0, "do chichen_itza 1", "do chichen_itza 2", "skip")
    picked("palenque", 2, "balam", {"players.0.corn": 9}).lacks(0, "do yaxchilan 2")


# --- Itzamna -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "blocks"), [(0, 0), (1, 1), (2, 2), (3, 1)])
def test_r143_cheap_levels(level: int, blocks: int) -> None:
    track = {"players.0.technologies.architecture": level, "players.0.stone": blocks}
    table = picked("tikal", 1, "itzamna", track).play(0, "do tikal 1")
    table.offers(0, "advance architecture").play(0, "advance architecture")
    if level == 3:
        table.pending((0, "bonus")).play(0, "bonus architecture")
        table.expect({"players.0.points4": 12})
    table.expect({"players.0.stone": 0, "players.0.technologies.architecture": min(3, level + 1)})
    if blocks:
        poor = picked("tikal", 1, "itzamna", track | {"players.0.stone": blocks - 1})
        poor.play(0, "do tikal 1").lacks(0, "advance architecture")


@pytest.mark.parametrize("own", TRACKS)
def test_r143_the_bonus_of_any_track(own: str) -> None:
    three = {f"players.0.technologies.{own}": 3, "players.0.wood": 1}
    asked = picked("tikal", 1, "itzamna", three).play(0, "do tikal 1", f"advance {own}")
    asked.pending((0, "bonus")).legal(0, *(f"bonus {track}" for track in TRACKS))
    asked.expect({"players.0.wood": 0})
    asked.copy().play(0, "bonus agriculture", "up chaac").expect({"players.0.temples.chaac": 2})
    asked.copy().play(0, "bonus extraction", "gain wood", "gain gold").expect(
        {"players.0.wood": 1, "players.0.gold": 1}
    )
    asked.copy().play(0, "bonus architecture").expect({"players.0.points4": 12})
    asked.copy().play(0, "bonus theology").expect({"players.0.skulls": 1, "bank_skulls": 12})


def test_r143_a_track_at_the_end_is_worth_advancing_for_the_other_bonuses() -> None:
    stuck = {"players.0.technologies.agriculture": 3, "players.0.temples": TOP, "players.0.wood": 1}
    table = picked("tikal", 1, "itzamna", stuck | {"bank_skulls": 0}).play(0, "do tikal 1")
    table.play(0, "advance agriculture").legal(0, "bonus architecture", "bonus extraction")
    other = picked("tikal", 1, "balam", stuck).play(0, "do tikal 1").lacks(0, "advance agriculture")
    other.illegal(0, "advance agriculture")


def test_r143_under_teacher_shortage() -> None:
    shortage = parts(tribe="itzamna", prophecy="teacher-shortage") | {"gears.tikal.1": 0}
    start(shortage).play(0, "pick tikal 1").pending((0, "pick"))  # the first level costs 1 now
    table = start(shortage | {"players.0.wood": 1}).play(0, "pick tikal 1", "do tikal 1")
    table.play(0, "advance theology").expect({"players.0.wood": 0})


# --- Ixtab ---------------------------------------------------------------------------------------


def test_r144_three_tiles_then_a_step_down() -> None:
    # First in turn order, so seat 1 waits with its tiles until the step is made.
    table = dealt("bacab", "balam", "ixtab", "huracan", first_seat=1)
    table.play(0, "keep balam pal-5 pal-7")
    assert len(table.game.legal(1)) == 4 + 6
    table.play(1, "keep ixtab yax-1 yax-3 yax-7").pending((1, "anger"))
    table.expect({"players.1.corn": 5, "players.1.wood": 5, "players.0.corn": 0, "phase": "play"})
    table.expect({"players.1.temples.kukulkan": 3, "players.*.wealth.#": [2, 3]})
    table.play(1, "down kukulkan").pending((1, "turn"))
    table.expect({"players.1.temples.kukulkan": 2, "players.0.corn": 9})


# --- Vacub-Caquix --------------------------------------------------------------------------------


def test_r145_the_space_counts_as_taken_for_the_whole_turn() -> None:
    table = of_tribe("vacub-caquix", {"players.0.corn": 20, "players.0.workers": 5})
    table.play(0, "skip-space chichen_itza")
    for number in range(1, 5):
        table.play(0, "place chichen_itza").expect({f"gears.chichen_itza.{number}": 0})
    table.expect({"gears.chichen_itza.0": None}).lacks(0, "skip-space*")
    table.illegal(0, "skip-space tikal")
    # In the next turn it is a space like the others.
    table.play(0, "end").play(1, "place tikal", "end").play(0, "place chichen_itza")
    table.expect({"gears.chichen_itza.0": 0})


def test_r145_offered_where_the_next_space_can_be_paid() -> None:
    none = of_tribe("vacub-caquix").lacks(0, "skip-space*").illegal(0, "skip-space palenque")
    none.offers(0, "place palenque", "beg")
    full = {f"gears.tikal.{space}": "dummy" for space in range(7)}
    table = of_tribe("vacub-caquix", full | GOODS)
    table.lacks(0, "skip-space tikal").offers(0, "skip-space uxmal")
    flood = start(parts(tribe="vacub-caquix", prophecy="high-floodwaters") | {"players.0.corn": 2})
    flood.lacks(0, "skip-space chichen_itza").offers(0, "skip-space tikal")
    of_tribe("balam", GOODS).illegal(0, "skip-space uxmal")


def test_r145_the_skipped_space_is_no_cheaper_one_for_later_workers() -> None:
    table = of_tribe("vacub-caquix", {"players.0.corn": 2})
    table.play(0, "skip-space uxmal", "place tikal")  # the next worker costs 1 corn more
    table.offers(0, "place chichen_itza", "place palenque").expect({"gears.uxmal.0": None})
    table.play(0, "place uxmal").expect({"gears.uxmal.1": 0, "players.0.corn": 0})
    poor = of_tribe("vacub-caquix", {"players.0.corn": 1})
    poor.play(0, "skip-space uxmal", "place tikal")
    poor.lacks(0, "place uxmal").offers(0, "place chichen_itza").illegal(0, "place uxmal")


def test_r145_it_commits_to_placing() -> None:
    table = of_tribe("vacub-caquix", {"players.0.corn": 2, "gears.tikal.2": 0})
    table.offers(0, "beg", "pick tikal 2").play(0, "skip-space uxmal").pending((0, "turn"))
    table.legal(0, *(f"place {gear}" for gear in GEARS), "place start")
    picking = of_tribe("vacub-caquix", {"players.0.corn": 2, "gears.tikal.2": 0})
    picking.play(0, "pick tikal 2").lacks(0, "skip-space*")


# --- Xaman Ek ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "changes", "lead_in"),
    [
        ("turn", {}, ()),
        ("place", {}, ("place tikal",)),
        ("action", {"gears.tikal.0": 0}, ("pick tikal 0",)),
        ("action", {"gears.tikal.1": 0}, ("pick tikal 1",)),
        ("pick", {"gears.tikal.0": 0}, ("pick tikal 0", "skip")),
        ("pick", {"gears.tikal.1": 0}, ("pick tikal 1", "skip")),
    ],
)
def test_r146_at_any_moment_of_the_own_turn(
    kind: str, changes: dict[str, Any], lead_in: tuple[str, ...]
) -> None:
    goods = {"players.0.wood": 1, "players.0.stone": 1, "players.0.gold": 1}
    table = of_tribe("xaman-ek", goods | changes).play(0, *lead_in)
    for resource, corn in (("wood", 2), ("stone", 3), ("gold", 4)):
        table.pending((0, kind)).offers(0, f"sell {resource}")
        sold = table.copy().play(0, f"sell {resource}")
        sold.expect({"players.0.corn": corn, f"players.0.{resource}": 0})
        # Once a turn, whatever is asked then.
        sold.lacks(0, "sell*").illegal(0, "sell gold")
    other = start(parts(tribe="balam") | goods | changes)
    other.illegal(0, "sell wood")


def test_r146_again_in_the_next_turn_not_in_those_of_others() -> None:
    table = of_tribe("xaman-ek", {"players.0.wood": 2, "players.1.wood": 2})
    table.play(0, "sell wood", "place palenque", "end").lacks(1, "sell*").illegal(1, "sell wood")
    table.illegal(0, "sell wood").play(1, "place tikal", "end").offers(0, "sell wood")


def test_r146_inside_an_action_of_several_workers_and_uxmal_5() -> None:
    table = picked("uxmal", 5, "xaman-ek", {"players.0.gold": 1, "players.0.corn": 1})
    table.play(0, "do uxmal 5").pending((0, "action")).offers(0, "sell gold", "do palenque 1")
    table.lacks(0, "skip", "do uxmal 1").play(0, "sell gold").offers(0, "do uxmal 1")
    table.lacks(0, "skip").play(0, "do uxmal 1").expect({"players.0.corn": 1})
    # The market has its own sales, which do not use up the one of the turn.
    market = picked("uxmal", 2, "xaman-ek", {"players.0.gold": 1, "players.0.wood": 1})
    market.play(0, "do uxmal 2", "sell gold").offers(0, "sell wood").play(0, "done")
    market.pending((0, "pick")).offers(0, "sell wood")


def test_r146_not_what_a_payment_begun_needs_and_not_on_a_food_day() -> None:
    goods = {"players.0.wood": 1, "players.0.gold": 1}
    paying = picked("tikal", 5, "xaman-ek", goods).play(0, "do tikal 5").pending((0, "pay"))
    paying.legal(0, "pay 0 0 1", "pay 1 0 0")
    due = {"round": 8, "tooth": 7, "turn_seat": 1, "players.0.gold": 3, "start_space": 1}
    day = of_tribe("xaman-ek", due).play(1, "place palenque", "end").pending((1, "calendar"))
    day.expect({"players.0.gold": 3, "players.0.points4": -36})


def test_r146_a_sale_saves_from_begging_and_pity() -> None:
    table = of_tribe("xaman-ek", NO_SPACE_0 | {"players.0.wood": 1}).legal(0, "beg", "sell wood")
    table.play(0, "sell wood").offers(0, "beg", *(f"place {gear}" for gear in GEARS))
    pity = of_tribe("xaman-ek", NO_SPACE_0 | {"players.0.wood": 1, "players.0.temples": BOTTOM})
    pity.legal(0, "sell wood", *(f"place {gear}" for gear in GEARS))
    # Out of pity there is no more selling.
    pity.copy().play(0, "place tikal").legal(0, "end")
    pity.play(0, "sell wood", "place tikal").expect({"players.0.corn": 1}).offers(0, "end")


# --- Yaluk and Yumkaax ---------------------------------------------------------------------------


def test_r147_five_workers_at_the_start() -> None:
    wealth = ("uxm-5", "pal-1", "pal-3", "pal-5")
    table = dealt("yaluk", "balam", "bacab", "huracan", wealth=wealth)
    table.play(0, "keep yaluk pal-1 uxm-5").play(1, "keep bacab pal-7 yax-1")
    table.expect({"players.*.workers": [6, 3], "players.*.available": [6, 3]})


@pytest.mark.parametrize(
    ("corn", "tiles", "left", "points"),
    [
        (15, (), 0, 0),
        (14, (), 2, -5),
        (0, (), 0, -25),
        (13, ("a1-small-farm-3",), 0, 0),  # 1 + 4 * 3
        (10, ("a1-common-farm-1",), 0, 0),  # 5 * 2
        (5, ("a1-common-farm-1", "a1-common-farm-2"), 0, 0),  # 5 * 1
        (9, ("a2-great-farm-1",), 0, 0),  # 3 * 1 + 2 * 3
        (4, ("a2-great-farm-1", "a1-common-farm-1"), 0, 0),  # 3 * 0 + 2 * 2
        (3, ("a2-great-farm-1",), 0, -10),
    ],
)
def test_r147_feeding(corn: int, tiles: tuple[str, ...], left: int, points: int) -> None:
    own = {"players.0.workers": 5, "players.0.corn": corn, "players.0.buildings": list(tiles)}
    due = {"round": 8, "tooth": 7, "turn_seat": 1, "players.1.corn": 6}
    table = of_tribe("yaluk", own | due).play(1, "place tikal", "end")
    table.expect({"players.0.corn": left, "players.0.points4": 4 * points})


def test_r147_the_frugal_tile_covers_two_corn() -> None:
    own = {"players.0.workers": 5, "players.0.corn": 13, "players.0.wealth": ["pal-7", "uxm-3"]}
    due = {"round": 8, "tooth": 7, "turn_seat": 1, "players.1.corn": 6}
    table = of_tribe("yaluk", own | due).play(1, "place tikal", "end")
    table.expect({"players.0.corn": 0, "players.0.points4": 0})


def test_r148_the_number_of_workers_costs_less() -> None:
    table = of_tribe("yumkaax", {"players.0.corn": 30, "players.0.workers": 6})
    held = 30
    for gear, price in zip([*GEARS, "start"], (0, 0, 2, 3, 4, 4), strict=True):
        table.play(0, f"place {gear}")
        held -= price
        table.expect({"players.0.corn": held})
    plain = start({"players.0.corn": 30, "players.0.workers": 6})
    plain.play(0, *(f"place {gear}" for gear in GEARS), "place start")
    plain.expect({"players.0.corn": 30 - 15})
