"""What comes with time: pings after quiet hours, reminders, turns that nobody took in time."""

from functools import partial

from discord import ui
from discord.ext import commands, tasks

from bot.answering import language_of
from bot.client import TzolkinBot
from bot.tables import Refusal, TimeCall, computers, time_passing
from bot.text.hours import time_ends
from bot.text.translation import Translations
from cogs.carry_on import carry_on, saying
from cogs.layout import message, text
from cogs.messages import seat_names, turn_message
from cogs.posting import write_to

LOOK_EVERY = 20
"""Seconds between two looks at the clocks; a deadline is kept to within these."""


class Clock(commands.Cog):
    """Looks at the clocks of all tables, again and again."""

    def __init__(self, bot: TzolkinBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Give back the time in which the program did not run, and begin to look."""
        await time_passing.give_time_back(self.bot.tables)
        await time_passing.beat(self.bot.tables)
        self.look.start()

    async def cog_unload(self) -> None:
        """Stop looking."""
        self.look.cancel()

    @tasks.loop(seconds=LOOK_EVERY)
    async def look(self) -> None:
        """Tell and do what is due now."""
        await time_passing.beat(self.bot.tables)
        for due in await time_passing.time_calls(self.bot.tables):
            try:
                await tell_time(self.bot, due)
            except Exception as error:  # one table's trouble is not the others'
                self.bot.log_error(error, f"the clock of table {due.table.id}")

    @look.before_loop
    async def _ready(self) -> None:
        await self.bot.wait_until_ready()

    @look.error
    async def _look_failed(self, error: BaseException) -> None:
        self.bot.log_error(error, "looking at the clocks")
        self.look.restart()


async def tell_time(bot: TzolkinBot, due: TimeCall) -> None:
    """Tell what is due at a seat, or let the turn be taken whose time is over."""
    if due.what == "time_out":
        await _time_over(bot, due)
    elif due.what == "last_call":
        await _last_call(bot, due)
    else:
        await _ping(bot, due)


async def _ping(bot: TzolkinBot, due: TimeCall) -> None:
    """The turn, told only now, or the reminder at half of the time."""
    table = due.table
    game = await bot.tables.game(table.id)
    kind = game.kind_asked(due.seat)
    if kind is None:  # answered meanwhile
        return
    t, position = language_of(bot, table), game.snapshot()
    notice = None
    if due.what == "reminder":
        notice = t.gettext("Half of your time is over.")
    if due.way == "direct":
        write = partial(
            write_to, bot, table, position, due.seat, kind=kind, notice=notice, silent=due.silent
        )
        await carry_on(bot, table.id, notices=[write])
        return
    view = turn_message(
        t, table, position, [due.seat],
        lines=[notice] if notice else [], kind=kind,
    )  # fmt: skip
    await _call(bot, due, view, pinged=True)


async def _last_call(bot: TzolkinBot, due: TimeCall) -> None:
    t = language_of(bot, due.table)
    name = seat_names(t, due.table)[due.seat]
    line = time_ends(t, name, due.table.deadlines[due.seat])
    await _call(bot, due, message(text(line)), pinged=False)


async def _time_over(bot: TzolkinBot, due: TimeCall) -> None:
    """Where the table's rule says so a computer takes the turn, else help is called for."""
    table = due.table
    try:
        turns = await computers.time_over(bot.tables, table.id, due.seat)
    except Refusal:  # it cannot be played on; people are told when they try
        return
    if turns:
        bot.dispatch("timed_out", table.id, due.seat)
        await carry_on(bot, table.id, turns)
        return
    t = language_of(bot, table)
    line = time_over_words(t, seat_names(t, table)[due.seat], table.options.time.when_out)
    await _call(bot, due, message(text(line)), pinged=False)


def time_over_words(t: Translations, name: str, when_out: str) -> str:
    """What everybody reads when a seat's time is over and no computer takes the turn."""
    if when_out == "substitute":
        return t.gettext("{name}'s time is over: a substitute may take the seat.").format(name=name)
    return t.gettext("{name}'s time is over: the moderators decide how to go on.").format(name=name)


async def _call(bot: TzolkinBot, due: TimeCall, view: ui.LayoutView, *, pinged: bool) -> None:
    people = [due.table.seats[due.seat].user_id] if pinged else []
    notice = saying(bot, due.table, view, pinged=people, silent=due.silent)
    await carry_on(bot, due.table.id, notices=[notice])


async def setup(bot: TzolkinBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Clock(bot))
