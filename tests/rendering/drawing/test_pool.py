"""Drawing in processes: who is drawn for first, what is kept, and that nothing is lost with one."""

import asyncio
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Hashable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

import rendering
from bot.process import GIVEN_BACK_AFTER, memory
from bot.process.beside import Gone
from bot.text.names import TILE_IDS
from bot.text.translation import translator
from rendering import FontsMissing, Picture, check_fonts, draw_city, draw_tile, draw_wheels
from rendering.drawing import pool as module
from rendering.drawing.picture import Drawing
from rendering.drawing.pool import DrawingPool, Superseded
from tests.conftest import drawn_in_process
from tests.rendering.scenes import position, scene

ENGLISH = translator("en")
ROOT = Path(__file__).parents[3]
TOO_MUCH = {
    "discord", "cogs", "sqlalchemy", "aiosqlite", "alembic", "aiohttp", "structlog", "asyncio",
    "numpy", "pydantic", "openskill",
}  # fmt: skip
MODULES = "sorted({name.partition('.')[0] for name in __import__('sys').modules})"
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and signals of Linux")


@pytest.fixture(autouse=True)
def in_process(monkeypatch: pytest.MonkeyPatch, _drawn_without_a_process: None) -> None:
    """These tests draw as the program does."""
    monkeypatch.setattr(DrawingPool, "_drawn", drawn_in_process)


@pytest.fixture
async def pool() -> AsyncIterator[DrawingPool]:
    """A pool with a real process."""
    made = DrawingPool()
    yield made
    made.close()
    await made.wait_closed()


# --- the queue ------------------------------------------------------------------------------------


class Pencil:
    """A drawing function that counts and can be held up."""

    def __init__(self) -> None:
        self.drawn: list[Hashable] = []
        self.begun = asyncio.Semaphore(0)
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        PENCILS.append(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _pencil, (PENCILS.index(self),)

    def __call__(self, what: Hashable, *, theme: str = "dark") -> Picture:
        self.drawn.append(what)
        return Picture(f"{what} {theme}".encode(), "a.png", "")

    async def busy(self, count: int) -> None:
        """Wait until so many drawings are begun."""
        for _ in range(count):
            await self.begun.acquire()


PENCILS: list[Pencil] = []


def _pencil(number: int) -> Pencil:
    return PENCILS[number]


class Here:
    """In place of a process."""

    pid, gone, ended = 0, False, False

    async def ask(self, sent: bytes, patience: float) -> tuple[Any, Exception | None, float]:
        """Draw once the pencil may."""
        function, args, named = pickle.loads(sent)
        if isinstance(function, Pencil):
            function.begun.release()
            await function.may_go_on.wait()
        return function(*args, **named), None, 0.0

    def end(self) -> None:
        """Nothing has to end."""

    async def wait(self) -> None:
        """It has ended."""


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pools without processes, in which pencils draw. Nothing is given to them before its time."""
    monkeypatch.setattr(module, "AT_ONCE", 1)

    async def begin(program: Sequence[str], environment: Mapping[str, str]) -> Here:
        return Here()

    monkeypatch.setattr(module.Beside, "begin", begin)
    PENCILS.clear()


def asking(pool: DrawingPool, *args: Any, **named: Any) -> asyncio.Task[Any]:
    """A request, which begins when the test next waits."""
    return asyncio.create_task(pool.draw(*args, **named))


async def test_the_same_picture_is_not_drawn_twice(here: None) -> None:
    pool, pencil = DrawingPool(), Pencil()
    first = await pool.draw(pencil, 1, theme="dark")
    assert first == Picture(b"1 dark", "a.png", "")
    assert await pool.draw(pencil, 1, theme="dark") is first
    await pool.draw(pencil, 1, theme="light")
    await pool.draw(pencil, 2, theme="dark")
    assert pencil.drawn == [1, 1, 2]


async def test_equal_requests_share_one_drawing(here: None) -> None:
    pool, pencil = DrawingPool(), Pencil()
    pencil.may_go_on.clear()
    requests = [asking(pool, pencil, 1) for _ in range(5)]
    await pencil.busy(1)
    pencil.may_go_on.set()
    pictures = await asyncio.gather(*requests)
    assert pencil.drawn == [1]
    assert all(picture is pictures[0] for picture in pictures)


async def test_only_so_many_bytes_are_kept(here: None) -> None:
    pool, pencil = DrawingPool(kept=20), Pencil()  # three pictures of six bytes
    for what in (1, 2, 3, 1, 4):  # 1 was asked for again, so 2 is the oldest
        await pool.draw(pencil, what)
    await pool.draw(pencil, 1)
    await pool.draw(pencil, 3)
    assert pencil.drawn == [1, 2, 3, 4]
    await pool.draw(pencil, 2)
    assert pencil.drawn == [1, 2, 3, 4, 2]
    large = "x" * 30
    await pool.draw(pencil, large)  # more than is kept at all
    await pool.draw(pencil, large)
    assert pencil.drawn[-2:] == [large, large]


async def test_as_many_pictures_are_drawn_at_once_as_there_are_processes(here: None) -> None:
    pool, pencil = DrawingPool(processes=2), Pencil()
    pencil.may_go_on.clear()
    requests = [asking(pool, pencil, what) for what in range(4)]
    await pencil.busy(2)
    await asyncio.sleep(0.01)
    assert pencil.begun.locked()
    pencil.may_go_on.set()
    await asyncio.gather(*requests)
    assert sorted(map(str, pencil.drawn)) == ["0", "1", "2", "3"]
    assert len(pool._processes) == 2


async def test_a_waiting_request_gives_way_to_a_newer_one_of_its_subject(here: None) -> None:
    pool, pencil = DrawingPool(), Pencil()
    pencil.may_go_on.clear()
    busy = asking(pool, pencil, "other")
    await pencil.busy(1)
    old = asking(pool, pencil, "round 1", subject="table 7")
    elsewhere = asking(pool, pencil, "round 5", subject="table 8")
    await asyncio.sleep(0)
    new = asking(pool, pencil, "round 2", subject="table 7")
    with pytest.raises(Superseded):
        await old
    pencil.may_go_on.set()
    assert (await new).data == b"round 2 dark"
    await asyncio.gather(busy, elsewhere)
    assert pencil.drawn == ["other", "round 5", "round 2"]
    assert (await pool.draw(pencil, "round 1", subject="table 7")).data == b"round 1 dark"


async def test_a_drawing_that_is_begun_or_shared_is_not_given_up(here: None) -> None:
    pool, pencil = DrawingPool(), Pencil()
    pencil.may_go_on.clear()
    begun = asking(pool, pencil, 1, subject="table 7")
    await pencil.busy(1)
    shared = asking(pool, pencil, 2, subject="table 7")
    also = asking(pool, pencil, 2)
    await asyncio.sleep(0)
    newest = asking(pool, pencil, 3, subject="table 7")
    await asyncio.sleep(0)
    pencil.may_go_on.set()
    pictures = await asyncio.gather(begun, shared, also, newest)
    assert [picture.data[:1] for picture in pictures] == [b"1", b"2", b"2", b"3"]


async def test_who_stops_waiting_does_not_take_the_picture_from_others(here: None) -> None:
    pool, pencil = DrawingPool(), Pencil()
    pencil.may_go_on.clear()
    impatient, patient = asking(pool, pencil, 1), asking(pool, pencil, 1)
    await pencil.busy(1)
    impatient.cancel()
    with pytest.raises(asyncio.CancelledError):
        await impatient
    pencil.may_go_on.set()
    assert (await patient).data == b"1 dark"


async def test_what_nobody_waits_for_any_more_is_not_drawn(here: None) -> None:
    """Nor is it kept in the queue: a process that never answers makes nothing grow."""
    pool, pencil = DrawingPool(), Pencil()
    pencil.may_go_on.clear()
    begun = asking(pool, pencil, 1)
    await pencil.busy(1)
    given_up = [asking(pool, pencil, 2, by=n, subject="table 7") for n in range(3)]
    given_up += [asking(pool, pencil, n, by=3) for n in range(3, 6)]
    await asyncio.sleep(0)
    for one in given_up:
        one.cancel()
    await asyncio.gather(*given_up, return_exceptions=True)
    assert (pool.waiting, len(pool._queue), len(pool._newest)) == (1, 0, 0)
    again = asking(pool, pencil, 2)
    await asyncio.sleep(0)
    pencil.may_go_on.set()
    await asyncio.gather(begun, again)
    assert pencil.drawn == [1, 2]


async def test_who_asks_for_many_pictures_makes_nobody_else_wait(here: None) -> None:
    """People take turns; a board for everybody has a turn of its own."""
    pool, pencil = DrawingPool(), Pencil()
    pencil.may_go_on.clear()
    asked = [asking(pool, pencil, f"ana {n}", by=1) for n in range(5)]
    await pencil.busy(1)
    asked.append(asking(pool, pencil, "bob", by=2))
    asked.append(asking(pool, pencil, "board", subject="table 7"))
    asked.append(asking(pool, pencil, "ana 4", by=3))  # cleo, too
    await asyncio.sleep(0)
    pencil.may_go_on.set()
    await asyncio.gather(*asked)
    assert pencil.drawn == ["ana 0", "ana 1", "bob", "board", "ana 4", "ana 2", "ana 3"]
    assert pool.waiting == 0


def ahead(number: int) -> None:
    """Note what is drawn ahead."""
    PENCILS[0].drawn.append(f"ahead {number}")


async def test_what_is_drawn_ahead_comes_after_what_people_ask_for(here: None) -> None:
    """By each process, also by one that was started anew."""
    pool, pencil = DrawingPool(ahead=[partial(ahead, 1), partial(ahead, 2)]), Pencil()
    for _ in range(2):
        pencil.drawn.clear()
        await asyncio.gather(*(pool.draw(pencil, n, keep=False) for n in range(3)))
        for _ in range(20):
            await asyncio.sleep(0)
        assert pencil.drawn == [0, 1, 2, "ahead 1", "ahead 2"]
        pool._processes.clear()


async def test_a_closed_pool_keeps_nobody_waiting(here: None) -> None:
    pool, pencil = DrawingPool(), Pencil()
    pencil.may_go_on.clear()
    begun = asking(pool, pencil, 1)
    await pencil.busy(1)
    waiting = asking(pool, pencil, 2)
    await asyncio.sleep(0)
    pool.close()
    pencil.may_go_on.set()
    with pytest.raises(Superseded):
        await waiting
    assert (await begun).data == b"1 dark"
    with pytest.raises(RuntimeError):
        await pool.draw(pencil, 3)


# --- the process ----------------------------------------------------------------------------------


async def test_a_process_draws_what_this_one_would(pool: DrawingPool) -> None:
    """In the language and with the icons of who asks; it loads little beside."""
    spoken = translator("de").with_icons({"corn": "<:tz_corn_ab12cd:123>"})
    shown = scene(position(4, 11))
    for draw in (draw_wheels, draw_city):
        found = await pool.draw(draw, shown, theme="light", t=spoken)
        expected = draw(shown, theme="light", t=translator("de"))
        assert (found.filename, found.alt) == (expected.filename, expected.alt)
        assert len(found.data) == len(expected.data)
        same = found.data == expected.data  # bytes that differ would be compared for minutes
        assert same
    loaded = await pool.draw(eval, MODULES, keep=False)
    assert {"rendering", "PIL"} <= {*loaded}
    assert not TOO_MUCH & {*loaded}


def test_all_that_draws_is_there_and_is_loaded_where_it_draws() -> None:
    drawings = [one for one in vars(rendering).values() if isinstance(one, Drawing)]
    assert len(drawings) > 20
    for one in drawings:
        assert callable(getattr(import_module(one.module), one.name))
    alone = (
        "import sys, rendering.drawing.picture; from importlib import import_module; "
        f"[*map(import_module, {sorted({one.module for one in drawings})})]; "
        f"assert not {TOO_MUCH} & {{*sys.modules}}, {TOO_MUCH} & {{*sys.modules}}"
    )
    subprocess.run([sys.executable, "-c", alone], cwd=ROOT, check=True)
    program = (
        "import sys, cogs.client; cogs.client.cogs_of_features(); "
        "assert 'discord' in sys.modules and 'PIL' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


async def test_a_failure_is_told_with_its_place_and_not_kept(pool: DrawingPool) -> None:
    shown = scene(position(2, 3))
    with pytest.raises(KeyError, match="blue") as told:
        await pool.draw(draw_wheels, shown, theme="blue", t=ENGLISH)
    assert "rendering/wheels/picture.py" in "".join(told.value.__notes__)
    assert not pool.waiting and not pool._pictures
    with pytest.raises((pickle.PicklingError, AttributeError)):
        await pool.draw(lambda: None)  # type: ignore[arg-type, return-value]
    assert await pool.draw(len, "four", keep=False) == 4
    assert len(pool._processes) == 1


async def test_fonts_are_looked_at_before_anything_is_drawn() -> None:
    pool = DrawingPool(ready=check_fonts)
    await pool.start()
    pool.close()
    await pool.wait_closed()
    without = DrawingPool(ready=Drawing("tests.rendering.drawing.failing", "no_fonts"))
    with pytest.raises(FontsMissing, match="install the program anew"):
        await without.start()
    without.close()
    await without.wait_closed()
    assert not without.processes


@linux
async def test_a_process_that_is_killed_loses_nothing() -> None:
    """At random moments, while many pictures are asked for: each of them comes."""
    chance, pool, kills = random.Random(1), DrawingPool(), 0
    await pool.start()
    try:
        asked = [
            asking(pool, draw_tile, tile, theme=theme, t=ENGLISH, by=n % 3)
            for n, tile in enumerate(TILE_IDS[:20]) for theme in ("dark", "light")
        ]  # fmt: skip
        while kills < 4 and not all(one.done() for one in asked):
            await asyncio.sleep(0.05 * chance.random())
            os.kill(pool.processes[0], signal.SIGKILL)
            kills += 1
            finished = sum(one.done() for one in asked)
            while sum(one.done() for one in asked) <= finished + 1:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
        pictures = await asyncio.gather(*asked)
        assert kills == 4
        assert all(one.data and one.alt for one in pictures)
    finally:
        pool.close()
        await pool.wait_closed()


async def test_what_ends_its_process_is_tried_twice(pool: DrawingPool) -> None:
    with capture_logs() as lines, pytest.raises(Gone):
        await pool.draw(os._exit, 3, keep=False)
    assert [line["again"] for line in lines] == [True, False]
    assert await pool.draw(len, "four", keep=False) == 4, "and the next one is drawn"


async def test_what_ends_its_process_takes_no_other_picture_with_it(pool: DrawingPool) -> None:
    await pool.start()
    ending = asking(pool, os._exit, 3, keep=False)
    others = [asking(pool, len, "four" + n * "x", keep=False) for n in range(3)]
    assert await asyncio.gather(*others) == [4, 5, 6]
    with pytest.raises(Gone):
        await ending


async def test_a_process_has_its_next_picture_at_hand(
    here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 2)
    pool, pencil = DrawingPool(), Pencil()
    pencil.may_go_on.clear()
    requests = [asking(pool, pencil, what) for what in range(4)]
    await pencil.busy(2)
    await asyncio.sleep(0.01)
    assert pencil.begun.locked() and len(pool._processes) == 1
    pencil.may_go_on.set()
    assert [one.data[:1] for one in await asyncio.gather(*requests)] == [b"0", b"1", b"2", b"3"]


@linux
async def test_a_process_that_never_answers_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits may stop waiting, the event loop goes round, and after a while another process
    draws. The end of the program does not wait for it."""
    pool = DrawingPool()
    await pool.start()
    [stopped] = pool.processes
    os.kill(stopped, signal.SIGSTOP)
    large = "x" * 1_000_000  # more than the pipe holds
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await pool.draw(len, large, keep=False)
    waiting = asking(pool, len, "another", keep=False)
    await asyncio.sleep(0)
    began = time.monotonic()
    pool.close()
    with pytest.raises(Superseded):
        await waiting
    await pool.wait_closed()
    assert time.monotonic() - began < 10
    assert not alive(stopped)

    pool = DrawingPool()
    await pool.start()
    [stopped] = pool.processes
    os.kill(stopped, signal.SIGSTOP)
    monkeypatch.setattr(module, "PATIENCE", 1.0)
    with pytest.raises(TimeoutError):
        await pool.draw(len, "first", keep=False)
    monkeypatch.setattr(module, "PATIENCE", 10.0)
    assert await pool.draw(len, "second", keep=False) == 6
    assert stopped not in pool.processes
    pool.close()
    await pool.wait_closed()


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


PARENT = """
import asyncio
from rendering.drawing.pool import DrawingPool
async def main():
    pool = DrawingPool()
    await pool.start()
    print(pool.processes[0], flush=True)
    await pool.draw(eval, "__import__('time').sleep(1.0)", keep=False)
    await asyncio.sleep(60)
asyncio.run(main())
"""


@linux
def test_a_process_ends_with_the_program_in_whatever_way() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE) as it:
        assert it.stdout is not None
        drawing = int(it.stdout.readline())
        assert alive(drawing)
        it.kill()
    for _ in range(200):
        if not alive(drawing):
            return
        time.sleep(0.05)
    pytest.fail("it has not ended")


LITTER = """
import bot.process
bot.process.litter = [b"x" * 50_000 for _ in range(1_200)]
bot.process.litter = bot.process.litter[::20]
"""
"""A small part of 60 MB stays in use, everywhere in them."""


@linux
async def test_free_memory_is_given_back(pool: DrawingPool) -> None:
    """What is free between things that are kept, once there were some answers."""
    await pool.draw(exec, LITTER, keep=False)
    [drawing] = pool.processes
    before = memory(drawing)
    for number in range(GIVEN_BACK_AFTER):
        await pool.draw(eval, str(number), keep=False)
    assert memory(drawing) < before - 40_000_000


def test_a_language_is_sent_as_its_name() -> None:
    german = translator("de")
    with_icons = german.with_icons({"corn": "<:tz_corn_ab12cd:123>"})
    sent: Callable[[Any], Any] = lambda t: pickle.loads(pickle.dumps(t))  # noqa: E731
    assert sent(german) is sent(with_icons) is german
    assert len(pickle.dumps(with_icons)) < 200
    assert sent(with_icons.with_cut_names()) is german.with_cut_names()
    assert sent(german.with_signs()) is german.with_signs()
    assert sent(with_icons.for_message()).in_text == with_icons.icons
