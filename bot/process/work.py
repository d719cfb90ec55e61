"""Long Python work that somebody asked for, in threads of its own; and the end of all work when the
program stops.

The database and the end of the program have other threads, and never wait for long work. After a
signal of the system nothing new begins, work in hand is finished, and the program ends within ten
seconds, whatever hangs.
"""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar, copy_context
from functools import partial
from types import FrameType
from typing import Any, NoReturn, ParamSpec, TypeVar
from weakref import WeakValueDictionary

import structlog

from bot.refusal import Refusal

AT_ONCE = 4
"""The number of threads for all people together; each person has one at a time."""

asks: ContextVar[int | None] = ContextVar("asks", default=None)
"""The id of the person for whom the running task works; None if it is for everybody."""

Given = ParamSpec("Given")
Result = TypeVar("Result")

_threads = ThreadPoolExecutor(AT_ONCE, "asked-for")
_files = ThreadPoolExecutor(1, "file")
_of_one: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
_running = set[Future[Any]]()


async def in_thread(
    work: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
) -> Result:
    """Run a function in a thread; return its result or raise its error."""
    return await _run(_threads, partial(work, *args, **kwargs))


async def in_thread_of_files(
    work: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
) -> Result:
    """Like `in_thread`, for reading what somebody sent. There is only one such thread, whoever
    sends, so that no file takes time from people who play."""
    return await _run(_files, partial(work, *args, **kwargs))


async def _run(threads: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
    person = asks.get()
    alone = asyncio.Lock() if person is None else _of_one.setdefault(person, asyncio.Lock())
    async with alone:
        future = threads.submit(copy_context().run, work)
        _running.add(future)
        future.add_done_callback(_running.discard)
        return await asyncio.wrap_future(future)


def is_busy() -> bool:
    """Whether some of this work still runs. It cannot be stopped, and Python waits for it when it
    ends."""
    return bool(_running)


LONGEST = 9.0
"""The most seconds from a signal to the end of the program: a container is killed after ten. What
is unfinished then is given up as if the program were killed, which loses no confirmed turn."""
FOR_PEOPLE = 5.0
"""How many of these seconds are for finishing people's requests."""
EXIT_STOPPED = 0
_GIVEN_UP = b"The program did not end in time and is ended now; confirmed turns are stored.\n"


log = structlog.get_logger(__name__)


class InHand:
    """People's requests that are not finished, as the tasks that work on them."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self.finishing = False
        """Whether further requests are refused."""

    def begin(self) -> None:
        """Add the running task, which works on somebody's request. Raises Refusal if the program is
        stopping; the end waits until that is answered, too."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self.finishing:
            raise Refusal(
                "stopping",
                "I am restarting, so nothing was done; please try again in a minute.",
            )

    async def finish(self, seconds: float = FOR_PEOPLE) -> None:
        """Refuse further requests and wait until all are done, at most so many seconds; cancel the
        rest."""
        self.finishing = True
        log.info("finishing", in_hand=len(self._tasks))
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        if self._tasks:
            log.warning("not finished", in_hand=len(self._tasks), seconds=seconds)
            await cancelled(self._tasks)


async def cancelled(tasks: set[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they have ended."""
    ending = list(tasks)
    for task in ending:
        task.cancel()
    await asyncio.gather(*ending, return_exceptions=True)


class StopSignals:
    """SIGTERM and SIGINT, while they are `heard`: the first asks the program to stop, a second ends
    it at once. This also serves as process 1 of a container, where the system ignores a signal that
    has no handler."""

    def __init__(self) -> None:
        self._ask_to_stop: Callable[[], object] = _end
        self._asked = False

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Handle the signals until the end of the block. If nothing runs in `until_asked`, the
        first signal ends the program with SystemExit."""
        # SIGINT also where a shell has started the program in the background and ignores it:
        # a person who sends it by `kill -INT` means it.
        heard = (signal.SIGTERM, signal.SIGINT)
        before = {one: signal.signal(one, self._on_signal) for one in heard}
        try:
            yield
        finally:
            if not self._asked:  # otherwise the next one still ends the program at once
                for one, handler in before.items():
                    signal.signal(one, handler)

    async def until_asked(
        self, work: Coroutine[Any, Any, Result], last: Callable[[], Awaitable[None]] | None = None
    ) -> Result | None:
        """Run the work and return its result; or, when the program is asked to stop, run `last`
        while the work goes on, then cancel the work and return None."""
        loop, asked = asyncio.get_running_loop(), asyncio.Event()
        outside = self._ask_to_stop

        def ask() -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(asked.set)

        self._ask_to_stop = ask
        working, waiting = asyncio.create_task(work), asyncio.create_task(asked.wait())
        try:
            with _woken_by_signals(loop):
                await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
                if not working.done():
                    if last is not None:
                        await last()
                    working.cancel()
                    with suppress(asyncio.CancelledError):
                        return await working
                    return None
                return await working
        finally:
            await cancelled({working, waiting})
            self._ask_to_stop = outside

    def _on_signal(self, number: int, _: FrameType | None) -> None:
        """Note a signal. Python calls this between any two steps of the main thread, so it does as
        little as possible."""
        if self._asked:
            os._exit(EXIT_STOPPED)
        self._asked = True
        if hasattr(signal, "setitimer"):  # not on Windows
            signal.signal(signal.SIGALRM, _give_up)
            signal.setitimer(signal.ITIMER_REAL, LONGEST)
        self._ask_to_stop()


@contextmanager
def _woken_by_signals(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Let each signal wake the event loop. Python's own loop misses a signal that comes just before
    it begins to wait, and would notice it only with the next event, which may never come."""
    woken, wakes = socket.socketpair()
    with woken, wakes:
        wakes.setblocking(False)
        before = signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
        if before != -1:  # uvloop and Python's loop on Windows have a descriptor
            signal.set_wakeup_fd(before)
            yield
            return
        loop.add_reader(woken, woken.recv, 4096)
        try:
            yield
        finally:
            signal.set_wakeup_fd(-1)
            loop.remove_reader(woken)


def ended(code: int) -> int:
    """Return the exit code; or end the program with it at once if a thread still works for
    somebody, since Python would wait for that."""
    if is_busy():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def _end() -> NoReturn:
    raise SystemExit(EXIT_STOPPED)


def _give_up(_number: int, _: FrameType | None) -> None:
    os.write(2, _GIVEN_UP)
    os._exit(EXIT_STOPPED)
