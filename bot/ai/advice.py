"""Advice: the best turns that really differ, with the reasons for each. And reviews of finished
games: the points each seat could expect, and what each turn gained or lost.

Turns whose values differ by no more than the noise of the level that judges share a place. A turn
that begs stands first only if it is better by more than that, or if begging is needed: no other
turn is left, or it feeds workers on a food day that ends the round. A turn that lets workers go
hungry on such a day never stands before one that feeds them, however much better it is.

How far computers' values can be trusted, and how far they are from what seats end with, was
measured by `python -m training.noise`; the figures are in data/review.json.

Like all computers, these see what lies open at each moment and the seat's own options, nothing
else. A review has no clock, so the same game always gives the same review.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from math import ceil
from operator import itemgetter
from pathlib import Path

from bot.ai.chance import hungry
from bot.ai.limits import LEVELS, Budget
from bot.ai.plan import Planner
from bot.ai.players import answers_judged, begun, no_collecting
from bot.ai.turns import Turn, whole_turns
from bot.ai.value import Judge, Net, certain_points, is_last_turn, shortest, weights
from bot.engine.calendar import corn_by_then, feeding, food_needs, is_last_round
from bot.engine.components import FOOD_DAY_TEETH, TEMPLES, Building, Monument
from bot.engine.happenings import Happening, TileBuilt
from bot.engine.market import has_printed
from bot.engine.position import Position, load
from bot.engine.scoring import step_points
from bot.engine.state import LATEST, Rules, Seat, State, answer
from bot.engine.temples import DOWN_ACTIONS
from bot.engine.turn import BEG, END, end_turn
from bot.model.computers import ORDINARY, Advised, Ahead, Compared, Food, Level, PickedUp

MEASURED_PATH = Path(__file__).parents[2] / "data" / "review.json"
THIRDS = 3
"""A game is divided into thirds, since values grow surer from one to the next."""
FINEST = 0.5
"""Turns that differ by fewer points than this count as equal, however sure the values are."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How far values can be trusted, in points. In both mappings weaker levels stand first."""

    generation: int
    """The generation of the weights with which this was measured."""
    noise: Mapping[str, Sequence[float]]
    """By the level that judges, for each third of a game: how many points worse than the best it
    finds turns of the level `STEADY`, in the mean of those that it does not find best. Hard is
    missing, as it finds the same turns best."""
    missed: Mapping[str, Sequence[float]]
    """By the level that plays, for each round: by how many points seats ended above what was
    estimated at the beginning of the round; below 0 if they ended below it."""


@cache
def measured() -> Measured:
    """Read the figures from their file."""
    return Measured(**json.loads(MEASURED_PATH.read_text("utf-8")))


def third(round_number: int) -> int:
    """The third of the game, 0 to 2, to which a round belongs."""
    return min(THIRDS - 1, (round_number - 1) * THIRDS // FOOD_DAY_TEETH[-1])


def noise(level: str, round_number: int) -> float:
    """By how many points the values of two turns may differ at this level without meaning
    anything."""
    return max(FINEST, _of(measured().noise, level)[third(round_number)])


def missed(level: str, round_number: int) -> float:
    """The points to add to a seat's estimate if it plays at this level."""
    by_round = _of(measured().missed, level)
    return by_round[min(round_number, len(by_round)) - 1]


def _of(figures: Mapping[str, Sequence[float]], level: str) -> Sequence[float]:
    """The figures of a level; for one that was not measured those of the strongest one."""
    return figures.get(level) or figures[[*figures][-1]]


MOST = 3
"""The most turns or answers that are advised."""
FAR = 6.0
"""A third turn is not advised if it is more than so many points behind the best."""
AHEAD = 2
"""How many later turns of a plan are shown; further ones are hardly foreseen."""
TRIFLE = 2
"""Turns still count as alike if what they end with differs by at most so much corn, for instance by
the space of a gear, a payment or a sale. A block counts as its buying price, a point as four
corn."""
_IN_CORN = (2, 3, 4)
_MOVES = ("place", "pick", "beg", "pass")


def advise(
    position: Position,
    seat: int,
    kind: str,
    legal: Sequence[str],
    level: str,
    budget: Budget | None = None,
    *,
    prepared: Sequence[str] = (),
    net: Net | None = None,
    rules: Rules = LATEST,
) -> tuple[Advised, ...]:
    """Advise up to three ways to go on, the best first.

    A seat in its turn (`kind` is "turn") gets whole turns, or what is left of the turn after the
    `prepared` answers; for other questions it gets answers from `legal`. All of them are looked at
    equally far. When the `budget` is used up, as in `plan_turn`, the best found so far are taken.
    """
    chosen = LEVELS[level]
    planner = Planner(net or weights(), chosen)
    budget = budget or Budget(chosen.evaluations)
    alike_within = noise(level, position.round)
    with no_collecting():
        if kind == "turn":
            state = begun(position, prepared, rules)
            before = load(position, rules=rules)
            return _turns(planner, before, state, seat, alike_within, budget)
        values = answers_judged(planner, position, seat, kind, legal, budget, rules)
    found = sorted(zip(values, legal, strict=False), key=itemgetter(0), reverse=True)
    return _placed([Advised((action,), value) for value, action in found], alike_within)


def _turns(
    planner: Planner,
    before: State,
    state: State,
    seat: int,
    alike_within: float,
    budget: Budget,
) -> tuple[Advised, ...]:
    level = planner.level
    turns = whole_turns(Judge(planner.net, state, seat), state, level, budget)
    if not turns:
        return (Advised(shortest(state), certain_points(before, seat)),)
    if level.depth > 1:
        turns = _further(planner, turns, seat, budget)
    turns = feeding_first(begging_later(turns, seat, alike_within), seat)
    best = different(turns, seat, MOST)
    told = [
        replace(_advised(turn, before, seat), begging=_begging(state, turn.path, seat))
        for turn in best
    ]
    return _placed(told, alike_within)


def _further(planner: Planner, turns: list[Turn], seat: int, budget: Budget) -> list[Turn]:
    """Look further ahead from the turns that a computer would compare and from a few different
    ones, for which the budget grows; the best first."""
    likely = turns[: planner.level.width]
    others = [turn for turn in different(turns, seat, len(likely) + MOST) if turn not in likely]
    looked = likely + others[: MOST - 1]
    if all(map(_begs, looked)):
        looked += [turn for turn in turns if not _begs(turn)][:1]
    most_fed = feeding_first(turns, seat)[0]
    if most_fed not in looked:
        looked.append(most_fed)
    budget.left = ceil(budget.left * len(looked) / len(likely))
    return planner.further(looked, seat, budget, planner.level.depth)


def begging_later(turns: Sequence[Turn], seat: int, alike_within: float) -> list[Turn]:
    """If the best turn begs without need, put the best turn without begging first, unless that is
    worse by more than `alike_within` points. `turns` are sorted, the best first."""
    first = turns[0]
    other = next((turn for turn in turns if not _begs(turn)), None)
    if (
        other is None
        or first.value - other.value > alike_within
        or (hungry(first.state, seat) < hungry(other.state, seat))
    ):
        return list(turns)
    return [other, *(turn for turn in turns if turn is not other)]


def feeding_first(turns: Sequence[Turn], seat: int) -> list[Turn]:
    """If the round ends with a food day, put first the best of those turns that leave the fewest
    workers hungry. `turns` are sorted, the best first."""
    best = min(turns, key=lambda turn: hungry(turn.state, seat))
    return [best, *(turn for turn in turns if turn is not best)]


def _begs(turn: Turn) -> bool:
    return BEG in turn.path


def _placed(found: Sequence[Advised], alike_within: float) -> tuple[Advised, ...]:
    """Keep the first two, and a third that is at most `FAR` behind; give each its place and how
    many points it is behind the first."""
    told: list[Advised] = []
    place, level_with = 1, found[0].value
    for number, one in enumerate(found[:MOST]):
        if abs(level_with - one.value) > alike_within:
            place, level_with = number + 1, one.value
        behind = found[0].value - one.value
        if number < MOST - 1 or behind <= FAR:
            told.append(replace(one, place=place, behind=behind))
    return tuple(told)


def different(turns: Sequence[Turn], seat: int, most: int) -> list[Turn]:
    """Choose up to `most` turns in this order, no two of them alike. If all are alike, as when only
    the choice of a temple is left, turns count as different if their temples differ."""
    for same_temples in (False, True):
        found: list[Turn] = []
        for turn in turns:
            if not any(alike(turn, other, seat, same_temples=same_temples) for other in found):
                found.append(turn)
            if len(found) == most:
                break
        if len(found) > 1:
            break
    return found


def alike(turn: Turn, other: Turn, seat: int, *, same_temples: bool = False) -> bool:
    """Whether two turns differ only by trifles: they place and pick up as many workers on the same
    gears, and end with the same tiles, levels, workers, skulls and number of temple steps (with
    `same_temples` also the same temples), and with goods and points of about the same worth."""
    one, two = turn.state.seats[seat], other.state.seats[seat]
    return (
        _moves(turn.path) == _moves(other.path)
        and _shape(one) == _shape(two)
        and (one.temples == two.temples or not same_temples)
        and abs(_worth(one) - _worth(two)) <= TRIFLE
    )


def _moves(path: Iterable[str]) -> list[list[str]]:
    words = [action.split() for action in path]
    return sorted(one[:2] for one in words if one[0] in _MOVES)


def _shape(owner: Seat) -> tuple[object, ...]:
    return (
        owner.workers,
        owner.skulls,
        sum(owner.temples),
        owner.technologies,
        {tile.id for tile in (*owner.buildings, *owner.monuments)},
    )


def _worth(owner: Seat) -> int:
    blocks = zip(_IN_CORN, owner.blocks, strict=True)
    return owner.corn + owner.points4 + sum(corn * held for corn, held in blocks)


def _advised(turn: Turn, before: State, seat: int) -> Advised:
    after = turn.state
    return Advised(
        turn.path,
        turn.value,
        certain=certain_points(after, seat) - certain_points(before, seat),
        leads=tuple(
            name
            for temple, name in enumerate(TEMPLES)
            if _leads(after, seat, temple) and not _leads(before, seat, temple)
        ),
        payable=_payable(before, after, seat),
        food=_food(before, after, seat),
        ahead=tuple(islice(_ahead(turn, before), AHEAD)),
    )


def _leads(state: State, seat: int, temple: int) -> bool:
    step = state.seats[seat].temples[temple]
    return all(one.temples[temple] < step for one in state.seats if one.index != seat)


def _payable(before: State, after: State, seat: int) -> tuple[str, ...]:
    then, now = before.seats[seat], after.seats[seat]
    offered: list[Monument | Building] = [*after.monument_row, *filter(None, after.building_row)]
    return tuple(tile.id for tile in offered if _can_pay(now, tile) and not _can_pay(then, tile))


def _can_pay(owner: Seat, tile: Monument | Building) -> bool:
    return has_printed(owner, tile.cost) and tile.skulls <= owner.skulls


def _food(before: State, after: State, seat: int) -> Food | None:
    held = after.food_days_held
    if held >= len(FOOD_DAY_TEETH):
        return None
    rounds = max(0, FOOD_DAY_TEETH[held] - after.tooth)
    owner = after.seats[seat]
    left = feeding(after, owner, corn_by_then(after, owner)).hungry
    lost = left * before.seats[seat].powers.unfed_points
    return Food(rounds, _missing(after, seat), _missing(before, seat), lost)


def _missing(state: State, seat: int) -> int:
    owner = state.seats[seat]
    return max(0, sum(food_needs(state, owner)) - corn_by_then(state, owner))


def _begging(begun: State, path: Sequence[str], seat: int) -> int:
    """Count the points that begging costs at the end of the age, by the temple step that is
    lost."""
    if BEG not in path or is_last_round(begun):
        return 0
    state, beg = begun.copy(), path.index(BEG)
    for action in path[:beg]:
        answer(state, action, end_turn)
    steps = step_points(state.seats[seat])
    lost = (action for action in path[beg + 1 :] if action in DOWN_ACTIONS)
    for action in (BEG, *islice(lost, 1)):
        answer(state, action, end_turn)
    return steps - step_points(state.seats[seat])


def _ahead(turn: Turn, before: State) -> Iterator[Ahead]:
    """Play the later turns of the plan and yield what each does, up to the first that builds a tile
    nobody has seen: the planner only imagined it."""
    seen = {tile.id for tile in before.building_row if tile}
    while turn.following is not None:
        turn = turn.following
        if turn.start is None:
            return
        ahead = _played(turn.start.copy(), turn.path)
        built = {
            one.tile
            for worker in ahead.picked
            for one in worker.happened
            if isinstance(one, TileBuilt) and not one.monument
        }
        if not built <= seen:
            return
        yield ahead


def _played(state: State, path: Iterable[str]) -> Ahead:
    """Play a turn and say what it does. Uses up `state`."""
    happened: list[Happening] = []
    state.listener = happened.append
    picked: list[PickedUp] = []
    placed: dict[str, None] = {}
    for action in path:
        if action == END:  # a quick action follows, if anything does
            break
        verb, *place = action.split()
        if verb == "pick":
            picked.append(PickedUp(place[0], int(place[1]), ()))
        elif verb == "place":
            placed[place[0]] = None
        happened.clear()
        answer(state, action, end_turn)
        if picked:
            last = picked.pop()
            picked.append(replace(last, happened=(*last.happened, *happened)))
    return Ahead(tuple(picked), tuple(placed))


FIRST: Level = "medium"
"""The level at which a review looks at every turn."""
CLOSER: Level = "master"
"""The level at which a review looks at a few turns once more."""
SURE = 2.0
"""A difference is shown only if it is more than so many times the noise."""
ESTIMATE = "instant"
"""The level at which a seat's final points are estimated, from its best turn."""
OTHERS = 4
"""With how many other turns the one that was played is compared."""
BROADER = 3
"""How many times as many ways a review keeps on the way to a turn as a computer that plays. Nearly
all better turns that reviews missed were among those a player drops on the way; keeping them costs
little beside looking further."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A question of a review about one moment of a game."""

    position: Position
    rules: int
    """The version of the rules by which the game was played."""
    seat: int = 0
    played: tuple[str, ...] = ()
    """The turn that the seat played; empty to ask for the points that each seat can expect."""
    levels: tuple[Level, ...] = ()
    """For the points that each seat can expect: the level at which it plays."""
    closer: bool = False
    """Whether the turn is looked at once more, at the level `CLOSER`."""
    ways: tuple[tuple[str, ...], ...] = ()
    """The turns it is compared with; empty for those that the computer finds."""


def expected(
    position: Position,
    levels: Sequence[str],
    *,
    net: Net | None = None,
    rules: Rules = LATEST,
) -> list[float]:
    """Estimate each seat's final points at the beginning of a round, given the level at which it
    plays; a seat that has no level counts as an ordinary computer."""
    found = estimated(position, net=net, rules=rules)
    given = [*levels, *[ORDINARY.level] * (len(found) - len(levels))]
    return [
        value + missed(level, position.round) for value, level in zip(found, given, strict=True)
    ]


def estimated(position: Position, *, net: Net | None = None, rules: Rules = LATEST) -> list[float]:
    """Estimate each seat's final points at the beginning of a round, as if it took its best turn
    and no other seat had a turn before."""
    level = LEVELS[ESTIMATE]
    planner = Planner(net or weights(), level)
    found = []
    with no_collecting():
        for seat in range(len(position.players)):
            state = load(position, rules=rules)
            found.append(planner.waiting(state, seat, Budget(level.evaluations)))
    return found


def sure(round_number: int) -> float:
    """A difference of more than so many points is shown after the closer look."""
    return SURE * noise(CLOSER, round_number)


def compared(
    position: Position,
    seat: int,
    played: Sequence[str],
    level: str,
    *,
    ways: Sequence[Sequence[str]] = (),
    net: Net | None = None,
    rules: Rules = LATEST,
) -> Compared:
    """Compare the turn that was played with others of the seat, from the position before it: with
    `ways` if there are any, otherwise with turns that a search finds. All are looked at together
    and equally far. The result says how many points the best other turn is better (below 0: worse);
    0 if there is no different turn."""
    chosen = LEVELS[level]
    planner = Planner(net or weights(), chosen)
    with no_collecting():
        state = begun(position, (), rules)
        judge = Judge(planner.net, state, seat)
        own = _judged(judge, after_turn(state, played, seat), tuple(played))
        seen = _seen(judge, own)
        if ways:
            turns = [_judged(judge, after_turn(state, way, seat), tuple(way)) for way in ways]
            others = [turn for turn in turns if _seen(judge, turn) != seen]
            evaluations = chosen.evaluations  # so that the number of ways changes nothing
        else:
            broad = replace(chosen, beam=BROADER * chosen.beam, leaves=BROADER * chosen.leaves)
            turns = whole_turns(judge, state, broad, Budget(BROADER * chosen.evaluations))
            others = [turn for turn in turns if _seen(judge, turn) != seen]
            others = others[:1] + different(others[1:], seat, OTHERS - 1) if others else []
            evaluations = ceil(chosen.evaluations * (1 + len(others)) / chosen.width)
        looked = [*others, own]
        if chosen.depth > 1 and others and not is_last_turn(state):
            looked = planner.further(looked, seat, Budget(evaluations), chosen.depth)
    own = next(turn for turn in looked if turn.path == own.path)
    rivals = [turn for turn in looked if not alike(turn, own, seat)]
    if not rivals:
        return Compared(0.0)
    other = max(rivals, key=_value)
    return Compared(other.value - own.value, other.path)


def _value(turn: Turn) -> float:
    return turn.value


def after_turn(state: State, played: Sequence[str], seat: int) -> State:
    """The state after the turn `played`, before anything that follows it."""
    state = state.copy_for(seat)
    for action in played:
        if not state.asked:  # the turn is over; later answers are not part of it
            break
        answer(state, action, end_turn)
    return state


def _judged(judge: Judge, state: State, path: tuple[str, ...]) -> Turn:
    [value] = judge.values([judge.features(state)], [judge.certain(state)])
    return Turn(path, state, value)


def _seen(judge: Judge, turn: Turn) -> tuple[bytes, float]:
    return judge.features(turn.state), judge.certain(turn.state)
