"""Stopping on a signal of the system: nothing new is begun, what is in hand is finished, and the
program ends within ten seconds, whatever hangs."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, NoReturn, TypeVar

import structlog

from bot.refusal import Refusal
from bot.traffic.long_work import is_busy

LONGEST = 9.0
"""Seconds from the signal to the end at most: a container is killed after ten. What is not done by
then is given up, as if the program were killed, which loses no confirmed turn."""
FOR_PEOPLE = 5.0
"""Seconds of these for finishing what people asked for."""
EXIT_STOPPED = 0
_GIVEN_UP = b"The program did not end in time and is ended now; confirmed turns are stored.\n"

Result = TypeVar("Result")

log = structlog.get_logger(__name__)


class InHand:
    """What people asked for and is not done yet, as the tasks in which it is done."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        self.finishing = False
        """Whether nothing more is begun."""

    def begin(self) -> None:
        """The task that runs now does what somebody asked for. Raises Refusal if the program is
        stopping; that this is answered is waited for, too."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self.finishing:
            raise Refusal(
                "stopping",
                "I am just being restarted, so nothing was done; please try again in a minute.",
            )

    async def finish(self, seconds: float = FOR_PEOPLE) -> None:
        """Let nothing more begin, and wait until all is done, but not longer than this; what is not
        done then is cancelled."""
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
    """SIGTERM and SIGINT, as long as they are `heard`: the first one asks the program to stop, a
    second one ends it at once. As process 1 of a container, too, where the system does nothing by
    itself for a signal that is not heard."""

    def __init__(self) -> None:
        self._ask_to_stop: Callable[[], object] = _end
        self._asked = False

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Hear them until the end of the block. Where nothing is done `until_asked` the first one
        ends the program with SystemExit."""
        # SIGINT also where a shell has begun the program in the background and lets it be ignored:
        # whoever sends it by `kill -INT` means it.
        heard = (signal.SIGTERM, signal.SIGINT)
        before = {one: signal.signal(one, self._on_signal) for one in heard}
        try:
            yield
        finally:
            if not self._asked:  # else the next one still ends the program at once
                for one, handler in before.items():
                    signal.signal(one, handler)

    async def until_asked(
        self, work: Coroutine[Any, Any, Result], last: Callable[[], Awaitable[None]] | None = None
    ) -> Result | None:
        """Do this until it is done, and return what it returns; or until it is asked to stop: then
        `last` is done meanwhile, and after that the work is cancelled."""
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
        """Called by Python between any two steps of the main thread, so it only notes what is to be
        done."""
        if self._asked:
            os._exit(EXIT_STOPPED)
        self._asked = True
        if hasattr(signal, "setitimer"):  # not on Windows
            signal.signal(signal.SIGALRM, _give_up)
            signal.setitimer(signal.ITIMER_REAL, LONGEST)
        self._ask_to_stop()


@contextmanager
def _woken_by_signals(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Let each signal wake the event loop. Python's own loop does not see one that comes just
    before it begins to wait, and would hear it with the next event only, which may be never."""
    woken, wakes = socket.socketpair()
    with woken, wakes:
        wakes.setblocking(False)
        before = signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
        if before != -1:  # uvloop has one, and so has Python's loop on Windows
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
    """Give back the exit code; or end with it at once, where work in a thread still runs for
    somebody: Python would wait for it."""
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
