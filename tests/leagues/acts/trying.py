"""A database in which everything that is tried is undone."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store
from bot.store.sqlite import AT_ONCE


class TriedStore(Store):
    """A store with `trying`, within which all that is read and written goes over one connection
    whose transaction is undone at the end; without the driver's thread, which takes most time."""

    _tried: AsyncConnection | None = None
    _kept: AsyncConnection | None = None
    """The connection between two tries: to take one from the engine and to give it back takes as
    long as most tries."""

    @asynccontextmanager
    async def trying(self) -> AsyncIterator[None]:
        """Undo at the end of the block what was written in it."""
        if self._kept is None:
            self._kept = await self.engine.connect()
        token = AT_ONCE.set(True)
        try:
            await self._kept.exec_driver_sql("BEGIN IMMEDIATE")
            self._tried = self._kept
            yield
        finally:
            self._tried = None
            await self._kept.rollback()
            AT_ONCE.reset(token)

    async def close(self) -> None:
        """Give back the connection as well."""
        if self._kept is not None:
            await self._kept.close()
        await super().close()

    async def read(self, query: Callable[..., Any], *args: Any, **more: Any) -> Any:
        """Read, over the one connection if something is being tried."""
        if self._tried is None:
            return await super().read(query, *args, **more)
        return await query(self._tried, *args, **more)

    async def finish(self, inside: Any, work: Any) -> Any:
        """Do the work inside the context."""
        if self._tried is None:
            return await super().finish(inside, work)
        async with inside as given:
            return await work(given)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Write; what is being tried, up to a savepoint."""
        if self._tried is None:
            async with super().writing() as connection:
                yield connection
            return
        async with self._writing:
            await self._tried.exec_driver_sql("SAVEPOINT tried")
            try:
                yield self._tried
            except BaseException:
                await self._tried.exec_driver_sql("ROLLBACK TO tried")
                raise
            finally:
                await self._tried.exec_driver_sql("RELEASE tried")

    @asynccontextmanager
    async def _reading_one_state(self) -> AsyncIterator[AsyncConnection]:
        if self._tried is None:
            async with super()._reading_one_state() as connection:
                yield connection
            return
        yield self._tried
