"""Palenque: fishing, and corn and wood from the jungle (rulebook p8)."""

from bot.engine.actions import gear_actions
from bot.engine.board import AGRICULTURE, EXTRACTION, PALENQUE
from bot.engine.components import COMPONENTS
from bot.engine.goods import gain
from bot.engine.happenings import JungleHarvested
from bot.engine.refusal import IllegalAction, Space
from bot.engine.state import Question, Seat, State, Step
from bot.engine.technology import works
from bot.engine.temples import ANGER, can_anger

_SPACES = COMPONENTS["gears"][PALENQUE]["spaces"]
FISHING_CORN: int = _SPACES[1]["gain"]["corn"]
HARVEST_CORN: tuple[int, ...] = tuple(_SPACES[number]["corn"] for number in range(2, 6))
HARVEST_WOOD: tuple[int, ...] = tuple(_SPACES[number]["wood"] or 0 for number in range(2, 6))
"""Wood of a harvest tile of groups 2, 3, 4, 5."""
CORN, WOOD, BURN = "corn", "wood", "burn"


def _possible(state: State, seat: Seat, number: int, corn: int) -> bool:
    if number == 1:
        return True
    group = number - 2
    return (
        state.jungle_corn[group] > state.jungle_wood[group]
        or state.jungle_wood[group] > 0
        or works(state, seat, AGRICULTURE, 2)
    )


def _perform(state: State, seat: int, number: int) -> None:
    if number == 1:
        more = works(state, state.seats[seat], AGRICULTURE, 2)
        gain(state, seat, FISHING_CORN + more, 0, 0, 0, "action")
    else:
        state.agenda.append((HARVEST, seat, number - 2))


def _options(state: State, step: Step) -> list[str]:
    _, index, group = step
    seat = state.seats[index]
    wood = state.jungle_wood[group]
    options = []
    if state.jungle_corn[group] > wood or works(state, seat, AGRICULTURE, 2):
        options.append(CORN)
    if wood:
        options.append(WOOD)
        if can_anger(seat):
            options.append(BURN)
    return options


def _harvest(state: State, step: Step, action: str) -> None:
    _, index, group = step
    seat = state.seats[index]
    if action == WOOD:
        state.jungle_wood[group] -= 1
        seat.wood_tiles += 1
        wood = max(0, HARVEST_WOOD[group] - state.calamity.wood_harvest_loss)
        wood += seat.technologies[EXTRACTION] >= 1
        gain(state, index, 0, wood, 0, 0, "action")
        if state.listener:
            state.listener(JungleHarvested(index, group + 2, "wood", burnt=False))
        return
    level = seat.technologies[AGRICULTURE]
    corn = max(0, HARVEST_CORN[group] - state.calamity.corn_harvest_loss)
    gain(state, index, corn + (level >= 1) + 2 * (level >= 3), 0, 0, 0, "action")
    if action == BURN:  # the wood tile leaves the game, the corn tile under it is taken
        state.jungle_wood[group] -= 1
        state.agenda.append((ANGER, index))
    elif state.jungle_corn[group] == state.jungle_wood[group]:
        return  # agriculture 2: corn without a tile, as none is visible
    state.jungle_corn[group] -= 1
    seat.corn_tiles += 1
    if state.listener:
        state.listener(JungleHarvested(index, group + 2, "corn", burnt=action == BURN))


def _why_not(state: State, step: Step, action: str) -> IllegalAction | None:
    group = step[2]
    if action == CORN:
        return IllegalAction(
            "no-corn-tile", "No corn tile is uncovered here; take wood, or burn a wood tile first."
        )
    if action == WOOD:
        return IllegalAction("no-wood-tile", "No wood tile is left here; take corn.")
    if action == BURN and not state.jungle_wood[group]:
        return IllegalAction(
            "no-wood-tile-to-burn", "There is no wood tile left to burn here; take corn."
        )
    if action == BURN:
        return IllegalAction(
            "cannot-anger-by-burning",
            "Burning the forest costs a temple step, and you have none left to lose; take "
            "something else.",
        )
    return None


HARVEST = Question("harvest", _options, _harvest, _why_not)
"""(HARVEST, seat, group 0-3): whether to take the top tile of a group, or to burn it."""


def _why_not_here(state: State, seat: Seat, number: int, corn: int) -> IllegalAction:
    # Translators: "{space}" is a space such as "Tikal 3"
    return IllegalAction(
        "nothing-to-harvest",
        "Nothing is left to harvest on {space}; choose another action or skip.",
        space=Space("palenque", number),
    )


gear_actions(PALENQUE, _possible, _perform, _why_not_here)
