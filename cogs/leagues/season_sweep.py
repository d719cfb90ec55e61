"""Runs the seasons: opens their tables, counts results, does what their dates require.

What there is to do is derived from the database, every minute and at start. Two events of the bot
are hints to look at once: `table_changed` (with a table's id, if its season may be concerned) and
`season_changed` (with a season's id). Both are sent after the change is stored, so that nothing is
lost if one is missed.

Each table opens automatically in a thread of its league's channel, in these steps. If the program
is stopped after any of them, the next attempt goes on from there, so that no table ever gets two
games:

1. The thread is created. As long as it has no game, it is found again by its name.
2. The game is created with its seats taken, but not dealt. The same transaction claims the season's
   table for it; if two attempts meet, the database refuses one, which opens nothing.
3. The seal of the deal is posted in the thread.
4. The game is dealt.
5. The season notes that its table is being played.
6. The board and the pings are posted. If they are missing, the start of the program adds them.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import timedelta

import discord
import structlog
from discord.ext import commands

from bot.leagues import games, people, season_lifecycle
from bot.leagues.act import SeasonAct
from bot.leagues.acting import InSeason
from bot.leagues.people_acts import Withdraw
from bot.leagues.season_lifecycle import step_due
from bot.leagues.season_transaction import SeasonView
from bot.model.league import LeagueTable
from bot.model.notes import (
    LeagueMoved,
    NoRoom,
    NotDrawn,
    NoThreads,
    StillPlayed,
    TooFewSignedUp,
    TurnTimedOut,
)
from bot.moderation import desk
from bot.refusal import Full, Refusal, StillOpen
from bot.seasons.season import open_disputes
from bot.store import outbox
from bot.store import tables as stored
from bot.store.database import ChangedMeanwhileError
from bot.store.postgres import SEASON
from bot.tables import Moderator, Options, Person, Table, lobby, time_passing
from bot.text import league_news
from bot.text.audit import TOO_OFTEN
from bot.text.league_news import NOT_DRAWN
from bot.text.leagues import TABLE
from bot.text.translation import listed
from bot.text.typed import escaped
from cogs.client import LoopCog, TzolkinBot, every
from cogs.kit.answering import refusal_text
from cogs.kit.channels import (
    THREADS,
    Attempts,
    hindered,
    may_be_refused,
    unhindered,
    waits,
    why_refused,
)
from cogs.kit.context import Home, first_taken, fitting_name, new_thread
from cogs.kit.layout import message, text
from cogs.leagues import league_channel, news
from cogs.telling.carry_on import carry_on, league_game_begun, sweep
from cogs.telling.dispatcher import NotYet, tell_server, tells
from cogs.telling.moderators_called import tell_moderators_why

log = structlog.get_logger(__name__)

OPENS_AGAIN = timedelta(minutes=10)
"""How long to wait after Discord had no room for a table's thread."""


def nothing_new(bot: TzolkinBot, season: SeasonView) -> bool:
    """Whether no further table can open until the season changes: all that can be open are."""
    return bot.leagues.nothing_to_open.get(season.id) == (season.version, season.settings)


async def open_ready(bot: TzolkinBot, season_id: int) -> list[LeagueTable]:
    """Open all tables of a season that can be played now; returns those just opened. Safe to call
    at any time. Nothing opens before the season starts, without a league channel, or if the bot may
    not create threads, which the channel is told once. A table whose game was given up opens again
    only by a moderator's act.
    """
    async with bot.leagues.alone("opening", season_id):
        season = await bot.leagues.read(season_id)
        if season.state.phase != "running":
            return []
        where = await league_channel.channel_of(bot, season)
        if where is None:
            return []
        unfinished = await games.being_opened(bot.leagues, season_id)
        ready = await games.ready(bot.leagues, season_id)
        starts = season.settings.starts
        if not unfinished and not ready and (starts is None or starts <= bot.tables.now()):
            bot.leagues.nothing_to_open[season_id] = season.version, season.settings
            return []
        if not await _may_open(where):
            return []
        waits = bot.leagues.opens_again.get(season_id)
        if waits is not None and bot.tables.now() < waits:
            return []
        opened: list[LeagueTable] = []
        try:
            for table in unfinished:
                opened += await _opened(where, _go_on, table)
            for table in ready:
                opened += await _opened(where, _open, table)
        except Full as refusal:
            bot.leagues.opens_again[season_id] = bot.tables.now() + OPENS_AGAIN
            await _tell_no_room(where, refusal)
        else:
            unhindered(bot, where.guild.id, THREADS)
        return opened


async def _opened(
    where: league_channel.LeagueChannel,
    opening: Callable[[league_channel.LeagueChannel, LeagueTable], Awaitable[LeagueTable | None]],
    table: LeagueTable,
) -> list[LeagueTable]:
    """Open one table, unless Discord has refused it lately. A failure is logged, so that the others
    still open. Raises Full where Discord has no room for the others either."""
    bot, guild_id = where.bot, where.guild.id
    what = f"table {table.number} of season {table.season_id}"
    if waits(bot, guild_id, what):
        return []
    try:
        opened = await opening(where, table)
    except (discord.HTTPException, Refusal, ChangedMeanwhileError) as error:
        why = why_refused(error, THREADS)
        if isinstance(why, Full):
            raise why from None
        if why is None:
            bot.log_error(error, f"opening {what}")
        else:
            hindered(bot, guild_id, what, why)
            await _tell_refused(where, table, why)
        return []
    unhindered(bot, guild_id, what)
    return [] if opened is None else [opened]


async def _tell_refused(
    where: league_channel.LeagueChannel, table: LeagueTable, why: Refusal
) -> None:
    """Call the moderators since Discord refuses a table's thread or first message, once a day."""
    season, reason = where.season, refusal_text(where.t, why)
    note = NoRoom(f"{why.code} {table.number}", f"{where.bot.tables.now():%Y-%m-%d}")
    line = where.t.say(
        league_news.TABLE_REFUSED, season=season.title, table=table.number, why=reason
    )
    await news.call_once(where.bot, season, note, lambda _: line)


async def _tell_no_room(where: league_channel.LeagueChannel, refusal: Refusal) -> None:
    """Tell the league's channel why no table opens, once a day at most."""
    bot, season = where.bot, where.season
    hindered(bot, where.guild.id, THREADS, refusal)
    why = refusal_text(where.t, refusal)
    line = where.t.say(league_news.CANNOT_OPEN_NOW, season=season.title, why=why)
    note = NoRoom(refusal.code, f"{bot.tables.now():%Y-%m-%d}")
    await news.tell_once(bot, season, note, lambda _: line)


async def _may_open(where: league_channel.LeagueChannel) -> bool:
    """Whether the bot can open tables here; if not, the channel is told so once."""
    missing = league_channel.missing_in(where.t, where.channel)
    if missing:
        line = where.t.say(
            league_news.CANNOT_OPEN,
            n=len(missing),
            season=where.season.title,
            permissions=listed(where.t, missing),
        )
        await news.tell_once(where.bot, where.season, NoThreads(), lambda _: line)
    return not missing


async def _open(where: league_channel.LeagueChannel, scheduled: LeagueTable) -> LeagueTable:
    bot, season = where.bot, where.season
    seated = await league_channel.people_named(bot, where.guild, scheduled.people)
    thread = await _thread(where, scheduled, seated)
    server = await bot.tables.server_settings(where.guild.id)
    options = Options(
        theme=server.theme or bot.settings.theme,
        modules=season.settings.modules,
        time=season.settings.time,
        reminders=server.reminders,
        plans_play=False,
        hints=False,  # a computer's hint would be outside help in a league
    )
    me = bot.user
    assert me is not None
    host_id = next((one.id for one in seated if one is not None), me.id)
    claim = games.claim_for(scheduled)
    table = await lobby.open_scheduled(
        bot.tables, where.guild.id, thread.id, seated, options, host_id=host_id, claim=claim
    )
    return await _begin(where, scheduled, table, seated)


async def move_tables(bot: TzolkinBot, season_id: int) -> None:
    """Let the games of a season that are played elsewhere go on in the league's channel, as after
    it has moved. Raises what Discord raises."""
    async with bot.leagues.alone("opening", season_id):
        season = await bot.leagues.read(season_id)
        where = await league_channel.channel_of(bot, season)
        if where is None or not await _may_open(where):
            return
        playing = await games.games(bot.leagues, season_id, "playing")
        for scheduled in await games.schedule(bot.leagues, season_id, set(playing)):
            table = await bot.tables.table(playing[scheduled.number].table_id)
            if table.status != "playing" or await _is_at_home(bot, where.channel, table):
                continue
            seated = await league_channel.people_named(bot, where.guild, scheduled.people)
            thread = await _thread(where, scheduled, seated)
            async with bot.tables.open(table.id, game=False) as opened:
                time_passing.set_aside(opened)
                time_passing.go_on_elsewhere(opened, thread.id)
            bot.channels.pop(table.id, None)  # what it knew was about the other channel
            bot.in_background(carry_on(bot, table.id), f"the move of table {table.id}")
            words = where.t.gettext("This game continues in {channel}.")
            left = bot.get_partial_messageable(table.channel_id, guild_id=where.guild.id)
            with may_be_refused():
                await left.send(view=message(text(words.format(channel=thread.mention))))


@tells(LeagueMoved)
async def _settle_in(bot: TzolkinBot, season: SeasonView, _: LeagueMoved) -> None:
    where = await league_channel.place_to_tell(bot, season)
    if where is not None and league_channel.is_lost(where.guild, where.league):
        raise NotYet
    await league_channel.show_in_new_home(bot, season)
    await move_tables(bot, season.id)


async def _is_at_home(bot: TzolkinBot, home: Home, table: Table) -> bool:
    """Whether a game is played in this channel, or in one of its threads."""
    if table.gone_at is not None:
        return False
    place: object = home.guild.get_channel_or_thread(table.channel_id)
    if place is None:  # a thread that is archived, or gone
        with suppress(discord.NotFound, discord.Forbidden):
            place = await bot.fetch_channel(table.channel_id)
    return home.id in (getattr(place, "id", None), getattr(place, "parent_id", None))


async def _go_on(where: league_channel.LeagueChannel, scheduled: LeagueTable) -> LeagueTable | None:
    """Continue with a table that was being opened when the program was stopped."""
    bot = where.bot
    assert scheduled.table_id is not None
    table = await bot.tables.table(scheduled.table_id)
    if table.status == "lobby":
        seated = await league_channel.people_named(bot, where.guild, scheduled.people)
        return await _begin(where, scheduled, table, seated)
    if table.status == "abandoned":  # it expired before the deal, as lobbies do
        await games.release(bot.leagues, scheduled.season_id, scheduled.number)
        return None
    return await league_game_begun(bot, scheduled, table)


async def _begin(
    where: league_channel.LeagueChannel,
    scheduled: LeagueTable,
    table: Table,
    seated: Sequence[Person | None],
) -> LeagueTable:
    bot, season = where.bot, where.season
    lines = news.opening_lines(where.t, season, scheduled, table)
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    view = message(text(*lines), news.opening_buttons(where.t, table))
    await channel.send(view=view, silent=True)
    async with bot.tables.open(table.id) as opened:
        table = await lobby.start_scheduled(opened, seated)
    return await league_game_begun(bot, scheduled, table)


async def _thread(
    where: league_channel.LeagueChannel, scheduled: LeagueTable, seated: Sequence[Person | None]
) -> discord.Thread:
    """The thread of a table (in a forum its post): a new one, or one that was created for it and
    never used."""
    bot, t = where.bot, where.t
    # Translators: a seat in the name of a thread, in a list of players; without article
    names = ", ".join(t.gettext("computer") if one is None else one.name for one in seated)
    name = fitting_name(t.say(TABLE, n=scheduled.number) + f" · {names}")
    plain = t.say(TABLE, n=scheduled.number)  # where Discord does not take a player's name
    for known in (name, plain):
        for thread in league_channel.own_threads(bot, where.channel, known):
            if await bot.store.read(stored.latest_in_channel, thread.id) is None:
                return thread

    async def new(named: str) -> discord.Thread:
        if not isinstance(where.channel, discord.ForumChannel):
            return await new_thread(where.channel, named)
        line = plain
        if named != plain:
            title, number = where.season.title, scheduled.number
            line = t.say(league_news.TABLE_POST, season=title, number=number, names=escaped(names))
        return await league_channel.begin_post(where.channel, named, message(text(line)))

    return await first_taken(new, name, plain)


LOOK_EVERY = 60
"""Seconds between two looks at the seasons: within a minute dates are kept and failures retried."""


class LeagueTables(LoopCog):
    """Keeps all seasons running."""

    def __init__(self, bot: TzolkinBot) -> None:
        super().__init__(bot)
        self._attempts: dict[int, Attempts] = {}
        """When to try again to tell a season's channel after a failure, by season."""

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
    async def on_leagues_changed(self, guild_id: int) -> None:
        """Tell what was done to the leagues of a server."""
        for season in await season_lifecycle.active_seasons(self.bot.leagues):
            if await self.bot.leagues.server_of(season.id) == guild_id:
                await self._tell(season.id)
        await self.bot.guarded(tell_server(self.bot, guild_id), f"server {guild_id}")

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        """Forget a thread or post that somebody has deleted."""
        for season in await season_lifecycle.active_seasons(self.bot.leagues):
            await league_channel.forget_post(self.bot, season, deleted.thread_id)

    async def _go_on_with(self, table_id: int) -> None:
        leagues = self.bot.leagues
        season_id = await games.take_over_time_outs(leagues, table_id)
        if season_id is not None:
            await games.count_finished(leagues, self.bot.tables, season_id)
            await self._go_on(season_id)

    async def _go_on(self, season_id: int) -> None:
        mine = self.bot.mine
        if not mine.are_all and not mine.have(await self.bot.leagues.server_of(season_id)):
            await self.bot.store.processes.say(f"{SEASON} {season_id}")
            return
        await self._tell(season_id)
        server = await self.bot.leagues.server_of(season_id)
        await self.bot.guarded(tell_server(self.bot, server), f"server {server}")
        await self._look_at(await self.bot.leagues.read(season_id))

    # --- the look of every minute -----------------------------------------------------------------

    @every(LOOK_EVERY, "looking at the seasons")
    async def look(self) -> None:
        """Do everything that is due in all seasons: count finished games, change seats, tell what
        is untold, do what the dates require, open tables."""
        leagues = self.bot.leagues
        for table_id in await leagues.store.read(
            outbox.tables_with, (TurnTimedOut,), leagues.shards
        ):
            await self.bot.guarded(
                games.take_over_time_outs(leagues, table_id), f"table {table_id}"
            )
        await self.bot.guarded(games.count_finished(leagues, self.bot.tables), "counting results")
        for season_id in await leagues.store.read(outbox.seasons_waiting, leagues.shards):
            await self._tell(season_id)
        for season in await season_lifecycle.active_seasons(leagues):
            await self.bot.guarded(self._look_at(season), f"season {season.id}")

    async def _tell(self, season_id: int) -> None:
        """Work off the notes of a season. Failures are retried at a later look; if the bot may not
        post in the season's channel, it waits (`Attempts`)."""
        now = self.bot.leagues.now()
        attempts = self._attempts.setdefault(season_id, Attempts())
        try:
            silently = not attempts.may_try(now)
            await league_channel.tell_season(self.bot, season_id, silently=silently)
        except Exception as error:
            if why_refused(error) is not None:
                attempts.closed(now)
            self.bot.log_error(error, f"telling season {season_id}")
        else:
            if not silently:
                attempts.succeeded()

    async def _keep_news(self, season: SeasonView) -> None:
        """Keep the post with a season's news in a forum. What Discord refuses for good the
        moderators are told, and it is tried again an hour later."""
        what, guild_id = f"news of season {season.id}", await self.bot.leagues.server_of(season.id)
        if waits(self.bot, guild_id, what):
            return
        try:
            await league_channel.keep_news(self.bot, season)
        except Exception as error:
            why, guild = why_refused(error, THREADS), self.bot.get_guild(guild_id)
            if why is None or guild is None:
                self.bot.log_error(error, what)
            elif hindered(self.bot, guild_id, what, why):
                await tell_moderators_why(self.bot, guild, why)
        else:
            unhindered(self.bot, guild_id, what)

    async def _do(self, season: SeasonView, act: SeasonAct, reason: str) -> None:
        """Do an act by the season's rule; nothing where it was done meanwhile."""
        assert self.bot.user is not None
        by_rule = Moderator(self.bot.user.id, await self.bot.leagues.server_of(season.id))
        with suppress(Refusal):
            await desk.do(InSeason(self.bot.leagues, season.id), by_rule, act, reason)

    async def _hand_over(self, season: SeasonView) -> None:
        """Give away the seats of people whose time ran out too often."""
        for entry in people.to_hand_over(season):
            await self._do(season, Withdraw(entry, by_rule=True), TOO_OFTEN)
            await self._tell(season.id)

    async def _draw_rounds(self, season: SeasonView) -> None:
        """Draw what can be drawn now, unless something is open that could change the results."""
        if await games.draws_due(season.state) and not open_disputes(season.state.disputes):
            await games.draw_due(self.bot.leagues, season.id)
            await self._tell(season.id)

    async def _look_at(self, season: SeasonView) -> None:
        await self.bot.guarded(self._hand_over(season), f"handing over in season {season.id}")
        await self.bot.guarded(self._draw_rounds(season), f"rounds of season {season.id}")
        season = await self.bot.leagues.read(season.id)
        await self._keep_news(season)
        await self.bot.guarded(
            news.tell_check_in(self.bot, season), f"the check-in of season {season.id}"
        )
        await news.tell_appeals(self.bot, season)
        await news.call_to_close(self.bot, season)
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
            appeals = await games.appeals_until(leagues.store.read, season)
            if step == "close" and appeals is not None and appeals > leagues.now():
                return  # results can still be disputed
            if step == "draw":
                await self._draw(season)
            elif step == "close":
                try:
                    await season_lifecycle.close(leagues, season.id, by=None)
                except StillOpen as refusal:
                    await news.call_kept_open(self.bot, season, refusal)
                except Refusal:  # a moderator was faster
                    pass
                await self._tell(season.id)
            elif step == "late":
                n = len(season.state.open_tables()) or 1  # a rewound game, if no table is open
                await news.call_once(
                    self.bot, season, StillPlayed(),
                    lambda t: t.say(league_news.LATE, season=season.title, n=n),
                )  # fmt: skip
            elif step is not None:
                here = bool(season.settings.check_in)
                await news.call_once(
                    self.bot, season, TooFewSignedUp(),
                    lambda t: t.say(
                        league_news.TOO_FEW_HERE if here else league_news.TOO_FEW,
                        season=season.title,
                    ),
                )  # fmt: skip

    async def _draw(self, season: SeasonView) -> None:
        try:
            await season_lifecycle.draw(self.bot.leagues, season.id, by=None)
        except Refusal as refusal:
            season = await self.bot.leagues.read(season.id)
            if season.state.phase == "sign-up":  # else a moderator was faster
                name, why = season.title, refusal
                await news.tell_once(
                    self.bot, season, NotDrawn(refusal.code),
                    lambda t: t.say(NOT_DRAWN, season=name, why=refusal_text(t, why)),
                )  # fmt: skip
            return
        await self._tell(season.id)
        await open_ready(self.bot, season.id)
