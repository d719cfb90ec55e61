"""What was set for servers and channels."""

import structlog

from bot.model.server import ServerSettings, settings_of, stored_settings
from bot.store import settings
from bot.tables.services.desked import Desked

logger = structlog.get_logger(__name__)


class Chosen(Desked):
    """Settings of servers and channels."""

    async def guild_settings(self, guild_id: int) -> dict[str, object]:
        """What was set for a whole server; plain JSON types."""
        return await self._desk.store.read(settings.get, "guild", guild_id)

    async def server_settings(self, guild_id: int | None) -> ServerSettings:
        """The settings of a server; as nobody set anything where there is no server."""
        return settings_of(await self.guild_settings(guild_id) if guild_id else {})

    async def set_server_settings(self, guild_id: int, chosen: ServerSettings) -> None:
        """Keep the settings of a server."""
        await self.change_guild_settings(guild_id, stored_settings(chosen))

    async def channel_settings(self, channel_id: int) -> dict[str, object]:
        """What was set for one channel; plain JSON types."""
        return await self._desk.store.read(settings.get, "channel", channel_id)

    async def change_guild_settings(self, guild_id: int, changes: dict[str, object]) -> None:
        """Set values for a whole server; None takes a value away."""
        await self._desk.store.write(
            settings.change, "guild", guild_id, changes, at=self._desk.now()
        )

    async def change_channel_settings(self, channel_id: int, changes: dict[str, object]) -> None:
        """Set values for one channel; None takes a value away."""
        await self._desk.store.write(
            settings.change, "channel", channel_id, changes, at=self._desk.now()
        )
