"""Processes beside the program, which answer questions (`bot.process.serve`): their command line
and their pipe. And the event loop of the bot.

The loop is uvloop's, in which the same presses took 18 % less processor time
(tests/benchmarks/test_presses.py), or Python's own where there is no uvloop (Windows).
"""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, TypeVar

from bot import FOLDER
from bot.process import LENGTH

new_loop: Callable[[], asyncio.AbstractEventLoop]
try:
    from uvloop import new_event_loop as new_loop
except ModuleNotFoundError:
    from asyncio import new_event_loop as new_loop

Result = TypeVar("Result")


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end like `asyncio.run`, in our event loop."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(work)


def program(module: str, function: str) -> tuple[str, ...]:
    """The command line of a process that calls this function of this module. It finds our modules
    wherever it is started, even beside another program's `bot`, or if the environment keeps the
    working folder off Python's path."""
    path = f"import sys; sys.path.insert(0, {str(FOLDER)!r})"
    return (sys.executable, "-c", f"{path}; from {module} import {function}; {function}()")


NOTHING: Mapping[str, str] = MappingProxyType({})


class Gone(Exception):
    """A process beside the program has ended before it answered."""

    def __init__(self, message: str, *, begun: bool = True) -> None:
        """`begun` says whether the process may have begun with this question: not if it ended
        during an earlier one."""
        super().__init__(message)
        self.begun = begun


class Beside:
    """A process that answers its questions one after the other."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._reading = asyncio.Lock()
        """Held by who reads an answer: they are read in the order of the questions."""
        self._told_to_end = False

    @property
    def ended(self) -> bool:
        """Whether the process must not be asked any more: it has ended, or was told to."""
        return self._told_to_end or self.gone

    @classmethod
    async def begin(
        cls, program: Sequence[str], environment: Mapping[str, str] = NOTHING
    ) -> "Beside":
        """Start a process by its command line (`program`), with `environment` added to ours. Raises
        OSError if the system cannot start another."""
        return cls(
            await asyncio.create_subprocess_exec(
                *program, stdin=PIPE, stdout=PIPE, cwd=FOLDER, env={**os.environ, **environment}
            )
        )

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    async def ask(self, question: Any, patience: float) -> Any:
        """Ask the process and return its answer, which comes after those to earlier questions.
        `patience` is in seconds.

        Raises Gone if the process has ended, TimeoutError if the answer takes longer. A caller that
        stops waiting must `end` the process: its late answer would be taken for that to the next
        question.
        """
        reading, writing = self._process.stdout, self._process.stdin
        assert reading is not None and writing is not None
        sent = pickle.dumps(question)
        try:
            writing.write(sent)
            async with asyncio.timeout(patience), self._reading:
                if reading.at_eof():  # it ended with an earlier question
                    raise Gone(f"process {self.pid} has ended", begun=False)
                await writing.drain()
                length = int.from_bytes(await reading.readexactly(LENGTH), "big")
                answered = await reading.readexactly(length)
        except (ConnectionError, EOFError) as error:
            raise Gone(f"process {self.pid} has ended") from error
        return pickle.loads(answered)  # noqa: S301 - from our own process

    def end(self) -> None:
        """End the process at once, even in the middle of its work."""
        self._told_to_end = True
        if self._process.returncode is None:
            self._process.kill()

    @property
    def gone(self) -> bool:
        """Whether the process has ended."""
        return self._process.returncode is not None

    async def wait(self) -> None:
        """Wait until the process has ended and its pipes are closed."""
        await self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()
        # It could not take all that was written; and the program's end waits for no pipe.
        with suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(1):
                await self._process.stdin.wait_closed()
