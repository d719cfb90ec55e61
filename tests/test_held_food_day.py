"""Food days that were held: what each seat paid, lost and got, in agreement with the positions."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from bot.engine import Game, Step
from bot.engine.calendar import MID_AGE_DAYS, MID_AGE_REWARDS
from bot.engine.components import MODULES, TEMPLES
from bot.engine.happenings import Fed, FoodDayEnded, GameEnded, PointsChanged
from bot.engine.position import Position
from bot.scene import DAYS, HeldFoodDay, held_food_day
from tests.rendering.scenes import NAMES


@dataclass
class Turn:
    """A turn as the tables tell it."""

    seat: int
    before: Position
    steps: list[Step]


@dataclass(frozen=True)
class Told:
    """A food day of a game, beside the turn that ended it."""

    day: HeldFoodDay
    turns: list[Turn]

    @property
    def last(self) -> Step:
        return self.turns[-1].steps[-1]


@cache
def game(players: int, *, modules: bool = True) -> list[Told]:
    """The food days of a game played at random, each found in all turns since the last one."""
    played = Game.new(players, modules=MODULES if modules else (), seed=players)
    choose, turns, days = random.Random(players), list[Turn](), list[Told]()
    while not played.finished:
        seat, before, legal = played.pending[0].seat, played.snapshot(), played.legal()
        wanted = [one for one in legal if one.split()[0] in ("do", "build", "up")]
        turns.append(Turn(seat, before, [played.step(seat, choose.choice(wanted or legal))]))
        if any(isinstance(one, FoodDayEnded) for one in turns[-1].steps[-1].happenings):
            day = held_food_day(turns, NAMES[:players])
            assert day is not None
            days.append(Told(day, turns))
            turns = []
    return days


def each() -> Iterator[Told]:
    for players in (2, 3, 4, 5):
        yield from game(players)
    yield from game(4, modules=False)


def test_a_game_has_four() -> None:
    for players in (2, 5):
        days = [told.day for told in game(players)]
        assert [day.number for day in days] == [*range(1, DAYS + 1)]
        assert [day.mid_age for day in days] == [n in MID_AGE_DAYS for n in range(DAYS)]
        assert [day.age for day in days] == [1, 1, 2, 2]
        assert [day.prophecy is None for day in days] == [True, False, False, False]


def test_seats_have_what_the_engine_tells() -> None:
    hungry = 0
    for told in each():
        fed = {
            one.seat: one
            for turn in told.turns
            for step in turn.steps
            for one in step.happenings
            if isinstance(one, Fed)
        }
        for seat, one in enumerate(told.day.seats):
            assert one.name == NAMES[seat]
            assert one.fed == fed[seat]
            hungry += fed[seat].hungry
    assert hungry


def test_points_account_for_the_day() -> None:
    """Of hunger, temples and prophecy; nothing else gives points on a food day."""
    for told in each():
        for one in told.day.seats:
            assert one.fed is not None
            lost = -4 * one.fed.lost
            assert one.gained4 == lost + sum(one.temples4) + one.prophecy4


def test_points_and_places_are_those_of_the_position() -> None:
    for told in each():
        after = [player.points4 for player in told.last.position.players]
        if any(isinstance(one, GameEnded) for one in told.last.happenings):
            at = [isinstance(one, FoodDayEnded) for one in told.last.happenings].index(True)
            for one in told.last.happenings[at:]:
                if isinstance(one, PointsChanged):
                    after[one.seat] -= one.points4
        assert [one.points4 for one in told.day.seats] == after
        for seat, one in enumerate(told.day.seats):
            assert one.place == 1 + sum(other > after[seat] for other in after)
            before = [other.points4 - other.gained4 for other in told.day.seats]
            assert one.place_before == 1 + sum(other > before[seat] for other in before)


def test_temples_give_goods_in_the_middle_of_an_age() -> None:
    """As much as the steps say, if no prophecy taxes it and there are skulls enough."""
    given = 0
    for told in game(4, modules=False):
        if not told.day.mid_age:
            assert all(len(one.temples4) == len(TEMPLES) for one in told.day.seats)
            assert not any(any(one.goods) for one in told.day.seats)
            continue
        players = told.last.position.players
        for one, player in zip(told.day.seats, players, strict=True):
            assert one.temples4 == ()
            for number, temple in enumerate(TEMPLES):
                wood, stone, gold, skulls = MID_AGE_REWARDS[number][player.temples[temple]]
                expected = {"wood": wood, "stone": stone, "gold": gold, "skull": skulls}
                assert dict(one.goods[number]) == {k: n for k, n in expected.items() if n}
                given += sum(expected.values())
    assert given


def test_turns_without_one() -> None:
    told = game(3)[0]
    assert held_food_day(told.turns[:-1], NAMES[:3]) is None
    assert held_food_day([], NAMES[:3]) is None


@pytest.mark.parametrize("players", [2, 4])
def test_turns_told_too_late_know_no_feeding(players: int) -> None:
    """Where a food day asked something, its beginning may have been told before."""
    told = game(players)[0]
    turn = told.turns[-1]
    late = [one for one in turn.steps[-1].happenings if not isinstance(one, Fed)]
    cut = Turn(turn.seat, turn.before, [turn.steps[-1]._replace(happenings=tuple(late))])
    day = held_food_day([cut], NAMES[:players])
    assert day is not None
    assert all(one.fed is None for one in day.seats)
