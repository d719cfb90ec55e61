"""The tables of seasons play themselves: they open, their results count, dates are kept.

Everything that must be done follows from the database, and is looked for every minute and at the
start. Some events of the bot only say that something is to be done at once: `table_over` (a game
came to an end, however), `moderated` (a moderator's act at a table), `season_moderated` (a
moderator's act in a season) and `season_entry` (a person gave an entry up, or came late). All
come after what they tell of is stored.
"""

from collections.abc import Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import discord
from discord.ext import commands, tasks

from bot.answering import refusal_text
from bot.client import TzolkinBot
from bot.leagues import founding, games
from bot.leagues.acts.acting import Decided
from bot.leagues.acts.people import Substitute, Withdraw
from bot.leagues.acts.results import Void
from bot.leagues.founding import step_due
from bot.leagues.views import SeasonView
from bot.moderation.at_tables import Moderated
from bot.moderation.table_acts import CorrectResult, EndGame, RewindGame
from bot.refusal import Refusal
from bot.text.league_news import not_drawn_line
from cogs.leagues.opening import nothing_new, open_ready
from cogs.leagues.seats import carry_replacement, seat_entry, tell_voided
from cogs.leagues.telling import (
    call_moderators,
    tell_once,
    tell_rounds_over,
    tell_untold,
)

__all__ = ["LeagueTables", "open_ready"]

LOOK_EVERY = 60
"""Seconds between two looks at the seasons; a date is kept, and what failed is tried again, within
these."""
SPEAK_AGAIN = timedelta(hours=1)
"""After Discord has said that the bot may not speak in a channel."""
CHANGES_RESULT = (EndGame.act, CorrectResult.act, RewindGame.act)
CHANGES_SEATS = (Withdraw.act, Substitute.act)
GIVEN_UP = "The season was given up."
"""The reason in the audit log, which is in English."""


class LeagueTables(commands.Cog):
    """Keeps all seasons going."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot
        self._seated = False
        self._silent: dict[int, datetime] = {}
        """By season until when nothing is told."""

    async def cog_load(self) -> None:
        """Begin to look."""
        self.look.start()

    async def cog_unload(self) -> None:
        """Stop looking."""
        self.look.cancel()

    # --- what says that something is to be done at once -------------------------------------------

    @commands.Cog.listener()
    async def on_table_over(self, table_id: int) -> None:
        """A game has come to an end, or was given up."""
        await self._guarded(self._go_on_with(table_id), f"the result of table {table_id}")

    @commands.Cog.listener()
    async def on_moderated(self, done: Moderated) -> None:
        """A moderator has done something at a table."""
        await self._guarded(carry_replacement(self.bot, done), f"carrying entry {done.entry.id}")
        if done.entry.act in CHANGES_RESULT:
            await self.on_table_over(done.table.id)

    @commands.Cog.listener()
    async def on_season_moderated(self, done: Decided) -> None:
        """A moderator has done something in a season."""
        entry = done.entry
        if entry.status == "done" and entry.act in CHANGES_SEATS:
            number = int(entry.details["entry"])
            work = seat_entry(
                self.bot, done.season.id, number, by=entry.user_id, reason=entry.reason
            )
            await self._guarded(work, f"carrying entry {entry.id}")
        elif entry.status == "done" and entry.act == Void.act:
            telling = tell_voided(self.bot, done.season, entry)
            await self._guarded(telling, f"telling entry {entry.id}")

    @commands.Cog.listener()
    async def on_season_entry(self, season_id: int, entry: int) -> None:
        """Somebody has given the season up, or entered it late, without a moderator."""
        await self._guarded(self._entry_changed(season_id, entry), f"entry {entry}")

    async def _go_on_with(self, table_id: int) -> None:
        scheduled = await games.of_game(self.bot.leagues, table_id)
        if scheduled is None:
            return
        await games.count_finished(self.bot.leagues, self.bot.tables, scheduled.season_id)
        await self._tell(scheduled.season_id)
        await open_ready(self.bot, scheduled.season_id, anew=False)
        await self._look_at(await self.bot.leagues.read(scheduled.season_id))

    async def _entry_changed(self, season_id: int, entry: int) -> None:
        me = self.bot.user
        assert me is not None
        await seat_entry(self.bot, season_id, entry, by=me.id, reason=GIVEN_UP)
        await open_ready(self.bot, season_id, anew=False)

    async def _guarded(self, work: Coroutine[Any, Any, object], what: str) -> None:
        try:
            await work
        except Exception as error:  # nothing else must fail because a season's table did
            self.bot.log_error(error, what)

    # --- what is looked for every minute ----------------------------------------------------------

    @tasks.loop(seconds=LOOK_EVERY)
    async def look(self) -> None:
        """Count what is over, tell what was not told, do what the dates ask for, open tables."""
        leagues = self.bot.leagues
        await self._guarded(games.count_finished(leagues, self.bot.tables), "counting results")
        for season_id in await founding.seasons_to_tell(leagues):
            await self._tell(season_id)
        for season in await founding.seasons_going_on(leagues):
            if not self._seated:  # the program may have been stopped before computers sat down
                for entry in season.state.withdrawn:
                    await self._guarded(self._entry_changed(season.id, entry), f"entry {entry}")
            await self._guarded(self._look_at(season), f"season {season.id}")
        self._seated = True

    @look.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()

    @look.error
    async def _look_failed(self, error: BaseException) -> None:
        self.bot.log_error(error, "looking at the seasons")
        self.look.restart()

    async def _tell(self, season_id: int) -> None:
        """Tell a season's channel what it must still be told; what fails is tried again at the next
        look, or later where the bot may not speak."""
        now = self.bot.leagues.now()
        if self._silent.get(season_id, now) > now:
            return
        try:
            await tell_untold(self.bot, season_id)
        except (discord.Forbidden, discord.NotFound) as error:
            self._silent[season_id] = now + SPEAK_AGAIN
            self.bot.log_error(error, f"telling season {season_id}")
        except Exception as error:  # told at the next look
            self.bot.log_error(error, f"telling season {season_id}")

    async def _look_at(self, season: SeasonView) -> None:
        await tell_rounds_over(self.bot, season)
        await self.keep_dates(season)
        # Where something kept a table from opening, such as a permission, it may be gone.
        if not nothing_new(self.bot, season):
            await open_ready(self.bot, season.id, anew=False)

    async def keep_dates(self, season: SeasonView) -> None:
        """Do what the dates of a season ask for now. Harmless to call at any time."""
        leagues = self.bot.leagues
        if step_due(season, leagues.now()) is None:
            return
        async with leagues.locks.of(("dates", season.id)):
            season = await leagues.read(season.id)
            step = step_due(season, leagues.now())
            if step == "close" and await games.played_on(leagues, season):
                step = "late"
            if step == "draw":
                await self._draw(season)
            elif step == "close":
                with suppress(Refusal):  # a moderator was quicker
                    await founding.close(leagues, season.id, by=None)
                await self._tell(season.id)
            elif step is not None:
                await call_moderators(self.bot, season, late=step == "late")

    async def _draw(self, season: SeasonView) -> None:
        try:
            await founding.draw(self.bot.leagues, season.id, by=None)
        except Refusal as refusal:
            season = await self.bot.leagues.read(season.id)
            if season.state.phase == "sign-up":  # else a moderator was quicker
                name, why = discord.utils.escape_markdown(season.settings.name), refusal
                await tell_once(
                    self.bot, season, f"not drawn {refusal.code}",
                    lambda t: not_drawn_line(t, name, refusal_text(t, why)),
                )  # fmt: skip
            return
        await self._tell(season.id)
        await open_ready(self.bot, season.id, anew=False)


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(LeagueTables(bot))
