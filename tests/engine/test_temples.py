"""Steps on the temples and the side of the own board (R-089 to R-092, rulebook p10)."""

from bot.engine import Game

from .scenario import TEMPLES, Table, start

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
