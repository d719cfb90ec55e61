"""The clock of a seat: examples, and what must hold in whatever order things happen."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from bot.clocks import (
    BankClock,
    DaysClock,
    LiveClock,
    NoClock,
    PersonalTime,
    QuietHours,
    SeatClock,
    ask,
    awake_time_between,
    back_online,
    confirm,
    deadline,
    extend,
    last_call,
    marked_told,
    moment_after,
    new_clock,
    out_of_time,
    pause,
    reminder,
    reopen,
    resume,
    rewind,
    with_vacation,
    withdraw,
)
from bot.clocks.hours import AWAKE
from bot.clocks.rules import ClockRule
from bot.refusal import Refusal
from bot.store.columns import JsonOf
from tests.clocks.strategies import people_and_moments, spans, time_left
from tests.clocks.test_rules import clocks

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
BANK = BankClock(start=72, increment=12, cap=120)
SLEEPER = PersonalTime("UTC", QuietHours(time(22), time(6)))
CLOCK = JsonOf(SeatClock)


def asked(clock_rule: ClockRule = BANK, hours: PersonalTime = AWAKE) -> SeatClock:
    return ask(new_clock(0, hours, clock_rule), hours, NOON)


def left(clock: SeatClock, now: datetime = NOON) -> timedelta:
    time = time_left(clock, now)
    assert time is not None
    return time


# Examples


def test_days_for_a_turn_count_while_awake() -> None:
    clock = asked(DaysClock(1), SLEEPER)
    # 10 hours until bedtime, the other 14 from 6 o'clock on
    assert deadline(clock) == NOON + 32 * HOUR
    assert reminder(clock) == NOON + 20 * HOUR
    assert last_call(clock) == NOON + 30 * HOUR


def test_live_moments() -> None:
    clock = asked(LiveClock(10))
    assert deadline(clock) == NOON + 10 * MINUTE
    assert reminder(clock) == NOON + 5 * MINUTE
    assert last_call(clock) == NOON + 9 * MINUTE


@pytest.mark.parametrize(
    ("clock_rule", "before"),
    [
        (LiveClock(1), 15 * timedelta(seconds=1)),
        (LiveClock(2), 30 * timedelta(seconds=1)),
        (LiveClock(60), 5 * MINUTE),
        (DaysClock(1), 2 * HOUR),
        (DaysClock(30), 2 * HOUR),
    ],
)
def test_last_call_before_the_end(clock_rule: ClockRule, before: timedelta) -> None:
    clock = asked(clock_rule)
    end, call, half = deadline(clock), last_call(clock), reminder(clock)
    assert end is not None and call is not None and half is not None
    assert end - call == before
    assert half < call


def test_no_clock() -> None:
    clock = asked(NoClock())
    assert deadline(clock) is reminder(clock) is last_call(clock) is time_left(clock, NOON) is None
    assert not out_of_time(clock, NOON + 1000 * DAY)
    assert extend(clock, HOUR, NOON) == clock
    later = confirm(clock, NoClock(), NOON + HOUR)
    assert later.bank is None
    assert withdraw(ask(later, AWAKE, NOON + HOUR)).bank is None


def test_unasked_seat_has_no_deadline() -> None:
    clock = new_clock(0, AWAKE, BANK)
    assert deadline(clock) is None
    assert time_left(clock, NOON) == 72 * HOUR


def test_turn_earns_the_increment() -> None:
    clock = confirm(asked(), BANK, NOON + 20 * HOUR)
    assert clock.bank == (72 - 20 + 12) * HOUR
    clock = confirm(ask(clock, AWAKE, NOON + DAY), BANK, NOON + DAY + HOUR)
    assert clock.bank == (64 - 1 + 12) * HOUR


def test_question_in_between_earns_nothing() -> None:
    assert confirm(asked(), BANK, NOON + HOUR, earns=False).bank == 71 * HOUR


def test_cap() -> None:
    full = BankClock(72, 12, 80)
    assert confirm(asked(full), full, NOON + HOUR).bank == 80 * HOUR


def test_days_are_not_saved_up() -> None:
    clock = confirm(asked(DaysClock(2)), DaysClock(2), NOON + HOUR)
    assert clock.bank == 2 * DAY


def test_after_running_out_there_is_the_increment() -> None:
    clock = asked()
    assert out_of_time(clock, NOON + 72 * HOUR)
    assert not out_of_time(clock, NOON + 72 * HOUR - MINUTE)
    assert confirm(clock, BANK, NOON + 100 * HOUR).bank == 12 * HOUR


def test_undo_does_not_farm() -> None:
    clock, now = asked(), NOON
    for _ in range(10):
        now += HOUR
        clock = reopen(confirm(clock, BANK, now), now)
    assert left(clock, now) == 62 * HOUR
    assert confirm(clock, BANK, now).bank == 74 * HOUR


def test_whoever_takes_back_pays_for_the_time_in_between() -> None:
    mine = confirm(asked(), BANK, NOON + HOUR)
    theirs = ask(new_clock(1, AWAKE, BANK), AWAKE, NOON + HOUR)
    now = NOON + 5 * HOUR
    assert left(reopen(mine, now), now) == 67 * HOUR
    assert withdraw(theirs).bank == 72 * HOUR


def test_too_late_to_take_back() -> None:
    clock = confirm(asked(LiveClock(10)), LiveClock(10), NOON + 9 * MINUTE)
    assert left(reopen(clock, NOON + 9.5 * MINUTE), NOON + 9.5 * MINUTE) == MINUTE / 2
    with pytest.raises(Refusal) as refused:
        reopen(clock, NOON + 10 * MINUTE)
    assert refused.value.code == "too-late"


def test_nothing_to_take_back() -> None:
    for clock in (new_clock(0, AWAKE, BANK), asked(), reopen(confirm(asked(), BANK, NOON), NOON)):
        with pytest.raises(ValueError):
            reopen(clock, NOON)
    again = ask(confirm(asked(), BANK, NOON), AWAKE, NOON)
    with pytest.raises(ValueError):
        reopen(again, NOON)
    assert reopen(withdraw(again), NOON) == asked()


def test_only_who_is_asked_confirms() -> None:
    with pytest.raises(ValueError):
        confirm(new_clock(0, AWAKE, BANK), BANK, NOON)


def test_rewound_turns_earn_nothing_again() -> None:
    clock = new_clock(0, AWAKE, BANK)
    for _ in range(3):
        clock = confirm(ask(clock, AWAKE, NOON), BANK, NOON)
    assert clock.bank == 108 * HOUR
    clock = rewind(clock, 1)
    for _ in range(2):
        clock = confirm(ask(clock, AWAKE, NOON), BANK, NOON)
        # nor by taking back what was played again
        clock = confirm(reopen(clock, NOON), BANK, NOON)
    assert clock.bank == 108 * HOUR
    assert confirm(ask(clock, AWAKE, NOON), BANK, NOON).bank == 120 * HOUR
    with pytest.raises(ValueError):
        rewind(clock, 4)
    with pytest.raises(ValueError):
        rewind(clock, -1)


def test_pause() -> None:
    clock = pause(asked(), NOON + HOUR)
    assert deadline(clock) is reminder(clock) is None
    assert left(clock, NOON + 99 * DAY) == 71 * HOUR
    assert pause(clock, NOON + 2 * HOUR) == clock
    assert deadline(resume(clock, NOON + 5 * HOUR)) == NOON + 76 * HOUR


def test_turn_may_be_confirmed_and_taken_back_while_paused() -> None:
    clock = confirm(pause(asked(), NOON + HOUR), BANK, NOON + 9 * DAY)
    assert clock.bank == 83 * HOUR
    clock = reopen(clock, NOON + 10 * DAY)
    assert deadline(clock) is None
    assert deadline(resume(clock, NOON + 10 * DAY)) == NOON + 10 * DAY + 71 * HOUR


def test_pause_after_confirming_is_not_charged_when_taken_back() -> None:
    clock = confirm(asked(), BANK, NOON + HOUR)
    clock = resume(pause(clock, NOON + 2 * HOUR), NOON + 5 * DAY)
    assert left(reopen(clock, NOON + 5 * DAY), NOON + 5 * DAY) == 70 * HOUR


def test_extension_counts_from_now_where_time_had_run_out() -> None:
    now = NOON + 100 * HOUR
    clock = marked_told(asked(), "turn", "reminder", "last_call", "time_out")
    clock = extend(clock, 24 * HOUR, now)
    assert deadline(clock) == now + 24 * HOUR
    assert clock.question is not None and clock.question.told == {"turn", "reminder"}
    assert deadline(extend(asked(), 24 * HOUR, NOON + HOUR)) == NOON + 96 * HOUR
    assert extend(new_clock(0, AWAKE, BANK), 60 * HOUR, NOON).bank == 132 * HOUR  # above the cap


@pytest.mark.parametrize("by", [timedelta(0), -HOUR, 60 * DAY + MINUTE])
def test_extensions_have_a_range(by: timedelta) -> None:
    with pytest.raises(Refusal):
        extend(asked(), by, NOON)


def test_new_quiet_hours_wait_for_the_next_question() -> None:
    clock = ask(asked(), SLEEPER, NOON + HOUR)
    assert clock == asked()
    moved = replace(SLEEPER, vacation=frozenset({date(2026, 6, 2)}), zone="Asia/Tokyo")
    clock = with_vacation(clock, moved, NOON + HOUR)
    assert clock.hours == PersonalTime(vacation=moved.vacation)
    assert deadline(clock) == NOON + 72 * HOUR + DAY


def test_vacation_today_gives_nothing_back() -> None:
    today = PersonalTime("UTC", None, frozenset({NOON.date()}))
    clock = with_vacation(asked(), today, NOON + HOUR)
    assert left(clock, NOON + HOUR) == 71 * HOUR
    assert deadline(clock) == NOON + 12 * HOUR + 71 * HOUR
    # also for a turn that may still be taken back
    confirmed = with_vacation(confirm(asked(), BANK, NOON + HOUR), today, NOON + 2 * HOUR)
    assert left(reopen(confirmed, NOON + 3 * HOUR), NOON + 3 * HOUR) == 70 * HOUR


def test_clock_set_back_costs_nobody_a_turn() -> None:
    clock = asked()
    assert confirm(clock, BANK, NOON - HOUR).bank == 84 * HOUR
    assert pause(clock, NOON - HOUR).question == replace(clock.question, since=None)  # type: ignore[type-var]
    assert deadline(resume(pause(clock, NOON), NOON - HOUR)) == deadline(clock)


def test_withdrawn_question_is_not_told_again_at_once() -> None:
    clock = withdraw(marked_told(asked(), "turn"))
    soon = ask(clock, AWAKE, NOON + 59 * MINUTE).question
    later = ask(clock, AWAKE, NOON + HOUR).question
    assert soon is not None and soon.told == {"turn"}
    assert later is not None and later.told == frozenset()
    answered = confirm(ask(clock, AWAKE, NOON), BANK, NOON)
    following = ask(answered, AWAKE, NOON).question
    assert following is not None and following.told == frozenset()


# Properties


@st.composite
def running(draw: st.DrawFn) -> tuple[SeatClock, datetime, ClockRule]:
    """A clock that runs, and when it started."""
    hours, start = draw(people_and_moments())
    if hours.quiet is not None:
        assume(hours.quiet.length <= 12 * HOUR)
    clock_rule = draw(clocks)
    return ask(new_clock(0, hours, clock_rule), hours, start), start, clock_rule


def before_the_end(clock: SeatClock, now: datetime) -> None:
    assume(not out_of_time(clock, now))


@given(running(), spans, spans)
def test_pausing_is_neutral(
    given_clock: tuple[SeatClock, datetime, ClockRule], ran: timedelta, paused: timedelta
) -> None:
    clock, start, _ = given_clock
    stopped, again = start + ran, start + ran + paused
    before_the_end(clock, stopped)
    resumed = resume(pause(clock, stopped), again)
    assert time_left(resumed, again) == time_left(clock, stopped)
    if (had := time_left(clock, stopped)) is not None:
        assert deadline(resumed) == moment_after(again, had, clock.hours)
    # and for no time at all, nothing happens
    at_once = resume(pause(clock, stopped), stopped)
    assert deadline(at_once) == deadline(clock)


@given(running(), spans, spans)
def test_restart_is_neutral(
    given_clock: tuple[SeatClock, datetime, ClockRule], ran: timedelta, down: timedelta
) -> None:
    clock, start, _ = given_clock
    stopped, again = start + ran, start + ran + down
    if down:
        expected = resume(pause(clock, stopped), again)
        assert back_online(clock, stopped, again) == expected
    assert deadline(back_online(clock, stopped, stopped)) == deadline(clock)
    # Down before it was asked: nothing is owed.
    assert back_online(clock, start - down - ran, start - ran) == clock
    if time_left(clock, start) is not None:
        assert left(back_online(clock, start - HOUR, again), again) == left(clock, start)
    assert out_of_time(back_online(clock, stopped, again), again) == out_of_time(clock, stopped)
    stored = CLOCK.process_result_value(CLOCK.process_bind_param(clock))
    assert stored == clock


@given(running(), spans, spans)
def test_taking_back_is_neutral(
    given_clock: tuple[SeatClock, datetime, ClockRule], ran: timedelta, then: timedelta
) -> None:
    clock, start, clock_rule = given_clock
    confirmed = confirm(clock, clock_rule, start + ran)
    now = start + ran + then
    before_the_end(clock, now)
    assert reopen(confirmed, now) == clock
    # Extensions and pauses in between are kept.
    given_more = reopen(extend(confirmed, HOUR, now), now)
    assert deadline(given_more) == deadline(extend(clock, HOUR, now))
    assert reopen(pause(confirmed, now), now) == pause(clock, now)


@given(running(), spans)
def test_withdrawing_is_neutral(
    given_clock: tuple[SeatClock, datetime, ClockRule], ran: timedelta
) -> None:
    clock, start, clock_rule = given_clock
    fresh = new_clock(0, clock.hours, clock_rule)
    assert withdraw(clock).bank == fresh.bank
    assert withdraw(pause(clock, start + ran)).bank == fresh.bank
    assert withdraw(fresh) == fresh


@given(running(), spans, spans)
def test_moments_are_in_order(
    given_clock: tuple[SeatClock, datetime, ClockRule], ran: timedelta, more: timedelta
) -> None:
    clock, start, clock_rule = given_clock
    end, call, half = deadline(clock), last_call(clock), reminder(clock)
    if end is None:
        assert call is half is None
        return
    assert half is not None and call is not None
    assert start <= half <= call <= end
    whole = left(clock, start)
    assert awake_time_between(start, half, clock.hours) == whole / 2
    assert awake_time_between(start, end, clock.hours) == whole

    def later_than(other: SeatClock) -> bool:
        moment = deadline(other)
        return moment is not None and moment >= end

    # Nothing that can happen to a running clock brings its end nearer.
    now = start + ran
    assert later_than(ask(new_clock(0, clock.hours, clock_rule), clock.hours, now))
    assert later_than(resume(pause(clock, now), now + more))
    assert later_than(back_online(clock, now, now + more))
    assert later_than(extend(clock, more + MINUTE, now))
    assert left(clock, now) >= left(clock, now + more)


@given(running(), st.lists(spans, max_size=5))
def test_time_is_taken_off_once(
    given_clock: tuple[SeatClock, datetime, ClockRule], pieces: list[timedelta]
) -> None:
    """However often a clock is looked at and settled in between."""
    clock, now, _ = given_clock
    for piece in pieces:
        now += piece
        before_the_end(clock, now)
        settled = with_vacation(clock, clock.hours, now)
        assert deadline(settled) == deadline(clock)
        assert settled.question is not None and clock.question is not None
        clock = settled


class AnyOrder(RuleBasedStateMachine):
    """Anything may happen to a clock in any order. A ledger kept beside it, without the clock's
    code, knows what was granted and what was used; the clock must show the difference."""

    SMALL = BankClock(start=1000, increment=5, cap=1440)

    def __init__(self) -> None:
        super().__init__()
        self.now = NOON
        self.running_use = timedelta(0)  # of the open question, or since the last confirmed one
        self.used = timedelta(0)
        self.given = timedelta(0)
        self.standing = self.most = 0
        self.paused = False
        self.may_reopen = False
        self.before: tuple[int, int] = (0, 0)

    @initialize()
    def start(self) -> None:
        self.clock = new_clock(0, AWAKE, self.SMALL)

    @property
    def is_asked(self) -> bool:
        return self.clock.question is not None

    @rule(minutes=st.integers(0, 90))
    def time_passes(self, minutes: int) -> None:
        self.now += minutes * MINUTE
        if not self.paused:
            self.running_use += minutes * MINUTE

    @rule(minutes=st.integers(1, 90))
    def bot_is_down(self, minutes: int) -> None:
        self.now += minutes * MINUTE
        self.clock = back_online(self.clock, self.now - minutes * MINUTE, self.now)

    @precondition(lambda self: not self.is_asked)
    @rule()
    def is_asked_now(self) -> None:
        # Asked anew, nothing can be taken back any more (in this machine).
        self.clock = ask(replace(self.clock, unconfirmed=None), AWAKE, self.now)
        if self.paused:
            self.clock = pause(self.clock, self.now)
        self.may_reopen = False
        self.running_use = timedelta(0)

    @precondition(lambda self: self.is_asked)
    @rule(earns=st.booleans())
    def confirms(self, earns: bool) -> None:
        self.clock = confirm(self.clock, self.SMALL, self.now, earns=earns)
        self.before = (self.standing, self.most)
        self.standing += earns
        self.most = max(self.most, self.standing)
        self.used += self.running_use
        self.closed_at_use = self.running_use
        self.may_reopen = True

    @precondition(lambda self: self.may_reopen)
    @rule()
    def takes_back(self) -> None:
        self.clock = reopen(self.clock, self.now)
        self.standing, self.most = self.before
        self.used -= self.closed_at_use  # running_use has gone on and holds it all
        self.may_reopen = False

    @precondition(lambda self: self.is_asked)
    @rule()
    def question_is_withdrawn(self) -> None:
        self.clock = withdraw(self.clock)
        self.running_use = timedelta(0)

    @rule(data=st.data())
    def is_rewound(self, data: Any) -> None:
        self.standing = data.draw(st.integers(0, self.standing))
        self.clock = rewind(self.clock, self.standing)
        self.running_use = timedelta(0)
        self.may_reopen = False

    @rule()
    def is_paused(self) -> None:
        self.clock = pause(self.clock, self.now)
        self.paused = True

    @rule()
    def goes_on(self) -> None:
        self.clock = resume(self.clock, self.now)
        self.paused = False

    @rule(minutes=st.integers(1, 60))
    def is_extended(self, minutes: int) -> None:
        self.clock = extend(self.clock, minutes * MINUTE, self.now)
        self.given += minutes * MINUTE

    @rule()
    def is_stored(self) -> None:
        self.clock = CLOCK.process_result_value(CLOCK.process_bind_param(self.clock))

    @invariant()
    def nothing_is_gained_or_lost(self) -> None:
        if not hasattr(self, "clock"):
            return
        granted = 1000 * HOUR + self.most * 5 * HOUR + self.given
        running = self.running_use if self.is_asked else timedelta(0)
        assert left(self.clock, self.now) == granted - self.used - running


AnyOrder.TestCase.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
TestAnyOrder = AnyOrder.TestCase


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"seat": 0},
        {**CLOCK.process_bind_param(asked()), "bank": "1"},
        {**CLOCK.process_bind_param(asked()), "question": {"asked_at": 5}},
        {**CLOCK.process_bind_param(asked()), "hours": {"zone": "Nowhere/Land"}},
        {
            **CLOCK.process_bind_param(asked()),
            "question": {**CLOCK.process_bind_param(asked())["question"], "told": ["x"]},
        },
    ],
)
def test_other_json_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        CLOCK.process_result_value(wrong)


def test_json_is_plain() -> None:
    clock = marked_told(pause(asked(DaysClock(1), SLEEPER), NOON + HOUR), "turn")
    assert CLOCK.process_bind_param(clock) == {
        "seat": 0,
        "hours": {"zone": "UTC", "quiet": ["22:00", "06:00"], "vacation": []},
        "bank": 86_400_000_000,
        "answered": 0,
        "earned": 0,
        "unconfirmed": None,
        "withdrawn": None,
        "missed": False,
        "on_time": 0,
        "late": 0,
        "question": {
            "asked_at": "2026-06-01T12:00:00+00:00",
            "left": 82_800_000_000,
            "since": None,
            "used": 3_600_000_000,
            "told": ["turn"],
        },
    }


def test_json_knows_what_may_be_taken_back() -> None:
    clock = confirm(asked(), BANK, NOON + HOUR)
    again = withdraw(ask(clock, AWAKE, NOON + 2 * HOUR))
    for one in (clock, again):
        assert CLOCK.process_result_value(CLOCK.process_bind_param(one)) == one
