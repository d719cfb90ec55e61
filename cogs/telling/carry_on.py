"""A table goes on after a change: its channel is told what it does not know yet, and computers
play.

The change itself is stored before. What is to be told and played is read from the database, by
`carry_on` after each change and by a sweep every minute and at the start. So whatever fails or
stops the program, what was left undone is done later, and only once. Nothing here keeps a game
waiting: a lock of its own keeps in order what a table says.

Other processes let this one know that something was changed on a server of ours, or that something
it remembers is no longer true. A press in a direct message always comes over shard 0, whichever
server its table belongs to: the process that was asked stores the turn, and leaves telling the
channel to the one that has the server. Such a hint may be lost without harm, since each process
looks for everything every minute.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise, takewhile
from typing import Any

import discord
import structlog
from discord.ext import commands, tasks

from bot.engine.happenings import TurnEnded
from bot.engine.position import Position
from bot.leagues import games
from bot.model.league import LeagueTable
from bot.model.notes import CallSeat, ChangeSeats, TurnTimedOut
from bot.refusal import Refusal
from bot.store import log as events
from bot.store import outbox
from bot.store.postgres import ANEW, FORGOTTEN, LANGUAGE, LOCALE, SEASON, TABLE
from bot.tables import Confirmed, Table, Untold, computers, looking_back
from bot.text.advice import HURRIED_IN_ALL
from bot.text.translation import Translations
from bot.text.turns import food_day_lines, game_lines, touched_line
from cogs.client import BotCog, TzolkinBot
from cogs.kit import context
from cogs.kit.answering import UNREACHABLE, language_of, refusal_text, speaks, tell
from cogs.kit.channels import RecentTurn, TableChannel, hindrance, in_channel
from cogs.kit.layout import is_long, last_lines, message, small, text, with_icons
from cogs.kit.members import forget_names, seat_names
from cogs.telling import posting
from cogs.telling.dispatcher import CannotSpeak
from cogs.telling.messages import BOARD_LINES, Call, recap
from cogs.telling.notices import rewound_lines, tell_waiting
from cogs.telling.requests import settle_all

TURN = "turn"
BESIDE_REWIND = 300
"""Below the words about a rewind, there is room for at least so many characters about the round so
far."""
RECENT = 3
"""How many turns and other answers are remembered for each seat."""
SWEEP_EVERY, READY_SECONDS = 60, 60

log = structlog.get_logger(__name__)


async def carry_on(bot: TzolkinBot, table_id: int, news: Sequence[Confirmed] = ()) -> bool:
    """Let a table go on: let computers play, and tell its channel what it does not know yet. It can
    be called at any time. `news` are turns just confirmed, which then need not be read again.

    Raises nothing: what fails is tried again. Return whether the channel was told; False if the bot
    may not write there.
    """
    structlog.contextvars.bind_contextvars(table=table_id)
    channel = bot.channels[table_id]
    trouble: list[Exception] = []
    told = False
    try:
        if not bot.mine.are_all and not bot.mine.have((await bot.tables.table(table_id)).guild_id):
            await bot.store.processes.say(f"{TABLE} {table_id}")
            return True
    except Exception as error:
        trouble.append(error)
        news = ()
    try:
        if not news:  # what has been done here comes before what computers do then
            told = await _tell(bot, table_id, news)
    except Exception as error:
        trouble.append(error)
    untold = not trouble
    try:
        if not news or any(news[-1].table.seats[seat].computer for seat in news[-1].waiting):
            # a planned turn plays itself only after its person was told
            played = await computers.play_by_themselves(bot.tables, table_id, plans=told)
            news = [*news, *played]
    except Exception as error:
        trouble.append(error)
    try:
        if news and untold:
            await _tell(bot, table_id, news)
    except Exception as error:
        trouble.append(error)
    if trouble:
        _try_again(bot, table_id, trouble[0])
        return not any(isinstance(error, CannotSpeak) for error in trouble)
    channel.attempts.succeeded()
    if not news or any(one.plan_due is not None for one in news[-1].table.seats):
        await _wait_for_plans(bot, table_id)
    return True


async def _wait_for_plans(bot: TzolkinBot, table_id: int) -> None:
    """Carry on when a planned turn confirms itself; if this is lost, the sweep does it."""
    table, now = await bot.tables.table(table_id), bot.tables.now()
    for due in sorted(one.plan_due for one in table.seats if one.plan_due is not None):
        if due > now:  # else it could not be told yet, or the game is paused
            seconds = (due - now).total_seconds()
            bot.channels.later(seconds, partial(_carry_on_now, bot, table_id))


async def answer_and_carry_on(
    interaction: context.Interaction,
    answer: Coroutine[Any, Any, Any],
    table_id: int,
    news: Sequence[Confirmed] = (),
) -> None:
    """Answer who changed something, and carry on at the same time: neither waits for the other, and
    the table goes on even if the answer cannot be delivered. If the channel cannot be told, the
    person learns why."""
    answering = asyncio.create_task(answer)
    await asyncio.sleep(0)  # the answer is sent before anything is worked out for the channel
    heard = await carry_on(interaction.client, table_id, news)
    try:
        await answering
        if not heard:
            await tell(interaction, await _unheard(interaction, table_id))
    except UNREACHABLE as lost:
        log.warning("answer lost", table=table_id, reason=str(lost))


async def _unheard(interaction: context.Interaction, table_id: int) -> str:
    """Why the channel was not told, and what helps."""
    t, bot = speaks(interaction), interaction.client
    table = await bot.tables.table(table_id)
    why = hindrance(bot, table.guild_id, in_channel(table.channel_id))
    if why is not None:
        words = t.gettext("Done, but I cannot tell the others yet; use /board to see the board.")
        return f"{words} {refusal_text(t, why)}"
    missing = context.missing_permissions(t, interaction)
    if not missing and isinstance(interaction.channel, discord.Thread):
        return t.gettext(
            "Done, but I cannot tell the others, because this thread is closed. Somebody who "
            "can manage threads must reopen it; then use /board to show the board."
        )
    return t.say(
        context.MISSING_PERMISSIONS,
        permissions=", ".join(missing or [context.permission_name(t, "send_messages")]),
    )


# --- again and again ------------------------------------------------------------------------------


def _try_again(bot: TzolkinBot, table_id: int, error: Exception) -> None:
    """Plan the next attempt after this failure."""
    channel, now = bot.channels[table_id], bot.tables.now()
    if isinstance(error, (CannotSpeak, Refusal)):  # who plays there can help, time alone cannot
        channel.attempts.closed(now)
        log.info("not told", table=table_id, reason=repr(error.__cause__ or error))
        if isinstance(error, CannotSpeak):
            bot.dispatch("not_let_speak", table_id)
        return
    if channel.attempts.failures:
        failures = channel.attempts.failures
        log.warning("not told", table=table_id, failures=failures, reason=repr(error))
    else:
        bot.log_error(error, f"carrying on table {table_id}")
    seconds = channel.attempts.failed(now)
    if not channel.retrying:
        channel.retrying = True
        bot.channels.later(seconds, partial(_carry_on_now, bot, table_id))


def _carry_on_now(bot: TzolkinBot, table_id: int) -> None:
    bot.channels[table_id].retrying = False
    bot.in_background(carry_on(bot, table_id), f"carrying on table {table_id}")


async def sweep(bot: TzolkinBot) -> None:
    """Carry on every table that has something to tell or to play, unless that has just failed."""
    tables, now = bot.tables, bot.tables.now()
    waiting = {
        *await tables.not_announced(),
        *await computers.needing_computers(tables),
        *await computers.with_plans_due(tables),
    }
    for table_id in sorted(waiting):
        if bot.channels[table_id].attempts.may_try(now):
            bot.in_background(carry_on(bot, table_id), f"carrying on table {table_id}")


async def take_away_left_calls(bot: TzolkinBot) -> None:
    """Delete the calls that the last run was about to delete when it was killed."""
    for table_id in await bot.tables.with_calls_left():
        posting.take_away_what_was_left(bot, await bot.tables.table(table_id))


async def note_what_is_gone(bot: TzolkinBot) -> None:
    """Write down which calls were deleted since their table was last noted."""
    for table_id, channel in list(bot.channels.items()):
        if channel.posted != channel.noted and not channel.lock.locked():
            await posting.note_messages(bot, table_id)


class CarryOn(BotCog):
    """Sweeps the tables that have something to tell or to play."""

    async def cog_load(self) -> None:
        """Note what is untold before anybody plays on, and begin to sweep."""
        for table_id in await self.bot.tables.not_announced():
            table = await self.bot.tables.table(table_id)
            self.bot.channels[table_id].at_start = table.rewinds, table.version
        self.bot.in_background(take_away_left_calls(self.bot), "taking away old calls")
        self.every_minute.start()

    async def cog_unload(self) -> None:
        """Stop sweeping."""
        self.every_minute.cancel()
        self.bot.channels.close()

    @tasks.loop(seconds=SWEEP_EVERY)
    async def every_minute(self) -> None:
        """Carry on every table that waits for it."""
        try:
            await sweep(self.bot)
            await note_what_is_gone(self.bot)
        except Exception as error:
            self.bot.log_error(error, "sweeping the tables")

    @every_minute.before_loop
    async def _ready(self) -> None:
        with suppress(TimeoutError):  # without its servers the bot does not know their languages
            await asyncio.wait_for(self.bot.wait_until_ready(), READY_SECONDS)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: context.Interaction) -> None:
        """Carry on a table in whose channel the bot could not write, when somebody uses the bot
        there."""
        table_id = self.bot.channels.closed.get(interaction.channel_id or 0)
        if table_id is not None and not context.lacking(interaction):
            await carry_on(self.bot, table_id)


# --- what is told ---------------------------------------------------------------------------------


async def _tell(bot: TzolkinBot, table_id: int, news: Sequence[Confirmed]) -> bool:
    """Tell the channel the turns it does not know, then what else waits; nothing if somebody is
    about to do that already. Return whether everything is told. Raises CannotSpeak, and what the
    database and Discord's library raise."""
    channel = bot.channels[table_id]
    if channel.next_waits:  # many waiting would each keep their turns in memory, and tell nothing
        channel.more = True
        return False
    channel.next_waits = True
    try:
        await channel.lock.acquire()
    finally:
        channel.next_waits = False
    if channel.more:
        channel.more, news = False, ()  # all of it is read from the database
    try:
        async with bot.store.processes.alone("telling", table_id):
            await _tell_in_turn(bot, table_id, channel, news)
    finally:
        channel.lock.release()
    return True


async def _tell_in_turn(
    bot: TzolkinBot, table_id: int, channel: TableChannel, news: Sequence[Confirmed]
) -> None:
    """Do what `_tell` says, while nobody else tells this channel anything."""
    if bot.store.processes.several:
        channel.compare(await bot.tables.table(table_id))
    untold = await _untold(bot, table_id, channel, news)
    table = await bot.tables.table(table_id) if untold is None else untold.table
    if table.gone_at is not None:  # there is no channel to be told
        await tell_waiting(bot, table_id, await bot.store.read(outbox.of_table, table_id))
        return
    before = await _untold_before(bot, table_id, channel)
    if before is not None:
        await _tell_and_note(bot, channel, before)
        untold = await _untold(bot, table_id, channel, news)
    waiting = await bot.store.read(outbox.of_table, table_id) if table.notes_wait else []
    for_season = any(isinstance(one.note, TurnTimedOut) for one in waiting)
    if for_season or table.status in ("finished", "abandoned"):
        bot.dispatch("table_changed", table_id)
    if untold is not None:
        await _tell_and_note(bot, channel, untold)
    if channel.direct:
        channel.direct = ()
        waiting = await bot.store.read(outbox.of_table, table_id)
    if waiting:
        await tell_waiting(bot, table_id, waiting)
    if channel.requests:
        await settle_all(bot, table_id)
    if untold is None and table.status != "playing" and posting.posted_at(bot, table).calls:
        posting.replace_calls(bot, table)  # it was ended
    over = untold is not None and untold.game.finished
    while posting.needs_noting(channel) or (over and channel.posted != channel.noted):
        await posting.note_messages(bot, table_id)
    if over:
        bot.channels.pop(table_id, None)


async def _tell_and_note(bot: TzolkinBot, channel: TableChannel, untold: Untold) -> None:
    """Post what the channel does not know, unless it was posted and could only not be noted; then
    note it. Raises as `_tell`."""
    table = untold.table
    told, newest = posting.posted_at(bot, table).told, (table.rewinds, table.version)
    if told is None or told < newest:
        untold = replace(untold, table=await posting.in_time(bot, table))
        direct = await _post_untold(bot, channel, untold)
        await posting.in_time(bot, untold.table)
        channel.direct = tuple(CallSeat(seat, "direct") for seat in direct)
        posting.remember(bot, table, rewinds=table.rewinds, version=table.version)
    channel.at_start = None
    await posting.note_messages(bot, table.id, told=True, notes=channel.direct)


async def _untold(
    bot: TzolkinBot, table_id: int, channel: TableChannel, news: Sequence[Confirmed]
) -> Untold | None:
    """What the channel does not know, from the `news` alone if possible; None if it knows
    everything."""
    if news:
        first, last = news[0].table, news[-1]
        on_end = all(
            two.table.version - len(two.actions) == one.table.version for one, two in pairwise(news)
        )
        before = (first.rewinds, first.version - len(news[0].actions))
        alone = channel.posted is not None or not bot.store.processes.several
        if (
            on_end
            and alone
            and channel.at_start is None
            and posting.posted_at(bot, first).told == before
        ):
            return Untold(last.table, last.game, tuple(news))
    told = None if channel.posted is None else channel.posted.told
    return await looking_back.untold(await bot.tables.read(table_id), told)


async def _untold_before(bot: TzolkinBot, table_id: int, channel: TableChannel) -> Untold | None:
    """What the channel did not know when this run began; None if it knew everything then, or if the
    game has not gone on since. It must be told by itself, before what is new: if the last run
    posted it but was killed before it could note that, Discord takes it for the same message."""
    if channel.at_start is None:
        return None
    opened = await bot.tables.read(table_id)
    rewinds, version = channel.at_start
    if opened.table.rewinds != rewinds or opened.table.version <= version:
        return None
    return await looking_back.untold(opened, until=version)


async def _post_untold(bot: TzolkinBot, channel: TableChannel, untold: Untold) -> list[int]:
    """Post turns with the call of who is asked, in one message: on a fresh board where the game
    begins, ends or was rewound, or a round begins. Return the seats to be called by direct
    message."""
    table, game, t = untold.table, untold.game, language_of(bot, untold.table)
    position, pending = game.snapshot(), game.pending
    waiting, asked = [one.seat for one in pending], pending[0].kind if pending else None
    choosing = position.phase == "keep"
    tell_hurried = any(turn.hurried for turn in untold.turns) and (
        await games.table_of_game(bot.leagues, untold.table.id) is not None
    )
    # That a computer has chosen its tiles is no news until they are revealed.
    turns = [
        turn for turn in untold.turns
        if turn.after.phase != "keep" or not turn.table.seats[turn.seat].computer
        or (tell_hurried and turn.hurried)
    ]  # fmt: skip
    last = turns[-1] if turns else None
    acting = last.seat if last is not None and not last.by_computer else None
    people = [seat for seat in waiting if table.seats[seat].can_agree]
    known = channel.recent
    if known is None or untold.rewind:  # nothing of it is known after a start of the program
        known = [] if untold.start or choosing else await _told_before(bot, t, untold)
    new = [_recent(t, turn, tell_hurried=tell_hurried) for turn in turns]
    recent = [*known, *new][-RECENT * len(table.seats) :]
    # The calls that tell some of it already are deleted.
    before = (
        [one for one in known if not one.on_board] if posting.posted_at(bot, table).calls else []
    )
    shown = [*_asked_what_is_answered(known), *turns]
    brief = position.phase != "finished" and any(turn.food_day for turn in shown)
    lines = list(
        with_icons(
            t,
            lambda t: [
                line
                for one in [*before, *new]
                for line in (one.brief if brief else one.with_icons if t.in_text else one.lines)
            ],
        )
    )
    if not tell_hurried and await _hurried_first(bot, untold):
        lines.append(small(t.say(HURRIED_IN_ALL)))
    on_board = untold.rewind or any(turn.new_round or turn.finished for turn in turns)
    on_board = on_board or (untold.start and (choosing or bool(table.options.position)))
    if choosing and not untold.start and not untold.rewind:
        people = []  # everybody was asked at the start
    if (
        people == [acting]
        and asked != TURN
        and not on_board
        and posting.posted_at(bot, table).calls
    ):
        lines, people = [], []  # told with the answer; until then the call still calls that person
    call = Call(people, asked)
    if len(people) == 1 and asked == TURN:
        touched = _touched(t.for_message(), people[0], recent, position)
        if table.seats[people[0]].plan_due is None:
            called = await posting.call_of(bot, t, table, game, people)
            call = replace(called, touched=touched)
            bot.dispatch("turn_called", table.id, table.seats[people[0]].user_id)
    direct: list[int] = []
    if on_board:
        if untold.start and choosing:
            hurried = [turn for turn in turns if tell_hurried and turn.hurried]
            told = recap(t.for_message(), hurried, tell_hurried=True)
            lines = [*game_lines(t.for_message(), position), *told]
        elif position.phase == "finished" and lines:  # by itself, so that the end fits one screen
            await posting.post(bot, table, message(text(*last_lines(lines, BOARD_LINES))), once="t")
            lines = []
        if untold.rewind:
            said = await rewound_lines(bot, t, table)
            room = max(BESIDE_REWIND, BOARD_LINES - sum(len(line) + 1 for line in said))
            lines = [*said, *last_lines(lines, room)]
        direct = await posting.post_board(
            bot, t, table, position, waiting,
            lines=lines, call=call, acting=acting,
            standings=last.standings if last else None, turns=shown, rewound=untold.rewind,
        )  # fmt: skip
        posting.remember(bot, table, on_board=table.version)
        recent = [replace(one, on_board=True) for one in recent]
    elif lines or people:
        names = seat_names(t, table)  # a board comes only after the answer
        days = [day for one in turns for day in food_day_lines(t, names, one.steps[-1])]
        lines += map(small, days)
        direct = await posting.post_turn(bot, t, table, position, call, lines=lines, acting=acting)
    channel.recent = recent
    return direct


def _asked_what_is_answered(known: Sequence[RecentTurn]) -> list[Confirmed]:
    """The turn told last and the answers after it, if they led to a question outside of a turn: a
    food day may have been held before that, and no board has shown it."""
    led = [one.turn for one in takewhile(lambda one: one.turn is not None, reversed(known))]
    return [turn for turn in reversed(led) if turn is not None]


async def _hurried_first(bot: TzolkinBot, untold: Untold) -> bool:
    """Whether computers were hurried for the first time in this game, which is told once."""
    if not any(turn.hurried for turn in untold.turns):
        return False
    new = untold.turns[0]
    version = new.table.version - len(new.actions)
    return not await bot.store.read(events.hurried_before, untold.table.id, version)


async def _told_before(bot: TzolkinBot, t: Translations, untold: Untold) -> list[RecentTurn]:
    """The last turns that were told earlier, oldest first, from the log."""
    table = untold.table
    new = untold.turns[0] if untold.turns else None
    until = table.version if new is None else new.table.version - len(new.actions)
    turns = await looking_back.all_turns(await bot.tables.read(table.id))
    turns = [turn for turn in turns if turn.table.version <= until][-RECENT * len(table.seats) :]
    told = posting.posted_at(bot, table).on_board
    if told is None:  # posted by a version that did not note it: at least the turn that began it
        told = max((turn.table.version for turn in turns if turn.new_round), default=0)
    return [_recent(t, turn, on_board=turn.table.version <= told) for turn in turns]


def _recent(
    t: Translations, turn: Confirmed, *, on_board: bool = False, tell_hurried: bool = False
) -> RecentTurn:
    told = partial(recap, turns=[turn], tell_hurried=tell_hurried)
    with_icons = told(t.for_message())
    # Few turns are so long that they are told in another way on a food day.
    brief = told(t.for_message(), brief=True) if any(map(is_long, with_icons)) else with_icons
    # The board tells which tiles were chosen, not that a computer was hurried.
    chosen = turn.before.phase == "keep" and not (tell_hurried and turn.hurried)
    happenings = tuple(happening for step in turn.steps for happening in step.happenings)
    asks = turn.after.phase == "play" and turn.asked != TURN
    return RecentTurn(
        tuple(told(t)), tuple(with_icons), tuple(brief), happenings, on_board or chosen,
        turn if asks else None,
    )  # fmt: skip


def _touched(t: Translations, seat: int, recent: Sequence[RecentTurn], position: Position) -> str:
    """What touched a seat since its last turn; empty if that is not known."""
    happenings = [happening for one in recent for happening in one.happenings]
    own = [n for n, one in enumerate(happenings) if isinstance(one, TurnEnded) and one.seat == seat]
    return touched_line(t, seat, happenings[own[-1] + 1 :], position) if own else ""


async def league_game_begun(bot: TzolkinBot, scheduled: LeagueTable, table: Table) -> LeagueTable:
    """Tell a season that the game of its table was dealt, and post the board. Raises Refusal if the
    season no longer waits for it."""
    opened = await games.opened(bot.leagues, scheduled.season_id, scheduled.number, table)
    log.info("league table opened", season=scheduled.season_id, table=scheduled.number)
    bot.in_background(carry_on(bot, table.id), f"the start of table {table.id}")
    untold = (await bot.leagues.read(scheduled.season_id)).untold
    if any(isinstance(note, ChangeSeats) for note in untold):
        bot.dispatch("season_changed", scheduled.season_id)
    return opened


# --- what other processes let this one know -------------------------------------------------------


class OtherProcesses(BotCog):
    """Listens to what other processes let this one know."""

    async def cog_load(self) -> None:
        """Begin to listen."""
        await self.bot.store.processes.listen(self._hear)

    def _hear(self, word: str) -> None:
        self.bot.in_background(self.heard(word), f"heard of another process: {word}")

    async def heard(self, word: str) -> None:
        """Do what the message of another process asks for: its kind, and the number of a table,
        season or person."""
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
        forget_names(self.bot, user_id)
        self.bot.seen_locales.pop(user_id, None)
