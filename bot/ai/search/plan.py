"""A plan for a seat: the best whole turn, or the best answer to a single question."""

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
        further = []
        for number, turn in enumerate(turns[: self.level.width]):
            if budget.over:
                break
            share = budget.part(self.level.width - number)
            value = self._later(turn, seat, share, depth - 1)
            further.append(turn._replace(value=value, depth=depth))
        further.sort(key=lambda turn: turn.value, reverse=True)
        return further + turns[len(further) :]

    def _later(self, turn: Turn, seat: int, budget: Budget, depth: int) -> float:
        """What a turn is worth, seen from the seat's next one."""
        state = turn.state.copy()
        end(state)
        if not next_turn(state, seat):
            return state.seats[seat].points4 / 4
        following = self._turns(state, seat, budget, depth)
        return following[0].value if following else turn.value

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
