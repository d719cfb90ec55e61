"""Drawing outside the event loop, in processes of its own. Pictures are kept for a while, so that
the same one is not drawn twice.

A process that has ended is replaced, and what it was drawing is drawn again. Only those who asked
for a picture wait for a process. Each frame of an animation is a job of its own, asked for when the
one before is done: nobody else's picture waits for more than one frame.
"""

import asyncio
import pickle
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar

import structlog

from bot.process.beside import Beside, Gone, program
from bot.scene import Scene
from bot.text.descriptions.alt_text import alt_whole_game
from bot.text.translation import Translations
from rendering.drawing.picture import Drawing, Picture
from rendering.drawing.theme import ThemeName

log = structlog.get_logger(__name__)

KEPT = 4_000_000
"""The most bytes of pictures that are kept; some 30 pictures."""
PATIENCE = 10.0
"""A process that has not answered for so many seconds is ended."""
PATIENCE_AHEAD = 60.0
"""The same while a process starts or draws ahead; a slow machine needs so long."""
AT_ONCE = 2
"""How many pictures a process is sent at once, so that it need not wait for the program between
two."""
RUNS = 2
"""How often a picture is tried if the process ends while drawing it."""
STARTS = 5
"""How often a process is started if it ends before it can draw."""
PROGRAM = program("rendering.drawing.picture", "serve")
GIVING_BACK = MappingProxyType(
    {"MALLOC_MMAP_THRESHOLD_": "4000000", "MALLOC_TRIM_THRESHOLD_": "4000000"}
)
"""Environment variables that make Linux's C library give back the memory of large canvases, which
it would keep for good. The canvas of a board, 3 MB, stays: memory that is new for each picture
costs an eighth of its time. Other systems ignore them."""

Key = tuple[Hashable, ...]
Result = TypeVar("Result")


class Superseded(Exception):
    """The picture will not be drawn: a newer one of the same subject was asked for, or the pool is
    closed."""


@dataclass(eq=False)
class _Job:
    """A picture in the queue or being drawn; `waiting` is the number of requests that wait for
    it."""

    key: Key
    asked: tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]
    keep: bool
    future: asyncio.Future[Any]
    waiting: int = 0
    begun: bool = False


@dataclass(eq=False)
class _Process:
    """A process that draws, what it should still draw ahead when idle, and how many requests it has
    now."""

    beside: Beside
    ahead: deque[Callable[[], Any]] = field(default_factory=deque)
    asked: int = 0


class DrawingPool:
    """Draws pictures in processes of its own. It belongs to one event loop; `close` it at the
    end."""

    def __init__(
        self,
        *,
        processes: int = 1,
        kept: int = KEPT,
        drawn: Callable[[Callable[..., Any], float], None] = lambda function, seconds: None,
        ready: Callable[[], Any] = int,
        ahead: Sequence[Callable[[], Any]] = (),
    ) -> None:
        """`kept` is the most bytes of pictures that are kept. `drawn` is called with the function
        of each picture drawn and the seconds it took. Each process first calls `ready`, whose
        errors `start` and `draw` raise, and calls the functions in `ahead` when it is idle."""
        self._places, self._free = processes, AT_ONCE * processes
        self._kept = kept
        self._tell_drawn = drawn
        self._ready, self._to_draw_ahead = pickle.dumps((ready, (), {})), ahead
        self._queue: OrderedDict[Hashable, deque[_Job]] = OrderedDict()
        """The pictures each person waits for, in order; people take turns."""
        self._pictures: OrderedDict[Key, Picture] = OrderedDict()
        self._bytes = 0
        self._jobs: dict[Key, _Job] = {}
        self._newest: dict[Hashable, Key] = {}
        self._processes: set[_Process] = set()
        self._starting = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """The number of pictures in the queue or being drawn."""
        return len(self._jobs)

    @property
    def processes(self) -> list[int]:
        """The process ids of the running processes, sorted."""
        return sorted(one.beside.pid for one in self._processes if not one.beside.gone)

    async def start(self) -> None:
        """Start the processes, so that the first picture need not wait for them. Raises what
        `ready` raises, and Gone, TimeoutError or OSError if they do not start; the next picture
        tries again."""
        for _ in range(self._places - len(self._processes)):
            async with self._starting:
                await self._begin()
        self._go_on()

    async def draw(
        self,
        function: Callable[..., Result],
        /,
        *args: Hashable,
        subject: Hashable = None,
        by: Hashable = None,
        keep: bool = True,
        **named: Hashable,
    ) -> Result:
        """Return `function(*args, **named)`, computed in a process, or the picture if it is kept.

        Equal requests share one drawing. With a `subject` (say, the wheels picture of a table), a
        newer request for the same subject ends an older one that is not begun: that raises
        Superseded. `by` is the person who asks: people take turns, so that many pictures for one do
        not make others wait. A request that everybody has stopped waiting for is not begun. Without
        `keep` the result is not kept, for instance because it is only a part of a picture. Raises
        what `function` raises, TimeoutError after `PATIENCE` seconds, and Gone if the process has
        ended twice.
        """
        if self._closed:
            raise RuntimeError("the pool is closed")
        key: Key = (function, args, tuple(sorted(named.items(), key=lambda item: item[0])))
        picture: Any = self.kept(*key)
        if picture is not None:
            found: Result = picture
            return found
        job = self._jobs.get(key)
        if job is None:
            future = asyncio.get_running_loop().create_future()
            job = self._jobs[key] = _Job(key, (function, args, named), keep, future)
        who = ("person", by) if by is not None else key
        if not job.begun:  # each request gives the job a turn; the first one draws it
            self._queue.setdefault(who, deque()).append(job)
        job.waiting += 1
        if subject is not None:
            self._supersede(subject, key)
        self._go_on()
        try:
            # Shielded: a request that is cancelled must not cancel the others'.
            drawn: Result = await asyncio.shield(job.future)
            return drawn
        finally:
            job.waiting -= 1
            self._leave(who, job)
            if subject is not None and self._newest.get(subject) == key:
                del self._newest[subject]

    def _leave(self, who: Hashable, job: _Job) -> None:
        """Take a request of `who` out of the queue; drop the job if no other request waits for
        it."""
        if not job.begun:
            theirs = self._queue.get(who, ())
            if job in theirs:
                self._queue[who].remove(job)
                if not self._queue[who]:
                    del self._queue[who]
            if job.waiting == 0 and self._jobs.get(job.key) is job:
                del self._jobs[job.key]

    def _supersede(self, subject: Hashable, key: Key) -> None:
        """End the older request for this subject, unless it is begun or another request shares
        it."""
        older = self._newest.get(subject)
        self._newest[subject] = key
        job = self._jobs.get(older) if older is not None and older != key else None
        if job is not None and job.waiting <= 1 and not job.begun and not job.future.done():
            job.future.set_exception(Superseded())
            del self._jobs[job.key]

    def _next(self) -> _Job | None:
        """Take the next job out of the queue; None if there is none."""
        while self._queue:
            who, theirs = self._queue.popitem(last=False)
            job = theirs.popleft()
            if theirs:
                self._queue[who] = theirs  # behind the other persons
            if not job.begun and not job.future.done():
                return job
        return None

    def _go_on(self) -> None:
        """Begin the next jobs while there is room for them; let idle processes draw ahead."""
        while self._free and not self._closed and (job := self._next()) is not None:
            job.begun = True
            self._begin_task(self._finish(job))
        for one in self._processes:
            if (
                self._free
                and not self._closed
                and one.ahead
                and not (one.asked or one.beside.ended)
            ):
                one.asked += 1
                self._begin_task(self._draw_ahead(one))

    def _begin_task(self, work: Any) -> None:
        self._free -= 1
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end_task)

    def _end_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._free += 1
        self._go_on()

    async def _finish(self, job: _Job) -> None:
        """Draw a job and give its result or error to those who wait for it."""
        try:
            result, seconds = await self._drawn(job)
            self._tell_drawn(job.asked[0], seconds)
            if job.keep:
                self.keep(result, *job.key)
        except BaseException as error:
            if not job.future.done():
                job.future.set_exception(Superseded() if self._closed else error)
                job.future.exception()  # it is no fault if nobody waits for it any more
        else:
            if not job.future.done():
                job.future.set_result(result)
        finally:
            if self._jobs.get(job.key) is job:
                del self._jobs[job.key]

    async def _drawn(self, job: _Job) -> tuple[Any, float]:
        """Have a process draw the job, with another one if the first ends; return the result and
        the seconds it took."""
        sent = pickle.dumps(job.asked)
        left = RUNS
        while True:
            process = await self._process()
            try:
                return await self._asked(process, sent, PATIENCE)
            except Gone as gone:
                if self._closed:
                    raise
                left -= gone.begun  # if not, the process ended while drawing another picture
                log.warning("process for drawing is gone", reason=str(gone), again=left > 0)
                if not left:
                    raise

    async def _asked(self, process: _Process, sent: bytes, patience: float) -> tuple[Any, float]:
        """Send a request to a process; return its result and the seconds it took. Raises what its
        function raises, and ends a process that gives no answer."""
        try:
            result, error, seconds = await process.beside.ask(sent, patience)
        except BaseException as failed:
            process.beside.end()
            if isinstance(failed, TimeoutError):
                log.warning("process for drawing does not answer", seconds=patience)
            raise
        finally:
            process.asked -= 1
        if error is not None:
            raise error
        return result, seconds

    async def _draw_ahead(self, process: _Process) -> None:
        draw = process.ahead.popleft()
        try:
            await self._asked(process, pickle.dumps((draw, (), {})), PATIENCE_AHEAD)
        except Exception as error:
            if not self._closed:
                log.warning("nothing drawn ahead", reason=repr(error))

    async def _process(self) -> _Process:
        """The process with the least to do, or a new one if one is missing and all others are busy.
        It counts as asked."""
        async with self._starting:
            alive = [one for one in self._processes if not one.beside.ended]
            if len(alive) < self._places and all(one.asked for one in alive):
                alive.append(await self._begin())
            process = min(alive, key=lambda one: one.asked)
            process.asked += 1
            return process

    async def _begin(self) -> _Process:
        """Start a process and wait until it can draw. Raises Gone if it ends `STARTS` times,
        OSError if the system cannot start another."""
        for left in reversed(range(STARTS)):
            if self._closed:
                raise Gone("the program ends")
            process = _Process(await Beside.begin(PROGRAM, GIVING_BACK), deque(self._to_draw_ahead))
            self._processes = {process, *(one for one in self._processes if not one.beside.ended)}
            if self._closed:
                process.beside.end()
            try:
                _, error, _ = await process.beside.ask(self._ready, PATIENCE_AHEAD)
                if error is not None:
                    raise error
            except BaseException as failed:
                process.beside.end()
                if not isinstance(failed, Gone) or not left or self._closed:
                    raise
            else:
                return process
        raise AssertionError("one start at least")

    def kept(self, *key: Hashable) -> Picture | None:
        """The kept picture with this key, which is then dropped last; None if it is not kept."""
        picture = self._pictures.get(key)
        if picture is not None:
            self._pictures.move_to_end(key)
        return picture

    def keep(self, picture: Picture, *key: Hashable) -> None:
        """Keep a picture under this key; the oldest are dropped when there are too many bytes."""
        before = self._pictures.pop(key, None)
        self._bytes += len(picture.data) - (len(before.data) if before else 0)
        self._pictures[key] = picture
        while self._bytes > self._kept:
            _, oldest = self._pictures.popitem(last=False)
            self._bytes -= len(oldest.data)

    def close(self) -> None:
        """Stop drawing and end the processes, without waiting for that. Those who wait for a
        picture get Superseded."""
        self._closed = True
        self._queue.clear()
        for job in self._jobs.values():
            if not job.begun and not job.future.done():
                job.future.set_exception(Superseded())
                job.future.exception()
        for process in self._processes:
            process.beside.end()

    async def wait_closed(self) -> None:
        """Wait until the processes have ended, after `close`."""
        await asyncio.gather(*(one.beside.wait() for one in self._processes))
        await asyncio.gather(*self._tasks, return_exceptions=True)


# --- animated pictures ----------------------------------------------------------------------------


MOST_BYTES = 1_000_000
QUALITIES = (85, 70, 50, 30, 15, 5)
"""WebP qualities (0 to 100), tried in this order until the picture has at most `MOST_BYTES`."""
BUSY = 2
"""While more pictures than this are waiting or being drawn, no further frame of turning wheels is
begun."""
_FRAME = Drawing("rendering.small", "turning_frame")
_TURNED = Drawing("rendering.small", "put_turning_together")
_ROUND = Drawing("rendering.small", "draw_round")
_ALL_ROUNDS = Drawing("rendering.small", "put_game_together")


async def draw_turning(
    pool: DrawingPool,
    before: Scene,
    after: Scene,
    *,
    theme: ThemeName = "dark",
    t: Translations,
    subject: Hashable = None,
) -> Picture | None:
    """Draw the wheels picture of `after` as an animated WebP that turns the wheels from their place
    in `before`. Return None if other pictures are waiting, since this takes as long as thirty of
    them. Raises ValueError unless the calendar turned by one day or two, and what `pool.draw`
    raises: Superseded, among others, when a newer picture of the same `subject` is asked for."""
    frames = list[bytes]()
    while pool.waiting <= BUSY:
        number = len(frames)
        asked = pool.draw(
            _FRAME, before, after, number, theme=theme, t=t, subject=subject, keep=False
        )
        if frame := await asked:
            frames.append(frame)
            continue
        together = pool.draw(_TURNED, after, tuple(frames), theme=theme, t=t, keep=False)
        picture: Picture = await together
        return picture
    return None


async def draw_whole_game(
    pool: DrawingPool,
    scenes: Sequence[Scene],
    *,
    theme: ThemeName = "dark",
    t: Translations,
    by: int | None = None,
) -> Picture:
    """Draw an endless animated WebP of these scenes, one for each round and the last for the end.
    It has at most `MOST_BYTES` unless even the lowest of `QUALITIES` has more. `by` is the id of
    the person who asks."""
    drawn = await asyncio.gather(
        *(pool.draw(_ROUND, one, theme=theme, t=t, by=by, keep=False) for one in scenes)
    )
    frames = tuple(one.data for one in drawn)
    alt = alt_whole_game(scenes[0], scenes[-1], t)
    for quality in QUALITIES:
        picture: Picture = await pool.draw(_ALL_ROUNDS, frames, quality, alt, by=by, keep=False)
        if len(picture.data) <= MOST_BYTES:
            break
    return picture
