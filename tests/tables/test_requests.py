"""What the people at a table agree on: pauses, giving up, taking back a confirmed turn."""

import random
from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import select

from bot.clocks import BankClock, DaysClock, TimeRules
from bot.model.notes import TableGivenUp
from bot.store import Store
from bot.store import tables as stored
from bot.store.schema import events, rewinds, undone
from bot.tables import Moderator, Options, Person, Table, Tables
from bot.tables.requests import PAUSE_REQUEST_LIFE
from tests.tables.acts import (
    abandon,
    add_computer,
    agree_to_pause,
    agree_to_rewind,
    choose,
    choose_all,
    confirm,
    decline_pause,
    end_game,
    end_pause,
    note_told,
    notes_of,
    open_lobby,
    play_computers,
    replace_player,
    request_pause,
    set_options,
    start,
    take_back,
    take_back_offered,
    time_calls,
    turn_of,
    turns_not_announced,
    untold_of,
)
from tests.tables.playing import (
    ADA,
    BEN,
    CHANNEL,
    CLEO,
    DAN,
    EVE,
    Clock,
    all_there_is,
    asked_seats,
    in_play,
    last_legal,
    lobby,
    play,
    play_turn,
    refused,
    started,
    user,
)

# --- Pauses by consent: all must agree to one, anybody ends it, and no time is lost or gained -----

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MAYA, WHY = Moderator(900, 1), "Exams."


async def begun(tables: Tables, people: int = 3, *, clock: bool = True) -> Table:
    """A game with two days per turn, at the beginning of its first turn."""
    table = await lobby(tables, people)
    if clock:
        await set_options(tables, table.id, ADA, Options(time=TimeRules(DaysClock(2))))
    table = await start(tables, table.id, ADA, seed="1")
    while (await tables.game(table.id)).pending[0].kind != "turn":
        await play(tables, table, 1)
    return await tables.table(table.id)


async def paused(tables: Tables, table: Table) -> Table:
    """The same, once all three have agreed to a pause."""
    await request_pause(tables, table.id, ADA.id)
    for person in (BEN, CLEO):
        pause = await agree_to_pause(tables, table.id, person.id)
    assert pause.missing == ()
    return pause.table


async def test_all_people_must_agree(tables: Tables, clock: Clock) -> None:
    table = await begun(tables)
    [seat] = await asked_seats(tables, table.id)
    clock.pass_by(HOUR)
    for number, person in enumerate((ADA, BEN, CLEO)):
        pause = await (
            agree_to_pause(tables, table.id, person.id)
            if number
            else request_pause(tables, table.id, person.id)
        )
        assert len(pause.missing) == 2 - number
        assert pause.table.paused is (number == 2)
    assert pause.table.deadlines == {}
    clock.pass_by(9 * DAY)
    assert await time_calls(tables) == []
    resumed = await end_pause(tables, table.id, BEN.id)
    assert (resumed.paused, resumed.deadlines) == (False, {seat: clock.moment + 2 * DAY - HOUR})


async def test_the_same_by_the_command_alone(tables: Tables) -> None:
    table = await begun(tables)
    for person in (ADA, BEN, CLEO):
        pause = await request_pause(tables, table.id, person.id)
    assert pause.table.paused


async def test_computers_are_not_asked(tables: Tables) -> None:
    table = await open_lobby(tables, 1, 700, ADA)
    await add_computer(tables, table.id, ADA)
    await set_options(tables, table.id, ADA, Options(time=TimeRules(BankClock(48, 12, 72))))
    await start(tables, table.id, ADA, seed="1")
    pause = await request_pause(tables, table.id, ADA.id)
    assert (pause.missing, pause.table.paused) == ((), True)


async def test_nothing_is_won_by_playing_on_meanwhile(tables: Tables, clock: Clock) -> None:
    table = await paused(tables, await begun(tables))
    clock.pass_by(5 * DAY)
    [turn] = await play(tables, table, 1)
    assert turn.table.deadlines == {}
    clock.pass_by(5 * DAY)
    resumed = await end_pause(tables, table.id, ADA.id)
    assert resumed.deadlines == {turn.waiting[0]: clock.moment + 2 * DAY}


async def test_votes_stay_when_somebody_plays_on(tables: Tables) -> None:
    table = await begun(tables)
    await request_pause(tables, table.id, ADA.id)
    await play(tables, table, 2)
    assert len((await agree_to_pause(tables, table.id, BEN.id)).missing) == 1
    assert (await agree_to_pause(tables, table.id, CLEO.id)).table.paused


async def test_a_request_expires_after_some_days(tables: Tables, clock: Clock) -> None:
    table = await begun(tables)
    pause = await request_pause(tables, table.id, ADA.id)
    assert pause.until == clock.moment + PAUSE_REQUEST_LIFE
    clock.pass_by(PAUSE_REQUEST_LIFE - HOUR)
    await agree_to_pause(tables, table.id, BEN.id)
    clock.pass_by(HOUR)
    await refused("pause-not-asked", agree_to_pause(tables, table.id, CLEO.id))
    assert len((await request_pause(tables, table.id, CLEO.id)).missing) == 2


async def test_everything_survives_a_restart(tables: Tables, store: Store, clock: Clock) -> None:
    table = await begun(tables)
    [seat] = await asked_seats(tables, table.id)
    await request_pause(tables, table.id, ADA.id)
    await agree_to_pause(tables, table.id, BEN.id)
    tables = Tables(store, think=last_legal, now=clock)
    assert (await agree_to_pause(tables, table.id, CLEO.id)).table.paused
    clock.pass_by(DAY)
    tables = Tables(store, think=last_legal, now=clock)
    assert (await end_pause(tables, table.id, CLEO.id)).deadlines == {seat: clock.moment + 2 * DAY}


async def test_anybody_who_says_no_ends_the_request(tables: Tables) -> None:
    table = await begun(tables)
    await request_pause(tables, table.id, ADA.id)
    await agree_to_pause(tables, table.id, BEN.id)
    await decline_pause(tables, table.id, CLEO.id)
    await refused("pause-not-asked", agree_to_pause(tables, table.id, CLEO.id))
    await refused("pause-not-asked", decline_pause(tables, table.id, ADA.id))
    assert not (await tables.table(table.id)).paused


async def test_twice_is_once(tables: Tables) -> None:
    table = await begun(tables)
    await request_pause(tables, table.id, ADA.id)
    told = await refused("pause-agreed", request_pause(tables, table.id, ADA.id))
    assert "Ben" in str(told) and "Cleo" in str(told)
    first = await agree_to_pause(tables, table.id, BEN.id)
    assert (await agree_to_pause(tables, table.id, BEN.id)).missing == first.missing


async def test_refusals_of_pauses(tables: Tables) -> None:
    waiting = await lobby(tables, channel=701)
    await refused("not-started", request_pause(tables, waiting.id, ADA.id))
    table = await begun(tables)
    await refused("not-a-player", request_pause(tables, table.id, EVE.id))
    await refused("pause-not-asked", agree_to_pause(tables, table.id, ADA.id))
    await refused("not-paused", end_pause(tables, table.id, ADA.id))
    table = await paused(tables, table)
    await refused("clocks-stand", request_pause(tables, table.id, ADA.id))
    await refused("clocks-stand", agree_to_pause(tables, table.id, ADA.id))
    await refused("not-a-player", end_pause(tables, table.id, EVE.id))
    await end_game(tables, table.id, MAYA, WHY, counts=True)
    await refused("finished", end_pause(tables, table.id, ADA.id))
    await refused("finished", request_pause(tables, table.id, ADA.id))


async def test_without_a_clock_nothing_is_paused(tables: Tables) -> None:
    table = await begun(tables, clock=False)
    await refused("no-clock", request_pause(tables, table.id, ADA.id))


async def test_what_a_moderator_ordered_before_anybody_ends(tables: Tables) -> None:
    """Moderators could in version 1.0.0."""
    table = await begun(tables)
    async with tables.open(table.id) as opened:
        opened.change(paused_at=tables.now())
    assert not (await end_pause(tables, table.id, ADA.id)).paused


async def test_who_comes_into_a_seat_has_not_agreed(tables: Tables) -> None:
    table = await begun(tables)
    ben, cleo = table.seat_of(BEN.id), table.seat_of(CLEO.id)
    assert ben is not None and cleo is not None
    await request_pause(tables, table.id, ADA.id)
    await agree_to_pause(tables, table.id, BEN.id)
    await replace_player(tables, table.id, MAYA, ben.seat, Person(DAN.id, DAN.name), WHY)
    assert (await agree_to_pause(tables, table.id, CLEO.id)).missing == (ben.seat,)
    assert (await agree_to_pause(tables, table.id, DAN.id)).table.paused


async def test_a_missing_person_may_make_room_for_a_computer(tables: Tables) -> None:
    table = await begun(tables)
    cleo = table.seat_of(CLEO.id)
    assert cleo is not None
    await request_pause(tables, table.id, ADA.id)
    await agree_to_pause(tables, table.id, BEN.id)
    await replace_player(tables, table.id, MAYA, cleo.seat, None, WHY)
    assert (await request_pause(tables, table.id, ADA.id)).table.paused


# --- Giving up: the host closes a lobby, all people together a game, a moderator either -----------


async def test_host_closes_the_lobby(tables: Tables) -> None:
    table = await lobby(tables)
    await refused("not-host", abandon(tables, table.id, BEN))
    await refused("not-seated", abandon(tables, table.id, EVE))
    table = await abandon(tables, table.id, ADA)

    assert table.status == "abandoned"
    assert await tables.store.read(stored.open_in_channel, CHANNEL) is None
    await refused("abandoned", abandon(tables, table.id, ADA))
    await refused("abandoned", start(tables, table.id, ADA))
    await refused("abandoned", tables.game(table.id))


async def test_game_is_abandoned_when_all_people_agree(tables: Tables) -> None:
    table = await started(tables, 3, computers=1)
    seat = {holder.user_id: holder.seat for holder in table.seats}

    table = await abandon(tables, table.id, BEN)
    assert (table.status, table.abandon_votes) == ("playing", {seat[BEN.id]})
    table = await abandon(tables, table.id, ADA)
    assert table.abandon_votes == {seat[ADA.id], seat[BEN.id]}
    refusal = await refused("voted-already", abandon(tables, table.id, BEN))
    assert refusal.params == {"names": "Cleo"}
    await refused("not-a-player", abandon(tables, table.id, EVE))

    table = await abandon(tables, table.id, CLEO)
    assert (table.status, table.abandon_votes) == ("abandoned", table.human_seats)
    await refused("abandoned", turn_of(tables, table.id, ADA.id))
    await refused("abandoned", confirm(tables, table.id, ADA.id))
    assert await play_computers(tables, table.id) == []


async def test_one_person_among_computers_decides_alone(tables: Tables) -> None:
    table = await started(tables, 1, computers=2)
    assert (await abandon(tables, table.id, ADA)).status == "abandoned"


async def test_moderator_closes_both(tables: Tables) -> None:
    for make in (lobby, started):
        table = await make(tables)
        table = await abandon(tables, table.id, EVE, moderator=True)
        assert table.status == "abandoned"
        assert await notes_of(tables, table.id) == (TableGivenUp(person=EVE.id),)


async def test_a_moderator_who_sits_there_is_known_by_the_seat(tables: Tables) -> None:
    table = await started(tables)
    table = await abandon(tables, table.id, BEN, moderator=True)
    ben = table.seat_of(BEN.id)
    assert ben is not None
    assert table.status == "abandoned"
    assert await notes_of(tables, table.id) == (TableGivenUp(ben.seat),)


async def test_who_plays_on_takes_the_vote_back(tables: Tables) -> None:
    table = await in_play(tables)
    for person in (ADA, BEN):
        [seat] = await asked_seats(tables, table.id)
        if user(table, seat) == person.id:
            await abandon(tables, table.id, person)
            done = await play_turn(tables, table, seat, random.Random(1))
            assert done.table.abandon_votes == frozenset()
            assert await tables.table(table.id) == done.table
            return
    raise AssertionError("somebody is asked")


async def test_vote_of_another_stays(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    idle = BEN if user(table, seat) == ADA.id else ADA
    voted = await abandon(tables, table.id, idle)
    done = await play_turn(tables, table, seat, random.Random(1))
    assert done.table.abandon_votes == voted.abandon_votes == {1 - seat}


async def test_abandoned_game_can_still_be_looked_at(tables: Tables) -> None:
    table = await in_play(tables)
    position = (await tables.game(table.id)).snapshot()
    await abandon(tables, table.id, EVE, moderator=True)
    assert (await tables.game(table.id)).snapshot() == position


async def test_choosing_in_an_abandoned_game_is_refused(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    view = await choose(tables, table.id, user(table, seat), "place tikal")
    await abandon(tables, table.id, EVE, moderator=True)
    before = await all_there_is_over(tables, table.id)
    await refused("abandoned", confirm(tables, table.id, user(table, seat), view.stamp))
    await refused("abandoned", choose(tables, table.id, user(table, seat), "end", view.stamp))
    assert await all_there_is_over(tables, table.id) == before


async def all_there_is_over(tables: Tables, table_id: int) -> object:
    """What can be looked up about a game that is over."""
    return await tables.table(table_id), (await tables.game(table_id)).record()


async def test_refused_votes_change_nothing(tables: Tables) -> None:
    table = await started(tables, 2)
    await abandon(tables, table.id, ADA)
    before = await all_there_is(tables, table.id)
    await refused("voted-already", abandon(tables, table.id, ADA))
    assert await all_there_is(tables, table.id) == before


# --- Taking back a confirmed turn -----------------------------------------------------------------
# Alone while nobody else has acted on it, else by consent of all.


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


async def test_refusals_of_taking_back(tables: Tables) -> None:
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
