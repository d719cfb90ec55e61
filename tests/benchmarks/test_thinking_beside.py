"""Presses beside computers that think: our own time, with 50 tables at which computers play.

Whole turns are pressed: the panel opened, a worker placed, a step back, placed again, confirmed;
first while no computer plays, which is the floor, then while three computers of level hard play at
each of 50 other tables, with a person who takes a turn some seconds after theirs; all is stored and
told as ever. Measured from the arrival of a press to the call that answers it, on a simulated
Discord whose own work within that time is included. Also told: how long a computer's turn took with
its waiting, without the pause before it counts, and at which levels they were thought.
Run with `scripts/test tests/benchmarks/test_thinking_beside.py --benchmark-only -s`.
"""

import asyncio
import os
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import simcord
from simcord import InteractionResult, MemberActor
from simcord.interactions import base_payload

from bot.engine import Game
from bot.model.computers import Computer
from bot.process import spare_the_collector
from bot.settings import Settings
from bot.tables import Confirmed, Person
from bot.tables.finding import PAUSES
from bot.tables.thinking import Thinking, Thought
from cogs.client import SWITCH_INTERVAL, TzolkinBot
from cogs.kit.buttons import button
from cogs.kit.layout import message, row
from cogs.telling.carry_on import carry_on
from tests.benchmarks import size
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
from tests.tables.acts import (
    add_computer,
    choose,
    confirm,
    join,
    note_told,
    open_lobby,
    start,
    turn_of,
)
from tests.tables.playing import last

TABLES = size(50, 4)
"""At which computers play; presses come from as many others."""
PRESSES_A_SECOND = 10
BEFORE = size(15, 1)
"""Seconds for which the computers play before the presses come."""
A_PERSON = 5
"""Seconds a person at a table with computers takes for a turn."""
PHASES = ("open", "choose", "back", "choose again", "confirm")
APART = 4
"""Phases of one table are so many tables' presses apart."""
QUIET, BESIDE = "no computer plays", "computers play"


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
        self.asked = await channel.send(view=message(row([button("Turn", "openturn", self.table)])))

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


@dataclass
class Thoughts:
    """What the computers did."""

    seconds: list[float] = field(default_factory=list)
    """Of each turn, waiting included."""
    levels: Counter[str] = field(default_factory=Counter)


def noting(thinking: Thinking, thoughts: Thoughts) -> Any:
    """What thinks at the tables, noting how long it takes."""

    async def think(game: Game, seat: int, computer: Computer, **how: Any) -> Thought:
        asked = time.perf_counter()
        thought = await thinking.turn(game, seat, computer, **how)
        thoughts.seconds.append(time.perf_counter() - asked)
        thoughts.levels[thought.level] += 1
        return thought

    return think


async def seat_computers(bot: TzolkinBot, guild_id: int, channel_id: int, host: Person) -> int:
    """A game of a person and three computers. The table."""
    table = await open_lobby(bot.tables, guild_id, channel_id, host)
    for _ in range(3):
        await add_computer(bot.tables, table.id, host, Computer("hard"))
    await start(bot.tables, table.id, host, seed=str(channel_id))
    return table.id


async def go_on(bot: TzolkinBot, table_id: int, host: Person) -> None:
    """The computers of a table play, and the person between them."""
    news: list[Confirmed] = []
    while not news or not news[0].finished:
        await carry_on(bot, table_id, news)
        await asyncio.sleep(A_PERSON)
        turn = await turn_of(bot.tables, table_id, host.id)
        while not turn.can_confirm:
            action = last(turn.legal)
            turn = await choose(bot.tables, table_id, host.id, action, turn.stamp)
        news = [await confirm(bot.tables, table_id, host.id, turn.stamp)]


async def press_all(watch: Stopwatch, turns: list[Turn], when: str) -> None:
    """Press the turns to their end, several tables at a time."""
    order = sorted(
        (number + APART * phase, number, phase)
        for number in range(len(turns))
        for phase in range(len(PHASES))
    )
    start = time.perf_counter()
    for count, (_, number, phase) in enumerate(order):
        await asyncio.sleep(max(0, start + count / PRESSES_A_SECOND - time.perf_counter()))
        await turns[number].press(PHASES[phase])
        watch.kinds[turns[number].last.id] = when
    for turn in turns:
        await watch.answered[turn.last.id].wait()
    assert all(turn.confirmed() for turn in turns)


async def done() -> None:
    """What there is to warm up is warm."""


async def measure(folder: Path) -> tuple[Stopwatch, Thoughts]:
    """The stopwatch after all was pressed, and what the computers did meanwhile."""
    address = f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}"
    thinking, thoughts = Thinking(), Thoughts()
    settings = Settings(_env_file=None, database_url=address)
    bot = TzolkinBot(settings, thinking=thinking, pauses=PAUSES)
    bot.tables.think = noting(thinking, thoughts)
    await bot.warm_up()
    bot.warm_up = done  # type: ignore[method-assign]  # SimCord waits no more than 5 s for it
    async with simcord.run(bot, settle_timeout=120) as env:
        guild = env.create_guild("Friends")
        people = [guild.add_member(env.create_user(name)) for name in ("ana", "bob")]
        channels = [guild.create_text_channel(f"table-{n}") for n in range(TABLES)]
        spare_the_collector()  # as the program does when it is ready
        tables = [await begin(bot, guild.id, channel.id, people, n)
                  for n, channel in enumerate(channels)]  # fmt: skip
        await env.settle()
        watch = Stopwatch(env)
        turns = [Turn(watch, bot, tables[n], channels[n], people) for n in range(TABLES)]
        for turn in turns:
            await turn.ask()
        await env.settle()
        half = TABLES // 2
        await press_all(watch, turns[:half], QUIET)
        ana = Person(people[0].id, "ana")
        others = [guild.create_text_channel(f"computers-{n}") for n in range(TABLES)]
        beside = [await seat_computers(bot, guild.id, other.id, ana) for other in others]
        playing = [asyncio.create_task(go_on(bot, table_id, ana)) for table_id in beside]
        await asyncio.sleep(BEFORE)
        await press_all(watch, turns[half:], BESIDE)
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
        assert {type(one) for one in ended} == {asyncio.CancelledError}, ended
        assert env.errors == []
    await bot.close()
    return watch, thoughts


def test_presses_beside_computers(benchmark: Any, tmp_path: Path) -> None:
    found: list[tuple[Stopwatch, Thoughts]] = []
    interval = sys.getswitchinterval()
    try:
        sys.setswitchinterval(SWITCH_INTERVAL)  # as the program does when it runs
        benchmark.pedantic(lambda: found.append(asyncio.run(measure(tmp_path))), rounds=1)
    finally:
        sys.setswitchinterval(interval)
    [(watch, thoughts)] = found
    medians = {}
    for when in (QUIET, BESIDE):
        times = sorted(watch.milliseconds[when])
        medians[when] = median = statistics.median(times)
        late = times[int(len(times) * 0.99)]
        used = statistics.median(watch.processor[when])
        benchmark.extra_info[f"{when}: median, 99th"] = (round(median, 1), round(late, 1))
        print(
            f"\n{when}: {median:.1f} ms (median; {used:.1f} ms of the processor), "
            f"{late:.1f} ms (99th) of {len(times)} presses",
            end="",
        )
    ratio = medians[BESIDE] / medians[QUIET]
    benchmark.extra_info["times the floor"] = round(ratio, 2)
    turns = sorted(thoughts.seconds)
    print(
        f"\n{ratio:.2f} times the floor; {len(turns)} turns of computers, "
        f"{statistics.median(turns):.1f} s (median), {turns[-1]:.1f} s (slowest), at", end="",
    )  # fmt: skip
    print("", *(f"{level}: {count}" for level, count in thoughts.levels.most_common()), sep=" ")
    print("load of the machine in the last minute, 5, 15:", *(f"{n:.1f}" for n in os.getloadavg()))


if __name__ == "__main__":
    pytest.main([__file__, "--benchmark-only", "-s"])
