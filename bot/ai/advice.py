"""Advice: the best turns that really differ from each other, and the reasons for each.

Like all computers, it sees what lies open and the seat's own options, nothing else.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import ceil
from operator import itemgetter

from bot.ai.playing_on import shortest
from bot.ai.search.limits import LEVELS, Budget
from bot.ai.search.plan import Planner
from bot.ai.search.players import answers_judged, begun, no_collecting
from bot.ai.search.turns import Turn, whole_turns
from bot.ai.value.judge import Judge, certain_points
from bot.ai.value.net import Net, weights
from bot.engine.board import FOOD_DAY_TEETH, TEMPLES
from bot.engine.components import Building, Monument
from bot.engine.food_day import food_needs
from bot.engine.happenings import Happening
from bot.engine.payment import has_printed
from bot.engine.position import Position, load
from bot.engine.state import Seat, State, answer
from bot.engine.turn import END, end_turn
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
    with no_collecting():
        if kind == "turn":
            state = begun(position, prepared, rules)
            before = load(position, rules=rules)
            return _turns(planner, before, state, seat, budget)
        values = answers_judged(planner, position, seat, kind, legal, budget, rules)
    found = sorted(zip(values, legal, strict=False), key=itemgetter(0), reverse=True)
    return _with_distances([Advised((action,), value) for value, action in found])


def _turns(
    planner: Planner, before: State, state: State, seat: int, budget: Budget
) -> tuple[Advised, ...]:
    level = planner.level
    turns = whole_turns(Judge(planner.net, state, seat), state, level, budget)
    if not turns:
        return (Advised(shortest(state), certain_points(before, seat)),)
    if level.depth > 1:
        turns = _further(planner, turns, seat, budget)
    best = different(turns, seat, MOST)
    return _with_distances([_advised(turn, before, seat) for turn in best])


def _further(planner: Planner, turns: list[Turn], seat: int, budget: Budget) -> list[Turn]:
    """Look ahead from the turns a computer would compare and a few different ones, with a larger
    budget for these; the best first."""
    likely = turns[: planner.level.width]
    others = [turn for turn in different(turns, seat, len(likely) + MOST) if turn not in likely]
    looked = likely + others[: MOST - 1]
    budget.left = ceil(budget.left * len(looked) / len(likely))
    return planner.further(looked, seat, budget, planner.level.depth)


def _value(turn: Turn) -> float:
    return turn.value


def _with_distances(found: Sequence[Advised]) -> tuple[Advised, ...]:
    """Keep the best, the second, and a third that is not far behind; each with its distance."""
    best = found[0].value
    behind = [replace(one, behind=best - one.value) for one in found[:MOST]]
    return tuple(one for n, one in enumerate(behind) if n < MOST - 1 or one.behind <= FAR)


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
        ahead=tuple(islice(_ahead(turn), AHEAD)),
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
    return Food(rounds, _missing(after, seat), _missing(before, seat))


def _missing(state: State, seat: int) -> int:
    owner = state.seats[seat]
    return max(0, sum(food_needs(state, owner)) - owner.corn)


def _ahead(turn: Turn) -> Iterator[Ahead]:
    """Play the later turns of the plan, and tell what each does."""
    while turn.following is not None:
        turn = turn.following
        if turn.start is None:
            return
        yield _played(turn.start.copy(), turn.path)


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
