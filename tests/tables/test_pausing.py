"""Pauses by consent: all must agree to one, anybody ends it, and no time is lost or gained."""

from datetime import timedelta

import pytest

from bot.clocks import BankClock, DaysClock, TimeRules
from bot.store import Store
from bot.tables import Moderator, Options, Person, Table, Tables
from bot.tables.requests import PAUSE_REQUEST_LIFE
from tests.tables.acts import (
    add_computer,
    agree_to_pause,
    decline_pause,
    end_game,
    end_pause,
    open_lobby,
    order_pause,
    order_resume,
    replace_player,
    request_pause,
    set_options,
    start,
    time_calls,
)
from tests.tables.playing import (
    ADA,
    BEN,
    CLEO,
    DAN,
    EVE,
    Clock,
    asked_seats,
    last_legal,
    lobby,
    play,
    refused,
)

pytestmark = pytest.mark.usefixtures("one_moderator")

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


async def test_refusals(tables: Tables) -> None:
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


async def test_what_a_moderator_ordered_only_a_moderator_ends(tables: Tables) -> None:
    table = await begun(tables)
    await request_pause(tables, table.id, ADA.id)
    await order_pause(tables, table.id, MAYA, WHY)
    await refused("paused-by-moderator", end_pause(tables, table.id, ADA.id))
    await order_resume(tables, table.id, MAYA, WHY)
    await refused("pause-not-asked", agree_to_pause(tables, table.id, BEN.id))
    # A moderator may end what was agreed, and what is agreed next is agreed anew.
    await paused(tables, table)
    await order_resume(tables, table.id, MAYA, WHY)
    await refused("not-paused", end_pause(tables, table.id, ADA.id))
    assert len((await request_pause(tables, table.id, ADA.id)).missing) == 2


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
