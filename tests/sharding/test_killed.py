"""Two processes with ranges of shards that overlap play on one PostgreSQL, one of them is killed
(kill -9) in the middle, and another takes its place: whatever is due is done and told once."""

import json
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from bot.clocks import DaysClock, TimeRules
from bot.model.notes import TurnTimedOut
from bot.store import Store, log
from bot.tables import Options, Table, Tables
from tests.store.databases import newest_database, on_postgres
from tests.tables.acts import join, note_told, notes_of, open_lobby, set_options, start
from tests.tables.playing import PEOPLE, Clock, asked_seats, play

ROOT = Path(__file__).parents[2]
SERVERS = 16
REMINDED, OVER = 24, 48
"""After how many hours half of the time is over, and all of it."""


class Process:
    """One of the processes."""

    def __init__(self, url: str, shards: str, file: Path) -> None:
        self.running = subprocess.Popen(
            [sys.executable, "-m", "tests.sharding.process", url, shards, str(file)],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            stderr=file.with_name("log").open("a"),
        )  # fmt: skip
        assert self.said() == "ready"

    def said(self) -> str:
        """The next line of it."""
        assert self.running.stdout is not None
        return self.running.stdout.readline().strip()

    def ask(self, hours: int) -> None:
        """Let it do what is due then."""
        assert self.running.stdin is not None
        self.running.stdin.write(f"{hours}\n")

    def kill(self) -> None:
        """At once, as by kill -9."""
        self.running.kill()
        self.running.communicate()


async def games_of_all_servers(url: str) -> tuple[list[Table], set[int]]:
    """A game at each server, and those at which a turn was not told yet."""
    store, untold = Store(url), set()
    await store.open()
    tables, found = Tables(store, now=Clock()), []
    for n in range(SERVERS):
        guild, channel = (1000 + n << 22) | 5, 7000 + n
        table = await open_lobby(tables, guild, channel, PEOPLE[0])
        for person in PEOPLE[1:3]:
            await join(tables, table.id, person)
        await set_options(tables, table.id, PEOPLE[0], Options(time=TimeRules(DaysClock(2))))
        table = await start(tables, table.id, PEOPLE[0], seed=str(n))
        while (await tables.game(table.id)).pending[0].kind != "turn":
            await play(tables, table, 1, random.Random(n))
        table = await tables.table(table.id)
        await note_told(tables, table.id, table.version)
        if n % 2:
            await play(tables, table, 1, random.Random(n))
            untold.add(table.id)
        assert await asked_seats(tables, table.id)
        found.append(await tables.table(table.id))
    await store.close()
    return found, untold


def requests(file: Path, killed: int | None) -> list[dict[str, Any]]:
    """What Discord was sent. It takes one with the same nonce for a copy; only what was sent by the
    process that was `killed` is sent again."""
    known: dict[tuple[str, str], int] = {}
    sent = []
    for line in file.read_text().splitlines():
        one = json.loads(line)
        by = known.get((one["path"], one["nonce"])) if one["nonce"] else None
        assert by is None or by == killed, one
        if by is None:
            sent.append(one)
        known[one["path"], one["nonce"]] = one["by"]
    return sent


def told(sent: list[dict[str, Any]], words: str) -> Counter[int]:
    """How often these words were told, by channel."""
    return Counter(
        int(one["path"].split("/")[2])
        for one in sent
        if one["what"] == "POST" and words in one["said"]
    )


def wait_for(file: Path, lines: int) -> None:
    """Until Discord was sent so much."""
    until = time.monotonic() + 60
    while len(file.read_text().splitlines()) < lines and time.monotonic() < until:
        time.sleep(0.01)


@on_postgres
async def test_each_thing_is_done_and_told_once(
    tmp_path: Path, newest_form: Path, kind: str
) -> None:
    url = await newest_database(tmp_path, newest_form, "postgresql")
    tables, untold = await games_of_all_servers(url)
    file = tmp_path / "discord"
    file.touch()
    first, second = Process(url, "0-2/4", file), Process(url, "1-3/4", file)

    for process in (first, second):  # at once, what is untold
        process.ask(0)
    assert [first.said(), second.said()] == ["done", "done"]
    told_at_once = requests(file, killed=None)
    assert len(told_at_once) == len(untold)
    first.ask(REMINDED)
    second.ask(REMINDED)
    wait_for(file, len(untold) + 3)
    first.kill()
    third = Process(url, "0-2/4", file)
    for hours in (REMINDED, REMINDED, OVER):
        third.ask(hours)
        second.ask(hours)
    for process, rounds in ((second, 4), (third, 3)):
        assert [process.said() for _ in range(rounds)] == ["done"] * rounds
        process.kill()

    assert "error" not in file.with_name("log").read_text()
    channels = {table.channel_id for table in tables}
    sent = requests(file, first.running.pid)
    assert told(sent, "Half your time is gone.") == dict.fromkeys(channels, 1)
    store = Store(url)
    service = Tables(store)
    for before in tables:
        table = await service.table(before.id)
        added = await store.read(log.events_between, table.id, before.version, table.version)
        assert {event.user_id for event in added} == {None}, "a computer took one turn"
        assert len({event.seat for event in added}) == 1
        assert table.posted.version == table.version
        assert all(isinstance(one, TurnTimedOut) for one in await notes_of(service, table.id))
    turns = Counter(one["path"] for one in sent if one["nonce"] and one["nonce"][0] in "tb")
    for table in tables:
        assert turns[f"/channels/{table.channel_id}/messages"] == 1 + (table.id in untold)
    await store.close()
