"""The printed board: names and numbers that never change during a game.

Gears, temples and technology tracks are numbered by their place in these tuples; the state keeps
lists in the same order. Spaces of a gear are kept as bits of an integer: bit s is space s, so a
turn of the calendar is a shift and "lowest free space" is the lowest bit.
"""

from bot.engine.components import COMPONENTS

GEARS: tuple[str, ...] = tuple(gear["id"] for gear in COMPONENTS["gears"])
PALENQUE, YAXCHILAN, TIKAL, UXMAL, CHICHEN_ITZA = range(5)
SMALL_GEARS = (PALENQUE, YAXCHILAN, TIKAL, UXMAL)
TEETH: tuple[int, ...] = tuple(gear["teeth"] for gear in COMPONENTS["gears"])
HIGHEST: tuple[int, ...] = tuple(gear["highest_numbered"] for gear in COMPONENTS["gears"])
"""The highest numbered space of each gear: 7, Chichen Itza 10."""
FREE_CHOICE_FROM: tuple[int, ...] = tuple(
    min(s["space"] for s in gear["spaces"] if s["action"] == "free_choice")
    for gear in COMPONENTS["gears"]
)
"""The lowest free-choice space of each gear: 6, Chichen Itza 10."""
NUMBERED: tuple[int, ...] = tuple((1 << (highest + 1)) - 1 for highest in HIGHEST)
"""Bits of the numbered spaces, where players may place (R-034)."""
ALL_SPACES: tuple[int, ...] = tuple((1 << teeth) - 1 for teeth in TEETH)
FULL = 1_000_000
"""In place of the lowest free space where there is none: dearer than any seat can pay."""


def lowest_free_spaces(last_space: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Find for each gear, by the bits of its taken spaces, the lowest free one up to the last."""
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
"""Points for the highest marker of each temple, at the end of age 1 and of age 2."""

TECHNOLOGIES: tuple[str, ...] = tuple(track["id"] for track in COMPONENTS["technologies"])
AGRICULTURE, EXTRACTION, ARCHITECTURE, THEOLOGY = range(4)
TOP_LEVEL = 3

RESOURCES: tuple[str, ...] = tuple(COMPONENTS["conventions"]["resources"])
WOOD, STONE, GOLD = range(3)
CORN_VALUE: tuple[int, ...] = tuple(COMPONENTS["market"]["corn_value"][r] for r in RESOURCES)
"""The corn for which the market buys and sells one wood, stone or gold (R-076)."""

FOOD_DAY_TEETH: tuple[int, ...] = tuple(
    day.get("absolute_tooth", day["tooth"]) for day in COMPONENTS["calendar"]["food_days"]
)
"""The absolute teeth of the four food days: 7, 13, 20, 26."""

MAX_WORKERS: int = COMPONENTS["placement"]["max_workers"]
WORKER_COUNT_COST: tuple[int, ...] = tuple(COMPONENTS["placement"]["worker_count_marginal"])
"""Corn for the first, second, ... worker placed in a turn, besides the space's number (R-031)."""
SKULLS: int = COMPONENTS["supplies"]["skulls"]
"""Crystal skulls in the whole game."""
JUNGLE_GROUPS: tuple[int, ...] = tuple(int(g) for g in COMPONENTS["setup"]["jungle_groups"])
MOST_PLAYERS = max(int(players) for players in COMPONENTS["setup"]["players"])
BUILDING_ROW: int = COMPONENTS["setup"]["building_row"]
_QUICK_TILES = COMPONENTS["quick_actions"]["schedule"]
TEETH_PER_QUICK_TILE: int = _QUICK_TILES["teeth_per_tile"]
QUICK_TILES_OF_AGE: tuple[int, int] = (len(_QUICK_TILES["age1"]), len(_QUICK_TILES["age2"]))
"""How many quick actions there are in age 1 and in age 2 (R-178)."""
MODULES: tuple[str, ...] = ("tribes", "prophecies", "buildings", "quick_actions", "promo")
