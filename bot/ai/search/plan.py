"""A plan for a seat: the best whole turn, or the best answer to a single question.

Looking ahead follows several lines of own turns at once, while the others do nothing. From one own
turn to the next the best lines are kept, and the best line of each first turn in any case, so that
first turns can be compared.
"""

from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from bot.ai.playing_on import end, next_turn
from bot.ai.search.limits import Budget, Level
from bot.ai.search.turns import Turn, whole_turns
from bot.ai.value.judge import Judge
from bot.ai.value.net import Net
from bot.engine.state import State

AT_MOST = 3
"""The shares of the budget one line may use for its next turn; most lines need less than one."""


_value = attrgetter("value")


class _Line(NamedTuple):
    """A first turn, and the own turns that may follow it."""

    first: int
    """The index of its first turn among those looked further at."""
    state: State
    """The position after its last turn."""
    value: float
    following: tuple[Turn, ...] = ()
    over: bool = False
    """Whether the game is over and scored in `state`."""


class Planner:
    """Looks ahead for one seat with one net."""

    def __init__(self, net: Net, level: Level) -> None:
        self.net = net
        self.level = level
        self._later = level.later

    def turns(self, state: State, seat: int, budget: Budget) -> list[Turn]:
        """Find the turns of a seat, valued a few own turns later; the best first."""
        turns = whole_turns(Judge(self.net, state, seat), state, self.level, budget)
        if self.level.depth <= 1 or len(turns) < 2:
            return turns
        width = self.level.width
        return self.further(turns[:width], seat, budget, self.level.depth) + turns[width:]

    def further(self, turns: Sequence[Turn], seat: int, budget: Budget, depth: int) -> list[Turn]:
        """Value the turns `depth` own turns later, or as far as the budget allows; the best
        first."""
        lines = [_Line(first, turn.state, turn.value) for first, turn in enumerate(turns)]
        reached = 1
        while reached < depth:
            longer = self._longer(lines, seat, budget, depth - reached)
            if longer is None:
                break
            lines = self._kept(longer)
            reached += 1
        best: dict[int, _Line] = {}
        for line in lines:  # the best come first
            best.setdefault(line.first, line)
        found = [_valued_as(turn, best[first], reached) for first, turn in enumerate(turns)]
        return sorted(found, key=_value, reverse=True)

    def _longer(
        self, lines: Sequence[_Line], seat: int, budget: Budget, turns_left: int
    ) -> list[_Line] | None:
        """Continue each line by one own turn, the best first; None if the budget ends before that
        is done for all lines."""
        longer: list[_Line] = []
        for number, line in enumerate(lines):
            parts = len(lines) - number + (turns_left - 1) * self.level.lines
            longer += self._next(line, seat, budget.part(max(1.0, parts / AT_MOST)))
            if budget.over and number + 1 < len(lines):
                return None
        longer.sort(key=_value, reverse=True)
        return longer

    def _next(self, line: _Line, seat: int, budget: Budget) -> Iterator[_Line]:
        if line.over:
            yield line
            return
        state = line.state.copy()
        end(state)
        if not next_turn(state, seat):
            yield line._replace(value=state.seats[seat].points4 / 4, over=True)
            return
        turns = whole_turns(Judge(self.net, state, seat), state, self._later, budget)
        for turn in turns[: self.level.children]:
            yield _Line(line.first, turn.state, turn.value, (*line.following, turn))
        if not turns:
            yield line

    def _kept(self, lines: Sequence[_Line]) -> list[_Line]:
        """Keep the best lines, and the best one of each first turn; the best first."""
        kept: list[_Line] = []
        seen: set[int] = set()
        for number, line in enumerate(lines):
            if number < self.level.lines or line.first not in seen:
                kept.append(line)
                seen.add(line.first)
        return kept

    def waiting(self, state: State, seat: int, budget: Budget) -> float:
        """Value a position in which the seat waits for its next turn. Uses up `state`."""
        if not next_turn(state, seat):
            return state.seats[seat].points4 / 4
        judge = Judge(self.net, state, seat)
        turns = whole_turns(judge, state, self.level, budget)
        if turns:
            return turns[0].value
        return judge.values([judge.features(state)], [judge.certain(state)])[0]


def _valued_as(turn: Turn, line: _Line, depth: int) -> Turn:
    """Give the first turn of a line, and those that follow it, the value of the line."""
    following = None
    for later in reversed(line.following):
        following = later._replace(value=line.value, following=following)
    return turn._replace(value=line.value, depth=depth, following=following)
