"""Time in a game: clock rules, people's own hours, running clocks, pings, what is due.

Pure and synchronous: no Discord, no SQL, no engine, and no clock of its own. The present moment
is always passed in, as a datetime that knows its zone; every moment handed out is in UTC. Spans of
time are timedeltas and always mean time that really passes, never a difference of wall clocks.
"""

from bot.clocks.deadlines import (
    Question,
    SeatClock,
    What,
    ask,
    back_online,
    confirm,
    deadline,
    extend,
    last_call,
    new_clock,
    out_of_time,
    pause,
    reminder,
    reopen,
    resume,
    rewind,
    time_left,
    with_vacation,
    withdraw,
)
from bot.clocks.due import (
    Due,
    DueNow,
    SeatMoments,
    due_now,
    moments_of,
)
from bot.clocks.pings import (
    Message,
    Way,
    marked_told,
    messages,
)
from bot.clocks.quiet import (
    MOST_QUIET,
    PersonalTime,
    QuietHours,
    awake_time_between,
    first_awake,
    hours_from_json,
    hours_to_json,
    moment_after,
    quiet_hours,
    resting,
)
from bot.clocks.refusal import (
    ClockRefusal,
)
from bot.clocks.rules import (
    BankClock,
    ClockRule,
    DaysClock,
    LiveClock,
    NoClock,
    TimeRules,
    WhenOut,
    rules_from_json,
    rules_to_json,
)
from bot.clocks.stored import (
    clock_from_json,
    clock_to_json,
)
from bot.clocks.table_clocks import (
    rewound,
    seats_asked,
    turn_confirmed,
    turn_taken_back,
)
from bot.clocks.vacation import (
    cancel_vacation,
    counted_hours,
    take_vacation,
    vacation_left,
)
from bot.clocks.zones import (
    zone_named,
    zone_names,
    zones_like,
)

__all__ = [
    "MOST_QUIET",
    "BankClock",
    "ClockRefusal",
    "ClockRule",
    "DaysClock",
    "Due",
    "DueNow",
    "LiveClock",
    "Message",
    "NoClock",
    "PersonalTime",
    "Question",
    "QuietHours",
    "SeatClock",
    "SeatMoments",
    "TimeRules",
    "Way",
    "What",
    "WhenOut",
    "ask",
    "awake_time_between",
    "back_online",
    "cancel_vacation",
    "clock_from_json",
    "clock_to_json",
    "confirm",
    "counted_hours",
    "deadline",
    "due_now",
    "extend",
    "first_awake",
    "hours_from_json",
    "hours_to_json",
    "last_call",
    "marked_told",
    "messages",
    "moment_after",
    "moments_of",
    "new_clock",
    "out_of_time",
    "pause",
    "quiet_hours",
    "reminder",
    "reopen",
    "resting",
    "resume",
    "rewind",
    "rewound",
    "rules_from_json",
    "rules_to_json",
    "seats_asked",
    "take_vacation",
    "time_left",
    "turn_confirmed",
    "turn_taken_back",
    "vacation_left",
    "with_vacation",
    "withdraw",
    "zone_named",
    "zone_names",
    "zones_like",
]
