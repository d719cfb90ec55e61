"""Opens the tables of a season automatically, each in a thread of its league's channel.

A table is opened in these steps. If the program is stopped after any of them, the next attempt goes
on from there, so that no table ever gets two games:

1. The thread is created. As long as it has no game, it is found again by its name.
2. The game is created with its seats taken, but not dealt. The same transaction claims the season's
   table for it; if two attempts meet, the database refuses one, which opens nothing.
3. The seal of the deal is posted in the thread.
4. The game is dealt.
5. The season notes that its table is being played.
6. The board and the pings are posted. If they are missing, the start of the program adds them.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

import discord
import structlog

from bot.leagues import games
from bot.leagues.views import SeasonView
from bot.model.league import LeagueTable
from bot.model.notes import DealSealed, NoRoom, NoThreads
from bot.refusal import Full, Refusal
from bot.store import tables as stored
from bot.store.database import ChangedMeanwhileError
from bot.tables import Options, Person, Table, lobby
from bot.tables.fair_deal import commitment
from bot.text import league_news
from bot.text.leagues import table_name
from bot.text.typed import escaped
from cogs.client import TzolkinBot
from cogs.kit.answering import refusal_text
from cogs.kit.layout import message, row, text
from cogs.kit.no_room import THREADS, hindered, unhindered, waits, why_refused
from cogs.kit.threads import first_taken, fitting, new_thread
from cogs.leagues.calls import call_once
from cogs.leagues.channel import LeagueChannel, channel_of, missing_in, people_named
from cogs.leagues.forum import new_post, own_threads
from cogs.leagues.news import opening_buttons, opening_lines, tell_once
from cogs.telling.carry_on import league_game_begun
from cogs.telling.messages import shared_seal_button

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
        where = await channel_of(bot, season)
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
    where: LeagueChannel,
    opening: Callable[[LeagueChannel, LeagueTable], Awaitable[LeagueTable | None]],
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


async def _tell_refused(where: LeagueChannel, table: LeagueTable, why: Refusal) -> None:
    """Call the moderators since Discord refuses a table's thread or first message, once a day."""
    season, reason = where.season, refusal_text(where.t, why)
    note = NoRoom(f"{why.code} {table.number}", f"{where.bot.tables.now():%Y-%m-%d}")
    line = league_news.table_refused_line(where.t, season.title, table.number, reason)
    await call_once(where.bot, season, note, lambda _: line)


async def _tell_no_room(where: LeagueChannel, refusal: Refusal) -> None:
    """Tell the league's channel why no table opens, once a day at most."""
    bot, season = where.bot, where.season
    hindered(bot, where.guild.id, THREADS, refusal)
    why = refusal_text(where.t, refusal)
    line = league_news.cannot_open_now_line(where.t, season.title, why)
    note = NoRoom(refusal.code, f"{bot.tables.now():%Y-%m-%d}")
    await tell_once(bot, season, note, lambda _: line)


async def _may_open(where: LeagueChannel) -> bool:
    """Whether the bot can open tables here; if not, the channel is told so once."""
    missing = missing_in(where.t, where.channel)
    if missing:
        line = league_news.cannot_open_line(where.t, where.season.title, missing)
        await tell_once(where.bot, where.season, NoThreads(), lambda _: line)
    return not missing


async def _open(where: LeagueChannel, scheduled: LeagueTable) -> LeagueTable:
    bot, season = where.bot, where.season
    seated = await people_named(bot, where.guild, scheduled.people)
    thread = await _thread(where, scheduled, seated)
    server = await bot.tables.server_settings(where.guild.id)
    options = Options(
        theme=server.theme or bot.settings.theme,
        modules=season.settings.modules,
        time=season.settings.time,
        reminders=server.reminders,
        plans_play=season.settings.plans_play,
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


async def _go_on(where: LeagueChannel, scheduled: LeagueTable) -> LeagueTable | None:
    """Continue with a table that was being opened when the program was stopped."""
    bot = where.bot
    assert scheduled.table_id is not None
    table = await bot.tables.table(scheduled.table_id)
    if table.status == "lobby":
        seated = await people_named(bot, where.guild, scheduled.people)
        return await _begin(where, scheduled, table, seated)
    if table.status == "abandoned":  # it expired before the deal, as lobbies do
        await games.release(bot.leagues, scheduled.season_id, scheduled.number)
        return None
    return await league_game_begun(bot, scheduled, table)


async def _begin(
    where: LeagueChannel, scheduled: LeagueTable, table: Table, seated: Sequence[Person | None]
) -> LeagueTable:
    bot, season = where.bot, where.season
    deal = await games.deal_of(bot.leagues, season.id, scheduled.number)
    if deal is not None:
        await _tell_shared(where, scheduled, table, commitment(deal))
    seal = None if deal is None else commitment(deal)
    lines = opening_lines(where.t, season, scheduled, table)
    channel = bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
    view = message(text(*lines), opening_buttons(where.t, table, seal))
    await channel.send(view=view, silent=True)
    async with bot.tables.open(table.id) as opened:
        table = await lobby.start_scheduled(opened, seated, deal_of=deal)
    return await league_game_begun(bot, scheduled, table)


async def _tell_shared(
    where: LeagueChannel, scheduled: LeagueTable, table: Table, seal: str
) -> None:
    """Post the seal of a shared deal, before the first table with it begins."""
    season = (await where.now()).season
    line = league_news.shared_deal_line(where.t, season.title, scheduled.round + 1)
    shown = row([shared_seal_button(where.t, table.id, seal)])
    await tell_once(where.bot, season, DealSealed(seal[:16]), lambda _: line, buttons=shown)


async def _thread(
    where: LeagueChannel, scheduled: LeagueTable, seated: Sequence[Person | None]
) -> discord.Thread:
    """The thread of a table (in a forum its post): a new one, or one that was created for it and
    never used."""
    bot, t = where.bot, where.t
    # Translators: a seat in the name of a thread, in a list of players; without article
    names = ", ".join(t.gettext("computer") if one is None else one.name for one in seated)
    name = fitting(table_name(t, scheduled.number) + f" · {names}")
    plain = table_name(t, scheduled.number)  # where Discord does not take a player's name
    for known in (name, plain):
        for thread in own_threads(bot, where.channel, known):
            if await bot.store.read(stored.latest_in_channel, thread.id) is None:
                return thread

    async def new(named: str) -> discord.Thread:
        if not isinstance(where.channel, discord.ForumChannel):
            return await new_thread(where.channel, named)
        line = plain
        if named != plain:
            title, number = where.season.title, scheduled.number
            line = league_news.table_post_line(t, title, number, escaped(names))
        return await new_post(where.channel, t, named, message(text(line)))

    return await first_taken(new, name, plain)
