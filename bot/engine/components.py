"""The printed board and the tiles: names, numbers, prices and effects, which never change during a
game. They are read once from data/components.json.

Gears, temples and technologies are numbered by their place in the tuples here, and the state keeps
lists in the same order. The spaces of a gear are bits of an integer: bit s is space s. So a day of
the calendar is a shift, and the lowest free space is the lowest bit.

Prices are (wood, stone, gold). A tile's effects stand in the order in which they are carried out
(`ORDER_OF_EFFECTS`): goods first, then points, worker, temple steps, technology, market, building,
any action.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

COMPONENTS: Mapping[str, Any] = json.loads(
    (Path(__file__).parents[2] / "data" / "components.json").read_text(encoding="utf-8")
)

ORDER_OF_EFFECTS = (
    "gain", "gain_skulls", "points", "worker", "temple", "skull_offering", "technology",
    "technology_exchange", "market", "build", "any_action",
    "feed_free", "feed_discount",
)  # fmt: skip


Goods = tuple[int, int, int, int, int]
"""An amount of corn, wood, stone, gold, skulls."""
NO_GOODS: Goods = (0, 0, 0, 0, 0)


@dataclass(frozen=True, eq=False, slots=True)
class Effect:
    """One effect of a tile; `raw` holds its numbers, by names that depend on the kind."""

    kind: str
    raw: Mapping[str, Any]


@dataclass(frozen=True, eq=False, slots=True)
class Tile:
    """What every tile has: its id in data/components.json, its name, and its effects in order."""

    id: str
    name: str
    effects: tuple[Effect, ...]
    raw: Mapping[str, Any]


@dataclass(frozen=True, eq=False, slots=True)
class WealthTile(Tile):
    """A starting wealth tile; `gear` and `space` say where it puts a dummy worker (None: nowhere),
    and `feeds_free` how many workers need no corn."""

    gear: str | None
    space: int | None
    feeds_free: int


@dataclass(frozen=True, eq=False, slots=True)
class Building(Tile):
    """A building of age 1 or 2. `cost` is (wood, stone, gold), `blocks` their sum; `skulls` are
    paid as well. Of these, `skulls_kept` stay on the tile and count as placed (R-173). `income` is
    what it gives on each food day of age 1 and of age 2 (R-169). `feeds_free` workers need no corn;
    `feeds_cheaper` is the corn that every worker needs less (R-110). `build` and `build_plain` are
    the actions that build it, the latter without architecture (R-067)."""

    age: int
    category: str
    cost: tuple[int, int, int]
    blocks: int
    skulls: int
    skulls_kept: int
    renovation: bool
    income: tuple[Goods, Goods]
    feeds_free: int
    feeds_cheaper: int
    build: str
    build_plain: str


@dataclass(frozen=True, eq=False, slots=True)
class QuickTile(Tile):
    """A quick action; `corn` is its price, paid as well as that of placing the worker (R-177)."""

    age: int
    corn: int


@dataclass(frozen=True, eq=False, slots=True)
class Monument(Tile):
    """A monument. `cost` is (wood, stone, gold), `skulls` are paid as well. `scoring` says what it
    scores at the end of the game, `build` is the action that builds it."""

    category: str
    cost: tuple[int, int, int]
    skulls: int
    scoring: Mapping[str, Any]
    build: str


def _price(cost: Mapping[str, int]) -> tuple[int, int, int]:
    return cost.get("wood", 0), cost.get("stone", 0), cost.get("gold", 0)


def _effects(raw: Mapping[str, Any]) -> tuple[Effect, ...]:
    """List a tile's effects in the order in which they are carried out; skulls become an effect of
    their own."""
    effects = list(raw["effects"])
    if raw.get("resources"):
        effects.append({"type": "gain", "resources": raw["resources"]})
    found: list[Effect] = []
    for effect in effects:
        kind = effect["type"]
        if kind == "gain":
            goods = {r: n for r, n in effect["resources"].items() if r != "skull"}
            skulls = effect["resources"].get("skull", 0)
            if goods:
                found.append(Effect("gain", goods))
            if skulls:
                found.append(Effect("gain_skulls", {"skulls": skulls}))
        elif kind in ORDER_OF_EFFECTS:
            found.append(Effect(kind, effect))
    found.sort(key=lambda effect: ORDER_OF_EFFECTS.index(effect.kind))
    return tuple(found)


def _sum_of(raw: Mapping[str, Any], kind: str, key: str) -> int:
    return sum(int(effect[key]) for effect in raw["effects"] if effect["type"] == kind)


def _goods(resources: Mapping[str, int]) -> Goods:
    wood, stone, gold = _price(resources)
    return resources.get("corn", 0), wood, stone, gold, resources.get("skull", 0)


def _income(raw: Mapping[str, Any]) -> tuple[Goods, Goods]:
    for effect in raw["effects"]:
        if effect["type"] == "food_day_income":
            by_age = effect.get("by_age") or dict.fromkeys("12", effect["resources"])
            return _goods(by_age["1"]), _goods(by_age["2"])
    return NO_GOODS, NO_GOODS


def _skulls_kept(raw: Mapping[str, Any]) -> int:
    kept = any(effect.get("skull_kept_on_tile") for effect in raw["effects"])
    return int(raw["cost"].get("skull", 0)) if kept else 0


def _building(raw: Mapping[str, Any]) -> Building:
    cost = _price(raw["cost"])
    return Building(
        id=raw["id"],
        name=raw["name"],
        effects=_effects(raw),
        raw=raw,
        age=raw["age"],
        category=raw["category"],
        cost=cost,
        blocks=sum(cost),
        skulls=raw["cost"].get("skull", 0),
        skulls_kept=_skulls_kept(raw),
        renovation=any(effect["type"] == "renovation" for effect in raw["effects"]),
        income=_income(raw),
        feeds_free=_sum_of(raw, "feed_free", "workers"),
        feeds_cheaper=_sum_of(raw, "feed_discount", "corn_per_worker"),
        build=f"build {raw['id']}",
        build_plain=f"build {raw['id']} plain",
    )


WEALTH: Mapping[str, WealthTile] = {
    raw["id"]: WealthTile(
        id=raw["id"],
        name=raw["name"],
        effects=_effects(raw),
        raw=raw,
        gear=raw["gear"],
        space=raw["space"],
        feeds_free=_sum_of(raw, "feed_free", "workers"),
    )
    for raw in COMPONENTS["wealth_tiles"]
}
BUILDINGS: Mapping[str, Building] = {raw["id"]: _building(raw) for raw in COMPONENTS["buildings"]}
MONUMENTS: Mapping[str, Monument] = {
    raw["id"]: Monument(
        id=raw["id"],
        name=raw["name"],
        effects=(),
        raw=raw,
        category=raw["category"],
        cost=_price(raw["cost"]),
        skulls=raw["cost"].get("skull", 0),
        scoring=raw["scoring"],
        build=f"monument {raw['id']}",
    )
    for raw in COMPONENTS["monuments"]
    if raw["cost"] is not None  # the promo monument's price is unknown, it stays out
}
QUICK_TILES: Mapping[str, QuickTile] = {
    raw["id"]: QuickTile(
        id=raw["id"],
        name=raw["name"],
        effects=_effects(raw),
        raw=raw,
        age=raw["age"],
        corn=raw["cost"].get("corn", 0),
    )
    for raw in COMPONENTS["quick_actions"]["tiles"]
}


def buildings_played(age: int, modules: Collection[str]) -> tuple[str, ...]:
    """List the ids of an age's buildings in a game with these modules, in the order of the data."""
    return _buildings_of_sets(age, with_new="buildings" in modules)


@cache
def _buildings_of_sets(age: int, *, with_new: bool) -> tuple[str, ...]:
    sets = {"base", "tribes-and-prophecies"} if with_new else {"base"}
    played = [tile for tile in BUILDINGS.values() if tile.age == age and tile.raw["set"] in sets]
    return tuple([tile.id for tile in played])


GEARS: tuple[str, ...] = tuple(gear["id"] for gear in COMPONENTS["gears"])
PALENQUE, YAXCHILAN, TIKAL, UXMAL, CHICHEN_ITZA = range(5)
SMALL_GEARS = (PALENQUE, YAXCHILAN, TIKAL, UXMAL)
TEETH: tuple[int, ...] = tuple(gear["teeth"] for gear in COMPONENTS["gears"])
HIGHEST: tuple[int, ...] = tuple(gear["highest_numbered"] for gear in COMPONENTS["gears"])
"""The highest numbered space of each gear: 7, on Chichen Itza 10."""
FREE_CHOICE_FROM: tuple[int, ...] = tuple(
    min(s["space"] for s in gear["spaces"] if s["action"] == "free_choice")
    for gear in COMPONENTS["gears"]
)
"""The lowest free-choice space of each gear: 6, on Chichen Itza 10."""
NUMBERED: tuple[int, ...] = tuple((1 << (highest + 1)) - 1 for highest in HIGHEST)
"""For each gear the bits of its numbered spaces, on which players may place (R-034)."""
ALL_SPACES: tuple[int, ...] = tuple((1 << teeth) - 1 for teeth in TEETH)
FULL = 1_000_000
"""Stands for the lowest free space where none is free: no seat could pay for it."""


def lowest_free_spaces(last_space: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Make a table for each gear: its item number `taken`, the bits of the taken spaces, is the
    lowest free space up to the gear's last one, or `FULL`."""
    tables = []
    for last, teeth in zip(last_space, TEETH, strict=True):
        table = [FULL] * (1 << (teeth - last - 1))
        for space in reversed(range(last + 1)):
            table = [lowest for higher in table for lowest in (space, higher)]
        tables.append(tuple(table))
    return tuple(tables)


TEMPLES: tuple[str, ...] = tuple(temple["id"] for temple in COMPONENTS["temples"])
TOP: tuple[int, ...] = tuple(temple["top_index"] for temple in COMPONENTS["temples"])
START_STEP = 1
STEP_POINTS: tuple[tuple[int, ...], ...] = tuple(
    tuple(step["points"] for step in temple["steps_bottom_to_top"])
    for temple in COMPONENTS["temples"]
)
LEADER_BONUS: tuple[tuple[int, int], ...] = tuple(
    (temple["leader_bonus"]["age1"], temple["leader_bonus"]["age2"])
    for temple in COMPONENTS["temples"]
)
"""Points for the highest marker in each temple: at the end of age 1, at the end of age 2."""

TECHNOLOGIES: tuple[str, ...] = tuple(track["id"] for track in COMPONENTS["technologies"])
AGRICULTURE, EXTRACTION, ARCHITECTURE, THEOLOGY = range(4)
TOP_LEVEL = 3

RESOURCES: tuple[str, ...] = tuple(COMPONENTS["conventions"]["resources"])
WOOD, STONE, GOLD = range(3)
CORN_VALUE: tuple[int, ...] = tuple(COMPONENTS["market"]["corn_value"][r] for r in RESOURCES)
"""How much corn one wood, stone and gold is sold and bought for at the market (R-076)."""

FOOD_DAY_TEETH: tuple[int, ...] = tuple(
    day.get("absolute_tooth", day["tooth"]) for day in COMPONENTS["calendar"]["food_days"]
)
"""The days of the calendar (absolute teeth) on which the four food days are due: 7, 13, 20, 26."""

MAX_WORKERS: int = COMPONENTS["placement"]["max_workers"]
WORKER_COUNT_COST: tuple[int, ...] = tuple(COMPONENTS["placement"]["worker_count_marginal"])
"""The corn for the first, second, ... worker placed in a turn, on top of the space's number
(R-031)."""
SKULLS: int = COMPONENTS["supplies"]["skulls"]
"""How many crystal skulls the game has."""
JUNGLE_GROUPS: tuple[int, ...] = tuple(int(g) for g in COMPONENTS["setup"]["jungle_groups"])
MOST_PLAYERS = max(int(players) for players in COMPONENTS["setup"]["players"])
BUILDING_ROW: int = COMPONENTS["setup"]["building_row"]
_QUICK_TILES = COMPONENTS["quick_actions"]["schedule"]
TEETH_PER_QUICK_TILE: int = _QUICK_TILES["teeth_per_tile"]
QUICK_TILES_OF_AGE: tuple[int, int] = (len(_QUICK_TILES["age1"]), len(_QUICK_TILES["age2"]))
"""How many quick-action tiles lie on the calendar in age 1 and in age 2 (R-178)."""
MODULES: tuple[str, ...] = ("tribes", "prophecies", "buildings", "quick_actions", "promo")
