"""How long tables wait for a turn, with plans and without: a simulated week of 50 tables.

Each of 200 people, in five time zones, looks at their table four times a day between 8 and 23
o'clock, and takes the turn they are asked for as the computer *instant* would. With plans, who is
not asked plans the next turn; it confirms itself, also if it costs up to two corn more.

Run with `scripts/test tests/benchmarks/test_plans_week.py --benchmark-only --numprocesses 0 -s`.
"""

import asyncio
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import mean, median
from typing import Any
from zoneinfo import ZoneInfo

from bot.ai.players import decide, plan_turn
from bot.engine.turn import END
from bot.refusal import Refusal
from bot.store import Store
from bot.tables import Person, Tables
from tests.benchmarks import size
from tests.store.databases import newest_database
from tests.tables.acts import (
    choose_all,
    confirm,
    join,
    open_lobby,
    plan_of,
    play_computers,
    set_plan,
    set_plays,
    start,
    turn_of,
)
from tests.tables.playing import Clock, asked_seats, last_legal

TABLES, SEATS, DAYS, LOOKS = size((50, 4, 7, 4), (1, 4, 2, 4))
FIRST_HOUR, HOURS = 8, 15
MORE_CORN = 2
ZONES = ["Europe/Berlin", "America/New_York", "America/Sao_Paulo", "Asia/Tokyo", "Australia/Perth"]
BEGIN = datetime(2030, 3, 4, tzinfo=UTC)


def test_week_of_tables(benchmark: Any, tmp_path: Path, newest_form: Path) -> None:
    """The minutes from each call to its turn, and how many turns there were."""

    async def weeks() -> list[list[float]]:
        store = Store(await newest_database(tmp_path, newest_form, "sqlite"))
        await store.open()
        found = [
            [wait for number in range(TABLES) for wait in await week(store, number, plans=plans)]
            for plans in (False, True)
        ]
        await store.close()
        return found

    without, planned = benchmark.pedantic(lambda: asyncio.run(weeks()), rounds=1)

    for name, waits in (("without plans", without), ("with plans", planned)):
        at_once = sum(wait <= 1 for wait in waits) / len(waits)
        print(
            f"\n{name}: {len(waits)} turns, {median(waits):.0f} minutes from the call to the turn "
            f"(median; mean {mean(waits):.0f}); {at_once:.0%} within a minute",
            end="",
        )


async def week(store: Store, number: int, *, plans: bool) -> list[float]:
    """Play a table for a week; return the minutes from each call to its turn."""
    clock, chance, waits = Clock(BEGIN), random.Random(number), list[float]()
    tables = Tables(store, think=last_legal, now=clock)
    people = [Person(10 * number + seat, f"p{seat}") for seat in range(1, SEATS + 1)]
    table_id = await _begun(tables, people, 10 + 2 * number + plans)
    called = BEGIN
    for moment, person in _looks(people, chance):
        while (due := await _plan_due(tables, table_id)) and due <= moment:
            clock.moment = due
            if await play_computers(tables, table_id):
                waits.append((due - called) / timedelta(minutes=1))
                called = due
        clock.moment = moment
        if await _takes_turn(tables, table_id, person):
            waits.append((moment - called) / timedelta(minutes=1))
            called = moment
        elif plans:
            await _plans(tables, table_id, person)
    return waits


def _looks(people: list[Person], chance: random.Random) -> list[tuple[datetime, int]]:
    """When each looks, in the order of time."""
    found = []
    for person in people:
        zone = ZoneInfo(chance.choice(ZONES))
        for day in range(DAYS):
            morning = BEGIN.replace(tzinfo=zone) + timedelta(days=day, hours=FIRST_HOUR)
            found += [
                (morning + timedelta(hours=HOURS * chance.random()), person.id)
                for _ in range(LOOKS)
            ]
    return sorted(found)


async def _begun(tables: Tables, people: list[Person], channel: int) -> int:
    """Begin a game in which everybody has chosen their tiles."""
    table = await open_lobby(tables, 1, channel, people[0])
    for person in people[1:]:
        await join(tables, table.id, person)
    await start(tables, table.id, people[0], seed=f"{people[0].id}")
    for person in people:
        await _takes_turn(tables, table.id, person.id)
    return table.id


async def _takes_turn(tables: Tables, table_id: int, person: int) -> bool:
    """Let a person do all they are asked; return whether they were asked."""
    done = False
    while (seat := await _seat_asked(tables, table_id, person)) is not None:
        turn = await turn_of(tables, table_id, person)
        if turn.kind == "turn":
            actions = plan_turn(turn.position, seat, "instant")
        else:
            actions = (decide(turn.position, seat, turn.kind, turn.legal, "instant"),)
        await choose_all(tables, table_id, person, actions, turn.stamp)
        await confirm(tables, table_id, person)
        done = True
    return done


async def _plans(tables: Tables, table_id: int, person: int) -> None:
    """Let a person plan the next turn anew, as things lie now."""
    try:
        shown = await plan_of(tables, table_id, person)
    except Refusal:  # the game is over, or there is no turn to come
        return
    actions = [one for one in plan_turn(shown.start, shown.seat, "instant") if one != END]
    await set_plan(tables, table_id, person, actions)
    await set_plays(tables, table_id, person, plays=True, extra=MORE_CORN)


async def _seat_asked(tables: Tables, table_id: int, person: int) -> int | None:
    mine = (await tables.table(table_id)).seat_of(person)
    assert mine is not None
    return mine.seat if mine.seat in await asked_seats(tables, table_id) else None


async def _plan_due(tables: Tables, table_id: int) -> datetime | None:
    """When a planned turn confirms itself."""
    seats = (await tables.table(table_id)).seats
    return min((one.plan_due for one in seats if one.plan_due), default=None)
