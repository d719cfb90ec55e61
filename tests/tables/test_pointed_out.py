"""Which turns a person who looks at the board has not seen yet, and how a turn in preparation is
drawn."""

import random

from bot.tables import Confirmed, Tables, looking_back, turns
from tests.tables.acts import all_turns, choose, turn_of
from tests.tables.playing import play, prepare_turn, started, user


def expected(told: list[Confirmed], seat: int | None) -> list[Confirmed]:
    """The same, found in the whole game turn by turn."""
    since: list[Confirmed] = []
    for turn in told:
        since.append(turn)
        own = turn.seat == seat and turn.kind == "turn"
        begun = seat is None and turn.new_round
        if turn.before.phase == "keep" or own or begun:
            since = []
    return since


async def test_the_turns_since_my_own_or_since_the_round_began(tables: Tables) -> None:
    answered_between = 0
    for people, seed in ((2, 1), (3, 5), (4, 3)):
        table = await started(tables, people, seed=str(seed), channel=seed)
        chance = random.Random(seed)
        while (await tables.table(table.id)).status == "playing":
            await play(tables, table, 5, chance)
            opened = await tables.read(table.id)
            told = await all_turns(tables, table.id)
            for seat in (None, *range(people)):
                since = await looking_back.turns_to_point_out(opened, seat)
                wanted = expected(told, seat)
                assert [(t.seat, t.actions, t.before) for t in since] == [
                    (t.seat, t.actions, t.before) for t in wanted
                ]
                answered_between += any(turn.seat == seat for turn in since)
    assert answered_between, "an answer on a food day is no turn: what was done before it stays"


async def test_a_turn_in_preparation_is_seen_as_the_panel_shows_it(tables: Tables) -> None:
    table = await started(tables, 2)
    chance = random.Random(3)
    assert turns.in_preparation(await tables.read(table.id), 0) is None
    view = await turn_of(tables, table.id, user(table, 0))
    await choose(tables, table.id, user(table, 0), view.legal[0])
    kept = turns.in_preparation(await tables.read(table.id), 0)
    assert kept is None, "the tiles are chosen in secret"
    drawn = 0
    await play(tables, table, 2, chance)
    while (await tables.table(table.id)).status == "playing" and drawn < 60:
        [seat] = (await tables.read(table.id)).waiting
        view = await prepare_turn(tables, table, seat, chance)
        opened = await tables.read(table.id)
        own = turns.in_preparation(opened, seat)
        assert turns.in_preparation(opened, 1 - seat) is None
        if own is not None:
            drawn += 1
            assert own.position == view.position
            assert own.before == view.begun.snapshot()
            assert [step.action for step in own.steps] == list(view.prepared)[: len(own.steps)]
        else:
            assert view.position == view.begun.snapshot()
        await play(tables, table, 1, chance)
    assert drawn > 20
