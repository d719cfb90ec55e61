"""Loops that look for what is due, again and again, as long as their cog is loaded."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from discord.ext import tasks

from cogs.client import TzolkinBot

Look = Callable[[Any], Awaitable[None]]
AGAIN_SECONDS = 60.0
"""After a failure it looks again so much later, or when it would have anyhow."""


async def guarded(bot: TzolkinBot, work: Awaitable[object], what: str) -> None:
    """Do it; what it raises is logged as `what`, so that it does not keep others from being looked
    at."""
    try:
        await work
    except Exception as error:
        bot.log_error(error, what)


def every(seconds: float, what: str) -> Callable[[Look], tasks.Loop[Any]]:
    """Let a method of a cog run every so many seconds once the bot is ready. What it raises is
    logged as `what`, and ends nothing."""

    def looking(method: Look) -> tasks.Loop[Any]:
        @wraps(method)
        async def look(cog: Any) -> None:
            try:
                await method(cog)
            except Exception as error:
                cog.bot.log_error(error, what)
                loop = getattr(cog, method.__name__)
                if loop.get_task() is asyncio.current_task() and seconds > AGAIN_SECONDS:
                    await asyncio.sleep(AGAIN_SECONDS)
                    loop.restart()

        made = tasks.loop(seconds=seconds)(look)

        async def ready(cog: Any) -> None:
            await cog.bot.wait_until_ready()

        made.before_loop(ready)
        return made

    return looking
