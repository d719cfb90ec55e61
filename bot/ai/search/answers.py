"""Enumeration, depth-first, of all ways to answer the questions within one action."""

from bot.ai.search.limits import Budget
from bot.engine.market import BUY_ACTIONS, SELL_ACTIONS
from bot.engine.payment import PAY
from bot.engine.state import State, Step, answer
from bot.engine.turn import end_turn

Path = tuple[str, ...]
"""The answers of a turn so far."""
Way = tuple[State, Path]
BETWEEN_WORKERS = ("turn", "place", "pick")
"""The questions between one worker's action and the next."""
MOST_TRADES = 3
WAYS_TO_PAY = 4
"""The most mixes of blocks tried for a payment in any kind, those of least worth first."""
_TRADES = {action: number for number, action in enumerate((*SELL_ACTIONS, *BUY_ACTIONS))}


def go_on(state: State, path: Path, most: int, found: list[Way], budget: Budget) -> int:
    """Add to `found` up to `most` positions after the present worker's action, by all answers to
    the open questions; return how many were added. Uses up `state`.

    Where there are more, each answer gets an equal share. Once time is over no further ones are
    looked for.
    """
    if not state.asked or state.asked[0][0][0].kind in BETWEEN_WORKERS:
        found.append((state, path))
        return 1
    step, options = state.asked[0]
    options = _worth_trying(step, options, path)
    number, left = len(options), most
    for place, action in enumerate(options):
        if left <= 0 or (place and budget.over):
            break
        last = place == number - 1 or left == 1
        following = state if last else state.copy_for(step[1])
        answer(following, action, end_turn)
        share = max(1, left // (number - place))
        left -= go_on(following, (*path, action), share, found, budget)
    return most - left


def _worth_trying(step: Step, options: list[str], path: Path) -> list[str]:
    question = step[0]
    if question.kind == "trade":
        return _trades(options, path)
    if question is PAY and len(options) > WAYS_TO_PAY:
        return options[: -WAYS_TO_PAY - 1 : -1]  # sorted by wood, then stone: gold comes last
    return options


def _trades(options: list[str], path: Path) -> list[str]:
    """Offer a few trades at most; trades of one kind follow each other."""
    made = 0
    while made < len(path) and path[-1 - made] in _TRADES:
        made += 1
    if made >= MOST_TRADES:
        return [options[-1]] if options[-1] not in _TRADES else ["done"]
    last = _TRADES[path[-1]] if made else 0
    return [action for action in options if _TRADES.get(action, last) >= last]
