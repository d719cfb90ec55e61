"""What a channel has not been told yet: derived from the log, turn by turn."""

import random

from bot.store import Store
from bot.tables import Tables
from tests.tables.acts import note_told, turns_not_announced
from tests.tables.playing import CHANNEL, Clock, last_legal, lobby, play, started


async def test_what_was_confirmed_is_told_from_the_log_as_it_was_then(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await started(tables, 3, computers=0)
    confirmed = await play(tables, table, 1000, random.Random(3))
    for begin in (0, 1, 2, 3, 7, len(confirmed) - 1):
        await note_told(tables, table.id, confirmed[begin - 1].table.version if begin else 0)
        after_a_restart = Tables(store, think=last_legal, now=clock)
        told = await turns_not_announced(after_a_restart, table.id)
        assert [turn.actions for turn in told] == [turn.actions for turn in confirmed[begin:]]
        for again, first in zip(told, confirmed[begin:], strict=True):
            assert (again.seat, again.before) == (first.seat, first.before)
            assert (again.after, again.asked) == (first.after, first.asked)
            assert (again.new_round, again.food_day, again.finished, again.waiting) == (
                first.new_round, first.food_day, first.finished, first.waiting,
            )  # fmt: skip
            assert again.table.version == first.table.version
            assert again.table.status == first.table.status
            assert again.standings == first.standings


async def test_games_that_are_told_in_full_are_not_named(tables: Tables) -> None:
    await lobby(tables, channel=CHANNEL + 1)
    table = await started(tables, 2)
    assert await tables.not_announced() == [table.id]
    assert (await tables.table(table.id)).posted.version is None
    await note_told(tables, table.id, 0)
    assert await tables.not_announced() == []
    assert await turns_not_announced(tables, table.id) == []
    [turn] = await play(tables, table, 1)
    assert await tables.not_announced() == [table.id]
    await note_told(tables, table.id, turn.table.version)
    assert await tables.not_announced() == []


async def test_a_secret_choice_stays_secret_when_told_later(tables: Tables) -> None:
    table = await started(tables, 2)
    await play(tables, table, 1)
    [turn] = await turns_not_announced(tables, table.id)
    assert turn.actions == ("keep",)
    assert "keep " not in str(turn.steps)
    assert all(not player.wealth for player in turn.after.players)
