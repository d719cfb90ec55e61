"""The tables of seasons play themselves: they open, their results count, dates are kept.

What happens elsewhere is heard of by events of the bot: `table_over` (a game came to an end,
however), `moderated` (a moderator's act at a table), `timed_out` (a computer took a turn whose time
was over), `season_moderated` (a moderator's act in a season) and `season_entry` (a person gave an
entry up, or came late). All are told after what they tell of is stored. A program that was stopped
before it had heard one of them looks at the tables of every season at its next start.
"""

from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from discord.ext import commands, tasks

from bot.client import TzolkinBot
from bot.leagues import Decided, SeasonView
from bot.refusal import Refusal
from bot.tables import Entry, Moderated
from cogs.leagues.channel import people_named
from cogs.leagues.dates import keep_dates, tell_closed_late, tell_round_over
from cogs.leagues.opening import nothing_new, open_ready
from cogs.leagues.results import carry_replacement, carry_result, tell_voided
from cogs.leagues.seats import seat_entry

__all__ = ["LeagueTables", "open_ready"]

LOOK_EVERY = 60
"""Seconds between two looks at the dates of seasons; a date is kept to within these."""
CHANGES_RESULT = ("end", "correct", "rewind")
CHANGES_SEATS = ("season-withdraw", "season-substitute")
GIVEN_UP = "The season was given up."
"""The reason in the audit log, which is in English."""


class LeagueTables(commands.Cog):
    """Keeps all seasons going."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot
        self._caught_up = False

    async def cog_load(self) -> None:
        """Begin to look."""
        self.look.start()

    async def cog_unload(self) -> None:
        """Stop looking."""
        self.look.cancel()

    @commands.Cog.listener()
    async def on_table_over(self, table_id: int) -> None:
        """A game has come to an end, or was given up."""
        await self._guarded(self._over(table_id), f"the result of table {table_id}")

    @commands.Cog.listener()
    async def on_moderated(self, done: Moderated) -> None:
        """A moderator has done something at a table."""
        await self._guarded(self._moderated(done), f"carrying entry {done.entry.id}")

    @commands.Cog.listener()
    async def on_timed_out(self, table_id: int, seat: int) -> None:
        """A computer took a turn because its time was over."""
        await self._guarded(self._timed_out(table_id, seat), f"a time-out at table {table_id}")

    @commands.Cog.listener()
    async def on_season_moderated(self, done: Decided) -> None:
        """A moderator has done something in a season."""
        entry = done.entry
        if entry.status == "done" and entry.act in CHANGES_SEATS:
            number, name = int(entry.details["entry"]), await self._name(entry)
            work = seat_entry(
                self.bot, done.season.id, number, by=entry.user_id, name=name, reason=entry.reason
            )
            await self._guarded(work, f"carrying entry {entry.id}")
        elif entry.status == "done" and entry.act == "season-void":
            telling = tell_voided(self.bot, done.season, entry.details["table"], entry.reason)
            await self._guarded(telling, f"telling entry {entry.id}")

    @commands.Cog.listener()
    async def on_season_entry(self, season_id: int, entry: int) -> None:
        """Somebody has given the season up, or entered it late, without a moderator."""
        await self._guarded(self._entry_changed(season_id, entry), f"entry {entry}")

    async def _entry_changed(self, season_id: int, entry: int) -> None:
        me = self.bot.user
        assert me is not None
        await seat_entry(
            self.bot, season_id, entry, by=me.id, name=me.display_name, reason=GIVEN_UP
        )
        await open_ready(self.bot, season_id, anew=False)

    async def _name(self, entry: Entry) -> str:
        guild = self.bot.get_guild(entry.guild_id)
        if guild is None:
            return str(entry.user_id)
        [person] = await people_named(self.bot, guild, [entry.user_id])
        assert person is not None
        return person.name

    async def _guarded(self, work: Coroutine[Any, Any, None], what: str) -> None:
        try:
            await work
        except Exception as error:  # nothing else must fail because a season's table did
            self.bot.log_error(error, what)

    async def _over(self, table_id: int) -> None:
        counted = await carry_result(self.bot, table_id)
        if counted is not None:
            await open_ready(self.bot, counted.season.id, anew=False)
            season = await self.bot.seasons.season(counted.season.id)
            await tell_round_over(self.bot, season, counted.table)
            await keep_dates(self.bot, season)

    async def _moderated(self, done: Moderated) -> None:
        await carry_replacement(self.bot, done)
        if done.entry.act in CHANGES_RESULT:
            await self._over(done.table.id)

    async def _timed_out(self, table_id: int, seat: int) -> None:
        with suppress(Refusal):
            await self.bot.seasons.timed_out(table_id, seat)

    @tasks.loop(seconds=LOOK_EVERY)
    async def look(self) -> None:
        """Do what the dates ask for; the first time, what the program missed, too."""
        if not self._caught_up:
            await self.catch_up()
            self._caught_up = True
        for season in await self.bot.seasons.seasons_going_on():
            await self._guarded(self._look_at(season), f"the dates of season {season.id}")

    @look.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()

    @look.error
    async def _look_failed(self, error: BaseException) -> None:
        self.bot.log_error(error, "looking at the seasons")
        self.look.restart()

    async def _look_at(self, season: SeasonView) -> None:
        await keep_dates(self.bot, season)
        # Where something kept a table from opening, such as a permission, it may be gone.
        if not nothing_new(self.bot, season):
            await open_ready(self.bot, season.id, anew=False)

    async def catch_up(self) -> None:
        """Carry over what happened at the tables of all seasons while nobody listened, and tell
        what was not told."""
        for season in await self.bot.seasons.seasons_going_on():
            await self._guarded(self._catch_up_with(season), f"catching up season {season.id}")
        for season in await self.bot.seasons.seasons_over():
            await self._guarded(tell_closed_late(self.bot, season), f"season {season.id} closed")

    async def _catch_up_with(self, season: SeasonView) -> None:
        games = await self.bot.seasons.games(season.id)
        for number, (table_id, status) in games.items():
            if status in ("finished", "abandoned") and number not in season.state.voided:
                await carry_result(self.bot, table_id)
        for entry in season.state.withdrawn:
            await self._entry_changed(season.id, entry)


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(LeagueTables(bot))
