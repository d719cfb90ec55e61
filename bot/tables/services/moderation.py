"""The moderators' desk."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from bot.model.moderation import Moderator
from bot.moderation.conditions import no_entry
from bot.refusal import Refusal
from bot.store import moderation
from bot.tables import moderating, moderators_acts
from bot.tables.moderating import Entry, Moderated
from bot.tables.results import Result, result
from bot.tables.services.desked import Desked
from bot.tables.table import Person, Rewind


class Moderation(Desked):
    """What moderators do. That somebody is one, the caller must have made sure of.

    Every act needs a reason of 3 to 200 characters, and may come back `pending`: then it is done
    once a second moderator has confirmed it. Afterwards call `play_computers`.
    """

    async def pause(self, table_id: int, moderator: Moderator, reason: str) -> Moderated:
        """Let all clocks of a table stand still."""
        return await self._act(table_id, moderator, "pause", {}, reason)

    async def resume(self, table_id: int, moderator: Moderator, reason: str) -> Moderated:
        """Let them run again."""
        return await self._act(table_id, moderator, "resume", {}, reason)

    async def extend(
        self, table_id: int, moderator: Moderator, seat: int | None, by: timedelta, reason: str
    ) -> Moderated:
        """Give a seat more time, or all of them."""
        wish = {"seat": seat, "seconds": int(by.total_seconds())}
        return await self._act(table_id, moderator, "extend", wish, reason)

    async def rewind_preview(self, table_id: int, moderator: Moderator, to: int) -> Rewind:
        """What would be undone if only the first `to` actions stayed. Nothing is changed."""

        async def attempt() -> Rewind:
            row = await self._desk.row(table_id)
            moderating.must_belong(row, moderator)
            return await moderators_acts.preview(self._desk, row, to)

        return await self._desk.alone(table_id, attempt)

    async def rewind(
        self, table_id: int, moderator: Moderator, to: int, version: int, reason: str
    ) -> Moderated:
        """Set a game back to any earlier turn, also one that is over. Refused (`moved-on`) unless
        the table still has the version that was looked at."""
        wish = {"to": to, "version": version}
        return await self._act(table_id, moderator, "rewind", wish, reason)

    async def replace_player(
        self, table_id: int, moderator: Moderator, seat: int, person: Person | None, reason: str
    ) -> Moderated:
        """Let another person take a seat, or a computer (None). What was prepared or planned
        there is dropped, and the time begins anew; the log still tells who did what."""
        if person is None and self._think is None:
            raise Refusal("no-computers", "This bot has no computer players; name a person.")
        wish = {"seat": seat, **moderators_acts.person_wish(person)}
        return await self._act(table_id, moderator, "replace", wish, reason)

    async def seat_latecomer(
        self, table_id: int, moderator: Moderator, person: Person, reason: str
    ) -> Moderated:
        """Seat one person more before the first round. That needs a new deal: the table is a lobby
        again, to be started by anybody seated."""
        wish = moderators_acts.person_wish(person)
        return await self._act(table_id, moderator, "latecomer", wish, reason)

    async def end(
        self, table_id: int, moderator: Moderator, reason: str, *, counts: bool
    ) -> Moderated:
        """End a game early; `counts` is whether the points so far are its result."""
        return await self._act(table_id, moderator, "end", {"counts": counts}, reason)

    async def correct(
        self, table_id: int, moderator: Moderator, points4: Sequence[int], reason: str
    ) -> Moderated:
        """Give a game that is over another result: quarters of a point by seat. What the game
        itself came to is kept beside it."""
        wish = {"points4": list(points4)}
        return await self._act(table_id, moderator, "correct", wish, reason)

    async def note(self, table_id: int, moderator: Moderator, reason: str) -> Moderated:
        """Write something about a table into the audit log."""
        return await self._act(table_id, moderator, moderators_acts.NOTE, {}, reason)

    async def settle(self, entry_id: int, moderator: Moderator, *, confirm: bool) -> Moderated:
        """Confirm what another moderator wished, and do it; or refuse it."""
        entry = await self._desk.store.read(moderation.by_id, entry_id)
        if entry is None or entry.table_id is None or entry.guild_id != moderator.guild_id:
            raise no_entry()
        table_id = entry.table_id

        async def attempt() -> Moderated:
            newest = await self._desk.store.read(moderation.by_id, entry_id)
            assert newest is not None
            row = await self._desk.row(table_id)
            return await moderating.settle(self._desk, row, moderator, newest, confirm=confirm)

        return await self._desk.alone(table_id, attempt)

    async def moderation_log(
        self, guild_id: int, *, skip: int = 0, most: int | None = None
    ) -> list[Entry]:
        """The audit log of a server, the newest entry first."""
        return await self._desk.store.read(moderation.of_guild, guild_id, skip=skip, most=most)

    async def moderation_count(self, guild_id: int) -> int:
        """How many entries the audit log of a server has."""
        return await self._desk.store.read(moderation.count, guild_id)

    async def moderation_pending(self, guild_id: int) -> list[Entry]:
        """What waits for a second moderator, the newest first."""
        return await self._desk.store.read(moderation.pending, guild_id)

    async def result(self, table_id: int) -> Result | None:
        """How a game ended: what moderators decided, else what it came to. None while it goes
        on, and for a lobby that was closed."""

        async def attempt() -> Result | None:
            return await result(self._desk, await self._desk.row(table_id))

        return await self._desk.alone(table_id, attempt)

    async def _act(
        self, table_id: int, moderator: Moderator, name: str, wish: Mapping[str, Any], reason: str
    ) -> Moderated:
        async def attempt() -> Moderated:
            row = await self._desk.row(table_id)
            return await moderating.act(self._desk, row, moderator, name, wish, reason)

        return await self._desk.alone(table_id, attempt)
