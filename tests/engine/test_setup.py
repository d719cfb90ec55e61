"""The deal, the dummies and the wealth tiles (rulings R-001 to R-018, rulebook p4-5), and the deal
of a game that goes on from a position."""

import itertools
import json
import random
from collections import Counter
from typing import Any

import pytest

from bot.engine import Game
from bot.engine.components import BUILDINGS, MODULES, QUICK_TILES
from bot.engine.position import dealt_anew
from tests.ai.test_worker import otherwise_hidden

from .deals import AGE_1, AGE_2, MONUMENTS, QUICK_1, QUICK_2, WEALTH, begin, deal, keep
from .scenario import GEARS, TEMPLES, TRACKS, Table, start

# --- The deal, the dummies and the wealth tiles (rulings, rulebook p4-5) -----------

COUNTS = (2, 3, 4, 5)


def dummies(position: dict[str, Any]) -> dict[str, list[int]]:
    """The spaces where dummies stand, by gear."""
    return {
        gear: [space for space, who in enumerate(spaces) if who == "dummy"]
        for gear, spaces in position["gears"].items()
    }


@pytest.mark.parametrize("players", COUNTS)
def test_r001_everyone_starts_empty_handed_with_three_workers(players: int) -> None:
    position = Game.new(players, seed="start").position()
    assert len(position["players"]) == players
    for seat in position["players"]:
        assert [seat[goods] for goods in ("corn", "wood", "stone", "gold", "skulls")] == [0] * 5
        assert seat["points4"] == 0
        assert seat["workers"] == seat["available"] == 3
        assert seat["temples"] == dict.fromkeys(TEMPLES, 1)
        assert seat["technologies"] == dict.fromkeys(TRACKS, 0)
        assert seat["buildings"] == seat["monuments"] == seat["wealth"] == []
        assert seat["corn_tiles"] == seat["wood_tiles"] == 0
    assert (position["round"], position["tooth"], position["age"]) == (1, 0, 1)
    assert position["bank_skulls"] == 13 and position["skull_spaces"] == [False] * 9
    assert position["start_space"] is None and position["calendar_corn"] == 0


@pytest.mark.parametrize("players", COUNTS)
def test_r002_each_keeps_two_of_four_in_secret(players: int) -> None:
    setup = Game.new(players, seed=players).setup
    table = Table(Game.from_setup(setup))
    assert table["phase"] == "keep"
    table.pending(*((seat, "keep") for seat in range(players)))
    for seat in range(players):
        dealt = sorted(setup["wealth"][4 * seat : 4 * seat + 4])
        pairs = [" ".join(("keep", *pair)) for pair in itertools.combinations(dealt, 2)]
        assert len(pairs) == 6
        table.legal(seat, *pairs)
    one, other = sorted(setup["wealth"][0:2])
    table.illegal(0, f"keep {other} {one}", f"keep {one}", f"keep {one} {one}")
    table.illegal(0, keep(setup["wealth"][4], setup["wealth"][5]))  # dealt to the next seat

    before = table.game.position()
    for seat in reversed(range(1, players)):  # in any order, since all are asked at once
        table.play(seat, table.game.legal(seat)[0])
        assert table.game.position() == before, "a choice shows before all have chosen"
        table.illegal(seat, table.game.setup["wealth"][4 * seat])
        assert table.game.legal(seat) == []
    table.pending((0, "keep"))
    table.play(0, table.game.legal(0)[0])
    assert table["phase"] == "play"
    assert all(len(kept) == 2 for kept in table["players.*.wealth"])
    assert all(kept == sorted(kept) for kept in table["players.*.wealth"])


def test_r003_wealth_tiles_are_resolved_without_questions_in_turn_order() -> None:
    # No base tile asks anything: whatever pair is kept, the first turn comes next.
    spare = (("pal-7", "yax-7"), ("tik-3", "tik-7"), ("uxm-1", "uxm-7"))
    for pair in itertools.combinations(WEALTH, 2):
        other = next(free for free in spare if not set(free) & set(pair))
        table = Table(begin(pair, other, first_seat=1))
        table.pending((1, "turn"))
        table.expect({"phase": "play", "turn_seat": 1, "round": 1})
    assert table["players.1.wealth"] == sorted(other)


def test_r004_technology_steps_on_wealth_tiles_are_free_and_add_up() -> None:
    table = Table(begin(("pal-1", "pal-5"), ("tik-1", "yax-5")))
    table.expect(
        {
            "players.0.technologies.agriculture": 2,
            "players.0.corn": 3,
            "players.0.stone": 1,
            "players.0.gold": 1,
            "players.0.temples.quetzalcoatl": 2,
            "players.1.technologies.architecture": 1,
            "players.1.technologies.extraction": 1,
            "players.1.corn": 6,
            "players.1.wood": 1,  # extraction adds nothing to a tile's wood
            "players.1.temples.chaac": 2,
        }
    )


def test_r005_extra_worker_and_frugal_tile() -> None:
    table = Table(begin(("uxm-5", "chi-10"), ("uxm-3", "tik-3")))
    table.expect(
        {
            "players.0.workers": 4,
            "players.0.available": 4,
            "players.1.workers": 3,
            "players.1.buildings": [],
        }
    )
    # The frugal tile exempts one worker on every food day; the tile beside it does not.
    changes = {"round": 8, "tooth": 7, "turn_seat": 1, "players.1.corn": 6, "players.0.corn": 6}
    frugal = start(changes | {"players.0.wealth": ["pal-3", "uxm-3"]})
    frugal.play(1, "place tikal", "end").expect({"players.0.corn": 2, "players.1.corn": 0})


def test_r006_the_skull_of_a_wealth_tile_is_one_of_the_thirteen() -> None:
    table = Table(begin(("chi-0", "chi-10"), ("uxm-3", "tik-3")))
    table.expect({"players.0.skulls": 1, "bank_skulls": 12, "players.0.corn": 11})


@pytest.mark.parametrize(("players", "dealt"), [(2, 4), (3, 5), (4, 6), (5, 7)])
def test_r007_monuments_on_offer(players: int, dealt: int) -> None:
    game = Game.new(players, seed="monuments")
    row = game.position()["monument_row"]
    assert len(row) == len(set(row)) == dealt and set(row) <= set(MONUMENTS)
    assert row == game.setup["monuments"]


def test_r007_monuments_are_never_refilled() -> None:
    table = start({"players.0.gold": 4, "players.0.skulls": 1, "gears.tikal.4": 0})
    table.play(0, "pick tikal 4", "do tikal 4", "monument mon-skulls", "end")
    table.expect({"monument_row": ["mon-works", "mon-civic", "mon-corn-tiles"]})
    table.play(1, "place palenque", "end")
    table.expect({"monument_row.#": 3, "players.0.monuments": ["mon-skulls"]})


@pytest.mark.parametrize("players", COUNTS)
def test_r008_jungle_fields_per_player(players: int) -> None:
    both = {"corn": players, "wood": players}
    Table(Game.new(players, seed=8)).expect(
        {"jungle": {"2": {"corn": players, "wood": 0}, "3": both, "4": both, "5": both}}
    )


@pytest.mark.parametrize("players", COUNTS)
def test_r009_six_buildings_of_age_1_open_and_two_stacks(players: int) -> None:
    game = Game.new(players, seed="row")
    position, setup = game.position(), game.setup
    assert sorted(setup["age1"]) == sorted(AGE_1)
    assert sorted(setup["age2"]) == sorted(AGE_2)
    assert position["building_row"] == setup["age1"][:6]
    assert (position["age1_left"], position["age2_left"]) == (14 - 6, 18)


@pytest.mark.parametrize(("players", "number"), [(2, 12), (3, 6), (4, 0), (5, 0)])
def test_r010_number_of_dummies(players: int, number: int) -> None:
    for seed in range(30):
        placed = dummies(Game.new(players, seed=seed).position())
        assert sum(len(spaces) for spaces in placed.values()) == number


def test_r011_dummies_come_from_undealt_tiles_and_are_seen_before_choosing() -> None:
    setup = deal("pal-1", "pal-3", "pal-5", "pal-7", "yax-1", "yax-3", "yax-5", "yax-7")
    table = Table(Game.from_setup(setup))
    table.pending((0, "keep"), (1, "keep"))
    placed = dummies(table.game.position())
    # Drawn: tik-1 (and 6), tik-3, tik-5, tik-7, uxm-1 (and 6), uxm-3, uxm-5, uxm-7, chi-0, chi-3.
    assert placed == {
        "palenque": [],
        "yaxchilan": [],
        "tikal": [1, 3, 5, 6, 7],
        "uxmal": [1, 3, 5, 6, 7],
        "chichen_itza": [0, 3],
    }


@pytest.mark.parametrize(
    ("tile", "gear", "spaces"),
    [
        ("pal-5", "palenque", [0, 5]),  # the rulebook's example: opposite 5 is 0
        ("yax-1", "yaxchilan", [1, 6]),
        ("tik-3", "tikal", [3, 8]),  # opposites may lie on unnumbered spaces
        ("uxm-7", "uxmal", [2, 7]),
    ],
)
def test_r012_first_dummy_on_a_gear_brings_its_opposite(
    tile: str, gear: str, spaces: list[int]
) -> None:
    family = [name for name in WEALTH if name.split("-")[0] == tile.split("-")[0]]
    family.remove(tile)
    chichen = ["chi-0", "chi-3", "chi-5", "chi-7", "chi-10"]
    others = [name for name in WEALTH if name not in (*family, *chichen, tile)]
    dealt = [*family, *others][:12]
    placed = dummies(Game.from_setup(deal(*dealt, tile, *chichen, players=3)).position())
    assert placed[gear] == spaces
    assert placed["chichen_itza"] == [0, 3, 5, 7]  # four more, never an opposite


def test_r012_only_the_first_dummy_has_an_opposite() -> None:
    setup = deal(*WEALTH[4:16], "pal-1", "pal-3", "pal-5", "pal-7", "chi-0", players=3)
    assert dummies(Game.from_setup(setup).position()) == {
        "palenque": [1, 3, 5, 6, 7],
        "yaxchilan": [],
        "tikal": [],
        "uxmal": [],
        "chichen_itza": [0],
    }


def test_r013_no_opposite_when_the_dummies_are_used_up() -> None:
    dealt = ("pal-1", "pal-3", "pal-5", "yax-1", "yax-3", "yax-5", *WEALTH[8:14])
    drawn = ("chi-0", "chi-3", "chi-5", "chi-7", "chi-10", "pal-7", "yax-7")
    placed = dummies(Game.from_setup(deal(*dealt, *drawn, players=3)).position())
    assert placed["chichen_itza"] == [0, 3, 5, 7, 10]
    assert placed["palenque"] == [7], "the sixth dummy is the last: nothing is left for space 2"
    assert placed["yaxchilan"] == []


def test_r014_no_two_dummies_meet() -> None:
    small = [tile for tile in WEALTH if not tile.startswith("chi-")]
    assert all(int(tile.split("-")[1]) % 2 == 1 for tile in small), "opposites are even"
    for seed in range(60):
        position = Game.new(2, seed=f"meet-{seed}").position()
        assert sum(len(spaces) for spaces in dummies(position).values()) == 12


def test_r016_dummies_turn_wrap_and_block() -> None:
    table = start(
        {
            "turn_seat": 1,
            "gears.tikal.9": "dummy",
            "gears.tikal.7": "dummy",
            "gears.uxmal.8": "dummy",
            "gears.chichen_itza.12": "dummy",
            "gears.chichen_itza.10": "dummy",
        }
    )
    table.play(1, "place palenque", "end").pending((0, "turn"))
    table.expect(
        {
            "gears.tikal.0": "dummy",
            "gears.tikal.8": "dummy",  # not thrown off
            "gears.uxmal.9": "dummy",
            "gears.chichen_itza.0": "dummy",
            "gears.chichen_itza.11": "dummy",
        }
    )
    table.lacks(0, "place tikal", "place chichen_itza")  # no corn for space 1
    table.offers(0, "place uxmal", "place yaxchilan")


def test_r017_hidden_stays_hidden() -> None:
    setup = deal("pal-1", "pal-3", "pal-5", "pal-7", "yax-1", "yax-3", "yax-5", "yax-7")
    table = Table(Game.from_setup(setup))
    shown = json.dumps(table.game.position())
    assert not any(f'"{tile}"' in shown for tile in WEALTH), "dealt or undealt tiles are secret"
    table.play(0, "keep pal-1 pal-3").play(1, "keep yax-5 yax-7")
    shown = json.dumps(table.game.position())
    kept = {"pal-1", "pal-3", "yax-5", "yax-7"}
    assert {tile for tile in WEALTH if f'"{tile}"' in shown} == kept, "discards are secret"
    assert not any(f'"{tile}"' in shown for tile in AGE_1[6:] + AGE_2), "stacks are secret"
    assert not any(f'"{tile}"' in shown for tile in MONUMENTS[4:]), "the box is secret"

    # Another order of the stacks and of the discards looks the same.
    twin = dict(setup, age1=AGE_1[:6] + AGE_1[:5:-1], age2=AGE_2[::-1])
    other = Table(Game.from_setup(twin)).play(0, "keep pal-1 pal-3").play(1, "keep yax-5 yax-7")
    assert other.game.position() == table.game.position()


def test_r018_first_seat_by_chance_and_repeatable() -> None:
    first = Counter(Game.new(3, seed=seed).position()["first_seat"] for seed in range(150))
    assert set(first) == {0, 1, 2} and min(first.values()) >= 25
    for seed in (7, "seven"):
        assert Game.new(3, seed=seed).setup == Game.new(3, seed=seed).setup
    assert Game.new(3, seed=1).setup != Game.new(3, seed=2).setup


def test_all_tiles_are_dealt_once() -> None:
    for players in COUNTS:
        setup = Game.new(players, seed="tiles").setup
        assert sorted(setup["wealth"]) == sorted(WEALTH) and len(WEALTH) == 21
        assert (len(setup["age1"]), len(setup["age2"]), len(MONUMENTS)) == (14, 18, 13)
        assert setup["players"] == players
        keys = {"players", "modules", "first_seat", "wealth", "age1", "age2", "monuments"}
        if players == 5:  # who always play with quick actions
            keys |= {"quick_age1", "quick_age2"}
            assert sorted(setup["quick_age1"]) == sorted(QUICK_1)
            assert sorted(setup["quick_age2"]) == sorted(QUICK_2)
        assert setup["modules"] == ["quick_actions"] * (players == 5)
        assert set(setup) == keys


@pytest.mark.parametrize(
    ("tile", "gains"),
    [
        ("pal-1", {"corn": 3, "temples.quetzalcoatl": 2, "technologies.agriculture": 1}),
        ("pal-3", {"corn": 5, "gold": 1, "temples.quetzalcoatl": 2}),
        ("pal-5", {"stone": 1, "gold": 1, "technologies.agriculture": 1}),
        ("pal-7", {"corn": 9, "stone": 1}),
        ("yax-1", {"wood": 1, "temples.kukulkan": 2, "technologies.extraction": 1}),
        ("yax-3", {"corn": 2, "wood": 2, "temples.kukulkan": 2}),
        ("yax-5", {"corn": 4, "wood": 1, "technologies.extraction": 1}),
        ("yax-7", {"corn": 3, "wood": 2, "stone": 1}),
        ("tik-1", {"corn": 2, "temples.chaac": 2, "technologies.architecture": 1}),
        ("tik-3", {"corn": 6, "stone": 2}),
        ("tik-5", {"corn": 3, "gold": 1, "technologies.architecture": 1}),
        ("tik-7", {"corn": 6, "wood": 1, "stone": 1}),
        ("uxm-1", {"corn": 5, "stone": 1, "temples.chaac": 2}),
        ("uxm-3", {"corn": 3, "wood": 1}),
        ("uxm-7", {"corn": 8, "gold": 1}),
        ("chi-0", {"corn": 4, "wood": 1, "skulls": 1}),
        ("chi-3", {"corn": 5, "stone": 1, "technologies.theology": 1}),
        ("chi-5", {"corn": 4, "wood": 3}),
        ("chi-7", {"corn": 2, "wood": 2, "technologies.theology": 1}),
        ("chi-10", {"corn": 7, "wood": 2}),
    ],
)
def test_what_each_wealth_tile_gives(tile: str, gains: dict[str, int]) -> None:
    other = ("tik-3", "tik-7") if not tile.startswith("tik") else ("pal-7", "yax-7")
    table = Table(begin((tile, "uxm-5"), other))  # uxm-5 gives its worker and nothing else
    found = {f"players.0.{path}": value for path, value in gains.items()}
    rest = {f"players.0.{goods}": 0 for goods in ("corn", "wood", "stone", "gold", "skulls")}
    rest |= {f"players.0.temples.{temple}": 1 for temple in TEMPLES}
    rest |= {f"players.0.technologies.{track}": 0 for track in TRACKS}
    table.expect(rest | found | {"players.0.workers": 4, "players.0.points4": 0})


def test_gears_have_their_teeth() -> None:
    position = Game.new(4, seed=0).position()
    assert {gear: len(position["gears"][gear]) for gear in GEARS} == {
        "palenque": 10,
        "yaxchilan": 10,
        "tikal": 10,
        "uxmal": 10,
        "chichen_itza": 13,
    }


# --- A game that goes on from a position: what nobody sees is dealt anew, from the seed alone -----


@pytest.mark.parametrize(("players", "modules"), [(2, ()), (4, MODULES)])
@pytest.mark.parametrize("rounds", [1, 9, 16])
def test_it_does_not_hang_on_the_hidden_tiles(
    players: int, modules: tuple[str, ...], rounds: int
) -> None:
    """The same game on another order of its stacks gives the same deal, as long as the same lies
    open; and what is dealt is just what nobody sees."""
    game, chance = Game.new(players, modules=modules, seed=3), random.Random(3)
    while game.round < rounds or not game.in_turn or game.kind_asked(_seat(game)) != "turn":
        game.play(_seat(game), chance.choice(game.legal(_seat(game))))
    position = game.snapshot()
    deal = dealt_anew(position, "seed")
    if rounds == 1:  # no tile has been turned up from the stacks
        setup = otherwise_hidden(game.setup, 0, chance)
        setup["wealth"] = game.setup["wealth"]
        setup["quick_age2"] = setup.get("quick_age2", [])[::-1]
        other = Game.replay({**game.record(), "setup": setup})
        assert other.setup != game.setup and other.snapshot() == position
        assert dealt_anew(other.snapshot(), "seed") == deal
    anew = Game.from_setup({**deal, "rules": game.rules_version})
    assert anew.snapshot() == position and anew.legal() == game.legal()
    assert dealt_anew(position, "another seed") != deal or not position.age2_left

    hidden = deal["position"]
    seen = {tile for tile in position.building_row if tile}
    seen.update(tile for player in position.players for tile in player.buildings)
    for age, left in ((1, position.age1_left), (2, position.age2_left)):
        stack = hidden[f"age{age}"]
        assert len(set(stack)) == len(stack) == left and not seen & {*stack}
        assert all(BUILDINGS[tile].age == age for tile in stack)
    if position.quick and not position.food_days_held:
        assert all(QUICK_TILES[tile].age == 2 for tile in hidden["quick_age2"])
    while not anew.finished:
        anew.play(_seat(anew), chance.choice(anew.legal(_seat(anew))))
    assert Game.replay(anew.record()).standings() == anew.standings()


def _seat(game: Game) -> int:
    return game.pending[0].seat
