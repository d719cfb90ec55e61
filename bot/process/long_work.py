"""Long Python work that somebody asked for, in threads of its own. The database and the end of the
program have other threads, and never wait for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

AT_ONCE = 4
"""The number of threads for all people together; one person takes one at a time."""

asks: ContextVar[int | None] = ContextVar("asks", default=None)
"""The id of the person for whom the task works; None for everybody."""

Given = ParamSpec("Given")
Result = TypeVar("Result")

_threads = ThreadPoolExecutor(AT_ONCE, "asked-for")
_files = ThreadPoolExecutor(1, "file")
_of_one: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
_running = set[Future[Any]]()


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
    person = asks.get()
    alone = asyncio.Lock() if person is None else _of_one.setdefault(person, asyncio.Lock())
    async with alone:
        future = threads.submit(copy_context().run, work)
        _running.add(future)
        future.add_done_callback(_running.discard)
        return await asyncio.wrap_future(future)


def is_busy() -> bool:
    """Whether some of this work still runs. It cannot be stopped, and Python would wait for it at
    its end."""
    return bool(_running)
