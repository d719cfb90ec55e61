"""Drawing outside the event loop: in one or two threads, and no picture is drawn twice while it is
kept.

Pillow's long operations let other threads run, so the event loop stays free while a picture is
drawn. Drawing and its caches are safe to use from both threads.
"""

import asyncio
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic, sleep

from bot.traffic.in_turn import InTurn
from rendering.drawing.encoding import Picture

THREADS = 2
KEPT = 4_000_000
"""Bytes of the pictures kept: some 30."""
GIVES_WAY = 1.0
"""Seconds for which a picture waits at most until people are answered who wait for their turn."""
MANY = 8
"""The more pictures beyond these wait, the shorter, so that a machine that is always busy draws."""
LOOKS_AGAIN = 0.02

Key = tuple[Hashable, ...]


class Superseded(Exception):
    """A newer picture of the same subject was requested before this one was begun, and replaces
    it."""


def usual_threads() -> int:
    """Two, but one on a machine with only two cores: a third busy thread would make the event loop
    wait for 3 or 4 ms."""
    return max(1, min(THREADS, (os.cpu_count() or 1) - 1))


@dataclass
class _Job:
    """A picture being drawn or waiting for it, and how many wait for it."""

    key: Key
    function: Callable[..., Picture]
    args: tuple[Hashable, ...]
    kwargs: dict[str, Hashable]
    keep: bool = True
    future: Future[Picture] = field(default_factory=Future)
    waiting: int = 0
    begun: bool = False


class DrawingPool:
    """Draws pictures in threads. Belongs to one event loop; `close` it at the end."""

    def __init__(
        self,
        *,
        threads: int | None = None,
        kept: int = KEPT,
        drawn: Callable[[Callable[..., Picture], float], None] = lambda function, seconds: None,
        busy: Callable[[], bool] = lambda: False,
    ) -> None:
        """`kept` is how many bytes of pictures are kept; `drawn` is told, in the thread, of each
        picture which function drew it and the seconds that took. While it is `busy`, no picture is
        begun for a moment."""
        self._executor = ThreadPoolExecutor(
            threads or usual_threads(), thread_name_prefix="drawing"
        )
        self._kept = kept
        self._tell_drawn = drawn
        self._busy = busy
        self._lock = threading.Lock()  # guards the five below, which threads change too
        self._queue = InTurn[_Job]()
        self._pictures: OrderedDict[Key, Picture] = OrderedDict()
        self._bytes = 0
        self._jobs: dict[Key, _Job] = {}
        self._newest: dict[Hashable, Key] = {}

    @property
    def waiting(self) -> int:
        """Pictures that are being drawn or wait for it."""
        return len(self._jobs)

    async def draw(
        self,
        function: Callable[..., Picture],
        /,
        *args: Hashable,
        subject: Hashable = None,
        by: Hashable = None,
        keep: bool = True,
        **kwargs: Hashable,
    ) -> Picture:
        """`function(*args, **kwargs)`, drawn in a thread or taken from those kept.

        Equal requests share one drawing. With a `subject` (say, the wheels picture of a table) a
        request that still waits to be drawn gives way to a newer one of the same subject and
        raises Superseded. `by` is the person who asked for it: those who ask take turns, so who
        asks for many pictures makes nobody else wait. Without `keep` the picture is not kept: it is
        a part of another one. What `function` raises is raised here.
        """
        key: Key = (function, args, tuple(sorted(kwargs.items(), key=lambda item: item[0])))
        with self._lock:
            picture = self._seen_again(key)
            if picture is not None:
                return picture
            job = self._jobs.get(key)
            if job is None:
                job = self._jobs[key] = _Job(key, function, args, kwargs, keep)
            if not job.begun:  # whoever of those that wait for it comes first
                self._executor.submit(self._draw_next)
                self._queue.add(("person", by) if by is not None else job.key, job)
            job.waiting += 1
        if subject is not None:
            self._supersede(subject, key)
        try:
            # Shielded: whoever stops waiting does not take the picture from the others.
            return await asyncio.shield(asyncio.wrap_future(job.future))
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if job.future.cancelled() and not (task and task.cancelling()):
                raise Superseded from None
            raise
        finally:
            with self._lock:
                job.waiting -= 1
                unwanted = job.waiting == 0 and not job.begun and job.future.cancel()
                if unwanted and self._jobs.get(key) is job:
                    del self._jobs[key]
                if subject is not None and self._newest.get(subject) == key:
                    del self._newest[subject]

    def _supersede(self, subject: Hashable, key: Key) -> None:
        """Cancel the older request for the subject, if it is not begun and nobody else waits for
        it."""
        with self._lock:
            older = self._newest.get(subject)
            self._newest[subject] = key
            job = self._jobs.get(older) if older not in (None, key) and older else None
            if job is None or job.waiting > 1:
                return
        if job.future.cancel() and older is not None:
            with self._lock:
                self._jobs.pop(older, None)

    def _draw_next(self) -> None:
        """Draw what comes next; called in a thread once for each picture that is wanted."""
        self._give_way()
        with self._lock:
            job = self._queue.take()
            if job is None or job.begun or not job.future.set_running_or_notify_cancel():
                return
            job.begun = True
        try:
            picture = self._drawn(job)
        except BaseException as error:
            job.future.set_exception(error)
        else:
            job.future.set_result(picture)

    def _give_way(self) -> None:
        until = monotonic() + GIVES_WAY * min(1.0, MANY / max(1, self.waiting))
        while self._busy() and monotonic() < until:
            sleep(LOOKS_AGAIN)

    def _drawn(self, job: _Job) -> Picture:
        begun = monotonic()
        try:
            picture = job.function(*job.args, **job.kwargs)
            self._tell_drawn(job.function, monotonic() - begun)
            if job.keep:
                self.keep(picture, *job.key)
            return picture
        finally:
            with self._lock:
                self._jobs.pop(job.key, None)

    def kept(self, *key: Hashable) -> Picture | None:
        """The picture that `keep` was given under this key, if it is there still."""
        with self._lock:
            return self._seen_again(key)

    def _seen_again(self, key: Key) -> Picture | None:
        """The picture of this key, which is kept longer for it; called with the lock."""
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
        return picture

    def keep(self, picture: Picture, *key: Hashable) -> None:
        """Keep a picture as long as there is room, one that was drawn or put together of others."""
        with self._lock:
            before = self._pictures.pop(key, None)
            self._bytes += len(picture.data) - (len(before.data) if before else 0)
            self._pictures[key] = picture
            while self._bytes > self._kept:
                _, oldest = self._pictures.popitem(last=False)
                self._bytes -= len(oldest.data)

    def close(self) -> None:
        """Stop drawing: what has not begun is dropped, what is being drawn is not waited for."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            dropped = [*self._jobs.values()]
            self._queue.clear()
        for job in dropped:
            job.future.cancel()
