"""The market: corn and resources against each other (rulebook p9, R-076)."""

from bot.engine.board import CORN_VALUE, GOLD, RESOURCES
from bot.engine.happenings import GoodsChanged
from bot.engine.refusal import Goods, IllegalAction
from bot.engine.state import Question, Seat, State, Step, effect

SELL_ACTIONS = tuple(f"sell {resource}" for resource in RESOURCES)
BUY_ACTIONS = tuple(f"buy {resource}" for resource in RESOURCES)
DONE = "done"


def can_trade(seat: Seat, corn: int) -> bool:
    """Whether the seat can make any trade with this much corn."""
    return corn >= min(CORN_VALUE) or any(seat.blocks)


def buying_price(state: State, kind: int) -> int:
    """Calculate the corn for one wood, stone or gold; a prophecy may raise gold's (R-156)."""
    return CORN_VALUE[kind] + (state.calamity.gold_corn if kind == GOLD else 0)


def sell(state: State, seat: Seat, kind: int) -> None:
    """Take one block and give its value in corn."""
    seat.blocks[kind] -= 1
    seat.corn += CORN_VALUE[kind]
    if state.listener:
        sold = {"corn": CORN_VALUE[kind], RESOURCES[kind]: -1}
        state.listener(GoodsChanged(seat.index, "market", **sold))


def _options(state: State, step: Step) -> list[str]:
    _, index, bought = step
    seat = state.seats[index]
    options = [DONE]
    for kind in range(3):
        if buying_price(state, kind) <= seat.corn:
            options.append(BUY_ACTIONS[kind])
        if not bought and seat.blocks[kind]:  # sells come before buys (contract, rule 6)
            options.append(SELL_ACTIONS[kind])
    return options


def _trade(state: State, step: Step, action: str) -> None:
    if action == DONE:
        return
    _, index, bought = step
    seat = state.seats[index]
    if action in SELL_ACTIONS:
        sell(state, seat, SELL_ACTIONS.index(action))
    else:
        kind = BUY_ACTIONS.index(action)
        price = buying_price(state, kind)
        seat.corn -= price
        seat.blocks[kind] += 1
        if state.listener:
            bought_one = {"corn": -price, RESOURCES[kind]: 1}
            state.listener(GoodsChanged(index, "market", **bought_one))
        bought = True
    state.agenda.append((TRADE, index, bought))


def _why_not(state: State, step: Step, action: str) -> IllegalAction | None:
    _, index, bought = step
    if action in SELL_ACTIONS:
        if bought:
            return IllegalAction(
                "sell-before-buying",
                "In one visit to the market you sell first and then buy; you have already bought.",
            )
        return _nothing_to_sell(action)
    if action in BUY_ACTIONS:
        kind = BUY_ACTIONS.index(action)
        # Translators: "{goods}" is "1 wood", "1 stone" or "1 gold"; "{price}" is a price such as "3
        # corn"; "{held}" a number of the same
        return IllegalAction(
            "corn-missing-to-buy",
            "{goods} costs {price}, and you have {held}.",
            goods=Goods({RESOURCES[kind]: 1}),
            price=Goods(corn=buying_price(state, kind)),
            held=state.seats[index].corn,
        )
    return None


TRADE = Question("trade", _options, _trade, _why_not)
"""(TRADE, seat, bought): which trade to make next; `done` ends them."""


@effect("market")
def _market_effect(state: State, step: Step) -> None:
    state.agenda.append((TRADE, step[1], False))


# Selling a resource at any moment of the own turn, once (Xaman Ek, R-146).


def sales(state: State, seat: Seat) -> list[str]:
    """List the sales that a tribe allows the seat now."""
    if not seat.powers.may_sell or state.sold:
        return []
    return [SELL_ACTIONS[kind] for kind in range(3) if seat.blocks[kind]]


def sell_once(state: State, seat: int, action: str) -> None:
    """Take one block and give its value in corn; the seat may not sell again in this turn."""
    state.sold = True
    sell(state, state.seats[seat], SELL_ACTIONS.index(action))


def why_not_sell(state: State, seat: Seat, action: str) -> IllegalAction | None:
    """Say why the seat cannot sell in the middle of its turn."""
    if action not in SELL_ACTIONS:
        return None
    if not seat.powers.may_sell:
        return IllegalAction("market-only", "You can only sell at the market; use Uxmal 2.")
    if state.placed_out_of_pity:
        return IllegalAction(
            "placed-out-of-pity", "Placing a worker with your last corn ends the turn; confirm it."
        )
    if state.sold:
        return IllegalAction(
            "sold-already", "You can sell one resource a turn, and you already have."
        )
    return _nothing_to_sell(action)


def _nothing_to_sell(action: str) -> IllegalAction:
    # Translators: "{resource}" is "wood", "stone" or "gold"
    return IllegalAction(
        "nothing-to-sell",
        "You cannot sell {resource}, since you have none.",
        resource=action.removeprefix("sell "),
    )
