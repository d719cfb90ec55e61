"""Words about time: a table's clock, a person's pings, moments for Discord; and the lists of open
tables: the people they wait for, since when, and until when."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import assert_never

from bot.clocks import (
    BankClock,
    DaysClock,
    LiveClock,
    NoClock,
    PersonalTime,
    TimeRules,
    Way,
    WhenOut,
)
from bot.model.table import OpenGame, Options, Pace
from bot.text.names import PLAYERS
from bot.text.translation import N_, Translations, capital, day, listed, moment

# Translators: {moment}: Discord shows it as "in 3 hours"; keep it at the end.
TIME_ENDS = N_("{name}, your time ends {moment}.")


def clock_name(t: Translations, rules: TimeRules) -> str:
    """Name a clock by the time for a turn: "2 days a turn"."""
    match rules.clock:
        case NoClock():
            # Translators: menu option: thinking time is not limited; at most 40 characters.
            return t.gettext("No clock")
        case LiveClock(minutes):
            # Translators: menu option: thinking time where all play together live; at most 40
            # characters.
            return t.ngettext(
                "{n} minute a turn, live", "{n} minutes a turn, live", minutes
            ).format(n=minutes)
        case DaysClock(days):
            # Translators: menu option, and in the button "Clock: …": at most 24 characters.
            return t.ngettext("{n} day a turn", "{n} days a turn", days).format(n=days)
        case BankClock(start, increment, cap):
            # Translators: menu option: hours of thinking time for the whole game, hours more for
            # each turn, and how many can be saved up; at most 90 characters.
            return t.ngettext(
                "A bank of {start} hour, {increment} more each turn, {cap} at most",
                "A bank of {start} hours, {increment} more each turn, {cap} at most",
                start,
            ).format(start=start, increment=increment, cap=cap)
        case _ as never:
            assert_never(never)


def wanted_words(t: Translations, options: Options) -> str:
    """Say in one line for whom and what a lobby waits, as far as its host has said so: "4 players
    · new players welcome · starts when full · played in an evening"; empty if nothing was said."""
    parts = []
    if options.wanted_seats:
        parts.append(t.say(PLAYERS, n=options.wanted_seats))
    if options.wanted == "newcomers":
        # Translators: in a list, with a point between
        parts.append(t.gettext("new players welcome"))
    elif options.wanted == "experienced":
        # Translators: whom a game waits for; in a list, with a point between
        parts.append(t.gettext("for experienced players"))
    if options.begins == "full":
        # Translators: of a game; in a list, with a point between
        parts.append(t.gettext("starts when full"))
    elif options.begins_at is not None:
        # Translators: of a game; {moment}: a day and a time; in a list, with a point between
        starts = t.gettext("starts {moment}").format(moment=moment(options.begins_at, "f"))
        parts.append(starts)
        if options.night is not None:
            # Translators: of a game; in a list, with a point between
            parts.append(t.gettext("every week"))
        if options.computers_fill:
            # Translators: when the game starts; in a list, with a point between
            parts.append(t.gettext("computers fill free seats"))
    if options.pace is not None:
        parts.append(pace_name(t, options.pace))
    return capital(" · ".join(parts))


def pace_name(t: Translations, pace: Pace) -> str:
    """Name a pace, within a line."""
    if pace == "evening":
        # Translators: how fast a game is meant to be played; in a list, with a point between
        return t.gettext("played in one evening")
    # Translators: how fast a game is meant to be played; in a list, with a point between
    return t.gettext("played over several days")


def clock_words(t: Translations, rules: TimeRules, *, reminders: bool = True) -> list[str]:
    """Explain the clock to players, and what happens when a seat's time is over. `reminders` is
    whether people are reminded where there is no clock."""
    match rules.clock:
        case NoClock():
            return [
                t.gettext("No time limit. After a day you get one gentle reminder.")
                if reminders
                else t.gettext("No time limit and no reminders.")
            ]
        case LiveClock():
            words = t.gettext(
                "For an evening together: the clock keeps running during quiet hours."
            )
        case _:
            words = t.gettext("Time stops during your quiet hours and vacation.")
    return [words, when_out_words(t, rules)]


def when_out_words(t: Translations, rules: TimeRules) -> str:
    """Say what happens when a seat's time is over."""
    words: dict[WhenOut, str] = {
        "computer": t.gettext("When time is up, a computer plays the turn."),
        "moderator": t.gettext("When time is up, the moderators are asked what to do."),
    }
    return words[rules.when_out]


def way_name(t: Translations, way: Way) -> str:
    """Say how a person is told of a turn, as a choice."""
    # Translators, for each: menu option: how the bot calls a person whose turn it is.
    names: dict[Way, str] = {
        "mention": t.gettext("Mention me in the channel"),
        "direct": t.gettext("Send me a direct message"),
        "none": t.gettext("Don't notify me"),
    }
    return names[way]


def way_words(t: Translations, way: Way) -> str:
    """Say how a person is told of a turn, in a sentence."""
    words: dict[Way, str] = {
        "mention": t.gettext("When it is your turn, you are mentioned in the channel."),
        "direct": t.gettext("When it is your turn, you get a direct message."),
        "none": t.gettext("You get no notification when it is your turn: check now and then."),
    }
    return words[way]


def reminder_words(t: Translations, reminder: bool | None) -> str:
    """Say whether a person is reminded where there is no clock; None leaves it to the server."""
    if reminder is None:
        return t.gettext(
            "Without a clock, you get one reminder after a day, unless the server has switched "
            "reminders off."
        )
    if reminder:
        return t.gettext("Without a clock, you get one reminder after a day.")
    return t.gettext("Without a clock, nobody reminds you.")


def hours_lines(t: Translations, hours: PersonalTime) -> list[str]:
    """Describe a person's quiet hours and vacation."""
    if hours.quiet is None:
        lines = [t.gettext("You have no quiet hours.")]
    else:
        lines = [
            # Translators: {start}, {end} as "23:00"; {zone} as "Europe/Madrid".
            t.gettext(
                "No notifications from {start} to {end} ({zone}); they wait until your quiet "
                "hours end."
            ).format(
                start=f"{hours.quiet.start:%H:%M}",
                end=f"{hours.quiet.end:%H:%M}",
                zone=hours.zone_or_utc,
            )
        ]
    if hours.vacation:
        days = "; ".join(_days(t, first, last) for first, last in _runs(sorted(hours.vacation)))
        # Translators: {days}: dates, as "1 March 2026 – 5 March 2026".
        lines.append(t.gettext("Vacation: {days}").format(days=days))
    return lines


def _days(t: Translations, first: date, last: date) -> str:
    words = day(t, first, year=True)
    return words if first == last else f"{words} – {day(t, last, year=True)}"


def _runs(days: Sequence[date]) -> Iterator[tuple[date, date]]:
    """Yield the first and the last day of each run of consecutive days."""
    starts = [on for on in days if on - timedelta(days=1) not in days]
    ends = [on for on in days if on + timedelta(days=1) not in days]
    return zip(starts, ends, strict=True)


MOST_NAMES = 3
"""The most people named; more are only counted."""

# Translators: heading, above the reader's games in which the reader is to do something
WAITS_FOR_YOU = N_("Waiting for you")
# Translators: heading, above the reader's games in which others are to do something
WAITS_FOR_OTHERS = N_("Waiting for others")
# Translators: heading, above games that have not begun
NOT_BEGUN = N_("Not started yet")
# Translators: heading, above games that cannot go on where they are
STANDS_STILL = N_("On hold")
# Translators: heading, for moderators, above games with which something is wrong
NEEDS_HELP = N_("Needs a look")
# Translators: heading, for moderators, above games; whoever has been waited for longest is first
LONGEST_FIRST = N_("Longest wait first")


def state_words(
    t: Translations, game: OpenGame, names: Sequence[str], *, mine: bool = False
) -> str:
    """Tell the state of a table: "Waiting for Ada · turn began 3 days ago · time runs out in 2
    hours". `names` are those of the seats waited for; `mine`: the reader is one of them, and not
    named."""
    parts: list[str] = []
    if game.gone_at is not None:
        # Translators: of a game; in a list, with a point between: "its channel is gone · …"
        parts.append(t.gettext("its channel is gone; continue it elsewhere with /tzolkin move"))
    if game.status == "lobby":
        # Translators: to the reader, who was named for a game and has to say yes or no; in a list,
        # with a point between
        asked = t.gettext("say whether you will play")
        # Translators: of a game; in a list, with a point between
        parts.append(asked if mine else t.gettext("open to join"))
    if names and not mine:
        some = list(names[:MOST_NAMES])
        left = len(names) - len(some)
        if left:
            # Translators: last item of a list of people: so many further ones
            some.append(t.ngettext("{n} more", "{n} more", left).format(n=left))
        # Translators: in a list, with a point between; {names}: who is to move
        parts.append(t.gettext("waiting for {names}").format(names=listed(t, some)))
    if not game.told and game.gone_at is None and game.status == "playing":
        # Translators: of a game; in a list, with a point between: Discord did not take messages
        parts.append(t.gettext("some messages have not reached its channel yet"))
    return capital(" · ".join([*parts, *_times(t, game)]))


def _times(t: Translations, game: OpenGame) -> list[str]:
    parts = []
    if game.status == "playing" and game.waited_for:
        # Translators: in a list, with a point between; {moment} is relative: "3 days ago"
        began = t.gettext("turn began {moment}")
        parts.append(began.format(moment=moment(game.since)))
    if game.paused and game.gone_at is None:
        # Translators: of a game; in a list, with a point between
        parts.append(t.gettext("clocks paused"))
    end = game.deadline
    if end is not None:
        # Translators: in a list, with a point between; {moment} is relative: "in 3 hours"
        parts.append(t.gettext("time runs out {moment}").format(moment=moment(end)))
    return parts
