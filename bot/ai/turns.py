"""Finding all whole turns: placing in a fixed order of gears, picking up worker by worker, and for
each worker all ways to answer the questions of its action, depth-first.

The order in which workers are placed changes neither price nor outcome, so only one order is tried.
After each worker picked up only the best positions are kept. Positions that the judge cannot tell
apart count as one.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from bot.ai.limits import Budget, Level
from bot.ai.value import Judge
from bot.engine.market import BUY_ACTIONS, PAY, SELL_ACTIONS
from bot.engine.placing import PLACEMENTS, SKIPPED_ON
from bot.engine.state import Question, State, Step, answer
from bot.engine.turn import BEG, END, PASS, PLACE, TURN, end_turn

Path = tuple[str, ...]
"""The answers given in a turn so far."""
Way = tuple[State, Path]
BETWEEN_WORKERS = ("turn", "place", "pick")
"""The kinds of questions between one worker's action and the next."""
MOST_TRADES = 3
WAYS_TO_PAY = 4
"""The most mixes of blocks tried for a price in blocks of any kind; the least valuable ones."""
_TRADES = {action: number for number, action in enumerate((*SELL_ACTIONS, *BUY_ACTIONS))}


def go_on(state: State, path: Path, most: int, found: list[Way], budget: Budget) -> int:
    """Add to `found` up to `most` positions after the present worker's action, one for each way to
    answer the open questions; return how many were added. Uses up `state`.

    If there are more ways, each answer gets an equal share. When the budget is used up, no further
    ones are looked for.
    """
    step = state.asked
    if step is None or step[0].kind in BETWEEN_WORKERS:
        found.append((state, path))
        return 1
    options = _worth_trying(step, state.options, path)
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
    """Offer `MOST_TRADES` trades at most, and only in one order, so that no mix is tried twice."""
    made = 0
    while made < len(path) and path[-1 - made] in _TRADES:
        made += 1
    if made >= MOST_TRADES:
        return [options[-1]] if options[-1] not in _TRADES else ["done"]
    last = _TRADES[path[-1]] if made else 0
    return [action for action in options if _TRADES.get(action, last) >= last]


BATCH = 64
"""How many positions are valued at once; the clock is read in between."""
_LATER = len(SKIPPED_ON)
"""In the order of gears the starting-player space and the quick actions come last."""
_ORDER = {
    **{action: _LATER if gear is None else gear for action, (gear, _) in PLACEMENTS.items()},
    **SKIPPED_ON,
}


class Turn(NamedTuple):
    """A whole turn: its answers, the position before anything that follows it, and its value in
    points."""

    path: Path
    state: State
    """It shares the other seats with other turns, so copy it before playing on."""
    value: float
    depth: int = 1
    """On how many own turns the value rests, this one included. Do not compare values of different
    depths."""
    following: "Turn | None" = None
    """The seat's next turn in the plan on which the value rests; None if it rests on this turn
    alone."""
    start: State | None = None
    """For a turn that follows another: the position at its start."""


class _Turns:
    """The turns found so far."""

    def __init__(self, judge: Judge, level: Level, budget: Budget) -> None:
        self.judge = judge
        self.level = level
        self.budget = budget
        self.seen: set[tuple[bytes, float, bool, bool]] = set()
        self.found: list[Turn] = []

    def judged(self, ways: Iterable[Way], budget: Budget) -> list[Turn]:
        """Value those positions that were not seen before, as far as the budget allows."""
        waiting = iter(ways)
        judged: list[Turn] = []
        while batch := list(islice(waiting, min(BATCH, max(1, budget.left)))):
            judged += self._batch(batch, budget)
            if budget.over:
                break
        return judged

    def _batch(self, ways: list[Way], budget: Budget) -> list[Turn]:
        judge = self.judge
        new, features, certain = [], [], []
        for state, path in ways:
            seen, sure = judge.features(state), judge.certain(state)
            key = (seen, sure, state.sold, bool(state.asked))
            if key not in self.seen:
                self.seen.add(key)
                new.append((state, path))
                features.append(seen)
                certain.append(sure)
        budget.spend(len(new))
        values = judge.values(features, certain)
        return [Turn(path, state, value) for (state, path), value in zip(new, values, strict=True)]

    def best_of(self, turns: list[Turn]) -> list[Turn]:
        """Keep only the best turns, to go on from them."""
        return sorted(turns, key=_value, reverse=True)[: self.level.beam]

    def enumerate(self, state: State) -> None:
        """Find all turns, from the question that begins a turn or goes on with it."""
        ways: list[Way] = []
        go_on(state.copy_for(self.judge.seat), (), self.level.leaves, ways, self.budget)
        begun = [way for way in ways if not _asks(way[0], TURN)]
        if begun:
            self._end(self.judged(begun, self.budget))
        starts = [start for way in ways for start in self._starts(*way)]
        placed = (way for start in starts for way in self._placed(*start))
        turns = self.judged(placed, self.budget.part(3 / 2))
        self._end(turns)
        self._pick([turn for turn in self.best_of(turns) if _picks(turn.state)], once=True)
        self._pick([Turn(path, start, 0.0) for start, path in starts])

    def _starts(self, state: State, path: Path) -> list[Way]:
        """List what can come before the first worker: nothing, begging, or a sale that a tribe
        allows."""
        starts: list[Way] = [(state, path)]
        for action in state.options:
            if action == BEG or action.startswith("sell "):
                following = _after(state, action, self.judge.seat)
                go_on(following, (*path, action), self.level.leaves, starts, self.budget)
            elif action == PASS:
                passed = (_after(state, action, self.judge.seat), (*path, action))
                self.found += self.judged([passed], self.budget)
        return starts

    def _placed(self, state: State, path: Path) -> Iterator[Way]:
        """Yields all ways to place at least one worker."""
        waiting: list[tuple[State, Path, int, str | None]] = [(state, path, 0, None)]
        while waiting:
            state, path, reached, skipped = waiting.pop()
            for action in state.options:
                gear = _ORDER.get(action)
                if gear is None or gear < reached:
                    continue
                if skipped and (action == skipped or gear != _ORDER[skipped]):
                    continue  # after a skipped space a worker must be placed on the next one
                following = _after(state, action, self.judge.seat)
                if action in SKIPPED_ON:
                    waiting.append((following, (*path, action), gear, action))
                else:
                    yield following, (*path, action)
                    waiting.append((following, (*path, action), gear, None))

    def _pick(self, turns: list[Turn], *, once: bool = False) -> None:
        """Pick up one more worker after these turns, and again until none is left; with `once` only
        one."""
        while turns:
            picked = self.judged(self._picked(turns), self.budget)
            self._end(picked)
            turns = [] if once or self.budget.over else self.best_of(picked)

    def _picked(self, turns: list[Turn]) -> Iterator[Way]:
        for turn in turns:
            for action in _picks(turn.state):
                following = _after(turn.state, action, self.judge.seat)
                ways: list[Way] = []
                go_on(following, (*turn.path, action), self.level.leaves, ways, self.budget)
                yield from ways

    def _end(self, turns: list[Turn]) -> None:
        """End these turns. One that has placed a worker on a quick-action space is ended in every
        way in which the quick action can be carried out."""
        seat = self.judge.seat
        ended: list[Way] = []
        for turn in turns:
            if not turn.state.asked:
                self.found.append(turn)
            elif seat in turn.state.quick_spaces and _asks(turn.state, PLACE):
                if self.budget.over:
                    continue
                state = _after(turn.state, END, seat)
                go_on(state, (*turn.path, END), self.level.leaves, ended, self.budget)
            else:
                self.found.append(turn._replace(path=(*turn.path, END)))
        if ended:
            self.found += self.judged(ended, self.budget)


def whole_turns(judge: Judge, state: State, level: Level, budget: Budget) -> list[Turn]:
    """Find the ways in which a seat can take its turn, or the rest of it; the best first. If the
    budget or the time runs out, only those found until then."""
    turns = _Turns(judge, level, budget)
    turns.enumerate(state)
    return sorted(turns.found, key=_value, reverse=True)


def _value(turn: Turn) -> float:
    return turn.value


def _asks(state: State, question: Question) -> bool:
    return state.asked is not None and state.asked[0] is question


def _picks(state: State) -> list[str]:
    return [action for action in state.options if action.startswith("pick ")]


def _after(state: State, action: str, seat: int) -> State:
    """The state after this action; it is a copy for playing on as this seat until its turn ends."""
    following = state.copy_for(seat)
    answer(following, action, end_turn)
    return following
