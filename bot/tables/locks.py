"""One lock for each table, so that what is done with it is done one after the other."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Locks:
    """Locks that exist only while somebody holds or awaits them."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, table_id: int) -> AsyncIterator[None]:
        """Hold the lock of a table. Not to be held across a call to Discord."""
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            yield

    def __len__(self) -> int:
        """How many locks exist now."""
        return len(self._locks)
