"""The settings of a season as a value: what they are by default, what their dates must be, and how
they are stored. `bot.leagues.declared` says what may be chosen, and how it reads."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from bot.clocks import UNHURRIED, Moment, TimeRules
from bot.refusal import Refusal
from bot.seasons.divisions import division_shapes
from bot.seasons.events import Rules
from bot.seasons.schedules import games_each

LONGEST_NAME = 60
WHOLE_ROUND = 0
"""In place of a number of tables at once: all of a round."""
AT_ONCE = 2
"""What new seasons are offered."""
MOST_APPEAL_DAYS = 14
MOST_HANDICAP = 100 * 4
"""The most quarters of a point a seat may be given or lose."""


@dataclass(frozen=True)
class SeasonSettings:
    """The settings of a season. All may change until it is drawn; then modules, clock, dates
    and the number of tables at once still may, for tables that have not opened."""

    name: str
    rules: Rules = field(default_factory=Rules)
    modules: tuple[str, ...] = ()
    """Modules of the expansion, by the engine's names."""
    time: TimeRules = UNHURRIED
    """The clock of every table."""
    sign_up_until: Moment | None = None
    """UTC, like the other dates; None where a moderator closes the sign-up."""
    starts: Moment | None = None
    ends: Moment | None = None
    zone: str = "UTC"
    """The time zone in which a moderator gave the dates: by its clocks they are taken over into the
    next season."""
    needs_role: int | None = None
    """The id of the role without which nobody signs up; None for everybody."""
    needs_games: int = 0
    """How many games somebody who signs up must have finished with this bot."""
    most_time_outs: int | None = None
    """For how many turns time may have run out for them in the last season of the league."""
    duplicate: bool = False
    """Whether all tables of a round with the same number of seats play the same deal."""
    handicap: tuple[int, ...] = ()
    """Quarters of a point added to a seat's result in the league, by seat of the game from the
    first; empty for none. As long as `rules.seats`; a smaller table ignores the last ones."""
    bid_hours: int | None = None
    """For how many hours the seats of a table are bid for before its deal, in final points; None
    where they are not. Then there is no handicap."""
    hand_over_after: int | None = None
    """After how many time-outs of a person the seat is given away; None for never."""
    at_once: int | None = None
    """At how many tables of the season a person plays at a time; `WHOLE_ROUND` for all of a round,
    which then opens at once; None in seasons from before there was a choice, for one."""
    ping_role: int | None = None
    """The id of the role that is pinged when the sign-up is open, and when the season begins; None
    for nobody."""
    event: bool = False
    """Whether the season, once its start is known, is a scheduled event of the server."""
    draws_rounds: bool = False
    """Whether the next Swiss round of a division is drawn by itself when all tables of one are
    over; else a moderator draws it."""
    round_days: int | None = None
    """How many days after its opening a table must be finished, when moderators are called to
    decide how it ends; None for no limit. The tables of a round that opens at once have the same
    deadline."""
    appeal_days: int = 2
    """How many days after the last result or decision a season is closed by its date at the
    earliest; until then results can be disputed."""


def must_fit(handicap: Sequence[int], seats: int) -> None:
    """Raises Refusal (`handicap`) if a handicap does not have one value for each seat."""
    if handicap and len(handicap) != seats:
        raise Refusal(
            "handicap",
            "Give the points of a handicap for each of the {seats} seats, or for none.",
            seats=seats,
        )


def must_be_in_order(settings: SeasonSettings) -> None:
    """Raises Refusal (`dates`) for dates out of order or without a time zone."""
    moments = [m for m in (settings.sign_up_until, settings.starts, settings.ends) if m is not None]
    if any(moment.utcoffset() is None for moment in moments):
        raise Refusal("dates", "Give the dates with a time zone.")
    if moments != sorted(moments):
        raise Refusal(
            "dates",
            "The dates are out of order: the sign-up ends first, then the season starts, "
            "and at last it ends.",
        )


def next_name(name: str, number: int) -> str:
    """The name of the season after `name`: "Season 4" after "Season 3"; a name without a number
    gets `number` appended."""
    found = re.search(r"\d+$", name)
    if found is not None:
        return f"{name[: found.start()]}{int(found[0]) + 1}"[-LONGEST_NAME:]
    behind = f" {number}"
    return name[: LONGEST_NAME - len(behind)] + behind


def divisions_of(rules: Rules, players: int) -> Sequence[tuple[int, int]]:
    """For every division, from the top: its number of players, and the number of games (or rounds)
    each of them would play."""
    sizes = division_shapes(players, rules)[0]
    if rules.form != "games":
        return [(size, rules.games or 1) for size in sizes]
    return [(size, games_each(size, rules.seats, rules.games)) for size in sizes]


# --- as they are stored --------------------------------------------------------------------------

_STORED = TypeAdapter(SeasonSettings)


def settings_to_json(settings: SeasonSettings) -> dict[str, Any]:
    """The settings as plain JSON types."""
    written: dict[str, Any] = _STORED.dump_python(settings, mode="json")
    return written


def settings_from_json(raw: Mapping[str, Any]) -> SeasonSettings:
    """The inverse of `settings_to_json`; missing fields get their defaults, unknown ones are
    ignored. Raises ValueError for invalid values."""
    return _STORED.validate_python({"name": "", **raw})


def revision(settings: SeasonSettings) -> str:
    """A short word that is another one as soon as any setting is: the buttons of a page carry it,
    so that a press on a page that is no longer true is noticed."""
    written = json.dumps(settings_to_json(settings), sort_keys=True)
    return hashlib.blake2s(written.encode(), digest_size=5).hexdigest()
