"""The program is killed (kill -9) again and again, at any moment, while people play: what they were
told is confirmed is there afterwards, once.

    python -m tests.soak.kill --kills 200
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.hosting import EXIT_OK
from tests.soak.server import FIRST_CHANNEL, FIRST_PERSON, Friends, Server
from tests.soak.told import Found, look
from tests.standin.running import LONGEST_START, Program, running

DATABASE, LOG, CHANNELS = "killed.sqlite3", "killed.log", "channels.json"
KINDS = {"starting": (1, 4.0), "playing": (3, 3.0), "confirming": (4, 0.25), "posting": (4, 0.1)}
"""What the program does when it is killed: how often that is tried, and within how many seconds."""
MOST_EVENTS = 12
"""Turns confirmed or messages posted in one run, before the one after which it is killed."""
CALM, LONGEST_REST = 4.0, 180.0
"""Seconds in which nothing may change any more at the end, and after which that must be so."""


@dataclass(frozen=True)
class Plan:
    """What is tried."""

    kills: int = 200
    tables: int = 6
    seed: int = 1
    processes: int = 0
    """Beside the bot, in which computers think."""
    ahead: bool = True
    """Whether pictures are drawn ahead at each start, as in the program."""


@dataclass(frozen=True)
class Outcome:
    """What came of it."""

    killed: Counter[str]
    """How often, by the moment."""
    server: Server
    confirmed: int
    """Turns that people were told are confirmed."""
    found: Found


async def kill_again_and_again(plan: Plan, folder: Path) -> Outcome:
    """Kill the program so often, let it come to rest, and look at what is there."""
    chance, killed = random.Random(plan.seed), Counter[str]()
    database, log = folder / DATABASE, folder / LOG
    url = f"sqlite+aiosqlite:///{database}"
    settings = {"TZOLKIN_DATABASE_URL": url, "TZOLKIN_COMPUTER_PROCESSES": str(plan.processes)}
    async with Server(plan.tables) as server, asyncio.TaskGroup() as group:
        friends = groups(server, plan)
        playing = [group.create_task(one.play()) for one in friends]
        for number in range(1, plan.kills + 1):
            [kind] = chance.choices(list(KINDS), [often for often, _ in KINDS.values()])
            async with running(
                server, folder, settings=settings, log=log, ahead=plan.ahead
            ) as program:
                await moment(server, program, kind, chance)
                os.kill(program.pid, signal.SIGKILL)
                await program.process.wait()
            server.lose()
            killed[kind] += 1
            turns = sum(one.turns for one in friends)
            print(f"killed {number} times, {turns} turns", file=sys.stderr)
        for one in friends:
            one.may_begin = False
        async with running(server, folder, settings=settings, log=log, ahead=plan.ahead) as program:
            await connected(server, program)
            await asyncio.sleep(CALM)
            for task in playing:
                task.cancel()
            await come_to_rest(database)
            program.signal(signal.SIGTERM)
            code = await program.process.wait()
        server.lose()
        if code != EXIT_OK:
            raise RuntimeError(f"the last run ended with {code}")
        (folder / CHANNELS).write_text(json.dumps(server.channels, indent=1), encoding="utf-8")
        found = await look(url, friends)
    return Outcome(killed, server, sum(one.turns for one in friends), found)


def groups(server: Server, plan: Plan) -> list[Friends]:
    """Two or three people in each channel, with a computer in every third."""
    found = []
    for n in range(plan.tables):
        first = FIRST_PERSON + 10 * n
        found.append(
            Friends(
                server, FIRST_CHANNEL + n, range(first, first + 2 + n % 2), computers=n % 3 // 2,
                chance=random.Random(f"{plan.seed} {n}"), pause=0.2,
            )
        )  # fmt: skip
    return found


async def moment(server: Server, program: Program, kind: str, chance: random.Random) -> None:
    """Wait for a moment of this kind, and a random time after it."""
    if kind != "starting":
        await connected(server, program)
    event = {"confirming": server.confirming, "posting": server.posting}.get(kind)
    if event is not None:
        for _ in range(chance.randint(1, MOST_EVENTS)):
            event.clear()
            async with asyncio.timeout(LONGEST_START):
                await event.wait()
    await asyncio.sleep(chance.random() * KINDS[kind][1])


async def connected(server: Server, program: Program) -> None:
    """Wait until the program has a session. Raises RuntimeError if it ends before."""
    waiting = [
        asyncio.create_task(server.connected.wait()), asyncio.create_task(program.process.wait())
    ]  # fmt: skip
    await asyncio.wait(waiting, timeout=LONGEST_START, return_when=asyncio.FIRST_COMPLETED)
    for one in waiting:
        one.cancel()
    if not server.connected.is_set():
        raise RuntimeError(f"the program does not start: {program.process.returncode}")


async def come_to_rest(database: Path) -> None:
    """Wait until the program has told everything. Raises RuntimeError if it does not."""
    began = since = time.monotonic()
    before: object = None
    while time.monotonic() - since < CALM:
        await asyncio.sleep(0.25)
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            now = connection.execute(
                "SELECT id, version, posted_version FROM tables WHERE rules IS NOT NULL"
            ).fetchall()
        if now != before or any(version != told for _, version, told in now):
            before, since = now, time.monotonic()
        if time.monotonic() - began > LONGEST_REST:
            raise RuntimeError(f"not told (id, version, told): {now}")


def report(outcome: Outcome, seconds: float) -> str:
    """What was done and found, for people."""
    counted, found = outcome.server.counted, outcome.found
    kinds = ", ".join(f"{outcome.killed[kind]} while {kind}" for kind in KINDS)
    said = [
        f"killed {outcome.killed.total()} times in {seconds:.0f} s: {kinds}",
        f"{counted.interactions} presses and commands, {counted.unanswered} never answered",
        f"{counted.messages} messages; {counted.copies} came a second time and were not posted",
        f"{found.tables} games with {found.turns} turns; people read of {outcome.confirmed} of "
        f"theirs that they are confirmed; {found.told} lines about turns in the channels",
        f"{found.old_calls} old calls stayed, since it was killed before it could delete them",
        f"{len(found.again)} lines told again by the next message, after a start of the program",
        *(f"again: {one}" for one in found.again),
        *(f"WRONG: {one}" for one in found.wrong),
        f"{len(found.wrong)} turns missing, doubled or not told",
    ]
    return "\n".join(said)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 1 if a turn is missing, counts twice or was not told."""
    usual = Plan()
    parser = argparse.ArgumentParser(prog="python -m tests.soak.kill", description=__doc__)
    parser.add_argument("--kills", type=int, default=usual.kills)
    parser.add_argument("--tables", type=int, default=usual.tables)
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--processes", type=int, default=usual.processes)
    parser.add_argument(
        "--folder",
        type=Path,
        help="an empty one, where the database, the log and what the channels read stay",
    )
    options = parser.parse_args(arguments)
    plan = Plan(options.kills, options.tables, options.seed, options.processes)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        outcome = asyncio.run(kill_again_and_again(plan, folder))
    print(report(outcome, time.monotonic() - began))
    return 1 if outcome.found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
