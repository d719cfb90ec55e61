"""What the recap of a confirmed turn contains: rounds, food days, the end."""

import random
from itertools import pairwise

from bot.tables import Confirmed, Tables
from tests.tables.playing import play, started

FOOD_DAYS = 4


async def whole_game(tables: Tables, people: int, seed: int) -> list[Confirmed]:
    """All turns of a random game."""
    table = await started(tables, people, seed=str(seed), channel=seed)
    return await play(tables, table, 1000, random.Random(seed))


async def test_whole_games_are_told_without_a_gap(tables: Tables) -> None:
    asked_for_calendar = 0
    for people, seed in ((2, 1), (3, 2), (4, 3)):
        told = await whole_game(tables, people, seed)
        rounds = [turn for turn in told if turn.new_round]
        last = told[-1]

        for earlier, later in pairwise(told):
            assert earlier.after == later.before
            assert later.seat in earlier.waiting
            assert later.table.version == earlier.table.version + len(later.actions)
        assert [turn.after.round for turn in rounds] == list(range(1, last.after.round + 1))
        for turn in rounds:
            assert turn.waiting == (turn.after.first_seat,)
            assert not turn.finished
        assert sum(turn.food_day for turn in told) == FOOD_DAYS
        for turn in told:
            assert turn.steps[-1].position == turn.after
            assert [step.action for step in turn.steps] == list(turn.actions)
            assert turn.standings is None or turn.finished
        assert [turn for turn in told if turn.finished] == [last]
        assert (last.waiting, last.table.status, last.new_round) == ((), "finished", False)
        assert last.standings is not None
        assert sorted(row["seat"] for row in last.standings) == list(range(people))
        asked_for_calendar += sum(turn.actions[0].startswith("advance") for turn in told)
    assert asked_for_calendar, "a new round must also be told after a question about the calendar"


async def test_set_up_is_no_round(tables: Tables) -> None:
    table = await started(tables, 2)
    first, second = await play(tables, table, 2)
    assert (first.new_round, second.new_round) == (False, True)
    assert (first.food_day, second.food_day) == (False, False)
