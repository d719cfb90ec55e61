"""Work that somebody asked for, in threads of its own."""

import ast
import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.process.work import AT_ONCE, asks, in_thread, in_thread_of_files, is_busy

ROOT = Path(__file__).parents[2]
ANA, BOB, CLEO = 1, 2, 3
MAY = ("bot/store", "bot/hosting", "cogs/backups.py")
"""Who works for the database and for backups, and so uses Python's own threads."""


@pytest.fixture
def over() -> Iterator[threading.Event]:
    """Until it is set, work hangs."""
    event = threading.Event()
    yield event
    event.set()


async def asked_by(person: int, work: object) -> object:
    asks.set(person)
    return await in_thread(work)  # type: ignore[arg-type]


async def test_much_work_of_one_person_keeps_nobody_else_waiting(over: threading.Event) -> None:
    """Eight works of one person that hang, and the work of another; what hangs is not the
    database's, nor Python's own threads."""
    begun: list[int] = []

    def hangs() -> None:
        begun.append(1)
        over.wait()

    hers = [asyncio.create_task(asked_by(ANA, hangs)) for _ in range(8)]
    assert await asyncio.create_task(asked_by(BOB, lambda: "his board")) == "his board"
    assert await asyncio.to_thread(lambda: "a backup") == "a backup"
    assert len(begun) == 1 < AT_ONCE and is_busy()
    over.set()
    await asyncio.gather(*hers)
    assert len(begun) == 8 and not is_busy()


async def test_files_keep_nobody_waiting_who_sends_none(over: threading.Event) -> None:
    """Two people with four files each, which hang; a third person's work goes on."""
    begun: list[int] = []

    def hangs(person: int) -> None:
        begun.append(person)
        over.wait()

    async def send(person: int) -> None:
        asks.set(person)
        await in_thread_of_files(hangs, person)

    sent = [asyncio.create_task(send(person)) for person in (ANA, BOB) for _ in range(4)]
    third = [asyncio.create_task(asked_by(CLEO + n, lambda: "a board")) for n in range(AT_ONCE)]
    assert await asyncio.gather(*third) == ["a board"] * AT_ONCE
    assert len(begun) == 1, "one file at a time"
    over.set()
    await asyncio.gather(*sent)
    assert sorted(begun) == [ANA] * 4 + [BOB] * 4


async def test_what_it_raises_and_whoever_gives_up_waiting(over: threading.Event) -> None:
    with pytest.raises(ZeroDivisionError):
        await asked_by(ANA, lambda: 1 // 0)
    waits = [asyncio.create_task(asked_by(ANA, over.wait)) for _ in range(2)]
    await asyncio.sleep(0)
    waits[-1].cancel()
    await asyncio.wait(waits[-1:])
    over.set()
    await asyncio.gather(*waits[:-1])
    assert await asked_by(ANA, lambda: "next") == "next"


def test_nobody_else_takes_the_threads_of_the_database() -> None:
    """Work for people goes through `in_thread`; the list of exceptions is short."""
    found = []
    for path in [*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/**/*.py")]:
        name = str(path.relative_to(ROOT))
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            takes = node.func.attr == "to_thread" or (
                node.func.attr == "run_in_executor"
                and isinstance(node.args[0], ast.Constant)
                and node.args[0].value is None
            )
            if takes and not name.startswith(MAY):
                found.append(f"{name}:{node.lineno}")
    assert not found
