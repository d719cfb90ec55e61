"""A database that another program keeps locked: nobody is left without a word."""

import asyncio
import json
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.standin.discord_standin import Discord
from tests.standin.running import running

DEFERRED, PRIVATE = 5, 64


async def test_it_is_deferred_and_answered_when_it_is_free_or_refused(tmp_path: Path) -> None:
    """The first word comes in time, privately. The lobby then stands where all see it; and where
    the lock lasts, the person reads what every failure says."""
    new = [{"name": "new", "type": 1, "options": []}]
    async with Discord() as discord, running(discord, tmp_path) as program:
        async with asyncio.timeout(120):
            await discord.connected.wait()
        await discord.answer(await discord.command("about"))
        with closing(sqlite3.connect(tmp_path / "tzolkin.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            token = await discord.command("tzolkin", options=new)
            first = await discord.answer(token)
            assert first["type"] == DEFERRED and first["data"]["flags"] == PRIVATE
            other.execute("ROLLBACK")
            lobby = await discord.heard(f"POST /webhooks/.*{token}")
            assert "Join" in json.dumps(lobby[0].body)
            assert not (lobby[0].body.get("flags") or 0) & PRIVATE
            assert discord.asked(f"DELETE /webhooks/.*{token}/messages/@original")

            other.execute("BEGIN IMMEDIATE")
            token = await discord.command(
                "pings", options=[{"name": "timezone", "type": 3, "value": "Europe/Berlin"}]
            )
            assert (await discord.answer(token))["type"] == DEFERRED
            told = await discord.heard(f"POST /webhooks/.*{token}")
            assert "Something went wrong on our side" in json.dumps(told[0].body)
            assert (told[0].body.get("flags") or 0) & PRIVATE
        program.signal(signal.SIGTERM)
        await program.ended()
