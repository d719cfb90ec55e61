"""The deal: all the chance there is in a game, and what is laid out from it (rulebook p4-5)."""

import random
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from bot.engine.board import BUILDING_ROW, CHICHEN_ITZA, GEARS, JUNGLE_GROUPS, MODULES, TEETH
from bot.engine.components import BUILDINGS, COMPONENTS, MONUMENTS, WEALTH, WealthTile
from bot.engine.effects import resolve
from bot.engine.flow import Question
from bot.engine.refusal import IllegalAction
from bot.engine.round import begin_round
from bot.engine.state import State, Step

Setup = Mapping[str, Any]
_SETUP = COMPONENTS["setup"]
WEALTH_DEALT: int = _SETUP["wealth_tiles_dealt"]
WEALTH_KEPT: int = _SETUP["wealth_tiles_kept"]
OPPOSITE: int = _SETUP["dummy_rules"]["opposite_offset"]["10"]


def shuffle_deal(players: int, modules: Sequence[str], seed: int | str) -> dict[str, Any]:
    """Shuffle everything with a generator made from `seed` alone and write the deal down.

    Raises ValueError for a number of players or modules that cannot be played.
    """
    modules = checked_modules(players, modules)
    chance = random.Random(seed)

    def shuffled(ids: Sequence[str]) -> list[str]:
        return chance.sample(ids, len(ids))

    return {
        "players": players,
        "modules": modules,
        "first_seat": chance.randrange(players),
        "wealth": shuffled([tile.id for tile in WEALTH.values() if tile.raw["set"] == "base"]),
        "age1": shuffled(_stack(1)),
        "age2": shuffled(_stack(2)),
        "monuments": shuffled(list(MONUMENTS))[: _SETUP["players"][str(players)]["monuments"]],
    }


def _stack(age: int) -> list[str]:
    return [tile.id for tile in BUILDINGS.values() if tile.age == age and tile.raw["set"] == "base"]


def checked_modules(players: int, modules: Sequence[str]) -> list[str]:
    """The modules in their fixed order without repeats. Raises ValueError if they are unknown,
    not built yet, or do not go with the number of players."""
    unknown = set(modules) - set(MODULES)
    if unknown:
        raise ValueError(f"unknown modules: {', '.join(sorted(unknown))}")
    if modules:
        raise ValueError("the expansion's modules cannot be played yet")
    if not isinstance(players, int) or not 2 <= players <= 4:
        raise ValueError("the base game is for 2, 3 or 4 players")
    return []


def lay_out(setup: Setup) -> State:
    """The table before the wealth tiles are chosen. Raises ValueError for an impossible deal."""
    players = setup["players"]
    checked_modules(players, setup["modules"])
    state = State(players)
    state.first_seat = state.turn_seat = setup["first_seat"]
    row = tuple(BUILDINGS[tile] for tile in setup["age1"])
    state.building_row = [*row[:BUILDING_ROW]]
    state.age1 = row[BUILDING_ROW:]
    state.age2 = tuple(BUILDINGS[tile] for tile in setup["age2"])
    state.monument_row = [MONUMENTS[tile] for tile in setup["monuments"]]
    for group, number in enumerate(JUNGLE_GROUPS):  # one field a player
        state.jungle_corn[group] = players
        state.jungle_wood[group] = players if _SETUP["jungle_groups"][str(number)]["wood"] else 0
    wealth = [WEALTH[tile] for tile in setup["wealth"]]
    _place_dummies(state, wealth[WEALTH_DEALT * players :])
    state.agenda.append((_reveal, None))
    state.asked = tuple(
        _ask_keep(seat, wealth[WEALTH_DEALT * seat : WEALTH_DEALT * (seat + 1)])
        for seat in range(players)
    )
    return state


def _place_dummies(state: State, undealt: Sequence[WealthTile]) -> None:
    """Workers nobody owns block spaces with 2 or 3 players (R-010 to R-014)."""
    left: int = _SETUP["players"][str(len(state.seats))]["dummy_workers"]
    for tile in undealt:
        if not left:
            return
        if tile.gear is None or tile.space is None:
            continue
        gear = GEARS.index(tile.gear)
        first = gear != CHICHEN_ITZA and not state.taken[gear]
        left -= _put_dummy(state, gear, tile.space)
        if first and left:  # the opposite one only if one is left
            left -= _put_dummy(state, gear, (tile.space + OPPOSITE) % TEETH[gear])


def _put_dummy(state: State, gear: int, space: int) -> int:
    """How many dummies it took: an occupied space is passed over (R-014)."""
    if state.taken[gear] >> space & 1:
        return 0
    state.dummies[gear] |= 1 << space
    state.taken[gear] |= 1 << space
    return 1


def _ask_keep(seat: int, dealt: Sequence[WealthTile]) -> tuple[Step, list[str]]:
    tiles = sorted(tile.id for tile in dealt)
    options = sorted(f"keep {' '.join(kept)}" for kept in combinations(tiles, WEALTH_KEPT))
    return (KEEP, seat), options


def _keep_options(state: State, step: Step) -> list[str]:
    raise AssertionError("the choices of wealth tiles are dealt, not worked out")


def _keep(state: State, step: Step, action: str) -> None:
    state.kept[step[1]] = tuple(WEALTH[tile] for tile in action.split()[1:])


def _why_not_keep(state: State, step: Step, action: str) -> IllegalAction | None:
    return IllegalAction("Keep two different tiles of the four you were dealt.")


KEEP = Question("keep", _keep_options, _keep, _why_not_keep, always_asked=True)
"""(KEEP, seat): which wealth tiles to keep; asked of all seats at once, in secret (R-002)."""


def _reveal(state: State, step: Step) -> None:
    """All have kept: show the tiles, then resolve them seat by seat in turn order (R-003)."""
    state.phase = "play"
    state.agenda.append((begin_round, None))
    for seat in reversed(state.turn_order()):
        seat.wealth = state.kept[seat.index]
        state.agenda.append((_take_wealth, seat.index))
    state.kept = {}


def _take_wealth(state: State, step: Step) -> None:
    for tile in reversed(state.seats[step[1]].wealth):
        resolve(state, step[1], tile)
