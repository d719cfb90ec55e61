"""The clock of a seat, and its pings. The clock runs while the seat is asked, and only in its
person's awake time.

A clock is an immutable record; every function returns the next one. A moment before the previous
one (the system clock may jump back) counts as the previous one: nobody gains or loses by it, and no
turn fails.

Undoing gains nothing. A confirmed turn that is taken back goes on as if it had never been
confirmed: its increment is removed, and the time since is charged to the person who takes it back,
not to the seat that was asked meanwhile. A confirmed turn earns its increment once, however often
it is taken back, or rewound and played again.

Some functions change all clocks of a table when one seat acts. Only people's seats have a clock;
computer seats have none, but may be named in `waiting`. Several seats may be asked at once, as in
the secret choice at the start.

There is one ping when a seat's turn comes and one at half its clock, never more. Without a clock
the second comes after a day, for people who want it. Nobody is pinged in their own quiet hours or
on vacation, but at the first moment afterwards, whether or not the table's clock stands still
meanwhile. Live tables ignore both, since everybody there has agreed to be present. (The last call
before the end is a line in the channel that pings nobody.) The moments at which a message is due
change only through events at the table: work them out anew with `moments_of` after every event, and
after sending.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated, Literal, NamedTuple

from pydantic import PlainSerializer

from bot.clocks.hours import (
    AWAKE,
    ZERO,
    Moment,
    PersonalTime,
    Span,
    awake_time_between,
    first_awake,
    in_utc,
    moment_after,
)
from bot.clocks.rules import ClockRule, TimeRules, first_time, next_time
from bot.refusal import P_, Refusal

What = Literal["turn", "reminder", "last_call", "time_out"]
"""The messages about a question, each sent at most once: when it is asked, at half the time,
shortly before the end, at the end."""

Told = Annotated[frozenset[What], PlainSerializer(sorted)]

ASK_AGAIN = timedelta(hours=1)
"""If a question is withdrawn and asked again within this time, it is announced only once."""
MOST_EXTENSION = timedelta(days=60)
"""The most time that one extension can add."""
_LAST_CALL = (timedelta(minutes=1), timedelta(hours=2))
_LAST_CALL_PART = 12


@dataclass(frozen=True)
class Question:
    """A question to a seat, and its time."""

    asked_at: Moment
    left: Span | None
    """Awake time that was left at `since`, or while it is paused is left; None without a clock."""
    since: Moment | None
    """From when the clock runs; None while it is paused."""
    used: Span = ZERO
    """Awake time that was used before `since`."""
    told: Told = frozenset()


@dataclass(frozen=True)
class SeatClock:
    """The clock of a person's seat."""

    seat: int
    hours: PersonalTime
    """The hours in which the clock stands still, as they were when the question was asked: changing
    one's quiet hours does not stop a running clock."""
    bank: Span | None
    """The time for the next question; None without a clock."""
    question: Question | None = None
    """The question that the seat is asked now; None if it is not asked."""
    answered: int = 0
    """How many confirmed turns stand that may earn an increment."""
    earned: int = 0
    """The most of these that ever stood at once, which is how many increments were earned."""
    unconfirmed: "SeatClock | None" = None
    """The clock as it would be without the last confirmed turn, but with later pauses and
    extensions. Its own `unconfirmed` is None."""
    withdrawn: Question | None = None
    """A question that was withdrawn since another seat took its turn back; kept until the seat is
    asked again."""
    missed: bool = False
    """Whether the turn that the seat is asked for was counted as missed: it counts once, also if
    the seat gets more time for it, or is asked further questions in it."""
    on_time: int = 0
    """How many turns were confirmed before the clock had run out, where there is one."""
    late: int = 0
    """How many were confirmed later, or by a computer in the person's place."""


def new_clock(seat: int, hours: PersonalTime, rule: ClockRule) -> SeatClock:
    """The clock of a seat that was not asked anything yet."""
    return SeatClock(seat, hours, first_time(rule))


def ask(clock: SeatClock, hours: PersonalTime, now: datetime) -> SeatClock:
    """Ask the seat a question: its clock starts, with the person's present hours. A clock that runs
    already is returned unchanged. If the table is paused, `pause` the clock at the same moment."""
    if clock.question is not None:
        return clock
    now = in_utc(now)
    before = clock.withdrawn
    again = before is not None and now - before.asked_at < ASK_AGAIN
    told = before.told - {"last_call", "time_out"} if before is not None and again else frozenset()
    return replace(
        clock, hours=hours, question=Question(now, clock.bank, now, told=told), withdrawn=None
    )


def confirm(clock: SeatClock, rule: ClockRule, now: datetime, *, earns: bool = True) -> SeatClock:
    """Stop the clock, since the seat has answered. `earns` says whether the answer is a turn that
    earns a bank's increment, and no question in between.

    An answer after the end counts as well, as a late one. Raises ValueError for a seat that is not
    asked.
    """
    if clock.question is None:
        raise ValueError(f"seat {clock.seat} is not asked")
    left = _settled(clock.question, clock.hours, in_utc(now)).left
    answered = clock.answered + earns
    timed, late = earns and left is not None, clock.missed or out_of_time(clock, now)
    bank = (
        first_time(rule) if left is None else next_time(rule, left, earned=answered > clock.earned)
    )
    return SeatClock(
        clock.seat,
        clock.hours,
        bank,
        answered=answered,
        earned=max(answered, clock.earned),
        missed=clock.missed and not earns,
        on_time=clock.on_time + (timed and not late),
        late=clock.late + (timed and late),
        unconfirmed=replace(clock, unconfirmed=None),
    )


def reopen(clock: SeatClock, now: datetime) -> SeatClock:
    """Take the seat's last confirmed turn back: its clock goes on as if it had never stopped.

    Raises Refusal (`too-late`) if that clock has run out meanwhile, ValueError if there is no turn
    to take back or the seat is asked another question (`withdraw` that first).
    """
    if clock.unconfirmed is None or clock.question is not None:
        raise ValueError(f"seat {clock.seat} has no confirmed turn to go back to")
    if out_of_time(clock.unconfirmed, now):
        raise Refusal(
            "too-late",
            "The time for that turn has run out, so you can no longer take it back; play on, "
            "or ask a moderator to take it back.",
        )
    return clock.unconfirmed


def withdraw(clock: SeatClock) -> SeatClock:
    """Withdraw the question, since the turn before it was taken back; the time used for it is given
    back. A seat that is not asked keeps its clock."""
    question = clock.question
    if question is None:
        return clock
    # The time from `since` on was never deducted.
    bank = None if question.left is None else question.left + question.used
    return replace(clock, bank=bank, question=None, withdrawn=question)


def rewind(clock: SeatClock, answered: int) -> SeatClock:
    """Rewind the game to an earlier turn, by consent of all or by a moderator: so many `answered`
    turns of this seat that can earn still stand. Then `ask` the seats that are asked.

    Time used in the removed turns stays used. Their increments stay earned, and are not earned
    again. Raises ValueError for more turns than stand.
    """
    if not 0 <= answered <= clock.answered:
        raise ValueError(f"{answered} turns cannot stand of {clock.answered}")
    clock = withdraw(clock)
    return replace(clock, answered=answered, unconfirmed=None, withdrawn=None, missed=False)


def pause(clock: SeatClock, now: datetime) -> SeatClock:
    """Stop the clock until `resume`; a paused clock is returned unchanged. Pause all clocks of a
    table, even those of seats that are not asked."""

    def paused(question: Question, hours: PersonalTime) -> Question:
        return replace(_settled(question, hours, in_utc(now)), since=None)

    return _with_questions(clock, paused)


def resume(clock: SeatClock, now: datetime) -> SeatClock:
    """Let the clock run again; one that is not paused is returned unchanged."""
    now = in_utc(now)

    def resumed(question: Question, hours: PersonalTime) -> Question:
        if question.since is not None:
            return question
        return replace(question, since=max(now, question.asked_at))

    return _with_questions(clock, resumed)


def back_online(clock: SeatClock, down_from: datetime, down_to: datetime) -> SeatClock:
    """Give back the time in which the bot was down, as if the clock had been paused. A clock that
    had run out before stays so."""
    down_from, down_to = in_utc(down_from), in_utc(down_to)

    def given_back(question: Question, hours: PersonalTime) -> Question:
        if question.since is None:
            return question
        stopped = max(down_from, question.since)
        if stopped >= down_to:
            return question
        return replace(_settled(question, hours, stopped), since=down_to)

    return _with_questions(clock, given_back)


def extend(clock: SeatClock, by: timedelta, now: datetime) -> SeatClock:
    """Give the seat more time; if it has run out, counted from now. This may lift a bank above its
    cap. Without a clock nothing changes. Raises Refusal (`extension`) for no time or more than
    `MOST_EXTENSION`."""
    if not ZERO < by <= MOST_EXTENSION:
        raise Refusal(
            "extension",
            *P_(
                "You can give at most {n} more day at a time; choose fewer.",
                "You can give at most {n} more days at a time; choose fewer.",
            ),
            n=MOST_EXTENSION.days,
        )

    def extended(question: Question, hours: PersonalTime) -> Question:
        if question.left is None:
            return question
        settled = _settled(question, hours, in_utc(now))
        assert settled.left is not None
        told = settled.told - {"last_call", "time_out"}
        return replace(settled, left=settled.left + by, told=told)

    bank = clock.bank
    if bank is not None and clock.question is None:
        bank += by
    return replace(_with_questions(clock, extended), bank=bank)


def with_vacation(clock: SeatClock, hours: PersonalTime, now: datetime) -> SeatClock:
    """Apply vacation days that the person has booked or cancelled to the running clock, from now
    on. Only the vacation of `hours` (from `counted_hours`) is used; zone and quiet hours apply from
    the next question on."""

    def changed(one: SeatClock) -> SeatClock:
        question = one.question
        if question is not None:
            question = _settled(question, one.hours, in_utc(now))
        return replace(one, question=question, hours=replace(one.hours, vacation=hours.vacation))

    clock = changed(clock)
    if clock.unconfirmed is None:
        return clock
    return replace(clock, unconfirmed=changed(clock.unconfirmed))


def deadline(clock: SeatClock) -> datetime | None:
    """When the seat runs out of time; None if no clock runs."""
    return _when_left(clock, ZERO)


def reminder(clock: SeatClock) -> datetime | None:
    """When half of the time for the question has passed; None if no clock runs."""
    whole = _whole(clock)
    return None if whole is None else _when_left(clock, whole / 2)


def last_call(clock: SeatClock) -> datetime | None:
    """When the table is warned that time is almost over; None if no clock runs. A twelfth of the
    time is left then, but at least a minute and at most two hours of awake time, and at most a
    quarter where the time is short."""
    whole = _whole(clock)
    if whole is None:
        return None
    least, most = _LAST_CALL
    return _when_left(clock, min(max(whole / _LAST_CALL_PART, least), most, whole / 4))


def out_of_time(clock: SeatClock, now: datetime) -> bool:
    """Whether the seat has run out of time."""
    end = deadline(clock)
    return end is not None and end <= in_utc(now)


def _whole(clock: SeatClock) -> timedelta | None:
    """All the time for the question, with extensions; None without a clock or a question."""
    question = clock.question
    if question is None or question.left is None:
        return None
    return question.left + question.used


def _when_left(clock: SeatClock, left: timedelta) -> datetime | None:
    """When this much time is left; if less is, when the clock began to run. None if no clock
    runs."""
    question = clock.question
    if question is None or question.left is None or question.since is None:
        return None
    return moment_after(question.since, max(question.left - left, ZERO), clock.hours)


def _settled(question: Question, hours: PersonalTime, now: datetime) -> Question:
    """The question with the time up to now taken off, down to zero."""
    if question.since is None:
        return question
    now = max(now, question.since)
    spent = awake_time_between(question.since, now, hours)
    if question.left is None:
        return replace(question, since=now, used=question.used + spent)
    spent = min(spent, question.left)
    return replace(question, left=question.left - spent, since=now, used=question.used + spent)


def _with_questions(
    clock: SeatClock, change: Callable[[Question, PersonalTime], Question]
) -> SeatClock:
    """The clock with its question changed, and with that in `unconfirmed`, too."""
    if clock.question is not None:
        clock = replace(clock, question=change(clock.question, clock.hours))
    if clock.unconfirmed is not None:
        clock = replace(clock, unconfirmed=_with_questions(clock.unconfirmed, change))
    return clock


Clocks = Mapping[int, SeatClock]
"""Clocks by seat."""
Hours = Mapping[int, PersonalTime]
"""For each seat the hours in which its clock stands still (`counted_hours`)."""


def seats_asked(
    clocks: Clocks, waiting: Iterable[int], hours: Hours, now: datetime, *, paused: bool = False
) -> dict[int, SeatClock]:
    """Start the clocks of all seats that are asked; those that run are left alone. Call it at the
    start of a game, and whenever other seats are asked."""
    started = dict(clocks)
    for seat in set(waiting) & clocks.keys():
        started[seat] = ask(clocks[seat], hours[seat], now)
        if paused:
            started[seat] = pause(started[seat], now)
    return started


def turn_confirmed(
    clocks: Clocks,
    seat: int,
    waiting: Iterable[int],
    hours: Hours,
    rule: ClockRule,
    now: datetime,
    *,
    earns: bool = True,
    paused: bool = False,
) -> dict[int, SeatClock]:
    """Confirm a seat's turn; `waiting` are the seats asked next, perhaps the same one again.
    `earns` is as in `confirm`. Raises ValueError for a seat with a clock that was not asked."""
    after = dict(clocks)
    if seat in clocks:
        after[seat] = confirm(clocks[seat], rule, now, earns=earns)
    return seats_asked(after, waiting, hours, now, paused=paused)


def turn_taken_back(
    clocks: Clocks, seat: int, waiting: Iterable[int], now: datetime
) -> dict[int, SeatClock]:
    """Take a seat's last confirmed turn back; `waiting` are the seats that are asked then, this one
    included. Raises Refusal (`too-late`) and ValueError as `reopen` does."""
    still = set(waiting)
    after = {
        other: clock if other in still and other != seat else withdraw(clock)
        for other, clock in clocks.items()
    }
    if seat in clocks:
        after[seat] = reopen(after[seat], now)
    return after


def rewound(
    clocks: Clocks,
    answered: Mapping[int, int],
    waiting: Iterable[int],
    hours: Hours,
    now: datetime,
    *,
    paused: bool = False,
) -> dict[int, SeatClock]:
    """Rewind the game to an earlier turn. `answered` says for every seat with a clock how many of
    its turns that can earn still stand; `waiting` are the seats asked then. Raises ValueError as
    `rewind`."""
    after = {seat: rewind(clock, answered[seat]) for seat, clock in clocks.items()}
    return seats_asked(after, waiting, hours, now, paused=paused)


Way = Literal["mention", "direct", "none"]
"""How a person wants to be told of a turn: mentioned in the channel, by direct message, or not at
all."""


GENTLE = timedelta(days=1)
"""How long after a question its reminder comes if there is no clock."""


@dataclass(frozen=True)
class Pinging:
    """How the person in a seat is pinged at a table."""

    rules: TimeRules
    own: PersonalTime
    """The person's own settings, with all quiet hours and vacation days."""
    way: Way
    gentle: bool = False
    """Whether a reminder comes even if there is no clock."""


@dataclass(frozen=True)
class Message:
    """One ping to send."""

    what: Literal["turn", "reminder"]
    way: Literal["mention", "direct"]
    at: datetime
    """The earliest moment at which it may be sent, in UTC."""
    silent: bool = False
    """Whether it must make no sound, because time runs out before the person's quiet hours end."""
    covers: frozenset[What] = frozenset()
    """The messages that need not be sent any more once this one is."""


def messages(clock: SeatClock, pinging: Pinging, now: datetime) -> tuple[Message, ...]:
    """The pings still to come for the seat's present question: none, the reminder, or the turn and
    perhaps the reminder. Send those whose `at` has come, and note them with `marked_told`."""
    question, way = clock.question, pinging.way
    if question is None or question.since is None or way == "none":
        return ()
    now = in_utc(now)
    heeded = AWAKE if pinging.rules.is_live else pinging.own
    end = deadline(clock)
    half = reminder(clock)
    if half is None and pinging.gentle:
        half = question.asked_at + GENTLE
    pings = []
    if "turn" not in question.told:
        at = first_awake(max(now, question.asked_at), heeded)
        silent = end is not None and at >= end
        if silent:
            at = max(now, question.asked_at)
        covers: set[What] = {"turn"}
        if half is not None and first_awake(half, heeded) <= at:
            covers.add("reminder")
        pings.append(Message("turn", way, at, silent, frozenset(covers)))
    covered = question.told.union(*(ping.covers for ping in pings))
    if "reminder" not in covered and half is not None:
        at = first_awake(max(now, half), heeded)
        if end is None or at < end:
            pings.append(Message("reminder", way, at, covers=frozenset({"reminder"})))
    return tuple(pings)


def marked_told(clock: SeatClock, *told: What) -> SeatClock:
    """Note these messages as sent, so that none is repeated for the present question: after a ping
    those that it `covers`. Raises ValueError for a seat that is not asked."""
    if clock.question is None:
        raise ValueError(f"seat {clock.seat} is not asked")
    return replace(clock, question=replace(clock.question, told=clock.question.told.union(told)))


class SeatMoments(NamedTuple):
    """When messages to a seat that is asked are due, in UTC. None for one that was sent or never
    will be."""

    turn: datetime | None = None
    """When to ping that the turn has come."""
    reminder: datetime | None = None
    """When to remind: at half the clock, or after a day without one."""
    last_call: datetime | None = None
    """When the channel is told that time is almost over, which pings nobody."""
    time_out: datetime | None = None
    """The seat's deadline."""

    @property
    def first(self) -> datetime | None:
        """The earliest of the four; None if nothing is due."""
        return min((at for at in self if at is not None), default=None)


def moments_of(clock: SeatClock, pinging: Pinging, now: datetime) -> SeatMoments:
    """Work out when messages to a seat are due, as things stand now."""
    told = frozenset() if clock.question is None else clock.question.told
    pings = {ping.what: ping.at for ping in messages(clock, pinging, now)}
    return SeatMoments(
        pings.get("turn"),
        pings.get("reminder"),
        None if "last_call" in told else last_call(clock),
        None if "time_out" in told else deadline(clock),
    )
