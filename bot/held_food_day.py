"""A food day that was held, frozen: what its picture and its description show of each seat."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bot.engine.board import FOOD_DAY_TEETH, RESOURCES, TEMPLES
from bot.engine.food_day import END_OF_AGE_1, MID_AGE_REWARDS, end_of_age_points4
from bot.engine.happenings import (
    Fed,
    FoodDayBegan,
    FoodDayEnded,
    GoodsChanged,
    Happening,
    PointsChanged,
)
from bot.engine.position import Position
from bot.last_move import Turn

Goods = tuple[tuple[str, int], ...]
"""(good, amount) of what a seat got; the goods are named as their icons are."""
DAYS = len(FOOD_DAY_TEETH)
_KINDS = ("corn", *RESOURCES, "skull")
_TEMPLE_OF: Mapping[str, str] = MappingProxyType(
    {
        kind: temple
        for temple, rewards in zip(TEMPLES, MID_AGE_REWARDS, strict=True)
        for kind, most in zip((*RESOURCES, "skull"), rewards[-1], strict=True)
        if most
    }
)
"""The temple that gives a good in the middle of an age; each good comes from one alone."""


@dataclass(frozen=True)
class SeatsDay:
    """What a food day was for one seat."""

    name: str
    fed: Fed | None
    """None if the workers were fed before the turns that are told."""
    goods: tuple[Goods, ...]
    """What each temple gave in the middle of an age; nothing at the end of one."""
    temples4: tuple[int, ...]
    """The points of each temple at the end of an age, in quarters; empty in the middle of one."""
    income: Goods
    """What its buildings gave."""
    prophecy4: int
    """The points of the prophecy that ended, in quarters."""
    points4: int
    """The points after the day, in quarters."""
    gained4: int
    """The points by which the day changed them, in quarters."""
    place: int
    """The place by points after the day, from 1, shared by equals."""
    place_before: int


@dataclass(frozen=True)
class HeldFoodDay:
    """A food day with all that was given and taken on it."""

    number: int
    """From 1 to `DAYS`."""
    mid_age: bool
    """Whether the temples gave goods; otherwise they gave points."""
    prophecy: str | None
    seats: tuple[SeatsDay, ...]

    @property
    def age(self) -> int:
        """The age in which it was held, 1 or 2."""
        return 1 if self.number <= END_OF_AGE_1 + 1 else 2


def held_food_day(turns: Sequence[Turn], names: Sequence[str]) -> HeldFoodDay | None:
    """Find the last food day that ended in these turns; None if none did. `names` are the seats'
    names, in seat order. What the end of the game adds is no part of it."""
    heard: list[Happening] = []
    found = None
    for turn in turns:
        for step in turn.steps:
            for number, happening in enumerate(step.happenings):
                if isinstance(happening, FoodDayBegan):
                    heard = []
                heard.append(happening)
                if isinstance(happening, FoodDayEnded):
                    after = _points4(step.position)
                    after.subtract(_changed4(step.happenings[number + 1 :]))
                    found = _day(happening, heard, step.position, after, names)
    return found


def _points4(position: Position) -> Counter[int]:
    return Counter({seat: player.points4 for seat, player in enumerate(position.players)})


def _changed4(happenings: Sequence[Happening]) -> Counter[int]:
    """Add up the points won and lost, by seat."""
    changed: Counter[int] = Counter()
    for happening in happenings:
        if isinstance(happening, PointsChanged):
            changed[happening.seat] += happening.points4
    return changed


def _day(
    ended: FoodDayEnded,
    heard: Sequence[Happening],
    position: Position,
    after: Counter[int],
    names: Sequence[str],
) -> HeldFoodDay:
    changed = _changed4(heard)
    before = Counter({seat: after[seat] - changed[seat] for seat in range(len(names))})
    fed = {one.seat: one for one in heard if isinstance(one, Fed)}
    steps = [[player.temples[temple] for temple in TEMPLES] for player in position.players]
    points = () if ended.mid_age else end_of_age_points4(steps, ended.number - 1)
    seats = []
    for seat, name in enumerate(names):
        own = [one for one in heard if getattr(one, "seat", None) == seat]
        given = _goods(own, "temples")
        seats.append(
            SeatsDay(
                name=name,
                fed=fed.get(seat),
                goods=tuple(
                    tuple(one for one in given if _TEMPLE_OF[one[0]] == temple)
                    for temple in TEMPLES
                ),
                temples4=tuple(by_seat[seat] for by_seat in points),
                income=_goods(own, "income"),
                prophecy4=sum(
                    one.points4
                    for one in own
                    if isinstance(one, PointsChanged) and one.source == "prophecies"
                ),
                points4=after[seat],
                gained4=changed[seat],
                place=_place(after, seat),
                place_before=_place(before, seat),
            )
        )
    return HeldFoodDay(ended.number, ended.mid_age, ended.prophecy, tuple(seats))


def _goods(own: Sequence[Happening], source: str) -> Goods:
    """Add up the goods that a seat got from this source."""
    total = dict.fromkeys(_KINDS, 0)
    for one in own:
        if isinstance(one, GoodsChanged) and one.source == source:
            for kind in _KINDS:
                total[kind] += getattr(one, "skulls" if kind == "skull" else kind)
    return tuple((kind, n) for kind, n in total.items() if n)


def _place(points4: Mapping[int, int], seat: int) -> int:
    return 1 + sum(other > points4[seat] for other in points4.values())
