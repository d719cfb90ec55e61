"""Calls of the moderators when a season waits for them. Each call is made once, with a ping where
the moderators read and a button for the act that is due."""

from collections.abc import Callable, Sequence

import aiohttp
import discord
import structlog

from bot.leagues import games, season_lifecycle
from bot.leagues.acts.act import SeasonAct
from bot.leagues.acts.finals import DrawFinal
from bot.leagues.acts.results import Replay, Void
from bot.leagues.acts.running import Close, DrawRound
from bot.leagues.games import DECISIONS
from bot.leagues.views import SeasonView, posting_place
from bot.model.notes import (
    FinalDue,
    KeptOpen,
    ReadyToClose,
    RoundOver,
    StillPlayed,
    ToldOnce,
    TooFewSignedUp,
)
from bot.process.long_work import in_thread
from bot.refusal import DisputesOpen, Refusal, RequestsWait
from bot.seasons.disputes import open_disputes
from bot.seasons.finals import finalists
from bot.store import leagues as stored
from bot.text import league_news
from bot.text.finals import final_again_line, final_due_line
from bot.text.translation import Translations
from cogs.client import TzolkinBot
from cogs.kit.answering import language_of_server, refusal_text
from cogs.kit.buttons import button, moderate_button
from cogs.kit.layout import Part, message, row, text
from cogs.kit.no_room import hindered, unhindered, waits, why_refused
from cogs.leagues.channel import LeagueChannel, say
from cogs.telling.moderators_called import NowhereError, call_moderators_there

log = structlog.get_logger(__name__)


async def call_once(
    bot: TzolkinBot,
    season: SeasonView,
    note: ToldOnce,
    line: Callable[[Translations], str],
    buttons: Callable[[Translations], Sequence[Part]] = lambda _: (),
) -> None:
    """Call the moderators of a season with a line, these buttons and the one to their page, unless
    `note` is stored, which records the call. A failure is logged, and the next look tries again;
    what Discord refuses for good waits longer."""
    league, what = await bot.leagues.league(season.league_id), f"{note} of season {season.id}"
    guild = bot.get_guild(league.guild_id)
    if note in season.told or guild is None or waits(bot, guild.id, what):
        return
    t = language_of_server(bot, guild)
    async with bot.leagues.alone("telling", season.id):
        if note in (await bot.leagues.read(season.id)).told:
            return
        shown = buttons(t)
        try:
            await call_moderators_there(
                bot, guild, [line(t)], row([*shown, moderate_button(t, word=f"s{season.id}")]),
                otherwise=(posting_place(league, season),),
            )  # fmt: skip
        except (discord.HTTPException, aiohttp.ClientError, OSError, NowhereError) as refused:
            log.warning("moderators not called", season=season.id, reason=str(refused))
            if why := why_refused(refused):
                hindered(bot, guild.id, what, why)
            return
        unhindered(bot, guild.id, what)
        await season_lifecycle.mark_told(bot.leagues, season.id, note)


async def call_late(bot: TzolkinBot, season: SeasonView) -> None:
    """Call the moderators: the season's end has passed, and tables are still open."""
    tables = len(season.state.open_tables()) or 1  # a rewound game, if no table is open
    await call_once(
        bot, season, StillPlayed(),
        lambda t: league_news.late_line(t, season.title, tables),
        lambda t: [
            # Translators: button, at most 34 characters, and heading of a list: the tables of a
            # season, the one without a turn for longest first
            button(t.gettext("Tables by their last turn"), "stalled", 0, word=f"{season.id}.show")
        ],
    )  # fmt: skip


async def call_too_few(bot: TzolkinBot, season: SeasonView) -> None:
    """Call the moderators: signing up has ended with too few entries."""
    await call_once(
        bot, season, TooFewSignedUp(), lambda t: league_news.too_few_line(t, season.title)
    )


async def call_kept_open(bot: TzolkinBot, season: SeasonView, refusal: Refusal) -> None:
    """Call the moderators: the date to close the season has passed, but `refusal` keeps it open.
    They are called once for the same open requests."""
    which = refusal.params.get("entries") or refusal.params.get("tables", "")

    def look(t: Translations) -> Sequence[Part]:
        if isinstance(refusal, DisputesOpen):
            # Translators: button, at most 34 characters: shows the open disputes; noun
            return [button(t.gettext("Disputes"), "disputes", 0, word="all")]
        if isinstance(refusal, RequestsWait):
            # Translators: button, at most 34 characters: shows what is asked of a moderator
            return [button(t.gettext("Take a look"), "modpending", 0, word="show 0")]
        # Translators: button, at most 34 characters; imperative
        return [act_button(t.gettext("Draw the final"), season, DrawFinal())]

    await call_once(
        bot, season, KeptOpen(refusal.code, str(which)),
        lambda t: league_news.kept_open_line(t, season.title, refusal_text(t, refusal)),
        look,
    )  # fmt: skip


async def call_rounds_over(bot: TzolkinBot, season: SeasonView) -> None:
    """Call the moderators for each division of a Swiss season whose round is over: the next can be
    drawn."""
    for division in range(len(season.state.divisions)):
        number = games.round_over(season.state, division)
        if number is not None:
            await _call_round_over(bot, season, division, number)


async def _call_round_over(bot: TzolkinBot, season: SeasonView, division: int, number: int) -> None:
    def draw(t: Translations) -> Sequence[Part]:
        # Translators: button, at most 34 characters; imperative
        label = t.gettext("Draw round {n}").format(n=number + 1)
        return [act_button(label, season, DrawRound(division, number + 1))]

    await call_once(
        bot, season, RoundOver(division, number),
        lambda t: league_news.round_over_line(t, season.title, division, number), draw,
    )  # fmt: skip


async def call_final_due(bot: TzolkinBot, season: SeasonView) -> None:
    """Call the moderators: the divisions are over and the final can be drawn; or the standings have
    changed since the final was drawn, so that others should play it."""
    state = season.state
    note, line, wanted = FinalDue(), final_due_line, False
    if any(number in state.results for number in state.final_tables):
        return
    if state.phase == "running" and state.final_tables:
        note, line = FinalDue(again=state.final_tables[0]), final_again_line
        if note not in season.told:
            entries = (await in_thread(finalists, state)).entries
            wanted = len(entries) > 1 and entries != state.finalists
    elif note not in season.told:
        wanted = await games.final_waits(state)
    if wanted:
        await call_once(
            bot, season, note,
            lambda t: line(t, season.title),
            # Translators: button, at most 34 characters; imperative
            lambda t: [act_button(t.gettext("Draw the final"), season, DrawFinal())],
        )  # fmt: skip


async def call_to_close(bot: TzolkinBot, season: SeasonView) -> None:
    """Call the moderators to close a season that no date closes: all tables are over, nothing
    waits, and the time for disputes has ended. They are called again after each decision."""
    state, leagues = season.state, bot.leagues
    over = state.phase == "running" and state.tables and not state.open_tables()
    if not over or season.settings.ends is not None or open_disputes(state.disputes):
        return
    if games.round_waits(state) or await games.final_waits(state):
        return
    until = await games.appeals_until(leagues, season)
    if (until is not None and until > leagues.now()) or await games.played_on(leagues, season):
        return
    last = await leagues.store.read(stored.last_event, season.id, DECISIONS)
    await call_once(
        bot, season, ReadyToClose((last or season.created_at).replace(microsecond=0)),
        lambda t: league_news.to_close_line(t, season.title),
        # Translators: button, at most 34 characters; imperative
        lambda t: [act_button(t.gettext("Close the season"), season, Close())],
    )  # fmt: skip


async def call_for_given_up(where: LeagueChannel, number: int) -> None:
    """Tell the league's channel that a game ended without a result, and call the moderators in
    their own channel, else there. Raises discord.HTTPException."""
    bot, season, t = where.bot, where.season, where.t
    server = await bot.tables.server_settings(where.guild.id)
    line = league_news.given_up_line(t, season.title, number)
    buttons = row(
        [
            # Translators: button, one of two in a row, at most 24 characters; it: a table of a
            # season
            act_button(t.gettext("Play it again"), season, Replay(number)),
            # Translators: button, one of two in a row, at most 24 characters; it: a table, out of
            # its season
            act_button(t.gettext("Remove it"), season, Void(number)),
            moderate_button(t, word=f"s{season.id}.t{number}"),
        ]
    )
    place = posting_place(where.league, season)
    if place is None or server.moderators_channel not in (None, place):
        await say(where, message(text(line)))
    if place is not None or server.moderators_channel is not None:
        await call_moderators_there(bot, where.guild, [line], buttons, otherwise=(place,))


def act_button(label: str, season: SeasonView, act: SeasonAct) -> Part:
    """A button that shows the preview of an act, which has a button to do it."""
    word = ".".join(map(str, (season.id, act.act, *act.numbers())))
    return button(label, "seasonask", 0, word=word)
