"""The program as it is, at the stand-in, for which time passes faster; every few seconds it writes
down what it holds of the machine."""

import asyncio
import gc
import json
import os
import sys
import time
import tracemalloc
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.__main__ import main
from bot.settings import Settings
from bot.tables import Thinking
from bot.tables.finding import PAUSES
from cogs import client
from cogs.starting import Proxy
from tests.standin.program import at_standin

FASTER, EVERY, MEASURES, TRACED = "SOAK_FASTER", "SOAK_EVERY", "SOAK_MEASURES", "SOAK_TRACED"
"""The variables that say how much faster time passes, after how many seconds it is measured, into
which file that is written, and after how many measurements memory is traced; 0: never."""
LARGEST = 12
"""Places in the program whose memory has grown most, that are named."""
PAGE = os.sysconf("SC_PAGE_SIZE")


class Faster(client.TzolkinBot):
    """The bot, with what is measured."""

    async def setup_hook(self) -> None:
        """Begin to measure, too."""
        await super().setup_hook()
        self.in_background(measure(self), "measuring")


def make_bot(
    settings: Settings, *, shard_count: int | None = 1, proxy: Proxy | None = None
) -> client.TzolkinBot:
    """As `client.make_bot`, but that time passes faster."""
    began, faster = datetime.now(UTC), float(os.environ[FASTER])
    since = time.monotonic()

    def now() -> datetime:
        return began + timedelta(seconds=(time.monotonic() - since) * faster)

    thinking = Thinking(settings.computer_processes)
    return Faster(
        settings, thinking=thinking, pauses=PAUSES, now=now, shard_count=shard_count, proxy=proxy
    )


async def measure(bot: client.TzolkinBot) -> None:
    """Measure without end."""
    every, traced, number = float(os.environ[EVERY]), int(os.environ[TRACED]), 0
    began, first = time.monotonic(), None
    while True:
        await asyncio.sleep(every)
        number += 1
        if traced and number == traced:
            tracemalloc.start()
        measured: dict[str, Any] = {
            "seconds": round(time.monotonic() - began), "tasks": len(asyncio.all_tasks()),
            "tables": len(bot.channels), "grown": [], **held(),
        }  # fmt: skip
        if traced and number > traced:
            now = tracemalloc.take_snapshot()
            first = first or now
            measured["grown"] = list(map(str, now.compare_to(first, "lineno")[:LARGEST]))
        write(measured)


def held() -> dict[str, float]:
    """What the process holds. The collector runs before, so that what is left is in use. (Objects
    are not counted: `gc.get_objects` makes a thread fail that is just making a tuple.)"""
    gc.collect()
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return {
        "rss": int(pages) * PAGE,
        "blocks": sys.getallocatedblocks(),
        "files": len(list(Path("/proc/self/fd").iterdir())),
        "threads": len(list(Path("/proc/self/task").iterdir())),
        "processor": round(time.process_time(), 1),
    }


def write(measured: Mapping[str, Any]) -> None:
    """Add a line to the file with the measurements."""
    with Path(os.environ[MEASURES]).open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(measured) + "\n")


if __name__ == "__main__":
    at_standin(sys.argv[1])
    client.make_bot = make_bot
    print(f"process {os.getpid()}", flush=True)
    sys.exit(main(sys.argv[2:]))
