"""Quick actions: three spaces whose action is done in the same turn (R-174 to R-180)."""

from collections.abc import Callable
from dataclasses import replace

from bot.engine.building import BUILD, QUICK_BUILD, can_build_any
from bot.engine.components import COMPONENTS, Effect, QuickTile
from bot.engine.goods import gain
from bot.engine.happenings import QuickActionDone
from bot.engine.market import TRADE, can_trade
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


def _possible(state: State, seat: Seat, tile: QuickTile) -> bool:
    """Whether the seat can pay for a quick action, and it would change anything."""
    effect, corn = tile.effects[0], seat.corn - tile.corn
    return corn >= 0 and _KINDS[effect.kind][0](state, seat, effect, corn)


def do_quick_action(state: State, step: Step) -> None:
    """(do_quick_action, seat): carry out the quick action; it is lost if it cannot be done."""
    seat = state.seats[step[1]]
    tile = state.quick_tile
    possible = tile is not None and _possible(state, seat, tile)
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
    state.agenda.append(ask_step(seat, leave=DECLINE))


def _market_possible(state: State, seat: Seat, effect: Effect, corn: int) -> bool:
    return can_trade(seat, corn)


def _market(state: State, seat: int, tile: QuickTile) -> None:
    state.agenda.append((TRADE, seat, False))


def _build_possible(state: State, seat: Seat, effect: Effect, corn: int) -> bool:
    return can_build_any(state, seat, QUICK_BUILD, corn)


def _build(state: State, seat: int, tile: QuickTile) -> None:
    state.agenda.append((BUILD, seat, replace(QUICK_BUILD, corn=tile.corn)))


_KINDS |= {
    "gain": (_gain_possible, _gain),
    "technology": (_step_possible, _step),  # paid for as usual
    "market": (_market_possible, _market),
    "build": (_build_possible, _build),
}
