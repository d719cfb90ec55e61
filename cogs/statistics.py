"""Statistics of finished games: counting them, every minute and at start."""

from discord.ext import commands, tasks

from bot.client import TzolkinBot
from bot.statistics.counting import count_games

SWEEP_SECONDS = 60


class Statistics(commands.Cog):
    """Counts the games that are over."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Begin to look for games that are over and not counted."""
        self.every_minute.start()

    async def cog_unload(self) -> None:
        """Stop looking."""
        self.every_minute.cancel()

    @tasks.loop(seconds=SWEEP_SECONDS)
    async def every_minute(self) -> None:
        """Count what is to be counted."""
        try:
            await count_games(self.bot.tables)
        except Exception as error:
            self.bot.log_error(error, "counting games")

    @every_minute.before_loop
    async def _when_ready(self) -> None:
        await self.bot.wait_until_ready()


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Statistics(bot))
