"""Quick actions: three spaces whose action is done in the same turn (R-174 to R-180)."""

from collections.abc import Callable
from dataclasses import replace

from bot.engine.building import BUILD, QUICK_BUILD, can_build_any
from bot.engine.components import COMPONENTS, Effect, QuickTile
from bot.engine.goods import gain
from bot.engine.happenings import QuickActionDone
from bot.engine.market import TRADE, can_trade
from bot.engine.payment import pay_corn
from bot.engine.state import Seat, State, Step
from bot.engine.technology import ask_step, can_advance_any
from bot.engine.temples import DECLINE

_RULES = COMPONENTS["quick_actions"]
QUICK_SPACES: int = _RULES["placement"]["spaces"]
QUICK_SPACE_CORN: int = _RULES["placement"]["space_cost"]

Possible = Callable[[State, Seat, Effect, int], bool]
"""possible(state, seat, effect, corn): whether this corn pays for it and it changes anything."""
Perform = Callable[[State, int, QuickTile], None]
_KINDS: dict[str, tuple[Possible, Perform]] = {}


def free_quick_space(state: State) -> int | None:
    """Find the first free quick-action space; None if all are taken."""
    return state.quick_spaces.index(None) if None in state.quick_spaces else None


def quick_space_usable(state: State, seat: Seat, corn: int) -> bool:
    """Whether a worker may be placed for the action under the arrow, if the seat then has this much
    corn (R-175)."""
    if state.rules.quick_action_optional:
        return state.quick_tile is not None
    return _possible(state, seat, corn)


def _possible(state: State, seat: Seat, corn: int) -> bool:
    """Whether the action under the arrow could be done with this much corn."""
    tile = state.quick_tile
    if tile is None or corn < tile.corn:
        return False
    effect = tile.effects[0]
    return _KINDS[effect.kind][0](state, seat, effect, corn - tile.corn)


def do_quick_action(state: State, step: Step) -> None:
    """(do_quick_action, seat): carry out the quick action; it is lost if it cannot be done."""
    seat = state.seats[step[1]]
    tile = state.quick_tile
    possible = _possible(state, seat, seat.corn)
    if state.listener:
        state.listener(QuickActionDone(seat.index, tile.id if tile else None, possible))
    if tile is not None and possible:
        _KINDS[tile.effects[0].kind][1](state, step[1], tile)


def _gain_possible(state: State, seat: Seat, effect: Effect, corn: int) -> bool:
    gives_untaxed = set(effect.raw) != {"gold"}
    return gives_untaxed or corn >= state.calamity.gold_corn


def _gain(state: State, seat: int, tile: QuickTile) -> None:
    goods = tile.effects[0].raw
    corn, wood, stone, gold = (goods.get(what, 0) for what in ("corn", "wood", "stone", "gold"))
    gain(state, seat, corn, wood, stone, gold, "quick_action")


def _step_possible(state: State, seat: Seat, effect: Effect, corn: int) -> bool:
    return can_advance_any(state, seat, corn)


def _step(state: State, seat: int, tile: QuickTile) -> None:
    leave = DECLINE if state.rules.quick_action_optional else None
    state.agenda.append(ask_step(seat, leave=leave))


def _market_possible(state: State, seat: Seat, effect: Effect, corn: int) -> bool:
    return can_trade(seat, corn)


def _market(state: State, seat: int, tile: QuickTile) -> None:
    state.agenda.append((TRADE, seat, False))


def _build_possible(state: State, seat: Seat, effect: Effect, corn: int) -> bool:
    return can_build_any(state, seat, QUICK_BUILD, corn)


def _build(state: State, seat: int, tile: QuickTile) -> None:
    if state.rules.quick_action_optional:
        site = replace(QUICK_BUILD, corn=tile.corn, leave=DECLINE)
        state.agenda.append((BUILD, seat, site))
    else:
        pay_corn(state, seat, tile.corn, "quick_action")
        state.agenda.append((BUILD, seat, QUICK_BUILD))


_KINDS |= {
    "gain": (_gain_possible, _gain),
    "technology": (_step_possible, _step),  # paid for as usual
    "market": (_market_possible, _market),
    "build": (_build_possible, _build),
}
