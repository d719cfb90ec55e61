"""What is stored about people, and for how long."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import structlog

from bot.refusal import Refusal
from bot.store import privacy, retention, tables
from bot.store.retention import Expired
from bot.tables.privacy import about_actions, about_moderation, about_rewinds, about_seat
from bot.tables.services.moderation import Moderation

logger = structlog.get_logger(__name__)


class Privacy(Moderation):
    """What a person may ask about the own data. (`bot.leagues.privacy` knows of leagues, and
    deletes what is here and there.)"""

    async def stored_about(self, user_id: int) -> Mapping[str, Any]:
        """Everything stored about a person at tables, by the parts of `bot.tables.privacy`, in
        plain JSON types: for the eyes of that person alone."""
        read = self._desk.store.read
        chosen = await read(privacy.settings_of, user_id)
        seats = []
        for row in await read(privacy.seats_of, user_id):
            result = None
            if row["status"] == "finished":
                try:
                    result = await self.result(row["table_id"])
                except Refusal:  # today's rules cannot replay it
                    logger.info("result left out", table=row["table_id"])
            seats.append(about_seat(row, result, user_id))
        return {
            "settings": None if chosen is None else dict(chosen["chosen"]),
            "seats": seats,
            "opened": await read(privacy.opened_by, user_id),
            "actions": about_actions(await read(privacy.confirmed_by, user_id)),
            "set back": about_rewinds(await read(privacy.rewinds_by, user_id)),
            "moderation": about_moderation(await read(privacy.moderated, user_id), user_id),
        }

    async def must_sit_nowhere(self, user_id: int) -> None:
        """Raises Refusal (`still-seated`) for somebody at a table that is not over."""
        for row in await self._desk.store.read(tables.open_of_person, user_id):
            raise Refusal(
                "still-seated",
                "You sit at a table in {channel} that is not over: leave its lobby, end the "
                "game, give it up with /tzolkin abandon, or ask a moderator to give your seat "
                "to a computer; then delete your data.",
                channel=f"<#{row.channel_id}>",
            )

    async def remove_old(self, after: timedelta) -> Expired:
        """Remove what nobody has used for so long (`bot.store.retention`)."""
        removed = await self._desk.store.write(retention.remove_old, self._desk.now() - after)
        if removed:
            logger.info("old data removed", **vars(removed))
        return removed
