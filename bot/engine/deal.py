"""The deal, which holds all the chance of a game, and the table laid out from it (rulebook
p4-5)."""

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from bot.engine.calendar import begin_round
from bot.engine.components import (
    BUILDING_ROW,
    BUILDINGS,
    CHICHEN_ITZA,
    COMPONENTS,
    GEARS,
    JUNGLE_GROUPS,
    MODULES,
    MONUMENTS,
    QUICK_TILES,
    TEETH,
    WEALTH,
    WealthTile,
    buildings_played,
)
from bot.engine.expansion import NO_TRIBE, PROPHECIES, TRIBES, Tribe
from bot.engine.happenings import DummiesPlaced, Listener, TilesKept
from bot.engine.placing import QUICK_SPACES
from bot.engine.state import LATEST, IllegalAction, Question, Rules, State, Step, resolve
from bot.engine.temples import ANGER

Setup = Mapping[str, Any]
_SETUP = COMPONENTS["setup"]
WEALTH_DEALT: int = _SETUP["wealth_tiles_dealt"]
TRIBES_DEALT: int = _SETUP["tribes_dealt"]
OPPOSITE: int = _SETUP["dummy_rules"]["opposite_offset"]["10"]


def shuffle_deal(
    players: int, modules: Sequence[str], seed: int | str, *, without: Sequence[str] = ()
) -> dict[str, Any]:
    """Shuffle everything with a generator seeded with `seed`, and write the deal down as plain JSON
    types.

    The tribes in `without` are left out of the game (R-135). Raises ValueError for a number of
    players, modules or tribes with which the game cannot be played.
    """
    modules = checked_modules(players, modules)
    chance = random.Random(seed)
    random_bits = chance.getrandbits

    def shuffled(ids: Iterable[str]) -> list[str]:
        """Shuffle as `random.sample` does, in a third of its time."""
        left = list(ids)
        drawn = []
        for count in range(len(left), 0, -1):
            bits = count.bit_length()
            place = random_bits(bits)
            while place >= count:
                place = random_bits(bits)
            drawn.append(left[place])
            left[place] = left[count - 1]
        return drawn

    wealth = [t.id for t in WEALTH.values() if t.raw["set"] == "base" or "promo" in modules]
    deal: dict[str, Any] = {
        "players": players,
        "modules": modules,
        "first_seat": chance.randrange(players),
        "wealth": shuffled(wealth),
        "age1": shuffled(buildings_played(1, modules)),
        "age2": shuffled(buildings_played(2, modules)),
        "monuments": shuffled(MONUMENTS)[: _SETUP["players"][str(players)]["monuments"]],
    }
    if "tribes" in modules:
        deal["tribes"] = shuffled(_tribes_left(players, without))
    if "prophecies" in modules:
        deal["prophecies"] = shuffled(PROPHECIES)[: _SETUP["prophecies_dealt"]]
    if "quick_actions" in modules:
        for age, key in ((1, "quick_age1"), (2, "quick_age2")):
            tiles = [tile for tile in QUICK_TILES.values() if tile.age == age]
            deal[key] = shuffled(tile.id for tile in tiles for _ in range(tile.raw["count"]))
    return deal


def _tribes_left(players: int, without: Sequence[str]) -> list[str]:
    unknown = set(without) - set(TRIBES)
    if unknown:
        raise ValueError(f"unknown tribes: {', '.join(sorted(unknown))}")
    left = [tribe for tribe in TRIBES if tribe not in without]
    if len(left) < TRIBES_DEALT * players:
        raise ValueError(f"{players} players need at least {TRIBES_DEALT * players} tribes")
    return left


def checked_modules(players: int, modules: Sequence[str]) -> list[str]:
    """The modules in their fixed order, each once; five players always have quick actions (R-182).
    Raises ValueError for unknown modules or a wrong number of players."""
    unknown = set(modules) - set(MODULES)
    if unknown:
        raise ValueError(f"unknown modules: {', '.join(sorted(unknown))}")
    if str(players) not in _SETUP["players"]:
        raise ValueError("the game is for 2, 3, 4 or 5 players")
    required = {"quick_actions"} if _quick_setup(players).get("required") else set()
    return [module for module in MODULES if module in required | set(modules)]


def _quick_setup(players: int) -> Mapping[str, Any]:
    setup: Mapping[str, Any] = _SETUP["players"][str(players)].get("quick_actions", {})
    return setup


def lay_out(setup: Setup, rules: Rules = LATEST) -> State:
    """Lay out the table of a deal, before tiles are chosen. Raises ValueError for an impossible
    deal."""
    players = setup["players"]
    state = State(players, rules)
    state.modules = tuple(checked_modules(players, setup["modules"]))
    state.first_seat = state.turn_seat = setup["first_seat"]
    row = tuple([BUILDINGS[tile] for tile in setup["age1"]])
    state.building_row = [*row[:BUILDING_ROW]]
    state.age1 = row[BUILDING_ROW:]
    state.age2 = tuple([BUILDINGS[tile] for tile in setup["age2"]])
    state.monument_row = [MONUMENTS[tile] for tile in setup["monuments"]]
    for group, number in enumerate(JUNGLE_GROUPS):  # one field a player
        state.jungle_corn[group] = players
        state.jungle_wood[group] = players if _SETUP["jungle_groups"][str(number)]["wood"] else 0
    if "prophecies" in state.modules:
        state.prophecies = tuple(PROPHECIES[tile] for tile in setup["prophecies"])
    dummies: int = _SETUP["players"][str(players)]["dummy_workers"]
    if "quick_actions" in state.modules:
        quick = _quick_setup(players)
        on_spaces: int = quick["on_quick_action_spaces"]
        dummies = quick["dummy_workers_total"] - on_spaces  # these use up no tile
        state.quick_spaces = ["dummy"] * on_spaces + [None] * (QUICK_SPACES - on_spaces)
        ids = (*setup["quick_age1"], *setup["quick_age2"])
        state.quick_tiles = tuple([QUICK_TILES[tile] for tile in ids])
    wealth = [WEALTH[tile] for tile in setup["wealth"]]
    dealt, undealt = wealth[: WEALTH_DEALT * players], wealth[WEALTH_DEALT * players :]
    left = _place_dummies(state, undealt, dummies)
    state.agenda.append((_reveal, None, tuple(dealt), left))
    state.ask(
        [
            _ask_keep(
                seat, dealt[WEALTH_DEALT * seat : WEALTH_DEALT * (seat + 1)], _tribes(setup, seat)
            )
            for seat in range(players)
        ]
    )
    return state


def _tribes(setup: Setup, seat: int) -> list[Tribe]:
    """List the two tribes dealt to the seat; none if tribes are not played."""
    if "tribes" not in setup["modules"]:
        return []
    first = TRIBES_DEALT * seat
    return [TRIBES[tribe] for tribe in setup["tribes"][first : first + TRIBES_DEALT]]


def _place_dummies(state: State, tiles: Sequence[WealthTile], left: int) -> int:
    """Put up to `left` dummies on the spaces that the tiles name (R-010 to R-014); return how many
    are still to be placed when the tiles run out."""
    for tile in tiles:
        if not left:
            break
        if tile.gear is None or tile.space is None:  # no space, but one dummy more
            left += tile.raw["dummy_effect"]["extra_dummy_workers"]
            continue
        gear = GEARS.index(tile.gear)
        first = gear != CHICHEN_ITZA and not state.taken[gear]
        left -= _put_dummy(state, gear, tile.space)
        if first and left:  # the opposite one only if one is left
            left -= _put_dummy(state, gear, (tile.space + OPPOSITE) % TEETH[gear])
    return left


def _put_dummy(state: State, gear: int, space: int) -> int:
    """Put a dummy on the space, unless it is occupied (R-014); return 1 or 0, how many were put."""
    if state.taken[gear] >> space & 1:
        return 0
    state.dummies[gear] |= 1 << space
    state.taken[gear] |= 1 << space
    return 1


def _ask_keep(
    seat: int, dealt: Sequence[WealthTile], tribes: Sequence[Tribe]
) -> tuple[Step, list[str]]:
    tiles = sorted(tile.id for tile in dealt)
    if not tribes:  # already sorted
        kinds = combinations(tiles, NO_TRIBE.wealth_kept)
        return (KEEP, seat), [f"keep {' '.join(kept)}" for kept in kinds]
    options = [
        f"keep {tribe.id} {' '.join(kept)}"
        for tribe in tribes
        for kept in combinations(tiles, tribe.powers.wealth_kept)
    ]
    return (KEEP, seat), sorted(options)


def _keep_options(state: State, step: Step) -> list[str]:
    raise AssertionError("the choices of wealth tiles are dealt, not worked out")


def _keep(state: State, step: Step, action: str) -> None:
    _, *words = action.split()
    tribe = TRIBES[words.pop(0)] if words[0] in TRIBES else None
    state.kept[step[1]] = (tribe, tuple(WEALTH[tile] for tile in words))


def _why_not_keep(state: State, step: Step, action: str) -> IllegalAction | None:
    if "tribes" in state.modules:
        return IllegalAction(
            "keep-tribe-and-tiles",
            "Keep one of your two tribes, and two different wealth tiles (three if you keep "
            "Ixtab) from the four you were dealt.",
        )
    return IllegalAction(
        "keep-two-tiles", "Keep two different wealth tiles from the four you were dealt."
    )


KEEP = Question("keep", _keep_options, _keep, _why_not_keep, always_asked=True)
"""(KEEP, seat): which tribe and wealth tiles to keep; all seats are asked at once, in secret
(R-002, R-134)."""


def _reveal(state: State, step: Step) -> None:
    """(_reveal, None, dealt, dummies): once all seats have chosen, show their tiles, and place the
    `dummies` still missing by the tiles given back (R-015). Then the effects of the tiles follow,
    seat by seat in turn order (R-003)."""
    _, _, dealt, dummies = step
    state.phase = "play"
    state.stage += 1
    state.agenda.append((begin_round, None))
    for seat in reversed(state.turn_order()):
        seat.tribe, seat.wealth = state.kept[seat.index]
        seat.powers = seat.tribe.powers if seat.tribe else NO_TRIBE
        if seat.powers.step_down_at_start:
            state.agenda.append((ANGER, seat.index))
        state.agenda.append((_take_wealth, seat.index))
    state.kept = {}
    kept = {tile for seat in state.seats for tile in seat.wealth}
    before = state.dummies.copy()
    _place_dummies(state, [tile for tile in dealt if tile not in kept], dummies)
    if state.listener:
        _tell_tiles_kept(state, before, state.listener)


def _tell_tiles_kept(state: State, dummies: Sequence[int], listener: Listener) -> None:
    """Tell the listener what each seat has kept, and where dummies were placed since; `dummies`
    were there before, as bits by gear."""
    for seat in state.turn_order():
        tribe = seat.tribe.id if seat.tribe else None
        wealth = tuple(tile.id for tile in seat.wealth)
        listener(TilesKept(seat.index, tribe, wealth, seat.powers.start_workers))
    spaces = tuple(
        (name, space)
        for gear, name in enumerate(GEARS)
        for space in range(TEETH[gear])
        if (state.dummies[gear] & ~dummies[gear]) >> space & 1
    )
    if spaces:
        listener(DummiesPlaced(spaces))


def _take_wealth(state: State, step: Step) -> None:
    """(_take_wealth, seat): give the seat its workers (R-147), then the effects of its wealth
    tiles."""
    seat = state.seats[step[1]]
    seat.workers = seat.available = seat.powers.start_workers
    for tile in reversed(seat.wealth):
        resolve(state, seat.index, tile)
