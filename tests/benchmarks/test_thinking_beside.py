"""Presses beside computers that think: our own time, with 50 tables at which computers play.

The same turns are pressed as in `test_press_time`, first while no computer plays, which is the
floor, then while three computers of level hard play at each of 50 other tables, with a person who
takes a turn some seconds after theirs; all is stored and told as ever. Also told: how long a
computer's turn took with its waiting, without the pause before it counts, and at which levels they
were thought.
Run with `scripts/test tests/benchmarks/test_thinking_beside.py --benchmark-only -s`.
"""

import asyncio
import os
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.engine import Game
from bot.model.advice import Computer
from bot.settings import Settings
from bot.tables import Confirmed, Person
from bot.tables.service import PAUSES
from bot.tables.thinking import Thinking, Thought
from cogs.client import SWITCH_INTERVAL, TzolkinBot, spare_the_collector
from cogs.telling.carry_on import carry_on
from tests.benchmarks.test_press_time import APART, PHASES, Stopwatch, Turn, begin, done
from tests.tables.acts import add_computer, choose, confirm, open_lobby, start, turn_of
from tests.tables.playing import last

TABLES = 50
"""At which computers play; presses come from as many others."""
PRESSES_A_SECOND = 10
BEFORE = 15
"""Seconds for which the computers play before the presses come."""
A_PERSON = 5
"""Seconds a person at a table with computers takes for a turn."""
QUIET, BESIDE = "no computer plays", "computers play"


@dataclass
class Thoughts:
    """What the computers did."""

    seconds: list[float] = field(default_factory=list)
    """Of each turn, waiting included."""
    levels: Counter[str] = field(default_factory=Counter)


def noting(thinking: Thinking, thoughts: Thoughts) -> Any:
    """What thinks at the tables, noting how long it takes."""

    async def think(game: Game, seat: int, computer: Computer, **how: Any) -> Thought:
        asked = time.perf_counter()
        thought = await thinking.turn(game, seat, computer, **how)
        thoughts.seconds.append(time.perf_counter() - asked)
        thoughts.levels[thought.level] += 1
        return thought

    return think


async def seat_computers(bot: TzolkinBot, guild_id: int, channel_id: int, host: Person) -> int:
    """A game of a person and three computers. The table."""
    table = await open_lobby(bot.tables, guild_id, channel_id, host)
    for _ in range(3):
        await add_computer(bot.tables, table.id, host, Computer("hard"))
    await start(bot.tables, table.id, host, seed=str(channel_id))
    return table.id


async def go_on(bot: TzolkinBot, table_id: int, host: Person) -> None:
    """The computers of a table play, and the person between them."""
    news: list[Confirmed] = []
    while not news or not news[0].finished:
        await carry_on(bot, table_id, news)
        await asyncio.sleep(A_PERSON)
        turn = await turn_of(bot.tables, table_id, host.id)
        while not turn.can_confirm:
            action = last(turn.legal)
            turn = await choose(bot.tables, table_id, host.id, action, turn.stamp)
        news = [await confirm(bot.tables, table_id, host.id, turn.stamp)]


async def press_all(watch: Stopwatch, turns: list[Turn], when: str) -> None:
    """Press the turns to their end, several tables at a time."""
    order = sorted(
        (number + APART * phase, number, phase)
        for number in range(len(turns))
        for phase in range(len(PHASES))
    )
    start = time.perf_counter()
    for count, (_, number, phase) in enumerate(order):
        await asyncio.sleep(max(0, start + count / PRESSES_A_SECOND - time.perf_counter()))
        await turns[number].press(PHASES[phase])
        watch.kinds[turns[number].last.id] = when
    for turn in turns:
        await watch.answered[turn.last.id].wait()
    assert all(turn.confirmed() for turn in turns)


async def measure(folder: Path) -> tuple[Stopwatch, Thoughts]:
    """The stopwatch after all was pressed, and what the computers did meanwhile."""
    address = f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}"
    thinking, thoughts = Thinking(), Thoughts()
    settings = Settings(_env_file=None, database_url=address)
    bot = TzolkinBot(settings, thinking=thinking, pauses=PAUSES)
    bot.tables.think = noting(thinking, thoughts)
    await bot.warm_up()
    bot.warm_up = done  # type: ignore[method-assign]  # SimCord waits no more than 5 s for it
    async with simcord.run(bot, settle_timeout=120) as env:
        guild = env.create_guild("Friends")
        people = [guild.add_member(env.create_user(name)) for name in ("ana", "bob")]
        channels = [guild.create_text_channel(f"table-{n}") for n in range(TABLES)]
        spare_the_collector()  # as the program does when it is ready
        tables = [await begin(bot, guild.id, channel.id, people, n)
                  for n, channel in enumerate(channels)]  # fmt: skip
        await env.settle()
        watch = Stopwatch(env)
        turns = [Turn(watch, bot, tables[n], channels[n], people) for n in range(TABLES)]
        for turn in turns:
            await turn.ask()
        await env.settle()
        half = TABLES // 2
        await press_all(watch, turns[:half], QUIET)
        ana = Person(people[0].id, "ana")
        others = [guild.create_text_channel(f"computers-{n}") for n in range(TABLES)]
        beside = [await seat_computers(bot, guild.id, other.id, ana) for other in others]
        playing = [asyncio.create_task(go_on(bot, table_id, ana)) for table_id in beside]
        await asyncio.sleep(BEFORE)
        await press_all(watch, turns[half:], BESIDE)
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
        assert {type(one) for one in ended} == {asyncio.CancelledError}, ended
        assert env.errors == []
    await bot.close()
    return watch, thoughts


def test_presses_beside_computers(benchmark: Any, tmp_path: Path) -> None:
    found: list[tuple[Stopwatch, Thoughts]] = []
    interval = sys.getswitchinterval()
    try:
        sys.setswitchinterval(SWITCH_INTERVAL)  # as the program does when it runs
        benchmark.pedantic(lambda: found.append(asyncio.run(measure(tmp_path))), rounds=1)
    finally:
        sys.setswitchinterval(interval)
    [(watch, thoughts)] = found
    medians = {}
    for when in (QUIET, BESIDE):
        times = sorted(watch.milliseconds[when])
        medians[when] = median = statistics.median(times)
        late = times[int(len(times) * 0.99)]
        used = statistics.median(watch.processor[when])
        benchmark.extra_info[f"{when}: median, 99th"] = (round(median, 1), round(late, 1))
        print(
            f"\n{when}: {median:.1f} ms (median; {used:.1f} ms of the processor), "
            f"{late:.1f} ms (99th) of {len(times)} presses",
            end="",
        )
    ratio = medians[BESIDE] / medians[QUIET]
    benchmark.extra_info["times the floor"] = round(ratio, 2)
    turns = sorted(thoughts.seconds)
    print(
        f"\n{ratio:.2f} times the floor; {len(turns)} turns of computers, "
        f"{statistics.median(turns):.1f} s (median), {turns[-1]:.1f} s (slowest), at", end="",
    )  # fmt: skip
    print("", *(f"{level}: {count}" for level, count in thoughts.levels.most_common()), sep=" ")
    print("load of the machine in the last minute, 5, 15:", *(f"{n:.1f}" for n in os.getloadavg()))


if __name__ == "__main__":
    pytest.main([__file__, "--benchmark-only", "-s"])
