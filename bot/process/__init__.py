"""The process of the program: its event loop, its end, and our other processes beside it.

Here is what such a process does: it answers the questions that come through its pipe, one at a
time, as plain data, and ends when the program has ended, in whatever way. `bot.process.beside` asks
it. This module imports little.
"""

import gc
import os
import pickle
import signal
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

LENGTH = 4
"""How many bytes before an answer hold its length."""
GIVEN_BACK_AFTER = 50
"""After so many answers a process gives back memory: one that draws then holds 10 MB less."""
COLLECTED_AFTER = (3_000, 5, 100)
"""Thresholds of the garbage collector. With the usual ones (700, 10, 10) each export of a large
league makes it examine all objects, which takes 20 to 40 ms. With these it examines the newest
15,000, which takes 5 ms, and seldom all."""


Key = TypeVar("Key")
Value = TypeVar("Value")


class Newest(OrderedDict[Key, Value]):
    """At most so many things by their keys, those set or used last."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self._most:
            self.popitem(last=False)

    def used(self, key: Key) -> Value | None:
        """Find a thing, which is then dropped last."""
        if key not in self:
            return None
        self.move_to_end(key)
        return self[key]


def spare_the_collector(after: int = COLLECTED_AFTER[0]) -> None:
    """Exclude everything loaded so far from later garbage collections: it is kept until the end,
    and examining it takes some 80 ms each time. Then collect whenever there are so many more
    objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(after, *COLLECTED_AFTER[1:])


def serve(answer: Callable[[Any], Any], *, nicer: int, most_memory: int | None = None) -> None:
    """Answer questions from standard input until that is closed, with at least `nicer` as niceness.

    If the process takes more than `most_memory` bytes after an answer, it starts itself anew. Then
    the next question must not be sent before the answer has come: what was read ahead would be
    lost.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the program gets them, and ends this process
    if hasattr(os, "nice"):
        os.nice(max(0, nicer - os.nice(0)))  # it stays so where the process begins anew
    answered, incoming, outgoing = 0, sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a stray print must not come between answers
    while True:
        try:
            question = pickle.load(incoming)  # noqa: S301 - from our own process
        except EOFError:
            return
        told = pickle.dumps(answer(question))
        try:
            outgoing.write(len(told).to_bytes(LENGTH, "big") + told)
            outgoing.flush()
        except BrokenPipeError:  # the program that asks has ended
            os._exit(0)
        if most_memory is not None and memory() > most_memory:
            os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - ourselves
        answered += 1
        if not answered % GIVEN_BACK_AFTER:
            give_back()


def give_back() -> None:
    """Give memory that is free between what is in use back to the system, which takes 1 to 10 ms.
    Only Linux's C library can do that; elsewhere nothing happens."""
    import ctypes  # not where nothing is given back

    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def memory(process: int | str = "self") -> int:
    """The bytes of memory that a process (by its id) takes; 0 on systems that do not say (all but
    Linux)."""
    try:
        pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
