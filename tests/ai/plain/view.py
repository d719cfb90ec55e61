"""What one seat sees of the table, and how long the game will still be."""

from collections.abc import Callable
from copy import copy
from functools import cached_property, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from bot.engine.board import FOOD_DAY_TEETH
from bot.engine.food_day import MID_AGE_DAYS, food_needs
from bot.engine.position import Position, load
from bot.engine.state import Seat, State

Asked = ParamSpec("Asked")
Found = TypeVar("Found")
Blocks = tuple[int, int, int]
"""Wood, stone, gold."""
NO_BLOCKS: Blocks = (0, 0, 0)
ONE_BLOCK: tuple[Blocks, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


class Hand(NamedTuple):
    """Goods a seat holds, or would hold after something it is thinking about."""

    corn: int
    wood: int
    stone: int
    gold: int
    skulls: int

    @property
    def blocks(self) -> Blocks:
        """Wood, stone, gold."""
        return self.wood, self.stone, self.gold

    def plus(self, corn: int = 0, blocks: Blocks = NO_BLOCKS, skulls: int = 0) -> "Hand":
        """The hand with these goods more."""
        wood, stone, gold = blocks
        return Hand(
            self.corn + corn,
            self.wood + wood,
            self.stone + stone,
            self.gold + gold,
            self.skulls + skulls,
        )

    def minus(self, corn: int = 0, blocks: Blocks = NO_BLOCKS, skulls: int = 0) -> "Hand":
        """The hand with these goods fewer."""
        wood, stone, gold = blocks
        return self.plus(-corn, (-wood, -stone, -gold), -skulls)

    def can_pay(self, blocks: Blocks) -> bool:
        """Whether these very blocks are held."""
        wood, stone, gold = blocks
        return self.wood >= wood and self.stone >= stone and self.gold >= gold


class View:
    """The table as one seat sees it. Nothing hidden can be in it: it is made from a
    Position, which holds only what lies open."""

    def __init__(self, position: Position, seat: int) -> None:
        self.state: State = load(position)
        self.seat = seat
        self.me: Seat = self.state.seats[seat]
        self.rounds_left = max(0, FOOD_DAY_TEETH[-1] - self.state.tooth)
        """Rounds after this one, if nobody advances the calendar by two days."""
        self.thoughts: dict[Any, Any] = {}
        """What was worked out about this very position, so that it is worked out once."""
        self._look_ahead(self.state.food_days_held)

    def _look_ahead(self, held: int) -> None:
        to_come = range(held, len(FOOD_DAY_TEETH))
        self.food_days = len(to_come)
        """Food days still to come."""
        self.mid_age_days = sum(day in MID_AGE_DAYS for day in to_come)
        self.age_ends = self.food_days - self.mid_age_days
        next_day = FOOD_DAY_TEETH[held] if to_come else FOOD_DAY_TEETH[-1]
        self.rounds_to_food = max(0, next_day - self.state.tooth)
        """Rounds between this one and that of the next food day; 0 if it is held in this one."""

    @cached_property
    def after_food_day(self) -> "View":
        """The same table as if the next food day was over: what comes later is judged by it."""
        view = copy(self)
        view.state = self.state.copy()
        view.me = view.state.seats[self.seat]
        view.me.corn = max(0, view.me.corn - sum(food_needs(view.state, view.me)))
        view.thoughts = {}
        view._forget()
        view._look_ahead(self.state.food_days_held + 1)
        return view

    def seen_by(self, seat: int) -> "View":
        """The same table from another seat: all of it lies open."""
        view = copy(self)
        view.seat, view.me, view.thoughts = seat, self.state.seats[seat], {}
        view._forget()
        return view

    def _forget(self) -> None:
        for worked_out in ("hand", "after_food_day"):
            self.__dict__.pop(worked_out, None)

    @cached_property
    def hand(self) -> Hand:
        """The goods this seat holds now."""
        wood, stone, gold = self.me.blocks
        return Hand(self.me.corn, wood, stone, gold, self.me.skulls)


def remembered(
    think: Callable[Concatenate[View, Asked], Found], /
) -> Callable[Concatenate[View, Asked], Found]:
    """Work the same thing out once only in a view."""

    @wraps(think)
    def recall(view: View, /, *asked: Asked.args, **named: Asked.kwargs) -> Found:
        key = (think, asked, *named.values())
        thoughts = view.thoughts
        if key not in thoughts:
            thoughts[key] = think(view, *asked, **named)
        found: Found = thoughts[key]
        return found

    return recall
