"""Puzzles: positions from games of computers in which one turn is clearly the best.

The strongest level judges, which looks at the others' replies, and judges the turn once more as a
review would. Both see only what lies open, so the order of the stacks decides nothing.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from random import Random

from bot.ai.measured import noise
from bot.ai.review import CLOSER, Moment, sure
from bot.ai.worker import Ask, Question
from bot.engine import Game
from bot.engine import happenings as happened
from bot.engine.board import MODULES
from bot.engine.position import Position
from bot.engine.turn import END
from bot.model.advice import Advised, Level, PickedUp
from bot.model.puzzles import Theme

PLAYED: Level = "medium"
"""The level of the games: turns that are not all the best lead to various positions."""
SEATS = (2, 3, 3, 4, 4)
MODULES_PLAYED = ((), (), (), ("tribes",), MODULES)
"""The numbers of seats and the modules from which a game takes one at random."""
FIRST_ROUND, LAST_ROUND = 3, 26
APART = 4
"""The least rounds between two puzzles from one game."""
CLEAR = 3.0
"""The least points by which the best turn of a puzzle is ahead; people see smaller differences as
a matter of taste."""
SHARE = 0.4
"""The share of turns that are looked at."""
_ALIKE = (happened.WorkerPickedUp, happened.SpaceSkipped)


async def puzzles_of_a_game(
    ask: Ask, seed: str
) -> AsyncIterator[tuple[Position, int, Theme, tuple[Advised, ...]]]:
    """Play a game of computers and yield its puzzles: the position, the version of the rules, the
    theme and the best turns. The same seed gives the same puzzles."""
    chance = Random(seed)
    game = Game.new(chance.choice(SEATS), modules=chance.choice(MODULES_PLAYED), seed=seed)
    rules, next_round = game.rules_version, FIRST_ROUND
    while game.pending:
        seat, kind = game.pending[0]
        position = game.snapshot()
        if position.round > LAST_ROUND:
            return
        if kind == "turn" and position.round >= next_round and chance.random() < SHARE:
            ways = await clearly_best(ask, position, rules)
            if ways:
                next_round = position.round + APART
                yield position, rules, theme_of(position, rules, ways), ways
        legal = () if kind == "turn" else tuple(game.legal(seat))
        told = await ask(Question(position, seat, kind, legal, (), PLAYED, None, rules))
        if not told.actions:
            return
        for action in told.actions:
            game.play(seat, action)


async def best_ways(ask: Ask, position: Position, rules: int) -> tuple[Advised, ...]:
    """Find the best turns of the seat at its turn, as they are kept with a puzzle; none if the
    computer failed."""
    asked = Question(position, position.turn_seat, "turn", (), (), CLOSER, None, rules, advice=True)
    return tuple(map(_kept, (await ask(asked)).advised))


async def clearly_best(ask: Ask, position: Position, rules: int) -> tuple[Advised, ...]:
    """Find the best turns of a position in which the first is clearly better than any other, and by
    more than the computer can err; none for any other position."""
    ways = await best_ways(ask, position, rules)
    gap = max(CLEAR, sure(position.round))
    if len(ways) < 2 or min(one.behind for one in ways[1:]) < gap:
        return ()
    seen = await ask(Moment(position, rules, position.turn_seat, ways[0].actions, closer=True))
    again = seen.compared is not None and seen.compared.lost <= -gap / 2
    return ways if again else ()


async def points_lost(ask: Ask, position: Position, rules: int, played: Sequence[str]) -> float:
    """Judge a whole turn: the points lost against the best other one, 0 where the computer sees no
    difference. Raises RuntimeError if it could not judge."""
    told = await ask(Moment(position, rules, position.turn_seat, tuple(played), closer=True))
    if told.compared is None:
        raise RuntimeError(f"no judgement: {told.error}")
    lost = told.compared.lost
    return round(lost, 1) if lost >= noise(CLOSER, position.round) else 0.0


def theme_of(position: Position, rules: int, ways: Sequence[Advised]) -> Theme:
    """Say what the best turn of a position is about."""
    seat, best = position.turn_seat, ways[0]
    fed = [one.food.lost for one in ways if one.food and not one.food.rounds]
    if len(fed) > 1 and fed[0] < max(fed[1:]):
        return "food"
    done: list[happened.Happening] = []
    game = Game.from_position({"rules": rules, **position.dump()})
    for action in best.actions:
        if action == END:
            break
        game.play(seat, action, done.append)
    if any(isinstance(one, happened.WorkerPlaced) and one.place == "start" for one in done):
        return "calendar"
    kinds: dict[type, Theme] = {
        happened.SkullPlaced: "skulls", happened.TileBuilt: "building",
        happened.TechnologyMoved: "technology", happened.TempleMoved: "temples",
        happened.WorkerPickedUp: "goods",
    }  # fmt: skip
    there = {type(one) for one in done}
    return next((theme for kind, theme in kinds.items() if kind in there), "placing")


def _kept(way: Advised) -> Advised:
    """A way without the happenings that JSON cannot tell apart and no words need."""

    def kept(one: PickedUp) -> PickedUp:
        return replace(one, happened=tuple(h for h in one.happened if type(h) not in _ALIKE))

    ahead = (replace(turn, picked=tuple(map(kept, turn.picked))) for turn in way.ahead)
    return replace(way, ahead=tuple(ahead))
