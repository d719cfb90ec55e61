"""What a computer prefers: a short function for each kind of decision that needs more than the
worth of its answers (answers.py)."""

from collections.abc import Callable, Sequence

from bot.ai.answers import NOT_UNDERSTOOD, answer_worth
from bot.ai.hands import hand_worth
from bot.ai.outcomes import (
    Outcome,
    advantage,
    best,
    build_outcome,
    building_outcome,
    harvest_outcome,
    outcome_of,
    total,
)
from bot.ai.plans import (
    Move,
    loss_by_waiting,
    own_spaces,
    picking,
    placed_this_turn,
    placing,
    standing,
)
from bot.ai.progress import anger_loss
from bot.ai.tiles import monument_worth, wealth_worth
from bot.ai.view import View
from bot.engine.board import GEARS, JUNGLE_GROUPS
from bot.engine.components import BUILDINGS, MONUMENTS, WEALTH
from bot.engine.food_day import food_needs

Legal = Sequence[str]
WORTH_TWO_DAYS = 1.5
"""Points a double advance must bring more to this seat than to the others on average."""
HUNGER = 0.7
"""Points for each corn that would be missing if a food day came a round earlier."""


def choose_in(view: View, kind: str, legal: Legal) -> str:
    """The answer preferred in a decision of this kind: always one of `legal`."""
    prefer = _PREFERENCES.get(kind)
    preferred = prefer(view, legal) if prefer else None
    if preferred is not None and preferred in legal:
        return preferred
    return _highest(legal, lambda answer: answer_worth(view, answer))


def _highest(legal: Legal, judge: Callable[[str], float]) -> str:
    """The answer judged highest, the first of equals."""
    return max(legal, key=judge)


def _keep(view: View, legal: Legal) -> str:
    """The tiles of most worth; tribes are taken as they come."""

    def judge(answer: str) -> float:
        return sum(wealth_worth(view, WEALTH[word]) for word in answer.split() if word in WEALTH)

    return _highest(legal, judge)


def _turn(view: View, legal: Legal) -> str | None:
    """Pick up or place, whichever would lose more by waiting; beg if the corn makes up for the
    temple step."""
    options: list[tuple[float, str]] = []
    picks = [move for move in picking(view) if _pick_up(move) in legal]
    if picks:
        options.append((sum(move.gain for move in picks), _pick_up(picks[0])))
    places = placing(view, view.me.corn, 0)
    first = _put_down(places[0], legal) if places else None
    if first:
        options.append((loss_by_waiting(places), first))
    if "beg" in legal:
        now = max((worth for worth, _ in options), default=0.0)
        after = max(now, loss_by_waiting(placing(view, view.me.powers.beg_up_to, 0)))
        begged = hand_worth(view, view.hand._replace(corn=view.me.powers.beg_up_to))
        corn = begged - hand_worth(view, view.hand)
        options.append((after + corn - anger_loss(view), "beg"))
    return max(options)[1] if options else _least_bad(view, legal)


def _pick_up(move: Move) -> str:
    return f"pick {GEARS[move.gear or 0]} {move.space}"


def _put_down(move: Move, legal: Legal) -> str | None:
    """The answer for a placement, with a discount on its space where one is offered."""
    answer = "place start" if move.gear is None else f"place {GEARS[move.gear]}"
    return next((a for a in (f"{answer} discount", answer) if a in legal), None)


def _least_bad(view: View, legal: Legal) -> str | None:
    """Nothing is worth doing, but something must be done: the worker of least promise."""

    def judge(answer: str) -> float:
        words = answer.split()
        if words[0] == "pick":
            return -standing(view, GEARS.index(words[1]), int(words[2]))
        return -HUGE if words[0] == "beg" else -HUGE / 2

    return _highest(legal, judge)


HUGE = 1000.0


def _place(view: View, legal: Legal) -> str | None:
    """One more worker as long as the place is worth its corn."""
    places = placing(view, view.me.corn, placed_this_turn(view))
    if places and places[0].gain > 0:
        answer = _put_down(places[0], legal)
        if answer:
            return answer
    return "end"


def _pick(view: View, legal: Legal) -> str | None:
    """Every worker who would gain nothing by staying."""
    return next((_pick_up(move) for move in picking(view) if _pick_up(move) in legal), "end")


def _action(view: View, legal: Legal) -> str:
    """The action that brings most, the corn for stepping back counted."""
    reachable = [answer.split() for answer in legal if answer.startswith("do ")]
    numbers = [int(words[2]) for words in reachable]
    several_gears = len({words[1] for words in reachable}) > 1

    def judge(answer: str) -> float:
        words = answer.split()
        if words[0] != "do":
            return answer_worth(view, answer)
        gear, number = GEARS.index(words[1]), int(words[2])
        back = max(numbers) - number
        # The worker has left the board: that it stood on a space of free choice shows only in
        # what could not have been paid otherwise.
        free = several_gears or max(numbers) - min(numbers) > view.hand.corn
        hand = view.hand.minus(0 if free else back)
        if hand.corn < 0:
            hand = view.hand
        outcome = outcome_of(view, hand, gear, number)
        return total(view, outcome) - hand_worth(view, view.hand) if outcome else NOT_UNDERSTOOD

    return _highest(legal, judge)


def _harvest(view: View, legal: Legal) -> str:
    """Corn, wood or burning, over all the groups of the jungle where just these are possible."""
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
    """The tile with most left after its price."""
    offered = {words[1] for answer in legal if (words := answer.split())[0] == "build"}
    payable = {
        tile.id
        for tile in view.state.building_row
        if tile and building_outcome(view, view.hand, tile, architecture=True)
    }
    in_corn = not offered <= payable  # Uxmal 4 offers what the blocks in hand cannot pay

    def judge(answer: str) -> float:
        words = answer.split()
        if words[0] == "monument" and words[1] in MONUMENTS:
            tile = MONUMENTS[words[1]]
            left = view.hand.minus(0, tile.cost, tile.skulls)
            return advantage(view, view.hand, Outcome(monument_worth(view, tile), left))
        if words[0] != "build" or words[1] not in BUILDINGS:
            return answer_worth(view, answer)
        building = BUILDINGS[words[1]]
        plain = words[2:] == ["plain"]
        first = building_outcome(view, view.hand, building, architecture=not plain, in_corn=in_corn)
        if first is None:
            return NOT_UNDERSTOOD
        if plain:  # architecture is kept for a second one
            second = build_outcome(view, first.hand, architecture=True, without=building)
            if second is None:
                return NOT_UNDERSTOOD
            both = Outcome(first.points + second.points, second.hand)
            first = best(view, [first, both]) or first
        return advantage(view, view.hand, first)

    return _highest(legal, judge)


def _calendar(view: View, legal: Legal) -> str:
    """Two days if they bring this seat's workers further than those of the others."""
    gains = [_second_day(view.seen_by(seat.index)) for seat in view.state.seats]
    mine = gains.pop(view.seat)
    return "advance 2" if mine - sum(gains) / len(gains) > WORTH_TWO_DAYS else "advance 1"


def _second_day(view: View) -> float:
    """Points a second day brings to a seat, now that the first one is sure."""
    worth = 0.0
    for gear in range(len(GEARS)):
        for space in own_spaces(view, gear):
            worth += standing(view, gear, space + 1) - standing(view, gear, space)
    if view.rounds_to_food == 2:  # it would be held in the very next round
        worth -= HUNGER * max(0, sum(food_needs(view.state, view.me)) - view.me.corn)
    return worth


_PREFERENCES: dict[str, Callable[[View, Legal], str | None]] = {
    "keep": _keep,
    "turn": _turn,
    "place": _place,
    "pick": _pick,
    "action": _action,
    "harvest": _harvest,
    "build": _build,
    "calendar": _calendar,
}
