"""The questions to a computer: a whole turn, or a single decision.

Both come with the open position, so thinking cannot use anything hidden: the stacks are imagined,
and tiles chosen in secret belong to nobody (R-017). Questions outside of a seat's own turn are
asked again on a state made from what lies open.

Styles are small preferences, so that several computers at a table do not all play alike. A style
chooses among turns that are almost as good as the best; it never takes a clearly worse one.
"""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from bot.ai.chance import draw, imagine, plausible
from bot.ai.limits import LEVELS, Budget
from bot.ai.plan import Planner
from bot.ai.turns import Turn
from bot.ai.value import Net, is_last_turn, shortest, weights
from bot.engine.calendar import ADVANCE_ACTIONS, advance, begin_round, calendar_phase, food_day
from bot.engine.components import RESOURCES, WEALTH
from bot.engine.expansion import NO_TRIBE, TRIBES
from bot.engine.goods import GOLD_TAX, SKULL_TAX
from bot.engine.position import Position, load
from bot.engine.state import LATEST, Rules, Seat, State, Step, answer, resolve, run
from bot.engine.temples import ANGER
from bot.engine.turn import begin_turn, end_turn

_GOLD, _SKULLS = 1 + RESOURCES.index("gold"), 4
"""Where gold and skulls stand in a building's income."""


def answered(state: State, seat: int, kind: str, action: str, legal: list[str]) -> None:
    """Give an answer to a question outside of a turn, on a state just loaded, and go on to the next
    turn. Raises ValueError for any other kind of question."""
    state.agenda.clear()
    if kind == "keep":
        _keep(state, seat, action)
    elif kind == "anger":
        state.agenda += [(begin_round, None), (ANGER, seat)]
        _answer(state, action)
    elif kind == "tax":
        _tax(state, seat, action, legal)
    elif kind == "calendar":
        state.agenda.append((begin_round, None))
        days = 1 + ADVANCE_ACTIONS.index(action)
        state.seats[seat].light_side = days == 1
        advance(state, days, seat)
        run(state, begin_turn)
    else:
        raise ValueError(f"“{kind}” is asked within a turn")


def _answer(state: State, action: str) -> None:
    """Give this answer to the next question on the agenda, if it is asked there."""
    run(state, begin_turn)
    if action in state.options:
        answer(state, action, begin_turn)


def _keep(state: State, index: int, action: str) -> None:
    """Set up the game as if this seat had chosen its tiles and nobody else any."""
    _, *words = action.split()
    seat = state.seats[index]
    seat.tribe = TRIBES[words.pop(0)] if words[0] in TRIBES else None
    seat.powers = seat.tribe.powers if seat.tribe else NO_TRIBE
    seat.wealth = tuple(WEALTH[tile] for tile in words)
    seat.workers = seat.available = seat.powers.start_workers
    state.phase = "play"
    state.agenda.append((begin_round, None))
    if seat.powers.step_down_at_start:
        state.agenda.append((ANGER, index))
    for tile in reversed(seat.wealth):
        resolve(state, index, tile)
    run(state, begin_turn)


def _tax(state: State, index: int, action: str, legal: list[str]) -> None:
    """Answer the tax on gold or skulls of a food day. Income comes before feeding and temple
    rewards after it, and the position does not say which one is meant; for a seat that has such an
    income it is taken to be that."""
    seat = state.seats[index]
    gold = action.startswith("take ")
    question: Step = (SKULL_TAX, index, "temples")
    if gold:
        question = (
            GOLD_TAX,
            index,
            max(int(one.removeprefix("take ")) for one in legal),
            "temples",
        )
    state.agenda += [(begin_round, None), (calendar_phase, None)]
    if _has_income(seat, state.age, _GOLD if gold else _SKULLS):
        state.agenda.append((food_day, None))
    else:
        state.food_days_held += 1
    state.agenda.append(question)
    _answer(state, action)


def _has_income(seat: Seat, age: int, kind: int) -> bool:
    return any(tile.income[age - 1][kind] for tile in seat.buildings)


WITHIN = 2.0
"""A preferred turn may be worse than the best by at most so many points."""


@dataclass(frozen=True, slots=True)
class Liking:
    """How many points a style adds for each thing it likes."""

    corn: float = 0.0
    worker: float = 0.0
    block: float = 0.0
    skull: float = 0.0
    step: float = 0.0
    """For a temple step."""
    tile: float = 0.0
    """For a building or a monument."""
    levels: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """For a level of agriculture, extraction, architecture, theology."""


STYLES = {
    "builder": Liking(block=0.25, tile=1.5, levels=(0.0, 0.5, 1.0, 0.0)),
    "priest": Liking(skull=1.0, step=0.75, levels=(0.0, 0.0, 0.0, 1.0)),
    "farmer": Liking(corn=0.12, worker=1.2, levels=(1.0, 0.0, 0.0, 0.0)),
}
"""Styles by name. One turn of seven to eleven differs from the best because of them."""


def liking(state: State, seat: int, liked: Liking) -> float:
    """The points that a style adds for what the seat has. Only differences between positions mean
    anything."""
    owner = state.seats[seat]
    levels = zip(liked.levels, owner.technologies, strict=True)
    return (
        liked.corn * owner.corn
        + liked.worker * owner.workers
        + liked.block * sum(owner.blocks)
        + liked.skull * owner.skulls
        + liked.step * sum(owner.temples)
        + liked.tile * (len(owner.buildings) + len(owner.monuments))
        + sum(each * level for each, level in levels)
    )


def styled(turns: Sequence[Turn], seat: int, style: str) -> list[Turn]:
    """Sort the turns at most `WITHIN` points worse than the best by what the style likes, which
    changes their values; all others follow. `turns` are sorted, the best first."""
    best = turns[0]
    liked = STYLES[style]
    usual = liking(best.state, seat, liked)
    near, others = [], []
    for turn in turns:
        if turn.depth == best.depth and turn.value >= best.value - WITHIN:
            more = liking(turn.state, seat, liked) - usual
            near.append(turn._replace(value=turn.value + more))
        else:
            others.append(turn)
    near.sort(key=_value, reverse=True)
    return near + others


def preferred(values: Sequence[float], liked: Sequence[float]) -> list[float]:
    """Change the values of the answers at most `WITHIN` points worse than the best: by how much
    more or less the style likes them than the best."""
    best = max(values)
    usual = liked[values.index(best)]
    return [
        value + more - usual if value >= best - WITHIN else value
        for value, more in zip(values, liked, strict=True)
    ]


def _value(turn: Turn) -> float:
    return turn.value


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

    `position` is that at the start of the turn, `prepared` are the answers given since. When the
    `budget` is used up, the best turn found so far is taken. Without a budget it is that of the
    level, without a clock, and the same arguments always give the same turn. `style` is one of
    `STYLES`.
    """
    chosen = LEVELS[level]
    state = begun(position, prepared, rules)
    planner = Planner(net or weights(), chosen)
    with no_collecting():
        turns = planner.turns(state, seat, budget or Budget(chosen.evaluations))
    return _taken(turns, state, seat, chosen.within, style).path if turns else shortest(state)


def begun(position: Position, prepared: Sequence[str], rules: Rules) -> State:
    """Load the position and give the prepared answers, so that the turn can go on."""
    state = imagine(position, rules)
    run(state)
    for action in prepared:
        answer(state, action, end_turn)
    return state


@contextmanager
def no_collecting() -> Iterator[None]:
    """Switch Python's garbage collector off: positions form no cycles, and searching so many of
    them would take a quarter of the time."""
    usual = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if usual:
            gc.enable()


def _taken(turns: list[Turn], state: State, seat: int, within: float, style: str | None) -> Turn:
    """Choose one of the turns found, by the style or as a mistake; `turns` are sorted, the best
    first."""
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
    """Choose one of the `legal` answers to a question outside of the seat's own turn: tiles to
    keep, the gods' anger before the first round, taxes on a food day, the calendar. `budget` is as
    in `plan_turn`.

    Raises ValueError for a question within a turn, for which there is `plan_turn`.
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
    """Value the answers to a question outside of the seat's own turn, in their order, as far as the
    budget allows; the first one in any case."""
    values: list[float] = []
    for number, action in enumerate(legal):
        if budget.over and number:
            break
        state = imagine(position, rules)
        answered(state, seat, kind, action, list(legal))
        values.append(planner.waiting(state, seat, budget.part(len(legal) - number)))
    return values
