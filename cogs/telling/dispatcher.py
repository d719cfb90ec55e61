"""The dispatcher of the outbox: for each kind of note one function tells or does it.

What fails stays in the outbox and is tried again; what was told is taken out. A process that is
killed between the two may tell something again: Discord then takes the second copy for the first.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

import structlog

from bot.model.notes import Note
from bot.refusal import NotTaken
from bot.store import outbox
from bot.store.outbox import Waiting
from cogs.client import TzolkinBot
from cogs.kit.channels import why_refused

Teller = TypeVar("Teller", bound=Callable[[TzolkinBot, Any, Any], Awaitable[None]])
"""A function that tells a note: it gets the bot, the table or season as it is now, and the note."""
TELLERS: dict[type[Note], Callable[[TzolkinBot, Any, Any], Awaitable[None]]] = {}

log = structlog.get_logger(__name__)


class CannotSpeak(Exception):
    """Discord does not let the bot write in a channel, or does not take what it wanted to write;
    the cause says what Discord answered."""


class NotYet(Exception):
    """A note cannot be told or done now; it waits, and nothing is wrong."""


def tells(*kinds: type[Note]) -> Callable[[Teller], Teller]:
    """Register a function that tells notes of these kinds."""

    def register(teller: Teller) -> Teller:
        TELLERS.update(dict.fromkeys(kinds, teller))
        return teller

    return register


async def tell_notes(
    bot: TzolkinBot,
    waiting: Sequence[Waiting],
    read: Callable[[], Awaitable[Any]],
    *,
    in_order: bool = False,
) -> None:
    """Tell the waiting notes of a table or season, oldest first; `read` gives the table or season
    as it is now. What fails stays, and the first failure is raised at the end; what Discord refuses
    for good is dropped. With `in_order` only what nobody can change is dropped, and any other
    failure ends it at once."""
    told, trouble = bot.channels.noted_late, None
    for one in waiting:
        try:
            if one.id not in told:
                with telling(f"note-{one.id}"):
                    await TELLERS[type(one.note)](bot, await read(), one.note)
        except NotYet:
            continue
        except Exception as error:
            refused = error.__cause__ if isinstance(error, CannotSpeak) else error
            never = isinstance(why_refused(refused), NotTaken)
            if in_order and not never:
                raise
            trouble = trouble or error
            if not never and why_refused(error) is None:
                continue
        told.add(one.id)
        await bot.store.write(outbox.told, one)
        told.discard(one.id)
    if trouble is not None:
        raise trouble


async def tell_server(bot: TzolkinBot, guild_id: int) -> None:
    """Tell a server what waits for it in the outbox. Raises what telling raises."""

    async def read() -> int:
        return guild_id

    async with bot.tables.alone("server", guild_id):
        await tell_notes(bot, await bot.store.read(outbox.of_server, guild_id), read)


@dataclass
class _Telling:
    what: str
    messages: int = 0


_TOLD_NOW: ContextVar[_Telling | None] = ContextVar("_TOLD_NOW", default=None)


@contextmanager
def telling(what: str) -> Iterator[None]:
    """Within this block `once` numbers the messages about a note or request, which `what` names in
    at most 20 characters."""
    token = _TOLD_NOW.set(_Telling(what))
    try:
        yield
    finally:
        _TOLD_NOW.reset(token)


def once() -> dict[str, Any]:
    """What to send with the next message about the note that is being told, so that Discord takes
    it only once; nothing outside of `telling`."""
    now = _TOLD_NOW.get()
    if now is None:
        return {}
    now.messages += 1
    return {"nonce": f"{now.what}-{now.messages}"}
