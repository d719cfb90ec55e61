"""What other processes let this one know: that something was changed at a server of ours, or that
something it remembers is no longer so.

A press in a direct message always comes by shard 0, whichever server its table belongs to. The turn
is stored by the process that was asked; what the channel is told is left to the one that has the
server. Such a hint may be lost without harm: each process looks for all of it every minute.
"""

from contextlib import suppress

from bot.refusal import Refusal
from bot.store.processes import ANEW, FORGOTTEN, LANGUAGE, LOCALE, SEASON, TABLE
from cogs.client import BotCog
from cogs.kit.names import forget
from cogs.telling.carry_on import carry_on


class OtherProcesses(BotCog):
    """Listens to them."""

    async def cog_load(self) -> None:
        """Begin to listen."""
        await self.bot.store.processes.listen(self._hear)

    def _hear(self, word: str) -> None:
        self.bot.in_background(self.heard(word), f"heard of another process: {word}")

    async def heard(self, word: str) -> None:
        """Do what a word asks for."""
        bot, (what, *rest) = self.bot, word.split(" ")
        number = int(rest[0]) if rest else 0
        if what == TABLE:
            with suppress(Refusal):  # it is gone
                if bot.mine.have((await bot.tables.table(number)).guild_id):
                    await carry_on(bot, number)
        elif what == SEASON:
            with suppress(Refusal):
                if bot.mine.have(await bot.leagues.server_of(number)):
                    bot.dispatch("season_changed", number)
        elif what == LOCALE:
            bot.seen_locales.pop(number, None)
        elif what == FORGOTTEN:
            self._forget(number)
        if what in (LANGUAGE, ANEW):
            bot.server_languages = await bot.tables.languages_of_servers()
        if what == ANEW:
            bot.seen_locales.clear()
            bot.seen_names.clear()
        if what in (FORGOTTEN, ANEW):
            await bot.store.look_for_erasures()

    def _forget(self, user_id: int) -> None:
        forget(self.bot, user_id)
        self.bot.seen_locales.pop(user_id, None)
