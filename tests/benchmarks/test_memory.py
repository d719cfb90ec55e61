"""The memory of the program and of the processes beside it: after its start, and after games
at many tables; and how long the first command after the start takes.

Run with `scripts/test tests/benchmarks/test_memory.py --benchmark-only --numprocesses 0 -s`.
`TZOLKIN_TABLES` and `TZOLKIN_PRESSES` say how much is played. The program runs as ever, at the
stand-in for Discord, which is in the process of the test. Only on Linux.
"""

import asyncio
import json
import os
import random
import time
from pathlib import Path
from typing import Any

import pytest

from tests.soak.friends import Friends
from tests.soak.kill import connected
from tests.soak.server import FIRST_CHANNEL, FIRST_PERSON, Server
from tests.standin.running import running

TABLES = int(os.environ.get("TZOLKIN_TABLES", "100"))
PRESSES = int(os.environ.get("TZOLKIN_PRESSES", "1500"))
IDLE = 3.0
"""Seconds without work, after which the program has started."""
LOOKS = 2.0
"""Seconds people look at a panel before they press there, at most."""


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [int(one) for one in found]


def worked(pid: int) -> float:
    """The seconds of the processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def held(pid: int) -> dict[str, float]:
    """The megabytes that a process holds: all of them, and of shared ones its part alone."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()[1:]
    told = {name: int(rest.split()[0]) for name, _, rest in (one.partition(":") for one in lines)}
    return {"rss": round(told["Rss"] / 1024, 1), "pss": round(told["Pss"] / 1024, 1)}


def what(pid: int) -> str:
    """What a process is for."""
    words = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    return "drawing" if "rendering" in words else "computers" if "bot.ai" in words else "main"


def measured(pid: int) -> dict[str, Any]:
    """What the program and its processes hold, and all together."""
    of = [(what(one), held(one)) for one in (pid, *children(pid))]
    return {
        **dict(of),
        "together": round(sum(told["pss"] for _, told in of), 1),
    }


async def idle(pid: int) -> None:
    """Wait until neither the program nor its processes work."""
    before, since = -1.0, time.monotonic()
    while time.monotonic() - since < IDLE:
        await asyncio.sleep(0.2)
        now = sum(worked(one) for one in (pid, *children(pid)))
        if now > before + 0.1:
            before, since = now, time.monotonic()


async def first_command(server: Server, channel: int) -> float:
    """The milliseconds until a first command is acknowledged."""
    began = time.perf_counter()
    await server.types(FIRST_PERSON - 1, channel, "tzolkin", {"name": "new", "type": 1})
    return 1000 * (time.perf_counter() - began)


async def measure(folder: Path) -> dict[str, Any]:
    """What is measured of one run."""
    settings = {
        "TZOLKIN_DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'memory.sqlite3'}",
        "TZOLKIN_COMPUTER_PROCESSES": "1", "TZOLKIN_LOG_LEVEL": "WARNING",
    }  # fmt: skip
    found: dict[str, Any] = {}
    async with Server(TABLES + 1) as server:
        friends = [
            Friends(
                server, FIRST_CHANNEL + n, [FIRST_PERSON + n], computers=1,
                chance=random.Random(n), pause=2.0, looks=LOOKS, keeps=False,
            )
            for n in range(TABLES)
        ]  # fmt: skip
        async with running(server, folder, settings=settings, log=folder / "log") as program:
            await connected(server, program)
            found["first command, ms"] = round(await first_command(server, FIRST_CHANNEL + TABLES))
            await idle(program.pid)
            found["after the start"] = measured(program.pid)
            async with asyncio.TaskGroup() as group:
                playing = [group.create_task(one.play()) for one in friends]
                while server.counted.interactions < PRESSES:  # noqa: ASYNC110 - nothing tells
                    await asyncio.sleep(0.5)
                for one in playing:
                    one.cancel()
            found["presses"] = server.counted.interactions
            found["after games"] = measured(program.pid)
        server.lose()
    return found


def test_memory(benchmark: Any, tmp_path: Path) -> None:
    found: dict[str, Any] = {}
    benchmark.pedantic(lambda: found.update(asyncio.run(measure(tmp_path))), rounds=1)
    print("", *(f"{name}: {json.dumps(told)}" for name, told in found.items()), sep="\n")
    assert found["presses"] >= PRESSES


if __name__ == "__main__":
    pytest.main([__file__, "--benchmark-only", "-s"])
