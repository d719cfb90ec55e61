"""A lock for each thing, such as a table: what is done with it is done one after the other."""

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Locks:
    """Locks that exist only while somebody holds or awaits them."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, key: Hashable) -> AsyncIterator[None]:
        """Hold the lock of what the key stands for. A table's is not to be held across a call to
        Discord."""
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            yield

    def __len__(self) -> int:
        """How many locks exist now."""
        return len(self._locks)
