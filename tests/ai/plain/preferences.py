"""What a computer prefers: a short function for each kind of decision that needs more than the
worth of its answers (answers.py)."""

from collections.abc import Callable, Sequence

from bot.engine.board import FREE_CHOICE_FROM, GEARS, JUNGLE_GROUPS
from bot.engine.components import BUILDINGS, MONUMENTS, WEALTH
from bot.engine.food_day import food_needs
from bot.engine.temples import DOWN_ACTIONS
from tests.ai.plain.answers import NOT_UNDERSTOOD, answer_worth
from tests.ai.plain.hands import hand_worth
from tests.ai.plain.outcomes import (
    advantage,
    building_outcome,
    harvest_outcome,
    monument_outcome,
    outcome_of,
    total,
    two_buildings_outcome,
)
from tests.ai.plain.plans import (
    Move,
    least_promising,
    loss_by_waiting,
    own_spaces,
    picking,
    placed_this_turn,
    placing,
    standing,
)
from tests.ai.plain.prices import skull_price
from tests.ai.plain.progress import anger_loss
from tests.ai.plain.tiles import wealth_worth
from tests.ai.plain.view import View

Legal = Sequence[str]
_TARGETS = {
    f"do {name} {number}": (gear, number)
    for gear, name in enumerate(GEARS)
    for number in range(1, FREE_CHOICE_FROM[gear])
}
_BUILDINGS = {tile.build: tile for tile in BUILDINGS.values()}
_PLAIN_BUILDINGS = {tile.build_plain: tile for tile in BUILDINGS.values()}
_MONUMENTS = {tile.build: tile for tile in MONUMENTS.values()}
"""What an answer names."""
WORTH_TWO_DAYS = 1.5
"""Points a double advance must bring more to this seat than to the others on average."""
HUNGER = 0.7
"""Points for each corn that would be missing if a food day came a round earlier."""


def choose_in(view: View, kind: str, legal: Legal) -> str:
    """The answer preferred in a decision of this kind: always one of `legal`."""
    prefer = _PREFERENCES.get(kind, _plainly_best)
    preferred = prefer(view, legal)
    return preferred if preferred in legal else _plainly_best(view, legal)


def _plainly_best(view: View, legal: Legal) -> str:
    """The best answer, judged by its action string alone."""
    return _highest(legal, lambda answer: answer_worth(view, answer))


def _highest(legal: Legal, judge: Callable[[str], float]) -> str:
    """The answer with the highest score; the first of several equal ones."""
    return max(legal, key=judge)


def _keep(view: View, legal: Legal) -> str:
    """The wealth tiles worth most; tribes are not compared."""

    def judge(answer: str) -> float:
        return sum(wealth_worth(view, WEALTH[word]) for word in answer.split() if word in WEALTH)

    return _highest(legal, judge)


def _turn(view: View, legal: Legal) -> str:
    """Pick up or place, whichever would lose more by waiting; beg if the corn makes up for the
    temple step."""
    options: list[tuple[float, str]] = []
    picks = [move for move in picking(view) if move.answer in legal]
    if picks:
        options.append((sum(move.gain for move in picks), picks[0].answer))
    places = placing(view, view.me.corn, 0)
    first = _put_down(places[0], legal) if places else None
    if first:
        options.append((loss_by_waiting(places), first))
    if not options:
        options = _last_resorts(view, legal)
    if "beg" in legal:
        now = max((worth for worth, _ in options), default=0.0)
        after = max(now, loss_by_waiting(placing(view, view.me.powers.beg_up_to, 0)))
        begged = hand_worth(view, view.hand._replace(corn=view.me.powers.beg_up_to))
        corn = begged - hand_worth(view, view.hand)
        options.append((after + corn - anger_loss(view), "beg"))
    return max(options)[1] if options else _plainly_best(view, legal)


def _put_down(move: Move, legal: Legal) -> str | None:
    """The answer for a placement, with a discount on its space where one is offered."""
    return next((a for a in (f"{move.answer} discount", move.answer) if a in legal), None)


def _last_resorts(view: View, legal: Legal) -> list[tuple[float, str]]:
    """For a turn in which nothing is worth doing: pass, or pick up the worker that loses least."""
    if "pass" in legal:
        return [(0.0, "pass")]
    move = least_promising(view)
    return [(move.gain, move.answer)] if move and move.answer in legal else []


def _place(view: View, legal: Legal) -> str:
    """One more worker as long as the place is worth its corn."""
    places = placing(view, view.me.corn, placed_this_turn(view))
    answer = _put_down(places[0], legal) if places and places[0].gain > 0 else None
    return answer or "end"


def _pick(view: View, legal: Legal) -> str:
    """Every worker that gains nothing by staying."""
    return next((move.answer for move in picking(view) if move.answer in legal), "end")


def _action(view: View, legal: Legal) -> str:
    """The action worth most, less the corn for stepping back."""
    reachable = [_TARGETS[answer] for answer in legal if answer in _TARGETS]
    highest = max((number for _, number in reachable), default=0)
    lowest = min((number for _, number in reachable), default=0)
    several_gears = len({gear for gear, _ in reachable}) > 1
    # The worker has left the board: that it stood on a space of free choice shows only in
    # what could not have been paid otherwise.
    free = several_gears or highest - lowest > view.hand.corn

    def judge(answer: str) -> float:
        if answer not in _TARGETS:
            return answer_worth(view, answer)
        gear, number = _TARGETS[answer]
        hand = view.hand if free else view.hand.minus(highest - number)
        outcome = outcome_of(view, hand, gear, number)
        return total(view, outcome) - hand_worth(view, view.hand) if outcome else NOT_UNDERSTOOD

    return _highest(legal, judge)


def _harvest(view: View, legal: Legal) -> str:
    """Corn, wood or burning: the best in total over the jungle groups where exactly these
    answers are possible, since the question does not name the group."""
    groups = [
        outcomes
        for group in range(len(JUNGLE_GROUPS))
        if all(outcomes := [harvest_outcome(view, view.hand, group, answer) for answer in legal])
    ]

    def judge(answer: str) -> float:
        which = legal.index(answer)
        return sum(advantage(view, view.hand, outcomes[which]) for outcomes in groups)

    return _highest(legal, judge)


def _build(view: View, legal: Legal) -> str:
    """The tile worth most after its price."""
    payable = {
        tile.build
        for tile in view.state.building_row
        if tile and building_outcome(view, view.hand, tile, architecture=True)
    }
    # Uxmal 4, paid in corn, shows only in offering what the blocks in hand cannot pay.
    in_corn = any(answer in _BUILDINGS and answer not in payable for answer in legal)

    def judge(answer: str) -> float:
        hand = view.hand
        if answer in _BUILDINGS:
            tile = _BUILDINGS[answer]
            made = building_outcome(view, hand, tile, architecture=True, in_corn=in_corn)
        elif answer in _PLAIN_BUILDINGS:
            tile = _PLAIN_BUILDINGS[answer]
            made = two_buildings_outcome(view, hand, tile, architecture_first=False)
        elif answer in _MONUMENTS:
            made = monument_outcome(view, hand, _MONUMENTS[answer])
        else:
            return answer_worth(view, answer)
        return total(view, made) - hand_worth(view, hand) if made else NOT_UNDERSTOOD

    return _highest(legal, judge)


def _calendar(view: View, legal: Legal) -> str:
    """Two days if the second one is worth more to this seat than to the others."""
    gains = [_second_day(view.seen_by(seat.index)) for seat in view.state.seats]
    mine = gains.pop(view.seat)
    return "advance 2" if mine - sum(gains) / len(gains) > WORTH_TWO_DAYS else "advance 1"


def _second_day(view: View) -> float:
    """Points a second day is worth to a seat, compared with one day."""
    worth = 0.0
    for gear in range(len(GEARS)):
        for space in own_spaces(view, gear):
            worth += standing(view, gear, space + 1) - standing(view, gear, space)
    if view.rounds_to_food == 2:  # it would be held in the very next round
        worth -= HUNGER * max(0, sum(food_needs(view.state, view.me)) - view.me.corn)
    return worth


def _tax(view: View, legal: Legal) -> str:
    """A skull for each step down; gold for corn."""

    def judge(answer: str) -> float:
        skull = skull_price(view) if answer in DOWN_ACTIONS else 0.0
        return skull + answer_worth(view, answer)

    return _highest(legal, judge)


_PREFERENCES: dict[str, Callable[[View, Legal], str]] = {
    "keep": _keep,
    "turn": _turn,
    "place": _place,
    "pick": _pick,
    "action": _action,
    "harvest": _harvest,
    "build": _build,
    "calendar": _calendar,
    "tax": _tax,
}
