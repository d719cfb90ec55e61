"""What a table's channel is told besides turns: calls, requests, moderators' acts.

Each function tells one kind of note of the outbox. What is said follows from the table as it is
then.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

import discord
import structlog
from discord import ui

from bot.clocks import NoClock
from bot.leagues import games
from bot.leagues.result_acts import EnterResult
from bot.leagues.season_transaction import posting_place
from bot.model import notes
from bot.model.league import League
from bot.model.server import AuditEntry
from bot.model.table import PostedCall, is_former
from bot.moderation.table_acts import ACTS, DEAL_TOLD, ReplacePlayer
from bot.store import moderation, outbox
from bot.store.outbox import Waiting
from bot.tables import Table, looking_back, time_passing
from bot.tables.timing import ping_of
from bot.text import league_news
from bot.text.audit import deal_told_line, reason_words
from bot.text.hours import TIME_ENDS
from bot.text.translation import N_, Translations, moment
from bot.text.typed import escaped
from cogs.client import TzolkinBot
from cogs.kit import answering
from cogs.kit.buttons import button
from cogs.kit.channels import may_be_refused, why_refused
from cogs.kit.layout import last_lines, message, printed, row, small, text
from cogs.kit.members import names_at, seat_names
from cogs.telling import messages
from cogs.telling.dispatcher import CannotSpeak, once, tell_notes, tells
from cogs.telling.moderators_called import NowhereError, call_for_time_over, call_moderators_there
from cogs.telling.posting import add_call, call_of, in_time, post, post_board
from cogs.telling.requests import ask, undone_lines

NO_MEMBER = (10007, 10013)
"""Discord's codes for a person who is not on the server, or no longer on Discord."""

log = structlog.get_logger(__name__)


async def tell_waiting(bot: TzolkinBot, table_id: int, waiting: Sequence[Waiting]) -> None:
    """Tell a table's channel what waits in the outbox, except for what the season of its game tells
    (`TurnTimedOut`); if the channel is gone, only that it is. Raises what telling raises."""
    table = await bot.tables.table(table_id)
    mine = [
        one for one in waiting
        if not isinstance(one.note, notes.TurnTimedOut)
        and (table.gone_at is None or isinstance(one.note, notes.ChannelLost))
    ]  # fmt: skip
    await tell_notes(bot, mine, partial(bot.tables.table, table_id))


@tells(notes.TableGivenUp)
async def _tell_given_up(bot: TzolkinBot, table: Table, note: notes.TableGivenUp) -> None:
    t = answering.language_of(bot, table)
    if note.seat is not None:
        name = seat_names(t, table)[note.seat]
    else:
        assert table.guild_id is not None and note.person is not None  # a server's moderator
        names = await names_at(bot, table.guild_id, [note.person], t)
        name = names.printed(note.person)
    words = t.gettext("{name} ended the game. Start another with /tzolkin new.")
    await _say(bot, table, words.format(name=name))


@tells(notes.AskAgreement)
async def _ask(bot: TzolkinBot, table: Table, note: notes.AskAgreement) -> None:
    await ask(bot, answering.language_of(bot, table), table, note.to)


async def _say(bot: TzolkinBot, table: Table, *lines: str) -> None:
    await post(bot, table, message(text(*lines)))


# --- calls ---------------------------------------------------------------------------------------


@tells(notes.CallSeat, notes.RemindSeat)
async def _call_seat(
    bot: TzolkinBot, table: Table, note: notes.CallSeat | notes.RemindSeat
) -> None:
    reminds = isinstance(note, notes.RemindSeat)
    if reminds and await _told_that_left(bot, table, note.seat):
        return
    first = partial(_reminder_words, table=table) if reminds else None
    await _call(
        bot, table, [note.seat], first, direct=note.way == "direct", silent=note.silent
    )  # fmt: skip


@tells(notes.SeatIsNext)
async def _tell_next(bot: TzolkinBot, table: Table, note: notes.SeatIsNext) -> None:
    """Tell somebody by direct message that their turn is next, if this is still so."""
    position = (await bot.tables.game(table.id)).snapshot()
    user_id = table.seats[note.seat].user_id
    if position.next_seat != note.seat or user_id is None or is_former(user_id):
        return
    t = await answering.language_of_person(bot, user_id, answering.language_of(bot, table))
    name = seat_names(t, table)[position.turn_seat]
    # Translators: {name}: the player whose turn it is now; {channel}: a link to the game's channel
    words = t.gettext("You are next in {channel}: it is {name}'s turn now.")
    said = words.format(channel=answering.address(table.guild_id, table.channel_id), name=name)
    with may_be_refused():
        channel = await bot.create_dm(discord.Object(user_id))
        await channel.send(view=message(text(said)), silent=True, **once())


@tells(notes.NudgeSeat)
async def _nudge(bot: TzolkinBot, table: Table, note: notes.NudgeSeat) -> None:
    """Nudge a seat. If this is done by a mention, one message is for all seats that the same player
    nudges."""
    waiting = await bot.store.read(outbox.of_table, table.id)
    together = {
        one.note.seat: one.id
        for one in waiting
        if isinstance(one.note, notes.NudgeSeat)
        and (one.note.way, one.note.by) == (note.way, note.by)
    }
    seats = sorted(together) if note.way == "mention" else [note.seat]
    nudged = partial(_nudge_words, table=table, by=note.by)
    await _call(bot, table, seats, nudged, direct=note.way == "direct")
    bot.channels.noted_late.update(one for seat, one in together.items() if seat in seats)
    for seat in seats:
        await _told_that_left(bot, table, seat)


@tells(notes.TimeNearlyOver)
async def _tell_time_ends(bot: TzolkinBot, table: Table, note: notes.TimeNearlyOver) -> None:
    end, t = table.deadlines.get(note.seat), answering.language_of(bot, table)
    if end is not None:
        await _say(
            bot, table, t.say(TIME_ENDS, name=seat_names(t, table)[note.seat], moment=moment(end))
        )


@tells(notes.TimeOver)
async def _tell_time_over(bot: TzolkinBot, table: Table, note: notes.TimeOver) -> None:
    t = answering.language_of(bot, table)
    if await _calls_elsewhere(bot, table):  # else the call itself says it
        name = seat_names(t, table)[note.seat]
        await _say(bot, table, t.say(TIME_OVER, name=name))
    await _told_that_left(bot, table, note.seat)


async def _call(
    bot: TzolkinBot, table: Table, seats: Sequence[int],
    first: Callable[[Translations], str] | None = None, *, direct: bool, silent: bool = False,
) -> None:  # fmt: skip
    """Tell those of the seats that are still asked that it is their turn, by direct message
    (`direct`, for one seat only) or in the channel; also in the channel if the person takes no
    direct messages. `first` gives the line it begins with, in the language of the message."""
    game = await bot.tables.game(table.id)
    asked = [seat for seat in seats if game.kind_asked(seat) and table.seats[seat].can_agree]
    if not asked:
        return
    people = [table.seats[seat].user_id for seat in asked]

    async def view(t: Translations, *last: str) -> ui.LayoutView:
        lines = [*([first(t)] if first else []), *last]
        call = await call_of(bot, t, table, game, asked)
        return messages.turn_message(t, table, game.snapshot(), call, lines=lines)

    t = answering.language_of(bot, table)
    table = await in_time(bot, table)
    if not direct:
        posted = await post(bot, table, await view(t), pinged=people, silent=silent)
        add_call(bot, table, PostedCall(posted.id))
        await in_time(bot, table)
        return
    [user_id] = people
    assert user_id is not None
    theirs = await answering.language_of_person(bot, user_id, t)
    try:
        channel = await bot.create_dm(discord.Object(user_id))
        sent = await channel.send(view=await view(theirs), silent=silent, **once())
        add_call(bot, table, PostedCall(sent.id, asked[0]))
        await in_time(bot, table)
    except discord.HTTPException as refused:
        if why_refused(refused) is None:
            raise
        closed = small(t.gettext("(I cannot send you direct messages; see /pings.)"))
        with suppress(CannotSpeak):
            posted = await post(bot, table, await view(t, closed), pinged=people, silent=silent)
            add_call(bot, table, PostedCall(posted.id))


async def _told_that_left(bot: TzolkinBot, table: Table, seat: int) -> bool:
    """If the person in a seat has left the table's server, say so in the channel, with what can be
    done; returns whether that is so.

    Discord does not tell the bot who leaves: it asks about people who have been waited for.
    """
    user_id = table.seats[seat].user_id
    if table.guild_id is None or user_id is None or is_former(user_id):
        return False
    try:
        await bot.http.get_member(table.guild_id, user_id)
    except discord.NotFound as error:
        if error.code not in NO_MEMBER:
            return False
    except answering.UNREACHABLE:
        return False
    else:
        return False
    t = answering.language_of(bot, table)
    # Translators: {name}: a player.
    words = t.gettext(
        "{name} has left this server. A moderator can use /moderate page to give the seat to "
        "somebody else or to a computer."
    )
    await _say(bot, table, words.format(name=seat_names(t, table)[seat]))
    return True


def _nudge_words(t: Translations, table: Table, by: int) -> str:
    # Translators: a friendly call of who is to move; {name}: the player who calls.
    words = t.gettext("{name} is looking forward to your turn.")
    return words.format(name=seat_names(t, table)[by])


def _reminder_words(t: Translations, table: Table) -> str:
    if isinstance(table.options.time.clock, NoClock):
        return t.gettext(
            "A gentle reminder: the others have been waiting for a day. Take your time."
        )
    return t.gettext("Half your time is gone.")


# Translators: {name}: a player.
TIME_OVER = N_("{name} is out of time: the moderators will decide how the game goes on.")
"""What everybody reads when a seat's time is over and no computer takes the turn."""


async def _calls_elsewhere(bot: TzolkinBot, table: Table) -> bool:
    """Whether moderators are called in another channel than the table's."""
    if table.guild_id is None:
        return True
    server = await bot.tables.server_settings(table.guild_id)
    places = (server.moderators_channel, (await _league_of(bot, table))[1])
    return any(place not in (None, table.channel_id) for place in places)


async def _league_of(bot: TzolkinBot, table: Table) -> tuple[League | None, int | None]:
    """The league for which the table is played, and the channel with the news of the season; None
    for what there is not."""
    scheduled = await games.table_of_game(bot.leagues, table.id)
    if scheduled is None:
        return None, None
    season = await bot.leagues.read(scheduled.season_id)
    league = await bot.leagues.league(season.league_id)
    return league, posting_place(league, season)


@tells(notes.CallModerators)
async def _call_moderators(bot: TzolkinBot, table: Table, note: notes.CallModerators) -> None:
    """Call the moderators because a seat's time is over, unless the game has gone on."""
    seat = note.seat
    game = await bot.tables.game(table.id)
    guild = bot.get_guild(table.guild_id or 0)
    if guild is None or table.status != "playing" or game.kind_asked(seat) is None:
        return
    t = answering.language_of_server(bot, guild)
    line = t.say(TIME_OVER, name=seat_names(t, table)[seat])
    league, where = await _league_of(bot, table)
    await call_for_time_over(bot, table, seat, line, league=league, league_channel=where)


# --- a channel that is gone ----------------------------------------------------------------------


@tells(notes.ChannelLost)
async def _tell_lost(bot: TzolkinBot, table: Table, note: notes.ChannelLost) -> None:
    """Tell a player by direct message that the game is on hold, and what can be done; or the
    moderators, if the note names no seat."""
    if note.seat is None:
        await _tell_moderators_lost(bot, table)
        return
    seat, otherwise = note.seat, answering.language_of(bot, table)
    user_id, guild = table.seats[seat].user_id, bot.get_guild(table.guild_id or 0)
    if user_id is None or is_former(user_id) or table.gone_at is None:
        return
    t = await answering.language_of_person(bot, user_id, otherwise)
    if guild is not None:
        # Translators: in a direct message; {server}: the name of a Discord server.
        line = t.gettext(
            "Your game of Tzolk'in on {server} is on hold: its channel is gone. Continue it in "
            "another channel there with /tzolkin move."
        ).format(server=printed(guild.name))
    else:
        # Translators: in a direct message; "I" is the bot.
        line = t.gettext(
            "Your game of Tzolk'in is on hold: I am no longer on its server. It continues once "
            "I am back."
        )
    if await games.table_of_game(bot.leagues, table.id) is None:
        ends = table.gone_at + time_passing.WAITS_FOR_CHANNEL
        # Translators: behind a sentence that says how a game can go on; {moment}: "in 30 days".
        line += " " + t.gettext("Otherwise the game ends {moment}.").format(moment=moment(ends))
    with may_be_refused():
        channel = await bot.create_dm(discord.Object(user_id))
        await channel.send(view=message(text(line)))


async def _tell_moderators_lost(bot: TzolkinBot, table: Table) -> None:
    """Call the moderators because the channel of a game is gone; for a game of a league, its
    channel will do if the server has named none for them."""
    guild = bot.get_guild(table.guild_id or 0)
    if guild is None:
        return
    t = answering.language_of_server(bot, guild)
    # Translators: to moderators; {names}: who plays, one player or more.
    line = t.gettext(
        "The channel of the game with {names} is gone. The game is on hold; continue it in "
        "another channel with /tzolkin move."
    ).format(names=", ".join(seat_names(t, table)))
    league, where = await _league_of(bot, table)
    with suppress(NowhereError), may_be_refused():
        await call_moderators_there(bot, guild, [line], otherwise=(where,), league=league)


@tells(notes.GameGoesOn)
async def _tell_goes_on(bot: TzolkinBot, table: Table, _: notes.GameGoesOn) -> None:
    """Post a fresh board with what was done in this round, and call who is asked."""
    if table.status != "playing":
        return
    t = answering.language_of(bot, table)
    game = await bot.tables.game(table.id)
    position, waiting = game.snapshot(), [one.seat for one in game.pending]
    people = [seat for seat in waiting if table.seats[seat].can_agree]
    call = await call_of(bot, t, table, game, people)
    lines = [t.gettext("The game continues here.")]
    if position.phase != "keep":
        opened = await bot.tables.read(table.id)
        turns = await looking_back.turns_to_point_out(opened, None)
        told = messages.recap(t.for_message(), turns)
        lines += last_lines(told, messages.BOARD_LINES - len(lines[0]))
    direct = await post_board(bot, t, table, position, waiting, lines=lines, call=call, once="g")
    for seat in direct:
        await _call(bot, table, [seat], direct=True)


# --- rewinding -----------------------------------------------------------------------------------


async def rewound_lines(bot: TzolkinBot, t: Translations, table: Table) -> list[str]:
    """Lines for everybody about the last rewind, which stand on the board after it."""
    last = await looking_back.last_rewind(await bot.tables.read(table.id))
    if last is not None and last.entry is not None:
        lines = [await _act_line(bot, t, table, last.entry)]
        return [*lines, deal_told_line(t)] if last.entry.details.get(DEAL_TOLD) else lines
    mine = None if last is None or last.by is None else table.seat_of(last.by)
    if last is None or mine is None:
        return [t.gettext("Taken back: the game continues from an earlier turn, below.")]
    words = t.gettext("{name} took back a turn; the game goes on from there.")
    name = seat_names(t, table)[mine.seat]
    return [words.format(name=name), *undone_lines(t, table, last.undone)]


# --- pausing -------------------------------------------------------------------------------------


@tells(notes.ClocksStopped)
async def _tell_stopped(bot: TzolkinBot, table: Table, _: notes.ClocksStopped) -> None:
    if table.paused:
        await post(bot, table, paused_view(answering.language_of(bot, table), table))


def paused_view(t: Translations, table: Table) -> ui.LayoutView:
    """The message that all agreed to pause the clocks, with the button that restarts them."""
    return message(
        text(t.gettext("Everybody agrees: the clocks are paused. You can still play.")),
        # Translators: button, at most 34 characters: let the clocks run again.
        row([button(t.gettext("Resume the clocks"), "pauseend", table.id)]),
        text(
            small(t.gettext("Any player can resume the clocks, with the button or with /resume."))
        ),
    )


@tells(notes.ClocksStarted)
async def _tell_started(bot: TzolkinBot, table: Table, note: notes.ClocksStarted) -> None:
    """Say who restarted the clocks, and when the time of each seat whose clock runs will end."""
    t = answering.language_of(bot, table)
    names, now = seat_names(t, table), bot.tables.now()
    lines = [t.gettext("{name} resumed the clocks.").format(name=names[note.seat])]
    for asked, ends in sorted(table.deadlines.items()):
        lines.append(t.say(TIME_ENDS, name=f"<@{table.seats[asked].user_id}>", moment=moment(ends)))
    holders = [table.seats[asked] for asked in table.deadlines]
    people = [one.user_id for one in holders if ping_of(table, one, now) == "mention"]
    await post(bot, table, message(text(*lines)), pinged=people)


# --- moderators ----------------------------------------------------------------------------------


@tells(notes.ActAtTable)
async def _tell_act(bot: TzolkinBot, table: Table, note: notes.ActAtTable) -> None:
    """Tell everybody what a moderator did at a table, or in the season it is played for."""
    entry = await bot.store.read(moderation.by_id, note.entry)
    if entry is None or (entry.table_id and entry.act not in ACTS):  # of an older version
        return
    t, details = answering.language_of(bot, table), entry.details
    if entry.table_id is None:  # an act in the season of the table
        season = escaped(details["season"])
        reason = escaped(reason_words(t, entry.reason))
        if entry.act == EnterResult.act:
            await _say(bot, table, t.say(league_news.ENTERED, season=season, reason=reason))
        else:
            await _say(bot, table, t.say(league_news.VOIDED, season=season, reason=reason))
        return
    line = await _act_line(bot, t, table, entry)
    if entry.act == ReplacePlayer.act and table.status == "playing":
        await _say(bot, table, line)  # by itself, for a call is deleted with its turn
        await _call(bot, table, [int(details["seat"])], direct=False)
        return
    await _say(bot, table, line)


async def _act_line(bot: TzolkinBot, t: Translations, table: Table, entry: AuditEntry) -> str:
    details, by = entry.details, entry.user_id
    names = await names_at(bot, entry.guild_id, [by], t)
    now = details.get("now", details).get("name") or ""
    return t.gettext(ACTS[entry.act].of_details(details).told()).format(
        moderator=names.printed(by),
        reason=escaped(reason_words(t, entry.reason)),
        was=printed(details.get("was", {}).get("name") or ""),
        now=printed(now),
    )
