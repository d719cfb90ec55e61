"""The engine's surface and protocol, as its contract says them beyond the rulings; the typed
position, and a seat's next turn."""

import copy
import json
import random
from collections import Counter
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from bot.engine import Game, IllegalAction, Position
from bot.engine.components import FOOD_DAY_TEETH, GEARS, MODULES
from bot.engine.expansion import TRIBES

from .deals import WEALTH, begin, deal
from .random_play import PLAYER_KEYS, POSITION_KEYS, check_hidden
from .scenario import AGE_2, TEMPLES, Table, changed, default_position, parts, start

# --- The engine's surface and protocol, as its contract says them beyond the rulings --------------


def test_a_position_has_these_keys_and_plain_types() -> None:
    for game in (Game.new(4, seed=1), start(players=3).game):
        position = game.position()
        assert set(position) == POSITION_KEYS
        assert all(set(player) == PLAYER_KEYS for player in position["players"])
        assert json.loads(json.dumps(position)) == position
        position["players"][0]["corn"] = 99  # a dump is the caller's own
        position["gears"]["tikal"][0] = 3
        assert game.position()["players"][0]["corn"] == 0
        assert game.position()["gears"]["tikal"][0] is None


def test_nothing_face_down_shows() -> None:
    setup = Game.new(3, seed="hidden").setup
    game = Game.from_setup(setup)
    check_hidden(game, setup)
    for seat in range(3):
        game.play(seat, game.legal(seat)[2])
        check_hidden(game, setup)


def test_a_setup_repeats_the_game() -> None:
    game = Game.new(3, seed="again")
    twin = Game.from_setup(json.loads(json.dumps(game.setup)))
    assert twin.setup == game.setup and twin.position() == game.position()
    game.setup["wealth"].clear()  # a setup, too, is the caller's own
    assert sorted(game.setup["wealth"]) == sorted(WEALTH)


def test_a_position_taken_up_again_is_equal() -> None:
    table = start({"players.1.corn": 9, "turn_seat": 1, "first_seat": 0, "calendar_corn": 2})
    table.play(1, "place uxmal", "place start", "end").pending((1, "calendar"))
    table.play(1, "advance 1").pending((1, "turn"))
    dump = table.game.position()
    again = Game.from_position(dump).position()
    assert again == dump | {"age1_left": 0, "age2_left": 0}  # the stacks are not in a dump


def test_a_position_without_stacks_has_empty_ones() -> None:
    position = changed(default_position(2), {"players.0.wood": 1, "gears.tikal.2": 0})
    del position["age1"], position["age2"]
    table = Table(Game.from_position(position)).expect({"age1_left": 0, "age2_left": 0})
    table.play(0, "pick tikal 2", "do tikal 2", "end").expect({"building_row.0": None})


@pytest.mark.parametrize("phase", ["keep", "finished"])
def test_a_position_of_another_phase_is_refused(phase: str) -> None:
    with pytest.raises(ValueError):
        Game.from_position(default_position(2) | {"phase": phase})


def test_a_position_is_not_kept_by_reference() -> None:
    position = changed(default_position(2), {"players.0.corn": 5})
    before = copy.deepcopy(position)
    game = Game.from_position(position)
    game.play(0, "place tikal")
    game.play(0, "place uxmal")
    assert position == before
    position["players"][0]["corn"] = 0
    assert game.position()["players"][0]["corn"] == 4


def test_the_record_leaves_out_what_the_engine_answered_itself() -> None:
    setup = {"gears.palenque.2": 0, "gears.tikal.2": 0, "players.0.wood": 1}
    table = start(setup).play(0, "pick palenque 2", "do palenque 2")  # corn: one way
    table.play(0, "pick tikal 2", "do tikal 2", "end")  # one building, paid in one way
    record = table.game.record()
    assert set(record) == {"setup", "actions"}
    assert set(record["setup"]) == {"position"}
    assert record["actions"] == [
        [0, "pick palenque 2"],
        [0, "do palenque 2"],
        [0, "pick tikal 2"],
        [0, "do tikal 2"],
        [0, "end"],
    ]
    again = Game.replay(json.loads(json.dumps(record)))
    assert again.position() == table.game.position() and again.record() == record
    assert Game.from_setup(record["setup"]).position() == start(setup).game.position()
    assert again.setup == record["setup"]


def test_a_record_holds_the_secret_answers_as_given() -> None:
    game = Game.from_setup(deal(*WEALTH[:8], first_seat=1))
    game.play(1, "keep yax-1 yax-3")
    half = Game.replay(game.record())
    assert [decision.seat for decision in half.pending] == [0]
    half.play(0, "keep pal-5 pal-7")
    game.play(0, "keep pal-5 pal-7")
    assert half.position() == game.position()
    assert game.record()["actions"] == [[1, "keep yax-1 yax-3"], [0, "keep pal-5 pal-7"]]


def test_a_copy_is_independent() -> None:
    table = start({"players.0.corn": 9, "gears.yaxchilan.2": 0})
    one, other = table.copy(), table.copy()
    before = table.game.position()
    one.play(0, "place tikal", "end").play(1, "place uxmal", "end")
    other.play(0, "pick yaxchilan 2", "do yaxchilan 2")
    assert table.game.position() == before and table.game.record()["actions"] == []
    one.expect({"round": 4, "players.0.stone": 0})
    other.expect({"round": 3, "players.0.stone": 1})


def test_a_refusal_is_one_sentence_that_can_be_translated() -> None:
    table = start({"players.0.corn": 1})
    for seat, action in ((0, "end"), (0, "do tikal 1"), (0, "nonsense"), (1, "place tikal")):
        with pytest.raises(IllegalAction) as caught:
            table.game.play(seat, action)
        refusal = caught.value
        assert isinstance(refusal, ValueError)
        assert str(refusal) == refusal.template.format(**refusal.params)
        assert str(refusal).endswith(".") and "\n" not in str(refusal)


def test_legal_lists() -> None:
    game = Game.from_setup(deal(players=3))
    assert [decision.kind for decision in game.pending] == ["keep"] * 3
    assert game.legal() == game.legal(0) != game.legal(1)
    game.play(0, game.legal(0)[0])
    assert game.legal(0) == [] and game.legal() == game.legal(1)
    assert game.legal(7) == []
    # Sorted as strings: "pick tikal 10" would come before "pick tikal 2", capitals first.
    table = start({"gears.chichen_itza.10": 0, "gears.chichen_itza.2": 0, "players.0.corn": 1})
    options = table.game.legal(0)
    assert options == sorted(options)
    assert options.index("pick chichen_itza 10") < options.index("pick chichen_itza 2")


def test_turn_place_and_pick_are_asked_even_with_one_answer() -> None:
    start().pending((0, "turn"))
    start({"gears.palenque.0": 0, "gears.tikal.0": 0, "gears.uxmal.0": 0}).play(
        0, "pick palenque 0", "pick tikal 0", "pick uxmal 0"
    ).pending((0, "pick")).legal(0, "end")
    start().play(0, "place tikal").pending((0, "place")).legal(0, "end")


def test_turn_seat_and_first_seat() -> None:
    table = Table(Game.from_setup(deal(players=3, first_seat=2)))
    table.expect({"phase": "keep", "first_seat": 2, "turn_seat": 2})
    for seat in range(3):
        table.play(seat, table.game.legal(seat)[0])
    table.expect({"turn_seat": 2}).pending((2, "turn"))
    table = Table(begin(("pal-7", "uxm-7"), ("tik-3", "tik-7"), first_seat=1))
    table.play(1, "place tikal", "end").expect({"turn_seat": 0}).pending((0, "turn"))


def test_an_action_is_judged_by_its_effect_without_its_price() -> None:
    # Paying 3 corn to fish 3 corn is allowed.
    table = start({"players.0.corn": 3, "gears.palenque.4": 0}).play(0, "pick palenque 4")
    table.offers(0, "do palenque 1").play(0, "do palenque 1").expect({"players.0.corn": 3})
    # A tile whose effects all come to nothing still changes hands.
    top = {"players.0.temples.chaac": 6, "players.0.temples.kukulkan": 7}
    tomb = {"building_row": ["a1-brown-green-tomb", *[None] * 5], "gears.tikal.2": 0}
    table = start(top | tomb | {"players.0.wood": 1, "players.0.stone": 2})
    table.play(0, "pick tikal 2", "do tikal 2")
    table.expect({"players.0.buildings": ["a1-brown-green-tomb"]})


def test_a_level_3_step_needs_a_bonus_that_does_something() -> None:
    top = {"players.0.temples": {"chaac": 6, "quetzalcoatl": 8, "kukulkan": 7}}
    three = {"players.0.technologies.agriculture": 3, "players.0.wood": 1, "gears.tikal.1": 0}
    table = start(top | three).play(0, "pick tikal 1", "do tikal 1").lacks(0, "advance agriculture")
    # A free step of a named track then gives nothing, and nothing is asked.
    school = {"building_row": ["a1-field-school", *[None] * 5], "gears.tikal.2": 0}
    table = start(top | three | school | {"players.0.wood": 2})
    table.play(0, "pick tikal 2", "do tikal 2").pending((0, "pick"))
    table.expect({"players.0.buildings": ["a1-field-school"]})


def test_the_tile_changes_hands_when_its_price_is_paid() -> None:
    tech = {"players.0.technologies.architecture": 3, "players.0.stone": 1, "players.0.gold": 1}
    row = {"building_row": ["a1-oracle-shrine", "a1-small-farm-1", *[None] * 4]}
    table = start(tech | row | {"gears.tikal.2": 0}).play(0, "pick tikal 2", "do tikal 2")
    table.play(0, "build a1-oracle-shrine").pending((0, "discount"))
    table.expect({"building_row.0": "a1-oracle-shrine", "players.0.buildings": []})
    table.play(0, "waive gold").expect({"building_row.0": None})
    table.expect({"players.0.buildings": ["a1-oracle-shrine"]})


def test_the_skull_monument_needs_its_skull() -> None:
    four = {"players.0.gold": 4, "gears.tikal.4": 0, "building_row": [None] * 6}
    start(four).play(0, "pick tikal 4").pending((0, "pick"))
    table = start(four | {"players.0.skulls": 1}).play(0, "pick tikal 4", "do tikal 4")
    table.expect({"players.0.monuments": ["mon-skulls"]})


def test_what_is_built_keeps_its_order_and_wealth_is_alphabetical() -> None:
    table = start({"players.0.wood": 9, "players.0.gold": 9, "gears.tikal.4": 0})
    table.play(0, "pick tikal 4", "do tikal 4", "build a1-small-farm-1", "build a1-field-school")
    table.expect({"players.0.buildings": ["a1-small-farm-1", "a1-field-school"]})
    table = start({"players.0.wood": 9, "players.0.gold": 9, "gears.tikal.4": 0})
    table.play(0, "pick tikal 4", "do tikal 4", "build a1-field-school", "build a1-small-farm-1")
    table.expect({"players.0.buildings": ["a1-field-school", "a1-small-farm-1"]})
    assert begin(("yax-7", "pal-7"), ("tik-7", "tik-3")).position()["players"][0]["wealth"] == [
        "pal-7",
        "yax-7",
    ]


def test_uxmal_5_pays_at_once_and_then_cannot_be_skipped() -> None:
    table = start({"gears.uxmal.5": 0, "players.0.corn": 3}).play(0, "pick uxmal 5")
    table.offers(0, "skip").play(0, "do uxmal 5").pending((0, "action"))
    table.expect({"players.0.corn": 2}).lacks(0, "skip").illegal(0, "skip", "end")


def test_uxmal_5_reaches_tikal_4_with_all_its_choices() -> None:
    goods = {f"players.0.{name}": 9 for name in ("corn", "wood", "stone", "gold")}
    table = start(goods | {"gears.uxmal.5": 0, "players.0.technologies.architecture": 1})
    table.play(0, "pick uxmal 5", "do uxmal 5", "do tikal 4").pending((0, "build"))
    table.offers(0, "build a1-field-school plain", "monument mon-works")
    table.play(0, "build a1-field-school plain", "build a1-mason-shrine").pending((0, "pick"))
    table.expect({"players.0.corn": 9 - 1 + 1})


def test_envoys_tomb_within_tikal_4() -> None:
    tiles = {"building_row": ["a2-envoy-tomb", "a2-great-farm-2", "a1-builder-tomb", *[None] * 3]}
    goods = {f"players.0.{name}": 9 for name in ("corn", "wood", "stone", "gold")}
    table = start(AGE_2 | tiles | goods | {"gears.tikal.4": 0}).play(0, "pick tikal 4")
    table.play(0, "do tikal 4", "build a2-envoy-tomb", "do tikal 2", "build a1-builder-tomb")
    table.play(0, "up chaac")  # the builder's own building: only the farm is left
    table.pending((0, "build")).legal(0, "build a2-great-farm-2", "stop").play(0, "stop")
    # Back in Tikal 4: its second building.
    table.pending((0, "build")).legal(0, "build a2-great-farm-2", "stop")
    table.play(0, "build a2-great-farm-2").pending((0, "pick"))
    assert table["players.0.buildings"] == ["a2-envoy-tomb", "a1-builder-tomb", "a2-great-farm-2"]


def test_never_more_than_25_choices_with_everything_possible() -> None:
    goods = {f"players.0.{name}": 99 for name in ("corn", "wood", "stone", "gold")}
    row = ["a1-small-farm-1", "a1-field-school", "a1-mason-shrine", "a1-builder-tomb"]
    row += ["a1-mine-workshop", "a1-brown-green-tomb"]
    six = [f"mon-{name}" for name in ("works", "tombs", "civic", "shrines", "skulls", "workers")]
    position = goods | {"building_row": row, "monument_row": six, "gears.tikal.4": 0}
    position |= {"players.0.skulls": 3, "players.0.technologies.architecture": 3}
    table = start(position, players=4).play(0, "pick tikal 4", "do tikal 4")
    assert len(table.game.legal(0)) == 6 + 6 + 6
    workers = {f"gears.palenque.{space}": 0 for space in range(5)}
    busy = start(goods | workers | {"players.0.workers": 6, "players.0.corn": 2})
    assert len(busy.game.legal(0)) == 1 + 5 + 5  # beg, place (Palenque 5 is too dear), pick


def test_anger_is_asked_after_the_corn_is_taken() -> None:
    table = start({"players.0.corn": 1}).play(0, "beg").expect({"players.0.corn": 3})
    table.legal(0, *(f"down {temple}" for temple in TEMPLES))
    burned = start({"gears.palenque.3": 0}).play(0, "pick palenque 3", "do palenque 3", "burn")
    burned.pending((0, "anger")).expect({"players.0.corn": 5, "players.0.corn_tiles": 1})


def test_a_finished_game_asks_nothing() -> None:
    last: dict[str, Any] = {"round": 27, "tooth": 26, "food_days_held": 3, "age": 2, "turn_seat": 1}
    table = start(last)
    assert not table.game.finished
    table.play(1, "place tikal", "end").pending()
    assert table.game.finished and table.game.legal() == table.game.legal(0) == []
    with pytest.raises(IllegalAction):
        table.game.play(0, "place tikal")
    assert [set(row) for row in table.game.standings()] == [
        {"seat", "place", "points4", "workers_on_gears"}
    ] * 2
    assert Game.replay(table.game.record()).standings() == table.game.standings()
    dealt = Game.new(3, seed=1)  # it began with several questions at once
    while dealt.pending:
        dealt.play(dealt.pending[0].seat, dealt.legal()[0])
    for seat in range(3):
        assert dealt.legal(seat) == dealt.legal() == [] and dealt.kind_asked(seat) is None


# --- The typed position: the same as the contract's dump, frozen, and without secrets -------------


def test_a_position_is_made_from_its_dump_and_gives_it_back() -> None:
    for seed in range(6):
        game = Game.new(2 + seed % 4, modules=MODULES if seed % 2 else (), seed=seed)
        chance = random.Random(seed)
        while game.pending:
            position, dump = game.snapshot(), game.position()
            assert Position.from_dump(dump) == position
            assert position.dump() == dump
            assert position.standings() == game.standings()
            seat = chance.choice(game.pending).seat
            game.play(seat, chance.choice(game.legal(seat)))


def test_a_position_stays_as_it_is_when_the_game_goes_on() -> None:
    game = start().game
    position = game.snapshot()
    dump = position.dump()
    game.play(0, "place tikal")
    assert position.dump() == dump
    assert game.snapshot() != position
    with pytest.raises(FrozenInstanceError):
        position.round = 5  # type: ignore[misc]


def test_stacks_are_no_part_of_a_position() -> None:
    game = Game.new(2, seed=4)
    dump = {**game.position(), "age1": game.setup["age1"], "quick_age1": []}
    assert Position.from_dump(dump) == game.snapshot()


@pytest.mark.parametrize(
    ("changes", "owed"),
    [
        ({}, 6),
        ({"players.0.workers": 5}, 10),
        ({"players.0.buildings": ["a1-small-farm-1"]}, 4),
        ({"players.0.buildings": ["a1-common-farm-1"]}, 3),
    ],
)
def test_food_owed(changes: dict[str, Any], owed: int) -> None:
    assert start(changes).game.snapshot().food_owed(0) == owed


def test_food_owed_under_hunger_and_with_many_workers() -> None:
    hungry = start(parts(prophecy="hunger")).game.snapshot()
    assert hungry.food_owed(0) == 9
    yaluk = start(parts(tribe="yaluk") | {"players.0.workers": 5}).game.snapshot()
    assert yaluk.food_owed(0) == 15


def test_rounds_to_food_day() -> None:
    for held, tooth in enumerate(FOOD_DAY_TEETH):
        for before in (3, 0):
            at = {"food_days_held": held, "tooth": tooth - before, "round": tooth - before}
            assert start(at).game.snapshot().rounds_to_food_day == before
    last = {"food_days_held": 4, "tooth": 26, "round": 27}
    assert start(last).game.snapshot().rounds_to_food_day is None


def test_who_is_next() -> None:
    """As it is when the last answer of a turn is given: the seat that is asked for the next turn,
    also where somebody has taken the starting player's space (R-096)."""
    taken = ends = 0
    for seed in range(12):
        game = Game.new(2 + seed % 4, modules=MODULES if seed % 2 else (), seed=seed)
        chance = random.Random(seed)
        expected: int | None = None
        begun: tuple[int, int] | None = None
        while game.pending:
            position = game.snapshot()
            seat, kind = game.pending[0]
            if kind == "turn" and (position.round, seat) != begun:
                assert seat == expected or begun is None
                begun = position.round, seat
            if kind in ("turn", "place", "pick"):
                expected = position.next_seat
                taken += position.start_space is not None
            else:
                assert kind != "keep" or position.next_seat is None
            game.play(seat, chance.choice(game.legal(seat)))
        ends += expected is None
    assert taken > 20
    assert ends == 12


# --- A seat's next turn, if nobody did anything until then ----------------------------------------


def test_before_the_own_turn_it_is_the_table_as_it_is() -> None:
    for game, seat in _waiting_seats():
        position = game.position()
        if _order(position, seat) > _order(position, position["turn_seat"]):
            ahead = game.next_turn(seat)
            assert ahead is not None
            assert ahead.pending[0].seat == seat
            now = ahead.position()
            assert (now["round"], now["gears"]) == (position["round"], position["gears"])


def test_after_it_the_gears_have_turned_once() -> None:
    checked = 0
    for game, seat in _waiting_seats():
        position = game.position()
        if _order(position, seat) > _order(position, position["turn_seat"]):
            continue
        ahead = game.next_turn(seat)
        if position["tooth"] >= 26:  # the last round
            assert ahead is None
            continue
        assert ahead is not None
        now = ahead.position()
        assert (now["round"], now["tooth"]) == (position["round"] + 1, position["tooth"] + 1)
        for gear in GEARS:
            moved, were = now["gears"][gear], position["gears"][gear]
            assert moved[1:7] == were[:6]
            assert all(who in (None, was) for who, was in zip(moved[7:], were[6:], strict=False))
        assert now["start_space"] is None
        assert now["quick"] is None or not any(isinstance(n, int) for n in now["quick"]["spaces"])
        for number, player in enumerate(now["players"]):
            on_gears = sum(spaces.count(number) for spaces in now["gears"].values())
            assert player["available"] + on_gears == player["workers"], "the others came home"
        grown = position["start_space"] is None
        assert now["calendar_corn"] == position["calendar_corn"] + grown
        checked += 1
    assert checked > 100


def test_the_turn_after_one_that_is_taken_comes_with_what_its_end_brings() -> None:
    """The corn of the calendar is taken, and a quick action done, once."""
    checked = Counter[str]()
    for game, _ in _waiting_seats():
        seat = game.pending[0].seat
        for place in ("place start", "place quick"):
            if place not in game.legal(seat):
                continue
            turn = game.copy()
            turn.play(seat, place)
            after, ahead = turn.at_turn_end("end"), turn.next_turn(seat, closing="end")
            if ahead is None or not turn.ends_turn("end"):
                continue
            taken = game.snapshot().calendar_corn if place == "place start" else 0
            assert after.calendar_corn == game.snapshot().calendar_corn - taken
            then, mine = ahead.snapshot().players[seat], after.players[seat]
            raised = TRIBES[mine.tribe].powers.corn_at_turn_start if mine.tribe else 0
            assert then.goods == {**mine.goods, "corn": max(mine.corn, raised)}
            checked[place] += 1
    assert min(checked.values()) > 10, checked


def test_no_turn_to_plan() -> None:
    assert Game.new(2, seed=1).next_turn(0) is None


def _order(position: dict[str, object], seat: int) -> int:
    players, first = position["players"], position["first_seat"]
    assert isinstance(players, list)
    assert isinstance(first, int)
    return (seat - first) % len(players)


def _waiting_seats() -> list[tuple[Game, int]]:
    found = []
    for seed in range(4):
        game, chance = (
            Game.new(2 + seed, seed=seed, modules=MODULES if seed % 2 else ()),
            (random.Random(seed)),
        )
        while game.pending:
            [(seat, kind), *_] = game.pending
            if kind == "turn":
                others = [one for one in range(2 + seed) if one != seat]
                here = game.copy()
                found += [(here, one) for one in others]
            game.play(seat, chance.choice(game.legal(seat)))
    return found
