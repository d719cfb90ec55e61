"""Loops that look for what is due, again and again, as long as their cog is loaded."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from discord.ext import tasks

from cogs.client import BotCog

Look = Callable[[Any], Awaitable[None]]
AGAIN_SECONDS = 60.0
"""After a failure a loop runs again this much later, or at its usual time if that is sooner."""


class LoopCog(BotCog):
    """A cog whose loop `look` runs as long as it is loaded."""

    look: tasks.Loop[Any]

    async def cog_load(self) -> None:
        """Begin to look."""
        self.look.start()

    async def cog_unload(self) -> None:
        """Stop looking."""
        self.look.cancel()


def every(seconds: float, what: str) -> Callable[[Look], tasks.Loop[Any]]:
    """Make a method of a cog a loop that runs every so many seconds once the bot is ready. An error
    is logged as `what`, and the loop goes on."""

    def looking(method: Look) -> tasks.Loop[Any]:
        @wraps(method)
        async def look(cog: Any) -> None:
            cog.bot.store.begin_work()
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
