"""Words of the audit log: each act, the state before and after it, and who decided.

The details of an entry are plain JSON: the fields of its act, the state before it
(`bot.moderation.desk.SEEN`) and its outcome.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from bot.seasons.results import seats_in
from bot.text.leagues import TABLE
from bot.text.names import points_number
from bot.text.seasons import division_name, seeded_lines
from bot.text.standings import adjustment_words, league_points, reached
from bot.text.translation import C_, N_, Translations, listed, moment
from bot.text.typed import escaped

# Translators: a setting of a league; its values follow
ORGANISERS = N_("Organisers who play")
# Translators: value of the setting “Organisers who play”
ORGANISERS_MAY: Mapping[str, str] = {
    "daylight": N_("may do everything, for all to see"),
    # Translators: value of the setting “Organisers who play”
    "leave": N_("leave results and entries to others"),
}
NONE = "–"
"""Stands in the place of nothing."""
STAFF_LISTS = (
    # Translators: who moderates one league; its values, people and roles, follow
    (N_("The league's moderators"), "roles", "people"),
    # Translators: who helps in one league with time, reminders and tables; its values, people and
    # roles, follow
    (N_("The league's helpers"), "helping_roles", "helping"),
)
"""The lists of a league's staff: the label, and the names of the roles and of the people."""


def staff_words(staff: Mapping[str, Sequence[int]], roles: str, people: str) -> str:
    """Mention the roles and people of a list of a league's staff, as the log has it."""
    named = [f"<@&{one}>" for one in staff[roles]]
    named += [f"<@{one}>" for one in staff[people] if one > 0]
    return " ".join(named) or NONE


# Translators: the reason of something that the bot did by a season's rules
TIME_WAS_OVER = N_("Out of time.")
# Translators: the reason of something that the bot did by a season's rules
HAD_LEFT = N_("The player had left the season.")
# Translators: the reason of something that the bot did by a season's rules
TOO_OFTEN = N_("Ran out of time too often.")
# Translators: the reason of something that the bot did by a season's rules
ROUND_OVER = N_("All tables of this round are over.")
# Translators: the reason of something that the bot did by a season's rules
GIVEN_UP = N_("The player left the season.")
_OWN_REASONS = {GIVEN_UP, TIME_WAS_OVER, HAD_LEFT, TOO_OFTEN, ROUND_OVER}
"""The bot's own reasons, stored in English."""
_WORDED_BEFORE = {
    "The season was given up.": GIVEN_UP,
    "The player gave up the season.": GIVEN_UP,
    "Time was over.": TIME_WAS_OVER,
    "Time ran out too often.": TOO_OFTEN,
    "All tables of the round are over.": ROUND_OVER,
}
"""Stored reasons of the bot whose English text has changed, with the present text."""


def reason_words(t: Translations, reason: str) -> str:
    """Write a stored reason: as it was typed, the bot's own in the reader's language."""
    reason = _WORDED_BEFORE.get(reason, reason)
    return t.gettext(reason) if reason in _OWN_REASONS else reason


# Translators: in brackets behind a moderator's name; a verb, as in "she plays in this season"
PLAYS = N_("plays in this season")


def value_words(t: Translations, what: str, was: str, now: str) -> str:
    """Describe a setting, or league points, by the old and the new value."""
    # Translators: {what} is a setting, or league points; {was} and {now} are values
    return t.gettext("{what}: {was} → {now}").format(what=what, was=was, now=now)


def deal_told_line(t: Translations) -> str:
    """Warn that a game which is rewound was over, so that its deal is known."""
    return "⚠️ " + t.gettext(
        "The game was over and its deal revealed, so anybody who looked may know the order of "
        "the hidden stacks."
    )


# --- the details of an act ------------------------------------------------------------------------

# Translators, for each: what something was before an act of a moderator, or is after it; before or
# behind an arrow
_CHANGES: Mapping[str, tuple[str, str]] = {
    "season-new": (C_("change", "not open yet"), C_("change", "open for sign-up")),
    "season-draw": (C_("change", "open for sign-up"), C_("change", "in play")),
    "season-new back": (C_("change", "cancelled"), C_("change", "open for sign-up")),
    "season-open": (C_("change", "tables not open yet"), C_("change", "tables open")),
    "season-close": (C_("change", "in play"), C_("change", "finished")),
    "season-void": (C_("change", "counts"), C_("change", "removed")),
    "season-replay": (C_("change", "finished"), C_("change", "to be played again")),
    "season-sign-up": (C_("change", "not signed up"), C_("change", "signed up")),
    "season-sign-up here": (C_("change", "signed up"), C_("change", "checked in")),
    "season-sign-up late": (C_("change", "does not play"), C_("change", "plays")),
    "season-withdraw": (C_("change", "plays"), C_("change", "has left")),
    "season-ban": (C_("change", "may take part"), C_("change", "banned")),
    "dispute-settle rejected": (C_("change", "disputed"), C_("change", "rejected")),
    "dispute-settle": (C_("change", "disputed"), C_("change", "settled")),
    "pause": (C_("change", "clocks running"), C_("change", "clocks paused")),
    "extend": (C_("change", "previous time"), C_("change", "more time")),
    "rewind": (C_("change", "finished"), C_("change", "in play")),
    "latecomer": (C_("change", "in play"), C_("change", "dealt again")),
    "end": (C_("change", "in play"), C_("change", "finished")),
    "note": (NONE, C_("change", "note")),
}
"""What acts change whose details do not say it, by their names, and perhaps a choice of theirs."""


def change_words(
    t: Translations, act: str, details: Mapping[str, Any], said: Sequence[str]
) -> list[str]:
    """Say what it was before an act and is after it, unless the lines `said` do."""
    act = " ".join(
        [act, *(choice for choice in ("here", "late", "rejected") if details.get(choice))]
    )
    if details.get("back") and f"{act} back" in _CHANGES:
        act += " back"
    if act not in _CHANGES or any("→" in one for one in said):
        return []
    both = [one if one == NONE else t.pgettext("change", one) for one in _CHANGES[act]]
    return [" → ".join(reversed(both) if details.get("back") else both)]


NameOf = Callable[[int], str]
"""Gives a person's name as it shall be printed."""


def entry_people(details: Mapping[str, Any]) -> list[int]:
    """List the people whose names the words of an entry need."""
    seen = details.get("seen") or {}
    found = [details.get("user_id"), details.get("entry")]
    found += [details.get(key, {}).get("user_id") for key in _SEATED if _is_seat(details.get(key))]
    found += [*seen.get("people", ()), *seen.get("seats", ()), *details.get("order", ())]
    return list(dict.fromkeys(one for one in found if isinstance(one, int)))


def place_words(t: Translations, details: Mapping[str, Any]) -> list[str]:
    """Say where an act was: the season, the table's number in it, or the table's channel."""
    found = [details["season"]] if "season" in details else []
    number = details.get("in_season") or details.get("table")
    if number:
        found.append(t.say(TABLE, n=number))
    elif details.get("channel"):
        found.append(f"<#{details['channel']}>")
    return found


def done_words(t: Translations, details: Mapping[str, Any], name_of: NameOf) -> list[str]:
    """Say what an act did, or would do: its people, its seat, the state before and after."""
    seen = details.get("seen") or {}
    if "points4" in details:  # a corrected result
        was = seen.get("points4") or _by_seat(details.get("before"))
        forfeits: Collection[int] = seats_in(details.get("forfeiting", 0))
        if back := details.get("result"):  # a whole result that an undo brought back
            forfeits = [seat for seat, line in enumerate(back["lines"]) if line["forfeited"]]
        then = _reached(t, details["points4"], forfeits)
        return _points(_people(seen, name_of), _reached(t, was, seen.get("forfeits", ())), then)
    if "order" in details:  # seeds
        changed = seeded_lines(t, name_of, seen, details)
        return [", ".join(changed)] if changed else []
    if seen.get("points4"):
        was = _reached(t, seen["points4"], seen.get("forfeits", ()))
        return _points(_people(seen, name_of), was, None)
    return [
        *_about_seats(t, details, seen, name_of),
        *_about_person(t, details, seen, name_of),
        *_numbers(t, details),
    ]


_SEATED = ("was", "now")


def _is_seat(value: object) -> bool:
    return isinstance(value, Mapping) and "user_id" in value


def _people(seen: Mapping[str, Any], name_of: NameOf) -> list[str]:
    """List the people at a table, by seat; a computer by its name."""
    there = seen.get("people") or seen.get("seats") or ()
    return [name_of(one) if isinstance(one, int) else str(one) for one in there]


def _by_seat(standings: Sequence[Mapping[str, int]] | None) -> list[int] | None:
    if standings is None:
        return None
    return [row["points4"] for row in sorted(standings, key=lambda row: row["seat"])]


def _reached(
    t: Translations, points4: Sequence[int] | None, forfeits: Collection[int] = ()
) -> list[str] | None:
    if points4 is None:
        return None
    return [reached(t, points, forfeited=seat in forfeits) for seat, points in enumerate(points4)]


def _points(
    names: Sequence[str], was: Sequence[str] | None, now: Sequence[str] | None
) -> list[str]:
    """Write the points before and after, by seat: "Ana 60 → 30, Bob 50"."""
    found = []
    for seat in range(len(now or was or ())):
        each = [NONE if points is None else points[seat] for points in (was, now)]
        if now is None:
            each = each[:1]
        name = names[seat] if seat < len(names) else f"{seat + 1}."
        found.append(f"{name} {' → '.join(dict.fromkeys(each))}")
    return [", ".join(found)]


def _about_seats(
    t: Translations, details: Mapping[str, Any], seen: Mapping[str, Any], name_of: NameOf
) -> list[str]:
    names, found = _people(seen, name_of), []
    seat = details.get("seat")
    if "name" in details and isinstance(seat, int):  # a changed seat
        # Translators: who sits or comes to sit in a seat; in lists of names, as subject and behind
        # an arrow; never behind a preposition
        now = name_of(details["user_id"]) if details["user_id"] else t.gettext("a computer")
        was = names[seat] if seat < len(names) else "?"
        # Translators: who sat there and who sits there now
        found.append(t.gettext("seat {n}: {was} → {now}").format(n=seat + 1, was=was, now=now))
    elif "seconds" in details:  # added time
        hours = points_number(details["seconds"] // 900)
        who = names if seat is None else names[seat : seat + 1]
        # Translators: more thinking time; h stands for hours; {who} are people
        words = t.gettext("+{hours} h for {who}")
        found.append(words.format(hours=hours, who=listed(t, who)))
    elif isinstance(seat, int) and seat < len(names):  # a turn for a computer
        computer = t.gettext("a computer")
        found.append(f"{names[seat]} → {computer}")
    if "counts" in details:
        # Translators: of a game that was ended early
        counts = t.gettext("the points scored so far count")
        # Translators: of a game that was ended early
        no_result = t.gettext("no result")
        found.append(counts if details["counts"] else no_result)
        if details.get("standings"):
            found += _points(names, _reached(t, _by_seat(details["standings"])), None)
    elif details.get("ends"):
        found.append(
            " → ".join(moment(datetime.fromisoformat(one), "f") for one in details["ends"])
        )
    if "turns_undone" in details:
        n = details["turns_undone"]
        # Translators: of a game that was rewound; participle
        found.append(t.ngettext("{n} turn undone", "{n} turns undone", n).format(n=n))
        if "round" in details:
            first = details["turn_of"]
            if "was_round" in details:
                was_round = t.gettext("round {n}").format(n=details["was_round"])
                found.append(f"{was_round} → {details['round']}")
            found.append(
                # Translators: where a game was rewound to
                t.gettext("back to round {round}, {name}'s turn").format(
                    round=details["round"], name=names[first] if first < len(names) else "?"
                )
            )
    return found


def _about_person(
    t: Translations, details: Mapping[str, Any], seen: Mapping[str, Any], name_of: NameOf
) -> list[str]:
    if "name" in details and "seat" in details:
        return []
    held = _people(seen, name_of) if "people" in seen else []
    came = [name_of(details["user_id"])] if details.get("user_id") else []
    was = [listed(t, held)] if held else []  # several if it is about a table
    found = [" → ".join([*was, *came])] if was or came else []
    division = seen.get("division", details.get("division"))
    return (
        [*found, division_name(t, division, seen.get("stage"))] if division is not None else found
    )


def _numbers(t: Translations, details: Mapping[str, Any]) -> list[str]:
    found = []
    if "units" in details:
        was, units = details.get("was", 0), details["units"]
        points = league_points(t, was), league_points(t, was + units)
        found.append(value_words(t, adjustment_words(t, units), *points))
    cup = (details.get("seen") or {}).get("stage") == "knockout"  # its round stands below
    if "round" in details and "turns_undone" not in details and not cup:
        # Translators: of a season, or of a game that was rewound; noun
        now_round = t.gettext("round {n}").format(n=details["round"])
        found.append(f"{details['round'] - 1 or NONE} → {now_round}")
    if "days" in details and details["days"] is None and not details.get("back"):
        # Translators: how long somebody is kept out of a league: for ever
        found.append(t.gettext("for good"))
    elif details.get("days") is not None:
        n = details["days"]
        # Translators: how long somebody is kept out of a league
        found.append(t.ngettext("{n} day", "{n} days", n).format(n=n))
    if (details.get("seen") or {}).get("signed_up"):
        # Translators: of a ban: the person had signed up for the season and is signed off
        found.append(t.gettext("sign-up cancelled"))
    if "channel_id" in details:
        channels = [details.get("was_channel"), details["channel_id"]]
        found.append(" → ".join(f"<#{one}>" for one in channels if one is not None))
    if "names" in details:  # of a league that got another one
        found.append(" → ".join(map(escaped, details["names"])))
    elif "organisers" in details:
        was, now = (t.gettext(ORGANISERS_MAY[one]) for one in details["organisers"])
        found.append(value_words(t, t.gettext(ORGANISERS), was, now))
    elif "staff" in details:
        for label, *names in STAFF_LISTS:
            was, now = (staff_words(one, *names) for one in details["staff"])
            if was != now:
                found.append(value_words(t, t.gettext(label), was, now))
    elif "league" in details and "channel_id" not in details:  # of one that was deleted
        found.append(f"{escaped(details['league'])} → {NONE}")
    return found
