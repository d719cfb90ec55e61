"""Runs the seasons: opens their tables, counts results, does what their dates require.

What there is to do is derived from the database, every minute and at start. Two events of the bot
are hints to look at once: `table_changed` (with a table's id, if its season may be concerned) and
`season_changed` (with a season's id). Both are sent after the change is stored, so that nothing is
lost if one is missed.
"""

from collections.abc import Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import discord
from discord.ext import commands

from bot.leagues import from_tables, games, people, season_lifecycle
from bot.leagues.acts import acting
from bot.leagues.acts.people import HandOver
from bot.leagues.acts.running import DrawRound
from bot.leagues.season_lifecycle import step_due
from bot.leagues.views import SeasonView
from bot.model.notes import NotDrawn
from bot.refusal import Refusal, StillOpen
from bot.store import outbox
from bot.store.processes import SEASON
from bot.tables import Moderator
from bot.text.audit import ROUND_OVER, TOO_OFTEN
from bot.text.league_news import not_drawn_line
from cogs.client import TzolkinBot
from cogs.kit.answering import refusal_text
from cogs.kit.channels import Attempts
from cogs.kit.loops import LoopCog, every
from cogs.kit.no_room import EVENTS, THREADS, hindered, unhindered, waits, why_refused
from cogs.leagues.calls import (
    call_final_due,
    call_kept_open,
    call_late,
    call_rounds_over,
    call_to_close,
    call_too_few,
)
from cogs.leagues.channel import forget_post, keep_news, tell_season
from cogs.leagues.news import (
    tell_appeals,
    tell_no_event,
    tell_once,
)
from cogs.leagues.opening import nothing_new, open_ready
from cogs.leagues.scheduled_event import keep_event
from cogs.leagues.season.deadlines import keep_deadlines
from cogs.leagues.standings_post import keep_standings
from cogs.moderation.second import call_for_requests
from cogs.telling.carry_on import sweep
from cogs.telling.moderators_called import tell_moderators_why

__all__ = ["LeagueTables", "open_ready"]

LOOK_EVERY = 60
"""Seconds between two looks at the seasons: within a minute dates are kept and failures retried."""
BETWEEN_STANDINGS = timedelta(minutes=10)
"""The least time between two changes of the standings in a forum."""
SPEAK_AGAIN = timedelta(hours=1)
"""How long to wait after Discord has refused a message in a channel, or an event."""


class LeagueTables(LoopCog):
    """Keeps all seasons running."""

    def __init__(self, bot: TzolkinBot) -> None:
        super().__init__(bot)
        self._attempts: dict[int, Attempts] = {}
        """When to try again to tell a season's channel after a failure, by season."""
        self._standings_until: dict[int, datetime] = {}
        """Until when the standings in a season's forum are not changed, by season."""
        self._no_event: dict[int, datetime] = {}
        """Until when a season's scheduled event is left alone after a failure, by season."""

    # --- hints ------------------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_table_changed(self, table_id: int) -> None:
        """Let a table's season go on: its game is over, or an act there concerns the season."""
        await self.bot.guarded(
            self._go_on_with(table_id), f"what table {table_id} means for a season"
        )

    @commands.Cog.listener()
    async def on_season_changed(self, season_id: int) -> None:
        """Let a changed season go on."""
        await self.bot.guarded(self._go_on(season_id), f"season {season_id}")
        await self.bot.guarded(
            sweep(self.bot), "sweeping the tables"
        )  # its tables may have something to tell

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        """Forget a thread or post that somebody has deleted."""
        for season in await season_lifecycle.active_seasons(self.bot.leagues):
            await forget_post(self.bot, season, deleted.thread_id)

    async def _go_on_with(self, table_id: int) -> None:
        leagues = self.bot.leagues
        season_id = await from_tables.take_over(leagues, table_id)
        if season_id is not None:
            await games.count_finished(leagues, self.bot.tables, season_id)
            await self._go_on(season_id)

    async def _go_on(self, season_id: int) -> None:
        mine = self.bot.mine
        if not mine.are_all and not mine.have(await self.bot.leagues.server_of(season_id)):
            await self.bot.store.processes.say(f"{SEASON} {season_id}")
            return
        await self._tell(season_id)
        await self._look_at(await self.bot.leagues.read(season_id))

    # --- the look of every minute -----------------------------------------------------------------

    @every(LOOK_EVERY, "looking at the seasons")
    async def look(self) -> None:
        """Do everything that is due in all seasons: count finished games, change seats, tell what
        is untold, do what the dates require, open tables."""
        leagues = self.bot.leagues
        for table_id in await from_tables.waiting(leagues):
            await self.bot.guarded(from_tables.take_over(leagues, table_id), f"table {table_id}")
        await self.bot.guarded(games.count_finished(leagues, self.bot.tables), "counting results")
        await self.bot.guarded(call_for_requests(self.bot), "calling a second moderator")
        for season_id in await leagues.store.read(outbox.seasons_waiting, leagues.shards):
            await self._tell(season_id)
        for season_id in await season_lifecycle.seasons_with_event(leagues):
            await self.bot.guarded(self._keep_event(season_id), f"the event of season {season_id}")
        for season in await season_lifecycle.active_seasons(leagues):
            await self.bot.guarded(self._look_at(season), f"season {season.id}")

    async def _tell(self, season_id: int) -> None:
        """Work off the notes of a season. Failures are retried at a later look; if the bot may not
        post in the season's channel, it waits `SPEAK_AGAIN`."""
        now = self.bot.leagues.now()
        attempts = self._attempts.setdefault(season_id, Attempts())
        try:
            silently = not attempts.may_try(now)
            await tell_season(self.bot, season_id, silently=silently)
        except Exception as error:
            if why_refused(error) is not None:
                attempts.closed(now)
            self.bot.log_error(error, f"telling season {season_id}")
        else:
            if not silently:
                attempts.succeeded()

    async def _keep_event(self, season_id: int) -> None:
        """Keep a season's scheduled event up to date. If Discord refuses or the bot may not, the
        channel is told once; a refused change is tried again after `SPEAK_AGAIN`."""
        now = self.bot.leagues.now()
        if self._no_event.get(season_id, now) > now:
            return
        season = await self.bot.leagues.read(season_id)
        try:
            kept = await keep_event(self.bot, season)
        except discord.HTTPException as refused:
            self._no_event[season_id] = now + SPEAK_AGAIN
            refusal, kept = why_refused(refused, EVENTS), False
            if refusal is None:
                raise
            if not isinstance(refused, discord.Forbidden):
                guild_id = (await self.bot.leagues.league(season.league_id)).guild_id
                hindered(self.bot, guild_id, EVENTS, refusal)
                await tell_no_event(self.bot, season, refusal)
                return
        if not kept:
            await tell_no_event(self.bot, season)
        elif self.bot.hindrances:
            guild_id = (await self.bot.leagues.league(season.league_id)).guild_id
            unhindered(self.bot, guild_id, EVENTS)

    async def _keep_post(
        self, season: SeasonView, which: str, keeping: Coroutine[Any, Any, None]
    ) -> None:
        """Keep a post of a season up to date. What Discord refuses for good the moderators are
        told, and it is tried again an hour later."""
        what = f"{which} of season {season.id}"
        guild_id = (await self.bot.leagues.league(season.league_id)).guild_id
        if waits(self.bot, guild_id, what):
            keeping.close()
            return
        try:
            await keeping
        except Exception as error:
            why, guild = why_refused(error, THREADS), self.bot.get_guild(guild_id)
            if why is None or guild is None:
                self.bot.log_error(error, what)
            elif hindered(self.bot, guild_id, what, why):
                await tell_moderators_why(self.bot, guild, why)
        else:
            unhindered(self.bot, guild_id, what)

    async def _keep_standings(self, season: SeasonView) -> None:
        """Keep the standings in a season's forum up to date, with at most one change in
        `BETWEEN_STANDINGS`: Discord throttles changes of old messages."""
        now = self.bot.leagues.now()
        if self._standings_until.get(season.id, now) > now:
            return
        if await keep_standings(self.bot, season):
            self._standings_until[season.id] = now + BETWEEN_STANDINGS

    async def _hand_over(self, season: SeasonView) -> None:
        """Give away the seats of people whose time ran out too often."""
        league = await self.bot.leagues.league(season.league_id)
        assert self.bot.user is not None
        by_rule = Moderator(self.bot.user.id, league.guild_id)
        for entry in people.to_hand_over(season):
            with suppress(Refusal):  # done meanwhile
                act = HandOver(entry)
                await acting.moderate(self.bot.leagues, season.id, by_rule, act, TOO_OFTEN)
            await self._tell(season.id)

    async def _draw_rounds(self, season: SeasonView) -> None:
        """Draw the next round of each division whose round is over, unless something is open that
        could change the results."""
        over = [games.round_over(season.state, n) for n in range(len(season.state.divisions))]
        if not season.settings.draws_rounds or not any(over):
            return
        leagues, league = self.bot.leagues, await self.bot.leagues.league(season.league_id)
        assert self.bot.user is not None
        by_rule = Moderator(self.bot.user.id, league.guild_id)
        with suppress(Refusal):  # something is open, or the round was drawn meanwhile
            async with leagues.try_out(season.id) as tried:
                await season_lifecycle.must_not_wait(tried)
            for division, number in enumerate(over):
                if number is not None:
                    act = DrawRound(division, number + 1)
                    await acting.moderate(leagues, season.id, by_rule, act, ROUND_OVER)
        await self._tell(season.id)

    async def _look_at(self, season: SeasonView) -> None:
        await self.bot.guarded(self._keep_event(season.id), f"the event of season {season.id}")
        await self.bot.guarded(self._hand_over(season), f"handing over in season {season.id}")
        await self.bot.guarded(self._draw_rounds(season), f"rounds of season {season.id}")
        season = await self.bot.leagues.read(season.id)
        await self._keep_post(season, "news", keep_news(self.bot, season))
        await self._keep_post(season, "standings", self._keep_standings(season))
        await self.bot.guarded(keep_deadlines(self.bot, season), f"deadlines of season {season.id}")
        await call_rounds_over(self.bot, season)
        await call_final_due(self.bot, season)
        await tell_appeals(self.bot, season)
        await call_to_close(self.bot, season)
        await self.keep_dates(season)
        # What kept a table from opening, such as a missing permission, may be resolved now.
        if not nothing_new(self.bot, season):
            await open_ready(self.bot, season.id)

    async def keep_dates(self, season: SeasonView) -> None:
        """Do what the dates of a season require now. Safe to call at any time."""
        leagues = self.bot.leagues
        if step_due(season, leagues.now()) is None:
            return
        async with leagues.alone("dates", season.id):
            season = await leagues.read(season.id)
            step = step_due(season, leagues.now())
            if step == "close" and await games.played_on(leagues, season):
                step = "late"
            appeals = await games.appeals_until(leagues, season)
            if step == "close" and appeals is not None and appeals > leagues.now():
                return  # results can still be disputed
            if step == "draw":
                await self._draw(season)
            elif step == "close":
                try:
                    await season_lifecycle.close(leagues, season.id, by=None)
                except StillOpen as refusal:
                    await call_kept_open(self.bot, season, refusal)
                except Refusal:  # a moderator was faster
                    pass
                await self._tell(season.id)
            elif step == "late":
                await call_late(self.bot, season)
            elif step is not None:
                await call_too_few(self.bot, season)

    async def _draw(self, season: SeasonView) -> None:
        try:
            await season_lifecycle.draw(self.bot.leagues, season.id, by=None)
        except Refusal as refusal:
            season = await self.bot.leagues.read(season.id)
            if season.state.phase == "sign-up":  # else a moderator was faster
                name, why = season.title, refusal
                await tell_once(
                    self.bot, season, NotDrawn(refusal.code),
                    lambda t: not_drawn_line(t, name, refusal_text(t, why)),
                )  # fmt: skip
            return
        await self._tell(season.id)
        await open_ready(self.bot, season.id)
