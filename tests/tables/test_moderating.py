"""Moderators' acts: what each changes, what the audit log says, what stays hidden, and"""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.clocks import BankClock, DaysClock, NoClock, TimeRules
from bot.store import Store
from bot.store.schema import events, undone
from bot.tables import Moderator, Options, Person, Refusal, Table, Tables, Thought
from tests.tables.acts import (
    all_turns,
    audit_log,
    choose,
    confirm,
    correct_result,
    count_entries,
    end_game,
    end_pause,
    give_time,
    order_rewind,
    order_turn,
    plan_of,
    play_computers,
    replace_player,
    result_of,
    rewind_preview,
    set_options,
    set_plan,
    start,
    turn_of,
)
from tests.tables.playing import (
    ADA,
    EVE,
    Clock,
    all_there_is,
    asked_seats,
    in_play,
    last_legal,
    lobby,
    play,
    refused,
    started,
    user,
)

# --- Moderators' acts: what each changes, what the audit log says, what stays hidden --------------

MAYA, NOAH = Moderator(901, 1), Moderator(902, 1)
ELSEWHERE = Moderator(901, 2)
WHY = "The connection was lost."
DAY = timedelta(days=1)


async def with_clock(tables: Tables, clock: object = None) -> Table:
    """A game with a clock, at the beginning of its first turn."""
    table = await lobby(tables)
    rules = TimeRules(clock or DaysClock(2))  # type: ignore[arg-type]
    await set_options(tables, table.id, ADA, Options(time=rules))
    table = await start(tables, table.id, ADA, seed="1")
    while (await tables.game(table.id)).pending[0].kind != "turn":
        await play(tables, table, 1)
    return await tables.table(table.id)


async def log_of(tables: Tables) -> list[tuple[str, str, int]]:
    """The audit log, newest entry first."""
    return [(one.act, one.status, one.user_id) for one in await audit_log(tables, 1)]


# --- every act -----------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["", "  a ", "x" * 201, " \n\t "])
async def test_a_reason_is_needed(tables: Tables, reason: str) -> None:
    table = await in_play(tables)
    before = await all_there_is(tables, table.id)
    await refused("reason", end_game(tables, table.id, MAYA, reason, counts=True))
    await refused("reason", order_turn(tables, table.id, MAYA, reason))
    assert await all_there_is(tables, table.id) == before
    assert await count_entries(tables, 1) == 0


async def test_only_tables_of_their_own_server(tables: Tables) -> None:
    table = await in_play(tables)
    before = await all_there_is(tables, table.id)
    for doing in (
        order_turn(tables, table.id, ELSEWHERE, WHY),
        end_game(tables, table.id, ELSEWHERE, WHY, counts=False),
        replace_player(tables, table.id, ELSEWHERE, 0, EVE, WHY),
        rewind_preview(tables, table.id, ELSEWHERE, 0),
    ):
        await refused("other-server", doing)
    assert await all_there_is(tables, table.id) == before


async def test_the_log_says_who_when_why_and_whether_at_their_own_table(
    tables: Tables, clock: Clock
) -> None:
    table = await in_play(tables)
    done = await order_turn(tables, table.id, MAYA, "  Both  arrived\nlate. ")
    assert (done.entry.reason, done.entry.at, done.entry.user_id, done.entry.table_id) == (
        "Both arrived late.", clock.moment, MAYA.id, table.id,
    )  # fmt: skip
    assert not done.entry.own_table
    own = await order_turn(tables, table.id, Moderator(ADA.id, 1), WHY)
    assert own.entry.own_table
    assert await audit_log(tables, 1) == [own.entry, done.entry]
    assert await audit_log(tables, 1, skip=1, most=1) == [done.entry]
    assert await count_entries(tables, 1) == 2
    assert await audit_log(tables, 2) == []


async def test_an_act_that_is_not_logged_is_not_done(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await in_play(tables)
    before = await all_there_is(tables, table.id)

    async def broken(*args: object, **more: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("bot.store.moderation.add", broken)
    with pytest.raises(OSError, match="disk full"):
        await end_game(tables, table.id, MAYA, WHY, counts=True)
    with pytest.raises(OSError, match="disk full"):
        await order_rewind(tables, table.id, MAYA, 0, table.version, WHY)
    with pytest.raises(OSError, match="disk full"):
        await replace_player(tables, table.id, MAYA, 0, EVE, WHY)
    assert await all_there_is(tables, table.id) == before


# --- clocks --------------------------------------------------------------------------------------


async def test_more_time_for_one_or_all(tables: Tables) -> None:
    table = await with_clock(tables)
    [seat] = await asked_seats(tables, table.id)
    done = await give_time(tables, table.id, MAYA, seat, DAY, WHY)
    assert done.table.deadlines[seat] == table.deadlines[seat] + DAY
    kept = {"seat": seat, "seconds": 86_400, "seats": [seat]}
    assert done.entry.details == {**done.entry.details, **kept}
    done = await give_time(tables, table.id, MAYA, None, DAY, WHY)
    assert done.table.deadlines[seat] == table.deadlines[seat] + 2 * DAY
    assert done.entry.details["seats"] == [0, 1]
    before = await count_entries(tables, 1)
    await refused("extension", give_time(tables, table.id, MAYA, seat, 61 * DAY, WHY))
    await refused("extension", give_time(tables, table.id, MAYA, seat, -DAY, WHY))
    await refused("computer-needs-no-time", give_time(tables, table.id, MAYA, 7, DAY, WHY))
    assert (await tables.table(table.id)).deadlines == done.table.deadlines
    assert await count_entries(tables, 1) == before


async def test_without_a_clock_nobody_gets_more_time(tables: Tables) -> None:
    table = await with_clock(tables, NoClock())
    await refused("no-clock", give_time(tables, table.id, MAYA, 0, DAY, WHY))


# --- rewinds -------------------------------------------------------------------------------------


async def test_back_to_any_turn(tables: Tables, store: Store) -> None:
    table = await in_play(tables)
    positions = {table.version: (await tables.game(table.id)).snapshot()}
    for _ in range(6):
        [turn] = await play(tables, table, 1)
        positions[turn.table.version] = turn.after
    version = (await tables.table(table.id)).version
    to = sorted(positions)[2]

    offer = await rewind_preview(tables, table.id, MAYA, to)
    assert (len(offer.turns), offer.turns[0].before) == (4, positions[to])
    assert (await tables.table(table.id)).version == version, "only looked at"
    done = await order_rewind(tables, table.id, MAYA, to, version, WHY)

    assert (await tables.game(table.id)).snapshot() == positions[to]
    assert (done.table.version, done.table.rewinds) == (to, 1)
    assert done.rewind is not None
    assert (done.rewind.position, done.rewind.waiting) == (positions[to], done.waiting)
    assert done.entry.details == {
        "to": to, "version": version, "turns_undone": 4, "rewind": 1, "round": 2, "turn_of": 1,
        "was_round": 4, "open": True,
        "channel": table.channel_id, "seen": {"seats": [one.user_id for one in table.seats]},
    }  # fmt: skip
    async with store.engine.connect() as connection:
        kept = (await connection.execute(select(undone.c.n))).scalars().all()
    assert sorted(kept) == list(range(to, version)), "undone, never erased"
    # The table as others see it, and a fresh start, agree.
    assert (await Tables(store).game(table.id)).snapshot() == positions[to]
    await play(tables, table, 1)


async def test_only_where_a_turn_begins_and_nothing_moved(tables: Tables) -> None:
    table = await in_play(tables)
    [turn] = await play(tables, table, 1)
    version = turn.table.version
    await refused("no-such-turn", rewind_preview(tables, table.id, MAYA, version - 1))
    await refused("no-such-turn", order_rewind(tables, table.id, MAYA, version, version, WHY))
    await refused("no-such-turn", order_rewind(tables, table.id, MAYA, -1, version, WHY))
    await refused(
        "moved-on-before-rewind", order_rewind(tables, table.id, MAYA, 0, version - 1, WHY)
    )
    assert (await tables.table(table.id)).rewinds == 0


async def test_a_game_that_is_over_goes_on(tables: Tables) -> None:
    table = await in_play(tables)
    turns = await play(tables, table, 10_000)
    over = await tables.table(table.id)
    assert over.status == "finished"
    last = turns[-1]
    to = over.version - len(last.actions)
    done = await order_rewind(tables, table.id, MAYA, to, over.version, WHY)
    assert (done.table.status, done.rewind and done.rewind.position) == ("playing", last.before)
    assert await result_of(tables, table.id) is None
    await play(tables, table, 10_000)
    assert (await tables.table(table.id)).status == "finished"


async def test_not_while_another_game_is_open_in_the_channel(tables: Tables) -> None:
    table = await in_play(tables)
    await end_game(tables, table.id, MAYA, WHY, counts=True)
    await lobby(tables)
    version = (await tables.table(table.id)).version
    await refused("channel-taken", order_rewind(tables, table.id, MAYA, 0, version, WHY))
    assert (await tables.table(table.id)).status == "finished"
    assert len(await log_of(tables)) == 1


async def test_a_moderator_takes_back_what_is_out_of_time(tables: Tables, clock: Clock) -> None:
    table = await with_clock(tables)
    [turn] = await play(tables, table, 1)
    clock.pass_by(30 * DAY)
    done = await order_rewind(tables, table.id, MAYA, table.version, turn.table.version, WHY)
    assert done.waiting == (turn.seat,)
    assert done.table.deadlines[turn.seat] == clock.moment + 2 * DAY


# --- who sits there ------------------------------------------------------------------------------


async def test_another_person_takes_the_seat(tables: Tables, store: Store) -> None:
    table = await in_play(tables)
    await play(tables, table, 2)
    [seat] = await asked_seats(tables, table.id)
    was = table.seats[seat]
    assert was.user_id is not None
    view = await turn_of(tables, table.id, was.user_id)
    prepared = await choose(tables, table.id, was.user_id, view.legal[0], view.stamp)
    position = (await tables.game(table.id)).snapshot()

    done = await replace_player(tables, table.id, MAYA, seat, EVE, WHY)

    assert (done.table.seats[seat].user_id, done.table.seats[seat].name) == (EVE.id, "Eve")
    assert done.waiting == (seat,)
    assert (await tables.game(table.id)).snapshot() == position
    fresh = await turn_of(tables, table.id, EVE.id)
    assert (fresh.prepared, fresh.legal) == ((), view.legal), "nothing is taken over"
    # Buttons from before are no use: neither to who left nor to who came.
    await refused("not-a-player", confirm(tables, table.id, was.user_id, prepared.stamp))
    for old in (view.stamp, prepared.stamp):
        await refused("old-panel", choose(tables, table.id, EVE.id, view.legal[0], old))
    await play(tables, await tables.table(table.id), 1)
    async with store.engine.connect() as connection:
        who = (
            await connection.execute(
                select(events.c.user_id)
                .where(events.c.table_id == table.id, events.c.seat == seat)
                .order_by(events.c.n)
            )
        ).scalars()
        ids = list(who.all())
    assert ids[0] == was.user_id and ids[-1] == EVE.id, "the log tells who acted"
    assert done.entry.details["was"] == {"user_id": was.user_id, "name": was.name}
    assert done.entry.details["now"] == {"user_id": EVE.id, "name": "Eve"}


async def test_a_plan_is_not_handed_on(tables: Tables) -> None:
    table = await in_play(tables)
    [asked] = await asked_seats(tables, table.id)
    other = 1 - asked
    await set_plan(tables, table.id, user(table, other), ["place tikal"])
    await replace_player(tables, table.id, MAYA, other, EVE, WHY)
    assert (await plan_of(tables, table.id, EVE.id)).kept.turns == ()


async def test_a_computer_takes_the_seat_and_gives_it_back(tables: Tables) -> None:
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    was = Person(user(table, seat), table.seats[seat].name)
    done = await replace_player(tables, table.id, MAYA, seat, None, WHY)
    assert done.table.seats[seat].computer
    turns = await play_computers(tables, table.id)
    assert [(turn.seat, turn.by_computer) for turn in turns] == [(seat, True)]
    await refused("last-person", replace_player(tables, table.id, MAYA, 1 - seat, None, WHY))
    await refused("computer-already", replace_player(tables, table.id, MAYA, seat, None, WHY))
    done = await replace_player(tables, table.id, MAYA, seat, was, WHY)
    assert done.table.seats[seat].user_id == was.id
    while seat not in await asked_seats(tables, table.id):
        await play(tables, done.table, 1)
    assert (await turn_of(tables, table.id, was.id)).seat == seat


async def test_a_computer_that_was_thinking_does_not_take_the_persons_turn(store: Store) -> None:
    waiting: list[Any] = []

    async def slow(*asked: Any, **how: Any) -> Thought:
        if waiting:
            await waiting.pop()()
        return await last_legal(*asked, **how)

    tables = Tables(store, think=slow)
    table = await in_play(tables)
    [seat] = await asked_seats(tables, table.id)
    was = Person(user(table, seat), "Back")
    await replace_player(tables, table.id, MAYA, seat, None, WHY)
    waiting.append(lambda: replace_player(tables, table.id, MAYA, seat, was, WHY))
    assert await play_computers(tables, table.id) == []
    assert (await tables.table(table.id)).version == table.version
    assert (await turn_of(tables, table.id, was.id)).seat == seat


async def test_the_clock_begins_anew_for_who_sits_down(tables: Tables, clock: Clock) -> None:
    table = await with_clock(tables, BankClock(48, 12, 72))
    [seat] = await asked_seats(tables, table.id)
    clock.pass_by(timedelta(hours=47))
    done = await replace_player(tables, table.id, MAYA, seat, EVE, WHY)
    assert done.table.deadlines == {seat: clock.moment + 2 * DAY}
    done = await replace_player(tables, table.id, MAYA, seat, None, WHY)
    assert done.table.deadlines == {}
    async with tables.open(table.id) as opened:
        opened.change(paused_at=clock.moment)
    done = await replace_player(tables, table.id, MAYA, seat, EVE, WHY)
    assert done.table.deadlines == {}, "a pause holds for whoever comes"
    clock.pass_by(9 * DAY)
    assert (await end_pause(tables, table.id, EVE.id)).deadlines == {seat: clock.moment + 2 * DAY}


async def test_nobody_learns_what_another_seat_knows(tables: Tables) -> None:
    table = await started(tables, 3)
    # A moderator who plays here leaves his seat, to sit down in another one.
    plays = Moderator(user(table, 0), 1)
    me = Person(plays.id, table.seats[0].name)
    left = await replace_player(tables, table.id, plays, 0, EVE, WHY)
    assert left.entry.own_table
    await refused("played-another-seat", replace_player(tables, table.id, plays, 1, me, WHY))
    back = await replace_player(tables, table.id, plays, 0, me, WHY)
    assert back.entry.own_table
    await refused("sits-already", replace_player(tables, table.id, MAYA, 1, me, WHY))
    # While tiles are chosen in secret no moderator sits down to look at them.
    myself = Person(MAYA.id, "Maya")
    await refused("secret-choice", replace_player(tables, table.id, MAYA, 1, myself, WHY))
    assert (await tables.table(table.id)).seats == table.seats


async def test_nothing_hidden_is_handed_out(tables: Tables) -> None:
    table = await started(tables, 3)
    seat = (await asked_seats(tables, table.id))[0]
    view = await turn_of(tables, table.id, user(table, seat))
    tiles = {word for action in view.legal for word in action.split()[1:]}
    assert tiles
    await choose(tables, table.id, user(table, seat), view.legal[0])
    await confirm(tables, table.id, user(table, seat))
    shown = [
        await rewind_preview(tables, table.id, MAYA, 0),
        await order_turn(tables, table.id, MAYA, WHY),
        await replace_player(tables, table.id, MAYA, seat, EVE, WHY),
        await order_rewind(tables, table.id, MAYA, 0, 1, WHY),
        await audit_log(tables, 1),
    ]
    text = repr(shown)
    assert not [action for action in view.legal if action in text]
    assert "seed" not in text and "setup" not in text


# --- results -------------------------------------------------------------------------------------


async def test_ended_early_with_and_without_result(tables: Tables) -> None:
    table = await in_play(tables)
    await play(tables, table, 5)
    standings = (await tables.game(table.id)).standings()
    done = await end_game(tables, table.id, MAYA, WHY, counts=True)
    assert (done.table.status, done.waiting) == ("finished", ())
    result = await result_of(tables, table.id)
    assert result is not None
    assert (list(result.standings), result.played, result.decided_by) == (
        standings, None, done.entry,
    )  # fmt: skip
    await refused("finished", turn_of(tables, table.id, user(table, 0)))
    await refused("finished", end_game(tables, table.id, MAYA, WHY, counts=False))

    table = await in_play(tables, channel=701)
    done = await end_game(tables, table.id, MAYA, WHY, counts=False)
    assert done.table.status == "abandoned"
    result = await result_of(tables, table.id)
    assert result is not None
    assert (result.standings, result.played) == ((), None)


async def test_what_was_ended_early_is_taken_up_again(tables: Tables) -> None:
    table = await in_play(tables)
    await play(tables, table, 5)
    asked, version = await asked_seats(tables, table.id), (await tables.table(table.id)).version
    await end_game(tables, table.id, MAYA, WHY, counts=False)
    offer = await rewind_preview(tables, table.id, MAYA, version)
    assert offer.turns == ()
    done = await order_rewind(tables, table.id, MAYA, version, version, WHY)
    assert (done.table.status, list(done.waiting), done.table.version) == (
        "playing", asked, version,
    )  # fmt: skip
    assert await result_of(tables, table.id) is None
    await play(tables, table, 1)


async def test_a_corrected_result_stands_beside_the_games_own(tables: Tables) -> None:
    table = await in_play(tables, 3)
    await play(tables, table, 10_000)
    played = tuple((await tables.game(table.id)).standings())
    record = (await tables.game(table.id)).record()
    before = await result_of(tables, table.id)
    assert before is not None
    assert (before.standings, before.played, before.decided_by) == (played, played, None)

    entry = await correct_result(tables, table.id, MAYA, [80, 120, 120], WHY)
    after = await result_of(tables, table.id)
    assert after is not None
    assert [(row["seat"], row["place"], row["points4"]) for row in after.standings] == [
        (1, 1, 120), (2, 1, 120), (0, 3, 80),
    ]  # fmt: skip
    assert (after.played, after.decided_by) == (played, entry)
    assert (await tables.game(table.id)).record() == record
    # Played on from an earlier turn the game's own result counts again.
    over = await tables.table(table.id)
    turns = await all_turns(tables, table.id)
    to = over.version - len(turns[-1].actions)
    await order_rewind(tables, table.id, MAYA, to, over.version, WHY)
    await play(tables, table, 10_000)
    result = await result_of(tables, table.id)
    assert result is not None and result.decided_by is None and result.standings == result.played


async def test_a_lobby_is_left_to_its_people(tables: Tables) -> None:
    table = await lobby(tables)
    for doing in (
        end_game(tables, table.id, MAYA, WHY, counts=False),
        replace_player(tables, table.id, MAYA, 0, EVE, WHY),
        order_rewind(tables, table.id, MAYA, 0, 0, WHY),
    ):
        await refused("still-a-lobby", doing)
    assert await result_of(tables, table.id) is None
    with pytest.raises(Refusal):
        await order_turn(tables, 99, MAYA, WHY)
