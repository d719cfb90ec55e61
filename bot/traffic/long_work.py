"""Long Python work that somebody asked for, in threads of its own. The database and the end of the
program have other threads, and never wait for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

AT_ONCE = 4
"""The number of threads for all people together."""
OF_ONE = 1
"""The most threads one person may keep; the person's further work waits, and nobody else's does."""

asks: ContextVar[int | None] = ContextVar("asks", default=None)
"""The id of the person for whom the task works; None for everybody."""

Given = ParamSpec("Given")
Result = TypeVar("Result")

_threads = ThreadPoolExecutor(AT_ONCE, "asked-for")
_files = ThreadPoolExecutor(1, "file")
_turns: WeakKeyDictionary[
    asyncio.AbstractEventLoop, WeakValueDictionary[int, asyncio.Semaphore]
] = WeakKeyDictionary()
_running = set[object]()


async def in_thread(
    work: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
) -> Result:
    """Run the work beside the event loop; return its result, or raise its error."""
    return await _run(_threads, partial(work, *args, **kwargs))


async def in_thread_of_files(
    work: Callable[Given, Result], /, *args: Given.args, **kwargs: Given.kwargs
) -> Result:
    """As `in_thread`, for what somebody has sent: it has one thread, whoever sends, so that no
    file takes the time of people who play."""
    return await _run(_files, partial(work, *args, **kwargs))


async def _run(threads: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
    loop = asyncio.get_running_loop()
    async with _turn_of(loop, asks.get()):
        return await loop.run_in_executor(threads, partial(copy_context().run, _counted, work))


def is_busy() -> bool:
    """Whether some of this work still runs. It cannot be stopped, and Python would wait for it at
    its end."""
    return bool(_running)


def _turn_of(loop: asyncio.AbstractEventLoop, person: int | None) -> Any:
    if person is None:
        return nullcontext()
    turns = _turns.setdefault(loop, WeakValueDictionary())
    turn = turns.get(person)
    if turn is None:
        turn = turns[person] = asyncio.Semaphore(OF_ONE)
    return turn


def _counted(work: Callable[[], Result]) -> Result:
    one = object()
    _running.add(one)
    try:
        return work()
    finally:
        _running.discard(one)
