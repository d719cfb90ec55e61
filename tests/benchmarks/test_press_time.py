"""From a press to the private answer: our own time, with 500 tables open and 20 presses a second.

Whole turns are taken at many tables at once: the panel opened, a worker placed, a step back, placed
again, confirmed. Every other turn is the last one of its round, whose board is drawn and posted
meanwhile. Measured from the arrival of a press to the call that answers it, on a simulated Discord
whose own work within that time is included. The floor is a press in between that does nothing but
answer "ok".
Run with `scripts/test tests/benchmarks/test_press_time.py --benchmark-only -s`.
"""

import asyncio
import os
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

import pytest
import simcord
from simcord import InteractionResult, MemberActor
from simcord.interactions import base_payload

from bot.settings import Settings
from bot.tables import Person
from cogs.client import SWITCH_INTERVAL, TzolkinBot, spare_the_collector
from cogs.kit.buttons import _HANDLERS, Press, button
from cogs.kit.context import Interaction
from cogs.kit.layout import message, row
from tests.cogs.driver import (
    BUTTON,
    COMPONENT_INTERACTION,
    Message,
    answer,
    labels,
    message_payload,
    offered,
    raw,
)
from tests.tables.acts import choose, confirm, join, note_told, open_lobby, start, turn_of

TABLES = 500
PLAYED = 100
"""How many of the tables somebody plays at."""
PRESSES_A_SECOND = 20
FLOOR, FLOOR_EVERY = "nothing", 6
PHASES = ("open", "choose", "back", "choose again", "confirm")
APART = 4
"""Phases of one table are so many tables' presses apart."""


class Stopwatch:
    """Notes when a press arrives and when it is answered."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        self.pressed: dict[int, tuple[float, float]] = {}
        self.kinds: dict[int, str] = {}
        self.answered: dict[int, asyncio.Event] = defaultdict(asyncio.Event)
        self.milliseconds: dict[str, list[float]] = defaultdict(list)
        self.processor: dict[str, list[float]] = defaultdict(list)
        """The same in time of the processor that the event loop had, however busy the machine."""
        request = env._webhook_adapter.request

        def noted(route: Any, *rest: Any, **options: Any) -> Awaitable[Any]:
            parts = route.url.split("/")
            if parts[-1] == "callback":
                interaction = int(parts[-3])
                at, used = self.pressed.pop(interaction)
                kind = self.kinds.pop(interaction)
                self.answered[interaction].set()
                self.milliseconds[kind].append(1000 * (time.perf_counter() - at))
                self.processor[kind].append(1000 * (time.thread_time() - used))
            answered: Awaitable[Any] = request(route, *rest, **options)
            return answered

        env._webhook_adapter.request = noted

    def press(self, kind: str, actor: MemberActor, on: Message, custom_id: str) -> Any:
        """Let a press arrive; the record of its interaction."""
        backend = self.env.backend
        channel = on.channel_id if not hasattr(on, "channel") else on.channel.id
        stored = backend.get_message(channel, on.id)
        record, payload = base_payload(
            backend, type=COMPONENT_INTERACTION, channel_id=channel, guild_id=actor.guild.id,
            user_id=actor.id, data={"custom_id": custom_id, "component_type": BUTTON},
        )  # fmt: skip
        record.source_message_id = stored.id
        payload["message"] = dict(message_payload(backend, stored))
        self.kinds[record.id] = kind
        self.pressed[record.id] = time.perf_counter(), time.thread_time()
        backend.emit("INTERACTION_CREATE", payload)
        return record


async def nothing(interaction: Interaction, press: Press) -> None:
    """What the floor is measured with."""
    await interaction.response.send_message("ok", ephemeral=True)


async def done() -> None:
    """What there is to warm up is warm."""


async def measure(folder: Path) -> Stopwatch:
    """The stopwatch after all was pressed."""
    settings = Settings(
        _env_file=None, database_url=f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}"
    )
    bot = TzolkinBot(settings)
    await bot.warm_up()
    bot.warm_up = done  # type: ignore[method-assign]  # SimCord waits no more than 5 s for it
    async with simcord.run(bot, settle_timeout=120) as env:
        guild = env.create_guild("Friends")
        people = [guild.add_member(env.create_user(name)) for name in ("ana", "bob")]
        channels = [guild.create_text_channel(f"table-{n}") for n in range(TABLES)]
        spare_the_collector()  # as the program does when it is ready
        tables = [await begin(bot, guild.id, channel.id, people, n)
                  for n, channel in enumerate(channels)]  # fmt: skip
        home: Any = bot.get_channel(channels[0].id)
        doing_nothing = await home.send(view=message(row([button("Nothing", FLOOR, 0)])))
        await env.settle()
        watch = Stopwatch(env)
        each = TABLES // PLAYED  # odd, so that half of the turns end a round
        turns = [Turn(watch, bot, tables[n], channels[n], people) for n in range(0, TABLES, each)]
        for turn in turns:
            await turn.ask()
        order = sorted(
            (number + APART * phase, number, phase)
            for number in range(PLAYED)
            for phase in range(len(PHASES))
        )
        start, count = time.perf_counter(), 0
        for _, number, phase in order:
            for what in ("press", FLOOR):
                if what == FLOOR and count % FLOOR_EVERY:
                    continue
                await asyncio.sleep(max(0, start + count / PRESSES_A_SECOND - time.perf_counter()))
                count += 1
                if what == FLOOR:
                    custom_id = raw(doing_nothing)[-1]["custom_id"]
                    watch.press(FLOOR, people[0], doing_nothing, custom_id)
                else:
                    await turns[number].press(PHASES[phase])
        await env.settle()
        assert env.errors == []
        assert not watch.pressed, "each press is answered"
        assert all(turn.confirmed() for turn in turns)
    await bot.close()
    return watch


async def begin(
    bot: TzolkinBot, guild_id: int, channel_id: int, people: list[MemberActor], number: int
) -> int:
    """A game of two whose tiles are chosen; where `number` is odd its first round is half over.
    The table."""
    ana, bob = (Person(p.id, p.name) for p in people)
    table = await open_lobby(bot.tables, guild_id, channel_id, ana)
    await join(bot.tables, table.id, bob)
    await start(bot.tables, table.id, ana, seed=str(number))
    for person in people:
        turn = await turn_of(bot.tables, table.id, person.id)
        await choose(bot.tables, table.id, person.id, turn.legal[0])
        confirmed = await confirm(bot.tables, table.id, person.id)
    if number % 2:
        [seat] = confirmed.waiting
        first = confirmed.table.seats[seat].user_id
        assert first is not None
        turn = await turn_of(bot.tables, table.id, first)
        await choose(bot.tables, table.id, first, a_placement(turn.legal))
        confirmed = await confirm(bot.tables, table.id, first)
    # As if the channel had been told: otherwise the board of the start comes first.
    await note_told(bot.tables, table.id, confirmed.table.version)
    return table.id


def a_placement(legal: Sequence[str]) -> str:
    """Some answer that places a worker."""
    return next(action for action in legal if action.startswith("place"))


class Turn:
    """A turn, pressed step by step on the messages the bot really sends."""

    def __init__(
        self, watch: Stopwatch, bot: TzolkinBot, table: int, channel: simcord.ChannelHandle,
        people: list[MemberActor],
    ) -> None:  # fmt: skip
        self.watch, self.bot, self.table, self.channel = watch, bot, table, channel
        self.people = people
        self.last: Any = None

    async def ask(self) -> None:
        """Post the button that opens the panel."""
        game = await self.bot.tables.game(self.table)
        seat = game.pending[0].seat
        holder = (await self.bot.tables.table(self.table)).seats[seat]
        self.actor = next(p for p in self.people if p.id == holder.user_id)
        channel: Any = self.bot.get_channel(self.channel.id)
        self.asked = await channel.send(view=message(row([button("Turn", "open", self.table)])))

    async def press(self, phase: str) -> None:
        """Press the next button, on what the press before was answered with."""
        if self.last is not None:  # nobody presses what is not there yet
            await self.watch.answered[self.last.id].wait()
        on: Message = self.asked if phase == "open" else self._panel()
        if phase == "open":
            custom_id = raw(on)[-1]["custom_id"]
        elif phase.startswith("choose"):
            places = [one for action, (one, selected) in offered(on).items()
                      if action.startswith("place") and not selected]  # fmt: skip
            custom_id = places[0]
        else:
            wanted = ":undo:" if phase == "back" else ":confirm:"
            custom_id = next(c["custom_id"] for c in raw(on) if wanted in c.get("custom_id", ""))
        self.last = self.watch.press(phase, self.actor, on, custom_id)

    def _panel(self) -> Message:
        return answer(InteractionResult(self.watch.env, self.last))

    def confirmed(self) -> bool:
        """Whether the turn counts."""
        return "Take back" in labels(self._panel())


def test_from_press_to_answer(benchmark: Any, tmp_path: Path) -> None:
    watches: list[Stopwatch] = []
    interval = sys.getswitchinterval()
    _HANDLERS[FLOOR] = nothing

    def run() -> None:
        watches.append(asyncio.run(measure(tmp_path)))

    try:
        sys.setswitchinterval(SWITCH_INTERVAL)  # as the program does when it runs
        benchmark.pedantic(run, rounds=1)
    finally:
        sys.setswitchinterval(interval)
        del _HANDLERS[FLOOR]
    [watch] = watches
    for what, phases in {FLOOR: [FLOOR], **{p: [p] for p in PHASES}, "all": PHASES}.items():
        times = sorted(t for phase in phases for t in watch.milliseconds[phase])
        used = statistics.median(t for phase in phases for t in watch.processor[phase])
        median = statistics.median(times)
        later, late = (times[int(len(times) * share)] for share in (0.95, 0.99))
        benchmark.extra_info[f"{what}: median, 99th"] = (round(median, 1), round(late, 1))
        print(
            f"\n{what}: {median:.1f} ms (median; {used:.1f} ms of the processor), {later:.1f} ms "
            f"(95th), {late:.1f} ms (99th), {times[-1]:.1f} ms (slowest) of {len(times)} presses",
            end="",
        )
    print(f"\n{TABLES} tables open, {PRESSES_A_SECOND} presses a second")
    print("load of the machine in the last minute, 5, 15:", *(f"{n:.1f}" for n in os.getloadavg()))


if __name__ == "__main__":
    pytest.main([__file__, "--benchmark-only", "-s"])
