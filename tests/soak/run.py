"""The program runs for long with many tables: whether its memory stays flat, and no task, file or
thread is left over.

    python -m tests.soak.run --tables 1000 --minutes 60
"""

import argparse
import asyncio
import json
import random
import signal
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bot.hosting import EXIT_OK
from tests.soak import program as measured_program
from tests.soak.kill import connected
from tests.soak.server import FIRST_CHANNEL, FIRST_PERSON, Friends, Server
from tests.standin.running import running

LOG, MEASURES = "soak.log", "measures.jsonl"
DAY = 86_400.0
LOOKS = 4.0
"""Seconds people look at a panel before they press there, at most. The program is to be long in use
and not asked for more than it can do, as in `tests/benchmarks/test_presses.py`."""
KEPT = 12
"""Messages that the stand-in keeps in each channel."""
GROWS = {"rss": (0.05, 8 * 2**20), "blocks": (0.05, 50_000), "tasks": (0.1, 20),
         "files": (0.1, 8), "threads": (0.1, 4)}  # fmt: skip
"""How much more there may be at the end than after the warm-up: a part of it, or this much."""


@dataclass(frozen=True)
class Plan:
    """What is tried."""

    tables: int = 1000
    minutes: float = 60.0
    answering: float = 0.05
    """At how many of the tables people answer; at the others the clock plays for them."""
    day_seconds: float = 300.0
    """How long a day lasts."""
    every: float = 15.0
    """Seconds between two measurements."""
    seed: int = 1
    processes: int = 1
    ahead: bool = True
    """Whether pictures are drawn ahead at the start, as in the program."""
    trace: bool = False
    """Whether to tell where memory has grown, which costs time and memory."""


@dataclass(frozen=True)
class Growth:
    """One figure, by the median of the second third of the time and of the last."""

    name: str
    after_warm_up: float
    at_end: float

    @property
    def is_flat(self) -> bool:
        """Whether it has grown no more than it may."""
        part, much = GROWS[self.name]
        return self.at_end - self.after_warm_up <= max(part * self.after_warm_up, much)


def growths(measured: Sequence[dict[str, float]]) -> list[Growth]:
    """How each figure has grown since the first third, in which the program warms up."""
    third = len(measured) // 3
    if not third:
        raise ValueError("measured too seldom")
    return [
        Growth(
            name,
            median(one[name] for one in measured[third : 2 * third]),
            median(one[name] for one in measured[-third:]),
        )
        for name in GROWS
    ]


@dataclass(frozen=True)
class Outcome:
    """What came of it."""

    measured: Sequence[dict[str, float]]
    grown: Sequence[str]
    """Where memory has grown most, if that was traced."""
    server: Server
    turns: int
    """Turns that people were told are confirmed."""
    errors: Sequence[str]
    """Lines of the log that tell of an error."""
    code: int
    """With which the program ended."""


async def run(plan: Plan, folder: Path) -> Outcome:
    """Let the program run, and measure."""
    measures, log = folder / MEASURES, folder / LOG
    measurements = int(plan.minutes * 60 / plan.every)
    settings = {
        "TZOLKIN_DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'soak.sqlite3'}",
        "TZOLKIN_COMPUTER_PROCESSES": str(plan.processes),
        "TZOLKIN_LOG_LEVEL": "WARNING",
        measured_program.FASTER: str(DAY / plan.day_seconds),
        measured_program.EVERY: str(plan.every),
        measured_program.MEASURES: str(measures),
        measured_program.TRACED: str(measurements // 3 if plan.trace else 0),
    }
    async with Server(plan.tables, kept=KEPT) as server, asyncio.TaskGroup() as group:
        friends = groups(server, plan)
        playing = [group.create_task(one.play()) for one in friends]
        async with running(
            server, folder, settings=settings, module="tests.soak.program", log=log,
            ahead=plan.ahead,
        ) as program:  # fmt: skip
            await connected(server, program)
            left = asyncio.create_task(program.process.wait())
            await asyncio.wait([left], timeout=plan.minutes * 60)
            for task in playing:
                task.cancel()
            if not left.done():
                program.signal(signal.SIGTERM)
            code = await left
        server.lose()
    told = [json.loads(line) for line in measures.read_text(encoding="utf-8").splitlines()]
    grown = told[-1].pop("grown") if told else []
    errors = [line for line in log.read_text().splitlines() if '"level": "error"' in line]
    return Outcome(told, grown, server, sum(one.turns for one in friends), errors, code)


def groups(server: Server, plan: Plan) -> list[Friends]:
    """One person and a computer in each channel, or two."""
    found = []
    for n in range(plan.tables):
        answers = n < plan.answering * plan.tables
        found.append(
            Friends(
                server, FIRST_CHANNEL + n, [FIRST_PERSON + n], computers=1 + n % 2,
                chance=random.Random(f"{plan.seed} {n}"), clock=True, pause=10.0,
                looks=LOOKS, absent=not answers, keeps=False,
            )
        )  # fmt: skip
    return found


def report(plan: Plan, outcome: Outcome) -> str:
    """What was done and found, for people."""
    measured, counted = outcome.measured, outcome.server.counted
    shown = measured[:: max(1, len(measured) // 20)]
    last = measured[-1]
    said = [
        f"{last['tables']:.0f} tables in hand after {last['seconds']:.0f} s, "
        f"{last['seconds'] / plan.day_seconds:.1f} days by the bot's clock; "
        f"{last['processor']:.0f} s of processor time",
        f"{counted.interactions} presses and commands, {counted.unanswered} never answered; "
        f"{outcome.turns} turns of people confirmed; {counted.messages} messages; "
        f"{len(outcome.errors)} errors in the log; it ended with {outcome.code}",
        "seconds  MB  blocks  tasks  files  threads  tables",
        *(
            f"{one['seconds']:7.0f}  {one['rss'] / 2**20:.0f}  {one['blocks']:.0f}  "
            f"{one['tasks']:.0f}  {one['files']:.0f}  {one['threads']:.0f}  {one['tables']:.0f}"
            for one in shown
        ),
        *(f"grown: {one}" for one in outcome.grown),
        *outcome.errors,
    ]
    for one in growths(measured):
        unit = 2**20 if one.name == "rss" else 1
        verdict = "flat" if one.is_flat else "GROWS"
        said.append(
            f"{one.name}: {one.after_warm_up / unit:.0f} after the warm-up, "
            f"{one.at_end / unit:.0f} at the end: {verdict}"
        )
    return "\n".join(said)


def holds(outcome: Outcome) -> bool:
    """Whether nothing grows, and the program ended as it should."""
    return outcome.code == EXIT_OK and all(one.is_flat for one in growths(outcome.measured))


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 1 if something grows."""
    usual = Plan()
    parser = argparse.ArgumentParser(prog="python -m tests.soak.run", description=__doc__)
    parser.add_argument("--tables", type=int, default=usual.tables)
    parser.add_argument("--minutes", type=float, default=usual.minutes)
    parser.add_argument("--answering", type=float, default=usual.answering)
    parser.add_argument("--day-seconds", type=float, default=usual.day_seconds)
    parser.add_argument("--every", type=float, default=usual.every)
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--processes", type=int, default=usual.processes)
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--folder", type=Path, help="an empty one, where the files stay")
    options = vars(parser.parse_args(arguments))
    chosen = options.pop("folder")
    plan = Plan(**options)
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        outcome = asyncio.run(run(plan, folder))
    print(report(plan, outcome))
    return 0 if holds(outcome) else 1


if __name__ == "__main__":
    sys.exit(main())
