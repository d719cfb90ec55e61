"""The stand-in in a thread of its own, for a program that runs in the main one."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.standin.discord_standin import Discord


@contextmanager
def beside(monkeypatch: pytest.MonkeyPatch) -> Iterator[Discord]:
    """Discord is the stand-in for all of this process; faults are switched on before it is asked
    for anything."""
    discord, loop, ready = Discord(), asyncio.new_event_loop(), threading.Event()
    over = asyncio.Event()

    async def serve() -> None:
        async with discord:
            ready.set()
            await over.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        assert ready.wait(60)
        monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{discord.port}/api/v10")
        gateway = yarl.URL(f"ws://127.0.0.1:{discord.port}/gateway-socket")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        yield discord
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()
