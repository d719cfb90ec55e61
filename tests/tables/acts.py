"""What people, computers and moderators do at tables, each in a transaction of its own, for tests:
`await confirm(tables, table.id, ada)`."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from bot.model.notes import Note
from bot.model.server import AuditEntry
from bot.model.table import Table
from bot.moderation import desk, table_acts
from bot.moderation.at_tables import AtTable
from bot.moderation.desk import Done
from bot.store import moderation, outbox
from bot.store import tables as stored
from bot.tables import (
    Confirmed,
    Moderator,
    OpenTable,
    Tables,
    computers,
    lobby,
    looking_back,
    preparation,
    privacy,
    records,
    requests,
    time_passing,
    turns,
)
from bot.tables.requests import Rewind

Args = ParamSpec("Args")
Answer = TypeVar("Answer")


def doing(
    act: Callable[Concatenate[OpenTable, Args], Answer | Awaitable[Answer]],
) -> Callable[Concatenate[Tables, int, Args], Awaitable[Answer]]:
    """The function, called with the table opened."""

    async def done(tables: Tables, table_id: int, *args: Args.args, **more: Args.kwargs) -> Answer:
        async with tables.open(table_id) as opened:
            answer = act(opened, *args, **more)
            return await answer if inspect.isawaitable(answer) else answer

    return done


def looking(
    look: Callable[Concatenate[OpenTable, Args], Answer | Awaitable[Answer]],
) -> Callable[Concatenate[Tables, int, Args], Awaitable[Answer]]:
    """The function, called with the table read."""

    async def looked(
        tables: Tables, table_id: int, *args: Args.args, **more: Args.kwargs
    ) -> Answer:
        answer = look(await tables.read(table_id), *args, **more)
        return await answer if inspect.isawaitable(answer) else answer

    return looked


async def note_told(tables: Tables, table_id: int, version: int, *, rewinds: int = 0) -> None:
    """As if the channel had been told so much of a game."""
    posted = (await tables.table(table_id)).posted
    told = replace(posted, rewinds=rewinds, version=version)
    await tables.store.write(stored.note_told, table_id, told)


async def _untold_turns(opened: OpenTable) -> list[Confirmed]:
    told = opened.table.posted.version or 0
    if opened.table.rules is None or told >= opened.table.version:
        return []
    return await looking_back.turns_since(opened, told)


async def notes_of(tables: Tables, table_id: int) -> tuple[Note, ...]:
    """What waits in the outbox for a table, oldest first."""
    return tuple(one.note for one in await tables.store.read(outbox.of_table, table_id))


open_lobby, open_scheduled = lobby.open_lobby, lobby.open_scheduled
open_rematch = lobby.open_rematch
join, leave = doing(lobby.join), doing(lobby.leave)
add_computer, remove_computer = doing(lobby.add_computer), doing(lobby.remove_computer)
change_computers = doing(lobby.change_computers)
set_options, abandon = doing(lobby.set_options), doing(lobby.abandon)
start, start_scheduled = doing(lobby.start), doing(lobby.start_scheduled)
expire_lobbies = lobby.expire_lobbies

turn_of = looking(turns.view)
choose, choose_all = doing(turns.choose), doing(turns.choose_all)
undo, confirm = doing(turns.undo), doing(turns.confirm)
plan_of, set_plan = looking(preparation.view_plan), doing(preparation.plan_way)
add_way, add_turn = doing(preparation.add_way), doing(preparation.add_turn)
set_plays, drop_plan = doing(preparation.set_plays), doing(preparation.drop_plan)
stop_plan = doing(preparation.stop_plan)
with_plans_due = computers.with_plans_due

take_back_offered = looking(requests.rewind_offered)
take_back, agree_to_rewind = doing(requests.take_back), doing(requests.agree_to_rewind)
request_pause, agree_to_pause = doing(requests.request_pause), doing(requests.agree_to_pause)
decline_pause, end_pause = doing(requests.decline_pause), doing(requests.end_pause)

all_turns = looking(looking_back.all_turns)
turns_not_announced = looking(_untold_turns)
untold_of, result_of = looking(looking_back.untold), looking(looking_back.result)
points_history = looking(looking_back.points_history)
record_of, revealed_of = looking(records.record_of), looking(records.revealed)

play_computers, needing_computers = computers.play_by_themselves, computers.needing_computers
time_over = computers.time_over
hint_for, first_tiles = computers.hint, computers.first_tiles_hint
time_calls, give_time_back = time_passing.time_calls, time_passing.give_time_back
beat, set_person_settings = time_passing.beat, time_passing.set_person_settings
nudge = doing(time_passing.nudge)
stored_about, must_sit_nowhere = privacy.stored_about, privacy.must_sit_nowhere
remove_old = privacy.remove_old


async def audit_log(tables: Tables, guild_id: int, **page: int) -> list[AuditEntry]:
    """The audit log of a server, newest entry first."""
    return await tables.store.read(moderation.of_guild, guild_id, **page)


async def count_entries(tables: Tables, guild_id: int) -> int:
    """The number of entries of a server's audit log."""
    return await tables.store.read(moderation.count, guild_id)


class Moderated(NamedTuple):
    """A moderator's act at a table."""

    entry: AuditEntry
    table: Table
    rewind: Rewind | None
    waiting: tuple[int, ...]
    """The seats that are asked after the act."""


async def _moderated(tables: Tables, done: Done[Table]) -> Moderated:
    playing = done.entry.status == "done" and done.after.status == "playing"
    waiting = (await tables.read(done.after)).waiting if playing else ()
    rewind = done.outcome.rewind
    if done.entry.status == "done" and rewind is not None:
        rewind = replace(rewind, table=done.after)
    return Moderated(done.entry, done.after, rewind, waiting)


async def rewind_preview(tables: Tables, table_id: int, moderator: Moderator, to: int) -> Rewind:
    """The turns that a moderator's rewind would undo."""
    table = await tables.table(table_id)
    act = table_acts.RewindGame(to, table.version)
    found = await desk.preview(AtTable(tables, table_id), moderator, act)
    assert found.outcome.rewind is not None
    return found.outcome.rewind


async def moderate(
    act: Callable[..., table_acts.TableAct],
    tables: Tables,
    table_id: int,
    moderator: Moderator,
    *chosen: Any,
    **more: Any,
) -> Moderated:
    """A moderator's act; the last of `chosen` is the reason."""
    *fields, reason = chosen
    place = AtTable(tables, table_id)
    return await _moderated(tables, await desk.do(place, moderator, act(*fields, **more), reason))


def _extend(seat: int | None, by: timedelta) -> table_acts.ExtendTime:
    return table_acts.ExtendTime(seat, int(by.total_seconds()))


async def correct_result(
    tables: Tables, table_id: int, moderator: Moderator, points4: Sequence[int], reason: str
) -> AuditEntry:
    """Correct the result of a game as moderators could in version 1.0.0."""
    rows = [
        {"seat": seat, "place": 1 + sum(other > points for other in points4), "points4": points}
        for seat, points in enumerate(points4)
    ]
    entry = AuditEntry(
        0, moderator.guild_id, table_id, tables.now(), moderator.id, "correct", reason,
        {"standings": sorted(rows, key=lambda one: (one["place"], one["seat"]))}, own_table=False,
    )  # fmt: skip
    return await tables.store.write(moderation.add, entry)


give_time = partial(moderate, _extend)
order_rewind = partial(moderate, table_acts.RewindGame)
replace_player = partial(moderate, table_acts.replace_player)
end_game = partial(moderate, table_acts.EndGame)


async def order_turn(tables: Tables, table_id: int, moderator: Moderator, reason: str) -> Moderated:
    """An act of a moderator that by itself changes nothing at the table: a computer is to take the
    turn of the seat that is asked first."""
    waiting = (await tables.read(await tables.table(table_id))).waiting
    return await moderate(table_acts.PlayTurn, tables, table_id, moderator, waiting[0], reason)


async def write_note(
    tables: Tables, table_id: int, moderator: Moderator, reason: str, *, own_table: bool = False
) -> AuditEntry:
    """Write a note into the audit log as moderators could in version 1.0.0."""
    entry = AuditEntry(
        0, moderator.guild_id, table_id, tables.now(), moderator.id, "note", reason,
        {"channel": (await tables.table(table_id)).channel_id}, own_table=own_table,
    )  # fmt: skip
    return await tables.store.write(moderation.add, entry)
