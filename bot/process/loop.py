"""The event loop the bot runs in: uvloop's, in which the same presses took 18 % less of the
processor (tests/benchmarks/test_overload.py); Python's own where there is none (Windows)."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

new_loop: Callable[[], asyncio.AbstractEventLoop]
try:
    from uvloop import new_event_loop as new_loop
except ModuleNotFoundError:
    from asyncio import new_event_loop as new_loop

Result = TypeVar("Result")


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """As `asyncio.run`."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(work)
