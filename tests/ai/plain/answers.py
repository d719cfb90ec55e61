"""What an answer is worth, judged by its action string alone.

It does not need to know the decision, so it serves the small decisions within an action, and those
that may be added to the game later.
"""

from collections.abc import Callable, Sequence

from bot.engine.board import CORN_VALUE, RESOURCES, TECHNOLOGIES, TEMPLES, TOP_LEVEL
from bot.engine.components import BUILDINGS
from bot.engine.technology import price_of_step
from tests.ai.plain.hands import hand_worth
from tests.ai.plain.outcomes import pay
from tests.ai.plain.prices import block_prices
from tests.ai.plain.progress import climb_worth, descent_loss, level_worth, steps_worth
from tests.ai.plain.tiles import building_worth
from tests.ai.plain.view import ONE_BLOCK, Hand, View

NOT_UNDERSTOOD = -0.1
"""Points for an unknown answer: below those of doing nothing."""


def answer_worth(view: View, answer: str) -> float:
    """Points for an answer; doing nothing is worth 0."""
    words = answer.split()
    judge = _VERBS.get(words[0]) if words else None
    if judge is None:
        return NOT_UNDERSTOOD
    try:
        return judge(view, words[1:])
    except (LookupError, ValueError):  # a known verb with an unknown object
        return NOT_UNDERSTOOD


def change(view: View, after: Hand) -> float:
    """Points for holding another hand than now."""
    return hand_worth(view, after) - hand_worth(view, view.hand)


def _nothing(view: View, rest: Sequence[str]) -> float:
    return 0.0


def _up(view: View, rest: Sequence[str]) -> float:
    return climb_worth(view, TEMPLES.index(rest[0]), 1)


def _down(view: View, rest: Sequence[str]) -> float:
    return -descent_loss(view, TEMPLES.index(rest[0]))


def _gain(view: View, rest: Sequence[str]) -> float:
    return change(view, view.hand.plus(0, ONE_BLOCK[RESOURCES.index(rest[0])]))


def _pay(view: View, rest: Sequence[str]) -> float:
    wood, stone, gold = (int(number) for number in rest)
    return change(view, view.hand.minus(0, (wood, stone, gold)))


def _take(view: View, rest: Sequence[str]) -> float:
    gold = int(rest[0])
    return change(view, view.hand.plus(-gold, (0, 0, gold)))


def _waive(view: View, rest: Sequence[str]) -> float:
    return block_prices(view)[RESOURCES.index(rest[0])]


def _offer(view: View, rest: Sequence[str]) -> float:
    block = ONE_BLOCK[RESOURCES.index(rest[0])]
    return steps_worth(view, 1) + change(view, view.hand.minus(0, block))


def _advance(view: View, rest: Sequence[str]) -> float:
    track = TECHNOLOGIES.index(rest[0])
    level = view.me.technologies[track]
    tax = view.state.calamity.technology_blocks
    worth, price = level_worth(view, track, level), price_of_step(view.state, view.me, level, False)
    # Nobody says whether the step is free; if it cannot be paid, it is.
    for blocks in (price, tax):
        paid = pay(view, view.hand, blocks)
        if paid:
            return worth + change(view, paid)
    # The tax comes off the bonus of extraction, perhaps after the price.
    paid = pay(view, view.hand, price - tax) or view.hand
    return worth - tax * max(block_prices(view)) + change(view, paid)


def _bonus(view: View, rest: Sequence[str]) -> float:
    return level_worth(view, TECHNOLOGIES.index(rest[0]), TOP_LEVEL)


def _lower(view: View, rest: Sequence[str]) -> float:
    track = TECHNOLOGIES.index(rest[0])
    return -level_worth(view, track, max(0, view.me.technologies[track] - 1))


def _sell(view: View, rest: Sequence[str]) -> float:
    kind = RESOURCES.index(rest[0])
    return change(view, view.hand.minus(-CORN_VALUE[kind], ONE_BLOCK[kind]))


def _buy(view: View, rest: Sequence[str]) -> float:
    kind = RESOURCES.index(rest[0])
    return change(view, view.hand.plus(-CORN_VALUE[kind], ONE_BLOCK[kind]))


def _renovate(view: View, rest: Sequence[str]) -> float:
    return -building_worth(view, BUILDINGS[rest[0]])


_VERBS: dict[str, Callable[[View, Sequence[str]], float]] = {
    **dict.fromkeys(("skip", "stop", "done", "decline", "end", "pass", "keep-all"), _nothing),
    "up": _up,
    "down": _down,
    "gain": _gain,
    "pay": _pay,
    "take": _take,
    "waive": _waive,
    "offer": _offer,
    "advance": _advance,
    "bonus": _bonus,
    "lower": _lower,
    "sell": _sell,
    "buy": _buy,
    "renovate": _renovate,
}
