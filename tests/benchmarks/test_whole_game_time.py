"""What a whole game as one animated picture costs, against one still picture drawn in the same run,
and how long the event loop stands still meanwhile.

Run with `scripts/test tests/benchmarks --benchmark-only --numprocesses 0 -s`.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.components import MODULES
from bot.text.translation import translator
from cogs.client import SWITCH_INTERVAL
from rendering import DrawingPool, Picture, draw_wheels, draw_whole_game, prepare
from tests.rendering.wheels.test_whole_game import rounds_of_a_game

ENGLISH = translator("en")
TICK = 0.001
RUNS = 5


async def longest_block(work: Callable[[], Awaitable[Any]]) -> tuple[float, Any]:
    """How long the event loop could not go on at most, beyond a tick, while this process worked
    (not others on the machine); and what came of the work."""
    longest = 0.0

    async def watch() -> None:
        nonlocal longest
        while True:
            before, worked = time.perf_counter(), time.process_time()
            await asyncio.sleep(TICK)
            late = time.perf_counter() - before - TICK
            longest = max(longest, min(late, time.process_time() - worked))

    watching = asyncio.create_task(watch())
    await asyncio.sleep(10 * TICK)
    result = await work()
    watching.cancel()
    return longest, result


@pytest.mark.parametrize(("players", "modules"), [(2, ()), (5, tuple(MODULES))])
def test_whole_game_against_a_still_picture(
    benchmark: Any, players: int, modules: tuple[str, ...]
) -> None:
    prepare("dark")
    moments = rounds_of_a_game(players, modules)
    switched = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)  # as the bot does

    async def measured() -> tuple[float, float, float, float, Picture]:
        pool = DrawingPool()
        await draw_whole_game(pool, moments, t=ENGLISH)  # fill the caches of sprites
        stills = []
        for skulls in range(15):
            begun = time.perf_counter()
            await pool.draw(draw_wheels, replace(moments[9], bank_skulls=skulls), t=ENGLISH)
            stills.append(time.perf_counter() - begun)
        idle, _ = await longest_block(lambda: asyncio.sleep(1))
        seconds = blocked = 60.0
        for _ in range(RUNS):  # the best one, since other programs run, too
            begun = time.perf_counter()
            held, picture = await longest_block(lambda: draw_whole_game(pool, moments, t=ENGLISH))
            seconds, blocked = min(seconds, time.perf_counter() - begun), min(blocked, held)
        pool.close()
        return sorted(stills)[7], seconds, idle, blocked, picture

    try:
        still, seconds, idle, blocked, picture = asyncio.run(measured())
        benchmark.pedantic(lambda: asyncio.run(_drawn(moments)), rounds=1)
    finally:
        sys.setswitchinterval(switched)
    kilobytes = len(picture.data) // 1000
    print(
        f"\n{players} seats, {len(moments)} frames: {seconds:.2f} s, {kilobytes} kB; "
        f"a still picture {still * 1000:.0f} ms: {seconds / still:.0f} times the time; "
        f"event loop held up for {blocked * 1000:.1f} ms at most, idle {idle * 1000:.1f} ms"
    )


async def _drawn(moments: Any) -> None:
    pool = DrawingPool()
    await draw_whole_game(pool, moments, t=ENGLISH)
    pool.close()
