"""What drawing keeps in memory, up to a number of bytes."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import update_wrapper
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

from PIL import Image

_NUMBER = 32
_SMALL = 200
"""Bytes counted for a value without pixels, and for what an entry needs besides its value;
roughly."""
P = ParamSpec("P")
R = TypeVar("R")


class Info(NamedTuple):
    """The most bytes that may be kept, how many values are kept in how many bytes, and how often a
    value was found and not found."""

    most: int
    values: int
    bytes: int
    hits: int
    misses: int


class Shelf:
    """Values by their keys, in at most `most` bytes: those not used for longest are dropped. A
    value is never None."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()  # guards changes of the number of bytes
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._bytes = self._hits = self._misses = 0

    def get(self, key: Hashable) -> Any:
        """The value; None if it is not there."""
        found = self._values.get(key)
        if found is None:
            self._misses += 1
            return None
        self._hits += 1
        try:  # noqa: SIM105 - `suppress` takes as long as all the rest
            self._values.move_to_end(key)
        except KeyError:  # another thread has just dropped it
            pass
        return found[0]

    def put(self, key: Hashable, value: object) -> None:
        """Keep a value, unless it alone is larger than the shelf."""
        size = _SMALL + size_of(value)
        if size > self._most:
            return
        with self._lock:
            if key not in self._values:
                self._values[key] = value, size
                self._bytes += size
            while self._bytes > self._most:
                self._bytes -= self._values.popitem(last=False)[1][1]

    def widen(self, times: int) -> None:
        """Keep so many times as much from now on."""
        with self._lock:
            self._most *= times

    def cache_info(self) -> Info:
        """What is kept now."""
        with self._lock:
            return Info(self._most, len(self._values), self._bytes, self._hits, self._misses)

    def cache_clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._bytes = self._hits = self._misses = 0


class Kept(Shelf, Generic[P, R]):
    """A function that keeps its results as with `functools.lru_cache`, but up to a number of bytes.
    Its arguments must be hashable."""

    def __init__(self, function: Callable[P, R], most: int) -> None:
        super().__init__(most)
        self._function = function
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """The result for these arguments."""
        key = (args, tuple(kwargs.items())) if kwargs else args
        found: R | None = self.get(key)
        if found is None:
            found = self._function(*args, **kwargs)
            self.put(key, found)
        return found


def kept(most: int) -> Callable[[Callable[P, R]], Kept[P, R]]:
    """Decorate a function so that its results are kept, up to `most` bytes."""
    return lambda function: Kept(function, most)


def size_of(value: object) -> int:
    """The bytes that a value takes, roughly. It knows images (one byte a pixel or four, as Pillow
    keeps them), bytes, numbers, and tuples and lists of these."""
    if isinstance(value, Image.Image):
        return value.width * value.height * (1 if value.mode in ("L", "P", "1") else 4)
    if isinstance(value, bytes):
        return len(value)
    if isinstance(value, int):
        return _NUMBER
    if isinstance(value, tuple | list):
        return sum(map(size_of, value))
    return _SMALL
