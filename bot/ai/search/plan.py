"""A plan for a seat: the best whole turn, or the best answer to a single question.

Looking ahead follows a number of lines of own turns at once, while the others stand still: from one
own turn to the next the best lines go on, whichever turn they began with, and the best one of each
turn in any case, so that what turns are worth can be compared.
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
"""How many equal shares of the budget one line may use for its next turn: most need less."""


_value = attrgetter("value")


class _Line(NamedTuple):
    """A first turn and some that may follow it."""

    first: int
    """Which of the turns that are looked further at it began with."""
    state: State
    """The position after the last of its turns."""
    value: float
    following: tuple[Turn, ...] = ()
    over: bool = False
    """Whether the game is over and scored then."""


class Planner:
    """Looks ahead for one seat with one net."""

    def __init__(self, net: Net, level: Level) -> None:
        self.net = net
        self.level = level
        self._later = level.later

    def turns(self, state: State, seat: int, budget: Budget) -> list[Turn]:
        """The turns a seat may take, with what they are worth a few own turns later; the best
        first."""
        turns = whole_turns(Judge(self.net, state, seat), state, self.level, budget)
        if self.level.depth <= 1 or len(turns) < 2:
            return turns
        width = self.level.width
        return self.further(turns[:width], seat, budget, self.level.depth) + turns[width:]

    def further(self, turns: Sequence[Turn], seat: int, budget: Budget, depth: int) -> list[Turn]:
        """These turns with what they are worth `depth` own turns later, or as many as the budget
        allows to look at; the best first."""
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
        found = [_told(turn, best[first], reached) for first, turn in enumerate(turns)]
        return sorted(found, key=_value, reverse=True)

    def _longer(
        self, lines: Sequence[_Line], seat: int, budget: Budget, turns_left: int
    ) -> list[_Line] | None:
        """The lines with one own turn more, the best first; None if the budget ends before all of
        them have been gone on with."""
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
        """The best lines, and the best one of each first turn; the best first."""
        kept: list[_Line] = []
        seen: set[int] = set()
        for number, line in enumerate(lines):
            if number < self.level.lines or line.first not in seen:
                kept.append(line)
                seen.add(line.first)
        return kept

    def waiting(self, state: State, seat: int, budget: Budget) -> float:
        """What a position is worth in which the seat waits for its next turn. Uses up `state`."""
        if not next_turn(state, seat):
            return state.seats[seat].points4 / 4
        judge = Judge(self.net, state, seat)
        turns = whole_turns(judge, state, self.level, budget)
        if turns:
            return turns[0].value
        return judge.values([judge.features(state)], [judge.certain(state)])[0]


def _told(turn: Turn, line: _Line, depth: int) -> Turn:
    """The first turn of a line, with those that follow, each worth what the line is."""
    following = None
    for later in reversed(line.following):
        following = later._replace(value=line.value, following=following)
    return turn._replace(value=line.value, depth=depth, following=following)
