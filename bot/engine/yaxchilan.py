"""Yaxchilan: wood, stone, gold and skulls (rulebook p8)."""

from bot.engine.actions import gear_actions
from bot.engine.board import EXTRACTION, THEOLOGY, YAXCHILAN
from bot.engine.components import COMPONENTS
from bot.engine.goods import can_gain_skull, gain, gain_skulls
from bot.engine.refusal import IllegalAction
from bot.engine.state import Seat, State
from bot.engine.technology import works

_GAINS = [space.get("gain", {}) for space in COMPONENTS["gears"][YAXCHILAN]["spaces"]]
SPACE_GAINS: tuple[tuple[int, int, int, int], ...] = tuple(
    (goods.get("corn", 0), goods.get("wood", 0), goods.get("stone", 0), goods.get("gold", 0))
    for goods in _GAINS
)
"""Corn, wood, stone and gold of each space's action."""
SKULL_SPACE = 4


def _possible(state: State, seat: Seat, number: int, corn: int) -> bool:
    return number != SKULL_SPACE or can_gain_skull(state, seat)


def _perform(state: State, seat: int, number: int) -> None:
    owner = state.seats[seat]
    if number == SKULL_SPACE:
        gain_skulls(state, seat, 1 + works(state, owner, THEOLOGY, 3), "action")
        return
    corn, wood, stone, gold = SPACE_GAINS[number]
    wood += wood > 0 and works(state, owner, EXTRACTION, 1)  # one more of each kind
    stone += stone > 0 and works(state, owner, EXTRACTION, 2)
    gold += gold > 0 and works(state, owner, EXTRACTION, 3)
    gain(state, seat, corn, wood, stone, gold, "action")


def _why_not(state: State, seat: Seat, number: int, corn: int) -> IllegalAction:
    if state.bank_skulls:
        return IllegalAction(
            "cannot-anger-for-skull",
            "A skull costs a temple step now, and you have none left to lose; choose another "
            "action or skip.",
        )
    return IllegalAction(
        "no-skull-left", "No skull is left in the supply; choose another action or skip."
    )


gear_actions(YAXCHILAN, _possible, _perform, _why_not)
