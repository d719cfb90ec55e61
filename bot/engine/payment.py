"""Paying: corn, tiles' printed prices, and a number of resource blocks of any mix."""

from bot.engine.happenings import GoodsChanged, GoodsSource
from bot.engine.refusal import Goods, IllegalAction
from bot.engine.state import Question, Seat, State, Step

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
    """Take corn from a seat that holds as much."""
    state.seats[seat].corn -= corn
    if state.listener and corn:
        state.listener(GoodsChanged(seat, source, corn=-corn))


def pay_printed(state: State, seat: Seat, cost: tuple[int, int, int], source: GoodsSource) -> None:
    """Take exactly the printed wood, stone and gold (R-118)."""
    blocks = seat.blocks
    blocks[0] -= cost[0]
    blocks[1] -= cost[1]
    blocks[2] -= cost[2]
    if state.listener and any(cost):
        wood, stone, gold = cost
        state.listener(GoodsChanged(seat.index, source, wood=-wood, stone=-stone, gold=-gold))


def has_printed(seat: Seat, cost: tuple[int, int, int]) -> bool:
    """Whether the seat holds the printed wood, stone and gold."""
    wood, stone, gold = seat.blocks
    return wood >= cost[0] and stone >= cost[1] and gold >= cost[2]


def _options(state: State, step: Step) -> list[str]:
    wood, stone, gold = state.seats[step[1]].blocks
    return [
        action
        for action, in_wood, in_stone, in_gold in WAYS_TO_PAY[step[2]]
        if in_wood <= wood and in_stone <= stone and in_gold <= gold
    ]


def _pay(state: State, step: Step, action: str) -> None:
    wood, stone, gold = _PAID[action]
    pay_printed(state, state.seats[step[1]], (wood, stone, gold), step[3])


def _why_not(state: State, step: Step, action: str) -> IllegalAction | None:
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


PAY = Question("pay", _options, _pay, _why_not, sorted=True)
"""(PAY, seat, blocks, source): which resources pay a price in blocks of any kind."""
