"""The turn in preparation: choosing, undoing, confirming."""

import random

import pytest
from sqlalchemy import update

from bot.store import Store
from bot.store import tables as stored
from bot.store.schema import seats
from bot.tables import Tables
from tests.tables.acts import (
    abandon,
    choose,
    choose_all,
    confirm,
    join,
    open_lobby,
    start,
    turn_of,
    undo,
)
from tests.tables.playing import (
    ADA,
    CHANNEL,
    PEOPLE,
    all_there_is,
    asked_seats,
    in_play,
    play,
    prepare_turn,
    refused,
    started,
    user,
)


async def test_view_of_a_fresh_turn(tables: Tables) -> None:
    table = await in_play(tables)
    game = await tables.game(table.id)
    [(seat, _)] = game.pending
    view = await turn_of(tables, table.id, user(table, seat))

    assert view.table == table
    assert (view.seat, view.kind, view.prepared, view.can_confirm) == (seat, "turn", (), False)
    assert list(view.legal) == game.legal(seat)
    assert view.position == view.begun.snapshot() == game.snapshot()
    assert view.game.snapshot() == view.position
    assert view.stamp.isalnum()


async def test_choose_shows_what_it_brings_and_changes_nothing_for_others(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    before = (await tables.game(table.id)).record()
    view = await choose(tables, table.id, user(table, seat), "place tikal")

    assert (view.kind, view.prepared, view.can_confirm) == ("place", ("place tikal",), True)
    assert view.position.players[seat].available == 2
    assert view.begun.snapshot().players[seat].available == 3
    assert (await tables.game(table.id)).record() == before
    assert (await tables.table(table.id)).version == table.version
    assert await turn_of(tables, table.id, user(table, seat)) == view


async def test_choose_all_or_nothing(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    person = user(table, seat)
    view = await choose_all(tables, table.id, person, ["place palenque", "place tikal"])
    assert view.prepared == ("place palenque", "place tikal")
    before = await all_there_is(tables, table.id)

    await refused("illegal", choose_all(tables, table.id, person, ["place start", "place moon"]))
    assert await all_there_is(tables, table.id) == before
    assert await choose_all(tables, table.id, person, []) == view


async def test_undo_step_by_step_and_everything(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    person = user(table, seat)
    empty = await turn_of(tables, table.id, person)
    one = await choose(tables, table.id, person, "place palenque")
    two = await choose(tables, table.id, person, "place tikal")

    undone = await undo(tables, table.id, person)
    assert (undone.prepared, undone.position) == (one.prepared, one.position)
    redone = await choose(tables, table.id, person, "place tikal")
    assert redone.position == two.position
    nothing = await undo(tables, table.id, person, everything=True)
    assert (nothing.prepared, nothing.position) == ((), empty.position)
    await refused("nothing-prepared", undo(tables, table.id, person))
    stamps = [view.stamp for view in (empty, one, two, undone, redone, nothing)]
    assert len(set(stamps)) == len(stamps), "a stamp is never used again"


async def test_confirm_ends_the_turn(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    view = await choose(tables, table.id, user(table, seat), "place tikal")
    done = await confirm(tables, table.id, user(table, seat), view.stamp)

    assert done.actions == ("place tikal", "end")
    assert (done.seat, done.before) == (seat, view.begun.snapshot())
    assert [step.action for step in done.steps] == ["place tikal", "end"]
    assert done.steps[0].position == view.position
    assert done.steps[1].position == done.after
    assert done.table == await tables.table(table.id)
    assert done.table.version == table.version + 2
    assert done.waiting == (1 - seat,)
    game = await tables.game(table.id)
    assert game.snapshot() == done.after
    assert game.record()["actions"][-2:] == [[seat, "place tikal"], [seat, "end"]]


async def test_end_may_be_chosen_like_anything_else(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    view = await choose_all(tables, table.id, user(table, seat), ["place tikal", "end"])
    assert (view.legal, view.can_confirm) == ((), True)
    await refused("complete", choose(tables, table.id, user(table, seat), "place tikal"))

    view = await undo(tables, table.id, user(table, seat))
    assert "end" in view.legal
    await choose(tables, table.id, user(table, seat), "end")
    done = await confirm(tables, table.id, user(table, seat))
    assert done.actions == ("place tikal", "end")


async def test_confirming_an_unfinished_turn_is_refused(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    before = await all_there_is(tables, table.id)
    await refused("incomplete", confirm(tables, table.id, user(table, seat)))
    assert await all_there_is(tables, table.id) == before


async def test_second_press_of_confirm_is_told_that_it_is_done(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    view = await choose(tables, table.id, user(table, seat), "place tikal")
    await confirm(tables, table.id, user(table, seat), view.stamp)
    before = await all_there_is(tables, table.id)

    await refused("moved-on", confirm(tables, table.id, user(table, seat), view.stamp))
    await refused("moved-on", choose(tables, table.id, user(table, seat), "end", view.stamp))
    await refused("moved-on", undo(tables, table.id, user(table, seat), view.stamp))
    assert await all_there_is(tables, table.id) == before


async def test_second_press_on_the_last_turn_of_the_game(tables: Tables) -> None:
    table = await in_play(tables)
    chance = random.Random(1)
    while True:
        [seat] = await asked_seats(tables, table.id)
        view = await prepare_turn(tables, table, seat, chance)
        done = await confirm(tables, table.id, user(table, seat), view.stamp)
        if done.finished:
            break

    assert done.table.status == "finished"
    assert await tables.store.read(stored.open_in_channel, CHANNEL) is None
    assert await tables.store.read(stored.latest_in_channel, CHANNEL) == done.table
    assert (await tables.game(table.id)).standings() == done.standings
    await refused("moved-on", confirm(tables, table.id, user(table, seat), view.stamp))
    for doing in (
        confirm(tables, table.id, user(table, seat)),
        turn_of(tables, table.id, user(table, seat)),
        join(tables, table.id, ADA),
        start(tables, table.id, ADA),
        abandon(tables, table.id, ADA),
    ):
        await refused("finished", doing)


async def test_stale_stamps_are_refused(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    person = user(table, seat)
    first = await turn_of(tables, table.id, person)
    second = await choose(tables, table.id, person, "place tikal", first.stamp)
    before = await all_there_is(tables, table.id)

    for stamp in (first.stamp, "nonsense", "99r1", "0r0x", f"{second.stamp}0"):
        await refused("old-panel", choose(tables, table.id, person, "place palenque", stamp))
        await refused("old-panel", undo(tables, table.id, person, stamp))
        await refused("old-panel", confirm(tables, table.id, person, stamp))
    assert await all_there_is(tables, table.id) == before
    await confirm(tables, table.id, person, second.stamp)


async def test_who_is_not_asked_is_refused(tables: Tables) -> None:
    table = await in_play(tables, 3)
    [seat] = await asked_seats(tables, table.id)
    idle = user(table, (seat + 1) % 3)
    before = await all_there_is(tables, table.id)

    for doing in (
        turn_of(tables, table.id, idle),
        choose(tables, table.id, idle, "place tikal"),
        undo(tables, table.id, idle),
        confirm(tables, table.id, idle),
    ):
        refusal = await refused("not-your-turn", doing)
        assert refusal.params == {"names": table.seats[seat].name}
    for doing in (
        turn_of(tables, table.id, 404),
        choose(tables, table.id, 404, "place tikal"),
        confirm(tables, table.id, 404),
    ):
        await refused("not-a-player", doing)
    assert await all_there_is(tables, table.id) == before


async def test_lobby_asks_nobody_anything(tables: Tables) -> None:
    table = await open_lobby(tables, 1, CHANNEL, ADA)
    await refused("not-started", turn_of(tables, table.id, ADA.id))
    await refused("not-started", confirm(tables, table.id, ADA.id))
    await refused("not-started", tables.game(table.id))


@pytest.mark.parametrize("action", ["place moon", "", "end", "advance 2", "keep W1 W2", "{held}"])
async def test_illegal_actions_are_refused_with_the_engines_sentence(
    tables: Tables, action: str
) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    before = await all_there_is(tables, table.id)

    refusal = await refused("illegal", choose(tables, table.id, user(table, seat), action))
    assert str(refusal) == refusal.template.format(**refusal.params)
    assert await all_there_is(tables, table.id) == before


async def test_endless_typing_is_refused_without_repeating_it(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    refusal = await refused("illegal", choose(tables, table.id, user(table, seat), "place " * 900))
    assert len(str(refusal)) < 200


async def test_other_tables_are_not_touched(tables: Tables) -> None:
    one = await in_play(tables, channel=1)
    other = await in_play(tables, channel=2)
    before = await all_there_is(tables, other.id)
    await play(tables, one, 5)
    assert await all_there_is(tables, other.id) == before


async def test_prepared_turn_of_other_rules_is_begun_anew(tables: Tables, store: Store) -> None:
    """After an update a prepared action may be illegal: its seat must not be stuck with it."""
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    person = user(table, seat)
    view = await choose(tables, table.id, person, "place tikal")
    async with store.writing() as connection:
        await connection.execute(
            update(seats)
            .where(seats.c.prepared.is_not(None))
            .values(prepared=("place the-old-way",))
        )

    fresh = await turn_of(tables, table.id, person)
    assert (fresh.prepared, fresh.stamp) == ((), view.stamp)
    chosen = await choose(tables, table.id, person, "place tikal", fresh.stamp)
    assert chosen.prepared == ("place tikal",)


async def test_people_of_a_game_are_who_sat_down(tables: Tables) -> None:
    table = await started(tables, 5)
    assert {holder.user_id for holder in table.seats} == {person.id for person in PEOPLE}
