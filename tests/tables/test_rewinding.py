"""Taking back a confirmed turn: alone while nobody else has acted on it, else by consent of all."""

import random
from collections.abc import Sequence

from sqlalchemy import select

from bot.store import Store
from bot.store.schema import events, rewinds, undone
from bot.tables import Tables
from tests.tables.acts import (
    agree_to_rewind,
    choose,
    choose_all,
    confirm,
    note_told,
    play_computers,
    take_back,
    take_back_offered,
    turn_of,
    turns_not_announced,
    untold_of,
)
from tests.tables.playing import (
    EVE,
    all_there_is,
    asked_seats,
    in_play,
    play,
    refused,
    started,
    user,
)


async def place(tables: Tables, table_id: int, person: int, *gears: str) -> None:
    """A turn that places workers and reveals nothing."""
    await choose_all(tables, table_id, person, [f"place {gear}" for gear in gears])
    await confirm(tables, table_id, person)


async def rows(store: Store, table: object, columns: Sequence[object]) -> list[tuple[object, ...]]:
    """The stored rows."""
    async with store.engine.connect() as connection:
        found = await connection.execute(select(*columns).order_by(*columns))  # type: ignore[call-overload]
        return [tuple(row) for row in found]


async def test_own_turn_is_taken_back_at_once(tables: Tables, store: Store) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    before = (await tables.game(table.id)).snapshot()
    old = await turn_of(tables, table.id, user(table, seat))
    await place(tables, table.id, user(table, seat), "tikal")

    offer = await take_back_offered(tables, table.id, user(table, seat))
    assert (offer.done, offer.missing) == (False, ())
    assert [turn.actions for turn in offer.turns] == [("place tikal", "end")]
    done = await take_back(tables, table.id, user(table, seat), offer.table.version)

    assert (done.done, done.waiting, done.position) == (True, (seat,), before)
    assert (await tables.game(table.id)).snapshot() == before
    assert (done.table.version, done.table.rewinds) == (table.version, 1)
    kept = await rows(store, undone, [undone.c.n, undone.c.seat, undone.c.action, undone.c.user_id])
    assert [row[1:] for row in kept] == [
        (seat, "place tikal", user(table, seat)), (seat, "end", user(table, seat)),
    ]  # fmt: skip
    assert await rows(store, rewinds, [rewinds.c.number, rewinds.c.to_version]) == [
        (1, table.version)
    ]
    assert len(await rows(store, events, [events.c.n])) == table.version
    # What was on offer before is on offer again, but not to the old buttons.
    await refused("moved-on", choose(tables, table.id, user(table, seat), "place tikal", old.stamp))
    again = await turn_of(tables, table.id, user(table, seat))
    assert (again.prepared, again.legal) == ((), old.legal)
    await place(tables, table.id, user(table, seat), "palenque")


async def test_another_program_notices(tables: Tables, store: Store) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    other = Tables(store)
    await place(tables, table.id, user(table, seat), "tikal")
    await other.game(table.id)
    await take_back(tables, table.id, user(table, seat), table.version + 2)
    await place(tables, table.id, user(table, seat), "uxmal")

    assert (await other.game(table.id)).snapshot() == (await tables.game(table.id)).snapshot()


async def test_once_the_next_has_acted_all_must_agree(tables: Tables) -> None:
    table = await in_play(tables, 3)
    [first] = await asked_seats(tables, table.id)
    before = (await tables.game(table.id)).snapshot()
    await place(tables, table.id, user(table, first), "tikal")
    [second] = await asked_seats(tables, table.id)
    await place(tables, table.id, user(table, second), "tikal")
    third = 3 - first - second
    version = (await tables.table(table.id)).version

    offer = await take_back(tables, table.id, user(table, first), version)
    assert (offer.done, set(offer.missing)) == (False, {second, third})
    assert [turn.seat for turn in offer.turns] == [first, second]
    request = (await tables.table(table.id)).rewind_request
    assert request is not None
    assert (request.to, request.votes) == (table.version, {first})

    offer = await agree_to_rewind(tables, table.id, user(table, third), request.to)
    assert (offer.done, offer.missing) == (False, (second,))
    untouched = await all_there_is(tables, table.id)
    await refused(
        "rewind-agreed", agree_to_rewind(tables, table.id, user(table, third), request.to)
    )
    await refused("not-a-player", agree_to_rewind(tables, table.id, EVE.id, request.to))
    await refused(
        "rewind-not-asked", agree_to_rewind(tables, table.id, user(table, second), request.to + 1)
    )
    assert await all_there_is(tables, table.id) == untouched

    offer = await agree_to_rewind(tables, table.id, user(table, second), request.to)
    assert (offer.done, offer.position) == (True, before)
    assert (await tables.table(table.id)).rewind_request is None


async def test_playing_on_ends_the_request(tables: Tables) -> None:
    table = await in_play(tables)
    [first] = await asked_seats(tables, table.id)
    await place(tables, table.id, user(table, first), "tikal")
    [second] = await asked_seats(tables, table.id)
    await choose(tables, table.id, user(table, second), "place palenque")

    offer = await take_back(tables, table.id, user(table, first), table.version + 2)
    assert (offer.done, offer.missing) == (False, (second,)), "the other one has begun"
    await confirm(tables, table.id, user(table, second))
    await refused(
        "rewind-not-asked", agree_to_rewind(tables, table.id, user(table, second), offer.to)
    )


async def test_what_was_revealed_is_not_taken_back_alone(tables: Tables) -> None:
    table = await in_play(tables)
    chance = random.Random(5)
    free = uncovered = 0
    for _ in range(60):
        [turn] = await play(tables, table, 1, chance)
        if turn.finished:
            break
        offer = await take_back_offered(tables, table.id, user(table, turn.seat))
        assert offer.turns[-1].actions == turn.actions
        new = set(filter(None, turn.after.building_row)) - set(turn.before.building_row)
        if new:
            uncovered += 1
            assert offer.missing == (1 - turn.seat,)
        elif turn.kind == "turn":
            free += 1
            assert offer.missing == ()
    assert free > 5
    assert uncovered > 1


async def test_alone_among_computers_nobody_is_asked(tables: Tables) -> None:
    table = await started(tables, 1, computers=2)
    [seat] = table.human_seats
    await play_computers(tables, table.id)
    await play(tables, table, 1)
    await play_computers(tables, table.id)
    before = (await tables.game(table.id)).snapshot()
    await place(tables, table.id, user(table, seat), "tikal")
    await play_computers(tables, table.id)
    version = (await tables.table(table.id)).version

    done = await take_back(tables, table.id, user(table, seat), version)

    assert (done.done, done.position) == (True, before)
    assert len(done.turns) == 3


async def test_refusals(tables: Tables) -> None:
    table = await started(tables)
    await refused("nothing-confirmed", take_back_offered(tables, table.id, user(table, 0)))
    table = await in_play(tables, channel=701)
    await refused("not-a-player", take_back_offered(tables, table.id, EVE.id))
    [seat] = await asked_seats(tables, table.id)
    await place(tables, table.id, user(table, seat), "tikal")
    await refused(
        "moved-on-before-undo", take_back(tables, table.id, user(table, seat), table.version)
    )
    await play(tables, table, 10_000)
    await refused("finished", take_back_offered(tables, table.id, user(table, seat)))


async def test_the_channel_hears_the_turns_anew(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    await place(tables, table.id, user(table, seat), "tikal")
    told = table.version + 2
    await note_told(tables, table.id, told)
    await take_back(tables, table.id, user(table, seat), told)
    assert (await tables.table(table.id)).posted.version == table.version
    # A message about the turn that is gone comes through only now.
    await note_told(tables, table.id, told, rewinds=0)
    assert (await tables.table(table.id)).posted.version == table.version
    await place(tables, table.id, user(table, seat), "palenque")
    [turn] = await turns_not_announced(tables, table.id)
    assert turn.actions == ("place palenque", "end")


async def test_a_rewind_is_untold_until_it_is_noted(tables: Tables) -> None:
    table = await in_play(tables)
    await note_told(tables, table.id, table.version)
    [seat] = await asked_seats(tables, table.id)
    await place(tables, table.id, user(table, seat), "tikal")
    told = table.version + 2
    await note_told(tables, table.id, told)
    assert await tables.not_announced() == []
    await take_back(tables, table.id, user(table, seat), told)
    assert await tables.not_announced() == [table.id]
    for known in (None, (0, told)):
        untold = await untold_of(tables, table.id, known)
        assert untold is not None
        assert (untold.start, untold.rewind, untold.turns) == (False, True, ())
        assert untold.game.pending == ((seat, "turn"),)
    posted = await untold_of(tables, table.id, (1, table.version))
    assert posted is not None and not posted.rewind, "told, but that is not noted"
    await place(tables, table.id, user(table, seat), "palenque")
    untold = await untold_of(tables, table.id)
    assert untold is not None and untold.rewind
    assert [turn.actions for turn in untold.turns] == [("place palenque", "end")]
    await note_told(tables, table.id, untold.table.version, rewinds=1)
    assert await tables.not_announced() == []
    assert await untold_of(tables, table.id) is None
