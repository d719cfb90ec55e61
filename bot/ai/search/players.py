"""The questions put to a computer: a whole turn, or a single decision.

Both come with the open position, so no thought can use anything hidden: the stacks are imagined,
and tiles kept in secret belong to nobody (R-017).
"""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bot.ai.playing_on import is_last_turn, shortest
from bot.ai.search.limits import LEVELS, Budget
from bot.ai.search.mistakes import draw, plausible
from bot.ai.search.off_turn_questions import answered
from bot.ai.search.plan import Planner
from bot.ai.search.turns import Turn
from bot.ai.search.unseen import imagine
from bot.ai.styles import STYLES, liking, preferred, styled
from bot.ai.value.net import Net, weights
from bot.engine.position import Position, load
from bot.engine.state import State, answer, run
from bot.engine.turn import end_turn
from bot.engine.versions import LATEST, Rules


def plan_turn(
    position: Position,
    seat: int,
    level: str,
    budget: Budget | None = None,
    *,
    prepared: Sequence[str] = (),
    style: str | None = None,
    net: Net | None = None,
    rules: Rules = LATEST,
) -> tuple[str, ...]:
    """Find the answers for the rest of the seat's turn, in their order.

    `position` is that of the turn's start, `prepared` the answers given since. When the `budget` is
    used up, the best found so far is taken; without one it is the level's, without a clock, and the
    same arguments give the same turn. `style` is one of `bot.ai.styles.STYLES`.
    """
    chosen = LEVELS[level]
    state = begun(position, prepared, rules)
    planner = Planner(net or weights(), chosen)
    with no_collecting():
        turns = planner.turns(state, seat, budget or Budget(chosen.evaluations))
    return _taken(turns, state, seat, chosen.within, style).path if turns else shortest(state)


def begun(position: Position, prepared: Sequence[str], rules: Rules) -> State:
    """Load the position and give the prepared answers, so that the turn can be played on."""
    state = imagine(position, rules)
    run(state)
    for action in prepared:
        answer(state, action, end_turn)
    return state


@contextmanager
def no_collecting() -> Iterator[None]:
    """Switch Python's search for cycles off: positions are in none, and searching so many of them
    would take a quarter of the time."""
    usual = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if usual:
            gc.enable()


def _taken(turns: list[Turn], state: State, seat: int, within: float, style: str | None) -> Turn:
    """Choose one of the turns found, by style or mistake; `turns` are sorted, the best first."""
    if style and not is_last_turn(state):  # in the last turn only points count
        turns = styled(turns, seat, style)
    if within:
        turns = plausible(turns, seat, within)
        return turns[draw([turn.value for turn in turns], within, state, seat)]
    return turns[0]


def decide(
    position: Position,
    seat: int,
    kind: str,
    legal: Sequence[str],
    level: str,
    budget: Budget | None = None,
    *,
    style: str | None = None,
    net: Net | None = None,
    rules: Rules = LATEST,
) -> str:
    """The answer, one of `legal`, to a question outside the seat's own turn: tiles to keep, the
    gods' anger before the first round, taxes on a food day, the calendar. `budget` is as in
    `plan_turn`.

    Raises ValueError for a question within a turn, where `plan_turn` goes on.
    """
    chosen = LEVELS[level]
    planner = Planner(net or weights(), chosen)
    budget = budget or Budget(chosen.evaluations)
    liked: list[float] = []
    with no_collecting():
        values = answers_judged(planner, position, seat, kind, legal, budget, rules)
        if style:
            for action in legal[: len(values)]:
                state = load(position, rules=rules)
                answered(state, seat, kind, action, list(legal))
                liked.append(liking(state, seat, STYLES[style]))
            values = preferred(values, liked)
    if chosen.within:
        return legal[draw(values, chosen.within, load(position, rules=rules), seat)]
    return legal[values.index(max(values))]


def answers_judged(
    planner: Planner,
    position: Position,
    seat: int,
    kind: str,
    legal: Sequence[str],
    budget: Budget,
    rules: Rules,
) -> list[float]:
    """Value the answers to a question outside the seat's own turn, as far as the budget allows, and
    the first one in any case."""
    values: list[float] = []
    for number, action in enumerate(legal):
        if budget.over and number:
            break
        state = imagine(position, rules)
        answered(state, seat, kind, action, list(legal))
        values.append(planner.waiting(state, seat, budget.part(len(legal) - number)))
    return values
