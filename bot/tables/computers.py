"""What is played by itself: the turns of computers, turns for people whose time is over, and
planned turns that confirm themselves.

They think while the table is not locked, so that nobody waits for them. Their answers count only if
the table has not changed meanwhile.
"""

import asyncio
from collections.abc import Sequence

from bot.model.advice import ORDINARY, Computer
from bot.model.notes import CallSeat, CallSubstitutes, Note, TurnTimedOut
from bot.refusal import Refusal
from bot.store import tables as stored
from bot.tables import planning, time_passing, timing, turns
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from bot.tables.thinking import Think, looked_less_far
from bot.tables.turns import Confirmed

AT_ONCE = Computer("instant")
"""The computer that takes the turn of a person whose time is over where everybody waits."""


async def play_by_themselves(
    tables: Tables, table_id: int, *, plans: bool = True
) -> list[Confirmed]:
    """Let the computers play while one is asked, and with `plans` planned turns confirm themselves
    that are due; return these turns, oldest first. It is harmless to call at any time: a second
    caller waits until the first has finished."""
    played: list[Confirmed] = []
    async with tables.locks.of(("computers", table_id)):  # otherwise they would think twice
        while True:
            opened = await tables.read(table_id)
            asked, planned = _computer_asked(opened), _plan_due(opened) if plans else None
            if planned is not None:
                turn = await _planned_turn(tables, table_id, planned)
            elif asked is not None and tables.think is not None:
                turn = await _computers_turn(tables, tables.think, opened, *asked)
            else:
                return played
            if turn is not None:
                played.append(turn)


def _plan_due(opened: OpenTable) -> int | None:
    """Find a seat whose planned turn confirms itself now."""
    if opened.table.status != "playing" or opened.table.paused:
        return None
    seats = opened.table.seats
    return next((s.seat for s in seats if s.plan_due and s.plan_due <= opened.now), None)


async def _planned_turn(tables: Tables, table_id: int, seat: int) -> Confirmed | None:
    """Confirm a seat's planned turn. If it is not as it was planned any more, the person is called
    instead; if it is long overdue, the person is told again and it waits. Nothing happens if it was
    stopped, confirmed or paused meanwhile."""
    async with tables.open(table_id) as opened:
        if _plan_due(opened) != seat:
            return None
        actions, holder = planning.as_planned(opened, seat), opened.table.seats[seat]
        opened.change_seat(seat, plan_due=None)
        if actions is not None and holder.plan_due and opened.now - holder.plan_due > planning.LATE:
            planning.let_wait(opened, seat)
        elif actions is not None:
            return turns.append(opened, seat, actions, user_id=holder.user_id, planned=True)
        way = timing.ping_of(opened.table, holder, opened.now)
        if opened.game.kind_asked(seat) is not None and way in ("mention", "direct"):
            opened.must_tell(CallSeat(seat, way))
        return None


async def with_plans_due(tables: Tables) -> list[int]:
    """List the tables where a planned turn confirms itself now."""
    return await tables.store.read(stored.with_plans_due, tables.now(), tables.shards)


async def _computers_turn(
    tables: Tables, think: Think, opened: OpenTable, seat: int, computer: Computer
) -> Confirmed | None:
    time = asyncio.get_running_loop().time
    # At a live clock everybody waits.
    live = opened.table.options.time.is_live
    pause = 0.0 if live else tables.pauses[computer.level] * (2 if computer.thinks_twice else 1)
    not_before = time() + pause
    thought = await think(opened.game, seat, computer)
    await asyncio.sleep(max(0.0, not_before - time()))
    hurried = looked_less_far(thought, computer.level)
    return await _append_if_still(tables, opened, seat, thought.actions, hurried=hurried)


async def needing_computers(tables: Tables) -> list[int]:
    """List the tables where a computer is asked. A table that had none is looked at again only
    after it has changed, so that this can be called every minute."""
    if tables.think is None:
        return []
    playing = await tables.store.read(stored.playing_with_computers, tables.shards)
    found = []
    for table_id, revision in playing.items():
        if tables.asking_no_computer.get(table_id) == revision:
            continue
        if _computer_asked(await tables.read(table_id)) is not None:
            found.append(table_id)
    tables.asking_no_computer = {key: playing[key] for key in playing.keys() - set(found)}
    return found


def _computer_asked(opened: OpenTable) -> tuple[int, Computer] | None:
    """Find the first seat that is asked and has a computer."""
    if opened.table.status != "playing":
        return None
    try:
        waiting = opened.waiting
    except Refusal:  # it cannot be replayed; people are told when they try
        return None
    sitting = ((seat, opened.table.seats[seat].computer) for seat in waiting)
    return next(((seat, computer) for seat, computer in sitting if computer is not None), None)


async def time_over(
    tables: Tables, table_id: int, seat: int, *, ordered: bool = False
) -> list[Confirmed]:
    """Let a computer take the turn of a seat whose time is over, by the table's rule or because a
    moderator has `ordered` it. Otherwise play nothing; the moderators are to be called."""
    opened = await tables.read(table_id)
    rule = opened.table.options.time.when_out
    by_rule = rule in ("computer", "relief")
    if tables.think is None or not (by_rule or ordered):
        async with tables.open(table_id, game=False) as changing:
            time_passing.note_time_out(changing, seat)
        return []
    if opened.table.status != "playing" or opened.game.kind_asked(seat) is None:
        return []
    begun = turns.asked_seat(opened, seat).turn
    # The person's prepared actions count, as far as they go.
    whole = begun.whole if begun.actions else None
    actions: Sequence[str] = whole or ()
    hurried = False
    if not actions:
        computer = AT_ONCE if opened.table.options.time.is_live else ORDINARY
        thought = await tables.think(opened.game, seat, computer, begun=begun.actions, urgent=True)
        actions, hurried = thought.actions, looked_less_far(thought, computer.level)
    notes: list[Note] = [TurnTimedOut(seat, opened.table.version)]
    if rule == "relief" and not ordered:
        notes.append(CallSubstitutes(seat))
    turn = await _append_if_still(tables, opened, seat, actions, *notes, hurried=hurried)
    return [turn] if turn else []


async def _append_if_still(
    tables: Tables,
    thought_on: OpenTable,
    seat: int,
    actions: Sequence[str],
    *notes: Note,
    hurried: bool,
) -> Confirmed | None:
    """Confirm a computer's turn, unless the table changed during its thinking or somebody else sits
    there now. `notes` are added to the outbox."""
    holder = thought_on.table.seats[seat].user_id
    async with tables.open(thought_on.table.id) as opened:
        table = opened.table
        if table.status != "playing" or table.seats[seat].user_id != holder:
            return None
        then = thought_on.table.rewinds, thought_on.game.answered(seat)
        if (table.rewinds, opened.game.answered(seat)) != then:
            return None
        if time_passing.is_noted(opened, seat):  # it was counted when the time was over
            notes = tuple(one for one in notes if not isinstance(one, TurnTimedOut))
        turn = turns.append(opened, seat, actions, user_id=None, hurried=hurried)
        opened.must_tell(*notes)
        return turn
