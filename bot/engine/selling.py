"""Selling a resource at any moment of the own turn, once (Xaman Ek, R-146)."""

from bot.engine.market import SELL_ACTIONS, sell
from bot.engine.refusal import IllegalAction
from bot.engine.state import Seat, State


def sales(state: State, seat: Seat) -> list[str]:
    """The sales a tribe allows now."""
    if not seat.powers.may_sell or state.sold:
        return []
    return [SELL_ACTIONS[kind] for kind in range(3) if seat.blocks[kind]]


def sell_once(state: State, seat: int, action: str) -> None:
    """One block for its value in corn, and no other one this turn."""
    state.sold = True
    sell(state.seats[seat], SELL_ACTIONS.index(action))


def why_not_sell(state: State, seat: Seat, action: str) -> IllegalAction | None:
    """Why nothing can be sold in the middle of the turn."""
    if action not in SELL_ACTIONS:
        return None
    if not seat.powers.may_sell:
        return IllegalAction("market-only", "You can sell at a market only; use Uxmal 2.")
    if state.placed_out_of_pity:
        return IllegalAction(
            "placed-out-of-pity", "A worker placed with your last corn ends the turn; confirm it."
        )
    if state.sold:
        return IllegalAction(
            "sold-already", "You can sell one resource a turn, and you have done so."
        )
    return IllegalAction(
        "nothing-to-sell", "You have no {resource} to sell.", resource=action.removeprefix("sell ")
    )
