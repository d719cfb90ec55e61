"""From a press of Board to the answer with both pictures: our own time, on a simulated Discord.

The floor is to draw both pictures of the same scene and nothing else. A second press in the same
state takes them from those kept.
Run with `scripts/test tests/benchmarks/test_board_time.py --benchmark-only -s`.
"""

import asyncio
import os
import random
import statistics
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.settings import Settings
from bot.tables import Person, looking_back
from bot.text.translation import translator
from cogs.client import TzolkinBot
from cogs.kit.buttons import board_button
from cogs.kit.layout import message, row
from cogs.kit.pictures import table_scene
from rendering import draw_city, draw_wheels
from tests.benchmarks import size
from tests.tables.acts import choose, confirm, join, note_told, open_lobby, start, turn_of

TABLES = size(12, 2)
TURNS = size(40, 6)
"""Turns played at each table before."""


class Stopwatch:
    """Notes when a press arrives and when it is answered: at once, or by filling a deferred
    answer, whichever is last."""

    def __init__(self, env: simcord.Env) -> None:
        self.pressed = self.answered = 0.0
        request, emit = env._webhook_adapter.request, env.backend.emit

        def noted_request(route: Any, *rest: Any, **options: Any) -> Awaitable[Any]:
            if route.url.endswith(("@original", "/callback")):
                self.answered = time.perf_counter()
            answered: Awaitable[Any] = request(route, *rest, **options)
            return answered

        def noted_emit(event: str, payload: Any) -> Any:
            if event == "INTERACTION_CREATE":
                self.pressed = time.perf_counter()
            return emit(event, payload)

        env._webhook_adapter.request = noted_request
        env.backend.emit = noted_emit  # type: ignore[method-assign]

    @property
    def milliseconds(self) -> float:
        """From the last press to its answer."""
        assert self.answered > self.pressed
        return 1000 * (self.answered - self.pressed)


async def no_warm_up() -> None:
    """What there is to warm up is warm."""


async def played(bot: TzolkinBot, guild: int, channel: int, people: list[Person], seed: int) -> int:
    """A table in the middle of a game."""
    table = await open_lobby(bot.tables, guild, channel, people[0])
    for person in people[1:]:
        await join(bot.tables, table.id, person)
    table = await start(bot.tables, table.id, people[0], seed=str(seed))
    chance = random.Random(seed)
    for _ in range(TURNS):
        seat = (await bot.tables.read(table.id)).waiting[0]
        user = table.seats[seat].user_id or 0
        view = await turn_of(bot.tables, table.id, user)
        while not view.can_confirm:
            view = await choose(bot.tables, table.id, user, chance.choice(view.legal))
        confirmed = await confirm(bot.tables, table.id, user)
    await note_told(bot.tables, table.id, confirmed.table.version)
    return table.id


async def measure(folder: Path) -> dict[str, list[float]]:
    """The figures by what was measured."""
    settings = Settings(
        _env_file=None, database_url=f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}"
    )
    bot, t = TzolkinBot(settings), translator("en-US")
    await bot.warm_up()
    bot.warm_up = no_warm_up  # type: ignore[method-assign]
    figures: dict[str, list[float]] = {"first press": [], "second press": [], "floor": []}
    async with simcord.run(bot, settle_timeout=120) as env:
        guild = env.create_guild("Friends")
        actors = [guild.add_member(env.create_user(name)) for name in ("ana", "bob", "cleo", "dan")]
        people = [Person(actor.id, actor.name) for actor in actors]
        watch = Stopwatch(env)
        for number in range(TABLES):
            handle = guild.create_text_channel(f"table-{number}")
            table_id = await played(bot, guild.id, handle.id, people, number)
            channel: Any = bot.get_channel(handle.id)
            shown = await channel.send(view=message(row([board_button(t, table_id)])))
            for what in ("first press", "second press"):
                await actors[0].click(shown, label="Board")
                figures[what].append(watch.milliseconds)
            opened = await bot.tables.read(table_id)
            seat = opened.table.seat_of(actors[0].id)
            assert seat is not None
            since = await looking_back.turns_to_point_out(opened, seat.seat)
            scene = table_scene(t, opened.table, opened.game.snapshot(), opened.waiting, since)
            begun = time.perf_counter()
            for draw in (draw_wheels, draw_city):
                await asyncio.to_thread(draw, scene, t=t)
            figures["floor"].append(1000 * (time.perf_counter() - begun))
        assert env.errors == []
    await bot.close()
    return figures


def test_from_press_to_board(benchmark: Any, tmp_path: Path) -> None:
    figures: dict[str, list[float]] = {}

    def run() -> None:
        figures.update(asyncio.run(measure(tmp_path)))

    benchmark.pedantic(run, rounds=1)
    floor = statistics.median(figures["floor"])
    for what, times in figures.items():
        median = statistics.median(times)
        benchmark.extra_info[what] = round(median, 1)
        print(f"\n{what}: {median:.1f} ms (median), {max(times):.1f} ms (slowest), "
              f"{median / floor:.2f} of the floor", end="")  # fmt: skip
    print("\nload of the machine in the last minute, 5, 15:",
          *(f"{n:.1f}" for n in os.getloadavg()))  # fmt: skip


if __name__ == "__main__":
    pytest.main([__file__, "--benchmark-only", "-s"])
