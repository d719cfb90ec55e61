"""A process of the bot for test_killed.py, without a connection to Discord: it plays the games of
its shards, and what it would send to Discord goes into a file that all processes share.

    python -m tests.sharding.process URL SHARDS FILE

For each line with a number on standard input it looks at all tables as they are so many hours after
the beginning, does what is due, and says "done"."""

import asyncio
import json
import os
import random
import sys
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import structlog

from bot.settings import Settings
from cogs.client import TzolkinBot
from cogs.play.clock import Clock
from cogs.telling.carry_on import CarryOn, OtherProcesses, sweep
from tests.tables.playing import Clock as Time
from tests.tables.playing import last_legal

BEGAN = Time().moment
LONGEST = 0.03
"""Seconds that a request takes at most."""


def words_of(component: Any) -> str:
    """All text of a message's components."""
    if isinstance(component, list):
        return "\n".join(filter(None, map(words_of, component)))
    if isinstance(component, dict):
        return "\n".join(filter(None, map(words_of, component.values())))
    return component if isinstance(component, str) and " " in component else ""


def stand_in(bot: TzolkinBot, file: Path) -> None:
    """Let requests go into the file, and answer them as Discord does."""
    numbers, chance = count(os.getpid() << 22), random.Random(os.getpid())
    me = {"id": "1", "username": "tzolkin", "discriminator": "0", "avatar": None}

    async def request(route: Any, *, form: Any = None, files: Any = None, **how: Any) -> Any:
        await asyncio.sleep(chance.random() * LONGEST)
        if route.path == "/users/@me/channels":
            return {"id": how["json"]["recipient_id"], "type": 1, "recipients": [me]}
        sent = json.loads(form[0]["value"]) if form else how.get("json", {})
        told = {
            "by": os.getpid(), "what": route.method, "path": route.url.partition("/v10")[2],
            "nonce": sent.get("nonce"), "said": words_of(sent.get("components")),
        }  # fmt: skip
        with file.open("a") as written:
            written.write(json.dumps(told) + "\n")
        await asyncio.sleep(chance.random() * LONGEST)
        return {
            "id": str(next(numbers)), "channel_id": str(route.channel_id), "author": me,
            "content": "", "timestamp": BEGAN.isoformat(), "edited_timestamp": None, "type": 0,
            "tts": False, "pinned": False, "mention_everyone": False, "mentions": [],
            "mention_roles": [], "attachments": [], "embeds": [], "components": [],
        }  # fmt: skip

    bot.http.request = request  # type: ignore[method-assign]


async def serve(url: str, shards: str, file: Path) -> None:
    """The process."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    time = Time()
    settings = Settings(_env_file=None, database_url=url, shards=shards, emojis=False)
    bot = TzolkinBot(settings, think=last_legal, now=time)
    stand_in(bot, file)
    async with bot:
        await bot.store.open()
        await OtherProcesses(bot).cog_load()
        clock, lines = Clock(bot), asyncio.StreamReader()
        CarryOn(bot)
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
        )
        print("ready", flush=True)
        while hours := (await lines.readline()).strip():
            time.moment = BEGAN + timedelta(hours=float(hours))
            await sweep(bot)  # at the same time as the other process
            await clock.look()
            await sweep(bot)
            while bot._background:
                await asyncio.wait(set(bot._background))
            print("done", flush=True)


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
