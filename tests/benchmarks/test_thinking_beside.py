"""Presses beside computers that think: our own time, with 50 tables at which computers play.

The same turns are pressed as in `test_press_time`, first while no computer thinks, which is the
floor, then while those of 50 games ask for turns at level hard without a pause. Also told: how long
a computer's turn took with its waiting, and at which levels they were thought.
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

from bot.client import SWITCH_INTERVAL, TzolkinBot, spare_the_collector
from bot.engine import Game
from bot.model.computers import Computer
from bot.settings import Settings
from bot.tables.thinking import Thinking
from tests.benchmarks.test_press_time import APART, PHASES, Stopwatch, Turn, begin, done

TABLES = 50
"""At which computers play; presses come from as many others."""
PRESSES_A_SECOND = 10
QUIET, BESIDE = "no computer thinks", "computers think"


@dataclass
class Thoughts:
    """What the computers did."""

    seconds: list[float] = field(default_factory=list)
    """Of each turn, waiting included."""
    levels: Counter[str] = field(default_factory=Counter)


async def computers_play(thinking: Thinking, seed: int, thoughts: Thoughts) -> None:
    """A game of four computers, turn after turn."""
    game = Game.new(4, seed=seed)
    while game.pending:
        seat = game.pending[0].seat
        asked = time.perf_counter()
        thought = await thinking.turn(game, seat, Computer("hard"))
        thoughts.seconds.append(time.perf_counter() - asked)
        thoughts.levels[thought.level] += 1
        for action in thought.actions:
            game.play(seat, action)


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
    bot = TzolkinBot(Settings(_env_file=None, database_url=address))
    await bot.warm_up()
    bot.warm_up = done  # type: ignore[method-assign]  # SimCord waits no more than 5 s for it
    thinking, thoughts = Thinking(), Thoughts()
    await thinking.start()
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
        playing = [
            asyncio.create_task(computers_play(thinking, n, thoughts)) for n in range(TABLES)
        ]
        await press_all(watch, turns[half:], BESIDE)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await env.settle()
        assert env.errors == []
    await thinking.close()
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
