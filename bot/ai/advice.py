"""Advice: the best turns that really differ from each other, and the reasons for each.

Turns between which the computer sees no difference, by the noise measured at its level, share a
place. One that begs stands first only if it is better by more than that, or if begging is needed:
no turn without it is left, or it feeds workers on a food day that ends the round. One that lets
workers go hungry on such a day never stands before one that feeds them, however much better it is.

Like all computers, it sees what lies open and the seat's own options, nothing else.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import ceil
from operator import itemgetter

from bot.ai.measured import noise
from bot.ai.playing_on import shortest
from bot.ai.search.limits import LEVELS, Budget
from bot.ai.search.mistakes import hungry
from bot.ai.search.plan import Planner
from bot.ai.search.players import answers_judged, begun, no_collecting
from bot.ai.search.turns import Turn, whole_turns
from bot.ai.value.judge import Judge, certain_points
from bot.ai.value.net import Net, weights
from bot.engine.board import FOOD_DAY_TEETH, TEMPLES
from bot.engine.components import Building, Monument
from bot.engine.food_day import corn_by_then, feeding, food_needs, is_last_round
from bot.engine.happenings import Happening, TileBuilt
from bot.engine.payment import has_printed
from bot.engine.position import Position, load
from bot.engine.scoring import step_points
from bot.engine.state import Seat, State, answer
from bot.engine.temples import DOWN_ACTIONS
from bot.engine.turn import BEG, END, end_turn
from bot.engine.versions import LATEST, Rules
from bot.model.advice import Advised, Ahead, Food, PickedUp

MOST = 3
"""The most turns or answers advised."""
FAR = 6.0
"""Points behind the best from which a third turn is not advised any more."""
AHEAD = 2
"""The later turns of a plan that are told; turns after these are hardly foreseen."""
TRIFLE = 2
"""The worth in corn by which two turns may differ and still count as alike, such as by the space of
a gear, a payment or a sale. A block counts its buying price, a point four corn."""
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

    A seat in its turn (`kind` is "turn") gets whole turns, or the rest of the turn where some of it
    is `prepared`; otherwise answers of `legal`. All of them are looked at equally far. When
    the `budget` is used up, as in `plan_turn`, the best found so far are taken.
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
    """Look ahead from the turns a computer would compare and a few different ones, with a larger
    budget for these; the best first."""
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
    """Put the best turn without begging before a best turn that begs without need and is not better
    by more than `alike_within` points. `turns` are sorted, the best first."""
    first = turns[0]
    other = next((turn for turn in turns if not _begs(turn)), None)
    if other is None or first.value - other.value > alike_within or _feeds(first, other, seat):
        return list(turns)
    return [other, *(turn for turn in turns if turn is not other)]


def feeding_first(turns: Sequence[Turn], seat: int) -> list[Turn]:
    """Put the best of the turns that leave the fewest workers hungry first, where the round ends
    with a food day. `turns` are sorted, the best first."""
    best = min(turns, key=lambda turn: hungry(turn.state, seat))
    return [best, *(turn for turn in turns if turn is not best)]


def _begs(turn: Turn) -> bool:
    return BEG in turn.path


def _feeds(turn: Turn, other: Turn, seat: int) -> bool:
    """Whether the round ends with a food day on which fewer workers are hungry after `turn`."""
    return hungry(turn.state, seat) < hungry(other.state, seat)


def _placed(found: Sequence[Advised], alike_within: float) -> tuple[Advised, ...]:
    """Keep the first, the second, and a third that is not far behind; each with its place and its
    distance."""
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
    """Choose up to `most` turns of which no two are alike, in the order given. If all are alike, as
    when only the choice of a temple is left, turns that differ by temple are different."""
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
    """Whether two turns differ by trifles only: they place and pick up as many workers on the same
    gears, and end with the same tiles, levels, workers, skulls and number of temple steps (with
    `same_temples` the same steps), and with goods and points of about the same worth."""
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
    """Count the points at the end of the age of the step lost by begging."""
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
    """Play the later turns of the plan, and tell what each does, up to the first that builds a tile
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
    """Play a turn and tell what it does. Uses up `state`."""
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
