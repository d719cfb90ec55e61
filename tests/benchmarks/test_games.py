"""How long /games takes for somebody who sits at 200 tables, most of them with a clock, and for
the moderators of a server with as many; with 100,000 finished games beside them.

Run with `scripts/test tests/benchmarks -k test_games --benchmark-only -s`. The time is that of this
process alone.
"""

import time
from typing import Any

import pytest

from bot.clocks import DaysClock, TimeRules
from bot.process import spare_the_collector
from bot.tables import Options, Person
from tests.benchmarks import size
from tests.cogs.conftest import (  # noqa: F401
    Room,
    _simcord_as_needed,
    address,
    icons,
    kind,
    make_bot,
    room,
    simcord_bot,
    translated_commands,
    wait,
    wire,
)
from tests.cogs.driver import answer, choose_tiles, copied, words
from tests.cogs.moderators_page import name_moderators
from tests.store.databases import Kind, on_both
from tests.tables.acts import set_options

OPEN, FINISHED, OWN_FINISHED = 200, size(100_000, 2_000), 1_000
TIMES = size(7, 1)


@on_both
@pytest.mark.filterwarnings("ignore:Benchmark fixture was not used")  # it has its own clock
@pytest.mark.english  # the pseudo-locale takes its time
@pytest.mark.simcord(settle_timeout=600)
async def test_two_hundred_tables(benchmark: Any, room: Room, kind: Kind) -> None:  # noqa: F811
    ana, role = room.people[0], room.guild.create_role("referees")
    await name_moderators(room, role)
    maya = room.guild.add_member(room.env.create_user("maya"), roles=[role])
    lobby = answer(await ana.slash(room.channel, "tzolkin new"))
    for other in room.people[1:]:
        await other.click(lobby, label="Join")
    rules = Options(time=TimeRules(DaysClock(2)))
    await set_options(room.bot.tables, 1, Person(ana.id, "ana"), rules)
    await ana.click(lobby, label="Start")
    for person in room.people:
        await choose_tiles(person, room.channel)
    people, away = [one.id for one in room.people], [one.id + 5 for one in room.people]
    over: dict[str, Any] = {"status": "finished", "setup": None, "position": None}
    await copied(room, 1, range(1, OPEN), people)
    await copied(room, 1, range(OPEN, OPEN + OWN_FINISHED), people, **over)
    for start in range(OPEN + OWN_FINISHED, FINISHED, 5_000):
        await copied(room, 1, range(start, start + 5_000), away, **over)
    spare_the_collector()  # as where the bot runs
    wanted: tuple[tuple[Any, dict[str, Any]], ...] = ((ana, {}), (maya, {"server": True}))
    for asking, options in wanted:
        taken = []
        for _ in range(TIMES):
            begun = time.process_time()
            said = answer(await asking.slash(room.channel, "games", **options))
            taken.append(time.process_time() - begun)
        shown = [round(1000 * one) for one in taken]
        print(f"\n{kind}, {options or 'mine'}: {shown} ms of this process")
        assert "Page 1 of 25" in words(said)
