"""How many presses a second the bot answers: it plays at a stand-in for Discord, over sockets,
while people press more and more often (`discord_stand_in.py`, in a process of its own).

Run with `scripts/test tests/benchmarks/test_overload.py --benchmark-only --numprocesses 0 -s`.
`TZOLKIN_RATES=50,100,150,300` says how many presses a second are tried, `TZOLKIN_SECONDS` for how
long each, `TZOLKIN_TABLES` at how many tables: nobody presses while an answer is awaited;
`TZOLKIN_ON=postgresql` has the games on a server that is started on the same machine and disk.
Log lines go to the standard error, as ever. Measured by the stand-in, from the press to the first
answer.
"""

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import discord
import pytest
import yarl

from bot.process.loop import run
from bot.settings import Settings
from bot.tables import Person, Tables
from cogs.client import SWITCH_INTERVAL, TzolkinBot, spare_the_collector
from cogs.kit.log import set_up_logging
from tests.tables.acts import choose, confirm, join, open_lobby, start, turn_of

TABLES = int(os.environ.get("TZOLKIN_TABLES", "400"))
RATES = [int(one) for one in os.environ.get("TZOLKIN_RATES", "50,75,100,150,200,300").split(",")]
SECONDS = float(os.environ.get("TZOLKIN_SECONDS", "15"))
ON = os.environ.get("TZOLKIN_ON", "sqlite")
CHANNELS, PEOPLE = 900_000_000_001_000_000, 900_000_000_002_000_000
GUILD = 900_000_000_000_000_002


async def begin(tables: Tables, number: int) -> dict[str, Any]:
    """A game of two whose tiles are chosen, as the stand-in is told of it."""
    people = [Person(PEOPLE + 2 * number + n, f"p{n}") for n in range(2)]
    table = await open_lobby(tables, GUILD, CHANNELS + number, people[0])
    await join(tables, table.id, people[1])
    await start(tables, table.id, people[0], seed=str(number))
    for person in people:
        turn = await turn_of(tables, table.id, person.id)
        await choose(tables, table.id, person.id, turn.legal[0])
        confirmed = await confirm(tables, table.id, person.id)
    # As if the channel had been told: otherwise the board of the start comes first.
    await tables.set_announced(table.id, confirmed.table.version)
    asked = confirmed.table.seats[confirmed.waiting[0]].user_id
    return {
        "channel": CHANNELS + number, "table": table.id, "asked": asked,
        "people": [one.id for one in people],
    }  # fmt: skip


@pytest.fixture
def address(addresses: Callable[[str, str], str]) -> str:
    """The empty database in which the games are."""
    return addresses(ON, "overload")


async def measure(address: str) -> list[dict[str, Any]]:
    """What the stand-in has told of each rate."""
    settings = Settings(_env_file=None, database_url=address, emojis=False)
    set_up_logging(settings)
    bot = TzolkinBot(settings)
    await bot.store.open()
    await bot.warm_up()
    places = [await begin(bot.tables, number) for number in range(TABLES)]
    stages = [(rate, SECONDS) for rate in RATES]
    people = subprocess.Popen(  # noqa: ASYNC220 - nothing else runs yet
        [sys.executable, "-m", "tests.benchmarks.discord_stand_in"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert people.stdin is not None
    assert people.stdout is not None
    told: list[dict[str, Any]] = []
    try:
        print(json.dumps({"places": places, "stages": stages}), file=people.stdin, flush=True)
        port = int(await asyncio.to_thread(people.stdout.readline))
        discord.http.Route.BASE = f"http://127.0.0.1:{port}/api"
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/")
        over = asyncio.Event()
        loop = asyncio.get_running_loop()

        def read(lines: Any) -> None:
            for line in lines:
                told.append(json.loads(line))
                print(line.strip(), flush=True)
                if "unknown" in told[-1]:
                    break
            loop.call_soon_threadsafe(over.set)

        threading.Thread(target=read, args=[people.stdout], daemon=True).start()
        async with bot:
            await bot.login("a.b.c")
            spare_the_collector()
            used, loop_used = time.process_time(), time.thread_time()
            running = asyncio.create_task(bot.connect(reconnect=False))
            await over.wait()
            used, loop_used = time.process_time() - used, time.thread_time() - loop_used
            running.cancel()
            answered = sum(one.get("answered", 0) for one in told)
            print(json.dumps(_outcomes(bot)), flush=True)
            print(
                f"{1000 * used / answered:.1f} ms of the processor for each press answered, with "
                f"its share of the pictures; {1000 * loop_used / answered:.1f} ms of it in the loop"
            )
    finally:
        people.kill()
        people.wait()
    return told


def _outcomes(bot: TzolkinBot) -> dict[str, float]:
    """What the bot itself has counted."""
    found = {}
    for metric in bot.metrics.registry.collect():
        if metric.name in ("tzolkin_answers", "tzolkin_dropped", "tzolkin_errors"):
            found |= {
                f"{one.name} {' '.join(one.labels.values())}".strip(): one.value
                for one in metric.samples if one.name.endswith("_total")
            }  # fmt: skip
    return found


def test_presses_a_second(benchmark: Any, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    interval, told = sys.getswitchinterval(), []
    try:
        sys.setswitchinterval(SWITCH_INTERVAL)  # as the program does when it runs
        benchmark.pedantic(lambda: told.extend(run(measure(address))), rounds=1)
    finally:
        sys.setswitchinterval(interval)
    assert [one["rate"] for one in told if "rate" in one] == RATES
    print("load of the machine in the last minute, 5, 15:", *(f"{n:.1f}" for n in os.getloadavg()))


if __name__ == "__main__":
    pytest.main([__file__, "--benchmark-only", "-s"])
