"""How corn, resources, skulls, points and workers come to a seat."""

from bot.engine.components import GOLD, MAX_WORKERS, RESOURCES
from bot.engine.happenings import GoodsChanged, GoodsSource, PointsChanged, WorkerGained
from bot.engine.state import Goods, IllegalAction, Question, Seat, State, Step, effect
from bot.engine.temples import DECLINE, can_anger, down_options, go_down, why_not_down

GAIN_ACTIONS = tuple(f"gain {resource}" for resource in RESOURCES)


def gain(
    state: State, seat: int, corn: int, wood: int, stone: int, gold: int, source: GoodsSource
) -> None:
    """Give the seat corn and resources from the supply, which never runs out (R-028). Under Gold
    Shortage the seat is asked next how much of the gold it pays for; it may pay with the corn of
    this gain (R-151, R-156)."""
    owner = state.seats[seat]
    owner.corn += corn
    blocks = owner.blocks
    blocks[0] += wood
    blocks[1] += stone
    if gold and state.calamity.gold_corn:
        state.agenda.append((GOLD_TAX, seat, gold, source))
        gold = 0
    else:
        blocks[2] += gold
    if state.listener and (corn or wood or stone or gold):
        state.listener(GoodsChanged(seat, source, corn, wood, stone, gold))


def gain_skulls(state: State, seat: int, count: int, source: GoodsSource) -> None:
    """Give the seat skulls, as many as the supply still has (R-054, R-058). Under Desecration it is
    asked for each skull instead, as that costs a temple step (R-157)."""
    if state.calamity.skull_step_down:
        state.agenda.extend([(SKULL_TAX, seat, source)] * count)
        return
    taken = min(count, state.bank_skulls)
    state.bank_skulls -= taken
    state.seats[seat].skulls += taken
    if state.listener and taken:
        state.listener(GoodsChanged(seat, source, skulls=taken))


def can_gain_skull(state: State, seat: Seat) -> bool:
    """Whether a skull is left and the seat can pay what a prophecy asks for it."""
    return state.bank_skulls > 0 and (not state.calamity.skull_step_down or can_anger(seat))


def gain_worker(state: State, seat: int) -> None:
    """Give the seat one more worker in hand; nothing if it has six already (R-077, R-121)."""
    owner = state.seats[seat]
    if owner.workers < MAX_WORKERS:
        owner.workers += 1
        owner.available += 1
        if state.listener:
            state.listener(WorkerGained(seat))


def _gain_options(state: State, step: Step) -> list[str]:
    if state.seats[step[1]].corn < state.calamity.gold_corn:
        return list(GAIN_ACTIONS[:GOLD])
    return list(GAIN_ACTIONS)


def _gain(state: State, step: Step, action: str) -> None:
    seat, kind = state.seats[step[1]], GAIN_ACTIONS.index(action)
    seat.blocks[kind] += 1
    if state.listener:
        state.listener(GoodsChanged(seat.index, step[2], **{RESOURCES[kind]: 1}))
    if kind == GOLD and state.calamity.gold_corn:
        seat.corn -= state.calamity.gold_corn
        if state.listener:
            state.listener(GoodsChanged(seat.index, "tax", corn=-state.calamity.gold_corn))


def _why_not_gain(state: State, step: Step, action: str) -> IllegalAction | None:
    if action != GAIN_ACTIONS[GOLD]:
        return None
    # Translators: "{price}" is a price such as "3 corn"; "{held}" a number of the same
    return IllegalAction(
        "gold-corn-missing",
        "Gold costs {price} now, but you have {held}; choose wood or stone.",
        price=Goods(corn=state.calamity.gold_corn),
        held=state.seats[step[1]].corn,
    )


GAIN = Question("gain", _gain_options, _gain, _why_not_gain)
"""(GAIN, seat, source): which resource to take."""


def _gold_tax_options(state: State, step: Step) -> list[str]:
    _, seat, gold, _ = step
    payable = state.seats[seat].corn // state.calamity.gold_corn
    return [f"take {taken}" for taken in range(min(gold, payable) + 1)]


def _pay_gold_tax(state: State, step: Step, action: str) -> None:
    seat, taken = state.seats[step[1]], int(action.removeprefix("take "))
    price = taken * state.calamity.gold_corn
    seat.corn -= price
    seat.blocks[GOLD] += taken
    if state.listener and taken:
        state.listener(GoodsChanged(seat.index, step[3], gold=taken))
        state.listener(GoodsChanged(seat.index, "tax", corn=-price))


def _why_not_gold_tax(state: State, step: Step, action: str) -> IllegalAction | None:
    if not action.startswith("take "):
        return None
    # Translators: "{price}" is a price such as "3 corn"; "{held}" a number of the same; "{gold}" a
    # number
    return IllegalAction(
        "gold-tax-missing",
        "Each gold costs {price} now, but you have {held}; take less than {gold} gold.",
        price=Goods(corn=state.calamity.gold_corn),
        gold=step[2],
        held=state.seats[step[1]].corn,
    )


GOLD_TAX = Question("tax", _gold_tax_options, _pay_gold_tax, _why_not_gold_tax)
"""(GOLD_TAX, seat, gold, source): how much of this gold to take; each costs corn (R-150, R-156)."""


def _skull_tax_options(state: State, step: Step) -> list[str]:
    if not can_gain_skull(state, state.seats[step[1]]):
        return []
    return [*down_options(state, step), DECLINE]


def _pay_skull_tax(state: State, step: Step, action: str) -> None:
    if action == DECLINE:
        return
    seat = state.seats[step[1]]
    go_down(state, step, action)
    seat.skulls += 1
    state.bank_skulls -= 1
    if state.listener:
        state.listener(GoodsChanged(seat.index, step[2], skulls=1))


SKULL_TAX = Question("tax", _skull_tax_options, _pay_skull_tax, why_not_down)
"""(SKULL_TAX, seat, source): on which temple to go down for a skull, or to leave it (R-150,
R-157)."""


@effect("gain")
def _gain_effect(state: State, step: Step) -> None:
    goods = step[2].raw
    gain(
        state,
        step[1],
        goods.get("corn", 0),
        goods.get("wood", 0),
        goods.get("stone", 0),
        goods.get("gold", 0),
        "tile",
    )


@effect("gain_skulls")
def _skulls_effect(state: State, step: Step) -> None:
    gain_skulls(state, step[1], step[2].raw["skulls"], "tile")


@effect("points")
def _points_effect(state: State, step: Step) -> None:
    points4 = 4 * step[2].raw["amount"]
    state.seats[step[1]].points4 += points4
    if state.listener:
        state.listener(PointsChanged(step[1], points4, "buildings"))


@effect("worker")
def _worker_effect(state: State, step: Step) -> None:
    gain_worker(state, step[1])
