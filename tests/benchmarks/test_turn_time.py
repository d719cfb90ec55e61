"""From a confirmed turn to the recap that everybody reads: our own time, with 200 tables open.

Measured from the arrival of the command to the call that posts the recap (or, at a new round, the
board with its picture), on a simulated Discord whose own work within that time is included.
Run with `scripts/test tests/benchmarks --benchmark-only -s`.
"""

import asyncio
import statistics
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.settings import Settings
from bot.store import tables as stored
from bot.tables import Person
from cogs.client import TzolkinBot
from tests.tables.acts import choose, confirm, join, note_told, open_lobby, start, turn_of

TABLES = 200
MEASURED = 60


class Stopwatch:
    """Notes when a press arrives and when a message is posted."""

    def __init__(self, bot: TzolkinBot, env: simcord.Env) -> None:
        self.posted: list[float] = []
        self.pressed = 0.0
        request, emit = bot.http.request, env.backend.emit

        def noted_request(route: Any, **options: Any) -> Awaitable[Any]:
            if route.method == "POST" and route.path.endswith("/messages"):
                self.posted.append(time.perf_counter())
            return request(route, **options)

        def noted_emit(event: str, payload: Any) -> Any:
            if event == "INTERACTION_CREATE":
                self.pressed = time.perf_counter()
                self.posted.clear()
            return emit(event, payload)

        bot.http.request = noted_request  # type: ignore[method-assign, assignment]
        env.backend.emit = noted_emit  # type: ignore[method-assign]

    @property
    def milliseconds(self) -> float:
        """From the last press to the first message posted after it."""
        return 1000 * (self.posted[0] - self.pressed)


async def measure(folder: Path) -> dict[str, list[float]]:
    """The figures of MEASURED tables out of TABLES, by what was measured."""
    settings = Settings(
        _env_file=None, database_url=f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}"
    )
    bot = TzolkinBot(settings)
    figures: dict[str, list[float]] = {"recap": [], "board": []}
    async with simcord.run(bot, settle_timeout=60) as env:
        guild = env.create_guild("Friends")
        people = [guild.add_member(env.create_user(name)) for name in ("ana", "bob")]
        channels = [guild.create_text_channel(f"table-{n}") for n in range(TABLES)]
        for number, channel in enumerate(channels):
            ana, bob = (Person(p.id, p.name) for p in people)
            table = await open_lobby(bot.tables, guild.id, channel.id, ana)
            await join(bot.tables, table.id, bob)
            await start(bot.tables, table.id, ana, seed=str(number))
            for person in people:
                turn = await turn_of(bot.tables, table.id, person.id)
                await choose(bot.tables, table.id, person.id, turn.legal[0])
                confirmed = await confirm(bot.tables, table.id, person.id)
            # As if the channel had been told: otherwise the board of the start comes first.
            await note_told(bot.tables, table.id, confirmed.table.version)
        watch = Stopwatch(bot, env)
        for channel in channels[:MEASURED]:
            for what in ("recap", "board"):  # the second of two seats ends the round
                table = await bot.store.read(stored.open_in_channel, channel.id)
                assert table is not None
                game = await bot.tables.game(table.id)
                user = table.seats[game.pending[0].seat].user_id
                actor = next(p for p in people if p.id == user)
                place = next(a for a in game.legal() if a.startswith("place") and "start" not in a)
                await choose(bot.tables, table.id, actor.id, place)
                await actor.slash(channel, "endturn")
                figures[what].append(watch.milliseconds)
    await bot.close()
    return figures


def test_from_confirm_to_recap(benchmark: Any, tmp_path: Path) -> None:
    figures: dict[str, list[float]] = {}

    def run() -> None:
        figures.update(asyncio.run(measure(tmp_path)))

    benchmark.pedantic(run, rounds=1)
    for what in ("recap", "board"):
        median = statistics.median(figures[what])
        slowest = sorted(figures[what])[int(len(figures[what]) * 0.95)]
        benchmark.extra_info[f"{what}_median_ms"] = round(median, 1)
        print(f"\n{what}: {median:.1f} ms (median), {slowest:.1f} ms (95th), {TABLES} tables open")


if __name__ == "__main__":
    pytest.main([__file__, "--benchmark-only", "-s"])
