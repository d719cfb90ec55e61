"""The settings of a season, and their validation before it is created; the choices of the
wizard."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from pydantic import TypeAdapter

from bot.clocks import UNHURRIED, Moment, TimeRules
from bot.engine.board import MODULES
from bot.refusal import Refusal
from bot.seasons.divisions import division_shapes
from bot.seasons.events import Finals, Form, Rules
from bot.seasons.points import scheme_names
from bot.seasons.schedules import games_each
from bot.seasons.season import no_rounds
from bot.seasons.seating import FEWEST_SEATS, MOST_PLAYERS, MOST_SEATS
from bot.seasons.tie_breaks import CRITERIA, chain_named
from bot.text.names import points_number
from bot.text.translation import N_

LONGEST_NAME = 60
MOST_GAMES = 40
MOST_IN_A_SEASON = 1000
MOST_AT_ONCE = 5
MOST_FINAL_GAMES = 3
MOST_TIME_OUTS = 20
WHOLE_ROUND = 0
"""In place of a number of tables at once: all of a round."""
AT_ONCE = 2
"""What new seasons are offered."""
MOST_APPEAL_DAYS = 14
MOST_BID_HOURS = 168
FEWEST_ROUND_DAYS, MOST_ROUND_DAYS = 3, 120
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


def checked(settings: SeasonSettings) -> SeasonSettings:
    """The settings, with whitespace in the name normalised, if a season can be played with them.
    Raises Refusal for the first one that has to be changed."""
    name = " ".join(settings.name.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refusal(
            "name",
            "Give the season a name of 1 to {most} characters.",
            most=LONGEST_NAME,
        )
    rules = settings.rules
    _within("seats", N_("A table has {least} to {most} seats, not {value}."),
            rules.seats, FEWEST_SEATS, MOST_SEATS)  # fmt: skip
    _within("division-size", N_("A division has {least} to {most} players, not {value}."),
            rules.division_size, 2, MOST_PLAYERS)  # fmt: skip
    if rules.form not in get_args(Form):
        raise Refusal("form", "There is no such form of a season; choose one from the menu.")
    if rules.games is not None:
        # Translators: how many games everybody plays
        _within("games", N_("Choose {least} to {most} games each, not {value}."),
                rules.games, 1, MOST_GAMES)  # fmt: skip
    elif rules.form != "games":
        raise no_rounds()
    if rules.scheme not in scheme_names():
        raise Refusal("scheme", "There is no such points scheme; choose one from the menu.")
    if not rules.chain or not set(rules.chain) <= CRITERIA.keys():
        raise Refusal("chain", "There is no such tie-break; choose from the menu.")
    if len(set(rules.chain)) < len(rules.chain):
        raise Refusal("chain", "Each tie-break counts only once; leave out the second one.")
    if rules.most_players is not None:
        _within("most-players", N_("A season has {least} to {most} players, not {value}."),
                rules.most_players, 2, MOST_IN_A_SEASON)  # fmt: skip
    _within("promoted", N_("{least} to {most} players can go up, not {value}."),
            rules.promoted, 0, rules.division_size)  # fmt: skip
    _within("relegated", N_("{least} to {most} players can go down, not {value}."),
            rules.relegated, 0, rules.division_size - rules.promoted)  # fmt: skip
    _within("computer-percent", N_("Choose a percentage from {least} to {most}, not {value}."),
            rules.computer_percent, 0, 100)  # fmt: skip
    _within("finalists", N_("A final has {least} to {most} players, not {value}."),
            rules.finalists, FEWEST_SEATS, MOST_SEATS)  # fmt: skip
    _within("final-games", N_("A final has {least} to {most} games, not {value}."),
            rules.final_games, 1, MOST_FINAL_GAMES)  # fmt: skip
    if not set(settings.modules) <= set(MODULES):
        raise Refusal("modules", "There is no such module; choose from the menu.")
    if settings.hand_over_after is not None:
        _within("hand-over", N_("Choose {least} to {most} time-outs, not {value}."),
                settings.hand_over_after, 1, MOST_TIME_OUTS)  # fmt: skip
    if settings.at_once is not None:
        _within("at-once", N_("Choose {least} to {most} tables at once, not {value}."),
                settings.at_once, WHOLE_ROUND, MOST_AT_ONCE)  # fmt: skip
    if settings.round_days is not None:
        _within("round-days", N_("Choose {least} to {most} days for a table, not {value}."),
                settings.round_days, FEWEST_ROUND_DAYS, MOST_ROUND_DAYS)  # fmt: skip
    _within("appeal-days", N_("Choose {least} to {most} days for disputes, not {value}."),
            settings.appeal_days, 0, MOST_APPEAL_DAYS)  # fmt: skip
    if settings.bid_hours is not None:
        _within("bid-hours", N_("Choose {least} to {most} hours for bids, not {value}."),
                settings.bid_hours, 1, MOST_BID_HOURS)  # fmt: skip
        if any(settings.handicap):
            raise Refusal(
                "bid-hours", "Seats that are bid for have no handicap; choose one or the other."
            )
    must_fit(settings.handicap, rules.seats)
    for quarters in settings.handicap:
        if type(quarters) is not int or abs(quarters) > MOST_HANDICAP:
            # Translators: {least} is a number with a minus sign
            raise Refusal(
                "handicap",
                "A handicap gives {least} to {most} points to a seat.",
                least=points_number(-MOST_HANDICAP),
                most=points_number(MOST_HANDICAP),
            )
    must_be_in_order(settings)
    return replace(settings, name=name)


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


def _within(code: str, template: str, value: object, least: int, most: int) -> None:
    # bool is an int to Python, and stored JSON may hold anything
    if type(value) is not int or not least <= value <= most:
        raise Refusal(code, template, least=least, most=most, value=value)


# --- changes ---------------------------------------------------------------------------------


def fixed(settings: SeasonSettings) -> SeasonSettings:
    """The settings with everything that may still change after the draw replaced by its default, to
    compare the rest."""
    free = SeasonSettings("")
    return replace(
        settings, modules=free.modules, time=free.time, sign_up_until=None, starts=None, ends=None,
        at_once=None, hand_over_after=None, round_days=None, ping_role=None, event=False,
        appeal_days=free.appeal_days, draws_rounds=free.draws_rounds,
    )  # fmt: skip


def without_dates(settings: SeasonSettings) -> SeasonSettings:
    """The settings without what nobody gains by: name, dates but for the days for disputes, how
    the season is announced, and who draws rounds."""
    return replace(
        settings, name="", sign_up_until=None, starts=None, ends=None, ping_role=None, event=False,
        draws_rounds=False,
    )  # fmt: skip


def next_name(name: str, number: int) -> str:
    """The name of the season after `name`: "Season 4" after "Season 3"; a name without a number
    gets `number` appended."""
    found = re.search(r"\d+$", name)
    if found is not None:
        return f"{name[: found.start()]}{int(found[0]) + 1}"[-LONGEST_NAME:]
    behind = f" {number}"
    return name[: LONGEST_NAME - len(behind)] + behind


def changed(settings: SeasonSettings, field: str, value: str) -> SeasonSettings:
    """The settings after one choice in the wizard; values it makes invalid are clamped to the
    nearest valid one. Raises ValueError for an unknown field or value."""
    rules = settings.rules
    match field:
        case "seats":
            rules = replace(rules, seats=int(value))
            settings = replace(settings, handicap=())
        case "form":
            rules = replace(rules, form=_form(value))
        case "games":
            rules = replace(rules, games=int(value) or None)
        case "size":
            rules = replace(rules, division_size=int(value))
        case "scheme":
            rules = replace(rules, scheme=value)
        case "chain":
            rules = replace(rules, chain=chain_named(value))
        case "moves":
            up, down = (int(part) for part in value.split("."))
            rules = replace(rules, promoted=up, relegated=down)
        case "most":
            rules = replace(rules, most_players=int(value) or None)
        case "role":
            settings = replace(settings, needs_role=int(value) or None)
        case "played":
            settings = replace(settings, needs_games=int(value))
        case "timeouts":
            settings = replace(settings, most_time_outs=None if value == "any" else int(value))
        case "pyramid":
            rules = replace(rules, pyramid=value == "on")
        case "finals":
            finals, _, players = value.partition(".")
            rules = replace(rules, finals=_finals(finals), finalists=int(players or 4))
        case "finalgames":
            rules = replace(rules, final_games=int(value))
        case "late":
            rules = replace(rules, late_entry=value == "on")
        case "handover":
            settings = replace(settings, hand_over_after=int(value) or None)
        case "once":
            settings = replace(settings, at_once=int(value))
        case "ping":
            settings = replace(settings, ping_role=int(value) or None)
        case "event":
            settings = replace(settings, event=value == "on")
        case "draws":
            settings = replace(settings, draws_rounds=value == "on")
        case "order":
            settings = _seats_ordered(settings, value)
        case "days":
            settings = replace(settings, round_days=int(value) or None)
        case "deals":
            settings = replace(settings, duplicate=value == "on")
        case _:
            raise ValueError(f"no such field: {field}")
    return replace(settings, rules=_fitting(rules))


def _seats_ordered(settings: SeasonSettings, value: str) -> SeasonSettings:
    """Seats as drawn, with points for each, or bid for during so many hours."""
    if value == "drawn":
        return replace(settings, handicap=(), bid_hours=None)
    if value == "points":
        usual = (
            settings.handicap if any(settings.handicap) else usual_handicap(settings.rules.seats)
        )
        return replace(settings, handicap=usual, bid_hours=None)
    return replace(settings, handicap=(), bid_hours=int(value))


def usual_handicap(seats: int) -> tuple[int, ...]:
    """What the reference league gives: 5 points less for the first seat, 2 more for the last, the
    others by a line between them; in quarters of a point."""
    first, last = -5 * 4, 2 * 4
    return tuple(round(first + (last - first) * seat / (seats - 1)) for seat in range(seats))


def _form(value: str) -> Form:
    forms: dict[str, Form] = {"games": "games", "rounds": "rounds", "swiss": "swiss"}
    if value not in forms:
        raise ValueError(f"no such form: {value}")
    return forms[value]


def _finals(value: str) -> Finals:
    found: dict[str, Finals] = {one: one for one in get_args(Finals)}
    if value not in found:
        raise ValueError(f"no such final: {value}")
    return found[value]


def _fitting(rules: Rules) -> Rules:
    games = rules.games
    if games is None and rules.form != "games":
        games = rules.seats
    promoted = min(rules.promoted, rules.division_size // 2)
    down = 2 * promoted if rules.pyramid else rules.relegated  # two divisions stand below one
    relegated = min(down, rules.division_size - promoted)
    return replace(rules, games=games, promoted=promoted, relegated=relegated)


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
