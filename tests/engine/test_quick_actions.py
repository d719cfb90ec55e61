"""Quick actions and five seats (rulings R-174 to R-182).

Some of it is also played through in scenarios/quick-*.txt and scenarios/five-seats.txt.
"""

from typing import Any

import pytest

from bot.engine import Game
from tests.engine.test_setup import dummies

from .deals import MODULES, QUICK_1, QUICK_2, deal
from .scenario import AGE_2, GEARS, TRACKS, Table, parts, start

TECHNOLOGY = {"players.0.technologies": dict.fromkeys(TRACKS, 3)}
TILES = sorted(set(QUICK_1 + QUICK_2))


def at_quick(tile: str, changes: dict[str, Any] | None = None) -> Table:
    """Seat 0 begins its turn with the tile under the arrow."""
    later = AGE_2 if tile.startswith("qa2") else {}
    return start(parts(quick=tile) | later | (changes or {}))


@pytest.mark.parametrize("tile", TILES)
def test_r174_a_space_for_one_corn_and_one_worker_of_each_seat(tile: str) -> None:
    goods = {f"players.0.{name}": 9 for name in ("corn", "wood", "stone", "gold")}
    table = at_quick(tile, goods).play(0, "place quick")
    table.expect({"players.0.corn": 8, "quick.spaces": [0, None, None], "players.0.available": 2})
    table.lacks(0, "place quick").illegal(0, "place quick")
    # It counts for the price of the next one, and the next one's counts for it.
    table.copy().play(0, "place tikal").expect({"players.0.corn": 7})
    second = at_quick(tile, goods).play(0, "place start", "place quick")
    second.expect({"players.0.corn": 9 - 1 - 1})


def test_r174_three_spaces_and_back_at_the_end_of_the_round() -> None:
    corn = {f"players.{seat}.corn": 9 for seat in range(4)}
    table = start(parts(quick="qa1-corn") | corn, players=4)
    for seat in range(3):
        table.play(seat, "place quick", "end")
    table.lacks(3, "place quick").illegal(3, "place quick").play(3, "place tikal", "end")
    table.expect({"quick.spaces": [None] * 3, "players.*.available": [3, 3, 3, 2], "round": 4})


def test_r174_a_worker_on_the_start_space_does_not_count_against_it() -> None:
    table = at_quick("qa1-corn", {"players.0.corn": 9}).play(0, "place start", "place quick")
    table.expect({"start_space": 0, "quick.spaces": [0, None, None]})


@pytest.mark.parametrize(
    ("tile", "changes"),
    [
        *(("qa1-technology", blocks) for blocks in ({}, {"players.0.technologies.theology": 2})),
        ("qa1-market", {"players.0.corn": 2}),  # 1 corn left buys nothing
        ("qa1-build", {"players.0.wood": 1, "players.0.corn": 1}),
        ("qa1-build", {}),
        ("qa2-technology", {}),
        ("qa2-market", {"players.0.corn": 1}),
        ("qa2-build", {"players.0.stone": 9}),
    ],
)
def test_r175_offered_though_it_cannot_be_done(tile: str, changes: dict[str, Any]) -> None:
    goods = {"players.0.corn": 9 if "market" not in tile else 2} | changes
    table = at_quick(tile, goods).offers(0, "place quick").play(0, "place quick", "end")
    table.pending((1, "turn")).expect({"players.0.corn": goods["players.0.corn"] - 1})


def test_r175_a_step_and_a_building_can_be_declined() -> None:
    step: dict[str, Any] = {"players.0.corn": 1, "players.0.wood": 1}
    table = at_quick("qa1-technology", step)
    table.play(0, "place quick").legal(0, "end").play(0, "end").pending((0, "tech"))
    table.offers(0, "decline").illegal(0, "stop", "skip")
    table.play(0, "decline").pending((1, "turn")).expect({"players.0.wood": 1})
    house: dict[str, Any] = {"players.0.corn": 2, "players.0.wood": 1}
    build = at_quick("qa1-build", house).play(0, "place quick", "end").pending((0, "build"))
    build.legal(0, "build a1-small-farm-1", "decline").illegal(0, "stop", "skip")
    build.play(0, "decline").pending((1, "turn"))
    build.expect({"players.0.wood": 1, "players.0.corn": 1, "players.0.buildings": []})


def test_r175_the_market_can_be_left() -> None:
    # The market is left with nothing traded if one likes.
    market = at_quick("qa1-market", {"players.0.corn": 1, "players.0.wood": 1})
    market.play(0, "place quick", "end").pending((0, "trade")).play(0, "done")
    market.expect({"players.0.wood": 1, "players.0.corn": 0}).pending((1, "turn"))


def test_r175_the_placements_price_decides() -> None:
    # As the second worker it costs 1 more, and the building's corn is missing.
    taken: dict[str, Any] = {"players.0.corn": 2, "players.0.wood": 1}
    table = at_quick("qa1-build", taken).offers(0, "place quick").play(0, "place tikal")
    table.play(0, "place quick", "end").pending((1, "turn"))
    table.expect({"players.0.corn": 0, "players.0.wood": 1})
    poor = at_quick("qa1-build", taken | {"players.0.corn": 1}).play(0, "place tikal")
    poor.lacks(0, "place quick").illegal(0, "place quick")


def test_r176_the_calendars_corn_comes_after_the_quick_action() -> None:
    goods = {"calendar_corn": 9, "players.0.corn": 3, "players.0.wood": 1}
    table = at_quick("qa1-market", goods).play(0, "place quick", "place start")
    table.expect({"players.0.corn": 1}).play(0, "end").pending((0, "trade"))
    table.legal(0, "done", "sell wood").expect({"calendar_corn": 9})
    table.play(0, "sell wood", "buy stone").expect(
        {"players.0.corn": 9, "calendar_corn": 0, "players.0.stone": 1}
    )
    table.pending((1, "turn"))


@pytest.mark.parametrize(
    ("tile", "gained"),
    [
        ("qa1-corn", {"corn": 3}),
        ("qa1-wood-corn", {"wood": 1, "corn": 1}),
        ("qa1-stone", {"stone": 1}),
        ("qa2-corn", {"corn": 3}),
        ("qa2-stone", {"stone": 1}),
        ("qa2-gold", {"gold": 1}),
    ],
)
def test_r177_goods_without_technologies(tile: str, gained: dict[str, int]) -> None:
    table = at_quick(tile, TECHNOLOGY | {"players.0.corn": 1}).play(0, "place quick", "end")
    for name in ("corn", "wood", "stone", "gold"):
        table.expect({f"players.0.{name}": gained.get(name, 0)})
    table.pending((1, "turn"))


@pytest.mark.parametrize("age", [1, 2])
def test_r177_a_technology_step_is_paid_a_building_costs_one_corn_more(age: int) -> None:
    step = at_quick(f"qa{age}-technology", {"players.0.corn": 1, "players.0.wood": 3})
    step = step.play(0, "place quick", "end", "advance agriculture")
    step.expect({"players.0.wood": 2, "players.0.technologies.agriculture": 1})
    built = at_quick(f"qa{age}-build", TECHNOLOGY | {"players.0.corn": 2, "players.0.wood": 2})
    built.play(0, "place quick", "end", "build a1-small-farm-1").pending((1, "turn"))
    built.expect({"players.0.wood": 1, "players.0.corn": 0, "players.0.points4": 0})
    # The effects of the tile are the tile's own, with technologies.
    tomb = {"players.0.corn": 2, "players.0.wood": 2, "players.0.gold": 1}
    inner = at_quick(f"qa{age}-build", TECHNOLOGY | tomb).play(0, "place quick", "end")
    inner.play(0, "build a1-builder-tomb", "up chaac").offers(0, "build a1-field-school", "stop")
    inner.play(0, "build a1-field-school").offers(0, "up chaac")  # beyond level 3 of agriculture
    inner.expect({"players.0.wood": 0, "players.0.corn": 1, "players.0.points4": 8})


def test_r177_tribes_and_prophecies_apply() -> None:
    itzamna = start(parts(quick="qa1-technology", tribe="itzamna") | {"players.0.corn": 1})
    itzamna.play(0, "place quick", "end").pending((0, "tech")).play(0, "advance theology")
    itzamna.expect({"players.0.technologies.theology": 1})
    shortage = parts(quick="qa1-technology", prophecy="teacher-shortage") | {"players.0.corn": 1}
    poor = start(shortage | {"players.0.wood": 1}).play(0, "place quick", "end")
    poor.pending((1, "turn")).expect({"players.0.wood": 1})
    table = start(shortage | {"players.0.wood": 2}).play(0, "place quick", "end")
    table.play(0, "advance theology").expect({"players.0.wood": 0})
    crowded = parts(quick="qa1-build", prophecy="crowded-cities") | {"players.0.corn": 2}
    poor = start(crowded | {"players.0.wood": 1}).play(0, "place quick", "end")
    poor.pending((1, "turn")).expect({"players.0.wood": 1})
    built = start(crowded | {"players.0.wood": 2}).play(0, "place quick", "end")
    built.play(0, "build a1-small-farm-1")
    built.expect({"players.0.wood": 0, "players.0.buildings": ["a1-small-farm-1"]})


def test_r178_a_tile_for_two_teeth_and_the_last_one_to_the_end() -> None:
    setup = deal(modules=["tribes", "quick_actions"])
    setup |= {"tribes": ["ahmakiq", "balam", "bacab", "huracan"]}
    table = Table(Game.from_setup(setup))
    table.play(0, "keep ahmakiq pal-1 pal-3").play(1, "keep bacab yax-1 yax-3")
    tiles = QUICK_1 + QUICK_2
    seen = {}
    while not table.game.finished:
        seen[table["round"]] = table["quick.tile"]
        now = min(table["tooth"] // 2, 12)
        assert table["quick.tile"] == tiles[now]
        assert table["quick.coming"] == tiles[now + 1 : 13 if table["food_days_held"] else 7]
        seat = table.game.pending[0].seat
        options = table.game.legal(seat)
        first = next((a for a in options if a.startswith("pick")), options[0])
        table.play(seat, "pass" if "pass" in options else "end" if "end" in options else first)
    assert seen[1] == seen[2] == QUICK_1[0] and seen[13] == seen[14] == QUICK_1[6]
    assert seen[15] == QUICK_2[0] and seen[25] == seen[26] == seen[27] == QUICK_2[5]
    assert len(set(seen.values())) == len(set(tiles))


@pytest.mark.parametrize(
    ("tooth", "landed"), [(2, "qa1-build"), (3, "qa1-build"), (1, "qa1-stone")]
)
def test_r178_after_two_days_the_tile_of_the_tooth_landed_on(tooth: int, landed: str) -> None:
    lists = {
        "quick_age1": [
            "qa1-corn",
            "qa1-stone",
            "qa1-build",
            *QUICK_1[1:3],
            *QUICK_1[4:5],
            *QUICK_1[6:],
        ],
        "quick_age2": QUICK_2,
    }
    shown = lists["quick_age1"][tooth // 2]
    changes = parts(quick=shown) | lists | {"tooth": tooth, "round": tooth + 1, "start_space": 0}
    table = start(changes | {"turn_seat": 1}).play(1, "place tikal", "end").play(0, "advance 2")
    table.expect({"quick.tile": landed, "tooth": tooth + 2})


@pytest.mark.parametrize(
    ("players", "total", "on_quick"), [(2, 18, 2), (3, 12, 2), (4, 6, 1), (5, 0, 0)]
)
def test_r179_dummies_with_quick_actions(players: int, total: int, on_quick: int) -> None:
    for seed in range(20):
        table = Table(Game.new(players, modules=["quick_actions"], seed=seed))
        spaces = table["quick.spaces"]
        assert spaces == ["dummy"] * on_quick + [None] * (3 - on_quick)
        for seat in range(players):
            table.play(seat, table.game.legal(seat)[0])
        on_gears = sum(len(found) for found in dummies(table.game.position()).values())
        assert on_gears == total - on_quick


def test_r180_the_others_go_to_the_gears_and_stay_all_game() -> None:
    # Four seats: five on the gears, from the undealt tiles as in the base game.
    setup = deal(players=4, modules=["quick_actions"])
    game = Game.from_setup(setup)
    drawn = setup["wealth"][16:]
    assert drawn == ["chi-0", "chi-3", "chi-5", "chi-7", "chi-10"]
    assert [dummies(game.position())[gear] for gear in GEARS] == [[], [], [], [], [0, 3, 5, 7, 10]]
    spaces = ["dummy", None, None]
    table = start(parts(quick="qa1-corn") | {"quick.spaces": spaces, "players.0.corn": 9})
    table.play(0, "place quick", "end").expect({"quick.spaces": ["dummy", 0, None]})
    table.play(1, "place tikal", "end").expect({"quick.spaces": spaces})


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r181_fields_monuments_and_skulls_follow_the_real_players(players: int) -> None:
    position = Game.new(players, modules=["quick_actions"], seed=1).position()
    assert position["jungle"]["2"] == {"corn": players, "wood": 0}
    assert all(position["jungle"][g] == {"corn": players, "wood": players} for g in "345")
    assert len(position["monument_row"]) == players + 2
    assert position["bank_skulls"] == 13


def test_r182_five_seats_always_have_quick_actions() -> None:
    game = Game.new(5, seed="five")
    assert game.setup["modules"] == ["quick_actions"] == game.position()["modules"]
    assert Game.new(5, modules=["promo"], seed=1).setup["modules"] == ["quick_actions", "promo"]
    assert Game.new(5, modules=[*MODULES, "promo"][::-1], seed=1).setup["modules"] == MODULES
    assert game.position()["quick"]["spaces"] == [None] * 3
    assert len(game.position()["building_row"]) == 6
    assert not any(dummies(game.position()).values())
    for seat in range(5):
        assert len(game.legal(seat)) == 6  # two of four tiles
        game.play(seat, game.legal(seat)[0])
    assert len({tile for player in game.position()["players"] for tile in player["wealth"]}) == 10
    for wrong in (1, 6):
        with pytest.raises(ValueError, match="2, 3, 4 or 5"):
            Game.new(wrong, seed=1)


def test_r182_a_round_of_five() -> None:
    table = start({f"players.{seat}.corn": 9 for seat in range(5)}, players=5)
    for seat in range(5):
        table.pending((seat, "turn")).play(seat, "place palenque", "end")
    # On spaces 0 to 4, then turned by a day.
    table.expect({"gears.palenque": [None, 0, 1, 2, 3, 4, *[None] * 4]})
    table.expect({"round": 4, "calendar_corn": 1}).pending((0, "turn"))
    table.expect({"players.*.corn": [9, 8, 7, 6, 5]})


def test_r015_the_discarded_tiles_follow_when_the_undealt_ones_run_out() -> None:
    # Two seats with quick actions: 16 for the gears, 13 undealt tiles.
    first = ["tik-1", "tik-3", "tik-5", "tik-7", "uxm-1", "uxm-3", "uxm-5", "uxm-7"]
    setup = deal(*first, modules=["quick_actions"])
    assert setup["wealth"][8:12] == ["pal-1", "pal-3", "pal-5", "pal-7"]
    for kept, spaces in (("tik-1 tik-3", [5]), ("tik-3 tik-7", [1]), ("tik-5 tik-7", [1])):
        table = Table(Game.from_setup(setup)).play(1, "keep uxm-1 uxm-3")
        # Four and one opposite on Palenque and Yaxchilan, five on Chichen Itza: one is missing.
        placed = dummies(table.game.position())
        assert [len(placed[gear]) for gear in GEARS] == [5, 5, 0, 0, 5]
        table.play(0, f"keep {kept}").pending((0, "turn"))
        assert dummies(table.game.position())["tikal"] == spaces
        assert dummies(table.game.position())["uxmal"] == []
