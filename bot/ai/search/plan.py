"""A plan for a seat: the best whole turn, or the best answer to a single question."""

from collections.abc import Sequence
from dataclasses import replace

from bot.ai.playing_on import end, next_turn
from bot.ai.search.limits import Budget, Level
from bot.ai.search.turns import Turn, whole_turns
from bot.ai.value.judge import Judge
from bot.ai.value.net import Net
from bot.engine.state import State


class Planner:
    """Looks ahead for one seat with one net."""

    def __init__(self, net: Net, level: Level) -> None:
        self.net = net
        self.level = level

    def turns(self, state: State, seat: int, budget: Budget) -> list[Turn]:
        """The turns a seat may take, with what they are worth a few own turns later; the best
        first."""
        return self._turns(state, seat, budget, self.level.depth)

    def _turns(self, state: State, seat: int, budget: Budget, depth: int) -> list[Turn]:
        turns = whole_turns(Judge(self.net, state, seat), state, self.level, budget)
        if depth <= 1 or len(turns) < 2:
            return turns
        further = self.further(turns[: self.level.width], seat, budget, depth)
        return further + turns[len(further) :]

    def further(self, turns: Sequence[Turn], seat: int, budget: Budget, depth: int) -> list[Turn]:
        """These turns with what they are worth `depth` own turns later, as far as the budget
        allows; the best first. Each has an equal part of the budget."""
        further = []
        for number, turn in enumerate(turns):
            if budget.over:
                break
            further.append(self._later(turn, seat, budget.part(len(turns) - number), depth))
        further.sort(key=lambda turn: turn.value, reverse=True)
        return further

    def _later(self, turn: Turn, seat: int, budget: Budget, depth: int) -> Turn:
        """A turn with what it is worth, seen from the seat's next one."""
        state = turn.state.copy()
        end(state)
        if not next_turn(state, seat):
            return turn._replace(value=state.seats[seat].points4 / 4, depth=depth)
        following = self._turns(state, seat, budget, depth - 1)
        if not following:
            return turn._replace(depth=depth)
        best = following[0]
        return turn._replace(value=best.value, depth=depth, following=best)

    def waiting(self, state: State, seat: int, budget: Budget) -> float:
        """What a position is worth in which the seat waits for its next turn. Uses up `state`."""
        if not next_turn(state, seat):
            return state.seats[seat].points4 / 4
        level = replace(self.level, depth=1)
        judge = Judge(self.net, state, seat)
        turns = whole_turns(judge, state, level, budget)
        if turns:
            return turns[0].value
        return judge.values([judge.features(state)], [judge.certain(state)])[0]
