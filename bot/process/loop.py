"""The event loop of the bot, and the command line of processes beside it. The loop is uvloop's, in
which the same presses took 18 % less of the processor (tests/benchmarks/test_presses.py); Python's
own where there is none (Windows)."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from bot import FOLDER

new_loop: Callable[[], asyncio.AbstractEventLoop]
try:
    from uvloop import new_event_loop as new_loop
except ModuleNotFoundError:
    from asyncio import new_event_loop as new_loop

Result = TypeVar("Result")


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run the work like `asyncio.run`, in our event loop."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(work)


def program(module: str, function: str) -> tuple[str, ...]:
    """Make the command line of such a process. It finds our modules wherever it is started, also
    beside another program's `bot`, and if the environment keeps the working folder off the path."""
    path = f"import sys; sys.path.insert(0, {str(FOLDER)!r})"
    return (sys.executable, "-c", f"{path}; from {module} import {function}; {function}()")
