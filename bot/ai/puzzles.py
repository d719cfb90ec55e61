"""Puzzles: positions from games of computers in which one turn is clearly the best.

The strongest level judges, which considers the others' turns, and judges the turn once more as a
review would. Both see only what lies open, so the order of the stacks decides nothing.
"""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from hashlib import blake2b
from random import Random

from bot.ai.advice import CLOSER, Moment, after_turn, alike, noise, sure
from bot.ai.players import begun
from bot.ai.turns import Turn
from bot.ai.worker import Ask, Question
from bot.engine import Game
from bot.engine import happenings as happened
from bot.engine.components import MODULES
from bot.engine.position import Position, snapshot
from bot.engine.state import rules_of
from bot.engine.turn import END
from bot.model.computers import (
    FIRST_ROUND,
    LAST_ROUND,
    PUZZLE_THEMES,
    Advised,
    Level,
    PickedUp,
    PuzzleTheme,
    gears_of,
)

PLAYED: Level = "medium"
"""The level of the games: its turns are not all the best, so positions vary."""
SEATS = (2, 3, 3, 4, 4)
MODULES_PLAYED = ((), (), (), ("tribes",), MODULES)
"""A game takes its number of seats and its modules from these at random."""
APART = 4
"""The least number of rounds between two puzzles from one game."""
CLEAR = 3.0
"""By how many points the best turn must be ahead at least; people see smaller differences as a
matter of taste."""
GLANCES: tuple[tuple[Level, float], ...] = (("medium", 1.0), ("hard", 1.5))
"""Levels that look before the strongest does, which takes twenty times as long: it looks only if
they see the best turn ahead by at least so many points."""
MOST_GEARS, MOST_ACTIONS = 3, 14
"""The most gears and answers of a best turn; longer ones are tiring to enter on a phone."""
FOOD_SOON = 1
"""A puzzle can be about food if the next food day is at most so many rounds away (0: in this
round)."""
_ALIKE = (happened.WorkerPickedUp, happened.SpaceSkipped)
Done = Counter[tuple[PuzzleTheme, str]]
"""How often a turn does something; the key is the theme and what exactly is done."""
Wanted = Callable[[PuzzleTheme, Position, Sequence[str]], bool]
"""Whether a puzzle with this theme, position and best turn is wanted."""


async def puzzles_of_a_game(
    ask: Ask, seed: str, wanted: Wanted, looks: Sequence[str] = (CLOSER,)
) -> AsyncIterator[tuple[Position, int, PuzzleTheme, tuple[Advised, ...]]]:
    """Play a game of computers and yield its puzzles: the position, the version of the rules, the
    theme, and the best turns as the last level in `looks` finds them. The same seed gives the same
    puzzles, if the same ones are wanted."""
    chance = Random(seed)
    game = Game.new(chance.choice(SEATS), modules=chance.choice(MODULES_PLAYED), seed=seed)
    rules, next_round = game.rules_version, FIRST_ROUND
    while game.pending:
        seat, kind = game.pending[0]
        position = game.snapshot()
        if position.round > LAST_ROUND:
            return
        if kind == "turn" and position.round >= next_round:
            ways = await clearly_best(ask, position, rules, wanted, looks)
            if ways:
                next_round = position.round + APART
                yield position, rules, theme_of(position, rules, ways), ways
        legal = () if kind == "turn" else tuple(game.legal(seat))
        told = await ask(Question(position, seat, kind, legal, (), PLAYED, None, rules))
        if not told.actions:
            return
        for action in told.actions:
            game.play(seat, action)


async def best_ways(
    ask: Ask, position: Position, rules: int, level: str = CLOSER
) -> tuple[Advised, ...]:
    """Find the best turns of the seat whose turn it is, in the form kept with a puzzle; none if the
    computer failed."""
    asked = Question(position, position.turn_seat, "turn", (), (), level, None, rules, advice=True)
    return tuple(map(_kept, (await ask(asked)).advised))


async def as_a_way(
    ask: Ask, position: Position, rules: int, played: Sequence[str]
) -> Advised | None:
    """Describe a whole turn as the best ones are described; None if the computer failed."""
    seat, prepared = position.turn_seat, tuple(played)
    asked = Question(position, seat, "turn", (), prepared, CLOSER, None, rules, advice=True)
    found = (await ask(asked)).advised
    return replace(_kept(found[0]), actions=prepared) if found else None


def least_ahead(round_number: int) -> float:
    """By how many points the best turn of a puzzle must be ahead at least: more than people call a
    matter of taste, and more than the computer errs by."""
    return max(CLEAR, sure(round_number))


async def clearly_best(
    ask: Ask, position: Position, rules: int, wanted: Wanted, looks: Sequence[str] = (CLOSER,)
) -> tuple[Advised, ...]:
    """Find the best turns of a position. There are none if no puzzle of this theme, position and
    turn is `wanted`, or if the first turn is not clearly better than any other for each level in
    `looks`, for a review and for the judge of attempts."""
    ways: tuple[Advised, ...] = ()
    least = least_ahead(position.round)
    for level, points in (*GLANCES, *((look, least) for look in looks)):
        ways = await best_ways(ask, position, rules, level)
        if len(ways) < 2 or min(one.behind for one in ways[1:]) < points:
            return ()
        best = ways[0].actions
        if len(gears_of(best)) > MOST_GEARS or len(best) > MOST_ACTIONS:
            return ()
        if not wanted(theme_of(position, rules, ways), position, best):
            return ()
    moment = Moment(position, rules, position.turn_seat, ways[0].actions, closer=True)
    others = tuple(one.actions for one in ways[1:])
    for asked, points in ((moment, least / 2), (replace(moment, ways=others), least)):
        seen = await ask(asked)
        if seen.compared is None or seen.compared.lost > -points:
            return ()
    return ways


async def points_lost(
    ask: Ask, position: Position, rules: int, ways: Sequence[Advised], played: Sequence[str]
) -> float:
    """Judge a whole turn: how many points it is worse than the best of a puzzle's turns (`ways`); 0
    if it is better, or if the computer sees no difference. A turn that is like one of these has
    that one's figure; any other is looked at together with them. Raises RuntimeError if the
    computer could not judge."""
    same = way_like(position, rules, ways, played)
    if same is not None:
        return 0.0 if same.place == 1 else max(0.0, round(same.behind, 1))
    turns = tuple(one.actions for one in ways)
    told = await ask(
        Moment(position, rules, position.turn_seat, tuple(played), closer=True, ways=turns)
    )
    if told.compared is None:
        raise RuntimeError(f"no judgement: {told.error}")
    # A way that feeds fewer workers may bring more than the one told first.
    lost = told.compared.lost + min(one.behind for one in ways)
    return round(lost, 1) if lost >= noise(CLOSER, position.round) else 0.0


def way_like(
    position: Position, rules: int, ways: Sequence[Advised], played: Sequence[str]
) -> Advised | None:
    """Find the one of a puzzle's turns that this turn is like, first one with the same temples;
    None if there is none."""
    seat, state = position.turn_seat, begun(position, (), rules_of(rules))
    own = Turn(tuple(played), after_turn(state, played, seat), 0.0)
    turns = [Turn(one.actions, after_turn(state, one.actions, seat), one.value) for one in ways]
    for same_temples in (True, False):
        for way, turn in zip(ways, turns, strict=True):
            if alike(own, turn, seat, same_temples=same_temples):
                return way
    return None


def leads_to(position: Position, rules: int, played: Sequence[str]) -> str:
    """A hash of the position after a whole turn, before what follows it: 32 hexadecimal digits, the
    same for turns that lead to the same position."""
    state = begun(position, (), rules_of(rules))
    after = snapshot(after_turn(state, played, position.turn_seat))
    return blake2b(repr(after).encode(), digest_size=16).hexdigest()


def theme_of(position: Position, rules: int, ways: Sequence[Advised]) -> PuzzleTheme:
    """Say what a puzzle is about: what the best turn does and the second does not; or else what the
    second does in addition and had better not."""
    fed = [one.food.lost for one in ways if one.food and one.food.rounds <= FOOD_SOON]
    if len(fed) > 1 and fed[0] < max(fed[1:]):
        return "food"
    best, second = [*(_done(position, rules, one.actions) for one in ways[:2]), Done()][:2]
    for differing in (best - second, second - best, best):
        there = {theme for theme, _ in differing}
        first = next((theme for theme in PUZZLE_THEMES if theme in there), None)
        if first is not None:
            return first
    return "placing"


def _done(position: Position, rules: int, actions: Sequence[str]) -> Done:
    """Count what a turn does, by theme."""
    told: list[happened.Happening] = []
    game = Game.from_position({"rules": rules, **position.dump()})
    for action in actions:
        if action == END:
            break
        game.play(position.turn_seat, action, told.append)
    done = Done()
    for one in told:
        match one:
            case happened.WorkerPlaced(place="start"):
                done["calendar", ""] += 1
            case happened.WorkerPlaced(place="chichen_itza") | happened.SkullPlaced():
                done["skulls", type(one).__name__] += 1
            case happened.GoodsChanged() if one.skulls > 0:
                done["skulls", type(one).__name__] += one.skulls
            case happened.WorkerPlaced():
                done["placing", one.place] += 1
            case happened.TileBuilt():
                done["building", one.tile] += 1
            case happened.TechnologyMoved():
                done["technology", one.technology] += 1
            case happened.TempleMoved() if one.steps > 0:
                done["temples", one.temple] += one.steps
            case happened.WorkerPickedUp():
                done["goods", one.gear] += 1
    return done


def _kept(way: Advised) -> Advised:
    """The way without those happenings that JSON cannot tell apart, and no sentence needs."""

    def kept(one: PickedUp) -> PickedUp:
        return replace(one, happened=tuple(h for h in one.happened if type(h) not in _ALIKE))

    ahead = (replace(turn, picked=tuple(map(kept, turn.picked))) for turn in way.ahead)
    return replace(way, ahead=tuple(ahead))
