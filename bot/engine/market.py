"""Paying and trading: corn, the printed prices of tiles, prices in blocks of any mix, and the
market, where resources are sold and bought for corn (rulebook p9, R-076)."""

from bot.engine.components import CORN_VALUE, GOLD, RESOURCES
from bot.engine.happenings import GoodsChanged, GoodsSource
from bot.engine.state import Goods, IllegalAction, Question, Seat, State, Step, effect

_MOST_BLOCKS = 4  # technology level 3 under Teacher Shortage

WAYS_TO_PAY: tuple[tuple[tuple[str, int, int, int], ...], ...] = tuple(
    tuple(
        (f"pay {wood} {stone} {total - wood - stone}", wood, stone, total - wood - stone)
        for wood in range(total + 1)
        for stone in range(total - wood + 1)
    )
    for total in range(_MOST_BLOCKS + 1)
)
_PAID = {way[0]: way[1:] for ways in WAYS_TO_PAY for way in ways}


def pay_corn(state: State, seat: int, corn: int, source: GoodsSource) -> None:
    """Take corn from a seat, which must hold that much."""
    state.seats[seat].corn -= corn
    if state.listener and corn:
        state.listener(GoodsChanged(seat, source, corn=-corn))


def pay_printed(state: State, seat: Seat, cost: tuple[int, int, int], source: GoodsSource) -> None:
    """Take exactly this wood, stone and gold from the seat, which must hold it (R-118)."""
    blocks = seat.blocks
    blocks[0] -= cost[0]
    blocks[1] -= cost[1]
    blocks[2] -= cost[2]
    if state.listener and any(cost):
        wood, stone, gold = cost
        state.listener(GoodsChanged(seat.index, source, wood=-wood, stone=-stone, gold=-gold))


def has_printed(seat: Seat, cost: tuple[int, int, int]) -> bool:
    """Whether the seat holds this wood, stone and gold."""
    wood, stone, gold = seat.blocks
    return wood >= cost[0] and stone >= cost[1] and gold >= cost[2]


def _pay_options(state: State, step: Step) -> list[str]:
    wood, stone, gold = state.seats[step[1]].blocks
    return [
        action
        for action, in_wood, in_stone, in_gold in WAYS_TO_PAY[step[2]]
        if in_wood <= wood and in_stone <= stone and in_gold <= gold
    ]


def _pay(state: State, step: Step, action: str) -> None:
    wood, stone, gold = _PAID[action]
    pay_printed(state, state.seats[step[1]], (wood, stone, gold), step[3])


def _why_not_pay(state: State, step: Step, action: str) -> IllegalAction | None:
    way = _PAID.get(action)
    if way is None:
        return None
    if sum(way) != step[2]:
        # Translators: "{price}" is a price such as "2 resources"
        return IllegalAction(
            "wrong-amount",
            "The price is {price} in all; pay exactly that.",
            price=Goods(resources=step[2]),
        )
    return IllegalAction(
        "resources-missing", "You do not have those resources; pay with what you have."
    )


PAY = Question("pay", _pay_options, _pay, _why_not_pay, sorted=True)
"""(PAY, seat, blocks, source): with which resources to pay so many blocks of any mix."""


SELL_ACTIONS = tuple(f"sell {resource}" for resource in RESOURCES)
BUY_ACTIONS = tuple(f"buy {resource}" for resource in RESOURCES)
DONE = "done"


def can_trade(seat: Seat, corn: int) -> bool:
    """Whether the seat can sell or buy anything with this much corn."""
    return corn >= min(CORN_VALUE) or any(seat.blocks)


def buying_price(state: State, kind: int) -> int:
    """The corn that one wood, stone or gold costs; a prophecy may raise the price of gold
    (R-156)."""
    return CORN_VALUE[kind] + (state.calamity.gold_corn if kind == GOLD else 0)


def sell(state: State, seat: Seat, kind: int) -> None:
    """Take one block of this kind from the seat and give it the value in corn."""
    seat.blocks[kind] -= 1
    seat.corn += CORN_VALUE[kind]
    if state.listener:
        sold = {"corn": CORN_VALUE[kind], RESOURCES[kind]: -1}
        state.listener(GoodsChanged(seat.index, "market", **sold))


def _trade_options(state: State, step: Step) -> list[str]:
    _, index, bought = step
    seat = state.seats[index]
    options = [DONE]
    for kind in range(3):
        if buying_price(state, kind) <= seat.corn:
            options.append(BUY_ACTIONS[kind])
        if not bought and seat.blocks[kind]:  # after buying nothing can be sold any more
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


def _why_not_trade(state: State, step: Step, action: str) -> IllegalAction | None:
    _, index, bought = step
    if action in SELL_ACTIONS:
        if bought:
            return IllegalAction(
                "sell-before-buying",
                "At the market you sell first and then buy; you have already bought something, "
                "so you can no longer sell.",
            )
        return _nothing_to_sell(action)
    if action in BUY_ACTIONS:
        kind = BUY_ACTIONS.index(action)
        # Translators: "{goods}" is "1 wood", "1 stone" or "1 gold"; "{price}" is a price such as "3
        # corn"; "{held}" a number of the same
        return IllegalAction(
            "corn-missing-to-buy",
            "{goods} costs {price}, but you have {held}.",
            goods=Goods({RESOURCES[kind]: 1}),
            price=Goods(corn=buying_price(state, kind)),
            held=state.seats[index].corn,
        )
    return None


TRADE = Question("trade", _trade_options, _trade, _why_not_trade)
"""(TRADE, seat, bought): which trade to make next, or `done`. Once the seat has `bought`, it can no
longer sell."""


@effect("market")
def _market_effect(state: State, step: Step) -> None:
    state.agenda.append((TRADE, step[1], False))


# Selling a resource at any moment of the own turn, once (Xaman Ek, R-146).


def sales(state: State, seat: Seat) -> list[str]:
    """List the sales that a tribe allows the seat at this moment (R-146)."""
    if not seat.powers.may_sell or state.sold:
        return []
    return [SELL_ACTIONS[kind] for kind in range(3) if seat.blocks[kind]]


def sell_once(state: State, seat: int, action: str) -> None:
    """Carry out such a sale; the seat cannot make another one in this turn."""
    state.sold = True
    sell(state, state.seats[seat], SELL_ACTIONS.index(action))


def why_not_sell(state: State, seat: Seat, action: str) -> IllegalAction | None:
    """Say why the seat cannot sell now, in the middle of its turn; None if the action is no
    sale."""
    if action not in SELL_ACTIONS:
        return None
    if not seat.powers.may_sell:
        return IllegalAction(
            "market-only", "You can sell resources only at the market; use Uxmal 2."
        )
    if state.placed_out_of_pity:
        return IllegalAction(
            "placed-out-of-pity",
            "You placed a worker for less than its price, so you can do nothing more this "
            "turn; confirm the turn.",
        )
    if state.sold:
        return IllegalAction(
            "sold-already", "You can sell only one resource a turn, and you have already sold one."
        )
    return _nothing_to_sell(action)


def _nothing_to_sell(action: str) -> IllegalAction:
    # Translators: "{resource}" is "wood", "stone" or "gold"
    return IllegalAction(
        "nothing-to-sell",
        "You cannot sell {resource}, since you have none.",
        resource=action.removeprefix("sell "),
    )
