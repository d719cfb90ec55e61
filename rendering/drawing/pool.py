"""Drawing outside the event loop, in one or two threads. Pictures are kept for a while, so that
none is drawn twice.

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
from time import monotonic

from bot.traffic.in_turn import InTurn
from rendering.drawing.encoding import Picture

THREADS = 2
KEPT = 4_000_000
"""The most bytes of the pictures kept, some 30 pictures."""

Key = tuple[Hashable, ...]


class Superseded(Exception):
    """This picture was not begun before a newer one of the same subject was requested."""


def usual_threads() -> int:
    """The number of drawing threads: two, but one on two cores, where a further busy thread would
    make the event loop wait for 3 or 4 ms."""
    return max(1, min(THREADS, (os.cpu_count() or 1) - 1))


@dataclass
class _Job:
    """A picture in the queue or being drawn, and the number of requests that wait for it."""

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
    ) -> None:
        """`kept` is the most bytes of pictures kept. `drawn` is called in the thread with each
        picture's function and the seconds it took."""
        self._executor = ThreadPoolExecutor(
            threads or usual_threads(), thread_name_prefix="drawing"
        )
        self._kept = kept
        self._tell_drawn = drawn
        self._lock = threading.Lock()  # guards the five below, which threads change too
        self._queue = InTurn[_Job]()
        self._pictures: OrderedDict[Key, Picture] = OrderedDict()
        self._bytes = 0
        self._jobs: dict[Key, _Job] = {}
        self._newest: dict[Hashable, Key] = {}

    @property
    def waiting(self) -> int:
        """The number of pictures in the queue or being drawn."""
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

        Equal requests share one drawing. With a `subject` (say, the wheels picture of a table), a
        request that is not begun raises Superseded when a newer one of the same subject comes. `by`
        is the person who asks: people take turns, so that many pictures of one make nobody else
        wait. Without `keep` the picture, a part of another one, is not kept. Raises what `function`
        raises.
        """
        key: Key = (function, args, tuple(sorted(kwargs.items(), key=lambda item: item[0])))
        with self._lock:
            picture = self._seen_again(key)
            if picture is not None:
                return picture
            job = self._jobs.get(key)
            if job is None:
                job = self._jobs[key] = _Job(key, function, args, kwargs, keep)
            if not job.begun:  # each request gives the job a turn; the first one draws it
                self._executor.submit(self._draw_next)
                self._queue.add(("person", by) if by is not None else job.key, job)
            job.waiting += 1
        if subject is not None:
            self._supersede(subject, key)
        try:
            # Shielded: a request that is cancelled must not cancel the others'.
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
        """Cancel the older request for the subject, unless it is begun or another one shares it."""
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
        """Draw the next picture of the queue; called in a thread once for each request."""
        with self._lock:
            job = self._queue.take()
            if job is None or job.begun or job.future.cancelled():
                return  # each request of a job gives it a turn, also of one that was given up
            if not job.future.set_running_or_notify_cancel():
                return
            job.begun = True
        try:
            picture = self._drawn(job)
        except BaseException as error:
            job.future.set_exception(error)
        else:
            job.future.set_result(picture)

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
        """The picture stored by `keep` under this key; None if it is dropped."""
        with self._lock:
            return self._seen_again(key)

    def _seen_again(self, key: Key) -> Picture | None:
        """The picture of this key, which becomes the last one to be dropped; needs the lock."""
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
        return picture

    def keep(self, picture: Picture, *key: Hashable) -> None:
        """Keep a picture under this key as long as there is room."""
        with self._lock:
            before = self._pictures.pop(key, None)
            self._bytes += len(picture.data) - (len(before.data) if before else 0)
            self._pictures[key] = picture
            while self._bytes > self._kept:
                _, oldest = self._pictures.popitem(last=False)
                self._bytes -= len(oldest.data)

    def close(self) -> None:
        """Stop drawing. Queued pictures are dropped; those being drawn are not waited for."""
        self._executor.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            dropped = [*self._jobs.values()]
            self._queue.clear()
        for job in dropped:
            job.future.cancel()
