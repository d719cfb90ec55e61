"""Drawing beside the event loop: shared, kept, given up when out of date."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Hashable
from typing import Any

import pytest

from bot.text.translation import translator
from rendering import Picture, draw_city, draw_wheels
from rendering.drawing.pool import DrawingPool, Superseded, usual_threads
from tests.rendering.caches import forget_drawings
from tests.rendering.scenes import position, scene

ENGLISH = translator("en")


@pytest.fixture
async def pool() -> AsyncIterator[DrawingPool]:
    """A pool that is closed in the end."""
    made = DrawingPool()
    yield made
    made.close()


class Pencil:
    """A drawing function that counts and can be held up."""

    def __init__(self) -> None:
        self.drawn: list[Hashable] = []
        self.threads: set[str] = set()
        self.begun = threading.Semaphore(0)
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def __call__(self, what: Hashable, *, theme: str = "dark") -> Picture:
        self.begun.release()
        self.threads.add(threading.current_thread().name)
        assert self.may_go_on.wait(10)
        self.drawn.append(what)
        return Picture(f"{what} {theme}".encode(), "a.png", "")

    async def busy(self, count: int) -> None:
        """Wait until so many drawings are begun."""
        for _ in range(count):
            await asyncio.to_thread(self.begun.acquire)


async def test_a_picture_is_drawn_in_another_thread(pool: DrawingPool) -> None:
    pencil = Pencil()
    assert await pool.draw(pencil, 1, theme="light") == Picture(b"1 light", "a.png", "")
    assert threading.current_thread().name not in pencil.threads


async def test_the_same_picture_is_not_drawn_twice(pool: DrawingPool) -> None:
    pencil = Pencil()
    first = await pool.draw(pencil, 1, theme="dark")
    assert await pool.draw(pencil, 1, theme="dark") is first
    await pool.draw(pencil, 1, theme="light")
    await pool.draw(pencil, 2, theme="dark")
    assert pencil.drawn == [1, 1, 2]


async def test_equal_requests_share_one_drawing(pool: DrawingPool) -> None:
    pencil = Pencil()
    pencil.may_go_on.clear()
    requests = [asyncio.create_task(pool.draw(pencil, 1)) for _ in range(5)]
    await pencil.busy(1)
    pencil.may_go_on.set()
    pictures = await asyncio.gather(*requests)
    assert pencil.drawn == [1]
    assert all(picture is pictures[0] for picture in pictures)


async def test_only_so_many_bytes_are_kept() -> None:
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
    pool.close()


async def test_two_pictures_are_drawn_at_once_and_no_more() -> None:
    pool, pencil = DrawingPool(threads=2), Pencil()
    pencil.may_go_on.clear()
    requests = [asyncio.create_task(pool.draw(pencil, what)) for what in range(4)]
    await pencil.busy(2)
    assert not pencil.begun.acquire(blocking=False)
    pencil.may_go_on.set()
    await asyncio.gather(*requests)
    assert len(pencil.threads) == 2
    pool.close()


@pytest.mark.parametrize(("cores", "threads"), [(None, 1), (1, 1), (2, 1), (3, 2), (64, 2)])
def test_a_core_is_left_to_the_event_loop(
    monkeypatch: pytest.MonkeyPatch, cores: int | None, threads: int
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert usual_threads() == threads


async def test_two_threads_draw_what_one_draws() -> None:
    """Nothing that is drawn on or encoded is shared between them."""
    asked = [(draw, until) for until in (2, 5, 8, 11, 14, 17) for draw in (draw_wheels, draw_city)]
    pool = DrawingPool(threads=2)
    together = await asyncio.gather(
        *(pool.draw(draw, scene(position(4, until)), t=ENGLISH) for draw, until in asked)
    )
    pool.close()
    alone = [draw(scene(position(4, until)), t=ENGLISH) for draw, until in asked]
    assert together == alone


async def test_a_picture_given_up_before_it_was_begun_is_passed_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Each of its requests gives it a turn; no thread complains that it was cancelled before."""
    pool, pencil = DrawingPool(threads=1), Pencil()
    pencil.may_go_on.clear()
    busy = asyncio.create_task(pool.draw(pencil, "other"))
    await pencil.busy(1)
    given_up = [asyncio.create_task(pool.draw(pencil, "unwanted", by=n)) for n in range(3)]
    await asyncio.sleep(0)
    for one in given_up:
        one.cancel()
    await asyncio.gather(*given_up, return_exceptions=True)
    pencil.may_go_on.set()
    await busy
    await pool.draw(pencil, "after")
    assert pencil.drawn == ["other", "after"]
    assert [record.getMessage() for record in caplog.records] == []
    pool.close()


async def test_a_waiting_request_gives_way_to_a_newer_one_of_its_subject() -> None:
    pool, pencil = DrawingPool(threads=1), Pencil()
    pencil.may_go_on.clear()
    busy = asyncio.create_task(pool.draw(pencil, "other"))
    await pencil.busy(1)
    old = asyncio.create_task(pool.draw(pencil, "round 1", subject="table 7"))
    elsewhere = asyncio.create_task(pool.draw(pencil, "round 5", subject="table 8"))
    await asyncio.sleep(0)
    new = asyncio.create_task(pool.draw(pencil, "round 2", subject="table 7"))
    with pytest.raises(Superseded):
        await old
    pencil.may_go_on.set()
    assert (await new).data == b"round 2 dark"
    await asyncio.gather(busy, elsewhere)
    assert pencil.drawn == ["other", "round 5", "round 2"]
    assert (await pool.draw(pencil, "round 1", subject="table 7")).data == b"round 1 dark"
    pool.close()


async def test_a_drawing_that_is_begun_or_shared_is_not_given_up() -> None:
    pool, pencil = DrawingPool(threads=1), Pencil()
    pencil.may_go_on.clear()
    begun = asyncio.create_task(pool.draw(pencil, 1, subject="table 7"))
    await pencil.busy(1)
    shared = asyncio.create_task(pool.draw(pencil, 2, subject="table 7"))
    also = asyncio.create_task(pool.draw(pencil, 2))
    await asyncio.sleep(0)
    newest = asyncio.create_task(pool.draw(pencil, 3, subject="table 7"))
    await asyncio.sleep(0)
    pencil.may_go_on.set()
    pictures = await asyncio.gather(begun, shared, also, newest)
    assert [picture.data[:1] for picture in pictures] == [b"1", b"2", b"2", b"3"]
    pool.close()


async def test_who_stops_waiting_does_not_take_the_picture_from_others(pool: DrawingPool) -> None:
    pencil = Pencil()
    pencil.may_go_on.clear()
    impatient = asyncio.create_task(pool.draw(pencil, 1))
    patient = asyncio.create_task(pool.draw(pencil, 1))
    await pencil.busy(1)
    impatient.cancel()
    with pytest.raises(asyncio.CancelledError):
        await impatient
    pencil.may_go_on.set()
    assert (await patient).data == b"1 dark"


async def test_what_nobody_waits_for_any_more_is_not_drawn() -> None:
    pool, pencil = DrawingPool(threads=1), Pencil()
    pencil.may_go_on.clear()
    begun = asyncio.create_task(pool.draw(pencil, 1))
    await pencil.busy(1)
    waits = asyncio.create_task(pool.draw(pencil, 2, subject="table 7"))
    await asyncio.sleep(0)
    waits.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waits
    again = asyncio.create_task(pool.draw(pencil, 2))
    other = asyncio.create_task(pool.draw(pencil, 3))
    await asyncio.sleep(0)
    assert pool.waiting == 3
    other.cancel()
    await asyncio.sleep(0)
    pencil.may_go_on.set()
    await asyncio.gather(begun, again)
    assert pencil.drawn == ["1", "2"] or pencil.drawn == [1, 2]
    pool.close()


async def test_a_failure_is_told_and_not_kept(pool: DrawingPool) -> None:
    tries = []

    def clumsy(what: int) -> Picture:
        tries.append(what)
        if len(tries) == 1:
            raise RuntimeError("the pencil broke")
        return Picture(b"", "a.png", "")

    with pytest.raises(RuntimeError, match="the pencil broke"):
        await pool.draw(clumsy, 1)
    await pool.draw(clumsy, 1)
    assert tries == [1, 1]


async def test_the_event_loop_goes_on_while_pictures_are_drawn(pool: DrawingPool) -> None:
    """Real pictures, among them the very first ones with nothing prepared: while they are drawn the
    loop goes round again and again, as it could not if anything were drawn in its own thread. How
    long it has to wait is measured by the benchmarks."""
    forget_drawings()
    rounds_before = []
    rounds = 0

    def watched(draw: Callable[..., Picture], *args: Any, **named: Any) -> Picture:
        rounds_before.append(rounds)
        return draw(*args, **named)

    drawing = asyncio.gather(
        *(
            pool.draw(watched, draw, scene(position(4, until)), theme=theme, t=ENGLISH)
            for draw in (draw_wheels, draw_city)
            for theme in ("dark", "light")
            for until in (3, 13)
        )
    )
    while not drawing.done():
        await asyncio.sleep(0.001)
        rounds += 1
    assert len({picture.data for picture in await drawing}) == 8
    assert rounds > 20
    assert rounds_before[-1] > 0, "the last drawing began in a later round"


async def test_a_closed_pool_draws_no_more() -> None:
    pool = DrawingPool()
    pool.close()
    with pytest.raises(RuntimeError):
        await pool.draw(Pencil(), 1)


async def test_who_asks_for_many_pictures_makes_nobody_else_wait() -> None:
    """People take turns; a board for everybody has a turn of its own."""
    pool, pencil = DrawingPool(threads=1), Pencil()
    pencil.may_go_on.clear()
    asked = [asyncio.create_task(pool.draw(pencil, f"ana {n}", by=1)) for n in range(5)]
    await pencil.busy(1)
    asked.append(asyncio.create_task(pool.draw(pencil, "bob", by=2)))
    asked.append(asyncio.create_task(pool.draw(pencil, "board", subject="table 7")))
    asked.append(asyncio.create_task(pool.draw(pencil, "ana 4", by=3)))  # cleo, too
    await asyncio.sleep(0)
    pencil.may_go_on.set()
    await asyncio.gather(*asked)
    assert pencil.drawn == ["ana 0", "ana 1", "bob", "board", "ana 4", "ana 2", "ana 3"]
    assert pool.waiting == 0
    pool.close()


async def test_a_closed_pool_keeps_nobody_waiting() -> None:
    pool, pencil = DrawingPool(threads=1), Pencil()
    pencil.may_go_on.clear()
    begun = asyncio.create_task(pool.draw(pencil, 1))
    await pencil.busy(1)
    waiting = asyncio.create_task(pool.draw(pencil, 2))
    await asyncio.sleep(0)
    pool.close()
    pencil.may_go_on.set()
    with pytest.raises(Superseded):
        await waiting
    assert (await begun).data == b"1 dark"
