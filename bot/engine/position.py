"""The position dump of the contract: what everybody at the table may see, as plain JSON types."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.board import (
    BUILDING_ROW,
    GEARS,
    JUNGLE_GROUPS,
    RESOURCES,
    TECHNOLOGIES,
    TEETH,
    TEMPLES,
)
from bot.engine.calendar import go_on_round
from bot.engine.components import BUILDINGS, MONUMENTS, QUICK_TILES, WEALTH, QuickTile
from bot.engine.deal import checked_modules
from bot.engine.food_day import food_needs
from bot.engine.prophecies import PROPHECIES
from bot.engine.quick_actions import (
    TEETH_PER_TILE,
    TILES_OF_AGE_1,
    TILES_OF_AGE_2,
    quick_tile,
)
from bot.engine.state import Seat, State
from bot.engine.tribes import NO_TRIBE, TRIBES

Position = dict[str, Any]


def dump(state: State) -> Position:
    """The position, without the order of the stacks and without choices still secret (R-017)."""
    return {
        "round": state.round,
        "tooth": state.tooth,
        "age": state.age,
        "phase": state.phase,
        "first_seat": state.first_seat,
        "turn_seat": state.turn_seat,
        "calendar_corn": state.calendar_corn,
        "food_days_held": state.food_days_held,
        "bank_skulls": state.bank_skulls,
        "start_space": state.start_space,
        "gears": {name: _gear(state, gear) for gear, name in enumerate(GEARS)},
        "jungle": {
            str(number): {"corn": state.jungle_corn[group], "wood": state.jungle_wood[group]}
            for group, number in enumerate(JUNGLE_GROUPS)
        },
        "skull_spaces": state.skull_spaces.copy(),
        "building_row": [tile.id if tile else None for tile in state.building_row],
        "age1_left": len(state.age1),
        "age2_left": len(state.age2),
        "monument_row": [tile.id for tile in state.monument_row],
        "modules": list(state.modules),
        "prophecies": [prophecy.id for prophecy in state.prophecies],
        "active_prophecy": state.prophecy.id if state.prophecy else None,
        "quick": _quick(state),
        "players": [_player(seat) for seat in state.seats],
    }


def _quick(state: State) -> Position | None:
    if not state.quick_spaces:
        return None
    tile = quick_tile(state)
    return {"tile": tile.id if tile else None, "spaces": state.quick_spaces.copy()}


def _gear(state: State, gear: int) -> list[int | str | None]:
    spaces: list[int | str | None] = [None] * TEETH[gear]
    if state.dummies[gear]:
        _fill(spaces, state.dummies[gear], "dummy")
    for seat in state.seats:
        if seat.on[gear]:
            _fill(spaces, seat.on[gear], seat.index)
    return spaces


def _fill(spaces: list[int | str | None], bits: int, who: int | str) -> None:
    while bits:
        lowest = bits & -bits
        spaces[lowest.bit_length() - 1] = who
        bits ^= lowest


def _player(seat: Seat) -> Position:
    wood, stone, gold = seat.blocks
    return {
        "corn": seat.corn,
        "wood": wood,
        "stone": stone,
        "gold": gold,
        "skulls": seat.skulls,
        "points4": seat.points4,
        "workers": seat.workers,
        "available": seat.available,
        "light_side": seat.light_side,
        "temples": dict(zip(TEMPLES, seat.temples, strict=True)),
        "technologies": dict(zip(TECHNOLOGIES, seat.technologies, strict=True)),
        "buildings": [tile.id for tile in seat.buildings],
        "monuments": [tile.id for tile in seat.monuments],
        "wealth": [tile.id for tile in seat.wealth],
        "tribe": seat.tribe.id if seat.tribe else None,
        "corn_tiles": seat.corn_tiles,
        "wood_tiles": seat.wood_tiles,
    }


def load(position: Mapping[str, Any]) -> State:
    """A state standing at the start of `turn_seat`'s turn.

    The stacks come from the optional keys `age1` and `age2` (what is left, next tile first);
    without them they are empty. Raises ValueError for another phase than `play`.
    """
    if position["phase"] != "play":
        raise ValueError("a game can only be set up from a position in the phase “play”")
    players = position["players"]
    state = State(len(players))
    state.modules = tuple(checked_modules(len(players), position["modules"]))
    for key in (
        "round", "tooth", "age", "phase", "first_seat", "turn_seat", "calendar_corn",
        "food_days_held", "bank_skulls", "start_space",
    ):  # fmt: skip
        setattr(state, key, position[key])
    for group, number in enumerate(JUNGLE_GROUPS):
        state.jungle_corn[group] = position["jungle"][str(number)]["corn"]
        state.jungle_wood[group] = position["jungle"][str(number)]["wood"]
    state.skull_spaces = list(position["skull_spaces"])
    row = [BUILDINGS[tile] if tile else None for tile in position["building_row"]]
    state.building_row = [*row, *[None] * (BUILDING_ROW - len(row))]
    state.age1 = tuple(BUILDINGS[tile] for tile in position.get("age1", ()))
    state.age2 = tuple(BUILDINGS[tile] for tile in position.get("age2", ()))
    state.monument_row = [MONUMENTS[tile] for tile in position["monument_row"]]
    for seat, player in zip(state.seats, players, strict=True):
        _load_player(seat, player)
    for gear, name in enumerate(GEARS):
        _load_gear(state, gear, position["gears"][name])
    state.prophecies = tuple(PROPHECIES[tile] for tile in position["prophecies"])
    if position["active_prophecy"]:
        state.prophecy = PROPHECIES[position["active_prophecy"]]
        state.calamity = state.prophecy.calamity
    if position["quick"]:
        _load_quick(state, position)
    go_on_round(state)
    return state


def _load_quick(state: State, position: Mapping[str, Any]) -> None:
    """The tiles of each two teeth: those of the lists given, and the one that lies open."""
    tiles: list[QuickTile | None] = [None] * (TILES_OF_AGE_1 + TILES_OF_AGE_2)
    for first, key in ((0, "quick_age1"), (TILES_OF_AGE_1, "quick_age2")):
        for place, tile in enumerate(position.get(key, ()), first):
            tiles[place] = QUICK_TILES[tile]
    shown = position["quick"]["tile"]
    tiles[min(state.tooth // TEETH_PER_TILE, len(tiles) - 1)] = (
        QUICK_TILES[shown] if shown else None
    )
    state.quick_tiles = tuple(tiles)
    state.quick_spaces = list(position["quick"]["spaces"])


def _load_gear(state: State, gear: int, spaces: Sequence[int | str | None]) -> None:
    for space, who in enumerate(spaces):
        if who is None:
            continue
        bit = 1 << space
        state.taken[gear] |= bit
        if isinstance(who, str):
            state.dummies[gear] |= bit
        else:
            state.seats[who].on[gear] |= bit


def _load_player(seat: Seat, player: Mapping[str, Any]) -> None:
    for key in (
        "corn", "skulls", "points4", "workers", "available", "light_side",
        "corn_tiles", "wood_tiles",
    ):  # fmt: skip
        setattr(seat, key, player[key])
    seat.blocks = [player[resource] for resource in RESOURCES]
    seat.temples = [player["temples"][temple] for temple in TEMPLES]
    seat.technologies = [player["technologies"][track] for track in TECHNOLOGIES]
    seat.buildings = [BUILDINGS[tile] for tile in player["buildings"]]
    seat.monuments = [MONUMENTS[tile] for tile in player["monuments"]]
    seat.tribe = TRIBES[player["tribe"]] if player["tribe"] else None
    seat.powers = seat.tribe.powers if seat.tribe else NO_TRIBE
    seat.wealth = tuple(WEALTH[tile] for tile in player["wealth"])


def food_owed(position: Mapping[str, Any], seat: int) -> int:
    """The corn a seat would need to feed all its workers if a food day were now, from the dump of
    a position. What its buildings give on that day is not taken off."""
    state = load({**position, "phase": "play"})
    return sum(food_needs(state, state.seats[seat]))
